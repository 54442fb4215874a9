"""Encodings, separators, decimal marks and types of CSV files."""

from __future__ import annotations

import datetime as dt
import gzip
from dataclasses import replace
from pathlib import Path

import polars as pl
import polars.testing as plt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discret.data.files import csv_dialect
from discret.data.files.csv_dialect import SAMPLE, Dialect, decoded, found
from discret.data.files.csv_types import MARKERS, has_decimal_comma, typed
from discret.data.files.tables import Format, read, suffix_of, write
from discret.errors import FileError


def column(*values: str | None) -> pl.DataFrame:
    return pl.DataFrame({"x": values}, schema={"x": pl.String})


def types(*values: str | None, comma: bool = False) -> tuple[pl.DataType, list[object]]:
    series = typed(column(*values), decimal_comma=comma)["x"]
    return series.dtype, series.to_list()


class TestEncoding:
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
    def test_is_found(self, encoding: str) -> None:
        text, name = decoded("f", "prénom,âge\nZoë,3\n".encode(encoding))
        assert (text.decode(), name) == ("prénom,âge\nZoë,3\n", encoding)

    def test_bytes_that_cp1252_lacks_are_latin_1(self) -> None:
        assert decoded("f", b"a\n\xe9\x81\n")[1] == "latin-1"

    def test_letters_after_the_sample_count(self) -> None:
        raw = b"a\n" + b"plain\n" * SAMPLE + "été\n".encode("cp1252")
        assert decoded("f", raw)[1] == "cp1252"

    def test_big_endian(self) -> None:
        raw = b"\xfe\xff" + "a,é\n".encode("utf-16-be")
        assert decoded("f", raw) == ("a,é\n".encode(), "utf-16")

    @pytest.mark.parametrize(
        "raw", [b"\x89PNG\r\n\x1a\n\0\0", bytes(range(256)), b"\x01\x02\x03\n"]
    )
    def test_binary_is_refused(self, raw: bytes) -> None:
        with pytest.raises(FileError, match="not text"):
            decoded("f", raw)


class TestSeparator:
    @pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
    def test_is_found(self, mark: str) -> None:
        assert found(f"a{mark}b{mark}c\n1{mark}2{mark}3\n".encode()).separator == mark

    def test_decimal_commas_do_not_pass_for_it(self) -> None:
        assert found(b"a;b\n1,5;2,5\n3,5;4,5\n").separator == ";"

    def test_prose_with_commas_does_not_pass_for_it(self) -> None:
        assert found(b"name, first name;age\nDoe, Jane;3\nRoe, Ann;4\n").separator == ";"

    def test_quotes_hide_it(self) -> None:
        assert found(b'a,b\n"x;y;z",1\n"p;q;r",2\n').separator == ","

    @pytest.mark.parametrize(
        "text",
        [b"a\n1\n2\n", b"remark\nhello, you\nbye\n", b"size, in cm\n12\n13\n", b"a", b"a;b"],
    )
    def test_one_column_is_allowed(self, tmp_path: Path, text: bytes) -> None:
        path = tmp_path / "one.csv"
        path.write_bytes(text)
        assert read(path).frame.width == (2 if text == b"a;b" else 1)

    def test_a_few_bad_lines_do_not_hide_it(self) -> None:
        assert found(b"a,b,c\n" + b"1,2,3\n" * 9 + b"1,2\n").separator == ","

    def test_row_names_without_header_do_not_hide_it(self) -> None:
        assert found(b"a,b,c\n" + b"1,2,3,4\n" * 9).separator == ","

    def test_sample_ends_inside_quotes(self) -> None:
        text = b'a;b\n"' + b"x,y\n" * SAMPLE + b'";1\n'
        assert found(text).separator == ";"


class TestQuoteAndNewline:
    @pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
    def test_newline(self, tmp_path: Path, newline: str) -> None:
        path = tmp_path / "f.csv"
        path.write_bytes(f'"a\nb",c{newline}1,x{newline}'.encode())
        table = read(path)
        assert table.format.newline == newline
        assert table.frame.rows(named=True) == [{"a\nb": 1, "c": "x"}]

    def test_inches_are_not_quotes(self, tmp_path: Path) -> None:
        path = tmp_path / "f.csv"
        path.write_bytes(b'size,n\n5" pipe,1\n6" pipe,2\n')
        table = read(path)
        assert table.format.quote == ""
        assert table.frame["size"].to_list() == ['5" pipe', '6" pipe']

    def test_quotes_after_the_sample_count(self, tmp_path: Path) -> None:
        path = tmp_path / "f.csv"
        path.write_bytes(b"a,b\n" + b"1,2\n" * SAMPLE + b'"x,y",3\n')
        assert read(path).frame["a"][-1] == "x,y"

    def test_given_dialect_is_not_guessed(self, tmp_path: Path) -> None:
        path = tmp_path / "f.csv"
        path.write_bytes("a:b\n'é:1':2\n".encode("latin-1"))
        how = Format("csv", separator=":", quote="'", encoding="latin-1")
        table = read(path, format=how)
        assert table.frame.rows() == [("é:1", 2)]
        assert table.format == how


class TestDecimalComma:
    @pytest.mark.parametrize(
        ("values", "answer"),
        [
            (("1,5", "2", None), True),
            (("0,125",), True),
            (("1234,567",), True),
            (("1,234", "12,345"), False),
            (("1,234", "12,345", "1,2"), True),
            (("1,2,3",), False),
            (("1,5", "x"), False),
            (("15", "2"), False),
            (("1.5",), False),
            ((None,), False),
        ],
    )
    def test_is_found(self, values: tuple[str | None, ...], answer: bool) -> None:
        assert has_decimal_comma(column(*values)) is answer

    def test_found_after_the_head(self) -> None:
        assert has_decimal_comma(column(*["1"] * 5000, "1,5"))

    def test_never_with_commas_between_fields(self, tmp_path: Path) -> None:
        path = tmp_path / "f.csv"
        path.write_bytes(b'a,b\n"1,5",1\n"2,5",2\n')
        table = read(path)
        assert table.frame["a"].to_list() == ["1,5", "2,5"]
        assert not table.format.decimal_comma

    def test_points_are_no_decimal_mark_then(self) -> None:
        assert types("1.234", "5.678", comma=True)[0] == pl.String


class TestTypes:
    @pytest.mark.parametrize(
        ("values", "dtype", "result"),
        [
            (("1", "-2", "3", "0"), pl.Int64, [1, -2, 3, 0]),
            ((" 1", "2  "), pl.Int64, [1, 2]),
            ((str(2**63 - 1), str(-(2**63))), pl.Int64, [2**63 - 1, -(2**63)]),
            (("1", "2.5"), pl.Float64, [1.0, 2.5]),
            (("1e3", "-.5", "5.", "2E-2", " 0.5 "), pl.Float64, [1000.0, -0.5, 5.0, 0.02, 0.5]),
            (("TRUE", "false", "TRUE"), pl.Boolean, [True, False, True]),
            (("1.50", "2.00", "1.50"), pl.Float64, [1.5, 2.0, 1.5]),
            (("-0", "1"), pl.Int64, [0, 1]),
            (("1e+05", "2e-07"), pl.Float64, [1e5, 2e-7]),
            (
                ("2020-02-29", "1900-01-01"),
                pl.Date,
                [dt.date(2020, 2, 29), dt.date(1900, 1, 1)],
            ),
            (("1", "NA", "NaN", "nan", "null", ".", " ", None), pl.Int64, [1] + [None] * 7),
            (("1.5", "NA", None), pl.Float64, [1.5, None, None]),
        ],
    )
    def test_read_as(self, values: tuple[str, ...], dtype: pl.DataType, result: object) -> None:
        assert types(*values) == (dtype, result)

    @pytest.mark.parametrize(
        "values",
        [
            ("01001", "2"),
            ("1.1", "1.10"),
            ("1E2", "100"),
            ("1e2", "1E2"),
            ("+7", "7"),
            ("+33612345678", "+33612345679"),
            ("True", "true"),
            ("1", "1.0"),
            (".5", "0.5"),
            ("5.", "5"),
            ("0", "-0"),
            ("0.0", "-0.0"),
            (" 1", "1"),
            ("1 ", "1"),
            ("9007199254740993.0", "9007199254740992.0"),
            ("0.12345678901234567890", "0.12345678901234567891"),
            ("1e-400", "2e-400"),
            ("007",),
            ("00",),
            ("-01", "5"),
            ("01.5", "2.5"),
            (str(2**63),),
            ("1e999",),
            ("1,234", "2"),
            ("1 234", "2"),
            ("inf", "1"),
            ("1_000",),
            ("0x10",),
            ("٣",),
            ("NA", "FR"),
            ("NA", "true"),
            ("NA", "."),
            ("true", "no"),
            (" true",),
            ("2020-02-30",),
            ("2020-01-01", "x"),
            ("2020-01-01T00:00:00", "2020-01-01 00:00:00"),
            ("2020-01-01", "2020-01-01 00:00:00"),
            ("2020-01-01T00:00:00Z",),
            ("2020-1-1", "2020-01-01"),
            (" padded ", "text"),
            (None, None),
        ],
    )
    def test_stays_text(self, values: tuple[str | None, ...]) -> None:
        assert types(*values) == (pl.String, list(values))

    @pytest.mark.parametrize("late", ["01", "1.0", "+1", "1e0", " 1"])
    def test_a_late_double_counts(self, late: str) -> None:
        assert types(*["1"] * 5000, late)[0] == pl.String

    def test_a_late_exception_counts(self) -> None:
        assert types(*["1"] * 5000, "01")[0] == pl.String

    def test_comma(self) -> None:
        assert types("1,5", ",5", "2", "1e-3", comma=True) == (pl.Float64, [1.5, 0.5, 2.0, 0.001])

    def test_names_that_polars_takes_for_patterns(self) -> None:
        frame = pl.DataFrame({"*": ["1"], "^a.*$": ["x"], "0": ["2.5"], "": ["true"]})
        assert typed(frame).rows(named=True) == [{"*": 1, "^a.*$": "x", "0": 2.5, "": True}]

    def test_no_rows(self) -> None:
        assert typed(column()).schema == {"x": pl.String}


class TestLines:
    @pytest.mark.parametrize(
        ("text", "count", "line"),
        [
            (b"a,b\n1,2\n3\n", 1, 3),
            (b"a,b\n1,2,3\n4,5\n6\n", 2, 2),
            (b'a,b\n"x\ny\nz",1\n2\n', 1, 5),
            (b"a,b\r\n1,2\r\n\r\n3,4\r\n", 1, 3),
            (b"a,b\r1,2\r3\r", 1, 3),
        ],
    )
    def test_ragged_lines_are_counted(self, text: bytes, count: int, line: int) -> None:
        with pytest.raises(FileError, match=f"fewer: {count}, the first is line {line}"):
            csv_dialect.check_lines("f", text, found(text))

    def test_open_quote(self) -> None:
        with pytest.raises(FileError, match="never closed"):
            csv_dialect.check_lines("f", b'a,b\n1,"x\n2,y\n', Dialect())

    def test_last_blank_lines_are_not_records(self, tmp_path: Path) -> None:
        path = tmp_path / "f.csv"
        path.write_bytes(b"a,b\r\n1,2\r\n\r\n\r\n")
        assert read(path).frame.rows() == [(1, 2)]

    def test_blank_lines_of_one_column_are_missing(self, tmp_path: Path) -> None:
        path = tmp_path / "f.csv"
        path.write_bytes(b"a\n1\n\n2\n")
        assert read(path).frame["a"].to_list() == [1, None, 2]


class TestRoundTrip:
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
    @pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
    def test_csv_dialect(self, tmp_path: Path, encoding: str, newline: str) -> None:
        lines = ["prénom;taille;n", "Zoë;1,5;1", '"a;b";2,25;2', ";;3", ""]
        path = tmp_path / "a.csv"
        path.write_bytes(newline.join(lines).encode(encoding))
        table = read(path)
        assert table.frame.rows() == [("Zoë", 1.5, 1), ("a;b", 2.25, 2), (None, None, 3)]
        assert (table.format.encoding, table.format.newline) == (encoding, newline)
        again = write(table.frame, tmp_path / "b.csv", format=table.format)
        assert again.read_bytes() == path.read_bytes()

    def test_gzip_is_seen_whatever_the_name(self, tmp_path: Path) -> None:
        path = tmp_path / "a.csv"
        path.write_bytes(gzip.compress(b"a,b\n1,2\n"))
        assert read(path).format.gz

    def test_gzip_depends_on_the_data_only(self, tmp_path: Path) -> None:
        first, second = (write(column("1"), tmp_path / name) for name in ("a.csv.gz", "b.csv.gz"))
        assert first.read_bytes() == second.read_bytes()


near = st.one_of(
    st.from_regex(r"\A ?[+-]?[01]{0,3}([.,][05]{0,2})?([eE][+-]?[0-2])?\Z").filter(bool),
    st.sampled_from(
        ["true", "True", "TRUE", "false", "NA", "null", ".", "nan", "1e-330", "2e-330"]
    ),
    st.dates().map(str),
    st.from_regex(r"\A0?[1-3][/.]0?[1-3][/.](19)?90( 00:00(:00)?)?\Z"),
    st.integers(2**53 - 2, 2**53 + 2).map(lambda n: f"{n}.0"),
    st.integers(2**63 - 2, 2**63 + 2).map(str),
    st.integers(0, 3).map(lambda n: f"0.3000000000000000{n}"),
)


@settings(deadline=None)
@given(texts=st.lists(near, min_size=1, max_size=5), comma=st.booleans())
def test_two_texts_are_never_one_value(texts: list[str], comma: bool) -> None:
    dtype, values = types(*texts, comma=comma)
    pairs = {(text, value) for text, value in zip(texts, values, strict=True) if value is not None}
    assert len(pairs) == len({text for text, _ in pairs}) == len({value for _, value in pairs})
    lost = {text.strip() for text, value in zip(texts, values, strict=True) if value is None}
    assert lost <= ({"", *MARKERS} if dtype.is_numeric() or dtype.is_temporal() else set())


cells = st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters='\n\r\t";,|é'))
words = st.lists(cells | st.none(), min_size=2, max_size=6)
floats = st.floats(allow_nan=False, allow_infinity=False)
dialects = st.builds(
    Format,
    st.just("csv"),
    separator=st.sampled_from(",;\t|"),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    newline=st.sampled_from(["\n", "\r\n", "\r"]),
    gz=st.booleans(),
)


@settings(deadline=None)  # the first example pays for imports
@given(text=words, number=floats, whole=st.integers(-(2**63), 2**63 - 1), how=dialects)
def test_any_csv_comes_back(
    tmp_path_factory: pytest.TempPathFactory,
    text: list[str | None],
    number: float,
    whole: int,
    how: Format,
) -> None:
    text = [f"{value}t" if value else None for value in text]  # never a number
    numbers = [number, 0.5, *[None] * (len(text) - 2)]
    frame = pl.DataFrame(
        {
            "te;xt, é": text,
            "number": numbers,
            "whole": [whole] * len(text),
            "flag": [True] * len(text),
        },
        schema_overrides={"te;xt, é": pl.String},
    )
    how = replace(how, decimal_comma=how.separator != ",")
    path = tmp_path_factory.mktemp("csv") / f"a{suffix_of(how)}"
    table = read(write(frame, path, format=how), format=how)
    plt.assert_frame_equal(table.frame, frame, check_exact=True)
    guessed = read(path)
    plt.assert_frame_equal(guessed.frame, frame, check_exact=True)
    assert guessed.format == how


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_blank_lines_at_the_end_are_no_records(newline: str) -> None:
    """Whether the text ends in one newline, which is not copied, in several, or in none."""
    how = csv_dialect.Dialect(newline=newline)
    text = newline.join(["a,b", "1,x", "2,y"])
    for end in ("", newline, 2 * newline, 3 * newline):
        found = csv_dialect.parse((text + end).encode(), ["a", "b"], how)
        assert found.rows() == [("1", "x"), ("2", "y")]


def test_the_end_of_a_text_is_told_from_a_short_last_line() -> None:
    for end in (b"", b"\n", b"\n\n", b"\n" * (2 * csv_dialect.SAMPLE), b"\r\n\r\n"):
        assert csv_dialect._ending(b"a,b\n1,2" + end) == end
        csv_dialect.check_lines("x.csv", b"a,b\n1,2" + end, csv_dialect.Dialect())
        with pytest.raises(FileError):
            csv_dialect.check_lines("x.csv", b"a,b\n1,2\n3" + end, csv_dialect.Dialect())
