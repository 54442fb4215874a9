"""The crossing of two zonings as arrays: tidy rows, pairs of zones that share a square."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Ints


def summed(zone: Ints, square: Ints, count: Ints) -> tuple[Ints, Ints, Ints]:
    """Add up rows of the same zone and square, sorted by zone, then square.

    Examples
    --------
    >>> [own.tolist() for own in summed(np.array([1, 0, 1]), np.array([2, 2, 2]), np.arange(3))]
    [[0, 1], [2, 2], [1, 2]]
    """
    if not len(zone):
        return zone, square, count
    width = int(square.max()) + 1
    keys, places = np.unique(zone * width + square, return_inverse=True)
    total = np.bincount(places.ravel(), count, len(keys)).astype(np.int64)
    return keys // width, keys % width, total


def straddling(zone: Ints, square: Ints) -> Bools:
    """Mark the rows whose square has several zones; rows of the same zone and square count once.

    Examples
    --------
    >>> straddling(np.array([0, 0, 1]), np.array([0, 1, 1])).tolist()
    [False, True, True]
    """
    if not len(zone):
        return np.zeros(0, dtype=np.bool_)
    squares = int(square.max()) + 1
    lowest, highest = np.full(squares, np.iinfo(np.int64).max), np.full(squares, -1)
    np.minimum.at(lowest, square, zone)
    np.maximum.at(highest, square, zone)
    return np.asarray(lowest[square] < highest[square])


def neighbours(square: Ints) -> tuple[Ints, Ints]:
    """Return all ordered pairs of different rows of one square, as places of rows.

    Examples
    --------
    >>> [own.tolist() for own in neighbours(np.array([7, 5, 7]))]
    [[0, 2], [2, 0]]
    """
    order = np.argsort(square, kind="stable")
    sizes = np.unique(square, return_counts=True)[1]
    begins = np.cumsum(sizes) - sizes
    own = np.repeat(np.arange(len(square)), np.repeat(sizes, sizes))
    first = np.repeat(np.repeat(begins, sizes), np.repeat(sizes, sizes))
    width = np.repeat(sizes, sizes)
    place = np.arange(len(own)) - np.repeat(np.cumsum(width) - width, width)
    left, right = order[own], order[first + place]
    kept = left != right
    return left[kept], right[kept]


def equal_sets(zone: Ints, square: Ints) -> Ints:
    """Give the same number to squares that have the same zones; rows are of different pairs.

    Sets are told apart by two sums of 64 bits that every zone adds its own to.

    Examples
    --------
    >>> equal_sets(np.array([0, 1, 0, 1, 0, 2]), np.array([0, 0, 1, 1, 2, 2])).tolist()
    [0, 0, 1]
    """
    squares = int(square.max(initial=-1)) + 1
    sums = np.zeros((squares, 2), dtype=np.uint64)
    for place, seed in enumerate((1, 2)):
        np.add.at(sums[:, place], square, _mixed(zone, seed))
    present = np.unique(square)
    classes = np.full(squares, -1, dtype=np.int64)
    _, found = np.unique(sums[present], axis=0, return_inverse=True)
    first = np.unique(found.ravel(), return_index=True)[1]
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    classes[present] = rank[found.ravel()]
    return classes


def _mixed(values: Ints, seed: int) -> NDArray[np.uint64]:
    """Return numbers that look drawn at random, one for each value (splitmix64)."""
    golden = 0x9E3779B97F4A7C15
    mixed = values.astype(np.uint64) + np.uint64(seed * golden % 2**64)  # arrays wrap around
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(mixed ^ (mixed >> np.uint64(31)))
