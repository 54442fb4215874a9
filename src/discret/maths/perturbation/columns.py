"""Columns as models of them see them: the places of values among the distinct ones."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints


class Column(NamedTuple):
    """The values of a column as numbers.

    Parameters
    ----------
    codes
        The place of each value among the distinct ones, in their order; −1 where it is missing.
    size
        How many distinct values there are.
    ordered
        Whether their order means something.
    people
        Whom each record is of, a number each; without it each is of another.
    """

    codes: Ints
    size: int
    ordered: bool
    people: Ints | None = None

    @property
    def known(self) -> Bools:
        """Which values are not missing."""
        return np.asarray(self.codes >= 0)

    def of(self, records: Ints) -> Column:
        """Return the column of some records."""
        people = None if self.people is None else self.people[records]
        return self._replace(codes=self.codes[records], people=people)

    def pooled(self, least: int) -> Ints:
        """Return the category of each value, missing first, where those of few people are one.

        Categories without an order that are rarer would tell people apart rather than kinds of
        people, and what is drawn by them would be the truth.

        Examples
        --------
        >>> Column(np.array([0, 0, 1, 2, -1, 3, 3]), 4, False).pooled(2).tolist()
        [0, 1, 0, 0, 2]
        """
        often = people_in(self.codes + 1, self.size + 1, self.people) >= least
        return np.where(often, np.cumsum(often), 0)

    def shares(self, weights: Floats) -> Floats:
        """Return the weighted share of each distinct value among those known.

        Examples
        --------
        >>> Column(np.array([0, 1, -1, 1]), 2, True).shares(np.array([1.0, 1.0, 5.0, 2.0])).tolist()
        [0.25, 0.75]
        """
        known = self.known
        heavy = np.bincount(self.codes[known], weights[known], minlength=self.size)
        return np.asarray(heavy / max(float(heavy.sum()), np.finfo(float).tiny))

    def middle_ranks(self, weights: Floats) -> Floats:
        """Return for each distinct value the share below it and half of its own.

        Examples
        --------
        >>> Column(np.array([0, 1, 1, 2]), 3, True).middle_ranks(np.ones(4)).tolist()
        [0.125, 0.5, 0.875]
        """
        own = self.shares(weights)
        return np.asarray(np.cumsum(own) - own / 2)


def people_in(groups: Ints, size: int, people: Ints | None) -> Ints:
    """Return how many people, or records where nobody says whose they are, each group has.

    Examples
    --------
    >>> people_in(np.array([0, 0, 1, 1]), 3, np.array([7, 7, 7, 8])).tolist()
    [1, 2, 0]
    """
    if people is not None:
        groups = np.unique(np.stack([groups, people]), axis=1)[0]
    return np.bincount(groups, minlength=size)


def drawn_by_weight(weights: Floats, chance: Floats) -> Ints:
    """Return places drawn with chances in proportion to weights, from even draws of [0, 1).

    Examples
    --------
    >>> drawn_by_weight(np.array([1.0, 0.0, 3.0]), np.array([0.0, 0.24, 0.26, 0.99])).tolist()
    [0, 0, 2, 2]
    """
    sums = np.cumsum(weights)
    found = np.searchsorted(sums, chance * sums[-1], side="right")
    return np.asarray(np.minimum(found, np.flatnonzero(weights)[-1]))


def by_mean(codes: Ints, size: int, marks: Floats, weights: Floats) -> Ints:
    """Return the place of each of some values in the order of the mean mark of its records.

    Examples
    --------
    >>> by_mean(np.array([0, 1, 0, 2]), 3, np.array([5.0, 1.0, 3.0, 2.0]), np.ones(4)).tolist()
    [2, 0, 1]
    """
    heavy = np.bincount(codes, weights, minlength=size)
    means = np.bincount(codes, weights * marks, minlength=size) / np.where(heavy > 0, heavy, 1.0)
    return places_of(means)


def places_of(numbers: Floats) -> Ints:
    """Return the place of each number in their order, the first of equal ones first.

    Examples
    --------
    >>> places_of(np.array([3.0, 1.0, 2.0])).tolist()
    [2, 0, 1]
    """
    order = np.argsort(numbers, kind="stable")
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.arange(len(order))
    return places
