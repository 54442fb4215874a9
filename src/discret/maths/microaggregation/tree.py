"""A k-d tree whose points are taken out one by one, with exact answers to who is near and far.

The boxes of its nodes shrink as points leave (Bentley 1975; Friedman, Bentley and Finkel 1977). A
bound from a box is computed in the order of the distances themselves, and rounding keeps order: it
is never beyond a distance that it bounds, so that answers are those of looking at every point.
Among points equally far, the one of the first row is taken.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.kernels import NONE, Number, inner, kernel

LEAF = 8  # points in a leaf, at most
DEEP = 128  # nodes that wait to be looked at, at most


class Tree(NamedTuple):
    """Points in the order of the leaves; of each leaf, those still there come first."""

    points: Floats
    row: Ints  # the row of the point at each place
    place: Ints  # the place of the point of each row
    leaf: Ints  # the leaf of each place
    first: Ints  # by node: where its points begin
    left: Ints  # by node: its first child, −1 for a leaf; the second follows at `right`
    right: Ints
    parent: Ints
    there: Ints  # by node: how many points are still there
    low: Floats  # by node: the box of those
    high: Floats
    waiting: Ints  # nodes to be looked at


def planted(points: Floats) -> Tree:
    """Build the tree of points.

    Examples
    --------
    >>> tree = planted(np.array([[0.0], [1.0], [5.0]]))
    >>> near, distance = np.zeros(2, dtype=np.int64), np.zeros(2)
    >>> take_nearest(tree, np.array([4.0]), near, distance)
    2
    >>> near.tolist(), farthest(tree, np.array([4.0]))
    ([2, 1], 0)
    >>> remove(tree, 0)
    >>> farthest(tree, np.array([4.0]))
    1
    """
    size, columns = points.shape
    nodes = max(4 * -(-size // LEAF), 1)
    tree = Tree(
        np.ascontiguousarray(points, dtype=np.float64).copy(),
        np.arange(size),
        np.arange(size),
        np.zeros(size, dtype=np.int64),
        np.full(nodes, -1),
        np.full(nodes, -1),
        np.full(nodes, -1),
        np.full(nodes, -1),
        np.zeros(nodes, dtype=np.int64),
        np.zeros((nodes, columns)),
        np.zeros((nodes, columns)),
        np.zeros(DEEP, dtype=np.int64),
    )
    if size:
        _plant(tree)
    return tree


@kernel
def _plant(tree: Tree) -> None:
    tree.first[0], tree.there[0] = 0, len(tree.row)
    tree.waiting[0] = 0
    waiting, nodes = 1, 1
    while waiting:
        waiting -= 1
        node = tree.waiting[waiting]
        start, size = tree.first[node], tree.there[node]
        _box(tree, node)
        if size <= LEAF:
            for place in range(start, start + size):
                tree.leaf[place] = node
                tree.place[tree.row[place]] = place
            continue
        half = size // 2
        _part(tree, start, start + size - 1, start + half, _widest(tree, node))
        for child, begin, many in ((nodes, start, half), (nodes + 1, start + half, size - half)):
            tree.first[child], tree.there[child], tree.parent[child] = begin, many, node
            tree.waiting[waiting] = child
            waiting += 1
        tree.left[node], tree.right[node] = nodes, nodes + 1
        nodes += 2


@inner
def _widest(tree: Tree, node: Number) -> Number:
    widest, width = 0, -1.0
    for column in range(tree.points.shape[1]):
        if tree.high[node, column] - tree.low[node, column] > width:
            widest, width = column, tree.high[node, column] - tree.low[node, column]
    return widest


@inner
def _part(tree: Tree, start: Number, end: Number, middle: Number, column: Number) -> None:
    """Put what is below the middle point before it (Hoare 1961)."""
    while start < end:
        pivot = tree.points[(start + end) // 2, column]
        low, high = start, end
        while low <= high:
            while tree.points[low, column] < pivot:
                low += 1
            while tree.points[high, column] > pivot:
                high -= 1
            if low <= high:
                _exchange(tree, low, high)
                low += 1
                high -= 1
        if middle <= high:
            end = high
        elif middle >= low:
            start = low
        else:
            return


@inner
def _exchange(tree: Tree, one: Number, other: Number) -> None:
    for column in range(tree.points.shape[1]):
        value = tree.points[one, column]
        tree.points[one, column] = tree.points[other, column]
        tree.points[other, column] = value
    row = tree.row[one]
    tree.row[one] = tree.row[other]
    tree.row[other] = row


@inner
def _box(tree: Tree, node: Number) -> None:
    """Draw the box of the points of a node that are all together at its beginning."""
    start = tree.first[node]
    for column in range(tree.points.shape[1]):
        low = high = tree.points[start, column]
        for place in range(start + 1, start + tree.there[node]):
            low = min(low, tree.points[place, column])
            high = max(high, tree.points[place, column])
        tree.low[node, column], tree.high[node, column] = low, high


@kernel
def remove(tree: Tree, row: Number) -> None:
    """Take the point of a row out, and let the boxes around it shrink."""
    place = tree.place[row]
    node = tree.leaf[place]
    last = tree.first[node] + tree.there[node] - 1
    _exchange(tree, place, last)
    tree.place[tree.row[place]], tree.place[row] = place, last
    tree.there[node] -= 1
    if tree.there[node]:
        _box(tree, node)
    node = tree.parent[node]
    while node >= 0:
        tree.there[node] -= 1
        if tree.there[node]:
            _cover(tree, node)
        node = tree.parent[node]


@inner
def _cover(tree: Tree, node: Number) -> None:
    """Draw the box of a node around those of its children."""
    left, right = tree.left[node], tree.right[node]
    if not tree.there[left]:
        left = right
    elif not tree.there[right]:
        right = left
    for column in range(tree.points.shape[1]):
        tree.low[node, column] = min(tree.low[left, column], tree.low[right, column])
        tree.high[node, column] = max(tree.high[left, column], tree.high[right, column])


@inner
def _apart(tree: Tree, place: Number, point: Floats) -> float:
    total = 0.0
    for column in range(len(point)):
        step = tree.points[place, column] - point[column]
        total += step * step
    return total


@inner
def _at_least(tree: Tree, node: Number, point: Floats) -> float:
    """Return the square of the distance that points of a node have at least."""
    total = 0.0
    for column in range(len(point)):
        step = 0.0
        if point[column] < tree.low[node, column]:
            step = tree.low[node, column] - point[column]
        elif point[column] > tree.high[node, column]:
            step = tree.high[node, column] - point[column]
        total += step * step
    return total


@inner
def _at_most(tree: Tree, node: Number, point: Floats) -> float:
    """Return the square of the distance that points of a node have at most."""
    total = 0.0
    for column in range(len(point)):
        low = tree.low[node, column] - point[column]
        high = tree.high[node, column] - point[column]
        total += max(low * low, high * high)
    return total


@kernel
def farthest(tree: Tree, point: Floats) -> Number:
    """Return the row of the point farthest from a place, −1 if none is there."""
    found, best = -1, -1.0
    waiting = 0
    if tree.there[0]:
        tree.waiting[0], waiting = 0, 1
    while waiting:
        waiting -= 1
        node = tree.waiting[waiting]
        if _at_most(tree, node, point) < best:
            continue
        left, right = tree.left[node], tree.right[node]
        if left < 0:
            for place in range(tree.first[node], tree.first[node] + tree.there[node]):
                far, row = _apart(tree, place, point), tree.row[place]
                if far > best or (far == best and row < found):
                    found, best = row, far
            continue
        if _at_most(tree, left, point) > _at_most(tree, right, point):
            left, right = right, left
        for child in (left, right):  # the second is looked at first
            if tree.there[child]:
                tree.waiting[waiting] = child
                waiting += 1
    return found


@kernel
def take_nearest(tree: Tree, point: Floats, near: Ints, distance: Floats) -> Number:
    """Fill in the rows nearest to a place, in order; return how many there are."""
    found: Number = NONE
    wanted, waiting = len(near), 0
    if tree.there[0]:
        tree.waiting[0], waiting = 0, 1
    while waiting:
        waiting -= 1
        node = tree.waiting[waiting]
        if found == wanted and _at_least(tree, node, point) > distance[found - 1]:
            continue
        left, right = tree.left[node], tree.right[node]
        if left < 0:
            for place in range(tree.first[node], tree.first[node] + tree.there[node]):
                far = _apart(tree, place, point)
                found = _insert(near, distance, found, tree.row[place], far)
            continue
        if _at_least(tree, left, point) < _at_least(tree, right, point):
            left, right = right, left
        for child in (left, right):
            if tree.there[child]:
                tree.waiting[waiting] = child
                waiting += 1
    return found


@inner
def _insert(near: Ints, distance: Floats, found: Number, row: Number, far: float) -> Number:
    """Put a row in its place among those found so far, if it has one; return how many there are."""
    place = found
    while place > 0 and (
        far < distance[place - 1] or (far == distance[place - 1] and row < near[place - 1])
    ):
        place -= 1
    if place == len(near):
        return found
    last = min(found, len(near) - 1)
    while last > place:
        near[last], distance[last] = near[last - 1], distance[last - 1]
        last -= 1
    near[place], distance[place] = row, far
    return min(found + 1, len(near))
