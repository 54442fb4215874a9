"""Levels of many groups at once, from full tables of counts: what a search asks of every node.

A table has a row for each group and a column for each value; what is measured is what `attributes`
measures on sparse tables, value by value the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths import recoding
from discret.maths.arrays import Bools, Floats, Ints

Table = NDArray[np.int32]
Verdicts = NDArray[np.int8]
Fails = Callable[[Floats], Bools]  # marks the levels that miss a target
NONE = np.zeros((0, 0), dtype=np.int64)
FAILS, OPEN = 1, 2  # of what was judged by sums alone: see `verdicts`
NEAR = 1e-9  # of a limit: far more than rounding
LEAST = np.finfo(np.float64).tiny
MOST = 700.0  # logarithms beyond which no ratio can be
FEW = 4096  # counts whose c ln c is at hand


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


@dataclass(frozen=True, eq=False)
class File:
    """How often each value occurs in a file, and how many records of it are kept at the least."""

    totals: Ints
    room: float

    @cached_property
    def fixed(self) -> bool:
        """Whether all of it is kept: what groups are compared with is known."""
        return bool(self.room >= self.totals.sum())

    @cached_property
    def share(self) -> Floats:
        """The most that the share of each value can be."""
        return np.asarray(self.totals / self.room)


class Standard(NamedTuple):
    """What groups are compared with, prepared for many of them.

    Parameters
    ----------
    totals, share
        How often each value occurs, and its share.
    places
        Which values have a place in an order.
    limit
        The levels between which rounding might matter.
    high, low
        Two rows each: the shares of a group that values may have, short of and past rounding.
    """

    totals: Ints
    places: Bools
    share: Floats
    limit: tuple[float, float]
    high: Floats
    low: Floats


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

    @property
    def of_people(self) -> bool:
        """Whether tables have the records of a group, then the people who share its keys."""
        return self.kind in (Ruler.PEOPLE, Ruler.PRESENCE)

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
        totals = totals_of(table, keep) if reference is None else reference
        return self._levels(table, keep, self.standard(totals, 1.0, fixed=reference is not None))

    def failing(self, table: Table, keep: Bools, standard: Standard, fails: Fails) -> Bools:
        """Mark the groups, of those that are kept, whose level misses the target.

        Parameters
        ----------
        table, keep
            As those of `levels`.
        standard
            What they are compared with: see `standard`.
        fails
            Marks the levels that miss the target: the last word, where rounding might matter.

        Examples
        --------
        >>> table = np.array([[1, 1, 0], [1, 0, 1], [9, 9, 9]], dtype=np.int32)
        >>> yardstick, every = Yardstick(Ruler.EQUAL), np.ones(3, dtype=bool)
        >>> standard = yardstick.standard(table.sum(axis=0), 0.3, fixed=False)
        >>> yardstick.failing(table, every, standard, lambda levels: levels > 0.3)
        array([ True,  True, False])
        """
        judged = self._judged(table, keep, standard)
        if judged is None:
            return fails(self._levels(table, keep, standard)) & keep
        verdict, left = judged
        failing = np.asarray(verdict == FAILS)
        if left:
            near = np.asarray(verdict == OPEN)
            failing |= fails(self._levels(table, near, standard)) & near
        return failing

    def standard(self, totals: Ints, target: float, *, fixed: bool) -> Standard:
        """Prepare what groups are compared with.

        Parameters
        ----------
        totals
            How often each value occurs in what groups are compared with.
        target
            The level wanted.
        fixed
            Whether that is a reference, which has a place for all values that it does not have.
        """
        places = np.ones(len(totals), np.bool_) if fixed else totals > 0
        share = totals / max(int(totals.sum()), 1)
        high, low = self._limits(share, target)
        level, scale = float(target), 1.0
        if self.kind in (Ruler.ENTROPY, Ruler.GRASSBERGER):
            level = float(np.log(max(target, LEAST)))
        elif self.kind is Ruler.ORDERED:
            scale = max(float(places.sum()) - 1, 0.0)
        limit = (level - NEAR) * scale, (level + NEAR) * scale
        return Standard(totals, places, share, limit, high, low)

    def _levels(self, table: Table, keep: Bools, standard: Standard) -> Floats:
        kind, levels, totals = self.kind, recoding.levels, standard.totals
        if kind is Ruler.PEOPLE:
            return table[:, 1].astype(np.float64)
        if kind is Ruler.PRESENCE:
            return np.asarray(table[:, 0] / table[:, 1])
        found, spare = np.zeros(len(table)), np.zeros((2, len(totals)), dtype=np.int64)
        if kind is Ruler.DISTINCT:
            levels.distinct(table, keep, found)
        elif kind is Ruler.ENTROPY:
            levels.entropy(table, keep, found)
        elif kind is Ruler.GRASSBERGER:
            levels.grassberger(table, keep, _harmonic(int(totals.sum())), found)
        elif kind is Ruler.RECURSIVE:
            levels.recursive(table, keep, self.constant, spare[0], found)
        elif kind is Ruler.EQUAL:
            levels.equal(table, keep, totals, found)
        elif kind is Ruler.ORDERED:
            levels.ordered(table, keep, totals, standard.places, found)
        elif kind is Ruler.HIERARCHICAL:
            levels.hierarchical(table, keep, totals, self.parents, spare[0], spare[1], found)
        elif kind in (Ruler.GAIN, Ruler.GAIN_BOUNDED):
            levels.gains(table, keep, totals, kind is Ruler.GAIN_BOUNDED, found)
        else:
            levels.ratios(table, keep, totals, kind is Ruler.RATIO_OF_ALL, found)
        return found / self.unit

    def _judged(self, table: Table, keep: Bools, standard: Standard) -> tuple[Verdicts, int] | None:
        """Judge groups by sums alone: some are left open; ``None`` where all would be."""
        kind, verdicts, found = self.kind, recoding.verdicts, np.zeros(len(table), dtype=np.int8)
        _, places, share, limit, high, low = standard
        if kind is Ruler.ENTROPY:
            left = verdicts.uneven(table, keep, _terms(), limit, found)
        elif kind is Ruler.GRASSBERGER:
            terms, least = _products(int(standard.totals.sum())), _near_whole(limit)
            left = verdicts.unlikely(table, keep, terms, limit, least, found)
        elif kind is Ruler.EQUAL:
            left = verdicts.unequal(table, keep, share, limit, found)
        elif kind is Ruler.ORDERED:
            left = verdicts.unordered(table, keep, share, places, limit, found)
        elif kind is Ruler.HIERARCHICAL:
            spare = np.zeros(len(share))
            left = verdicts.unlike(table, keep, share, self.parents, limit, spare, found)
        elif kind in (Ruler.GAIN, Ruler.GAIN_BOUNDED, Ruler.RATIO, Ruler.RATIO_OF_ALL):
            of_all = kind is Ruler.RATIO_OF_ALL
            left = verdicts.outside(table, keep, high, low, of_all, found)
        else:
            return None
        return found, int(left)

    def _limits(self, share: Floats, target: float) -> tuple[Floats, Floats]:
        """Return the most and the least that values may be of a group, short of and past rounding.

        Nothing is asked from below but of ratios.
        """
        near = np.array([[1 - NEAR], [1 + NEAR]])
        if self.kind in (Ruler.GAIN, Ruler.GAIN_BOUNDED):
            gains = _gains(share, target, self.kind is Ruler.GAIN_BOUNDED)
            return near * (1 + gains) * share, np.zeros((2, len(share)))
        factor = np.exp(min(target * self.unit, MOST))
        return near * factor * share, share / factor / near

    def least_lost(self, table: Table, failing: Bools, target: float, file: File) -> Floats:
        """Bound what finer recodings lose of the groups marked, from below; 0 of the others."""
        if self.of_people:
            return self._least_absent(table, failing, target)
        sizes = _sizes(table, failing)
        return np.maximum(sizes - self._kept(table, failing, target, file, sizes.copy()), 0.0)

    def _least_absent(self, table: Table, failing: Bools, target: float) -> Floats:
        """Bound what is lost of the records of groups whose people are too few for them."""
        records, people = table[:, 0].astype(np.float64), table[:, 1]
        kept = (
            people * target
            if self.kind is Ruler.PRESENCE
            else np.where(people < target, 0, records)
        )
        return np.where(failing, np.maximum(records - kept, 0.0), 0.0)

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
        return self._kept(table, failing, target, file, _sizes(table, failing))

    def _kept(
        self, table: Table, failing: Bools, target: float, file: File, kept: Floats
    ) -> Floats:
        """Lower what is kept of each group from all of it."""
        kind, bounds, share = self.kind, recoding.bounds, file.share
        spare = np.zeros((2, len(share)), dtype=np.int64)
        if kind is Ruler.DISTINCT:
            kept[(table > 0).sum(axis=1) < target * (1 - 1e-9)] = 0.0
        elif kind is Ruler.ENTROPY:
            least = float(np.log(max(target, 1.0))) - NEAR
            bounds.kept_even(table, failing, least, spare[0], kept)
        elif kind is Ruler.RECURSIVE:
            bounds.kept_by_tail(table, failing, target, self.constant, spare[0], kept)
        elif kind is Ruler.EQUAL:
            bounds.kept_below(table, failing, share, float(max(1 - target, LEAST)), kept)
        elif kind is Ruler.HIERARCHICAL:
            bounds.kept_within(
                *(table, failing, target, file.totals, share, self.parents),
                *(spare[0], spare[1], np.zeros(len(share)), kept),
            )
        elif kind in (Ruler.GAIN, Ruler.GAIN_BOUNDED):
            bounded = kind is Ruler.GAIN_BOUNDED and file.fixed
            bounds.kept_below(table, failing, _gained(file, target, bounded), 1.0, kept)
        elif kind in (Ruler.RATIO, Ruler.RATIO_OF_ALL):
            factor = np.exp(min(target * self.unit, MOST))
            bounds.kept_below(table, failing, factor * share, 1.0, kept)
        return kept


def _gains(share: Floats, target: float, bounded: bool) -> Floats:
    """Return the gain that each value may have: bounded by −ln p, where that is asked for."""
    own = -np.log(np.maximum(share, LEAST)) if bounded else np.inf
    return np.asarray(np.minimum(target, own) + np.zeros(len(share)))


@lru_cache(maxsize=8)  # asked for again at every node
def _gained(file: File, target: float, bounded: bool) -> Floats:
    """Return the most that values may be of what is kept of a group."""
    return np.asarray((1 + _gains(file.share, target, bounded)) * file.share)


def _sizes(table: Table, marked: Bools) -> Floats:
    """Count the records of the groups that are marked."""
    found = np.zeros(len(table))
    recoding.bounds.all_of(table, marked, found)
    return found


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


@lru_cache(maxsize=1)
def _terms() -> Floats:
    """Return c ln c of every small count c."""
    count = np.arange(FEW, dtype=np.float64)
    return count * np.log(np.maximum(count, 1.0))


@lru_cache(maxsize=2)  # asked for again at every node
def _harmonic(most: int) -> Floats:
    """Return Grassberger's G of every number of records that there can be."""
    from scipy.special import digamma

    return np.asarray(np.log(2.0) + digamma(np.arange(most + 1) // 2 + 0.5), dtype=np.float64)


@lru_cache(maxsize=2)
def _products(most: int) -> Floats:
    """Return c G(c) of every number c of records that there can be."""
    return np.asarray(np.arange(most + 1) * _harmonic(most))


def _near_whole(limit: tuple[float, float]) -> tuple[float, float]:
    """Return the numbers of values between which rounding might matter, from their logarithms."""
    low, high = np.exp(limit)
    return float(low * (1 - NEAR)), float(high * (1 + NEAR))


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
