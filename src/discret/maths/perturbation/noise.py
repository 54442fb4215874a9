"""Noise for numbers: independent, correlated, multiplied, or on logarithms; and what it keeps.

Kim J. (1986). A method for limiting disclosure in microdata based on random noise and
transformation. ASA Proceedings of the Section on Survey Research Methods. Brand R. (2002).
Microdata protection through noise addition. In Inference Control in Statistical Databases.

Products of many records and few columns are sums (`einsum`), not those of a linear algebra library:
these wake threads that take more time than the product. Columns that lie each in one piece
(`order="F"`) are fastest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Floats


class Moments(NamedTuple):
    """The weighted means and covariances of columns."""

    mean: Floats
    covariance: Floats


def moments(values: Floats, weights: Floats, known: Bools) -> Moments:
    """Return means over the values that are known, covariances over records that have them all.

    Examples
    --------
    >>> own = moments(np.array([[1.0, 2.0], [3.0, 6.0]]), np.ones(2), np.ones((2, 2), dtype=bool))
    >>> own.mean.tolist(), own.covariance.tolist()
    ([2.0, 4.0], [[1.0, 2.0], [2.0, 4.0]])
    """
    if known.all():
        total = weights.sum()
        mean = np.einsum("r,ri->i", weights, values) / (total if total > 0 else 1.0)
        return Moments(mean, _covariance(values - mean, weights))
    heavy = np.where(known, weights[:, None], 0.0)
    total = heavy.sum(axis=0)
    mean = (np.where(known, values, 0.0) * heavy).sum(axis=0) / np.where(total > 0, total, 1.0)
    apart = np.where(known, values - mean, 0.0)
    whole = known.all(axis=1)
    own, share = apart[whole], weights[whole]
    centre = share @ own / max(share.sum(), np.finfo(float).tiny)
    variance = (apart**2 * heavy).sum(axis=0) / np.where(total > 0, total, 1.0)
    return Moments(mean, _scaled(_covariance(own - centre, share), variance))


def _covariance(centred: Floats, weights: Floats) -> Floats:
    total = weights.sum()
    sums = np.einsum("ri,rj->ij", centred * weights[:, None], centred)
    return np.asarray(sums / (total if total > 0 else 1.0))


def _scaled(covariance: Floats, variance: Floats) -> Floats:
    """Return covariances whose diagonal is that of all the values that are known."""
    own = np.diag(covariance)
    factor = np.sqrt(np.where(own > 0, variance / np.where(own > 0, own, 1.0), 1.0))
    scaled = covariance * factor * factor[:, None]
    scaled[np.diag_indices_from(scaled)] = variance
    return np.asarray(scaled)


def added(
    values: Floats, own: Moments, alpha: float, draws: Floats, *, correlated: bool, keep: bool
) -> Floats:
    r"""Add noise of covariance α Σ, or α diag(Σ), made from standard normal draws.

    With `keep`, :math:`μ + (X + ε - μ) / \sqrt{1 + α}` (Kim 1986): means and variances stay as
    they are, and covariances too if noise is correlated.

    Examples
    --------
    >>> own = Moments(np.array([10.0]), np.array([[4.0]]))
    >>> added(np.array([[12.0]]), own, 0.25, np.array([[1.0]]), correlated=False, keep=False)
    array([[13.]])
    """
    share = own.covariance if correlated else np.diag(np.diag(own.covariance))
    new = values + np.einsum("ri,ji->rj", draws, np.sqrt(alpha) * root(share), order="F")
    return np.asarray(own.mean + (new - own.mean) / np.sqrt(1 + alpha)) if keep else new


def root(covariance: Floats) -> Floats:
    """Return a matrix L with L L' the covariance.

    Examples
    --------
    >>> root(np.diag([4.0, 9.0])).tolist()
    [[2.0, 0.0], [0.0, 3.0]]
    """
    own = np.diag(covariance)
    if (covariance == np.diag(own)).all():
        return np.diag(np.sqrt(own))
    level, axes = np.linalg.eigh(covariance)
    return np.asarray(axes * np.sqrt(np.maximum(level, 0.0)))


def multiplied(values: Floats, own: Moments, alpha: float, draws: Floats, *, keep: bool) -> Floats:
    r"""Multiply by lognormal noise of mean 1 and variance α.

    The variance becomes :math:`σ² + α E(X²)`; with `keep`, values are drawn towards the mean until
    it is as it was.

    Examples
    --------
    >>> own = Moments(np.array([10.0]), np.array([[4.0]]))
    >>> multiplied(np.array([[10.0]]), own, 0.25, np.array([[0.0]]), keep=False).round(3)
    array([[8.944]])
    """
    spread = np.log1p(alpha)
    new = values * np.exp(np.sqrt(spread) * draws - spread / 2)
    if not keep:
        return np.asarray(new)
    variance = np.diag(own.covariance)
    grown = variance + alpha * (variance + own.mean**2)
    factor = np.sqrt(np.where(grown > 0, variance / np.where(grown > 0, grown, 1.0), 1.0))
    return np.asarray(own.mean + (new - own.mean) * factor)


def reflected(values: Floats, low: Floats, high: Floats) -> Floats:
    """Bring numbers back within bounds: what is beyond one is mirrored there, and stays within.

    Examples
    --------
    >>> reflected(np.array([-1.0, 0.5, 7.0]), np.zeros(3), np.full(3, 2.0)).tolist()
    [1.0, 0.5, 1.0]
    """
    if not (np.isfinite(low).any() or np.isfinite(high).any()):
        return values
    width = high - low
    closed = np.isfinite(width)
    turns = np.where(closed & (width > 0), width, 1.0)
    shift = np.where(closed, values - low, 0.0)
    folded = turns - np.abs(np.mod(shift, 2 * turns) - turns)
    inside = np.where(closed, low + np.where(width > 0, folded, 0.0), values)
    mirrored = np.where(inside < low, 2 * low - inside, inside)
    return np.where(mirrored > high, 2 * high - mirrored, mirrored)
