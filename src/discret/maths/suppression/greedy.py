"""Who is counted with whom, whatever is blanked; and blanks taken greedily. Compiled kernels."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.kernels import inner, kernel

_SPREAD = np.int64(-7046029254386353131)  # odd, from the golden ratio: multiplying mixes all bits


class Space(NamedTuple):
    """Who is counted with whom, whatever is blanked.

    A *view* is a need together with the columns of it that are hidden. Groups that agree on the
    columns left form a *class* of the view; a class holds where its records number at least k.

    Parameters
    ----------
    ids
        Views × groups: the class of each group, −1 where the group lacks a value that is shown.
    total
        Records of each class that never move.
    records
        Records of each group.
    prices
        What each set of columns costs a record, increasing, at most 1.
    uses
        Sets × needs: the view in which a group that blanks the set is counted.
    k
        Records that a class of each view must have.
    counts
        Sets × views: whether a group that blanks the set counts for others in the view.
    allowed
        Sets × sets: whether a group that lacks the second set may blank up to the first.
    hides
        Sets × columns: 1 where the column is in the set.
    joined
        Sets × sets: the first with the second, which is lacking; −1 where it is not looked at.
    own
        For each group, the set of the columns that it lacks.
    """

    ids: NDArray[np.int32]
    total: Ints
    records: Ints
    prices: Floats
    uses: Ints
    k: Ints
    counts: Bools
    allowed: Bools
    hides: Ints
    joined: Ints
    own: Ints


def classes(
    shown: Ints, inside: Bools, count: Ints, movable: Bools, start: int = 0
) -> tuple[NDArray[np.int32], Ints]:
    """Give numbers to the classes of the groups that may move; count the records that do not.

    Parameters
    ----------
    shown
        A number that tells apart what the groups show.
    inside
        Whether the group has all values that the view shows.
    count, movable
        Records of each group, and whether it may move.
    start
        The first number to give.

    Returns
    -------
    ids, total
        The class of each movable group, −1 outside, and the records of the other groups in each.

    Examples
    --------
    >>> ids, total = classes(np.array([7, 8, 7]), np.ones(3, dtype=np.bool_),
    ...                      np.array([1, 2, 5]), np.array([True, True, False]))
    >>> ids.tolist(), total.tolist()
    ([0, 1], [5, 0])
    """
    some = int(movable.sum())
    size = max(4, 1 << (2 * some - 1).bit_length()) if some else 4
    ids = np.full(some, -1, dtype=np.int32)
    slot, number = np.full(size, -1, dtype=np.int64), np.empty(size, dtype=np.int64)
    total = np.zeros(some, dtype=np.int64)
    width = _classes(shown, inside, count, movable, start, ids, slot, number, total)
    return ids, total[:width].copy()


def greedy(space: Space) -> Ints:
    """Return the set that each group takes, cheapest first; −1 where none does.

    All groups that are still open try a set together, each with what it lacks; those that do not
    hold step back until the others do without them.
    """
    at = np.full(len(space.records), -1, dtype=np.int64)
    trying, extra = at.copy(), np.zeros_like(space.total)
    views, used = np.empty(len(space.k), dtype=np.int64), np.empty(len(space.k), dtype=np.bool_)
    _greedy(space, space.total.copy(), at, trying, extra, views, used)
    return at


def helped(space: Space) -> Ints:
    """Return the records of each class, were all groups that have the values to show them."""
    total = space.total.copy()
    for ids in space.ids:
        inside = ids >= 0
        np.add.at(total, ids[inside], space.records[inside])
    return total


@kernel
def _classes(
    shown: Any, inside: Any, count: Any, movable: Any, start: Any,
    ids: Any, slot: Any, number: Any, total: Any,
) -> Any:  # fmt: skip
    width, place = 0, 0
    for group in range(len(shown)):
        if movable[group]:
            if inside[group]:
                at = _find(slot, number, shown[group])
                if slot[at] < 0:
                    slot[at] = width
                    number[at] = shown[group]
                    width += 1
                ids[place] = start + slot[at]
            place += 1
    for group in range(len(shown)):
        if inside[group] and not movable[group]:
            at = _find(slot, number, shown[group])
            if slot[at] >= 0:
                total[slot[at]] += count[group]
    return width


@inner
def _find(slot: Any, number: Any, wanted: Any) -> Any:
    mask = len(slot) - 1
    mixed = wanted * _SPREAD
    at = (mixed ^ (mixed >> 29)) & mask
    while slot[at] >= 0 and number[at] != wanted:
        at = (at + 1) & mask
    return at


@kernel
def _greedy(  # noqa: PLR0912 (each function more takes longer to compile)
    space: Any, total: Any, at: Any, trying: Any, extra: Any, views: Any, used: Any
) -> Any:
    needs, groups = space.uses.shape[1], len(at)
    plus, minus = np.int64(1), np.int64(-1)  # as literals, each would be compiled for itself
    for one in range(len(space.prices)):
        for view in range(len(used)):
            used[view] = False
        for group in range(groups):
            trying[group] = space.joined[one, space.own[group]] if at[group] < 0 else -1
            if trying[group] >= 0:
                for need in range(needs):
                    used[space.uses[trying[group], need]] = True
        number = np.int64(0)
        for view in range(len(used)):
            if used[view]:
                views[number] = view
                number += 1
        for group in range(groups):
            if trying[group] >= 0:
                _lend(space, extra, views, number, trying[group], group, plus)
        again = True
        while again:
            again = False
            for group in range(groups):
                if trying[group] >= 0 and not _enough(space, total, extra, trying[group], group):
                    _lend(space, extra, views, number, trying[group], group, minus)
                    trying[group] = -1
                    again = True
        for group in range(groups):
            if trying[group] >= 0:
                _lend(space, extra, views, number, trying[group], group, minus)
                at[group] = trying[group]
                for view in range(len(used)):
                    if space.counts[at[group], view] and space.ids[view, group] >= 0:
                        total[space.ids[view, group]] += space.records[group]


@inner
def _lend(space: Any, extra: Any, views: Any, number: Any, one: Any, group: Any, sign: Any) -> Any:
    for place in range(number):
        view = views[place]
        if space.counts[one, view] and space.ids[view, group] >= 0:
            extra[space.ids[view, group]] += sign * space.records[group]


@inner
def _enough(space: Any, total: Any, extra: Any, one: Any, group: Any) -> Any:
    for need in range(space.uses.shape[1]):
        view = space.uses[one, need]
        number = space.ids[view, group]
        if total[number] + extra[number] < space.k[view]:
            return False
    return True
