"""Better groups: some that are near one another are taken apart and built anew, again and again.

What is built anew is polished by moves and exchanges, and kept where the loss falls or, by chance,
where it rises little: simulated annealing (Kirkpatrick et al. 1983) with the steps of ruin and
recreate (Schrimpf et al. 2000). The loss of a group is the sum of the squares within it
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
    LARGEST_K,
    TOGETHER,
    Drafts,
    Problem,
    built,
    drafts_for,
    measured,
    polished,
    summed,
)
from discret.maths.microaggregation.tree import Tree, planted, take_nearest

NEAR = 24  # neighbours of each record among which other groups are chosen
TURNS = 200  # times that the heat falls
HEAT = 0.2  # at first, the share of the mean loss of a group that is often accepted
LEAST = 1e-12  # of all squares: gains below it are rounding
# Work is counted in quarters of a nanosecond, as measured on one machine: of a try, of each record
# in it (more where there are many, which lie far apart in memory), of each pair of records, of each
# of its columns, and of each look to polish it; and before all, of finding the neighbours of one.
TRY, RECORD, FAR, PAIR, COLUMN, LOOK = 400, 160, 60, 6, 1, 9
CLOSE = 8_192  # records that are not far apart
NEIGHBOURS = 60_000
SECOND = 2_800_000_000  # less than there are in a second: other machines, and busy ones, are slower
_MANY = np.int64(1 << 30)


class _State(NamedTuple):
    """Who is with whom, and the squares within each group; rows whose size is 0 are free."""

    of: Ints
    head: Ints
    after: Ints
    size: Ints
    lost: Floats
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

    Work is counted, not timed: with the same chance, the same groups come out on every machine,
    whatever else it does. The best groups at the end of a turn are returned.

    Examples
    --------
    >>> ages = np.array([[17.0], [31], [42], [46], [46], [68], [111]])
    >>> rebuilt(ages, np.array([0, 1, 0, 1, 0, 1, 1]), 2, 0.01, np.random.default_rng(1)).tolist()
    [0, 0, 1, 1, 1, 2, 2]
    """
    if len(points) < 2 * k or k > LARGEST_K:
        return of
    points = np.ascontiguousarray(points)  # kernels are compiled by layout
    problem, state = _problem(points, k), _state(points, of)
    drafts = drafts_for(points, k)
    best, least = of, float(state.lost.sum())
    work, each = _work(len(points), seconds)
    for turn in range(TURNS):
        progress(turn / TURNS)
        within = float(state.lost.sum()) / max(int((state.size > 0).sum()), 1)
        heat = HEAT * (1 - turn / TURNS) ** 2 * within
        chance = rng.integers(1, 2**63, size=1, dtype=np.uint64)
        _turn(problem, state, drafts, heat, work, each * (TURNS - 1 - turn), chance)
        now = float(state.lost.sum())
        if now < least - problem.least:
            best, least = state.of.copy(), now
    return _numbered(best)


def _work(records: int, seconds: float) -> tuple[Ints, int]:
    """Return the work that there is time for, that of a record in a try, and that of each turn."""
    every = int(seconds * SECOND)
    left = max(every - records * NEIGHBOURS, every // 2)
    member = RECORD + FAR * (records // CLOSE).bit_length()
    return np.array([left, member]), left // TURNS + 1


def _numbered(of: Ints) -> Ints:
    """Give groups numbers in the order of their first records."""
    _, first, inverse = np.unique(of, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[inverse.ravel()]


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
    size, own = len(points), _numbered(of)
    count = np.bincount(own, minlength=size)
    state = _State(
        own,
        np.full(size, -1),
        np.full(size, -1),
        count,
        _within(points, own),
        np.arange(size - 1, -1, -1),
        np.array([size - int((count > 0).sum())]),
    )
    _fill(state)
    return state


def _within(points: Floats, of: Ints) -> Floats:
    """Return the squares within each group; 0 where there is none."""
    count = np.bincount(of, minlength=len(points)).clip(1)
    lost = np.zeros(len(points))
    for column in points.T:
        apart = column - (np.bincount(of, column, minlength=len(points)) / count)[of]
        lost += np.bincount(of, apart**2, minlength=len(points))
    return lost


@kernel
def _fill(state: _State) -> None:
    for row in range(len(state.of)):
        group = state.of[row]
        state.after[row] = state.head[group]
        state.head[group] = row


@kernel
def _turn(
    problem: Problem, state: _State, drafts: Drafts, heat: float, work: Ints, until: Number,
    chance: Chance,
) -> None:  # fmt: skip
    pair = PAIR + problem.points.shape[1] * COLUMN
    while work[0] > until:
        row = drawn(chance, len(state.of))
        taken = _taken(problem, state, drafts, row, chance)
        size, before = _pooled(state, drafts, taken)
        work[0] -= TRY + size * work[1] + size * size * pair
        if size < 2 * problem.k:
            continue
        measured(problem, drafts, size)
        made = built(problem, drafts, size, chance)
        work[0] -= size * size * LOOK * polished(problem, drafts, size, made)
        after = summed(drafts, size, made)
        rise = -heat * np.log((drawn(chance, _MANY) + 1) / _MANY)
        if after <= before + rise and abs(after - before) > problem.least:
            _keep(state, drafts, taken, size, made)


@inner
def _taken(problem: Problem, state: _State, drafts: Drafts, row: Number, chance: Chance) -> Number:
    """Choose groups near a record to take apart; return how many."""
    wanted, taken, group = 2 + drawn(chance, TOGETHER - 1), NONE, state.of[row]
    room = len(drafts.pool)
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
        before += state.lost[group]
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
        state.lost[group] = 0.0
        state.free[state.frees[0]] = group
        state.frees[0] += 1
    for draft in range(made):
        state.frees[0] -= 1
        group = state.free[state.frees[0]]
        state.size[group] = drafts.size[draft]
        state.lost[group] = drafts.lost[draft]
        drafts.size[draft] = group  # from now on the draft's number
    for place in range(size):
        row, group = drafts.pool[place], drafts.size[drafts.own[place]]
        state.of[row] = group
        state.after[row] = state.head[group]
        state.head[group] = row
