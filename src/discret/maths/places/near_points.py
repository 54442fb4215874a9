"""Neighbours among points: those of Delaunay's triangles, or a number of nearest ones."""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Floats, Ints

FLAT = 3  # points that no triangle is needed for


def neighbouring_points(points: Floats, nearest: int | None = None) -> Ints:
    """Return pairs of neighbours: corners of one triangle, or one among the nearest of the other.

    Triangles are those of Delaunay (1934), around which no point lies within the circle: they link
    all points. Points in the same place are neighbours; points on a line are linked along it.

    Examples
    --------
    >>> square = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [3.0, 3.0]])
    >>> neighbouring_points(square).tolist()
    [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]
    >>> neighbouring_points(square, nearest=1).tolist()
    [[0, 1], [0, 2], [1, 3]]
    """
    places, first, which = np.unique(points, axis=0, return_index=True, return_inverse=True)
    which = which.ravel()
    near = _triangles(places) if nearest is None else _nearest(places, nearest)
    same = np.stack([np.arange(len(points)), first[which]], axis=1)
    pairs = np.sort(np.concatenate([first[near].reshape(-1, 2), same]), axis=1)
    return np.unique(pairs[pairs[:, 0] != pairs[:, 1]], axis=0)


def _triangles(points: Floats) -> Ints:
    from scipy.spatial import Delaunay, QhullError

    if len(points) <= FLAT - 1:
        return _along(points)
    try:
        found = Delaunay(points - points.mean(axis=0))
    except QhullError:  # all on a line
        return _along(points)
    sides = [found.simplices[:, some] for some in ([0, 1], [1, 2], [0, 2])]
    left = found.coplanar[:, [0, 2]]  # too near to another to be a corner
    return np.asarray(np.concatenate([*sides, left]))


def _along(points: Floats) -> Ints:
    """Link points on a line one after another; they are in the order of it."""
    return np.stack([np.arange(len(points) - 1), np.arange(1, len(points))], axis=1)


def _nearest(points: Floats, number: int) -> Ints:
    from scipy.spatial import KDTree

    most = min(number, len(points) - 1)
    if most < 1:
        return np.zeros((0, 2), dtype=np.int64)
    found = KDTree(points).query(points, most + 1)[1].reshape(len(points), -1)
    one = np.repeat(np.arange(len(points)), found.shape[1])
    return np.stack([one, found.ravel()], axis=1)
