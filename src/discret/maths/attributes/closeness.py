"""How far the values of each group are from those of the whole table: earth mover's distances.

A group is a row of a sparse table of counts (CSR arrays: `indptr`, `indices`, `counts`), the
columns being the values; `totals` has how often each value occurs in the whole table, or in
another that groups are compared with. With p the shares of the values in a group and q those in
the table, moving a share from a value to another costs a distance between the two, and what is
returned is the least cost of turning p into q, between 0 and 1. A group without values is at
distance 0: it tells nothing.

Nothing is ever laid out as groups × values: the cost is that of the values present. Shares are
compared as whole numbers (count × records against total × group), so equal ones are equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats
from discret.maths.attributes.diversity import group_of, group_sizes

Counts = NDArray[Any]


def equal_distance(indptr: Counts, indices: Counts, counts: Counts, totals: Counts) -> Floats:
    r"""All values are equally far from each other: :math:`\frac12 ∑ |p_i - q_i|`.

    It is the sum of what p has above q, which only the values present can have.

    References
    ----------
    .. [1] Li N., Li T., Venkatasubramanian S. (2007). t-closeness, section 4.

    Examples
    --------
    >>> equal_distance(np.array([0, 2]), np.array([0, 1]), np.array([1, 1]), np.array([2, 1, 1]))
    array([0.25])
    """
    group, size = group_of(indptr), group_sizes(indptr, counts)
    above = np.maximum(_extra(group, indices, counts, size, totals), 0)
    return _scaled(_summed(group, above, len(size)), size, totals)


def ordered_distance(indptr: Counts, indices: Counts, counts: Counts, totals: Counts) -> Floats:
    r"""Neighbours are one step apart: :math:`\frac1{m-1} ∑_i |∑_{j ≤ i} (p_j - q_j)|`.

    `totals` has the m values in their order, and the entries of each row are in that order.

    Notes
    -----
    Between two values present in a group the cumulated share P of the group stands still while
    that of the table, Q, grows. So each such stretch is cut where Q passes P: below, the terms are
    P − Q, above, Q − P, and both sums are read from the sums of Q taken once.

    References
    ----------
    .. [1] Li N., Li T., Venkatasubramanian S. (2007). t-closeness, section 5.1.

    Examples
    --------
    Nine salaries, 3k to 11k; the groups {3k, 4k, 5k} and {6k, 8k, 11k} of the paper.

    >>> ends, places = np.array([0, 3, 6]), np.array([0, 1, 2, 3, 5, 8])
    >>> ordered_distance(ends, places, np.ones(6, dtype=int), np.ones(9, dtype=int)).round(3)
    array([0.375, 0.167])
    """
    group, size, steps = group_of(indptr), group_sizes(indptr, counts), len(totals) - 1
    if steps < 1 or not len(counts):
        return np.zeros(len(size))
    table = np.cumsum(totals)
    sums = np.concatenate([[0], np.cumsum(table)])  # sums[i]: of table before place i
    whole = float(table[-1])
    share = _cumulated(counts, indptr) / size[group]
    stop = np.append(indices[1:], steps)
    stop[indptr[1:][size > 0] - 1] = steps
    cut = np.clip(np.searchsorted(table, share * whole), indices, stop)
    below = share * (cut - indices) - (sums[cut] - sums[indices]) / whole
    above = (sums[stop] - sums[cut]) / whole - share * (stop - cut)
    work = _summed(group, np.maximum(below, 0) + np.maximum(above, 0), len(size))
    first = indices[indptr[:-1][size > 0]]
    work[size > 0] += sums[first] / whole
    return np.asarray(work / steps, dtype=np.float64)


def hierarchical_distance(
    indptr: Counts, indices: Counts, counts: Counts, totals: Counts, nodes: Sequence[Counts]
) -> Floats:
    r"""Two values are as far apart as their lowest common ancestor is high.

    `nodes` has, for each height from 1 to H, the number of the node above each value; the last
    has one node, the root. Values are listed so that those of a node are side by side, with
    increasing numbers, and the entries of each row are in that order.

    Notes
    -----
    Each inner node N moves what it can between its children:
    :math:`∑_N \frac{h(N)}{H} \min(∑_{C: e_C > 0} e_C, ∑_{C: e_C < 0} |e_C|)` over its children C,
    with e = p − q summed below a node. Since the two sums differ by :math:`e_N`, and the first is
    nought where the group has no value, only the nodes above values present are looked at.

    References
    ----------
    .. [1] Li N., Li T., Venkatasubramanian S. (2007). t-closeness, section 5.2.

    Examples
    --------
    Four values in two pairs: a group that swaps a share within a pair, one that leaves its pair.

    >>> pairs, root = np.array([0, 0, 1, 1]), np.array([0, 0, 0, 0])
    >>> ends, places = np.array([0, 2, 4]), np.array([0, 2, 0, 1])
    >>> ones = np.ones(4, dtype=int)
    >>> hierarchical_distance(ends, places, ones, ones, [pairs, root])
    array([0.25, 0.5 ])
    """
    group, size = group_of(indptr), group_sizes(indptr, counts)
    cost = np.zeros(len(size))
    if not len(counts):
        return cost
    own, below = indices, np.arange(len(totals))
    for height, above in enumerate(nodes, 1):
        gain = np.maximum(_extra(group, own, counts, size, totals), 0)
        below, up = _parents(below, above)
        whole = totals.sum()
        totals = np.bincount(up, weights=totals).astype(np.int64)
        group, own, counts, gain = _merged(group, up[own], counts, gain)
        left = gain - (counts * whole - totals[own] * size[group])
        cost += height / len(nodes) * _summed(group, np.minimum(gain, left), len(size))
    return _scaled(cost, size, totals)


def _extra(
    group: Counts, indices: Counts, counts: Counts, size: Counts, totals: Counts
) -> NDArray[np.int64]:
    """Return p − q of each entry, times the sizes of the group and of the table."""
    return np.asarray(counts * totals.sum() - totals[indices] * size[group], dtype=np.int64)


def _scaled(work: Floats, size: Counts, totals: Counts) -> Floats:
    return np.asarray(work / np.maximum(size, 1) / max(totals.sum(), 1), dtype=np.float64)


def _summed(group: Counts, values: Counts, groups: int) -> Floats:
    return np.bincount(group, weights=values, minlength=groups).astype(np.float64)


def _cumulated(counts: Counts, indptr: Counts) -> Counts:
    """For each place, the sum of its row's values up to there."""
    sums = np.concatenate([[0], np.cumsum(counts)])
    return np.asarray(sums[1:] - sums[indptr[:-1]][group_of(indptr)])


def _parents(below: Counts, above: Counts) -> tuple[Counts, Counts]:
    """From the nodes of two heights, value by value: those above, and the parent of each below."""
    _, first = np.unique(below, return_index=True)
    return above, above[first]


def _merged(
    group: Counts, node: Counts, counts: Counts, gain: Counts
) -> tuple[Counts, Counts, Counts, Counts]:
    """Sum the entries that are now of the same group and node: they are neighbours."""
    new = (np.diff(group, prepend=-1) != 0) | (np.diff(node, prepend=-1) != 0)
    starts = np.flatnonzero(new)
    held, gained = (np.add.reduceat(values, starts) for values in (counts, gain))
    return group[starts], node[starts], held, gained
