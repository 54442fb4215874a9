"""What is made of noisy numbers at no cost: it depends on nothing but them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import polars as pl

from discret.maths.arrays import Floats, Ints

FAR = 1 << 40  # noise that tells nothing any more; sums of so much stay exact


def consistent(noisy: Ints) -> Ints:
    """Return whole numbers from 0 on, nearest to noisy ones among those of the same total.

    The projection on numbers that are not negative and have the total (Duchi et al. 2008), each
    rounded so that the total holds. A total below 0 is 0.

    Examples
    --------
    >>> consistent(np.array([5, -2, 3])).tolist()
    [4, 0, 2]
    """
    noisy = np.clip(noisy, -FAR, FAR)
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


def with_totals(table: pl.DataFrame, by: Sequence[str], told: str) -> pl.DataFrame:
    """Return a table with its margins and its total below, a column being empty where all count.

    They are sums of the cells as these are told, so that all agree.

    Examples
    --------
    >>> table = pl.DataFrame({"sex": ["f", "m"], "count": [3, 4]})
    >>> with_totals(table, ["sex"], "count").rows()
    [('f', 3), ('m', 4), (None, 7)]
    """
    kept = (names for many in range(len(by) - 1, -1, -1) for names in combinations(by, many))
    return pl.concat([table, *(_margin(table, by, names, told) for names in kept)])


def _margin(
    table: pl.DataFrame, by: Sequence[str], names: Sequence[str], told: str
) -> pl.DataFrame:
    added = pl.col(told).sum()
    found = table.group_by(names, maintain_order=True).agg(added) if names else table.select(added)
    every = [pl.lit(None, pl.String).alias(name) for name in by if name not in names]
    return found.with_columns(every).select(table.columns)
