"""The graph of areas that are neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.matching import group_ids


class Graph(NamedTuple):
    """Neighbours of areas, in their order: those of each begin there in a list.

    Examples
    --------
    >>> graph = graph_of(np.array([[0, 1], [1, 0], [1, 2], [2, 2]]), 4)
    >>> [graph.near(area).tolist() for area in range(4)], components(graph).tolist()
    ([[1], [0, 2], [1], []], [0, 0, 0, 1])
    """

    begins: Ints
    to: Ints

    @property
    def areas(self) -> int:
        """How many areas there are."""
        return len(self.begins) - 1

    @property
    def pairs(self) -> Ints:
        """Pairs of neighbours, each both ways."""
        own = np.repeat(np.arange(self.areas), np.diff(self.begins))
        return np.stack([own, self.to], axis=1)

    def near(self, area: int) -> Ints:
        """Return the neighbours of an area."""
        return self.to[self.begins[area] : self.begins[area + 1]]


def graph_of(pairs: Ints, areas: int) -> Graph:
    """Return the graph of pairs of neighbours, one way or both; no area is its own neighbour."""
    both = np.concatenate([pairs, pairs[:, ::-1]]).astype(np.int64)
    both = both[both[:, 0] != both[:, 1]]
    known = np.unique(both[:, 0] * areas + both[:, 1])
    begins = np.concatenate([[0], np.cumsum(np.bincount(known // max(areas, 1), minlength=areas))])
    return Graph(begins.astype(np.int64), known % max(areas, 1))


def components(graph: Graph) -> Ints:
    """Return the component of each area, numbered by their first areas."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    ones = np.ones(len(graph.to), dtype=np.int8)
    matrix = csr_array((ones, graph.to, graph.begins), shape=(graph.areas, graph.areas))
    found = np.asarray(connected_components(matrix, directed=False)[1], dtype=np.int64)
    return _by_first(found)


def _by_first(own: Ints) -> Ints:
    """Return groups numbered by the first that is in each.

    Examples
    --------
    >>> _by_first(np.array([2, 0, 2, 1])).tolist()
    [0, 1, 0, 2]
    """
    _, first, ids = np.unique(own, return_index=True, return_inverse=True)
    place = np.empty(len(first), dtype=np.int64)
    place[np.argsort(first)] = np.arange(len(first))
    return place[ids]


def attached(graph: Graph, full: Bools) -> Ints:
    """Return for each area the nearest that is full, its own number if it is; −1 where none is.

    Those as near to several go with the one that comes first. Each goes with what a neighbour goes
    with, so that those that go with an area hang together.

    Examples
    --------
    >>> line = graph_of(np.array([[0, 1], [1, 2], [2, 3], [3, 4]]), 6)
    >>> attached(line, np.array([False, True, False, False, True, False])).tolist()
    [1, 1, 1, 4, 4, -1]
    """
    owner = np.where(full, np.arange(graph.areas), -1)
    pairs = graph.pairs
    while True:
        near = pairs[(owner[pairs[:, 0]] < 0) & (owner[pairs[:, 1]] >= 0)]
        if not len(near):
            return owner
        first = np.full(graph.areas, graph.areas)
        np.minimum.at(first, near[:, 0], owner[near[:, 1]])
        owner = np.where(first < graph.areas, first, owner)


def contracted(graph: Graph, owner: Ints, groups: int) -> Graph:
    """Return the graph of groups of areas; areas at −1 are in none."""
    pairs = owner[graph.pairs]
    return graph_of(pairs[(pairs >= 0).all(axis=1)], groups)


def hang_together(graph: Graph, areas: Sequence[int]) -> bool:
    """Whether some areas are one piece.

    Examples
    --------
    >>> line = graph_of(np.array([[0, 1], [1, 2]]), 3)
    >>> hang_together(line, [0, 1]), hang_together(line, [0, 2])
    (True, False)
    """
    left = {*areas}
    if not left:
        return False
    ahead = [left.pop()]
    while ahead:
        near = left.intersection(graph.near(ahead.pop()).tolist())
        left -= near
        ahead += near
    return not left


def numbered(labels: Ints) -> Ints:
    """Return labels numbered by the first that has each; −1 stays."""
    ids = group_ids(labels[:, None])[0]
    known = _by_first(np.where(labels < 0, len(labels) + 1, ids))
    if (labels < 0).any():
        nowhere = known[np.argmax(labels < 0)]
        known = np.where(known > nowhere, known - 1, known)
    return np.where(labels < 0, -1, known)
