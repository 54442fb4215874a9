"""Cheaper blanks: groups move to other sets of columns as long as it pays. Compiled kernels."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from discret.maths.suppression_search import Ints, Space, enter

EPSILON, SLIGHT = 1e-9, 1e-6  # prices are at most 1
EFFORT = 1.5e9  # steps, after which the search ends with what it has: a few seconds


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
    total, users = space.total.copy(), np.zeros(len(space.total), dtype=np.int64)
    _enter_all(space, at, total, users)
    lists = (*_members(space), np.array([EFFORT]))
    _improve((space, at, total, users), lowest, rounds, lists, (cells.copy(), most))


def _members(space: Space) -> tuple[Ints, Ints]:
    """List the groups of each class: one list for all views, and where each class begins."""
    views, groups = np.nonzero(space.ids >= 0)
    of = space.ids[views, groups]
    order = groups[np.argsort(of, kind="stable")]
    starts = np.concatenate([[0], np.cumsum(np.bincount(of, minlength=len(space.total)))])
    return order.astype(np.int64), starts.astype(np.int64)


@numba.njit(cache=True)
def _enter_all(space: Any, at: Any, total: Any, users: Any) -> Any:
    for group in range(len(at)):
        enter(space, total, at[group], group, 1)
        for view in space.uses[at[group]]:
            users[space.ids[view, group]] += 1


@numba.njit(cache=True)
def _move(space: Any, at: Any, total: Any, users: Any, group: Any, to: Any) -> Any:
    enter(space, total, at[group], group, -1)
    enter(space, total, to, group, 1)
    for view in space.uses[at[group]]:
        users[space.ids[view, group]] -= 1
    for view in space.uses[to]:
        users[space.ids[view, group]] += 1
    at[group] = to


@numba.njit(cache=True)
def _breaks(space: Any, at: Any, total: Any, users: Any, group: Any, to: Any) -> Any:
    """Whether somebody else no longer holds once the group takes another set."""
    old = at[group]
    for view in range(len(space.k)):
        number = space.ids[view, group]
        if number < 0 or not space.counts[old, view] or space.counts[to, view]:
            continue
        others = users[number]
        for used in space.uses[old]:
            others -= used == view
        if others > 0 and total[number] - space.records[group] < space.k[view]:
            return True
    return False


@numba.njit(cache=True)
def _fits(space: Any, at: Any, total: Any, group: Any, to: Any) -> Any:
    """Whether the group holds once it takes another set, the others staying where they are."""
    for view in space.uses[to]:
        number = space.ids[view, group]
        own = 0 if space.counts[at[group], view] else space.records[group]
        if total[number] + own < space.k[view]:
            return False
    return True


@numba.njit(cache=True)
def _improve(state: Any, lowest: Any, rounds: Any, lists: Any, limits: Any) -> Any:
    space, at, _, _ = state
    journal = np.empty((64, 3), dtype=np.int64)
    for _ in range(rounds):
        saved = 0.0
        for group in range(len(at)):
            one = lowest[group]
            if lists[2][0] < 0:
                return
            while space.prices[one] < space.prices[at[group]] - EPSILON:
                if space.allowed[one, space.own[group]]:
                    saved += _attempt(state, group, one, journal, lists, limits)
                one += 1
        if saved < EPSILON:
            break


@numba.njit(cache=True)
def _attempt(state: Any, group: Any, to: Any, journal: Any, lists: Any, limits: Any) -> Any:
    """Let a group take a cheaper set, with what it entails; undo it unless it pays."""
    space, _, total, _ = state
    order, starts, effort = lists
    effort[0] -= 2 * len(space.k)
    moves, gain = _note(state, group, to, journal, 0)
    for view in space.uses[to]:
        number = space.ids[view, group]
        while total[number] < space.k[view]:
            members = order[starts[number] : starts[number + 1]]
            helper = _helper(state, members, view, to, gain, effort)
            if helper < 0 or moves >= len(journal):
                return _undo(state, journal, moves)
            moves, more = _note(state, helper, to, journal, moves)
            gain += more
    moves, gain = _resettle(state, journal, moves, gain, lists)
    good = gain > EPSILON and _all_hold(state, journal, moves)
    if not good or not _within(space, journal, moves, limits):
        return _undo(state, journal, moves)
    return gain


@numba.njit(cache=True)
def _resettle(state: Any, journal: Any, moves: Any, gain: Any, lists: Any) -> Any:
    """Find another set for those that leaned on who moved; no gain is left if there is none."""
    space, at, total, users = state
    order, starts, effort = lists
    for step in range(moves):
        mover, old = journal[step, 0], journal[step, 1]
        for view in range(len(space.k)):
            number = space.ids[view, mover]
            if number < 0 or users[number] == 0 or total[number] >= space.k[view]:
                continue
            if not space.counts[old, view]:
                return moves, 0.0
            effort[0] -= starts[number + 1] - starts[number]
            for other in order[starts[number] : starts[number + 1]]:
                if not _is_in(space.uses[at[other]], view):
                    continue
                effort[0] -= 2 * len(space.k)
                refuge = _refuge(state, other, gain)
                if refuge < 0 or moves >= len(journal):
                    return moves, 0.0
                moves, more = _note(state, other, refuge, journal, moves)
                gain += more
    return moves, gain


@numba.njit(cache=True)
def _within(space: Any, journal: Any, moves: Any, limits: Any) -> Any:
    """Whether the moves leave no column with too many blanks; if so, count them."""
    cells, most = limits
    after = cells.copy()
    for step in range(moves):
        group, old, to = journal[step]
        after += space.records[group] * (space.hides[to] - space.hides[old])
    for column in range(len(most)):
        if most[column] >= 0 and after[column] > most[column] and after[column] > cells[column]:
            return False
    cells[:] = after
    return True


@numba.njit(cache=True)
def _note(state: Any, group: Any, to: Any, journal: Any, moves: Any) -> Any:
    space, at, total, users = state
    journal[moves, 0], journal[moves, 1], journal[moves, 2] = group, at[group], to
    gain = space.records[group] * (space.prices[at[group]] - space.prices[to])
    _move(space, at, total, users, group, to)
    return moves + 1, gain


@numba.njit(cache=True)
def _undo(state: Any, journal: Any, moves: Any) -> Any:
    space, at, total, users = state
    for step in range(moves - 1, -1, -1):
        _move(space, at, total, users, journal[step, 0], journal[step, 1])
    return 0.0


@numba.njit(cache=True)
def _helper(state: Any, members: Any, view: Any, to: Any, gain: Any, effort: Any) -> Any:
    """Return the group of a class that can join it for least; −1 where it would not pay."""
    space, at, total, users = state
    best, least = -1, np.inf
    effort[0] -= len(members)
    for other in members:
        if space.counts[at[other], view] or not space.allowed[to, space.own[other]]:
            continue
        cost = space.records[other] * (space.prices[to] - space.prices[at[other]])
        if cost >= gain - EPSILON:
            continue
        effort[0] -= len(space.k)
        if _breaks(space, at, total, users, other, to):
            cost += SLIGHT  # a group that nobody leans on comes first
        cost -= EPSILON * space.records[other]  # then the larger one
        if cost < least:
            best, least = other, cost
    return best


@numba.njit(cache=True)
def _refuge(state: Any, group: Any, gain: Any) -> Any:
    """Return the cheapest set with which a group holds and breaks nobody; −1 if too dear."""
    space, at, total, users = state
    for to in range(len(space.prices)):
        cost = space.records[group] * (space.prices[to] - space.prices[at[group]])
        if cost >= gain - EPSILON:
            return -1
        if to == at[group] or not space.allowed[to, space.own[group]]:
            continue
        if _fits(space, at, total, group, to) and not _breaks(space, at, total, users, group, to):
            return to
    return -1


@numba.njit(cache=True)
def _is_in(views: Any, wanted: Any) -> Any:
    return np.any(views == wanted)


@numba.njit(cache=True)
def _all_hold(state: Any, journal: Any, moves: Any) -> Any:
    """Whether every class that a move has touched holds, or is used by nobody."""
    space, _, total, users = state
    for step in range(moves):
        for view in range(len(space.k)):
            number = space.ids[view, journal[step, 0]]
            if number >= 0 and users[number] > 0 and total[number] < space.k[view]:
                return False
    return True
