"""Differencing as a linear programme: any combination of published totals, written plainly."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import eye_array, kron


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
    within = np.flatnonzero(totals.any(axis=0))  # of the others, no combination tells anything
    if len(within) == 0:
        return found
    cost = (totals @ count).astype(float)
    # One programme for all rows, a block for each: they share nothing, so each is at its least.
    told = linprog(
        np.tile(cost, len(within)),
        A_ub=kron(eye_array(len(within)), -totals.T.astype(float), format="csr"),
        b_ub=-np.eye(rows)[within].ravel(),
        bounds=(None, None),
    )
    assert told.status == 0
    found[within] = told.x.reshape(len(within), -1) @ cost
    return found


def most_possible(totals: Any, count: Any, row: int) -> float:
    """Return the most observations a row may have, given the totals and which rows have any."""
    goal = np.zeros(totals.shape[1])
    goal[row] = -1
    told = linprog(goal, A_eq=totals.astype(float), b_eq=totals @ count, bounds=(0, None))
    return np.inf if told.status == 3 else -float(told.fun)
