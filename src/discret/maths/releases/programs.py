"""Worlds that show the same, as whole numbers that solve all equations of `bounds`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.releases.bounds import Bounds, Rows
from discret.maths.releases.exchanges import Units

PAIRS = 4_000  # of kinds and values, among which whole numbers are looked for at once
PROGRAMS = 10  # so often at most
NODES = 1_000  # of the tree of one search


@dataclass(frozen=True)
class Truth:
    """What people have in truth.

    Parameters
    ----------
    number
        For each pair of `Bounds`, how many people of the kind have the value.
    label
        What is asked about, for each value.
    units
        People by kind and value, whoever changed one by one.
    changed
        The kinds of people who changed.
    """

    number: Ints = field(repr=False)
    label: Ints = field(repr=False)
    units: Units = field(repr=False)
    changed: Bools = field(repr=False)


def programs(found: Bounds, true: Truth, left: Bools) -> Iterator[Program]:
    """Yield the equations on which kinds depend that are left: sets of them, several at a time."""
    for pairs in _hanging_on(found, left):
        yield Program.of(found, pairs, true)


def _hanging_on(found: Bounds, left: Bools) -> list[Ints]:
    """Return the pairs on which kinds depend that are left."""
    loose = found.low < found.high
    within = loose[found.rows.pair]
    row, pair = found.rows.row[within], found.rows.pair[within]
    of = _sets(row, pair, len(found.rows.least), len(found.kind))
    wanted = np.zeros(int(of.max(initial=-1)) + 1, dtype=np.bool_)
    wanted[of[loose & left[found.kind]]] = True
    size = np.where(wanted, np.bincount(of[loose], minlength=len(wanted)), 0)
    few = np.flatnonzero(wanted & (size <= PAIRS))
    few = few[np.argsort(size[few], kind="stable")]
    part = np.full(len(wanted), -1)
    part[few] = np.cumsum(size[few]) // max(PAIRS, 1)
    pairs = np.flatnonzero(loose & (part[of] >= 0))
    order = pairs[np.argsort(part[of[pairs]], kind="stable")]
    many = np.bincount(part[of[pairs]])[:PROGRAMS]
    return [own for own in np.split(order, np.cumsum(many))[: len(many)] if len(own)]


def _sets(row: Ints, pair: Ints, rows: int, pairs: int) -> Any:
    """Return the set of each pair: of those that have equations in common."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    edges = (np.ones(len(row), dtype=np.int8), (pair, pairs + row))
    graph = coo_array(edges, shape=(pairs + rows, pairs + rows)).tocsr()
    return connected_components(graph, directed=False)[1][:pairs]


@dataclass(frozen=True)
class Program:
    """Equations of some pairs, in whole numbers.

    Parameters
    ----------
    matrix, least, most
        The equations.
    low, high, true, kind, label
        Of each pair: bounds, the truth, the kind and what is asked about.
    asked_of
        The place of the kind and the label of each pair, among those that there are.
    changed
        The kinds of people who changed, of all.
    """

    matrix: Any = field(repr=False)
    least: Ints = field(repr=False)
    most: Ints = field(repr=False)
    low: Ints = field(repr=False)
    high: Ints = field(repr=False)
    true: Ints = field(repr=False)
    kind: Ints = field(repr=False)
    label: Ints = field(repr=False)
    asked_of: Ints = field(repr=False)
    changed: Bools = field(repr=False)

    @classmethod
    def of(cls, found: Bounds, pairs: Ints, true: Truth) -> Program:
        """Take the equations of some pairs; all others that are in them are known."""
        from scipy.sparse import coo_array

        place = np.full(len(found.kind), -1)
        place[pairs] = np.arange(len(pairs))
        rows: Rows = found.rows
        here = place[rows.pair] >= 0
        every, row = np.unique(rows.row[here], return_inverse=True)
        shape = (len(every), len(pairs))
        matrix = coo_array((rows.sign[here], (row, place[rows.pair[here]])), shape=shape).tocsr()
        fixed = np.bincount(
            rows.row[~here], rows.sign[~here] * found.low[rows.pair[~here]], len(rows.least)
        )[every]
        code = found.kind[pairs] * len(true.label) + true.label[found.value[pairs]]
        return cls(
            matrix,
            rows.least[every] - fixed,
            rows.most[every] - fixed,
            found.low[pairs],
            found.high[pairs],
            true.number[pairs],
            found.kind[pairs],
            true.label[found.value[pairs]],
            np.unique(code, return_inverse=True)[1].astype(np.int64),
            true.changed,
        )

    @property
    def kinds(self) -> int:
        """How many kinds there are in all."""
        return len(self.changed)

    @property
    def held(self) -> Bools:
        """Mark the pairs whose label somebody of the kind has in truth."""
        return np.asarray(np.bincount(self.asked_of, self.true)[self.asked_of] > 0)

    @property
    def several(self) -> Bools:
        """Mark the kinds whose people have several labels in truth, as far as these are open."""
        first = np.unique(self.asked_of, return_index=True)[1]
        own = first[self.held[first]]
        return np.bincount(self.kind[own], minlength=self.kinds) > 1

    def holding(self, kinds: Bools) -> Program:
        """Return the same with what some kinds have in truth."""
        own = kinds[self.kind]
        low, high = (np.where(own, self.true, bound) for bound in (self.low, self.high))
        return replace(self, low=low, high=high)

    def world(self, weight: Floats) -> tuple[Ints | None, bool]:
        """Return the world with the largest sum, if one is found, and whether it is the largest."""
        from scipy.optimize import Bounds as Between
        from scipy.optimize import LinearConstraint, milp

        found = milp(
            -weight,
            integrality=np.ones(len(weight)),
            bounds=Between(self.low, self.high),
            constraints=LinearConstraint(self.matrix, self.least, self.most),
            options={"node_limit": NODES, "mip_rel_gap": 0.0},
        )
        if found.x is None:
            return None, False
        world = np.rint(found.x).astype(np.int64)
        return (world, found.status == 0) if self._holds(world) else (None, False)

    def farthest(self, weight: Floats) -> tuple[Bools, bool]:
        """Return the kinds that move in the world with the largest sum, and if it is the largest.

        If it is, and nobody moves whose pairs have a weight, none of these can be larger.
        """
        moved = np.zeros(self.kinds, dtype=np.bool_)
        world, sure = self.world(weight)
        if world is not None:
            other = np.bincount(self.asked_of, world - self.true)[self.asked_of] != 0
            moved[self.kind[other]] = True
        return moved, sure

    def asked(self, kind: int) -> tuple[bool, Bools]:
        """Return whether a kind has the same values in every world, and who moves in some."""
        every = np.zeros(self.kinds, dtype=np.bool_)
        sure = True
        own = self.kind == kind
        for place in np.unique(self.asked_of[own & self.held]):
            moved, largest = self.farthest((self.asked_of == place).astype(float))
            every |= moved
            sure &= largest
        return sure and not every[kind], every

    def _holds(self, world: Ints) -> bool:
        """Whether a world solves the equations: what a solver rounds is looked at again."""
        total = self.matrix @ world
        inside = (world >= self.low) & (world <= self.high)
        return bool(inside.all() and ((total >= self.least) & (total <= self.most)).all())
