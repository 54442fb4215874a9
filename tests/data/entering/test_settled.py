"""Empty texts, −0.0, narrow floats, odd row numbers: the same on every engine, coming and going."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset, Hierarchy
from discret.errors import DiscretError, HierarchyError
from discret.reduce import Round, ShuffleRecords, Subsample
from engines import Engine, brought_back
from strategies import examples

ODD = pl.DataFrame({
    "number": [1, 2, 3, 4],
    "key": ["x", "", None, "x"],
    "pay": [0.0, -0.0, math.nan, 2.5],
})  # fmt: skip


def signs(values: pl.Series) -> list[float | None]:
    return [None if value is None else math.copysign(1, value) for value in values.to_list()]


def test_empty_texts_are_missing_and_noughts_have_no_sign(engine: Engine) -> None:
    data = Dataset.of(engine(ODD), key=["key", "pay"], row="number")
    table = brought_back(data.to_native()).sort("number")
    assert table["key"].to_list() == ["x", None, None, "x"]
    assert table["pay"].to_list() == [0.0, 0.0, None, 2.5]
    assert signs(table["pay"]) == [1, 1, None, 1]
    assert len(data.keys) == 4


@pytest.mark.parametrize("kind", [pl.String, pl.Categorical, pl.Enum(["", "x", "y"])])
@pytest.mark.parametrize("lazy", [False, True])
def test_empty_categories_are_missing(kind: Any, lazy: bool) -> None:
    frame = pl.DataFrame({"k": pl.Series(["x", "", None, "y"], dtype=kind)})
    data = Dataset.of(frame.lazy() if lazy else frame, key="k")
    assert data.to_polars()["k"].to_list() == ["x", None, None, "y"]
    assert data.keys.size("category").tolist().count(2) == 1


def test_narrow_floats_are_the_numbers_that_are_written(engine: Engine) -> None:
    """The 0.1 of 32 bits is more than 0.1; whoever reads it from a file finds 0.1."""
    pay = pl.Series("pay", [0.1, 2.5, None, 16777216.0, -0.0], dtype=pl.Float32)
    frame = pl.DataFrame([pl.Series("number", range(5)), pay])
    data = Dataset.of(engine(frame), key="pay", row="number")
    table = brought_back(data.to_native()).sort("number")
    assert table["pay"].to_list() == [0.1, 2.5, None, 16777216.0, 0.0]
    assert signs(table["pay"])[-1] == 1


@examples(80)
@given(st.lists(st.floats(width=32, allow_nan=False), min_size=1, unique=True))
def test_they_stay_apart_and_in_order(values: list[float]) -> None:
    frame = pl.DataFrame({"v": pl.Series(sorted(values), dtype=pl.Float32)})
    found = Dataset.of(frame).to_polars()["v"]
    assert found.dtype == pl.Float64
    assert found.is_sorted()
    assert found.cast(pl.Float32).equals(frame["v"] + pl.Series([0.0], dtype=pl.Float32))
    assert found.n_unique() == frame["v"].n_unique()


def test_what_a_method_makes_is_settled_too(engine: Engine) -> None:
    frame = pl.DataFrame({"number": [1, 2, 3], "pay": [-0.3, 0.2, 7.0]})
    data = Dataset.of(engine(frame), key="pay", row="number")
    data = Round(columns=["pay"], base=5, how="nearest").apply(data, Context()).data
    table = brought_back(data.to_native()).sort("number")
    assert signs(table["pay"].cast(pl.Float64)) == [1, 1, 1]


def test_a_frame_that_a_method_hands_over_is_settled(engine: Engine) -> None:
    data = Dataset.of(engine(ODD.fill_nan(1.0)), key="key", row="number")
    blank = nw.when(nw.col("number") > 3).then(nw.lit("")).otherwise(nw.col("key")).alias("key")
    table = brought_back(data.with_frame(data.frame.with_columns(blank)).to_native())
    assert table.sort("number")["key"].to_list() == ["x", None, None, None]


def test_no_hierarchy_has_an_empty_label() -> None:
    with pytest.raises(HierarchyError, match="blank"):
        Hierarchy.from_groups({"": ["a"], "z": ["b"]})


ROWS: dict[str, Any] = {
    "int128": pl.Series([7, 8, 9], dtype=pl.Int128),
    "uint8": pl.Series([7, 8, 9], dtype=pl.UInt8),
    "decimal": pl.Series([Decimal(7), Decimal(8), Decimal(9)]),
    "float": pl.Series([7.0, 8.0, 9.0]),
    "text": pl.Series(["p", "q", "r"]),
    "category": pl.Series(["p", "q", "r"], dtype=pl.Categorical),
    "date": pl.Series([1, 2, 3], dtype=pl.Int32).cast(pl.Date),
    "time": (pl.Series([1, 2, 3]) * 10**9).cast(pl.Time),
    "binary": pl.Series([b"p", b"q", b"r"]),
}
WIDE = [
    "hugeint",
    "uhugeint",
    "decimal(38, 0)",
    "decimal(18, 2)",
    "ubigint",
    "varchar",
    "uuid",
]


def drawn(data: Dataset) -> int:
    """How many records are left, shuffled and drawn; or the right kind of refusal."""
    rng = np.random.default_rng(1)
    try:
        half = Subsample(share=0.5).apply(data, Context(rng=rng)).data
        return len(ShuffleRecords().apply(half, Context(rng=rng)).data.to_polars())
    except DiscretError:
        return -1


@pytest.mark.parametrize("lazy", [False, True])
@pytest.mark.parametrize("kind", ROWS)
def test_row_numbers_of_any_type_work_or_are_refused(kind: str, lazy: bool) -> None:
    frame = pl.DataFrame({"row": ROWS[kind], "key": ["a", "b", "b"]})
    left = drawn(Dataset.of(frame.lazy() if lazy else frame, key="key", row="row"))
    assert left == 2 or (left == -1 and kind in ("category", "date", "time", "binary"))


@pytest.mark.parametrize("kind", WIDE)
def test_row_numbers_of_duckdb_work(kind: str) -> None:
    duckdb = pytest.importorskip("duckdb")
    text = "'00000000-0000-0000-0000-00000000000' || i" if kind == "uuid" else "i"
    query = f"select ({text})::{kind} as r, i % 2 as k from range(5) t(i)"  # noqa: S608
    assert drawn(Dataset.of(duckdb.sql(query), key="k", row="r")) == 3


@pytest.mark.parametrize("kind", ["time", "date", "timestamptz", "blob", "interval"])
def test_odd_row_numbers_of_duckdb_work_or_are_refused(kind: str) -> None:
    duckdb = pytest.importorskip("duckdb")
    moment = "timestamp '2020-01-01' + interval (i) day + interval (i) second"
    text = {"blob": "i::varchar", "interval": "interval (i) day"}.get(kind, moment)
    query = f"select ({text})::{kind} as r, i % 2 as k from range(5) t(i)"  # noqa: S608
    assert drawn(Dataset.of(duckdb.sql(query), key="k", row="r")) in (3, -1)
