"""Differencing as a linear programme: any combination of published totals, written plainly."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linprog


def least_around(totals: Any, count: Any) -> Any:
    """Return for each row the least weight of a non-negative combination with at least 1 there.

    Parameters
    ----------
    totals
        Published totals × rows: whether the row is in the total.
    count
        Observations of each row.
    """
    rows = totals.shape[1]
    found = np.full(rows, np.inf)
    for row in range(rows):
        least = np.zeros(rows)
        least[row] = 1
        told = linprog(
            totals @ count, A_ub=-totals.T.astype(float), b_ub=-least, bounds=(None, None)
        )
        if told.status == 0:
            found[row] = told.fun
    return found


def most_possible(totals: Any, count: Any, row: int) -> float:
    """Return the most observations a row may have, given the totals and which rows have any."""
    goal = np.zeros(totals.shape[1])
    goal[row] = -1
    told = linprog(goal, A_eq=totals.astype(float), b_eq=totals @ count, bounds=(0, None))
    return np.inf if told.status == 3 else -float(told.fun)
