"""Which margins follow from others."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import sparse

from discret.maths.arrays import Floats, Ints

SMALL = 1e-9  # share of a margin, left when those before it are taken out, that counts as nothing
CLOSE = 1e-9


class Independent(NamedTuple):
    """Margins that say something new, those that do not, and those of the latter that are wrong.

    Parameters
    ----------
    kept
        Margins none of which follows from those before.
    redundant
        The others.
    contradicted
        Those of the others whose total is not the one that follows.
    """

    kept: tuple[int, ...]
    redundant: tuple[int, ...]
    contradicted: tuple[int, ...]

    def among(self, places: Ints) -> Independent:
        """Return the same, of margins that are some of others."""
        return Independent(*(tuple(int(places[number]) for number in own) for own in self))


def independent(units: sparse.csr_array, weights: Floats, totals: Floats) -> Independent:
    """Go through the margins in their order, and set aside those that follow from earlier ones.

    Parameters
    ----------
    units
        Units × margins.
    weights
        Weight of each unit, nought for those that do not count.
    totals
        Total of each margin.

    Notes
    -----
    Cholesky's factorisation of the (scaled) products of the margins, leaving out a margin of which
    nothing is left.

    Examples
    --------
    Both sexes, and everybody: the third follows. Its total is wrong.

    >>> units = sparse.csr_array(np.array([[1.0, 0, 1], [0, 1, 1]]))
    >>> independent(units, np.ones(2), np.array([3.0, 4, 8]))
    Independent(kept=(0, 1), redundant=(2,), contradicted=(2,))
    """
    products = (units.T @ sparse.diags_array(weights) @ units).toarray()
    size = np.sqrt(np.maximum(products.diagonal(), 0.0))
    products = products / np.outer(np.where(size > 0, size, 1.0), np.where(size > 0, size, 1.0))
    kept: list[int] = []
    redundant: list[int] = []
    rows = np.zeros_like(products)
    for margin in range(len(totals)):
        known = rows[: len(kept)]
        left = products[margin] - known[:, margin] @ known
        if left[margin] <= SMALL:
            redundant.append(margin)
        else:
            rows[len(kept)] = left / np.sqrt(left[margin])
            kept.append(margin)
    wrong = _contradicted(rows[: len(kept)], kept, redundant, totals, size)
    return Independent(tuple(kept), tuple(redundant), wrong)


def _contradicted(
    rows: Floats, kept: list[int], redundant: list[int], totals: Floats, size: Floats
) -> tuple[int, ...]:
    """Express the redundant margins by the others, and compare totals."""
    from scipy.linalg import solve_triangular

    if not redundant:
        return ()
    scale = np.where(size > 0, size, 1.0)
    parts = solve_triangular(rows[:, kept], rows[:, redundant]) if kept else np.zeros((0, 0))
    told = totals / scale
    follows = told[kept] @ parts if kept else np.zeros(len(redundant))
    reach = np.abs(told[kept]) @ np.abs(parts) if kept else np.zeros(len(redundant))
    gaps = np.abs(told[redundant] - follows)
    off = gaps > CLOSE * np.maximum(
        np.maximum(reach, np.abs(told[redundant])), np.finfo(float).tiny
    )
    return tuple(int(margin) for margin, wrong in zip(redundant, off, strict=True) if wrong)
