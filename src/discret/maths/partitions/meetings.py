"""Where clusters and groups meet in the trees of the keys, and what it costs to show that.

What a cluster shows in a key is a node of a tree. Where trees are small, what it would show with
one more value is looked up; where they are large, one climbs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.kernels import Number, inner, kernel
from discret.maths.partitions.clusters import Space

MOST_CELLS = 2_000_000
Spots = NDArray[np.int32]


class Meetings(NamedTuple):
    """The trees of all keys, and where groups stand in them; nothing in it changes.

    A node is told by its *spot*: the place in the tables where its row begins or, in a key without
    tables, minus its number less one. A parent is numbered after its children; the last node of
    each key stands above those that no label covers, and costs infinitely much.

    Parameters
    ----------
    values, spots
        Groups × keys: the place of a value in each row of the tables, and the spot of its node.
    records
        Number of records of each group.
    met, price
        The tables: for a node and a value, the spot of the node where they meet, and its cost.
    parent, cost
        The node above each node, and what a record loses by showing a node.
    """

    values: Spots
    spots: Spots
    records: Ints
    met: Spots
    price: Floats
    parent: Ints
    cost: Floats


class _Tree(NamedTuple):
    """One key: the node of each value, the one above each node, and what each costs."""

    leaves: Ints
    parent: Ints
    cost: Floats


class _Layout(NamedTuple):
    """Key by key: the first node, the values of a row, whether there are tables, their start."""

    node: Ints
    width: Ints
    tabled: Bools
    start: Ints


def meetings_of(space: Space, most: int = MOST_CELLS) -> Meetings:
    """Lay out the trees of a space, the smallest with tables, of at most so many cells together.

    Examples
    --------
    Four people whose ages are 1, 2, 8, 9; below 5 and above are the labels of level 1.

    >>> codes = np.array([[[0, 1, 2, 3], [0, 0, 1, 1], [0, 0, 0, 0]]])
    >>> cost = np.array([[[0.0] * 4, [0.5] * 4, [1.0] * 4]])
    >>> ages = Space(np.arange(4)[:, None], np.ones(4, dtype=np.int64), codes, cost)
    >>> found = meetings_of(ages)
    >>> found.price[found.spots[1] + found.values[:, 0]].tolist()
    [0.5, 0.0, 1.0, 1.0]
    """
    trees = [_tree(*key) for key in zip(space.codes, space.cost, space.values.T, strict=True)]
    layout = _layout(trees, most)
    leaves = [tree.leaves[own] for tree, own in zip(trees, space.values.T, strict=True)]
    nodes = np.stack(leaves, axis=1)
    spots = np.where(
        layout.tabled, nodes * layout.width + layout.start[:-1], -1 - nodes - layout.node
    )
    return Meetings(
        space.values.astype(np.int32),
        spots.astype(np.int32),
        space.records,
        *_tables(trees, layout),
        np.concatenate([tree.parent + at for tree, at in zip(trees, layout.node, strict=True)]),
        np.concatenate([tree.cost for tree in trees]),
    )


def _tree(codes: Ints, cost: Floats, values: Ints) -> _Tree:
    width, size, nodes = int(values.max()) + 1, 0, []
    for level in codes[:, :width]:
        nodes.append(size + np.unique(level, return_inverse=True)[1].ravel())
        size = int(nodes[-1].max()) + 1
    parent, price = np.full(size + 1, size), np.full(size + 1, np.inf)
    for own, above, lost in zip(nodes, [*nodes[1:], size], cost[:, :width], strict=True):
        parent[own] = above
        price[own] = lost  # where a missing value shares a label, those after it tell
    return _Tree(nodes[0], parent, price)


def _layout(trees: list[_Tree], most: int) -> _Layout:
    size = np.array([len(tree.parent) for tree in trees])
    width = np.array([len(tree.leaves) for tree in trees])
    small = np.argsort(size * width, kind="stable")
    tabled = np.zeros(len(trees), dtype=np.bool_)
    tabled[small] = np.cumsum((size * width)[small]) <= most
    start = np.concatenate([[0], np.cumsum(np.where(tabled, size * width, 0))])
    return _Layout(np.cumsum(size) - size, width, tabled, start)


def _tables(trees: list[_Tree], layout: _Layout) -> tuple[Spots, Floats]:
    met, price = np.empty(layout.start[-1], dtype=np.int32), np.empty(layout.start[-1])
    for key in np.flatnonzero(layout.tabled):
        own, (leaves, parent, cost) = slice(*layout.start[key : key + 2]), trees[key]
        table = met[own].reshape(len(parent), len(leaves))
        _meet(parent, leaves, table)
        price[own] = cost[table].ravel()
        met[own] = met[own] * len(leaves) + layout.start[key]
    return met, price


@kernel
def _meet(parent: Ints, leaves: Ints, found: Spots) -> None:
    for node in range(found.shape[0]):
        for value in range(found.shape[1]):
            found[node, value] = _above(parent, node, leaves[value])


@inner
def _above(parent: Ints, one: Number, other: Number) -> Number:
    """Return the lowest node above two: of these, the lower number is never above the other."""
    while one != other:
        if one < other:
            one = parent[one]
        else:
            other = parent[other]
    return one


@inner
def price(meetings: Meetings, spot: Number, group: Number, key: Number) -> float:
    """Return what each record loses in a key by showing the node where one meets a group."""
    if spot >= 0:
        return float(meetings.price[np.uint64(spot + meetings.values[group, key])])
    other = -1 - meetings.spots[group, key]
    return float(meetings.cost[_above(meetings.parent, -1 - spot, other)])


@inner
def lost_with(meetings: Meetings, spots: Spots, row: Number, group: Number) -> float:
    """Return what each record loses in all keys where the nodes of a row cover one more group."""
    lost = 0.0
    for key in range(spots.shape[1]):
        lost += price(meetings, spots[row, key], group, key)
    return lost


@inner
def cover(meetings: Meetings, spots: Spots, row: Number, group: Number) -> None:
    """Climb until the nodes of a row cover one more group."""
    for key in range(spots.shape[1]):
        spot = spots[row, key]
        if spot >= 0:
            spots[row, key] = meetings.met[spot + meetings.values[group, key]]
        else:
            other = -1 - meetings.spots[group, key]
            spots[row, key] = -1 - _above(meetings.parent, -1 - spot, other)
