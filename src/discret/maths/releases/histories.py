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


def histories(groups: Sequence[Ints], persons: Sequence[Ints], people: int) -> Histories:
    """Return the kinds of people that releases have.

    Parameters
    ----------
    groups, persons
        For each release, the group and the person of each record; −1 for nobody known. Nobody has
        two records of one release.
    people
        How many people there are.

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
    ids, size = group_ids(path)
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
    """

    persons: list[Ints]
    owner: Ints


def turns(persons: Sequence[Ints], values: Sequence[Ints], people: int, gap: int) -> Turns:
    """Cut people where their value changed, so that in each turn it stays the same.

    A value that is hidden (`gap`) may be any, and so is no change.

    Examples
    --------
    The second has another value in the second release.

    >>> both = [np.array([0, 1]), np.array([0, 1])]
    >>> found = turns(both, [np.array([5, 6]), np.array([5, 7])], 2, gap=-1)
    >>> [own.tolist() for own in found.persons], found.owner.tolist()
    ([[0, 1], [0, 2]], [0, 1, 1])
    """
    last, turn = np.full(people, -1, dtype=np.int64), np.zeros(people, dtype=np.int64)
    codes = []
    for person, value in zip(persons, values, strict=True):
        shown = (person >= 0) & (value != gap)
        own, new = person[shown], value[shown]
        turn[own] += (last[own] >= 0) & (last[own] != new)
        last[own] = new
        at = np.maximum(person, 0)
        codes.append(np.where(person >= 0, at * len(persons) + turn[at], -1))
    every, places = np.unique(np.concatenate(codes), return_inverse=True)
    nobody = int((every < 0).sum())
    ends = np.cumsum([len(own) for own in codes])[:-1]
    return Turns(np.split(places.astype(np.int64) - nobody, ends), every[nobody:] // len(persons))


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
