"""Blanks taken greedily: the cheapest set of columns with which a group holds."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Ints
from discret.maths.suppression.classes import Space

AT_ONCE = 1 << 22  # views × groups


def greedy(space: Space) -> Ints:
    """Return the set that each group takes, cheapest first; −1 where none does.

    All groups that are still open try a set together, each with what it lacks; those that do not
    hold step back until the others do without them. Whoever does not hold would not hold with fewer
    beside it either: who is left in the end does not hang on the order in which they step back.
    """
    at, total = np.full(len(space.records), -1, dtype=np.int64), space.total.copy()
    lent = np.zeros_like(total)
    for joined in space.joined:
        waiting = np.flatnonzero(at < 0)
        choice = joined[space.own[waiting]]
        groups, choice = waiting[choice >= 0], choice[choice >= 0]
        held = _held(space, total, lent, groups, choice)
        at[groups[held]] = choice[held]
        for numbers, records in _counted(space, groups[held], choice[held]):
            np.add.at(total, numbers, records)
    return at


def _held(space: Space, total: Ints, lent: Ints, groups: Ints, choice: Ints) -> Bools:
    """Mark the groups that hold together; what they have `lent` to classes is taken back."""
    left = np.arange(len(groups))
    views = np.unique(space.uses[choice])
    _lend(space, lent, groups, choice, views, 1)
    while (short := _short(space, total, lent, groups[left], choice[left])).any():
        gone, left = left[short], left[~short]
        _lend(space, lent, groups[gone], choice[gone], views, -1)
    _lend(space, lent, groups[left], choice[left], views, -1)
    return np.bincount(left, minlength=len(groups)).astype(np.bool_)


def _short(space: Space, total: Ints, lent: Ints, groups: Ints, choice: Ints) -> Bools:
    """Mark the groups that lack records in one of their views, with those that try the same."""
    short = np.zeros(len(groups), dtype=np.bool_)
    for views in space.uses[choice].T:
        number = space.ids[views, groups]
        short |= total[number] + lent[number] < space.k[views]
    return short


def _lend(space: Space, lent: Ints, groups: Ints, choice: Ints, views: Ints, sign: int) -> None:
    """Count the records of groups that try in some views, or no longer."""
    for numbers, records in _counted(space, groups, choice, views):
        np.add.at(lent, numbers, sign * records)


def _counted(
    space: Space, groups: Ints, choice: Ints, views: Ints | None = None
) -> Iterator[tuple[NDArray[np.int32], Ints]]:
    """Yield the classes that groups are counted in, and their records, some views at a time."""
    views = np.arange(len(space.k)) if views is None else views
    step = AT_ONCE // (len(groups) + 1) + 1
    for start in range(0, len(views) if len(groups) else 0, step):
        some = views[start : start + step]
        ids = space.ids[some[:, None], groups]
        inside = space.counts[choice[:, None], some].T & (ids >= 0)
        yield ids[inside], np.broadcast_to(space.records[groups], ids.shape)[inside]
