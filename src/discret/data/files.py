# ruff: noqa: A002 (format is the word)
"""Data files: read them in, and write them back in the format they came in."""

from __future__ import annotations

import gzip
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Literal, cast

import polars as pl
import polars.selectors as cs

from discret.data import csv_dialect
from discret.data import labels as labelled
from discret.data.atomic import atomic, border, check_readable
from discret.data.engine import Scan
from discret.data.labels import Labels
from discret.data.names import check_names
from discret.data.spreadsheet_formulas import escaped
from discret.errors import FileError, listed

Kind = Literal["csv", "parquet", "arrow", "excel", "stata", "spss", "sas", "xpt"]

_SUFFIXES: dict[Kind, tuple[str, ...]] = {
    "csv": (".csv", ".tsv", ".txt"),
    "parquet": (".parquet",),
    "arrow": (".arrow", ".feather", ".ipc"),
    "excel": (".xlsx", ".xls", ".ods"),
    "stata": (".dta",),
    "spss": (".sav", ".zsav", ".por"),
    "sas": (".sas7bdat",),
    "xpt": (".xpt",),
}
_INSTEAD = {".sas7bdat": ".xpt", ".por": ".sav", ".xls": ".xlsx", ".ods": ".xlsx"}
_EXCEL_MOST = (1_048_575, 16_384, 32_767)  # rows, columns, characters in a cell
_EXCEL_LARGEST = 9e18  # readers take a column of whole numbers for integers of 64 bits
_EXCEL = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
_MEND = "it may be damaged, or of another kind: save it again with the program that made it"
_OTHER = "write it as .parquet, or as .csv in UTF-8"


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
        if self.kind not in _SUFFIXES:
            raise FileError("format: its kind is not known", hint=f"one of {listed(_SUFFIXES)}")
        object.__setattr__(self, "suffix", self.suffix or _SUFFIXES[self.kind][0])

    @property
    def writable(self) -> Format:
        """The format that is written for this one.

        Nobody but SAS writes .sas7bdat: .xpt stands for it. In the same way .sav stands for
        .por, and .xlsx for .xls and .ods.

        >>> Format("sas").writable.kind
        'xpt'
        """
        kind: Kind = "xpt" if self.kind == "sas" else self.kind
        return replace(self, kind=kind, suffix=_INSTEAD.get(self.suffix, self.suffix))


FORMATS: Mapping[str, Format] = {
    suffix: Format(kind, suffix, separator="\t" if suffix == ".tsv" else ",")
    for kind, suffixes in _SUFFIXES.items()
    for suffix in suffixes
}
_KINDS = {kind: FORMATS[suffixes[0]] for kind, suffixes in _SUFFIXES.items()}


@dataclass(frozen=True, eq=False)
class Table:
    """What a file held: the data, the format it came in, and its labels, if it had some.

    Examples
    --------
    >>> Table(pl.DataFrame({"age": [34]}), Format("stata")).labels
    Labels(columns={})
    """

    frame: pl.DataFrame = field(repr=False)
    format: Format
    labels: Labels = field(default_factory=Labels)


@dataclass(frozen=True, eq=False)
class Opened:
    """A file that was opened: as a `Table`, but its records may have stayed in it.

    Examples
    --------
    >>> Opened(pl.DataFrame({"age": [34]}), 1, Format("stata")).records
    1
    """

    frame: pl.DataFrame | Scan = field(repr=False)
    records: int
    format: Format
    labels: Labels = field(default_factory=Labels)


def suffix_of(format: Format) -> str:
    """Return how the name of a file written in this format ends.

    Examples
    --------
    >>> suffix_of(Format("csv", gz=True)), suffix_of(Format("sas"))
    ('.csv.gz', '.xpt')
    """
    return format.writable.suffix + (".gz" if format.gz and format.kind == "csv" else "")


def read(
    path: str | Path, *, format: Format | str | None = None, sheet: str | int | None = None
) -> Table:
    r"""Read a data file. Missing values are null, NaN and empty texts too; −0.0 is 0.0.

    Parameters
    ----------
    path
        The file; how its name ends says what it is.
    format
        Its kind, where the name does not tell; or a `Format`, whose dialect is then not guessed.
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
    check_readable(place)
    with border(f"{place.name}: cannot be read as {how.kind}", hint=_MEND):
        table = _loaded(place, how, sheet, guess=not isinstance(format, Format))
    check_names(place.name, table.frame.columns)
    return replace(table, frame=_plain(table.frame))


def opened(path: str | Path) -> Opened:
    """Open a data file to work on it: one in Parquet is scanned when asked, others are read.

    A damaged file is refused at once, in any case.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> opened(write(pl.DataFrame({"size": [1.5, 2.0]}), Path(mkdtemp()) / "small.parquet")).records
    2
    """
    place = Path(path)
    how = _chosen(place, None)
    if how.kind != "parquet":
        table = read(place)
        return Opened(table.frame, table.frame.height, table.format, table.labels)
    check_readable(place)
    with border(f"{place.name}: cannot be read as {how.kind}", hint=_MEND):
        frame = pl.scan_parquet(place, glob=False, hive_partitioning=False)
        names = frame.collect_schema().names()
        frame.select(pl.all().null_count()).collect()  # reads every page
        records = int(frame.select(pl.len()).collect().item())
    check_names(place.name, names)
    return Opened(Scan(frame), records, how)


def write(
    frame: pl.DataFrame,
    path: str | Path,
    *,
    format: Format | str | None = None,
    labels: Labels | None = None,
) -> Path:
    """Write a data file, whole or not at all, and return its path.

    NaN and empty texts are written as missing, −0.0 as 0.0: most readers take them for that.

    Parameters
    ----------
    frame
        The data.
    path
        The file; how its name ends says its kind, and whether it is compressed.
    format
        The `Format` of the file that the data came from, to write another one like it; or a
        kind, where the name does not tell.
    labels
        Labels, for the formats that have some: Stata, SPSS and (of columns only) .xpt.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> path = write(pl.DataFrame({"size": [1.5]}), Path(mkdtemp()) / "small.parquet")
    >>> read(path).frame.rows()
    [(1.5,)]
    """
    place = Path(path)
    how = _as_named(place, _chosen(place, format).writable)
    frame = _plain(frame)
    check_names(place.name, frame.columns)
    failed = f"{place.name}: cannot be written as {how.kind}"
    with atomic(place) as part, border(failed, hint=_OTHER):
        _store(frame, part, how, labels or Labels())
    return place


def _plain(frame: pl.DataFrame) -> pl.DataFrame:
    """Make NaN and empty texts missing and −0.0 plain zero; without them, nothing is copied."""
    found = [_plain_column(one.alias("")).alias(one.name) for one in frame if _odd(one.alias(""))]
    return frame.with_columns(found) if found else frame


def _odd(values: pl.Series) -> bool:
    if values.dtype.is_float():
        return bool(values.is_nan().any() or (1 / values.filter(values == 0) < 0).any())
    text = isinstance(values.dtype, pl.String | pl.Categorical | pl.Enum)
    return text and bool((values.cast(pl.String) == "").any())


def _plain_column(values: pl.Series) -> pl.Series:
    if values.dtype.is_float():
        return values.fill_nan(None).set(values == 0, 0.0)
    return values.set(values.cast(pl.String) == "", None)


def _suffix(path: Path) -> tuple[str, bool]:
    name = path.name.lower()
    return Path(name.removesuffix(".gz")).suffix, name.endswith(".gz")


def _chosen(path: Path, format: Format | str | None) -> Format:
    if isinstance(format, Format):
        return format
    suffix, gz = _suffix(path)
    named = FORMATS.get(suffix)
    if format is not None and (named is None or named.kind != format):
        named = _KINDS.get(cast("Kind", format))
    if named is None or (gz and named.kind != "csv"):
        hint = f"end its name with one of {listed(FORMATS, 99)}, or say which of {listed(_KINDS)}"
        raise FileError(f"{path.name}: its format is not known", hint=hint)
    return replace(named, gz=gz)


def _as_named(path: Path, how: Format) -> Format:
    """Take suffix and compression from the name, and refuse a name that says another kind."""
    suffix, gz = _suffix(path)
    if suffix not in FORMATS:
        return how
    if suffix in _INSTEAD or FORMATS[suffix].kind != how.kind:
        hint = f"end its name with {suffix_of(how)}"
        raise FileError(f"{path.name}: {suffix} is no name for a file in {how.kind}", hint=hint)
    return replace(how, suffix=suffix, gz=gz)


def _loaded(path: Path, how: Format, sheet: str | int | None, *, guess: bool) -> Table:
    match how.kind:
        case "csv":
            return _read_csv(path, how, guess=guess)
        case "excel":
            return _read_excel(path, how, sheet)
        case "parquet":
            return Table(pl.read_parquet(path.read_bytes()), how)
        case "arrow":
            return Table(pl.read_ipc(path.read_bytes()), how)
    frame, labels = labelled.read_labelled(path, how.suffix)
    return Table(frame, how, labels)


def _store(frame: pl.DataFrame, path: Path, how: Format, labels: Labels) -> None:
    match how.kind:
        case "csv":
            _write_csv(frame, path, how)
        case "excel":
            _write_excel(frame, path, how)
        case "parquet":
            frame.write_parquet(path)
        case "arrow":
            frame.write_ipc(path)
        case _:
            labelled.write_labelled(frame, path, how.suffix, labels)


def csv_text(path: Path, how: Format) -> bytes:
    """Return the text of a CSV file in UTF-8, known to be written in this way."""
    return csv_dialect.decoded(path.name, _unzipped(path)[0], how.encoding)[0]


def _unzipped(path: Path) -> tuple[bytes, bool]:
    raw = path.read_bytes()
    gz = raw.startswith(b"\x1f\x8b")
    return gzip.decompress(raw) if gz else raw, gz


def _read_csv(path: Path, how: Format, *, guess: bool) -> Table:
    raw, gz = _unzipped(path)
    text, encoding = csv_dialect.decoded(path.name, raw, "" if guess else how.encoding)
    dialect = replace(csv_dialect.found(text) if guess else how, encoding=encoding, gz=gz)
    names = csv_dialect.header(text, dialect)
    check_names(path.name, names)
    csv_dialect.check_lines(path.name, text, dialect)
    cells = csv_dialect.parse(text, names, dialect)
    if guess and dialect.separator != ",":
        dialect = replace(dialect, decimal_comma=csv_dialect.has_decimal_comma(cells))
    frame = csv_dialect.typed(cells, decimal_comma=dialect.decimal_comma)
    return Table(frame, replace(how, **asdict(dialect)))


def _write_csv(frame: pl.DataFrame, path: Path, how: Format) -> None:
    frame = escaped(frame) if how.escape_formulas else frame
    if how.decimal_comma:
        numbers = (cs.float() | cs.decimal()).cast(pl.String)
        frame = frame.with_columns(numbers.str.replace(".", ",", literal=True))
    text = _csv(frame, how, "non_numeric" if frame.width == 1 else "necessary")
    guess = csv_dialect.found(text.encode()).separator
    if frame.width > 1 and guess != how.separator in csv_dialect.SEPARATORS:
        text = _csv(frame, how, "always")  # so that who guesses finds the same separator
    if not csv_dialect.is_text(text.encode()):
        message = "CSV: control characters such as NUL cannot be written"
        raise FileError(message, hint="write it as .parquet")
    raw = text.encode(how.encoding)
    path.write_bytes(gzip.compress(raw, 6, mtime=0) if how.gz else raw)


def _csv(
    frame: pl.DataFrame, how: Format, style: Literal["necessary", "non_numeric", "always"]
) -> str:
    """Return the text; where a column is alone, "" stands for missing: blank lines are skipped."""
    quote = how.quote or '"'
    return frame.write_csv(
        separator=how.separator,
        line_terminator=how.newline,
        quote_char=quote,
        quote_style=style,
        null_value=quote * 2 if frame.width == 1 else None,
    )


def _read_excel(path: Path, how: Format, sheet: str | int | None) -> Table:
    logging.getLogger("fastexcel").setLevel(logging.ERROR)  # it would remark on empty columns
    raw = path.read_bytes()
    book = labelled.optional("fastexcel", "reading Excel files").read_excel(raw)
    places = dict(enumerate(book.sheet_names, 1))
    name = sheet if isinstance(sheet, str) else places.get(sheet or 1, "")
    if name not in book.sheet_names:
        hint = f"it has: {listed(book.sheet_names)}"
        raise FileError(f"{path.name}: has no such sheet", hint=hint)
    top = book.load_sheet(name, header_row=None, n_rows=1, dtypes="string").to_polars()
    frame = pl.read_excel(raw, sheet_name=name, infer_schema_length=None, drop_empty_rows=False)
    nameless = [""] * frame.select(cs.starts_with("__UNNAMED__")).width
    check_names(path.name, [name for name in top.row(0) if name] + nameless)
    return Table(frame, replace(how, sheet=name))


def _write_excel(frame: pl.DataFrame, path: Path, how: Format) -> None:
    library = labelled.optional("xlsxwriter", "writing Excel files")
    labelled.check_doubles("Excel", frame, _EXCEL_LARGEST)
    lengths = frame.select(cs.string().str.len_chars().max()).iter_columns()
    sizes = (frame.height, frame.width, max((each.item() or 0 for each in lengths), default=0))
    if any(size > most for size, most in zip(sizes, _EXCEL_MOST, strict=True)):
        raise FileError("Excel: too many rows or columns, or too long a text", hint=_OTHER)
    with library.Workbook(path, _EXCEL) as book:
        frame.write_excel(book, how.sheet, column_formats={cs.numeric(): "General"})
