"""Original numbers that fall into an interval around the released ones."""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Bools, Floats

ROUNDING = 8 * np.finfo(np.float64).eps


def within_deviations(original: Floats, released: Floats, width: float) -> Bools:
    """Mark the originals within `width` standard deviations of the released number.

    The standard deviation is that of the released numbers, 0 where there is only one. The bounds
    belong to the interval, rounding included.

    Examples
    --------
    >>> original, released = np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.5, 3.0])
    >>> within_deviations(original, released, 0.5).tolist()
    [True, True, False]
    """
    if not len(released):
        return np.zeros(0, dtype=np.bool_)
    half = width * (released.std(ddof=1) if len(released) > 1 else 0.0)
    rounding = ROUNDING * (np.abs(original) + np.abs(released) + half)
    return np.asarray(np.abs(original - released) <= half + rounding)


def within_ranks(original: Floats, released: Floats, width: float) -> Bools:
    """Mark the originals between the released numbers `width` × n ranks below and above.

    n is the number of released numbers. Equal numbers have all the ranks they span, so that the
    interval goes from below the lowest to above the highest of them.

    Examples
    --------
    >>> released = np.array([10.0, 20.0, 30.0, 40.0])
    >>> within_ranks(np.array([20.0, 35.0, 30.0, 5.0]), released, 0.25).tolist()
    [True, False, True, False]
    """
    ranked = np.sort(released)
    steps = int(width * len(ranked) * (1 + ROUNDING))
    low = np.searchsorted(ranked, released, side="left") - steps
    high = np.searchsorted(ranked, released, side="right") - 1 + steps
    bottom, top = ranked[np.maximum(low, 0)], ranked[np.minimum(high, len(ranked) - 1)]
    return np.asarray((bottom <= original) & (original <= top))
