"""Merge squares until no small group can be deduced: step by step, the closest squares first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.zonings.graph import components
from discret.maths.zonings.grids import NATURAL
from discret.maths.zonings.separating_sets import Sets, Side

FAR = 2**62
Keys = Callable[[Ints, Ints], list[Ints]]  # of some squares and others, the last counts first


@dataclass(frozen=True)
class Merged:
    """Which squares are merged, and what stays at risk.

    Parameters
    ----------
    squares
        For each square the number of the merged one that it is in, counted from 0.
    rounds
        How often the cuts were searched.
    size
        For each intersection the smallest group that can still be deduced, or the threshold.
    unprotected
        Whether it is below the threshold: merging squares cannot change that.
    below
        For each merged square whether it is still below the threshold by itself.
    """

    squares: Ints = field(repr=False)
    rounds: int
    size: Ints = field(repr=False)
    unprotected: Bools = field(repr=False)
    below: Bools = field(repr=False)

    @property
    def lost(self) -> int:
        """How many fewer squares there are."""
        return len(self.squares) - len(self.below)


def merge(
    zone: Ints,
    square: Ints,
    count: Ints,
    threshold: int,
    corners: Ints | None = None,
    coarser: Ints | None = None,
) -> Merged:
    """Merge squares until none is below the threshold and no group below it can be deduced.

    Parameters
    ----------
    zone, square, count
        The crossed table: one row for each intersection that has observations; zones and squares
        are whole numbers from 0.
    threshold
        Groups of fewer observations must not be known.
    corners
        For each square its lower corner (east, north) and its side, where they are of a grid.
    coarser
        Squares × coarser levels of a nested grid, from the coarsest: the square that holds each. Of
        those that serve, squares in one coarser square are then merged first.

    Notes
    -----
    A set S of zones that gives away :math:`f(S) < T` observations gives away :math:`f(S) + N_b`
    once a square b inside it is merged with one that reaches out of it: the threshold is met, as no
    square is below it any more. Coarser squares tell less, so that no step undoes another. Of the
    pairs that serve, the closest is taken: the two squares in the smallest square of the natural
    grid, siblings first; otherwise the squares that have the most zones in common, and the fewest
    observations. Each merger costs one figure, where withholding costs two. It is greedy: fewer
    mergers may do.

    As with `withhold`, the border of zones that are below the threshold by themselves stays as it
    is.

    Examples
    --------
    >>> zone, square = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 2])
    >>> found = merge(zone, square, np.array([20, 2, 15, 30]), 11)
    >>> found.squares.tolist(), found.lost
    ([0, 0, 1], 1)
    """
    classes, rounds = np.arange(int(square.max(initial=-1)) + 1), 0
    while True:
        sets = Sets.of(zone, classes[square], count, threshold)
        keys = _keys(sets, classes, corners, coarser)
        pairs = pairs_of_small_squares(sets, keys)
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


def _boxes(classes: Ints, corners: Ints) -> Ints:
    """Return the box around each merged square."""
    size = int(classes.max(initial=-1)) + 1
    boxes = np.full((size, 4), FAR, dtype=np.int64)
    boxes[:, 2:] = -FAR
    for place in (0, 1):
        np.minimum.at(boxes[:, place], classes, corners[:, place])
        np.maximum.at(boxes[:, place + 2], classes, corners[:, place] + corners[:, 2])
    return boxes


def _keys(sets: Sets, classes: Ints, corners: Ints | None, coarser: Ints | None) -> Keys:
    """Return how close squares are: by the grids that hold them, then by their zones."""
    boxes = None if corners is None else _boxes(classes, corners)
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
    """Return the coarser squares that finest squares are in once some of these are merged.

    A coarser square holds whole finer ones: where finer squares of several are merged, so are
    these.

    Parameters
    ----------
    classes
        For each finest square the number of the merged one that it is in.
    coarser
        Finest squares × coarser levels, from the coarsest.

    Examples
    --------
    The second and third squares are merged, and so are the squares that they are in.

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
    """Return the pair of one of some squares and one of others that is best to merge."""
    first = int(np.lexsort([key.ravel() for key in keys(some, others)])[0])
    return int(some[first // len(others)]), int(others[first % len(others)])


def _zones_in_common(sets: Sets, some: Ints, others: Ints) -> Ints:
    rows = sets.rows_of_squares(some)
    zones = np.unique(sets.zone[rows])
    has = [np.zeros((len(squares), len(zones)), dtype=np.int64) for squares in (some, others)]
    for squares, table in zip((some, others), has, strict=True):
        own = sets.rows_of_squares(squares)
        own = own[np.isin(sets.zone[own], zones)]
        order = np.argsort(squares)
        place = order[np.searchsorted(squares, sets.square[own], sorter=order)]
        table[place, np.searchsorted(zones, sets.zone[own])] = 1
    return np.asarray(has[0] @ has[1].T)


def pairs_of_small_squares(sets: Sets, keys: Keys) -> list[tuple[int, int]]:
    """Return pairs to merge so that squares below the threshold are no more."""
    used = np.zeros(len(sets.total), dtype=np.bool_)
    small = np.flatnonzero(sets.total < sets.threshold)
    pairs = []
    for square in small[np.argsort(sets.total[small], kind="stable")]:
        zones = np.unique(sets.zone[sets.rows_of_squares(np.array([square]))])
        near = np.unique(sets.square[sets.rows_of_zones(zones)])
        near = near[near != square]
        if not len(near):
            near = np.delete(np.arange(len(sets.total)), square)
        if used[square] or not len(near):
            continue
        _, other = _closest(keys, np.array([square]), near)
        if not used[other]:
            used[[square, other]] = True
            pairs.append((int(square), other))
    return pairs


def pairs_of_sides(sets: Sets, sides: list[Side], keys: Keys) -> list[tuple[int, int]]:
    """Return pairs to merge, for sets of zones that have no square in common."""
    used = np.zeros(len(sets.total), dtype=np.bool_)
    pairs = []
    for side in sorted(sides, key=lambda side: int(sets.count[side.group].sum())):
        partners = _beyond(sets, side) if side.external else side.inside
        if used[side.reaching].any() or used[partners].any() or not len(partners):
            continue
        pair = _closest(keys, side.reaching, partners)
        used[list(pair)] = True
        pairs.append(pair)
    return pairs


def _beyond(sets: Sets, side: Side) -> Ints:
    """Return squares that have none of the zones: near the border, or any of the component."""
    touched = np.concatenate([side.inside, side.reaching])
    near = np.unique(sets.square[sets.rows_of_zones(np.unique(sets.zone[side.group]))])
    found = np.setdiff1d(near, touched)
    if len(found):
        return found
    return np.setdiff1d(np.flatnonzero(sets.component[1] == side.component), touched)


def _joined(classes: Ints, pairs: list[tuple[int, int]]) -> Ints:
    onto = np.arange(int(classes.max()) + 1)
    for one, other in pairs:
        onto[max(one, other)] = min(one, other)
    return np.unique(onto[classes], return_inverse=True)[1].ravel().astype(np.int64)
