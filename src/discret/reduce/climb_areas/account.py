"""What became of the facts of each area, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl

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
    table = pl.DataFrame(
        {
            "level": [facts.area.names[level]] * size,
            "area": facts.area.shown(one + 1, np.full(size, level)),
            "facts": records(everything),
            "individuals": people,
            "kept": records(shown.kept),
            "shown": records(shown.level == level),
            "lifted": records(shown.level > level),
            "dropped": records(~shown.kept),
            "why": [REASONS[code] for code in why.tolist()],
            "came": _by_area(tested.node, tested.came, size),
            "made": _by_area(tested.node, tested.made, size),
        }
    )
    cleaned = records(~clean) == table["facts"].to_numpy()
    reason = pl.when(pl.Series(cleaned)).then(pl.lit(CLEANING)).otherwise(pl.col("why"))
    return table.with_columns(reason.alias("why")).iter_rows(named=True)


def _by_area(node: Ints, sizes: Sizes, size: int) -> pl.Series:
    """Return the sizes of classes of every area, empty where they are not told."""
    told = dict(zip(node.tolist(), sizes, strict=False))
    return pl.Series([list(told.get(own, ())) for own in range(size)], dtype=pl.List(pl.Int64))


def areas_shown(names: tuple[str, ...], tree: Ints, area: Ints, shown: Shown) -> dict[str, int]:
    """Return how many areas are shown at each level."""
    return {
        name: len(np.unique(tree[level][area[shown.level == level]]))
        for level, name in enumerate(names)
    }
