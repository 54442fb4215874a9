"""A release of the same source that was published earlier, as whoever holds the data kept it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import narwhals as nw
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.entering.column_names import LINK
from discret.data.files.formats import Table
from discret.data.files.given_files import given_bytes, given_text
from discret.data.files.tables import read
from discret.data.refusals import no_records
from discret.data.roles import HELD, Role
from discret.data.writing.targets import shown
from discret.errors import ColumnError, DiscretError, FileError, InputError
from discret.words import Words

PEOPLE = "people.parquet"  # who is behind each record, beside the record of a release
NOBODY = "nobody"  # its column that marks records which nobody is behind
_WHO, _PERSON = Words("previous", fr="previous"), "__person__"


class Behind(NamedTuple):
    """Who is behind each record of a release, and behind which of them nobody is.

    A record of a person whose number is missing is somebody's all the same.
    """

    person: pl.Series
    nobody: pl.Series


class Records(NamedTuple):
    """Columns of all records, and who is behind each, where that can be told."""

    table: pl.DataFrame
    behind: Behind | None


@dataclass(frozen=True, eq=False)
class PastRelease:
    """A release that was published earlier.

    Parameters
    ----------
    table
        Its records; with roles where it came with a record, or as a dataset.
    behind
        Who is behind each of them, where a file beside it says so.

    Examples
    --------
    >>> past = PastRelease.of(pl.DataFrame({"age": ["20-29"], "ill": ["flu"], "name": ["Ann"]}))
    >>> table, people = past.records(["ill"], "name")
    >>> table.rows(), people.person.to_list()
    ([('flu',)], ['Ann'])
    """

    table: Dataset = field(repr=False)
    behind: Behind | None = field(default=None, repr=False)

    @classmethod
    def of(cls, given: Any) -> PastRelease:
        """Take a path (of a table, or of a record with its release beside), a table or a release.

        Of a release that was made here all is known; of a file, what it has.
        """
        if isinstance(given, PastRelease):
            return given
        if isinstance(given, str | Path):
            return _from_file(Path(given))
        held = given.inside if hasattr(type(given), "gate") else given
        return cls(held if isinstance(held, Dataset) else _dataset(held))

    def keys(self, data: Dataset) -> tuple[str, ...]:
        """Return its keys: its own, and those of a file of the same source that it has.

        Where it has no roles a column that this file does not have, nor had, is one too: the number
        of a group, a key that was dropped or is called otherwise since.
        """
        own = self.table.columns(Role.KEY)
        closed = {*self.table.columns(*HELD, Role.SENSITIVE), *data.columns(Role.SENSITIVE)}
        named = dict.fromkeys((*data.original.columns(Role.KEY), *data.columns(Role.KEY)))
        known = [name for name in named if name in self.table.roles and name not in closed]
        if own:
            return tuple(dict.fromkeys((*own, *known)))
        here = {*data.roles, *data.original.roles}
        return (*known, *(n for n in self.table.roles if n not in here)) if known else ()

    def records(self, columns: Iterable[str], person: str | None) -> Records:
        """Return columns of its records, and who is behind each, where that can be told."""
        if self.behind is None:
            return records_of(self.table, columns, person)
        return Records(collected(self.table.visible().select(*dict.fromkeys(columns))), self.behind)

    def check(self, data: Dataset, number: int) -> None:
        """Refuse a release that cannot be of the same source: without its columns."""
        lost = [name for name in data.columns(Role.SENSITIVE) if name not in self.table.roles]
        if lost or not self.keys(data):
            names = lost or list(data.columns(Role.KEY))
            raise ColumnError(
                _OTHER.filled(n=number, names=", ".join(map(repr, names))), hint=_SAME
            )


def kept_beside(path: Path) -> list[Path]:
    """Return a file, and of a record the release that is beside it, and who is behind it.

    Examples
    --------
    >>> [path.name for path in kept_beside(Path("towns.csv"))]
    ['towns.csv']
    """
    if path.suffix != ".json":
        return [path]
    beside = [path.with_name(PEOPLE), *path.parent.glob("release.*")]
    return [path, *(file for file in sorted(beside) if file.is_file())]


def followed_by(data: Dataset, individual: str | None = None) -> str | None:
    """Return the column by which people are followed from release to release, if there is one.

    By default the one that tells people apart, or else the only identifier.

    Examples
    --------
    >>> followed_by(Dataset.of(pl.DataFrame({"name": ["Ann"], "age": [3]}), identifier="name"))
    'name'
    """
    tables = (data, data.original)
    if individual is not None:
        if not any(individual in table.roles for table in tables):
            raise ColumnError.missing("individual", [individual], data.original.roles)
        return individual
    for role in (Role.INDIVIDUAL, Role.IDENTIFIER):
        named = dict.fromkeys(name for table in tables for name in table.columns(role))
        if len(named) == 1:
            return next(iter(named))
    return None


def records_of(data: Dataset, columns: Iterable[str], person: str | None) -> Records:
    """Return columns of all records, and who is behind each as the file had it before any step.

    Names may be gone or replaced by now: the original has them. What was made up is nobody's; a
    record of the original whose person is missing is not.
    """
    names = list(dict.fromkeys(columns))
    before = data.original
    if person is not None and before is not data and person in before.roles and data.numbered:
        table = collected(data.frame.select(*dict.fromkeys((LINK, *names))))
        return Records(table.select(names), _named(table[LINK], before, person))
    if person is None or person not in data.roles:
        return Records(collected(data.frame.select(*names)), None)
    table = collected(data.frame.select(*names, nw.col(person).alias(_PERSON)))
    none = pl.Series([False], dtype=pl.Boolean).new_from_index(0, len(table))
    return Records(table.select(names), Behind(table[_PERSON], none))


def _named(rows: pl.Series, before: Dataset, person: str) -> Behind:
    known = collected(before.frame.select(LINK, nw.col(person).alias(_PERSON)))
    if rows.dtype != known.schema[LINK]:
        rows, known = rows.cast(pl.String), known.with_columns(pl.col(LINK).cast(pl.String))
    known = known.with_columns(pl.lit(value=True).alias(NOBODY))
    found = rows.to_frame().join(known, on=LINK, how="left", maintain_order="left")
    return Behind(found[_PERSON], found[NOBODY].is_null())


def _dataset(given: Any, roles: Mapping[str, Any] | None = None) -> Dataset:
    table = given if isinstance(given, Table) else None
    frame = given if table is None else table.frame
    found = Dataset.of(frame, labels=None if table is None else table.labels, **(roles or {}))
    if not len(found):
        raise no_records(_WHO)
    return found


def _from_file(path: Path) -> PastRelease:
    if path.suffix.lower() != ".json":
        return PastRelease(_dataset(read(path)))
    record = _record(path)
    name, digest = (str(record["released"].get(part)) for part in ("name", "sha256"))
    file = path.parent / name
    if Path(name).name != name:  # a release lies beside its record
        raise FileError(_NO_RECORD.filled(name=shown(path)), hint=_OF_A_RUN)
    if _digest(file) != digest:
        raise FileError(_CHANGED.filled(name=shown(file)), hint=_AS_IT_WAS)
    table = _dataset(read(file), _roles(record))
    return PastRelease(table, _behind(path.with_name(PEOPLE), len(table), record.get("people")))


def _digest(path: Path) -> str:
    return hashlib.sha256(given_bytes(path)).hexdigest()


def _record(path: Path) -> dict[str, Any]:
    """Read a record that has a release beside it."""
    try:
        record = json.loads(given_text(path))
    except ValueError:
        record = None
    whole = isinstance(record, dict) and str(record.get("schema")).startswith("discret.record/")
    if not whole or not isinstance(record.get("released"), dict):
        raise FileError(_NO_RECORD.filled(name=shown(path)), hint=_OF_A_RUN)
    found: dict[str, Any] = record
    return found


def _roles(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the roles that columns had when they left; what names people did not."""
    told = record.get("data", {}).get("after", {}).get("roles", {})
    kept = {role: names for role, names in told.items() if role in set(Role) - {*HELD}}
    kept.pop(Role.IGNORED, None)
    return {role: names[0] if Role(role).single else names for role, names in kept.items()}


def _behind(path: Path, records: int, told: Any) -> Behind | None:
    """Return who is behind the records of a release, where the file beside it was kept.

    That of another release would have other people followed: the record tells which file it is.
    """
    if not path.is_file():
        return None
    if not isinstance(told, dict) or _digest(path) != told.get("sha256"):
        raise FileError(_CHANGED_PEOPLE.filled(name=shown(path)), hint=_AS_IT_WAS)
    try:
        people = read(path).frame
    except DiscretError as error:
        raise FileError(error.message, hint=_AS_IT_WAS) from None
    if len(people) != records or people.width != len(Behind._fields):
        raise InputError(_MISFIT.filled(name=shown(path)), hint=_AS_IT_WAS)
    return Behind(*people.get_columns())


_OTHER = Words(
    "previous: release {n} has other columns than this file, and lacks {names}",
    fr="previous : la diffusion {n} a d’autres colonnes que ce fichier, il y manque {names}",
)
_SAME = Words(
    "name releases of the same source, with the same columns",
    fr="nommer des diffusions de la même source, avec les mêmes colonnes",
)
_CHANGED = Words(
    "{name}: it is not the release that the record beside it tells of",
    fr="{name} : ce n’est pas la diffusion dont parle le relevé à côté",
)
_CHANGED_PEOPLE = Words(
    "{name}: it is not the file of people that was written with the record beside it",
    fr="{name} : ce n’est pas le fichier de personnes écrit avec le relevé à côté",
)
_AS_IT_WAS = Words(
    "put back the files of the release as they were written",
    fr="remettre les fichiers de la diffusion tels qu’ils ont été écrits",
)
_NO_RECORD = Words(
    "{name}: it is not the record of a release",
    fr="{name} : ce n’est pas le relevé d’une diffusion",
)
_OF_A_RUN = Words(
    "name the record.json that discret run wrote, with the release beside it, or a table",
    fr="nommer le record.json écrit par discret run, avec la diffusion à côté, ou une table",
)
_MISFIT = Words(
    "{name}: it does not have one row for each record of the release",
    fr="{name} : il n’a pas une ligne par enregistrement de la diffusion",
)
