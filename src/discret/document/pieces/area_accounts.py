"""What became of the records of each area, from the account that a method kept of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from discret.document.reading import data, mapping, sequence
from discret.document.words.voice import Voice

ACCOUNT = "account"


class Area(NamedTuple):
    """An area, and what became of its records.

    Parameters
    ----------
    name
        What it is called.
    facts, kept, individuals
        Records in all and those of them that are kept, and the people they are of.
    level
        At which level they are shown, the finest is 0; −1 where none is kept.
    unit, around
        The area that they are shown as, and the widest one around it.
    """

    name: str
    facts: int
    kept: int
    individuals: int
    level: int
    unit: str
    around: str


class Account(NamedTuple):
    """The areas of a step, and what levels are called."""

    areas: tuple[Area, ...]
    levels: tuple[str, ...]


def account_of(
    step: Mapping[str, Any], record: Mapping[str, Any], voice: Voice, drawn: Sequence[str] = ()
) -> Account | None:
    """Return the account of a step; ``None`` where it kept none.

    `drawn` are the areas that have an outline: of the levels, the one is told that most are of.
    """
    rows = _rows(step)
    if not rows:
        return None
    if "zone" in rows[0]:
        return _of_zones(rows, voice)
    levels = list(dict.fromkeys(str(row.get("level")) for row in rows))
    by_level = [[row for row in rows if str(row.get("level")) == level] for level in levels]
    known = {*drawn}
    at = max(
        range(len(levels)),
        key=lambda own: (len(known & {str(row.get("area")) for row in by_level[own]}), -own),
    )
    above = _ancestors(record, [str(row.get("area")) for row in by_level[0]])
    shown = [{_name(row) for row in some if _count(row, "shown")} for some in by_level]
    areas = tuple(_climbed(row, at, above, shown) for row in by_level[at])
    return Account(areas, tuple(levels))


def _climbed(
    row: Mapping[str, Any], at: int, above: Mapping[str, list[str]], shown: Sequence[set[str]]
) -> Area:
    """Tell an area of a level: shown as itself, in a finer one, or as one above it."""
    name, kept = _name(row), _count(row, "kept")
    ways = above.get(name, []) if at == 0 else []
    level, unit = (at, name) if kept else (-1, "")
    if kept and not _count(row, "shown"):
        if not _count(row, "lifted"):
            level = max(at - 1, 0)  # in areas within it
        else:
            higher = range(at + 1, len(shown))
            own = [(up, ways[up]) for up in higher if up < len(ways) and ways[up] in shown[up]]
            level, unit = own[0] if own else (min(at + 1, len(shown) - 1), "")
    around = ways[-1] if ways else ""
    return Area(name, _count(row, "facts"), kept, _count(row, "individuals"), level, unit, around)


def _of_zones(rows: Sequence[Mapping[str, Any]], voice: Voice) -> Account:
    """Tell areas that were put together in zones."""
    many: dict[Any, int] = {}
    for row in rows:
        many[row.get("zone")] = many.get(row.get("zone"), 0) + 1
    areas = tuple(
        Area(
            _name(row),
            _count(row, "facts"),
            kept := _count(row, "kept"),
            _count(row, "individuals"),
            -1 if not kept else 0 if many[row.get("zone")] == 1 else 1,
            str(row.get("zone") or ""),
            str(row.get("zone") or ""),
        )
        for row in rows
    )
    return Account(areas, (voice("area_alone"), voice("area_zone")))


def area_names(record: Mapping[str, Any]) -> list[list[str]]:
    """Return the areas that methods kept account of, level by level from the finest."""
    found: dict[str, list[str]] = {}
    for step in sequence(record.get("steps")):
        for row in _rows(mapping(step)):
            found.setdefault(str(row.get("level")), []).append(_name(row))
    return list(found.values())


def area_column(record: Mapping[str, Any]) -> str | None:
    """Return the column that is an area in the original."""
    names = sequence(mapping(data(record, "before").get("roles")).get("area"))
    return str(names[0]) if names else None


def _ancestors(record: Mapping[str, Any], areas: Sequence[str]) -> dict[str, list[str]]:
    """Return for each area its labels at all levels, itself first, where the record has them."""
    known = mapping(record.get("around"))
    return {area: [str(name) for name in sequence(known.get(area))] for area in areas}


def _rows(step: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    rows = sequence(mapping(step.get("facts")).get(ACCOUNT))
    return [row for row in map(mapping, rows) if row.get("area") is not None]


def _name(row: Mapping[str, Any]) -> str:
    return str(row.get("area"))


def _count(row: Mapping[str, Any], name: str) -> int:
    value = row.get(name)
    return int(value) if isinstance(value, int | float) and value > 0 else 0
