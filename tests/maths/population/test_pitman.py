"""Pitman's model: its sums and fit against forty digits, its law by enumeration and simulation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import factorial, lgamma

import mpmath
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from discret.maths.population.pitman import fitted, fractions, pitman, reciprocals
from discret.maths.population.superpopulation import Sizes
from strategies import examples

FEW = examples(40)
HISTOGRAMS = [
    {1: 40, 2: 8, 3: 3, 9: 2},
    {1: 15512, 2: 2098, 3: 754, 4: 375, 5: 189, 45: 1},
    {1: 3, 2: 1, 30: 1},
    {1: 5, 1000: 2},  # theta below zero
    {1: 998, 2: 2, 3: 1},  # theta far above the number of records
    {1: 200, 2: 60, 3: 31, 4: 20, 5: 14, 8: 9, 13: 4, 40: 2},
]
EACH = pytest.mark.parametrize("histogram", HISTOGRAMS, ids=str)
histograms = st.dictionaries(
    st.one_of(st.integers(1, 5), st.integers(1, 400)), st.integers(1, 60), min_size=1, max_size=7
)


def sizes_of(histogram: dict[int, int]) -> Sizes:
    size = np.array(sorted(histogram), dtype=np.float64)
    return Sizes(size, np.array([histogram[int(one)] for one in size], dtype=np.float64))


def likelihood(histogram: dict[int, int], alpha: float, theta: float) -> float:
    """The logarithm of Pitman's probability, up to what does not depend on the parameters."""
    groups = sum(histogram.values())
    records = sum(size * number for size, number in histogram.items())
    between = np.log(theta + alpha * np.arange(1, groups)).sum()
    drawn = lgamma(theta + records) - lgamma(theta + 1)
    within = sum(
        number * (lgamma(size - alpha) - lgamma(1 - alpha)) for size, number in histogram.items()
    )
    return between - drawn + within


def slopes(histogram: dict[int, int], alpha: float, theta: float) -> tuple[float, float]:
    """Both derivatives of the log-likelihood as plain sums, to forty digits."""
    with mpmath.workdps(40):
        alpha, theta = mpmath.mpf(alpha), mpmath.mpf(theta)
        groups = sum(histogram.values())
        records = sum(size * number for size, number in histogram.items())
        one = mpmath.fsum(1 / (theta + i * alpha) for i in range(1, groups))
        one -= mpmath.fsum(1 / (theta + i) for i in range(1, records))
        other = mpmath.fsum(i / (theta + i * alpha) for i in range(1, groups))
        other -= mpmath.fsum(
            number / (j - alpha) for size, number in histogram.items() for j in range(1, size)
        )
        return float(one), float(other)


# ---------------------------------------------------------------- the sums


@pytest.mark.parametrize("start", [1e-12, 0.3, 1.0, 7.0, 19.999, 20.0, 33.3, 1e4, 1e9, 1e15])
@pytest.mark.parametrize("count", [1, 2, 19, 3000])
def test_sums_are_exact(start: float, count: int) -> None:
    with mpmath.workdps(40):
        terms = [mpmath.mpf(start) + i for i in range(count)]
        wanted = float(mpmath.fsum(1 / term for term in terms))
        other = float(mpmath.fsum((i + 1) / term for i, term in enumerate(terms)))
    assert reciprocals(start, count) == pytest.approx(wanted, rel=1e-13)
    assert fractions(start, count) == pytest.approx(other, rel=1e-12)


@pytest.mark.parametrize("start", [0.5, 25.0, 1e6])
def test_sums_pass_smoothly_over_fractions_of_a_term(start: float) -> None:
    with mpmath.workdps(40):
        wanted = float(mpmath.digamma(mpmath.mpf(start) + 10.5) - mpmath.digamma(mpmath.mpf(start)))
    assert reciprocals(start, 10.5) == pytest.approx(wanted, rel=1e-12)


# ---------------------------------------------------------------- the fit


@EACH
def test_both_derivatives_are_zero_at_the_fit(histogram: dict[int, int]) -> None:
    alpha, theta = fitted(sizes_of(histogram))
    assert 0 < alpha < 1
    assert theta > -alpha
    here = np.abs(slopes(histogram, alpha, theta))
    step = 1e-5
    aside = np.abs(slopes(histogram, alpha * (1 + step), theta + step * abs(theta)))
    assert (here < 1e-4 * aside).all()  # a relative error of 1e-9 at most


@EACH
def test_the_fit_is_the_highest_likelihood_of_a_wide_grid(histogram: dict[int, int]) -> None:
    alpha, theta = fitted(sizes_of(histogram))
    best = likelihood(histogram, alpha, theta)
    grid = [
        likelihood(histogram, a, ratio - a)
        for a in (1e-9, 1e-3, 0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95, 0.999)
        for ratio in np.logspace(-6, 8, 57)
    ]
    near = [
        likelihood(histogram, alpha + (1 - alpha) * alpha * a, (theta + alpha) * b - alpha)
        for a in (-0.02, 0, 0.02)
        for b in (0.98, 1, 1.02)
        if (a, b) != (0, 1)
    ]
    assert best > max(near)
    assert best >= max(grid)


def test_mpmath_finds_the_same_fit() -> None:
    histogram = HISTOGRAMS[0]
    alpha, theta = fitted(sizes_of(histogram))
    root = mpmath.findroot(lambda a, t: slopes(histogram, a, t), (0.5, 10.0), tol=1e-20)
    assert (alpha, theta) == pytest.approx([float(root[0]), float(root[1])], rel=1e-9)


@FEW
@given(histograms, st.integers(1, 60))
def test_a_fit_is_found_wherever_one_exists_and_nowhere_else(histogram, uniques) -> None:
    histogram = {**histogram, 1: uniques}
    assume(set(histogram) != {1})
    fit = pitman(sizes_of(histogram), 10**7)
    grid = {
        a: max(likelihood(histogram, a, ratio - a) for ratio in np.logspace(-4, 7, 133))
        for a in (1e-9, 0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.95)
    }
    if fit.why == "too_even":
        assert max(grid.values()) < grid[1e-9] + 1e-2  # the grid for theta is not that fine
        return
    assert fit.why is None
    found = likelihood(histogram, fit.parameters["alpha"], fit.parameters["theta"])
    assert found >= max(grid.values()) - 1e-9 * abs(found)
    assert 0 < fit.share <= sizes_of(histogram).unique_share


def test_where_no_fit_exists_the_reason_is_told() -> None:
    assert pitman(sizes_of({1: 50}), 1000).why == "all_unique"
    assert pitman(sizes_of({1: 1}), 1000).why == "all_unique"
    assert pitman(sizes_of({1: 2, 2: 30, 3: 40}), 1000).why == "too_even"
    assert [pitman(sizes_of({1: 50}), 1000).share, pitman(sizes_of({1: 1}), 9).share] == [None] * 2


def test_without_uniques_or_with_all_people_no_model_is_needed() -> None:
    assert pitman(sizes_of({2: 3, 3: 1}), 1000).share == 0
    assert pitman(sizes_of({1: 3, 3: 1}), 6).share == 0.5
    assert pitman(sizes_of({1: 6}), 6).share == 1


# ---------------------------------------------------------------- the uniques expected


def partitions(total: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    if total == 0:
        yield ()
    for part in range(min(total, largest or total), 0, -1):
        for rest in partitions(total - part, part):
            yield (part, *rest)


def rising(x: float, times: int) -> float:
    return float(np.prod([x + i for i in range(times)])) if times else 1.0


def probability(parts: tuple[int, ...], alpha: float, theta: float) -> float:
    """Pitman's sampling formula, as the docstring writes it."""
    total, groups = sum(parts), len(parts)
    found = factorial(total) / rising(theta + 1, total - 1)
    found *= float(np.prod([theta + i * alpha for i in range(1, groups)]))
    for size, number in Counter(parts).items():
        found *= (rising(1 - alpha, size - 1) / factorial(size)) ** number / factorial(number)
    return found


def expected_share(alpha: float, theta: float, population: int) -> float:
    return float(np.prod([(theta + alpha + i - 1) / (theta + i) for i in range(1, population)]))


@pytest.mark.parametrize(("alpha", "theta"), [(0.5, 1.0), (0.2, -0.1), (0.9, 30.0)])
def test_the_formula_is_a_law_and_its_uniques_are_those_expected(alpha, theta) -> None:
    total = 8
    chances = {parts: probability(parts, alpha, theta) for parts in partitions(total)}
    assert sum(chances.values()) == pytest.approx(1, rel=1e-12)
    uniques = sum(chance * parts.count(1) for parts, chance in chances.items())
    assert uniques / total == pytest.approx(expected_share(alpha, theta, total), rel=1e-12)


@EACH
@pytest.mark.parametrize("population", [7000, 10**5, 10**10])
def test_shares_are_exact_to_many_digits(histogram: dict[int, int], population: int) -> None:
    sizes = sizes_of(histogram)
    population = max(population, 2 * int(sizes.records))
    fit = pitman(sizes, population)
    with mpmath.workdps(50):
        alpha, theta = mpmath.mpf(fit.parameters["alpha"]), mpmath.mpf(fit.parameters["theta"])
        people = mpmath.mpf(population)
        start = mpmath.gammaprod([theta + 1], [theta + alpha])
        expected = float(start * mpmath.gammaprod([theta + alpha + people - 1], [theta + people]))
        hoshino = float(start * people ** (alpha - 1))
    assert fit.parameters["expected"] == pytest.approx(expected, rel=1e-9)
    assert fit.share == pytest.approx(min(hoshino, sizes.unique_share), rel=1e-9)
    if population <= 10**5:
        plain = expected_share(float(alpha), float(theta), population)
        assert plain == pytest.approx(expected, rel=1e-9)


def test_a_share_above_that_of_the_sample_is_brought_down() -> None:
    sizes = sizes_of(HISTOGRAMS[1])
    fit = pitman(sizes, 1.01 * sizes.records)
    asymptotic = pitman(sizes, 2 * sizes.records).share * 2 ** (1 - fit.parameters["alpha"])
    assert asymptotic > fit.share == sizes.unique_share


def restaurant(alpha: float, theta: float, people: int, rng: np.random.Generator) -> list[int]:
    """Draw the group of each person by Pitman's law: one after the other, as at the restaurant."""
    groups, size = [0], [1]
    chance = rng.random((people, 2))
    for seated in range(1, people):
        if chance[seated, 0] * (theta + seated) < theta + alpha * len(size):
            groups.append(len(size))
            size.append(1)
            continue
        group = groups[int(chance[seated, 1] * seated)]
        while rng.random() * size[group] < alpha:  # groups weigh their size less alpha
            group = groups[int(rng.random() * seated)]
        groups.append(group)
        size[group] += 1
    return groups


@pytest.mark.parametrize(
    ("alpha", "theta", "drawn"), [(0.6, 50.0, 0.1), (0.3, 500.0, 0.1), (0.8, 5.0, 0.02)]
)
def test_samples_of_simulated_populations_tell_their_uniques(alpha, theta, drawn) -> None:
    people, found, truth, naive = 40_000, [], [], []
    for seed in range(6):
        groups = np.array(restaurant(alpha, theta, people, np.random.default_rng(seed)))
        truth.append(np.mean(np.bincount(groups)[groups] == 1))
        sample = np.bincount(groups[: int(drawn * people)])  # the first ones are a random sample
        sizes = Sizes.of(sample[sample > 0], sample[sample > 0])
        found.append(pitman(sizes, people))
        naive.append(sizes.unique_share)
    alphas = [fit.parameters["alpha"] for fit in found]
    shares = [fit.share for fit in found]
    assert np.mean(alphas) == pytest.approx(alpha, abs=0.05)
    assert np.mean(shares) == pytest.approx(np.mean(truth), rel=0.1)
    assert np.mean(naive) > 1.5 * np.mean(truth)  # what the sample alone would say
