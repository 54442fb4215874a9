"""Sums of the rows of sparse tables of counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array


def added_rows(counts: csr_array, ids: NDArray[np.int32], size: int) -> csr_array:
    """Add up the rows of a sparse table that have the same number.

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> table = csr_array(np.array([[1, 0], [0, 2], [3, 0]]))
    >>> added_rows(table, np.array([0, 1, 0], dtype=np.int32), 2).toarray().tolist()
    [[4, 0], [0, 2]]
    """
    from scipy.sparse import csr_array as csr

    width = counts.shape[1]
    if size * width <= counts.nnz:  # cell by cell: faster where few cells are empty
        cells = np.repeat(ids.astype(np.int64) * width, np.diff(counts.indptr)) + counts.indices
        full = np.bincount(cells, counts.data, size * width).astype(np.int64)
        return csr(full.reshape(size, width))
    ones = np.ones(len(ids), dtype=np.int64)
    every = np.arange(len(ids), dtype=np.int32)
    return csr((ones, (ids, every)), shape=(size, len(ids))) @ counts
