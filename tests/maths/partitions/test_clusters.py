"""Clusters against the definition: the loss of the lowest labels that cover all members."""

from __future__ import annotations

from itertools import product

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluster_spaces import lost, sizes, spaces, whole
from discret.maths.partitions.cluster_needs import needs_of, united_to
from discret.maths.partitions.cluster_unions import united
from discret.maths.partitions.clusters import (
    Clusters,
    Space,
    added,
    blocks,
    clusters_of,
    gathered,
    loss,
)
from strategies import examples


@numba.njit
def growth(space: Space, clusters: Clusters, row: int, group: int) -> float:
    """By how much the loss grows when a group joins."""
    return added(space, clusters, row, group, np.inf)


@given(spaces(), st.integers(1, 3), st.data())
@examples(80)
def test_the_loss_is_that_of_the_definition(space: Space, number: int, data: st.DataObject) -> None:
    groups = len(space.records)
    drawn = data.draw(st.lists(st.integers(0, number), min_size=groups, max_size=groups))
    of = np.unique(np.array(drawn), return_inverse=True)[1]
    clusters = clusters_of(space, of)
    assert loss(space, clusters) == pytest.approx(whole(space, of))
    for group in range(groups):
        for row in np.unique(of[of != of[group]]):
            members = np.flatnonzero(of == row).tolist()
            expected = lost(space, [*members, group]) - lost(space, members)
            assert growth(space, clusters, row, group) == pytest.approx(expected, abs=1e-9)


@given(spaces(), st.integers(1, 8))
@examples(150)
def test_every_cluster_gathered_has_k_records(space: Space, k: int) -> None:
    of = united_to(space, gathered(space, k), needs_of(len(space.records), k))
    assert len(of) == len(space.records)
    assert (sizes(space, of) >= min(k, space.records.sum())).all()


@given(spaces(top=False), st.integers(2, 6))
@examples(100)
def test_where_nothing_fits_clusters_stay_small_but_never_mix(space: Space, k: int) -> None:
    of = united_to(space, gathered(space, k), needs_of(len(space.records), k))
    assert np.isfinite(whole(space, of))
    for small in np.flatnonzero(sizes(space, of) < k):
        members = np.flatnonzero(of == small).tolist()
        others = [np.flatnonzero(of == one).tolist() for one in np.unique(of) if one != small]
        assert all(lost(space, members + other) == np.inf for other in others)


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
