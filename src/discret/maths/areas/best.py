"""The search that keeps every fact that can be kept, and shows it as finely as can be."""

from __future__ import annotations

import numpy as np

from discret.maths.areas.cells import Asked, Cells, Ladders
from discret.maths.areas.cuts import finest
from discret.maths.areas.given_up import sharpened
from discret.maths.areas.lifting import Lifting
from discret.maths.areas.live import live
from discret.maths.areas.shown import COMBINATIONS, Shown, Tested
from discret.maths.arrays import Bools, Ints
from discret.maths.matching import group_ids


def found(
    cells: Cells, tree: Ints, ladders: Ladders, asked: Asked, *, together: bool = False
) -> Shown:
    """Keep what is live, lift no more than that takes, and make keys as fine as then holds.

    `tree` has the node of each area at each level (levels × areas). With `together`, the siblings
    of an area that is lifted are lifted with it.
    """
    kept = live(cells, tree[-1], ladders, asked)
    part = cells.taken(kept)
    lifting = Lifting(part, tree, ladders, asked)
    proven = lifting.split() if together else lifting.climb()
    level = np.full(len(cells), -1, dtype=np.int64)
    level[kept] = np.maximum(lifting.level, -1)
    lost = np.full(len(cells), -1, dtype=np.int64)
    lost[kept] = np.where(lifting.level < 0, lifting.lost, -1)
    at, placed = ladders.coarsest(cells.codes), level >= 0
    at[placed] = _labelled(cells, tree, ladders, asked, level, lost)
    rows = zip(tree, lifting.tested, strict=True)
    tested = tuple(_with_dead(own, row, cells, kept) for own, row in rows)
    return Shown(level, at, tested, exact=proven and asked.merges)


def _labelled(
    cells: Cells, tree: Ints, ladders: Ladders, asked: Asked, level: Ints, lost: Ints
) -> Ints:
    """Make keys as fine as holds; where some may be given up for it, their level becomes −1."""
    placed = np.flatnonzero(level >= 0)
    part = cells.taken(level >= 0)
    areas = shown_areas(tree, part, level[placed])
    at = finest(part, areas, ladders, asked)
    if asked.save < 1:
        spare = _spare(cells, tree, asked, _where(cells, tree, level, lost), level >= 0)
        at, kept = sharpened(part, areas, ladders, asked, at, spare)
        level[placed[~kept]] = -1
    return at


def _where(cells: Cells, tree: Ints, level: Ints, lost: Ints) -> Ints:
    """Return the level of the area where cells are shown, or would be had they not been given up.

    An area that gave facts up at a level may since have been lifted for the sake of others.
    """
    found = level.copy()
    for here, nodes in enumerate(tree):
        node = nodes[cells.area]
        waits = (found < 0) & (lost >= 0) & (lost <= here)
        found[waits & np.isin(node, node[level == here])] = here
    return found


def _spare(cells: Cells, tree: Ints, asked: Asked, level: Ints, placed: Bools) -> Ints:
    """Return how many records each area may still give up, of all that were to be shown in it.

    `level` is that of the area where cells are shown, or would be.
    """
    there = level >= 0
    part = cells.taken(there)
    every = shown_areas(tree, part, level[there])
    size, lost = int(every.max(initial=-1)) + 1, ~placed[there]
    gone = np.bincount(every[lost], part.records[lost], size)
    spare = asked.spared(np.bincount(every, part.records, size)) - gone
    own = every[~lost]
    return np.asarray(np.maximum(spare[np.unique(own)], 0), dtype=np.int64)


def shown_areas(tree: Ints, cells: Cells, level: Ints) -> Ints:
    """Give numbers to the areas that are shown, from 0, and return that of each cell."""
    return group_ids(np.column_stack([level, tree[level, cells.area]]))[0]


def _with_dead(nodes: Ints, tested: Tested, cells: Cells, kept: Bools) -> Tested:
    """Add the areas of which nothing can be kept."""
    node = nodes[cells.area]
    dead = np.setdiff1d(node, node[kept])
    people = cells.people(node, int(nodes.max()) + 1)[dead]
    none, why = np.zeros(len(dead), np.int64), np.full(len(dead), COMBINATIONS)
    return Tested(
        np.concatenate([tested.node, dead]),
        np.concatenate([tested.people, people]),
        np.concatenate([tested.smallest, none]),
        np.concatenate([tested.why, why]),
    )
