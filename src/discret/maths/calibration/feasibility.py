"""Whether weights can reproduce totals at all: linear programmes on cells."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from discret.errors import TargetError
from discret.maths.arrays import Floats
from discret.maths.calibration.dependent_margins import independent
from discret.words import Words, say

INFEASIBLE = 2  # status of HiGHS
NOTHING = 1e-7  # relative gap of a margin that counts as none
PRECISION = {"primal_feasibility_tolerance": 1e-9, "dual_feasibility_tolerance": 1e-9}


def gaps(
    units: sparse.csr_array, start: Floats, totals: Floats, bounds: tuple[float, float]
) -> Floats:
    r"""Return how far each margin stays from its total, at best: all nought where they can be met.

    Parameters
    ----------
    units
        Units × margins.
    start
        Starting weight of each unit.
    totals
        Total of each margin.
    bounds
        Lowest and highest ratio of a weight to the starting one.

    Returns
    -------
    For each margin, what is missing to its total (below nought where there is too much).

    Notes
    -----
    The ratios that make :math:`∑ |gap_j| / size_j` least, where the size of a margin is the larger
    of its total and what it sums at first. Margins that conflict share this sum out between them:
    few of them get all of it.

    Examples
    --------
    Two women for 7 and two men for 9, of whom 5 and 5 are old: no more than 2 of each are.

    >>> units = sparse.csr_array(np.array([[1.0, 0, 1], [1, 0, 0], [0, 1, 0], [0, 1, 0]]))
    >>> gaps(units, np.ones(4), np.array([7.0, 9, 8]), (0, 99)).round(6).tolist()
    [0.0, 0.0, 1.0]
    """
    from scipy.optimize import linprog

    sums = units * start[:, None]
    size = np.maximum(np.maximum(abs(sums).sum(axis=0), np.abs(totals)), np.finfo(float).tiny)
    margins = len(totals)
    spare = sparse.eye_array(margins)
    answer = linprog(
        np.concatenate([np.zeros(len(start)), np.ones(2 * margins)]),
        A_eq=sparse.hstack([(sums / size).T, spare, -spare], format="csr"),
        b_eq=totals / size,
        bounds=np.concatenate(
            [np.tile(bounds, (len(start), 1)), np.tile((0, np.inf), (2 * margins, 1))]
        ),
        method="highs",
        options=PRECISION,
    )
    _check(answer)
    left = answer.x[len(start) : len(start) + margins] - answer.x[len(start) + margins :]
    return np.asarray(np.where(np.abs(left) > NOTHING, left, 0.0) * size)


def tightest(
    units: sparse.csr_array, start: Floats, totals: Floats, least: float | None = None
) -> tuple[float, float] | None:
    """Return the bounds L and U nearest to each other between which ratios can meet the totals.

    L is `least` or more, of whatever sign unless told. Nothing where no ratios do.

    Examples
    --------
    >>> units = sparse.csr_array(np.array([[1.0, 1], [1, 0]]))
    >>> [round(bound, 6) for bound in tightest(units, np.ones(2), np.array([3.0, 1]))]
    [1.0, 2.0]
    """
    from scipy.optimize import linprog

    chosen = list(independent(units, np.abs(start), totals).kept)
    sums = (units * start[:, None]).tocsr()[:, chosen]
    size = np.maximum(abs(sums).sum(axis=0), np.finfo(float).tiny)
    number, one = len(start), sparse.csr_array(np.ones((len(start), 1)))
    own, none = sparse.eye_array(number), sparse.csr_array((number, 1))
    answer = linprog(
        np.concatenate([np.zeros(number), [-1.0, 1.0]]),
        A_ub=sparse.vstack([sparse.hstack([-own, one, none]), sparse.hstack([own, none, -one])]),
        b_ub=np.zeros(2 * number),
        A_eq=sparse.hstack([(sums / size).T, sparse.csr_array((len(chosen), 2))], format="csr"),
        b_eq=totals[chosen] / size,
        bounds=[*[(None, None)] * number, (least, None), (None, None)],
        method="highs",
        options=PRECISION,
    )
    if answer.status == INFEASIBLE:
        return None
    _check(answer)
    return float(answer.x[-2]), float(answer.x[-1])


def _check(answer: Any) -> None:
    if answer.status != 0:
        raise TargetError(
            say(
                "calibration: the linear programme has no solution (status {status})",
                "calage : le programme linéaire n’a pas de solution (statut {status})",
                status=answer.status,
            ),
            hint=Words(
                "leave out margins, or allow regroup=",
                fr="retirer des marges, ou permettre regroup=",
            ),
        )
