"""The best groups of a single column: neighbours in its order, by a shortest path.

Hansen S. L., Mukherjee S. (2003). A polynomial algorithm for optimal univariate microaggregation.
IEEE Transactions on Knowledge and Data Engineering 15(4).
"""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.kernels import kernel


def best_in_order(values: Floats, k: int) -> Ints:
    """Return the group of each value, numbered from the least, of least squares for groups of k.

    Groups of the best partition are neighbours in order and have fewer than 2k members; sums begin
    at the mean of all, so that they keep their digits.

    Examples
    --------
    >>> best_in_order(np.array([46.0, 46, 68, 111, 17, 31, 42]), 2).tolist()
    [1, 1, 2, 2, 0, 0, 1]
    """
    size = len(values)
    if size < 2 * k:
        return np.zeros(size, dtype=np.int64)
    order = np.argsort(values, kind="stable")
    lined = values[order] - values.mean()
    sums = np.concatenate([[0.0], np.cumsum(lined)])
    squares = np.concatenate([[0.0], np.cumsum(lined**2)])
    start = np.zeros(size + 1, dtype=np.int64)
    _shortest(sums, squares, k, np.full(size + 1, np.inf), start)
    of = np.empty(size, dtype=np.int64)
    of[order] = _numbers(start, size)
    return of


def _numbers(start: Ints, size: int) -> Ints:
    """Give numbers to the groups along the path that ends with the last value."""
    cuts = np.zeros(size, dtype=np.int64)
    end = size
    while end:
        end = int(start[end])
        cuts[end] = 1
    return np.cumsum(cuts) - 1


@kernel
def _shortest(sums: Floats, squares: Floats, k: int, least: Floats, start: Ints) -> None:
    least[0] = 0.0
    for end in range(k, len(sums)):
        for begin in range(max(end - 2 * k + 1, 0), end - k + 1):
            total = sums[end] - sums[begin]
            within = squares[end] - squares[begin] - total * total / (end - begin)
            if least[begin] + within < least[end]:
                least[end], start[end] = least[begin] + within, begin
