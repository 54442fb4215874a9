"""Merge cells until no small group can be deduced: step by step, the closest cells first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.zonings.graph import components
from discret.maths.zonings.grids import NATURAL
from discret.maths.zonings.separating_sets import Sets, Side

FAR = 2**62
Keys = Callable[[Ints, Ints], list[Ints]]  # of some cells and others, the last counts first


@dataclass(frozen=True)
class Merged:
    """Which cells are merged, and what stays at risk.

    Parameters
    ----------
    cells
        For each cell the number of the merged one that it is in, counted from 0.
    rounds
        How often the cuts were searched.
    size
        For each intersection the smallest group that can still be deduced, or the threshold.
    unprotected
        Whether it is below the threshold: merging cells cannot change that.
    below
        For each merged cell whether it is still below the threshold by itself.
    """

    cells: Ints = field(repr=False)
    rounds: int
    size: Ints = field(repr=False)
    unprotected: Bools = field(repr=False)
    below: Bools = field(repr=False)

    @property
    def lost(self) -> int:
        """How many fewer cells there are."""
        return len(self.cells) - len(self.below)


def merge(
    zone: Ints,
    cell: Ints,
    count: Ints,
    threshold: int,
    squares: Ints | None = None,
    coarser: Ints | None = None,
) -> Merged:
    """Merge cells until none is below the threshold and no group below it can be deduced.

    Parameters
    ----------
    zone, cell, count
        The crossed table: one row for each intersection that has observations; zones and cells
        are whole numbers from 0.
    threshold
        Groups of fewer observations must not be known.
    squares
        For each cell its lower corner (east, north) and its side, where cells are squares.
    coarser
        Cells × coarser levels of a nested grid, from the coarsest: the cell that holds each. Of
        those that serve, cells in one coarser cell are then merged first.

    Notes
    -----
    A set S of zones that gives away :math:`f(S) < T` observations gives away :math:`f(S) + N_b`
    once a cell b inside it is merged with one that reaches out of it: the threshold is met, as no
    cell is below it any more. Coarser cells tell less, so that no step undoes another. Of the
    pairs that serve, the closest is taken: the two squares in the smallest square of the natural
    grid, siblings first; otherwise the cells that have the most zones in common, and the fewest
    observations. Each merger costs one figure, where withholding costs two. It is greedy: fewer
    mergers may do.

    As with `withhold`, the border of zones that are below the threshold by themselves stays as it
    is.

    Examples
    --------
    >>> zone, cell = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 2])
    >>> found = merge(zone, cell, np.array([20, 2, 15, 30]), 11)
    >>> found.cells.tolist(), found.lost
    ([0, 0, 1], 1)
    """
    classes, rounds = np.arange(int(cell.max(initial=-1)) + 1), 0
    while True:
        sets = Sets.of(zone, classes[cell], count, threshold)
        keys = _keys(sets, classes, squares, coarser)
        pairs = pairs_of_small_cells(sets, keys)
        if not pairs:
            groups = sets.deduced(np.zeros(len(sets.total), dtype=np.bool_))
            pairs = pairs_of_sides(sets, sets.sides(groups), keys)
        if not pairs:
            return Merged(classes, rounds, groups.size, groups.at_risk, sets.total < threshold)
        classes, rounds = _joined(classes, pairs), rounds + 1


def ancestors(one: Ints, other: Ints) -> Ints:
    """Return the side of the smallest square of the natural grid around boxes of two lists.

    A box has its lower and its upper corner: (east, north, east, north). Those that no square of
    the grid holds are far away. The result has a row for each of the first, a column for each of
    the second.

    Examples
    --------
    >>> box = np.array([[0, 0, 200, 200], [800, 800, 1000, 1000], [1000, 0, 1200, 200]])
    >>> ancestors(box[:1], box)[0].tolist()
    [200, 1000, 2000]
    """
    low = np.minimum(one[:, None, :2], other[None, :, :2])
    high = np.maximum(one[:, None, 2:], other[None, :, 2:]) - 1
    found = np.full(low.shape[:2], FAR, dtype=np.int64)
    for side in NATURAL:
        found[(low // side == high // side).all(axis=2)] = side
    return found


def _boxes(classes: Ints, squares: Ints) -> Ints:
    """Return the box around each merged cell."""
    size = int(classes.max(initial=-1)) + 1
    boxes = np.full((size, 4), FAR, dtype=np.int64)
    boxes[:, 2:] = -FAR
    for place in (0, 1):
        np.minimum.at(boxes[:, place], classes, squares[:, place])
        np.maximum.at(boxes[:, place + 2], classes, squares[:, place] + squares[:, 2])
    return boxes


def _keys(sets: Sets, classes: Ints, squares: Ints | None, coarser: Ints | None) -> Keys:
    """Return how close cells are: by the grids that hold them, then by their zones."""
    boxes = None if squares is None else _boxes(classes, squares)
    above = None if coarser is None else merged_levels(classes, coarser)[_firsts(classes)]

    def keys(some: Ints, others: Ints) -> list[Ints]:
        weight = np.broadcast_to(sets.total[others], (len(some), len(others)))
        if boxes is None:
            found = [weight, -_zones_in_common(sets, some, others)]
        else:
            middle = boxes[:, :2] + boxes[:, 2:]
            apart = ((middle[some, None] - middle[None, others]) ** 2).sum(axis=2)
            found = [weight, apart, ancestors(boxes[some], boxes[others])]
        if above is not None:
            found.append((above[some][:, None] != above[others][None]).sum(axis=2))
        return found

    return keys


def merged_levels(classes: Ints, coarser: Ints) -> Ints:
    """Return the coarser cells that finest cells are in once some of these are merged.

    A coarser cell holds whole finer ones: where finer cells of several are merged, so are these.

    Parameters
    ----------
    classes
        For each finest cell the number of the merged one that it is in.
    coarser
        Finest cells × coarser levels, from the coarsest.

    Examples
    --------
    The second and third cells are merged, and so are the squares that they are in.

    >>> merged_levels(np.array([0, 1, 1, 2]), np.array([[0, 0], [0, 0], [0, 1], [1, 2]])).tolist()
    [[0, 0], [0, 0], [0, 0], [1, 1]]
    """
    found, inside = np.empty_like(coarser), classes
    for level in reversed(range(coarser.shape[1])):
        number = int(inside.max(initial=-1)) + 1
        inside = components(inside, coarser[:, level], number)[inside] if number else inside
        found[:, level] = inside
    return found


def _firsts(classes: Ints) -> Ints:
    return np.unique(classes, return_index=True)[1]


def _closest(keys: Keys, some: Ints, others: Ints) -> tuple[int, int]:
    """Return the pair of one of some cells and one of others that is best to merge."""
    first = int(np.lexsort([key.ravel() for key in keys(some, others)])[0])
    return int(some[first // len(others)]), int(others[first % len(others)])


def _zones_in_common(sets: Sets, some: Ints, others: Ints) -> Ints:
    rows = sets.rows_of_cells(some)
    zones = np.unique(sets.zone[rows])
    has = [np.zeros((len(cells), len(zones)), dtype=np.int64) for cells in (some, others)]
    for cells, table in zip((some, others), has, strict=True):
        own = sets.rows_of_cells(cells)
        own = own[np.isin(sets.zone[own], zones)]
        order = np.argsort(cells)
        place = order[np.searchsorted(cells, sets.cell[own], sorter=order)]
        table[place, np.searchsorted(zones, sets.zone[own])] = 1
    return np.asarray(has[0] @ has[1].T)


def pairs_of_small_cells(sets: Sets, keys: Keys) -> list[tuple[int, int]]:
    """Return pairs to merge so that cells below the threshold are no more."""
    used = np.zeros(len(sets.total), dtype=np.bool_)
    small = np.flatnonzero(sets.total < sets.threshold)
    pairs = []
    for cell in small[np.argsort(sets.total[small], kind="stable")]:
        zones = np.unique(sets.zone[sets.rows_of_cells(np.array([cell]))])
        near = np.unique(sets.cell[sets.rows_of_zones(zones)])
        near = near[near != cell]
        if not len(near):
            near = np.delete(np.arange(len(sets.total)), cell)
        if used[cell] or not len(near):
            continue
        _, other = _closest(keys, np.array([cell]), near)
        if not used[other]:
            used[[cell, other]] = True
            pairs.append((int(cell), other))
    return pairs


def pairs_of_sides(sets: Sets, sides: list[Side], keys: Keys) -> list[tuple[int, int]]:
    """Return pairs to merge, for sets of zones that have no cell in common."""
    used = np.zeros(len(sets.total), dtype=np.bool_)
    pairs = []
    for side in sorted(sides, key=lambda one: int(sets.count[one.group].sum())):
        partners = _beyond(sets, side) if side.external else side.inside
        if used[side.reaching].any() or used[partners].any() or not len(partners):
            continue
        pair = _closest(keys, side.reaching, partners)
        used[list(pair)] = True
        pairs.append(pair)
    return pairs


def _beyond(sets: Sets, side: Side) -> Ints:
    """Return cells that have none of the zones: near the border, or any of the component."""
    touched = np.concatenate([side.inside, side.reaching])
    near = np.unique(sets.cell[sets.rows_of_zones(np.unique(sets.zone[side.group]))])
    found = np.setdiff1d(near, touched)
    if len(found):
        return found
    return np.setdiff1d(np.flatnonzero(sets.component[1] == side.component), touched)


def _joined(classes: Ints, pairs: list[tuple[int, int]]) -> Ints:
    onto = np.arange(int(classes.max()) + 1)
    for one, other in pairs:
        onto[max(one, other)] = min(one, other)
    return np.unique(onto[classes], return_inverse=True)[1].ravel().astype(np.int64)
