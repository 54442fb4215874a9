"""Sets of columns, as bits of whole numbers: which to look at, what they hold, what they cost."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints

MOST_COLUMNS = 60  # sets of columns are the bits of an integer
MOST_ENTRIES = 30_000_000  # groups × sets of columns looked at
MOST_SETS = 1024


def as_bits(marked: Bools) -> Ints:
    """Write the columns marked in each row as bits.

    Examples
    --------
    >>> as_bits(np.array([[True, False, True], [False, True, False]])).tolist()
    [5, 2]
    """
    return np.asarray(marked @ (np.int64(1) << np.arange(marked.shape[-1], dtype=np.int64)))


def as_columns(sets: Ints, width: int) -> Bools:
    """Mark the columns of each set: the inverse of `as_bits`.

    Examples
    --------
    >>> as_columns(np.array([5, 2]), 3).tolist()
    [[True, False, True], [False, True, False]]
    """
    return ((sets[..., None] >> np.arange(width)) & 1).astype(np.bool_)


@dataclass(frozen=True)
class ColumnSets:
    """Sets of columns by increasing price, and what there is between them.

    Parameters
    ----------
    sets
        The sets as bits; no two are equal.
    prices
        What each costs a record. Columns that are never blanked cost nothing: whoever has a set
        with one of them lacks its value anyway.
    width
        Number of columns.
    fixed
        The columns that are never blanked, as bits.

    Examples
    --------
    >>> listed = ColumnSets.of(np.array([0, 1, 2, 3]), np.array([2.0, 1.0]))
    >>> listed.sets.tolist(), listed.prices.tolist(), listed.places(np.array([3, 8])).tolist()
    ([0, 2, 1, 3], [0.0, 1.0, 2.0, 3.0], [3, -1])
    >>> listed.reachable.astype(int).tolist()  # from nothing, {1}, {0}, both
    [[1, 0, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 1, 1, 1]]
    """

    sets: Ints
    prices: Floats
    width: int
    fixed: int

    @classmethod
    def of(cls, sets: Ints, price: Floats) -> ColumnSets:
        """Put sets in the order of their prices, given that of each column (infinite: never)."""
        free = np.isfinite(price)
        cost = np.asarray(as_columns(sets, len(free)) @ np.where(free, price, 0.0), np.float64)
        order = np.lexsort((sets, cost))
        return cls(sets[order], cost[order], len(free), int(as_bits(~free)))

    def __len__(self) -> int:
        return len(self.sets)

    def places(self, wanted: Ints) -> Ints:
        """Return the place of sets in the list, −1 for those that it lacks."""
        order = np.argsort(self.sets)
        near = np.searchsorted(self.sets, wanted, sorter=order)
        place = order[np.minimum(near, len(self) - 1)]
        return np.where(self.sets[place] == wanted, place, -1)

    @property
    def relative(self) -> Floats:
        """The prices, at most 1."""
        return np.asarray(self.prices / max(self.prices.max(initial=0.0), 1e-300))

    @property
    def hides(self) -> Ints:
        """Sets × columns: 1 where the column is in the set."""
        return as_columns(self.sets, self.width).astype(np.int64)

    @cached_property
    def contains(self) -> Bools:
        """Sets × sets: whether all of the second is in the first."""
        return np.asarray((self.sets & ~self.sets[:, None]) == 0)

    @property
    def reachable(self) -> Bools:
        """Sets × sets: whether who lacks the second may blank up to the first."""
        added = self.sets[:, None] & ~self.sets
        return np.asarray(self.contains & ((added & self.fixed) == 0))

    @property
    def joined(self) -> Ints:
        """Sets × sets: the place of both together; −1 where the first is not to be blanked."""
        together = self.places(self.sets[:, None] | self.sets)
        return np.where((self.sets[:, None] & self.fixed) == 0, together, -1)


class LookedAt(NamedTuple):
    """Sets to look at, and what the cheapest of all the others costs.

    Parameters
    ----------
    sets
        The sets as bits.
    beyond
        For each combination of missing columns, a price that no set left out goes below; infinite
        where none was.
    """

    sets: Ints
    beyond: Floats


def looked_at(price: Floats, missing: Ints, groups: int) -> LookedAt:
    """List sets of columns: the cheapest, single columns, everything, with what is missing.

    Parameters
    ----------
    price
        What a blank costs in each column, infinite where none is allowed.
    missing
        The combinations of columns that groups lack, as bits.
    groups
        Number of groups: of many, fewer sets are looked at.

    Examples
    --------
    >>> looked_at(np.array([1.0, 2.0]), np.array([0, 4]), 9).sets.tolist()
    [0, 1, 2, 3, 4, 5, 6, 7]
    """
    free = np.flatnonzero(np.isfinite(price))
    most = max(min(MOST_SETS, MOST_ENTRIES // (groups + 1)), 1)
    cheapest, following = cheapest_sets(price[free], most)
    every = {0, *_bits_of(free, [(place,) for place in range(len(free))])}
    every |= {*_bits_of(free, [*cheapest, tuple(range(len(free)))])}
    whole = not np.isfinite(following) or len(missing) * len(every) <= MOST_SETS
    beside = every if whole else {bits for bits in every if bits.bit_count() in (0, 1, len(free))}
    lacking = [int(bits) for bits in missing]
    sets = every | {bits | more for bits in lacking for more in beside}
    two = float(np.sort(price[free])[:2].sum())  # sets that were left out beside have two or more
    beyond = [following if whole or not bits else two for bits in lacking]
    return LookedAt(np.array(sorted(sets), dtype=np.int64), np.array(beyond, dtype=np.float64))


def _bits_of(columns: Ints, places: list[tuple[int, ...]]) -> list[int]:
    """Write sets of places among some columns as bits."""
    return [sum(1 << int(columns[place]) for place in chosen) for chosen in places]


def cheapest_sets(price: Floats, most: int) -> tuple[list[tuple[int, ...]], float]:
    """List the cheapest sets of columns, at most so many, and the price of the next one.

    Examples
    --------
    >>> cheapest_sets(np.array([5.0, 1.0, 2.0]), 4)
    ([(1,), (2,), (1, 2), (0,)], 6.0)
    """
    order = np.argsort(price, kind="stable")
    rising = [float(amount) for amount in price[order]]
    heap: list[tuple[float, tuple[int, ...]]] = [(rising[0], (0,))] if rising else []
    taken: list[tuple[int, ...]] = []
    while heap and len(taken) < most:
        total, places = heappop(heap)
        taken.append(tuple(int(order[place]) for place in places))
        after = places[-1] + 1
        if after < len(rising):  # each set comes from one other: by adding, or by replacing
            heappush(heap, (total + rising[after], (*places, after)))
            heappush(heap, (total - rising[after - 1] + rising[after], (*places[:-1], after)))
    return taken, heap[0][0] if heap else np.inf
