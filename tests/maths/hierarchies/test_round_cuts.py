"""Round numbers between others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.hierarchies.round_cuts import roundest
from strategies import examples


@given(st.integers(-(10**20), 10**20), st.integers(1, 10**6))
@examples(200)
def test_a_round_whole_number_lies_between(low: int, gap: int) -> None:
    found = roundest(low, low + gap)
    assert isinstance(found, int)
    assert low < found <= low + gap
    if gap >= 10:  # then a multiple of ten is there, and no rounder number may be left for less
        assert found % 10 == 0
    if gap >= 1000:
        assert found % 1000 == 0


finite = st.floats(allow_nan=False, allow_infinity=False)


@given(finite, finite)
@examples(300)
def test_a_round_number_lies_between(one: float, two: float) -> None:
    low, high = sorted((one, two))
    if low < high:
        assert low < roundest(low, high) <= high


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [(42, 46, 45), (46, 68, 50), (-8, -3, -5), (-1, 0, 0), (0, 1, 1), (0.12, 0.31, 0.2),
     (99, 101, 100), (17280.0, 17281.5, 17281.0), (1.0, 1.0000000000000002, 1.0000000000000002)],
)  # fmt: skip
def test_round_numbers(low: float, high: float, found: float) -> None:
    assert roundest(low, high) == found
