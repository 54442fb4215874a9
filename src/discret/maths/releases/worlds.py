"""Whether releases could have come about otherwise: another world that shows the same.

All releases together tell nothing for certain of some people if there is a world in which all that
was published is the same, and they have other values. Worlds are looked for by exchanging two
values (`exchanges`), then among whole numbers that solve all equations of `bounds`: that is exact
and takes long, so it is done for so many kinds and values at most. Of whom neither finds another
world nor that there is none, nothing is known.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.releases.bounds import Bounds, Rows
from discret.maths.releases.exchanges import exchanged
from discret.maths.releases.histories import Histories

PAIRS = 20_000  # of kinds and values, among which whole numbers are looked for at most
NODES = 1_000  # of the tree of one search
SINGLES = 20  # kinds that are asked about one by one


class Worlds(NamedTuple):
    """What is known of kinds: that they have the same values in every world, or not in all."""

    settled: Bools
    free: Bools


def worlds(found: Bounds, kinds: Histories, true: Ints, asked: Bools) -> Worlds:
    """Find out which kinds of people have the same values in every world.

    Parameters
    ----------
    found
        What bounds say already.
    kinds
        Who was in which groups.
    true
        How many people of the kind have the value in truth, for each pair of `found`.
    asked
        The kinds that are asked about.

    Examples
    --------
    Four people, cut one way and then the other: two of them may change places with the others.

    >>> from discret.maths.releases.bounds import bounds
    >>> from discret.maths.releases.histories import histories
    >>> groups, ill = [np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])], np.array([0, 1, 1, 0])
    >>> kinds = histories(groups, [np.arange(4)] * 2, 4)
    >>> found = bounds(kinds, groups, [ill] * 2, 2)
    >>> true = (found.value == ill[np.argsort(kinds.of)][found.kind]).astype(int)
    >>> worlds(found, kinds, true, np.ones(4, dtype=bool)).free.tolist()
    [True, True, True, True]
    """
    settled = found.counted
    left = asked & ~settled
    free = exchanged(kinds.path, found.kind, found.value, true, left)
    left &= ~free
    if not left.any():
        return Worlds(settled, free)
    more = _solved(found, true, left)
    return Worlds(settled | more.settled, free | more.free)


def _solved(found: Bounds, true: Ints, left: Bools) -> Worlds:
    """Ask for whole numbers that solve all equations of the kinds that are left."""
    pairs = _hanging_on(found, left)
    program = _Program.of(found, pairs, true)
    free = np.zeros(found.kinds, dtype=np.bool_)
    within = np.zeros(found.kinds, dtype=np.bool_)
    within[found.kind[pairs]] = True
    left = left & within
    sure = True
    while left.any():  # the farthest from the truth for all at once; then for who did not move
        moved, sure = program.farthest((left[program.kind] & (program.true == 0)).astype(float))
        free |= moved
        if not (moved & left).any():
            break
        left = left & ~free
    several = np.bincount(program.kind, program.true > 0, minlength=found.kinds) > 1
    settled = left & ~several if sure else np.zeros_like(left)
    for kind in np.flatnonzero(left & several)[:SINGLES] if sure else ():
        if not free[kind]:
            settled[kind], moved = program.asked(int(kind))
            free |= moved
    return Worlds(settled, free)


def _hanging_on(found: Bounds, left: Bools) -> Ints:
    """Return the pairs on which kinds depend that are left: those of the smallest sets first."""
    loose = found.low < found.high
    within = loose[found.rows.pair]
    row, pair = found.rows.row[within], found.rows.pair[within]
    of = _sets(row, pair, len(found.rows.least), len(found.kind))
    wanted = np.zeros(int(of.max(initial=-1)) + 1, dtype=np.bool_)
    wanted[of[loose & left[found.kind]]] = True
    size = np.where(wanted, np.bincount(of[loose], minlength=len(wanted)), 0)
    order = np.argsort(size, kind="stable")
    few = np.zeros_like(wanted)
    few[order] = np.cumsum(size[order]) <= PAIRS
    return np.flatnonzero(loose & (few & wanted)[of])


def _sets(row: Ints, pair: Ints, rows: int, pairs: int) -> Any:
    """Return the set of each pair: of those that have equations in common."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    edges = (np.ones(len(row), dtype=np.int8), (pair, pairs + row))
    graph = coo_array(edges, shape=(pairs + rows, pairs + rows)).tocsr()
    return connected_components(graph, directed=False)[1][:pairs]


@dataclass(frozen=True)
class _Program:
    """Equations of some pairs, in whole numbers.

    Parameters
    ----------
    matrix, least, most
        The equations.
    low, high, true, kind
        Of each pair: bounds, the truth, and the kind.
    kinds
        How many there are in all.
    """

    matrix: Any = field(repr=False)
    least: Ints = field(repr=False)
    most: Ints = field(repr=False)
    low: Ints = field(repr=False)
    high: Ints = field(repr=False)
    true: Ints = field(repr=False)
    kind: Ints = field(repr=False)
    kinds: int

    @classmethod
    def of(cls, found: Bounds, pairs: Ints, true: Ints) -> _Program:
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
        return cls(
            matrix,
            rows.least[every] - fixed,
            rows.most[every] - fixed,
            found.low[pairs],
            found.high[pairs],
            true[pairs],
            found.kind[pairs],
            found.kinds,
        )

    def farthest(self, weight: Floats) -> tuple[Bools, bool]:
        """Return the kinds that move in the world with the largest sum, and if it is the largest.

        If it is, and nobody moves whose pairs have a weight, none of these can be larger.
        """
        from scipy.optimize import Bounds as Between
        from scipy.optimize import LinearConstraint, milp

        found = milp(
            -weight,
            integrality=np.ones(len(weight)),
            bounds=Between(self.low, self.high),
            constraints=LinearConstraint(self.matrix, self.least, self.most),
            options={"node_limit": NODES, "mip_rel_gap": 0.0},
        )
        moved = np.zeros(self.kinds, dtype=np.bool_)
        if found.x is None:
            return moved, False
        world = np.rint(found.x).astype(np.int64)
        if not self._holds(world):
            return moved, False
        moved[self.kind[world != self.true]] = True
        return moved, found.status == 0

    def asked(self, kind: int) -> tuple[bool, Bools]:
        """Return whether a kind has the same values in every world, and who moves in some."""
        every = np.zeros(self.kinds, dtype=np.bool_)
        sure = True
        for pair in np.flatnonzero((self.kind == kind) & (self.true > 0)):
            moved, largest = self.farthest((np.arange(len(self.kind)) == pair).astype(float))
            every |= moved
            sure &= largest
        return sure and not every[kind], every

    def _holds(self, world: Ints) -> bool:
        """Whether a world solves the equations: what a solver rounds is looked at again."""
        total = self.matrix @ world
        inside = (world >= self.low) & (world <= self.high)
        return bool(inside.all() and ((total >= self.least) & (total <= self.most)).all())
