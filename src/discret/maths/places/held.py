"""What areas hold: who is in each with which combination of keys, and what zones are asked for."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.matching import group_ids


class Held(NamedTuple):
    """One row for each person with each combination in each area, in the order of the areas.

    Parameters
    ----------
    begins
        Where the rows of each area begin; one more number than there are areas.
    person, combination
        Who, and which combination of keys.
    both
        A number for each person with each combination, wherever they are.
    facts
        How many records each row stands for.
    """

    begins: Ints
    person: Ints
    combination: Ints
    both: Ints
    facts: Ints

    @property
    def areas(self) -> int:
        """How many areas there are."""
        return len(self.begins) - 1

    @property
    def area(self) -> Ints:
        """The area of each row."""
        return np.repeat(np.arange(self.areas), np.diff(self.begins))

    def totals(self) -> Ints:
        """Return how many records each area has."""
        return np.bincount(self.area, self.facts, self.areas).astype(np.int64)

    def only(self, rows: Bools) -> Held:
        """Return some of the rows: those that are marked."""
        begins = _begins(self.area[rows], self.areas)
        return Held(begins, *(own[rows] for own in self[1:]))

    def gathered(self, group: Ints, groups: int) -> Held:
        """Return the same with groups of areas in the place of areas."""
        return held(group[self.area], self.person, self.combination, self.facts, groups)


class Asked(NamedTuple):
    """What a zone must have: people in all, and people or records of each combination."""

    people: int
    k: int
    records: bool


def held(area: Ints, person: Ints, combination: Ints, facts: Ints, areas: int) -> Held:
    """Lay out who is where; rows that are alike are added up.

    Examples
    --------
    >>> ones = np.ones(3, dtype=np.int64)
    >>> found = held(np.array([1, 0, 1]), np.array([0, 0, 0]), np.array([0, 0, 0]), ones, 2)
    >>> found.begins.tolist(), found.facts.tolist(), found.both.tolist()
    ([0, 1, 2], [1, 2], [0, 0])
    """
    rows, first = _distinct(area, combination, person)  # in the order of the areas
    total = _added(rows, facts, len(first))
    both = group_ids(np.stack([combination[first], person[first]], axis=1))[0]
    begins = _begins(area[first], areas)
    return Held(begins, person[first], combination[first], both, total)


def counts_of(where: Ints, own: Held, asked: Asked) -> tuple[Ints, Ints, Ints]:
    """Count each combination in each place: the place, the combination, people or records.

    `where` is the place of each row; rows at −1 are nowhere.

    Examples
    --------
    >>> ones = np.ones(3, dtype=np.int64)
    >>> found = held(np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([5, 5, 5]), ones, 2)
    >>> [own.tolist() for own in counts_of(np.zeros(3, dtype=np.int64), found, Asked(1, 2, False))]
    [[0], [5], [2]]
    """
    some = where >= 0
    places, combinations = where[some], own.combination[some]
    cells, first = _distinct(places, combinations)
    if asked.records:
        count = _added(cells, own.facts[some], len(first))
    else:
        one = _distinct(cells, own.both[some])[1]
        count = np.bincount(cells[one], minlength=len(first))
    return places[first], combinations[first], np.asarray(count)


def people_in(where: Ints, own: Held, places: int) -> Ints:
    """Return how many people are in each place; rows at −1 are nowhere."""
    some = where >= 0
    one = _distinct(where[some], own.person[some])[1]
    return np.bincount(where[some][one], minlength=places)


def _distinct(*columns: Ints) -> tuple[Ints, Ints]:
    """Return numbers of the distinct rows of some columns, in order, and the first of each."""
    ids, size = group_ids(np.stack(columns, axis=1))
    first = np.full(size, len(ids))
    np.minimum.at(first, ids, np.arange(len(ids)))
    return ids, first


def _added(ids: Ints, facts: Ints, size: int) -> Ints:
    return np.bincount(ids, facts, size).astype(np.int64)


def _begins(area: Ints, areas: int) -> Ints:
    counted = np.bincount(area, minlength=areas)
    return np.concatenate([[0], np.cumsum(counted)]).astype(np.int64)
