"""Population uniques under Pitman's sampling formula."""

from __future__ import annotations

from math import exp, log1p

from discret.maths.population.superpopulation import Estimate, Sizes, known


def pitman(sizes: Sizes, population: float) -> Estimate:
    r"""Estimate the population uniques by Pitman's model, fitted by maximum likelihood.

    Notes
    -----
    A sample of n records in u groups, :math:`f_i` of them of size i, has the probability

    .. math:: \frac{n!}{(θ+1)^{[n-1]}} ∏_{i=1}^{u-1} (θ + iα)
              ∏_i \left(\frac{(1-α)^{[i-1]}}{i!}\right)^{f_i} \frac1{f_i!}

    (:math:`x^{[k]}` the rising factorial) with :math:`0 ≤ α < 1` and :math:`θ > -α`. Both
    derivatives of its logarithm are set to zero: for each α one θ does it for the first, and
    along these the second changes sign at most once, so that both are found between bounds.

    The population, of size N, follows the same law, and the expected number of uniques in it is
    :math:`N ∏_{i=1}^{N-1} (θ+α+i-1)/(θ+i)`, for large N :math:`\frac{Γ(θ+1)}{Γ(θ+α)} N^α`. The
    second form is Hoshino's (and ARX's) and gives the share here, brought down to the share of
    sample uniques where it is above it; the first, which is lower where θ is not small beside N,
    is given as the parameter ``expected``.

    There is no fit where every record is unique (the likelihood grows with θ), nor where sizes
    are more even than any α above 0 allows (the likelihood is largest at its border α = 0).

    References
    ----------
    .. [1] Hoshino N. (2001). Applying Pitman's sampling formula to microdata disclosure risk
       assessment. Journal of Official Statistics 17(4), 499-520.
    .. [2] Pitman J. (1995). Exchangeable and partially exchangeable random partitions.
       Probability Theory and Related Fields 102, 145-158.

    Examples
    --------
    >>> import numpy as np
    >>> few = Sizes(np.array([1.0, 2.0, 3.0, 9.0]), np.array([40.0, 8.0, 3.0, 2.0]))
    >>> fit = pitman(few, 10_000)
    >>> round(fit.share, 4), round(fit.parameters["alpha"], 4), round(fit.parameters["theta"], 4)
    (0.0814, 0.6138, 14.8092)
    """
    share = known(sizes, population)
    if share is not None:
        return Estimate(share)
    if sizes.number >= sizes.records:
        return Estimate(None, "all_unique")
    if _slope(LEAST, sizes) <= 0:
        return Estimate(None, "too_even")
    return _estimate(*fitted(sizes), sizes, population)


def _estimate(alpha: float, theta: float, sizes: Sizes, population: float) -> Estimate:
    from scipy.special import poch

    start = float(poch(theta + alpha, 1 - alpha))  # Γ(θ+1) / Γ(θ+α)
    expected = start / float(poch(theta + alpha + population - 1, 1 - alpha))
    share = min(start * population ** (alpha - 1), sizes.unique_share)
    return Estimate(share, None, {"alpha": alpha, "theta": theta, "expected": expected})


def fitted(sizes: Sizes) -> tuple[float, float]:
    """Return α and θ of the highest likelihood, where there is one inside the borders.

    Examples
    --------
    >>> import numpy as np
    >>> few = Sizes(np.array([1.0, 2.0, 3.0, 9.0]), np.array([40.0, 8.0, 3.0, 2.0]))
    >>> [round(number, 4) for number in fitted(few)]
    [0.6138, 14.8092]
    """
    from scipy.optimize import brentq

    alpha = float(brentq(_slope, LEAST, 1 - LEAST, args=(sizes,), xtol=1e-15, rtol=1e-14))
    return alpha, alpha * (_ratio(alpha, sizes) - 1)


LEAST = 1e-9  # as close to the borders of α as is looked


def _ratio(alpha: float, sizes: Sizes) -> float:
    """Return θ/α + 1 where the derivative in θ is zero, for a given α."""
    from scipy.optimize import brentq

    groups, records = sizes.number - 1, sizes.records - 1

    def slope(power: float) -> float:
        ratio = exp(power)
        start = 1 - alpha + alpha * ratio  # θ + 1
        return reciprocals(ratio, groups) / alpha - reciprocals(start, records)

    return exp(float(brentq(slope, -50, 120, xtol=1e-14, rtol=1e-14)))


def _slope(alpha: float, sizes: Sizes) -> float:
    """Return the derivative of the log-likelihood in α, at the best θ."""
    from scipy.special import digamma

    within = sizes.groups @ (digamma(sizes.size - alpha) - digamma(1 - alpha))
    return fractions(_ratio(alpha, sizes), sizes.number - 1) / alpha - float(within)


def reciprocals(start: float, count: float) -> float:
    r"""Return :math:`1/y + 1/(y+1) + … `, `count` terms from y = `start`, without cancellation.

    It is :math:`ψ(y+m) - ψ(y)`; far from zero the two are written as their series and the
    logarithms taken together.

    Examples
    --------
    >>> round(reciprocals(1.0, 2), 12), round(1e16 * reciprocals(1e16, 2), 12)
    (1.5, 2.0)
    """
    from scipy.special import digamma

    if start < NEAR:
        return float(digamma(start + count) - digamma(start))
    return log1p(count / start) + _after_logarithm(start, count)


def fractions(start: float, count: float) -> float:
    r"""Return :math:`∑_{i=1}^m i/(y-1+i)`, with y = `start` and m = `count`.

    Examples
    --------
    >>> round(fractions(2.0, 2) - 1/2 - 2/3, 12), round(1e16 * fractions(1e16, 2), 12)
    (0.0, 3.0)
    """
    if start < NEAR:
        return count - (start - 1) * reciprocals(start, count)
    rest = start * _minus_logarithm(count / start) + log1p(count / start)
    return rest - (start - 1) * _after_logarithm(start, count)


NEAR = 20.0


def _after_logarithm(start: float, count: float) -> float:
    """Return ψ(y+m) − ψ(y) − log(1 + m/y) for large y, by Stirling's series."""
    low, high = 1 / start**2, 1 / (start + count) ** 2
    series = (low - high) / 12 - (low**2 - high**2) / 120
    series += (low**3 - high**3) / 252 - (low**4 - high**4) / 240
    return count / (2 * start * (start + count)) + series


def _minus_logarithm(x: float) -> float:
    """Return x − log(1 + x), for x ≥ 0, to full precision."""
    if x > SMALL:
        return x - log1p(x)
    total = 0.0
    for power in range(9, 1, -1):
        total = 1 / power - x * total
    return x * x * total


SMALL = 0.01
