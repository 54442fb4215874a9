"""Solve equations that are the slope of a convex function: steadily, where Newton's steps fail."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from discret.maths.arrays import Floats

STEPS, TRIES = 200, 40
HUGE = 1e150
LIFT = 1e-13  # of the curvature, added so that flat directions can be left
FLATTER = 0.5  # how much of the slope along a step may be left at its end


def descended(
    slope: Callable[[Floats], Floats],
    curvature: Callable[[Floats], Floats],
    begin: Floats,
    close: float,
) -> tuple[Floats, int]:
    r"""Return where the slope of a convex function is nought, as nearly as can be; and the steps.

    Parameters
    ----------
    slope, curvature
        The gradient and the Hessian at a point.
    begin
        Where to begin.
    close
        Largest component of the slope at which to stop.

    Notes
    -----
    Newton's direction p, with a little added to the curvature, so that directions in which the
    function is flat (all ratios at their bounds) can be left. The function need not be known:
    along p its derivative :math:`p'∇(λ + tp)` only rises, so where it is still below nought the
    function has fallen. A step is long enough when at most half of the first derivative is left,
    and never goes past the lowest point. Convex functions with a minimum are so brought down to it
    (Nocedal & Wright 2006, 3.2).

    Examples
    --------
    The slope of :math:`e^λ - 3λ`, from far away.

    >>> slope, curvature = lambda x: np.exp(x) - 3, lambda x: np.diag(np.exp(x))
    >>> found, _ = descended(slope, curvature, np.full(1, 9.0), 1e-12)
    >>> found.round(9).tolist() == np.log([3.0]).round(9).tolist()
    True
    """
    at, left = begin, slope(begin)
    for step in range(STEPS):
        if np.max(np.abs(left), initial=0.0) <= close:
            return at, step
        with np.errstate(over="ignore", invalid="ignore"):
            bent = curvature(at)
        if not 1 / HUGE < np.max(np.abs(bent), initial=1 / HUGE) < HUGE:  # no lowest point is near
            return at, step
        move = _direction(bent, left)
        length = _length(slope, at, move)
        if length == 0:
            return at, step
        at = at + length * move
        left = slope(at)
    return at, STEPS


def _direction(curvature: Floats, slope: Floats) -> Floats:
    size = float(np.max(np.diag(curvature), initial=0.0))
    lifted = curvature + np.eye(len(slope)) * max(size * LIFT, np.finfo(float).tiny)
    try:
        move = -np.linalg.solve(lifted, slope)
    except np.linalg.LinAlgError:
        return -slope
    return np.asarray(move if np.isfinite(move).all() and move @ slope < 0 else -slope)


def _length(slope: Callable[[Floats], Floats], at: Floats, move: Floats) -> float:
    """Return a step at whose end the function still falls, but less than half as fast."""
    first, low, high = float(move @ slope(at)), 0.0, np.inf
    length = 1.0
    for _ in range(TRIES):
        with np.errstate(over="ignore", invalid="ignore"):
            now = float(move @ slope(at + length * move))
        if FLATTER * first <= now <= 0:
            return length
        low, high = (length, high) if now < 0 else (low, length)
        length = 2 * length if np.isinf(high) else (low + high) / 2
    return 0.0 if np.isinf(high) else low  # it falls for ever: there is no lowest point
