"""The groups nearest to each group: those that would cost least to be shown alike."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats
from discret.maths.kernels import NONE, Number, inner, kernel
from discret.maths.partitions.meetings import Meetings, Spots, price

LOOKS = 5_000  # values compared for one group, at most


class _Trie(NamedTuple):
    """Sorted groups as a trie: groups × keys, where those with the same first keys begin and end.

    `depth` is the number of first keys that a group shares with the one before it.
    """

    begin: Spots
    end: Spots
    depth: Spots


def nearest_groups(meetings: Meetings, number: int, looks: int = LOOKS) -> Spots:
    """Return, for each group of a sorted space, the groups nearest to it, the nearest first.

    Near are those that lose least for each record when the two are shown alike. Branches that are
    too far are passed over whole; after so many looks, those found so far are taken. Where there
    are fewer, the group itself fills the places left.

    Examples
    --------
    >>> from discret.maths.partitions.clusters import Space
    >>> from discret.maths.partitions.meetings import meetings_of
    >>> codes = np.array([[[0, 1, 2, 3], [0, 0, 1, 1], [0, 0, 0, 0]]])
    >>> cost = np.array([[[0.0] * 4, [0.5] * 4, [1.0] * 4]])
    >>> ages = Space(np.arange(4)[:, None], np.ones(4, dtype=np.int64), codes, cost)
    >>> nearest_groups(meetings_of(ages), 1).tolist()
    [[1], [0], [3], [2]]
    """
    groups, keys = meetings.values.shape
    trie = _trie(meetings.values)
    found = np.repeat(np.arange(groups, dtype=np.int32)[:, None], number, axis=1)
    _search(meetings, trie, looks, np.empty(number), np.zeros(keys + 1), found)
    return found


def _trie(values: Spots) -> _Trie:
    groups, keys = values.shape
    new = np.ones((groups, keys), dtype=np.bool_)
    new[1:] = np.logical_or.accumulate(values[1:] != values[:-1], axis=1)
    place = np.arange(groups, dtype=np.int32)[:, None]
    begin = np.maximum.accumulate(np.where(new, place, 0), axis=0)
    after = np.full((groups, keys), groups, dtype=np.int32)
    after[:-1] = np.where(new[1:], place[1:], groups)
    end = np.minimum.accumulate(after[::-1], axis=0)[::-1]
    return _Trie(begin, np.ascontiguousarray(end), (~new).sum(axis=1, dtype=np.int32))


@kernel
def _search(
    meetings: Meetings, trie: _Trie, looks: int, far: Floats, lost: Floats, found: Spots
) -> None:
    groups = found.shape[0]
    for group in range(groups):
        for place in range(len(far)):
            far[place] = np.inf
        home = _home(trie, group, looks)
        left = _look(meetings, trie, group, home, groups, looks, far, lost, found)
        _look(meetings, trie, group, NONE, home, left, far, lost, found)


@inner
def _home(trie: _Trie, group: Number, looks: Number) -> Number:
    """Return where the largest branch begins that holds a group and can be looked at in half."""
    key = 0
    while (
        key < trie.begin.shape[1] - 1
        and 2 * (trie.end[group, key] - trie.begin[group, key]) > looks
    ):
        key += 1
    return np.int64(trie.begin[group, key])


@inner
def _look(
    meetings: Meetings, trie: _Trie, group: Number, begin: Number, end: Number, looks: Number,
    far: Floats, lost: Floats, found: Spots,
) -> Number:  # fmt: skip
    """Look at groups one after the other; return how many looks are left."""
    keys, last = len(lost) - 1, len(far) - 1
    other, key = begin, NONE
    while other < end and looks > 0:
        while key < keys:
            lost[key + 1] = lost[key] + price(meetings, meetings.spots[group, key], other, key)
            looks -= 1
            key += 1
            if lost[key] >= far[last]:
                break
        if lost[key] < far[last] and other != group:
            _insert(far, found, group, other, lost[key])
        other = trie.end[other, key - 1]  # past all that share the keys looked at
        if other < end:
            key = trie.depth[other]
    return looks


@inner
def _insert(far: Floats, found: Spots, group: Number, other: Number, lost: float) -> None:
    place = len(far) - 1
    while place > 0 and far[place - 1] > lost:
        far[place] = far[place - 1]
        found[group, place] = found[group, place - 1]
        place -= 1
    far[place] = lost
    found[group, place] = other
