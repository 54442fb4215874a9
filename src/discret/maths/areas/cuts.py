"""Keys made finer within areas, as long as every class holds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from discret.maths.areas.cells import Asked, Cells, Ladders
from discret.maths.areas.moves import generalised
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.matching import group_ids

MANY = 300_000  # rows beyond which keys are not made coarser from below too, one value at a time


def finest(cells: Cells, areas: Ints, ladders: Ladders, asked: Asked) -> Ints:
    """Return the level of each key of each cell: as fine as was found, and every class holds.

    With every key at its coarsest all classes hold, as it must be. From there keys are made finer,
    the one that gains most first, and also each of them as far as it goes before the others; and,
    where there are few rows, from what making values coarser one by one leaves. For each area the
    best of these counts.
    """
    top = ladders.coarsest(cells.codes)
    every = range(len(ladders.nodes))
    starts = [top, *(refined(cells, areas, ladders, asked, top, [key]) for key in every)]
    if len(cells.cell) <= MANY:
        holds, at = generalised(cells, areas, ladders, asked)
        starts.append(np.where(holds[areas][:, None], at, top))
    found = [refined(cells, areas, ladders, asked, start, every) for start in starts]
    return best_of(cells, areas, ladders, found)


def best_of(cells: Cells, areas: Ints, ladders: Ladders, found: Sequence[Ints]) -> Ints:
    """Return, for each area, the levels that lose least."""
    size = int(areas.max(initial=-1)) + 1
    lost = [
        np.bincount(areas, ladders.heights(cells.codes, at) * cells.records, size) for at in found
    ]
    which = np.argmin(np.round(lost, 9), axis=0)[areas]
    return np.asarray(np.stack(found)[which, np.arange(len(areas))])


def refined(
    cells: Cells, areas: Ints, ladders: Ladders, asked: Asked, start: Ints, keys: Sequence[int]
) -> Ints:
    """Make some keys finer from where they start, until nothing can be.

    Values of one key that are split are in different classes: whether one of them can be does not
    hang on the others, so all that can be are, in the key of each area that gains most by it.
    """
    at, size = start.copy(), int(areas.max(initial=-1)) + 1
    while keys:
        each = [_splits(cells, areas, ladders, asked, at, key) for key in keys]
        gains = np.stack([np.bincount(areas, gain, size) for _, gain in each])
        which, most = np.argmax(gains, axis=0), gains.max(axis=0)
        if not (most > 0).any():
            return at
        for place, (key, (lower, gain)) in enumerate(zip(keys, each, strict=True)):
            split = (gain > 0) & (which == place)[areas]
            at[split, key] = lower[split]
    return at


def _splits(
    cells: Cells, areas: Ints, ladders: Ladders, asked: Asked, at: Ints, key: int
) -> tuple[Ints, Floats]:
    """Return the next finer level of a key, and what each cell gains where it can be shown."""
    code = cells.codes[:, key]
    lowest = ladders.lower[key][at[:, key], code]
    lower = np.maximum(lowest - 1, 0)
    if not (lowest > 0).any():
        return lower, np.zeros(len(cells))
    trial = at.copy()
    trial[:, key] = lower
    of, size = cells.classes(areas, ladders.shown(cells.codes, trial))
    bad = cells.failing(of, size, asked)[of]
    nodes = ladders.nodes[key][at[:, key], code]
    target, many = group_ids(np.column_stack([areas, nodes]))
    refused = np.zeros(many, dtype=np.bool_)
    refused[target[bad]] = True
    steps = lowest - ladders.lower[key][lower, code]
    gain = steps * cells.records / max(len(ladders.nodes[key]) - 1, 1)
    return lower, np.where(refused[target], 0.0, gain)


def holding(cells: Cells, areas: Ints, shown: Ints, asked: Asked) -> tuple[Bools, Ints, Ints]:
    """Return, for areas from 0 on: whether they hold, their people, and their smallest class."""
    size = int(areas.max(initial=-1)) + 1
    of, many = cells.classes(areas, shown)
    bad = cells.failing(of, many, asked)
    people = cells.people(areas, size)
    holds = people >= asked.individuals
    holds[areas[bad[of]]] = False
    smallest = np.full(size, np.iinfo(np.int64).max)
    np.minimum.at(smallest, areas, cells.counted(of, many, asked)[of])
    return holds, people, smallest
