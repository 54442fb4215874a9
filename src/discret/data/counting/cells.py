"""The cells of a key table, counted in the engine: by values, or by numbers that are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.codes import numbered_table
from discret.data.counting.coded_columns import (
    CodedColumn,
    ColumnNumbers,
    counted,
    crossing,
    numbers_of,
)
from discret.data.counting.tallies import COUNT, Histogram, histogram, laid
from discret.data.engine import Frame, collected
from discret.maths.arrays import Ints
from discret.maths.matching import group_ids

_CELL = "__cell__"


@dataclass(frozen=True, eq=False)
class Cells:
    """What was counted for each combination of keys, and of columns along with them.

    Parameters
    ----------
    table
        What was asked for, and the columns along, if the engine told them apart.
    shelves
        The distinct values of each key, sorted.
    codes
        The keys of each cell, as places there, −1 for missing.
    ids, size
        The number of each cell's combination of keys, in their order, and how many there are.
    along
        The distinct values of columns along, and the place of each cell's, where they have numbers.
    """

    table: pl.DataFrame = field(repr=False)
    shelves: list[pl.Series] = field(repr=False)
    codes: Ints = field(repr=False)
    ids: Ints = field(repr=False)
    size: int
    along: Mapping[str, tuple[pl.Series, Ints]] = field(default_factory=dict, repr=False)

    def histogram(self, column: str) -> Histogram:
        """Return how often each value of a column along occurs for each combination of keys."""
        if column in self.along:
            return laid(*self.along[column], self.table[COUNT], self.ids, self.size)
        return histogram(self.table, self.ids, self.size, column)


def counted_cells(
    frame: Frame,
    keys: Sequence[str],
    along: Sequence[str],
    wanted: Sequence[nw.Expr],
    numbers: ColumnNumbers | None = None,
) -> Cells:
    """Count records, and what else is wanted, in one pass; columns that have `numbers` go by these.

    Examples
    --------
    >>> table = pl.LazyFrame({"sex": ["f", "m", "f"], "ill": ["y", "y", "n"]})
    >>> frame, numbers = nw.from_native(table), ColumnNumbers(table)
    >>> made = numbers.all_of(["sex", "ill"])
    >>> found = counted_cells(frame, ["sex"], ["ill"], [], numbers)
    >>> found.codes.T.tolist(), found.histogram("ill").counts.toarray().tolist()
    ([[0, 0, 1]], [[1, 1], [0, 1]])
    """
    coded = None if numbers is None else numbers.made_of([*keys, *along])
    if coded is not None:
        return _by_number(frame, keys, along, wanted, coded)
    cells = collected(frame.group_by(*keys, *along).agg(nw.len().alias(COUNT), *wanted))
    shelves, codes = numbered_table(cells.select(keys))
    return Cells(cells.drop(keys), shelves, codes, *group_ids(codes))  # there may be millions


def _by_number(
    frame: Frame,
    keys: Sequence[str],
    along: Sequence[str],
    wanted: Sequence[nw.Expr],
    coded: Sequence[CodedColumn],
) -> Cells:
    table, record = _tabled(frame, wanted, coded)
    places = [one.codes[record].astype(np.int64) - 1 for one in coded]
    beside = zip(along, coded[len(keys) :], places[len(keys) :], strict=True)
    told = {name: (one.values, place) for name, one, place in beside}
    codes = np.array(places[: len(keys)]).T  # used by column
    shelves = [one.values for one in coded[: len(keys)]]
    return Cells(table, shelves, codes, *_runs(codes), told)


def _tabled(
    frame: Frame, wanted: Sequence[nw.Expr], coded: Sequence[CodedColumn]
) -> tuple[pl.DataFrame, Ints]:
    """Count cells in their order; return too a record of each."""
    if not wanted:
        record, count = counted(coded)
        return pl.DataFrame({COUNT: count}), record
    cell, record = crossing(coded)
    native = frame.to_native().with_columns(pl.Series(_CELL, cell))
    asked: Frame = nw.from_native(native)
    cells = collected(asked.group_by(_CELL).agg(nw.len().alias(COUNT), *wanted))
    return cells.sort(_CELL).drop(_CELL), record


def _runs(codes: Ints) -> tuple[Ints, int]:
    """Give numbers to combinations of keys in their order, by where one differs from the last.

    Examples
    --------
    >>> _runs(np.array([[0, 1], [0, 1], [2, 0]]))[0].tolist()
    [0, 0, 1]
    """
    new = np.zeros(max(len(codes) - 1, 0), dtype=np.bool_)
    for column in codes.T:
        new |= column[1:] != column[:-1]
    ids = np.append(0, np.cumsum(new))[: len(codes)]
    return ids, int(new.sum()) + min(len(codes), 1)


def places_of_records(frame: Frame, keys: Sequence[str], codes: Ints) -> NDArray[np.int32] | None:
    """Find the group of each record of a table at hand, of groups in the order of their codes.

    Examples
    --------
    >>> from discret.data.counting.coded_columns import in_order
    >>> frame = in_order(nw.from_native(pl.LazyFrame({"sex": ["f", "m", "f"]})))
    >>> places_of_records(frame, ["sex"], np.array([[0], [1]])).tolist()
    [0, 1, 0]
    """
    numbers = numbers_of(frame)
    coded = None if numbers is None else numbers.all_of(keys)
    if coded is None:
        return None
    cell, record = crossing(coded)
    found = np.array([one.codes[record].astype(np.int64) - 1 for one in coded]).T
    return cell.astype(np.int32) if np.array_equal(found, codes) else None
