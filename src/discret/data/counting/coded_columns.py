"""Columns at hand as small whole numbers: made once, then counted without comparing values."""

from __future__ import annotations

import weakref
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.codes import numbered, numbered_texts
from discret.data.engine import Frame, collected
from discret.maths.arrays import Floats, Ints

MANY = 2**16 - 1  # distinct values of a column, which is else counted by the engine
SPARE = 2**16  # combinations that are counted each in its place, whether it occurs or not,
DENSE = 8  # or so many for each record
LARGEST = 2**62
SOON = 2**18  # records of a table whose columns are numbered as soon as they are counted


@dataclass(frozen=True, eq=False)
class CodedColumn:
    """A column as numbers.

    Parameters
    ----------
    values
        The distinct values, sorted, missing left out.
    codes
        The place of each record's value among them, from 1; 0 where it is missing.

    Examples
    --------
    >>> CodedColumn.of(pl.Series(["b", None, "a"])).codes.tolist()
    [2, 0, 1]
    """

    values: pl.Series = field(repr=False)
    codes: NDArray[Any] = field(repr=False)

    @classmethod
    def of(cls, column: pl.Series) -> CodedColumn | None:
        """Give the values of a column their numbers, if these are small."""
        kind = column.dtype
        plain = kind.is_integer() or kind.is_float() or kind == pl.String
        many = plain and len(column) > 2 * MANY
        if many and int(str(column.approx_n_unique())) > 2 * MANY:
            return None
        return cls._numbered(*numbered(column))

    @classmethod
    def of_each(cls, columns: Sequence[pl.Series]) -> list[CodedColumn | None]:
        """Do so for several columns: those of texts together, where they are not long."""
        texts = [own for own in columns if own.dtype == pl.String and len(own) <= 2 * MANY]
        made = {
            own.name: cls._numbered(*two)
            for own, two in zip(texts, numbered_texts(texts), strict=True)
        }
        return [made[own.name] if own.name in made else cls.of(own) for own in columns]

    @classmethod
    def _numbered(cls, values: pl.Series, places: Ints) -> CodedColumn | None:
        return None if len(values) > MANY else cls(values, (places + 1).astype(np.uint16))

    def relabelled(self, labels: pl.Series) -> CodedColumn:
        """Return the column with a label for each of its values.

        Examples
        --------
        >>> ages = CodedColumn.of(pl.Series([41, 17, None, 43]))
        >>> forties = ages.relabelled(pl.Series(["10-19", "40-49", "40-49"]))
        >>> forties.values.to_list(), forties.codes.tolist()
        (['10-19', '40-49'], [2, 1, 0, 2])
        """
        values, places = numbered(labels.alias(self.values.name))
        table = np.append(0, places + 1).astype(np.uint16)
        return CodedColumn(values, table[self.codes])

    def taken(self, records: Ints) -> CodedColumn:
        """Return the column of some records; values that none of them has are left out.

        Examples
        --------
        >>> CodedColumn.of(pl.Series(["b", "c", "a"])).taken(np.array([1, 0])).codes.tolist()
        [2, 1]
        """
        codes = self.codes[records]
        there = np.bincount(codes, minlength=len(self.values) + 1) > 0
        if there[1:].all():
            return CodedColumn(self.values, codes)
        table = np.append(0, np.cumsum(there[1:])).astype(np.uint16)
        return CodedColumn(self.values.filter(pl.Series(there[1:])), table[codes])


Known = Mapping[str, CodedColumn | None]  # what is known of columns
NONE: Known = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class ColumnNumbers:
    """The columns of a table at hand as numbers, each made once, when it is asked for.

    Parameters
    ----------
    frame
        The table, whose records come in the same order whenever it is asked.
    known
        What is known of its columns already: nothing of those with too many values.

    Examples
    --------
    >>> numbers = ColumnNumbers(pl.LazyFrame({"sex": ["f", "m"], "w": [1, 2]}))
    >>> numbers.of("sex").codes.tolist(), numbers.floats("w").tolist()
    ([1, 2], [1.0, 2.0])
    """

    frame: pl.LazyFrame = field(repr=False)
    known: dict[str, CodedColumn | None] = field(default_factory=dict, repr=False)
    _floats: dict[str, Floats] = field(default_factory=dict, repr=False)

    def of(self, column: str) -> CodedColumn | None:
        """Return a column as numbers; nothing if it has many values."""
        self._make([column])
        return self.known[column]

    def all_of(self, columns: Sequence[str]) -> list[CodedColumn] | None:
        """Return some columns as numbers; nothing if one of them has many values."""
        self._make(columns)
        found = [coded for name in columns if (coded := self.known[name]) is not None]
        return found if found and len(found) == len(columns) else None

    def made_of(self, columns: Sequence[str]) -> list[CodedColumn] | None:
        """Do so where all were made before, or soon are: to count once, engines may be faster."""
        made = self.known.keys() >= {*columns} or self.records <= SOON
        return self.all_of(columns) if made else None

    @cached_property
    def records(self) -> int:
        """Number of records."""
        return int(self.frame.select(pl.len()).collect().item())

    def floats(self, column: str) -> Floats:
        """Return a column as 64-bit floats."""
        if column not in self._floats:
            self._floats[column] = self._columns([column])[0].cast(pl.Float64).to_numpy()
        return self._floats[column]

    def _make(self, columns: Sequence[str]) -> None:
        new = [name for name in dict.fromkeys(columns) if name not in self.known]
        if new:
            self.known.update(zip(new, CodedColumn.of_each(self._columns(new)), strict=True))

    def _columns(self, names: Sequence[str]) -> list[pl.Series]:
        frame: Frame = nw.from_native(self.frame)
        return collected(frame.select(*names)).get_columns()

    def without(
        self, frame: pl.LazyFrame, columns: Collection[str], new: Known = NONE
    ) -> ColumnNumbers:
        """Return the numbers of a table of the same records, some columns of which are others.

        What is known of these is told as `new`.
        """
        return ColumnNumbers(
            frame,
            {name: known for name, known in self.known.items() if name not in columns} | {**new},
            {name: values for name, values in self._floats.items() if name not in columns},
        )

    def recoded(self, frame: pl.LazyFrame, column: str, labels: pl.Series) -> ColumnNumbers:
        """Return the numbers of a table of which one column has labels, one for each value."""
        own = self.of(column)
        new = NONE if own is None else {column: own.relabelled(labels)}
        return self.without(frame, [column], new)


_IN_ORDER: dict[int, ColumnNumbers] = {}


def in_order(frame: Frame, numbers: ColumnNumbers | None = None) -> Frame:
    """Let a table be known as one whose records come in the same order whenever it is asked.

    Of a table that is made anew by every query (a file that is scanned, a join) that is not so:
    what was asked of it at two times does not stand side by side.
    """
    _IN_ORDER[id(frame)] = numbers or ColumnNumbers(frame.to_native())
    weakref.finalize(frame, _IN_ORDER.pop, id(frame), None).atexit = False
    return frame


def numbers_of(frame: Frame) -> ColumnNumbers | None:
    """Return the numbers of the columns of a table that is known to be at hand.

    Examples
    --------
    >>> table = nw.from_native(pl.LazyFrame({"sex": ["f", "m"]}))
    >>> numbers_of(table) is None, numbers_of(in_order(table)) is None
    (True, False)
    """
    return _IN_ORDER.get(id(frame))


def crossing(columns: Sequence[CodedColumn]) -> tuple[Ints, Ints]:
    """Return the cell of each record in the cross table of columns, and a record of each cell.

    Examples
    --------
    >>> sex = CodedColumn.of(pl.Series(["f", "m", "f"]))
    >>> cell, record = crossing([sex])
    >>> cell.tolist(), sex.codes[record].tolist()
    ([0, 1, 0], [1, 2])
    """
    return _without_gaps(*_crossed(columns))


def counted(columns: Sequence[CodedColumn]) -> tuple[Ints, Ints]:
    """Return a record of each cell of the cross table of columns, and how many it has.

    Examples
    --------
    >>> sex = CodedColumn.of(pl.Series(["f", "m", "f"]))
    >>> record, count = counted([sex])
    >>> sex.codes[record].tolist(), count.tolist()
    ([1, 2], [2, 1])
    """
    cell, span = _crossed(columns)
    if _dense(span, len(cell)):
        place, record = _without_gaps(cell, span)
        return record, np.bincount(place, minlength=len(record))
    order = np.argsort(cell)
    cell = cell[order]
    first = np.flatnonzero(np.append(True, cell[1:] != cell[:-1]))
    return order[first], np.diff(first, append=len(cell))


def _crossed(columns: Sequence[CodedColumn]) -> tuple[Ints, int]:
    """Give each record a number by its values, in their order; return too what is above all."""
    cell = np.zeros(len(columns[0].codes), dtype=np.int64)
    span = 1
    for column in columns:
        size = len(column.values) + 1
        if span * size > LARGEST:
            cell = np.unique(cell, return_inverse=True)[1].astype(np.int64)
            span = int(cell.max(initial=0)) + 1
        cell *= size  # in place: there may be millions
        cell += column.codes
        span *= size
    return cell, span


def _without_gaps(cell: Ints, span: int) -> tuple[Ints, Ints]:
    if not _dense(span, len(cell)):
        record, places = np.unique(cell, return_index=True, return_inverse=True)[1:]
        return places, record
    record = np.full(span, -1, dtype=np.int64)
    record[cell] = np.arange(len(cell))
    there = record >= 0
    return (np.cumsum(there) - 1)[cell], record[there]


def _dense(span: int, records: int) -> bool:
    return span <= max(SPARE, DENSE * records)


def summed(cell: Ints, size: int, weights: Floats | None) -> Floats:
    """Add up weights, or records, by cell.

    Examples
    --------
    >>> summed(np.array([0, 1, 0]), 2, None).tolist()
    [2.0, 1.0]
    """
    return np.bincount(cell, weights=weights, minlength=size).astype(np.float64)
