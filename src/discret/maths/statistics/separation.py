"""Separation in a regression: cells that a combination of columns predicts without error."""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Bools, Floats

CLEAR = 1e-7


def separated(design: Floats, low: Bools, high: Bools) -> Bools:
    r"""Mark the cells whose mean goes to its limit as the likelihood grows.

    Parameters
    ----------
    design
        Cells × coefficients.
    low, high
        Cells where nobody, and where everybody, has the response.

    Notes
    -----
    Estimates are infinite along a direction d if :math:`x'd ≤ 0` in the cells of `low`,
    :math:`≥ 0` in those of `high` and :math:`= 0` in all others, not all of them 0. A linear
    programme finds one, its cells are set aside, and so on until there is none.

    References
    ----------
    .. [1] Albert A., Anderson J. (1984). On the existence of maximum likelihood estimates in
       logistic regression models. Biometrika 71.
    .. [2] Konis K. (2007). Linear programming algorithms for detecting separated data in binary
       logistic regression models.

    Examples
    --------
    Nobody in the second cell: the odds ratio is nought, its logarithm infinite.

    >>> none = np.array([False, True])
    >>> separated(np.array([[1.0, 0], [1, 1]]), none, ~none & none).tolist()
    [False, True]
    """
    lost = np.zeros(len(design), dtype=np.bool_)
    size = np.abs(design).max(axis=0, initial=0.0)
    scaled = design / np.where(size > 0, size, 1.0)
    signs = np.where(high, 1.0, np.where(low, -1.0, 0.0))
    while True:
        found = _direction(scaled[~lost], signs[~lost])
        if not found.any():
            return lost
        lost[np.flatnonzero(~lost)[found]] = True


def _direction(design: Floats, signs: Floats) -> Bools:
    """Mark the cells that one direction separates."""
    from scipy.optimize import linprog

    pure = signs != 0
    toward = signs[pure, None] * design[pure]
    none = np.zeros(len(design), dtype=np.bool_)
    if not len(toward):
        return none
    mixed = design[~pure]
    found = linprog(
        -toward.sum(axis=0),
        A_ub=-toward,
        b_ub=np.zeros(len(toward)),
        A_eq=mixed if len(mixed) else None,
        b_eq=np.zeros(len(mixed)) if len(mixed) else None,
        bounds=(-1, 1),
        method="highs",
    )
    if found.x is not None:
        none[pure] = toward @ found.x > CLEAR
    return none
