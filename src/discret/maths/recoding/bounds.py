"""What a group that fails must lose in every finer recoding: see docs/theory/recoding_bounds.md.

Whatever a finer recoding keeps of a group is a union of groups that hold, and so holds itself, for
models closed under union. So no more is kept than the largest part of the group that could hold.
Each kernel lowers `kept`, which begins as the size of the group, for the groups that fail; what is
found is a little too large rather than too small, as rounding goes.
"""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.kernels import inner, kernel
from discret.maths.recoding.levels import rank, summed
from discret.maths.recoding.uncompiled import Counts

SLACK = 1 + 1e-9  # a bound must not pass what it bounds
HALVES = 4  # times that the gap between two counts is halved


@kernel
def all_of(table: Counts, failing: Bools, kept: Floats) -> None:
    """Count the records of the groups that fail: none keeps more."""
    for group in range(len(table)):
        if failing[group]:
            kept[group] = summed(table[group])


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
def kept_below(table: Counts, failing: Bools, most: Floats, part: float, kept: Floats) -> None:
    """Find the largest m with Σ min(c, most·m) ≥ part·m, in Newton's way: from above, all along."""
    for group in range(len(table)):
        for _ in range(len(most) * failing[group]):  # each time at least one value more is cut
            cut, rate = 0.0, 0.0
            for value in range(len(most)):
                count = np.float64(table[group, value])
                if count < most[value] * kept[group]:
                    cut += count
                else:
                    rate += most[value]
            if rate >= part or cut * SLACK >= (part - rate) * kept[group] * (1 - 1e-12):
                break
            kept[group] = cut * SLACK / (part - rate)


@kernel
def kept_even(table: Counts, failing: Bools, least: float, ranked: Ints, kept: Floats) -> None:
    """Cut the largest counts to one height, until the entropy is no longer below the least."""
    for group in range(len(table)):
        if failing[group] and kept[group] > 0:
            rank(table[group], ranked)
            kept[group] = min(kept[group], _cut(ranked, kept[group], least))


@inner
def _cut(ranked: Ints, size: float, least: float) -> float:
    """Return what is left of counts cut to the lowest height known to leave too little entropy."""
    rest, told, number = size, 0.0, 0  # of those that are not cut: records, and Σ c ln c
    for place in range(len(ranked)):
        told += _term(np.float64(ranked[place]))
    if not _poor(size, told, least):
        return size
    high: float = np.float64(ranked[0])
    while True:
        rest, told = rest - ranked[number], told - _term(np.float64(ranked[number]))
        number += 1
        low = np.float64(ranked[number]) if number < len(ranked) else 0.0
        if low <= 0:
            return 0.0  # all are of one height, and still too few
        if not _poor(rest + number * low, told + number * _term(low), least):
            break
        high = low
    for _ in range(HALVES):
        middle = (low + high) / 2
        if _poor(rest + number * middle, told + number * _term(middle), least):
            high = middle
        else:
            low = middle
    return float((rest + number * high) * SLACK)


@inner
def _poor(size: float, told: float, least: float) -> bool:
    """Whether so many records, whose Σ c ln c this is, have less entropy."""
    return bool(np.log(size) - told / size < least)


@inner
def _term(count: float) -> float:
    return count * np.log(count) if count > 0 else 0.0


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
