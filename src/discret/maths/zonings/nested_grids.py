"""Grids of several levels, one inside the other, as one partition into what is left of each square.

A square that is published, less the published squares inside it, is what is left of it. The totals
of these pieces tell exactly what the totals of the levels tell, so that a nested grid is one
zoning.
"""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Bools, Ints


def residual_squares(squares: Ints, published: Bools) -> tuple[Ints, Ints, Ints]:
    """Give each row the smallest published square around it: the piece of the partition it is in.

    Parameters
    ----------
    squares
        Rows × levels, from coarse to fine: the square of each row at each level.
    published
        Rows × levels: whether that square is published.

    Returns
    -------
    For each row the number of its piece; for each piece its level, and a row that is in it. A row
    that no published square holds has its finest square for a piece, and the level is −1.

    Examples
    --------
    A square of 1 km with two of 200 m, of which the second is withheld.

    >>> squares = np.array([[0, 0], [0, 1], [0, 1]])
    >>> published = np.array([[1, 1], [1, 0], [1, 0]], dtype=bool)
    >>> piece, level, row = residual_squares(squares, published)
    >>> piece.tolist(), level.tolist(), row.tolist()
    ([1, 0, 0], [0, 1], [1, 0])
    """
    rows, levels = squares.shape
    depth = np.where(published, np.arange(levels), -1).max(axis=1, initial=-1)
    code = squares[np.arange(rows), depth]  # −1: the finest
    width = int(squares.max(initial=-1)) + 1
    keys, first, piece = np.unique(
        (depth + 1) * width + code, return_index=True, return_inverse=True
    )
    return piece.ravel(), keys // max(width, 1) - 1, first


def are_nested(squares: Ints) -> bool:
    """Whether each square lies inside one square of the next coarser level.

    Examples
    --------
    >>> are_nested(np.array([[0, 0], [0, 1], [1, 2]])), are_nested(np.array([[0, 0], [1, 0]]))
    (True, False)
    """
    for coarse, fine in zip(squares.T[:-1], squares.T[1:], strict=True):
        pairs = np.unique(np.stack([fine, coarse]), axis=1)
        if len(np.unique(pairs[0])) < pairs.shape[1]:
            return False
    return True
