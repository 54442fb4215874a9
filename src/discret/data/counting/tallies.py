"""Another column counted within groups: the records that have each value, and whose they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, TypeVar

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.codes import numbered
from discret.data.counting.coded_columns import CodedColumn, known_numbers, numbers_of
from discret.data.counting.holders import Holders
from discret.data.engine import Frame, collected
from discret.data.text_numbers import at_hand
from discret.errors import ColumnError
from discret.maths.arrays import Ints
from discret.maths.counted_order import without_gaps
from discret.words import Words

if TYPE_CHECKING:
    from scipy.sparse import csr_array

COUNT, _VALUE, _GROUP = "__count__", "__value__", "__group__"


@dataclass(frozen=True)
class Histogram:
    """How often each value of a column occurs in each group; missing values are left out.

    Parameters
    ----------
    counts
        Sparse matrix, groups × values.
    values
        The values, in the order of the columns of `counts`.
    """

    counts: csr_array = field(repr=False)
    values: pl.Series = field(repr=False)

    @classmethod
    def of_whole(cls, totals: Ints, values: pl.Series) -> Histogram:
        """Return how often each value occurs in all records, taken as one group."""
        from scipy.sparse import csr_array

        some = np.flatnonzero(totals)
        ends, shape = np.array([0, len(some)]), (1, len(totals))
        return cls(csr_array((totals[some], some, ends), shape=shape), values)


Tally = Callable[[str], Histogram]
Counted = TypeVar("Counted", Histogram, Holders)


def remade(
    tally: Callable[[str], Counted], made: Callable[[csr_array], csr_array]
) -> Callable[[str], Counted]:
    """Return the tally of other groups, made of these when it is asked for."""

    def found(column: str) -> Counted:
        own = tally(column)
        return replace(own, counts=made(own.counts))

    return cache(found)


def tallied(
    frame: Frame,
    named: Callable[[], pl.DataFrame],
    size: int,
    column: str,
    places: Callable[[], NDArray[np.int32] | None] = lambda: None,
) -> Histogram:
    """Count the records of each group that have each value of a column.

    Where the `places` of the records' groups can be found, no key is compared again; and where the
    column was numbered too, nothing is asked of the engine.
    """
    place = places()
    if place is None:
        cells, value = _cells(frame, named(), column)
        return histogram(cells, cells[_GROUP].cast(pl.Int64).to_numpy(), size, value)
    _check(frame, column)
    if (own := known_numbers(frame, column)) is not None:
        return _by_number(place, size, own)
    native = frame.select(nw.col(column).alias(_VALUE)).to_native()
    placed: Frame = nw.from_native(native.with_columns(pl.Series(_GROUP, place)))
    cells = collected(placed.group_by(_GROUP, _VALUE).agg(nw.len().alias(COUNT)))
    return histogram(cells, cells[_GROUP].cast(pl.Int64).to_numpy(), size, _VALUE)


def _by_number(place: NDArray[np.int32], size: int, own: CodedColumn) -> Histogram:
    """Count so where both the groups of the records and their values are numbers."""
    width = len(own.values) + 1
    numbers = place.astype(np.int64) * width + own.codes
    cell, record = without_gaps(numbers, size * width)
    counts = pl.Series(np.bincount(cell, minlength=len(record)))
    codes = own.codes[record].astype(np.int64) - 1
    return laid_out(counts, place[record].astype(np.int64), size, own.values, codes)


def tallied_whole(frame: Frame, column: str) -> Histogram:
    """Count the records that have each value of a column, all as one group."""
    if column not in (names := frame.collect_schema().names()):
        raise ColumnError.missing(Words("key table", fr="table des clés"), [column], names)
    if (own := known_numbers(frame, column)) is not None:
        totals = np.bincount(own.codes, minlength=len(own.values) + 1)[1:]
        return Histogram.of_whole(totals, own.values)
    cells = collected(frame.group_by(column).agg(nw.len().alias(COUNT)))
    return histogram(cells, np.zeros(len(cells), dtype=np.int64), 1, column)


def held(frame: Frame, named: Callable[[], pl.DataFrame], individual: str, column: str) -> Holders:
    """Find whose records of each group have each value of a column."""
    groups = named()
    cells, value = _cells(frame, groups, column, individual)
    place, count = (cells[name].cast(pl.Int64).to_numpy() for name in (_GROUP, COUNT))
    return Holders.of(place, len(groups), cells[value], cells[individual], count)


def _cells(frame: Frame, groups: pl.DataFrame, column: str, *more: str) -> tuple[pl.DataFrame, str]:
    """Count the cells that a column, and others, make of the groups; return its name there."""
    keys = groups.columns
    _check(frame, column)
    if column in keys:
        frame = frame.with_columns(nw.col(column).alias(_VALUE))
    value = _VALUE if column in keys else column
    asked = list(dict.fromkeys([*keys, value, *more]))
    cells = collected(frame.group_by(*asked).agg(nw.len().alias(COUNT)))
    places = groups.with_row_index(_GROUP)
    return cells.join(places, on=keys, how="left", nulls_equal=True), value


def _check(frame: Frame, column: str) -> None:
    names = frame.collect_schema().names()
    if column not in names:
        raise ColumnError.missing(Words("key table", fr="table des clés"), [column], names)


def histogram(cells: pl.DataFrame, ids: Ints, size: int, column: str) -> Histogram:
    """Lay counted cells out as groups × values of a column; missing values are left out."""
    return laid_out(cells[COUNT], ids, size, *numbered(cells[column]))


def laid_out(counts: pl.Series, ids: Ints, size: int, values: pl.Series, code: Ints) -> Histogram:
    """Do so where the place of each cell's value is known among the distinct ones."""
    from scipy.sparse import csr_array

    known, counted, shape = code >= 0, counts.cast(pl.Int64).to_numpy(), (size, len(values))
    if not known.all():
        ids, code, counted = ids[known], code[known], counted[known]
    codes = code.astype(np.int32)
    if (ids[1:] >= ids[:-1]).all():  # as cells in their order are: nothing is to be sorted
        ends = np.append(0, np.cumsum(np.bincount(ids, minlength=size))).astype(np.int32)
        return Histogram(csr_array((counted.copy(), codes, ends), shape=shape), values)
    return Histogram(csr_array((counted, (ids.astype(np.int32), codes)), shape=shape), values)


FEW, LOOK = 100, 10_000


def few_valued(frame: Frame, sensitive: Sequence[str], keys: Sequence[str]) -> list[str]:
    """Return the first column that seems to have few values, judged by the first records."""
    columns = [name for name in sensitive if name not in keys]
    if not columns:
        return []
    numbers = numbers_of(frame)
    if numbers is not None and at_hand():
        numbers.take_texts([*keys, *columns])  # all of them are asked for sooner or later
    if (own := known_numbers(frame, columns[0])) is not None and len(own.values) < FEW:
        return columns[:1]
    seen = collected(frame.select(*columns).head(LOOK))
    return [name for name in columns if seen[name].n_unique() <= FEW][:1]
