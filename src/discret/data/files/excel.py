"""Excel files, read and written."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import polars.selectors as cs

from discret.data.entering.column_names import check_names
from discret.data.files import labels as labelled
from discret.data.files.formats import Format, Table
from discret.data.files.header import (
    COUNT,
    LOWEST,
    TOO_LOW,
    check_first_row,
    check_named,
    check_names_are_names,
    numbered,
    placed,
)
from discret.data.files.how_to_read import HowToRead
from discret.data.files.notes import NUMBERED, SHEETS
from discret.errors import FileError, listed
from discret.words import Words

_MOST = (1_048_575, 16_384, 32_767)  # rows, columns, characters in a cell
_NAMELESS = "__UNNAMED__"  # what the reader of Excel calls a column without a name
_LARGEST = 9e18  # readers take a column of whole numbers for integers of 64 bits
_OPTIONS = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}


def read_excel(path: Path, form: Format, how: HowToRead) -> Table:
    """Read a sheet of an Excel file."""
    logging.getLogger("fastexcel").setLevel(logging.ERROR)  # it would remark on empty columns
    raw = path.read_bytes()
    book = labelled.optional(
        "fastexcel", Words("reading Excel files", fr="lire des fichiers Excel")
    ).read_excel(raw)
    sheet = _sheet(path.name, book.sheet_names, how.sheet)
    if how.header_row == 0:
        frame = _frame(raw, sheet, has_header=False)
        frame.columns = placed(frame.width)
        notes: list[Words] = []
    else:
        frame, notes = _named(path.name, book, raw, sheet, how.header_row)
    others = [name for name in book.sheet_names if name != sheet]
    if others and how.sheet is None:
        notes.append(SHEETS.filled(read=repr(sheet), others=listed(others)))
    return Table(frame, replace(form, sheet=sheet), notes=tuple(notes))


def text_sheet(path: Path, form: Format, how: HowToRead) -> pl.DataFrame:
    """Return the cells of a sheet that was read before: texts."""
    row = how.header_row
    low = {"header_row": row - 1} if row is not None and row > 1 else {}
    frame = _frame(path.read_bytes(), form.sheet, has_header=row != 0,
                   read_options={"dtypes": "string", **low})  # fmt: skip
    heads = ["" if name.startswith(_NAMELESS) else name for name in frame.columns]
    frame.columns = placed(frame.width) if row == 0 else numbered(heads)
    return frame


def _sheet(who: str, names: list[str], wanted: str | int | None) -> str:
    """Find a sheet by its name or by its place; a name may be a number."""
    places = {str(place): name for place, name in enumerate(names, 1)}
    text = "1" if wanted is None else str(wanted)
    ways = [places.get(text), text if text in names else None]
    found = [way for way in (ways if not isinstance(wanted, str) else ways[::-1]) if way]
    if not found:
        raise FileError(_NO_SHEET.filled(who=who), hint=_SHEETS.filled(names=listed(names)))
    return found[0]


def _frame(raw: bytes, sheet: str, **options: Any) -> pl.DataFrame:
    frame: pl.DataFrame = pl.read_excel(
        raw, sheet_name=sheet, infer_schema_length=None, drop_empty_rows=False, **options
    )
    return frame


def _named(
    who: str, book: Any, raw: bytes, sheet: str, row: int | None
) -> tuple[pl.DataFrame, list[Words]]:
    """Read a sheet whose names stand in a row, by default the first that is not empty."""
    above = book.load_sheet(
        sheet, header_row=None, skip_rows=0, n_rows=max(row or 0, LOWEST), dtypes="string"
    ).to_polars()
    cells = above.select(item for item in above if item.count()).fill_null("").rows()
    names = _names(who, cells, row)
    if row is None:
        check_first_row(who, cells)
    low = {"read_options": {"header_row": row - 1}} if row is not None and row > 1 else {}
    frame = _frame(raw, sheet, **low)
    heads = ["" if name.startswith(_NAMELESS) else name for name in frame.columns]
    heads = numbered(heads)
    check_named(who, heads)
    if row != 1:
        check_names_are_names(who, heads, frame, row or 1)
    check_names(who, [name for name in names if name], quoted=False)
    notes = [NUMBERED.filled(name=heads[0])] if frame.columns[0].startswith(_NAMELESS) else []
    frame.columns = heads
    return frame, notes


def _names(who: str, cells: list[tuple[str, ...]], row: int | None) -> list[str]:
    """Return the cells of the row with the names, which Excel's reader would change if doubled."""
    if row is not None and row > len(cells):
        raise FileError(TOO_LOW.filled(who=who, row=row), hint=COUNT)
    rows = cells if row in (None, 1) else cells[row - 1 : row]
    return next((list(pair) for pair in rows if any(pair)), [""])


def write_excel(frame: pl.DataFrame, path: Path, how: Format) -> None:
    """Write an Excel file of one sheet."""
    library = labelled.optional(
        "xlsxwriter", Words("writing Excel files", fr="écrire des fichiers Excel")
    )
    labelled.check_doubles("Excel", frame, _LARGEST)
    lengths = frame.select(cs.string().str.len_chars().max()).iter_columns()
    sizes = (frame.height, frame.width, max((each.item() or 0 for each in lengths), default=0))
    if any(size > most for size, most in zip(sizes, _MOST, strict=True)):
        raise FileError(_TOO_MUCH, hint=_OTHER)
    with library.Workbook(path, _OPTIONS) as book:
        frame.write_excel(book, how.sheet, column_formats={cs.numeric(): "General"})


_NO_SHEET = Words("{who}: has no such sheet", fr="{who} : n’a pas cette feuille")
_SHEETS = Words("it has: {names}", fr="il a : {names}")
_TOO_MUCH = Words(
    "Excel: too many rows or columns, or too long a text",
    fr="Excel : trop de lignes ou de colonnes, ou un texte trop long",
)
_OTHER = Words(
    "write it as .parquet, or as .csv in UTF-8", fr="l’écrire en .parquet, ou en .csv en UTF-8"
)
