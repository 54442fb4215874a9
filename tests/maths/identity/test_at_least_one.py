"""The chance that someone of a unit is recognised, against products written out."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from discret.maths.identity.at_least_one import at_least_one, largest_of
from strategies import examples

risks = st.lists(
    st.one_of(st.floats(0, 1), st.floats(1e-18, 1e-6), st.just(1.0)), min_size=1, max_size=5
)


@examples(150)
@given(risks, st.data())
def test_it_is_one_minus_the_product_of_escapes(risk: list[float], data: st.DataObject) -> None:
    units = data.draw(st.integers(1, 4))
    row = st.lists(st.integers(0, 3), min_size=units, max_size=units)
    counts = np.array(data.draw(st.lists(row, min_size=len(risk), max_size=len(risk))))
    found = at_least_one(csr_array(counts), np.array(risk))
    for unit in range(units):
        exact = 1 - prod(
            (1 - Fraction(one)) ** int(times)
            for one, times in zip(risk, counts[:, unit], strict=True)
        )
        assert found[unit] == pytest.approx(float(exact), rel=1e-13, abs=0)


def test_small_risks_keep_their_digits() -> None:
    # 1 - (1 - 1e-17)^3, where 1 - 1e-17 is 1 in floating point.
    with mpmath.workdps(50):
        wanted = float(1 - (1 - mpmath.mpf(1e-17)) ** 3)
    assert at_least_one(csr_array(np.array([[3]])), np.array([1e-17]))[0] == pytest.approx(wanted)


def test_a_certain_member_makes_its_own_unit_certain_and_no_other() -> None:
    found = at_least_one(csr_array(np.array([[1, 0], [1, 1]])), np.array([1.0, 0.5]))
    assert found.tolist() == [1.0, 0.5]


def test_nobody_is_found_in_an_empty_unit() -> None:
    assert at_least_one(csr_array(np.array([[1, 0]])), np.array([1.0])).tolist() == [1.0, 0.0]


@examples(80)
@given(st.lists(st.lists(st.floats(0, 1), max_size=4), min_size=1, max_size=6))
def test_the_largest_of_each_row(rows: list[list[float]]) -> None:
    indptr = np.cumsum([0, *(len(row) for row in rows)])
    values = np.array([value for row in rows for value in row])
    assert largest_of(indptr, values).tolist() == [max(row, default=0.0) for row in rows]
