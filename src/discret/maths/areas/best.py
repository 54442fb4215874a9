"""The search that keeps every fact that can be kept, and shows it as finely as can be."""

from __future__ import annotations

import numpy as np

from discret.maths.areas.cells import Asked, Cells, Ladders
from discret.maths.areas.cuts import finest
from discret.maths.areas.lifting import Lifting
from discret.maths.areas.live import live
from discret.maths.areas.shown import COMBINATIONS, Shown, Tested
from discret.maths.arrays import Bools, Ints
from discret.maths.matching import group_ids


def found(cells: Cells, tree: Ints, ladders: Ladders, asked: Asked) -> Shown:
    """Keep what is live, lift no more than that takes, and make keys as fine as then holds.

    `tree` has the node of each area at each level (levels × areas).
    """
    kept = live(cells, tree[-1], ladders, asked)
    part = cells.taken(kept)
    lifting = Lifting(part, tree, ladders, asked)
    proven = lifting.climb()
    level = np.full(len(cells), -1, dtype=np.int64)
    level[kept] = lifting.level
    at = ladders.coarsest(cells.codes)
    at[kept] = finest(part, shown_areas(tree, part, lifting.level), ladders, asked)
    tested = [
        _with_dead(own, row, cells, kept) for own, row in zip(tree, lifting.tested, strict=True)
    ]
    return Shown(level, at, tuple(tested), exact=proven and asked.merges)


def shown_areas(tree: Ints, cells: Cells, level: Ints) -> Ints:
    """Give numbers to the areas that are shown, from 0, and return that of each cell."""
    return group_ids(np.column_stack([level, tree[level, cells.area]]))[0]


def _with_dead(nodes: Ints, tested: Tested, cells: Cells, kept: Bools) -> Tested:
    """Add the areas of which nothing can be kept."""
    node = nodes[cells.area]
    dead = np.setdiff1d(node, node[kept])
    people = cells.people(node, int(nodes.max()) + 1)[dead]
    none, why = np.zeros(len(dead), np.int64), np.full(len(dead), COMBINATIONS)
    columns = (dead, people, none, why)
    own = (tested.node, tested.people, tested.smallest, tested.why)
    return Tested(*(np.concatenate(pair) for pair in zip(own, columns, strict=True)))
