"""Walks through a lattice, compiled: chains of nodes that rise, and the nearest one below."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats, Ints
from discret.maths.kernels import Number, kernel


def rising(
    node: Ints,
    shape: Ints,
    bounds: Floats,
    status: NDArray[np.int8],
    below: float,
    barred: int,
    sought: int,
) -> Ints:
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
    levels, strides, most = _laid_out(tuple(shape.tolist()))
    met = np.empty((most, len(levels)), dtype=np.int64)
    here, place = np.array(node, dtype=np.int64), int(node @ strides)
    steps = _Steps(here, strides, levels)
    number = _climb(steps, place, bounds, status, below, barred, sought, met)
    return met[:number]


@lru_cache(maxsize=4)  # asked for again at every walk
def _laid_out(shape: tuple[int, ...]) -> tuple[Ints, Ints, int]:
    """Return the levels of each key, how far apart neighbours lie, and the steps of a walk."""
    levels = np.array(shape, dtype=np.int64)
    strides = np.ones(len(levels), dtype=np.int64)
    strides[:-1] = np.cumprod(levels[:0:-1])[::-1]
    return levels, strides, int(levels.sum()) - len(levels)


class _Steps(NamedTuple):
    """Where a walk is, how far apart neighbours lie in each key, and how many levels it has."""

    here: Ints
    strides: Ints
    shape: Ints


@kernel
def _climb(
    steps: _Steps, place: Number, bounds: Floats, status: NDArray[np.int8], below: float,
    barred: Number, sought: Number, met: Ints,
) -> Number:  # fmt: skip
    here, strides, shape = steps
    keys, number = len(shape), 0
    while True:
        best, chosen = below, -1
        for key in range(keys):
            higher = place + strides[key]
            if here[key] + 1 < shape[key] and status[higher] != barred and bounds[higher] < best:
                best, chosen = bounds[higher], key
        if chosen < 0 or (sought >= 0 and status[place + strides[chosen]] != sought):
            return number
        here[chosen] += 1
        place += strides[chosen]
        for key in range(keys):
            met[number, key] = here[key]
        number += 1


def smallest_below(node: NDArray[np.int16], nodes: NDArray[np.int16], sizes: Ints) -> int:
    """Return the place of the node with the smallest size among those below, the first of equals.

    Examples
    --------
    >>> nodes = np.array([[0, 0], [0, 1], [2, 0]], dtype=np.int16)
    >>> smallest_below(np.array([1, 1], dtype=np.int16), nodes, np.array([9, 5, 2]))
    1
    """
    return int(_smallest_below(node, nodes, sizes))


@kernel
def _smallest_below(node: NDArray[np.int16], nodes: NDArray[np.int16], sizes: Ints) -> Number:
    best = np.int64(0)
    for place in range(1, len(nodes)):
        if sizes[place] < sizes[best]:
            below = True
            for key in range(len(node)):
                if nodes[place, key] > node[key]:
                    below = False
                    break
            if below:
                best = np.int64(place)
    return best
