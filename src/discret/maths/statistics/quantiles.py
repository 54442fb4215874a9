"""Means, standard deviations and quantiles of weighted values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from discret.maths.arrays import Floats


def mean_and_deviation(values: Floats, weights: Floats) -> tuple[float, float]:
    r"""Return :math:`m = ∑ w x / ∑ w` and :math:`\sqrt{∑ w (x - m)^2 / ∑ w}`.

    Examples
    --------
    >>> mean_and_deviation(np.array([1.0, 5.0]), np.array([3.0, 1.0]))
    (2.0, 1.7320508075688772)
    """
    total = weights.sum()
    mean = float(weights @ values / total)
    return mean, float(np.sqrt(weights @ (values - mean) ** 2 / total))


def quantiles(values: Floats, weights: Floats, shares: Sequence[float]) -> list[float]:
    """Return for each share the least value that at least this share of the weight does not exceed.

    Examples
    --------
    >>> quantiles(np.array([30.0, 10, 20]), np.array([1.0, 1, 2]), [0, 0.25, 0.26, 0.9])
    [10.0, 10.0, 20.0, 30.0]
    """
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    slack = 1e-12 * reached[-1]  # sums of weights are not exact
    found = np.searchsorted(reached, np.asarray(shares) * reached[-1] - slack)
    return [float(item) for item in values[order][np.minimum(found, len(values) - 1)]]


def kish_effect(records: float, total: float, squares: float) -> float:
    r"""Return Kish's design effect of weights: :math:`1 + CV^2 = n ∑ w^2 / (∑ w)^2`.

    Examples
    --------
    >>> kish_effect(2, 4.0, 10.0)
    1.25
    """
    return records * squares / total**2
