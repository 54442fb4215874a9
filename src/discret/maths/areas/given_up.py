"""Facts given up for finer labels: few of them, where many others gain by it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from discret.maths.areas.cells import Asked, Cells, Ladders
from discret.maths.areas.cuts import refined
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.matching import group_ids

ROUNDS = 60  # one value of each area is split in each


@dataclass(frozen=True)
class Split:
    """Values that may be shown one level finer if what then fails is given up: a row for each.

    Parameters
    ----------
    area, key
        Where, and in which key.
    gain, lost
        What records gain that are kept, and how many records are given up.
    cells
        The value, as a number, of each cell.
    fails
        The cells that fail once it is split.
    lower
        The level of each cell then.
    """

    area: Ints = field(repr=False)
    gain: Floats = field(repr=False)
    lost: Ints = field(repr=False)
    cells: Ints = field(repr=False)
    fails: Bools = field(repr=False)
    lower: Ints = field(repr=False)


def sharpened(
    cells: Cells, areas: Ints, ladders: Ladders, asked: Asked, at: Ints, spare: Ints
) -> tuple[Ints, Bools]:
    """Split values as long as no area gives up more than it may spare; levels, and what is kept.

    Each split gains more than it loses: the sum over the records kept of the levels gained (a whole
    key counts 1) is larger than the number of records given up.
    """
    at, kept, spare = at.copy(), np.ones(len(cells), dtype=np.bool_), spare.copy()
    for _ in range(ROUNDS):
        part, place = cells.taken(kept), np.flatnonzero(kept)
        own, at_own = areas[place], at[place]
        every = range(len(ladders.nodes))
        splits = [_splits(part, own, ladders, asked, at_own, key) for key in every]
        chosen, lost = _chosen(part, own, splits, at_own, spare, asked)
        if not (chosen | lost).any():
            break
        spare -= np.bincount(own[lost], part.records[lost], len(spare)).astype(np.int64)
        at[place], kept[place[lost]] = at_own, False
        part, place = cells.taken(kept), np.flatnonzero(kept)
        at[place] = refined(part, areas[place], ladders, asked, at[place], every)
    return at, kept


def _splits(cells: Cells, areas: Ints, ladders: Ladders, asked: Asked, at: Ints, key: int) -> Split:
    code = cells.codes[:, key]
    lowest = ladders.lower[key][at[:, key], code]
    lower = np.maximum(lowest - 1, 0)
    trial = at.copy()
    trial[:, key] = lower
    of, size = cells.classes(areas, ladders.shown(cells.codes, trial))
    fails = cells.failing(of, size, asked)[of] & (lowest > 0)
    target, many = group_ids(np.column_stack([areas, ladders.nodes[key][at[:, key], code]]))
    steps = (lowest - ladders.lower[key][lower, code]) / max(len(ladders.nodes[key]) - 1, 1)
    gain = np.bincount(target, np.where(fails, 0.0, steps * cells.records), many)
    lost = np.bincount(target[fails], cells.records[fails], many).astype(np.int64)
    area = np.zeros(many, dtype=np.int64)
    area[target] = areas
    return Split(area, gain.astype(np.float64), lost, target, fails, lower)


def _chosen(
    cells: Cells, areas: Ints, splits: list[Split], at: Ints, spare: Ints, asked: Asked
) -> tuple[Bools, Bools]:
    """Make the best split of each area that can spare what it loses; what is split, and given up.

    `at` gets the new levels.
    """
    area, gain, lost = (np.concatenate([getattr(s, n) for s in splits] or [np.zeros(0)])
                        for n in ("area", "gain", "lost"))  # fmt: skip
    key = np.repeat(np.arange(len(splits)), [len(split.area) for split in splits])
    target = np.concatenate([np.arange(len(split.area)) for split in splits] or [key])
    area = area.astype(np.int64)
    able = np.flatnonzero((gain > lost) & (lost <= spare[area]))
    order = able[np.lexsort((-(gain[able] / (lost[able] + 1)), area[able]))]
    first = order[np.append(True, area[order][1:] != area[order][:-1])] if len(order) else order
    split, gone = np.zeros(len(cells), dtype=np.bool_), np.zeros(len(cells), dtype=np.bool_)
    moves = []
    for place, own in enumerate(splits):
        mine = np.isin(own.cells, target[first[key[first] == place]])
        split |= mine
        gone |= mine & own.fails
        moves.append((place, mine, own.lower))
    few = cells.people(np.where(gone, -1, areas), len(spare)) < asked.individuals
    refused = few[areas] & split
    spare[areas[refused]] = 0  # too few people would be left: nothing more is given up there
    for place, mine, lower in moves:
        at[mine & ~refused, place] = lower[mine & ~refused]
    return split & ~refused, gone & ~refused
