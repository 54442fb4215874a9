"""Cells as they stand in a file that does not say the types of its columns: each by itself.

What a column of a CSV or Excel file is taken for is found out from all of its cells: one that is no
number makes texts of all others, one date decides how all are read. Whoever promises that nobody
changes what is told of others must not go by that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from discret.data.files.csv import text_cells
from discret.data.files.dates_in_text import written
from discret.data.files.excel import text_sheet
from discret.data.text import MIDNIGHT, as_text
from discret.errors import FileError
from discret.words import Words

if TYPE_CHECKING:
    from discret.data.files.formats import Format
    from discret.data.files.how_to_read import HowToRead

UNTYPED = ("csv", "excel")  # kinds of files
_UNICODE = ("utf-8", "utf-8-sig", "utf-16")
_NUMBER = r"^-?(0|[1-9][0-9]{0,14})([.][0-9]{1,15})?$"


@dataclass(frozen=True, eq=False)
class AsWritten:
    """A file to be read again, cell by cell.

    Parameters
    ----------
    path, how
        The file, and how it was said to be read.
    format
        What it was found to be.
    alone
        Whether its records are those of a table; joined to others, they are not found again.
    """

    path: Path
    format: Format = field(repr=False)
    how: HowToRead = field(repr=False)
    alone: bool = True

    def check(self) -> None:
        """Refuse a file whose letters are a guess: one odd byte would change those of all."""
        if not self.alone:
            raise FileError(_JOINED.filled(who=self.path.name), hint=_TYPED)
        guessed = self.format.kind == "csv" and self.how.encoding is None
        if guessed and self.format.encoding not in _UNICODE:
            raise FileError(_LETTERS.filled(who=self.path.name), hint=_SAY)

    def texts(self, names: Sequence[str], records: int) -> pl.DataFrame:
        """Return columns as texts; refuse a file that is no longer the one that was read."""
        self.check()
        read = text_cells if self.format.kind == "csv" else text_sheet
        cells = read(self.path, self.format, self.how)
        if cells.height != records or not {*names} <= {*cells.columns}:
            raise FileError(_CHANGED.filled(who=self.path.name), hint=_AGAIN)
        return pl.DataFrame([self._dated(cells[name]) for name in dict.fromkeys(names)])

    def _dated(self, cells: pl.Series) -> pl.Series:
        """Write days as all others, where it is said how the file writes them."""
        way = None if self.how.date_format is None else written(self.how.date_format)
        if way is None:
            return cells
        day = pl.col(cells.name).str.to_datetime(way.forms[0], strict=False, time_unit="us")
        iso = day.dt.to_string("%Y-%m-%dT%H:%M:%S").str.strip_suffix(MIDNIGHT)
        fits = pl.col(cells.name).str.contains(way.pattern)
        return cells.to_frame().select(pl.when(fits).then(iso).otherwise(None).fill_null(
            pl.col(cells.name)).alias(cells.name)).to_series()  # fmt: skip


def plainly(texts: pl.Series) -> pl.Series:
    """Write numbers, truths and days in the one way that each has, whatever stands beside them.

    Codes with zeros before them, or of more digits than a number holds, stay what they are.

    Examples
    --------
    >>> plainly(pl.Series([" 1.0", "01", "TRUE", "2020-01-02 00:00:00", "a ", None])).to_list()
    ['1', '01', 'true', '2020-01-02', 'a ', None]
    """
    bare = texts.str.strip_chars()
    number = bare.set(~bare.str.contains(_NUMBER), None).cast(pl.Float64, strict=False)
    truth = bare.str.to_lowercase()
    truth = truth.set(~truth.is_in(["true", "false"]), None)
    day = bare.set(~bare.str.contains(r"^\d{4}-\d{2}-\d{2} 00:00:00$"), None).str.head(10)
    told = pl.DataFrame(
        {"number": as_text(number + 0.0), "truth": truth, "day": day, "text": texts}
    )
    return told.select(pl.coalesce(pl.all()).alias(texts.name)).to_series()


_LETTERS = Words(
    "{who}: it is not written in UTF-8, and how else is a guess, which a single odd letter would"
    " change for everybody",
    fr="{who} : il n’est pas écrit en UTF-8, et l’encodage est deviné : une seule lettre étrange le"
    " changerait pour tous",
)
_SAY = Words(
    "say the encoding: --encoding cp1252, or encoding under [data]; nothing was spent",
    fr="dire l’encodage : --encoding cp1252, ou encoding sous [data] ; rien n’a été dépensé",
)
_JOINED = Words(
    "{who}: the types of its columns are found out from all of its cells, so that one person would"
    " change how others are counted",
    fr="{who} : les types de ses colonnes se déduisent de toutes ses cellules, si bien qu’une"
    " personne changerait la façon de compter les autres",
)
_TYPED = Words(
    "store the facts in Parquet or in DuckDB, which say their types; nothing was spent",
    fr="mettre les faits en Parquet ou dans DuckDB, qui disent leurs types ; rien n’a été dépensé",
)
_CHANGED = Words(
    "{who}: it is no longer the file that was read",
    fr="{who} : ce n’est plus le fichier qui a été lu",
)
_AGAIN = Words("ask again when nobody writes it", fr="redemander quand personne ne l’écrit")
