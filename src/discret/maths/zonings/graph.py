"""The graph of zones that share a square: its edges, its components, its classes."""

from __future__ import annotations

import numpy as np

from discret.maths import zonings
from discret.maths.arrays import Ints
from discret.maths.zonings.crossing import neighbours, straddling, summed


def edges(zone: Ints, square: Ints, count: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the edges between zones that share a square: from, to, weight.

    The edge from i to j has the observations of i in the squares that it shares with j (Costemalle
    2018, section 1.1). Observations of a square over three zones are in two edges, and so on.

    Examples
    --------
    >>> found = edges(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 2]), np.array([20, 2, 15, 30]))
    >>> [own.tolist() for own in found]
    [[0, 1], [1, 0], [2, 15]]
    """
    zone, square, count = summed(zone, square, count)
    left, right = neighbours(square)
    return summed(zone[left], zone[right], count[left])


def components(zone: Ints, square: Ints, zones: int) -> Ints:
    """Return the component of each of `zones` zones: those that squares link, directly or not.

    Examples
    --------
    >>> components(np.array([0, 1, 1, 2, 3]), np.array([0, 0, 1, 1, 2]), 4).tolist()
    [0, 0, 0, 1]
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    size = zones + int(square.max(initial=-1)) + 1
    links = csr_array((np.ones(len(zone)), (zone, zones + square)), shape=(size, size))
    found = connected_components(links, directed=False)[1][:zones]
    return np.asarray(np.unique(found, return_inverse=True)[1].ravel(), dtype=np.int64)


def unseparated(zone: Ints, square: Ints, count: Ints, threshold: int, number: int) -> Ints:
    """Return the class of each of `number` zones: those that no small group separates are one.

    Zones i and j that share a square are one where the smallest cut from i to j and that from j to
    i have the threshold at least: this is the criterion that the two rules of Costemalle (2018)
    approach from below. It is an equivalence, and merging changes no cut below the threshold.

    Examples
    --------
    Neither of the three shares eleven with another, but all cuts are higher.

    >>> zone, square = np.array([0, 1, 1, 2, 2, 0]), np.array([0, 0, 1, 1, 2, 2])
    >>> unseparated(zone, square, np.full(6, 6), 11, 3).tolist()
    [0, 0, 0]
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    zones, squares, counts = summed(*at_borders(zone, square, count))
    left, right = neighbours(squares)
    pairs = np.unique(zones[left] * number + zones[right])
    order = np.argsort(squares, kind="stable")
    net = zonings.cut_flows.Net(zones, squares, counts, _begins(zones), _begins(squares), order)
    size = zonings.cut_flows.cuts(net, pairs // number, pairs % number, threshold)[0]
    big = pairs[size >= threshold]
    both = big[np.isin(big % number * number + big // number, big, assume_unique=True)]
    graph = csr_array((np.ones(len(both)), (both // number, both % number)), shape=(number, number))
    return np.asarray(connected_components(graph, directed=False)[1], dtype=np.int64)


def at_borders(zone: Ints, square: Ints, count: Ints) -> tuple[Ints, Ints, Ints]:
    """Keep the intersections of squares that have several zones.

    Examples
    --------
    >>> found = at_borders(np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([5, 6, 7]))
    >>> [one.tolist() for one in found]
    [[0, 1], [1, 1], [6, 7]]
    """
    own = summed(zone, square, count)
    kept = straddling(own[0], own[1])
    return own[0][kept], own[1][kept], own[2][kept]


def _begins(codes: Ints) -> Ints:
    return np.concatenate([[0], np.cumsum(np.bincount(codes))]).astype(np.int64)
