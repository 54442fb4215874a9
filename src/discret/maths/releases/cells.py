"""Newcomers in groups of m records or more, no two of which have the same value.

They are cut into parts as Mondrian cuts a file (LeFevre et al. 2006), as long as no cut asks for
more counterfeits. A part of n records in which no value is there more than n/m times is then dealt
out, value after value, over n/m groups: no group gets a value twice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.releases.balanced import ranks, widest


class Dealt(NamedTuple):
    """The group of each record, how many groups there are, and what they lack to have m."""

    group: Ints
    groups: int
    short: Ints


def dealt(value: Ints, place: Floats, m: int) -> Dealt:
    """Put records in groups of m or more, all values of a group different.

    Parameters
    ----------
    value
        Of each record.
    place
        Records × keys: where each lies.
    m
        How many records a group has at least, counterfeits included.

    Examples
    --------
    >>> place = np.array([[0.0], [0.1], [0.8], [0.9]])
    >>> found = dealt(np.array([0, 1, 0, 1]), place, 2)
    >>> found.group.tolist(), found.groups, found.short.tolist()
    ([0, 0, 1, 1], 2, [0, 0])
    >>> dealt(np.array([0, 0]), place[:2], 2).short.tolist()
    [1, 1]
    """
    if not len(value):
        return Dealt(np.zeros(0, dtype=np.int64), 0, np.zeros(0, dtype=np.int64))
    part = _cut(value, place, m)
    many = int(part.max()) + 1
    size, most = np.bincount(part, minlength=many), _most(part, value, many)
    groups = np.maximum(most, size // m)
    start = np.cumsum(groups) - groups
    group = start[part] + _ranked(part, value) % groups[part]
    total = int(groups.sum())
    short = np.maximum(m - np.bincount(group, minlength=total), 0)
    return Dealt(group, total, short)


def shortage(size: Ints, most: Ints, m: int) -> Ints:
    """Return how many counterfeits a part needs: its most frequent value must be one of m.

    Examples
    --------
    >>> shortage(np.array([6, 2]), np.array([3, 2]), 2).tolist()
    [0, 2]
    """
    return np.asarray(np.maximum(m * most - size, 0))


def _ranked(part: Ints, value: Ints) -> Ints:
    """Return the place of each record in its part, value after value."""
    return ranks(part, value.astype(np.float64))


def _cut(value: Ints, place: Floats, m: int) -> Ints:
    """Cut records into parts as long as that asks for no more counterfeits."""
    part = np.zeros(len(value), dtype=np.int64)
    open_ = np.ones(1, dtype=np.bool_)
    while open_.any():
        many = len(open_)
        right, done = _halves(part, value, place, m, open_)
        new, part = np.unique(2 * part + right, return_inverse=True)
        part = part.astype(np.int64)
        open_ = done[new // 2] if many else open_
    return part


def _halves(part: Ints, value: Ints, place: Floats, m: int, open_: Bools) -> tuple[Ints, Bools]:
    """Return on which side of a cut each record is, and which parts are cut.

    The widest key comes first; where halves would need more counterfeits, the next is tried.
    """
    many = len(open_)
    axes = widest(part, place, many)
    right, done = np.zeros(len(part), dtype=np.int64), np.zeros(many, dtype=np.bool_)
    need = shortage(np.bincount(part, minlength=many), _most(part, value, many), m)
    for number in range(place.shape[1]):
        rows = np.flatnonzero((open_ & ~done)[part])
        if not len(rows):
            break
        own = part[rows]
        at = place[rows, axes[own, number]]
        side = _upper(own, at, many)
        good = _allowed(2 * own + side, value[rows], m, need) & (open_ & ~done)
        right[rows] = np.where(good[own], side, right[rows])
        done |= good
    return right, done


def _upper(part: Ints, at: Floats, many: int) -> Ints:
    """Mark the upper half of each part."""
    half = np.bincount(part, minlength=many) // 2
    return (ranks(part, at) >= half[part]).astype(np.int64)


def _allowed(half: Ints, value: Ints, m: int, need: Ints) -> Bools:
    """Mark the parts whose halves need no more counterfeits than they do, and are not empty."""
    many = 2 * len(need)
    size = np.bincount(half, minlength=many)
    both = shortage(size, _most(half, value, many), m).reshape(-1, 2).sum(axis=1)
    return np.asarray((both <= need) & (size.reshape(-1, 2) > 0).all(axis=1))


def _most(part: Ints, value: Ints, many: int) -> Ints:
    """Return how often the most frequent value of each part is there."""
    size = int(value.max(initial=0)) + 1
    code, count = np.unique(part * size + value, return_counts=True)
    most = np.zeros(many, dtype=np.int64)
    np.maximum.at(most, code // size, count)
    return most
