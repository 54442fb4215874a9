"""Weights that are the same but for rounding, and what they mark."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.identity.weight_marks import alike, told
from strategies import examples


@examples(100)
@given(st.lists(st.sampled_from([0.5, 1.0, 1.32, 7.0, 1e6]), min_size=1, max_size=12), st.data())
def test_values_within_rounding_are_the_same(values: list[float], data: st.DataObject) -> None:
    noise = st.floats(-1e-12, 1e-12)
    noisy = np.array([value * (1 + data.draw(noise)) for value in values])
    found = alike(noisy).tolist()
    ranks = {value: rank for rank, value in enumerate(sorted(set(values)))}
    assert found == [ranks[value] for value in values]


def test_values_that_differ_by_more_are_not() -> None:
    assert alike(np.array([100.0, 100.001, 100.0])).tolist() == [0, 1, 0]


def test_ratios_of_one_cell_differ_in_their_last_digits() -> None:
    ratios = np.array([0.1 + 0.2, 0.3, 0.1 * 3, 0.3])
    assert len(set(ratios.tolist())) > 1
    assert alike(ratios).tolist() == [0, 0, 0, 0]


def test_no_value_has_no_mark() -> None:
    assert alike(np.array([])).tolist() == []
    tells, number = told(alike(np.array([])), np.array([], dtype=np.int64), np.array([]))
    assert (tells.tolist(), number.tolist()) == ([], [])


@examples(150)
@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(-1, 2), st.integers(1, 4)), min_size=1, max_size=10
    )
)
def test_a_mark_tells_a_value_that_all_who_show_one_share(cells: list[tuple[int, ...]]) -> None:
    marks, values, count = np.array(cells).T
    tells, number = told(marks, values, count)
    several = len({value for _, value, _ in cells if value >= 0}) > 1
    for mark in range(marks.max() + 1):
        shown = [(value, times) for cell, value, times in cells if cell == mark and value >= 0]
        one = {value for value, _ in shown} if several else set()
        assert tells[mark] == (one.pop() if len(one) == 1 else -1)
        assert number[mark] == sum(times for _, times in shown)


@pytest.mark.parametrize("value", [0, 3])
def test_a_column_with_one_value_is_told_by_no_weight(value: int) -> None:
    tells, _ = told(np.array([0, 0, 1]), np.array([value, value, -1]), np.array([1, 1, 1]))
    assert (tells < 0).all()
