# ruff: noqa: A002 (format is the word)
"""What becomes of a table in its file: read back as others read it, column by column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import polars as pl

from discret.data.files.csv_dialect import blank_lines
from discret.data.files.given_files import border
from discret.data.files.spreadsheet_formulas import formulas
from discret.data.files.tables import Format, HowToRead, Table, csv_text, kind_of, read_narrow
from discret.data.held import Held, texts_of, values_of
from discret.errors import FileError
from discret.words import Words, say

_NANOSECONDS = {"ms": 1_000_000, "us": 1_000, "ns": 1}
_DAY = 86_400 * 10**9
_WIDE = 2.0**126


@dataclass(frozen=True, eq=False)
class Passage:
    """What is not the same in the file as in the table that was handed over to be written.

    Parameters
    ----------
    columns
        The columns whose values or groups are others, in the order of the table.
    frame
        These columns as the file has them; all of them where records were lost or won.
    records_before, records_after
        How many records were handed over, and how many a reader of the file finds.
    formulas
        For each column of a CSV file that has some, the number of cells that a spreadsheet would
        take for formulas.

    Examples
    --------
    >>> Passage((), pl.DataFrame(), 3, 3).same
    True
    """

    columns: tuple[str, ...]
    frame: pl.DataFrame = field(repr=False)
    records_before: int
    records_after: int
    formulas: Mapping[str, int] = field(default_factory=dict)

    @property
    def same(self) -> bool:
        """Whether nothing changed."""
        return not self.columns and self.records_before == self.records_after


def passage(frame: pl.DataFrame | Held, path: str | Path, format: Format | None = None) -> Passage:
    """Read a file back and tell which columns are not those of the table it was written from.

    A column is the same if it has the same values: numbers by value whatever their width, moments
    by instant, categories as text, missing where it was missing (NaN is missing). Where the file
    cannot hold the type (text in CSV is read as numbers where it can be) the same records must
    have equal values, in the same order. CSV is read as if nothing were known of it, types and
    separator included.

    Parameters
    ----------
    frame
        The table, as it was handed to `write`; held in narrow columns, if it is in CSV.
    path
        The file.
    format
        Its format, where the name of the file does not tell.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from discret.data.files.tables import write
    >>> frame = pl.DataFrame({"k": ["1", "NA"], "s": ["a", "b"]})
    >>> passage(frame, write(frame, Path(mkdtemp()) / "small.csv")).columns
    ('k',)
    """
    place = Path(path)
    if isinstance(frame, Held):
        return _as_shown(passage(frame.table, place, format), frame)
    if (format and format.kind == "parquet") or place.suffix.lower() == ".parquet":
        return _scanned(frame, place)
    table = _read_back(frame, place, format)
    back = _seen(table, place)
    _check_names(place, frame, back.columns)
    found = [series for name in frame.columns for series in _differing(frame[name], back[name])]
    taken = formulas(back) if table.format.kind == "csv" else {}
    return replace(_told(frame, found, back.height), formulas=taken)


def _read_back(frame: pl.DataFrame, path: Path, format: Format | None) -> Table:
    """Read as a stranger; where nobody could guess separator or quotes, as one who was told."""
    kind = kind_of(path) if format is None else format.kind
    how = HowToRead(header_row=1).fitting(kind)  # the names are known to be there
    try:
        table = read_narrow(path, format=kind, how=how, like=frame)
    except FileError:
        if format is None:
            raise
        return read_narrow(path, format=format, how=how)
    told = format is not None and table.frame.columns != frame.columns
    return read_narrow(path, format=format, how=how) if told else table


def _seen(table: Table, path: Path) -> pl.DataFrame:
    """Leave out blank lines, as most readers do: only a file of one column can have some."""
    if table.format.kind != "csv" or table.frame.width > 1:
        return table.frame
    return table.frame.filter(~blank_lines(csv_text(path, table.format), table.format))


def _scanned(frame: pl.DataFrame, path: Path) -> Passage:
    """Read Parquet one column at a time, and keep those that differ."""
    with border(
        say("{file}: cannot be read back", "{file} : ne peut être relu", file=path.name),
        hint=Words("write it again", fr="l’écrire de nouveau"),
    ):
        scan = pl.scan_parquet(path, glob=False, hive_partitioning=False)
        _check_names(path, frame, scan.collect_schema().names())
        records = int(scan.select(pl.len()).collect().item())
        found: list[pl.Series] = []
        for place, name in enumerate(frame.columns):
            found += _differing(frame[name], scan.select(pl.nth(place)).collect().to_series())
    return _told(frame, found, records)


def _as_shown(found: Passage, held: Held) -> Passage:
    """Return columns that came back as narrow as they were held in the types that these show."""
    narrow = [own for own in found.frame if held.table.schema[own.name] == own.dtype]
    columns = [own.cast(held.kinds.get(own.name, own.dtype)) for own in narrow]
    return replace(found, frame=found.frame.with_columns(columns))


def _told(frame: pl.DataFrame, found: list[pl.Series], records: int) -> Passage:
    return Passage(
        tuple(series.name for series in found), pl.DataFrame(found), frame.height, records
    )


def _check_names(path: Path, frame: pl.DataFrame, names: list[str]) -> None:
    if names != frame.columns:
        message = say(
            "{file}: read back, it has other columns than those written",
            "{file} : relu, il a d’autres colonnes que celles écrites",
            file=path.name,
        )
        raise FileError(message, hint=Words("write it as .parquet", fr="l’écrire en .parquet"))


def _differing(before: pl.Series, after: pl.Series) -> list[pl.Series]:
    one, other = before.alias(""), after.alias("")  # for polars, a name may be a pattern
    if (one.dtype == other.dtype and one.equals(other)) or same(one, other):  # the first, mostly
        return []
    return [
        _as_before(one, texts_of(other) if other.dtype == pl.Enum else other).alias(before.name)
    ]


def same(before: pl.Series, after: pl.Series) -> bool:
    """Whether two columns hold the same values, record by record, whatever their widths.

    Examples
    --------
    >>> same(pl.Series([8, None], dtype=pl.Int8), pl.Series([8.0, None]))
    True
    >>> same(pl.Series(["a", "a "]), pl.Series(["a", "a"]))
    False
    """
    if before.dtype == after.dtype == pl.Enum:
        return _same_texts(before, after)
    if before.dtype == pl.Enum and after.dtype not in (pl.String, pl.Categorical):
        return _listed_one_to_one(before, after)
    one, other = _plain(before), _plain(after)
    if len(one) != len(other) or not (one.is_null() == other.is_null()).all():
        return False
    one, other = one.drop_nulls(), other.drop_nulls()
    if one.dtype == other.dtype:
        return bool((one == other).all())
    kind = _kind(one.dtype)
    if kind == _kind(other.dtype):
        return _COMPARE[kind](one, other)
    return _one_to_one(one, other)


def _same_texts(one: pl.Series, other: pl.Series) -> bool:
    """Whether two enumerations hold the same texts, whatever the places of these in them."""
    values = values_of(one), values_of(other)
    places = values[1].cast(pl.Enum(values[0]), strict=False).to_physical()
    known = places.gather(other.to_physical())
    same = len(one) == len(other) and known.null_count() == other.null_count()
    return same and bool((one.to_physical().cast(known.dtype).eq_missing(known)).all())


def _plain(values: pl.Series) -> pl.Series:
    if isinstance(values.dtype, pl.Enum):
        return texts_of(values)
    if isinstance(values.dtype, pl.Categorical):
        return values.cast(pl.String)
    return values.fill_nan(None) if values.dtype.is_float() else values


def _kind(dtype: pl.DataType) -> str:
    if dtype.is_numeric() or dtype == pl.Boolean:
        return "number"
    if isinstance(dtype, pl.Date | pl.Datetime):
        return "moment"
    return "length" if isinstance(dtype, pl.Duration) else str(dtype)


def _one_to_one(one: pl.Series, other: pl.Series) -> bool:
    """Whether equal values stand where equal values stood, and only there, in the same order.

    The text 10 stands before the text 9, the number does not: who measures along an order finds
    something else.
    """
    pairs = pl.DataFrame([one.alias("one"), other.alias("other")]).unique().sort("one")
    alike = pairs["one"].n_unique() == pairs["other"].n_unique() == pairs.height
    return alike and pairs["other"].is_sorted()


def _listed_one_to_one(one: pl.Series, other: pl.Series) -> bool:
    """Do so for an enumeration of texts, each of which is looked at once; missing stays missing."""
    other = other.fill_nan(None) if other.dtype.is_float() else other
    if len(one) != len(other) or not (one.is_null() == other.is_null()).all():
        return False
    one, other = one.drop_nulls(), other.drop_nulls()
    places = one.to_physical()
    record = np.full(len(values_of(one)), -1)
    record[places.to_numpy()] = np.arange(len(places))
    there = record >= 0
    first, numbers = other.gather(record[there]), pl.Series(np.cumsum(there) - 1)
    follows = bool((first.gather(numbers.gather(places)) == other).all())
    return follows and _one_to_one(values_of(one).filter(pl.Series(there)), first)


def _same_numbers(one: pl.Series, other: pl.Series) -> bool:
    if one.dtype.is_signed_integer() and other.dtype.is_signed_integer():
        return bool((one == other).all())
    whole = [_whole(values) for values in (one, other)]
    if whole[0] is not None and whole[1] is not None:
        return bool((whole[0] == whole[1]).all())
    close = bool((one.cast(pl.Float64) == other.cast(pl.Float64)).all())
    return close and one.n_unique() == other.n_unique()


def _whole(values: pl.Series) -> pl.Series | None:
    """Return numbers as integers wide enough for all, if they are whole."""
    if values.dtype.is_float() and not ((values == values.round()) & (values.abs() < _WIDE)).all():
        return None
    return None if values.dtype.is_decimal() else values.cast(pl.Int128)


def _same_moments(one: pl.Series, other: pl.Series) -> bool:
    alike = bool((_instants(one) == _instants(other)).all())
    return alike and one.n_unique() == other.n_unique()  # two hours of a night have one name


def _same_lengths(one: pl.Series, other: pl.Series) -> bool:
    return bool((_instants(one) == _instants(other)).all())


def _instants(values: pl.Series) -> pl.Series:
    """Return moments in nanoseconds, as the clock of their zone shows them."""
    dtype = values.dtype
    if isinstance(dtype, pl.Datetime) and dtype.time_zone:
        values = values.dt.replace_time_zone(None)
    unit = _DAY if isinstance(dtype, pl.Date) else _NANOSECONDS[getattr(dtype, "time_unit", "ns")]
    wide = values.to_physical().cast(pl.Int128)
    return wide * pl.Series([unit], dtype=pl.Int128)


_COMPARE = {"number": _same_numbers, "moment": _same_moments, "length": _same_lengths}


def _as_before(before: pl.Series, after: pl.Series) -> pl.Series:
    """Return what was read, in the type that it had where that changes none of it."""
    if len(before) != len(after):
        return after
    if _kind(_plain(before).dtype) == _kind(_plain(after).dtype):
        cast = after.cast(before.dtype, strict=False)
        return cast if same(cast, after) else after
    kept = before.zip_with(after.is_not_null(), before.clear(len(before)))
    return kept if same(kept, after) else after
