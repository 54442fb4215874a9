"""Better clusters: some that are near one another are taken apart and built anew, again and again.

What is built anew is kept where the loss falls and, by chance, where it rises little: simulated
annealing (Kirkpatrick et al. 1983) with the steps of ruin and recreate (Schrimpf et al. 2000).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.dice import Chance, drawn
from discret.maths.kernels import NOBODY, NONE, Number, inner, kernel
from discret.maths.partitions.cluster_needs import Marks, Needs, holding, holds
from discret.maths.partitions.clusters import EPSILON, Space
from discret.maths.partitions.meetings import Meetings, Spots, cover, lost_with, meetings_of
from discret.maths.partitions.neighbours import nearest_groups

NEAR = 28  # neighbours of each group among which others are chosen
TOGETHER = np.int64(4)  # clusters taken apart at once, at most
SELDOM = np.int64(64)  # one in so many groups is taken in by chance, whatever it costs
POOL = 2_048  # groups taken apart at once, at most
LOOKS = 32  # in each round, how many times each group is tried somewhere
HEAT = 0.4  # at first, the share of the mean loss of a cluster that is often accepted
COOLING = 8.0  # rounds after which it is half
_TWO, _MANY = np.int64(2), np.int64(1 << 30)


class _State(NamedTuple):
    """Who is with whom, and what each cluster shows; rows whose size is 0 are free."""

    of: Ints
    head: Ints
    after: Ints
    size: Ints
    spots: Spots
    lost: Floats
    marks: Marks
    free: Ints
    frees: Ints


class _Drafts(NamedTuple):
    """Clusters being built: as in `_State`, and the row of which each is a draft (−1: a new one).

    `pool` has the groups taken apart, `own` the draft of each, `taken` the rows of the clusters.
    """

    size: Ints
    spots: Spots
    lost: Floats
    marks: Marks
    source: Ints
    pool: Ints
    own: Ints
    taken: Ints


class _Search(NamedTuple):
    """What does not change while clusters are built anew."""

    meetings: Meetings
    needs: Needs
    near: Spots
    alone: Bools
    movable: Ints


def rebuilt(space: Space, of: Ints, needs: Needs, rounds: int, rng: np.random.Generator) -> Ints:
    """Lower the loss of clusters, given the cluster of each group of a sorted space.

    A cluster that holds what it needs is never replaced by one that does not. The best clusters at
    the end of a round are returned: with the same chance, more rounds never lose more.

    Examples
    --------
    >>> from discret.maths.partitions.cluster_needs import needs_of
    >>> codes = np.array([[[0, 1, 2, 3], [0, 0, 1, 1], [0, 0, 0, 0]]])
    >>> cost = np.array([[[0.0] * 4, [0.5] * 4, [1.0] * 4]])
    >>> ages = Space(np.arange(4)[:, None], np.ones(4, dtype=np.int64), codes, cost)
    >>> chance = np.random.default_rng(1)
    >>> rebuilt(ages, np.array([0, 1, 0, 1]), needs_of(4, 2), 3, chance).tolist()
    [0, 0, 1, 1]
    """
    search = _search(meetings_of(space), needs)
    if not len(search.movable):
        return of
    state, drafts = _state(search, of), _drafts(search)
    best, least = of, loss_of(state)
    for turn in range(rounds):
        if least <= EPSILON:
            break
        heat = HEAT / (1 + turn / COOLING) * _mean_loss(state)
        chance = rng.integers(1, 2**63, size=1, dtype=np.uint64)
        _round(search, state, drafts, heat, LOOKS * len(of), chance)
        now = loss_of(state)
        if now < least - EPSILON:
            best, least = state.of.copy(), now
    return np.unique(best, return_inverse=True)[1].ravel()


def _search(meetings: Meetings, needs: Needs) -> _Search:
    alone = holding(needs, meetings.records, needs.marks)
    movable = np.flatnonzero(~alone)
    near = nearest_groups(meetings, min(NEAR, max(len(alone) - 1, 1)))
    return _Search(meetings, needs, near, alone, movable)


def _state(search: _Search, of: Ints) -> _State:
    groups, keys = search.meetings.values.shape
    words = search.needs.marks.shape[1]
    clusters = int(of.max()) + 1
    none, free = np.full(groups, -1), np.arange(groups - 1, -1, -1)
    state = _State(
        of.copy(),
        none,
        none.copy(),
        np.zeros(groups, dtype=np.int64),
        np.zeros((groups, keys), dtype=np.int32),
        np.zeros(groups),
        np.zeros((groups, words), dtype=np.uint64),
        free,
        np.array([groups - clusters]),
    )
    _fill(search, state)
    return state


def _drafts(search: _Search) -> _Drafts:
    groups, keys = search.meetings.values.shape
    most, words = min(groups, POOL) + 1, search.needs.marks.shape[1]
    return _Drafts(
        np.zeros(most, dtype=np.int64),
        np.zeros((most, keys), dtype=np.int32),
        np.zeros(most),
        np.zeros((most, words), dtype=np.uint64),
        np.zeros(most, dtype=np.int64),
        np.zeros(most, dtype=np.int64),
        np.zeros(most, dtype=np.int64),
        np.zeros(TOGETHER, dtype=np.int64),
    )


def loss_of(state: _State) -> float:
    """Return what all records lose, summed over records and keys."""
    return float((state.size * state.lost).sum())


def _mean_loss(state: _State) -> float:
    losing = int((state.lost * state.size > 0).sum())
    return loss_of(state) / max(losing, 1)


@kernel
def _fill(search: _Search, state: _State) -> None:
    for group in range(len(state.of)):
        row = state.of[group]
        lost = lost_with(search.meetings, state.spots, row, group) if state.size[row] else 0.0
        _join(search, state.size, state.spots, state.lost, state.marks, row, group, lost)
        state.after[group] = state.head[row]
        state.head[row] = group


@inner
def _join(
    search: _Search, size: Ints, spots: Spots, lost: Floats, marks: Marks,
    row: Number, group: Number, each: float,
) -> None:  # fmt: skip
    """Let a group join the cluster or draft of a row, in which each record then loses so much."""
    if size[row] == 0:
        for key in range(spots.shape[1]):
            spots[row, key] = search.meetings.spots[group, key]
        for word in range(marks.shape[1]):
            marks[row, word] = search.needs.marks[group, word]
    else:
        cover(search.meetings, spots, row, group)
        for word in range(marks.shape[1]):
            marks[row, word] |= search.needs.marks[group, word]
    size[row] += search.meetings.records[group]
    lost[row] = each


@kernel
def _round(
    search: _Search, state: _State, drafts: _Drafts, heat: float, looks: Number, chance: Chance
) -> None:
    made: Number
    while looks > 0:
        group = search.movable[drawn(chance, len(search.movable))]
        rise = -heat * np.log((drawn(chance, _MANY) + 1) / _MANY)
        taken = _taken(search, state, drafts, group, chance)
        size, before = _pooled(state, drafts, taken)
        looks -= 1 + size * size // 2
        made, left, after = NONE, size, 0.0
        if taken > 1 or drawn(chance, _TWO):  # else its groups go elsewhere, each by itself
            made, left, after = _built(search, drafts, size, before + rise, chance)
        made, after = _settled(search, state, drafts, taken, made, left, after, before + rise)
        if size and after <= before + rise and abs(after - before) > EPSILON:
            _keep(state, drafts, taken, size, made)


@inner
def _taken(
    search: _Search, state: _State, drafts: _Drafts, group: Number, chance: Chance
) -> Number:
    """Choose clusters near a group to take apart; return how many."""
    wanted, taken, row = 1 + drawn(chance, TOGETHER), NONE, state.of[group]
    for _ in range(2 * TOGETHER):
        head = state.head[row]
        idle = search.alone[head] and state.after[head] < 0  # it loses nothing
        if not idle and not _among(drafts.taken, taken, row):
            drafts.taken[taken] = row
            taken += 1
            if taken == wanted:
                break
        row = state.of[search.near[group, drawn(chance, search.near.shape[1])]]
    return taken


@inner
def _among(rows: Ints, number: Number, row: Number) -> bool:
    found = False
    for place in range(number):
        found = found or rows[place] == row
    return found


@inner
def _pooled(state: _State, drafts: _Drafts, taken: Number) -> tuple[Number, float]:
    """Pool the groups of clusters; return how many, none if too many, and what they lose."""
    size, before = NONE, 0.0
    for place in range(taken):
        row = drafts.taken[place]
        before += state.size[row] * state.lost[row]
        group = state.head[row]
        while group >= 0:
            if size == POOL:
                return NONE, 0.0
            drafts.pool[size] = group
            size += 1
            group = state.after[group]
    return size, before


@inner
def _built(
    search: _Search, drafts: _Drafts, size: Number, most: float, chance: Chance
) -> tuple[Number, Number, float]:
    """Build clusters from the pool, each from a group drawn and those that cost least with it.

    Returns how many, the number of groups left at the front of the pool, and what all others lose.
    """
    made, left, after = NONE, size, 0.0
    while left > 0 and after <= most:
        end, found, each = left, drawn(chance, left), 0.0
        drafts.size[made] = 0
        drafts.source[made] = -1
        while True:
            left -= 1
            group = drafts.pool[found]
            drafts.pool[found] = drafts.pool[left]
            drafts.pool[left] = group
            drafts.own[left] = made
            _join(search, drafts.size, drafts.spots, drafts.lost, drafts.marks, made, group, each)
            if holds(search.needs, drafts.size[made], drafts.marks, made):
                break
            found, each = _cheapest(search.meetings, drafts, made, left)
            if found < 0:
                return made, end, after
            if drawn(chance, SELDOM) == 0:
                found = drawn(chance, left)
                each = lost_with(search.meetings, drafts.spots, made, drafts.pool[found])
        after += drafts.size[made] * each
        made += 1
    return made, left, after


@inner
def _cheapest(
    meetings: Meetings, drafts: _Drafts, row: Number, left: Number
) -> tuple[Number, float]:
    """Return where in the pool is who joins a draft at least loss, and what each then loses."""
    found, best, each = NOBODY, np.inf, 0.0
    for place in range(left):
        group = drafts.pool[place]
        lost = lost_with(meetings, drafts.spots, row, group)
        more = (drafts.size[row] + meetings.records[group]) * lost
        if more < best:
            found, best, each = place, more, lost
    return found, each


@inner
def _settled(
    search: _Search, state: _State, drafts: _Drafts, taken: Number, made: Number, left: Number,
    after: float, most: float,
) -> tuple[Number, float]:  # fmt: skip
    """Let those left join where it costs least, among the drafts and the clusters around.

    Returns the number of drafts, those of clusters around included, and what all lose.
    """
    for place in range(left):
        if after > most:
            break
        group = drafts.pool[place]
        row, each, more = _best_draft(search.meetings, drafts, made, group)
        for number in range(search.near.shape[1]):
            other = state.of[search.near[group, number]]
            if _among(drafts.taken, taken, other) or _among(drafts.source, made, other):
                continue
            lost = lost_with(search.meetings, state.spots, other, group)
            size = state.size[other]
            growth = (size + search.meetings.records[group]) * lost - size * state.lost[other]
            if growth < more:
                row, each, more = -1 - other, lost, growth
        after += more
        if more == np.inf:
            break
        if row < 0:
            _draft(state, drafts, made, -1 - row)
            row = made
            made += 1
        _join(search, drafts.size, drafts.spots, drafts.lost, drafts.marks, row, group, each)
        drafts.own[place] = row
    return made, after


@inner
def _best_draft(
    meetings: Meetings, drafts: _Drafts, made: Number, group: Number
) -> tuple[Number, float, float]:
    """Return the draft that a group joins at least loss, what each record then loses, and all."""
    row, each, more = NOBODY, 0.0, np.inf
    for draft in range(made):
        lost = lost_with(meetings, drafts.spots, draft, group)
        size = drafts.size[draft]
        growth = (size + meetings.records[group]) * lost - size * drafts.lost[draft]
        if growth < more:
            row, each, more = draft, lost, growth
    return row, each, more


@inner
def _draft(state: _State, drafts: _Drafts, draft: Number, row: Number) -> None:
    """Make a draft of a cluster as it is."""
    drafts.source[draft] = row
    drafts.size[draft] = state.size[row]
    drafts.lost[draft] = state.lost[row]
    for key in range(state.spots.shape[1]):
        drafts.spots[draft, key] = state.spots[row, key]
    for word in range(state.marks.shape[1]):
        drafts.marks[draft, word] = state.marks[row, word]


@inner
def _keep(state: _State, drafts: _Drafts, taken: Number, size: Number, made: Number) -> None:
    """Put drafts in the place of the clusters taken apart."""
    for place in range(taken):
        row = drafts.taken[place]
        state.head[row] = -1
        state.size[row] = 0
        state.free[state.frees[0]] = row
        state.frees[0] += 1
    for draft in range(made):
        if drafts.source[draft] < 0:
            state.frees[0] -= 1
            drafts.source[draft] = state.free[state.frees[0]]
        row = drafts.source[draft]
        state.size[row] = drafts.size[draft]
        state.lost[row] = drafts.lost[draft]
        for key in range(state.spots.shape[1]):
            state.spots[row, key] = drafts.spots[draft, key]
        for word in range(state.marks.shape[1]):
            state.marks[row, word] = drafts.marks[draft, word]
    for place in range(size):
        group, row = drafts.pool[place], drafts.source[drafts.own[place]]
        state.of[group] = row
        state.after[group] = state.head[row]
        state.head[row] = group
