"""The search of the paper: level by level, an area that cannot be made safe is lifted."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from discret.maths.areas.cells import Asked, Cells, Ladders
from discret.maths.areas.cuts import MANY
from discret.maths.areas.moves import generalised
from discret.maths.areas.shown import COMBINATIONS, INDIVIDUALS, SHARE, Shown, Sizes, Tested
from discret.maths.arrays import Bools, Ints

FEW = 12  # classes of an area whose sizes are told one by one


def climbed(
    cells: Cells, tree: Ints, ladders: Ladders, asked: Asked, *, together: bool = False
) -> Shown:
    """Climb from the finest areas; facts of areas that fail are tested again one level above.

    `tree` has the node of each area at each level (levels × areas). With `together`, the siblings
    of an area that fails are lifted with it, and all that was shown below them.

    Croce et al., algorithm 1. As it is written, the facts of the first area that fails would
    be tested alone at the level above: areas of one level are tested first, then all that failed.
    """
    level = np.full(len(cells), -1, dtype=np.int64)
    at = ladders.finest(cells.codes)
    tested = []
    for here in range(len(tree)):
        waiting = level < 0
        holds, own, found = _tested(cells.taken(waiting), tree[here], ladders, asked)
        places = np.flatnonzero(waiting)
        level[places[holds]], at[places] = here, own
        tested.append(found)
        if together and here + 1 < len(tree):
            _lift_siblings(level, tree[here + 1][cells.area])
    return Shown(level, at, tuple(tested), exact=False)


def _tested(
    cells: Cells, nodes: Ints, ladders: Ladders, asked: Asked
) -> tuple[Bools, Ints, Tested]:
    """Test the areas of a level: which cells are shown there, and how fine their keys are."""
    node, areas = np.unique(nodes[cells.area], return_inverse=True)
    people = cells.people(areas, len(node))
    enough = people >= asked.individuals
    at = ladders.coarsest(cells.codes)
    large = enough[areas]
    holds = np.zeros(len(node), dtype=np.bool_)
    known, at[large] = generalised(cells.taken(large), areas[large], ladders, asked)
    holds[: len(known)] = known
    holds &= enough
    of, size = cells.classes(areas, ladders.shown(cells.codes, at))
    smallest = np.full(len(node), np.iinfo(np.int64).max)
    np.minimum.at(smallest, areas, cells.counted(of, size, asked)[of])
    why = np.where(smallest < asked.k, COMBINATIONS, SHARE)
    why = np.where(holds, 0, np.where(enough, why, INDIVIDUALS))
    tried = np.where(large, areas, -1)
    sizes = [
        class_sizes(cells, tried, ladders.shown(cells.codes, level), asked, len(node))
        for level in (ladders.finest(cells.codes), at)
    ]
    return holds[areas], at, Tested(node, people, smallest, why, *sizes)


def class_sizes(cells: Cells, areas: Ints, shown: Ints, asked: Asked, size: int) -> Sizes:
    """Return how many are in the classes of each area, the smallest first, where these are few.

    Areas of −1 are left out.
    """
    if len(cells.cell) > MANY:
        return [()] * size
    of, many = cells.classes(areas, shown)
    count, area = cells.counted(of, many, asked), np.empty(many, dtype=np.int64)
    area[of] = areas
    order = np.lexsort((count, area))
    ends = np.searchsorted(area[order], np.arange(size + 1)).tolist()
    rows = (count[order[first:last]].tolist() for first, last in pairwise(ends))
    return [row if len(row) <= FEW else () for row in rows]


def _lift_siblings(level: Ints, parent: Ints) -> None:
    """Lift what is shown below a parent one of whose children failed."""
    level[np.isin(parent, parent[level < 0])] = -1
