"""Who was in which group of which release: people with the same history are of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

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
    """

    path: Ints = field(repr=False)
    number: Ints = field(repr=False)
    people: Bools = field(repr=False)
    of: Ints = field(repr=False)

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
    others = np.concatenate([own for own, _ in nobody])
    number = np.concatenate([np.bincount(ids, minlength=size), *(many for _, many in nobody)])
    return Histories(
        np.concatenate([kinds, others]),
        number.astype(np.int64),
        np.arange(size + len(others)) < size,
        ids,
    )


def _alone(group: Ints, place: int, releases: int) -> tuple[Ints, Ints]:
    """Return the kinds of records that are nobody's, by group, and how many each has."""
    groups, many = np.unique(group, return_counts=True)
    path = np.full((len(groups), releases), ABSENT, dtype=np.int64)
    path[:, place] = groups
    return path, many
