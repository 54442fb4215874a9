"""Cheaper blanks: groups move to other sets of columns as long as it pays. Compiled kernels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.kernels import NOBODY, NONE, Number, inner, kernel
from discret.maths.suppression.classes import Space

EPSILON, SLIGHT = 1e-9, 1e-6  # prices are at most 1
LEANS = 2  # in what sets show: from here on, somebody leans
LONGEST = 64  # moves that are tried together
EFFORT = 1.5e9  # steps, after which the search ends with what it has: a few seconds


class State(NamedTuple):
    """What moves look at: the space without what they do not need, and where the groups are.

    Parameters
    ----------
    ids, records, prices, uses, k, allowed, own
        As in the space.
    shows
        Sets × views: 0 where a group that blanks the set does not count for others in the view, 1
        where it does, and 1 more for each need that it leans on the view for.
    at
        The set that each group takes.
    total, users
        Records of each class now, and how many times groups lean on it, once for each need. The
        last class is nobody's: what the groups have that lack a value, who never lean on it.
    """

    ids: NDArray[np.int32]
    records: Ints
    prices: Floats
    uses: Ints
    k: Ints
    allowed: Bools
    own: Ints
    shows: NDArray[np.int32]
    at: Ints
    total: Ints
    users: Ints

    @classmethod
    def of(cls, space: Space, at: Ints) -> State:
        """Count the records of each class, all groups included, and the groups that lean on it."""
        total = np.append(space.total, 0)
        users, groups = np.zeros_like(total), np.arange(len(at))
        shows = space.counts.astype(np.int32)
        for view, ids in enumerate(space.ids):
            inside = space.counts[at, view] & (ids >= 0)
            np.add.at(total, ids[inside], space.records[inside])
        for views in space.uses.T:
            np.add.at(users, space.ids[views[at], groups], 1)
            np.add.at(shows, (np.arange(len(views)), views), 1)
        looked_at = [getattr(space, name) for name in cls._fields[:-4]]
        return cls._make([*looked_at, shows, at, total, users])


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
    """Moves in the order in which they were made: who, and from which set.

    Parameters
    ----------
    group, left
        The group of each move, and the set that it left.
    """

    group: Ints
    left: Ints


class Limits(NamedTuple):
    """How many blanks each column has and may have.

    Parameters
    ----------
    hides
        Sets × columns: 1 where the column is in the set.
    cells, most
        Blanks of each column now, and at most; −1 where there is no limit.
    before
        Those that it had before the moves that are being tried.
    """

    hides: Ints
    cells: Ints
    most: Ints
    before: Ints


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
    if not (space.prices[lowest] < space.prices[at] - EPSILON).any():
        return
    journal = Journal(*np.empty((2, LONGEST), dtype=np.int64))
    limits = Limits(space.hides, cells.copy(), most, cells.copy())
    _improve(State.of(space, at), lowest, rounds, Members.of(space), limits, journal)


# --- a move, and what it does ----------------------------------------------------------------


@inner
def _move(
    state: State, group: Number, to: Number, limits: Limits, journal: Journal, step: Number
) -> float:
    """Let a group take another set, and write it down; return what it saves, below 0 if it costs.

    Its records count elsewhere, and so do its leaning and its blanks.
    """
    left, records = state.at[group], state.records[group]
    for view in range(len(state.k)):
        now, then = state.shows[to, view], state.shows[left, view]
        if now != then:
            number = state.ids[view, group]
            more = (now > 0) - (then > 0)
            state.total[number] += more * records
            state.users[number] += now - then - more
    for column in range(len(limits.cells)):
        limits.cells[column] += records * (limits.hides[to, column] - limits.hides[left, column])
    state.at[group] = to
    journal.group[step], journal.left[step] = group, left
    return records * (state.prices[left] - state.prices[to])  # type: ignore[no-any-return]


@inner
def _breaks(state: State, group: Number, to: Number) -> bool:
    """Whether somebody else no longer holds once the group takes another set."""
    left, records = state.at[group], state.records[group]
    for view in range(len(state.k)):
        shown = state.shows[left, view]
        if shown > 0 and state.shows[to, view] == 0:
            number = state.ids[view, group]
            if state.users[number] >= shown and state.total[number] - records < state.k[view]:
                return True
    return False


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
                    moves, saved = _accompanied(state, group, to, journal, members, limits)
                    if saved > EPSILON:
                        moves, saved = _resettle(state, journal, moves, saved, members, limits)
                    if saved > EPSILON and _holds(state, journal, moves, limits):
                        gained += saved
                    else:
                        for step in range(moves - 1, -1, -1):
                            mover, back = journal.group[step], journal.left[step]
                            _move(state, mover, back, limits, journal, step)
                to += 1
        if gained < EPSILON:
            break


@inner
def _accompanied(
    state: State, group: Number, to: Number, journal: Journal, members: Members, limits: Limits
) -> tuple[Number, float]:
    """Let a group take a set with those that it needs for company; nothing is saved without."""
    members.effort[0] -= 2 * len(state.k)
    saved, moves = _move(state, group, to, limits, journal, NONE), np.int64(1)
    for need in range(state.uses.shape[1]):
        view = state.uses[to, need]
        number = state.ids[view, group]
        while state.total[number] < state.k[view]:
            helper = _helper(state, members, number, view, to, saved)
            if helper < 0 or moves >= len(journal.group):
                return moves, 0.0
            saved += _move(state, helper, to, limits, journal, moves)
            moves += 1
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
        if state.shows[state.at[other], view] > 0 or not state.allowed[to, state.own[other]]:
            continue
        cost = state.records[other] * (state.prices[to] - state.prices[state.at[other]])
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
    state: State, journal: Journal, moves: Number, saved: float, members: Members, limits: Limits
) -> tuple[Number, float]:
    """Find another set for those that leaned on who moved; nothing is saved if there is none."""
    for step in range(moves):
        mover, left = journal.group[step], journal.left[step]
        for view in range(len(state.k)):
            number = state.ids[view, mover]
            if state.users[number] == 0 or state.total[number] >= state.k[view]:
                continue
            if state.shows[left, view] == 0:
                return moves, 0.0
            begin, end = members.starts[number], members.starts[number + 1]
            members.effort[0] -= end - begin
            for place in range(begin, end):
                other = members.groups[place]
                if state.shows[state.at[other], view] < LEANS:
                    continue
                members.effort[0] -= 2 * len(state.k)
                refuge = _refuge(state, other, saved)
                if refuge < 0 or moves >= len(journal.group):
                    return moves, 0.0
                saved += _move(state, other, refuge, limits, journal, moves)
                moves += 1
    return moves, saved


@inner
def _refuge(state: State, group: Number, saved: float) -> Number:
    """Return the cheapest set with which a group holds and breaks nobody; nowhere if too dear."""
    at, records = state.at[group], state.records[group]
    for to in range(len(state.prices)):
        if records * (state.prices[to] - state.prices[at]) >= saved - EPSILON:
            return NOBODY
        if to == at or not state.allowed[to, state.own[group]]:
            continue
        short = False
        for need in range(state.uses.shape[1]):
            view = state.uses[to, need]
            own = 0 if state.shows[at, view] > 0 else records
            short = short or state.total[state.ids[view, group]] + own < state.k[view]
        if not short and not _breaks(state, group, to):
            return np.int64(to)
    return NOBODY


@inner
def _holds(state: State, journal: Journal, moves: Number, limits: Limits) -> bool:
    """Whether every class that a move has touched holds, or is used by nobody.

    And whether the moves leave no column with too many blanks.
    """
    for step in range(moves):
        for view in range(len(state.k)):
            number = state.ids[view, journal.group[step]]
            if state.users[number] > 0 and state.total[number] < state.k[view]:
                return False
    _, cells, most, before = limits
    for column in range(len(most)):
        if most[column] >= 0 and cells[column] > most[column] and cells[column] > before[column]:
            return False
    for column in range(len(most)):
        before[column] = cells[column]
    return True
