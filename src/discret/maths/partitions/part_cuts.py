"""Parts of a table: what they cover in each key, and the pieces that a cut makes of them.

Rows have a rank in each key, so ordered that the values under one label of a tree stand side by
side: whatever a part holds, the lowest label that covers it is that of its first and last rank.
Kernels are compiled on first use.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.kernels import Number, inner, kernel

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


class _Rows(NamedTuple):
    """Of what is parted, what a cut looks at: ranks, records and labels."""

    rank: Ints
    records: Ints
    codes: Ints


class _Parts(NamedTuple):
    """The rows part by part, and where each part starts."""

    order: Ints
    starts: Ints


class _Found(NamedTuple):
    """The pieces of a part as they are met: the number of each label, the size of each piece."""

    number: Ints
    size: Ints


class _Merged(NamedTuple):
    """Of the pieces of a part, the number that each gets, and which of all pieces each is."""

    new: Ints
    own: Ints


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
    low = np.full((parts, space.rank.shape[1]), -1, dtype=np.int64)
    high = low.copy()
    _bounds(space.rank, of, low, high)
    level, cost = np.zeros_like(low), np.zeros(low.shape)
    for key in range(low.shape[1]):
        first, last = np.maximum(low[:, key], 0), np.maximum(high[:, key], 0)
        same = space.codes[key][:, first] == space.codes[key][:, last]
        lowest = np.where(same.any(axis=0), same.argmax(axis=0), len(same))
        held = space.cost[key][np.minimum(lowest, len(same) - 1), last]
        ranged = space.free[key] & (lowest == RANGE)
        width = space.position[key][last] - space.position[key][first]
        level[:, key], cost[:, key] = lowest, np.where(ranged, width, held)
    return Hulls(low, high, level, cost)


def listed(of: Ints, parts: int) -> tuple[Ints, Ints]:
    """Return the rows part by part, and where each part starts.

    Examples
    --------
    >>> order, starts = listed(np.array([1, 0, 1]), 2)
    >>> order.tolist(), starts.tolist()
    ([1, 0, 2], [0, 1, 3])
    """
    starts = np.concatenate([[0], np.cumsum(np.bincount(of, minlength=parts))])
    order = np.empty(len(of), dtype=np.int64)
    _list(of, starts[:-1].copy(), order)
    return order, starts


def cut(
    space: Space, of: Ints, dims: Ints, level: Ints, relaxed: bool, piece: Ints, pieces: Ints
) -> None:
    """Write the piece of each row of the parts that have a key in `dims`.

    Rows whose value is missing go with the largest piece, or the first of the largest.
    """
    rows = np.flatnonzero(dims[of] >= 0)
    part = of[rows]
    halved = space.free[dims] & (level == RANGE)
    value = np.where(halved[part], space.rank[rows, dims[part]], 0)  # others stay in their order
    order = rows[np.lexsort((value, part))]
    starts = np.concatenate([[0], np.cumsum(np.bincount(part, minlength=len(dims)))])
    number = np.full(space.codes.max() + 1, -1, dtype=np.int64)
    found = _Found(number, np.zeros(max(len(number), space.codes.shape[2], 2), dtype=np.int64))
    codes, level = np.ascontiguousarray(space.codes), np.ascontiguousarray(level)  # one compiling
    table, parts = _Rows(space.rank, space.records, codes), _Parts(order, starts)
    _cut(table, parts, dims, level, halved, relaxed, piece, pieces, found)


def mend(
    failed: Bools, of: Ints, ids: Ints, bad: Bools, sizes: Ints, piece: Ints, pieces: Ints
) -> Bools:
    """Put the pieces that fail together, with the smallest other where only one fails.

    Returns the parts of which one piece would be left.
    """
    gone = np.zeros(len(failed), dtype=np.bool_)
    merged = _Merged(*np.zeros((2, pieces.max() + 1), dtype=np.int64))
    parts = _Parts(*listed(of, len(failed)))
    _mend(failed, parts, ids, bad, sizes, piece, pieces, gone, merged)
    return gone


@kernel
def _bounds(rank: Ints, of: Ints, low: Ints, high: Ints) -> None:
    for row in range(len(of)):
        part = of[row]
        for key in range(rank.shape[1]):
            value = rank[row, key]
            if value >= 0 and (low[part, key] < 0 or value < low[part, key]):
                low[part, key] = value
            high[part, key] = max(high[part, key], value)


@kernel
def _list(of: Ints, ends: Ints, order: Ints) -> None:
    for row in range(len(of)):
        order[ends[of[row]]] = row
        ends[of[row]] += 1


@kernel
def _cut(
    rows: _Rows, parts: _Parts, dims: Ints, level: Ints, halved: Bools, relaxed: bool,
    piece: Ints, pieces: Ints, found: _Found,
) -> None:  # fmt: skip
    rank, order, size = rows.rank, parts.order, found.size
    for part in range(len(dims)):
        key, begin, end = dims[part], parts.starts[part], parts.starts[part + 1]
        if key < 0:
            continue
        if halved[part]:
            made = _halves(rank, rows.records, order, begin, end, key, relaxed, piece, size)
        else:
            made = _branches(rows, order, begin, end, key, level[part] - 1, piece, found)
        largest = 0
        for another in range(1, made):
            if size[another] > size[largest]:
                largest = another
        for place in range(begin, end):
            if rank[order[place], key] < 0:
                piece[order[place]] = largest
        pieces[part] = made


@inner
def _branches(
    rows: _Rows, order: Ints, begin: Number, end: Number, key: Number, below: Number,
    piece: Ints, found: _Found,
) -> Number:  # fmt: skip
    """Give numbers to the labels one level below, as they are met."""
    rank, records, codes = rows
    number, size = found
    made = 0
    for place in range(begin, end):
        row = order[place]
        if rank[row, key] >= 0:
            label = codes[key, below, rank[row, key]]
            if number[label] < 0:
                number[label] = made
                size[made] = 0
                made += 1
            piece[row] = number[label]
            size[piece[row]] += records[row]
    for place in range(begin, end):
        if rank[order[place], key] >= 0:
            number[codes[key, below, rank[order[place], key]]] = -1
    return made


@inner
def _halves(
    rank: Ints, records: Ints, order: Ints, begin: Number, end: Number, key: Number, relaxed: bool,
    piece: Ints, size: Ints,
) -> Number:  # fmt: skip
    """Cut where the sides are most equal: between two values or, relaxed, between two records.

    The rows are sorted by rank.
    """
    total, done, first = 0, 0, end
    for place in range(end - 1, begin - 1, -1):
        if rank[order[place], key] >= 0:
            total += records[order[place]]
            first = place
    best, middle = total + 1, first
    for place in range(first + 1, end):
        done += records[order[place - 1]]
        new = rank[order[place], key] > rank[order[place - 1], key]
        if (relaxed or new) and abs(2 * done - total) < best:
            best, middle = abs(2 * done - total), place
            size[0], size[1] = done, total - done
    for place in range(first, end):
        piece[order[place]] = 0 if place < middle else 1
    return 2


@kernel
def _mend(
    failed: Bools, parts: _Parts, ids: Ints, bad: Bools, sizes: Ints,
    piece: Ints, pieces: Ints, gone: Bools, merged: _Merged,
) -> None:  # fmt: skip
    order, starts = parts
    new, own = merged
    for part in range(len(failed)):
        if not failed[part]:
            continue
        for place in range(starts[part], starts[part + 1]):
            own[piece[order[place]]] = ids[order[place]]
        fails, smallest = 0, -1
        for number in range(pieces[part]):
            if bad[own[number]]:
                fails += 1
            elif smallest < 0 or sizes[own[number]] < sizes[own[smallest]]:
                smallest = number
        left = 0
        for number in range(pieces[part]):
            if bad[own[number]] or (fails == 1 and number == smallest):
                new[number] = 0
            else:
                left += 1
                new[number] = left
        gone[part] = left == 0
        pieces[part] = left + 1
        for place in range(starts[part], starts[part + 1]):
            piece[order[place]] = new[piece[order[place]]]
