"""Which cells of a population each released group may stand for.

A released group shows some key values and may leave others blank (−1). It may stand for every
cell of the population (one combination of key values, none blank) that carries what it shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Codes, Floats
from discret.maths.matching import Indices, group_ids, pattern_cost
from discret.maths.matching_by_row import ByRow, row_cost

Numbers = NDArray[Any]


@dataclass(frozen=True)
class View:
    """The released groups that leave the same keys blank.

    Parameters
    ----------
    groups
        Their places among the released groups.
    group_ids, cell_ids
        A group may stand for the cells that have its number.
    width
        Number of different numbers.
    """

    groups: Indices
    group_ids: Indices
    cell_ids: Indices
    width: int

    def of_cells(self, how: np.ufunc, values: Numbers, start: float) -> Floats:
        """For each group here, join the values of the cells that it may stand for."""
        return _joined(how, self.width, self.cell_ids, values, start)[self.group_ids]

    def of_groups(self, how: np.ufunc, values: Numbers, start: float) -> Floats:
        """For each cell, join the values of the groups here that may stand for it."""
        own = values[self.groups]
        return _joined(how, self.width, self.group_ids, own, start)[self.cell_ids]


@dataclass(frozen=True)
class Pairs:
    """Some released groups, each with every cell that it may stand for.

    Parameters
    ----------
    groups
        Their places among the released groups.
    row, cell
        The pairs: a place in `groups`, and a cell.
    cells
        Number of cells.
    """

    groups: Indices
    row: Indices
    cell: Indices
    cells: int

    def of_cells(self, how: np.ufunc, values: Numbers, start: float) -> Floats:
        """For each group here, join the values of the cells that it may stand for."""
        return _joined(how, len(self.groups), self.row, values[self.cell], start)

    def of_groups(self, how: np.ufunc, values: Numbers, start: float) -> Floats:
        """For each cell, join the values of the groups here that may stand for it."""
        return _joined(how, self.cells, self.cell, values[self.groups][self.row], start)


@dataclass(frozen=True)
class Rows:
    """All released groups, some at a time, each with the cells that it may stand for."""

    found: ByRow

    def __iter__(self) -> Iterator[Pairs]:
        start = 0
        for block in self.found.blocks():
            number, cells = block.shape
            row = np.repeat(np.arange(number), np.diff(block.indptr))
            yield Pairs(np.arange(start, start + number), row, block.indices, cells)
            start += number


@dataclass(frozen=True)
class Covering:
    """Released groups against the cells of a population.

    The work is done pattern of blanks by pattern, where cost grows with groups and cells times
    the number of patterns; or, where nearly every group has a pattern of its own, row by row.

    Parameters
    ----------
    views
        One for each pattern of blanks, or for some of the groups.
    groups, cells
        How many there are.

    Examples
    --------
    A woman of 30, and a woman of unknown age; the population holds two women of 30, three of 40
    and a man.

    >>> released, cells = np.array([[0, 0], [0, -1]]), np.array([[0, 0], [0, 1], [1, 0]])
    >>> covering = Covering.of(released, cells)
    >>> covering.over_cells(np.array([2, 3, 1])).tolist()
    [2.0, 5.0]
    >>> covering.over_groups(np.array([1, 1])).tolist()
    [2.0, 1.0, 0.0]
    """

    views: Iterable[View | Pairs]
    groups: int
    cells: int

    @classmethod
    def of(cls, released: Codes, cells: Codes) -> Covering:
        """Compare `released` (groups × keys, −1 for blank) with `cells` (cells × keys)."""
        kinds, patterns = group_ids((released >= 0).astype(np.int64))
        columns = released.shape[1]
        by_pattern = pattern_cost(len(released) + len(cells), columns, patterns, "known")
        if row_cost(len(released), len(cells), columns) < by_pattern:
            views: Iterable[View | Pairs] = Rows(ByRow(released, cells, wild=False))
        else:
            views = tuple(_views(released, cells, kinds))
        return cls(views, len(released), len(cells))

    def over_cells(self, values: Numbers) -> Floats:
        """For each group, sum a value over the cells that it may stand for."""
        return self._of_cells(np.add, values, 0.0)

    def over_groups(self, values: Numbers) -> Floats:
        """For each cell, sum a value over the groups that may stand for it."""
        return self._of_groups(np.add, values)

    def largest_of_groups(self, values: Floats) -> Floats:
        """For each cell, the largest value of the groups that may stand for it; 0 where none."""
        return self._of_groups(np.maximum, values)

    def largest_of_cells(self, values: Floats) -> Floats:
        """For each group, the largest value of the cells that it may stand for; 0 where none."""
        return self._of_cells(np.maximum, values, 0.0)

    def smallest_of_cells(self, values: Floats) -> Floats:
        """For each group, the smallest value of the cells that it may stand for; 0 where none."""
        found = self._of_cells(np.minimum, values, np.inf)
        return np.where(np.isfinite(found), found, 0.0)

    def _of_cells(self, how: np.ufunc, values: Numbers, start: float) -> Floats:
        found = np.empty(self.groups)
        for view in self.views:
            found[view.groups] = view.of_cells(how, values, start)
        return found

    def _of_groups(self, how: np.ufunc, values: Numbers) -> Floats:
        found = np.zeros(self.cells)
        for view in self.views:
            how(found, view.of_groups(how, values, 0.0), out=found)
        return found


def _joined(how: np.ufunc, size: int, places: Indices, values: Numbers, start: float) -> Floats:
    """Join the values that have the same place."""
    found = np.full(size, start)
    how.at(found, places, values)
    return found


def _views(released: Codes, cells: Codes, kinds: Indices) -> Iterator[View]:
    shown = released >= 0
    for kind in range(int(kinds.max(initial=-1)) + 1):
        groups = np.flatnonzero(kinds == kind)
        pattern = shown[groups[0]]
        both = np.concatenate([released[groups][:, pattern], cells[:, pattern]])
        ids, width = group_ids(both)
        yield View(groups, ids[: len(groups)], ids[len(groups) :], width)
