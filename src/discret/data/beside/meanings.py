"""What the labels of a release may stand for, among values that somebody else knows.

A label stands for the value that it is; for all under it, whatever level it is of; for all that
the steps of the column show as it; for the numbers within it. A value that is known less finely
than the release shows it goes with all labels under it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.history.chances import places_among
from discret.data.history.lineage import Recoding
from discret.data.history.trail import LABEL, PLACE, VALUE, Moved, Spread, Step, labels_of
from discret.data.label_spans import Spans, overlapping
from discret.data.text import as_text, from_text, is_text
from discret.maths.arrays import Bools, Ints
from discret.maths.identity.candidates import Meaning

ANYTHING = "*"  # a label that says nothing
NEAR = 1 + 1e-9  # of a tolerance: what floating-point arithmetic may add to a distance
Pairs = tuple[Ints, Ints]


def meaning_of(
    data: Dataset, column: str, values: pl.Series, labels: pl.Series, tolerance: float = 0.0
) -> Meaning:
    """Return which of some values each label of a column may stand for.

    Parameters
    ----------
    data
        The release: what its column went through, and its hierarchies.
    column
        The column.
    values, labels
        The distinct values that somebody knows, and those that the release shows.
    tolerance
        How far a number that somebody knows may be from the one shown.

    Examples
    --------
    >>> from discret import Hierarchy
    >>> crops = Hierarchy.from_groups({"wheat": ["soft wheat", "durum wheat"]})
    >>> shown = pl.Series("crop", ["beet", "durum wheat", "wheat"])
    >>> data = Dataset.of(shown.to_frame(), key="crop", hierarchies={"crop": crops})
    >>> found = meaning_of(data, "crop", pl.Series(["durum wheat", "beet"]), shown)
    >>> list(zip(found.value.tolist(), found.label.tolist()))
    [(0, 1), (0, 2), (1, 0)]
    """
    column_ = _Column(data, column, values, labels)
    pairs = [*column_.pairs(tolerance)]
    value, label = (np.concatenate([pair[side] for pair in pairs]) for side in (0, 1))
    return Meaning.of(len(values), len(labels), value, label)


@dataclass(frozen=True)
class _Column:
    """A column of a release, beside values that somebody knows of it."""

    data: Dataset
    name: str
    values: pl.Series = field(repr=False)
    labels: pl.Series = field(repr=False)

    def pairs(self, tolerance: float) -> Iterator[Pairs]:
        """Yield the pairs of a value and a label that may stand for it."""
        told = [*self._told(tolerance)]
        yield from told
        open_ = ~np.isin(
            np.arange(len(self.values)), np.concatenate([_NONE[0], *(v for v, _ in told)])
        )
        yield _among(self._equal(), open_)
        named = np.zeros(len(self.labels), dtype=np.bool_)
        for hierarchy in self._hierarchies():
            pair, tabled = self._related(hierarchy)
            named |= tabled
            yield _among(pair, open_)
        yield _among(self._within(tolerance, ~named), open_ | (tolerance > 0))
        for step in self._steps:
            if isinstance(step, Spread):
                yield self._seen(step)
        anything = np.flatnonzero(as_text(self.labels).eq(ANYTHING).to_numpy())
        every = np.arange(len(self.values))
        yield np.repeat(every, len(anything)), np.tile(anything, len(every))

    @property
    def _steps(self) -> tuple[Step, ...]:
        return self.data.trail.steps.get(self.name, ())

    @cached_property
    def _kind(self) -> pl.DataType:
        """The type that the column had when it came."""
        before = self.data.original
        if self.name not in before.roles:
            return self.labels.dtype
        return collected(before.frame.select(self.name).head(0)).schema[self.name]

    def _equal(self) -> Pairs:
        number = self.labels.dtype.is_numeric() and is_text(self.values.dtype)
        own = _typed(self.values, self.labels.dtype) if number else self.values
        place = np.where(own.is_null().to_numpy(), -1, places_among(own, self.labels))
        return np.flatnonzero(place >= 0), place[place >= 0]

    def _told(self, tolerance: float) -> Iterator[Pairs]:
        """Yield what the steps of the column make of values, where they are functions of these."""
        steps = self._steps
        if not steps or not all(isinstance(step, Recoding | Moved) for step in steps):
            return
        typed = _typed(self.values, self._kind)
        known = np.flatnonzero(typed.is_not_null().to_numpy())
        near = (-tolerance, 0.0, tolerance) if tolerance and self._kind.is_numeric() else (0.0,)
        for by in near:
            moved = typed.drop_nulls() + by if by else typed.drop_nulls()
            table = labels_of(moved.cast(self._kind, strict=False), steps)
            if table is not None:
                yield _both(known[table[PLACE].to_numpy()], places_among(table[LABEL], self.labels))

    def _hierarchies(self) -> list[Hierarchy]:
        """Return the hierarchies of the column: as it came, and as far as it is still to climb."""
        tables = (self.data.original, self.data)
        found = [table.hierarchies.get(self.name) for table in tables]
        return [
            own for place, own in enumerate(found) if own is not None and own not in found[:place]
        ]

    def _related(self, hierarchy: Hierarchy) -> tuple[Pairs, Bools]:
        """Return the pairs that have a value of the hierarchy below both, and the labels it names.

        Of labels that a table names it is the table that says what they stand for.
        """
        levels = self._levels(hierarchy)
        own = [places_among(level, self.values) for level in levels]
        shown = [places_among(level, self.labels) for level in levels]
        pairs = [_both(value, label) for value in own for label in shown]
        named = np.zeros(len(self.labels), dtype=np.bool_)
        if hierarchy.table is not None:
            named[np.concatenate([place[place >= 0] for place in shown[1:]])] = True
        value, label = (np.concatenate([pair[side] for pair in pairs]) for side in (0, 1))
        return (value, label), named

    def _levels(self, hierarchy: Hierarchy) -> list[pl.Series]:
        """Return all levels of the values of a table, or of those that a rule can read."""
        if hierarchy.table is not None:
            return hierarchy.table.get_columns()
        read = [each.filter(hierarchy.rule.read(each).is_not_null()) for each in self._bases()]
        tables = [hierarchy.levels(each) for each in read]
        return [
            pl.concat([as_text(table[str(level)]) for table in tables])
            for level in range(hierarchy.depth)
        ]

    def _bases(self) -> list[pl.Series]:
        """Return the values that a rule may read: what is known, as the column was, and shown."""
        each = (_typed(own, self._kind).drop_nulls() for own in (self.values, self.labels))
        return [own.rename(self.name) for own in each]

    def _within(self, tolerance: float, open_: Bools) -> Pairs:
        """Return the pairs of numbers and intervals that meet; of plain numbers, those near."""
        values, labels = Spans.of(self.values), Spans.of(self.labels)
        if not (tolerance or values.wide.any() or labels.wide.any()):
            return _NONE
        value, label = overlapping(values.wider(tolerance * NEAR) if tolerance else values, labels)
        kept = open_[label]
        return value[kept], label[kept]

    def _seen(self, step: Spread) -> Pairs:
        """Return what labels that hang on more than the value stood for: of numbers, all between.

        Who knows how such labels are made knows from where to where they go, about.
        """
        seen = step.seen.drop_nulls()
        if step.hierarchy is not None or not len(seen):
            return _NONE
        if not seen[VALUE].dtype.is_numeric() or not seen[LABEL].dtype.is_numeric():
            return _both(
                places_among(seen[VALUE], self.values), places_among(seen[LABEL], self.labels)
            )
        ends = seen.group_by(LABEL).agg(low=pl.col(VALUE).min(), high=pl.col(VALUE).max())
        low, high = (
            ends.select(pl.min_horizontal("low", LABEL), pl.max_horizontal("high", LABEL))
            .cast(pl.Float64)
            .to_numpy()
            .T
        )
        value, place = overlapping(Spans.of(_typed(self.values, pl.Float64())), Spans(low, high))
        label = places_among(ends[LABEL], self.labels)[place]
        return value[label >= 0], label[label >= 0]


_NONE: Pairs = (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))


def _both(one: Ints, other: Ints) -> Pairs:
    """Return what is found on both sides."""
    known = (one >= 0) & (other >= 0)
    return one[known], other[known]


def _among(pairs: Pairs, open_: Bools) -> Pairs:
    """Return the pairs whose value is open."""
    kept = open_[pairs[0]]
    return pairs[0][kept], pairs[1][kept]


def _typed(values: pl.Series, kind: pl.DataType) -> pl.Series:
    """Return values in the type that a column had, missing where they are none of it."""
    if values.dtype == kind:
        return values
    return from_text(as_text(values), kind)
