"""Groups to be clustered, drawn at random, and what clusters of them lose, from the definition."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from hypothesis import strategies as st

from discret.maths.arrays import Ints
from discret.maths.partitions.clusters import Space, sorted_space


@st.composite
def spaces(draw: st.DrawFn, top: bool = True, most: int = 9) -> Space:
    """Groups over one to three keys; each key has a tree of three levels, place 0 for missing."""
    keys = draw(st.integers(1, 3))
    codes, cost = [], []
    for _ in range(keys):
        parents = [0, *draw(st.lists(st.integers(1, 3), min_size=5, max_size=5))]
        grand = [0, *draw(st.lists(st.integers(1, 2), min_size=3, max_size=3))]
        last = [1] * 6 if top else [grand[parent] for parent in parents]
        codes.append([list(range(6)), parents, last])
        cost.append([[0.0] * 6, [parents.count(parent) / 6 for parent in parents], [1.0] * 6])
    cell = st.tuples(*[st.integers(0, 5)] * keys)
    rows = draw(st.lists(cell, min_size=1, max_size=most, unique=True))
    count = draw(st.lists(st.integers(1, 4), min_size=len(rows), max_size=len(rows)))
    space = Space(np.array(rows), np.array(count), np.array(codes), np.array(cost))
    return sorted_space(space)[0]


def lost(space: Space, members: list[int]) -> float:
    """What one cluster loses, from the definition; infinite where no label covers all."""
    each = 0.0
    for key in range(len(space.codes)):
        values = [int(space.values[group, key]) for group in members]
        named = [value for value in values if value] or values
        for level in range(space.codes.shape[1]):
            if len({int(space.codes[key, level, value]) for value in values}) == 1:
                each += float(space.cost[key, level, named[-1]])
                break
        else:
            return np.inf
    return each * float(space.records[members].sum())


def whole(space: Space, of: Ints) -> float:
    """What all clusters lose."""
    return sum(lost(space, np.flatnonzero(of == one).tolist()) for one in np.unique(of))


def sizes(space: Space, of: Ints) -> Ints:
    """The number of records of each cluster."""
    return np.bincount(of, weights=space.records)


def ways(groups: int) -> Iterator[list[int]]:
    """Every way to put groups in clusters, once: the first of each has the next number."""
    if groups == 0:
        yield []
        return
    for way in ways(groups - 1):
        for cluster in range(max(way, default=-1) + 2):
            yield [*way, cluster]


def best(space: Space, k: int) -> float:
    """The least loss over all ways to put the groups in clusters of at least k records."""
    every = map(np.array, ways(len(space.records)))
    return min(
        (whole(space, way) for way in every if (sizes(space, way) >= k).all()), default=np.inf
    )
