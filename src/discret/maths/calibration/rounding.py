"""Round weights and keep margins."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from discret.maths.arrays import Floats, Ints
from discret.maths.calibration.cube import balanced
from discret.maths.calibration.dependent_margins import independent

TINY = 1e-9


def rounded(
    weights: Floats,
    cell: Ints,
    columns: sparse.csr_array,
    base: float,
    rng: np.random.Generator,
) -> Floats:
    """Round weights to multiples of `base`, up or down, such that margins stay what they are.

    Parameters
    ----------
    weights
        The weights, none below `base`.
    cell
        For each weight its cell; weights of a cell count for the same margins.
    columns
        Cells × margins: what they count for.
    base
        Weights become multiples of it.
    rng
        Chance.

    Notes
    -----
    How many weights of a cell are rounded up is the sum of their fractions, rounded up or down by
    the cube method, balanced on the margins: these are off by less than the cells that are decided
    at its end, as many as independent margins at most. Within a cell the weights with the largest
    fractions go up.

    Examples
    --------
    >>> both = sparse.csr_array(np.ones((2, 1)))
    >>> cells = np.array([0, 0, 1])
    >>> rounded(np.array([1.5, 2.75, 3.75]), cells, both, 1.0, np.random.default_rng(1)).sum()
    np.float64(8.0)
    """
    shares = weights / base
    low = np.floor(shares + TINY)
    fraction = np.maximum(shares - low, 0.0)
    owed = np.bincount(cell, fraction, columns.shape[0])
    sure = np.floor(owed + TINY)
    chances = np.clip(owed - sure, 0.0, 1.0)
    kept = list(independent(columns, np.ones(len(owed)), np.zeros(columns.shape[1])).kept)
    size = np.ones((len(owed), 1))
    drawn = balanced(chances, np.concatenate([size, columns[:, kept].toarray()], axis=1), rng)
    up = _first(cell, fraction, (sure + drawn).astype(np.int64))
    return np.asarray((low + up) * base)


def _first(cell: Ints, fraction: Floats, number: Ints) -> NDArray[np.bool_]:
    """Mark in each cell as many as told, those with the largest fractions."""
    order = np.lexsort((-fraction, cell))
    size = np.bincount(cell, minlength=len(number))
    start = np.cumsum(size) - size
    rank = np.empty(len(cell), dtype=np.int64)
    rank[order] = np.arange(len(cell)) - start[cell[order]]
    return np.asarray(rank < number[cell])
