"""Withheld totals: against the linear programme of an attacker who may combine any totals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from discret.maths.zonings.cuts import recount, smallest_groups
from discret.maths.zonings.partial_publication import published_in_full
from exhaustive_differencing import random_table
from linear_attacker import least_around, most_possible

MANY = 10_000


def totals_of(zone: Any, square: Any, withheld: Any) -> Any:
    """Which rows each published total holds."""
    zones, squares = withheld
    of_zones = np.arange(len(zones))[~zones, None] == zone
    of_squares = np.arange(len(squares))[~squares, None] == square
    return np.concatenate([of_zones, of_squares])


def drawn(seed: int) -> tuple[Any, Any, Any, Any]:
    """A small table, and which of its zones and squares are withheld."""
    zone, square, count = random_table(seed)
    rng = np.random.default_rng(seed)
    share = rng.choice([0.0, 0.2, 0.5], size=2)
    withheld = (
        rng.random(int(zone.max()) + 1) < share[0],
        rng.random(int(square.max()) + 1) < share[1],
    )
    return zone, square, count, withheld


@pytest.mark.parametrize("block", range(3))
def test_equal_to_any_combination_of_what_is_published(block: int) -> None:
    hidden = 0
    for seed in range(60 * block, 60 * (block + 1)):
        zone, square, count, withheld = drawn(seed)
        table = published_in_full(zone, square, count, withheld, MANY)
        size = smallest_groups(*table, MANY).size[: len(zone)].astype(float)
        whole = np.where(withheld[1], np.inf, np.bincount(square, count, len(withheld[1])))[square]
        wanted = least_around(totals_of(zone, square, withheld), count)
        found = np.minimum(np.where(size < MANY, size, np.inf), whole)
        np.testing.assert_allclose(found, wanted, err_msg=str(seed))
        hidden += any(one.any() for one in withheld)
    assert hidden > 20


def test_the_threshold_stands_for_as_many_as_one_likes() -> None:
    for seed in range(150):
        zone, square, count, withheld = drawn(seed)
        far = smallest_groups(*published_in_full(zone, square, count, withheld, MANY), MANY)
        for threshold in (2, 4, 9):
            table = published_in_full(zone, square, count, withheld, threshold)
            near = smallest_groups(*table, threshold)
            np.testing.assert_array_equal(near.size, np.minimum(far.size, threshold))
            for group, size in enumerate(near.sizes):
                external = bool(near.external[group])
                total, rows = recount(*table, near.members(group), external=external)
                assert total == size
                assert not rows[len(zone) :].any()


def test_at_risk_is_where_the_highest_possible_count_is_low() -> None:
    """The dual: what an attacker who knows which intersections are inhabited can say at most."""
    for seed in range(30):
        zone, square, count, withheld = drawn(seed)
        totals = totals_of(zone, square, withheld)
        least = least_around(totals, count)
        most = [most_possible(totals, count, row) for row in range(len(zone))]
        np.testing.assert_allclose(most, least, err_msg=str(seed))


def test_if_all_zones_are_published_the_squares_withheld_are_known_together() -> None:
    for seed in range(100):
        zone, square, count, (zones, squares) = drawn(seed)
        none = np.zeros_like(zones)
        table = published_in_full(zone, square, count, (none, squares), MANY)
        found = smallest_groups(*table, MANY).size[: len(zone)]
        # One square for those withheld in each component; components by repeated spreading.
        part = np.arange(len(zones))
        for _ in zones:
            lowest = np.full(len(squares), len(zones))
            np.minimum.at(lowest, square, part[zone])
            np.minimum.at(part, zone, lowest[square])
        joined = np.where(squares[square], len(squares) + part[zone], square)
        union = smallest_groups(zone, joined, count, MANY).size
        whole = np.bincount(joined, count)[joined]
        risky = np.minimum(union, whole)
        told = np.minimum(found, np.where(squares[square], MANY, whole))
        np.testing.assert_array_equal(told, risky, err_msg=str(seed))


def test_nothing_withheld_changes_nothing() -> None:
    zone, square, count = random_table(5)
    none = np.zeros(int(zone.max()) + 1, dtype=bool), np.zeros(int(square.max()) + 1, dtype=bool)
    table = published_in_full(zone, square, count, none, 5)
    assert [one is own for one, own in zip(table, (zone, square, count), strict=True)] == [True] * 3
