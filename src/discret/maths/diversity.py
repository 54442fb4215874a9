"""Diversity of the values of each group, from a sparse table of counts (CSR arrays)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
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
    group = _group_of(indptr)
    size = np.bincount(group, weights=counts, minlength=len(indptr) - 1)
    share = counts / size[group]
    bits = np.bincount(group, weights=-share * np.log(share), minlength=len(indptr) - 1)
    return np.where(size > 0, np.exp(bits), 0.0)


def recursive(indptr: Counts, counts: Counts, c: float) -> Floats:
    """Return the largest l for which each group is recursively (c, l)-diverse, 0 where none.

    With counts :math:`r_1 ≥ r_2 ≥ …`: :math:`r_1 < c (r_l + … + r_m)`. The sum shrinks as l grows,
    so the levels that hold are the first ones, and counting them gives the largest.

    Examples
    --------
    >>> recursive(np.array([0, 3, 4]), np.array([5, 3, 3, 9]), c=2.0)
    array([3., 1.])
    """
    group = _group_of(indptr)
    order = np.lexsort((-counts, group))
    ranked = counts[order].astype(np.float64)
    tails = _tails(ranked, indptr)
    filled = np.diff(indptr) > 0
    most = np.zeros(len(indptr) - 1)
    most[filled] = ranked[indptr[:-1][filled]]
    holds = most[group] < c * tails
    return np.bincount(group, weights=holds, minlength=len(indptr) - 1).astype(np.float64)


def _group_of(indptr: Counts) -> NDArray[np.int64]:
    return np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))


def _tails(values: Floats, indptr: Counts) -> Floats:
    """For each place, the sum of its group's values from there to the end of the group."""
    sums = np.concatenate([[0.0], np.cumsum(values)])
    ends = sums[indptr[1:]][_group_of(indptr)]
    return np.asarray(ends - sums[:-1], dtype=np.float64)
