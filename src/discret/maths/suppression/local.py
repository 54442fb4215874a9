"""Local suppression: which key values to blank so that every record shares the rest with k others.

A blank protects nobody else: a record is counted with the records that carry, not missing, every
value that it still shows. So blanking a value never raises the count of another record, and lowers
it for those that lean on it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.suppression.classes import Space, Views, helped, numbered_views
from discret.maths.suppression.column_sets import ColumnSets, as_bits, as_columns, looked_at
from discret.maths.suppression.greedy import greedy
from discret.maths.suppression.moves import improve

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
        return as_bits(self.codes < 0)

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
    listed
        The sets of columns, by increasing price.
    beyond
        For each group, the price of the cheapest set that is not looked at; infinite if all are.
    space
        The same, for the search.
    """

    groups: Ints
    listed: ColumnSets
    beyond: Floats
    space: Space = field(repr=False)

    @property
    def sets(self) -> Ints:
        """The sets of columns as bits, by increasing price."""
        return self.listed.sets

    @property
    def prices(self) -> Floats:
        """What each set costs a record."""
        return self.listed.prices

    @cached_property
    def lowest(self) -> Ints:
        """The cheapest set with which each group would hold, were the others all to help it."""
        space, most = self.space, helped(self.space)
        place = np.full(len(space.records), len(self.sets) - 1, dtype=np.int64)
        waiting = np.arange(len(place))
        for number, views in enumerate(space.uses):
            fits = space.allowed[number][space.own[waiting]]
            for view in views:
                fits[fits] &= most[space.ids[view][waiting[fits]]] >= space.k[view]
            place[waiting[fits]] = number
            waiting = waiting[~fits]
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
    at = layout.listed.places(as_bits((known.blanks | (problem.codes < 0))[layout.groups]))
    if (at < 0).any():
        return known
    cells = np.asarray(problem.count @ known.blanks, dtype=np.int64)
    improve(layout.space, at, layout.lowest, rounds, cells, most)
    return found(problem, layout, at)


def found(problem: Problem, layout: Layout, at: Ints) -> Found:
    """Write the sets that the groups take as blanks; all that can be, where no set does (−1)."""
    taken = np.where(at >= 0, layout.sets[at], as_bits(np.isfinite(problem.price)))
    blanks = np.zeros(problem.codes.shape, dtype=np.bool_)
    blanks[layout.groups] = as_columns(taken, len(problem.price))
    blanks &= problem.codes >= 0
    bound = float(bounds(problem, layout).sum())
    return Found(blanks, problem.cost(blanks), bound, bool((at >= 0).all()))


def bounds(problem: Problem, layout: Layout) -> Floats:
    """Return a cost that each group to move cannot go below, were the others all to help it."""
    each = layout.prices[layout.lowest] - layout.prices[layout.space.own]
    return np.asarray(problem.count[layout.groups] * np.minimum(each, layout.beyond))


def lay_out(problem: Problem) -> Layout:
    """List the sets of columns to look at, and number who is counted with whom under each."""
    movable = problem.movable
    groups = np.flatnonzero(movable)
    lacking, kind = np.unique(problem.missing[groups], return_inverse=True)
    looked = looked_at(problem.price, lacking, len(groups))
    listed = ColumnSets.of(looked.sets, problem.price)
    views = Views.of(listed.sets, [need.mask for need in problem.needs])
    ids, total = numbered_views(problem.codes, views, problem.missing, problem.count, movable)
    space = Space(
        ids=ids,
        total=total,
        records=problem.count[groups],
        prices=listed.relative,
        uses=views.uses,
        k=np.array([need.k for need in problem.needs])[views.need],
        counts=views.counted_in(listed.sets),
        allowed=listed.reachable,
        hides=listed.hides,
        joined=listed.joined,
        own=listed.places(lacking)[kind],
    )
    return Layout(groups, listed, looked.beyond[kind], space)


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
