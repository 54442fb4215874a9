"""Groups being built from a few that were taken apart, and polished by moves and exchanges."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.dice import Chance, drawn
from discret.maths.kernels import NOBODY, NONE, Number, inner

TOGETHER = np.int64(4)  # groups taken apart at once, at most
PASSES = 4  # over what was built anew, to polish it, at most
_TWO = np.int64(2)


class Problem(NamedTuple):
    """What does not change."""

    points: Floats
    near: Ints
    k: int
    least: float


class Drafts(NamedTuple):
    """Groups being built: as in `_State`; `pool` has the records taken apart, `own` their draft."""

    size: Ints
    sums: Floats
    worth: Floats
    pool: Ints
    own: Ints
    taken: Ints


def drafts_for(points: Floats, k: int) -> Drafts:
    """Make room for all groups that may be taken apart at once."""
    most = TOGETHER * 4 * k + 2
    return Drafts(
        np.zeros(most, dtype=np.int64),
        np.zeros((most, points.shape[1])),
        np.zeros(most),
        np.zeros(most, dtype=np.int64),
        np.zeros(most, dtype=np.int64),
        np.zeros(TOGETHER, dtype=np.int64),
    )


@inner
def worth_of(sums: Floats, size: Ints, group: Number) -> float:
    """Return |S|²/n of a group: the more, the less is lost."""
    total = 0.0
    for column in range(sums.shape[1]):
        total += sums[group, column] * sums[group, column]
    return total / float(size[group])


@inner
def built(problem: Problem, drafts: Drafts, size: Number, chance: Chance) -> Number:
    """Build groups of k from the pool, each from a record drawn; the rest joins the nearest."""
    made, left = NONE, size
    while left >= problem.k:
        found = drawn(chance, left)
        if drawn(chance, _TWO):
            found = _outermost(problem, drafts, left)
        _begin(drafts, made)
        for number in range(problem.k):
            if number:
                found = _nearest(problem, drafts, made, left)
            left -= 1
            row = drafts.pool[found]
            drafts.pool[found] = drafts.pool[left]
            drafts.pool[left] = row
            drafts.own[left] = made
            _join(problem, drafts, made, row, 1.0)
        made += 1
    for place in range(left):
        row = drafts.pool[place]
        best, draft = np.inf, NONE
        for other in range(made):
            far = _from_mean(problem, drafts, other, row) * drafts.size[other]
            far /= drafts.size[other] + 1
            if far < best:
                best, draft = far, other
        drafts.own[place] = draft
        _join(problem, drafts, draft, row, 1.0)
    for draft in range(made):
        drafts.worth[draft] = worth_of(drafts.sums, drafts.size, draft)
    return made


@inner
def _begin(drafts: Drafts, draft: Number) -> None:
    drafts.size[draft] = 0
    for column in range(drafts.sums.shape[1]):
        drafts.sums[draft, column] = 0.0


@inner
def _join(problem: Problem, drafts: Drafts, draft: Number, row: Number, sign: float) -> None:
    drafts.size[draft] += np.int64(sign)
    for column in range(drafts.sums.shape[1]):
        drafts.sums[draft, column] += sign * problem.points[row, column]


@inner
def _from_mean(problem: Problem, drafts: Drafts, draft: Number, row: Number) -> float:
    total, each = 0.0, 1.0 / drafts.size[draft]
    for column in range(drafts.sums.shape[1]):
        step = problem.points[row, column] - drafts.sums[draft, column] * each
        total += step * step
    return total


@inner
def _nearest(problem: Problem, drafts: Drafts, draft: Number, left: Number) -> Number:
    found, best = NONE, np.inf
    for place in range(left):
        far = _from_mean(problem, drafts, draft, drafts.pool[place])
        if far < best:
            found, best = place, far
    return found


@inner
def _outermost(problem: Problem, drafts: Drafts, left: Number) -> Number:
    """Return where in the pool is who is farthest from the mean of what is left in it."""
    spare = len(drafts.size) - 1
    _begin(drafts, spare)
    for place in range(left):
        _join(problem, drafts, spare, drafts.pool[place], 1.0)
    found, best = NONE, -1.0
    for place in range(left):
        far = _from_mean(problem, drafts, spare, drafts.pool[place])
        if far > best:
            found, best = place, far
    return found


@inner
def polished(problem: Problem, drafts: Drafts, size: Number, made: Number) -> Number:
    """Move and exchange records between drafts while that gains; return the looks it took."""
    looks: Number = NONE
    for _ in range(PASSES):
        gained = False
        for place in range(size):
            gained |= _moved(problem, drafts, place, made)
            for other in range(place):
                if drafts.own[place] != drafts.own[other]:
                    gained |= _exchanged(problem, drafts, place, other)
        looks += size * size // 2
        if not gained:
            break
    return looks


@inner
def _moved(problem: Problem, drafts: Drafts, place: Number, made: Number) -> bool:
    source, row = drafts.own[place], drafts.pool[place]
    size = drafts.size[source]
    if size <= problem.k:
        return False
    spared = _from_mean(problem, drafts, source, row) * size / (size - 1)
    best, target = problem.least, NOBODY
    for draft in range(made):
        if draft != source:
            many = drafts.size[draft]
            gain = spared - _from_mean(problem, drafts, draft, row) * many / (many + 1)
            if gain > best:
                best, target = gain, draft
    if target < 0:
        return False
    _join(problem, drafts, source, row, -1.0)
    _join(problem, drafts, target, row, 1.0)
    drafts.own[place] = target
    drafts.worth[source] = worth_of(drafts.sums, drafts.size, source)
    drafts.worth[target] = worth_of(drafts.sums, drafts.size, target)
    return True


@inner
def _exchanged(problem: Problem, drafts: Drafts, place: Number, other: Number) -> bool:
    one, two = drafts.own[place], drafts.own[other]
    here, there = drafts.pool[place], drafts.pool[other]
    first, second = 1.0 / drafts.size[one], 1.0 / drafts.size[two]
    cross, square = 0.0, 0.0
    for column in range(drafts.sums.shape[1]):
        step = problem.points[there, column] - problem.points[here, column]
        apart = drafts.sums[one, column] * first - drafts.sums[two, column] * second
        cross += step * apart
        square += step * step
    if 2 * cross + square * (first + second) <= problem.least:
        return False
    _join(problem, drafts, one, here, -1.0)
    _join(problem, drafts, one, there, 1.0)
    _join(problem, drafts, two, there, -1.0)
    _join(problem, drafts, two, here, 1.0)
    drafts.own[place], drafts.own[other] = two, one
    drafts.worth[one] = worth_of(drafts.sums, drafts.size, one)
    drafts.worth[two] = worth_of(drafts.sums, drafts.size, two)
    return True
