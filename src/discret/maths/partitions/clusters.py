"""Clusters of groups that share labels: the lowest labels in each key that cover all members.

Groups are rows of values; each key has a tree of labels, level by level. A cluster is shown with
the labels of its lowest common ancestors, and costs each of its records what these labels cost.
Kernels are compiled on first use.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.kernels import inner, kernel

MOST_BLOCKS, MOST_CELLS = 300, 4_000_000
EPSILON = 1e-9
DRAFT: Any = np.int64(0)  # as literals, each would be compiled for itself
NOBODY: Any = np.int64(-1)


class Space(NamedTuple):
    """What is clustered; nothing in it changes.

    Parameters
    ----------
    values
        Groups × keys: the place of each value in the tables below.
    records
        Number of records of each group.
    codes
        Keys × levels × values: the label of each value at each level, as a number.
    cost
        Keys × levels × values: what a record loses when it shows this label.
    """

    values: Ints
    records: Ints
    codes: Ints
    cost: Floats


class Clusters(NamedTuple):
    """Who is with whom; two more rows than clusters serve as drafts.

    Parameters
    ----------
    of
        The cluster of each group.
    head, after
        The first member of each cluster, and the member after each member; −1 ends.
    place, level
        Clusters × keys: the value and the level whose label all members share.
    size
        Number of records of each cluster.
    """

    of: Ints
    head: Ints
    after: Ints
    place: Ints
    level: Ints
    size: Ints


def sorted_space(space: Space) -> tuple[Space, Ints, Ints]:
    """Put dear keys first and sort the groups: what is near is then close by.

    Returns
    -------
    The space in its new order, the order of the groups and that of the keys.
    """
    steps = space.cost[:, 1:2].max(axis=(1, 2)) if space.cost.shape[1] > 1 else None
    apart = np.array([_never_meet(codes) for codes in space.codes])
    dear = np.where(apart, np.inf, 0.0 if steps is None else steps)
    keys = np.argsort(-dear, kind="stable")
    values = space.values[:, keys]
    groups = np.lexsort(values.T[::-1])
    ordered = Space(
        np.ascontiguousarray(values[groups]),
        np.ascontiguousarray(space.records[groups]),
        np.ascontiguousarray(space.codes[keys]),
        np.ascontiguousarray(space.cost[keys]),
    )
    return ordered, groups, keys


def _never_meet(codes: Ints) -> bool:
    """Whether no level gives two values the same label."""
    top = codes[-1]
    return len(np.unique(top)) == len(np.unique(codes[0]))


def gathered(space: Space, k: int) -> Ints:
    """Gather groups in clusters of at least `k` records, one cluster after the other.

    A cluster starts from one group and takes in the one that raises the loss least, until it has
    `k` records (k-member clustering, Byun et al. 2007). Where nothing fits, it stays smaller.
    The groups must be sorted (`sorted_space`).

    Examples
    --------
    Four people whose ages are 1, 2, 8, 9; below 5 and above are the labels of level 1.

    >>> codes = np.array([[[0, 1, 2, 3], [0, 0, 1, 1], [0, 0, 0, 0]]])
    >>> cost = np.array([[[0.0] * 4, [0.5] * 4, [1.0] * 4]])
    >>> ages = Space(np.arange(4)[:, None], np.ones(4, dtype=np.int64), codes, cost)
    >>> gathered(ages, 2).tolist()
    [0, 0, 1, 1]
    """
    width, starts = blocks(space.values)
    keys = space.values.shape[1]
    of, left = np.full(len(space.records), -1, dtype=np.int64), np.arange(len(space.records))
    none, rows = np.zeros(0, dtype=np.int64), np.zeros((2, 1, keys), dtype=np.int64)
    draft = Clusters(none, none, none, rows[0], rows[1], np.zeros(1, dtype=np.int64))
    _gather(space, draft, k, width, starts, starts[:-1].copy(), left, of)
    return of


def blocks(values: Ints) -> tuple[int, Ints]:
    """Cut sorted groups where one of the first keys changes: as many keys as blocks allow.

    Examples
    --------
    >>> blocks(np.array([[0, 1], [0, 2], [1, 0]]))
    (2, array([0, 1, 2, 3]))
    """
    most = min(MOST_BLOCKS, max(MOST_CELLS // len(values), 1))
    for width in range(values.shape[1], 0, -1):
        front = values[:, :width]
        starts = np.flatnonzero((front[1:] != front[:-1]).any(axis=1)) + 1
        if len(starts) < most:
            return width, np.concatenate([[0], starts, [len(values)]])
    return 0, np.array([0, len(values)])


def clusters_of(space: Space, of: Ints) -> Clusters:
    """Describe clusters, given the cluster of each group (numbers from 0)."""
    groups, keys = space.values.shape
    rows = int(of.max()) + 3
    clusters = Clusters(
        np.zeros(groups, dtype=np.int64),
        np.full(rows, -1, dtype=np.int64),
        np.full(groups, -1, dtype=np.int64),
        np.zeros((rows, keys), dtype=np.int64),
        np.zeros((rows, keys), dtype=np.int64),
        np.zeros(rows, dtype=np.int64),
    )
    _fill(space, clusters, of)
    return clusters


def loss(space: Space, clusters: Clusters) -> float:
    """Return what all records lose, summed over records and keys."""
    return float(_loss(space, clusters))


# -- kernels: what the search is made of -----------------------------------------------------


@inner
def added(space: Space, clusters: Clusters, row: int, group: int, most: float) -> float:
    """Return by how much the loss grows when a group joins a cluster; infinite from `most` on."""
    size, more = clusters.size[row], space.records[group]
    levels = space.codes.shape[1]
    total = 0.0
    for key in range(space.codes.shape[0]):
        one, other = clusters.place[row, key], space.values[group, key]
        level = clusters.level[row, key]
        if space.codes[key, level, one] == space.codes[key, level, other]:
            total += more * space.cost[key, level, one]
        else:
            total -= size * space.cost[key, level, one]
            level += 1
            while level < levels and space.codes[key, level, one] != space.codes[key, level, other]:
                level += 1
            if level == levels:
                return np.inf
            total += (size + more) * space.cost[key, level, one]
        if total >= most:
            return np.inf
    return total


@inner
def widen(space: Space, clusters: Clusters, row: int, group: int) -> None:
    """Climb until the labels of a cluster cover one more group, which must be possible.

    A cluster without records is shown as this group.
    """
    empty = clusters.size[row] == 0
    for key in range(space.codes.shape[0]):
        other = space.values[group, key]
        one = other if empty else clusters.place[row, key]
        level = 0 if empty else clusters.level[row, key]
        while space.codes[key, level, one] != space.codes[key, level, other]:
            level += 1
        clusters.level[row, key] = level
        if empty or one == 0:  # missing: another member names the label
            clusters.place[row, key] = other
    clusters.size[row] += space.records[group]


@inner
def total(space: Space, clusters: Clusters, row: int) -> float:
    """Return what the records of a cluster lose."""
    each = 0.0
    for key in range(space.codes.shape[0]):
        each += space.cost[key, clusters.level[row, key], clusters.place[row, key]]
    return float(each * clusters.size[row])


@inner
def enter(space: Space, clusters: Clusters, row: int, group: int) -> None:
    """Put a group into a cluster."""
    widen(space, clusters, row, group)
    clusters.after[group] = clusters.head[row]
    clusters.head[row] = group
    clusters.of[group] = row


@kernel
def _fill(space: Space, clusters: Clusters, of: Ints) -> None:
    for group in range(len(of) - 1, -1, -1):
        enter(space, clusters, of[group], group)


@kernel
def _loss(space: Space, clusters: Clusters) -> float:
    lost = 0.0
    for row in range(len(clusters.size) - 2):
        lost += total(space, clusters, row)
    return lost


@inner
def least(space: Space, clusters: Clusters, row: int, group: int, width: int) -> float:
    """Return the least by which the loss grows when a record of a group's block joins."""
    size, levels = clusters.size[row], space.codes.shape[1]
    bound = 0.0
    for key in range(width):
        one, other = clusters.place[row, key], space.values[group, key]
        level = clusters.level[row, key]
        bound -= size * space.cost[key, level, one]
        while level < levels and space.codes[key, level, one] != space.codes[key, level, other]:
            level += 1
        if level == levels:
            return np.inf
        bound += (size + 1) * space.cost[key, level, one]
    return bound


@inner
def _nearest_left(
    space: Space, draft: Clusters, left: Ints, starts: Ints, ends: Ints, home: int, width: int
) -> tuple[int, int]:
    """Return the place and the block of the group that costs least; its own block first."""
    best, where, block = np.inf, NOBODY, NOBODY
    for turn in range(len(ends)):
        at = home if turn == 0 else turn - 1 if turn <= home else turn
        if ends[at] == starts[at]:
            continue
        if turn and least(space, draft, DRAFT, left[starts[at]], width) >= best:
            continue
        for place in range(starts[at], ends[at]):
            more = added(space, draft, DRAFT, left[place], best)
            if more < best:
                best, where, block = more, place, at
    return where, block


@kernel
def _gather(
    space: Space,
    draft: Clusters,
    k: int,
    width: int,
    starts: Ints,
    ends: Ints,
    left: Ints,
    of: Ints,
) -> None:
    number = 0
    for block in range(len(ends)):  # the small groups of each block, packed to its front
        for group in range(starts[block], starts[block + 1]):
            if space.records[group] < k:
                left[ends[block]] = group
                ends[block] += 1
    for block in range(len(ends)):
        for group in range(starts[block], starts[block + 1]):
            if space.records[group] >= k:
                of[group] = number
                number += 1
        while ends[block] > starts[block]:
            where, at = starts[block], block
            draft.size[0] = 0
            while where >= 0:
                group = left[where]
                widen(space, draft, DRAFT, group)
                of[group] = number
                ends[at] -= 1
                left[where] = left[ends[at]]
                if draft.size[0] >= k:
                    break
                where, at = _nearest_left(space, draft, left, starts, ends, block, width)
            number += 1
