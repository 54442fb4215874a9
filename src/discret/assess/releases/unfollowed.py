"""What releases give away where nothing follows people: by groups that may cover the same ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from discret.data.beside.named_people import NamedPeople
from discret.data.beside.past import PastRelease
from discret.data.beside.tables import in_names
from discret.data.codes import places_in
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.keytable import KeyTable
from discret.data.roles import HELD, Role
from discret.data.text import as_text
from discret.errors import InputError
from discret.maths.arrays import Ints
from discret.maths.releases.bounds import Cells
from discret.maths.releases.regions import Regions, regions


@dataclass(frozen=True)
class Beside:
    """An earlier release beside this one, over columns that both have, whatever their levels.

    Parameters
    ----------
    table
        The earlier release, in the names of this one.
    both
        The groups of this release and the rows of the earlier one, and which go together.
    """

    table: pl.DataFrame = field(repr=False)
    both: NamedPeople = field(repr=False)

    @classmethod
    def of(
        cls, who: str, data: Dataset, past: PastRelease, columns: Sequence[str], more: Sequence[str]
    ) -> Beside:
        """Compare both over some columns; `more` are looked at beside these."""
        names = dict.fromkeys((*columns, *more))
        table = collected(in_names(past.table, data).frame.select(*names))
        held = data.columns(Role.INDIVIDUAL)
        return cls(table, NamedPeople.of(who, data.without_columns(held), table, None, columns))

    @property
    def linked(self) -> int:
        """How many records of this release one record alone of the earlier can be, both ways."""
        unit, person = self.both.unit, self.both.person
        records, people = self.both.records, self.both.people.number
        one_way = np.bincount(unit, people[person], minlength=len(records)) == 1
        other_way = np.bincount(person, records[unit], minlength=len(people)) == 1
        return int((one_way[unit] & other_way[person]).sum())

    def regions(self, column: str) -> Regions:
        """Return what changed between the two, in parts that cover the same people."""
        keys, people = self.both.keys, self.both.people
        own = keys.around.tally(column)
        texts = as_text(own.values)
        value = places_in(as_text(self.table[column]), texts)
        others = as_text(self.table[column]).filter(value < 0).unique().drop_nulls()
        value = np.where(
            value < 0, len(texts) + places_in(as_text(self.table[column]), others), value
        )
        known = self.table[column].is_not_null().to_numpy()
        size = max(len(texts) + len(others), 1)
        cells = _of_records(people.kind[known], value[known], size), _of_groups(keys, column, size)
        return regions(
            (self.both.person, self.both.unit), (len(people.number), len(keys)), cells, size
        )


def _of_records(kind: Ints, value: Ints, size: int) -> Cells:
    return Cells(*np.unique(kind * size + value, return_counts=True))


def _of_groups(keys: KeyTable, column: str, size: int) -> Cells:
    held = keys.around.tally(column).counts.tocoo()
    code = held.row.astype(np.int64) * size + held.col
    order = np.argsort(code)
    return Cells(code[order], held.data[order].astype(np.int64))


def linked_to(who: str, data: Dataset, past: PastRelease) -> int | None:
    """Count the records that can be linked to an earlier release; nothing where it takes too much.

    All columns count that both have and that the file came with, but those that name people.
    """
    held = {*data.columns(*HELD)}
    came = data.original.roles
    names = [n for n in data.roles if n in past.table.roles and n in came and n not in held]
    try:
        return Beside.of(who, data, past, names, ()).linked
    except InputError:  # too many pairs go together for any to tell much
        return None


def shared_keys(data: Dataset, past: PastRelease) -> tuple[str, ...]:
    """Return the keys that an earlier release and this one have."""
    return tuple(name for name in past.keys(data) if name in data.columns(Role.KEY))
