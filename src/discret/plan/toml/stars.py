"""The section of a plan that declares a star: read, and written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from discret.data.star.star import Star
from discret.errors import FaultsError, PlanError
from discret.plan.toml.text import name_text, table_text
from discret.words import Words, say

NESTED = ("dimensions", "measures")


def star_of(table: Mapping[str, Any], folder: Path) -> tuple[Star | None, list[str]]:
    """Return the star that a section declares, and what is wrong with it.

    Examples
    --------
    >>> star_of({"facts": "facts.csv", "area": "place"}, Path())
    (None, ['[star] individual: is missing'])
    """
    if not table:
        return None, []
    try:
        return Star(**table, folder=folder), []
    except FaultsError as error:
        return None, [say("[star] {fault}", "[star] {fault}", fault=f) for f in error.faults]


def star_texts(star: Star | None) -> list[str]:
    """Write a star as the tables of a plan; one of tables at hand has no names for them."""
    if star is None:
        return []
    if not star.written:
        raise PlanError("plan", [_AT_HAND], hint=_FILES)
    told = star.parameters()
    plain = {name: item for name, item in told.items() if name not in NESTED}
    return [
        table_text("[star]", plain),
        *(
            table_text(f"[star.{section}.{name_text(name)}]", own) or f"[star.{section}.{name}]\n"
            for section in NESTED
            for name, own in told[section].items()
        ),
    ]


_AT_HAND = Words(
    "[star]: its tables were handed over, and have no name to be written",
    fr="[star] : ses tables ont été fournies, et n’ont pas de nom à écrire",
)
_FILES = Words(
    "name files, or tables of a database", fr="nommer des fichiers, ou des tables d’une base"
)
