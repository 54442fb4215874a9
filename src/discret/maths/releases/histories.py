"""Who was in which group of which release: people with the same history are of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.matching import group_ids

ABSENT = -1


@dataclass(frozen=True)
class Histories:
    """People by the groups that they were in, release after release.

    Parameters
    ----------
    path
        Kinds × releases: the group, −1 where they are absent.
    number
        How many people each kind has.
    people
        Whether they are people; otherwise records of nobody known, each of one release.
    of
        The kind of each person.
    nobody
        For each release, the kind of each record of nobody known.
    """

    path: Ints = field(repr=False)
    number: Ints = field(repr=False)
    people: Bools = field(repr=False)
    of: Ints = field(repr=False)
    nobody: tuple[Ints, ...] = field(repr=False)

    @property
    def present(self) -> Bools:
        """Kinds × releases: whether they are there."""
        return np.asarray(self.path > ABSENT)


def histories(
    groups: Sequence[Ints], persons: Sequence[Ints], people: int, mark: Ints | None = None
) -> Histories:
    """Return the kinds of people that releases have.

    Parameters
    ----------
    groups, persons
        For each release, the group and the person of each record; −1 for nobody known. Nobody has
        two records of one release.
    people
        How many people there are.
    mark
        What else tells people apart, a number for each.

    Examples
    --------
    Three people, of whom the second leaves and the third joins.

    >>> found = histories([np.array([0, 0]), np.array([0, 0])],
    ...                   [np.array([0, 1]), np.array([0, 2])], 3)
    >>> found.path.tolist(), found.number.tolist(), found.of.tolist()
    ([[-1, 0], [0, -1], [0, 0]], [1, 1, 1], [2, 1, 0])
    """
    path = np.full((people, len(groups)), ABSENT, dtype=np.int64)
    nobody = []
    for place, (group, person) in enumerate(zip(groups, persons, strict=True)):
        known = person >= 0
        path[person[known], place] = group[known]
        nobody.append(_alone(group[~known], place, len(groups)))
    ids, size = group_ids(path if mark is None else np.column_stack([path, mark]))
    kinds = np.zeros((size, len(groups)), dtype=np.int64)
    kinds[ids] = path
    others = np.concatenate([own.path for own in nobody])
    number = np.concatenate([np.bincount(ids, minlength=size), *(own.number for own in nobody)])
    start = size + np.cumsum([0, *(len(own.number) for own in nobody)])
    return Histories(
        np.concatenate([kinds, others]),
        number.astype(np.int64),
        np.arange(size + len(others)) < size,
        ids,
        tuple(own.of + first for own, first in zip(nobody, start, strict=False)),
    )


class Turns(NamedTuple):
    """People cut where their value changed: what each of them had for a while.

    Parameters
    ----------
    persons
        For each release, the turn that each record is of; −1 for nobody known.
    owner
        Whose turn each is.
    mark
        For each turn 0 where its owner never changed. Of others a number: the same for those who
        were in the same groups all the time and changed in the same releases.
    value
        Turns × releases: the values that the owner had in their other turns, by the release in
        which these began; −1 elsewhere.
    first
        The release in which each turn begins.
    """

    persons: list[Ints]
    owner: Ints
    mark: Ints
    value: Ints
    first: Ints

    @property
    def changed(self) -> Bools:
        """Mark the turns of people who changed."""
        return np.asarray(self.mark > 0)


def turns(
    groups: Sequence[Ints],
    persons: Sequence[Ints],
    values: Sequence[Ints],
    people: int,
    gap: int,
    columns: Ints | None = None,
) -> Turns:
    """Cut people where their value changed, so that in each turn it stays the same.

    A value that is hidden (`gap`) may be any, and so is no change. Where a value is what several
    columns show together, `columns` has for each what they do (values × columns): whoever changed
    in other columns is told apart.

    Examples
    --------
    The second has another value in the second release.

    >>> both = [np.array([0, 1]), np.array([0, 1])]
    >>> found = turns([np.array([0, 0])] * 2, both, [np.array([5, 6]), np.array([5, 7])], 2, gap=-1)
    >>> [own.tolist() for own in found.persons], found.owner.tolist()
    ([[0, 1], [0, 2]], [0, 1, 1])
    >>> found.changed.tolist(), found.value.tolist()
    ([False, True, True], [[-1, -1], [-1, 7], [6, -1]])
    """
    many = len(persons)
    last, turn = np.full(people, -1, dtype=np.int64), np.zeros(people, dtype=np.int64)
    path, cut, which = (np.full((people, many), ABSENT, dtype=np.int64) for _ in range(3))
    codes = []
    for place, (group, person, value) in enumerate(zip(groups, persons, values, strict=True)):
        shown = (person >= 0) & (value != gap)
        own, new = person[shown], value[shown]
        other = (last[own] >= 0) & (last[own] != new)
        turn[own] += other
        which[own[other], place] = _columns_changed(columns, last[own[other]], new[other])
        last[own] = new
        at = np.maximum(person, 0)
        codes.append(np.where(person >= 0, at * many + turn[at], -1))
        there = person >= 0
        path[person[there], place], cut[person[there], place] = group[there], turn[person[there]]
    every, places = np.unique(np.concatenate(codes), return_inverse=True)
    nobody = int((every < 0).sum())
    ends = np.cumsum([len(own) for own in codes])[:-1]
    own = np.split(places.astype(np.int64) - nobody, ends)
    owner, number = np.divmod(every[nobody:], many)
    same, _ = group_ids(np.column_stack([path, cut, which]))
    mark = np.where(turn[owner] > 0, same[owner] * many + number + 1, 0)
    first, began = _began(own, values, len(owner), gap)
    return Turns(own, owner, mark, _elsewhere(owner, mark > 0, first, began, many), first)


def _columns_changed(columns: Ints | None, one: Ints, other: Ints) -> Ints:
    """Return a number for the columns in which values differ."""
    if columns is None or not len(one):
        return np.zeros(len(one), dtype=np.int64)
    return group_ids((columns[one] != columns[other]).astype(np.int64))[0]


def _began(
    persons: Sequence[Ints], values: Sequence[Ints], size: int, gap: int
) -> tuple[Ints, Ints]:
    """Return the release in which each turn shows its value first, and that value."""
    first, value = np.full(size, -1, dtype=np.int64), np.full(size, gap, dtype=np.int64)
    for place in reversed(range(len(persons))):
        person = persons[place]
        there = (person >= 0) & (values[place] != gap)
        first[person[there]], value[person[there]] = place, values[place][there]
    return first, value


def _elsewhere(owner: Ints, changed: Bools, first: Ints, value: Ints, releases: int) -> Ints:
    """Return what the owner of each turn had in others, by when these began."""
    found = np.full((len(owner), releases), -1, dtype=np.int64)
    theirs = np.flatnonzero(changed & (first >= 0))
    if not len(theirs):
        return found
    ids, size = group_ids(owner[theirs][:, None])
    had = np.full((size, releases), -1, dtype=np.int64)
    had[ids, first[theirs]] = value[theirs]
    found[theirs] = had[ids]
    found[theirs, first[theirs]] = -1
    return found


class _Alone(NamedTuple):
    path: Ints
    number: Ints
    of: Ints


def _alone(group: Ints, place: int, releases: int) -> _Alone:
    """Return the kinds of records that are nobody's, by group, how many each has, and of which."""
    groups, of, many = np.unique(group, return_inverse=True, return_counts=True)
    path = np.full((len(groups), releases), ABSENT, dtype=np.int64)
    path[:, place] = groups
    return _Alone(path, many, of.astype(np.int64))
