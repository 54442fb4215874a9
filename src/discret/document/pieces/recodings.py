"""The recodings that a search leaves to choose from, and the hierarchies that it climbed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from markupsafe import Markup

from discret.data.reading_order import in_order
from discret.document.figures.lattice import Spot, lattice, trade
from discret.document.reading import mapping, orders_of, sequence
from discret.document.words.hierarchies import HIERARCHY
from discret.document.words.voice import Voice, is_number

MOST = 200  # recodings that are drawn, whatever a record says
NUMBERS = ("loss", "suppressed")
SHOWN_HERE = ("frontier_complete", "level_names")  # beside the tables of a search


def named_levels(facts: Mapping[str, Any], voice: Voice) -> dict[str, Any]:
    """Return facts whose levels have their names beside their numbers, where they have some.

    Examples
    --------
    >>> facts = {"levels": {"born": 1, "sex": 0}, "level_names": {"born": "month"}}
    >>> named_levels(facts, Voice("fr"))["levels"]
    {'born': '1 (mois)', 'sex': 0}
    """
    names = mapping(facts.get("level_names"))
    levels = {
        column: f"{level} ({voice.option('level', names[column], HIERARCHY)})"
        if column in names
        else level
        for column, level in mapping(facts.get("levels")).items()
    }
    return {**facts, "levels": levels} if names else dict(facts)


def choices(facts: Mapping[str, Any], voice: Voice) -> dict[str, Any]:
    """Return the recodings to choose from: a table, and a picture where there are several.

    Examples
    --------
    >>> row = {"levels": {"age": 1}, "loss": 0.2, "suppressed": 0, "minimal": True}
    >>> view = choices({"levels": {"age": 1}, "frontier": [row]}, Voice("en"))
    >>> view["rows"][0]["why"]
    'chosen, none finer holds'
    """
    every = [mapping(item) for item in sequence(facts.get("frontier"))]
    known = [row for row in every if all(is_number(row.get(name)) for name in NUMBERS)]
    rows = [
        {**row, "levels": mapping(row.get("levels")), "why": _why(row, facts, voice)}
        for row in known
    ]
    drawn = _lattice(facts, rows, voice)
    figure = drawn or _trade(rows, voice)
    complete = facts.get("frontier_complete") is True
    return {
        "rows": rows,
        "figure": figure,
        "title": voice("lattice") if drawn else voice("frontier"),
        "note": _note(facts, voice) if drawn else voice("frontier_note"),
        "more": voice("frontier_all" if complete else "frontier_some"),
    }


def _why(row: Mapping[str, Any], facts: Mapping[str, Any], voice: Voice) -> str:
    """Say why a recoding is listed."""
    chosen = [voice("chosen")] if row.get("levels") == facts.get("levels") else []
    kinds = [voice(kind) for kind in ("minimal", "unbeaten") if row.get(kind) is True]
    return ", ".join([*chosen, *kinds])


def _trade(rows: Sequence[Mapping[str, Any]], voice: Voice) -> Markup:
    if len({row["suppressed"] for row in rows}) < 2:  # noqa: PLR2004 (nothing is traded)
        return Markup("")
    places = {
        kind: sorted((row["suppressed"], row["loss"]) for row in rows if _beaten(row) is kind)
        for kind in (False, True)
    }
    title = voice("frontier")
    return trade(places[False], voice=voice, title=title, others=places[True])


def _beaten(row: Mapping[str, Any]) -> bool:
    return row.get("unbeaten") is False


def _lattice(facts: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], voice: Voice) -> Markup:
    """Draw all recodings, where the record has them."""
    told = mapping(facts.get("lattice"))
    keys, bounds = _keys(told), _bounds(told)
    size = 1
    for low, high in bounds:
        size *= high - low + 1
    if not keys or len(keys) != len(bounds) or not 1 < size <= MOST:
        return Markup("")
    states = {
        **dict.fromkeys(_nodes(told.get("holding")), "holds"),
        **dict.fromkeys(_nodes(told.get("unknown")), "unknown"),
        **{_place(row, keys): "minimal" for row in rows if row.get("minimal") is True},
        _place(facts, keys): "chosen",
    }
    moving = [key for key, (low, high) in enumerate(bounds) if high > low]
    nodes = product(*(range(low, high + 1) for low, high in bounds))
    spots = [Spot(tuple(node[key] for key in moving), states.get(node, "fails")) for node in nodes]
    return lattice(spots, voice=voice, title=voice("lattice"))


def _note(facts: Mapping[str, Any], voice: Voice) -> str:
    told = mapping(facts.get("lattice"))
    pairs = zip(_keys(told), _bounds(told), strict=True)
    moving = [key for key, (low, high) in pairs if high > low]
    return voice("lattice_note", keys=", ".join(moving))


def _keys(told: Mapping[str, Any]) -> list[str]:
    return [str(key) for key in sequence(told.get("keys"))]


def _bounds(told: Mapping[str, Any]) -> list[tuple[int, int]]:
    lowest, highest = (_whole(told.get(name)) for name in ("lowest", "highest"))
    return [(low, max(low, high)) for low, high in zip(lowest, highest, strict=False)]


def _nodes(told: Any) -> list[tuple[int, ...]]:
    return [_whole(node) for node in sequence(told)]


def _place(row: Mapping[str, Any], keys: Sequence[str]) -> tuple[int, ...]:
    levels = mapping(row.get("levels"))
    return _whole([levels.get(key) for key in keys])


def _whole(told: Any) -> tuple[int, ...]:
    return tuple(level for level in sequence(told) if isinstance(level, int))


def ladders(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the hierarchies that were climbed; of those with a table, the labels of each level.

    Examples
    --------
    >>> rows = [["Lyon", "south", "*"], ["Lille", "north", "*"], ["Nice", "south", "*"]]
    >>> ladders({"hierarchies": {"town": {"from": "table", "rows": rows}}})[0]["levels"]
    [[['north'], ['south']], [['*']]]
    """
    automatic = mapping(record.get("automatic"))
    orders = orders_of(record)
    return [
        {
            "name": name,
            "form": form,
            "levels": _labels(mapping(form), orders.get(name, ())),
            "automatic": name in automatic,
            "settings": {k: v for k, v in mapping(automatic.get(name)).items() if k != "from"},
        }
        for name, form in mapping(record.get("hierarchies")).items()
    ]


def _labels(form: Mapping[str, Any], known: Sequence[str]) -> list[list[list[str]]]:
    """Return the labels of each level, each in a list of its own: labels may hold commas."""
    rows = [sequence(row) for row in sequence(form.get("rows"))]
    levels = [dict.fromkeys(map(str, labels)) for labels in zip(*rows, strict=False)]
    top = form.get("top")
    tops = [[[str(top)]]] if levels and isinstance(top, str) else []
    ordered = [in_order(labels, known) for labels in levels[1:]]
    return [*([[label] for label in labels] for labels in ordered), *tops]
