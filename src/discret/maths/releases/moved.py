"""Who came and went between two releases, in sets of groups that nobody else crosses."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.releases.histories import Histories


@dataclass(frozen=True)
class Moved:
    """Groups of two releases in the smallest sets that have the same people but for who moved.

    Parameters
    ----------
    sign
        For each kind of people, 1 where they joined, −1 where they left, 0 otherwise.
    of
        For each kind, the set that they joined or left; 0 for others.
    groups
        For each of the two releases, the set of each group.
    sets
        How many sets there are.
    shared
        Whether a set has groups of both releases.
    """

    sign: Ints = field(repr=False)
    of: Ints = field(repr=False)
    groups: tuple[Ints, Ints] = field(repr=False)
    sets: int
    shared: Bools = field(repr=False)

    def alone(self, kinds: Histories, k: int) -> Bools:
        """Mark the kinds that are told apart by a difference: fewer than `k` moved, one way.

        What the groups of a set had before, subtracted from what they have now, is then what those
        who joined have; or those who left, the other way round. Not so where some of what moved is
        nobody's.
        """
        number = kinds.number
        joined, left = (
            np.bincount(self.of, number * (self.sign == sign), minlength=self.sets)
            for sign in (1, -1)
        )
        one_way = (joined == 0) != (left == 0)
        nobody = np.bincount(self.of, (self.sign != 0) & ~kinds.people, minlength=self.sets) > 0
        few = self.shared & one_way & (joined + left < k) & ~nobody
        return np.asarray((self.sign != 0) & few[self.of])

    def touched(self, marked: tuple[Bools, Bools]) -> Bools:
        """Mark the kinds that joined or left a set with one of some groups of the releases."""
        sets = np.zeros(self.sets, dtype=np.bool_)
        for of, own in zip(self.groups, marked, strict=True):
            sets[of[own]] = True
        return np.asarray((self.sign != 0) & sets[self.of])


def moved(kinds: Histories, one: int, other: int) -> Moved:
    """Return who moved between two releases, and in which sets of groups.

    Examples
    --------
    >>> from discret.maths.releases.histories import histories
    >>> groups = [np.array([0, 0, 1]), np.array([0, 0, 0])]
    >>> kinds = histories(groups, [np.array([0, 1, 2]), np.array([0, 1, 3])], 4)
    >>> found = moved(kinds, 0, 1)
    >>> kinds.path.tolist(), found.sign.tolist(), found.shared.tolist()
    ([[-1, 0], [0, 0], [1, -1]], [1, 0, -1], [True, False])
    >>> found.alone(kinds, 2).tolist()
    [True, False, False]
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    before, after = kinds.path[:, one], kinds.path[:, other]
    sizes = int(before.max(initial=-1)) + 1, int(after.max(initial=-1)) + 1
    both = np.flatnonzero((before >= 0) & (after >= 0))
    edges = (np.ones(len(both)), (before[both], sizes[0] + after[both]))
    sets, of = connected_components(coo_array(edges, shape=(sum(sizes), sum(sizes))), False)
    of = of.astype(np.int64)
    groups = of[: sizes[0]], of[sizes[0] :]
    sign = (after >= 0).astype(np.int64) - (before >= 0)
    there = np.where(sign > 0, sizes[0] + after, before)
    shared = np.all([np.bincount(own, minlength=sets) > 0 for own in groups], axis=0)
    return Moved(sign, np.where(sign != 0, of[there], 0), groups, sets, shared)
