"""Grids of squares: regular, and multi-level where each square holds enough."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from discret.maths.arrays import Ints

NATURAL = (32_000, 16_000, 8_000, 4_000, 2_000, 1_000, 200)
"""Sides of the nested squares, in metres, of the natural grid of Insee (Branchu et al. 2018)."""


def natural_sides(
    east: Ints, north: Ints, count: Ints, sides: Sequence[int], threshold: int
) -> Ints:
    """Return, for each of the finest squares, the side of the published square it is in.

    Parameters
    ----------
    east, north, count
        The finest squares that have observations: their place in units of the last side, and
        their observations.
    sides
        Sides of the nested squares, decreasing, each a multiple of the next.
    threshold
        A square is cut where each part that has observations has at least this many.

    Notes
    -----
    Squares are cut from the largest on, as long as no part with observations falls below the
    threshold ("grilles superposées au niveau naturel", Branchu et al. 2018). A square of the first
    side that is itself below it stays as it is.

    Examples
    --------
    Two squares of 1 in one of 2: cut where both hold 3.

    >>> place = np.array([0, 1])
    >>> natural_sides(place, place, np.array([3, 3]), (2, 1), 3).tolist()
    [1, 1]
    >>> natural_sides(place, place, np.array([5, 2]), (2, 1), 3).tolist()
    [2, 2]
    """
    nodes = [_nodes(east, north, side // sides[-1]) for side in sides]
    totals = [np.bincount(node, count) for node in nodes]
    found = np.full(len(east), sides[0], dtype=np.int64)
    cut = np.ones(len(east), dtype=np.bool_)
    for level in range(len(sides) - 1):
        least = np.full(len(totals[level]), np.inf)
        np.minimum.at(least, nodes[level], totals[level + 1][nodes[level + 1]])
        cut &= (least >= threshold)[nodes[level]]
        found[cut] = sides[level + 1]
    return found


def _nodes(east: Ints, north: Ints, times: int) -> Ints:
    """Give numbers to the squares, `times` as large, that squares are in."""
    x, y = east // times, north // times
    width = int(y.max(initial=0)) - int(y.min(initial=0)) + 1
    keys = x * width + (y - int(y.min(initial=0)))
    return np.asarray(np.unique(keys, return_inverse=True)[1].ravel(), dtype=np.int64)


def corners(place: Ints, finest: int, side: Ints) -> Ints:
    """Return the lower corner, in metres, of the squares of some sides that hold finer ones.

    Examples
    --------
    >>> corners(np.array([7, 7]), 200, np.array([200, 1000])).tolist()
    [1400, 1000]
    """
    return place * finest // side * side
