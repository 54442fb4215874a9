"""What equal weights give away: numbers that are the same but for rounding, and what they mark."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Floats, Ints

Numbers = NDArray[Any]


def alike(values: Numbers, tolerance: float = 1e-9) -> Ints:
    """Give the same number to values above zero that are equal but for rounding.

    A value is put with the next smaller one where it is above it by less than `tolerance` of
    itself: calibrated weights, and their ratios, differ in their last digits within one cell.

    Examples
    --------
    >>> alike(np.array([1.32, 2.0, 1.3200000000000003])).tolist()
    [0, 1, 0]
    """
    order = np.argsort(values, kind="stable")
    ranked = np.asarray(values, dtype=np.float64)[order]
    rises = np.diff(ranked, prepend=ranked[:1]) > tolerance * ranked
    classes = np.empty(len(ranked), dtype=np.int64)
    classes[order] = np.cumsum(rises)
    return classes


def shared(marks: Ints, count: Numbers) -> Bools:
    """Mark the cells whose mark several records have: of others nobody tells anything.

    Examples
    --------
    >>> shared(np.array([0, 0, 1, 2]), np.array([1, 1, 1, 2])).tolist()
    [True, True, False, True]
    """
    return np.asarray(np.bincount(marks, weights=count)[marks] > 1)


def told(
    marks: Ints, values: Ints, count: Numbers, among: Bools | None = None
) -> tuple[Ints, Floats]:
    """Say which value each mark tells, −1 for none, and how many records of each mark show one.

    A mark tells a value if all records with that mark that show a value show the same one, while
    the values of the file are not all the same anyway.

    Parameters
    ----------
    marks
        The mark of each cell, from 0.
    values
        The value of each cell, −1 where it is not shown.
    count
        The number of records of each cell.
    among
        The cells to look at; all of them without it.

    Examples
    --------
    >>> marks, values = np.array([0, 0, 0, 1, 1, 2]), np.array([5, 5, -1, 5, 7, -1])
    >>> told(marks, values, np.array([1, 3, 1, 1, 1, 1]))
    (array([ 5, -1, -1]), array([4., 2., 0.]))
    """
    size = int(marks.max(initial=-1)) + 1
    shown = values >= 0
    varies = bool(shown.any()) and values[shown].min() < values.max()
    shown = shown if among is None else shown & among
    at, value = (marks, values) if shown.all() else (marks[shown], values[shown])
    number = np.bincount(at, weights=count[shown], minlength=size).astype(np.float64)
    any_of = np.full(size, -1, dtype=np.int64)  # the values of each mark
    any_of[at] = value
    mixed = np.zeros(size, dtype=np.bool_)
    mixed[at[value != any_of[at]]] = True
    return np.where(mixed | (not varies), -1, any_of), number
