"""How many of the values of the original a released value stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from discret.data.codes import numbered
from discret.data.hierarchies.forms import as_text
from discret.data.hierarchy import Hierarchy
from discret.data.keytable import Bools, Ints
from discret.data.lineage import Recoding, relabelled
from discret.data.register import comparable

Naming = Callable[[pl.Series], pl.Series]


def coverage(
    old: pl.Series,
    new: pl.Series,
    hierarchy: Hierarchy | None = None,
    steps: Sequence[Recoding] = (),
    *,
    ranges: bool = False,
) -> tuple[Ints, int]:
    """Return how many values each released value stands for, and of how many.

    Parameters
    ----------
    old, new
        The combinations of an original and a released value that occur, each once.
    hierarchy
        That of the original column: a tabled one also lists values that do not occur.
    steps
        The recodings that the column went through, where it is still that column.
    ranges
        Whether labels were made from more than this column, so that they are ranges of its values
        where these have an order, though each value may have but one.

    Notes
    -----
    A released value stands for all values that the recoding of the column gives its label; or for
    itself; or for those under it in the hierarchy, at the lowest level where it is above all the
    values it is shown for. Where none of these explains it, the values are counted that it is
    shown for. A label that is no function of the original value is a range where values have an
    order: it stands for all between the first and the last that show it, a number itself included.

    Examples
    --------
    >>> coverage(pl.Series([20, 30, 40, 40]), pl.Series(["young", "young", "40", None]))
    (array([2, 2, 1, 0]), 3)
    """
    found = _Shown.of(old, new)
    unseen = _unseen(found.values, hierarchy)
    size = len(found.values) + sum(map(len, unseen))
    number = np.zeros(len(found.labels), dtype=np.int64)
    for naming in _namings(hierarchy, steps):
        open_ = number == 0
        if not open_.any():
            break
        number = np.where(open_, found.explained(naming, unseen), number)
    number = np.where(number == 0, found.counted(size, ranges), number)
    return np.where(found.label < 0, 0, np.append(number, 0)[found.label]), size


def _namings(hierarchy: Hierarchy | None, steps: Sequence[Recoding]) -> Iterator[Naming | None]:
    """Yield what may have given values their labels; ``None`` where they are left as they are."""
    if steps:
        yield lambda values: relabelled(values, steps)["label"]
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
        places = [_places(one, self.labels) for one in names]
        value, label = self.value[self.known], self.label[self.known]
        wrong = np.bincount(label[places[0][value] != label], minlength=len(self.labels)) > 0
        every = np.concatenate(places)
        named = np.bincount(every[every >= 0], minlength=len(self.labels))
        return np.where(wrong, 0, named)

    def counted(self, size: int, ranges: bool) -> Ints:
        """Return how many values each label is shown for, or lie in the range that it is."""
        value, label = self.value[self.known], self.label[self.known]
        shown_for = np.bincount(label, minlength=len(self.labels))
        alone = not ranges and len(np.unique(value)) == len(value)
        if alone or not _has_order(self.values.dtype):
            return shown_for
        low, high = self._ends(value, label)
        none = self.label[(self.value < 0) & (self.label >= 0)]  # covers what nobody knew: anything
        spans = np.where(shown_for > 0, high - low + 1, 0)
        spans[none] = size
        return spans

    def _ends(self, value: Ints, label: Ints) -> tuple[Ints, Ints]:
        """Return the first and the last value of each label, a number being one of them."""
        low = np.full(len(self.labels), len(self.values))
        high = np.full(len(self.labels), -1)
        if self.values.dtype.is_numeric() and self.labels.dtype.is_numeric():
            values, labels = (s.cast(pl.Float64).to_numpy() for s in (self.values, self.labels))
            low = np.searchsorted(values, labels, "left")
            high = np.searchsorted(values, labels, "right") - 1
        np.minimum.at(low, label, value)
        np.maximum.at(high, label, value)
        return low, high


def _places(names: pl.Series, labels: pl.Series) -> Ints:
    """Return the place of each name among labels, −1 where it is none of them."""
    one, other = comparable(names, labels)
    known = pl.DataFrame({"name": other}).with_row_index("place").unique("name", keep="first")
    found = pl.DataFrame({"name": one}).join(known, on="name", how="left", maintain_order="left")
    return found["place"].cast(pl.Int64).fill_null(-1).to_numpy()


def _has_order(kind: pl.DataType) -> bool:
    return kind.is_numeric() or kind.is_temporal() or isinstance(kind, pl.Enum)
