# ruff: noqa: A002 (format is the word)
"""The formats of data files, and what a file holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

import polars as pl

from discret.data.engine import Scan
from discret.data.files import csv_dialect
from discret.data.files.labels import Labels
from discret.data.held import Held
from discret.errors import FileError, listed
from discret.words import Words, say

if TYPE_CHECKING:
    from discret.data.files.as_written import AsWritten

Kind = Literal["csv", "parquet", "arrow", "excel", "stata", "spss", "sas", "xpt"]

SUFFIXES: dict[Kind, tuple[str, ...]] = {
    "csv": (".csv", ".tsv", ".txt"),
    "parquet": (".parquet",),
    "arrow": (".arrow", ".feather", ".ipc"),
    "excel": (".xlsx", ".xls", ".ods"),
    "stata": (".dta",),
    "spss": (".sav", ".zsav", ".por"),
    "sas": (".sas7bdat",),
    "xpt": (".xpt",),
}
INSTEAD = {".sas7bdat": ".xpt", ".por": ".sav", ".xls": ".xlsx", ".ods": ".xlsx"}


@dataclass(frozen=True)
class Format(csv_dialect.Dialect):
    """The format of a file: all that is needed to write another one like it.

    Parameters
    ----------
    kind
        "csv", "parquet", "arrow", "excel", "stata", "spss", "sas" (.sas7bdat) or "xpt".
    suffix
        How the name of such a file ends, .gz left out; by default, as is usual for its kind.
    sheet
        The name of the sheet, for Excel.
    separator, encoding, decimal_comma, quote, newline, gz, escape_formulas
        How a CSV file is written: see `Dialect`.

    Examples
    --------
    >>> Format("csv", separator=";", decimal_comma=True).suffix
    '.csv'
    """

    kind: Kind
    suffix: str = ""
    sheet: str = "data"

    def __post_init__(self) -> None:
        if self.kind not in SUFFIXES:
            raise FileError(
                Words("format: its kind is not known", fr="format : son genre n’est pas connu"),
                hint=say("one of {suffixes}", "l’un de {suffixes}", suffixes=listed(SUFFIXES)),
            )
        object.__setattr__(self, "suffix", self.suffix or SUFFIXES[self.kind][0])

    @property
    def writable(self) -> Format:
        """The format that is written for this one.

        Nobody but SAS writes .sas7bdat: .xpt stands for it. In the same way .sav stands for
        .por, and .xlsx for .xls and .ods.

        >>> Format("sas").writable.kind
        'xpt'
        """
        kind: Kind = "xpt" if self.kind == "sas" else self.kind
        return replace(self, kind=kind, suffix=INSTEAD.get(self.suffix, self.suffix))


FORMATS: Mapping[str, Format] = {
    suffix: Format(kind, suffix, separator="\t" if suffix == ".tsv" else ",")
    for kind, suffixes in SUFFIXES.items()
    for suffix in suffixes
}
KINDS = {kind: FORMATS[suffixes[0]] for kind, suffixes in SUFFIXES.items()}


@dataclass(frozen=True, eq=False)
class Table:
    """What a file held: the data, the format it came in, its labels, if it had some, and notes.

    Notes tell which of several ways to read the file was taken, for who called. Where the types of
    columns were found out, `written` reads the cells again, each by itself.

    Examples
    --------
    >>> Table(pl.DataFrame({"age": [34]}), Format("stata")).labels
    Labels(columns={})
    """

    frame: pl.DataFrame = field(repr=False)
    format: Format
    labels: Labels = field(default_factory=Labels)
    notes: tuple[Words, ...] = ()
    written: AsWritten | None = field(default=None, repr=False)


@dataclass(frozen=True, eq=False)
class Opened:
    """A file that was opened: as a `Table`, but its records may have stayed in it.

    Examples
    --------
    >>> Opened(pl.DataFrame({"age": [34]}), 1, Format("stata")).records
    1
    """

    frame: pl.DataFrame | Scan | Held = field(repr=False)
    records: int
    format: Format
    labels: Labels = field(default_factory=Labels)
    notes: tuple[Words, ...] = ()
    written: AsWritten | None = field(default=None, repr=False)


def suffix_of(format: Format) -> str:
    """Return how the name of a file written in this format ends.

    Examples
    --------
    >>> suffix_of(Format("csv", gz=True)), suffix_of(Format("sas"))
    ('.csv.gz', '.xpt')
    """
    return format.writable.suffix + (".gz" if format.gz and format.kind == "csv" else "")
