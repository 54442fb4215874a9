"""How far released values are from the original ones: numbers, ordered categories, others."""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Floats
from discret.maths.statistics.quantiles import mean_and_deviation


def spread(values: Floats, weights: Floats) -> float:
    r"""Return :math:`\sqrt2 S`: the deviation of the difference of two draws of the values.

    :math:`S^2 = \frac{n}{n-1} ∑ w (x - m)^2 / ∑ w`, the usual estimate where weights are equal; 0
    where all values are the same.

    Examples
    --------
    >>> round(spread(np.array([1.0, 3.0, 5.0]), np.ones(3)), 6)  # 2 times the root of 2
    2.828427
    >>> spread(np.array([0.1, 0.1, 0.1]), np.ones(3))
    0.0
    """
    number = len(values)
    if not number or values.min() == values.max():
        return 0.0
    deviation = mean_and_deviation(values, weights)[1]
    return deviation * float(np.sqrt(2 * number / (number - 1)))


def in_spreads(old: Floats, new: Floats, wide: float) -> Floats:
    """Return the distances of numbers in spreads; without a spread, what differs is endless.

    Examples
    --------
    >>> in_spreads(np.array([1.0, 1.0]), np.array([1.0, 4.0]), 2.0).tolist()
    [0.0, 1.5]
    """
    gaps = np.abs(old - new)
    with np.errstate(over="ignore"):
        return np.divide(gaps, wide, out=np.where(gaps > 0, np.inf, 0.0), where=wide > 0)


def in_ranks(old: Floats, new: Floats, size: int) -> Floats:
    r"""Return the ordinal distances :math:`\#\{c'' : \min ≤ c'' < \max\} / K` of ranks.

    Examples
    --------
    >>> in_ranks(np.array([1.0, 1, 1, 4]), np.array([1.0, 2, 5, 2]), 5).tolist()
    [0.0, 0.2, 0.8, 0.4]
    """
    return np.asarray(np.abs(old - new) / size)


def in_changes(old: Floats, new: Floats) -> Floats:
    """Return the nominal distances: 1 where a category is another, 0 where it is not.

    Examples
    --------
    >>> in_changes(np.array([1.0, 1.0]), np.array([1.0, 2.0])).tolist()
    [0.0, 1.0]
    """
    return np.asarray(old != new, dtype=np.float64)


def relative(old: Floats, new: Floats) -> Floats:
    """Return the relative errors of numbers; 0 where there was nought, which has none.

    Examples
    --------
    >>> relative(np.array([2.0, 0.0]), np.array([3.0, 1.0])).tolist()
    [0.5, 0.0]
    """
    gaps = np.abs(new - old)
    with np.errstate(over="ignore"):
        return np.divide(gaps, np.abs(old), out=np.zeros_like(gaps), where=old != 0)


def weighted_mean(values: Floats, weights: Floats) -> float | None:
    """Return the weighted mean; nothing where there are no values, or where it has no end.

    Examples
    --------
    >>> weighted_mean(np.array([1.0, 4.0]), np.array([2.0, 1.0]))
    2.0
    >>> weighted_mean(np.array([np.inf]), np.ones(1)) is weighted_mean(np.ones(0), np.ones(0))
    True
    """
    if not len(values):
        return None
    with np.errstate(over="ignore"):
        mean = float((values * (weights / weights.sum())).sum())
    return mean if np.isfinite(mean) else None
