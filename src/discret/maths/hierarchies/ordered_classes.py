"""The best contiguous classes of values in an order.

Losses are sums of p ln p over shares. They are kept as multiples of a tiny unit, so that equal ones
are equal in spite of rounding, and the same grouping comes out on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.words import Words

UNIT = 2.0**40  # losses are multiples of its inverse: sums of them are exact


def best_cuts(weights: Floats, classes: int, apart: Ints | None = None) -> Ints:
    r"""Cut a row of values in `classes` runs that lose the least entropy.

    A run of total share W that held shares :math:`w_i` loses :math:`W \ln W - ∑ w_i \ln w_i`, what
    is no longer known of the value when only the run is. The least sum over all partitions is
    found by dynamic programming, in classes × values² operations (Fisher 1958, who minimised
    squared deviations in the same way).

    Parameters
    ----------
    weights
        Weight of each value, above zero, in order.
    classes
        How many runs, from 1 to the number of values.
    apart
        Pairs of places (first, second) that no run may hold both.

    Returns
    -------
    array
        The places where a run starts, but the first; of equal partitions, the one that cuts last.

    References
    ----------
    .. [1] Fisher W. D. (1958). On grouping for maximum homogeneity. JASA 53, 789-798.
    .. [2] Gionis A., Tassa T. (2009). k-Anonymization with minimal loss of information. IEEE TKDE
       21(2), 206-219: the entropy as a measure of what a recoding loses.

    Examples
    --------
    >>> best_cuts(np.array([1.0, 1, 1, 2, 1, 1]), 2)
    array([3])
    """
    cost = _run_costs(weights, _reach(len(weights), apart))
    size = len(weights)
    best = np.full(size + 1, np.inf)
    best[0] = 0.0
    starts = np.zeros((classes, size + 1), dtype=np.int64)
    for level in range(classes):
        total = best[:, None] + cost
        starts[level] = size - total[::-1].argmin(axis=0)
        best = total[starts[level], np.arange(size + 1)]
    if not np.isfinite(best[size]):
        raise ValueError(Words("no such partition", fr="cette partition n’existe pas"))
    return _walked_back(starts, size)


def nested_cuts(weights: Floats, sizes: Sequence[int], apart: Ints | None = None) -> list[Ints]:
    """Cut a row of values for each number of classes, each level among the cuts of the finer one.

    Where pairs must stay apart, the best partition in the fewest classes that does so is found
    first, and its cuts are kept at every level: all levels then nest and keep the pairs apart.

    Examples
    --------
    >>> nested_cuts(np.ones(8), [4, 2])
    [array([2, 4, 6]), array([4])]
    >>> nested_cuts(np.ones(8), [4, 2], np.array([[0, 1]]))
    [array([1, 4, 6]), array([1])]
    """
    kept = np.empty(0, dtype=np.int64)
    if apart is not None and len(apart):
        kept = best_cuts(weights, fewest_runs(apart), apart)
    places, levels = np.arange(len(weights)), []
    for size in sizes:
        held = np.searchsorted(places, kept)
        runs = np.add.reduceat(weights, places)
        places = places[np.append(0, best_cuts(runs, size, np.stack([held - 1, held], axis=1)))]
        levels.append(places[1:])
    return levels


def fewest_runs(apart: Ints) -> int:
    """Return the fewest runs that keep pairs of places (first, second) apart.

    Examples
    --------
    >>> fewest_runs(np.array([[0, 2], [1, 3], [3, 4]]))
    3
    """
    runs, cut = 1, 0
    for first, second in sorted(apart.tolist(), key=lambda pair: pair[1]):
        if cut <= first:
            runs, cut = runs + 1, second
    return runs


def quantile_classes(weights: Floats, most: int) -> Ints:
    """Make runs of values, in order, that weigh about the same: `most` of them, or fewer.

    Examples
    --------
    >>> quantile_classes(np.array([1.0, 1, 1, 1, 4]), 2)
    array([0, 0, 0, 0, 1])
    """
    if len(weights) <= most:
        return np.arange(len(weights))
    middle = (np.cumsum(weights) - weights / 2) / weights.sum()
    rank = np.minimum((middle * most).astype(np.int64), most - 1)
    return np.asarray(np.unique(rank, return_inverse=True)[1], dtype=np.int64)


def commonest_classes(weights: Floats, most: int) -> Ints:
    """Give a number to the `most` − 1 heaviest values, and one to all others.

    Examples
    --------
    >>> commonest_classes(np.array([1.0, 5, 2, 9]), 3)
    array([2, 1, 2, 0])
    """
    if len(weights) <= most:
        return np.arange(len(weights))
    rank = np.empty(len(weights), dtype=np.int64)
    rank[np.argsort(-weights, kind="stable")] = np.arange(len(weights))
    return np.minimum(rank, most - 1)


def entropies(shares: Floats) -> Floats:
    """Return p ln p for each share, 0 for none.

    Examples
    --------
    >>> entropies(np.array([0.0, 0.5, 1.0])).round(4)
    array([ 0.    , -0.3466,  0.    ])
    """
    from scipy.special import xlogy

    return np.asarray(xlogy(shares, shares), dtype=np.float64)


def in_units(losses: Floats) -> Floats:
    """Round losses to multiples of the unit.

    Examples
    --------
    >>> in_units(np.array([0.1 + 0.2])) == in_units(np.array([0.3]))
    array([ True])
    """
    return np.asarray(np.rint(losses * UNIT) / UNIT, dtype=np.float64)


def _reach(size: int, apart: Ints | None) -> Ints:
    """Return, for each start, how far a run may go without holding a pair (end left out)."""
    reach = np.full(size + 1, size, dtype=np.int64)
    if apart is not None and len(apart):
        np.minimum.at(reach, apart[:, 0], apart[:, 1])
    return np.minimum.accumulate(reach[::-1])[::-1]


def _run_costs(weights: Floats, reach: Ints) -> Floats:
    """Return what the run from one place to another (left out) costs, infinite where barred."""
    ends = np.concatenate([[0.0], np.cumsum(weights)]) / weights.sum()
    places = np.arange(len(ends))
    barred = (places[None, :] <= places[:, None]) | (places[None, :] > reach[:, None])
    held = np.maximum(ends[None, :] - ends[:, None], 0.0)
    return np.where(barred, np.inf, in_units(entropies(held)))


def _walked_back(starts: Ints, size: int) -> Ints:
    cuts, end = [], size
    for level in range(len(starts) - 1, 0, -1):
        end = int(starts[level, end])
        cuts.append(end)
    return np.array(cuts[::-1], dtype=np.int64)
