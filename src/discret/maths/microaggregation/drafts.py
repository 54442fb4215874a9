"""Groups being built from a few that were taken apart, and polished by moves and exchanges.

All is reckoned with squared distances between the records taken apart, measured once. With F the
sum of those of a record to the n members of a group, and S the squares within the group, the square
of its distance to their mean is (F − S)/n, and S is the sum of F/2n over the members (König and
Huygens). So what a move or an exchange gains takes a few numbers, however many columns there are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.dice import Chance, drawn
from discret.maths.kernels import NOBODY, NONE, Number, inlined, inner

TOGETHER = np.int64(4)  # groups taken apart at once, at most
POOL = 2_048  # records taken apart at once, at most: all their distances are held
LARGEST_K = POOL // 4  # two groups of fewer than 2k each can be taken apart
PASSES = 4  # over what was built anew, to polish it, at most
_TWO = np.int64(2)


class Problem(NamedTuple):
    """What does not change."""

    points: Floats
    near: Ints
    k: int
    least: float


class Drafts(NamedTuple):
    """Groups being built.

    `pool` has the records taken apart, `own` their draft, `waiting` the places of those that have
    none yet; `spots` their points, column by column, `apart` their squared distances; `size` and
    `lost` the members of each draft and the squares within, `far` the sums of the distances to its
    members, and `rest` to those that wait; `taken` the groups taken apart.
    """

    pool: Ints
    own: Ints
    waiting: Ints
    spots: Floats
    apart: Floats
    size: Ints
    lost: Floats
    far: Floats
    rest: Floats
    taken: Ints


def drafts_for(points: Floats, k: int) -> Drafts:
    """Make room for all groups that may be taken apart at once."""
    most = min(int(TOGETHER) * 4 * k, POOL, len(points))
    groups = most // k + 1
    return Drafts(
        np.zeros(most, dtype=np.int64),
        np.zeros(most, dtype=np.int64),
        np.zeros(most, dtype=np.int64),
        np.zeros((points.shape[1], most)),
        np.zeros((most, most)),
        np.zeros(groups, dtype=np.int64),
        np.zeros(groups),
        np.zeros((groups, most)),
        np.zeros(most),
        np.zeros(TOGETHER, dtype=np.int64),
    )


@inner
def measured(problem: Problem, drafts: Drafts, size: Number) -> None:
    """Measure the distances between the records of the pool."""
    for place in range(size):
        for column in range(len(drafts.spots)):
            drafts.spots[column, place] = problem.points[drafts.pool[place], column]
        for other in range(place + 1):
            drafts.apart[place, other] = 0.0
        for column in range(len(drafts.spots)):
            here = drafts.spots[column, place]
            for other in range(place):
                step = drafts.spots[column, other] - here
                drafts.apart[place, other] += step * step
        for other in range(place):
            drafts.apart[other, place] = drafts.apart[place, other]


@inner
def built(problem: Problem, drafts: Drafts, size: Number, chance: Chance) -> Number:
    """Build groups of k from the pool, each from a record drawn; the rest joins the nearest."""
    made, left = NONE, size
    _await(drafts, size)
    while left >= problem.k:
        turn = drawn(chance, left)
        if drawn(chance, _TWO):
            turn = _outermost(drafts, left)
        _begin(drafts, made, size)
        for number in range(problem.k):
            if number:
                turn = _nearest(drafts, made, left)
            left -= 1
            _join(drafts, made, _called(drafts, turn, left, size), size)
        made += 1
    for turn in range(left):
        place, best, draft = drafts.waiting[turn], np.inf, NONE
        for other in range(made):
            cost = _cost(drafts, other, place)
            if cost < best:
                best, draft = cost, other
        _join(drafts, draft, place, size)
    return made


@inner
def _await(drafts: Drafts, size: Number) -> None:
    """Let all records of the pool wait."""
    for place in range(size):
        drafts.waiting[place] = place
        total = 0.0
        for other in range(size):
            total += drafts.apart[place, other]
        drafts.rest[place] = total


@inlined
def _called(drafts: Drafts, turn: Number, left: Number, size: Number) -> Number:
    """Take out one of those that wait; the last takes its turn."""
    place: Number = drafts.waiting[turn]
    drafts.waiting[turn] = drafts.waiting[left]
    for other in range(size):
        drafts.rest[other] -= drafts.apart[place, other]
    return place


@inlined
def _begin(drafts: Drafts, draft: Number, size: Number) -> None:
    drafts.size[draft] = 0
    drafts.lost[draft] = 0.0
    for place in range(size):
        drafts.far[draft, place] = 0.0


@inlined
def _cost(drafts: Drafts, draft: Number, place: Number) -> float:
    """Return what a draft loses by one more member."""
    more: float = (drafts.far[draft, place] - drafts.lost[draft]) / (drafts.size[draft] + 1)
    return more


@inlined
def _join(drafts: Drafts, draft: Number, place: Number, size: Number) -> None:
    drafts.lost[draft] += _cost(drafts, draft, place)
    drafts.size[draft] += 1
    drafts.own[place] = draft
    for other in range(size):
        drafts.far[draft, other] += drafts.apart[place, other]


@inlined
def _nearest(drafts: Drafts, draft: Number, left: Number) -> Number:
    """Return whose turn it is: who is nearest to the mean of a draft, of those that wait."""
    found, best = NONE, np.inf
    for turn in range(left):
        far = drafts.far[draft, drafts.waiting[turn]]
        if far < best:
            found, best = turn, far
    return found


@inlined
def _outermost(drafts: Drafts, left: Number) -> Number:
    """Return whose turn it is: who is farthest from the mean of those that wait."""
    found, best = NONE, -np.inf
    for turn in range(left):
        far = drafts.rest[drafts.waiting[turn]]
        if far > best:
            found, best = turn, far
    return found


@inner
def polished(problem: Problem, drafts: Drafts, size: Number, made: Number) -> Number:
    """Move and exchange records between drafts while that gains; return the passes it took."""
    passes: Number = NONE
    for _ in range(PASSES):
        gained = False
        for place in range(size):
            gained |= _moved(problem, drafts, place, made, size)
            for other in range(place):
                if drafts.own[place] != drafts.own[other]:
                    gained |= _exchanged(problem, drafts, place, other, size)
        passes += 1
        if not gained:
            break
    return passes


@inlined
def _moved(problem: Problem, drafts: Drafts, place: Number, made: Number, size: Number) -> bool:
    source = drafts.own[place]
    left = drafts.size[source] - 1
    if left < problem.k:
        return False
    spared = (drafts.far[source, place] - drafts.lost[source]) / left
    best, target = spared - problem.least, NOBODY
    for draft in range(made):
        if draft != source:
            cost = _cost(drafts, draft, place)
            if cost < best:
                best, target = cost, draft
    if target < 0:
        return False
    drafts.lost[source] -= spared
    drafts.size[source] = left
    for other in range(size):
        drafts.far[source, other] -= drafts.apart[place, other]
    _join(drafts, target, place, size)
    return True


@inlined
def _exchanged(
    problem: Problem, drafts: Drafts, place: Number, other: Number, size: Number
) -> bool:
    one, two = drafts.own[place], drafts.own[other]
    between = drafts.apart[place, other]
    first = (drafts.far[one, place] - drafts.far[one, other] + between) / drafts.size[one]
    second = (drafts.far[two, other] - drafts.far[two, place] + between) / drafts.size[two]
    if first + second <= problem.least:
        return False
    drafts.lost[one] -= first
    drafts.lost[two] -= second
    drafts.own[place], drafts.own[other] = two, one
    for row in range(size):
        step = drafts.apart[other, row] - drafts.apart[place, row]
        drafts.far[one, row] += step
        drafts.far[two, row] -= step
    return True


@inner
def summed(drafts: Drafts, size: Number, made: Number) -> float:
    """Sum the squares within drafts anew, so that rounding does not gather; return their total."""
    for draft in range(made):
        drafts.lost[draft] = 0.0
    for place in range(size):
        draft = drafts.own[place]
        drafts.lost[draft] += drafts.far[draft, place] / (2.0 * drafts.size[draft])
    total = 0.0
    for draft in range(made):
        total += drafts.lost[draft]
    return total
