"""Several releases of one source, the last of them about to be made: groups, people and values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl

from discret.data.beside.past import Behind, PastRelease, Records, followed_by, records_of
from discret.data.beside.tables import in_names
from discret.data.codes import numbered
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.refusals import no_records
from discret.data.roles import HELD, Role
from discret.data.text import as_text, is_text
from discret.errors import InputError
from discret.maths.arrays import Bools, Ints
from discret.maths.matching import group_ids
from discret.maths.releases.histories import Histories, histories
from discret.words import Words


@dataclass(frozen=True)
class Successive:
    """Releases of one source, first to last.

    Parameters
    ----------
    tables
        The keys and sensitive columns of each, and the others that it has in common with another;
        of the last the numbers of its records too, where they have some.
    groups
        The group of each record of each.
    persons
        The person behind each record, as a number; −1 for nobody known. ``None`` where people
        cannot be followed through all of them.
    people
        How many people there are in all.
    repeated
        Of an only release, the groups of people who have several records.
    unnamed
        How many records are somebody's, and nothing says whose.
    common
        The columns that are no keys and that two releases have at least.

    Examples
    --------
    >>> first = pl.DataFrame({"id": [1, 2], "age": ["20-29"] * 2, "ill": ["flu", "cold"]})
    >>> data = Dataset.of(first.head(1), key="age", sensitive="ill", individual="id")
    >>> found = Successive.of("test", data, [PastRelease.of(first)])
    >>> found.people, [person.tolist() for person in found.persons], found.values("ill")[0]
    (2, [[0, 1], [0]], [array([1, 0]), array([1])])
    """

    tables: tuple[pl.DataFrame, ...] = field(repr=False)
    groups: tuple[Ints, ...] = field(repr=False)
    persons: tuple[Ints, ...] | None = field(repr=False)
    people: int
    repeated: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64), repr=False)
    unnamed: int = 0
    common: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        who: str,
        data: Dataset,
        previous: Sequence[PastRelease],
        individual: str | None = None,
    ) -> Successive:
        """Put a release that is about to be made after those that were."""
        data.need(who, Role.KEY)
        own = data.need(who, Role.SENSITIVE)
        if not len(data):
            raise no_records()
        for number, past in enumerate(previous, 1):
            past.check(data, number)
        person = followed_by(data, individual)
        keys = _keys(data, previous)
        common = _common(data, previous, {person, *(name for each in keys for name in each)})
        told = [
            _told(_beside(past, data), names, common, person)
            for past, names in zip(previous, keys, strict=False)
        ]
        hidden = (LINK,) if data.numbered else ()
        more = [name for name in common if name in data.roles]
        told.append(records_of(data, (*hidden, *keys[-1], *own, *more), person))
        tables, people = [table for table, _ in told], [known for _, known in told]
        groups = [_groups(table, names) for table, names in zip(tables, keys, strict=True)]
        persons, many = _persons(people)
        found = cls(
            tuple(tables), tuple(groups), persons, many, unnamed=_unnamed(people), common=common
        )
        return found if persons is None else _checked(who, found, persons)

    @property
    def records(self) -> int:
        """How many records they have in all."""
        return sum(map(len, self.groups))

    def values(self, column: str) -> tuple[list[Ints], pl.Series]:
        """Return the value of each record, as a number from 0; those past the last are missing."""
        distinct, codes = _numbered([table[column] for table in self.tables])
        return [np.where(own < 0, len(distinct), own) for own in codes], distinct

    def together(self, column: str) -> tuple[list[Ints], Ints, Ints] | None:
        """Return what each record shows in all common columns at once, as a number.

        Beside it, for each of these, what it is in every column, and its value in one. Nothing is
        returned where that is the only column.
        """
        if not {*self.common} - {column}:
            return None
        ends = np.cumsum([len(table) for table in self.tables])
        codes = np.stack(
            [np.concatenate(self._codes(name)) for name in dict.fromkeys((column, *self.common))],
            axis=1,
        )
        every, size = group_ids(codes)
        columns = np.zeros((size, codes.shape[1]), dtype=np.int64)
        columns[every] = codes
        return np.split(every.astype(np.int64), ends[:-1]), columns, columns[:, 0]

    def _codes(self, column: str) -> list[Ints]:
        """Return the numbers of a column that some releases may lack."""
        there = [column in table.columns for table in self.tables]
        shown = [table[column] for table, has in zip(self.tables, there, strict=True) if has]
        distinct, codes = _numbered(shown)
        left = iter(codes)
        return [
            np.where((own := next(left)) < 0, len(distinct), own)
            if has
            else np.full(len(table), -1, dtype=np.int64)
            for table, has in zip(self.tables, there, strict=True)
        ]

    def kinds(self) -> Histories:
        """Return people by their history; they must be followed."""
        assert self.persons is not None  # noqa: S101 (whoever asks has looked)
        return histories(self.groups, self.persons, self.people)


def _checked(who: str, found: Successive, persons: Sequence[Ints]) -> Successive:
    """Refuse people with several records in one of several releases; mark those of an only one."""
    _check_met(who, persons, found.people)
    again = [_repeated(own) for own in persons]
    bad = [number for number, own in enumerate(again, 1) if own.any()]
    if not bad:
        return found
    if len(persons) > 1:
        raise several(who, bad[0])
    return replace(found, persons=None, people=0, repeated=np.unique(found.groups[0][again[0]]))


def _check_met(who: str, persons: Sequence[Ints], people: int) -> None:
    """Refuse a release of which nobody is in another: nothing would be found, whatever is told."""
    there = [np.bincount(own[own >= 0], minlength=people) > 0 for own in persons]
    often = np.sum(there, axis=0)
    strange = [n for n, own in enumerate(there, 1) if not (own & (often > 1)).any()]
    if len(persons) > 1 and strange:
        raise InputError(_STRANGERS.filled(who=who, n=strange[0]), hint=_SAME_PEOPLE)


def _keys(data: Dataset, previous: Sequence[PastRelease]) -> list[tuple[str, ...]]:
    """Return the keys of each release, the last included.

    Whoever knows a key of one release knows it in all that have the column, whatever it is called
    there.
    """
    own = [past.keys(data) for past in previous]
    every = dict.fromkeys(name for each in (*own, data.columns(Role.KEY)) for name in each)
    closed = {*data.columns(*HELD, Role.SENSITIVE)}
    keys = [
        tuple(dict.fromkeys((*mine, *_known(past.table, every, closed))))
        for mine, past in zip(own, previous, strict=True)
    ]
    here = data.columns(Role.KEY)
    return [*keys, tuple(dict.fromkeys((*here, *_known(data, every, closed))))]


def _beside(past: PastRelease, data: Dataset) -> PastRelease:
    """Return a release with the categories that columns have in the data."""
    return replace(past, table=in_names(past.table, data))


def _known(table: Dataset, keys: Iterable[str], closed: set[str]) -> list[str]:
    held = {*table.columns(*HELD), *closed}
    return [name for name in keys if name in table.roles and name not in held]


def _common(
    data: Dataset, previous: Sequence[PastRelease], others: set[str | None]
) -> tuple[str, ...]:
    """Return the columns that two releases have at least, but keys and what names people."""
    tables = [past.table for past in previous] + [data]
    held = {name for table in (*tables, data.original) for name in table.columns(*HELD)}
    often = Counter(name for table in tables for name in table.roles)
    return tuple(n for n, many in often.items() if many > 1 and n not in held | others)


def _told(
    past: PastRelease, keys: Sequence[str], common: Sequence[str], person: str | None
) -> Records:
    return past.records((*keys, *(n for n in common if n in past.table.roles)), person)


def _groups(table: pl.DataFrame, names: Sequence[str]) -> Ints:
    codes = [numbered(table[name])[1] for name in names]
    return group_ids(np.stack(codes, axis=1))[0]


def _persons(known: Sequence[Behind | None]) -> tuple[tuple[Ints, ...] | None, int]:
    """Give numbers to the people behind records, where all releases say who they are."""
    told = [own.person for own in known if own is not None and own.person.count()]
    if len(told) < len(known):
        return None, 0
    distinct, codes = _numbered(_named_alike(told))
    return tuple(codes), len(distinct)


def _named_alike(people: Sequence[pl.Series]) -> list[pl.Series]:
    """Return numbers of people as numbers where some releases have texts: 007 is 7.

    Not so where a text is no number, or where two texts would be the same.
    """
    if not (any(own.dtype.is_numeric() for own in people) and any(map(_is_text, people))):
        return [*people]
    texts = pl.concat([own.cast(pl.String).alias("") for own in people if _is_text(own)])
    texts = texts.drop_nulls().unique()
    read = texts.str.strip_chars().cast(pl.Int64, strict=False)
    if read.null_count() or read.n_unique() < len(texts):
        return [*people]
    return [
        own.cast(pl.String).str.strip_chars().cast(pl.Int64) if _is_text(own) else own
        for own in people
    ]


def _is_text(column: pl.Series) -> bool:
    return is_text(column.dtype)


def _unnamed(known: Sequence[Behind | None]) -> int:
    """Count the records that are somebody's, and nothing says whose."""
    return sum(int((own.person.is_null() & ~own.nobody).sum()) for own in known if own is not None)


def _repeated(person: Ints) -> Bools:
    """Mark the records of people who have several."""
    many = np.bincount(person[person >= 0], minlength=1)
    return np.asarray((person >= 0) & (many[np.maximum(person, 0)] > 1))


def _numbered(columns: Sequence[pl.Series]) -> tuple[pl.Series, list[Ints]]:
    """Give the values of a column the same numbers in several tables, whatever their types."""
    texts = [as_text(own).alias("") for own in columns]
    distinct, codes = numbered(pl.concat(texts))
    ends = np.cumsum([len(text) for text in texts])
    return distinct, np.split(codes, ends[:-1])


def several(who: str, number: int) -> InputError:
    """Say that people have several records in a release.

    Examples
    --------
    >>> str(several("releases", 2)).split(",")[0]
    'releases: somebody has several records in release 2'
    """
    return InputError(_SEVERAL.filled(who=who, n=number), hint=_ONE)


_SEVERAL = Words(
    "{who}: somebody has several records in release {n}, and nothing says which follows which",
    fr="{who} : une personne a plusieurs enregistrements dans la diffusion {n}, et rien ne dit"
    " lequel suit lequel",
)
_STRANGERS = Words(
    "{who}: nobody of release {n} is in another one, by the column that follows people",
    fr="{who} : personne de la diffusion {n} n’est dans une autre, d’après la colonne qui suit les"
    " personnes",
)
_SAME_PEOPLE = Words(
    "name with individual= a column that numbers people alike in all releases, or leave out a"
    " release that has none of their people",
    fr="nommer par individual= une colonne qui numérote de même dans toutes les diffusions, ou"
    " omettre une diffusion sans personne en commun",
)
_ONE = Words(
    "name with individual= the column that numbers what is followed (stays, not patients), or keep"
    " one record for each person",
    fr="nommer par individual= la colonne qui numérote ce qui est suivi (les séjours, non les"
    " patients), ou garder un enregistrement par personne",
)
