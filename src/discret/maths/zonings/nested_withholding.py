"""Withhold squares of a nested grid, at any level, so that no small group can be deduced."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.zonings.cuts import Groups
from discret.maths.zonings.nested_grids import residual_squares
from discret.maths.zonings.separating_sets import Sets
from discret.maths.zonings.square_merging import pairs_of_sides, pairs_of_small_squares
from discret.maths.zonings.withholding import Cost

Square = tuple[int, int]  # its level, its number there


@dataclass(frozen=True)
class Levels:
    """Rows of zones and of the squares of each level, with which of these are published.

    Parameters
    ----------
    zone, count
        Of each row, its zone and its observations.
    squares, published
        Rows × levels, from the coarsest: the square of each level, and whether it is published.

    Examples
    --------
    >>> squares = np.array([[0, 0], [0, 1]])
    >>> own = Levels(np.zeros(2, int), np.array([20, 3]), squares, np.ones((2, 2), bool))
    >>> own.without([(1, 1)]).published.tolist()
    [[True, True], [True, False]]
    """

    zone: Ints = field(repr=False)
    count: Ints = field(repr=False)
    squares: Ints = field(repr=False)
    published: Bools = field(repr=False)

    def without(self, squares: list[Square]) -> Levels:
        """Withhold some squares."""
        return self._with(squares, shown=False)

    def with_square(self, square: Square) -> Levels:
        """Publish a square."""
        return self._with([square], shown=True)

    def _with(self, squares: list[Square], *, shown: bool) -> Levels:
        published = self.published.copy()
        for level, square in squares:
            published[self.squares[:, level] == square, level] = shown
        return replace(self, published=published)

    @cached_property
    def weights(self) -> list[Ints]:
        """The observations of each square, level by level."""
        return [np.bincount(array, self.count).astype(np.int64) for array in self.squares.T]

    @cached_property
    def pieces(self) -> tuple[Ints, Ints, Ints]:
        """The piece that each row is in; of each piece its level and a row."""
        return residual_squares(self.squares, self.published)

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
    """Which squares to withhold, and what stays at risk.

    Parameters
    ----------
    levels
        The grid as it is to be published.
    squares
        The squares withheld beside those that were, by level and number.
    rounds
        How often the cuts were searched for squares to withhold.
    size
        For each row the smallest group that can still be deduced, or the threshold.
    """

    levels: Levels
    squares: list[Square] = field(repr=False)
    rounds: int
    size: Ints = field(repr=False)


def withhold_nested(
    given: Levels, threshold: int, cost: Cost = "squares", seconds: float = 150.0
) -> NestedWithheld:
    """Withhold squares of any level until no group below the threshold can be deduced.

    Parameters
    ----------
    given
        The grid. All zones are published.
    threshold
        Groups of fewer observations must not be deduced.
    cost
        What a step is to lose the least of: squares, or observations in them.
    seconds
        Time to put back what can be published after all. What is found after it is safe.

    Notes
    -----
    What is left of each published square without those inside it is one zoning (`nested_grids`).
    Withholding a square joins what is left of it to what is left of the smallest published square
    around it. So two pieces become one by withholding the squares between each of them and the
    smallest that holds both; and if none does, all that hold either: what is in no published square
    is known together, in each component, as zones are published. Joining a piece inside a set of
    zones to one that reaches out of it adds at least the threshold to what that set gives away
    (`square_merging`), and coarser pieces tell less: no step undoes another, and there are only so
    many squares. At each step the pair is taken for which least is withheld. At the end each square
    withheld is put back, the dearest first, if the cuts show that nothing comes out. It is greedy:
    less may do, and no bound is known.

    Examples
    --------
    A square of 1 km has one of 200 m with 3: another goes with it, or else the square would tell.

    >>> squares = np.array([[0, 0], [0, 1], [0, 2]])
    >>> own = Levels(np.zeros(3, int), np.array([3, 20, 90]), squares, np.ones((3, 2), bool))
    >>> withhold_nested(own, 11).squares
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


def withheld_since(before: Levels, after: Levels) -> list[Square]:
    """List the squares that were published and are no more."""
    gone = before.published & ~after.published
    return [
        (level, int(square))
        for level in range(before.squares.shape[1])
        for square in np.unique(before.squares[gone[:, level], level])
    ]


def _put_back(given: Levels, levels: Levels, threshold: int, seconds: float) -> Levels:
    began = time.monotonic()
    weight = given.weights
    for square in sorted(
        withheld_since(given, levels), key=lambda square: -weight[square[0]][square[1]]
    ):
        if time.monotonic() - began > seconds:
            break
        more = levels.with_square(square)
        levels = more if more.is_safe(threshold) else levels
    return levels


def _asked(levels: Levels, threshold: int, cost: Cost) -> list[Square]:
    """Return squares to withhold: for pieces that are small, then for sets that give some away."""
    tree = _Tree.of(levels, threshold, cost)
    found = [
        entry for pair in pairs_of_small_squares(tree.sets, tree.keys) for entry in tree.path(*pair)
    ]
    if found:
        return found
    sides = tree.sets.sides(tree.sets.deduced(np.zeros(len(tree.sets.total), dtype=np.bool_)))
    return [
        entry for pair in pairs_of_sides(tree.sets, sides, tree.keys) for entry in tree.path(*pair)
    ]


@dataclass(frozen=True)
class _Tree:
    """Pieces, what is in no published square being one in each component, and what holds them."""

    sets: Sets
    above: (
        Ints  # pieces × levels: the squares that hold each; −1 beyond its own, and for the hidden
    )
    cost: Ints  # pieces × levels: what withholding these would cost
    dear: Ints  # the same in the other unit

    @classmethod
    def of(cls, levels: Levels, threshold: int, cost: Cost) -> _Tree:
        place, level, _ = levels.pieces
        sets = Sets.of(levels.zone, place, levels.count, threshold, len(level))
        hidden = level[place] < 0
        joined = np.where(hidden, len(level) + sets.component[0][levels.zone], place)
        _, first, own = np.unique(joined, return_index=True, return_inverse=True)
        above = levels.squares[first]
        beyond = np.arange(above.shape[1]) > level[place[first]][:, None]
        shown = levels.published[first] & ~beyond
        many = [each[codes] for each, codes in zip(levels.weights, above.T, strict=True)]
        prices = shown.astype(np.int64), np.where(shown, np.stack(many, axis=1), 0)
        price, other = prices if cost == "squares" else prices[::-1]
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

    def path(self, one: int, other: int) -> list[Square]:
        """Return the squares to withhold for two pieces to be one; across components, the first.

        Pieces of two components cannot be one: zones tell how many each component withholds.
        """
        of = self.sets.component[1]
        if of[one] != of[other]:
            return self._shown(one, np.zeros(self.above.shape[1], dtype=np.bool_))
        common = self._common(np.array(one), np.array(other))
        return self._shown(one, common) + self._shown(other, common)

    def _common(self, one: Ints, other: Ints) -> Bools:
        """Mark the levels at which one square holds both."""
        same = self.above[one] == self.above[other]
        return np.asarray(same & (self.above[one] >= 0))

    def _shown(self, piece: int, common: Bools) -> list[Square]:
        wanted = (self.dear[piece] > 0) & ~common  # published, and with observations
        return [(int(at), int(self.above[piece, at])) for at in np.flatnonzero(wanted)]
