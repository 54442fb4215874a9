"""What the released columns give back of those that were hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import log
from typing import Any

import numpy as np

from discret.assess.redundancy.pairs import Pairs
from discret.assess.redundancy.targets import WAYS, How, Target
from discret.data.beside.columns import Coded, SideBySide, thinned
from discret.data.beside.copies import Copy, copies
from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.maths.arrays import Bools, Codes
from discret.maths.redundancy.given_back import HOLDS, linked, same
from discret.maths.redundancy.identities import one_to_one
from discret.maths.redundancy.shown_groups import Case

LINKS = (Role.HOUSEHOLD, Role.INDIVIDUAL)
APART = (Role.IDENTIFIER, Role.ROW, Role.WEIGHT)  # no attribute of a person
CHANCE = 1e-4  # that a file of independent columns gives a reading at all, or less
ENOUGH = 2_000_000  # records that are looked at


@dataclass(frozen=True)
class Reading:
    """A column that can be read from others.

    Parameters
    ----------
    column, source
        The column, and those that it is read from.
    how
        ``"values"``: records with the same values have the same original value. ``"order"``: each
        original value has its own interval of the other column, or both go up together.
        ``"size"``: by counting the members of a household. ``"members"``: from another member who
        still shows it. ``"draws"``: from several values drawn in the place of one that members
        share. ``"near"``: a number nearly, by the class it
        is in or as a sum of others. ``"copy"``: the value itself stands in the other column.
    read
        The records whose hidden value is given back.
    """

    column: str
    source: tuple[str, ...]
    how: How
    read: Bools = field(repr=False)

    def to_dict(self, hidden: int) -> dict[str, Any]:
        """Return plain data, with the share of the `hidden` cells of the column."""
        cells = int(self.read.sum())
        plain = {"column": self.column, "from": list(self.source), "how": self.how}
        return {**plain, "cells": cells, "share": cells / hidden}


@dataclass(frozen=True)
class Found:
    """What a search tells of one column.

    Parameters
    ----------
    readings
        All that it can be read from.
    untried
        Pairs of other columns that were not tried, because there are too many.
    provable
        Whether any link with it could have been told apart from chance.
    """

    readings: list[Reading]
    untried: int = 0
    provable: bool = True


@dataclass(frozen=True)
class Search:
    """A release beside its original, searched for columns that say the same twice.

    Parameters
    ----------
    sides
        All columns, before and after.
    household, individual
        The columns of the original that say so, if they do.
    links
        The columns of the release that tell which records belong together.
    copies
        The columns of the release in which what names or numbers people stands too.
    near
        The columns that are hidden only where they are not nearly told: numbers that others know
        roughly, and what was put in the place of others.
    """

    sides: SideBySide
    household: str | None
    individual: str | None
    links: tuple[str, ...]
    copies: tuple[Copy, ...]
    near: frozenset[str] = frozenset()

    @classmethod
    def of(cls, data: Dataset) -> Search:
        """Collect what is needed of a release and of its original.

        Of a very large one, records spread evenly are enough, unless members must be counted.
        """
        data = data if data.columns(*LINKS) else thinned(data, ENOUGH)
        original = [n for n, role in data.original.roles.items() if role not in APART]
        released = list(data.roles)
        return cls(
            SideBySide.of(data, original, released),
            data.original.column(Role.HOUSEHOLD),
            data.original.column(Role.INDIVIDUAL),
            tuple(name for name in data.columns(*LINKS) if name in original),
            tuple(copies(data)),
            frozenset(name for name in original if _by_distance(data, name)),
        )

    @cached_property
    def targets(self) -> dict[str, Target]:
        """The columns of which something was hidden."""
        sides = self.sides
        found = {name: self._hidden(name) for name in sides.original}
        return {name: self._target(name, hidden) for name, hidden in found.items() if hidden.any()}

    def _target(self, name: str, hidden: Bools) -> Target:
        renumbered = name in self.links
        return Target(
            name,
            self.sides.original[name],
            None if renumbered else self.sides.released.get(name),
            hidden,
            self._unit(name),
            grouping=name in (self.household, self.individual),
            renumbered=renumbered,
        )

    @cached_property
    def hidden(self) -> dict[str, Bools]:
        """The records whose value was hidden, by column: of identifiers, those copied elsewhere."""
        copied = {copy.column: copy.hidden for copy in self.copies}
        return {**copied, **{name: target.hidden for name, target in self.targets.items()}}

    def readings(self, name: str) -> list[Reading]:
        """Return all that one column can be read from, or stands in."""
        return self.found(name).readings

    def found(self, name: str) -> Found:
        """Return what the search tells of one column."""
        target = self.targets.get(name)
        found = Found([]) if target is None else self._read(target)
        known = {reading.source for reading in found.readings}
        more = [copy for copy in self.copies if copy.column == name and (copy.source,) not in known]
        copied = [Reading(name, (copy.source,), "copy", copy.read) for copy in more]
        return Found([*found.readings, *copied], found.untried, found.provable)

    def _read(self, target: Target) -> Found:
        """Read a column from others; from pairs where no single one gives it all."""
        if target.renumbered:
            return Found([*self._old_numbers(target)])
        found = [*self._linked(target), *self._singles(target)]
        found += self._nearly(target, found)
        every = np.any([reading.read for reading in found], axis=0) if found else np.False_
        if not (target.hidden & ~every).any():
            return Found(found)
        done = {reading.source[0] for reading in found}
        sources = [source for source in self._sources(target) if source.name not in done]
        pairs = Pairs.of(target, sources, len(self.targets))
        found += self._pairs(target, pairs, len(sources))
        limit = self._limit(WAYS * len(self._sources(target)))
        return Found(found, pairs.untried, not self.sides.released or target.provable(limit))

    def _hidden(self, name: str) -> Bools:
        """Mark the cells whose value was hidden; what was only renamed was not."""
        cells, now = self.sides.hidden[name], self.sides.released.get(name)
        if now is None or not cells.any():
            return cells
        if name in self.links:  # renumbered, it still says who belongs together
            return cells
        values = self.sides.original[name].codes
        case = Case((now.codes,), values)
        [renamed, paired] = linked(case, self._limit(1), same(values), one_to_one)
        wrong = renamed is None or renamed.wrong or renamed.spoken < HOLDS * renamed.records
        return cells if wrong and paired is None else cells & (now.codes < 0)

    def _unit(self, name: str) -> Codes | None:
        """Return to whom a record belongs whose value of this column is not its own alone."""
        wanted = {self.household: self.individual, self.individual: None}
        unit = wanted.get(name, self.household or self.individual)
        return None if unit is None else _filled(self.sides.original[unit].codes)

    def _limit(self, tests: int) -> float:
        """Return what chance may give to one of so many tests for each hidden column."""
        return log(CHANCE / (3 * max(tests, 1) * max(len(self.sides.original), 1)))

    # -- the ways to read --------------------------------------------------------------------

    @cached_property
    def _others(self) -> list[Coded]:
        """The released columns that tell more than which records belong together."""
        return [coded for n, coded in self.sides.released.items() if n not in self.links]

    def _sources(self, target: Target) -> list[Coded]:
        return [other for other in self._others if other.name != target.name and other.size > 1]

    def _linked(self, target: Target) -> Iterator[Reading]:
        """Count those who belong together, and look at what the others show."""
        limit = self._limit(4 * len(self.links))
        for link in self.links:
            codes = self.sides.released[link].codes
            counts = [target.by_count(count, limit) for count in self._counts(link)]
            members = target.by_members(codes, limit)
            ways: list[tuple[How, Bools]] = [
                ("size", next((array for array in counts if array.any()), counts[0])),
                ("members", members),
                ("draws", target.by_draws(codes, limit) & ~members),
            ]
            yield from (Reading(target.name, (link,), w, read) for w, read in ways if read.any())

    def _counts(self, link: str) -> list[Codes]:
        """Count the records of each household, and its people where these are told apart."""
        codes = self.sides.released[link].codes
        people = [self.sides.released[n].codes for n in self.links if n != link]
        return [_sizes(codes), *(_sizes(codes, person) for person in people)]

    def _old_numbers(self, target: Target) -> Iterator[Reading]:
        """Read the number that another has replaced: who belongs together is no secret."""
        sources = self._sources(target)
        for source in sources:
            read = target.by_order(source, self._limit(WAYS * len(sources)))
            if read.any():
                yield Reading(target.name, (source.name,), "order", read)

    def _singles(self, target: Target) -> Iterator[Reading]:
        sources = self._sources(target)
        limit = self._limit(WAYS * len(sources))
        for source in sources:
            how, read = target.by_one(source, limit)
            if read.any():
                yield Reading(target.name, (source.name,), how, read)

    def _nearly(self, target: Target, found: Sequence[Reading]) -> list[Reading]:
        """Read nearly what is judged by distance, from others than those that tell it already."""
        done = {name for reading in found for name in reading.source}
        sources = [source for source in self._sources(target) if source.name not in done]
        told = target.nearly(sources) if target.name in self.near else ()
        return [Reading(target.name, source, "near", read) for source, read in told]

    def _pairs(self, target: Target, pairs: Pairs, sources: int) -> Iterator[Reading]:
        limit = self._limit(sources**2)
        for one, other in pairs.tried:
            read = target.by_two(one, other, limit)
            if read.any():
                yield Reading(target.name, (one.name, other.name), "values", read)


def _by_distance(data: Dataset, name: str) -> bool:
    return data.original.roles[name] is Role.NUMBER or data.trail.exchanged(name)


def _filled(codes: Codes) -> Codes:
    """Give those who belong nowhere a number of their own; mostly there are none."""
    if codes.min(initial=0) >= 0:
        return codes
    alone = codes.max(initial=-1) + 1 + np.arange(len(codes))
    return np.where(codes >= 0, codes, alone)


def _sizes(codes: Codes, people: Codes | None = None) -> Codes:
    """Return how many records, or people, have the same number; −1 for those that have none."""
    if people is None:
        counts = np.bincount(codes + 1)
    else:
        known = (codes >= 0) & (people >= 0)
        members = np.unique(np.stack([codes[known], people[known]]), axis=1)[0]
        counts = np.bincount(members + 1, minlength=int(codes.max(initial=-1)) + 2)
    return np.where(codes >= 0, counts[codes + 1], -1)
