"""The cells of a key table, counted in the engine: by values, or by numbers that are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.codes import named, numbered_table
from discret.data.counting.coded_columns import (
    CodedColumn,
    ColumnNumbers,
    crossing,
    numbers_of,
)
from discret.data.engine import Frame, collected
from discret.maths.arrays import Ints

_CELL = "__cell__"


@dataclass(frozen=True, eq=False)
class Cells:
    """What was counted for each combination of keys, and of columns along with them.

    Parameters
    ----------
    table
        What was asked for, and the columns along.
    shelves
        The distinct values of each key, sorted.
    codes
        The keys of each cell, as places there, −1 for missing.
    """

    table: pl.DataFrame = field(repr=False)
    shelves: list[pl.Series] = field(repr=False)
    codes: Ints = field(repr=False)


def counted_cells(
    frame: Frame,
    keys: Sequence[str],
    along: Sequence[str],
    wanted: Sequence[nw.Expr],
    numbers: ColumnNumbers | None = None,
) -> Cells:
    """Count in one pass; columns at hand that have `numbers` already are told apart by these.

    Examples
    --------
    >>> table = pl.LazyFrame({"sex": ["f", "m", "f"], "ill": ["y", "y", "n"]})
    >>> frame, numbers = nw.from_native(table), ColumnNumbers(table)
    >>> made = numbers.all_of(["sex", "ill"])
    >>> found = counted_cells(frame, ["sex"], ["ill"], [nw.len().alias("n")], numbers)
    >>> found.codes.T.tolist(), found.table["ill"].to_list()
    ([[0, 0, 1]], ['n', 'y', 'y'])
    """
    coded = None if numbers is None else numbers.made_of([*keys, *along])
    if coded is not None:
        return _by_number(frame, keys, along, wanted, coded)
    cells = collected(frame.group_by(*keys, *along).agg(*wanted))
    shelves, codes = numbered_table(cells.select(keys))
    return Cells(cells.drop(keys), shelves, codes)  # there may be millions


def _by_number(
    frame: Frame,
    keys: Sequence[str],
    along: Sequence[str],
    wanted: Sequence[nw.Expr],
    coded: Sequence[CodedColumn],
) -> Cells:
    cell, record = crossing(coded)
    native = frame.to_native().with_columns(pl.Series(_CELL, cell))
    asked: Frame = nw.from_native(native)
    table = collected(asked.group_by(_CELL).agg(*wanted)).sort(_CELL).drop(_CELL)
    places = [one.codes[record].astype(np.int64) - 1 for one in coded]
    beside = zip(along, coded[len(keys) :], places[len(keys) :], strict=True)
    more = [named(one.values, place).alias(name) for name, one, place in beside]
    codes = np.array(places[: len(keys)]).T  # used by column
    return Cells(table.with_columns(more), [one.values for one in coded[: len(keys)]], codes)


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
