# ruff: noqa: A002 (format is the word)
"""Data files: read them in, and write them back in the format they came in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import cast

import polars as pl

from discret.arguments.fitting import as_path
from discret.data.codebook import coded
from discret.data.engine import Scan, in_polars
from discret.data.entering.column_names import check_names, check_there, chosen, unhidden
from discret.data.files import labels as labelled
from discret.data.files.as_written import UNTYPED, AsWritten
from discret.data.files.csv import csv_text, read_csv, with_dates, write_csv
from discret.data.files.damage import check_undamaged
from discret.data.files.excel import read_excel, write_excel
from discret.data.files.formats import (
    FORMATS,
    INSTEAD,
    KINDS,
    Format,
    Kind,
    Opened,
    Table,
    suffix_of,
)
from discret.data.files.given_files import border, check_readable
from discret.data.files.how_to_read import HowToRead
from discret.data.files.labels import Labels
from discret.data.held import TALL, Held, with_texts
from discret.data.refusals import no_numbers
from discret.data.writing.atomic import atomic
from discret.data.writing.bare import bare
from discret.data.writing.targets import shown
from discret.errors import FileError, listed
from discret.words import Words, say

__all__ = [
    "FORMATS", "Format", "HowToRead", "Opened", "Table", "csv_text", "kind_of", "opened", "read",
    "suffix_of", "write",
]  # fmt: skip
AS_IT_SAYS = HowToRead()
_TOML = ".toml"
_PLAN = Words(
    "{file}: is a plan, a data file is needed",
    fr="{file} : est un plan, il faut un fichier de données",
)
_ITS_DATA = Words(
    "name the data file that it is about; discret check and discret run take a plan",
    fr="nommer le fichier de données dont il parle ; discret check et discret run prennent un plan",
)
_MEND = Words(
    "it may be damaged, or of another kind: save it again with the program that made it",
    fr="il est peut-être abîmé, ou d’un autre genre : l’enregistrer de nouveau avec le"
    " programme qui l’a fait",
)
_OTHER = Words(
    "write it as .parquet, or as .csv in UTF-8", fr="l’écrire en .parquet, ou en .csv en UTF-8"
)


def read(
    path: str | Path, *, format: Format | str | None = None, how: HowToRead = AS_IT_SAYS
) -> Table:
    r"""Read a data file. Missing values are null, NaN and empty texts too; −0.0 is 0.0.

    Parameters
    ----------
    path
        The file; how its name ends says what it is.
    format
        Its kind, where the name does not tell; or a `Format`, whose dialect is then not guessed.
    how
        How to read it, where it does not say so itself.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "small.csv"
    >>> _ = path.write_text("commune;size\n01001;1,5\n", encoding="utf-8")
    >>> table = read(path)
    >>> table.frame.rows(), table.format.decimal_comma
    ([('01001', 1.5)], True)
    """
    table = read_narrow(path, format=format, how=how)
    return replace(table, frame=_in_texts(table))


def read_narrow(
    path: str | Path,
    *,
    format: Format | str | None = None,
    how: HowToRead = AS_IT_SAYS,
    like: pl.DataFrame | None = None,
) -> Table:
    """Do so, with the texts of a CSV file as enumerations where few come again and again.

    Where a table is expected (`like`), columns of a CSV file are as narrow as it has them.
    """
    place = as_path("read", path)
    form = _chosen(place, format)
    check_readable(place)
    how.check(place.name, form.kind)
    with _reading(place, form):
        table = _loaded(place, form, how, guess=not isinstance(format, Format), like=like)
    check_there(place.name, (*how.numbers, *how.categories), table.frame)
    kinds = {name: table.frame.schema[name] for name in how.numbers}
    if wrong := [n for n, kind in kinds.items() if kind != pl.Null and not kind.is_numeric()]:
        raise no_numbers("[data] numbers", wrong)
    labels = replace(table.labels, numbers=how.numbers, categories=how.categories)
    frame = _plain(table.frame)
    notes = (*table.notes, *coded(frame, labels))
    again = AsWritten(place, table.format, how) if table.format.kind in UNTYPED else None
    return replace(table, frame=frame, labels=labels, notes=notes, written=again)


def opened(path: str | Path, *, how: HowToRead = AS_IT_SAYS) -> Opened:
    """Open a data file to work on it: one in Parquet is scanned when asked, others are read.

    A damaged file is refused at once, in any case.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> opened(write(pl.DataFrame({"size": [1.5, 2.0]}), Path(mkdtemp()) / "small.parquet")).records
    2
    """
    place = Path(path)
    form = _chosen(place, None)
    if form.kind != "parquet" or how != AS_IT_SAYS:
        table = read_narrow(place, how=how)
        records, tall = table.frame.height, table.format.kind == "csv" and len(table.frame) > TALL
        held = Held.of(table.frame) if tall else _in_texts(table)
        return Opened(held, records, table.format, table.labels, table.notes, table.written)
    check_readable(place)
    with _reading(place, form):
        frame = pl.scan_parquet(place, glob=False, hive_partitioning=False)
        frame = frame.rename(unhidden(frame.collect_schema().names()))
        names = frame.collect_schema().names()
        frame.select(pl.all().null_count()).collect()  # reads every page
        records = int(frame.select(pl.len()).collect().item())
    check_names(place.name, names)
    return Opened(Scan(frame), records, form)


def write(
    frame: pl.DataFrame | Held,
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
    place = as_path("write", path)
    shown = frame.kinds if isinstance(frame, Held) else {}
    frame = frame.table if isinstance(frame, Held) else in_polars("write", frame)
    how = _as_named(place, _chosen(place, format).writable)
    frame = _plain(frame)
    check_names(place.name, frame.columns)
    failed = say(
        "{file}: cannot be written as {kind}",
        "{file} : ne peut être écrit comme {kind}",
        file=place.name,
        kind=how.kind,
    )
    with atomic(place) as part, border(failed, hint=_OTHER):
        if shown and how.kind == "parquet":
            Held(frame, shown).frame.sink_parquet(part)  # which says the types of columns
        else:
            _store(frame, part, how, labels or Labels())
    return place


def _in_texts(table: Table) -> pl.DataFrame:
    """Return what a table shows: a CSV file has texts, and no enumerations."""
    return with_texts(table.frame) if table.format.kind == "csv" else table.frame


def _plain(frame: pl.DataFrame) -> pl.DataFrame:
    """Make NaN and empty texts missing and −0.0 plain zero; without them, nothing is copied."""
    found = [
        _plain_column(table.alias("")).alias(table.name) for table in frame if _odd(table.alias(""))
    ]
    return frame.with_columns(found) if found else frame


def _odd(values: pl.Series) -> bool:
    if values.dtype.is_float():
        return bool(values.is_nan().any() or (1 / values.filter(values == 0) < 0).any())
    if isinstance(values.dtype, pl.Enum) and "" not in values.dtype.categories:
        return False
    text = isinstance(values.dtype, pl.String | pl.Categorical | pl.Enum)
    return text and bool((values.cast(pl.String) == "").any())


def _plain_column(values: pl.Series) -> pl.Series:
    if values.dtype.is_float():
        return values.fill_nan(None).set(values == 0, 0.0)
    return values.set(values.cast(pl.String) == "", None)


def _suffix(path: Path) -> tuple[str, bool]:
    name = path.name.lower()
    return Path(name.removesuffix(".gz")).suffix, name.endswith(".gz")


@contextmanager
def _reading(place: Path, form: Format) -> Iterator[None]:
    """Refuse a damaged file, and say of whatever fails in it that it cannot be read as it is."""
    refusal = say(
        "{file}: cannot be read as {kind}",
        "{file} : ne peut être lu comme {kind}",
        file=place.name,
        kind=form.kind,
    )
    with border(refusal, hint=_MEND):
        check_undamaged(place, form.kind)
        yield


def _chosen(path: Path, format: Format | str | None) -> Format:
    if isinstance(format, Format):
        return format
    suffix, gz = _suffix(path)
    named = FORMATS.get(suffix)
    if format is not None and (named is None or named.kind != format):
        named = KINDS.get(cast("Kind", format))
    if named is None and path.is_dir():
        check_readable(path)  # says that it is a folder
    if named is None and suffix == _TOML and path.is_file():
        raise FileError(_PLAN.filled(file=shown(path)), hint=_ITS_DATA)
    if named is None or (gz and named.kind != "csv"):
        hint = say(
            "end its name with one of {formats}; in Python, format= may be one of {kinds}",
            "terminer son nom par l’un de {formats} ; en Python, format= peut être l’un de {kinds}",
            formats=listed(FORMATS, 99),
            kinds=listed(KINDS),
        )
        raise FileError(
            say(
                "{file}: its format is not known",
                "{file} : son format n’est pas connu",
                file=shown(path),
            ),
            hint=hint,
        )
    return replace(named, gz=gz)


def _as_named(path: Path, how: Format) -> Format:
    """Take suffix and compression from the name, and refuse a name that says another kind."""
    suffix, gz = _suffix(path)
    if suffix not in FORMATS:
        return how
    if suffix in INSTEAD or FORMATS[suffix].kind != how.kind:
        hint = say("end its name with {how}", "terminer son nom par {how}", how=suffix_of(how))
        raise FileError(
            say(
                "{file}: {suffix} is no name for a file in {kind}",
                "{file} : {suffix} n’est pas un nom de fichier en {kind}",
                file=shown(path),
                suffix=suffix,
                kind=how.kind,
            ),
            hint=hint,
        )
    return replace(how, suffix=suffix, gz=gz)


def kind_of(path: Path) -> Kind:
    """Return the kind of a file, as its name says.

    Examples
    --------
    >>> kind_of(Path("small.csv.gz"))
    'csv'
    """
    return _chosen(path, None).kind


def _loaded(
    path: Path, form: Format, how: HowToRead, *, guess: bool, like: pl.DataFrame | None
) -> Table:
    if form.kind == "csv":
        return read_csv(path, form, how, guess=guess, like=like)
    table = read_excel(path, form, how) if form.kind == "excel" else _typed(path, form)
    frame, told = with_dates(chosen(path.name, table.frame, how.columns), how.date_format)
    return replace(table, frame=frame, notes=(*table.notes, *told))


def _typed(path: Path, form: Format) -> Table:
    """Read a file that says the types of its columns."""
    labels = Labels()
    told: tuple[Words, ...] = ()
    match form.kind:
        case "parquet":
            frame = pl.read_parquet(path.read_bytes())
            frame = frame.rename(unhidden(frame.columns))
        case "arrow":
            frame = pl.read_ipc(path.read_bytes())
        case _:
            frame, labels, told = labelled.read_labelled(path, form.suffix)
    check_names(path.name, frame.columns)
    return Table(frame, form, labels, told)


def _store(frame: pl.DataFrame, path: Path, how: Format, labels: Labels) -> None:
    match how.kind:
        case "csv":
            write_csv(frame, path, how)
        case "excel":
            write_excel(frame, path, how)
        case "parquet":
            frame.write_parquet(path)
        case "arrow":
            bare(frame).write_ipc(path)  # which is written as memory is
        case _:
            labelled.write_labelled(frame, path, how.suffix, labels)
