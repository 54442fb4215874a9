"""What the command that subtracts says of protecting: three ways, side by side, and files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

import polars as pl

from discret.assess.differencing.deduced import Deduced
from discret.cli.terminal.output import console, table
from discret.data.zonings.crossing import Crossing, free
from discret.document.pieces.protections import protection_table
from discret.document.words.texts_zonings import PROTECTION
from discret.errors import InputError
from discret.parts import Progress
from discret.reduce.protections import DOING, Protection, cheaper, check, protections
from discret.words import Language, Words

WITHHELD, MERGED, UNPROTECTED = "withheld.csv", "merged.csv", "unprotected.csv"
FILES = (WITHHELD, MERGED, UNPROTECTED)


def checked(crossing: Crossing, seconds: float) -> None:
    """Refuse what cannot be protected, before anything is computed."""
    if not 0 < seconds < inf:
        raise InputError(
            Words(
                "difference: --seconds is a number above 0",
                fr="difference : --seconds est un nombre strictement positif",
            ),
            hint=Words("give it 150, say", fr="lui donner 150, par exemple"),
        )
    check("difference", crossing)


def protected(
    found: Deduced, seconds: float, report: Progress, language: Language
) -> list[Protection]:
    """Protect what was found in three ways, and tell how far it is."""

    def tell(share: float, way: str) -> None:
        report(0.4 + 0.5 * share, DOING[way].within(language))

    return protections(found.crossing, found.threshold, seconds, tell)


def files(found: Sequence[Protection]) -> dict[str, str]:
    """Return what is written: squares to withhold, squares merged, and what neither protects."""
    best, merged = cheaper(found), found[-1]
    left = pl.concat(
        [_unprotected(protection) for protection in (best, merged) if protection.facts]
    )
    texts = {WITHHELD: best.squares.write_csv(), UNPROTECTED: left.write_csv()}
    return texts | ({MERGED: merged.squares.write_csv()} if merged.facts else {})


def _unprotected(one: Protection) -> pl.DataFrame:
    way = pl.lit(one.way).alias(free("protection", one.unprotected.columns))
    return one.unprotected.with_columns(way)


def show(ways: Sequence[Mapping[str, Any]], language: Language) -> None:
    """Print the ways side by side."""
    told = protection_table(ways, language, short=True)
    rows = [[name, *values] for name, values in told.rows]
    table(PROTECTION["title"].within(language), ["", *told.heads], rows, "LRRR")
    for note in told.notes:
        console.print(note)
