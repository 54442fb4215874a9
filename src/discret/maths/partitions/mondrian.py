"""Mondrian: parts of a table are cut in two or more as long as all parts hold.

All parts that can still be cut try their next cut in the same round, and one call of a judge says
which of the pieces fail (LeFevre, DeWitt & Ramakrishnan 2006).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.partitions.part_cuts import Hulls, Space, cut, hulls, mend

Judge = Callable[[Ints, int], Bools]
LOOKS = 64


def _silent(parts: int) -> None:
    """Tell nothing."""


class Partition(NamedTuple):
    """The part of each row, how many parts there are, cuts made and rounds of cutting."""

    of: Ints
    parts: int
    cuts: int
    rounds: int


def apart(space: Space) -> Partition:
    """Return the coarsest partition: rows that no label covers together are kept apart.

    Examples
    --------
    >>> codes, cost = np.array([[[0, 1, 2], [0, 0, 1]]]), np.zeros((1, 2, 3))
    >>> rank, place = np.array([[0], [2], [1]]), np.zeros((1, 3))
    >>> towns = Space(rank, np.ones(3, dtype=np.int64), codes, cost, place, np.array([False]))
    >>> apart(towns).of.tolist()
    [0, 1, 0]
    """
    of, parts = np.zeros(len(space.rank), dtype=np.int64), 1
    for key in range(space.rank.shape[1]):
        level = hulls(space, of, parts).level[:, key]
        dims = np.where(level == space.codes.shape[1], key, -1)
        tries = _Tries(space, of, dims, level, relaxed=False)
        of, parts = tries.ids(dims >= 0)
    return Partition(of, parts, 0, 0)


def partition(
    space: Space,
    judge: Judge,
    importance: Floats,
    *,
    relaxed: bool = False,
    careful: bool = False,
    tell: Callable[[int], None] = _silent,
) -> Partition:
    """Cut parts, from the coarsest partition on, as long as none fails.

    A part is cut along the key in which it is widest (its cost times the importance of the key;
    the first key where equal); where that cut fails, along the next. A tree is cut by the labels
    one level below the one that covers the part, those that fail being put together; a free key
    between the two values that leave the sides most equal or, `relaxed`, at half of the records.

    Parameters
    ----------
    judge
        Says which parts fail, given the part of each row and the number of parts.
    careful
        Whether a cut may make another part fail: the cuts of a round are then judged together.
    tell
        Called with the number of parts after each round.

    Examples
    --------
    >>> codes, cost = np.array([[[0, 1, 2, 3], [0, 0, 0, 0]]]), np.zeros((1, 2, 4))
    >>> rank, place = np.array([[0], [1], [2], [3]]), np.array([[0, 0.1, 0.9, 1]])
    >>> ages = Space(rank, np.ones(4, dtype=np.int64), codes, cost, place, np.array([True]))
    >>> pairs = partition(ages, lambda of, parts: np.bincount(of) < 2, np.ones(1))
    >>> pairs.of.tolist(), pairs.cuts
    ([0, 0, 1, 1], 1)
    """
    first = apart(space)
    search = _Search(space, judge, importance, first, relaxed)
    while search.propose():
        search.round(careful)
        tell(search.parts)
    return Partition(search.of, search.parts, search.cuts, search.rounds)


class _Tries:
    """The cuts that are tried at once: for each row, the piece of its part that it would be in."""

    def __init__(self, space: Space, of: Ints, dims: Ints, level: Ints, *, relaxed: bool) -> None:
        self.of, self.dims = of, dims
        self.piece, self.pieces = np.zeros(len(of), dtype=np.int64), np.ones_like(dims)
        self.cut(space, dims >= 0, level, relaxed=relaxed)

    def cut(self, space: Space, which: Bools, level: Ints, *, relaxed: bool) -> None:
        """Find the pieces of the parts in `which`, those of others staying as they are."""
        dims = np.where(which, self.dims, -1)
        cut(space, self.of, dims, level, relaxed, self.piece, self.pieces)

    def ids(self, accepted: Bools) -> tuple[Ints, int]:
        """Return the part of each row once the accepted cuts are made, and the number of parts."""
        more = np.where(accepted, self.pieces - 1, 0)
        first = len(more) + np.cumsum(more) - more - 1
        new = accepted[self.of] & (self.piece > 0)
        return np.where(new, first[self.of] + self.piece, self.of), len(more) + int(more.sum())


class _Search:
    """The parts, and for each of them the cut being tried and the keys tried in vain."""

    def __init__(
        self, space: Space, judge: Judge, importance: Floats, first: Partition, relaxed: bool
    ) -> None:
        self.space, self.judge, self.importance, self.relaxed = space, judge, importance, relaxed
        self.of, self.parts, self.cuts, self.rounds = first.of, first.parts, 0, 0
        self.hulls = hulls(space, self.of, self.parts)
        self.vain = np.zeros(self.hulls.low.shape, dtype=np.bool_)
        none = np.full(self.parts, -1)
        self.tries = _Tries(space, self.of, none, none, relaxed=relaxed)

    def propose(self) -> bool:
        """Choose a key for each part that tries none; say whether any part tries one."""
        open_ = (self.hulls.low < self.hulls.high) & ~self.vain
        worth = np.where(open_, self.hulls.cost * self.importance, -1.0)
        best = np.where(open_.any(axis=1), worth.argmax(axis=1), -1)
        new = (self.tries.dims < 0) & (best >= 0)
        self.tries.dims = np.where(new, best, self.tries.dims)
        level = self.hulls.level[np.arange(self.parts), np.maximum(best, 0)]
        self.tries.cut(self.space, new, level, relaxed=self.relaxed)
        return bool((self.tries.dims >= 0).any())

    def round(self, careful: bool) -> None:
        """Judge the cuts tried, make those that hold, and mend or drop the others."""
        self.rounds += 1
        trying = self.tries.dims >= 0
        ids, size = self.tries.ids(trying)
        bad = self.judge(ids, size)
        fails = np.zeros(self.parts, dtype=np.bool_)
        fails[self.of[bad[ids]]] = True
        made = self._together(trying, fails) if careful and bad.any() else trying & ~fails
        self._give_up(_mended(self.tries, self.space.records, ids, bad, trying & fails & ~made))
        self._give_up(trying & ~fails & ~made)
        self._make(made)

    def _together(self, trying: Bools, fails: Bools) -> Bools:
        """Return cuts that hold together: of those tried, part of which fail, as many as is easy.

        Those that fail are left out as long as others remain, and where all fail each half is
        looked at alone, a number of times.
        """
        made = np.zeros(self.parts, dtype=np.bool_)
        waiting = _without(np.flatnonzero(trying), np.flatnonzero(fails))
        for _ in range(LOOKS):
            if not waiting:
                break
            some = waiting.pop()
            tried = made.copy()
            tried[some] = True
            ids, size = self.tries.ids(tried)
            bad = self.judge(ids, size)
            if bad.any():
                waiting += _without(some, np.unique(self.of[bad[ids]]))
            else:
                made = tried
        return made

    def _give_up(self, parts: Bools) -> None:
        self.vain[parts, self.tries.dims[parts]] = True
        self.tries.dims[parts] = -1

    def _make(self, made: Bools) -> None:
        if not made.any():
            return
        of, parts = self.tries.ids(made)
        touched = _longer(made, parts, True)
        dims = _longer(self.tries.dims, parts, -1)
        vain = _longer(self.vain, parts, False)
        dims[touched], vain[touched] = -1, False
        self.tries.of, self.tries.dims, self.vain = of, dims, vain
        self.tries.pieces = _longer(self.tries.pieces, parts, 1)
        self.of, self.parts, self.cuts = of, parts, self.cuts + int(made.sum())
        self.hulls = _renewed(self.hulls, self.space, of, touched)


def _without(some: Ints, guilty: Ints) -> list[Ints]:
    """Return the cuts to look at next, the last one first."""
    left = some[~np.isin(some, guilty)]
    if 0 < len(left) < len(some):
        return [left]
    half = len(some) // 2
    return [some[half:], some[:half]] if half else []


def _renewed(old: Hulls, space: Space, of: Ints, touched: Bools) -> Hulls:
    """Return what all parts cover, looking anew at those touched, some of which are new."""
    rows = touched[of]
    number = np.cumsum(touched) - 1
    new = hulls(space._replace(rank=space.rank[rows]), number[of[rows]], int(touched.sum()))
    every = Hulls(*(_longer(hull, len(touched), 0) for hull in old))
    for one, other in zip(every, new, strict=True):
        one[touched] = other
    return every


def _longer(values: NDArray[Any], size: int, fill: int) -> NDArray[Any]:
    """Return a copy with more rows."""
    more = np.full((size - len(values), *values.shape[1:]), fill, dtype=values.dtype)
    return np.concatenate([values, more])


def _mended(tries: _Tries, records: Ints, ids: Ints, bad: Bools, failed: Bools) -> Bools:
    """Put the pieces that fail together, with the smallest other where it is one.

    Returns the parts that have no other cut to try along the same key.
    """
    if not failed.any():
        return failed
    sizes = np.bincount(ids, weights=records, minlength=len(bad)).astype(np.int64)
    return mend(failed, tries.of, ids, bad, sizes, tries.piece, tries.pieces)
