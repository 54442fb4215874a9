"""Squares merged: what is left tells nothing small, to any linear combination of totals."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from discret.maths.zonings.square_merging import ancestors, merge
from exhaustive_differencing import random_table, smallest
from linear_attacker import least_around
from where import SHARED, needs_tables

EXAMPLE = SHARED / "data/differencing_example.csv"


@pytest.mark.parametrize("block", range(3))
def test_every_set_of_zones_is_tried_afterwards(block: int) -> None:
    merged = kept = 0
    for seed in range(40 * block, 40 * (block + 1)):
        zone, square, count = random_table(seed)
        square = np.unique(square, return_inverse=True)[1]
        threshold = int(np.random.default_rng(seed).choice([2, 5, 9]))
        found = merge(zone, square, count, threshold)
        size = np.minimum(smallest(zone, found.squares[square], count), threshold)
        np.testing.assert_array_equal(found.size, size)
        np.testing.assert_array_equal(found.unprotected, size < threshold)
        assert (np.bincount(zone, count)[zone][found.unprotected] < threshold).all(), seed
        totals = np.bincount(found.squares[square], count)
        np.testing.assert_array_equal(found.below, totals < threshold)
        assert not found.below.any() or len(totals) == 1
        merged += found.lost > 0
        kept += len(totals) > 1
    assert min(merged, kept) > 10


def test_the_attacker_finds_nothing_after_it() -> None:
    for seed in range(200, 220):
        zone, square, count = random_table(seed)
        square = np.unique(square, return_inverse=True)[1]
        found = merge(zone, square, count, 6)
        squares = np.arange(found.squares.max() + 1)[:, None] == found.squares[square]
        zones = np.arange(zone.max() + 1)[:, None] == zone
        told = least_around(np.concatenate([zones, squares]), count)
        big = (np.bincount(zone, count)[zone] >= 6) & (count.sum() >= 6)
        assert (told[big] > 6 - 1e-6).all(), seed


def test_what_is_safe_stays_as_it_is() -> None:
    zone, square = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 2])
    found = merge(zone, square, np.array([20, 12, 15, 30]), 11)
    assert (found.squares.tolist(), found.lost, found.rounds) == ([0, 1, 2], 0, 0)


def test_siblings_come_first() -> None:
    """The second zone's two squares lie as far; one is in the same square of 1 km."""
    zone, square = np.array([0, 0, 0, 1, 1]), np.array([0, 1, 2, 2, 3])
    count = np.array([50, 20, 2, 40, 60])
    corners = np.array([[800, 0, 200], [1200, 0, 200], [1000, 0, 200], [1400, 0, 200]])
    assert merge(zone, square, count, 11, corners).squares.tolist() == [0, 1, 1, 2]
    corners[1], corners[0] = [800, 0, 200], [1200, 0, 200]
    assert merge(zone, square, count, 11, corners).squares.tolist() == [0, 1, 0, 2]


def test_squares_around_boxes() -> None:
    boxes = np.array([[0, 0, 200, 200], [31_800, 0, 32_000, 200], [32_000, 0, 33_000, 1000]])
    assert ancestors(boxes[:1], boxes[1:]).tolist() == [[32_000, 2**62]]


@needs_tables
def test_the_example_table() -> None:
    table = pl.read_csv(EXAMPLE).rename({"cell": "square"})
    zone, square = (
        table[name].rank("dense").cast(pl.Int64).to_numpy() - 1 for name in ("zone", "square")
    )
    count = table["count"].cast(pl.Int64).to_numpy()
    found = merge(zone, square, count, 5)
    assert int(count[found.unprotected].sum()) == 9  # in three zones below 5
    assert not found.below.any()
    assert found.lost < 80
