"""Differencing with three zonings and more: what is safe, at risk, or undecided."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from itertools import combinations
from time import monotonic

import numpy as np

from discret.maths.arrays import Ints
from discret.maths.zonings.crossing import summed
from discret.maths.zonings.cuts import smallest_groups
from discret.maths.zonings.deductions import (
    Deduction,
    exact,
    from_cuts,
    left_by,
    numbered_totals,
    recounted,
)
from discret.maths.zonings.programmes import (
    NEAR,
    Answer,
    Published,
    Weights,
    enlarged,
    largest,
    smallest_whole,
)

NEARBY = 400  # rows that a first programme looks at
MOST_ROWS = 4_000  # that any looks at
MOST_WHOLE = 1_500  # that a search for whole numbers looks at
MOST_SECONDS = 10.0  # that one such search takes
ROUNDS = 40  # of taking in more rows


class Verdict(IntEnum):
    """What is known of a combination of zones."""

    SAFE = 0
    AT_RISK = 1
    UNDECIDED = 2
    BELOW = 3  # in a total that is published with fewer observations than allowed


@dataclass(frozen=True)
class Verdicts:
    """What several zonings give away together.

    Parameters
    ----------
    codes, count
        The combinations of zones that have observations, and how many.
    verdict
        What is known of each, a `Verdict`.
    group
        For each the place of a group below the threshold that holds it, −1 where none is known:
        the smallest that two zonings give away, where they do.
    sizes, deductions
        For each group its observations, and the totals to add up and to subtract.
    by_pairs
        Combinations at risk that two zonings alone give away.
    settled
        Combinations that are safe although the totals bound their count below the threshold: no
        sum of totals counts them together with fewer than the threshold.
    weighted
        Undecided combinations that are in no such group, but in a sum that counts fewer
        observations than the threshold, some of them several times: those that were met.
    programmes, searches
        Linear programmes that were solved, and searches for whole numbers.
    """

    codes: Ints = field(repr=False)
    count: Ints = field(repr=False)
    verdict: Ints = field(repr=False)
    group: Ints = field(repr=False)
    sizes: Ints = field(repr=False)
    deductions: tuple[Deduction, ...] = field(repr=False)
    by_pairs: int
    settled: int
    weighted: int
    programmes: int
    searches: int

    def verified(self, threshold: int) -> int:
        """Count every group again from the table and return how many hold as they were found.

        Examples
        --------
        >>> codes = np.array([[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 2, 0]])
        >>> several(codes, np.array([20, 2, 15, 30]), 11).verified(11)
        1
        """
        if not self.deductions:
            return 0
        told = left_by(numbered_totals(self.codes), self.deductions)
        divisors = np.array([deduction.divisor for deduction in self.deductions])
        group = np.repeat(np.arange(len(divisors)), np.diff(told.indptr))
        slack = np.array([deduction.slack for deduction in self.deductions])
        once = np.abs(told.data - divisors[group]) <= slack[group]
        wrong = ~once & (np.abs(told.data) > slack[group])
        odd = np.bincount(group, wrong, len(divisors)) > 0
        size = np.bincount(group, self.count[told.indices] * once, len(divisors))
        held = np.flatnonzero(self.group >= 0)
        counted = np.asarray(told[self.group[held], held]).ravel()
        odd |= np.bincount(self.group[held], counted <= slack[self.group[held]], len(divisors)) > 0
        return int((~odd & (size == self.sizes) & (size < threshold)).sum())


def several(codes: Ints, count: Ints, threshold: int, seconds: float = 60.0) -> Verdicts:
    r"""Say of every combination of several zonings whether a small group can be deduced around it.

    Parameters
    ----------
    codes
        Rows × zonings: the zone of each row in each zoning, whole numbers from 0.
    count
        The observations of each row.
    threshold
        Groups of fewer observations must not be deduced.
    seconds
        Time to spend on programmes, at most; what is left is undecided.

    Notes
    -----
    A group is a set of combinations that a sum of totals, some subtracted, counts exactly once and
    all others not at all: h = M'y of zeros and ones, of n·h observations.

    1. Combinations of the threshold or more are safe: so is every group around them.
    2. Every two zonings are decided by cuts (`maths.cuts`), the first of them taken as the zones.
       What is at risk there is at risk; what is not may still be, by three.
    3. What a published total below the threshold holds is told apart (`Verdict.BELOW`).
    4. A table x ≥ 0 with the same totals, Mx = Mn, has the same observations in every group:
       n·h = x·h ≥ :math:`x_a` for a group around a. So x clears all a with :math:`x_a` ≥ T.
    5. The largest :math:`x_a` is, by duality, the least n·h over all h = M'y ≥ 0 with
       :math:`h_a` ≥ 1. Where that is T or more, a is safe. Where it is less and h is of zeros and
       ones, h is a group, and all that it holds is at risk. Programmes start with the rows nearby
       and take in those that their weights count until there is none.
    6. Where h is fractional, integer programming looks for a group; rows that are safe are in
       none. Where there is none, the row is safe.
    7. Where h counts fewer than T observations, some of them several times, a weighted sum of few
       is known, although it is not a group: what it holds is not called safe, but undecided. Such
       sums are not searched for elsewhere.

    References
    ----------
    .. [1] Costemalle V. (2019), Detecting geographical differencing problems in the context of
       spatial data dissemination. Statistical Journal of the IAOS 35(4).

    Examples
    --------
    >>> codes = np.array([[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 2, 0]])
    >>> found = several(codes, np.array([20, 2, 15, 30]), 11)
    >>> found.verdict.tolist(), found.sizes.tolist()
    ([0, 1, 0, 0], [2])
    """
    own, many = _combined(codes, count)
    search = _Search(Published(numbered_totals(own), many), threshold, monotonic() + seconds)
    if len(many):
        search.pairs(own)
        by_pairs = int((search.verdict == Verdict.AT_RISK).sum())
        search.totals_below()
        search.clear()
        search.bound()
        search.settle()
    else:
        by_pairs = 0
    used, group = np.unique(np.append(search.group, -1), return_inverse=True)  # −1 comes first
    return Verdicts(
        codes=own,
        count=many,
        verdict=search.verdict,
        group=group.ravel()[:-1] - 1,
        sizes=np.array([search.sizes[at] for at in used[1:]], dtype=np.int64),
        deductions=tuple(search.deductions[at] for at in used[1:]),
        by_pairs=by_pairs,
        settled=int(search.settled.sum()),
        weighted=int(search.weighted.sum()),
        programmes=search.programmes,
        searches=search.searches,
    )


def _combined(codes: Ints, count: Ints) -> tuple[Ints, Ints]:
    """Add up the rows of the same combination; number the zones that have observations."""
    kept = count > 0
    own, place = np.unique(codes[kept], axis=0, return_inverse=True)
    many = np.zeros(len(own), dtype=np.int64)
    np.add.at(many, place.ravel(), count[kept])
    dense = [np.unique(column, return_inverse=True)[1].ravel() for column in own.T]
    return np.stack(dense, axis=1).astype(np.int64) if dense else own, many


class _Search:
    """Verdicts on their way."""

    def __init__(self, published: Published, threshold: int, end: float) -> None:
        self.published, self.threshold, self.end = published, threshold, end
        rows = len(published.count)
        self.verdict = np.full(rows, int(Verdict.UNDECIDED), dtype=np.int64)
        self.verdict[published.count >= threshold] = Verdict.SAFE
        self.group = np.full(rows, -1, dtype=np.int64)
        self.sizes: list[int] = []
        self.deductions: list[Deduction] = []
        self.fractional: dict[int, tuple[Ints, Ints]] = {}
        self.settled = np.zeros(rows, dtype=np.bool_)
        self.weighted = np.zeros(rows, dtype=np.bool_)
        self.programmes = self.searches = 0

    # -- two zonings, and none ---------------------------------------------------------------

    def pairs(self, codes: Ints) -> None:
        """Decide every two zonings by cuts."""
        for one, other in combinations(range(codes.shape[1]), 2):
            zone, square, count = summed(codes[:, one], codes[:, other], self.published.count)
            found = smallest_groups(zone, square, count, self.threshold)
            width = int(square.max()) + 1
            rows = np.searchsorted(zone * width + square, codes[:, one] * width + codes[:, other])
            known = np.append(self.sizes, self.threshold).astype(np.int64)[self.group]
            fresh = found.size[rows] < known
            first = self.published.totals.min(axis=0)
            self.group[fresh] = len(self.sizes) + found.group[rows[fresh]]
            self.verdict[fresh] = Verdict.AT_RISK
            self.sizes += found.sizes.tolist()
            self.deductions += from_cuts(zone + first[one], square + first[other], found)

    def totals_below(self) -> None:
        """Tell apart what is in a published total below the threshold."""
        totals = self.published.totals
        sums = np.zeros(int(totals.max()) + 1, dtype=np.int64)
        for column in totals.T:
            np.add.at(sums, column, self.published.count)
        below = (sums[totals] < self.threshold).any(axis=1)
        self.verdict[below & (self.verdict == Verdict.UNDECIDED)] = Verdict.BELOW

    # -- linear programmes -------------------------------------------------------------------

    @property
    def in_time(self) -> bool:
        return monotonic() < self.end

    def open_rows(self, among: Ints | None = None) -> Ints:
        """Return the rows that nothing is known of yet."""
        rows = np.flatnonzero(self.verdict == Verdict.UNDECIDED) if among is None else among
        return np.asarray(rows[self.verdict[rows] == Verdict.UNDECIDED])

    def clear(self) -> None:
        """Clear many rows at once, neighbourhood by neighbourhood, then in wider ones."""
        for most in (NEARBY, MOST_ROWS):
            tried = np.zeros(len(self.verdict), dtype=np.bool_)
            for row in self.open_rows().tolist():
                if self.verdict[row] == Verdict.UNDECIDED and not tried[row] and self.in_time:
                    self._clear(row, self.published.around(row, most))
                    tried[self.published.around(row, most // 4)] = True

    def _clear(self, row: int, near: Ints) -> None:
        wanted = self.open_rows(near)
        while len(wanted) and self.in_time:
            self.programmes += 1
            self._cleared(enlarged(self.published, near, wanted, self.threshold))
            left = self.open_rows(wanted)
            if self.verdict[row] != Verdict.UNDECIDED or len(left) == len(wanted):
                return
            wanted = left

    def _cleared(self, answer: Answer) -> None:
        """Call the rows safe that reach the threshold in a table with the same totals."""
        reached = answer.rows[answer.table >= self.threshold - NEAR]
        self.verdict[self.open_rows(reached)] = Verdict.SAFE

    def bound(self) -> None:
        """Bound the rows that are left, one by one."""
        for row in self.open_rows().tolist():
            if self.verdict[row] == Verdict.UNDECIDED and self.in_time:
                self._bound(row)

    def _bound(self, row: int) -> None:
        rows = self.published.around(row, NEARBY)
        for _ in range(ROUNDS):
            self.programmes += 1
            answer = largest(self.published, row, rows, self.threshold)
            self._cleared(answer)
            if self.verdict[row] != Verdict.UNDECIDED or answer.weights is None:
                return
            if self._deduced(row, answer.weights):
                return
            beyond = _beyond(answer.weights, rows)
            if not len(beyond):
                self.fractional[row] = rows, self._few(answer.weights)
                return
            wider = self.published.around(row, min(2 * len(rows), MOST_ROWS))
            rows = np.union1d(np.union1d(rows, beyond), wider)
            if len(rows) > MOST_ROWS or not self.in_time:
                return

    def _few(self, weights: Weights) -> Ints:
        """Return the rows that weights count, if these are fewer observations than the threshold.

        Some are counted several times.
        """
        counted = weights.rows[np.abs(weights.told) > NEAR]
        few = int(self.published.count[counted].sum()) < self.threshold
        return counted if few else counted[:0]

    def _deduced(self, row: int, weights: Weights) -> bool:
        """Take note of a group, where the weights leave one below the threshold."""
        near = self.published.totals[weights.rows]
        whole = exact(near, weights.totals, weights.weights)
        told = None if whole is None else recounted_in(self.published, whole)
        if whole is None or told is None or told[0] >= self.threshold or row not in told[1]:
            return False
        fresh = self.open_rows(told[1])
        self.group[fresh] = len(self.sizes)
        self.verdict[fresh] = Verdict.AT_RISK
        self.sizes.append(told[0])
        self.deductions.append(whole)
        return True

    # -- whole numbers -----------------------------------------------------------------------

    def settle(self) -> None:
        """Look for groups where the linear programmes leave it open."""
        for row, (rows, _) in self.fractional.items():
            if self.verdict[row] == Verdict.UNDECIDED and self.in_time and self._alone(row, rows):
                self.settled[row] = True
                self.verdict[row] = Verdict.SAFE
        for _, few in self.fractional.values():
            safe = few[self.verdict[few] == Verdict.SAFE]
            self.verdict[safe] = Verdict.UNDECIDED
            self.weighted[safe] = True
        self.settled &= ~self.weighted

    def _alone(self, row: int, rows: Ints) -> bool:
        """Look for a group around a row; say whether there is proof that there is none."""
        for _ in range(ROUNDS):
            if len(rows) > MOST_WHOLE or not self.in_time:
                break
            self.searches += 1
            never = self.verdict[rows] == Verdict.SAFE
            left = min(self.end - monotonic(), MOST_SECONDS)
            answer = smallest_whole(self.published, row, rows, never, self.threshold, left)
            if answer is None:
                break
            if answer.weights is None:
                return True
            if self._deduced(row, answer.weights):
                break
            beyond = _beyond(answer.weights, rows)
            if not len(beyond):
                break
            rows = np.union1d(rows, beyond)
        return False


def recounted_in(published: Published, deduction: Deduction) -> tuple[int, Ints] | None:
    """Count what a sum of totals leaves, and return the rows."""
    told = recounted(published.totals - published.totals.min(axis=0), published.count, deduction)
    return None if told is None else (told[0], np.flatnonzero(told[1]))


def _beyond(weights: Weights, rows: Ints) -> Ints:
    """Return the rows that weights count although the programme did not look at them."""
    return np.setdiff1d(weights.rows[np.abs(weights.told) > NEAR], rows)
