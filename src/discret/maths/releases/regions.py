"""What two releases tell where nobody can be followed: regions, and what changed in them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.releases.bounds import Cells


@dataclass(frozen=True)
class Regions:
    """Sets of groups of two releases that cover the same people, if these are there.

    Parameters
    ----------
    changed
        For each region, how many records changed at least: joined or left.
    single
        The groups of the second release that have one value only in common with a group of the
        first in which their people may have been.
    """

    changed: Ints = field(repr=False)
    single: Bools = field(repr=False)


def regions(
    pairs: tuple[Ints, Ints], sizes: tuple[int, int], cells: tuple[Cells, Cells], values: int
) -> Regions:
    """Return the regions of two releases.

    Parameters
    ----------
    pairs
        Groups of the first and of the second release that may have people in common.
    sizes
        How many groups each has.
    cells
        The values of each.
    values
        How many values there are.

    Examples
    --------
    >>> from discret.maths.releases.bounds import cells_of
    >>> before = cells_of(np.array([0, 0]), np.array([0, 1]), 2)
    >>> after = cells_of(np.array([0]), np.array([0]), 2)
    >>> found = regions((np.array([0]), np.array([0])), (1, 1), (before, after), 2)
    >>> found.changed.tolist(), found.single.tolist()
    ([1], [True])
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    first, second = pairs
    edges = (np.ones(len(first)), (first, sizes[0] + second))
    many, of = connected_components(coo_array(edges, shape=(sum(sizes), sum(sizes))), False)
    total = np.zeros((2, many * values), dtype=np.int64)
    for place, (each, shift) in enumerate(zip(cells, (0, sizes[0]), strict=True)):
        at = of[shift + each.code // values].astype(np.int64) * values + each.code % values
        np.add.at(total[place], at, each.number)
    gone = (total[1] - total[0]).reshape(many, values)
    shared = (total.reshape(2, many, values).sum(axis=2) > 0).all(axis=0)
    changed = np.where(shared, np.abs(gone).sum(axis=1), 0)
    return Regions(changed, _single(pairs, sizes[1], cells, values))


def _single(
    pairs: tuple[Ints, Ints], groups: int, cells: tuple[Cells, Cells], values: int
) -> Bools:
    """Mark the groups of the second that share one value with some group of the first."""
    begin, many = cells[0].span(pairs[0], values)
    start = np.cumsum(many) - many
    at = np.arange(int(many.sum())) + np.repeat(begin - start, many)
    pair = np.repeat(np.arange(len(many)), many)
    there = cells[1].at(pairs[1][pair], cells[0].code[at] % values, values) >= 0
    common = np.bincount(pair[there], minlength=len(many))
    return np.bincount(pairs[1][common == 1], minlength=groups) > 0
