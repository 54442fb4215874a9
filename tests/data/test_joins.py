"""Joins of decisions back to records: by digest where it tells groups apart, or by values."""

from __future__ import annotations

from datetime import date
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.data import joins
from discret.data.engine import collected
from discret.data.joins import join_groups, keep_groups
from strategies import examples

COLUMNS = ["a", "b", "c"]
rows = st.tuples(
    st.sampled_from([None, "x", "y", "longer than what is kept inline", ""]),
    st.sampled_from([None, 0, 1, -1]),
    st.sampled_from([None, True, False]),
)


def frame_of(table: pl.DataFrame) -> Any:
    return nw.from_native(table.lazy())


def decided(table: pl.DataFrame) -> pl.DataFrame:
    groups = table.unique().sort(COLUMNS, nulls_last=True)
    return groups.with_columns(pl.Series("ratio", np.arange(len(groups)) / 7)).with_row_index("id")


@given(st.lists(rows, min_size=1, max_size=40))
@examples(150)
def test_every_record_gets_what_was_decided_for_its_group(found: list[Any]) -> None:
    schema = {"a": pl.String, "b": pl.Int64, "c": pl.Boolean}
    table = pl.DataFrame(found, schema=schema, orient="row")
    groups = decided(table)
    known = {row[1:4]: (row[4], row[0]) for row in groups.rows()}
    joined = collected(join_groups(frame_of(table), groups, COLUMNS))
    assert joined.select(COLUMNS).rows() == found
    assert joined.select("ratio", "id").rows() == [known[row] for row in found]


def test_where_digests_meet_values_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    table = pl.DataFrame({"a": ["x", None, "y", "x"], "b": [1, 1, None, 1], "c": [True] * 4})
    groups = decided(table)
    by_digest = collected(join_groups(frame_of(table), groups, COLUMNS))
    monkeypatch.setattr(joins, "_digest", lambda columns: pl.col(columns[0]).hash() * 0)
    by_value = collected(join_groups(frame_of(table), groups, COLUMNS))
    assert by_value.select(by_digest.columns).sort("id").equals(by_digest.sort("id"))


@pytest.mark.parametrize(
    "values",
    [
        pl.Series("a", [0.0, -0.0, 1.5, None]),
        pl.Series("a", ["x", "y", "x", None], dtype=pl.Enum(["y", "x"])),
        pl.Series("a", ["x", "y", "x", None], dtype=pl.Categorical),
        pl.Series("a", [date(2024, 1, 1), date(2024, 1, 2), None, None]),
    ],
    ids=lambda values: str(values.dtype),
)
def test_whatever_the_type(values: pl.Series) -> None:
    table = values.to_frame().with_row_index("n")
    groups = values.to_frame().unique().with_row_index("id")
    joined = collected(join_groups(frame_of(table), groups, ["a"])).sort("n")
    assert joined["n"].to_list() == [0, 1, 2, 3]
    fetched = groups["a"].gather(joined["id"])
    assert fetched.eq_missing(values).all()


def test_two_columns_with_their_values_exchanged_are_told_apart() -> None:
    table = pl.DataFrame({"a": ["x", "y"], "b": ["y", "x"]})
    joined = collected(join_groups(frame_of(table), table.with_row_index("id"), ["a", "b"]))
    assert joined["id"].to_list() == [0, 1]


def test_records_of_marked_groups_are_kept_in_their_order() -> None:
    table = pl.DataFrame({"a": ["x", None, "y", "x", None], "n": range(5)})
    groups = pl.DataFrame({"a": ["y", None, "x"]})
    left = collected(keep_groups(frame_of(table), groups, np.array([False, True, True])))
    assert left.rows() == [("x", 0), (None, 1), ("x", 3), (None, 4)]
