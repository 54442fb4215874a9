"""The integer programme of withholding: rows that sets of zones ask for, and its solution."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints

HALF = 0.5
NONE, SQUARES, OBSERVATIONS = 0, 1, 2  # which total of the component a row has


class Row(NamedTuple):
    """A row: `values` times the squares, and a total of the component, make at least `least`.

    Parameters
    ----------
    component
        The component of the zones.
    total
        Which total of the component is added: none, the squares withheld, or their observations.
    squares, values
        Squares and their coefficients.
    least
        What the row must reach.
    """

    component: int
    total: int
    squares: Ints
    values: Ints
    least: int

    def key(self) -> tuple[int, int, int, bytes, bytes]:
        """Return what two equal rows have in common."""
        squares, values = self.squares.tobytes(), self.values.tobytes()
        return self.component, self.total, self.least, squares, values


@dataclass(frozen=True)
class Solution:
    """Squares to withhold, a bound that no solution is below, and whether the rows were solved.

    Parameters
    ----------
    withheld
        Whether each square is withheld, those given included.
    bound
        The least that the rows cost, or a lower number.
    solved
        Whether the programme gave the squares; otherwise they are all that the rows speak of.
    """

    withheld: Bools = field(repr=False)
    bound: float
    solved: bool


@dataclass
class Programme:
    """The rows met so far, and what squares cost.

    Parameters
    ----------
    component
        The component of each square.
    total
        Its observations.
    cost
        What it costs to withhold it.
    given
        Whether it is withheld already.
    threshold
        More observations than this count as this many.

    Notes
    -----
    Of solutions with the same cost the one with the fewest observations is looked for: they are
    added to the cost, so that all of them together make a half, and the bound is lowered by it.

    Examples
    --------
    One of the first two squares must be withheld, and one that is not the first.

    >>> many = np.array([20, 30, 40])
    >>> programme = Programme(np.zeros(3, int), many, many.astype(float), many < 0, 11)
    >>> programme.add(Row(0, NONE, np.array([0, 1]), np.array([1, 1]), 1))
    True
    >>> programme.add(Row(0, SQUARES, np.array([0]), np.array([-1]), 1))
    True
    >>> solution = programme.solve(10.0)
    >>> solution.withheld.tolist(), round(solution.bound, 2)
    ([False, True, False], 29.67)
    """

    component: Ints
    total: Ints
    cost: Floats
    given: Bools
    threshold: int
    rows: list[Row] = field(default_factory=list, repr=False)
    known: set[tuple[int, int, int, bytes, bytes]] = field(default_factory=set, repr=False)

    def add(self, row: Row) -> bool:
        """Add a row; say whether it is new."""
        key = row.key()
        if key in self.known:
            return False
        self.known.add(key)
        self.rows.append(row)
        return True

    def solve(self, seconds: float) -> Solution:
        """Find the cheapest squares that satisfy the rows."""
        from scipy.optimize import Bounds, LinearConstraint, milp

        columns = self._columns()
        matrix, least = self._matrix(columns)
        low = np.zeros(matrix.shape[1])
        low[: len(columns)] = self.given[columns]
        high = np.full(matrix.shape[1], np.inf)
        high[: len(columns)] = 1
        cost = np.zeros(matrix.shape[1])
        fraction = self.total[columns] / (2 * max(self.total[columns].sum(), 1))
        cost[: len(columns)] = np.where(self.given[columns], 0.0, self.cost[columns] + fraction)
        whole = np.arange(len(cost)) < len(columns)
        most = np.where(np.arange(len(least)) < len(self.rows), np.inf, 0.0)
        told = milp(
            cost,
            constraints=LinearConstraint(matrix, least, most),
            integrality=whole.astype(np.int64),
            bounds=Bounds(low, high),
            options={"time_limit": max(seconds, 0.1), "mip_rel_gap": 0.0},
        )
        withheld = self.given.copy()
        withheld[columns if told.x is None else columns[told.x[: len(columns)] > HALF]] = True
        return Solution(withheld, max(_bound(told) - HALF, 0.0), told.x is not None)

    def _columns(self) -> Ints:
        """List the squares that matter: those of the rows, those given, and one free for the rest.

        Squares that no row names are alike for a total: of these the cheapest that is large enough
        for any row will do, and smaller ones where they cost less.
        """
        named = np.zeros(len(self.total), dtype=np.bool_)
        for row in self.rows:
            named[row.squares] = True
        asked = np.unique([row.component for row in self.rows if row.total != NONE]).astype(int)
        free = np.isin(self.component, asked) & ~named & ~self.given
        large = free & (self.total >= self.threshold)
        size = int(self.component.max(initial=-1)) + 1
        price = self.cost + self.total / (2 * max(self.total.sum(), 1))
        cheapest = np.full(size, np.inf)
        np.minimum.at(cheapest, self.component[large], price[large])
        named |= free & ~large & (price < cheapest[self.component])
        places = np.flatnonzero(large & (price == cheapest[self.component]))
        named[places[np.unique(self.component[places], return_index=True)[1]]] = True
        return np.flatnonzero(named | self.given)

    def _matrix(self, columns: Ints) -> tuple[Any, Floats]:
        """Write the rows, then what the totals of components are; totals come last as columns."""
        from scipy.sparse import csr_array

        place = np.full(len(self.total), -1, dtype=np.int64)
        place[columns] = np.arange(len(columns))
        used = sorted({(row.component, row.total) for row in self.rows if row.total != NONE})
        after = {number: len(columns) + at for at, number in enumerate(used)}
        lines, where, values = [], [], []
        for line, row in enumerate(self.rows):
            at, value = place[row.squares], row.values
            if row.total != NONE:
                at, value = np.append(at, after[row.component, row.total]), np.append(value, 1)
            lines.append(np.full(len(at), line))
            where.append(at)
            values.append(value)
        for line, (component, total) in enumerate(used, len(self.rows)):
            own = np.flatnonzero(self.component[columns] == component)
            each = np.minimum(self.total[columns[own]], self.threshold) ** (total - SQUARES)
            lines.append(np.full(len(own) + 1, line))
            where.append(np.append(own, after[component, total]))
            values.append(np.append(each, -1))
        shape = len(self.rows) + len(used), len(columns) + len(used)
        entries = np.concatenate(values), (np.concatenate(lines), np.concatenate(where))
        least = np.zeros(shape[0])
        least[: len(self.rows)] = [row.least for row in self.rows]
        return csr_array(entries, shape=shape, dtype=np.float64), least


def _bound(told: Any) -> float:
    bound = told.mip_dual_bound
    return 0.0 if bound is None or not np.isfinite(bound) else max(float(bound), 0.0)
