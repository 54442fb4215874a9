"""Chains of nodes that rise through a lattice: a compiled walk."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np


@numba.njit(cache=True)
def rising(
    node: Any, shape: Any, bounds: Any, status: Any, below: Any, barred: Any, sought: Any
) -> Any:
    """Return the nodes met on the way up: each the node just above with the lowest bound.

    The walk ends where no node just above has a bound under `below` and a status other than
    `barred`, and before a node whose status is not `sought` (any will do where it is −1).

    Parameters
    ----------
    node
        Where it starts; not returned.
    shape
        Number of levels of each key.
    bounds, status
        Of every node, in the order of the lattice (row-major).
    below
        What bounds must be under.
    barred, sought
        The status that is avoided, and the one that all nodes must have.

    Examples
    --------
    >>> bounds = np.array([0.0, 2.0, 1.0, 3.0])  # of nodes (0, 0), (0, 1), (1, 0), (1, 1)
    >>> levels, status = np.array([2, 2]), np.zeros(4, dtype=np.int8)
    >>> rising(np.array([0, 0]), levels, bounds, status, np.inf, 1, -1).tolist()
    [[1, 0], [1, 1]]
    """
    keys = len(shape)
    strides = np.ones(keys, dtype=np.int64)
    for key in range(keys - 2, -1, -1):
        strides[key] = strides[key + 1] * shape[key + 1]
    found = np.empty((shape.sum() - keys, keys), dtype=np.int64)
    here = node.copy()
    place, number = (here * strides).sum(), 0
    while True:
        best, chosen = below, -1
        for key in range(keys):
            higher = place + strides[key]
            if here[key] + 1 < shape[key] and status[higher] != barred and bounds[higher] < best:
                best, chosen = bounds[higher], key
        if chosen < 0 or (sought >= 0 and status[place + strides[chosen]] != sought):
            return found[:number]
        here[chosen] += 1
        place += strides[chosen]
        found[number] = here
        number += 1
