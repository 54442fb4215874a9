"""Ways through a lattice, compiled: open nodes, chains that rise, and the nearest one below."""

from __future__ import annotations

from math import tanh
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats, Ints
from discret.maths.kernels import Number, kernel_or
from discret.maths.recoding.failure_forecast import SPREAD

Status = NDArray[np.int8]
UNKNOWN, FAILS, HOLDS, CHECKED = 0, 1, 2, 3
SETTLED = FAILS, CHECKED


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


@kernel_or()
def next_open(lattice: Lattice, order: Ints, at: Number, best: float) -> Number:
    """Return where, from `at` on, a node stands in an order that may still be the best.

    The length of the order says that there is none any more.
    """
    while at < len(order):
        if lattice.bounds[order[at]] < best and lattice.status[order[at]] not in SETTLED:
            break
        at += 1
    return at


@kernel_or()
def climb(lattice: Lattice, first: Ints, weights: Floats, place: Number) -> Number:
    """Return the node that settles most if it fails, as it is likely to, of a chain that rises.

    The chain begins with a node of which nothing is known, and ends before the first of which
    something is: each is the one just above with the lowest bound. `first` and `weights` are those
    of a forecast.
    """
    shape, strides, bounds, status = lattice
    most, taken = -1.0, place
    while True:
        guess, settles, best, above = weights[0], 1.0, np.inf, place
        for key in range(len(shape)):
            level = place // strides[key] % shape[key]
            for step in range(1, level + 1):
                guess += weights[first[key] + step]
            settles *= level + 1.0
            higher = place + strides[key]
            if level + 1 < shape[key] and status[higher] != FAILS and bounds[higher] < best:
                best, above = bounds[higher], higher
        worth = (1.0 + tanh(guess / (2 * SPREAD))) * settles
        if worth > most:
            most, taken = worth, place
        if above == place or status[above] != UNKNOWN:
            return taken
        place = above


@kernel_or()
def rise(lattice: Lattice, places: Ints, place: Number, below: float) -> Number:
    """Find the nodes met on the way up: each the node just above with the lowest bound.

    The walk ends where no node just above has a bound under `below` and may hold. Returns the
    number of nodes of the chain, whose places are filled in.
    """
    shape, strides, bounds, status = lattice
    number = np.int64(0)
    while True:
        best, above = below, place
        for key in range(len(shape)):
            higher = place + strides[key]
            climbs = place // strides[key] % shape[key] + 1 < shape[key]
            if climbs and status[higher] != FAILS and bounds[higher] < best:
                best, above = bounds[higher], higher
        if above == place:
            return number
        places[number] = place = above
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


@kernel_or()
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
