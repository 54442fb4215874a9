"""What the released columns give back of those that were hidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import log, prod
from typing import Any, Literal

import numpy as np

from discret.data.copies import Copy, copies
from discret.data.dataset import Dataset
from discret.data.keytable import Bools, Ints
from discret.data.roles import Role
from discret.data.side_by_side import Coded, SideBySide, thinned
from discret.maths.redundancy import HOLDS, Case, Judge, Link, linked, near, same, steps

How = Literal["values", "order", "size", "members", "copy"]

LINKS = (Role.HOUSEHOLD, Role.INDIVIDUAL)
APART = (Role.IDENTIFIER, Role.ROW, Role.WEIGHT)  # no attribute of a person
PAIRED = 20  # pairs are tried of so many released columns
CHANCE = 1e-4  # that a file of independent columns gives a reading at all, or less
SCALE = 10  # values that a column has at least for a step to be a small one
ENOUGH = 2_000_000  # records that are looked at
MANY = 10_000  # combinations of values that a pair may have, or as many as records


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
        still shows it. ``"copy"``: the value itself stands in the other column.
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
class Target:
    """A column of which something was hidden.

    Parameters
    ----------
    name, values
        The column, as it was.
    now
        The same column as it is released, if it is.
    hidden
        The records whose value is no longer there.
    unit
        To whom the records belong where several tell the same of this column.
    """

    name: str
    values: Coded
    now: Coded | None
    hidden: Bools = field(repr=False)
    unit: Ints | None = field(repr=False)

    @cached_property
    def _same(self) -> Judge:
        return same(self.values.codes)

    @cached_property
    def _same_within(self) -> tuple[Ints, Judge] | None:
        """Judge within what the column still shows, where that is not the value itself."""
        if self.now is None or not (self.hidden & (self.now.codes >= 0)).any():
            return None
        return self.now.codes, same(self.values.codes, self.now.codes)

    @cached_property
    def _steps(self) -> Judge:
        return steps(self.values.codes)

    @cached_property
    def _near(self) -> Judge:
        return near(self.values.codes)

    def by_values(self, *shown: Ints, limit: float) -> Bools:
        """Read from what is shown alone, or from it with what the column still shows."""
        [link] = linked(Case(shown, self.values.codes, self.unit), limit, self._same)
        return self._marked(link) if link else self._within(*shown, limit=limit)

    def by_two(self, one: Coded, other: Coded, limit: float) -> Bools:
        """Read from the values of two columns, where they are not alone in most combinations."""
        if one.size * other.size > max(MANY, len(self.hidden)):
            return np.zeros_like(self.hidden)
        return self.by_values(one.codes, other.codes, limit=limit)

    def by_one(self, one: Coded, limit: float) -> tuple[How, Bools]:
        """Read from the values of another column, or from their order."""
        case = Case((one.codes,), self.values.codes, self.unit)
        scaled = self.values.measured and one.measured and self.values.size >= SCALE
        judges = (self._same, self._steps, *([self._near] if scaled else []))
        alike, step, *close = (*linked(case, limit, *judges), None)
        values = self._marked(alike) if alike else self._within(one.codes, limit=limit)
        if values.any():
            return "values", values
        return "order", self._marked(step) if step else self._narrowed(close[0])

    def _within(self, *shown: Ints, limit: float) -> Bools:
        if self._same_within is None or self.now is None:
            return np.zeros_like(self.hidden)
        cells = prod(int(one.max(initial=0)) + 1 for one in shown) * self.now.size
        if len(shown) > 1 and cells > max(MANY, len(self.hidden)):
            return np.zeros_like(self.hidden)
        band, judge = self._same_within
        case = Case((*shown, band), self.values.codes, self.unit, band)
        return self._marked(linked(case, limit, judge)[0])

    def by_members(self, member: Ints, limit: float) -> Bools:
        """Read from another member who still shows it."""
        if self.now is None:
            return np.zeros_like(self.hidden)
        case = Case((member,), self.values.codes)
        shown = ~self.hidden & (self.now.codes >= 0)
        known = np.bincount(member + 1, weights=shown)[member + 1] > 0
        return self._marked(linked(case, limit, self._same)[0]) & known

    def _marked(self, link: Link | None) -> Bools:
        """Mark the hidden cells that a link gives back."""
        marks = np.zeros_like(self.hidden)
        if link is not None:
            marks[link.read] = True
        return marks & self.hidden

    def _narrowed(self, link: Link | None) -> Bools:
        """Mark those to which it gives fewer values than the column itself still shows."""
        marks = self._marked(link)
        if link is None or self.now is None:
            return marks
        least, most = _hulls(self.now.codes, self.values.codes)
        less = (least[link.read] < link.lowest) | (most[link.read] > link.highest)
        gains = np.zeros_like(marks)
        gains[link.read] = less | (self.now.codes[link.read] < 0)
        return marks & gains


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
    """

    sides: SideBySide
    household: str | None
    individual: str | None
    links: tuple[str, ...]
    copies: tuple[Copy, ...]

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
        )

    @cached_property
    def targets(self) -> dict[str, Target]:
        """The columns of which something was hidden."""
        sides = self.sides
        found = {name: self._hidden(name) for name in sides.original}
        return {
            name: Target(
                name, sides.original[name], sides.released.get(name), hidden, self._unit(name)
            )
            for name, hidden in found.items()
            if hidden.any()
        }

    @cached_property
    def hidden(self) -> dict[str, Bools]:
        """The records whose value was hidden, by column: of identifiers, those copied elsewhere."""
        copied = {one.column: one.hidden for one in self.copies}
        return {**copied, **{name: one.hidden for name, one in self.targets.items()}}

    def readings(self, name: str) -> list[Reading]:
        """Return all that one column can be read from, or stands in."""
        target = self.targets.get(name)
        found = [] if target is None else self._read(target)
        known = {one.source for one in found}
        more = [one for one in self.copies if one.column == name and (one.source,) not in known]
        return [*found, *(Reading(name, (one.source,), "copy", one.read) for one in more)]

    def _read(self, target: Target) -> list[Reading]:
        """Read a column from others; from pairs where no single one gives it all."""
        found = [*self._linked(target), *self._singles(target)]
        every = np.any([one.read for one in found], axis=0) if found else np.False_
        if (target.hidden & ~every).any():
            found += self._pairs(target, {one.source[0] for one in found})
        return found

    def _hidden(self, name: str) -> Bools:
        """Mark the cells whose value was hidden; what was only renamed was not."""
        cells, now = self.sides.hidden[name], self.sides.released.get(name)
        if now is None or not cells.any():
            return cells
        if name in self.links:  # renumbered, it still says who belongs together
            return np.zeros_like(cells)
        values = self.sides.original[name].codes
        [renamed] = linked(Case((now.codes,), values), self._limit(1), same(values))
        if renamed is None or renamed.wrong or renamed.spoken < HOLDS * renamed.records:
            return cells
        return cells & (now.codes < 0)

    def _unit(self, name: str) -> Ints | None:
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
        return [one for n, one in self.sides.released.items() if n not in self.links]

    def _sources(self, target: Target) -> list[Coded]:
        return [one for one in self._others if one.name != target.name and one.size > 1]

    def _linked(self, target: Target) -> Iterator[Reading]:
        """Count those who belong together, and look at what the others show."""
        limit = self._limit(2 * len(self.links))
        for link in self.links:
            codes = self.sides.released[link].codes
            size = target.by_values(_sizes(codes), limit=limit)
            members = target.by_members(codes, limit)
            ways: list[tuple[How, Bools]] = [("size", size), ("members", members)]
            yield from (Reading(target.name, (link,), w, read) for w, read in ways if read.any())

    def _singles(self, target: Target) -> Iterator[Reading]:
        sources = self._sources(target)
        limit = self._limit(4 * len(sources))
        for one in sources:
            how, read = target.by_one(one, limit)
            if read.any():
                yield Reading(target.name, (one.name,), how, read)

    def _pairs(self, target: Target, done: set[str]) -> Iterator[Reading]:
        sources = [one for one in self._sources(target) if one.name not in done]
        if len(self._others) > PAIRED:
            return
        limit = self._limit(len(sources) ** 2)
        for one, other in combinations(sources, 2):
            read = target.by_two(one, other, limit)
            if read.any():
                yield Reading(target.name, (one.name, other.name), "values", read)


def _filled(codes: Ints) -> Ints:
    """Give those who belong nowhere a number of their own."""
    alone = codes.max(initial=-1) + 1 + np.arange(len(codes))
    return np.where(codes >= 0, codes, alone)


def _sizes(codes: Ints) -> Ints:
    """Return how many records have the same number; −1 for those that have none."""
    counts = np.bincount(codes + 1)
    return np.where(codes >= 0, counts[codes + 1], -1)


def _hulls(shown: Ints, values: Ints) -> tuple[Ints, Ints]:
    """Return, for each record, the smallest and largest value of those that show the same."""
    known = values >= 0
    least = np.full(shown.max(initial=-1) + 2, np.iinfo(np.int64).max)
    most = np.full(shown.max(initial=-1) + 2, -1)
    np.minimum.at(least, shown[known] + 1, values[known])
    np.maximum.at(most, shown[known] + 1, values[known])
    return least[shown + 1], most[shown + 1]
