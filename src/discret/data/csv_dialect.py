"""How a CSV file is written (encoding, separator, decimal mark), and the types of its columns."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from discret.errors import FileError

SAMPLE = 256 * 1024
SEPARATORS = ("\t", ";", "|", ",")  # where two fit as well, the one that prose uses least
MARKERS = ("", "NA", "NaN", "nan", "null", ".")
_HEAD = 1_000
_WHOLE = "^-?(0|[1-9][0-9]*)$"
_DECIMAL = "^-?((0|[1-9][0-9]*)([{mark}][0-9]*)?|[{mark}][0-9]+)([eE][+-]?[0-9]+)?$"
_THOUSANDS = "^[+-]?[1-9][0-9]{0,2},[0-9]{3}$"
_CONTROLS = frozenset(range(32)) - frozenset(b"\t\n\v\f\r\x1a")


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """How a CSV file is written.

    Parameters
    ----------
    separator, quote
        What stands between fields, and around them (nothing where quotes are plain text).
    encoding
        A codec of Python; ``"utf-8-sig"`` is UTF-8 with a byte order mark.
    decimal_comma
        Whether numbers have a comma where English has a point.
    newline, gz
        What ends a line, and whether the file is compressed with gzip.
    escape_formulas
        Whether texts that a spreadsheet would take for formulas are written with an apostrophe
        before them.

    Examples
    --------
    >>> Dialect(separator=";", decimal_comma=True).encoding
    'utf-8'
    """

    separator: str = ","
    encoding: str = "utf-8"
    decimal_comma: bool = False
    quote: str = '"'
    newline: str = "\n"
    gz: bool = False
    escape_formulas: bool = False


def decoded(who: str, raw: bytes, encoding: str = "") -> tuple[bytes, str]:
    """Return the text in UTF-8 without mark, and the encoding that it came in, if not given.

    Examples
    --------
    >>> text, encoding = decoded("small.csv", "été".encode("cp1252"))
    >>> text.decode(), encoding
    ('été', 'cp1252')
    """
    encoding = encoding or _encoding_of(raw)
    text = raw if encoding == "utf-8" else raw.decode(encoding).encode()
    if not is_text(text):
        raise FileError(f"{who}: is not text, so not CSV", hint="say which format it has")
    return text, encoding


def is_text(text: bytes) -> bool:
    r"""Whether bytes are text: without NUL, and almost without other control characters.

    Examples
    --------
    >>> is_text(b"a,b\n"), is_text(b"a\0b")
    (True, False)
    """
    controls = sum(map(text[:SAMPLE].count, _CONTROLS))
    return b"\0" not in text and 100 * controls <= min(len(text), SAMPLE)


def found(text: bytes) -> Dialect:
    r"""Find the newline, the quote, and the separator that cuts most lines as it cuts the header.

    Examples
    --------
    >>> found(b"name;size\nAnna;1,5\n").separator
    ';'
    """
    sample = _sample(text)
    newline = _newline_of(sample)
    separator = _separator_of(sample, newline)
    return Dialect(separator=separator, newline=newline, quote=_quote_of(text, separator, newline))


def header(text: bytes, dialect: Dialect) -> list[str]:
    r"""Return the names in the first line, as they are written there.

    Examples
    --------
    >>> header(b'"a,b",c\n1,2\n', Dialect())
    ['a,b', 'c']
    """
    lines = io.StringIO(_sample(text).decode(), newline="")
    quote = dialect.quote or None
    quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE
    rows = csv.reader(lines, delimiter=dialect.separator, quotechar=quote, quoting=quoting)
    return next(rows, []) or [""]


def check_lines(who: str, text: bytes, dialect: Dialect) -> None:
    r"""Refuse a text whose lines do not all have as many fields as the header.

    Examples
    --------
    >>> check_lines("small.csv", b"a,b\n1,2\n", Dialect())
    """
    lines = _Lines.of(text, dialect)
    if not lines.outside[-1]:
        hint = 'close every quote; inside quotes, write a quote twice ("")'
        raise FileError(f"{who}: a quote is opened and never closed", hint=hint)
    wrong = np.flatnonzero(lines.fields != lines.fields[0])
    if wrong.size:
        raise FileError(
            f"{who}: the header has {lines.fields[0]} fields; lines with more or fewer:"
            f" {wrong.size}, the first is line {lines.number(int(wrong[0]))}",
            hint="name every column, and quote fields that hold the separator or a new line",
        )


def parse(text: bytes, names: list[str], dialect: Dialect) -> pl.DataFrame:
    r"""Read the lines as columns of text, under `names`; empty cells are missing.

    Examples
    --------
    >>> parse(b"a,b\n1,\n", ["a", "b"], Dialect()).rows()
    [('1', None)]
    """
    frame = pl.read_csv(
        text.rstrip(b"\r\n") if len(names) > 1 else text,
        separator=dialect.separator,
        quote_char=dialect.quote or None,
        eol_char=dialect.newline[-1],
        infer_schema=False,
    )
    frame.columns = names
    return frame.select(pl.when(pl.all() != "").then(pl.all()))


def blank_lines(text: bytes, dialect: Dialect) -> npt.NDArray[np.bool_]:
    r"""Tell of each record whether its line is blank: readers skip such a line, or see a value.

    Examples
    --------
    >>> blank_lines(b'a\n1\n\n""\n', Dialect()).tolist()
    [False, True, False]
    """
    end = dialect.newline[-1].encode()
    codes = np.frombuffer(text if text.endswith(end) else text + end, np.uint8)
    inside = np.logical_xor.accumulate(codes == ord(dialect.quote or "\0"))
    ends = np.flatnonzero((codes == end[0]) & ~inside)
    return np.asarray(np.diff(ends) <= len(dialect.newline))


def has_decimal_comma(text: pl.DataFrame) -> bool:
    """Whether a column is made of numbers with a comma, which could not all mark thousands.

    Examples
    --------
    >>> [has_decimal_comma(pl.DataFrame({"x": x})) for x in (["1,5", "2"], ["1,234", "56,789"])]
    [True, False]
    """
    cells = _numbered(text)
    columns = pl.col(list(_fitting(cells, cells.columns, _kinds(",")[1]))).str.strip_chars()
    proof = columns.str.contains(",", literal=True) & ~columns.str.contains(_THOUSANDS)
    return any(each.item() for each in cells.select(proof.any()))


def typed(text: pl.DataFrame, *, decimal_comma: bool = False) -> pl.DataFrame:
    """Give each column of text the type that all its values have, if it tells all of them apart.

    Integers and decimal numbers (which may be padded with spaces), true and false, ISO dates;
    everything else stays text, codes with leading zeros or a plus sign above all. Two texts never
    become one value: where 1.1 and 1.10, 1 and 1.0, True and true are in one column, or more
    digits than a number holds, they are codes, and stay text. In a column of numbers, NA, NaN,
    nan, null and a lone point are missing; elsewhere they are text.

    Examples
    --------
    >>> text = pl.DataFrame({"code": ["01", "02"], "size": ["1.5", "NA"], "land": ["NA", "FR"]})
    >>> typed(text).rows()
    [('01', 1.5, 'NA'), ('02', None, 'FR')]
    >>> typed(pl.DataFrame({"class": ["1.1", "1.10"], "price": ["1.10", "2.00"]})).rows()
    [('1.1', 1.1), ('1.10', 2.0)]
    """
    cells = _numbered(text)
    left = cells.columns
    for kind in _kinds("," if decimal_comma else "."):
        counts = _fitting(cells, left, kind)
        tried = cells.select(kind.convert(kind.cell(name)).alias(name) for name in counts)
        kept = [each for each in tried if _told_apart(cells[each.name], each, counts[each.name])]
        cells = cells.with_columns(kept)
        left = [name for name in left if name not in counts]
    cells.columns = text.columns
    return cells


def _told_apart(text: pl.Series, values: pl.Series, count: int) -> bool:
    """Whether all `count` texts that look like values have become some, and no two the same."""
    texts = text.filter(values.is_not_null())
    return len(texts) == count and texts.n_unique() == values.drop_nulls().n_unique()


def _numbered(text: pl.DataFrame) -> pl.DataFrame:
    """Call the columns by number: for polars, names such as * and ^a$ are patterns."""
    return text.rename({name: str(number) for number, name in enumerate(text.columns)})


class _Kind(NamedTuple):
    """A type that text may have: what its values look like, and how to read them."""

    pattern: str
    number: bool
    convert: Callable[[pl.Expr], pl.Expr]

    def cell(self, name: str) -> pl.Expr:
        return pl.col(name).str.strip_chars() if self.number else pl.col(name)

    def counted(self, name: str) -> pl.Expr:
        """Count the values that look like it; null if another value is there."""
        like = self.cell(name).str.contains(self.pattern)
        others = self.cell(name).filter(~like)
        fits = others.is_in(MARKERS if self.number else MARKERS[:1]).all()
        return pl.when(fits).then(like.sum()).alias(name)


def _kinds(mark: str) -> tuple[_Kind, ...]:
    def decimal(cell: pl.Expr) -> pl.Expr:
        value = cell.str.replace(mark, ".", literal=True).cast(pl.Float64, strict=False)
        return pl.when(value.is_finite()).then(value)

    return (
        _Kind(_WHOLE, True, lambda cell: cell.cast(pl.Int64, strict=False)),
        _Kind(_DECIMAL.format(mark=mark), True, decimal),
        _Kind("^(?i:true|false)$", False, lambda cell: cell.str.to_lowercase() == "true"),
        _Kind("^[0-9]{4}(-[0-9]{2}){2}$", False, lambda cell: cell.str.to_date("%F", strict=False)),
    )


def _fitting(text: pl.DataFrame, names: list[str], kind: _Kind) -> dict[str, int]:
    """Return the columns whose values all look like `kind`, with the number of those values."""
    counts = dict.fromkeys(names, 0)
    for lines in (text.head(_HEAD), text):  # most columns of text stop at the head
        tried = lines.select(kind.counted(name) for name in counts)
        counts = {each.name: each.item() for each in tried if each.item() is not None}
    return {name: count for name, count in counts.items() if count}


def _encoding_of(raw: bytes) -> str:
    if raw.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    return next((name for name in ("utf-8", "cp1252") if _decodes(raw, name)), "latin-1")


def _decodes(raw: bytes, encoding: str, step: int = 1 << 24) -> bool:
    pieces = (raw[start : start + step] for start in range(0, len(raw), step))
    try:
        return all(True for _ in codecs.iterdecode(pieces, encoding))
    except UnicodeDecodeError:
        return False


def _sample(text: bytes) -> bytes:
    return text[: text.rfind(b"\n", 0, SAMPLE) + 1 or None] if len(text) > SAMPLE else text


def _newline_of(sample: bytes) -> str:
    unquoted = b"".join(sample.split(b'"')[::2])
    first = re.search(rb"\r\n|\n|\r", unquoted)
    return first.group().decode() if first else "\n"


def _separator_of(sample: bytes, newline: str) -> str:
    """Prefer separators that cut most lines, all alike; else take one that cuts none."""
    cuts = {mark: _cuts(sample, mark, newline) for mark in SEPARATORS}
    agree = {mark: float(np.mean(cut == cut[0])) for mark, cut in cuts.items()}
    several = [mark for mark, cut in cuts.items() if min(cut[0], np.median(cut)) > 1]
    if several:
        return max(several, key=lambda mark: (agree[mark], cuts[mark][0]))
    return max(reversed(SEPARATORS), key=agree.__getitem__)


def _cuts(sample: bytes, separator: str, newline: str) -> npt.NDArray[np.int64]:
    quote = _quote_of(sample, separator, newline)
    fields = _Lines.of(sample, Dialect(separator=separator, newline=newline, quote=quote)).fields
    return fields if fields.size else np.ones(1, np.int64)


def _quote_of(text: bytes, separator: str, newline: str) -> str:
    """Quotes are quotes if one of them starts a field; else they are inches and the like."""
    starts = (separator.encode() + b'"', newline[-1].encode() + b'"')
    real = text.startswith(b'"') or any(start in text for start in starts)
    return '"' if real or b'"' not in text else ""


class _Lines(NamedTuple):
    """The separators, newlines and quotes of a text, and which of them lie outside quotes."""

    marks: npt.NDArray[np.uint8]
    outside: npt.NDArray[np.bool_]
    fields: npt.NDArray[np.int64]  # of each record
    end: int

    @classmethod
    def of(cls, text: bytes, dialect: Dialect) -> _Lines:
        end = dialect.newline[-1].encode()
        wanted = (dialect.separator + dialect.quote).encode() + end
        others = bytes(set(range(256)) - set(wanted))
        marks = text.rstrip(b"\r\n").translate(None, delete=others) + end
        codes = np.frombuffer(marks, np.uint8)
        quotes = codes == ord(dialect.quote or '"')
        outside = ~(np.logical_xor.accumulate(quotes) | quotes)
        ends = np.flatnonzero(codes[outside] == end[0])
        return cls(codes, outside, np.diff(ends, prepend=-1), end[0])

    def number(self, record: int) -> int:
        """Return the line, from 1, where a record starts: quoted fields may span several."""
        newlines = self.marks == self.end
        start = np.flatnonzero(newlines & self.outside)[record - 1]
        return int(np.count_nonzero(newlines[: start + 1])) + 1
