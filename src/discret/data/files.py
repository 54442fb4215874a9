"""Data files: read them in, and write them back in the format they came in."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_args

import polars as pl
import polars.selectors as cs

from discret.data import csv_dialect
from discret.data.atomic import atomic
from discret.data.csv_dialect import Dialect
from discret.data.labels import EXACT, Labels, read_labelled, write_labelled
from discret.errors import ColumnError, DiscretError, ExtraError, FileError, listed

Kind = Literal["csv", "parquet", "arrow", "excel", "stata", "spss", "sas", "xpt"]

_INSTEAD = {".sas7bdat": ".xpt", ".por": ".sav", ".xls": ".xlsx", ".ods": ".xlsx"}
_GREATEST = 7e75  # what .xpt can hold, the narrowest of the formats with doubles only
_EXCEL_ROWS, _EXCEL_COLUMNS, _EXCEL_TEXT = 1_048_575, 16_384, 32_767
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True)
class Format(Dialect):
    """The format of a file: all that is needed to write another one like it.

    Parameters
    ----------
    kind
        What wrote the file: "csv", "parquet", "arrow", "excel", "stata", "spss", "sas" or "xpt".
    suffix
        How the name of such a file ends, without the .gz; by default, the usual one of its kind.
    sheet
        The sheet of an Excel file.

    Notes
    -----
    The other parameters are those of a `Dialect`, and are for CSV files.

    Examples
    --------
    >>> Format("csv", separator=";").separator
    ';'
    """

    kind: Kind
    suffix: str = ""
    sheet: str = "data"

    def __post_init__(self) -> None:
        if not self.suffix:
            usual = next(end for end, kind in _SUFFIXES.items() if kind == self.kind)
            object.__setattr__(self, "suffix", usual)

    @property
    def writable(self) -> Format:
        """The format that is written for this one.

        Nobody but SAS writes .sas7bdat: .xpt stands for it. In the same way .sav stands for
        .por, and .xlsx for .xls and .ods.

        Examples
        --------
        >>> Format("sas").writable.kind
        'xpt'
        """
        kind: Kind = "xpt" if self.kind == "sas" else self.kind
        return replace(self, kind=kind, suffix=_INSTEAD.get(self.suffix, self.suffix))


_SUFFIXES: dict[str, Kind] = {
    ".csv": "csv",
    ".tsv": "csv",
    ".txt": "csv",
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
    ".xlsx": "excel",
    ".xls": "excel",
    ".ods": "excel",
    ".dta": "stata",
    ".sav": "spss",
    ".zsav": "spss",
    ".por": "spss",
    ".sas7bdat": "sas",
    ".xpt": "xpt",
}

FORMATS: Mapping[str, Format] = {
    suffix: Format(kind, suffix, separator="\t" if suffix == ".tsv" else ",")
    for suffix, kind in _SUFFIXES.items()
}


@dataclass(frozen=True, eq=False)
class Table:
    """What a file held: the data, the format it came in, and the labels, if it had some.

    Examples
    --------
    >>> Table(pl.DataFrame({"age": [34]}), Format("parquet")).labels
    Labels(columns={})
    """

    frame: pl.DataFrame = field(repr=False)
    format: Format
    labels: Labels = field(default_factory=Labels)


def suffix_of(format: Format) -> str:  # noqa: A002 (the word for it)
    """Return how the name of a file written in this format ends.

    Examples
    --------
    >>> suffix_of(Format("csv", gz=True)), suffix_of(Format("sas"))
    ('.csv.gz', '.xpt')
    """
    return format.writable.suffix + (".gz" if format.gz else "")


def read(
    path: str | Path,
    *,
    format: Format | str | None = None,  # noqa: A002
    sheet: str | int | None = None,
) -> Table:
    r"""Read a data file.

    Parameters
    ----------
    path
        The file; how its name ends says what it is.
    format
        Its kind, where the name does not tell; or a `Format`, whose dialect is then taken as it
        is where it would be guessed wrong.
    sheet
        The sheet of an Excel file: its name, or its position from 1. By default, the first.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "small.csv"
    >>> _ = path.write_text("commune;size\n01001;1,5\n", encoding="utf-8")
    >>> table = read(path)
    >>> table.frame.rows(), table.format.decimal_comma
    ([('01001', 1.5)], True)
    """
    place = Path(path)
    how = _chosen(place, format)
    _check_readable(place)
    with _border(place.name, f"cannot be read as {how.kind}", _READ_HINTS.get(how.kind, _DAMAGED)):
        if how.kind == "csv":
            table = _read_csv(place, how, found=not isinstance(format, Format))
        elif how.kind == "excel":
            table = _read_excel(place, how, sheet)
        elif how.kind in ("parquet", "arrow"):
            with place.open("rb") as stream:
                reader = pl.read_parquet if how.kind == "parquet" else pl.read_ipc
                table = Table(reader(stream), how)
        else:
            table = Table(*read_labelled(place, how.suffix))
    return ...
