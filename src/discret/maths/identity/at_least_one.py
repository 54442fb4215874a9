"""The chance that at least one record of a unit is recognised, from sparse tables of counts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats

Numbers = NDArray[Any]


def at_least_one(counts: Any, risk: Floats) -> Floats:
    r"""Return the risk of each unit: :math:`1 - ∏ (1 - r_g)^{n_{gu}}`.

    Parameters
    ----------
    counts
        Sparse matrix, groups × units: the records of each group that each unit holds.
    risk
        The risk of a record of each group.

    Notes
    -----
    The product is a sum of logarithms, :math:`-\mathrm{expm1}(∑ n_{gu} \log1p(-r_g))`, so that
    small risks lose no digit. A record that is recognised for certain makes its unit certain.

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> at_least_one(csr_array(np.array([[2, 0, 1], [0, 1, 1]])), np.array([0.5, 1.0]))
    array([0.75, 1.  , 1.  ])
    """
    certain = risk >= 1.0
    escapes = np.log1p(-np.where(certain, 0.0, risk))
    found = -np.expm1(counts.T @ escapes)
    return np.where(counts.T @ certain.astype(np.int64) > 0, 1.0, found)


def largest_of(indptr: Numbers, values: Floats) -> Floats:
    """Return the largest of the values of each row of a sparse matrix, 0 for an empty row.

    Examples
    --------
    >>> largest_of(np.array([0, 2, 2, 3]), np.array([0.1, 0.4, 0.3]))
    array([0.4, 0. , 0.3])
    """
    filled = np.diff(indptr) > 0
    largest = np.zeros(len(filled))
    if filled.any():
        largest[filled] = np.maximum.reduceat(values, indptr[:-1][filled])
    return largest
