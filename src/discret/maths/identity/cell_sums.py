"""What rules of an institute count: sums over a few columns, with the rules for missing values."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Floats
from discret.maths.matching import Indices, Matching, Rule, group_ids

Numbers = NDArray[Any]
DENSE = 1 << 20  # cells up to which a full table is laid out: no sorting


class Margin(NamedTuple):
    """The cells that a few columns make, and the cell that each group is in."""

    cells: Indices
    sums: Floats
    present: Bools


def margin(columns: Sequence[Indices], values: Numbers, rule: Rule) -> Margin:
    """Sum `values` over what each cell is counted with, on a few columns alone.

    Parameters
    ----------
    columns
        For each column, the code of each group, −1 for missing.
    values
        A number above zero for each group.
    rule
        What a missing value means, as for `Matching`.

    Returns
    -------
    The cell of each group; for each cell, the sum, and whether a group is in it.

    Examples
    --------
    Two women and a man in the north, three men in the south, and a man who does not say.

    >>> sex, region = np.array([0, 1, 1, 1]), np.array([0, 0, 1, -1])
    >>> cells, sums, present = margin([sex, region], np.array([2, 1, 3, 1]), "known")
    >>> sums[cells].tolist(), int(present.sum())
    ([2.0, 1.0, 3.0, 5.0], 4)
    """
    shape = tuple(int(codes.max()) + 2 for codes in columns)
    if prod(shape) > DENSE:
        return _by_sorting(np.stack(columns, axis=1), values, rule)
    cells = np.zeros(len(values), dtype=np.int64)
    for codes, width in zip(columns, shape, strict=True):
        cells *= width
        cells += codes
        cells += 1
    totals = np.bincount(cells, weights=values, minlength=prod(shape)).astype(np.float64)
    table = totals.reshape(shape)
    known = rule == "category" or all(codes.min() >= 0 for codes in columns)
    return Margin(cells, (table if known else _together(table, rule)).ravel(), totals > 0)


def _by_sorting(codes: Indices, values: Numbers, rule: Rule) -> Margin:
    ids, size = group_ids(codes)
    anyone = np.empty(size, dtype=np.int64)
    anyone[ids] = np.arange(len(ids))
    totals = np.bincount(ids, weights=values, minlength=size).astype(np.float64)
    sums = np.asarray(Matching.of(codes[anyone], rule).sums(totals))
    return Margin(ids, sums, np.ones(size, dtype=np.bool_))


def _together(table: Floats, rule: Rule) -> Floats:
    """Sum the cells that are counted together; along each axis the first place is missing.

    Two cells are counted together if they are on every axis, so that the axes can be summed one
    after the other.
    """
    for axis in range(table.ndim):
        first = (slice(None),) * axis + (slice(0, 1),)
        whole = table.sum(axis=axis, keepdims=True)
        table = table + table[first] if rule == "wildcard" else table.copy()
        table[first] = whole
    return table
