"""Better clusters: groups move, trade places and scatter as long as the loss falls."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.kernels import inner, kernel
from discret.maths.partitions.clusters import (
    EPSILON,
    Clusters,
    Space,
    added,
    blocks,
    clusters_of,
    describe,
    enter,
    least,
    leave,
    total,
    widen,
)


def improved(space: Space, of: Ints, k: int, rounds: int) -> Ints:
    """Lower the loss of clusters of at least `k` records; at most so many rounds.

    Each round scatters clusters over the others, lets groups trade places and moves groups to
    where they cost less. No cluster falls below `k` records that was not below it before.

    Examples
    --------
    >>> codes = np.array([[[0, 1, 2, 3], [0, 0, 1, 1], [0, 0, 0, 0]]])
    >>> cost = np.array([[[0.0] * 4, [0.5] * 4, [1.0] * 4]])
    >>> ages = Space(np.arange(4)[:, None], np.ones(4, dtype=np.int64), codes, cost)
    >>> improved(ages, np.array([0, 1, 0, 1]), 2, 3).tolist()
    [1, 1, 0, 0]
    """
    clusters = clusters_of(space, of)
    width, starts = blocks(space.values)
    for _ in range(rounds):
        members = np.empty(len(of), dtype=np.int64)
        saved = _scatter(space, clusters, _atlas(space, clusters, width, starts), members)
        saved += _traded(space, clusters, _atlas(space, clusters, width, starts), k, width)
        saved += _move(space, clusters, _atlas(space, clusters, width, starts), k)
        if saved <= EPSILON:
            break
    return np.unique(clusters.of, return_inverse=True)[1].ravel()


class Atlas(NamedTuple):
    """For each block of groups, the clusters in the order of a bound of what joining them costs.

    The bound looks at the first keys only, which all groups of a block share. It is as old as the
    atlas: clusters change, and a good one may be passed over.

    Parameters
    ----------
    block
        The block of each group.
    starts
        Where each block starts.
    clusters, bounds
        Blocks × clusters: their numbers, and the bounds, which rise.
    """

    block: Ints
    starts: Ints
    clusters: Ints
    bounds: Floats


def _atlas(space: Space, clusters: Clusters, width: int, starts: Ints) -> Atlas:
    bounds = np.empty((len(starts) - 1, len(clusters.size) - 2))
    _bounds(space, clusters, width, starts, bounds)
    order = np.argsort(bounds, axis=1, kind="stable")
    block = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    return Atlas(block, starts, order, np.take_along_axis(bounds, order, axis=1))


@kernel
def _bounds(space: Space, clusters: Clusters, width: int, starts: Ints, bounds: Floats) -> None:
    for block in range(bounds.shape[0]):
        for row in range(bounds.shape[1]):
            bounds[block, row] = least(space, clusters, row, starts[block], width)


@inner
def nearest(
    space: Space, clusters: Clusters, atlas: Atlas, group: int, most: float
) -> tuple[int, float]:
    """Return the cluster, its own apart, that a group joins at least loss; −1 from `most` on."""
    home, best = -1, most
    own, block = clusters.of[group], atlas.block[group]
    for place in range(atlas.clusters.shape[1]):
        if atlas.bounds[block, place] >= best:
            break
        row = atlas.clusters[block, place]
        if row == own or clusters.size[row] == 0:
            continue
        more = added(space, clusters, row, group, best)
        if more < best:
            home, best = row, more
    return home, best


@inner
def _relief(space: Space, clusters: Clusters, group: int, draft: int) -> float:
    """Return by how much the loss of its cluster falls when a group leaves; drafts what is left."""
    row = clusters.of[group]
    describe(space, clusters, row, group, draft)
    return total(space, clusters, row) - total(space, clusters, draft)


@kernel
def _move(space: Space, clusters: Clusters, atlas: Atlas, k: int) -> float:
    """Move groups to where they cost less, out of clusters that can spare them."""
    saved, draft = 0.0, len(clusters.size) - 1
    for group in range(len(clusters.of)):
        row = clusters.of[group]
        rest = clusters.size[row] - space.records[group]
        if 0 < rest < k:
            continue
        relief = _relief(space, clusters, group, draft)
        if relief <= EPSILON:
            continue
        home, more = nearest(space, clusters, atlas, group, relief - EPSILON)
        if home >= 0:
            leave(space, clusters, row, group)
            enter(space, clusters, home, group)
            saved += relief - more
    return saved


@kernel
def _scatter(space: Space, clusters: Clusters, atlas: Atlas, members: Ints) -> float:
    """Empty clusters whose groups cost less elsewhere, each where it costs least."""
    saved = 0.0
    for row in range(len(clusters.size) - 2):
        spent, relief = 0.0, total(space, clusters, row)
        if clusters.size[row] == 0 or relief <= EPSILON:
            continue
        number, gone, group = 0, 0, clusters.head[row]
        while group >= 0:
            members[number] = group
            number += 1
            group = clusters.after[group]
        clusters.size[row] = 0
        clusters.head[row] = -1
        while gone < number:
            home, more = nearest(space, clusters, atlas, members[gone], relief - EPSILON - spent)
            if home < 0:
                break
            enter(space, clusters, home, members[gone])
            spent += more
            gone += 1
        if gone == number:
            saved += relief - spent
            continue
        for place in range(gone - 1, -1, -1):
            leave(space, clusters, clusters.of[members[place]], members[place])
        for place in range(number):
            enter(space, clusters, row, members[place])
    return saved


def _traded(space: Space, clusters: Clusters, atlas: Atlas, k: int, width: int) -> float:
    reliefs = np.empty(len(clusters.of))
    _reliefs(space, clusters, reliefs)
    eager = np.lexsort((-reliefs, atlas.block))  # in each block, those glad to leave come first
    return float(_trade(space, clusters, atlas, reliefs, eager, k, width))


@kernel
def _reliefs(space: Space, clusters: Clusters, reliefs: Floats) -> None:
    draft = len(clusters.size) - 1
    for group in range(len(clusters.of)):
        reliefs[group] = _relief(space, clusters, group, draft)


@kernel
def _trade(
    space: Space,
    clusters: Clusters,
    atlas: Atlas,
    reliefs: Floats,
    eager: Ints,
    k: int,
    width: int,
) -> float:
    """Let a group leave a cluster that needs it, where another can take its place at less."""
    saved, draft = 0.0, len(clusters.size) - 1
    for group in range(len(clusters.of)):
        row = clusters.of[group]
        rest = clusters.size[row] - space.records[group]
        if rest == 0 or rest >= k:
            continue
        relief = _relief(space, clusters, group, draft)
        if relief <= EPSILON:
            continue
        home, more = nearest(space, clusters, atlas, group, relief - EPSILON)
        if home < 0:
            continue
        gain = relief - more
        other, gain = _stand_in(
            space, clusters, atlas.starts, eager, reliefs, group, home, gain, k, width
        )
        if other < 0:
            continue
        giver = clusters.of[other]
        leave(space, clusters, row, group)
        enter(space, clusters, home, group)
        leave(space, clusters, giver, other)
        enter(space, clusters, row, other)
        saved += gain
    return saved


@inner
def _stand_in(
    space: Space,
    clusters: Clusters,
    starts: Ints,
    eager: Ints,
    reliefs: Floats,
    group: int,
    home: int,
    gain: float,
    k: int,
    width: int,
) -> tuple[int, float]:
    """Return who best takes the place of a group that goes home, and what all this saves.

    The last draft holds the cluster without the group. `reliefs`, which may be old, only serve to
    pass over most candidates: what is saved is computed afresh.
    """
    row, draft = clusters.of[group], len(clusters.size) - 1
    best, found = EPSILON, -1
    for block in range(len(starts) - 1):
        bound = least(space, clusters, draft, starts[block], width)
        for place in range(starts[block], starts[block + 1]):
            other = eager[place]
            most = gain + reliefs[other] - best
            if most <= bound:
                break
            giver = clusters.of[other]
            rest = clusters.size[giver] - space.records[other]
            if giver == home:
                rest += space.records[group]
            if giver == row or 0 < rest < k or clusters.size[draft] + space.records[other] < k:
                continue
            more = added(space, clusters, draft, other, most)
            if more < np.inf:
                saves = gain - more + _spared(space, clusters, group, home, other)
                if saves > best + EPSILON:
                    best, found = saves, other
    return found, best


@inner
def _spared(space: Space, clusters: Clusters, group: int, home: int, other: int) -> float:
    """Return the relief of the cluster that gives `other`, once `group` has gone home."""
    draft = len(clusters.size) - 2
    if clusters.of[other] != home:
        return float(_relief(space, clusters, other, draft))
    joined = added(space, clusters, home, group, np.inf)
    before = total(space, clusters, home) + joined
    describe(space, clusters, home, other, draft)
    if clusters.size[draft] == 0:
        return before
    widen(space, clusters, draft, group)
    return before - total(space, clusters, draft)
