"""The fewest squares to withhold so that no small group can be deduced, by integer programming."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.zonings.separating_sets import Sets, Side
from discret.maths.zonings.withholding_programme import NONE, OBSERVATIONS, SQUARES, Programme, Row

Cost = Literal["squares", "observations"]


@dataclass(frozen=True)
class Withheld:
    """Which squares to withhold, at what cost, and what stays at risk.

    Parameters
    ----------
    squares
        Whether each square is to be withheld, apart from those that were already.
    cost
        Their number, or their observations.
    bound
        No solution costs less than this.
    rounds
        How often the cuts were searched and the programme solved.
    size
        For each intersection the smallest group that can still be deduced, or the threshold.
    unprotected
        Whether it is below the threshold: no square that may be withheld changes that.
    """

    squares: Bools = field(repr=False)
    cost: float
    bound: float
    rounds: int
    size: Ints = field(repr=False)
    unprotected: Bools = field(repr=False)

    @property
    def gap(self) -> float:
        """Share of the cost by which a better solution could be cheaper, at most."""
        return (self.cost - self.bound) / self.cost if self.cost else 0.0


def withhold(
    zone: Ints,
    square: Ints,
    count: Ints,
    threshold: int,
    already: Bools | None = None,
    cost: Cost = "squares",
    seconds: float = 150.0,
) -> Withheld:
    r"""Find the cheapest squares to withhold so that no group below the threshold can be deduced.

    Parameters
    ----------
    zone, square, count
        The crossed table: one row for each intersection that has observations; zones and squares
        are whole numbers from 0.
    threshold
        Groups of fewer observations must not be deduced.
    already
        Which squares are withheld as it is; none by default.
    cost
        What is to be least: the squares (and, of as many squares, the observations), or the
        observations in them.
    seconds
        Time for the programmes. What is found after it is still safe, only dearer.

    Notes
    -----
    Where all zones are published, squares withheld are as good as their union in each component. A
    set S of zones with :math:`0 < f(S) < T` then tells nothing below T exactly where the squares
    withheld inside S hold at least :math:`T - f(S)` observations, and some square of the component
    that is not inside S is withheld. Rows of both kinds are generated where a cut shows that one
    fails, until none does: all rows are necessary, so that what the last programme proves is a
    bound for the whole problem. Published squares below the threshold by themselves stay published
    unless they serve as others do: name them in `already` to hide them.

    What cannot be protected is known beforehand. :math:`T - f(S)` observations inside S are to be
    had unless all zones of S together have fewer than T: then each has. So the border
    intersections of zones that are below the threshold by themselves stay as they are, and all
    others become safe.

    Examples
    --------
    Two observations of the first zone can be deduced; a square on each side must go.

    >>> zone, square = np.array([0, 0, 0, 1, 1]), np.array([0, 3, 1, 1, 2])
    >>> found = withhold(zone, square, np.array([20, 90, 2, 15, 30]), 11, cost="observations")
    >>> found.squares.tolist(), found.cost, found.gap
    ([True, True, False, False], 37.0, 0.0)
    """
    squares = int(square.max(initial=-1)) + 1
    given = np.zeros(squares, dtype=np.bool_) if already is None else already
    sets = Sets.of(zone, square, count, threshold, len(given))
    each = np.ones(len(sets.total)) if cost == "squares" else sets.total.astype(np.float64)
    programme = Programme(sets.component[1], sets.total, each, given, threshold)
    withheld, bound, rounds = given, 0.0, 0
    began = time.monotonic()
    while True:
        groups = sets.deduced(withheld)
        rows = [row for side in sets.sides(groups) for row in _asked(sets, side, given)]
        if not sum(programme.add(row) for row in rows):
            break
        left = seconds - (time.monotonic() - began)
        solution = programme.solve(left / 2)
        withheld, rounds = solution.withheld, rounds + 1
        bound = max(bound, solution.bound)
    new = withheld & ~given
    size = groups.size[: len(zone)]
    spent = float(each[new].sum())
    lower = min(float(np.ceil(bound - 1e-6)), spent)  # costs are whole numbers
    return Withheld(new, spent, lower, rounds, size, size < threshold)


def _asked(sets: Sets, side: Side, given: Bools) -> list[Row]:
    """Return the rows of the programme that a set asks for: enough inside, a square outside."""
    total, cap, component = sets.total, sets.threshold, side.component
    touched = np.concatenate([side.inside, side.reaching])
    need = cap - int(sets.count[side.group].sum())
    if side.external:
        enough = Row(component, OBSERVATIONS, touched, -np.minimum(total[touched], cap), need)
        other = Row(component, NONE, touched, np.ones(len(touched), dtype=np.int64), 1)
    else:
        inside = side.inside
        enough = Row(component, NONE, inside, np.minimum(total[inside], need), need)
        other = Row(component, SQUARES, inside, np.full(len(inside), -1), 1)
    if sets.wanted[side.group].any():
        return [enough, other]
    hidden = np.unique(sets.square[side.risky])  # only squares withheld in the set put rows at risk
    return [enough if given[array] else _while_hidden(enough, int(array)) for array in hidden]


def _while_hidden(row: Row, square: int) -> Row:
    """Ask for a row only where the square is withheld."""
    squares, values = np.append(row.squares, square), np.append(row.values, -row.least)
    return Row(row.component, row.total, squares, values, 0)
