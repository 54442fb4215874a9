"""MDAV: groups around the records farthest from the mean, exactly, in much less than all distances.

Domingo-Ferrer J., Mateo-Sanz J. M. (2002). Practical data-oriented microaggregation for statistical
disclosure control. Domingo-Ferrer J., Torra V. (2005), Ordinal, continuous and heterogeneous
k-anonymity through microaggregation: pairs of groups while 3k records are left, one while 2k are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.kernels import Number, inner, kernel
from discret.maths.microaggregation.tree import Tree, farthest, planted, remove, take_nearest

PATIENCE = 4  # walks as long as so many looks at each record, then distances are sorted anew
SAFE = 1 + 1e-9  # more than distances are rounded by


class _Sums(NamedTuple):
    """The sums of the columns over the records left, as pairs of numbers that add up to them."""

    high: Floats
    low: Floats
    mean: Floats


class _Shells(NamedTuple):
    """Records from the farthest to the nearest, as seen from the mean at some time."""

    centre: Floats
    order: Ints
    distance: Floats
    first: Ints  # one number: before it, all are gone


class _Groups(NamedTuple):
    """Records of each group, one group after another, as they were made."""

    of: Ints
    gone: Bools
    near: Ints
    distance: Floats
    numbers: Ints  # groups made, records left, looks


def mdav(points: Floats, k: int) -> Ints:
    """Return the group of each record, numbered in the order in which groups are made.

    Ties go to the first row. The mean of the records left is kept with twice the digits of a float,
    so that taking records out leaves no trace in it.

    Examples
    --------
    >>> mdav(np.array([[46.0], [46], [68], [111], [17], [31], [42]]), 3).tolist()
    [0, 1, 0, 0, 1, 1, 1]
    """
    points, size = np.ascontiguousarray(points), len(points)  # kernels are compiled by layout
    tree, sums = planted(points), _sums(points)
    groups = _Groups(
        np.full(size, -1),
        np.zeros(size, dtype=np.bool_),
        np.zeros(k, dtype=np.int64),
        np.zeros(k),
        np.array([0, size, 0]),
    )
    while groups.numbers[1] >= 3 * k:
        shells = _shells(points, groups.gone, sums)
        groups.numbers[2] = PATIENCE * groups.numbers[1]
        _pairs(points, tree, sums, shells, groups)
    if groups.numbers[1] >= 2 * k:
        shells = _shells(points, groups.gone, sums)
        _single(points, tree, sums, shells, groups)
    groups.of[~groups.gone] = groups.numbers[0]
    return groups.of


def _sums(points: Floats) -> _Sums:
    sums = _Sums(*(np.zeros(points.shape[1]) for _ in range(3)))
    _add_all(sums, points)
    return sums


def _shells(points: Floats, gone: Bools, sums: _Sums) -> _Shells:
    left = np.flatnonzero(~gone)
    centre = (sums.high + sums.low) / max(len(left), 1)
    distance = np.sqrt(((points[left] - centre) ** 2).sum(axis=1))
    order = np.argsort(-distance, kind="stable")
    return _Shells(centre, left[order], distance[order], np.zeros(1, dtype=np.int64))


@kernel
def _add_all(sums: _Sums, points: Floats) -> None:
    for row in range(len(points)):
        _add(sums, points, row, 1.0)


@inner
def _add(sums: _Sums, points: Floats, row: Number, sign: float) -> None:
    """Add a record or take it out, without losing a digit (Knuth's two-sum)."""
    for column in range(points.shape[1]):
        value, high = sign * points[row, column], sums.high[column]
        total = high + value
        share = total - high
        low = sums.low[column] + ((high - (total - share)) + (value - share))
        sums.high[column] = total + low
        sums.low[column] = low - (sums.high[column] - total)


@kernel
def _pairs(points: Floats, tree: Tree, sums: _Sums, shells: _Shells, groups: _Groups) -> None:
    """Make two groups at a time until few are left, or until looking takes too long."""
    while groups.numbers[1] >= 3 * len(groups.near) and groups.numbers[2] > 0:
        row = _farthest_from_mean(points, sums, shells, groups)
        _gather(points, tree, sums, groups, row)
        _gather(points, tree, sums, groups, farthest(tree, points[row]))


@kernel
def _single(points: Floats, tree: Tree, sums: _Sums, shells: _Shells, groups: _Groups) -> None:
    _gather(points, tree, sums, groups, _farthest_from_mean(points, sums, shells, groups))


@inner
def _gather(points: Floats, tree: Tree, sums: _Sums, groups: _Groups, row: Number) -> None:
    """Make a group of a record and of those nearest to it."""
    remove(tree, row)
    k = len(groups.near)
    take_nearest(tree, points[row], groups.near[1:], groups.distance[1:])
    groups.near[0] = row
    for place in range(k):
        member = groups.near[place]
        if place:
            remove(tree, member)
        _add(sums, points, member, -1.0)
        groups.of[member] = groups.numbers[0]
        groups.gone[member] = True
    groups.numbers[0] += 1
    groups.numbers[1] -= k


@inner
def _farthest_from_mean(points: Floats, sums: _Sums, shells: _Shells, groups: _Groups) -> Number:
    """Find it from the outer shell inwards: none is farther than its shell and the mean's way."""
    way = 0.0
    for column in range(points.shape[1]):
        sums.mean[column] = (sums.high[column] + sums.low[column]) / groups.numbers[1]
        step = sums.mean[column] - shells.centre[column]
        way += step * step
    way = np.sqrt(way)
    while groups.gone[shells.order[shells.first[0]]]:
        shells.first[0] += 1
    found, best, reach = -1, -1.0, -1.0
    for place in range(shells.first[0], len(shells.order)):
        if (shells.distance[place] + way) * SAFE < reach:
            break
        groups.numbers[2] -= 1
        row = shells.order[place]
        if groups.gone[row]:
            continue
        far = 0.0
        for column in range(points.shape[1]):
            step = points[row, column] - sums.mean[column]
            far += step * step
        if far > best or (far == best and row < found):
            found, best, reach = row, far, np.sqrt(far)
    return found
