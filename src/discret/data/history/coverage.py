"""How many of the values of the original a released value stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from discret.data.codes import numbered
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.history.chances import places_among
from discret.data.history.lineage import Recoding
from discret.data.history.trail import (
    COUNT,
    COVERS,
    LABEL,
    PLACE,
    Exchanged,
    Spread,
    Step,
    has_order,
    labels_of,
)
from discret.data.text import as_text
from discret.maths.arrays import Bools, Floats, Ints

Naming = Callable[[pl.Series], pl.Series]


def coverage(
    old: pl.Series,
    new: pl.Series,
    hierarchy: Hierarchy | None = None,
    steps: Sequence[Step] = (),
    *,
    ranges: bool = False,
) -> tuple[Floats, int]:
    """Return how many values each released value stands for, and of how many.

    Parameters
    ----------
    old, new
        The combinations of an original and a released value that occur, each once.
    hierarchy
        That of the original column: a tabled one also lists values that do not occur.
    steps
        What the column went through, where it is told.
    ranges
        Whether labels were made from more than this column, so that they are ranges of its values
        where these have an order, though each value may have but one.

    Notes
    -----
    A released value stands for all values that the steps of the column may give its label; or for
    itself; or for those under it in the hierarchy, at the lowest level where it is above all the
    values it is shown for. Where none of these explains it, the values are counted that it is
    shown for; but a label that nothing explains, and that is all that is shown, stands for all.
    Where values were exchanged for others, a label stands for what the other steps give it. A
    label that is no function of the original value is a range where values have an order: it
    stands for all between the first and the last that show it, a number itself included. What
    stands for a group of records stands for the values of that group: the same label may be that of
    several groups, and then counts for their mean.

    Examples
    --------
    >>> coverage(pl.Series([20, 30, 40, 40]), pl.Series(["young", "young", "40", None]))
    (array([2., 2., 1., 0.]), 3)
    """
    found = _Shown.of(old, new)
    unseen = _unseen(found.values, hierarchy)
    size = len(found.values) + sum(map(len, unseen))
    number = found.told(steps, unseen) if steps else np.zeros(len(found.labels), dtype=np.int64)
    for naming in _namings(hierarchy):
        open_ = number == 0
        if not open_.any():
            break
        number = np.where(open_, found.explained(naming, unseen), number)
    if len(found.labels) == 1 and _blurred(steps, int(number[0])):
        number = np.array([size])
    number = np.where(number == 0, found.counted(size, ranges), number)
    usual = np.append(number, 0)[found.label].astype(np.float64)
    return np.where(found.label < 0, 0.0, found.of_groups(steps, usual)), size


def _blurred(steps: Sequence[Step], number: int) -> bool:
    """Whether nothing tells what the only label is: no step, or one after labels by record."""
    return number == 0 or (number > 1 and any(isinstance(step, Spread) for step in steps[:-1]))


def _namings(hierarchy: Hierarchy | None) -> Iterator[Naming | None]:
    """Yield what may have given values their labels; ``None`` where they are left as they are."""
    yield None
    if hierarchy is not None:
        yield from (Recoding(hierarchy, level).labels for level in range(1, hierarchy.depth))


def _unseen(values: pl.Series, hierarchy: Hierarchy | None) -> list[pl.Series]:
    """Return the values that a table lists and the file lacks: as the file has them, or as text."""
    table = None if hierarchy is None else hierarchy.table
    if table is None:
        return []
    texts = table["0"].filter(~table["0"].is_in(as_text(values).implode()))
    typed = texts.cast(values.dtype, strict=False)
    return [typed.drop_nulls(), texts.filter(typed.is_null())]


@dataclass(frozen=True)
class _Shown:
    """Combinations of values and labels, by their places."""

    values: pl.Series = field(repr=False)
    value: Ints
    labels: pl.Series = field(repr=False)
    label: Ints

    @classmethod
    def of(cls, old: pl.Series, new: pl.Series) -> _Shown:
        (values, value), (labels, label) = numbered(old), numbered(new)
        return cls(values, value, labels, label)

    @property
    def known(self) -> Bools:
        """The combinations of a value and a label, neither of them missing."""
        return np.asarray((self.value >= 0) & (self.label >= 0))

    def explained(self, naming: Naming | None, unseen: Sequence[pl.Series]) -> Ints:
        """Return how many values each label names, 0 where it is shown for others too."""
        names = [self.values, *unseen] if naming is None else map(naming, [self.values, *unseen])
        places = [places_among(name, self.labels) for name in names]
        value, label = self.value[self.known], self.label[self.known]
        wrong = np.bincount(label[places[0][value] != label], minlength=len(self.labels)) > 0
        every = np.concatenate(places)
        named = np.bincount(every[every >= 0], minlength=len(self.labels))
        return np.where(wrong, 0, named)

    def told(self, steps: Sequence[Step], unseen: Sequence[pl.Series]) -> Ints:
        """Return how many values steps may give each label, 0 where it is shown for others too."""
        value, label, beyond = self._given(steps, unseen)
        exchanged = any(isinstance(step, Exchanged) for step in steps)
        told, seen = (
            _pairs(one, two, len(self.labels)) for one, two in ((value, label), self._seen)
        )
        wrong = np.isin(np.arange(len(self.labels)), self._seen[1][~np.isin(seen, told)])
        number = np.bincount(label, minlength=len(self.labels))
        free = any(isinstance(step, Spread) and not step.tabled for step in steps)
        if free and has_order(self.values.dtype):
            low, high = _ends(value, label, len(self.values), len(self.labels))
            number = np.where(number > 0, high - low + 1, 0)
        number = number + np.bincount(beyond, minlength=len(self.labels))
        return np.maximum(number, 1) if exchanged else np.where(wrong, 0, number)

    def _given(self, steps: Sequence[Step], unseen: Sequence[pl.Series]) -> tuple[Ints, Ints, Ints]:
        """Return the values and the labels that go together, and the labels of unseen values."""
        tables = [labels_of(values, steps) for values in (self.values, *unseen)]
        places = [
            (np.zeros(0, int), np.zeros(0, int))
            if table is None
            else (table[PLACE].to_numpy(), places_among(table[LABEL], self.labels))
            for table in tables
        ]
        value, label = places[0]
        beyond = np.concatenate([np.zeros(0, int), *(own for _, own in places[1:])])
        return value[label >= 0], label[label >= 0], beyond[beyond >= 0]

    def of_groups(self, steps: Sequence[Step], usual: Floats) -> Floats:
        """Return how many values the groups have that each label stands for, where it is told.

        Steps that exchange values beside it change nothing in that: a label is what it was.
        """
        grouping = [step for step in steps if isinstance(step, Spread)]
        others = [step for step in steps if not isinstance(step, Spread | Exchanged)]
        if len(grouping) != 1 or others or grouping[0].groups is None:
            return usual
        groups = grouping[0].groups
        label = places_among(groups[LABEL], self.labels)
        known = label >= 0
        number, weight = (groups[name].to_numpy()[known] for name in (COVERS, COUNT))
        total = np.bincount(label[known], weight, minlength=len(self.labels))
        covered = np.bincount(label[known], weight * number, minlength=len(self.labels))
        mean = covered / np.where(total > 0, total, 1.0)
        return np.where(np.append(total, 0)[self.label] > 0, np.append(mean, 0)[self.label], usual)

    @property
    def _seen(self) -> tuple[Ints, Ints]:
        return self.value[self.known], self.label[self.known]

    def counted(self, size: int, ranges: bool) -> Ints:
        """Return how many values each label is shown for, or lie in the range that it is."""
        value, label = self.value[self.known], self.label[self.known]
        shown_for = np.bincount(label, minlength=len(self.labels))
        alone = not ranges and len(np.unique(value)) == len(value)
        if alone or not has_order(self.values.dtype):
            return shown_for
        low, high = self._spans(value, label)
        none = self.label[(self.value < 0) & (self.label >= 0)]  # covers what nobody knew: anything
        spans = np.where(shown_for > 0, high - low + 1, 0)
        spans[none] = size
        return spans

    def _spans(self, value: Ints, label: Ints) -> tuple[Ints, Ints]:
        """Return the first and the last value of each label, a number being one of them."""
        low, high = _ends(value, label, len(self.values), len(self.labels))
        if self.values.dtype.is_numeric() and self.labels.dtype.is_numeric():
            values, labels = (s.cast(pl.Float64).to_numpy() for s in (self.values, self.labels))
            low = np.minimum(low, np.searchsorted(values, labels, "left"))
            high = np.maximum(high, np.searchsorted(values, labels, "right") - 1)
        return low, high


def _ends(value: Ints, label: Ints, values: int, labels: int) -> tuple[Ints, Ints]:
    low, high = np.full(labels, values), np.full(labels, -1)
    np.minimum.at(low, label, value)
    np.maximum.at(high, label, value)
    return low, high


def _pairs(value: Ints, label: Ints, labels: int) -> Ints:
    return value * labels + label
