"""Cheaper blanks: groups move to other sets of columns as long as it pays. Compiled kernels."""

from __future__ import annotations

from typing import Any

import numpy as np

from discret.maths.kernels import inner, kernel
from discret.maths.suppression_search import Ints, Space

EPSILON, SLIGHT = 1e-9, 1e-6  # prices are at most 1
LONGEST = 64  # moves that are tried together
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
    total, users = _entered(space, at)
    lists = (*_members(space), np.array([EFFORT]))
    journal = np.empty((LONGEST, 3), dtype=np.int64)
    limits = cells.copy(), most, np.empty_like(cells)
    _improve((space, at, total, users), lowest, rounds, lists, limits, journal)


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
    space, at, total, users = state
    old = at[group]
    for view in range(len(space.k)):
        number = space.ids[view, group]
        if number >= 0 and space.counts[old, view] != space.counts[to, view]:
            sign = 1 if space.counts[to, view] else -1
            total[number] += sign * space.records[group]
    for need in range(space.uses.shape[1]):
        users[space.ids[space.uses[old, need], group]] -= 1
        users[space.ids[space.uses[to, need], group]] += 1
    at[group] = to


@inner
def _breaks(state: Any, group: Any, to: Any) -> Any:
    """Whether somebody else no longer holds once the group takes another set."""
    space, at, total, users = state
    old = at[group]
    for view in range(len(space.k)):
        number = space.ids[view, group]
        if number < 0 or not space.counts[old, view] or space.counts[to, view]:
            continue
        others = users[number]
        for need in range(space.uses.shape[1]):
            if space.uses[old, need] == view:
                others -= 1
        if others > 0 and total[number] - space.records[group] < space.k[view]:
            return True
    return False


@inner
def _fits(state: Any, group: Any, to: Any) -> Any:
    """Whether the group holds once it takes another set, the others staying where they are."""
    space, at, total, _ = state
    for need in range(space.uses.shape[1]):
        view = space.uses[to, need]
        number = space.ids[view, group]
        own = 0 if space.counts[at[group], view] else space.records[group]
        if total[number] + own < space.k[view]:
            return False
    return True


@kernel
def _improve(state: Any, lowest: Any, rounds: Any, lists: Any, limits: Any, journal: Any) -> Any:
    space, at, _, _ = state
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


@inner
def _attempt(state: Any, group: Any, to: Any, journal: Any, lists: Any, limits: Any) -> Any:
    """Let a group take a cheaper set, with what it entails; undo it unless it pays."""
    space, _, total, _ = state
    lists[2][0] -= 2 * len(space.k)
    moves, gain = _note(state, group, to, journal, np.int64(0))
    for need in range(space.uses.shape[1]):
        view = space.uses[to, need]
        number = space.ids[view, group]
        while total[number] < space.k[view]:
            helper = _helper(state, lists, number, view, to, gain)
            if helper < 0 or moves >= len(journal):
                return _undo(state, journal, moves)
            moves, more = _note(state, helper, to, journal, moves)
            gain += more
    moves, gain = _resettle(state, journal, moves, gain, lists)
    good = gain > EPSILON and _all_hold(state, journal, moves)
    if not good or not _within(space, journal, moves, limits):
        return _undo(state, journal, moves)
    return gain


@inner
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
            for place in range(starts[number], starts[number + 1]):
                other = order[place]
                leans = False
                for need in range(space.uses.shape[1]):
                    leans = leans or space.uses[at[other], need] == view
                if not leans:
                    continue
                effort[0] -= 2 * len(space.k)
                refuge = _refuge(state, other, gain)
                if refuge < 0 or moves >= len(journal):
                    return moves, 0.0
                moves, more = _note(state, other, refuge, journal, moves)
                gain += more
    return moves, gain


@inner
def _within(space: Any, journal: Any, moves: Any, limits: Any) -> Any:
    """Whether the moves leave no column with too many blanks; if so, count them."""
    cells, most, after = limits
    for column in range(len(most)):
        after[column] = cells[column]
        for step in range(moves):
            group, old, to = journal[step, 0], journal[step, 1], journal[step, 2]
            more = space.hides[to, column] - space.hides[old, column]
            after[column] += space.records[group] * more
        if most[column] >= 0 and after[column] > most[column] and after[column] > cells[column]:
            return False
    for column in range(len(most)):
        cells[column] = after[column]
    return True


@inner
def _note(state: Any, group: Any, to: Any, journal: Any, moves: Any) -> Any:
    space, at, _, _ = state
    journal[moves, 0] = group
    journal[moves, 1] = at[group]
    journal[moves, 2] = to
    gain = space.records[group] * (space.prices[at[group]] - space.prices[to])
    _move(state, group, to)
    return moves + 1, gain


@inner
def _undo(state: Any, journal: Any, moves: Any) -> Any:
    for step in range(moves - 1, -1, -1):
        _move(state, journal[step, 0], journal[step, 1])
    return 0.0


@inner
def _helper(state: Any, lists: Any, number: Any, view: Any, to: Any, gain: Any) -> Any:
    """Return the group of a class that can join it for least; −1 where it would not pay."""
    space, at, _, _ = state
    order, starts, effort = lists
    best, least = -1, np.inf
    effort[0] -= starts[number + 1] - starts[number]
    for place in range(starts[number], starts[number + 1]):
        other = order[place]
        if space.counts[at[other], view] or not space.allowed[to, space.own[other]]:
            continue
        cost = space.records[other] * (space.prices[to] - space.prices[at[other]])
        if cost >= gain - EPSILON:
            continue
        effort[0] -= len(space.k)
        if _breaks(state, other, to):
            cost += SLIGHT  # a group that nobody leans on comes first
        cost -= EPSILON * space.records[other]  # then the larger one
        if cost < least:
            best, least = other, cost
    return best


@inner
def _refuge(state: Any, group: Any, gain: Any) -> Any:
    """Return the cheapest set with which a group holds and breaks nobody; −1 if too dear."""
    space, at, _, _ = state
    for to in range(len(space.prices)):
        cost = space.records[group] * (space.prices[to] - space.prices[at[group]])
        if cost >= gain - EPSILON:
            return -1
        if to == at[group] or not space.allowed[to, space.own[group]]:
            continue
        if _fits(state, group, to) and not _breaks(state, group, to):
            return to
    return -1


@inner
def _all_hold(state: Any, journal: Any, moves: Any) -> Any:
    """Whether every class that a move has touched holds, or is used by nobody."""
    space, _, total, users = state
    for step in range(moves):
        for view in range(len(space.k)):
            number = space.ids[view, journal[step, 0]]
            if number >= 0 and users[number] > 0 and total[number] < space.k[view]:
                return False
    return True
