"""Grids of several levels, one inside the other, as one partition into what is left of each cell.

A cell that is published, less the published cells inside it, is what is left of it. The totals of
these pieces tell exactly what the totals of the levels tell, so that a nested grid is one zoning.
"""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Bools, Ints


def residual_cells(cells: Ints, published: Bools) -> tuple[Ints, Ints, Ints]:
    """Give each row the smallest published cell around it: the piece of the partition it is in.

    Parameters
    ----------
    cells
        Rows × levels, from coarse to fine: the cell of each row at each level.
    published
        Rows × levels: whether that cell is published.

    Returns
    -------
    For each row the number of its piece; for each piece its level, and a row that is in it. A row
    that no published cell holds has its finest cell for a piece, and the level is −1.

    Examples
    --------
    A square of 1 km with two of 200 m, of which the second is withheld.

    >>> cells = np.array([[0, 0], [0, 1], [0, 1]])
    >>> piece, level, row = residual_cells(cells, np.array([[1, 1], [1, 0], [1, 0]], dtype=bool))
    >>> piece.tolist(), level.tolist(), row.tolist()
    ([1, 0, 0], [0, 1], [1, 0])
    """
    rows, levels = cells.shape
    depth = np.where(published, np.arange(levels), -1).max(axis=1, initial=-1)
    code = cells[np.arange(rows), depth]  # −1: the finest
    width = int(cells.max(initial=-1)) + 1
    keys, first, piece = np.unique(
        (depth + 1) * width + code, return_index=True, return_inverse=True
    )
    return piece.ravel(), keys // max(width, 1) - 1, first


def are_nested(cells: Ints) -> bool:
    """Whether each cell lies inside one cell of the next coarser level.

    Examples
    --------
    >>> are_nested(np.array([[0, 0], [0, 1], [1, 2]])), are_nested(np.array([[0, 0], [1, 0]]))
    (True, False)
    """
    for coarse, fine in zip(cells.T[:-1], cells.T[1:], strict=True):
        pairs = np.unique(np.stack([fine, coarse]), axis=1)
        if len(np.unique(pairs[0])) < pairs.shape[1]:
            return False
    return True
