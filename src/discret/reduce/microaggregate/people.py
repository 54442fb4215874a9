"""Groups of records that have enough people, where people have several records."""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Floats, Ints


def with_people(points: Floats, of: Ints, people: Ints, k: int) -> Ints:
    """Join groups of too few people to the nearest, in rounds, until none is left.

    Examples
    --------
    >>> ages = np.array([[1.0], [2.0], [9.0], [9.5], [20.0], [21.0]])
    >>> with_people(ages, np.array([0, 0, 1, 1, 2, 2]), np.array([1, 2, 3, 3, 4, 5]), 2).tolist()
    [0, 0, 0, 0, 1, 1]
    """
    while True:
        pairs = np.unique(np.stack([of, people]), axis=1)
        count = np.bincount(pairs[0])
        short = np.flatnonzero(count < k)
        if not len(short) or len(count) == 1:
            return of
        near, far = _nearest(points, of, short)
        order = np.lexsort((short, far, count[short]))
        of = _joined(of, short[order], near[order])


def _nearest(points: Floats, of: Ints, short: Ints) -> tuple[Ints, Floats]:
    """Return the group whose mean is nearest to that of each short one, and how far it is."""
    from scipy.spatial import cKDTree

    size = np.bincount(of)
    means = np.stack([np.bincount(of, column) / size for column in points.T], axis=1)
    far, near = cKDTree(means).query(means[short], k=2)
    other = (near[:, 0] == short).astype(np.int64)  # a group is nearest to itself, mostly
    rows = np.arange(len(short))
    return near[rows, other].astype(np.int64), far[rows, other]


def _joined(of: Ints, short: Ints, near: Ints) -> Ints:
    """Join groups to others, the first ones first, none twice: the others wait for the next round.

    Examples
    --------
    >>> _joined(np.array([0, 1, 2, 3]), np.array([1, 2]), np.array([0, 1])).tolist()
    [0, 0, 1, 2]
    """
    turn, groups = np.arange(len(short)), int(of.max()) + 1
    first = np.full(groups, len(short))
    np.minimum.at(first, short, turn)
    np.minimum.at(first, near, turn)
    now = (first[short] == turn) & (first[near] == turn)
    becomes = np.arange(groups)
    becomes[short[now]] = near[now]
    return np.unique(becomes[of], return_inverse=True)[1].ravel()
