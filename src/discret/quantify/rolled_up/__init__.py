"""Measures of facts added up by area, in the release and in the original."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

import polars as pl
from pydantic import Field, model_validator

from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.data.star.measures import FACTS, Measure
from discret.data.star.shown import ShownAreas
from discret.data.star.sums import Sums
from discret.finding import Finding
from discret.parts import Columns, LossMeasure, Pairs, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import LargestShare
from discret.quantify.rolled_up.combinations import by_combination
from discret.quantify.rolled_up.sums import TRUE, compared, errors, rows_of
from discret.words import Words, say

MOST = 1000  # areas that a record lists


class RolledUp(LossMeasure):
    r"""How far measures that add up over facts are from the truth in the areas that are shown.

    Notes
    -----
    Each area that the release shows has the facts whose lowest shown area it is: its own, without
    those of areas within it that are shown by themselves. A measure is summed over them, or is a
    mean weighted by another, in the release and in the original, facts that were dropped included.
    With :math:`r_a` and :math:`t_a` its value in area a in both, and :math:`w_a` the weight of a
    mean in the original (1 for a sum), its error is

    .. math:: \frac{\sum_a w_a |r_a - t_a|}{\sum_a w_a |t_a|}

    over all areas that are shown, and what is in none of them, where :math:`r = 0` (`outside` is
    the share of facts there); the value is the largest over all measures, the number of facts
    among them. The same is found for every combination of key values that an area shows, as the
    release labels it (`per_key`), over these combinations alone.

    The true values and the errors are for the producer of the file alone: who knows the error of
    a total knows the sum of what was dropped, which may be one person's.

    Examples
    --------
    >>> from discret import Context, Hierarchy
    >>> from discret.reduce import Recode
    >>> facts = pl.DataFrame({"town": ["Lyon", "Bron", "Nice"], "bees": [1.0, 2.0, 6.0]})
    >>> towns = Hierarchy.from_parents({"Lyon": "ARA", "Bron": "ARA", "Nice": "PACA"}, top=None)
    >>> before = Dataset.of(facts, area="town", hierarchies={"town": towns})
    >>> after = Recode(column="town", level=1).apply(before, Context()).data
    >>> finding = RolledUp(sums=["bees"]).compare(before, after)
    >>> finding.value, [row["measures"]["bees"]["value"] for row in finding.details["areas"]]
    (0.0, [3.0, 6.0])
    """

    name: ClassVar[str] = "rolled_up"
    title: ClassVar[Words] = Words("measures rolled up", fr="mesures agrégées")
    unit: ClassVar[Unit] = "share"
    needs: ClassVar[tuple[Role, ...]] = (Role.AREA,)
    numbers: ClassVar[tuple[str, ...]] = ("sums",)
    purpose: ClassVar[Words] = Words(
        "compares sums and means of measures by area with the true ones",
        fr="compare les sommes et moyennes des mesures par lieu aux vraies",
    )
    references: ClassVar[tuple[str, ...]] = (
        (
            "Malinowski E., Zimányi E. (2008). Advanced Data Warehouse Design: From Conventional to"
            " Spatial and Temporal Applications. Springer."
        ),
    )
    tells: ClassVar[Facts] = {
        "areas_shown": Fact.count("areas shown", "lieux montrés"),
        "outside": Fact.share("facts in no area that is shown", "faits d’aucun lieu montré"),
        "errors": Fact.share("error by measure", "erreur par mesure", by="measure"),
        "combination_errors": Fact.share(
            "error by measure, within combinations of keys",
            "erreur par mesure, au sein des combinaisons de clés",
            by="measure",
        ),
        "areas": Fact.table("measures by area", "mesures par lieu", holds=True),
    }

    sums: Columns = Field(
        default=(),
        description=Words(
            "measures that are summed. A surface, a number of animals",
            fr="mesures qui se somment. Une surface, un nombre d’animaux",
        ),
    )
    means: Pairs[str] = Field(
        default=(),
        description=Words(
            "measures that are means, each with its weight. Another measure, or `facts` where every"
            " fact counts the same",
            fr="mesures qui sont des moyennes, chacune avec son poids. Une autre mesure, ou `facts`"
            " si chaque fait compte autant",
        ),
    )
    most: LargestShare = None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if {*self.sums} & {name for name, _ in self.means}:
            raise ValueError(_TWO_WAYS)
        return self

    @classmethod
    def of(cls, measures: Mapping[str, Measure]) -> RolledUp:
        """Return the measure for what a star declares; measures that do not add up are left out."""
        own = Sums.of(measures)
        return cls(sums=own.sums, means=own.means)

    @property
    def numeric(self) -> tuple[str, ...]:
        """The columns that are added up."""
        weighed = [name for pair in self.means for name in pair if name != FACTS]
        return tuple(dict.fromkeys([*self.sums, *weighed]))

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Compare the measures of `after` by area with those of `before`."""
        (area,) = before.need(self.name, Role.AREA)
        before.check_numeric(self.name, self.numeric)
        lost = [name for name in (area, *self.numeric) if name not in after.roles]
        if lost:
            return Finding.at_most(self.name, None, self.most, reads=_GONE.filled(n=len(lost)))
        after.check_numeric(self.name, self.numeric)
        sums = Sums(self.sums, self.means)
        places = ShownAreas.between(before, after, area)
        table, outside = compared(sums, places, before, after, area)
        crossed = by_combination(sums, places, before, after, area)
        found = errors(sums, table, outside)
        told = [own for own in found.values() if own is not None]
        value = max(told) if len(told) == len(found) else None
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=_sentence(value, found, places, sums.count),
            details=_details(sums, places, table, found, errors(sums, crossed), before),
            per_key=crossed,
        )


def _details(
    sums: Sums,
    places: ShownAreas,
    table: pl.DataFrame,
    found: Mapping[str, float | None],
    crossed: Mapping[str, float | None],
    before: Dataset,
) -> dict[str, Any]:
    inside = int(table[f"{sums.count}{TRUE}"].sum() or 0)
    return {
        "areas_shown": places.shown.height,
        "outside": 1 - inside / len(before) if len(before) else 0.0,
        "errors": {name: own for name, own in found.items() if own is not None},
        "combination_errors": {name: own for name, own in crossed.items() if own is not None},
        "areas": rows_of(sums, table.head(MOST), places.names),
    }


def _sentence(
    value: float | None, found: Mapping[str, float | None], places: ShownAreas, count: str
) -> Words:
    if not places.shown.height:
        return _NOWHERE
    if value is None:
        return _UNKNOWN
    worst = max(found, key=lambda name: found[name] or 0.0)
    return say(
        "Measures by area are {value:%} off at most ({worst}); areas shown: {n}.",
        "Les mesures par lieu s’écartent de {value:%} au plus ({worst}) ; lieux montrés : {n}.",
        n=places.shown.height,
        value=value,
        worst=_FACTS if worst == count else repr(worst),
    )


_TWO_WAYS = Words(
    "a measure is summed, or is a mean, not both",
    fr="une mesure se somme, ou est une moyenne, pas les deux",
)
_FACTS = Words("number of facts", fr="nombre de faits")
_GONE = Words(
    "The release has no area, or lacks {n} of the columns to add up: nothing is left to compare.",
    fr="Le fichier diffusé n’a pas de lieu, ou il lui manque {n} des colonnes à ajouter : il ne"
    " reste rien à comparer.",
)
_NOWHERE = Words(
    "No area is shown: nothing is left to compare.",
    fr="Aucun lieu n’est montré : il ne reste rien à comparer.",
)
_UNKNOWN = Words(
    "A measure has no value in an area of one of the files: it cannot be compared.",
    fr="Une mesure n’a pas de valeur dans un lieu de l’un des fichiers : elle ne peut être"
    " comparée.",
)
