"""Points that exchange their places: pairs some distance apart, alike in what must stay coherent.

Zhang S. et al. (2017). The location swapping method for geomasking.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.kernels import NOBODY, NONE, Number, inner, kernel

SAME = 1e-12  # numbers that differ by no more than such a part of them are alike, whatever is asked


class Points(NamedTuple):
    """Points in the order of the squares of a grid that they are in.

    Parameters
    ----------
    place
        Two coordinates each.
    kept
        Numbers that partners must be near in; NaN is missing, and near to missing alone.
    kind
        A number for what partners must have in common.
    starts
        Where the points of each square begin.
    square
        The square of each point.
    """

    place: Floats
    kept: Floats
    kind: Ints
    starts: Ints
    square: Ints


def partners(
    place: Floats,
    kept: Floats,
    kind: Ints,
    reach: tuple[float, float, float],
    rng: np.random.Generator,
) -> Ints:
    """Return whom each point exchanges its place with: itself where there is nobody.

    Parameters
    ----------
    place, kept, kind
        See `Points`.
    reach
        How far apart partners are at least and at most, and by which share of the larger their
        numbers may differ.
    rng
        Chance.

    Notes
    -----
    Those who have fewest to choose from choose first, equals by chance, and each chooses by chance
    among those who are left. So few are left without a partner, though fewer still may be possible.

    Examples
    --------
    Two large fields and two small ones, all in reach of each other.

    >>> place, size = np.array([[0.0, 0], [10, 0], [20, 0], [30, 0]]), np.array([9.0, 1, 9.1, 1.05])
    >>> none = np.zeros(4, dtype=np.int64)
    >>> partners(place, size[:, None], none, (5, 50, 0.1), np.random.default_rng(1)).tolist()
    [2, 3, 0, 1]
    """
    order, points, width = _sorted(place, kept, kind, reach[1])
    number = np.zeros(len(order), dtype=np.int64)
    _count(points, width, *reach, number)
    turn = np.lexsort((rng.random(len(order)), number))
    chosen = np.full(len(order), NOBODY)
    _choose(points, width, *reach, turn, rng.random(len(order)), chosen)
    found = np.arange(len(order))
    found[order] = np.where(chosen >= 0, order[chosen], order)
    return found


def _sorted(place: Floats, kept: Floats, kind: Ints, within: float) -> tuple[Ints, Points, int]:
    """Put points in the squares of a grid, and squares in rows; return how long rows are."""
    corner = place.min(axis=0, initial=np.inf) if len(place) else np.zeros(2)
    side = max(within, float(np.ptp(place, axis=0).max(initial=0.0)) / 1000 if len(place) else 1.0)
    across = np.floor((place - corner) / side).astype(np.int64) + 1  # an empty square all around
    width = int(across[:, 0].max(initial=0)) + 2
    square = across[:, 1] * width + across[:, 0]
    order = np.argsort(square, kind="stable")
    size = (int(across[:, 1].max(initial=0)) + 2) * width
    starts = np.concatenate([[0], np.cumsum(np.bincount(square, minlength=size))]).astype(np.int64)
    own = Points(
        np.ascontiguousarray(place[order]), np.ascontiguousarray(kept[order]), kind[order], starts,
        square[order],
    )  # fmt: skip
    return order, own, width


@inner
def _fits(
    points: Points, one: Number, other: Number, least: float, most: float, near: float
) -> bool:
    if one == other or points.kind[one] != points.kind[other]:
        return False
    across = points.place[one, 0] - points.place[other, 0]
    up = points.place[one, 1] - points.place[other, 1]
    far = across * across + up * up
    if far < least * least or far > most * most or far == 0.0:
        return False
    for column in range(points.kept.shape[1]):
        a, b = points.kept[one, column], points.kept[other, column]
        if np.isnan(a) or np.isnan(b):
            if np.isnan(a) != np.isnan(b):
                return False
        elif abs(a - b) > (near + SAME) * max(abs(a), abs(b)):
            return False
    return True


@kernel
def _count(
    points: Points, width: Number, least: float, most: float, near: float, number: Ints
) -> None:
    """Write how many each point may exchange with."""
    for one in range(len(number)):
        for row in range(-1, 2):
            middle = points.square[one] + row * width
            for other in range(points.starts[middle - 1], points.starts[middle + 2]):
                if _fits(points, one, other, least, most, near):
                    number[one] += 1


@kernel
def _choose(
    points: Points, width: Number, least: float, most: float, near: float,
    turn: Ints, draw: Floats, chosen: Ints,
) -> None:  # fmt: skip
    """Let points choose by turns: a first look counts those who are left, a second finds one."""
    for place in range(len(turn)):
        one = turn[place]
        if chosen[one] != NOBODY:
            continue
        left = NONE
        for look in range(2):
            wanted = min(int(draw[one] * left), left - 1)
            for row in range(-1, 2):
                middle = points.square[one] + row * width
                for other in range(points.starts[middle - 1], points.starts[middle + 2]):
                    if chosen[other] == NOBODY and _fits(points, one, other, least, most, near):
                        if look == 0:
                            left += 1
                        elif wanted == NONE:
                            chosen[one], chosen[other] = other, one
                            wanted = NOBODY
                        else:
                            wanted -= 1
            if left == NONE:
                break
