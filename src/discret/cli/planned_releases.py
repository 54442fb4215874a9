"""What releases amount to that are planned, each in every way to count them, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

from discret.cli.terminal.output import console, level, table
from discret.data.ledger.calendar import MOST
from discret.errors import InputError
from discret.maths.privacy.meaning import bound
from discret.maths.privacy.planned import Planned, amounts
from discret.words import Language, Words

WAYS: Mapping[str, Words] = {
    "basic": Words("basic: the sum", fr="de base : la somme"),
    "advanced": Words("advanced", fr="avancée"),
    "zero_concentrated": Words("zero-concentrated", fr="zéro-concentrée"),
    "numerical": Words("numerical, Laplace noise", fr="numérique, bruit de Laplace"),
    "numerical_any": Words(
        "numerical, any noise, and counts", fr="numérique, tout bruit, et effectifs"
    ),
}


def composition(
    epsilon: float, releases: int, delta: float | None, values: int | None
) -> dict[str, Any]:
    """Return what so many releases of an ε amount to, in every way that holds."""
    given = 0.0 if delta is None else delta
    if not 0 < releases <= MOST:
        raise InputError(_RELEASES.filled(most=MOST), hint=_RELEASES_HINT)
    if not (isfinite(given) and 0 <= given < 1):
        raise InputError(_DELTA, hint=_DELTA_HINT)
    told: dict[str, float] = {
        str(way): amount
        for way, amount in amounts([Planned(releases, epsilon, kind="laplace")], given).items()
    }
    any_noise = amounts([Planned(releases, epsilon)], given).get("numerical")
    told |= {} if any_noise is None else {"numerical_any": any_noise}
    bounds = {way: bound(amount, values) for way, amount in told.items()} if values else {}
    return {
        "releases": releases,
        "epsilon_each": epsilon,
        "delta": given,
        **told,
        **({"bounds": bounds} if bounds else {}),
    }


def show_composition(told: Mapping[str, Any], language: Language) -> None:
    """Print what planned releases amount to."""
    title = _TITLE.filled(n=told["releases"], epsilon=told["epsilon_each"], delta=told["delta"])
    heads = [_WAY.within(language), "ε"]
    if "bounds" in told:
        heads.append(_FOUND.within(language))
    aligned = "LRR"[: len(heads)]
    table(title.within(language), heads, list(_rows(told, language)), aligned)
    console.print(_FIXED.within(language))


def _rows(told: Mapping[str, Any], language: Language) -> Iterator[list[str]]:
    for way, words in WAYS.items():
        if way in told:
            row = [words.within(language), level(told[way], language)]
            found = told.get("bounds", {}).get(way)
            yield row if found is None else [*row, level(found, language, "share")]


_TITLE = Words(
    "{n} {n:release|releases} of ε {epsilon}, at δ = {delta}",
    fr="{n} {n:diffusion|diffusions} d’ε {epsilon}, à δ = {delta}",
)
_WAY = Words("composition", fr="composition")
_FOUND = Words("found at most", fr="trouvée au plus")
_FIXED = Words(
    "All but the sum hold for releases whose costs are fixed before the first of them: declare them"
    " with discret budget open --calendar.",
    fr="Hormis la somme, tout cela vaut pour des diffusions dont les coûts sont fixés avant la"
    " première : les déclarer par discret budget open --calendar.",
)
_RELEASES = Words(
    "epsilon: --releases is a number from 1 to {most}",
    fr="epsilon : --releases est un nombre de 1 à {most}",
)
_RELEASES_HINT = Words("--releases 12, for example", fr="--releases 12, par exemple")
_DELTA = Words("epsilon: δ lies from 0 to below 1", fr="epsilon : δ va de 0 à moins de 1")
_DELTA_HINT = Words(
    "--delta 1e-6, for example, far below one in the number of people",
    fr="--delta 1e-6, par exemple, bien en dessous d’un sur le nombre de personnes",
)
