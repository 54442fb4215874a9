"""What became of the facts of each area, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from discret.maths.areas.shown import COMBINATIONS, INDIVIDUALS, SHARE, SIBLINGS, Shown, Sizes
from discret.maths.arrays import Bools, Ints
from discret.reduce.climb_areas.gathering import Gathered

REASONS = {
    0: "",
    INDIVIDUALS: "individuals",
    COMBINATIONS: "combinations",
    SHARE: "share",
    SIBLINGS: "siblings",
}
CLEANING = "cleaning"


def account(facts: Gathered, tree: Ints, shown: Shown, clean: Bools) -> list[dict[str, Any]]:
    """Return a row for each area that has facts: how many are shown, lifted and dropped, and why.

    Areas are values of the data: it is for the producer of the file alone.
    """
    levels = range(len(tree))
    return [row for level in levels for row in _rows(facts, tree[level], shown, clean, level)]


def _rows(
    facts: Gathered, nodes: Ints, shown: Shown, clean: Bools, level: int
) -> Iterator[dict[str, Any]]:
    cells, size = facts.cells, int(nodes.max()) + 1
    node = nodes[cells.area]

    def records(mask: Bools) -> Ints:
        return np.bincount(node[mask], cells.records[mask], size).astype(np.int64)

    everything = np.ones(len(cells), dtype=np.bool_)
    tested = shown.tested[level]
    people, why = cells.people(np.where(clean, node, -1), size), np.zeros(size, dtype=np.int64)
    people[tested.node], why[tested.node] = tested.people, tested.why
    one = np.zeros(size, dtype=np.int64)
    one[nodes] = np.arange(len(nodes))
    every = records(everything)
    cleaned = records(~clean) == every
    reasons = zip(cleaned.tolist(), why.tolist(), strict=True)
    columns: dict[str, list[Any]] = {
        "level": [facts.area.names[level]] * size,
        "area": facts.area.shown(one + 1, np.full(size, level)).to_list(),
        "facts": every.tolist(),
        "individuals": people.tolist(),
        "kept": records(shown.kept).tolist(),
        "shown": records(shown.level == level).tolist(),
        "lifted": records(shown.level > level).tolist(),
        "dropped": records(~shown.kept).tolist(),
        "why": [CLEANING if gone else REASONS[code] for gone, code in reasons],
        "came": _by_area(tested.node, tested.came, size),
        "made": _by_area(tested.node, tested.made, size),
    }
    for row in zip(*columns.values(), strict=True):
        yield dict(zip(columns, row, strict=True))


def _by_area(node: Ints, sizes: Sizes, size: int) -> list[list[int]]:
    """Return the sizes of classes of every area, empty where they are not told."""
    told = dict(zip(node.tolist(), sizes, strict=False))
    return [[int(own) for own in told.get(place, ())] for place in range(size)]


def areas_shown(names: tuple[str, ...], tree: Ints, area: Ints, shown: Shown) -> dict[str, int]:
    """Return how many areas are shown at each level."""
    return {
        name: len(np.unique(tree[level][area[shown.level == level]]))
        for level, name in enumerate(names)
    }
