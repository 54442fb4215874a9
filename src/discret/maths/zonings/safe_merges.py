"""Merge zones that no small group can separate: a shortcut that changes no answer."""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Ints
from discret.maths.zonings.crossing import neighbours, straddling, summed


def merged_zones(zone: Ints, square: Ints, count: Ints, threshold: int, number: int) -> Ints:
    """Return the class of each of `number` zones.

    Zones i and j are merged where i has at least the threshold in the squares that it shares with
    j, and j in those that it shares with i: any set with one and without the other leaves one of
    these sums, so that no group below the threshold separates them (the first rule of Costemalle
    2019). Classes are merged in turn, until none is.

    Examples
    --------
    >>> zone, square = np.array([0, 1, 1, 2]), np.array([0, 0, 1, 1])
    >>> merged_zones(zone, square, np.array([20, 15, 3, 40]), 11, 3).tolist()
    [0, 0, 1]
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    classes = np.arange(number)
    while True:
        own = summed(classes[zone], square, count)
        kept = straddling(own[0], own[1])
        zones, squares, counts = (array[kept] for array in own)
        if not len(zones):
            return classes
        left, right = neighbours(squares)
        size = int(classes.max()) + 1
        pairs, places = np.unique(zones[left] * size + zones[right], return_inverse=True)
        sums = np.bincount(places.ravel(), counts[left])
        big = pairs[sums >= threshold]
        both = big[np.isin(big % size * size + big // size, big, assume_unique=True)]
        if not len(both):
            return classes
        graph = csr_array((np.ones(len(both)), (both // size, both % size)), shape=(size, size))
        classes = connected_components(graph, directed=False)[1].astype(np.int64)[classes]
