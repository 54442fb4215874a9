"""Keys made coarser within areas as the paper does: one value with its siblings at a time."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from discret.maths.areas.cells import Asked, Cells, Ladders
from discret.maths.arrays import Bools, Ints
from discret.maths.matching import group_ids


@dataclass(frozen=True)
class Moves:
    """Values that may be replaced by their parent, siblings included: one row for each.

    Parameters
    ----------
    area, key, level, node
        Where, in which key, to which level, and the parent there.
    left
        How many classes fail after it, less those that fail before.
    records
        How many records it changes.
    value
        The first of the values that are replaced by their parent.
    """

    area: Ints = field(repr=False)
    key: Ints = field(repr=False)
    level: Ints = field(repr=False)
    node: Ints = field(repr=False)
    left: Ints = field(repr=False)
    records: Ints = field(repr=False)
    value: Ints = field(repr=False)

    @classmethod
    def joined(cls, parts: list[Moves]) -> Moves:
        """Put the moves of several keys and levels together."""
        names = ("area", "key", "level", "node", "left", "records", "value")
        columns = [[getattr(part, name) for part in parts] for name in names]
        return cls(*(np.concatenate([np.zeros(0, np.int64), *own]) for own in columns))

    def best(self) -> Moves:
        """Return the best of each area: fewest classes failing, then fewest records changed."""
        order = np.lexsort((self.level, self.value, self.key, self.records, self.left, self.area))
        area = self.area[order]
        first = order[np.append(True, area[1:] != area[:-1])] if len(order) else order
        names = ("area", "key", "level", "node", "left", "records", "value")
        return Moves(*(getattr(self, name)[first] for name in names))


class Cutting:
    """Areas whose keys are made coarser, all of them at once, until no class fails."""

    def __init__(self, cells: Cells, areas: Ints, ladders: Ladders, asked: Asked) -> None:
        self.cells, self.areas, self.ladders, self.asked = cells, areas, ladders, asked
        self.at = ladders.finest(cells.codes)

    def failing(self) -> tuple[Ints, int, Bools]:
        """Return the class of each cell, how many there are, and which fail."""
        shown = self.ladders.shown(self.cells.codes, self.at)
        of, size = self.cells.classes(self.areas, shown)
        return of, size, self.cells.failing(of, size, self.asked)

    def moves(self, of: Ints, bad: Bools) -> Moves:
        """Return every move of every area."""
        tops = enumerate(self.ladders.tops.tolist())
        each = [self._moves(of, bad, key, level) for key, top in tops for level in _above(top)]
        return Moves.joined([part for part in each if part is not None])

    def _moves(self, of: Ints, bad: Bools, key: int, level: int) -> Moves | None:
        low = np.flatnonzero(self.at[:, key] < level)
        code = self.cells.codes[low, key]
        node = self.ladders.nodes[key][level, code]
        ready = self.at[low, key] == level - 1
        if not ready.any():
            return None
        target, size = group_ids(np.column_stack([self.areas[low], node]))
        place = np.full(len(of), -1, dtype=np.int64)
        place[low] = target
        after = self._failing_after(key, level, low, node)
        left = _failing_in(place, *after, size) - _failing_in(place, of, bad, size)
        first = np.full(size, np.iinfo(np.int64).max)
        np.minimum.at(first, target[ready], code[ready])
        there = np.flatnonzero(np.bincount(target[ready], minlength=size))
        one = np.zeros(size, dtype=np.int64)
        one[target] = low
        records = np.bincount(target, self.cells.records[low], size).astype(np.int64)
        return Moves(
            self.areas[one[there]],
            np.full(len(there), key),
            np.full(len(there), level),
            self.ladders.nodes[key][level, self.cells.codes[one[there], key]],
            left[there],
            records[there],
            first[there],
        )

    def _failing_after(self, key: int, level: int, low: Ints, node: Ints) -> tuple[Ints, Bools]:
        """Return the classes of the cells below a level of a key, were they all lifted to it."""
        at = self.at[low]
        at[:, key] = level
        shown = self.ladders.shown(self.cells.codes[low], at)
        shown[:, key] = node
        ids, size = self.cells.classes(self.areas[low], shown)
        of = np.full(len(self.areas), -1, dtype=np.int64)
        of[low] = ids
        return of, self.cells.failing(of, size, self.asked)

    def move(self, moves: Moves) -> None:
        """Make one move in each of some areas."""
        size = int(self.areas.max(initial=-1)) + 1
        for key in np.unique(moves.key).tolist():
            own = np.flatnonzero(moves.key == key)
            level, node = np.full(size, -1), np.full(size, -1)
            level[moves.area[own]], node[moves.area[own]] = moves.level[own], moves.node[own]
            to, code = level[self.areas], self.cells.codes[:, key]
            there = self.ladders.nodes[key][np.maximum(to, 0), code]
            hit = (self.at[:, key] < to) & (there == node[self.areas])
            self.at[hit, key] = self.ladders.upper[key][to[hit], code[hit]]


def _above(top: int) -> range:
    return range(1, top + 1)


def _failing_in(place: Ints, of: Ints, bad: Bools, size: int) -> Ints:
    """Count the failing classes by the place of one of their cells."""
    one = np.full(len(bad), -1, dtype=np.int64)
    inside = np.flatnonzero((of >= 0) & (place >= 0))
    one[of[inside]] = place[inside]
    found = one[bad & (one >= 0)]
    return np.bincount(found, minlength=size)


def generalised(cells: Cells, areas: Ints, ladders: Ladders, asked: Asked) -> tuple[Bools, Ints]:
    """Make keys coarser in each area until no class fails, or nothing is left to be replaced.

    Returns whether each area holds, and the level of each key of each cell (Croce et al.,
    algorithm 2: the value whose generalisation leaves the fewest classes below k).

    Examples
    --------
    Figure 6 of the paper: 3, 2, 3, 2 facts become 3, 4, 3 once the two kinds of wheat are wheat.

    >>> codes = np.array([[0, 0], [1, 1], [2, 0], [2, 1]])  # beet, durum, soft; two ways to grow
    >>> crops = np.array([[0, 1, 2], [0, 3, 3]])
    >>> ladders = Ladders((crops, np.array([[0, 1]])))
    >>> cell = np.repeat(np.arange(4, dtype=np.int32), [3, 2, 3, 2])
    >>> person = np.arange(10, dtype=np.int32)
    >>> cells = Cells.of(np.zeros(4, np.int64), codes, np.array([3, 2, 3, 2]), cell, person)
    >>> holds, at = generalised(cells, cells.area, ladders, Asked(k=3, individuals=3))
    >>> holds.tolist(), at[:, 0].tolist()
    ([True], [1, 1, 1, 1])
    """
    size = int(areas.max(initial=-1)) + 1
    holds, at = np.zeros(size, dtype=np.bool_), ladders.coarsest(cells.codes)
    work = np.ones(len(cells), dtype=np.bool_)
    if asked.merges:  # where the coarsest fails, so does all that leads there
        of, many = cells.classes(areas, ladders.shown(cells.codes, at))
        bad = cells.failing(of, many, asked)
        work = ~np.isin(areas, areas[bad[of]])
    places = np.flatnonzero(work)
    state = Cutting(cells.taken(work), areas[work], ladders, asked)
    while len(places):
        of, _, bad = state.failing()
        done = ~np.isin(state.areas, state.areas[bad[of]])
        holds[state.areas[done]], at[places[done]] = True, state.at[done]
        stuck = _stuck(state, of, bad) if not done.all() else done
        at[places[stuck & ~done]] = state.at[stuck & ~done]
        places = places[~stuck]
        state = _left(state, ~stuck)
    return holds, at


def _stuck(state: Cutting, of: Ints, bad: Bools) -> Bools:
    """Make the best move of each area that fails; mark the cells of those that have none."""
    best = state.moves(of, bad).best()
    failing = np.isin(state.areas, state.areas[bad[of]])
    going = np.isin(state.areas, best.area) & failing
    mine = np.isin(best.area, state.areas[going])
    names = ("area", "key", "level", "node", "left", "records", "value")
    state.move(Moves(*(getattr(best, name)[mine] for name in names)))
    return ~going


def _left(state: Cutting, keep: Bools) -> Cutting:
    """Return the areas that are still at work."""
    if keep.all():
        return state
    new = Cutting(state.cells.taken(keep), state.areas[keep], state.ladders, state.asked)
    new.at = state.at[keep]
    return new
