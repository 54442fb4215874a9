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

from discret.maths.arrays import Floats, Ints
from discret.maths.dice import Chance, drawn
from discret.maths.kernels import NONE, Number, inner, kernel
from discret.maths.microaggregation.drafts import (
    TOGETHER,
    Drafts,
    Problem,
    built,
    drafts_for,
    polished,
    worth_of,
)
from discret.maths.microaggregation.tree import Tree, planted, take_nearest

NEAR = 24  # neighbours of each record among which other groups are chosen
TURNS = 200  # times that the heat falls
HEAT = 0.2  # at first, the share of the mean loss of a group that is often accepted
LEAST = 1e-12  # of all squares: gains below it are rounding
SECOND = 50_000_000  # looks at a pair of records that take about a second
_MANY = np.int64(1 << 30)


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
    drafts = drafts_for(points, k)
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


def _problem(points: Floats, k: int) -> Problem:
    tree = planted(points)
    wanted = min(NEAR + 1, len(points))
    near, distance = np.zeros((len(points), wanted), dtype=np.int64), np.zeros(wanted)
    _neighbours(tree, points, near, distance)
    least = LEAST * max(float((points**2).sum()), 1e-300)
    return Problem(points, near, k, least)


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
            state.worth[group] = worth_of(state.sums, state.size, group)


@kernel
def _turn(
    problem: Problem, state: _State, drafts: Drafts, heat: float, looks: Number, chance: Chance
) -> None:
    while looks > 0:
        row = drawn(chance, len(state.of))
        taken = _taken(problem, state, drafts, row, chance)
        size, before = _pooled(state, drafts, taken)
        looks -= 1 + size * size
        if size < 2 * problem.k:
            continue
        made = built(problem, drafts, size, chance)
        looks -= polished(problem, drafts, size, made)
        after = 0.0
        for draft in range(made):
            after += drafts.worth[draft]
        fall = -heat * np.log((drawn(chance, _MANY) + 1) / _MANY)
        if after >= before - fall and abs(after - before) > problem.least:
            _keep(state, drafts, taken, size, made)


@inner
def _taken(problem: Problem, state: _State, drafts: Drafts, row: Number, chance: Chance) -> Number:
    """Choose groups near a record to take apart; return how many."""
    wanted, taken, group = 2 + drawn(chance, TOGETHER - 1), NONE, state.of[row]
    room = len(drafts.pool) - 2
    for _ in range(3 * TOGETHER):
        if not _among(drafts.taken, taken, group) and state.size[group] <= room:
            drafts.taken[taken] = group
            room -= state.size[group]
            taken += 1
            if taken == wanted:
                break
        group = state.of[problem.near[row, drawn(chance, problem.near.shape[1])]]
    return taken


@inner
def _among(groups: Ints, number: Number, group: Number) -> bool:
    found = False
    for place in range(number):
        found = found or groups[place] == group
    return found


@inner
def _pooled(state: _State, drafts: Drafts, taken: Number) -> tuple[Number, float]:
    size, before = NONE, 0.0
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
def _keep(state: _State, drafts: Drafts, taken: Number, size: Number, made: Number) -> None:
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
def _settle(problem: Problem, state: _State) -> None:
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
            state.worth[group] = worth_of(state.sums, state.size, group)
