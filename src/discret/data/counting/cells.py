"""The cells of a key table, counted in the engine: by values, or by numbers that are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.codes import numbered, numbered_table
from discret.data.counting.coded_columns import (
    CodedColumn,
    crossing,
    numbers_of,
)
from discret.data.engine import Frame, collected
from discret.maths.arrays import Floats, Ints
from discret.maths.matching import group_ids


@dataclass(frozen=True, eq=False)
class Cells:
    """What was counted for each combination of keys, and of columns along with them.

    Parameters
    ----------
    table
        What was asked for.
    shelves
        The distinct values of each key, sorted.
    codes
        The keys of each cell, as places there, −1 for missing; where cells come in the order of
        their keys, as the small numbers that columns have: from 1, 0 for missing.
    along
        Of each column along, the distinct values, sorted, and the place of that of each cell, −1
        for missing.
    in_order
        Whether cells come in the order of their keys.
    """

    table: pl.DataFrame = field(repr=False)
    shelves: list[pl.Series] = field(repr=False)
    codes: NDArray[Any] = field(repr=False)
    along: Mapping[str, tuple[pl.Series, Ints]] = field(default_factory=dict, repr=False)
    in_order: bool = False

    @property
    def groups(self) -> tuple[Ints, int]:
        """The group of each cell, in the order of the keys, and how many there are."""
        if not self.in_order or not len(self.codes):
            return group_ids(self.codes)
        opens = np.zeros(len(self.codes), dtype=bool)
        for column in self.codes.T:
            opens[1:] |= column[1:] != column[:-1]
        ids = np.cumsum(opens)
        return ids, int(ids[-1]) + 1

    def taken(self, places: Ints) -> Ints:
        """Return the keys of some cells, column after column, as they are used."""
        if not self.in_order:
            return np.asarray(self.codes[places])
        taken = np.empty((len(places), self.codes.shape[1]), dtype=np.int64, order="F")
        whole = len(places) == len(self.codes)
        for column, own in zip(taken.T, self.codes.T, strict=True):
            np.subtract(own if whole else own[places], 1, out=column, dtype=np.int64)
        return taken


def counted_cells(
    frame: Frame,
    keys: Sequence[str],
    along: Sequence[str],
    wanted: Sequence[nw.Expr],
    *,
    records: int = 0,
) -> Cells:
    """Count in one pass of the engine, told how many `records` there are if it is known.

    Examples
    --------
    >>> frame = nw.from_native(pl.LazyFrame({"sex": ["f", "m", "f"]}))
    >>> found = counted_cells(frame, ["sex"], [], [nw.len().alias("n")])
    >>> found.shelves[0].to_list(), sorted(found.table["n"])
    (['f', 'm'], [1, 2])
    """
    cells = collected(frame.group_by(*keys, *along).agg(*wanted), records=records)
    shelves, codes = numbered_table(cells.select(keys))
    beside = {name: numbered(cells[name]) for name in along}
    return Cells(cells.drop(keys, *along), shelves, codes, beside)  # there may be millions


def cells_by_number(
    coded: Sequence[CodedColumn],
    along: Sequence[str],
    count: str,
    summed: Mapping[str, Floats],
) -> Cells:
    """Count without the engine, where columns have numbers: keys first, then those along.

    Sums of whole numbers are exact as long as they stay below 2⁵³.

    Examples
    --------
    >>> coded = [CodedColumn.of(pl.Series(own)) for own in (["f", "m", "f"], ["y", "y", "n"])]
    >>> found = cells_by_number(coded, ["ill"], "n", {})
    >>> found.codes.T.tolist(), found.table.rows(), found.along["ill"][1].tolist()
    ([[1, 1, 2]], [(1,), (1,), (1,)], [0, 1, 1])
    """
    cell, record = crossing(coded)
    size = len(record)
    sums = {count: np.bincount(cell, minlength=size)}
    sums |= {name: _added(cell, own, size) for name, own in summed.items()}
    keys = len(coded) - len(along)
    codes = np.empty((size, keys), dtype=np.uint16, order="F")  # used by column
    for place, column in enumerate(coded[:keys]):
        codes[:, place] = column.codes[record]
    shelves = [column.values for column in coded[:keys]]
    beside = {
        name: (column.values, column.codes[record].astype(np.int64) - 1)
        for name, column in zip(along, coded[keys:], strict=True)
    }
    return Cells(pl.DataFrame(sums), shelves, codes, beside, in_order=True)


def _added(cell: Ints, own: Floats, size: int) -> Ints:
    """Add up whole numbers by cell; mostly all are nought, of the smallest units of a weight."""
    if not own.any():
        return np.zeros(size, dtype=np.int64)
    return np.bincount(cell, own, size).astype(np.int64)


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
    found = np.array([column.codes[record].astype(np.int64) - 1 for column in coded]).T
    return cell.astype(np.int32) if np.array_equal(found, codes) else None
