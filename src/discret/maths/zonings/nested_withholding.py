"""Withhold cells of a nested grid, at any level, so that no small group can be deduced."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.zonings.cell_merging import pairs_of_sides, pairs_of_small_cells
from discret.maths.zonings.cuts import Groups
from discret.maths.zonings.nested_grids import residual_cells
from discret.maths.zonings.separating_sets import Sets
from discret.maths.zonings.withholding import Cost

Cell = tuple[int, int]  # its level, its number there


@dataclass(frozen=True)
class Levels:
    """Rows of zones and of the cells of each level, with which of these are published.

    Parameters
    ----------
    zone, count
        Of each row, its zone and its observations.
    cells, published
        Rows × levels, from the coarsest: the cell of each level, and whether it is published.

    Examples
    --------
    >>> cells = np.array([[0, 0], [0, 1]])
    >>> own = Levels(np.zeros(2, int), np.array([20, 3]), cells, np.ones((2, 2), bool))
    >>> own.without([(1, 1)]).published.tolist()
    [[True, True], [True, False]]
    """

    zone: Ints = field(repr=False)
    count: Ints = field(repr=False)
    cells: Ints = field(repr=False)
    published: Bools = field(repr=False)

    def without(self, cells: list[Cell]) -> Levels:
        """Withhold some cells."""
        return self._with(cells, shown=False)

    def with_cell(self, cell: Cell) -> Levels:
        """Publish a cell."""
        return self._with([cell], shown=True)

    def _with(self, cells: list[Cell], *, shown: bool) -> Levels:
        published = self.published.copy()
        for level, cell in cells:
            published[self.cells[:, level] == cell, level] = shown
        return replace(self, published=published)

    @cached_property
    def weights(self) -> list[Ints]:
        """The observations of each cell, level by level."""
        return [np.bincount(array, self.count).astype(np.int64) for array in self.cells.T]

    @cached_property
    def pieces(self) -> tuple[Ints, Ints, Ints]:
        """The piece that each row is in; of each piece its level and a row."""
        return residual_cells(self.cells, self.published)

    def deduced(self, threshold: int) -> tuple[Groups, Sets]:
        """Return what can be deduced; rows of the table come first."""
        place, level, _ = self.pieces
        sets = Sets.of(self.zone, place, self.count, threshold, len(level))
        return sets.deduced(level < 0), sets

    def is_safe(self, threshold: int) -> bool:
        """Whether no published piece is small, and only what cannot be protected comes out."""
        groups, sets = self.deduced(threshold)
        small = (sets.total < threshold) & (self.pieces[1] >= 0)
        return not (small.any() or (groups.at_risk[: len(self.zone)] & sets.wanted).any())


@dataclass(frozen=True)
class NestedWithheld:
    """Which cells to withhold, and what stays at risk.

    Parameters
    ----------
    levels
        The grid as it is to be published.
    cells
        The cells withheld beside those that were, by level and number.
    rounds
        How often the cuts were searched for cells to withhold.
    size
        For each row the smallest group that can still be deduced, or the threshold.
    """

    levels: Levels
    cells: list[Cell] = field(repr=False)
    rounds: int
    size: Ints = field(repr=False)


def withhold_nested(
    given: Levels, threshold: int, cost: Cost = "cells", seconds: float = 150.0
) -> NestedWithheld:
    """Withhold cells of any level until no group below the threshold can be deduced.

    Parameters
    ----------
    given
        The grid. All zones are published.
    threshold
        Groups of fewer observations must not be deduced.
    cost
        What a step is to lose the least of: cells, or observations in them.
    seconds
        Time to put back what can be published after all. What is found after it is safe.

    Notes
    -----
    What is left of each published cell without those inside it is one zoning (`nested_grids`).
    Withholding a cell joins what is left of it to what is left of the smallest published cell
    around it. So two pieces become one by withholding the cells between each of them and the
    smallest that holds both; and if none does, all that hold either: what is in no published cell
    is known together, in each component, as zones are published. Joining a piece inside a set of
    zones to one that reaches out of it adds at least the threshold to what that set gives away
    (`cell_merging`), and coarser pieces tell less: no step undoes another, and there are only so
    many cells. At each step the pair is taken for which least is withheld. At the end each cell
    withheld is put back, the dearest first, if the cuts show that nothing comes out. It is greedy:
    less may do, and no bound is known.

    Examples
    --------
    A square of 1 km has one of 200 m with 3: another goes with it, or else the square would tell.

    >>> cells = np.array([[0, 0], [0, 1], [0, 2]])
    >>> own = Levels(np.zeros(3, int), np.array([3, 20, 90]), cells, np.ones((3, 2), bool))
    >>> withhold_nested(own, 11).cells
    [(1, 0), (1, 1)]
    """
    levels, rounds = given, 0
    while True:
        more = _asked(levels, threshold, cost)
        if not more:
            break
        levels, rounds = levels.without(more), rounds + 1
    levels = _put_back(given, levels, threshold, seconds)
    size = levels.deduced(threshold)[0].size[: len(given.zone)]
    return NestedWithheld(levels, withheld_since(given, levels), rounds, size)


def withheld_since(before: Levels, after: Levels) -> list[Cell]:
    """List the cells that were published and are no more."""
    gone = before.published & ~after.published
    return [
        (level, int(cell))
        for level in range(before.cells.shape[1])
        for cell in np.unique(before.cells[gone[:, level], level])
    ]


def _put_back(given: Levels, levels: Levels, threshold: int, seconds: float) -> Levels:
    began = time.monotonic()
    weight = given.weights
    for cell in sorted(withheld_since(given, levels), key=lambda one: -weight[one[0]][one[1]]):
        if time.monotonic() - began > seconds:
            break
        more = levels.with_cell(cell)
        levels = more if more.is_safe(threshold) else levels
    return levels


def _asked(levels: Levels, threshold: int, cost: Cost) -> list[Cell]:
    """Return cells to withhold: for pieces that are small, then for sets that give some away."""
    tree = _Tree.of(levels, threshold, cost)
    found = [
        entry for pair in pairs_of_small_cells(tree.sets, tree.keys) for entry in tree.path(*pair)
    ]
    if found:
        return found
    sides = tree.sets.sides(tree.sets.deduced(np.zeros(len(tree.sets.total), dtype=np.bool_)))
    return [
        entry for pair in pairs_of_sides(tree.sets, sides, tree.keys) for entry in tree.path(*pair)
    ]


@dataclass(frozen=True)
class _Tree:
    """Pieces, what is in no published cell being one in each component, and what holds them."""

    sets: Sets
    above: Ints  # pieces × levels: the cells that hold each; −1 beyond its own, and for the hidden
    cost: Ints  # pieces × levels: what withholding these would cost
    dear: Ints  # the same in the other unit

    @classmethod
    def of(cls, levels: Levels, threshold: int, cost: Cost) -> _Tree:
        place, level, _ = levels.pieces
        sets = Sets.of(levels.zone, place, levels.count, threshold, len(level))
        hidden = level[place] < 0
        joined = np.where(hidden, len(level) + sets.component[0][levels.zone], place)
        _, first, own = np.unique(joined, return_index=True, return_inverse=True)
        above = levels.cells[first]
        beyond = np.arange(above.shape[1]) > level[place[first]][:, None]
        shown = levels.published[first] & ~beyond
        many = [each[codes] for each, codes in zip(levels.weights, above.T, strict=True)]
        prices = shown.astype(np.int64), np.where(shown, np.stack(many, axis=1), 0)
        price, other = prices if cost == "cells" else prices[::-1]
        sets = Sets.of(levels.zone, own.ravel(), levels.count, threshold)
        return cls(sets, np.where(beyond, -1, above), price, other)

    def keys(self, some: Ints, others: Ints) -> list[Ints]:
        """Return what joining each pair of pieces costs."""
        common = self._common(some[:, None], others[None])
        apart = ~common
        return [
            (array[some][:, None] * apart + array[others][None] * apart).sum(axis=2)
            for array in (self.dear, self.cost)
        ]

    def path(self, one: int, other: int) -> list[Cell]:
        """Return the cells to withhold for two pieces to be one; across components, for the first.

        Pieces of two components cannot be one: zones tell how many each component withholds.
        """
        of = self.sets.component[1]
        if of[one] != of[other]:
            return self._shown(one, np.zeros(self.above.shape[1], dtype=np.bool_))
        common = self._common(np.array(one), np.array(other))
        return self._shown(one, common) + self._shown(other, common)

    def _common(self, one: Ints, other: Ints) -> Bools:
        """Mark the levels at which one cell holds both."""
        same = self.above[one] == self.above[other]
        return np.asarray(same & (self.above[one] >= 0))

    def _shown(self, piece: int, common: Bools) -> list[Cell]:
        wanted = (self.dear[piece] > 0) & ~common  # published, and with observations
        return [(int(at), int(self.above[piece, at])) for at in np.flatnonzero(wanted)]
