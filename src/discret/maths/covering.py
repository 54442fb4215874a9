"""Which cells of a population each released group may stand for.

A released group shows some key values and may leave others blank (−1). It may stand for every
cell of the population (one combination of key values, none blank) that carries what it shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.matching import Codes, Indices, group_ids

Floats = NDArray[np.float64]
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


@dataclass(frozen=True)
class Covering:
    """Released groups against the cells of a population.

    The work is done pattern of blanks by pattern: cost grows with groups and cells times the
    number of patterns, never with pairs of a group and a cell.

    Parameters
    ----------
    views
        One for each pattern of blanks.
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

    views: tuple[View, ...]
    groups: int
    cells: int

    @classmethod
    def of(cls, released: Codes, cells: Codes) -> Covering:
        """Compare `released` (groups × keys, −1 for blank) with `cells` (cells × keys)."""
        return cls(tuple(_views(released, cells)), len(released), len(cells))

    def over_cells(self, values: Numbers) -> Floats:
        """For each group, sum a value over the cells that it may stand for."""
        found = np.zeros(self.groups)
        for view in self.views:
            sums = np.bincount(view.cell_ids, weights=values, minlength=view.width)
            found[view.groups] = sums[view.group_ids]
        return found

    def over_groups(self, values: Numbers) -> Floats:
        """For each cell, sum a value over the groups that may stand for it."""
        found = np.zeros(self.cells)
        for view in self.views:
            own = values[view.groups]
            sums = np.bincount(view.group_ids, weights=own, minlength=view.width)
            found += sums[view.cell_ids]
        return found

    def largest_of_groups(self, values: Floats) -> Floats:
        """For each cell, the largest value of the groups that may stand for it; 0 where none."""
        found = np.zeros(self.cells)
        for view in self.views:
            most = np.zeros(view.width)
            np.maximum.at(most, view.group_ids, values[view.groups])
            found = np.maximum(found, most[view.cell_ids])
        return found

    def largest_of_cells(self, values: Floats) -> Floats:
        """For each group, the largest value of the cells that it may stand for; 0 where none."""
        found = np.zeros(self.groups)
        for view in self.views:
            most = np.zeros(view.width)
            np.maximum.at(most, view.cell_ids, values)
            found[view.groups] = most[view.group_ids]
        return found

    def smallest_of_cells(self, values: Floats) -> Floats:
        """For each group, the smallest value of the cells that it may stand for; 0 where none."""
        found = np.zeros(self.groups)
        for view in self.views:
            least = np.full(view.width, np.inf)
            np.minimum.at(least, view.cell_ids, values)
            found[view.groups] = least[view.group_ids]
        return np.where(np.isfinite(found), found, 0.0)


def _views(released: Codes, cells: Codes) -> Iterator[View]:
    shown = released >= 0
    kinds, size = group_ids(shown.astype(np.int64))
    for kind in range(size):
        groups = np.flatnonzero(kinds == kind)
        pattern = shown[groups[0]]
        both = np.concatenate([released[groups][:, pattern], cells[:, pattern]])
        ids, width = group_ids(both)
        yield View(groups, ids[: len(groups)], ids[len(groups) :], width)
