"""The slide negative binomial model: its equations from the law itself, its fit by simulation."""

from __future__ import annotations

from math import comb

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import nbinom

from discret.maths.population.slide_negative_binomial import (
    shlosser,
    slide_negative_binomial,
    solved,
)
from discret.maths.population.superpopulation import Sizes
from strategies import examples

FEW = examples(60)
SIZE = np.arange(0, 4000)
histograms = st.dictionaries(st.integers(3, 40), st.integers(1, 40), max_size=4)
shares = st.floats(0.01, 0.99)


def sizes_of(histogram: dict[int, int]) -> Sizes:
    size = np.array(sorted(histogram), dtype=np.float64)
    return Sizes(size, np.array([histogram[int(one)] for one in size], dtype=np.float64))


def seen(alpha: float, beta: float, drawn: float, number: int) -> float:
    """P(f = number): every size of the population, and the chance that so many are drawn of it."""
    law = nbinom.pmf(SIZE, alpha, beta)  # of the size less one
    people = SIZE + 1.0
    chosen = comb_of(people, number) * drawn**number * (1 - drawn) ** np.maximum(people - number, 0)
    return float((law * chosen).sum())


def comb_of(people: np.ndarray, number: int) -> np.ndarray:
    return people if number == 1 else people * (people - 1) / 2


# ---------------------------------------------------------------- the equations


@FEW
@given(st.floats(0.05, 20), st.floats(0.05, 0.95), shares)
def test_the_parameters_of_the_law_are_found_again(alpha, beta, drawn) -> None:
    # Uniques and pairs are what the law itself makes them, size by size: no formula is used.
    groups = 1e6
    uniques, pairs = (groups * seen(alpha, beta, drawn, number) for number in (1, 2))
    found = solved(Sizes(np.array([1.0, 2.0]), np.array([uniques, pairs])), groups, drawn)
    assert found is not None
    assert found[1] ** found[0] == pytest.approx(beta**alpha, rel=1e-4, abs=1e-9)
    if alpha < 5 and drawn > 0.1:
        assert found == pytest.approx((alpha, beta), rel=1e-3)


@FEW
@given(st.integers(1, 50), st.integers(1, 50), histograms, st.floats(1.02, 400))
def test_both_equations_hold_at_the_solution(uniques, pairs, histogram, times) -> None:
    sizes = sizes_of({1: uniques, 2: pairs, **histogram})
    population = sizes.records * times
    fit = slide_negative_binomial(sizes, population)
    if fit.share is None:
        return
    drawn = sizes.records / population
    with mpmath.workdps(40):
        a, b = mpmath.mpf(fit.parameters["alpha"]), mpmath.mpf(fit.parameters["beta"])
        k, pi = mpmath.mpf(fit.parameters["groups"]), mpmath.mpf(drawn)
        s = (1 - pi) * (1 - b)
        one = k * pi * (b / (1 - s)) ** a * (1 + a * s / (1 - s))
        two = k * pi**2 * a * b**a * (1 - b) / 2 * (2 - (1 - a) * s) / (1 - s) ** (a + 2)
        assert float(one) == pytest.approx(uniques, rel=1e-6)
        assert float(two) == pytest.approx(pairs, rel=1e-6)
        assert fit.share == pytest.approx(float(k * b**a) / population, rel=1e-9, abs=1e-300)
    assert 0 <= fit.share <= sizes.unique_share


@FEW
@given(st.integers(1, 50), st.integers(1, 50), st.floats(0.02, 0.98), st.floats(1.0, 30.0))
def test_where_there_is_no_solution_there_is_none_on_a_grid(uniques, pairs, drawn, times) -> None:
    sizes = sizes_of({1: uniques, 2: pairs})
    groups = sizes.number * times
    wanted = uniques / (groups * drawn)

    def excess(alpha: float, odds: float) -> float:
        """f2 / f1 as the two equations have it, less what was seen."""
        b, missed = 1 / (1 + np.exp(-odds)), 1 / (1 + np.exp(odds))
        s = (1 - drawn) * missed
        ratio = drawn * alpha * missed * (2 - (1 - alpha) * s) / 2
        assert b > 0
        return ratio / ((1 - s) * (1 - s + alpha * s)) - pairs / uniques

    reached = []
    for odds in np.linspace(-25, 16, 42):
        alpha = np.exp(brentq(lambda x, odds=odds: excess(np.exp(x), odds), -60, 60))
        missed = 1 / (1 + np.exp(odds))
        s = (1 - drawn) * missed
        base = np.log1p(-missed) - np.log1p(-s)
        reached.append(np.exp(alpha * base) * (1 + alpha * s / (1 - s)))
    assert (np.diff(reached) >= -1e-6 * np.array(reached[1:])).all()  # it grows with beta
    found = solved(sizes, groups, drawn)
    if found is None:
        assert max(reached) <= wanted * (1 + 1e-6)
    elif found[1] < 1 / (1 + np.exp(-15)) and found[1] > 1 / (1 + np.exp(24)):
        assert min(reached) <= wanted * (1 + 1e-6)
        assert max(reached) >= wanted * (1 - 1e-6)


# ---------------------------------------------------------------- the number of groups


@FEW
@given(st.integers(1, 50), histograms, shares)
def test_shlosser_is_the_formula(uniques: int, histogram: dict[int, int], drawn: float) -> None:
    histogram = {1: uniques, **histogram}
    records = sum(size * number for size, number in histogram.items())
    with mpmath.workdps(40):
        q = mpmath.mpf(records) / (mpmath.mpf(records) / drawn)
        rows = histogram.items()
        a = mpmath.fsum(i * q**2 * (1 - q**2) ** (i - 1) * f for i, f in rows)
        b = mpmath.fsum((1 - q) ** i * ((1 + q) ** i - 1) * f for i, f in rows)
        c = mpmath.fsum((1 - q) ** i * f for i, f in rows)
        d = mpmath.fsum(i * q * (1 - q) ** (i - 1) * f for i, f in rows)
        wanted = float(sum(histogram.values()) + uniques * a / b * (c / d) ** 2)
    assert shlosser(sizes_of(histogram), records / drawn) == pytest.approx(wanted, rel=1e-9)


def test_the_formula_is_shlossers_estimate_put_right_on_a_sample_of_the_sample() -> None:
    # Haas and Stokes: Shlosser's ratio of unseen to unique groups, times its own error when the
    # sample is taken for the population and sampled again; here group by group, by the binomial.
    histogram, drawn = {1: 30, 2: 11, 3: 6, 7: 2}, 0.3
    records = sum(size * number for size, number in histogram.items())

    def ratio(counts: dict[int, float]) -> float:
        unseen = sum((1 - drawn) ** size * number for size, number in counts.items())
        alone = sum(
            size * drawn * (1 - drawn) ** (size - 1) * number for size, number in counts.items()
        )
        return unseen / alone

    again = {
        less: sum(
            number * comb(size, less) * drawn**less * (1 - drawn) ** (size - less)
            for size, number in histogram.items()
        )
        for less in range(1, 8)
    }
    wanted = 49 + 30 * ratio(histogram) * ratio(histogram) / ratio(again)
    assert shlosser(sizes_of(histogram), records / drawn) == pytest.approx(wanted, rel=1e-12)


def test_groups_of_thousands_do_not_overflow() -> None:
    found = shlosser(sizes_of({1: 5, 2: 3, 100_000: 4}), 800_000)
    assert 12 < found < 40


# ---------------------------------------------------------------- populations of the model's law


def drawn_from(groups: int, alpha: float, beta: float, drawn: float, seed: int) -> tuple:
    rng = np.random.default_rng(seed)
    population = 1 + rng.negative_binomial(alpha, beta, groups)
    sample = rng.binomial(population, drawn)
    sample = sample[sample > 0]
    truth = (population == 1).sum() / population.sum()
    return Sizes.of(sample, sample), int(population.sum()), truth


LAWS = pytest.mark.parametrize(
    ("alpha", "beta", "drawn"), [(1.0, 0.3, 0.2), (0.5, 0.2, 0.3), (2.0, 0.5, 0.3), (0.3, 0.1, 0.5)]
)


@LAWS
def test_uniques_are_found_where_the_number_of_groups_is_known(alpha, beta, drawn) -> None:
    sizes, population, truth = drawn_from(100_000, alpha, beta, drawn, seed=3)
    a, b = solved(sizes, 100_000.0, drawn)
    assert (a, b) == pytest.approx((alpha, beta), rel=0.15)
    assert 100_000 * b**a / population == pytest.approx(truth, rel=0.05)


@LAWS
def test_the_estimate_is_between_the_truth_and_the_sample(alpha, beta, drawn) -> None:
    # Shlosser's estimate of the groups is too high on such laws, and the uniques with it.
    sizes, population, truth = drawn_from(50_000, alpha, beta, drawn, seed=4)
    found = slide_negative_binomial(sizes, population).share
    assert 0.95 * truth < found < truth + 0.35 * (sizes.unique_share - truth)


def test_half_of_the_population_tells_nearly_all() -> None:
    sizes, population, truth = drawn_from(50_000, 0.3, 0.1, 0.5, seed=5)
    assert slide_negative_binomial(sizes, population).share == pytest.approx(truth, rel=0.04)


# ---------------------------------------------------------------- where there is no fit


def test_the_reason_is_told() -> None:
    assert slide_negative_binomial(sizes_of({1: 9, 3: 4}), 500).why == "no_pairs"
    assert slide_negative_binomial(sizes_of({1: 3, 2: 3}), 12_000).why == "too_large"
    assert slide_negative_binomial(sizes_of({1: 10, 2: 13, 7: 19}), 845).why == "no_solution"


def test_without_uniques_or_with_all_people_no_model_is_needed() -> None:
    assert slide_negative_binomial(sizes_of({2: 3, 3: 1}), 1000).share == 0
    assert slide_negative_binomial(sizes_of({1: 3, 3: 1}), 6).share == 0.5


def test_large_groups_seen_a_little_hold_no_unique() -> None:
    # A thousand groups of a thousand people, one in a thousand drawn: many sample uniques, and the
    # model is right that none of them is unique in the population.
    rng = np.random.default_rng(6)
    sample = rng.binomial(1000, 0.001, 1000)
    sample = sample[sample > 0]
    sizes = Sizes.of(sample, sample)
    found = solved(sizes, 1000.0, sizes.records / 10**6)
    assert found is None or found[1] ** found[0] < 1e-6
