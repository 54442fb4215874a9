"""What a release no longer shows is not in its file either, whatever memory still holds."""

from __future__ import annotations

import io
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset, Plan
from discret.assess import KAnonymity
from discret.data.writing.bare import bare
from discret.reduce import SuppressCells, SuppressRecords

RARE = range(900, 907)
MODELS = [KAnonymity(k=5)]
METHODS = [SuppressCells(models=MODELS), SuppressRecords(models=MODELS, drop=1.0)]
FORMATS = ["arrow", "feather", "parquet", "csv"]


def _short(value: int) -> str:
    return f"zq{value:03d}"


def _long(value: int) -> str:
    return f"a town of many letters {value:03d}"


def _people(records: int = 500) -> Any:
    values = np.random.default_rng(1).integers(0, 3, records)
    values[: len(RARE)] = RARE
    return values


@pytest.mark.parametrize("written", [_short, _long])
@pytest.mark.parametrize("kind", [pl.String, pl.Categorical, "enum"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("form", FORMATS)
def test_texts_of_blanks_and_of_dropped_records(
    written: Any, kind: Any, method: Any, form: str, tmp_path: Path
) -> None:
    towns = pl.Series("town", [written(value) for value in _people().tolist()])
    towns = towns.cast(pl.Enum(towns.unique().sort()) if kind == "enum" else kind)
    data = Dataset.of(towns.to_frame().with_columns(size=pl.lit(1)), key=["town", "size"])
    release = Plan(assess=MODELS, reduce=[method]).run(data, seed=1)
    assert release.write(tmp_path / "out", format=form).met
    text = (tmp_path / "out" / f"release.{form}").read_bytes()
    assert [value for value in RARE if written(value).encode() in text] == []


@pytest.mark.parametrize("method", METHODS)
def test_numbers_below_blanks(method: Any, tmp_path: Path) -> None:
    rare = 0x5A5B5C5D00  # eight bytes that nothing else has
    ages = np.where(_people() >= RARE[0], _people() + rare, _people())
    data = Dataset.of(pl.DataFrame({"age": ages, "size": [1] * len(ages)}), key=["age", "size"])
    release = Plan(assess=MODELS, reduce=[method]).run(data, seed=1)
    release.write(tmp_path / "out", format="arrow")
    text = (tmp_path / "out" / "release.arrow").read_bytes()
    hidden = [(value + rare).to_bytes(8, "little") for value in RARE]
    assert [number for number in hidden if number in text] == []
    for table in (release.data.to_native(), release.data.to_polars()):
        file = io.BytesIO()
        table.write_ipc(file, compression="uncompressed")
        assert [number for number in hidden if number in file.getvalue()] == []


ALL_KINDS = {
    "text": [None, "a town of many letters", "b", None],
    "number": [1, None, 3, 2**40],
    "share": [0.5, None, 1.5, -2.0],
    "logical": [True, None, False, True],
    "day": [date(2020, 1, 2), None, date(1999, 1, 1), None],
    "moment": [datetime(2020, 1, 2, 3), None, None, datetime(1999, 1, 1)],
    "price": [Decimal("1.50"), None, Decimal("2.25"), None],
    "none": [None, None, None, None],
    "bytes": [b"a run of many bytes", None, b"", b"x"],
}


@pytest.mark.parametrize("name", ALL_KINDS)
def test_a_bare_column_shows_the_same(name: str) -> None:
    column = pl.Series(name, ALL_KINDS[name])
    for own in (column, column.drop_nulls(), column.head(0), column.clear(3), column.head(1)):
        found = bare(own.to_frame())[name]
        assert found.dtype == own.dtype
        assert found.equals(own, null_equal=True)


def test_narrow_kinds_and_categories() -> None:
    kinds = [pl.Int8, pl.UInt8, pl.Int16, pl.Float32, pl.Int128, pl.Categorical, pl.Enum(["1"])]
    for kind in kinds:
        column = pl.Series("x", ["1", None, "1"]).cast(kind)
        assert bare(column.to_frame())["x"].equals(column, null_equal=True)
