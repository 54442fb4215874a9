"""Distances of values, against what they are defined by."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.statistics.distances import in_ranks, in_spreads, spread, weighted_mean
from strategies import examples


@examples(40)
@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=20))
def test_the_spread_is_the_usual_deviation_where_weights_are_equal(values: list[float]) -> None:
    array = np.array(values)
    for weight in (1.0, 7.5):
        found = spread(array, np.full(len(array), weight))
        assert found == pytest.approx(np.sqrt(2) * array.std(ddof=1), abs=1e-6)


def test_one_value_has_no_spread() -> None:
    assert spread(np.array([3.0]), np.ones(1)) == 0
    assert in_spreads(np.array([3.0, 3.0]), np.array([3.0, 4.0]), 0.0).tolist() == [0, np.inf]


@examples(40)
@given(st.integers(1, 9), st.data())
def test_ranks_count_the_categories_from_one_to_the_other(size: int, data: st.DataObject) -> None:
    one, other = (data.draw(st.integers(0, size - 1)) for _ in range(2))
    counted = sum(min(one, other) <= c < max(one, other) for c in range(size)) / size
    assert in_ranks(np.array([float(one)]), np.array([float(other)]), size)[0] == counted


def test_a_mean_without_values_or_end_is_none() -> None:
    assert weighted_mean(np.ones(0), np.ones(0)) is None
    assert weighted_mean(np.array([1.0, np.inf]), np.ones(2)) is None
