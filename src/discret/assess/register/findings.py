"""What follows from who may be whom: candidates, who is named, and what is told of people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from discret.data.beside.named_people import NamedPeople, several_records
from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.maths.arrays import Bools, Ints
from discret.maths.identity.possible_worlds import Worlds, worlds

CLASSES = {"0": 0, "1": 1, "2": 2, "3-5": 5, "6-10": 10, "11+": np.inf}


@dataclass(frozen=True)
class Found:
    """Who may be whom, and who is who in every possible world.

    Parameters
    ----------
    both
        The release and the people.
    worlds
        What is possible and what is certain of their pairs.
    fitting, left
        For each kind of those behind records, how many people fit, and how many of them are
        possible.
    certain
        Those whose person is the same in all worlds.
    """

    both: NamedPeople
    worlds: Worlds
    fitting: Ints = field(repr=False)
    left: Ints = field(repr=False)
    certain: Bools = field(repr=False)

    @classmethod
    def of(cls, both: NamedPeople, data: Dataset, complete: str | None) -> Found:
        """Find what follows, where so much is known of who is where."""
        unit, person = both.unit, both.person
        found = worlds(
            both.files.number,
            both.people.number,
            unit,
            person,
            every_record=complete in ("register", "both"),
            every_person=complete in ("file", "both"),
            several=several_records(data),
        )
        number, kept = both.people.number[person], found.possible
        size = both.files.members.values
        return cls(
            both,
            found,
            _sums(unit, number, size),
            _sums(unit[kept], number[kept], size),
            np.bincount(unit[found.certain], minlength=size) > 0,
        )

    def details(
        self, data: Dataset, columns: Sequence[str], complete: str | None, within: int
    ) -> dict[str, Any]:
        """Return counts, and nothing that names anybody."""
        records, people = self.both.records, self.both.people.number
        theirs = self._records_left()
        apart = data.column(Role.INDIVIDUAL) is not None
        return {
            "records": int(records.sum()),
            **({"individuals": int(self.both.files.number.sum())} if apart else {}),
            "people": int(people.sum()),
            "columns": list(columns),
            "named": int(records[self.left == 1].sum()),
            "certain": int(records[self.certain].sum()),
            "within": int(records[self._few(within)].sum()),
            "nobody": int(records[self.left == 0].sum()),
            "found": int(people[theirs == 1].sum()),
            "told": {name: self._told(name) for name in data.columns(Role.SENSITIVE)},
            "by_candidates": _classed(self.left, records),
            "people_by_records": _classed(theirs, people),
            "complete": complete or "neither",
            "fits": self.worlds.fits,
            "exchanged": [name for name in columns if data.trail.exchanged(name)],
        }

    def per_key(self, within: int) -> pl.DataFrame:
        """Return, for each group of records, the fewest candidates of those behind them."""
        members, keys = self.both.files.members, self.both.keys
        candidates, possible = (
            _least(members.label, own[members.value], len(keys))
            for own in (self.fitting, self.left)
        )
        few = np.bincount(members.label[self._few(within)[members.value]], minlength=len(keys)) > 0
        return keys.table(count=keys.count, candidates=candidates, possible=possible, failing=few)

    def _few(self, within: int) -> Bools:
        return np.asarray((self.left > 0) & (self.left <= within))

    def _records_left(self) -> Ints:
        """Return, for each kind of people, how many of those behind records they may be."""
        kept = self.worlds.possible
        unit, person = self.both.unit[kept], self.both.person[kept]
        return _sums(person, self.both.files.number[unit], self.both.people.members.values)

    def _told(self, column: str) -> int:
        """Count the people all of whose possible records have the same value of a column."""
        keys, members = self.both.keys, self.both.files.members
        held = keys.around.tally(column).counts
        group = np.repeat(np.arange(len(keys)), np.diff(held.indptr))
        known = np.asarray(held.sum(axis=1)).ravel() == keys.count
        value = np.where(known[group], held.indices.astype(np.int64), -1)
        unknown = np.flatnonzero(~known)
        group, value = np.append(group, unknown), np.append(value, np.full(len(unknown), -1))
        low, high = _ends(group, value, len(keys))
        low, high = _ends(members.value, low[members.label], members.values, high[members.label])
        kept = self.worlds.possible
        unit, person = self.both.unit[kept], self.both.person[kept]
        number = self.both.people.number
        low, high = _ends(person, low[unit], len(number), high[unit])
        return int(number[(low == high) & (low >= 0)].sum())


def _sums(place: Ints, values: Ints, size: int) -> Ints:
    return np.bincount(place, values, minlength=size).astype(np.int64)


def _least(place: Ints, values: Ints, size: int) -> Ints:
    found = np.full(size, np.iinfo(np.int64).max)
    np.minimum.at(found, place, values)
    return found


def _ends(place: Ints, low: Ints, size: int, high: Ints | None = None) -> tuple[Ints, Ints]:
    """Return the lowest and the highest value at each place; where there is none they differ."""
    highest = np.full(size, -2)
    np.maximum.at(highest, place, low if high is None else high)
    return _least(place, low, size), highest


def _classed(numbers: Ints, weights: Ints) -> dict[str, int]:
    """Count how many have how many, in a few classes."""
    place = np.searchsorted(np.array(list(CLASSES.values())), numbers, "left")
    many = np.bincount(place, weights, minlength=len(CLASSES)).astype(np.int64)
    return dict(zip(CLASSES, many.tolist(), strict=True))
