"""Diversity of groups, against the definitions of Machanavajjhala et al. (2007)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.diversity import distinct, entropy, recursive
from strategies import examples

FEW = examples(100)
GROUPS = st.lists(st.lists(st.integers(1, 30), max_size=6), min_size=1, max_size=8)
CONSTANTS = st.integers(1, 24).map(lambda n: n / 4)

Arrays = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]


def packed(groups: list[list[int]]) -> Arrays:
    lengths = [len(group) for group in groups]
    counts = [count for group in groups for count in group]
    return np.cumsum([0, *lengths]), np.array(counts, dtype=np.int64)


def entropy_of(group: list[int]) -> float:
    if not group:
        return 0.0
    shares = [count / sum(group) for count in group]
    return math.exp(-math.fsum(share * math.log(share) for share in shares))


def recursive_of(group: list[int], c: float) -> int:
    """The largest l with r_1 < c (r_l + ... + r_m), in exact arithmetic; 0 where none."""
    ranked = sorted(group, reverse=True)
    holds = [
        level
        for level in range(1, len(ranked) + 1)
        if ranked[0] < Fraction(c) * sum(ranked[level - 1 :])
    ]
    return max(holds, default=0)


@FEW
@given(GROUPS)
def test_distinct_counts_the_values_of_each_group(groups) -> None:
    assert distinct(packed(groups)[0]).tolist() == [len(group) for group in groups]


@FEW
@given(GROUPS)
def test_entropy_follows_its_definition(groups) -> None:
    wanted = [entropy_of(group) for group in groups]
    assert entropy(*packed(groups)).tolist() == pytest.approx(wanted, rel=1e-12)


@FEW
@given(GROUPS, CONSTANTS)
def test_recursive_diversity_follows_its_definition(groups, c) -> None:
    wanted = [recursive_of(group, c) for group in groups]
    assert recursive(*packed(groups), c).tolist() == wanted


@FEW
@given(GROUPS)
def test_entropy_lies_between_one_and_the_number_of_values(groups) -> None:
    level, values = entropy(*packed(groups)), np.array([len(group) for group in groups])
    assert (level <= values * (1 + 1e-12)).all()
    assert (level >= np.minimum(values, 1) * (1 - 1e-12)).all()


@pytest.mark.parametrize("number", range(1, 30))
def test_equally_frequent_values_count_each_for_one(number: int) -> None:
    ends, counts = packed([[7] * number])
    assert entropy(ends, counts)[0] == pytest.approx(number, rel=1e-13)


def test_the_example_of_the_paper_on_recursive_diversity() -> None:
    # r = (5, 3, 3), c = 2: 5 < 2 * 3 holds at l = 3; with c = 1 only 5 < 11 and 5 < 6 hold.
    ends, counts = packed([[3, 5, 3]])
    assert recursive(ends, counts, 2.0).tolist() == [3]
    assert recursive(ends, counts, 1.0).tolist() == [2]
    assert recursive(ends, counts, 0.25).tolist() == [0]


def test_a_group_without_values_has_no_diversity() -> None:
    ends, counts = packed([[], [4], []])
    assert distinct(ends).tolist() == [0, 1, 0]
    assert entropy(ends, counts).tolist() == [0, 1, 0]
    assert recursive(ends, counts, 3.0).tolist() == [0, 1, 0]


def test_a_file_without_values_has_no_diversity() -> None:
    ends, counts = packed([[], []])
    assert entropy(ends, counts).tolist() == recursive(ends, counts, 2.0).tolist() == [0, 0]
