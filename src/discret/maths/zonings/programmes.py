"""Programmes that bound a group of several zonings, on the few rows around it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints

NEAR = 1e-6  # what a solver may be off
FAR = 1_000  # times the threshold: how far a row falls at most
WIDE = 40  # rows of one total that a look around takes in


@dataclass(frozen=True)
class Weights:
    """Weights of totals, and how often they count each row that these totals hold."""

    totals: Ints = field(repr=False)
    weights: Floats = field(repr=False)
    rows: Ints = field(repr=False)
    told: Floats = field(repr=False)


@dataclass(frozen=True)
class Answer:
    """What a programme found: a table with the same totals, or weights of the totals.

    Parameters
    ----------
    least
        No group around the row has fewer observations.
    rows, table
        Rows that have another number of observations in a table with the same totals, and these
        numbers.
    weights
        The weights that attain the bound, where the programme has them.
    """

    least: float
    rows: Ints = field(repr=False)
    table: Floats = field(repr=False)
    weights: Weights | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Published:
    """Rows and the totals that hold them, at hand both ways.

    Parameters
    ----------
    totals
        For each row the number of its total in each zoning.
    count
        The observations of each row.
    """

    totals: Ints = field(repr=False)
    count: Ints = field(repr=False)

    @cached_property
    def shelf(self) -> tuple[Ints, Ints]:
        """The rows of each total, those with most observations first, and where these begin."""
        zonings = self.totals.shape[1]
        flat = self.totals.ravel()
        order = np.lexsort((-np.repeat(self.count, zonings), flat))
        begins = np.concatenate([[0], np.cumsum(np.bincount(flat))])
        return order // zonings, begins.astype(np.int64)

    def rows_of(self, totals: Iterable[int], most: int | None = None) -> Ints:
        """Return the rows that these totals hold, of each total the largest."""
        rows, begins = self.shelf
        own = [rows[begins[z] : begins[z + 1]][:most] for z in totals]
        return np.unique(np.concatenate(own)) if own else np.zeros(0, dtype=np.int64)

    def around(self, row: int, most: int) -> Ints:
        """Return up to `most` rows that totals link with a row: nearer ones, then larger ones."""
        found, seen = np.array([row]), np.zeros(0, dtype=np.int64)
        while len(found) < most:
            fresh = np.setdiff1d(self.totals[found], seen)
            if not len(fresh):
                break
            seen = np.union1d(seen, fresh)
            more = np.setdiff1d(self.rows_of(fresh.tolist(), WIDE), found)
            large = np.argsort(-self.count[more], kind="stable")[: most - len(found)]
            found = np.union1d(found, more[large])
        return found

    def spread(self, zones: Ints, solved: Floats) -> Weights:
        """Return how often weights of totals count each row of the whole table.

        Adding to all totals of one zoning what is taken from all of another changes nothing where
        both are known: the weight that most totals of a zoning have is made 0.
        """
        zoning = np.searchsorted(self._firsts, zones, side="right") - 1
        moved, shift = solved.copy(), 0.0
        for own in range(1, self.totals.shape[1]):
            usual = _usual(solved[zoning == own])
            moved[zoning == own] -= usual
            shift += usual
        moved[zoning == 0] += shift
        used = np.abs(moved) > NEAR
        place = np.zeros(int(self.totals.max()) + 1)
        place[zones[used]] = moved[used]
        rows = self.rows_of(zones[used].tolist())
        return Weights(zones[used], moved[used], rows, place[self.totals[rows]].sum(axis=1))

    @cached_property
    def _firsts(self) -> Ints:
        return np.asarray(self.totals.min(axis=0))


def enlarged(published: Published, rows: Ints, wanted: Ints, threshold: int) -> Answer:
    """Find one table with the same totals in which many of the wanted rows reach the threshold.

    Parameters
    ----------
    published
        All rows.
    rows
        Those that may have another number of observations.
    wanted
        Those of them that should have many.

    Notes
    -----
    The totals of a group are the same in every table that has the published totals, so that no
    group around a row is smaller than the row is in any of them: one table clears many rows.

    Examples
    --------
    >>> square = Published(np.array([[0, 2], [0, 3], [1, 2], [1, 3]]), np.array([1, 9, 9, 1]))
    >>> bool((enlarged(square, np.arange(4), np.array([0, 3]), 5).table[[0, 3]] >= 5).all())
    True
    """
    from scipy.sparse import csr_array, eye_array, hstack

    totals, matrix = _matrix(published, rows)
    now, many = published.count[rows], len(wanted)
    places = np.arange(many), np.searchsorted(rows, wanted)
    pick = csr_array((np.ones(many), places), shape=(many, len(rows)))
    reached = hstack([-pick, eye_array(many)], format="csr")  # at most what the row has
    same = hstack([matrix, csr_array((len(totals), many))], format="csr")
    cost = np.concatenate([np.zeros(len(rows)), -np.ones(many)])
    low = np.concatenate([_least(now, threshold), np.zeros(many)])
    high = np.concatenate([np.full(len(rows), np.inf), np.full(many, float(threshold))])
    told = _solved(cost, same, low, high, A_ub=reached, b_ub=now[places[1]])
    moves = np.zeros(len(rows)) if told is None else told.x[: len(rows)]
    return Answer(0.0, rows, _checked(matrix, now, moves))


def largest(published: Published, row: int, rows: Ints, threshold: int) -> Answer:
    r"""Find how large a row may be, in a table with the same totals that differs in some rows.

    Notes
    -----
    :math:`\max x_a, Mx = Mn, x ≥ 0` is dual to :math:`\min n·h, h = M'y ≥ 0, h_a ≥ 1`: the least
    combination of totals around the row. Where the weights y count no row beyond those that may
    differ, the bound is that of the whole table.

    Examples
    --------
    >>> square = Published(np.array([[0, 2], [0, 3], [1, 2], [1, 3]]), np.array([1, 2, 9, 1]))
    >>> answer = largest(square, 0, np.arange(4), 5)
    >>> round(answer.least, 6), answer.weights.told.round(6).tolist()
    (3.0, [1.0, 1.0])
    """
    totals, matrix = _matrix(published, rows)
    place, now = int(np.searchsorted(rows, row)), published.count[rows]
    cost, high = np.zeros(len(rows)), np.full(len(rows), np.inf)
    cost[place], high[place] = -1, max(threshold - now[place], 0)
    told = _solved(cost, matrix, _least(now, threshold), high)
    if told is None:
        return Answer(0.0, rows, now.astype(np.float64))
    table = _checked(matrix, now, np.asarray(told.x))
    weights = published.spread(totals, -np.asarray(told.eqlin.marginals))
    return Answer(float(table[place]), rows, table, weights)


def smallest_whole(
    published: Published, row: int, rows: Ints, never: Bools, threshold: int, seconds: float
) -> Answer | None:
    """Find the smallest group around a row as some rows see it; None where time ran out.

    Parameters
    ----------
    rows
        Those that the group counts once or not at all; it may count others in any way.
    never
        For each of them, whether no group below the threshold holds it.
    seconds
        Time to spend, at most.

    Examples
    --------
    >>> square = Published(np.array([[0, 2], [0, 3], [1, 2], [1, 3]]), np.array([1, 2, 9, 1]))
    >>> answer = smallest_whole(square, 0, np.arange(4), np.zeros(4, dtype=bool), 5, 1.0)
    >>> round(answer.least, 6)
    3.0
    """
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array, eye_array, hstack, vstack

    totals, matrix = _matrix(published, rows)
    many, width = len(rows), len(totals)
    lowest = (rows == row).astype(float)
    highest = np.where(never & (rows != row), 0.0, 1.0)
    once = hstack([matrix.T, -eye_array(many)], format="csr")
    cost = np.concatenate([np.zeros(width), published.count[rows].astype(float)])
    sums = vstack([once, csr_array(cost[None, :])], format="csr")
    result = milp(
        cost,
        constraints=LinearConstraint(sums, 0.0, np.append(np.zeros(many), threshold - 0.5)),
        integrality=np.concatenate([np.zeros(width), np.ones(many)]),
        bounds=Bounds(
            np.concatenate([np.full(width, -np.inf), lowest]),
            np.concatenate([np.full(width, np.inf), highest]),
        ),
        options={"time_limit": max(seconds, 0.01), "mip_rel_gap": 0.0},
    )
    none = np.zeros(0, dtype=np.int64)
    if result.status == 2:  # noqa: PLR2004 (HiGHS: there is none)
        return Answer(float(threshold), none, none.astype(float))
    if result.status != 0 or result.x is None:
        return None
    found = published.spread(totals, np.asarray(result.x[:width]))
    return Answer(float(result.fun), none, none.astype(float), found)


def _matrix(published: Published, rows: Ints) -> tuple[Ints, Any]:
    """Return the totals of some rows, and the matrix totals × rows."""
    from scipy.sparse import csr_array

    own = published.totals[rows]
    totals, place = np.unique(own, return_inverse=True)
    at = np.repeat(np.arange(len(rows)), own.shape[1])
    ones = np.ones(own.size)
    return totals, csr_array((ones, (place.ravel(), at)), shape=(len(totals), len(rows)))


def _usual(values: Floats) -> float:
    """Return the value that most have, rounding apart."""
    if not len(values):
        return 0.0
    _, first, many = np.unique(np.round(values, 6), return_index=True, return_counts=True)
    return float(values[first[many.argmax()]])


def _least(now: Ints, threshold: int) -> Floats:
    """Return how far rows may fall: to 0, but not by numbers that a solver is less exact with."""
    return np.asarray(-np.minimum(now, FAR * threshold), dtype=np.float64)


def _checked(matrix: Any, now: Ints, moves: Floats) -> Floats:
    """Return the table after the moves; the table as it is where they change a total."""
    table = now + moves
    wrong = np.abs(matrix @ moves).max(initial=0) > NEAR or table.min(initial=0) < -NEAR
    return np.asarray(now if wrong else table, dtype=np.float64)


def _solved(cost: Floats, matrix: Any, low: Floats, high: Floats, **more: Any) -> Any:
    """Solve a linear programme that changes no total; None where the solver does not end."""
    from scipy.optimize import linprog

    ends = np.stack([low, high], axis=1)
    same = np.zeros(matrix.shape[0])
    told = linprog(cost, A_eq=matrix, b_eq=same, bounds=ends, method="highs", **more)
    return told if told.status == 0 else None
