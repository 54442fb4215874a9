"""Squares to withhold: against every subset, judged by the attacker's linear programme."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret.maths.zonings.cuts import smallest_groups
from discret.maths.zonings.partial_publication import published_in_full
from discret.maths.zonings.withholding import withhold
from exhaustive_differencing import random_table
from linear_attacker import least_around
from where import SHARED, needs_tables

EXAMPLE = SHARED / "data/differencing_example.csv"


def small_table(seed: int) -> tuple[Any, Any, Any]:
    """A table of at most seven squares: all their subsets can be tried."""
    rng = np.random.default_rng(seed)
    zones, squares = int(rng.integers(2, 6)), int(rng.integers(3, 8))
    rows: dict[tuple[int, int], int] = {}
    for square in range(squares):
        for zone in rng.choice(zones, min(zones, int(rng.choice([1, 1, 2, 2, 3]))), replace=False):
            rows[int(zone), square] = int(rng.choice([1, 1, 2, 3, 5, 8]))
    zone, square = np.array(sorted(rows)).T
    counts = np.array([rows[row] for row in sorted(rows)])
    return np.unique(zone, return_inverse=True)[1], square, counts


def deduced(zone: Any, square: Any, count: Any, hidden: Any) -> Any:
    """The smallest group around each row by the cuts, and squares that are published apart."""
    gone = (np.zeros(int(zone.max()) + 1, dtype=bool), hidden)
    return smallest_groups(*published_in_full(zone, square, count, gone, 9999), 9999).size[
        : len(zone)
    ]


def least_cost(table: Any, threshold: int, price: Any, given: Any) -> float:
    """Try all sets of squares; protect what withholding everything else would protect.

    Rows of zones below the threshold are known from the zone itself.
    """
    zone, _, count = table
    wanted = np.bincount(zone, count)[zone] >= threshold
    free = np.flatnonzero(~given)
    best = np.inf
    for number in range(len(free) + 1):
        for some in combinations(free, number):
            cost = price[list(some)].sum()
            hidden = given.copy()
            hidden[list(some)] = True
            if cost < best and (deduced(*table, hidden)[wanted] >= threshold).all():
                best = cost
    return best


@pytest.mark.parametrize("cost", ["squares", "observations"])
@pytest.mark.parametrize("block", range(4))
def test_no_set_of_squares_is_cheaper(block: int, cost: Any) -> None:
    protected = impossible = conditional = 0
    for seed in range(12 * block, 12 * (block + 1)):
        zone, square, count = table = small_table(seed)
        rng = np.random.default_rng(seed)
        total = np.bincount(square, count)
        given = rng.random(len(total)) < rng.choice([0.0, 0.2])
        threshold = int(rng.choice([2, 4, 6]))
        price = np.ones(len(total)) if cost == "squares" else total
        found = withhold(*table, threshold, given, cost)
        assert not (found.squares & given).any()
        if cost == "squares":  # of as many squares, those with the fewest observations
            ties = least_cost(table, threshold, 1000 + total, given)
            assert 1000 * found.cost + total[found.squares].sum() == ties, seed
        assert found.cost == price[found.squares].sum()
        assert found.bound == found.cost == least_cost(table, threshold, price, given), seed
        size = deduced(*table, given | found.squares)
        np.testing.assert_array_equal(found.size, np.minimum(size, threshold))
        np.testing.assert_array_equal(found.unprotected, size < threshold)
        assert (np.bincount(zone, count)[zone][found.unprotected] < threshold).all()
        protected += found.cost > 0
        impossible += found.unprotected.any()
        conditional += (total[given | found.squares] < threshold).any()
    assert min(protected, impossible, conditional) > 0


def test_the_attacker_finds_nothing_after_it() -> None:
    tried = 0
    for seed in range(25):
        zone, square, count = random_table(seed)
        squares = int(square.max()) + 1
        total = np.bincount(square, count)
        given = (total < 5) & (np.bincount(square, minlength=squares) > 0)
        found = withhold(zone, square, count, 5, given)
        published = np.arange(squares)[~(given | found.squares), None] == square
        zones = np.arange(int(zone.max()) + 1)[:, None] == zone
        told = least_around(np.concatenate([zones, published]), count)
        big = np.bincount(zone, count)[zone] >= 5
        assert (told[big] > 5 - 1e-6).all(), seed
        np.testing.assert_array_equal(found.unprotected, told < 5 - 1e-6)
        tried += found.squares.any()
    assert tried > 5


def test_both_sides_are_needed() -> None:
    zone, square = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 2])
    found = withhold(zone, square, np.array([2, 30, 40, 50]), 11)
    assert found.squares.tolist() in ([True, True, False], [False, True, True])
    assert (found.cost, found.bound, found.gap) == (2, 2, 0)
    given = withhold(zone, square, np.array([2, 30, 40, 50]), 11, np.array([False, True, False]))
    assert given.cost == 1


def test_nothing_to_do() -> None:
    zone, square = np.array([0, 1]), np.array([0, 1])
    found = withhold(zone, square, np.array([20, 30]), 11)
    assert (found.cost, found.bound, found.rounds, found.gap) == (0, 0, 0, 0)
    empty = np.zeros(0, dtype=np.int64)
    assert withhold(empty, empty, empty, 11).cost == 0


def test_without_time_it_is_safe_and_the_gap_is_stated() -> None:
    zone, square, count = random_table(3)
    found = withhold(zone, square, count, 7, seconds=0.0)
    big = np.bincount(zone, count)[zone] >= 7
    assert not found.unprotected[big].any()
    assert found.bound <= withhold(zone, square, count, 7).cost <= found.cost


@needs_tables
def test_the_example_table() -> None:
    """Proven optima of the programme; three zones below 5 keep their nine observations."""
    table = pl.read_csv(EXAMPLE).rename({"cell": "square"})
    zone, square = (
        table[name].rank("dense").cast(pl.Int64).to_numpy() - 1 for name in ("zone", "square")
    )
    count = table["count"].cast(pl.Int64).to_numpy()
    found = withhold(zone, square, count, 5)
    assert (found.cost, found.bound, len(found.squares)) == (37, 37, 406)
    assert int(count[found.unprotected].sum()) == 9
    assert (np.bincount(zone, count)[zone][found.unprotected] < 5).all()
    fewest = withhold(zone, square, count, 5, cost="observations")
    assert fewest.cost == fewest.bound == 751 < count[found.squares[square]].sum()
