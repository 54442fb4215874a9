"""People whom somebody knows by name, beside the records of a release that they may be behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from discret.data.beside.meanings import meaning_of
from discret.data.codes import numbered
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable, first_places
from discret.data.roles import Role
from discret.errors import InputError
from discret.maths.arrays import Ints
from discret.maths.identity.candidates import Meaning, candidates
from discret.maths.identity.owners import Owners, paired
from discret.maths.matching import group_ids
from discret.words import Words

MOST = 40_000_000  # pairs that are held at once


@dataclass(frozen=True)
class NamedPeople:
    """The groups of a release and the rows of a register, and which go together.

    Parameters
    ----------
    keys
        The release, counted over the columns that both have.
    files
        Those behind the records: of one group each, or of all that a person has.
    records
        How many records each kind of them has, all together.
    people
        The people of the register, by their rows.
    unit, person
        The pairs of kinds that may be the same.

    Examples
    --------
    >>> players = pl.DataFrame({"age": ["30-39", "30-39", "20-29"], "club": ["PSG"] * 3})
    >>> known = pl.DataFrame({"name": ["Silva", "Cavani"], "age": [35, 32]})
    >>> data = Dataset.of(players, key=["age", "club"])
    >>> found = NamedPeople.of("test", data, known, "name", ["age"])
    >>> found.keys.count.tolist(), found.people.number.tolist()
    ([1, 2], [2])
    >>> found.unit.tolist(), found.person.tolist()
    ([1], [0])
    """

    keys: KeyTable = field(repr=False)
    files: Owners = field(repr=False)
    records: Ints = field(repr=False)
    people: Owners = field(repr=False)
    unit: Ints = field(repr=False)
    person: Ints = field(repr=False)

    @classmethod
    def of(
        cls,
        who: str,
        data: Dataset,
        known: pl.DataFrame,
        name: str | None,
        columns: Sequence[str],
        tolerance: Mapping[str, float] | None = None,
    ) -> NamedPeople:
        """Compare a release with a table of people, over columns that both have.

        Parameters
        ----------
        who, data
            The part that asks, and the release.
        known
            The table, one row or several for each of the people.
        name
            The column that names them; without one each row is somebody.
        columns, tolerance
            The columns to compare, and how far numbers may be apart in some of them.
        """
        keys = data.keys_over(columns)
        meanings, codes = [], []
        for column in columns:
            distinct, code = numbered(known[column])
            found = meaning_of(
                data, column, distinct, keys.values(column), (tolerance or {}).get(column, 0.0)
            )
            kind, meaning = found.merged()
            meanings.append(meaning)
            codes.append(np.append(kind, -1)[code])
        rows = np.stack(codes, axis=1)
        ids, size = group_ids(rows)
        owner = np.arange(len(known)) if name is None else numbered(known[name])[1]
        people = Owners.of(owner, ids, size)
        files, records = _behind(keys)
        pairs = _gathered(who, keys.codes, rows[first_places(ids, size)], meanings)
        return cls(keys, files, records, people, *paired(files, people, *pairs))


def _gathered(who: str, groups: Ints, rows: Ints, meanings: Sequence[Meaning]) -> tuple[Ints, Ints]:
    blocks: list[tuple[Ints, Ints]] = []
    many = 0
    for block in candidates(groups, rows, meanings):
        blocks.append(block)
        many += len(block[0])
        if many > MOST:
            raise InputError(_TOO_MANY.filled(who=who, most=MOST), hint=_MORE)
    none = np.zeros(0, dtype=np.int64)
    group, row = (np.concatenate([none, *(block[side] for block in blocks)]) for side in (0, 1))
    return group, row


def _behind(keys: KeyTable) -> tuple[Owners, Ints]:
    """Return those behind the records, by kind, and how many records each kind has.

    Where people are told apart their records are seen together; a record of nobody known is
    somebody's own.
    """
    if keys.around.individual is None:
        return Owners.each(keys.count), keys.count
    held = keys.around.tally(keys.around.individual).counts.tocoo()
    group, owner, count = held.row.astype(np.int64), held.col.astype(np.int64), held.data
    files = Owners.of(owner, group, len(keys))
    own = np.bincount(files.kind[owner], count, minlength=files.members.values)
    alone = keys.count - np.bincount(group, count, minlength=len(keys)).astype(np.int64)
    return files.and_each(alone), np.append(own, alone[alone > 0]).astype(np.int64)


def several_records(data: Dataset) -> bool:
    """Whether somebody may have several records that nothing in the release shows to be theirs.

    So it is where the file told people apart when it came, and does so no longer.
    """
    return (
        data.column(Role.INDIVIDUAL) is None and data.original.column(Role.INDIVIDUAL) is not None
    )


_TOO_MANY = Words(
    "{who}: more than {most} pairs of a group of records and a row of the tables fit each other",
    fr="{who} : plus de {most} paires d’un groupe d’enregistrements et d’une ligne des tables"
    " s’accordent",
)
_MORE = Words(
    "compare more columns, or allow numbers to be less far apart (tolerance)",
    fr="comparer plus de colonnes, ou admettre de moindres écarts entre nombres (tolerance)",
)
