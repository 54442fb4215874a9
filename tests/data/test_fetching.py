"""Records of a database come in pieces: all of them, in order, with the types of the whole."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import polars as pl
import pytest

from discret.data import fetching
from discret.data.engine import collected
from discret.data.fetching import pieces
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
