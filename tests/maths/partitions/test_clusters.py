"""Clusters against the definition: the loss of the lowest labels that cover all members."""

from __future__ import annotations

from itertools import product

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.arrays import Ints
from discret.maths.partitions.cluster_moves import improved
from discret.maths.partitions.cluster_unions import united, united_to
from discret.maths.partitions.clusters import (
    Clusters,
    Space,
    added,
    blocks,
    clusters_of,
    enter,
    gathered,
    leave,
    loss,
    sorted_space,
)
from strategies import examples


@st.composite
def spaces(draw: st.DrawFn, top: bool = True) -> Space:
    """Groups over one to three keys; each key has a tree of three levels, place 0 for missing."""
    keys = draw(st.integers(1, 3))
    codes, cost = [], []
    for _ in range(keys):
        parents = [0, *draw(st.lists(st.integers(1, 3), min_size=5, max_size=5))]
        grand = [0, *draw(st.lists(st.integers(1, 2), min_size=3, max_size=3))]
        last = [1] * 6 if top else [grand[one] for one in parents]
        codes.append([list(range(6)), parents, last])
        cost.append([[0.0] * 6, [parents.count(one) / 6 for one in parents], [1.0] * 6])
    cell = st.tuples(*[st.integers(0, 5)] * keys)
    rows = draw(st.lists(cell, min_size=1, max_size=9, unique=True))
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
    return sum(lost(space, np.flatnonzero(of == one).tolist()) for one in np.unique(of))


def sizes(space: Space, of: Ints) -> Ints:
    return np.bincount(of, weights=space.records)


def best(space: Space, k: int) -> float:
    """The least loss over all ways to put the groups in clusters of at least k records."""
    groups = len(space.records)
    ways = (np.array(way) for way in product(range(groups), repeat=groups))
    tidy = (np.unique(way, return_inverse=True)[1] for way in ways)
    return min(
        (whole(space, way) for way in tidy if (sizes(space, way) >= k).all()), default=np.inf
    )


@numba.njit
def gone_and_back(space: Space, clusters: Clusters, row: int, group: int) -> float:
    """Take a group out and put it back; what the loss grows by, 0 where nobody else was there."""
    leave(space, clusters, row, group)
    more = added(space, clusters, row, group, np.inf) if clusters.size[row] else 0.0
    enter(space, clusters, row, group)
    return more


@given(spaces(), st.integers(1, 3), st.data())
@examples(80)
def test_the_loss_is_that_of_the_definition(space: Space, number: int, data: st.DataObject) -> None:
    groups = len(space.records)
    drawn = data.draw(st.lists(st.integers(0, number), min_size=groups, max_size=groups))
    of = np.unique(np.array(drawn), return_inverse=True)[1]
    clusters = clusters_of(space, of)
    assert loss(space, clusters) == pytest.approx(whole(space, of))
    for group in range(groups):
        row = int(clusters.of[group])
        members = np.flatnonzero(clusters.of == row).tolist()
        left = [one for one in members if one != group]
        more = gone_and_back(space, clusters, row, group)
        expected = lost(space, members) - lost(space, left) if left else 0.0
        assert more == pytest.approx(expected, abs=1e-9)
    assert loss(space, clusters) == pytest.approx(whole(space, of))


@given(spaces(), st.integers(1, 8))
@examples(150)
def test_every_cluster_has_k_records_and_no_search_costs_more(space: Space, k: int) -> None:
    of = united_to(space, gathered(space, k), k)
    better = improved(space, of, k, 5)
    for found in (of, better):
        assert len(found) == len(space.records)
        assert (sizes(space, found) >= min(k, space.records.sum())).all()
    assert whole(space, better) <= whole(space, of) + 1e-9


@given(spaces(top=False), st.integers(2, 6))
@examples(100)
def test_where_nothing_fits_clusters_stay_small_but_never_mix(space: Space, k: int) -> None:
    of = united_to(space, gathered(space, k), k)
    better = improved(space, of, k, 3)
    assert np.isfinite(whole(space, better))
    for small in np.flatnonzero(sizes(space, of) < k):
        members = np.flatnonzero(of == small).tolist()
        others = [np.flatnonzero(of == one).tolist() for one in np.unique(of) if one != small]
        assert all(lost(space, members + other) == np.inf for other in others)


@given(spaces().filter(lambda space: len(space.records) <= 5), st.integers(2, 5))
@examples(40)
def test_it_is_seldom_far_from_the_best(space: Space, k: int) -> None:
    if space.records.sum() < k:
        return
    found = whole(space, improved(space, united_to(space, gathered(space, k), k), k, 9))
    least = best(space, k)
    assert least - 1e-9 <= found <= 2.5 * least + 1e-9 or least == 0


@given(spaces(), st.data())
@examples(80)
def test_one_bad_cluster_goes_where_the_loss_grows_least(space: Space, data: st.DataObject) -> None:
    groups = len(space.records)
    bad = np.zeros(groups, dtype=np.bool_)
    bad[data.draw(st.integers(0, groups - 1))] = True
    one = int(np.flatnonzero(bad)[0])
    after = united(space, np.arange(groups), bad)
    assert after.max() + 1 == max(groups - 1, 1)
    if groups > 1:
        least = min(lost(space, [one, other]) for other in range(groups) if other != one)
        pair = np.flatnonzero(after == after[one]).tolist()
        assert lost(space, pair) == pytest.approx(least)


def test_blocks_are_cut_where_the_first_keys_change() -> None:
    values = np.array(sorted(product(range(20), range(40))))
    width, starts = blocks(values)
    assert (width, len(starts)) == (1, 21)
    assert (np.diff(starts) == 40).all()


def test_a_trade_frees_two_clusters_that_a_move_cannot() -> None:
    codes = np.array([[[0, 1, 2, 3, 4], [0, 1, 1, 2, 2], [1, 1, 1, 1, 1]]])
    cost = np.array([[[0.0] * 5, [0.5] * 5, [1.0] * 5]])
    space = Space(np.array([[1], [2], [3], [4]]), np.ones(4, dtype=np.int64), codes, cost)
    crossed = np.array([0, 1, 0, 1])
    assert whole(space, crossed) == 4
    assert whole(space, improved(space, crossed, 2, 1)) == 2
