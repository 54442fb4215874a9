"""Better groups: some that are near one another are taken apart and built anew, again and again.

What is built anew is polished by moves and exchanges, and kept where the loss falls or, by chance,
where it rises little: simulated annealing (Kirkpatrick et al. 1983) with the steps of ruin and
recreate (Schrimpf et al. 2000). The loss of a group is its sum of squares; that of all of them
together is least where the sum of |S|²/n is largest, S being the sum of the n members of a group
(Domingo-Ferrer and Mateo-Sanz 2002).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats, Ints
from discret.maths.kernels import Number, inner, kernel
from discret.maths.microaggregation.tree import Tree, planted, take_nearest

NEAR = 24  # neighbours of each record among which other groups are chosen
TOGETHER = 4  # groups taken apart at once, at most
TURNS = 200  # times that the heat falls
HEAT = 0.35  # at first, the share of the mean loss of a group that is often accepted
PASSES = 4  # over what was built anew, to polish it, at most
LEAST = 1e-12  # of all squares: gains below it are rounding
SECOND = 50_000_000  # looks at a pair of records that take about a second
Chance = NDArray[np.uint64]
_THIRTEEN, _SEVEN, _SEVENTEEN = np.uint64(13), np.uint64(7), np.uint64(17)
_HIGH, _LOW = np.uint64(33), np.uint64(31)
_MANY = 1 << 30


class _Problem(NamedTuple):
    """What does not change."""

    points: Floats
    near: Ints
    k: int
    least: float


class _State(NamedTuple):
    """Who is with whom, and the sum of each group; rows whose size is 0 are free."""

    of: Ints
    head: Ints
    after: Ints
    size: Ints
    sums: Floats
    worth: Floats
    free: Ints
    frees: Ints


class _Drafts(NamedTuple):
    """Groups being built: as in `_State`; `pool` has the records taken apart, `own` their draft."""

    size: Ints
    sums: Floats
    worth: Floats
    pool: Ints
    own: Ints
    taken: Ints


def rebuilt(
    points: Floats,
    of: Ints,
    k: int,
    seconds: float,
    rng: np.random.Generator,
    progress: Callable[[float], None] = lambda _: None,
) -> Ints:
    """Lower the sum of squares within groups of at least k, given the group of each record.

    The work is counted in looks, not by the clock: with the same chance, the same groups come out
    on every machine. The best groups at the end of a turn are returned.

    Examples
    --------
    >>> ages = np.array([[17.0], [31], [42], [46], [46], [68], [111]])
    >>> rebuilt(ages, np.array([0, 1, 0, 1, 0, 1, 1]), 2, 0.01, np.random.default_rng(1)).tolist()
    [0, 0, 1, 1, 1, 2, 2]
    """
    if len(points) < 2 * k:
        return of
    problem, state = _problem(points, k), _state(points, of)
    drafts = _drafts(points, k)
    best, most = of, _worth(state)
    squares = float((points**2).sum())
    looks = int(seconds * SECOND / TURNS) + 1
    for turn in range(TURNS):
        progress(turn / TURNS)
        within = max(squares - _worth(state), 0.0) / max(int((state.size > 0).sum()), 1)
        heat = HEAT * (1 - turn / TURNS) ** 2 * within
        chance = rng.integers(1, 2**63, size=1, dtype=np.uint64)
        _turn(problem, state, drafts, heat, looks, chance)
        _settle(problem, state)
        if _worth(state) > most + problem.least:
            best, most = state.of.copy(), _worth(state)
    return _numbered(best)


def _numbered(of: Ints) -> Ints:
    """Give groups numbers in the order of their first records."""
    _, first, inverse = np.unique(of, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[inverse.ravel()]


def _worth(state: _State) -> float:
    return float(state.worth[state.size > 0].sum())


def _problem(points: Floats, k: int) -> _Problem:
    tree = planted(points)
    wanted = min(NEAR + 1, len(points))
    near, distance = np.zeros((len(points), wanted), dtype=np.int64), np.zeros(wanted)
    _neighbours(tree, points, near, distance)
    least = LEAST * max(float((points**2).sum()), 1e-300)
    return _Problem(points, near, k, least)


@kernel
def _neighbours(tree: Tree, points: Floats, near: Ints, distance: Floats) -> None:
    for row in range(len(points)):
        take_nearest(tree, points[row], near[row], distance)


def _state(points: Floats, of: Ints) -> _State:
    size, columns = points.shape
    state = _State(
        _numbered(of),
        np.full(size, -1),
        np.full(size, -1),
        np.zeros(size, dtype=np.int64),
        np.zeros((size, columns)),
        np.zeros(size),
        np.arange(size - 1, -1, -1),
        np.array([size - len(np.unique(of))]),
    )
    _fill(points, state)
    return state


def _drafts(points: Floats, k: int) -> _Drafts:
    most = TOGETHER * 4 * k + 2
    return _Drafts(
        np.zeros(most, dtype=np.int64),
        np.zeros((most, points.shape[1])),
        np.zeros(most),
        np.zeros(most, dtype=np.int64),
        np.zeros(most, dtype=np.int64),
        np.zeros(TOGETHER, dtype=np.int64),
    )


@kernel
def _fill(points: Floats, state: _State) -> None:
    for row in range(len(points)):
        group = state.of[row]
        state.after[row] = state.head[group]
        state.head[group] = row
        state.size[group] += 1
        for column in range(points.shape[1]):
            state.sums[group, column] += points[row, column]
    for group in range(len(state.size)):
        if state.size[group]:
            state.worth[group] = _worth_of(state.sums, state.size, group)


@inner
def _worth_of(sums: Floats, size: Ints, group: Number) -> float:
    total = 0.0
    for column in range(sums.shape[1]):
        total += sums[group, column] * sums[group, column]
    return total / float(size[group])


@inner
def _drawn(chance: Chance, number: Number) -> Number:
    """Return a number below another (xorshift, Marsaglia 2003)."""
    chance[0] ^= chance[0] << _THIRTEEN
    chance[0] ^= chance[0] >> _SEVEN
    chance[0] ^= chance[0] << _SEVENTEEN
    return np.int64(((chance[0] >> _HIGH) * np.uint64(number)) >> _LOW)


@kernel
def _turn(
    problem: _Problem, state: _State, drafts: _Drafts, heat: float, looks: Number, chance: Chance
) -> None:
    while looks > 0:
        row = _drawn(chance, len(state.of))
        taken = _taken(problem, state, drafts, row, chance)
        size, before = _pooled(state, drafts, taken)
        looks -= 1 + size * size
        if size < 2 * problem.k:
            continue
        made = _built(problem, drafts, size, chance)
        looks -= _polished(problem, drafts, size, made)
        after = 0.0
        for draft in range(made):
            after += drafts.worth[draft]
        fall = -heat * np.log((_drawn(chance, _MANY) + 1) / _MANY)
        if after >= before - fall and abs(after - before) > problem.least:
            _keep(state, drafts, taken, size, made)


@inner
def _taken(
    problem: _Problem, state: _State, drafts: _Drafts, row: Number, chance: Chance
) -> Number:
    """Choose groups near a record to take apart; return how many."""
    wanted, taken, group = 2 + _drawn(chance, TOGETHER - 1), 0, state.of[row]
    room = len(drafts.pool) - 2
    for _ in range(3 * TOGETHER):
        if not _among(drafts.taken, taken, group) and state.size[group] <= room:
            drafts.taken[taken] = group
            room -= state.size[group]
            taken += 1
            if taken == wanted:
                break
        group = state.of[problem.near[row, _drawn(chance, problem.near.shape[1])]]
    return taken


@inner
def _among(groups: Ints, number: Number, group: Number) -> bool:
    found = False
    for place in range(number):
        found = found or groups[place] == group
    return found


@inner
def _pooled(state: _State, drafts: _Drafts, taken: Number) -> tuple[Number, float]:
    size, before = 0, 0.0
    for place in range(taken):
        group = drafts.taken[place]
        before += state.worth[group]
        row = state.head[group]
        while row >= 0:
            drafts.pool[size] = row
            size += 1
            row = state.after[row]
    return size, before


@inner
def _built(problem: _Problem, drafts: _Drafts, size: Number, chance: Chance) -> Number:
    """Build groups of k from the pool, each from a record drawn; the rest joins the nearest."""
    made, left = 0, size
    while left >= problem.k:
        found = _drawn(chance, left)
        if _drawn(chance, 2):
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
        best, draft = np.inf, 0
        for other in range(made):
            far = _from_mean(problem, drafts, other, row) * drafts.size[other]
            far /= drafts.size[other] + 1
            if far < best:
                best, draft = far, other
        drafts.own[place] = draft
        _join(problem, drafts, draft, row, 1.0)
    for draft in range(made):
        drafts.worth[draft] = _worth_of(drafts.sums, drafts.size, draft)
    return made


@inner
def _begin(drafts: _Drafts, draft: Number) -> None:
    drafts.size[draft] = 0
    for column in range(drafts.sums.shape[1]):
        drafts.sums[draft, column] = 0.0


@inner
def _join(problem: _Problem, drafts: _Drafts, draft: Number, row: Number, sign: float) -> None:
    drafts.size[draft] += np.int64(sign)
    for column in range(drafts.sums.shape[1]):
        drafts.sums[draft, column] += sign * problem.points[row, column]


@inner
def _from_mean(problem: _Problem, drafts: _Drafts, draft: Number, row: Number) -> float:
    total, each = 0.0, 1.0 / drafts.size[draft]
    for column in range(drafts.sums.shape[1]):
        step = problem.points[row, column] - drafts.sums[draft, column] * each
        total += step * step
    return total


@inner
def _nearest(problem: _Problem, drafts: _Drafts, draft: Number, left: Number) -> Number:
    found, best = 0, np.inf
    for place in range(left):
        far = _from_mean(problem, drafts, draft, drafts.pool[place])
        if far < best:
            found, best = place, far
    return found


@inner
def _outermost(problem: _Problem, drafts: _Drafts, left: Number) -> Number:
    """Return where in the pool is who is farthest from the mean of what is left in it."""
    spare = len(drafts.size) - 1
    _begin(drafts, spare)
    for place in range(left):
        _join(problem, drafts, spare, drafts.pool[place], 1.0)
    found, best = 0, -1.0
    for place in range(left):
        far = _from_mean(problem, drafts, spare, drafts.pool[place])
        if far > best:
            found, best = place, far
    return found


@inner
def _polished(problem: _Problem, drafts: _Drafts, size: Number, made: Number) -> Number:
    """Move and exchange records between drafts while that gains; return the looks it took."""
    looks: Number = 0
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
def _moved(problem: _Problem, drafts: _Drafts, place: Number, made: Number) -> bool:
    source, row = drafts.own[place], drafts.pool[place]
    size = drafts.size[source]
    if size <= problem.k:
        return False
    spared = _from_mean(problem, drafts, source, row) * size / (size - 1)
    best, target = problem.least, -1
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
    drafts.worth[source] = _worth_of(drafts.sums, drafts.size, source)
    drafts.worth[target] = _worth_of(drafts.sums, drafts.size, target)
    return True


@inner
def _exchanged(problem: _Problem, drafts: _Drafts, place: Number, other: Number) -> bool:
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
    drafts.worth[one] = _worth_of(drafts.sums, drafts.size, one)
    drafts.worth[two] = _worth_of(drafts.sums, drafts.size, two)
    return True


@inner
def _keep(state: _State, drafts: _Drafts, taken: Number, size: Number, made: Number) -> None:
    """Put drafts in the place of the groups taken apart."""
    for place in range(taken):
        group = drafts.taken[place]
        state.head[group] = -1
        state.size[group] = 0
        state.free[state.frees[0]] = group
        state.frees[0] += 1
    for draft in range(made):
        state.frees[0] -= 1
        group = state.free[state.frees[0]]
        state.size[group] = drafts.size[draft]
        state.worth[group] = drafts.worth[draft]
        for column in range(state.sums.shape[1]):
            state.sums[group, column] = drafts.sums[draft, column]
        drafts.size[draft] = group  # from now on the draft's number
    for place in range(size):
        row, group = drafts.pool[place], drafts.size[drafts.own[place]]
        state.of[row] = group
        state.after[row] = state.head[group]
        state.head[group] = row


@kernel
def _settle(problem: _Problem, state: _State) -> None:
    """Sum groups anew, so that rounding does not gather."""
    for group in range(len(state.size)):
        if state.size[group]:
            for column in range(state.sums.shape[1]):
                state.sums[group, column] = 0.0
    for row in range(len(state.of)):
        for column in range(state.sums.shape[1]):
            state.sums[state.of[row], column] += problem.points[row, column]
    for group in range(len(state.size)):
        if state.size[group]:
            state.worth[group] = _worth_of(state.sums, state.size, group)
