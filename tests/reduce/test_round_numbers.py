"""Rounded numbers: to the nearest, down and up, whatever their type."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset
from discret.data.examples import footballers
from discret.errors import ColumnError, DiscretError, ParameterError
from discret.reduce import Round
from strategies import examples

CONTEXT = Context()


def rounded(values: list[Any], base: float, how: Any = "nearest", kind: Any = None) -> pl.Series:
    frame = pl.DataFrame({"a": pl.Series(values, dtype=kind)})
    change = Round(columns=["a"], base=base, how=how).apply(Dataset.of(frame), CONTEXT)
    column: pl.Series = change.data.to_native()["a"]
    return column


def test_pay_is_rounded_to_the_thousand() -> None:
    data = Dataset.of(footballers(), key=["Âge", "Club"], sensitive="Salaire")
    change = Round(columns=["Salaire"], base=1000).apply(data, CONTEXT)
    assert change.data.to_native()["Salaire"].to_list() == [1000, 2000, 2000, 3000, 1000, 1000]
    assert change.facts == {"columns": ["Salaire"]}
    assert change.data.to_native().drop("Salaire").equals(footballers().drop("Salaire"))


@pytest.mark.parametrize(
    ("how", "wanted"),
    [
        ("nearest", [0, 10, 10, 20, 0, -10, None]),
        ("down", [0, 0, 10, 10, -10, -20, None]),
        ("up", [10, 10, 10, 20, 0, -10, None]),
    ],
)
def test_three_ways_to_round(how: str, wanted: list[int | None]) -> None:
    assert rounded([4, 5, 10, 15, -5, -15, None], 10, how).to_list() == wanted


@examples(80)
@given(
    st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=10),
    st.sampled_from([1, 5, 10, 100, 365]),
    st.sampled_from(["nearest", "down", "up"]),
)
def test_whole_numbers_are_rounded_exactly(values: list[int], base: int, how: Any) -> None:
    ways = {"nearest": lambda x: floor(x + Fraction(1, 2)), "down": floor, "up": ceil}
    found = rounded(values, base, how)
    assert found.to_list() == [ways[how](Fraction(value, base)) * base for value in values]
    assert found.dtype == pl.Int64


@examples(60)
@given(
    st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=8),
    st.sampled_from([0.01, 0.1, 0.5, 1, 2.5, 100]),
    st.sampled_from(["nearest", "down", "up"]),
)
def test_decimals_move_by_less_than_a_base(values: list[float], base: float, how: Any) -> None:
    found = rounded(values, base, how, pl.Float64).to_list()
    slack = 1e-9 * max(1.0, *(abs(value) for value in values))
    for before, after in zip(values, found, strict=True):
        assert abs(after / base - round(after / base)) < 1e-6
        low, high = {"nearest": (-0.5, 0.5), "down": (-1, 0), "up": (0, 1)}[how]
        assert low * base - slack <= after - before <= high * base + slack


@pytest.mark.parametrize("how", ["nearest", "down", "up"])
def test_a_multiple_of_the_base_stays(how: str) -> None:
    tenths = [n / 10 for n in range(-30, 31)]
    assert rounded(tenths, 0.1, how).to_list() == pytest.approx(tenths)
    cents = [n / 100 for n in range(200)]
    assert rounded(cents, 0.01, how).to_list() == pytest.approx(cents)


def test_rounding_twice_is_rounding_once() -> None:
    once = rounded([0.123, 4.567, 8.9, 2.675], 0.05).to_list()
    assert rounded(once, 0.05).to_list() == once


@pytest.mark.parametrize(
    ("kind", "base", "wanted"),
    [
        (pl.Int16, 10, pl.Int16),
        (pl.UInt8, 10, pl.UInt8),
        (pl.Int64, 0.5, pl.Float64),
        (pl.Float64, 10, pl.Float64),
    ],
)
def test_whole_numbers_stay_whole_where_the_base_is(kind: Any, base: float, wanted: Any) -> None:
    assert rounded([12, 15, None], base, kind=kind).dtype == wanted


def test_a_result_too_large_for_its_type_is_rounded_all_the_same() -> None:
    assert rounded([110, 3], 100, "up", pl.Int8).to_list() == [200, 100]


def test_large_whole_numbers_are_rounded_exactly() -> None:
    assert rounded([2**60 + 7], 10).to_list() == [(2**60 + 7 + 5) // 10 * 10]


def test_text_is_not_rounded() -> None:
    data = Dataset.of(footballers(), key=["Âge", "Club"])
    with pytest.raises(ColumnError, match="round: numbers are needed, 'Club' holds none"):
        Round(columns=["Âge", "Club"], base=10).apply(data, CONTEXT)
    with pytest.raises(ColumnError, match="round: the table has no column 'Age'"):
        Round(columns=["Age"], base=10).apply(data, CONTEXT)


def test_a_column_named_twice_is_rounded_once_or_refused() -> None:
    data = Dataset.of(footballers(), key=["Âge", "Club"])
    try:
        found = Round(columns=["Salaire", "Salaire"], base=1000).apply(data, CONTEXT).data
    except DiscretError:
        return
    assert found.values("Salaire").to_list() == [1000, 2000, 3000]


def test_the_data_is_left_as_it_was() -> None:
    data = Dataset.of(footballers(), key=["Âge", "Club"])
    Round(columns=["Salaire"], base=1000).apply(data, CONTEXT)
    assert data.to_native().equals(footballers())


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"base": 3}, "columns"),
        ({"columns": [], "base": 3}, "columns"),
        ({"columns": "Salaire", "base": 3}, "columns"),
        ({"columns": ["a"]}, "base"),
        ({"columns": ["a"], "base": 0}, "base"),
        ({"columns": ["a"], "base": -10}, "base"),
        ({"columns": ["a"], "base": float("nan")}, "base"),
        ({"columns": ["a"], "base": float("inf")}, "base"),
        ({"columns": ["a"], "base": "ten"}, "base"),
        ({"columns": ["a"], "base": 10, "how": "half even"}, "how"),
        ({"columns": ["a"], "base": 10, "digits": 2}, "digits"),
    ],
)
def test_bad_parameters_are_named(given: dict[str, Any], name: str) -> None:
    with pytest.raises(ParameterError, match="round") as bad:
        Round(**given)
    assert any(fault.startswith(name) for fault in bad.value.faults)
