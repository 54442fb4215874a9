"""What every cluster needs: a number of records, and of different values of some columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Ints
from discret.maths.kernels import Number, inner, kernel
from discret.maths.partitions.cluster_unions import united
from discret.maths.partitions.clusters import Space

MOST_VALUES = 256  # of a column that is looked at here; those of more are for others to judge
Marks = NDArray[np.uint64]
_ONE = np.uint64(1)


class Needs(NamedTuple):
    """What every cluster needs.

    Parameters
    ----------
    k
        A number of records.
    marks
        Groups × words: a bit for each value that occurs in a group.
    starts, least
        The first word of each column, and the end; the number of values wanted of each.
    """

    k: int
    marks: Marks
    starts: Ints
    least: Ints


def needs_of(groups: int, k: int, tables: Sequence[Bools] = (), least: Sequence[int] = ()) -> Needs:
    """Return the needs of clusters of so many groups.

    `tables` mark, for each column, which values occur in which group; `least` is the number of
    values wanted of each.

    Examples
    --------
    >>> sick = np.array([[True, False], [True, True], [False, True]])
    >>> needs = needs_of(3, 1, [sick], [2])
    >>> holding(needs, np.array([1, 2, 1]), needs.marks)
    array([False,  True, False])
    """
    words = [_packed(table) for table in tables]
    starts = np.concatenate([[0], np.cumsum([some.shape[1] for some in words])]).astype(np.int64)
    none = np.zeros((groups, 0), dtype=np.uint64)
    marks = np.ascontiguousarray(np.concatenate([none, *words], axis=1))
    return Needs(k, marks, starts, np.array(least, dtype=np.int64))


def _packed(table: Bools) -> Marks:
    spare = -table.shape[1] % 64
    packed = np.packbits(np.pad(table, ((0, 0), (0, spare))), axis=1)
    return np.ascontiguousarray(packed).view(np.uint64)


def united_to(space: Space, of: Ints, needs: Needs) -> Ints:
    """Unite the clusters that lack something with others, as long as something fits.

    Examples
    --------
    >>> codes = np.array([[[0, 1, 2, 3], [0, 0, 1, 1], [0, 0, 0, 0]]])
    >>> cost = np.array([[[0.0] * 4, [0.5] * 4, [1.0] * 4]])
    >>> ages = Space(np.arange(4)[:, None], np.ones(4, dtype=np.int64), codes, cost)
    >>> united_to(ages, np.arange(4), needs_of(4, 2)).tolist()
    [0, 0, 1, 1]
    """
    while True:
        lacking = ~_holding_clusters(space, of, needs)
        fewer = united(space, of, lacking) if lacking.any() else of
        if fewer.max() == of.max():
            return of
        of = fewer


def _holding_clusters(space: Space, of: Ints, needs: Needs) -> Bools:
    size = np.bincount(of, weights=space.records).astype(np.int64)
    marks = np.zeros((len(size), needs.marks.shape[1]), dtype=np.uint64)
    np.bitwise_or.at(marks, of, needs.marks)
    return holding(needs, size, marks)


def holding(needs: Needs, size: Ints, marks: Marks) -> Bools:
    """Return which clusters have what they need, given their records and the values marked."""
    found = np.zeros(len(size), dtype=np.bool_)
    _hold(needs, size, marks, found)
    return found


@kernel
def _hold(needs: Needs, size: Ints, marks: Marks, found: Bools) -> None:
    for row in range(len(size)):
        found[row] = holds(needs, size[row], marks, row)


@inner
def holds(needs: Needs, size: Number, marks: Marks, row: Number) -> bool:
    """Whether so many records with the values marked in a row are what a cluster needs."""
    if size < needs.k:
        return False
    for column in range(len(needs.least)):
        values = 0
        for word in range(needs.starts[column], needs.starts[column + 1]):
            left = marks[row, word]
            while left:
                left &= left - _ONE
                values += 1
        if values < needs.least[column]:
            return False
    return True
