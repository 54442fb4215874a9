"""Groups that published totals give away by addition and subtraction, and their recount."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.zonings.cuts import Groups

DIVISORS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
CLOSE = 1e-4  # to a whole number: the recount decides, not this
FINE = 10**9  # the divisor of weights that no small one makes whole


@dataclass(frozen=True)
class Deduction:
    """A sum of totals, each taken some times or subtracted, that leaves a group of observations.

    Parameters
    ----------
    totals
        Which totals: their numbers over all zonings (`numbered_totals`).
    weights
        How many times each is added, or subtracted where it is negative.
    divisor
        What the sum is divided by in the end. Weights that no small divisor makes whole are
        rounded to billionths: what is left of rounding tells an attacker as much.
    """

    totals: Ints = field(repr=False)
    weights: Ints = field(repr=False)
    divisor: int = 1

    @property
    def slack(self) -> int:
        """How far a count may be from nothing or from the divisor, by rounding alone."""
        return self.divisor // 100_000


def numbered_totals(codes: Ints) -> Ints:
    """Give numbers to the zones of all zonings, those of the second after those of the first.

    Examples
    --------
    >>> numbered_totals(np.array([[0, 0], [1, 2]])).tolist()
    [[0, 2], [1, 4]]
    """
    sizes = codes.max(axis=0, initial=-1) + 1
    return np.asarray(codes + np.cumsum(sizes) - sizes)


def recounted(codes: Ints, count: Ints, deduction: Deduction) -> tuple[int, Bools] | None:
    """Count again, from the raw table, what a sum of totals leaves.

    Returns
    -------
    The observations of the group and the rows that they are in; None where the sum does not
    count every observation exactly once or not at all.

    Examples
    --------
    Two zones, one square over both: what zone 0 has there is zone 0 without square 0.

    >>> codes, count = np.array([[0, 0], [0, 1], [1, 1]]), np.array([20, 2, 15])
    >>> size, rows = recounted(codes, count, Deduction(np.array([0, 2]), np.array([1, -1])))
    >>> size, rows.tolist()
    (2, [False, True, False])
    """
    totals = numbered_totals(codes)
    times = np.zeros(int(totals.max(initial=-1)) + 1, dtype=np.int64)
    np.add.at(times, deduction.totals, deduction.weights)
    told = times[totals].sum(axis=1)
    inhabited = count > 0
    once = np.abs(told - deduction.divisor) <= deduction.slack
    if not (once | (np.abs(told) <= deduction.slack))[inhabited].all():
        return None
    rows = once & inhabited
    return int(count[rows].sum()), rows


def left_by(totals: Ints, deductions: Sequence[Deduction]) -> Any:
    """Return how often each deduction counts each row: a sparse matrix, times the divisors.

    Examples
    --------
    >>> totals = numbered_totals(np.array([[0, 0], [0, 1], [1, 1]]))
    >>> left_by(totals, [Deduction(np.array([0, 2]), np.array([1, -1]))]).toarray().tolist()
    [[0, 1, 0]]
    """
    from scipy.sparse import csr_array

    width = int(totals.max(initial=-1)) + 1
    sizes = [len(deduction.totals) for deduction in deductions]
    begins = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    none = np.zeros(0, dtype=np.int64)
    places = np.concatenate([none, *(deduction.totals for deduction in deductions)])
    weights = np.concatenate([none, *(deduction.weights for deduction in deductions)])
    sums = csr_array((weights, places, begins), shape=(len(deductions), width))
    found = sums @ incidence(totals).T
    found.eliminate_zeros()
    return found


def incidence(totals: Ints) -> Any:
    """Return the matrix rows × totals that says which totals hold each row.

    Examples
    --------
    >>> incidence(np.array([[0, 2], [1, 2]])).toarray().tolist()
    [[1, 0, 1], [0, 1, 1]]
    """
    from scipy.sparse import csr_array

    rows, zonings = totals.shape
    width = int(totals.max(initial=-1)) + 1
    begins = np.arange(0, rows * zonings + 1, max(zonings, 1))
    ones = np.ones(rows * zonings, dtype=np.int64)
    return csr_array((ones, totals.ravel(), begins), shape=(rows, width))


def from_cuts(zone: Ints, square: Ints, groups: Groups) -> list[Deduction]:
    """Write the groups of two zonings as sums of totals; zones and squares are numbers of totals.

    Internal: the zones, without the squares inside them. External: the squares that they touch,
    without the zones.

    Examples
    --------
    >>> from discret.maths.zonings.cuts import smallest_groups
    >>> zone, square = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 2])
    >>> found = smallest_groups(zone, square, np.array([20, 2, 15, 30]), 11)
    >>> [(one.totals.tolist(), one.weights.tolist()) for one in from_cuts(zone, square + 2, found)]
    [([0, 2], [1, -1])]
    """
    from scipy.sparse import csr_array

    if not len(groups.sizes):
        return []
    pairs = np.unique(np.stack([zone, square], axis=1), axis=0)
    shape = int(zone.max()) + 1, int(square.max()) + 1
    ones = np.ones(len(pairs), dtype=np.int64)
    crossed = csr_array((ones, (pairs[:, 0], pairs[:, 1])), shape=shape)
    lowest = int(zone.min())
    members = csr_array(
        (np.ones(len(groups.zones), dtype=np.int64), groups.zones + lowest, groups.begins),
        shape=(len(groups.sizes), shape[0]),
    )
    touched = members @ crossed  # groups × squares: of how many zones of the group
    across = np.bincount(pairs[:, 1], minlength=shape[1])
    return [
        _from_cut(groups.members(at) + lowest, _row(touched, at), across, bool(external))
        for at, external in enumerate(groups.external)
    ]


def _row(matrix: Any, at: int) -> tuple[Ints, Ints]:
    own = slice(matrix.indptr[at], matrix.indptr[at + 1])
    return matrix.indices[own].astype(np.int64), matrix.data[own]


def _from_cut(zones: Ints, touched: tuple[Ints, Ints], across: Ints, external: bool) -> Deduction:
    squares, many = touched
    taken = squares if external else squares[many == across[squares]]
    sign = -1 if external else 1
    weights = np.concatenate([np.full(len(zones), sign), np.full(len(taken), -sign)])
    return Deduction(np.concatenate([zones, taken]), weights.astype(np.int64))


def exact(totals: Ints, zones: Ints, solved: Floats) -> Deduction | None:
    """Make whole numbers of the weights that a programme found, where that leaves a group.

    Parameters
    ----------
    totals
        The totals of each row that one of these totals holds.
    zones, solved
        Which totals have a weight, and these weights.

    Examples
    --------
    >>> totals = numbered_totals(np.array([[0, 0], [0, 1], [1, 1]]))
    >>> exact(totals, np.array([0, 2]), np.array([1.0000000001, -1.0])).weights.tolist()
    [1, -1]
    >>> exact(totals, np.array([0, 2]), np.array([1.0, 1.0])) is None
    True
    """
    place = np.zeros(max(totals.max(initial=-1), zones.max(initial=-1)) + 1, dtype=np.int64)
    for divisor in DIVISORS:
        whole = np.rint(divisor * solved).astype(np.int64)
        if np.abs(whole - divisor * solved).max(initial=0) > CLOSE:
            continue
        place[zones] = whole
        told = place[totals].sum(axis=1)
        if np.isin(told, [0, divisor]).all() and told.any():
            kept = whole != 0
            return Deduction(zones[kept], whole[kept], divisor)
    return _rounded(place, totals, zones, solved)


def _rounded(place: Ints, totals: Ints, zones: Ints, solved: Floats) -> Deduction | None:
    place[zones] = np.rint(FINE * solved).astype(np.int64)
    told, one = place[totals].sum(axis=1), Deduction(zones, place[zones], FINE)
    once = np.abs(told - FINE) <= one.slack
    return one if once.any() and (once | (np.abs(told) <= one.slack)).all() else None
