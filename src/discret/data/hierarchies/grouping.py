"""Which categories may be in one class: lists of those to keep apart, and to put together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.hierarchies.ordered_classes import quantile_classes

MOST_VALUES = 2_000  # an order with more is first cut in as many classes of about the same weight


def starts(weights: Floats, apart: Ints, together: Sequence[Ints]) -> Ints:
    """Return the places where a class may start: all but inside what goes together.

    Many values are first put in runs of about the same weight, but no constraint is lost by that.

    Examples
    --------
    >>> starts(np.ones(6), np.array([[0, 3]]), [np.array([1, 2]), np.array([2, 4])]).tolist()
    [0, 1, 5]
    """
    bins = quantile_classes(weights, MOST_VALUES)
    may = np.append(True, np.diff(bins) > 0)
    may[apart[:, 1]], may[apart[:, 0] + 1] = True, True
    for group in together:
        may[group[0]] = True
        may[group[-1] + 1 : group[-1] + 2] = True
    for group in together:
        may[group[0] + 1 : group[-1] + 1] = False
    return np.flatnonzero(may)


def links(lists: Sequence[Ints]) -> Ints:
    """Return mergers that make one class of each list, lists that share a category united.

    Examples
    --------
    >>> links([np.array([0, 2]), np.array([2, 5])]).tolist()
    [[0, 2], [0, 5]]
    """
    stands: dict[int, int] = {}

    def stand(one: int) -> int:
        while one in stands:
            one = stands[one]
        return one

    for members in lists:
        for one, two in pairwise(members.tolist()):
            if stand(one) != stand(two):
                stands[stand(two)] = stand(one)
    steps = [(stand(two), two) for two in stands]
    return np.array(steps, dtype=np.int64).reshape(-1, 2)


def pairs_of(lists: Sequence[Ints]) -> Ints:
    """Return all pairs of members of the same list.

    Examples
    --------
    >>> pairs_of([np.array([0, 2, 5]), np.array([1, 1])]).tolist()
    [[0, 2], [0, 5], [2, 5], [1, 1]]
    """
    pairs = [pair for members in lists for pair in combinations(members.tolist(), 2)]
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def barred(lists: Sequence[Ints], size: int) -> Bools:
    """Mark the pairs, of `size` categories, that a list holds.

    Examples
    --------
    >>> barred([np.array([0, 2])], 3).astype(int).tolist()
    [[1, 0, 1], [0, 0, 0], [1, 0, 1]]
    """
    held = np.zeros((size, size), dtype=bool)
    for members in lists:
        held[np.ix_(members, members)] = True
    return held
