"""Cells of CSV files that are read as whole numbers at once, beside reading them as texts."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import polars as pl
import pytest

from discret.data.files import csv_cells, csv_types
from discret.data.files.csv_cells import cells
from discret.data.files.csv_dialect import SAMPLE, Dialect, parse

LINES = SAMPLE // 4
NAMES = ["a", "b", "c"]
ODD = ["07", "+7", " 7", "7 ", "-0", "-07", "1e3", "1.0", "NA", "", " ", "7_0", "0x7", "９", "é"]


def _text(column: list[str], *, end: str = "\n", mark: str = ",") -> bytes:
    rows = (f"x{mark}{own}{mark}{place % 7}" for place, own in enumerate(column))
    return f"a{mark}b{mark}c\n{chr(10).join(rows)}{end}".encode()


def _typed(frame: pl.DataFrame) -> pl.DataFrame:
    return csv_types.typed(frame)


def _plain(rng: np.random.Generator) -> list[str]:
    scale = 10.0 ** rng.integers(0, 18, LINES)
    return [str(int(number)) for number in rng.normal(0, 1, LINES) * scale]


@pytest.mark.parametrize("end", ["\n", "", "\n\n"])
@pytest.mark.parametrize("headed", [True, False])
def test_whole_numbers_are_those_of_the_texts(end: str, headed: bool) -> None:
    text = _text(_plain(np.random.default_rng(1)), end=end)
    text = text if headed else text[text.index(b"\n") + 1 :]
    found = cells(text, ["a", "b", "c"], Dialect(), headed=headed)
    texts = parse(text, ["a", "b", "c"], Dialect(), headed=headed)
    assert _typed(found).equals(_typed(texts))
    if end != "\n\n":
        assert found.schema["b"] == found.schema["c"] == pl.Int64


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("place", [LINES // 2, LINES - 1])
def test_one_that_is_written_otherwise_stays_what_it_was(odd: str, place: int) -> None:
    column = _plain(np.random.default_rng(2))
    column[place] = odd
    text = _text(column)
    found = cells(text, ["a", "b", "c"], Dialect())
    texts = parse(text, ["a", "b", "c"], Dialect())
    assert _typed(found).equals(_typed(texts))
    assert found.cast(pl.String).equals(texts)


def test_a_sign_here_does_not_make_up_for_a_zero_there() -> None:
    """What is longer here cannot be shorter there: no text is shorter than the number's own."""
    column = _plain(np.random.default_rng(3))
    column[-1], column[-2] = "007", "-3"
    text = _text(column)
    assert cells(text, ["a", "b", "c"], Dialect()).cast(pl.String)["b"][-1] == "007"


@pytest.mark.parametrize("dialect", [Dialect(separator=";"), Dialect(quote="")])
def test_other_dialects(dialect: Dialect) -> None:
    text = _text(_plain(np.random.default_rng(4)), mark=dialect.separator)
    found = cells(text, ["a", "b", "c"], dialect)
    assert found.schema["b"] == pl.Int64
    assert found.cast(pl.String).equals(parse(text, ["a", "b", "c"], dialect))


def test_quotes_and_carriage_returns_are_read_as_texts() -> None:
    text = _text(_plain(np.random.default_rng(5)))
    for other in (text.replace(b"x", b'"x"'), text.replace(b"\n", b"\r\n")):
        assert set(cells(other, ["a", "b", "c"], Dialect()).dtypes) == {pl.String}


@pytest.mark.parametrize("end", ["\n", ""])
@pytest.mark.parametrize("places", [(1, 2), (LINES - 1, 3), (7, LINES - 1)])
def test_lines_that_differ_are_looked_at(places: tuple[int, int], end: str) -> None:
    """A cell too many here does not make up for one too few there, nor does a zero."""
    lines = _text(_plain(np.random.default_rng(6)), end=end).split(b"\n")
    more, fewer = (list(lines) for _ in range(2))
    for place, other in zip(places, (b"x,1,2,3", b"x,1"), strict=True):
        more[place] = other
    fewer[places[0]], fewer[places[1]] = b"x,1", b"x,1,02"
    looked: list[bool] = []
    for times, other in enumerate((lines, more, fewer)):
        with suppress(pl.exceptions.PolarsError):
            cells(b"\n".join(other), NAMES, Dialect(), check=lambda: looked.append(True))
        assert len(looked) == times


def test_lengths_are_those_of_the_texts() -> None:
    edges = [0, 9, 10, -1, -9, -10, 99, 100, 2**63 - 1, -(2**63) + 1, 10**18, 10**18 - 1]
    column = pl.Series([*edges, None])
    assert csv_cells._length(column) == sum(len(str(number)) for number in edges)


@pytest.mark.parametrize("place", [1, LINES // 3, LINES - 1])
@pytest.mark.parametrize("odd", ["z", "", "NA", "7", "f "])
def test_a_text_that_stands_once_is_read_wherever_it_stands(place: int, odd: str) -> None:
    """Lines from here and there tell which texts there are; one that they have not is no loss."""
    column = ["f" if row % 3 else "m" for row in range(LINES)]
    column[place] = odd
    text = _text(column)
    found = cells(text, ["a", "b", "c"], Dialect())
    assert found.schema["b"] == pl.Enum(sorted({*column} - {""}))
    assert found.cast(pl.String).equals(parse(text, ["a", "b", "c"], Dialect()))


def test_texts_of_a_file_in_their_order_are_met_before_all_are_read() -> None:
    """Of a sorted file the first lines have one text alone: others are looked at too."""
    column = sorted(f"t{row % 5}" for row in range(LINES))
    text = _text(column)
    lists = csv_cells._listed(text, ["a", "b", "c"], Dialect(), {"b": pl.Categorical})
    assert lists == {"b": pl.Enum([f"t{row}" for row in range(5)])}
    found = cells(text, ["a", "b", "c"], Dialect())
    assert found["b"].cast(pl.String).to_list() == column
