"""The journalist's chance, against every way of matching people and records."""

from __future__ import annotations

import math
from itertools import permutations, product

import numpy as np
import pytest

from discret.maths.identity.matches import chance_of_a_match


def chance(sizes: list[int]) -> float:
    distinct, groups = np.unique(sizes, return_counts=True)
    return chance_of_a_match(distinct, groups)


def by_enumeration(sizes: list[int]) -> float:
    """Share of the ways to match all groups, one to one, in which somebody is matched rightly."""
    ways = list(product(*(permutations(range(size)) for size in sizes)))
    hits = sum(any(group[n] == n for group in way for n in range(len(group))) for way in ways)
    return hits / len(ways)


@pytest.mark.parametrize(
    "sizes",
    [[1], [2], [3], [4], [5], [6], [2, 2], [2, 3], [3, 3], [2, 2, 2], [2, 2, 3], [4, 3, 2], [1, 4]],
)
def test_it_is_the_share_of_the_matchings_that_hit_somebody(sizes: list[int]) -> None:
    assert chance(sizes) == pytest.approx(by_enumeration(sizes), rel=1e-12)


def test_example_4_of_seed_002() -> None:
    # Table 5: two groups of two players, R_J = 1 - (1/2)^2.
    assert chance([2, 2]) == 0.75


def test_someone_alone_is_matched_for_sure() -> None:
    assert chance([1, 50, 3]) == 1.0


@pytest.mark.parametrize("size", [20, 30, 31, 1000, 10**9])
def test_one_large_group_tends_to_one_minus_one_over_e(size: int) -> None:
    assert chance([size]) == pytest.approx(1 - 1 / math.e, abs=1e-15)


def test_it_tends_to_one_as_groups_multiply() -> None:
    assert chance([2] * 10) == pytest.approx(1 - 0.5**10, rel=1e-12)
    assert chance([2] * 2000) == 1.0


def test_the_chance_swings_around_its_limit() -> None:
    limit = 1 - 1 / math.e
    assert [chance([size]) > limit for size in range(1, 8)] == [True, False] * 3 + [True]
