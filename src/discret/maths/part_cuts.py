"""Parts of a table: what they cover in each key, and the pieces that a cut makes of them.

Rows have a rank in each key, so ordered that the values under one label of a tree stand side by
side: whatever a part holds, the lowest label that covers it is that of its first and last rank.
Kernels are compiled on first use.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
RANGE = 1  # the level of a free key at which any range of values has a label


class Space(NamedTuple):
    """What is parted; nothing in it changes.

    Parameters
    ----------
    rank
        Rows × keys: the rank of each value; −1 where it is missing and goes with the others.
    records
        Number of records of each row.
    codes
        Keys × levels × ranks: the label at each level, as a number.
    cost
        Keys × levels × ranks: the share of the values that the label covers.
    position
        Keys × ranks: where values lie between the first, 0, and the last, 1.
    free
        Keys that may be cut anywhere, rather than by the labels of a tree: their level 1 covers
        any range, and costs what it spans.
    """

    rank: Ints
    records: Ints
    codes: Ints
    cost: Floats
    position: Floats
    free: Bools


class Hulls(NamedTuple):
    """What parts cover, parts × keys: first and last rank (−1: none), level and cost."""

    low: Ints
    high: Ints
    level: Ints
    cost: Floats


def hulls(space: Space, of: Ints, parts: int) -> Hulls:
    """Return what each part covers; the level is one past the last where no label covers it.

    Examples
    --------
    Three people whose ages are 20, 40 and 60, the last in a part of their own.

    >>> codes, cost = np.array([[[0, 1, 2], [0, 0, 0]]]), np.zeros((1, 2, 3))
    >>> rank, place = np.array([[0], [1], [2]]), np.array([[0, 0.5, 1]])
    >>> ages = Space(rank, np.ones(3, dtype=np.int64), codes, cost, place, np.array([True]))
    >>> found = hulls(ages, np.array([0, 0, 1]), 2)
    >>> found.low.tolist(), found.high.tolist(), found.cost.tolist()
    ([[0], [2]], [[1], [2]], [[0.5], [0.0]])
    """
    low, high = _bounds(space.rank, of, parts)
    level, cost = np.zeros_like(low), np.zeros(low.shape)
    for key in range(low.shape[1]):
        one, other = np.maximum(low[:, key], 0), np.maximum(high[:, key], 0)
        same = space.codes[key][:, one] == space.codes[key][:, other]
        found = np.where(same.any(axis=0), same.argmax(axis=0), len(same))
        held = space.cost[key][np.minimum(found, len(same) - 1), other]
        ranged = space.free[key] & (found == RANGE)
        width = space.position[key][other] - space.position[key][one]
        level[:, key], cost[:, key] = found, np.where(ranged, width, held)
    return Hulls(low, high, level, cost)


@numba.njit(cache=True)
def _bounds(rank: Ints, of: Ints, parts: int) -> tuple[Ints, Ints]:
    rows, keys = rank.shape
    low = np.full((parts, keys), -1, dtype=np.int64)
    high = np.full((parts, keys), -1, dtype=np.int64)
    for row in range(rows):
        part = of[row]
        for key in range(keys):
            value = rank[row, key]
            if value < 0:
                continue
            if low[part, key] < 0 or value < low[part, key]:
                low[part, key] = value
            high[part, key] = max(high[part, key], value)
    return low, high


@numba.njit(cache=True)
def listed(of: Ints, parts: int) -> tuple[Ints, Ints]:
    """Return the rows part by part, and where each part starts."""
    starts = np.zeros(parts + 1, dtype=np.int64)
    for part in of:
        starts[part + 1] += 1
    for part in range(parts):
        starts[part + 1] += starts[part]
    order, ends = np.empty(len(of), dtype=np.int64), starts[:-1].copy()
    for row in range(len(of)):
        order[ends[of[row]]] = row
        ends[of[row]] += 1
    return order, starts


@numba.njit(cache=True)
def cut(
    space: Space, order: Ints, starts: Ints, dims: Ints, level: Ints, relaxed: bool,
    piece: Ints, pieces: Ints,
) -> None:  # fmt: skip
    """Write the piece of each row of the parts that have a key in `dims`.

    Rows whose value is missing go with the largest piece, or the first of the largest.
    """
    number = np.full(space.codes.max() + 1, -1, dtype=np.int64)
    size = np.zeros(max(len(number), space.codes.shape[2], 2), dtype=np.int64)
    for part in range(len(dims)):
        if dims[part] < 0:
            continue
        key, rows = dims[part], order[starts[part] : starts[part + 1]]
        if space.free[key] and level[part] == RANGE:
            pieces[part] = _halves(space, rows, key, relaxed, piece, size)
        else:
            below = space.codes[key, level[part] - 1]
            pieces[part] = _branches(space, rows, key, below, piece, number, size)
        largest = np.argmax(size[: pieces[part]])
        for row in rows:
            if space.rank[row, key] < 0:
                piece[row] = largest


@numba.njit(cache=True)
def _branches(
    space: Space, rows: Ints, key: int, below: Ints, piece: Ints, number: Ints, size: Ints
) -> int:
    """Give numbers to the labels one level below, as they are met."""
    found = 0
    for row in rows:
        rank = space.rank[row, key]
        if rank < 0:
            continue
        if number[below[rank]] < 0:
            number[below[rank]] = found
            size[found] = 0
            found += 1
        piece[row] = number[below[rank]]
        size[piece[row]] += space.records[row]
    for row in rows:
        if space.rank[row, key] >= 0:
            number[below[space.rank[row, key]]] = -1
    return found


@numba.njit(cache=True)
def _halves(space: Space, rows: Ints, key: int, relaxed: bool, piece: Ints, size: Ints) -> int:
    """Cut where the sides are most equal: between two values or, relaxed, between two records."""
    known = rows[space.rank[rows, key] >= 0]
    count = len(known)
    ranks = space.rank[known, key]
    known = known[np.argsort(ranks * count + np.arange(count))]
    total = space.records[known].sum()
    best, middle, done = total + 1, 0, 0
    for place in range(1, count):
        done += space.records[known[place - 1]]
        new = space.rank[known[place], key] > space.rank[known[place - 1], key]
        if (relaxed or new) and abs(2 * done - total) < best:
            best, middle = abs(2 * done - total), place
            size[0], size[1] = done, total - done
    for place in range(count):
        piece[known[place]] = 0 if place < middle else 1
    return 2


@numba.njit(cache=True)
def mend(
    failed: Bools, order: Ints, starts: Ints, ids: Ints, bad: Bools, sizes: Ints,
    piece: Ints, pieces: Ints, gone: Bools,
) -> None:  # fmt: skip
    """Put the pieces that fail together, with the smallest other where only one fails.

    Marks in `gone` the parts of which one piece would be left.
    """
    new = np.zeros(pieces.max() + 1, dtype=np.int64)
    own = np.zeros(len(new), dtype=np.int64)  # which of all pieces each of the part's is
    for part in np.flatnonzero(failed):
        rows = order[starts[part] : starts[part + 1]]
        for row in rows:
            own[piece[row]] = ids[row]
        fails, smallest = 0, -1
        for one in range(pieces[part]):
            if bad[own[one]]:
                fails += 1
            elif smallest < 0 or sizes[own[one]] < sizes[own[smallest]]:
                smallest = one
        left = 0
        for one in range(pieces[part]):
            if bad[own[one]] or (fails == 1 and one == smallest):
                new[one] = 0
            else:
                left += 1
                new[one] = left
        gone[part] = left == 0
        pieces[part] = left + 1
        for row in rows:
            piece[row] = new[piece[row]]
