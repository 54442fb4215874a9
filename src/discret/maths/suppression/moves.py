"""Cheaper blanks: groups move to other sets of columns as long as it pays. Compiled kernels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.kernels import Number, inner, kernel
from discret.maths.suppression.classes import Space

EPSILON, SLIGHT = 1e-9, 1e-6  # prices are at most 1
LONGEST = 64  # moves that are tried together
EFFORT = 1.5e9  # steps, after which the search ends with what it has: a few seconds
NOBODY, NOWHERE = np.int64(-1), np.int64(-1)  # as literals, each would be compiled for itself


class State(NamedTuple):
    """What moves look at: the space without what they do not need, and where the groups are.

    Parameters
    ----------
    ids, records, prices, uses, k, counts, allowed, own
        As in the space.
    at
        The set that each group takes.
    total, users
        Records of each class now, and how many times groups lean on it, once for each need.
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

    @classmethod
    def of(cls, space: Space, at: Ints) -> State:
        """Count the records of each class, all groups included, and the groups that lean on it."""
        total, users = space.total.copy(), np.zeros_like(space.total)
        groups = np.arange(len(at))
        for view, ids in enumerate(space.ids):
            inside = space.counts[at, view] & (ids >= 0)
            np.add.at(total, ids[inside], space.records[inside])
        for views in space.uses[at].T:
            np.add.at(users, space.ids[views, groups], 1)
        looked_at = [getattr(space, name) for name in cls._fields[:-3]]
        return cls._make([*looked_at, at, total, users])


class Members(NamedTuple):
    """The groups of each class, one list for all views, and the work left to look through them.

    Parameters
    ----------
    groups
        The groups, class by class.
    starts
        Where those of each class begin, and where the last ones end.
    effort
        Steps that are left: one number.
    """

    groups: Ints
    starts: Ints
    effort: Floats

    @classmethod
    def of(cls, space: Space) -> Members:
        """List the groups that have all the values that a class shows."""
        views, groups = np.nonzero(space.ids >= 0)
        number = space.ids[views, groups]
        order = groups[np.argsort(number, kind="stable")]
        starts = np.concatenate([[0], np.cumsum(np.bincount(number, minlength=len(space.total)))])
        return cls(order.astype(np.int64), starts.astype(np.int64), np.array([EFFORT]))


class Journal(NamedTuple):
    """Moves in the order in which they were made: who, from which set, to which.

    Parameters
    ----------
    group, left, taken
        The group of each move, the set that it left and the one that it took.
    """

    group: Ints
    left: Ints
    taken: Ints


class Limits(NamedTuple):
    """How many blanks each column has and may have.

    Parameters
    ----------
    hides
        Sets × columns: 1 where the column is in the set.
    cells, most
        Blanks of each column now, and at most; −1 where there is no limit.
    after
        Room for those that it would have.
    """

    hides: Ints
    cells: Ints
    most: Ints
    after: Ints


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
    journal = Journal(*np.empty((3, LONGEST), dtype=np.int64))
    limits = Limits(space.hides, cells.copy(), most, np.empty_like(cells))
    _improve(State.of(space, at), lowest, rounds, Members.of(space), limits, journal)


# --- a move, and what it does ----------------------------------------------------------------


@inner
def _move(state: State, group: Number, to: Number) -> None:
    """Let a group take another set: its records count elsewhere, and so does its leaning."""
    left = state.at[group]
    for view in range(len(state.k)):
        number = state.ids[view, group]
        if number >= 0 and state.counts[left, view] != state.counts[to, view]:
            sign = 1 if state.counts[to, view] else -1
            state.total[number] += sign * state.records[group]
    for need in range(state.uses.shape[1]):
        state.users[state.ids[state.uses[left, need], group]] -= 1
        state.users[state.ids[state.uses[to, need], group]] += 1
    state.at[group] = to


@inner
def _note(
    state: State, group: Number, to: Number, journal: Journal, moves: Number
) -> tuple[Number, float]:
    """Make a move and write it down; return how many there are, and what this one saves."""
    journal.group[moves] = group
    journal.left[moves] = state.at[group]
    journal.taken[moves] = to
    saved = _saves(state, group, to)
    _move(state, group, to)
    return moves + 1, saved


@inner
def _undo(state: State, journal: Journal, moves: Number) -> None:
    """Take moves back, the last one first."""
    for step in range(moves - 1, -1, -1):
        _move(state, journal.group[step], journal.left[step])


@inner
def _saves(state: State, group: Number, to: Number) -> float:
    """Return what a group saves if it takes another set; below 0 if that costs."""
    return state.records[group] * (state.prices[state.at[group]] - state.prices[to])  # type: ignore[no-any-return]


@inner
def _breaks(state: State, group: Number, to: Number) -> bool:
    """Whether somebody else no longer holds once the group takes another set."""
    left = state.at[group]
    for view in range(len(state.k)):
        number = state.ids[view, group]
        if number < 0 or not state.counts[left, view] or state.counts[to, view]:
            continue
        others = state.users[number]
        for need in range(state.uses.shape[1]):
            if state.uses[left, need] == view:
                others -= 1
        if others > 0 and state.total[number] - state.records[group] < state.k[view]:
            return True
    return False


@inner
def _fits(state: State, group: Number, to: Number) -> bool:
    """Whether the group holds once it takes another set, the others staying where they are."""
    for need in range(state.uses.shape[1]):
        view = state.uses[to, need]
        number = state.ids[view, group]
        own = 0 if state.counts[state.at[group], view] else state.records[group]
        if state.total[number] + own < state.k[view]:
            return False
    return True


# --- moves that are made together ------------------------------------------------------------


@kernel
def _improve(
    state: State, lowest: Ints, rounds: Number, members: Members, limits: Limits, journal: Journal
) -> None:
    """Let groups take cheaper sets, with what it entails; undo what does not pay.

    What is called from deep within is compiled again at each depth, so this is kept flat.
    """
    for _ in range(rounds):
        gained = 0.0
        for group in range(len(state.at)):
            to = lowest[group]
            if members.effort[0] < 0:
                return
            while state.prices[to] < state.prices[state.at[group]] - EPSILON:
                if state.allowed[to, state.own[group]]:
                    moves, saved = _accompanied(state, group, to, journal, members)
                    if saved > EPSILON:
                        moves, saved = _resettle(state, journal, moves, saved, members)
                    if saved > EPSILON and _holds(state, journal, moves, limits):
                        gained += saved
                    else:
                        _undo(state, journal, moves)
                to += 1
        if gained < EPSILON:
            break


@inner
def _accompanied(
    state: State, group: Number, to: Number, journal: Journal, members: Members
) -> tuple[Number, float]:
    """Let a group take a set with those that it needs for company; nothing is saved without."""
    members.effort[0] -= 2 * len(state.k)
    moves, saved = _note(state, group, to, journal, np.int64(0))
    for need in range(state.uses.shape[1]):
        view = state.uses[to, need]
        number = state.ids[view, group]
        while state.total[number] < state.k[view]:
            helper = _helper(state, members, number, view, to, saved)
            if helper < 0 or moves >= len(journal.group):
                return moves, 0.0
            moves, more = _note(state, helper, to, journal, moves)
            saved += more
    return moves, saved


@inner
def _helper(
    state: State, members: Members, number: Number, view: Number, to: Number, saved: float
) -> Number:
    """Return the group of a class that can join it for least, nobody where it would not pay."""
    best, least = NOBODY, np.inf
    begin, end = members.starts[number], members.starts[number + 1]
    members.effort[0] -= end - begin
    for place in range(begin, end):
        other = members.groups[place]
        if state.counts[state.at[other], view] or not state.allowed[to, state.own[other]]:
            continue
        cost = -_saves(state, other, to)
        if cost >= saved - EPSILON:
            continue
        members.effort[0] -= len(state.k)
        if _breaks(state, other, to):
            cost += SLIGHT  # a group that nobody leans on comes first
        cost -= EPSILON * state.records[other]  # then the larger one
        if cost < least:
            best, least = other, cost
    return best


@inner
def _resettle(
    state: State, journal: Journal, moves: Number, saved: float, members: Members
) -> tuple[Number, float]:
    """Find another set for those that leaned on who moved; nothing is saved if there is none."""
    for step in range(moves):
        mover, left = journal.group[step], journal.left[step]
        for view in range(len(state.k)):
            number = state.ids[view, mover]
            if number < 0 or state.users[number] == 0 or state.total[number] >= state.k[view]:
                continue
            if not state.counts[left, view]:
                return moves, 0.0
            begin, end = members.starts[number], members.starts[number + 1]
            members.effort[0] -= end - begin
            for place in range(begin, end):
                other = members.groups[place]
                leans = False
                for need in range(state.uses.shape[1]):
                    leans = leans or state.uses[state.at[other], need] == view
                if not leans:
                    continue
                members.effort[0] -= 2 * len(state.k)
                refuge = _refuge(state, other, saved)
                if refuge < 0 or moves >= len(journal.group):
                    return moves, 0.0
                moves, more = _note(state, other, refuge, journal, moves)
                saved += more
    return moves, saved


@inner
def _refuge(state: State, group: Number, saved: float) -> Number:
    """Return the cheapest set with which a group holds and breaks nobody; nowhere if too dear."""
    for to in range(len(state.prices)):
        if -_saves(state, group, to) >= saved - EPSILON:
            return NOWHERE
        if to == state.at[group] or not state.allowed[to, state.own[group]]:
            continue
        if _fits(state, group, to) and not _breaks(state, group, to):
            return np.int64(to)
    return NOWHERE


@inner
def _holds(state: State, journal: Journal, moves: Number, limits: Limits) -> bool:
    """Whether every class that a move has touched holds, or is used by nobody.

    And whether the moves leave no column with too many blanks; if so, these are counted.
    """
    for step in range(moves):
        for view in range(len(state.k)):
            number = state.ids[view, journal.group[step]]
            if number >= 0 and state.users[number] > 0 and state.total[number] < state.k[view]:
                return False
    hides, cells, most, after = limits
    for column in range(len(most)):
        after[column] = cells[column]
        for step in range(moves):
            more = hides[journal.taken[step], column] - hides[journal.left[step], column]
            after[column] += state.records[journal.group[step]] * more
        if most[column] >= 0 and after[column] > most[column] and after[column] > cells[column]:
            return False
    for column in range(len(most)):
        cells[column] = after[column]
    return True
