"""Clusters that are not good enough are united with those that cost least."""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.kernels import inner, kernel
from discret.maths.partitions.clusters import NOBODY, Clusters, Space, clusters_of


def united(space: Space, of: Ints, bad: Bools) -> Ints:
    """Unite every cluster marked in `bad` with the one at which the loss grows least.

    Returns the cluster of each group, numbered from 0; as many as before where nothing fits.

    Examples
    --------
    >>> codes = np.array([[[0, 1, 2, 3], [0, 0, 1, 1], [0, 0, 0, 0]]])
    >>> cost = np.array([[[0.0] * 4, [0.5] * 4, [1.0] * 4]])
    >>> ages = Space(np.arange(4)[:, None], np.ones(4, dtype=np.int64), codes, cost)
    >>> united(ages, np.arange(4), np.array([True, False, False, False])).tolist()
    [0, 0, 1, 2]
    """
    into = np.arange(len(bad))
    _unite(space, clusters_of(space, of), bad, into, np.zeros(len(bad), dtype=np.bool_))
    return np.unique(into[of], return_inverse=True)[1].ravel()


@kernel
def _unite(space: Space, clusters: Clusters, bad: Bools, into: Ints, changed: Bools) -> None:
    """Write the cluster that each becomes; one that took another in waits for its verdict."""
    rows = len(clusters.size) - 2
    for row in range(rows):
        if not bad[row] or changed[row]:
            continue
        best, home = np.inf, NOBODY
        for other in range(rows):
            if other != row and into[other] == other and not changed[other]:
                more = _growth(space, clusters, row, other, best)
                if more < best:
                    best, home = more, other
        if home >= 0:
            _absorb(space, clusters, home, row)
            into[row] = home
            changed[home] = True


@inner
def _meeting(space: Space, clusters: Clusters, one: int, other: int, key: int) -> int:
    """Return the lowest level at which two clusters show the same label; too high where none."""
    a, b = clusters.place[one, key], clusters.place[other, key]
    level, least = clusters.level[one, key], clusters.level[other, key]
    levels = space.codes.shape[1]
    while level < least or (
        level < levels and space.codes[key, level, a] != space.codes[key, level, b]
    ):
        level += 1
    return level  # type: ignore[no-any-return]


@inner
def _growth(space: Space, clusters: Clusters, one: int, other: int, most: float) -> float:
    """Return by how much the loss grows when two clusters become one; infinite from `most` on."""
    size, more = clusters.size[one], clusters.size[other]
    grown = 0.0
    for key in range(space.codes.shape[0]):
        level = _meeting(space, clusters, one, other, key)
        if level == space.codes.shape[1]:
            return np.inf
        a, b = clusters.place[one, key], clusters.place[other, key]
        grown -= size * space.cost[key, clusters.level[one, key], a]
        grown -= more * space.cost[key, clusters.level[other, key], b]
        grown += (size + more) * space.cost[key, level, a]
        if grown >= most:
            return np.inf
    return grown


@inner
def _absorb(space: Space, clusters: Clusters, home: int, row: int) -> None:
    for key in range(space.codes.shape[0]):
        clusters.level[home, key] = _meeting(space, clusters, home, row, key)
        if clusters.place[home, key] == 0:  # missing: another member names the label
            clusters.place[home, key] = clusters.place[row, key]
    clusters.size[home] += clusters.size[row]
