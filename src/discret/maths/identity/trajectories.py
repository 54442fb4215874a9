"""Who is alone in having some points of their trajectory: by all choices of points, or by draws.

Kernels are compiled on first use.
"""

from __future__ import annotations

from math import comb
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.kernels import NONE, Number, inner, kernel

EXACT = 200_000  # choices of points that are all looked at
LARGE = 10**12  # choices beyond which nobody counts


class Trajectories(NamedTuple):
    """The distinct points of each person, and who has each point.

    Parameters
    ----------
    starts, points
        Where the points of each person begin, and these, sorted.
    firsts, owners
        Where those who have a point begin, and these.
    """

    starts: Ints
    points: Ints
    firsts: Ints
    owners: Ints

    @property
    def many(self) -> Ints:
        """How many points each person has."""
        return np.diff(self.starts)


class Unicity(NamedTuple):
    """The share of people who are alone, and where it lies for almost certain."""

    share: float
    low: float
    high: float
    exact: bool


def trajectories(person: Ints, point: Ints) -> Trajectories:
    """Gather the points of people; nobody has a point twice.

    Examples
    --------
    >>> found = trajectories(np.array([0, 0, 1, 1]), np.array([2, 2, 2, 0]))
    >>> found.many.tolist(), found.points.tolist(), found.owners.tolist()
    ([1, 2], [2, 0, 2], [1, 0, 1])
    """
    people, size = int(person.max(initial=-1)) + 1, int(point.max(initial=-1)) + 1
    code = np.sort(person * np.int64(max(size, 1)) + point)
    code = code[np.diff(code, prepend=-1) != 0]
    who, where = code // max(size, 1), code % max(size, 1)
    order = np.argsort(where, kind="stable")
    return Trajectories(
        np.concatenate([[0], np.cumsum(np.bincount(who, minlength=people))]).astype(np.int64),
        where,
        np.concatenate([[0], np.cumsum(np.bincount(where, minlength=size))]).astype(np.int64),
        who[order],
    )


def unicity(
    found: Trajectories, points: int, draws: int, rng: np.random.Generator, confidence: float = 0.95
) -> Unicity:
    """Return the share of people who are alone in having points drawn among theirs.

    Whoever has fewer points is known by all of them. All choices are looked at where they are few;
    otherwise a person and points of theirs are drawn, again and again.

    Examples
    --------
    >>> both = trajectories(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 2]))
    >>> unicity(both, 1, 100, np.random.default_rng(1))
    Unicity(share=0.5, low=0.5, high=0.5, exact=True)
    """
    if choices(found.many, points) <= EXACT:
        alone = np.zeros(len(found.many), dtype=np.float64)
        scratch = np.zeros((2, max(points, 1)), dtype=np.int64)
        _each(found.starts, found.points, found.firsts, found.owners, points, scratch, alone)
        share = float(alone.mean())
        return Unicity(share, share, share, exact=True)
    person, drawn = _drawn(found, points, draws, rng)
    marks = np.zeros(draws, dtype=np.int64)
    _marked(found.starts, found.points, found.firsts, found.owners, person, drawn, marks)
    share = float(marks.mean())
    return Unicity(share, *wilson(share, draws, confidence), exact=False)


def choices(many: Ints, points: int) -> int:
    """Count the choices of so many points of each person, up to a large number.

    Examples
    --------
    >>> choices(np.array([1, 4]), 2)
    7
    """
    sizes, people = np.unique(many, return_counts=True)
    total = sum(
        min(comb(size, min(points, size)), LARGE) * number
        for size, number in zip(sizes.tolist(), people.tolist(), strict=True)
    )
    return int(min(total, LARGE))


def wilson(share: float, draws: int, confidence: float) -> tuple[float, float]:
    """Return the interval of Wilson (1927) for a share of independent draws.

    Examples
    --------
    >>> [round(end, 4) for end in wilson(0.5, 100, 0.95)]
    [0.4038, 0.5962]
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    middle = share + z * z / (2 * draws)
    half = z * np.sqrt(share * (1 - share) / draws + z * z / (4 * draws * draws))
    whole = 1 + z * z / draws
    low = float((middle - half) / whole) if share > 0 else 0.0
    return low, float((middle + half) / whole) if share < 1 else 1.0


def _drawn(
    found: Trajectories, points: int, draws: int, rng: np.random.Generator
) -> tuple[Ints, Ints]:
    """Draw people, and for each of them different points of theirs; −1 where there are no more."""
    many = found.many
    person = rng.integers(len(many), size=draws)
    size = many[person]
    picked = np.full((draws, points), np.iinfo(np.int64).max)
    for number in range(points):
        left = np.maximum(size - number, 1)
        rank = np.floor(rng.random(draws) * left).astype(np.int64)
        for other in range(number):  # skip those that were picked, from the lowest
            rank += rank >= picked[:, other]
        picked[:, number] = np.where(size > number, rank, np.iinfo(np.int64).max)
        picked.sort(axis=1)
    there = picked < size[:, None]
    at = found.starts[person][:, None] + np.where(there, picked, 0)
    return person, np.where(there, found.points[at], -1)


@kernel
def _each(
    starts: Ints,
    points: Ints,
    firsts: Ints,
    owners: Ints,
    wanted: Number,
    scratch: Ints,
    alone: Floats,
) -> None:
    """Write for each person the share of the choices of their points that nobody else has."""
    for person in range(len(alone)):
        size = starts[person + 1] - starts[person]
        number = min(wanted, size)
        for place in range(number):
            scratch[0, place] = place
        tried = NONE
        single = NONE
        more = True
        while more:
            for place in range(number):
                scratch[1, place] = points[starts[person] + scratch[0, place]]
            tried += 1
            single += _alone(starts, points, firsts, owners, person, scratch[1], number)
            more = _next(scratch[0], number, size)
        alone[person] = single / tried


@inner
def _next(choice: Ints, number: Number, size: Number) -> bool:
    """Go on to the next choice, in order; say whether there is one."""
    place = number - 1
    while place >= 0 and choice[place] == size - number + place:
        place -= 1
    if place < 0:
        return False
    choice[place] += 1
    for other in range(place + 1, number):
        choice[other] = choice[other - 1] + 1
    return True


@kernel
def _marked(
    starts: Ints, points: Ints, firsts: Ints, owners: Ints, person: Ints, drawn: Ints, marks: Ints
) -> None:
    """Mark the draws of people who are alone in having all their points."""
    for draw in range(len(person)):
        number = NONE
        for place in range(drawn.shape[1]):
            if drawn[draw, place] >= 0:
                number += 1
        marks[draw] = _alone(starts, points, firsts, owners, person[draw], drawn[draw], number)


@inner
def _alone(
    starts: Ints,
    points: Ints,
    firsts: Ints,
    owners: Ints,
    person: Number,
    known: Ints,
    number: Number,
) -> int:
    """Say whether nobody else has all of some points: 1 or 0. Those of the rarest are asked."""
    rarest = known[0]
    for place in range(number):
        point = known[place]
        if firsts[point + 1] - firsts[point] < firsts[rarest + 1] - firsts[rarest]:
            rarest = point
    for at in range(firsts[rarest], firsts[rarest + 1]):
        other = owners[at]
        if other == person:
            continue
        shared = NONE
        while shared < number and _has(points, starts[other], starts[other + 1], known[shared]):
            shared += 1
        if shared == number:
            return 0
    return 1


@inner
def _has(points: Ints, low: Number, high: Number, point: Number) -> bool:
    """Say whether a sorted stretch has a point."""
    end = high
    while low < high:
        middle = (low + high) // 2
        if points[middle] < point:
            low = middle + 1
        else:
            high = middle
    return bool(low < end and points[low] == point)
