"""Facts as cells (an area and a combination of key values) and the people behind them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from discret.maths import areas
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.matching import group_ids

if TYPE_CHECKING:
    from discret.maths.areas.counting import Small

Judge = Callable[[Ints, int], Bools]


@dataclass(frozen=True)
class Asked:
    """What must hold in every area that is shown.

    Parameters
    ----------
    k
        How many are needed in each class.
    individuals
        How many people an area must show.
    records
        Whether classes are counted in records, as the paper does, and not in people.
    share
        The largest share that one person may have of the amounts of a class; 1 for any.
    save
        The least share of what can be kept that must be; the rest may be given up.
    judge
        Marks the classes that fail for other reasons, given the class of each cell (−1 for none)
        and how many classes there are.
    """

    k: int
    individuals: int
    records: bool = False
    share: float = 1.0
    save: float = 1.0
    judge: Judge | None = field(default=None, repr=False)

    @property
    def merges(self) -> bool:
        """Whether what holds in two classes, or two areas, holds in both together."""
        return self.share >= 1 and self.judge is None

    def spared(self, records: Ints | Floats) -> Ints:
        """Return how many of some records may be given up.

        Examples
        --------
        >>> Asked(k=3, individuals=3, save=0.9).spared(np.array([9, 10, 25])).tolist()
        [0, 1, 2]
        """
        return np.asarray(np.floor(records * (1 - self.save) + 1e-9), dtype=np.int64)

    @property
    def plain(self) -> Asked:
        """The numbers of people alone."""
        return replace(self, share=1.0, judge=None)


@dataclass(frozen=True)
class Ladders:
    """The keys: which node of its tree each value has at each level.

    Parameters
    ----------
    nodes
        For each key, levels × values: values that are together have the same number; where a node
        is alone below one of the same name, both have one number.

    Examples
    --------
    >>> crops = Ladders((np.array([[0, 1, 2], [0, 3, 3], [4, 4, 4]]),))
    >>> crops.upper[0].tolist(), crops.lower[0].tolist()
    ([[1, 0, 0], [1, 1, 1], [2, 2, 2]], [[0, 0, 0], [0, 1, 1], [2, 2, 2]])
    """

    nodes: tuple[Ints, ...] = field(repr=False)

    @cached_property
    def upper(self) -> tuple[Ints, ...]:
        """The highest level at which a value has the node that it has at a level."""
        return tuple(_last_equal(nodes) for nodes in self.nodes)

    @cached_property
    def lower(self) -> tuple[Ints, ...]:
        """The lowest level at which a value has the node that it has at a level."""
        return tuple(len(own) - 1 - _last_equal(own[::-1])[::-1] for own in self.nodes)

    @property
    def tops(self) -> Ints:
        """The last level of each key."""
        return np.array([len(nodes) - 1 for nodes in self.nodes], dtype=np.int64)

    def finest(self, codes: Ints) -> Ints:
        """Return the level of each cell where every key shows its values."""
        return self._at(codes, np.zeros(len(self.nodes), dtype=np.int64))

    def coarsest(self, codes: Ints) -> Ints:
        """Return the level of each cell where every key is at its top."""
        return self._at(codes, self.tops)

    def _at(self, codes: Ints, levels: Ints) -> Ints:
        each = [own[at, codes[:, key]] for key, (own, at) in self._each(levels)]
        return np.stack(each, axis=1) if each else codes.copy()

    def _each(self, levels: Ints) -> list[tuple[int, tuple[Ints, int]]]:
        return list(enumerate(zip(self.upper, levels.tolist(), strict=True)))

    def shown(self, codes: Ints, at: Ints) -> Ints:
        """Return the nodes that cells show, each key of each cell at its level."""
        each = [own[at[:, key], codes[:, key]] for key, own in enumerate(self.nodes)]
        return np.stack(each, axis=1) if each else codes.copy()

    def heights(self, codes: Ints, at: Ints) -> Floats:
        """Return what a record of each cell loses: the sum over keys of level / last level."""
        lost = np.zeros(len(codes))
        for key, own in enumerate(self.lower):
            lost += own[at[:, key], codes[:, key]] / max(len(own) - 1, 1)
        return lost


def _last_equal(nodes: Ints) -> Ints:
    last = np.empty_like(nodes)
    last[-1] = len(nodes) - 1
    for level in range(len(nodes) - 2, -1, -1):
        last[level] = np.where(nodes[level] == nodes[level + 1], last[level + 1], level)
    return last


@dataclass(frozen=True)
class Cells:
    """The facts: records by area and combination of key values, and whose they are.

    Parameters
    ----------
    area, codes
        The area of each cell, and its key values (cells × keys).
    records
        How many records it has.
    cell, person
        Who has facts in which cell, row by row, person by person.
    amount
        What the records of a row amount to, where shares are judged.
    place
        The number of each cell in the whole table.
    whole
        How many cells that has.

    Examples
    --------
    >>> rows = np.array([0, 1], dtype=np.int32), np.array([0, 1], dtype=np.int32)
    >>> cells = Cells.of(np.array([0, 0]), np.array([[0], [1]]), np.array([3, 1]), *rows)
    >>> cells.failing(np.array([0, 0]), 1, Asked(k=2, individuals=1)).tolist()
    [False]
    """

    area: Ints = field(repr=False)
    codes: Ints = field(repr=False)
    records: Ints = field(repr=False)
    cell: Small = field(repr=False)
    person: Small = field(repr=False)
    amount: Floats | None = field(repr=False)
    place: Ints = field(repr=False)
    whole: int

    @classmethod
    def of(
        cls,
        area: Ints,
        codes: Ints,
        records: Ints,
        cell: Small,
        person: Small,
        amount: Floats | None = None,
    ) -> Cells:
        """Take the cells of a whole table; rows are sorted by person here."""
        size = len(area)
        if (np.diff(person) < 0).any():
            order = np.argsort(person, kind="stable")
            cell, person = cell[order], person[order]
            amount = None if amount is None else amount[order]
        return cls(area, codes, records, cell, person, amount, np.arange(size), size)

    def __len__(self) -> int:
        return len(self.area)

    def taken(self, keep: Bools) -> Cells:
        """Return some of the cells, and the rows of these."""
        if keep.all():
            return self
        number = np.where(keep, np.cumsum(keep) - 1, -1).astype(np.int32)
        cell = number[self.cell]
        rows = cell >= 0
        return Cells(
            self.area[keep],
            self.codes[keep],
            self.records[keep],
            cell[rows],
            self.person[rows],
            None if self.amount is None else self.amount[rows],
            self.place[keep],
            self.whole,
        )

    def classes(self, areas: Ints, shown: Ints) -> tuple[Ints, int]:
        """Give numbers to the classes: what cells of an area show alike."""
        return group_ids(np.column_stack([areas, shown]))

    def people(self, of: Ints, size: int) -> Ints:
        """Return how many people are in each class, or in whatever else cells are put together."""
        return areas.counting.people_of(of, size, self.cell, self.person)

    def counted(self, of: Ints, size: int, asked: Asked) -> Ints:
        """Return how many are in each class: people, or records where these are counted."""
        if not asked.records:
            return self.people(of, size)
        in_one = of >= 0
        return np.bincount(of[in_one], self.records[in_one], size).astype(np.int64)

    def failing(self, of: Ints, size: int, asked: Asked) -> Bools:
        """Mark the classes that fail; `of` is −1 for cells that are left out."""
        bad = self.counted(of, size, asked) < asked.k
        if asked.share < 1:
            assert self.amount is not None  # noqa: S101 (a share is of amounts)
            shares = areas.counting.largest_shares(of, size, self.cell, self.person, self.amount)
            bad |= shares > asked.share
        if asked.judge is not None:
            every = np.full(self.whole, -1, dtype=np.int64)
            every[self.place] = of
            bad |= asked.judge(every, size)
        return bad
