"""Values as numbers and back: nothing is lost, the order is that of the values."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.data import codes
from discret.data.codes import (
    named,
    named_table,
    numbered,
    numbered_near,
    numbered_table,
    places_in,
)
from strategies import examples

KINDS: dict[str, pl.Series] = {
    "text": pl.Series(["b", None, "a", "b"]),
    "small integers": pl.Series([2, None, -1, 2], dtype=pl.Int8),
    "decimals": pl.Series([2.5, None, -1.0, 2.5]),
    "exact": pl.Series([Decimal("2.5"), None, Decimal("1.5"), Decimal("2.5")]),
    "booleans": pl.Series([True, None, False, True]),
    "dates": pl.Series([date(2024, 5, 1), None, date(1999, 1, 1), date(2024, 5, 1)]),
    "categories": pl.Series(["b", None, "a", "b"], dtype=pl.Categorical),
    "enumeration": pl.Series(["a", None, "b", "a"], dtype=pl.Enum(["b", "a"])),
}


@pytest.mark.parametrize("kind", KINDS)
def test_values_of_every_kind_come_back(kind: str) -> None:
    values = KINDS[kind].alias("x")
    distinct, places = numbered(values)
    assert places.tolist() == [1, -1, 0, 1]
    assert distinct.dtype == values.dtype
    assert named(distinct, places).equals(values, check_dtypes=True, check_names=True)


@pytest.mark.parametrize("kind", [pl.String, pl.Int64, pl.Null])
def test_a_column_may_be_missing_everywhere(kind: Any) -> None:
    distinct, places = numbered(pl.Series("x", [None, None], dtype=kind))
    assert (len(distinct), places.tolist()) == (0, [-1, -1])
    assert named(distinct, places).to_list() == [None, None]


cells = st.one_of(st.none(), st.integers(-3, 3))


@examples(60)
@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=12), st.randoms())
def test_rows_of_a_table_come_back_in_any_selection(rows: list[Any], random: Any) -> None:
    table = pl.DataFrame(rows, schema={"a": pl.Int64, "b": pl.Int64}, orient="row")
    table = table.with_columns(pl.col("b").cast(pl.String))
    shelves, codes = numbered_table(table)
    chosen = np.array([random.randrange(len(rows)) for _ in range(5)])
    assert named_table(shelves, codes[chosen]).equals(table[chosen])


@pytest.mark.parametrize("kind", [pl.Int8, pl.Int16, pl.UInt32, pl.Int64, pl.UInt64, pl.Int128])
def test_whole_numbers_are_numbered_in_any_width(kind: type[pl.DataType]) -> None:
    """The distance between the least and the largest may have no room in their own type."""
    least = 0 if kind in (pl.UInt32, pl.UInt64) else -128
    for gap in ([], [None]):
        values = pl.Series([127, least, 5, *gap, 127], dtype=kind)
        distinct, places = numbered(values)
        assert distinct.to_list() == [least, 5, 127]
        assert places.tolist() == [2, 0, 1, *([-1] * len(gap)), 2]


some_floats = st.lists(
    st.one_of(st.none(), st.sampled_from([0.0, -0.0, 0.1, 2.5, float("inf")]), st.floats()),
    max_size=12,
)


@given(values=some_floats)
@examples(150)
def test_few_floats_have_the_numbers_that_many_have(values: list[float | None]) -> None:
    column = pl.Series("x", values, dtype=pl.Float64)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(codes, "_few_floats", lambda _: None)
        distinct, places = numbered(column)
    few = numbered(column)
    assert few[1].tolist() == places.tolist()
    assert few[0].equals(distinct, check_dtypes=True, check_names=True)


@given(
    values=st.lists(st.one_of(st.none(), st.integers(-3, 3)), max_size=9),
    shelf=st.lists(st.one_of(st.none(), st.integers(-3, 3)), max_size=9),
)
@examples(150)
def test_few_whole_numbers_have_the_places_that_many_have(
    values: list[int | None], shelf: list[int | None]
) -> None:
    both = [pl.Series(own, dtype=pl.Int16) for own in (values, shelf)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(codes, "FEW", -1)
        places = places_in(*both)
    assert places_in(*both).tolist() == places.tolist()


@pytest.mark.parametrize("decimals", range(5))
@pytest.mark.parametrize("gaps", [False, True])
def test_decimals_are_numbered_by_counting_as_by_comparing(decimals: int, gaps: bool) -> None:
    rng = np.random.default_rng(decimals)
    drawn = pl.Series("w", np.round(rng.normal(0, 10, 30_000), decimals) + 0.0)
    values = drawn.set(drawn > 15, None) if gaps else drawn
    near = numbered_near(values)
    assert (near is None) == (decimals > 3)
    distinct, places = numbered(values)
    known = values.drop_nulls()
    assert distinct.equals(known.unique().sort())
    assert named(distinct, places).equals(values)
    assert near is None or near[0].equals(distinct)


@pytest.mark.parametrize("odd", [0.1 + 0.2, -0.0, float("inf"), float("nan"), 1e15, 1 / 3, 1e308])
def test_one_number_that_is_no_short_decimal_is_enough_not_to_count(odd: float) -> None:
    assert numbered_near(pl.Series([0.3, 0.5] * 9_000 + [odd])) is None
    assert numbered_near(pl.Series([odd] + [0.3, 0.5] * 9_000)) is None
