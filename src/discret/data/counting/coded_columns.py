"""Columns at hand as small whole numbers: made once, then counted without comparing values."""

from __future__ import annotations

import weakref
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.codes import (
    FEW,
    FIRST,
    numbered,
    numbered_codes,
    numbered_near,
    numbered_texts,
)
from discret.data.engine import Frame, collected
from discret.data.held import listed
from discret.data.text_numbers import at_hand, met, numbered_in_place
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.counted_order import OFTEN, without_gaps

SEVERAL = 2  # columns that are worth asking for at once
MANY = 2**16 - 1  # distinct values of a column, which is else counted by the engine
LARGEST, SMALL = 2**62, 2**32  # combinations of which there are numbers, and small ones


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
        text = column.dtype == pl.String
        if text and (found := _in_place(column)) is not None:
            return cls(*found)
        if len(column) > MANY and column.dtype == pl.Float64:
            near = numbered_near(column)  # before values are counted, which takes longer
            if near is not None:
                return None if len(near[0]) > MANY else cls(near[0], _small(near[1]))
        if len(column) > MANY and _many(column):
            return None
        if text and len(column) > MANY:
            values, codes = numbered_codes(column, MANY)
            return None if codes is None else cls(values, codes)
        values, places = numbered(column)
        return None if len(values) > MANY else cls(values, _small(places))

    @cached_property
    def listing(self) -> pl.Series:
        """The column as an enumeration of its texts: made once, whoever shares it.

        Examples
        --------
        >>> CodedColumn.of(pl.Series(["b", None, "a"])).listing.to_list()
        ['b', None, 'a']
        """
        return listed(self.values, self.codes)

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
        return self._showing(self.codes[records])

    def blanked(self, marked: Bools) -> CodedColumn:
        """Return the column without the values of the records that are marked.

        Examples
        --------
        >>> sex = CodedColumn.of(pl.Series(["m", "f", "m"]))
        >>> blank = sex.blanked(np.array([False, True, False]))
        >>> blank.values.to_list(), blank.codes.tolist()
        (['m'], [1, 0, 1])
        """
        return self._showing(np.where(marked, 0, self.codes).astype(np.uint16))

    def _showing(self, codes: NDArray[Any]) -> CodedColumn:
        """Return a column with these of its values; those that no record has are left out."""
        there = np.bincount(codes, minlength=len(self.values) + 1) > 0
        if there[1:].all():
            return CodedColumn(self.values, codes)
        table = np.append(0, np.cumsum(there[1:])).astype(np.uint16)
        return CodedColumn(self.values.filter(pl.Series(there[1:])), table[codes])


def _small(places: Ints) -> NDArray[np.uint16]:
    """Return places as numbers from 1, and 0 for missing."""
    return (places + 1).astype(np.uint16)


def _many(column: pl.Series) -> bool:
    """Whether a column of many records seems to have many values; few tell mostly that it has."""
    kind = column.dtype
    if not (kind.is_integer() or kind.is_float() or kind == pl.String):
        return False
    if column.head(FIRST).n_unique() <= FIRST // OFTEN:
        return False
    if int(str(column.approx_n_unique())) > 2 * MANY:
        return True
    return kind.is_float() and column.n_unique() > MANY + 1


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
        if column not in self.known:
            self.known[column] = CodedColumn.of(self.column(column))
        return self.known[column]

    def all_of(self, columns: Sequence[str]) -> list[CodedColumn] | None:
        """Return some columns as numbers; nothing if one of them has many values."""
        self.take_texts(columns)
        found = [coded for name in columns if (coded := self.of(name)) is not None]
        return found if found and len(found) == len(columns) else None

    def floats(self, column: str) -> Floats:
        """Return a column as 64-bit floats."""
        if column not in self._floats:
            self._floats[column] = self.column(column).cast(pl.Float64).to_numpy()
        return self._floats[column]

    def take_texts(self, columns: Sequence[str]) -> None:
        """Make the numbers of several columns of texts at once, if none can have many values."""
        names = [name for name in columns if name not in self.known]
        if len(names) < SEVERAL:
            return
        if not at_hand() and self.height > MANY:
            return
        every = self._columns(names)
        texts = [name for name in names if every[name].dtype == pl.String]
        if at_hand() or not texts:
            self.known.update({name: CodedColumn.of(every[name]) for name in texts})
            return
        met(every.height * len(texts))
        found = numbered_texts(every.select(texts))
        for name, (values, places) in zip(texts, found, strict=True):
            self.known[name] = CodedColumn(values, (places + 1).astype(np.uint16))

    def column(self, name: str) -> pl.Series:
        """Return the values of a column."""
        return self._columns([name])[name]

    def _columns(self, names: Sequence[str]) -> pl.DataFrame:
        return collected(self.frame.select(*names))  # far quicker than with expressions

    @cached_property
    def height(self) -> int:
        """How many records there are."""
        return self.seen or int(collected(self.frame.select(pl.len())).item())

    @property
    def seen(self) -> int | None:
        """How many records there are, if the numbers of a column were made."""
        return next((len(own.codes) for own in self.known.values() if own is not None), None)

    @property
    def few(self) -> bool:
        """Whether it is known that there are few records."""
        return (vars(self).get("height") or self.seen or MANY) <= FEW

    def of_records(self, height: int) -> ColumnNumbers:
        """Let it be known how many records there are, before anybody has them counted."""
        vars(self)["height"] = height
        return self

    def without(self, frame: pl.LazyFrame, columns: Collection[str]) -> ColumnNumbers:
        """Return the numbers of a table of the same records, some columns of which are others."""
        return ColumnNumbers(
            frame,
            {name: known for name, known in self.known.items() if name not in columns},
            {name: values for name, values in self._floats.items() if name not in columns},
        )

    def kept(self, frame: pl.LazyFrame, records: Ints) -> ColumnNumbers:
        """Return the numbers of a table of some of the records, in their order."""
        left = {name: own.taken(records) for name, own in self.known.items() if own is not None}
        floats = {name: values[records] for name, values in self._floats.items()}
        return ColumnNumbers(frame, dict(left), floats)

    def blanked(self, frame: pl.LazyFrame, marked: Mapping[str, Bools]) -> ColumnNumbers:
        """Return the numbers of a table of which some columns lack the values that are marked."""
        others = self.without(frame, marked)
        known = ((name, self.known.get(name)) for name in marked)
        others.known.update({n: own.blanked(marked[n]) for n, own in known if own is not None})
        return others

    def renamed(self, frame: pl.LazyFrame, tables: Mapping[str, pl.DataFrame]) -> ColumnNumbers:
        """Return the numbers of a table whose values were replaced by a table (from, to) each."""
        others = self.without(frame, tables)
        for name, table in tables.items():
            own, labels = self.known.get(name), table.to_series(1)
            if own is not None and _plain(labels):
                same = own.values.equals(table.to_series(0))
                each = labels if same else own.values.replace_strict(table.to_series(0), labels)
                others.known[name] = own.relabelled(each)
        return others

    def recoded(self, frame: pl.LazyFrame, column: str, labels: pl.Series) -> ColumnNumbers:
        """Return the numbers of a table of which one column has labels, one for each value."""
        own, others = self.of(column), self.without(frame, [column])
        if own is not None:
            others.known[column] = own.relabelled(labels)
        return others


def _in_place(column: pl.Series) -> tuple[pl.Series, NDArray[np.uint16]] | None:
    """Give texts their numbers where they lie, if it is worth its while."""
    if at_hand():
        return numbered_in_place(column)
    met(len(column))
    return None


def _plain(labels: pl.Series) -> bool:
    """Whether labels stay what they are in a dataset: no empty text, no number with a point."""
    if labels.dtype == pl.String:
        return not (labels == "").any()
    return labels.dtype.is_integer()


_IN_ORDER: dict[int, ColumnNumbers] = {}


def in_order(frame: Frame, numbers: ColumnNumbers | None = None) -> Frame:
    """Let a table be known as one whose records come in the same order whenever it is asked.

    So do those of a file that is scanned. Of a table that every query makes anew (a join) that is
    not so: what was asked of it at two times does not stand side by side.
    """
    _IN_ORDER[id(frame)] = numbers or ColumnNumbers(frame.to_native())
    weakref.finalize(frame, _IN_ORDER.pop, id(frame), None).atexit = False
    return frame


def numbers_of(frame: Frame) -> ColumnNumbers | None:
    """Return the numbers of the columns of a table that is known to be at hand.

    Examples
    --------
    >>> import narwhals as nw
    >>> table = nw.from_native(pl.LazyFrame({"sex": ["f", "m"]}))
    >>> numbers_of(table) is None, numbers_of(in_order(table)) is None
    (True, False)
    """
    return _IN_ORDER.get(id(frame))


def known_numbers(frame: Frame, column: str) -> CodedColumn | None:
    """Return the numbers of a column of a table at hand, if they were made already.

    Those of a few records are made here: that takes no longer than any query.
    """
    numbers = numbers_of(frame)
    if numbers is None:
        return None
    return numbers.of(column) if numbers.few else numbers.known.get(column)


def records_of(frame: Frame) -> int | None:
    """Return the number of records of a table at hand, if the numbers of a column were made.

    Examples
    --------
    >>> import narwhals as nw
    >>> table = in_order(nw.from_native(pl.LazyFrame({"sex": ["f", "m"]})))
    >>> records_of(table), len(numbers_of(table).of("sex").codes), records_of(table)
    (None, 2, 2)
    """
    numbers = numbers_of(frame)
    return None if numbers is None else numbers.seen


def height_of(frame: Frame) -> int | None:
    """Return the number of records of a table at hand, counted if need be."""
    numbers = numbers_of(frame)
    return None if numbers is None else numbers.height


def crossing(columns: Sequence[CodedColumn]) -> tuple[Ints, Ints]:
    """Return the cell of each record in the cross table of columns, and a record of each cell.

    Examples
    --------
    >>> sex = CodedColumn.of(pl.Series(["f", "m", "f"]))
    >>> cell, record = crossing([sex])
    >>> cell.tolist(), sex.codes[record].tolist()
    ([0, 1, 0], [1, 2])
    """
    cell: NDArray[Any] = np.zeros(len(columns[0].codes), dtype=np.uint32)
    span = 1
    for column in columns:
        size = len(column.values) + 1
        if span * size > LARGEST:
            cell = np.unique(cell, return_inverse=True)[1].astype(np.int64)
            span = int(cell.max(initial=0)) + 1
        if span * size > SMALL and cell.dtype == np.uint32:
            cell = cell.astype(np.int64)
        cell *= size  # in place: there may be millions
        np.add(cell, column.codes, out=cell, casting="unsafe")  # codes are below their size
        span *= size
    return without_gaps(cell, span)


def summed(cell: Ints, size: int, weights: Floats | None) -> Floats:
    """Add up weights, or records, by cell.

    Examples
    --------
    >>> summed(np.array([0, 1, 0]), 2, None).tolist()
    [2.0, 1.0]
    """
    return np.bincount(cell, weights=weights, minlength=size).astype(np.float64)
