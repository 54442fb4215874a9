"""Ways through a lattice, compiled: chains of nodes that rise, and the nearest one below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats, Ints
from discret.maths.kernels import Number, inner, kernel

Status = NDArray[np.int8]
UNKNOWN, FAILS, HOLDS, CHECKED = 0, 1, 2, 3


class Lattice(NamedTuple):
    """Nodes in the order of their levels, that of the last key first to rise (row-major).

    Parameters
    ----------
    shape
        Number of levels of each key.
    strides
        How far apart neighbours lie in each key.
    bounds, status
        Of every node.
    """

    shape: Ints
    strides: Ints
    bounds: Floats
    status: Status

    @classmethod
    def of(cls, bounds: Floats, status: Status) -> Lattice:
        """See arrays with an axis for each key as a lattice; they are changed with it."""
        shape = np.array(bounds.shape, dtype=np.int64)
        strides = np.ones(len(shape), dtype=np.int64)
        strides[:-1] = np.cumprod(shape[:0:-1])[::-1]
        return cls(shape, strides, bounds.reshape(-1), status.reshape(-1))


class Chain(NamedTuple):
    """Nodes that rise.

    Parameters
    ----------
    here
        The levels where the walk is.
    nodes, places
        The levels of each node, and its place in the lattice.
    """

    here: Ints
    nodes: Ints
    places: Ints

    @classmethod
    def of(cls, shape: Sequence[int]) -> Chain:
        """Make room for the longest chain."""
        keys, most = len(shape), sum(shape) - len(shape) + 1
        sizes = keys, (most, keys), most
        return cls(*(np.zeros(size, dtype=np.int64) for size in sizes))


@inner
def rise(lattice: Lattice, chain: Chain, place: Number, below: float, unknown: bool) -> Number:
    """Find the nodes met on the way up: each the node just above with the lowest bound.

    The walk ends where no node just above has a bound under `below` and may hold. Where `unknown`,
    it begins with the node itself and ends before the first of which something is known. Returns
    the number of nodes of the chain.
    """
    shape, strides, bounds, status = lattice
    here, nodes, places = chain
    keys, number = len(shape), 0
    for key in range(keys):
        here[key] = place // strides[key] % shape[key]
    if unknown:
        places[0], number = place, 1
        for key in range(keys):
            nodes[0, key] = here[key]
    while True:
        best, chosen = below, -1
        for key in range(keys):
            higher = place + strides[key]
            if here[key] + 1 < shape[key] and status[higher] != FAILS and bounds[higher] < best:
                best, chosen = bounds[higher], key
        if chosen < 0 or (unknown and status[place + strides[chosen]] != UNKNOWN):
            return number
        here[chosen] += 1
        place += strides[chosen]
        for key in range(keys):
            nodes[number, key] = here[key]
        places[number] = place
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
