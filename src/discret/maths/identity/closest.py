"""The records nearest to others, of numbers and categories together, and what that tells.

Gower J. (1971). A general coefficient of similarity and some of its properties. Biometrics 27(4).
"""

from __future__ import annotations

from math import pi, sqrt
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.identity.points import CLOSE, Points
from discret.maths.kernels import Number, inner, kernel


class Nearest(NamedTuple):
    """For each point asked for, its nearest among others.

    Parameters
    ----------
    distance
        Gower's: the mean over columns of the difference of numbers, or of 1 where categories
        differ. A value that is missing in one alone differs by 1.
    many
        Records that are equally near.
    marked
        Those of them that are marked.
    """

    distance: Floats
    many: Floats
    marked: Floats


def nearest(points: Points, asked: Ints, held: Ints, counts: Floats, marked: Floats) -> Nearest:
    """Find, for some points, the nearest among others.

    Parameters
    ----------
    points
        All points.
    asked, held
        The places of the points that are asked for, and of those among which to look.
    counts, marked
        For each point of `held`, its records, and how many of them are marked.

    Examples
    --------
    >>> line = Points(np.array([[0.0], [0.4], [1.0]]), np.empty((3, 0), dtype=np.int64))
    >>> nearest(line, np.array([1]), np.array([0, 2]), np.array([2.0, 1.0]), np.array([2.0, 0.0]))
    Nearest(distance=array([0.4]), many=array([2.]), marked=array([2.]))
    """
    found = Nearest(*(np.zeros(len(asked)) for _ in range(3)))
    if points.columns:
        _look(*points, asked, held, counts, marked, CLOSE * points.columns, *found)
    return Nearest(found.distance / max(points.columns, 1), found.many, found.marked)


def credited(points: Points, asked: Ints, held: Ints, near: Nearest, weights: Floats) -> Floats:
    """Return for each record of the points held how much of the records asked for falls to it.

    What is nearest to several falls to each of them in equal parts.

    Parameters
    ----------
    points, asked, held, near
        As they were handed to `nearest`, and what it found.
    weights
        How many records each point asked for has.

    Examples
    --------
    >>> line = Points(np.array([[0.0], [0.5], [1.0]]), np.empty((3, 0), dtype=np.int64))
    >>> asked, held, counts = np.array([1]), np.array([0, 2]), np.array([1.0, 3.0])
    >>> near = nearest(line, asked, held, counts, np.zeros(2))
    >>> credited(line, asked, held, near, np.array([8.0])).tolist()
    [2.0, 2.0]
    """
    credit = np.zeros(len(held))
    each = weights / np.maximum(near.many, 1.0)
    reach = near.distance * points.columns + CLOSE * points.columns
    _credit(*points, asked, held, reach, each, credit)
    return credit


@kernel
def _look(
    numbers: Floats, codes: Ints, asked: Ints, held: Ints, counts: Floats, marks: Floats,
    close: float, distance: Floats, count: Floats, marked: Floats,
) -> None:  # fmt: skip
    for place in range(len(asked)):
        least = np.inf
        for other in range(len(held)):
            far = _apart(numbers, codes, asked[place], held[other], least + close)
            if far < least - close:
                least, count[place], marked[place] = far, 0.0, 0.0
            if far <= least + close:
                count[place] += counts[other]
                marked[place] += marks[other]
                least = min(least, far)
        distance[place] = least


@kernel
def _credit(
    numbers: Floats, codes: Ints, asked: Ints, held: Ints, reach: Floats, each: Floats,
    credit: Floats,
) -> None:  # fmt: skip
    for place in range(len(asked)):
        for other in range(len(held)):
            if _apart(numbers, codes, asked[place], held[other], reach[place]) <= reach[place]:
                credit[other] += each[place]


@inner
def _apart(numbers: Floats, codes: Ints, one: Number, two: Number, enough: float) -> float:
    """Return the distance of two points, times the columns; or any that is more than enough."""
    far = 0.0
    for column in range(codes.shape[1]):
        if codes[one, column] != codes[two, column]:
            far += 1.0
    for column in range(numbers.shape[1]):
        if far > enough:
            return far
        first, second = numbers[one, column], numbers[two, column]
        if np.isnan(first) or np.isnan(second):
            far += 0.0 if np.isnan(first) and np.isnan(second) else 1.0
        else:
            far += abs(first - second)
    return far


def fair_share(share: float, marked: int, others: int) -> float:
    r"""Return the share of records nearer to those marked as if these were as many as the others.

    With s the share found, m marked and h other records it is
    :math:`\frac{s/m}{s/m + (1-s)/h}`: 0.5 where s is m/(m+h), as where marks mean nothing, and 1
    where s is 1.

    Examples
    --------
    >>> fair_share(0.75, 30, 10), fair_share(1.0, 80, 20), fair_share(0.5, 10, 10)
    (0.5, 1.0, 0.5)
    """
    own, rest = share * others, (1.0 - share) * marked
    return own / (own + rest)


def chance_error(credit: Floats, counts: Floats, marked: int) -> float:
    """Return the standard error that `fair_share` has where marks are given by chance alone.

    The share is then the mean credit of a sample drawn without replacement, of which the variance
    is known (Cochran 1977, section 2.5).

    Parameters
    ----------
    credit, counts
        For each point, the credit of each of its records, and how many they are.
    marked
        How many records are marked.

    Examples
    --------
    >>> round(chance_error(np.array([1.0, 1.0, 0.0, 0.0]), np.ones(4), 2), 4)
    0.2887
    """
    size, total = float(counts.sum()), float(credit @ counts)
    others = size - marked
    if total <= 0 or size < 2:  # noqa: PLR2004 (nothing varies)
        return 0.0
    spread = float(counts @ (credit - total / size) ** 2) / (size - 1)
    error = sqrt(marked * others / size * spread) / total
    return error * size**2 / (4 * marked * others)  # the slope of the fair share at chance


def best_reach(members: Floats, others: Floats) -> tuple[float, float]:
    """Return the largest advantage of who takes the nearest for members, and the distance used.

    The advantage is the share of members within a distance less that of the others (Yeom et al.
    2018): the largest is that of Smirnov's one-sided test.

    Examples
    --------
    >>> best_reach(np.array([0.0, 0.1, 0.5]), np.array([0.2, 0.5, 0.9]))
    (0.6666666666666666, 0.1)
    """
    reach = np.unique(np.concatenate([members, others]))
    inside, outside = (
        np.searchsorted(np.sort(own), reach + CLOSE, side="right") / len(own)
        for own in (members, others)
    )
    best = int(np.argmax(inside - outside))
    return max(float(inside[best] - outside[best]), 0.0), float(reach[best])


def largest_by_chance(members: int, others: int) -> float:
    r"""Return the largest advantage to be expected where members are like the others.

    Smirnov's one-sided distance, times :math:`\sqrt{mn/(m+n)}`, is beyond x with a chance of about
    :math:`e^{-2x^2}`: its mean is :math:`\sqrt{π/8}`.

    Examples
    --------
    >>> round(largest_by_chance(100, 100), 4)
    0.0886
    """
    return sqrt(pi / 8 * (members + others) / (members * others))
