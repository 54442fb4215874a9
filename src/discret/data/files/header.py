"""The row with the names of columns: whether it is one, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

import polars as pl

from discret.data.files import csv_dialect
from discret.data.files.csv_dialect import Dialect
from discret.data.files.dates_in_text import LIKE
from discret.errors import ColumnError, FileError, listed
from discret.words import Words

ROW_NUMBER = "row_number"
_SAMPLE, LOWEST = 200, 30  # records looked at, and rows where names are looked for
_NUMBER = re.compile(r"[+-]?[0-9][0-9 .,\u00a0\u202f]*([eE][+-]?[0-9]+)?%?")
_TELLING = 3  # digits that a code has at least


def numbered(names: Sequence[str]) -> list[str]:
    """Name the first column if it has no name: R and pandas number the records there.

    Examples
    --------
    >>> numbered(["", "age", "sex"]), numbered(["age", ""])
    (['row_number', 'age', 'sex'], ['age', ''])
    """
    if not names or len(names) == 1 or names[0].strip() or not all(map(str.strip, names[1:])):
        return list(names)
    taken = {name.lower() for name in names}
    free = (f"{ROW_NUMBER}_{number}" for number in range(2, len(names) + 2))
    return [next(text for text in (ROW_NUMBER, *free) if text not in taken), *names[1:]]


def placed(count: int) -> list[str]:
    """Name columns by their place, where the file has no names.

    Examples
    --------
    >>> placed(2)
    ['column_1', 'column_2']
    """
    return [f"column_{place}" for place in range(1, count + 1)]


def check_names_are_names(who: str, names: Sequence[str], below: pl.DataFrame, row: int) -> None:
    """Refuse a first row that seems to be a record: its person would become names of columns.

    Parameters
    ----------
    who
        The file.
    names
        The cells of the row, none of which is quoted: they may be values.
    below
        The rows below it.
    row
        Its number, from 1.
    """
    if is_record(names, below):
        raise FileError(_RECORD.filled(who=who, row=row), hint=_HEADER_ROW if row > 1 else _SAY_SO)


def is_record(names: Sequence[str], below: pl.DataFrame) -> bool:
    """Whether a row of names looks like the rows below it.

    Names that are numbers, dates or addresses do; a code with the digits and letters of every code
    below it; and half of the names among the values of their own columns.

    Examples
    --------
    >>> is_record(["Anna", "34"], pl.DataFrame({"a": ["Bob"], "b": ["35"]}))
    True
    >>> is_record(["name", "age"], pl.DataFrame({"a": ["Bob"], "b": ["35"]}))
    False
    """
    if any(_is_value(name) for name in names):
        return True
    rows = below.head(_SAMPLE).select(pl.col(pl.String))
    texts = zip(*rows.rows(), strict=True) if rows.height else ()
    named = [name for name, dtype in zip(names, below.dtypes, strict=True) if dtype == pl.String]
    pairs = [(name, {*column} - {None}) for name, column in zip(named, texts, strict=False)]
    if any(_same_shape(name, column) for name, column in pairs):
        return True
    among = sum(name in column for name, column in pairs)
    return among > 1 and 2 * among >= len(names)


def _is_value(name: str) -> bool:
    text = name.strip()
    return bool(_NUMBER.fullmatch(text) or re.match(LIKE, text) or _ADDRESS.fullmatch(text))


_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


def _same_shape(name: str, column: set[str]) -> bool:
    """Whether a code has digits and letters where all codes below have theirs."""
    shape = _shape(name)
    telling = shape.count("9") >= _TELLING and bool(column)
    return telling and all(_shape(text) == shape for text in column)


def _shape(text: str) -> str:
    return re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "9", text))


def check_named(who: str, names: Sequence[str]) -> None:
    """Refuse columns without a name."""
    places = [str(place) for place, name in enumerate(names, 1) if not name.strip()]
    if places:
        raise ColumnError(_NAMELESS.filled(who=who, places=listed(places)), hint=_NAME_THEM)


def check_first_row(who: str, rows: Sequence[Sequence[str]]) -> None:
    """Refuse a table whose names seem to stand below a title."""
    lower = lower_row(rows)
    if lower is not None:
        raise FileError(_ELSEWHERE.filled(who=who), hint=_ROW.filled(row=lower))


def lower_row(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the number of the first row that could be names, if the first row could not.

    Examples
    --------
    >>> lower_row([["A title", "", ""], ["", "age", "sex"], ["1", "34", "f"], ["2", "5", "m"]])
    2
    """
    width = max((len(row) for row in rows), default=0)
    if not rows or width == 1 or (len(rows[0]) == width and all(rows[0][1:])):
        return None
    number = next((n for n, row in enumerate(rows, 1) if _could_name(row, width)), None)
    below = [] if number is None else rows[number:]
    return number if below and all(len(row) == width for row in below) else None


def _could_name(row: Sequence[str], width: int) -> bool:
    """Whether cells could be names: as many as there are columns, all said, all different."""
    said = [cell.strip() for cell in row[1:]]
    different = len({cell.lower() for cell in said}) == len(said)
    return len(row) == width and all(said) and different and not any(map(_is_value, row))


def first_rows(text: bytes, dialect: Dialect) -> list[list[str]]:
    r"""Cut the first lines of a CSV text into cells: as a table, if one stands below a title.

    Examples
    --------
    >>> first_rows(b"A title\nage;sex\n34;f\n5;m\n", Dialect())
    [['A title'], ['age', 'sex'], ['34', 'f'], ['5', 'm']]
    """
    sample = csv_dialect.sample_of(text).decode()
    own = _rows(sample, dialect)
    if len(own[0]) > 1:
        return own
    others = (_rows(sample, replace(dialect, separator=mark)) for mark in csv_dialect.SEPARATORS)
    tables = [rows for rows in others if lower_row(rows) is not None and not _is_prose(rows)]
    return max(tables, key=lambda rows: len(rows[-1]), default=own)


def _rows(text: str, dialect: Dialect) -> list[list[str]]:
    rows = csv_dialect.cut(text, dialect)
    return [row or [""] for row in islice(rows, LOWEST)] or [[""]]


def _is_prose(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a blank follows every mark, as in prose: it parts no cells."""
    return all(cell.startswith(" ") for row in rows for cell in row[1:])


_RECORD = Words(
    "{who}: its row {row} seems to be a record, not the names of columns",
    fr="{who} : sa ligne {row} semble être un enregistrement, non les noms des colonnes",
)
_SAY_SO = Words(
    "header_row = 0 says that the file has no names, header_row = 1 that these are the names"
    " (under [data] in a plan, or --header-row)",
    fr="header_row = 0 dit que le fichier n’a pas de noms, header_row = 1 que ce sont les noms"
    " (sous [data] dans un plan, ou --header-row)",
)
_ELSEWHERE = Words(
    "{who}: the names of the columns do not stand in its first row",
    fr="{who} : les noms des colonnes ne sont pas dans sa première ligne",
)
_ROW = Words(
    "they seem to stand in row {row}: say header_row = {row} (under [data] in a plan, or"
    " --header-row {row}), or header_row = 1 if the first row is right",
    fr="ils semblent être à la ligne {row} : dire header_row = {row} (sous [data] dans un plan,"
    " ou --header-row {row}), ou header_row = 1 si la première ligne est la bonne",
)
_NAMELESS = Words(
    "{who}: columns have no name, at place: {places}",
    fr="{who} : des colonnes n’ont pas de nom, au rang : {places}",
)
_HEADER_ROW = Words(
    "header_row says in which row the names stand, from 1",
    fr="header_row dit à quelle ligne sont les noms, à partir de 1",
)
_NAME_THEM = Words(
    "give every column a name; only the first may lack one, as a row number. Where the names stand"
    " lower, header_row says in which row; header_row = 0 if the file has none",
    fr="donner un nom à chaque colonne ; seule la première peut s’en passer, comme numéro de ligne."
    " Si les noms sont plus bas, header_row dit à quelle ligne ; header_row = 0 s’il n’y en a pas",
)
TOO_LOW = Words(
    "{who}: header_row is {row}, and there is nothing below",
    fr="{who} : header_row est {row}, et il n’y a rien au-dessous",
)
COUNT = Words("count the rows of the file from 1", fr="compter les lignes du fichier à partir de 1")
