"""Intervals around released numbers, against the definitions written plainly."""

from __future__ import annotations

import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.identity.intervals import within_deviations, within_ranks
from strategies import examples

numbers = st.sampled_from([-3.0, -1.0, 0.0, 0.5, 1.0, 2.0, 2.0, 7.0])
pairs = st.lists(st.tuples(numbers, numbers), min_size=1, max_size=12)


def ranked(released: list[float], place: int, original: float, steps: float) -> bool:
    """Whether two released numbers at most `steps` ranks away enclose the original one.

    Numbers that are equal have all the ranks they span.
    """
    own = released[place]
    lowest = sum(other < own for other in released) - steps
    highest = sum(other <= own for other in released) - 1 + steps
    near = [value for rank, value in enumerate(sorted(released)) if lowest <= rank <= highest]
    return min(near) <= original <= max(near)


@examples(200)
@given(pairs, st.sampled_from([0.1, 0.25, 1 / 3, 0.5, 1.0]))
def test_ranks_are_those_of_the_definition(drawn, width) -> None:
    original, released = (list(column) for column in zip(*drawn, strict=True))
    found = within_ranks(np.array(original), np.array(released), width)
    steps = width * len(released) + 1e-9
    assert found.tolist() == [
        ranked(released, place, before, steps) for place, before in enumerate(original)
    ]


@examples(200)
@given(pairs, st.sampled_from([0.05, 0.5, 1.0, 3.0]))
def test_deviations_are_those_of_the_definition(drawn, width) -> None:
    original, released = (list(column) for column in zip(*drawn, strict=True))
    deviation = statistics.stdev(released) if len(released) > 1 else 0.0
    found = within_deviations(np.array(original), np.array(released), width)
    assert found.tolist() == [
        abs(before - after) <= width * deviation + 1e-12
        for before, after in zip(original, released, strict=True)
    ]


@pytest.mark.parametrize("within", [within_deviations, within_ranks])
def test_numbers_left_as_they_were_are_inside(within) -> None:
    values = np.array([0.1, 0.3, -7e9, 1e-9, 0.3])
    assert within(values, values, 1e-9).all()
    assert within(values[:1], values[:1], 1e-9).tolist() == [True]
    assert within(values[:0], values[:0], 0.5).tolist() == []


def test_the_bounds_belong_to_the_interval() -> None:
    # Released 0 and 0.6: the standard deviation is 0.3 √2, a third of it ± nothing.
    released = np.array([0.0, 0.6])
    half = 0.25 * statistics.stdev([0.0, 0.6])
    assert within_deviations(released + half, released, 0.25).all()
    assert not within_deviations(released + half * 1.001, released, 0.25).any()


def test_a_tenth_of_ten_records_is_one_rank() -> None:
    released = np.arange(10.0)
    assert within_ranks(released + 1, released, 0.1).tolist() == [True] * 9 + [False]
    assert not within_ranks(released + 1, released, 0.09).any()
    assert within_ranks(released[:9] + 3, released[:9], 1 / 3).sum() == 6


def test_the_number_of_ranks_is_not_lost_by_rounding() -> None:
    assert int(0.29 * 100) == 28
    released = np.arange(100.0)
    assert within_ranks(released + 29, released, 0.29).sum() == 71
    assert within_ranks(released + 29.5, released, 0.29).sum() == 0
