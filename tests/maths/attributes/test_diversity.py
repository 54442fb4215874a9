"""Diversity of groups, against the definitions of Machanavajjhala et al. (2007)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import digamma

from discret.maths.attributes.diversity import (
    commonest,
    distinct,
    entropy,
    grassberger,
    group_of,
    group_sizes,
    recursive,
)
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


def g(number: int) -> float:
    """Grassberger's G, as he writes it."""
    pair = digamma((number + 1) / 2) - digamma(number / 2)
    return float(digamma(number) + (-1) ** number * pair / 2)


def grassberger_of(group: list[int]) -> float:
    if not group:
        return 0.0
    total = sum(group)
    estimate = g(total) - math.fsum(count * g(count) for count in group) / total
    return min(math.exp(estimate), len(group))


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


# ---------------------------------------------------------------- Grassberger's estimate


@FEW
@given(GROUPS)
def test_the_estimate_of_grassberger_follows_its_definition(groups) -> None:
    wanted = [grassberger_of(group) for group in groups]
    assert grassberger(*packed(groups)).tolist() == pytest.approx(wanted, rel=1e-12)


def test_the_numbers_of_grassberger() -> None:
    # Grassberger (2003): G_1 = -γ - ln 2, G_2 = 2 - γ - ln 2, G_2n+1 = G_2n,
    # G_2n+2 = G_2n + 2 / (2n + 1). ARX 3.9.2 prints G_2, G_50 and G_100 to sixteen digits.
    start = -np.euler_gamma - math.log(2)
    assert [g(1), g(2)] == pytest.approx([start, 2 + start], rel=1e-14)
    for n in range(1, 60):
        assert g(2 * n + 1) == pytest.approx(g(2 * n), rel=1e-13)
        assert g(2 * n + 2) == pytest.approx(g(2 * n) + 2 / (2 * n + 1), rel=1e-13)
    printed = [0.7296371545385218, 3.912089653443865, 4.605186851488337]
    assert [g(n) for n in (2, 50, 100)] == pytest.approx(printed, rel=1e-14)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 99, 100, 10**6])
def test_one_value_is_one_value_whatever_the_size_of_the_group(size: int) -> None:
    # With ln N in place of G(N) a lone record would pass for 3.6 values.
    assert grassberger(*packed([[size]])).tolist() == [1]


@FEW
@given(GROUPS)
def test_the_estimate_never_counts_more_values_than_there_are(groups) -> None:
    level, values = grassberger(*packed(groups)), np.array([len(group) for group in groups])
    assert (level <= values).all()
    assert (level >= np.minimum(values, 1) * (1 - 1e-12)).all()


def test_the_estimate_is_the_entropy_in_the_end() -> None:
    counts = np.array([4_000_000, 2_000_000, 1_000_000])
    ends = np.array([0, 3])
    assert grassberger(ends, counts) == pytest.approx(entropy(ends, counts), rel=1e-6)


# ---------------------------------------------------------------- sums and shares


@FEW
@given(GROUPS)
def test_sizes_and_the_commonest_value(groups) -> None:
    ends, counts = packed(groups)
    assert group_sizes(ends, counts).tolist() == [sum(group) for group in groups]
    wanted = [max(group) / sum(group) if group else 0 for group in groups]
    assert commonest(ends, counts).tolist() == pytest.approx(wanted, rel=1e-15)
    assert group_of(ends).tolist() == [n for n, group in enumerate(groups) for _ in group]


@pytest.mark.parametrize(("c", "counts"), [(1.1, [55, 50]), (2.2, [55, 25]), (2.2, [99, 45])])
def test_an_equality_is_not_below_in_spite_of_rounding(c: float, counts: list[int]) -> None:
    # r_1 < c r_2 is false where both are equal, though 1.1 * 50 is above 55 in floating point.
    assert c * counts[1] > counts[0]
    assert recursive(*packed([counts]), c).tolist() == [1]
