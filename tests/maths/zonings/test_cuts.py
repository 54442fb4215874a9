"""Smallest groups: against every set of zones, plain maximum flows, and a recount."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from discret.maths.zonings.cuts import Groups, recount, smallest_groups
from discret.maths.zonings.safe_merges import merged_zones
from exhaustive_differencing import random_table, smallest
from where import SHARED, needs_tables

EXAMPLE = SHARED / "data/differencing_example.csv"


@pytest.mark.parametrize("block", range(4))
def test_equal_to_looking_at_every_set_of_zones(block: int) -> None:
    for seed in range(100 * block, 100 * (block + 1)):
        zone, square, count = random_table(seed)
        wanted = smallest(zone, square, count)
        for threshold in (2, 3, 5, 11):
            found = smallest_groups(zone, square, count, threshold)
            np.testing.assert_array_equal(found.size, np.minimum(wanted, threshold))
            np.testing.assert_array_equal(found.at_risk, wanted < threshold)
            _check_certificates(zone, square, count, found)


def _check_certificates(zone: Any, square: Any, count: Any, found: Groups) -> None:
    for group, size in enumerate(found.sizes):
        total, rows = recount(
            zone, square, count, found.members(group), external=bool(found.external[group])
        )
        assert total == size
        assert rows[found.group == group].all()


def test_merging_changes_no_answer() -> None:
    for seed in range(200):
        zone, square, count = random_table(seed)
        number = int(zone.max()) + 1
        classes = merged_zones(zone, square, count, 4, number)
        wanted = smallest(zone, square, count)
        for row in np.flatnonzero(wanted < 4):
            sharing = zone[(square == square[row]) & (zone != zone[row])]
            assert (classes[sharing] != classes[zone[row]]).any()


def test_a_few_cuts_are_maximum_flows() -> None:
    rng = np.random.default_rng(3)
    zone, square = rng.integers(0, 60, 400), rng.integers(0, 90, 400)
    pairs = np.unique(zone * 1000 + square)
    zone, square = pairs // 1000, pairs % 1000
    count = rng.integers(1, 6, len(zone))
    limit, squares = np.full(len(zone), 10**6), 60 + square
    ends = np.concatenate([zone, squares]), np.concatenate([squares, zone])
    graph = csr_array((np.concatenate([count, limit]).astype(np.int32), ends), shape=(150, 150))
    found = smallest_groups(zone, square, count, 1000)
    for row in range(0, len(zone), 20):
        others = [j for j in zone[square == square[row]] if j != zone[row]]
        flows = [maximum_flow(graph, int(zone[row]), int(j)).flow_value for j in others]
        assert found.size[row] == min([*flows, 1000])


@needs_tables
@pytest.mark.parametrize(("threshold", "observations"), [(2, 12), (3, 25), (5, 109)])
def test_the_example_of_the_reference_implementation(threshold: int, observations: int) -> None:
    table = pl.read_csv(EXAMPLE).rename({"cell": "square"})
    zone, square = (
        table[name].rank("dense").cast(pl.Int64).to_numpy() - 1 for name in ("zone", "square")
    )
    count = table["count"].to_numpy()
    found = smallest_groups(zone, square, count, threshold)
    assert count[found.at_risk].sum() == observations
    _check_certificates(zone, square, count, found)


def test_no_rows() -> None:
    none = np.zeros(0, dtype=np.int64)
    found = smallest_groups(none, none, none, 5)
    assert len(found.size) == len(found.sizes) == 0
