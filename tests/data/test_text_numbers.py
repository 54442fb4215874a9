"""Texts numbered where they lie: the same numbers as by the engine, however they are laid out."""

from __future__ import annotations

from typing import Any

import numba  # noqa: F401 (loaded, it lets texts be numbered in place)
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.data.codes import numbered
from discret.data.counting.coded_columns import CodedColumn, ColumnNumbers, crossing
from discret.data.text_numbers import FIRST, WORTH, at_hand, numbered_in_place
from strategies import examples

LETTERS = st.sampled_from(["a", "b", "\0", "é", "𝄞", " ", "ab" * 7, "ab" * 6 + "ba"])
TEXTS = st.lists(LETTERS, max_size=9).map("".join)  # of up to 126 bytes, most of them alike


def same(values: pl.Series) -> bool:
    """Whether the numbers are those that sorting gives."""
    found = numbered_in_place(values)
    assert found is not None
    distinct, places = numbered(values)
    alike = found[0].equals(distinct, check_names=True, check_dtypes=True)
    return alike and np.array_equal(found[1], places + 1)


@examples(200)
@given(st.lists(st.none() | TEXTS, max_size=40), st.lists(st.none() | TEXTS, max_size=9), st.data())
def test_texts_have_the_numbers_of_their_order(one: list[Any], two: list[Any], data: Any) -> None:
    parts = [pl.Series("x", own, dtype=pl.String) for own in (one, two)]
    values = pl.concat(parts, rechunk=data.draw(st.booleans()))
    start = data.draw(st.integers(0, len(values)))
    assert same(values)
    assert same(values[start:])  # a slice has the bits of what was before it
    assert same(values.filter(pl.Series([n % 3 > 0 for n in range(len(values))], dtype=pl.Boolean)))


@pytest.mark.parametrize("size", [0, 1, 11, 12, 13, 15, 16, 17, 20, 21, 28, 29])
def test_texts_that_differ_by_one_byte_are_told_apart(size: int) -> None:
    base = "x" * size
    others = [base[:place] + "y" + base[place + 1 :] for place in range(size)]
    assert same(pl.Series("x", [base, *others, base, base + "x", *others]))


@pytest.mark.parametrize("many", [FIRST, FIRST + 1, 2**16 - 1])
def test_there_may_be_many_texts(many: int) -> None:
    assert same(pl.Series("x", [f"{n % many:>14}" for n in range(many + 5)]))


def test_there_may_not_be_too_many() -> None:
    values = pl.Series("x", np.arange(2**16)).cast(pl.String)
    assert numbered_in_place(values) is None
    assert CodedColumn.of(values) is None


def test_the_column_stays_as_it_is() -> None:
    values = pl.Series("x", ["a long text, beyond its view", None, "b"] * 9)
    before = values.to_list()
    for _ in range(200):  # what is borrowed is given back each time
        assert same(values)
    assert values.to_list() == before


def test_it_waits_until_there_were_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discret.data.text_numbers._MET", [0])
    columns = {name: ["u", "v"] * 200 for name in "abc"}
    for _ in range(WORTH // 1200):
        assert not at_hand()
        ColumnNumbers(pl.LazyFrame(columns)).all_of([*columns])
    CodedColumn.of(pl.Series(["u"] * 1200))
    assert at_hand()


def test_both_ways_give_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    texts = ["u", "v", "w" * 20, None]
    frame = pl.DataFrame({name: [texts[n] for n in rng.integers(0, 4, 99)] for name in "abc"})
    monkeypatch.setattr("discret.data.counting.coded_columns.at_hand", lambda: True)
    one = ColumnNumbers(frame.lazy()).all_of(frame.columns)
    monkeypatch.setattr("discret.data.counting.coded_columns.at_hand", lambda: False)
    two = ColumnNumbers(frame.lazy()).all_of(frame.columns)
    assert one is not None
    assert two is not None
    for mine, theirs in zip(one, two, strict=True):
        assert mine.values.equals(theirs.values)
        assert mine.codes.tolist() == theirs.codes.tolist()


@pytest.mark.parametrize("widths", [[3, 4], [60_000, 60_000, 3], [50_000] * 4, [60_000] * 5])
def test_cells_are_in_order_however_many_there_could_be(widths: list[int]) -> None:
    rng = np.random.default_rng(2)
    codes = [rng.integers(0, 3, 500) * ((width - 1) // 2) for width in widths]
    shelves = [pl.Series(range(width)) for width in widths]
    columns = [CodedColumn(*pair) for pair in zip(shelves, codes, strict=True)]
    cell, record = crossing(columns)
    rows = np.stack(codes, axis=1)
    distinct, place = np.unique(rows, axis=0, return_inverse=True)
    assert (rows[record] == distinct).all()
    assert (cell == place.ravel()).all()
