"""People of the population given those seen: direct summation, scipy, and simulated samples."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from discret.maths.population.frequency import assured, chance_below
from strategies import examples

shares = st.floats(0.001, 1, allow_nan=False)


def summed(k: int, f: int, p: float) -> float:
    """P(F < k), from P(F = j) = C(j-1, f-1) p^f (1-p)^(j-f), in exact fractions."""
    share = Fraction(p)
    terms = (math.comb(j - 1, f - 1) * share**f * (1 - share) ** (j - f) for j in range(f, k))
    return float(sum(terms, Fraction(0)))


@examples(100)
@given(st.integers(0, 40), st.integers(1, 20), shares)
def test_the_chance_is_the_sum_of_the_law(k, f, p) -> None:
    assert chance_below(k, np.array([f]), np.array([p]))[0] == pytest.approx(
        summed(k, f, p), rel=1e-11, abs=1e-300
    )


def test_the_chance_agrees_with_scipy_for_large_groups() -> None:
    f = np.array([1, 5, 200, 10_000, 10_000])
    p = np.array([1e-6, 0.01, 0.3, 0.5, 1.0])
    for k in (2, 300, 700, 20_000, 20_100):
        wanted = stats.nbinom.cdf(k - 1 - f, f, p)
        assert chance_below(k, f, p) == pytest.approx(wanted, rel=1e-9, abs=1e-300)


def test_people_who_are_seen_are_there() -> None:
    assert chance_below(5, np.array([5, 6]), np.array([0.2, 0.2])).tolist() == [0, 0]


def test_a_group_seen_whole_is_no_larger() -> None:
    assert chance_below(4, np.array([3]), np.array([1.0])).tolist() == [1]
    assert assured(np.array([3]), np.array([1.0]), 0.99) == 3


@examples(80)
@given(
    st.lists(st.tuples(st.integers(1, 30), shares), min_size=1, max_size=6),
    st.floats(0.01, 0.999, allow_nan=False),
)
def test_the_level_is_the_last_that_all_groups_reach(groups, confidence) -> None:
    f, p = np.array([f for f, _ in groups]), np.array([p for _, p in groups])
    k = assured(f, p, confidence)
    assert (chance_below(k, f, p) <= 1 - confidence).all()
    assert (chance_below(k + 1, f, p) > 1 - confidence).any()


def test_the_group_furthest_below_is_not_always_the_one_that_decides() -> None:
    # Alone they reach 19, 14 and 13. At 19 the second is the furthest below, the third decides.
    f, p = np.array([19, 12, 9]), np.array([0.89, 0.53, 0.36])
    assert np.argmax(chance_below(19, f, p)) == 1
    assert [assured(f[[i]], p[[i]], 0.99) for i in range(3)] == [19, 14, 13]
    assert assured(f, p, 0.99) == 13


def test_the_law_is_that_of_the_population_behind_a_sample() -> None:
    # People are drawn until f are seen: the number drawn has the law.
    rng = np.random.default_rng(20240501)
    f, p, k, times = 3, 0.2, 12, 40_000
    drawn = f + rng.negative_binomial(f, p, size=times)
    chance = chance_below(k, np.array([f]), np.array([p]))[0]
    error = math.sqrt(chance * (1 - chance) / times)
    assert abs((drawn < k).mean() - chance) < 5 * error


def test_many_groups_take_little_time() -> None:
    # Each call of the chance is over the groups that still matter: without this it is minutes.
    rng = np.random.default_rng(1)
    f, p = rng.integers(1, 50, 100_000), rng.uniform(1e-6, 0.9, 100_000)
    k = assured(f, p, 0.95)
    assert (chance_below(k, f, p) <= 0.05 + 1e-12).all()
