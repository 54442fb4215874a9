"""CSV files, read and written."""

from __future__ import annotations

import codecs
import gzip
from dataclasses import asdict, replace
from functools import partial
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Literal

import polars as pl
import polars.selectors as cs

from discret.data.entering.column_names import check_names, chosen
from discret.data.files import csv_cells, csv_dialect, csv_types
from discret.data.files.csv_dialect import Dialect
from discret.data.files.formats import Format, Table
from discret.data.files.header import (
    COUNT,
    TOO_LOW,
    check_first_row,
    check_named,
    check_names_are_names,
    first_rows,
    numbered,
    placed,
)
from discret.data.files.how_to_read import HowToRead
from discret.data.files.limits import unzipped
from discret.data.files.notes import CENTURY, NUMBERED, UNDECIDED, UNUSED
from discret.data.files.spreadsheet_formulas import escaped
from discret.data.held import with_texts
from discret.errors import FileError, listed, numbered_fault
from discret.words import Words


def csv_text(path: Path, how: Format) -> bytes:
    """Return the text of a CSV file in UTF-8, known to be written in this way."""
    return csv_dialect.decoded(path.name, _unzipped(path)[0], how.encoding)[0]


def _unzipped(path: Path) -> tuple[bytes, bool]:
    raw = path.read_bytes()
    gz = raw.startswith(b"\x1f\x8b")
    return unzipped(path.name, raw) if gz else raw, gz


def read_csv(
    path: Path, form: Format, how: HowToRead, *, guess: bool, like: pl.DataFrame | None = None
) -> Table:
    """Read a CSV file; what is not told is guessed, unless the whole format is known.

    Columns of a few texts that come again and again are enumerations of these. What is expected
    (`like`) changes nothing but how wide columns are held.
    """
    raw, gz = _unzipped(path)
    told = "" if guess else form.encoding
    text, encoding = _decoded(path.name, raw, how.encoding or told)
    text = _from_row(path.name, text, how.header_row or 1)
    dialect = replace(csv_dialect.found(text) if guess else form, encoding=encoding, gz=gz)
    cells, notes = _cells(path.name, text, dialect, how, guess=guess, like=like)
    del raw, text  # as large as the table, and no longer needed
    cells = chosen(path.name, cells, how.columns)
    comma = _has_comma(cells, dialect, how.decimal, guess=guess)
    frame, of_dates = with_dates(cells, how.date_format)
    frame = csv_types.typed(frame, decimal_comma=comma)
    unsure = csv_types.undecided_dates(frame)
    dialect = replace(dialect, decimal_comma=comma)
    notes += [*of_dates, *([UNDECIDED.filled(names=listed(unsure))] if unsure else [])]
    return Table(frame, replace(form, **asdict(dialect)), notes=tuple(notes))


def text_cells(path: Path, form: Format, how: HowToRead) -> pl.DataFrame:
    """Return the cells of a CSV file that was read before, so that its dialect is known: texts."""
    text = csv_dialect.decoded(path.name, _unzipped(path)[0], form.encoding)[0]
    text = _from_row(path.name, text, how.header_row or 1)
    first = csv_dialect.header(text, form)
    cells = csv_dialect.parse(text, placed(len(first)), form, headed=how.header_row != 0)
    cells.columns = placed(len(first)) if how.header_row == 0 else numbered(first)
    return cells


def with_dates(frame: pl.DataFrame, given: str | None) -> tuple[pl.DataFrame, list[Words]]:
    """Make dates of the texts that are written as was said, and tell what is to be known of it."""
    if given is None:
        return frame, []
    read = csv_types.dated(frame, given)
    if read.schema == frame.schema:
        return frame, [UNUSED.filled(given=given)]
    return read, [CENTURY] if csv_types.two_digits(given) else []


def _decoded(who: str, raw: bytes, encoding: str) -> tuple[bytes, str]:
    """Return the text in UTF-8, and its encoding; one that was told must fit all of it."""
    if not encoding:
        return csv_dialect.decoded(who, raw)
    name = codecs.lookup(encoding).name
    marked = name == "utf-8" and raw.startswith(codecs.BOM_UTF8)
    try:
        raw.decode(name)
        return csv_dialect.decoded(who, raw, "utf-8-sig" if marked else encoding)
    except UnicodeError:
        raise FileError(_NOT_IN.filled(who=who, encoding=encoding), hint=_OTHER_ENCODING) from None


def _from_row(who: str, text: bytes, row: int) -> bytes:
    """Leave out the lines above a row; lines are counted as an editor counts them."""
    if row == 1:
        return text
    lines = text.split(csv_dialect.newline_of(text[: csv_dialect.SAMPLE]).encode(), row - 1)
    if len(lines) < row or not lines[-1].strip():
        raise FileError(TOO_LOW.filled(who=who, row=row), hint=COUNT)
    return lines[-1]


def _cells(
    who: str,
    text: bytes,
    dialect: Dialect,
    how: HowToRead,
    *,
    guess: bool,
    like: pl.DataFrame | None,
) -> tuple[pl.DataFrame, list[Words]]:
    """Cut the text into cells, under names that are names."""
    row = how.header_row
    first = csv_dialect.header(text, dialect)
    if row is None and guess:
        check_first_row(who, first_rows(text, dialect))
    names = placed(len(first)) if row == 0 else numbered(first)
    check_named(who, names)
    check = partial(csv_dialect.check_lines, who, text, dialect, first=row or 1)
    if how.date_format:  # a date may look like a number
        check()
        cells = csv_dialect.parse(text, placed(len(first)), dialect, headed=row != 0)
    else:
        cells = csv_cells.cells(
            text,
            placed(len(first)),
            dialect,
            headed=row != 0,
            check=check,
            points=_has_points(dialect, how.decimal),
            like=like,
        )
    if guess and row not in (0, 1):
        check_names_are_names(who, names, with_texts(cells.head(_FIRST)), row or 1)
    check_names(who, names, quoted=False)
    cells.columns = names
    return cells, [NUMBERED.filled(name=names[0])] if names[0] != first[0] and row != 0 else []


def _has_points(dialect: Dialect, told: str | None) -> bool:
    """Whether numbers are known to have a point, before any is read: where commas are cuts."""
    return dialect.separator == "," and not dialect.decimal_comma and told != ","


def _has_comma(cells: pl.DataFrame, dialect: Dialect, told: str | None, *, guess: bool) -> bool:
    if told is not None:
        return told == ","
    if guess and dialect.separator != ",":
        return csv_types.has_decimal_comma(cells)
    return dialect.decimal_comma


def write_csv(frame: pl.DataFrame, path: Path, how: Format) -> None:
    """Write a CSV file."""
    frame = escaped(frame) if how.escape_formulas else frame
    if how.decimal_comma:
        numbers = (cs.float() | cs.decimal()).cast(pl.String)
        frame = frame.with_columns(numbers.str.replace(".", ",", literal=True))
    _put(frame, path, how, "non_numeric" if frame.width == 1 else "necessary")
    if frame.width > 1 and _guessed(path) != how.separator in csv_dialect.SEPARATORS:
        _put(frame, path, how, "always")  # so that who guesses finds the same separator
    if not _holds_text(path):
        message = Words(
            "CSV: control characters such as NUL cannot be written",
            fr="CSV : des caractères de contrôle tels que NUL ne peuvent être écrits",
        )
        raise FileError(message, hint=Words("write it as .parquet", fr="l’écrire en .parquet"))
    if codecs.lookup(how.encoding).name != "utf-8":
        path.write_bytes(path.read_bytes().decode().encode(how.encoding))
    if how.gz:
        path.write_bytes(gzip.compress(path.read_bytes(), 6, mtime=0))


def _put(
    frame: pl.DataFrame,
    path: Path,
    how: Format,
    style: Literal["necessary", "non_numeric", "always"],
) -> None:
    """Write the text; where a column is alone, "" stands for missing: blank lines are skipped."""
    quote = how.quote or '"'
    try:
        with path.open("wb", buffering=0) as stream:  # a path would be taken at its suffix
            frame.write_csv(
                stream,
                separator=how.separator,
                line_terminator=how.newline,
                quote_char=quote,
                quote_style=style,
                null_value=quote * 2 if frame.width == 1 else None,
            )
    except OSError as error:
        raise numbered_fault(error) from None


def _guessed(path: Path) -> str:
    """Return the separator that who guesses finds, in the beginning of a file of several lines."""
    with path.open("rb") as stream:
        text = stream.read(csv_dialect.SAMPLE + 1)
        one = len(text) > csv_dialect.SAMPLE and b"\n" not in text[: csv_dialect.SAMPLE]
        return csv_dialect.found(text + stream.read() if one else text).separator


def _holds_text(path: Path) -> bool:
    """Whether a file is text; it is looked at where it lies."""
    with path.open("rb") as stream, mmap(stream.fileno(), 0, access=ACCESS_READ) as text:
        return csv_dialect.is_text(text)


_FIRST = 1_000  # records, more than are looked at to tell names from a record
_NOT_IN = Words("{who}: is not text in {encoding}", fr="{who} : n’est pas un texte en {encoding}")
_OTHER_ENCODING = Words(
    "say another encoding: utf-8, cp1252, latin-1, utf-16; without one, it is found out",
    fr="dire un autre encodage : utf-8, cp1252, latin-1, utf-16 ; sans cela, il est deviné",
)
