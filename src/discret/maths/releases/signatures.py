"""The signature of a group: the values that it shows, each of them equally often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.releases.bounds import cells_of
from discret.maths.releases.histories import Histories


@dataclass(frozen=True)
class Signatures:
    """What the groups of several releases show.

    Parameters
    ----------
    values
        The values of each signature, sorted.
    of
        For each release, the signature of each group.
    level
        For each release and group, how many values it has where each is there equally often; 1
        otherwise: nothing is promised then.
    """

    values: tuple[Ints, ...] = field(repr=False)
    of: tuple[Ints, ...] = field(repr=False)
    level: tuple[Ints, ...] = field(repr=False)

    def changed(self, kinds: Histories) -> Bools:
        """Mark the kinds of people whose signature is not the same in all their releases."""
        own = np.stack(
            [
                np.where(kinds.path[:, t] >= 0, of[np.maximum(kinds.path[:, t], 0)], -1)
                for t, of in enumerate(self.of)
            ],
            axis=1,
        )
        least = np.where(own < 0, np.iinfo(np.int64).max, own).min(axis=1)
        return np.asarray(own.max(axis=1) != least)


def signatures(
    groups: Sequence[Ints], values: Sequence[Ints], size: int, missing: int
) -> Signatures:
    """Return the signatures of the groups of several releases.

    Parameters
    ----------
    groups, values
        For each release, the group and the value of each record.
    size, missing
        How many values there are, and which of them stands for none.

    Examples
    --------
    >>> found = signatures([np.array([0, 0, 1, 1, 1])], [np.array([0, 1, 1, 0, 0])], 3, 2)
    >>> found.of[0].tolist(), found.level[0].tolist(), found.values[0].tolist()
    ([0, 0], [2, 1], [0, 1])
    """
    known: dict[bytes, int] = {}
    of, level = [], []
    for group, value in zip(groups, values, strict=True):
        cells = cells_of(group, value, size)
        start = np.searchsorted(cells.code, size * np.arange(int(group.max(initial=-1)) + 2))
        shown = cells.code % size
        level.append(_levels(shown, cells.number, start, missing))
        sets = (shown[a:b].tobytes() for a, b in pairwise(start))
        of.append(np.array([known.setdefault(own, len(known)) for own in sets], dtype=np.int64))
    every = tuple(np.frombuffer(own, dtype=np.int64) for own in known)
    return Signatures(every, tuple(of), tuple(level))


def _levels(shown: Ints, count: Ints, start: Ints, missing: int) -> Ints:
    """Return how many values each group has, 1 where they are not there equally often."""
    if not len(shown):
        return np.zeros(0, dtype=np.int64)
    even = np.maximum.reduceat(count, start[:-1]) == np.minimum.reduceat(count, start[:-1])
    gaps = np.maximum.reduceat((shown == missing).astype(np.int64), start[:-1]) > 0
    return np.where(even & ~gaps, np.diff(start), 1).astype(np.int64)
