"""Gains in frequency, against the definitions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from discret.maths.attributes.likeness import beyond_bound, lacking, log_ratios, relative_gains
from strategies import examples

MANY = examples(150)
Table = list[list[int]]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Groups × values; every value occurs somewhere, some groups may have none."""
    groups, values = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    row = st.lists(st.integers(0, 9), min_size=values, max_size=values)
    table = draw(st.lists(row, min_size=groups, max_size=groups))
    return [*table, [0 if any(column) else 1 for column in zip(*table, strict=True)]]


def packed(table: Table) -> tuple[Any, ...]:
    sparse = csr_array(np.array(table))
    return sparse.indptr, sparse.indices, sparse.data, np.array(table).sum(axis=0)


def pairs(table: Table) -> list[list[tuple[float, float]]]:
    """For each group, the share of each value there and in the table; none without values."""
    totals = [sum(column) for column in zip(*table, strict=True)]
    return [
        [(n / sum(row), total / sum(totals)) for n, total in zip(row, totals, strict=True)]
        if any(row)
        else []
        for row in table
    ]


@MANY
@given(tables())
def test_log_ratios_of_the_values_present(table) -> None:
    wanted = [
        max((abs(math.log(q / p)) for q, p in group if q), default=0) for group in pairs(table)
    ]
    assert log_ratios(*packed(table)).tolist() == pytest.approx(wanted, rel=1e-12, abs=1e-14)


@MANY
@given(tables())
def test_groups_that_lack_a_value(table) -> None:
    ends, places, _, totals = packed(table)
    wanted = [any(q == 0 for q, _ in group) for group in pairs(table)]
    assert lacking(ends, places, totals).tolist() == wanted


@MANY
@given(tables())
def test_relative_gains(table) -> None:
    wanted = [max(((q - p) / p for q, p in group if q > p), default=0) for group in pairs(table)]
    assert relative_gains(*packed(table)).tolist() == pytest.approx(wanted, rel=1e-11, abs=1e-13)


@MANY
@given(tables())
def test_gains_beyond_the_bound(table) -> None:
    # -ln p is irrational unless p = 1, and a gain is rational: they are never equal.
    wanted = [
        any((q - p) / p > -math.log(p) + 1e-12 for q, p in group if q > p and p < 1)
        for group in pairs(table)
    ]
    assert beyond_bound(*packed(table)).tolist() == wanted


@pytest.mark.parametrize("size", [1, 3, 7])
def test_shares_that_are_equal_gain_nothing_exactly(size: int) -> None:
    table = [[3] * size, [7] * size, [0] * size]
    assert log_ratios(*packed(table)).tolist() == [0, 0, 0]
    assert relative_gains(*packed(table)).tolist() == [0, 0, 0]
    assert beyond_bound(*packed(table)).tolist() == [False] * 3


def test_a_table_without_values_gains_nothing() -> None:
    nothing = np.array([0, 0, 0]), np.zeros(0, int), np.zeros(0, int), np.zeros(0, int)
    assert log_ratios(*nothing).tolist() == relative_gains(*nothing).tolist() == [0, 0]
    assert beyond_bound(*nothing).tolist() == [False, False]
    assert lacking(nothing[0], nothing[1], nothing[3]).tolist() == [False, False]
