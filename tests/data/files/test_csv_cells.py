"""Cells of CSV files that are read as whole numbers at once, beside reading them as texts."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import numpy as np
import polars as pl
import pytest

from discret.data.files import cell_lengths, csv_cells, csv_types
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


@cache
def _plain(seed: int) -> tuple[str, ...]:
    rng = np.random.default_rng(seed)
    scale = 10.0 ** rng.integers(0, 18, LINES)
    return tuple(str(int(number)) for number in rng.normal(0, 1, LINES) * scale)


@pytest.mark.parametrize("end", ["\n", "", "\n\n"])
@pytest.mark.parametrize("headed", [True, False])
def test_whole_numbers_are_those_of_the_texts(end: str, headed: bool) -> None:
    text = _text([*_plain(1)], end=end)
    text = text if headed else text[text.index(b"\n") + 1 :]
    found = cells(text, ["a", "b", "c"], Dialect(), headed=headed)
    texts = parse(text, ["a", "b", "c"], Dialect(), headed=headed)
    assert _typed(found).equals(_typed(texts))
    if end != "\n\n":
        assert found.schema["b"] == found.schema["c"] == pl.Int64


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("place", [LINES // 2, LINES - 1])
def test_one_that_is_written_otherwise_stays_what_it_was(odd: str, place: int) -> None:
    column = [*_plain(2)]
    column[place] = odd
    text = _text(column)
    found = cells(text, ["a", "b", "c"], Dialect())
    texts = parse(text, ["a", "b", "c"], Dialect())
    assert _typed(found).equals(_typed(texts))
    assert found.cast(pl.String).equals(texts)


def test_a_sign_here_does_not_make_up_for_a_zero_there() -> None:
    """What is longer here cannot be shorter there: no text is shorter than the number's own."""
    column = [*_plain(3)]
    column[-1], column[-2] = "007", "-3"
    text = _text(column)
    assert cells(text, ["a", "b", "c"], Dialect()).cast(pl.String)["b"][-1] == "007"


@pytest.mark.parametrize("dialect", [Dialect(separator=";"), Dialect(quote="")])
def test_other_dialects(dialect: Dialect) -> None:
    text = _text([*_plain(4)], mark=dialect.separator)
    found = cells(text, ["a", "b", "c"], dialect)
    assert found.schema["b"] == pl.Int64
    assert found.cast(pl.String).equals(parse(text, ["a", "b", "c"], dialect))


def test_quotes_and_carriage_returns_are_read_as_texts() -> None:
    text = _text([*_plain(5)])
    for other in (text.replace(b"x", b'"x"'), text.replace(b"\n", b"\r\n")):
        assert set(cells(other, ["a", "b", "c"], Dialect()).dtypes) == {pl.String}


@pytest.mark.parametrize("end", ["\n", ""])
@pytest.mark.parametrize("places", [(1, 2), (LINES - 1, 3), (7, LINES - 1)])
def test_lines_that_differ_are_looked_at(places: tuple[int, int], end: str) -> None:
    """A cell too many here does not make up for one too few there, nor does a zero."""
    lines = _text([*_plain(6)], end=end).split(b"\n")
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
    assert cell_lengths._written(column) == sum(len(str(number)) for number in edges)


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


POINTS = ["0.50", "+1.5", ".5", "5.", "1e2", "1.0e2", "1.0E2", " 1.5", "1.5 ", "inf", "nan", "-0.0",
          "1.2.3", "00.5", "12", "NA", "0.1000000000000000055", "1e-7", "0.000001", "1e300",
          "123456789012345678.5", "9007199254740993.0", "x.5", ""]  # fmt: skip


@cache
def _pointed(seed: int) -> tuple[str, ...]:
    rng = np.random.default_rng(seed)
    places = rng.integers(0, 6, LINES)
    scale = 10.0 ** rng.integers(0, 6, LINES)
    values = [round(v, d) for v, d in zip(rng.normal(0, 1, LINES) * scale, places, strict=True)]
    return tuple(map(repr, np.where(np.abs(values) < 1e-4, 0.0, values).tolist()))


@pytest.mark.parametrize("end", ["\n", ""])
@pytest.mark.parametrize("headed", [True, False])
def test_numbers_with_a_point_are_those_of_the_texts(end: str, headed: bool) -> None:
    text = _text([*_pointed(7)], end=end)
    text = text if headed else text[text.index(b"\n") + 1 :]
    found = cells(text, NAMES, Dialect(), headed=headed, points=True)
    assert found.schema["b"] == pl.Float64
    assert found.cast(pl.String).equals(parse(text, NAMES, Dialect(), headed=headed))
    assert cells(text, NAMES, Dialect(), headed=headed).schema["b"] == pl.String


@pytest.mark.parametrize("odd", POINTS)
@pytest.mark.parametrize("place", [LINES // 2, LINES - 1])
def test_one_with_a_point_that_is_written_otherwise_stays_what_it_was(odd: str, place: int) -> None:
    column = [*_pointed(8)]
    column[place] = odd
    text = _text(column)
    found, texts = cells(text, NAMES, Dialect(), points=True), parse(text, NAMES, Dialect())
    assert found.cast(pl.String).equals(texts)
    assert _typed(found).equals(_typed(texts))


@pytest.mark.parametrize(
    ("short", "long"),
    [(".5", "1.50"), ("5.", "1.50"), ("1e2", "1.500"), ("12", "1.500"), ("1.0e5", "1.5000"),
     ("1.0E5", "1.5000"), ("-.5", "01.5"), ("12.", "+1.5")],
)  # fmt: skip
def test_what_is_shorter_here_does_not_make_up_for_what_is_longer_there(
    short: str, long: str
) -> None:
    """`1.50` beside `.5` is as long as both written plainly: they are codes, and stay texts."""
    column = [*_pointed(9)]
    column[-1], column[-2] = short, long
    text = _text(column)
    plain = pl.Series([float(short), float(long)]).cast(pl.String).str.len_bytes().sum()
    assert plain == len(short) + len(long)
    assert cells(text, NAMES, Dialect(), points=True).schema["b"] == pl.String


@pytest.mark.parametrize(
    ("words", "kind"),
    [(["g 1.5", "1.5e3 mg", "Eau", "x"], pl.Float64), (["e.g. 1", "1.5", "Eau.", "x"], pl.String)],
)
def test_points_and_letters_of_texts_are_counted_beside_those_of_numbers(
    words: list[str], kind: type[pl.DataType]
) -> None:
    """A point elsewhere than between digits is not looked at further: all stay texts then."""
    column = [*_pointed(10)]
    rows = [f"{words[n % 4]},{own},{n % 7}.{n}e{n}é" for n, own in enumerate(column)]
    text = "\n".join(["a,b,c", *rows, ""]).encode()
    found = cells(text, NAMES, Dialect(), points=True)
    assert found.schema["b"] == kind
    assert found.cast(pl.String).equals(parse(text, NAMES, Dialect()))


@pytest.mark.parametrize("decimals", range(10))
def test_letters_of_decimals_are_those_that_the_engine_writes(decimals: int) -> None:
    rng = np.random.default_rng(decimals)
    values = np.round(
        rng.normal(0, 1, 3000) * 10.0 ** rng.integers(0, 15 - decimals, 3000), decimals
    )
    values = pl.Series(values[(np.abs(values) >= 1e-5) & (np.abs(values) * 10.0**decimals < 1e14)])
    assert len(values) > 100
    written = int(values.cast(pl.String).str.len_bytes().sum())
    assert cell_lengths._written(values) == written


@pytest.mark.parametrize("value", [-0.0, float("inf"), float("nan"), 1e-6, 1e15, 1 / 3, 0.1 + 0.2])
def test_nothing_is_told_of_numbers_that_have_many_digits_or_an_exponent(value: float) -> None:
    assert cell_lengths._written(pl.Series([1.5, value])) is None


def test_columns_are_as_narrow_as_they_are_expected() -> None:
    text = _text(["f" if row % 3 else "m" for row in range(LINES)])
    like = pl.DataFrame(schema={"u": pl.String, "v": pl.Enum(["f", "m", "z"]), "w": pl.Int8})
    found = cells(text, NAMES, Dialect(), like=like)
    assert found.dtypes[1:] == [pl.Enum(["f", "m", "z"]), pl.Int8]
    assert found.cast(pl.String).equals(parse(text, NAMES, Dialect()))
    other = pl.DataFrame(schema={"u": pl.String, "v": pl.Enum(["f"]), "w": pl.Enum(["x"])})
    assert cells(text, NAMES, Dialect(), like=other).cast(pl.String).equals(found.cast(pl.String))
