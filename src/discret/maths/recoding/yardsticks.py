"""Levels of many groups at once, from full tables of counts: what a search asks of every node.

A table has a row for each group and a column for each value; what is measured is what `attributes`
measures on sparse tables, value by value the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths import recoding
from discret.maths.arrays import Bools, Floats, Ints

Table = NDArray[np.int32]
NONE = np.zeros((0, 0), dtype=np.int64)


class Ruler(IntEnum):
    """What is measured of a group: see the modules of `attributes`."""

    DISTINCT = 0
    ENTROPY = 1
    GRASSBERGER = 2
    RECURSIVE = 3
    EQUAL = 4
    ORDERED = 5
    HIERARCHICAL = 6
    GAIN = 7
    GAIN_BOUNDED = 8
    RATIO = 9
    RATIO_OF_ALL = 10
    PEOPLE = 11  # of the population: tables have the records of a group, then its people
    PRESENCE = 12


class File(NamedTuple):
    """How often each value occurs in a file, and how many records of it are kept at the least."""

    totals: Ints
    room: float


class Yardstick(NamedTuple):
    """What is measured of the groups of a table, and along what.

    Parameters
    ----------
    kind
        What is measured.
    constant
        The c of recursive diversity.
    parents
        Of a tree whose values are in its order, heights × nodes: the parent of each node; see
        `parents_of`.
    unit
        What levels are divided by.
    """

    kind: Ruler
    constant: float = 1.0
    parents: Ints = NONE
    unit: float = 1.0

    def levels(self, table: Table, keep: Bools, reference: Ints | None = None) -> Floats:
        """Return the level of every group that is kept, compared with all that are; 0 of others.

        Where a `reference` is given they are compared with that: how often each value occurs in it.

        Examples
        --------
        >>> table = np.array([[1, 1, 0], [1, 0, 1], [9, 9, 9]], dtype=np.int32)
        >>> kept = np.array([True, True, False])
        >>> Yardstick(Ruler.EQUAL).levels(table, kept)
        array([0.25, 0.25, 0.  ])
        >>> Yardstick(Ruler.DISTINCT).levels(table, kept)
        array([2., 2., 0.])
        """
        kind, levels = self.kind, recoding.levels
        if kind is Ruler.PEOPLE:
            return table[:, 1].astype(np.float64)
        if kind is Ruler.PRESENCE:
            return np.asarray(table[:, 0] / table[:, 1])
        totals = totals_of(table, keep) if reference is None else reference
        found, spare = np.zeros(len(table)), np.zeros((2, len(totals)), dtype=np.int64)
        if kind is Ruler.DISTINCT:
            levels.distinct(table, keep, found)
        elif kind is Ruler.ENTROPY:
            levels.entropy(table, keep, found)
        elif kind is Ruler.GRASSBERGER:
            levels.grassberger(table, keep, _harmonic(int(table.sum())), found)
        elif kind is Ruler.RECURSIVE:
            levels.recursive(table, keep, self.constant, spare[0], found)
        elif kind is Ruler.EQUAL:
            levels.equal(table, keep, totals, found)
        elif kind is Ruler.ORDERED:
            places = np.ones(len(totals), np.bool_) if reference is not None else totals > 0
            levels.ordered(table, keep, totals, places, found)
        elif kind is Ruler.HIERARCHICAL:
            levels.hierarchical(table, keep, totals, self.parents, spare[0], spare[1], found)
        elif kind in (Ruler.GAIN, Ruler.GAIN_BOUNDED):
            levels.gains(table, keep, totals, kind is Ruler.GAIN_BOUNDED, found)
        else:
            levels.ratios(table, keep, totals, kind is Ruler.RATIO_OF_ALL, found)
        return found / self.unit

    def most_kept(self, table: Table, failing: Bools, target: float, file: File) -> Floats:
        """Bound what finer recodings keep of the groups marked; 0 of the others.

        Examples
        --------
        Four values in equal numbers, and a group with nothing but the first: with t = 0.25, no part
        of it holds.

        >>> table = np.array([[8, 0, 0, 0]], dtype=np.int32)
        >>> file = File(np.array([9, 9, 9, 9]), 36.0)
        >>> Yardstick(Ruler.EQUAL).most_kept(table, np.array([True]), 0.25, file)
        array([0.])
        """
        kind, hopes, share = self.kind, recoding.hopes, file.totals / file.room
        kept = table.sum(axis=1, dtype=np.float64)  # all of a group, where nothing better is known
        spare = np.zeros((2, len(share)), dtype=np.int64)
        if kind is Ruler.DISTINCT:
            kept[(table > 0).sum(axis=1) < target * (1 - 1e-9)] = 0.0
        elif kind is Ruler.RECURSIVE:
            hopes.kept_by_tail(table, failing, target, self.constant, spare[0], kept)
        elif kind in (Ruler.EQUAL, Ruler.HIERARCHICAL):
            flat = np.zeros((1, len(share)), dtype=np.int64)  # one node above all values
            tree = flat if kind is Ruler.EQUAL else self.parents
            slopes = np.zeros(len(share))
            hopes.kept_within(
                table, failing, target, file.totals, share, tree, spare[0], spare[1], slopes, kept
            )
        elif kind in (Ruler.GAIN, Ruler.GAIN_BOUNDED):
            hopes.kept_below(table, failing, (1 + target) * share, kept)
        elif kind in (Ruler.RATIO, Ruler.RATIO_OF_ALL):
            hopes.kept_below(table, failing, np.exp(target * self.unit) * share, kept)
        return np.where(failing, kept, 0.0)


def parents_of(nodes: Sequence[Ints]) -> Ints:
    """Return the parent of each node, height by height, from the node above each value.

    Examples
    --------
    >>> parents_of([np.array([0, 0, 1, 1]), np.array([0, 0, 0, 0])]).tolist()
    [[0, 0, 1, 1], [0, 0, -1, -1]]
    """
    found = np.full((len(nodes), len(nodes[0])), -1, dtype=np.int64)
    below = np.arange(len(nodes[0]))
    for height, above in enumerate(nodes):
        own, first = np.unique(below, return_index=True)
        found[height, : len(own)] = above[first]
        below = above
    return found


@lru_cache(maxsize=2)  # asked for again at every node
def _harmonic(most: int) -> Floats:
    """Return Grassberger's G of every number of records that there can be."""
    from scipy.special import digamma

    return np.asarray(np.log(2.0) + digamma(np.arange(most + 1) // 2 + 0.5), dtype=np.float64)


def added(table: Table, ids: Ints, groups: int) -> Table:
    """Add up the rows of a table that have the same number.

    Examples
    --------
    >>> rows = np.array([[1, 0], [0, 2], [3, 0]], dtype=np.int32)
    >>> added(rows, np.array([0, 1, 0]), 2).tolist()
    [[4, 0], [0, 2]]
    """
    found = np.zeros((groups, table.shape[1]), dtype=np.int32)
    recoding.levels.add(table, ids, found)
    return found


def totals_of(table: Table, keep: Bools) -> Ints:
    """Add up the rows that are marked.

    Examples
    --------
    >>> totals_of(np.array([[1, 0], [0, 2], [3, 0]], dtype=np.int32), np.array([True, True, False]))
    array([1, 2])
    """
    found = np.zeros(table.shape[1], dtype=np.int64)
    recoding.levels.total(table, keep, found)
    return found
