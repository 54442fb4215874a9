"""Diversity of the values of each group, from a sparse table of counts (CSR arrays)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats

Counts = NDArray[Any]


def distinct(indptr: Counts) -> Floats:
    """Count the values of each group.

    Examples
    --------
    >>> distinct(np.array([0, 2, 3]))
    array([2., 1.])
    """
    return np.diff(indptr).astype(np.float64)


def entropy(indptr: Counts, counts: Counts) -> Floats:
    r"""Return the exponential of the entropy of each group: a number of equally likely values.

    :math:`\exp(-∑ p_i \ln p_i)`; 0 for an empty group.

    Examples
    --------
    >>> entropy(np.array([0, 2, 3, 3]), np.array([4, 4, 7]))
    array([2., 1., 0.])
    """
    group, size = group_of(indptr), group_sizes(indptr, counts)
    share = counts / size[group]
    bits = np.bincount(group, weights=-share * np.log(share), minlength=len(indptr) - 1)
    return np.where(size > 0, np.exp(bits), 0.0)


def grassberger(indptr: Counts, counts: Counts) -> Floats:
    r"""Return `entropy` with the entropy of each group estimated as by Grassberger (2003).

    :math:`\exp(G(N) - \frac1N ∑ n_i G(n_i))` with :math:`n_i` the counts of a group, N their sum,
    and :math:`G(n) = ψ(n) + \frac12 (-1)^n [ψ(\frac{n+1}2) - ψ(\frac n2)]`, but never more than
    the number of values; 0 for an empty group.

    Notes
    -----
    The entropy of a few records understates that of the law they were drawn from; the estimate
    makes up for it. This is the form of Stammler et al. (2016) and of ARX, with G(N) where
    Grassberger writes ln N: only so does a group with one value have level 1, whatever its size
    (with ln N a lone record would count for 3.6 values). G(n) is also
    :math:`\ln 2 + ψ(⌊n/2⌋ + \frac12)`, which is what is computed.

    References
    ----------
    .. [1] Grassberger P. (2003). Entropy estimates from insufficient samplings.
    .. [2] Stammler S., Katzenbeisser S., Hamacher K. (2016). Correcting finite sampling issues in
       entropy l-diversity. PSD 2016, 135-146.

    Examples
    --------
    >>> grassberger(np.array([0, 2, 3, 3]), np.array([2, 1, 7])).round(3)
    array([1.948, 1.   , 0.   ])
    """
    group, size = group_of(indptr), group_sizes(indptr, counts)
    terms = counts * (_harmonic(size)[group] - _harmonic(counts))
    sums = np.bincount(group, weights=terms, minlength=len(size))
    level = np.exp(sums / np.maximum(size, 1))
    return np.minimum(level, distinct(indptr))


def _harmonic(number: Counts) -> Floats:
    """Return Grassberger's G for each whole number: what his estimate has in place of ln."""
    from scipy.special import digamma

    return np.asarray(np.log(2.0) + digamma(number // 2 + 0.5), dtype=np.float64)


def commonest(indptr: Counts, counts: Counts) -> Floats:
    """Return the share that the most frequent value has in each group, 0 for an empty group.

    Examples
    --------
    >>> commonest(np.array([0, 2, 3, 3]), np.array([3, 1, 9]))
    array([0.75, 1.  , 0.  ])
    """
    filled = np.diff(indptr) > 0
    share = np.zeros(len(indptr) - 1)
    if filled.any():
        most = np.maximum.reduceat(counts, indptr[:-1][filled])
        share[filled] = most / group_sizes(indptr, counts)[filled]
    return share


def recursive(indptr: Counts, counts: Counts, c: float) -> Floats:
    """Return the largest l for which each group is recursively (c, l)-diverse, 0 where none.

    With counts :math:`r_1 ≥ r_2 ≥ …`: :math:`r_1 < c (r_l + … + r_m)`. The sum shrinks as l grows,
    so the levels that hold are the first ones, and counting them gives the largest.

    Examples
    --------
    >>> recursive(np.array([0, 3, 4]), np.array([5, 3, 3, 9]), c=2.0)
    array([3., 1.])
    """
    group = group_of(indptr)
    order = np.lexsort((-counts, group))
    ranked = counts[order].astype(np.float64)
    tails = _tails(ranked, indptr)
    filled = np.diff(indptr) > 0
    most = np.zeros(len(indptr) - 1)
    most[filled] = ranked[indptr[:-1][filled]]
    holds = most[group] * (1 + 1e-12) < c * tails  # equal in spite of rounding is not below
    return np.bincount(group, weights=holds, minlength=len(indptr) - 1).astype(np.float64)


def group_of(indptr: Counts) -> NDArray[np.int64]:
    """Return the group of each entry.

    Examples
    --------
    >>> group_of(np.array([0, 2, 2, 3]))
    array([0, 0, 2])
    """
    return np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))


def group_sizes(indptr: Counts, counts: Counts) -> NDArray[np.int64]:
    """Return the sum of the counts of each group.

    Examples
    --------
    >>> group_sizes(np.array([0, 2, 2, 3]), np.array([4, 1, 7]))
    array([5, 0, 7])
    """
    sums = np.concatenate([[0], np.cumsum(counts)])
    return np.asarray(sums[indptr[1:]] - sums[indptr[:-1]], dtype=np.int64)


def _tails(values: Floats, indptr: Counts) -> Floats:
    """For each place, the sum of its group's values from there to the end of the group."""
    sums = np.concatenate([[0.0], np.cumsum(values)])
    ends = sums[indptr[1:]][group_of(indptr)]
    return np.asarray(ends - sums[:-1], dtype=np.float64)
