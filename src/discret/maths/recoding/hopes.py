"""What a group that fails must lose in every finer recoding: see docs/theory/recoding_bounds.md.

Whatever a finer recoding keeps of a group is a union of groups that hold, and so holds itself, for
models closed under union. So no more is kept than the largest part of the group that could hold.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from discret.maths.kernels import inner, kernel

ROUNDS = 12  # each brings the bound nearer to the largest part; every one of them is valid


@kernel
def most_kept(
    kind: Any, target: Any, constant: Any, parents: Any, table: Any, failing: Any,
    totals: Any, room: Any, scratch: Any, slopes: Any, found: Any,
) -> Any:  # fmt: skip
    """Bound, for each group that fails, the records of it that a finer recoding keeps.

    `totals` are those of the file, `room` the records of it that are kept at the least: no value
    has a larger share of what is kept than its total over the room.
    """
    groups, values = table.shape
    for group in range(groups):
        if failing[group]:
            row, size, present = table[group], np.int64(0), 0
            for value in range(values):
                size += row[value]
                present += row[value] > 0
            if kind == 0:
                found[group] = size if present >= target * (1 - 1e-9) else 0
            elif kind == 3:  # noqa: PLR2004 (kinds are numbers in kernels)
                found[group] = _kept_recursive(row, target, constant, scratch[0])
            elif kind in (4, 6):
                _slopes(kind, row, size, totals, parents, scratch, slopes)
                found[group] = _kept_within(row, size, totals, room, target, slopes)
            elif kind in (7, 8, 9, 10):
                found[group] = _kept_below(kind, row, size, totals, room, target)
            else:
                found[group] = size


@inner
def _kept_recursive(row: Any, target: Any, constant: Any, ranked: Any) -> Any:
    """No value may have more records than the constant times the tail: cut all to that."""
    number = 0
    for value in range(len(row)):
        count, place = np.int64(row[value]), number
        while place and ranked[place - 1] < count:
            ranked[place] = ranked[place - 1]
            place -= 1
        ranked[place] = count
        number += 1
    tail = 0.0
    for place in range(number):
        if place + 1 >= target:
            tail += ranked[place]
    kept = 0.0
    for value in range(len(row)):
        kept += min(np.float64(row[value]), constant * tail)
    return kept


@inner
def _kept_below(kind: Any, row: Any, size: Any, totals: Any, room: Any, target: Any) -> Any:
    """No value may have more than a share of what is kept: cut all to that, again and again."""
    kept = np.float64(size)
    for _ in range(ROUNDS):
        cut = 0.0
        for value in range(len(row)):
            share = totals[value] / room
            most = (1 + target) * share if kind in (7, 8) else np.exp(target) * share
            cut += min(np.float64(row[value]), most * (1 + 1e-9) * kept)
        kept = np.float64(min(kept, cut))
    return kept


@inner
def _slopes(
    kind: Any, row: Any, size: Any, totals: Any, parents: Any, scratch: Any, slopes: Any
) -> Any:
    """Lay a plane under the distance, through the group: it is convex. The lowest slope is 0."""
    whole = np.int64(0)
    for value in range(len(row)):
        whole += totals[value]
        slopes[value] = 0.0
    if kind == 4:  # noqa: PLR2004
        for value in range(len(row)):
            slopes[value] = row[value] * whole > totals[value] * size
        return
    heights, values = parents.shape
    extra, node_of = scratch[0], scratch[1]
    for value in range(values):
        extra[value] = row[value] * whole - totals[value] * size
        node_of[value] = value
    for height in range(heights):
        for value in range(values):
            slopes[value] += np.sign(extra[node_of[value]]) / (2 * heights)
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
    least = np.inf
    for value in range(values):
        least = min(least, slopes[value])
    for value in range(values):
        slopes[value] -= least


@inner
def _kept_within(row: Any, size: Any, totals: Any, room: Any, target: Any, slopes: Any) -> Any:
    """Keep the values with the lowest slopes first, as long as their mean is low enough."""
    limit = target
    for value in range(len(row)):
        limit += slopes[value] * totals[value] / room
    limit = limit * (1 + 1e-9) + 1e-12
    kept, cost, last = 0.0, 0.0, -1.0
    while kept < size:
        slope = np.inf
        for value in range(len(row)):
            if row[value] and last < slopes[value] < slope:
                slope = slopes[value]
        more = 0.0
        for value in range(len(row)):
            if slopes[value] == slope:
                more += row[value]
        if slope > limit and cost + slope * more > limit * (kept + more):
            return kept + (limit * kept - cost) / (slope - limit)  # the mean reaches the limit
        kept, cost, last = kept + more, cost + slope * more, slope
    return kept
