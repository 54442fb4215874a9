"""β-likeness, δ-disclosure: how much more, or less, frequent a value is in a group than in all.

Groups are rows of a sparse table of counts (CSR arrays), `totals` has how often each value occurs
in the whole table, or in another that groups are compared with: a value that has none there is
infinitely more frequent. Shares are compared as whole numbers, so equal ones are equal.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Floats
from discret.maths.attributes.diversity import group_of, group_sizes

Counts = NDArray[Any]


def log_ratios(indptr: Counts, indices: Counts, counts: Counts, totals: Counts) -> Floats:
    r"""Return the largest :math:`|\ln(q_i / p_i)|` over the values present in each group.

    Here q is a share in the group and p one in the table (Brickell & Shmatikov 2008). A group
    without values has none: 0.

    Examples
    --------
    >>> ends, places = np.array([0, 2, 3]), np.array([0, 1, 1])
    >>> log_ratios(ends, places, np.array([1, 1, 2]), np.array([1, 3])).round(4)
    array([0.6931, 0.2877])
    """
    in_group, in_table = _compared(indptr, indices, counts, totals)
    with np.errstate(divide="ignore"):
        return _largest(np.abs(np.log(in_group / in_table)), indptr)


def lacking(indptr: Counts, indices: Counts, totals: Counts) -> Bools:
    """Mark the groups that have values, but not all those of the table.

    Examples
    --------
    >>> lacking(np.array([0, 2, 3, 3]), np.array([0, 1, 1]), np.array([1, 3])).tolist()
    [False, True, False]
    """
    of_table = np.bincount(group_of(indptr), totals[indices] > 0, len(indptr) - 1)
    return np.asarray((np.diff(indptr) > 0) & (of_table < (totals > 0).sum()))


def relative_gains(indptr: Counts, indices: Counts, counts: Counts, totals: Counts) -> Floats:
    r"""Return the largest :math:`(q_i - p_i) / p_i` of each group, 0 where no value gains.

    Here q is a share in the group and p one in the table (Cao & Karras 2012).

    Examples
    --------
    >>> ends, places = np.array([0, 2, 3]), np.array([0, 1, 1])
    >>> relative_gains(ends, places, np.array([1, 1, 2]), np.array([1, 3])).round(4)
    array([1.    , 0.3333])
    """
    return _largest(_gains(indptr, indices, counts, totals), indptr)


def beyond_bound(indptr: Counts, indices: Counts, counts: Counts, totals: Counts) -> Bools:
    r"""Mark the groups where a value gains more than :math:`-\ln p_i`, p its share in the table.

    It is the bound of enhanced β-likeness that no β lifts (Cao & Karras 2012, definition 3).

    Examples
    --------
    A value held by half the table, then by all the group: it gains 1, more than ln 2.

    >>> beyond_bound(np.array([0, 1]), np.array([0]), np.array([3]), np.array([5, 5]))
    array([ True])
    """
    with np.errstate(divide="ignore"):
        bound = -np.log(totals / totals.sum())[indices] if len(indices) else np.zeros(0)
    beyond = _gains(indptr, indices, counts, totals) > bound * (1 + 1e-12)
    return np.bincount(group_of(indptr), weights=beyond, minlength=len(indptr) - 1) > 0


def _gains(indptr: Counts, indices: Counts, counts: Counts, totals: Counts) -> Floats:
    in_group, in_table = _compared(indptr, indices, counts, totals)
    with np.errstate(divide="ignore"):
        return np.asarray(np.maximum(in_group - in_table, 0) / in_table, dtype=np.float64)


def _compared(
    indptr: Counts, indices: Counts, counts: Counts, totals: Counts
) -> tuple[Counts, Counts]:
    """Return the shares of each entry in its group and in the table, over a common divisor."""
    size = group_sizes(indptr, counts)
    return counts * totals.sum(), totals[indices] * size[group_of(indptr)]


def _largest(values: Floats, indptr: Counts) -> Floats:
    """Return the largest value of each row, 0 for an empty one."""
    filled = np.diff(indptr) > 0
    top = np.zeros(len(indptr) - 1)
    if filled.any():
        top[filled] = np.maximum.reduceat(values, indptr[:-1][filled])
    return top
