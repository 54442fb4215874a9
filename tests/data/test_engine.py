"""How polars is asked: what it holds in memory at once, files in streams."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl
import pytest

from discret.data import engine
from discret.data.engine import MANY, Scan, collected, enter

TABLE = pl.DataFrame({"a": ["SCANNED", "x"], "n": [1, 2]})


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What polars was asked with, query by query."""
    calls: list[dict[str, Any]] = []
    collect: Any = pl.LazyFrame.collect

    def noting(query: pl.LazyFrame, **ways: Any) -> Any:
        calls.append(ways)
        return collect(query, **ways)

    monkeypatch.setattr(pl.LazyFrame, "collect", noting)
    return calls


def test_what_is_in_memory_is_asked_at_once(asked: list[dict[str, Any]]) -> None:
    collected(nw.from_native(TABLE.lazy()).filter(nw.col("n") > 1))
    assert asked == [{"engine": "in-memory"}]


@pytest.mark.parametrize("known", [False, True])
def test_files_are_read_in_streams(
    asked: list[dict[str, Any]], tmp_path: Path, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_FILES", set())  # as before any came
    TABLE.write_parquet(tmp_path / "t.parquet")
    native = pl.scan_parquet(tmp_path / "t.parquet")
    file = enter(Scan(native) if known else native)[0]
    beside = file.join(nw.from_native(TABLE.lazy()), on="n")
    asked.clear()  # a table may be written by a query
    assert len(collected(file)) == len(collected(beside)) == 2
    assert asked == [{"engine": "streaming"}] * 2


def test_many_records_in_memory_go_in_streams_too(asked: list[dict[str, Any]]) -> None:
    table = nw.from_native(TABLE.lazy())
    assert collected(table, records=MANY + 1).equals(collected(table, records=MANY))
    assert asked == [{"engine": "streaming"}, {"engine": "in-memory"}]
