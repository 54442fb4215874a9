"""People counted once in each class, however many of its facts are theirs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats, Ints
from discret.maths.kernels import kernel

Small = NDArray[np.int32]


@kernel
def count_people(of: Small, cell: Small, person: Small, last: Small, count: Small) -> None:
    """Count the people of each class; rows come person by person, cells of class −1 are left out.

    `last` is filled with −1: it keeps the last person who was counted in a class.
    """
    for row in range(len(cell)):
        which = of[cell[row]]
        if which >= 0 and last[which] != person[row]:
            last[which] = person[row]
            count[which] += 1


@kernel
def sum_amounts(
    of: Small,
    cell: Small,
    person: Small,
    amount: Floats,
    last: Small,
    own: Floats,
    total: Floats,
    largest: Floats,
) -> None:
    """Add up amounts by class, and find the largest sum that one person has in it."""
    for row in range(len(cell)):
        which = of[cell[row]]
        if which >= 0:
            if last[which] != person[row]:
                last[which] = person[row]
                own[which] = 0.0
            own[which] += amount[row]
            total[which] += amount[row]
            largest[which] = max(largest[which], own[which])


def people_of(of: Ints, size: int, cell: Small, person: Small) -> Ints:
    """Return the number of people of each class, given the class of each cell.

    Examples
    --------
    >>> rows = np.array([0, 1, 0], dtype=np.int32), np.array([4, 4, 7], dtype=np.int32)
    >>> people_of(np.array([0, 0]), 1, *rows).tolist(), people_of(np.array([0, -1]), 1, *rows)
    ([2], array([2]))
    """
    last, count = np.full(size, -1, dtype=np.int32), np.zeros(size, dtype=np.int32)
    count_people(of.astype(np.int32), cell, person, last, count)
    return count.astype(np.int64)


def largest_shares(of: Ints, size: int, cell: Small, person: Small, amount: Floats) -> Floats:
    """Return the largest share that one person has of the amounts of each class; 0 of nothing.

    Examples
    --------
    >>> rows = np.array([0, 0, 0], dtype=np.int32), np.array([4, 4, 7], dtype=np.int32)
    >>> largest_shares(np.array([0]), 1, *rows, np.array([1.0, 2.0, 1.0])).tolist()
    [0.75]
    """
    last, own = np.full(size, -1, dtype=np.int32), np.zeros(size)
    total, largest = np.zeros(size), np.zeros(size)
    sum_amounts(of.astype(np.int32), cell, person, amount, last, own, total, largest)
    return np.divide(largest, total, out=np.zeros(size), where=total > 0)
