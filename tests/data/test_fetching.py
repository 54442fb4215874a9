"""Records of a database come in pieces: all of them, in order, with the types of the whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl
import pytest

from discret.data import fetching
from discret.data.engine import collected
from discret.data.fetching import fetched_narrowly, pieces
from discret.data.files.passage import passage
from discret.data.files.tables import write
from discret.errors import EngineError

duckdb = pytest.importorskip("duckdb")
SOME = "SELECT range AS n, 'farm ' || range AS farm, range / 4 AS size FROM range({n}) ORDER BY 1"


def relation(query: str) -> Any:
    return nw.from_native(duckdb.connect().sql(query))


def test_pieces_together_are_the_whole_in_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "PIECE", 2048)
    frame = relation(SOME.format(n=10_000))
    found = list(pieces(frame))
    assert len(found) > 3
    assert pl.concat(found).equals(collected(frame))


def test_no_record_is_one_piece_that_has_the_types() -> None:
    frame = relation(SOME.format(n=0))
    assert [piece.schema for piece in pieces(frame)] == [collected(frame).schema]


def test_categories_come_at_once() -> None:
    frame = relation(
        "SELECT ['rye', 'oats'][1 + range % 2]::ENUM('rye', 'oats') AS c FROM range(9)"
    )
    assert [piece["c"].to_list() for piece in pieces(frame)] == [["rye", "oats"] * 4 + ["rye"]]


def test_a_query_that_fails_shows_no_value() -> None:
    frame = relation("SELECT CAST('secret' || range AS INTEGER) AS n FROM range(3)")
    with pytest.raises(EngineError) as told:
        list(pieces(frame))
    assert "secret" not in str(told.value)


MIXED = """
SELECT range AS n, range / 4 AS size,
       CASE WHEN range % 7 > 0 THEN 'farm ' || range % 97 END AS farm,
       CASE WHEN range % 5 = 0 THEN '' ELSE 'a text that takes more than twelve letters' END AS note
FROM range({n}) ORDER BY 1
"""


@pytest.mark.parametrize("name", ["facts.parquet", "facts.csv"])
def test_a_tall_table_is_held_narrow_and_written_as_it_is_shown(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "PIECE", 2048)
    monkeypatch.setattr(fetching, "TALL", 10_000)
    frame = relation(MIXED.format(n=10_000))
    held = fetched_narrowly(frame, 10_000)
    assert held is not None
    whole = collected(frame)
    assert held.frame.collect().equals(whole)
    assert held.table["farm"].dtype == pl.Enum
    path = write(held, tmp_path / name)
    assert passage(held, path).columns == ("note",)  # an empty text is written as missing
    read = pl.read_parquet(path) if name.endswith("parquet") else pl.read_csv(path)
    assert read.equals(whole.with_columns(pl.col("note").replace("", None)))


def test_what_is_not_held_narrow() -> None:
    assert fetched_narrowly(relation(SOME.format(n=9)), 9) is None
    enums = relation("SELECT 'rye'::ENUM('rye', 'oats') AS c")
    assert fetched_narrowly(enums, 10**6) is None
    assert fetched_narrowly(nw.from_native(pl.LazyFrame({"a": ["x"]})), 10**6) is None
