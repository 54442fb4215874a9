"""The best groups of one column, against every partition."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.microaggregation.ordered import best_in_order


def squares(values: list[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values)


def least(values: list[float], k: int) -> float:
    """Return the least sum of squares over all partitions of sorted values in groups of k."""
    if len(values) < 2 * k:
        return squares(values)
    ends = range(k, len(values) - k + 1)
    parted = min(squares(values[:end]) + least(values[end:], k) for end in ends)
    return min(parted, squares(values))


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=11), st.integers(1, 4))
def test_no_partition_is_better(values: list[int], k: int) -> None:
    of = best_in_order(np.array(values, dtype=float), k)
    groups = [[float(values[row]) for row in np.flatnonzero(of == group)] for group in set(of)]
    found = sum(map(squares, groups))
    assert abs(found - least(sorted(map(float, values)), k)) < 1e-9
    assert min(np.bincount(of)) >= min(k, len(values))
