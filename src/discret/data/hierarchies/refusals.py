"""What hierarchies are refused for, and how they are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from discret.errors import HierarchyError, listed
from discret.words import Words, say

BUILDERS = Words(
    'Hierarchy.from_cuts([18, 65]) or Hierarchy.from_groups({"south": ["Nice", "Pau"]}), for'
    " example",
    fr='Hierarchy.from_cuts([18, 65]) ou Hierarchy.from_groups({"south": ["Nice", "Pau"]}), par'
    " exemple",
)
CUTS_ADVICE = Words(
    "cuts such as [18, 25, 50] then [25]: each level keeps some of the cuts below",
    fr="des bornes telles que [18, 25, 50] puis [25] : chaque niveau garde des"
    " bornes de celui d’avant",
)
CUTS_HINT = Words(
    "give the column a numeric type, or use from_groups or from_order for text",
    fr="donner un type numérique à la colonne, ou employer from_groups ou from_order pour du texte",
)
DATES_ADVICE = Words(
    "units such as 'month' then 'quarter' then 'year'",
    fr="des unités telles que 'month' puis 'quarter' puis 'year'",
)
DATES_HINT = Words(
    "give the column a date type, or write dates as 2024-03-31",
    fr="donner un type de date à la colonne, ou écrire les dates comme 2024-03-31",
)
GROUPS_ADVICE = Words(
    'for each level, {label = ["member", "other"]}, each member named once',
    fr='pour chaque niveau, {label = ["member", "other"]}, chaque membre nommé une fois',
)
WEEKS = Words(
    "units: weeks overlap months and years, no unit can follow 'week'",
    fr="units : les semaines chevauchent les mois et les années, nulle unité ne peut suivre 'week'",
)


def not_built() -> NoReturn:
    """Say that a hierarchy is made by a builder, of whatever it was to be made."""
    fault = Words("one of its builders makes it", fr="un de ses constructeurs la fait")
    raise HierarchyError("Hierarchy", [fault], hint=BUILDERS)


def no_level(names: Sequence[str], depth: int) -> HierarchyError:
    """Say which levels there are.

    Examples
    --------
    >>> no_level(["age", "ten years"], 2).hint
    "the levels are 'age', 'ten years', or 0 to 1, -1 being the top"
    """
    hint = say(
        "the levels are {names}, or 0 to {last}, -1 being the top",
        "les niveaux sont {names}, ou de 0 à {last}, -1 étant le sommet",
        names=listed(names),
        last=depth - 1,
    )
    fault = Words("there is no such level", fr="ce niveau n’existe pas")
    return HierarchyError(Words("hierarchy", fr="hiérarchie"), [fault], hint=hint)


def not_read(who: str, lost: int, values: int, refusal: Words, hint: str) -> HierarchyError:
    """Say for how many values a rule gives no level."""
    fault = say(
        "{lost} of {values} distinct values {refusal}",
        "{lost} {lost:valeur distincte|valeurs distinctes} sur {values} {refusal}",
        lost=lost,
        values=values,
        refusal=refusal.filled(lost=lost),
    )
    return HierarchyError(who, [fault], hint=hint)
