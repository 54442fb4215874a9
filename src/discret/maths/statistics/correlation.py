"""Weighted correlations of numbers, some of which are missing."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from discret.maths.arrays import Floats


def correlations(values: Floats, weights: Floats) -> Floats:
    r"""Return the weighted correlations of columns, each over the rows where both are known.

    :math:`r = ∑ w (x - m_x)(y - m_y) / \sqrt{∑ w (x - m_x)^2 ∑ w (y - m_y)^2}`. NaN is missing
    among the values, and undefined among the correlations: that of a column with itself is 1, or
    undefined where it has fewer than two values.

    Examples
    --------
    >>> values = np.array([[1.0, 2.0, 3.0], [2.0, 1.0, 3.0], [3.0, np.nan, 3.0]])
    >>> correlations(values, np.ones(3)).tolist()
    [[1.0, -1.0, nan], [-1.0, 1.0, nan], [nan, nan, nan]]
    """
    number = values.shape[1]
    found = np.full((number, number), np.nan)
    for place in range(number):
        own = values[:, place]
        found[place, place] = 1.0 if np.unique(own[~np.isnan(own)]).size > 1 else np.nan
    for one, other in combinations(range(number), 2):
        found[one, other] = found[other, one] = _pair(values[:, one], values[:, other], weights)
    return found


def _pair(x: Floats, y: Floats, weights: Floats) -> float:
    known = ~(np.isnan(x) | np.isnan(y))
    x, y, share = x[known], y[known], weights[known]
    if not len(x) or x.min() == x.max() or y.min() == y.max():
        return float("nan")
    share = share / share.sum()
    x, y = _standard(x, share), _standard(y, share)
    return float(np.clip((share * x * y).sum(), -1.0, 1.0))


def _standard(values: Floats, share: Floats) -> Floats:
    """Return values of mean 0 and variance 1; first of size 1, so that squares are finite."""
    centred = values / np.abs(values).max()
    centred = centred - (share * centred).sum()
    return np.asarray(centred / np.sqrt((share * centred**2).sum()))


def spectrum(correlations: Floats) -> Floats:
    """Return the eigenvalues of a correlation matrix, the largest first.

    Where each correlation is over other rows, some may be negative.

    Examples
    --------
    >>> spectrum(np.array([[1.0, 0.5], [0.5, 1.0]])).tolist()
    [1.5, 0.5]
    """
    return np.asarray(np.linalg.eigvalsh(correlations)[::-1], dtype=np.float64)
