"""Keep as many records as can be found, where whether a group fails hangs on the others.

See docs/theory/fewest_records.md: what is tried, and when it is proven that no fewer will do.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Ints

LOOKS = 20_000  # times that groups are judged, at most: work is counted, not timed
PARTS = 16  # a part of the groups that fail is dropped at once: one of so many
Failing = Callable[[Bools], Bools]


class Kept(NamedTuple):
    """The groups that are kept, and whether it is proven that no more records can be."""

    keep: Bools
    least: bool


class _Judge:
    """Says which groups fail, and how often it may still be asked."""

    def __init__(self, failing: Failing, looks: int) -> None:
        self._failing, self.left = failing, looks

    def bad(self, keep: Bools) -> Bools:
        self.left -= 1
        return self._failing(keep) & keep

    def holds(self, keep: Bools) -> bool:
        return bool(keep.any()) and not self.bad(keep).any()


def fewest(
    failing: Failing, count: Ints, hopeless: Callable[[int], Bools], *, looks: int = LOOKS
) -> Kept:
    """Drop as few records as can be found so that no group that is left fails.

    Parameters
    ----------
    failing
        Marks the groups that fail, of those that are kept.
    count
        The records of each group.
    hopeless
        Marks groups that are dropped wherever fewer than so many records are.
    looks
        How often groups are judged, at the most.

    Examples
    --------
    Three groups, of which the last two fail as long as both are there.

    >>> def failing(keep):
    ...     return np.array([False, keep[2], keep[1]])
    >>> none = lambda _fewer: np.zeros(3, dtype=bool)
    >>> found = fewest(failing, np.array([5, 2, 3]), none)
    >>> found.keep.tolist(), found.least
    ([True, False, True], True)
    """
    judge = _Judge(failing, looks)
    tried = [_in_rounds(judge, count)]
    tried += [_by_parts(judge, count, order) for order in (count, -count)]
    found = [_filled(judge, count, keep) for keep in tried]
    best = min(found, key=lambda keep: int(count[~keep].sum()))
    return _proven(judge, count, best, hopeless)


def _in_rounds(judge: _Judge, count: Ints) -> Bools:
    """Drop all groups that fail, again and again."""
    keep = np.ones(len(count), dtype=np.bool_)
    while keep.any() and (bad := judge.bad(keep)).any():
        keep &= ~bad
    return keep


def _by_parts(judge: _Judge, count: Ints, order: Ints) -> Bools:
    """Drop some of the groups that fail, the first in an order, and look at the others again."""
    keep = np.ones(len(count), dtype=np.bool_)
    while keep.any() and (bad := judge.bad(keep)).any():
        places = np.flatnonzero(bad)
        first = places[np.argsort(order[places], kind="stable")]
        part = 1 + len(first) // PARTS if judge.left > 0 else len(first)
        keep[first[:part]] = False
    return keep


def _filled(judge: _Judge, count: Ints, keep: Bools) -> Bools:
    """Take groups back, the largest first, as long as all hold."""
    keep, more = keep.copy(), True
    while more:
        more = False
        gone = np.flatnonzero(~keep)
        for group in gone[np.argsort(-count[gone], kind="stable")]:
            if judge.left <= 0:
                return keep
            keep[group] = True
            if judge.holds(keep):
                more = True
            else:
                keep[group] = False
    return keep


def _proven(judge: _Judge, count: Ints, best: Bools, hopeless: Callable[[int], Bools]) -> Kept:
    """Look at all that would drop fewer, the fewest first: the first that holds is the least."""
    lost = int(count[~best].sum())
    if lost == 0:
        return Kept(best, least=True)
    forced = hopeless(lost)
    free = np.flatnonzero(~forced)
    room = lost - int(count[forced].sum())
    free = free[np.argsort(count[free], kind="stable")]
    for total, places in _sums(count[free].tolist()):
        if total >= room:
            return Kept(best, least=True)
        if judge.left <= 0:
            return Kept(best, least=False)
        keep = ~forced
        keep[free[list(places)]] = False
        if judge.holds(keep):
            return Kept(keep, least=True)
    return Kept(best, least=True)


def _sums(sizes: list[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield all sets of places of sizes, which rise, each once, with their sums, which rise."""
    yield 0, ()
    heap: list[tuple[int, tuple[int, ...]]] = [(size, (0,)) for size in sizes[:1]]
    while heap:
        total, places = heapq.heappop(heap)
        yield total, places
        last = places[-1]
        if last + 1 < len(sizes):
            following = sizes[last + 1]
            heapq.heappush(heap, (total + following, (*places, last + 1)))
            heapq.heappush(heap, (total - sizes[last] + following, (*places[:-1], last + 1)))
