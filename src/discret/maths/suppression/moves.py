"""Cheaper blanks: groups move to other sets of columns as long as it pays. Compiled kernels."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.kernels import inner, kernel
from discret.maths.suppression.greedy import Space

EPSILON, SLIGHT = 1e-9, 1e-6  # prices are at most 1
LONGEST = 64  # moves that are tried together
EFFORT = 1.5e9  # steps, after which the search ends with what it has: a few seconds


class State(NamedTuple):
    """What moves look at: the space without what they do not need, and where the groups are.

    Parameters
    ----------
    ids, records, prices, uses, k, counts, allowed, own
        As in the space.
    at
        The set that each group takes.
    total, users
        Records of each class now, and the groups that lean on it.
    """

    ids: NDArray[np.int32]
    records: Ints
    prices: Floats
    uses: Ints
    k: Ints
    counts: Bools
    allowed: Bools
    own: Ints
    at: Ints
    total: Ints
    users: Ints


def improve(space: Space, at: Ints, lowest: Ints, rounds: int, cells: Ints, most: Ints) -> None:
    """Move groups to cheaper sets, in place, as long as it pays.

    A group that moves pulls along those that it needs for company, and another set is found for
    those that leaned on one of them. The work is counted, not timed: the same table gives the same
    blanks on every machine.

    Parameters
    ----------
    space
        Who is counted with whom.
    at
        The set that each group takes: all hold.
    lowest
        The cheapest set that each group could ever take.
    rounds
        Number of times that the groups are gone over, at most.
    cells, most
        Blanks of each column now, and at most; −1 where there is no limit.
    """
    total, users = _entered(space, at)
    lists = (*_members(space), np.array([EFFORT]))
    journal = np.empty((LONGEST, 3), dtype=np.int64)
    limits = space.hides, cells.copy(), most, np.empty_like(cells)
    looked_at = [getattr(space, name) for name in State._fields[:-3]]
    state = State._make([*looked_at, at, total, users])
    _improve(state, lowest, rounds, lists, limits, journal)


def _entered(space: Space, at: Ints) -> tuple[Ints, Ints]:
    """Count the records of each class, all groups included, and the groups that lean on it."""
    total, users = space.total.copy(), np.zeros_like(space.total)
    groups = np.arange(len(at))
    for view, ids in enumerate(space.ids):
        inside = space.counts[at, view] & (ids >= 0)
        np.add.at(total, ids[inside], space.records[inside])
    for views in space.uses[at].T:
        np.add.at(users, space.ids[views, groups], 1)
    return total, users


def _members(space: Space) -> tuple[Ints, Ints]:
    """List the groups of each class: one list for all views, and where each class begins."""
    views, groups = np.nonzero(space.ids >= 0)
    of = space.ids[views, groups]
    order = groups[np.argsort(of, kind="stable")]
    starts = np.concatenate([[0], np.cumsum(np.bincount(of, minlength=len(space.total)))])
    return order.astype(np.int64), starts.astype(np.int64)


@inner
def _move(state: Any, group: Any, to: Any) -> Any:
    old = state.at[group]
    for view in range(len(state.k)):
        number = state.ids[view, group]
        if number >= 0 and state.counts[old, view] != state.counts[to, view]:
            sign = 1 if state.counts[to, view] else -1
            state.total[number] += sign * state.records[group]
    for need in range(state.uses.shape[1]):
        state.users[state.ids[state.uses[old, need], group]] -= 1
        state.users[state.ids[state.uses[to, need], group]] += 1
    state.at[group] = to


@inner
def _breaks(state: Any, group: Any, to: Any) -> Any:
    """Whether somebody else no longer holds once the group takes another set."""
    old = state.at[group]
    for view in range(len(state.k)):
        number = state.ids[view, group]
        if number < 0 or not state.counts[old, view] or state.counts[to, view]:
            continue
        others = state.users[number]
        for need in range(state.uses.shape[1]):
            if state.uses[old, need] == view:
                others -= 1
        if others > 0 and state.total[number] - state.records[group] < state.k[view]:
            return True
    return False


@inner
def _fits(state: Any, group: Any, to: Any) -> Any:
    """Whether the group holds once it takes another set, the others staying where they are."""
    for need in range(state.uses.shape[1]):
        view = state.uses[to, need]
        number = state.ids[view, group]
        own = 0 if state.counts[state.at[group], view] else state.records[group]
        if state.total[number] + own < state.k[view]:
            return False
    return True


@kernel
def _improve(state: Any, lowest: Any, rounds: Any, lists: Any, limits: Any, journal: Any) -> Any:
    """Let groups take cheaper sets, with what it entails; undo what does not pay.

    What is called from deep within is compiled again at each depth, so this is kept flat.
    """
    for _ in range(rounds):
        saved = 0.0
        for group in range(len(state.at)):
            one = lowest[group]
            if lists[2][0] < 0:
                return
            while state.prices[one] < state.prices[state.at[group]] - EPSILON:
                if state.allowed[one, state.own[group]]:
                    moves, gain = _accompanied(state, group, one, journal, lists)
                    if gain > EPSILON:
                        moves, gain = _resettle(state, journal, moves, gain, lists)
                    if gain > EPSILON and _holds(state, journal, moves, limits):
                        saved += gain
                    else:
                        _undo(state, journal, moves)
                one += 1
        if saved < EPSILON:
            break


@inner
def _accompanied(state: Any, group: Any, to: Any, journal: Any, lists: Any) -> Any:
    """Let a group take a set with those that it needs for company; no gain is left without."""
    lists[2][0] -= 2 * len(state.k)
    moves, gain = _note(state, group, to, journal, np.int64(0))
    for need in range(state.uses.shape[1]):
        view = state.uses[to, need]
        number = state.ids[view, group]
        while state.total[number] < state.k[view]:
            helper = _helper(state, lists, number, view, to, gain)
            if helper < 0 or moves >= len(journal):
                return moves, 0.0
            moves, more = _note(state, helper, to, journal, moves)
            gain += more
    return moves, gain


@inner
def _resettle(state: Any, journal: Any, moves: Any, gain: Any, lists: Any) -> Any:
    """Find another set for those that leaned on who moved; no gain is left if there is none."""
    order, starts, effort = lists
    for step in range(moves):
        mover, old = journal[step, 0], journal[step, 1]
        for view in range(len(state.k)):
            number = state.ids[view, mover]
            if number < 0 or state.users[number] == 0 or state.total[number] >= state.k[view]:
                continue
            if not state.counts[old, view]:
                return moves, 0.0
            effort[0] -= starts[number + 1] - starts[number]
            for place in range(starts[number], starts[number + 1]):
                other = order[place]
                leans = False
                for need in range(state.uses.shape[1]):
                    leans = leans or state.uses[state.at[other], need] == view
                if not leans:
                    continue
                effort[0] -= 2 * len(state.k)
                refuge = _refuge(state, other, gain)
                if refuge < 0 or moves >= len(journal):
                    return moves, 0.0
                moves, more = _note(state, other, refuge, journal, moves)
                gain += more
    return moves, gain


@inner
def _note(state: Any, group: Any, to: Any, journal: Any, moves: Any) -> Any:
    journal[moves, 0] = group
    journal[moves, 1] = state.at[group]
    journal[moves, 2] = to
    gain = state.records[group] * (state.prices[state.at[group]] - state.prices[to])
    _move(state, group, to)
    return moves + 1, gain


@inner
def _undo(state: Any, journal: Any, moves: Any) -> Any:
    for step in range(moves - 1, -1, -1):
        _move(state, journal[step, 0], journal[step, 1])


@inner
def _helper(state: Any, lists: Any, number: Any, view: Any, to: Any, gain: Any) -> Any:
    """Return the group of a class that can join it for least; −1 where it would not pay."""
    order, starts, effort = lists
    best, least = -1, np.inf
    effort[0] -= starts[number + 1] - starts[number]
    for place in range(starts[number], starts[number + 1]):
        other = order[place]
        if state.counts[state.at[other], view] or not state.allowed[to, state.own[other]]:
            continue
        cost = state.records[other] * (state.prices[to] - state.prices[state.at[other]])
        if cost >= gain - EPSILON:
            continue
        effort[0] -= len(state.k)
        if _breaks(state, other, to):
            cost += SLIGHT  # a group that nobody leans on comes first
        cost -= EPSILON * state.records[other]  # then the larger one
        if cost < least:
            best, least = other, cost
    return best


@inner
def _refuge(state: Any, group: Any, gain: Any) -> Any:
    """Return the cheapest set with which a group holds and breaks nobody; −1 if too dear."""
    for to in range(len(state.prices)):
        cost = state.records[group] * (state.prices[to] - state.prices[state.at[group]])
        if cost >= gain - EPSILON:
            return -1
        if to == state.at[group] or not state.allowed[to, state.own[group]]:
            continue
        if _fits(state, group, to) and not _breaks(state, group, to):
            return to
    return -1


@inner
def _holds(state: Any, journal: Any, moves: Any, limits: Any) -> Any:
    """Whether every class that a move has touched holds, or is used by nobody.

    And whether the moves leave no column with too many blanks; if so, these are counted.
    """
    for step in range(moves):
        for view in range(len(state.k)):
            number = state.ids[view, journal[step, 0]]
            if number >= 0 and state.users[number] > 0 and state.total[number] < state.k[view]:
                return False
    hides, cells, most, after = limits
    for column in range(len(most)):
        after[column] = cells[column]
        for step in range(moves):
            group, old, to = journal[step, 0], journal[step, 1], journal[step, 2]
            more = hides[to, column] - hides[old, column]
            after[column] += state.records[group] * more
        if most[column] >= 0 and after[column] > most[column] and after[column] > cells[column]:
            return False
    for column in range(len(most)):
        cells[column] = after[column]
    return True
