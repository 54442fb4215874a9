"""Local suppression: which key values to blank so that every record shares the rest with k others.

A blank protects nobody else: a record is counted with the records that carry, not missing, every
value that it still shows. So blanking a value never raises the count of another record, and lowers
it for those that lean on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.suppression.greedy import Space, classes, greedy, helped
from discret.maths.suppression.moves import improve

MOST_COLUMNS = 60  # sets of columns are the bits of an integer
MOST_ENTRIES = 30_000_000  # groups × sets of columns looked at
MOST_SETS = 1024
CHEAP = 1e-6  # of the dearest column: what blanking a column costs at least


@dataclass(frozen=True)
class Need:
    """At least `k` records must share what a record shows of `columns`."""

    columns: tuple[int, ...]
    k: int

    @property
    def mask(self) -> int:
        """The columns as bits."""
        return sum(1 << column for column in self.columns)


@dataclass(frozen=True)
class Problem:
    """Groups of records, what a blank costs, and what must hold.

    Parameters
    ----------
    codes
        Groups × columns, −1 for missing; no two rows are equal.
    count
        Number of records of each group.
    price
        What a blank costs in each column, above zero; infinite where none is allowed.
    needs
        What must hold of every record.
    """

    codes: Ints = field(repr=False)
    count: Ints = field(repr=False)
    price: Floats
    needs: tuple[Need, ...]

    @property
    def missing(self) -> Ints:
        """What is missing in each group, as bits."""
        bits = np.int64(1) << np.arange(self.codes.shape[1], dtype=np.int64)
        return np.asarray((self.codes < 0) @ bits)

    @property
    def movable(self) -> Bools:
        """The groups that may have to be blanked: the others hold by themselves, whatever comes."""
        return np.asarray(self.count < max(need.k for need in self.needs))

    def cost(self, blanks: Bools) -> float:
        """Return what blanks cost; a value that was missing costs nothing."""
        fresh = self.count @ (blanks & (self.codes >= 0))
        return float(fresh[fresh > 0] @ self.price[fresh > 0])


@dataclass(frozen=True)
class Found:
    """Blanks, groups × columns, and a cost below which there are none.

    Parameters
    ----------
    blanks
        What is blanked, what was missing left out.
    cost
        What it costs.
    bound
        No blanking that treats the records of a group alike costs less.
    holds
        Whether every need is met; some cannot be.
    """

    blanks: Bools = field(repr=False)
    cost: float
    bound: float
    holds: bool

    @property
    def optimal(self) -> bool:
        """Whether nothing cheaper exists."""
        return self.holds and self.cost <= self.bound * (1 + 1e-9)


@dataclass(frozen=True)
class Layout:
    """The groups to move, the sets of columns that they may blank, and who is counted with whom.

    Parameters
    ----------
    groups
        The groups that may have to be blanked.
    sets, prices
        Sets of columns as bits, by increasing price.
    beyond
        For each group, the price of the cheapest set that is not looked at; infinite if all are.
    space
        The same, for the search.
    """

    groups: Ints
    sets: Ints
    prices: Floats
    beyond: Floats
    space: Space = field(repr=False)

    @cached_property
    def lowest(self) -> Ints:
        """The cheapest set with which each group would hold, were the others all to help it."""
        space, most = self.space, helped(self.space)
        place = np.full(len(space.records), len(self.sets) - 1, dtype=np.int64)
        open_ = np.arange(len(place))
        for number, views in enumerate(space.uses):
            fits = space.allowed[number][space.own[open_]]
            for view in views:
                fits[fits] &= most[space.ids[view][open_[fits]]] >= space.k[view]
            place[open_[fits]] = number
            open_ = open_[~fits]
        return place


def suppress(problem: Problem, rounds: int = 20) -> Found:
    """Find cheap blanks: greedily, by increasing price, then better and better.

    Parameters
    ----------
    problem
        What must hold, and what a blank costs.
    rounds
        Number of times that the groups are gone over, at most.

    Notes
    -----
    Groups with at least k records never need a blank. Each other group takes the cheapest set of
    columns with which it holds, together with the groups that are still open and would take the
    same; then groups move to cheaper sets, pulling along those that they need for company and
    finding another set for those that they leave.

    Examples
    --------
    Figure 1.1 of Bergeat (2015), as (sexe, âge): a woman of 25 to 50, a man below and one above
    are alone. Sex being dearer, their ages go.

    >>> codes = np.array([[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]])
    >>> problem = Problem(codes, np.array([2, 1, 2, 1, 2, 1]), np.array([2.0, 1.0]),
    ...                   (Need((0, 1), 2),))
    >>> found = suppress(problem)
    >>> found.blanks[:, 1].tolist(), found.cost, found.optimal
    ([False, True, False, True, False, True], 3.0, True)
    """
    layout = lay_out(problem)
    at = greedy(layout.space)
    if (at >= 0).all():
        free = np.full(problem.codes.shape[1], -1, dtype=np.int64)
        improve(layout.space, at, layout.lowest, rounds, np.zeros_like(free), free)
    return found(problem, layout, at)


def respend(problem: Problem, known: Found, most: Ints, rounds: int = 20) -> Found:
    """Make blanks that hold cheaper, no column getting more of them than it may.

    `most` is the largest number of blanks in each column, −1 where there is no limit.
    """
    layout = lay_out(problem)
    bits = np.int64(1) << np.arange(problem.codes.shape[1], dtype=np.int64)
    taken = (known.blanks | (problem.codes < 0))[layout.groups] @ bits
    at = _places(layout.sets, taken)
    if (at < 0).any():
        return known
    cells = np.asarray(problem.count @ known.blanks, dtype=np.int64)
    improve(layout.space, at, layout.lowest, rounds, cells, most)
    return found(problem, layout, at)


def found(problem: Problem, layout: Layout, at: Ints) -> Found:
    """Write the sets that the groups take as blanks; all that can be, where no set does (−1)."""
    bits = np.arange(problem.codes.shape[1])
    every = sum(1 << int(column) for column in np.flatnonzero(np.isfinite(problem.price)))
    taken = np.where(at >= 0, layout.sets[at], every)
    blanks = np.zeros(problem.codes.shape, dtype=np.bool_)
    blanks[layout.groups] = (taken[:, None] >> bits) & 1
    blanks &= problem.codes >= 0
    bound = float(bounds(problem, layout).sum())
    return Found(blanks, problem.cost(blanks), bound, bool((at >= 0).all()))


def bounds(problem: Problem, layout: Layout) -> Floats:
    """Return a cost that each group to move cannot go below, were the others all to help it."""
    each = layout.prices[layout.lowest] - layout.prices[layout.space.own]
    return np.asarray(problem.count[layout.groups] * np.minimum(each, layout.beyond))


def lay_out(problem: Problem) -> Layout:
    """List the sets of columns to look at, and number who is counted with whom under each."""
    missing, movable = problem.missing, problem.movable
    groups = np.flatnonzero(movable)
    held, own = np.unique(missing[groups], return_inverse=True)
    sets, beyond = _sets(problem, held, max(min(MOST_SETS, MOST_ENTRIES // (len(own) + 1)), 1))
    free = np.isfinite(problem.price)
    prices = np.asarray(_bits(sets, len(free)) @ np.where(free, problem.price, 0.0), np.float64)
    order = np.lexsort((sets, prices))
    sets, prices = sets[order], prices[order]
    frozen = sum(1 << int(column) for column in np.flatnonzero(~free))
    place = _places(sets, held)
    views, uses = _views(sets, [need.mask for need in problem.needs])
    ids, base = _numbered(problem, views, missing, movable)
    hidden, masks = views[:, 1], np.array([need.mask for need in problem.needs])[views[:, 0]]
    space = Space(
        ids=ids,
        total=base,
        records=problem.count[groups],
        prices=prices / max(prices.max(initial=0.0), 1e-300),
        uses=uses,
        k=np.array([need.k for need in problem.needs])[views[:, 0]],
        counts=(sets[:, None] & masks & ~hidden) == 0,
        allowed=((sets & ~sets[:, None]) == 0) & ((sets[:, None] & ~sets & frozen) == 0),
        hides=_bits(sets, len(free)),
        joined=np.where((sets[:, None] & frozen) == 0, _places(sets, sets[:, None] | sets), -1),
        own=place[own],
    )
    return Layout(groups, sets, prices, beyond[own], space)


def _sets(problem: Problem, missing: Ints, most: int) -> tuple[Ints, Floats]:
    """List sets of columns: the cheapest, single columns, everything, with what is missing.

    For each combination of missing columns, the price of the cheapest set left out comes along.
    """
    free = [int(column) for column in np.flatnonzero(np.isfinite(problem.price))]
    cheapest, beyond = cheapest_sets(problem.price[free], most)
    some = {sum(1 << free[place] for place in one) for one in cheapest}
    some |= {1 << column for column in free} | {0, sum(1 << column for column in free)}
    held = [int(one) for one in missing]
    whole = not np.isfinite(beyond) or len(held) * len(some) <= MOST_SETS
    beside = some if whole else {one for one in some if one.bit_count() in (0, 1, len(free))}
    listed = some | {one | other for one in held for other in beside}
    pair = float(np.sort(problem.price[free])[:2].sum())
    limits = [beyond if whole or not one else pair for one in held]
    return np.array(sorted(listed), dtype=np.int64), np.array(limits, dtype=np.float64)


def cheapest_sets(price: Floats, most: int) -> tuple[list[tuple[int, ...]], float]:
    """List the cheapest sets of columns, at most so many, and the price of the next one.

    Examples
    --------
    >>> cheapest_sets(np.array([5.0, 1.0, 2.0]), 4)
    ([(1,), (2,), (1, 2), (0,)], 6.0)
    """
    order = np.argsort(price, kind="stable")
    rising = [float(one) for one in price[order]]
    heap: list[tuple[float, tuple[int, ...]]] = [(rising[0], (0,))] if rising else []
    taken: list[tuple[int, ...]] = []
    while heap and len(taken) < most:
        total, one = heappop(heap)
        taken.append(tuple(int(order[place]) for place in one))
        after = one[-1] + 1
        if after < len(rising):  # each set comes from one other: by adding, or by replacing
            heappush(heap, (total + rising[after], (*one, after)))
            heappush(heap, (total - rising[after - 1] + rising[after], (*one[:-1], after)))
    return taken, heap[0][0] if heap else np.inf


def _places(sets: Ints, wanted: Ints) -> Ints:
    """Return the place of sets in the list, −1 for those that it lacks."""
    order = np.argsort(sets)
    near = order[np.minimum(np.searchsorted(sets, wanted, sorter=order), len(sets) - 1)]
    return np.where(sets[near] == wanted, near, -1)


def _bits(sets: Ints, width: int) -> Ints:
    return np.asarray((sets[:, None] >> np.arange(width)) & 1)


def _views(sets: Ints, masks: Sequence[int]) -> tuple[Ints, Ints]:
    """List (need, what is hidden of it); for each set and need, its place in the list."""
    place: dict[tuple[int, int], int] = {}
    uses = [
        [place.setdefault((n, int(one) & mask), len(place)) for n, mask in enumerate(masks)]
        for one in sets
    ]
    return np.array(list(place), dtype=np.int64), np.array(uses, dtype=np.int64)


def _numbered(
    problem: Problem, views: Ints, missing: Ints, movable: Bools
) -> tuple[NDArray[np.int32], Ints]:
    """Give numbers to the classes of every view: sums of random numbers tell them apart."""
    rng = np.random.default_rng(2015)
    numbers = [_drawn(rng, column) for column in problem.codes.T]
    ids = np.empty((len(views), int(movable.sum())), dtype=np.int32)
    base, width = [np.zeros(0, dtype=np.int64)], 0
    for place, (need, hidden) in enumerate(views):
        seen = problem.needs[need].mask & ~int(hidden)
        shown = np.zeros(len(problem.codes), dtype=np.int64)
        for column, number in enumerate(numbers):
            if seen >> column & 1:
                shown += number
        ids[place], total = classes(shown, (missing & seen) == 0, problem.count, movable, width)
        base.append(total)
        width += len(total)
    return ids, np.concatenate(base)


def _drawn(rng: np.random.Generator, column: Ints) -> Ints:
    numbers = rng.integers(-(2**63), 2**63 - 1, int(column.max(initial=0)) + 1, dtype=np.int64)
    return np.asarray(numbers[np.maximum(column, 0)])


def entropies(codes: Ints, count: Ints) -> Floats:
    r"""Return the entropy of each column in bits, as µ-Argus prices blanks.

    Notes
    -----
    :math:`H = -\frac1n ∑ f_i \log_2 (f_i / n)` over the **categories** (Bergeat 2015, section 2.2,
    writes the sum over the records); missing values are left out.

    Examples
    --------
    >>> codes = np.array([[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]])
    >>> entropies(codes, np.array([2, 1, 2, 1, 2, 1])).round(6).tolist()
    [0.991076, 1.584963]
    """
    return np.array([_entropy(column, count) for column in codes.T])


def _entropy(column: Ints, count: Ints) -> float:
    known = column >= 0
    held = np.bincount(column[known], count[known])
    share = held[held > 0] / max(held.sum(), 1)
    return float(-(share * np.log2(share)).sum()) + 0.0
