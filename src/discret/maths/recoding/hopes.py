"""What a group that fails must lose in every finer recoding: see docs/theory/recoding_bounds.md.

Whatever a finer recoding keeps of a group is a union of groups that hold, and so holds itself, for
models closed under union. So no more is kept than the largest part of the group that could hold.
Each kernel lowers `kept`, which begins as the size of the group, for the groups that fail.
"""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.kernels import inner, kernel
from discret.maths.recoding.levels import Counts, rank, summed

ROUNDS = 12  # each brings the bound nearer to the largest part; every one of them is valid


@kernel
def kept_by_tail(
    table: Counts, failing: Bools, target: float, constant: float, ranked: Ints, kept: Floats
) -> None:
    """Cut all values to the constant times the tail: none may have more."""
    for group in range(len(table)):
        if failing[group]:
            rank(table[group], ranked)
            tail, cut = 0.0, 0.0
            for place in range(len(ranked)):
                if place + 1 >= target:
                    tail += ranked[place]
            for place in range(len(ranked)):
                cut += min(np.float64(ranked[place]), constant * tail)
            kept[group] = min(kept[group], cut)


@kernel
def kept_below(table: Counts, failing: Bools, most: Floats, kept: Floats) -> None:
    """Cut all values to their share of what is kept, again and again: none may have more."""
    for group in range(len(table)):
        if failing[group]:
            for _ in range(ROUNDS):
                cut = 0.0
                for value in range(len(most)):
                    limit = most[value] * (1 + 1e-9) * kept[group]
                    cut += min(np.float64(table[group, value]), limit)
                if cut >= kept[group] * (1 - 1e-9):
                    break
                kept[group] = cut


@kernel
def kept_within(
    table: Counts, failing: Bools, target: float, totals: Ints, share: Floats, parents: Ints,
    extra: Ints, node_of: Ints, slopes: Floats, kept: Floats,
) -> None:  # fmt: skip
    """Lay a plane under the distance, which is convex, and keep what lies low enough on it."""
    whole = summed(totals)
    for group in range(len(table)):
        if failing[group]:
            size = summed(table[group])
            for value in range(len(totals)):
                extra[value] = table[group, value] * whole - totals[value] * size
            _lay(parents, extra, node_of, slopes)
            limit = target * 1.0
            for value in range(len(totals)):
                limit += slopes[value] * share[value]
            kept[group] = min(kept[group], _low(table[group], limit * (1 + 1e-9) + 1e-12, slopes))


@inner
def _lay(parents: Ints, extra: Ints, node_of: Ints, slopes: Floats) -> None:
    """Lay the plane through a group: its slopes are signs, summed up the tree. The least is 0."""
    heights, values = parents.shape
    for value in range(values):
        node_of[value], slopes[value] = value, 0.0
    for height in range(heights):
        for value in range(values):
            more = extra[node_of[value]]
            slopes[value] += ((more > 0) - np.int64(more < 0)) / (2 * heights)
        node = np.int64(-1)
        for child in range(values):
            parent = parents[height, child]
            if parent < 0:
                break
            more = extra[child]
            if parent != node:
                node = parent
                extra[node] = 0
            extra[node] += more
        for value in range(values):
            node_of[value] = parents[height, node_of[value]]
    least = slopes[0]
    for value in range(values):
        least = min(least, slopes[value])
    for value in range(values):
        slopes[value] -= least


@inner
def _low(row: Counts, limit: float, slopes: Floats) -> float:
    """Keep the values with the lowest slopes first, as long as their mean is low enough."""
    kept, cost, last = 0.0, 0.0, -1.0
    while True:
        slope, more = np.inf, 0.0
        for value in range(len(row)):
            if row[value] and slopes[value] > last:
                if slopes[value] < slope:
                    slope, more = slopes[value], 0.0
                if slopes[value] == slope:
                    more += row[value]
        if more == 0:
            return kept
        if slope > limit and cost + slope * more > limit * (kept + more):
            return kept + (limit * kept - cost) / (slope - limit)  # the mean reaches the limit
        kept, cost, last = kept + more, cost + slope * more, slope
