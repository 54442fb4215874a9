"""Tables of people whom somebody knows by name: files or tables in memory, joined in a chain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import polars as pl
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr

from discret.data.beside.tables import in_names
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.files.formats import Table
from discret.data.files.tables import read
from discret.data.refusals import no_records
from discret.data.text import comparable
from discret.errors import ColumnError, InputError
from discret.parts import Pairs
from discret.parts.handed_tables import can_be_read, is_table
from discret.words import Words

MOST_ROWS = 50_000_000  # of tables that are joined


class KnownTable(BaseModel):
    """A table of people, in a file; or in memory, which no plan can hold."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    file: str = Field(
        default="",
        description=Words(
            "the file. Its path starts at the folder of the plan",
            fr="le fichier. Son chemin part du dossier du plan",
        ),
    )
    rename: Pairs[str] = Field(
        default=(),
        description=Words(
            'what columns are called in the release. `{ id_parcelle = "parcel" }`, for example',
            fr='nom des colonnes dans le fichier diffusé. `{ id_parcelle = "parcel" }`, par'
            " exemple",
        ),
    )
    _held: _Held = PrivateAttr()

    def model_post_init(self, _context: Any) -> None:
        """Get ready to read the file, once, when it is asked for."""
        self._held = _Held(self.file)

    @classmethod
    def holding(cls, table: Any) -> KnownTable:
        """Return one that is in memory."""
        known = cls()
        known._held = _Held(table)
        return known

    @property
    def lacks(self) -> Words | None:
        """What keeps it from being read, if something does."""
        return None if not isinstance(self._held.given, str) else _lacks(self._held.given)

    def columns(self, data: Dataset) -> pl.DataFrame:
        """Return the table with the names and categories that columns have in `data`."""
        known = in_names(self._held.data, data)
        table = collected(known.frame.select(*known.roles))
        names = dict(self.rename)
        if lost := [name for name in names if name not in table.columns]:
            raise ColumnError.missing("rename", lost, table.columns)
        return table.rename(names)


class _Held:
    """A table that is read once; it is equal to itself alone."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def __eq__(self, other: object) -> bool:
        mine = isinstance(other, _Held) and isinstance(self.given, str)
        return self is other or (mine and self.given == getattr(other, "given", None))

    __hash__ = None  # type: ignore[assignment]

    @cached_property
    def data(self) -> Dataset:
        """The table, with names for the columns of codes."""
        if isinstance(self.given, Dataset):
            return self.given
        table = read(Path(self.given)) if isinstance(self.given, str) else self.given
        labels = table.labels if isinstance(table, Table) else None
        return Dataset.of(table.frame if isinstance(table, Table) else table, labels=labels)


def _lacks(file: str) -> Words | None:
    if not file:
        return _IN_MEMORY
    return None if can_be_read(file) else _NO_FILE


def _read_tables(given: Any) -> Any:
    """Accept paths, tables in memory, and {"file": ..., "rename": {...}}."""
    if not isinstance(given, list | tuple):
        return given
    return [_known(number, item) for number, item in enumerate(given, 1)]


def _known(number: int, item: Any) -> Any:
    if isinstance(item, KnownTable | Mapping):
        return item
    if isinstance(item, str | Path):
        return KnownTable(file=str(item))
    if isinstance(item, Dataset | Table) or is_table(item):
        return KnownTable.holding(item)
    raise ValueError(_NO_TABLE.filled(n=number))


def check_files(tables: tuple[KnownTable, ...]) -> tuple[KnownTable, ...]:
    """Refuse tables that no file has."""
    for number, table in enumerate(tables, 1):
        if (why := table.lacks) is not None:
            raise ValueError(why.filled(n=number))
    return tables


KnownTables = Annotated[tuple[KnownTable, ...], BeforeValidator(_read_tables)]


def chained(who: str, tables: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Join tables one after the other, each on the columns that it shares with those before it.

    What a table does not have of somebody is not known of them: nobody is left out.

    Examples
    --------
    >>> koumoul = pl.DataFrame({"parcel": ["A1", "A2"], "surface": [3.5, 8.0]})
    >>> geoportail = pl.DataFrame({"parcel": ["A1", "A3"], "crop": ["wheat", "beet"]})
    >>> chained("test", [koumoul, geoportail]).sort("parcel").rows()
    [('A1', 3.5, 'wheat'), ('A2', 8.0, None), ('A3', None, 'beet')]
    """
    whole = tables[0]
    for number, table in enumerate(tables[1:], 2):
        shared = [name for name in table.columns if name in whole.columns]
        if not shared:
            raise InputError(_NO_LINK.filled(who=who, n=number), hint=_RENAME)
        whole, other = _alike(whole, table, shared)
        _check_size(who, whole, other, shared)
        whole = whole.join(other, on=shared, how="full", coalesce=True, maintain_order="left_right")
    if whole.is_empty():
        raise no_records(who)
    return whole


def _alike(
    one: pl.DataFrame, other: pl.DataFrame, shared: Sequence[str]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    pairs = [comparable(one[name], other[name]) for name in shared]
    return one.with_columns(mine for mine, _ in pairs), other.with_columns(own for _, own in pairs)


def _check_size(who: str, one: pl.DataFrame, other: pl.DataFrame, shared: Sequence[str]) -> None:
    """Refuse a join that multiplies rows beyond all measure."""
    counts = [table.group_by(shared).agg(pl.len().alias("__n__")) for table in (one, other)]
    both = counts[0].join(counts[1], on=shared, suffix="__other__")
    rows = both.select((pl.col("__n__").cast(pl.Int64) * pl.col("__n____other__")).sum()).item()
    if int(rows or 0) > MOST_ROWS:
        raise InputError(_TOO_MANY.filled(who=who, most=MOST_ROWS), hint=_RENAME)


_NO_TABLE = Words(
    "number {n}: a table or the path of a file is needed",
    fr="numéro {n} : il faut une table ou le chemin d’un fichier",
)
_NO_FILE = Words(
    "number {n}: there is no file that can be read (paths start at the folder of the plan)",
    fr="numéro {n} : pas de fichier lisible à cet endroit (les chemins partent du dossier du plan)",
)
_IN_MEMORY = Words(
    "number {n}: it names no file; write a table that is in memory to one, and name that",
    fr="numéro {n} : pas de fichier nommé ; écrire dans un fichier une table en mémoire, et le"
    " nommer",
)
_NO_LINK = Words(
    "{who}: table {n} shares no column with those before it",
    fr="{who} : la table {n} n’a aucune colonne en commun avec celles qui précèdent",
)
_RENAME = Words(
    'name what they share alike, with rename: { file = "...", rename = { theirs = "ours" } }',
    fr='nommer de même ce qu’elles ont en commun, avec rename : { file = "...", rename = { leur ='
    ' "notre" } }',
)
_TOO_MANY = Words(
    "{who}: joined, the tables have more than {most} rows",
    fr="{who} : jointes, les tables ont plus de {most} lignes",
)
