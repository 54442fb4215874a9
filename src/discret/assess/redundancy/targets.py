"""A column of which something was hidden, and the ways in which it may be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import log, prod
from typing import Literal

import numpy as np

from discret.data.beside.columns import Coded
from discret.maths.arrays import Bools, Codes
from discret.maths.redundancy import nearness
from discret.maths.redundancy.given_back import Judge, Link, linked, near, same, steps
from discret.maths.redundancy.identities import counted, least_chance, monotone, one_to_one, summed
from discret.maths.redundancy.shown_groups import Case

How = Literal["values", "order", "size", "members", "draws", "near", "copy"]

SCALE = 10  # values that a column has at least for a step to be a small one
FEW = 3  # values that a column has at least for a sum with another to mean something
MANY = 10_000  # combinations of values that a pair may have, or as many as records
COUNTED = log(1e-2)  # what chance may give where each value is a count itself, the same one
FIRST = 4_096  # records that are looked at first
WAYS = 8  # tests of each single column


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
    grouping
        Whether it says who belongs together, and no more: those alone are not read.
    renumbered
        Whether it still says so, by other numbers: only the old number is hidden.
    """

    name: str
    values: Coded
    now: Coded | None
    hidden: Bools = field(repr=False)
    unit: Codes | None = field(repr=False)
    grouping: bool = False
    renumbered: bool = False

    @cached_property
    def _same(self) -> Judge:
        return same(self.values.codes, alone=not self.grouping)

    @cached_property
    def band(self) -> Codes | None:
        """What the column still shows, where that is not the value itself."""
        if self.now is None or not (self.hidden & (self.now.codes >= 0)).any():
            return None
        return self.now.codes

    @cached_property
    def _same_within(self) -> Judge:
        return same(self.values.codes, self.band, alone=not self.grouping)

    @cached_property
    def _steps(self) -> Judge:
        return steps(self.values.codes)

    @cached_property
    def _near(self) -> Judge:
        return near(self.values.codes)

    @cached_property
    def _counts(self) -> Codes:
        """How many records have each value."""
        codes = self.values.codes
        return np.bincount(codes[codes >= 0], minlength=self.values.size)

    def by_values(self, *shown: Codes, limit: float) -> Bools:
        """Read from what is shown alone, or from it with what the column still shows."""
        [link] = linked(Case(shown, self.values.codes, self.unit), limit, self._same)
        return self._marked(link) if link else self._within(*shown, limit=limit)

    def speaks(self, one: Coded, other: Coded) -> bool:
        """Whether records are not alone in most combinations of two columns."""
        return one.size * other.size <= max(MANY, len(self.hidden))

    def by_two(self, one: Coded, other: Coded, limit: float) -> Bools:
        """Read from the values of two columns."""
        return self.by_values(one.codes, other.codes, limit=limit)

    def by_one(self, one: Coded, limit: float) -> tuple[How, Bools]:
        """Read from the values of another column, or from their order."""
        case = Case((one.codes,), self.values.codes, self.unit)
        ordered = self._order_judges(one)
        if one.apart:  # nobody shows the same
            return "order", self._ordered(linked(case, limit, *ordered))
        alike, paired, *order = linked(case, limit, self._same, one_to_one, *ordered)
        plain = next((self._marked(link) for link in (alike, paired) if link), None)
        values = self._within(one.codes, limit=limit) if plain is None else plain
        return ("values", values) if values.any() else ("order", self._ordered(order))

    def by_order(self, one: Coded, limit: float) -> Bools:
        """Read from the order of another column alone, each number counted once."""
        case = Case((one.codes,), self.values.codes, self.values.codes)
        return self._ordered(linked(case, limit, *self._order_judges(one)))

    def _order_judges(self, one: Coded) -> list[Judge]:
        """Return steps, one direction, and where both are numbers nearness, sum and difference."""
        scaled = self.values.measured and one.measured and self.values.size >= SCALE
        return [self._steps, monotone, *([self._near] if scaled else []), *self._sums(one)]

    def _sums(self, one: Coded) -> list[Judge]:
        here, there = self.values.whole, one.whole
        if here is None or there is None or self.values.size < FEW:
            return []
        return [summed(here, sign * there, self._counts) for sign in (1, -1)]

    def _ordered(self, links: Sequence[Link | None]) -> Bools:
        """Mark what the first two give back, and where the others tell more than is still shown."""
        marks = [self._marked(link) for link in links[:2]]
        marks += [self._narrowed(link) for link in links[2:]]
        return np.asarray(np.any(marks, axis=0))

    def by_count(self, counts: Codes, limit: float) -> Bools:
        """Read from how many belong together: the value is that number, or follows from it."""
        if self.values.whole is not None:
            case = Case((counts,), self.values.codes, self.unit)
            [link] = linked(case, COUNTED, counted(self.values.whole))
            if link is not None:
                return self._marked(link)
        return self.by_values(counts, limit=limit)

    def provable(self, limit: float) -> bool:
        """Whether any relation between columns could be told apart from chance.

        More records make chance less likely: what a part of them proves, all prove.
        """
        if self.values.size <= 1:
            return True
        unit = self.unit
        parts = (None if unit is None else unit[:FIRST]), unit
        codes = self.values.codes[:FIRST], self.values.codes
        return any(least_chance(*part) < limit for part in zip(codes, parts, strict=True))

    def _within(self, *shown: Codes, limit: float) -> Bools:
        if self.band is None or self.now is None:
            return np.zeros_like(self.hidden)
        cells = prod(int(array.max(initial=0)) + 1 for array in shown) * self.now.size
        if len(shown) > 1 and cells > max(MANY, len(self.hidden)):
            return np.zeros_like(self.hidden)
        case = Case((*shown, self.band), self.values.codes, self.unit, self.band)
        return self._marked(linked(case, limit, self._same_within)[0])

    def by_members(self, member: Codes, limit: float) -> Bools:
        """Read from another member who still shows it."""
        if self.now is None:
            return np.zeros_like(self.hidden)
        case = Case((member,), self.values.codes)
        shown = ~self.hidden & (self.now.codes >= 0)
        known = np.bincount(member + 1, weights=shown)[member + 1] > 0
        return self._marked(linked(case, limit, self._same)[0]) & known

    def by_draws(self, member: Codes, limit: float) -> Bools:
        """Read from several values that stand in the place of one that members share."""
        if self.now is None:
            return np.zeros_like(self.hidden)
        shown = self.now.codes
        least, most = _hulls(np.where(shown >= 0, member, -1), shown)
        several = (member >= 0) & (least < most)
        if not several.any():
            return np.zeros_like(self.hidden)
        [link] = linked(Case((member,), self.values.codes), limit, self._same)
        return self._marked(link) & several & (shown >= 0)

    @cached_property
    def far(self) -> Bools:
        """The hidden records whose number is not nearly shown by the column itself."""
        wanted, now = self.values.numbers, None if self.now is None else self.now.numbers
        if wanted is None:
            return np.zeros_like(self.hidden)
        if now is None:
            return self.hidden
        reach = nearness.NEAR * nearness.spread_of(wanted)
        return self.hidden & ~(np.abs(now - wanted) <= reach)

    def nearly(self, sources: Sequence[Coded]) -> Iterator[tuple[tuple[str, ...], Bools]]:
        """Read a number nearly: from a column that classes it, or by sums and ratios of several."""
        wanted = self.values.numbers
        if wanted is None or not self.far.any():
            return
        known = []
        for source in sources:
            read = None if source.apart else nearness.by_classes(wanted, source.codes)
            numbers = source.numbers
            if read is not None and (read & self.far).any():
                yield (source.name,), read & self.far
            elif numbers is not None:
                known.append((source.name, numbers))
        found = nearness.by_arithmetic(wanted, [numbers for _, numbers in known])
        if found is not None and (found[1] & self.far).any():
            yield tuple(known[place][0] for place in found[0]), found[1] & self.far

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


def _hulls(shown: Codes, values: Codes) -> tuple[Codes, Codes]:
    """Return, for each record, the smallest and largest value of those that show the same."""
    known = values >= 0
    least = np.full(shown.max(initial=-1) + 2, np.iinfo(np.int64).max)
    most = np.full(shown.max(initial=-1) + 2, -1)
    np.minimum.at(least, shown[known] + 1, values[known])
    np.maximum.at(most, shown[known] + 1, values[known])
    return least[shown + 1], most[shown + 1]
