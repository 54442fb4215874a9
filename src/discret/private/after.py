"""What is made of noisy numbers at no cost: it depends on nothing but them."""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Floats, Ints


def consistent(noisy: Ints) -> Ints:
    """Return whole numbers from 0 on, nearest to noisy ones among those of the same total.

    The projection on numbers that are not negative and have the total (Duchi et al. 2008), each
    rounded so that the total holds. A total below 0 is 0.

    Examples
    --------
    >>> consistent(np.array([5, -2, 3])).tolist()
    [4, 0, 2]
    """
    total = max(int(noisy.sum()), 0)
    if not total:
        return np.zeros_like(noisy)
    falling = np.sort(noisy)[::-1].astype(np.float64)
    excess = (np.cumsum(falling) - total) / np.arange(1, len(noisy) + 1)
    last = int(np.flatnonzero(falling > excess)[-1])
    kept = np.maximum(noisy - excess[last], 0.0)
    return _rounded(kept, total)


def _rounded(numbers: Floats, total: int) -> Ints:
    """Round down, and the largest remainders up until the total holds."""
    floor = np.floor(numbers + 1e-9).astype(np.int64)
    lacking = total - int(floor.sum())
    order = np.argsort(-(numbers - floor), kind="stable")
    floor[order[:lacking]] += 1
    return floor


def quantiles(counts: Ints, edges: Floats, shares: Floats) -> Floats:
    """Return quantiles of noisy counts between edges, linear within each.

    Examples
    --------
    >>> quantiles(np.array([2, 2]), np.array([0.0, 10.0, 20.0]), np.array([0.25, 0.5])).tolist()
    [5.0, 10.0]
    """
    kept = np.maximum(counts, 0).astype(np.float64)
    total = kept.sum()
    if not total:
        return np.full(len(shares), (edges[0] + edges[-1]) / 2)
    return np.interp(shares, np.concatenate([[0.0], np.cumsum(kept) / total]), edges)
