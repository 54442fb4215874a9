"""E(1/F): against 40 digits, against the series of the law itself, and at its limits."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import mpmath
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from by_hand import negative_binomial_risk
from discret.maths.population.negative_binomial import (
    approximate_risk,
    capped_threshold,
    dropped_threshold,
    exact_risk,
)
from strategies import examples

FEW = examples(100)
SIZES = [*range(1, 31), 100, 10**4, 10**6]
SHARES = [
    *(1e-9, 1e-7, 1e-5, 1e-4, 1e-3, 0.01, 0.05, 0.1, 0.25, 0.4, 0.49, 0.499999, 0.5, 0.500001),
    *(0.6, 0.75, 0.9, 0.99, 0.999, 0.999999, 1 - 1e-9, 1 - 1e-12, 1 - 2**-53, 1.0),
]

# Seed 001, section « un modèle bayésien »: r = (p^f / f) 2F1(f, f; f+1; 1-p). Values of
# seed_examples.json, entry 001.bf_values, computed from that formula.
PRINTED = [
    (1, 0.5, 0.6931471805599453),  # ln 2
    (1, 0.1, 0.2558427881104495),
    (1, 0.01, 0.04651687056553628),
    (1, 0.0005, 0.0038023524059740284),
    (2, 0.1, 0.0826841346543945),
    (2, 0.0008, 0.0007960694263463317),
    (3, 0.05, 0.023982465705431406),
    (5, 0.02, 0.004967300086138422),
    (10, 0.01, 0.0011097261707917051),
    (10, 0.5, 0.05248774007497532),
    (1, 0.999999, 0.9999994999998333),
]

sizes = st.one_of(st.integers(1, 60), st.integers(1, 10**6))
shares = st.one_of(st.floats(1e-9, 1.0), st.floats(-9, 0).map(lambda power: min(10.0**power, 1.0)))


def exact(f: int, p: float) -> float:
    return float(exact_risk(np.array([f]), np.array([p]))[0])


def approximate(f: int, p: float) -> float:
    return float(approximate_risk(np.array([f]), np.array([p]))[0])


@cache
def by_mpmath(f: int, p: float) -> float:
    return negative_binomial_risk(f, p)


@pytest.mark.parametrize("p", SHARES)
def test_twelve_digits_are_right_whatever_the_size(p: float) -> None:
    found = exact_risk(np.array(SIZES), np.full(len(SIZES), p))
    wanted = np.array([by_mpmath(f, p) for f in SIZES])
    assert np.abs(found / wanted - 1).max() < 1e-12


@pytest.mark.parametrize("f", [1, 2, 3, 7, 19, 20, 30])
@pytest.mark.parametrize("p", [1e-9, 1e-3, 0.3, 0.5, 0.97])
def test_it_is_the_formula_that_the_seed_prints(f: int, p: float) -> None:
    with mpmath.workdps(60):
        share = mpmath.mpf(p)
        printed = float(share**f / f * mpmath.hyp2f1(f, f, f + 1, 1 - share))
    assert exact(f, p) == pytest.approx(printed, rel=1e-12)


@pytest.mark.parametrize(("f", "p", "risk"), PRINTED)
def test_values_of_the_seed(f: int, p: float, risk: float) -> None:
    assert exact(f, p) == pytest.approx(risk, rel=1e-12)


@pytest.mark.parametrize("f", [1, 2, 3, 5, 19, 20, 40])
@pytest.mark.parametrize("p", [0.05, 0.2, 0.45, 0.5, 0.8, 0.99])
def test_it_is_the_mean_of_one_over_f_under_the_law(f: int, p: float) -> None:
    # P(F = N) = C(N-1, f-1) p^f (1-p)^(N-f), N = f, f+1...: each from the one before.
    chance, mean, total = p**f, 0.0, 0.0
    for population in range(f, f + 4000):
        mean += chance / population
        total += chance
        chance *= (1 - p) * population / (population - f + 1)
    assert total == pytest.approx(1, rel=1e-10)
    assert exact(f, p) == pytest.approx(mean, rel=1e-10)


@pytest.mark.parametrize("f", SIZES)
def test_a_complete_group_has_a_risk_of_one_over_f(f: int) -> None:
    assert exact(f, 1.0) == 1 / f
    assert approximate(f, 1.0) == 1 / f


@FEW
@given(sizes, shares, shares)
def test_the_risk_grows_with_the_share_in_the_file(f: int, p: float, other: float) -> None:
    low, high = sorted([p, other])
    assert exact(f, low) <= exact(f, high) * (1 + 1e-13)


@FEW
@given(sizes, shares)
def test_the_risk_falls_as_the_group_grows(f: int, p: float) -> None:
    assert exact(f + 1, p) < exact(f, p)


@FEW
@given(sizes, shares)
def test_the_risk_lies_between_one_over_the_mean_and_one_over_f(f: int, p: float) -> None:
    # E(F) = f / p, and 1/x is convex (Jensen); F is never below f.
    assert p / f * (1 - 1e-13) <= exact(f, p) <= 1 / f * (1 + 1e-13)


def test_groups_of_all_sizes_are_computed_together_as_alone() -> None:
    f, p = np.array([3, 1, 25, 2, 19, 1]), np.array([0.1, 0.7, 0.01, 1.0, 0.3, 0.2])
    together = exact_risk(f, p).tolist()
    assert together == [exact(*pair) for pair in zip(f.tolist(), p.tolist(), strict=True)]
    assert exact_risk(f[:0], p[:0]).tolist() == []


# ---------------------------------------------------------------- sdcMicro's approximation


@FEW
@given(st.integers(3, 10**6), shares)
def test_the_approximation_is_that_of_sdcmicro_above_two(f: int, p: float) -> None:
    assert approximate(f, p) == pytest.approx(p / (f - (1 - p)), rel=1e-12)


@pytest.mark.parametrize("p", [1e-9, 1e-6, 0.001, 0.0125, 0.2, 0.5, 0.9])
def test_the_approximation_is_exact_for_one_and_two(p: float) -> None:
    # peers.json: f=1: p/(1-p) log(1/p); f=2: p/(1-p)^2 (p log p + 1 - p), both exact.
    assert approximate(1, p) == pytest.approx(by_mpmath(1, p), rel=1e-12)
    assert approximate(2, p) == pytest.approx(by_mpmath(2, p), rel=1e-12)


@pytest.mark.parametrize("rest", [0.1, 1e-4, 1e-8, 1e-12, 2**-50, 2**-53])
def test_the_closed_form_of_a_pair_holds_near_a_complete_group(rest: float) -> None:
    # p log p + 1 - p loses its digits as p nears 1; two weights that sum to 2.0000000000000004
    # are enough to get there.
    assert approximate(2, 1 - rest) == pytest.approx(by_mpmath(2, 1 - rest), rel=1e-6)


@pytest.mark.parametrize(
    ("f", "p", "risk"),
    # seed_examples.json, 001.bf_values, "sdcMicro_approx_f>2".
    [
        (3, 0.05, 0.02439024390243903),
        (5, 0.02, 0.0049751243781094535),
        (10, 0.01, 0.0011098779134295228),
        (10, 0.5, 0.05263157894736842),
    ],
)
def test_values_of_sdcmicros_approximation(f: int, p: float, risk: float) -> None:
    assert approximate(f, p) == pytest.approx(risk, rel=1e-14)


# ---------------------------------------------------------------- thresholds for a wanted mean

SIXTEENTHS = st.integers(1, 16).map(lambda n: n / 16)
GROUPS = st.lists(st.tuples(SIXTEENTHS, st.integers(1, 5)), min_size=1, max_size=8)


def mean(pairs: list[tuple[Fraction, int]]) -> Fraction:
    return sum((risk * n for risk, n in pairs), Fraction(0)) / sum(n for _, n in pairs)


def arrays(groups: list[tuple[float, int]]) -> tuple[np.ndarray, np.ndarray]:
    risk, count = zip(*groups, strict=True)
    return np.array(risk), np.array(count)


@FEW
@given(GROUPS, SIXTEENTHS)
def test_capping_at_the_threshold_gives_the_wanted_mean(groups, wanted) -> None:
    found = capped_threshold(*arrays(groups), wanted)
    if mean([(Fraction(risk), n) for risk, n in groups]) <= wanted:
        assert found == 1.0
        return
    capped = mean([(Fraction(min(risk, found)), n) for risk, n in groups])
    assert float(capped) == pytest.approx(wanted, abs=1e-12)
    assert found < max(risk for risk, _ in groups)


@FEW
@given(GROUPS, SIXTEENTHS)
@example([(1 / 16, 1), (5 / 16, 1), (5 / 16, 1)], 3 / 16)
def test_the_threshold_above_which_to_drop_is_the_best_observed_one(groups, wanted) -> None:
    kept = {
        t: [(Fraction(risk), n) for risk, n in groups if risk <= t] for t in {r for r, _ in groups}
    }
    fine = [t for t, left in kept.items() if mean(left) <= wanted]
    assert dropped_threshold(*arrays(groups), wanted) == max(fine, default=0.0)


def test_groups_of_equal_risk_are_dropped_together() -> None:
    # Keeping all that is at most 0.3 would leave a mean of 0.233, above the 0.2 wanted.
    risk = np.array([0.1, 0.3, 0.3])
    assert dropped_threshold(risk, np.array([1, 1, 1]), 0.2) == 0.1


def test_nothing_can_be_kept_where_the_safest_group_is_too_risky() -> None:
    risk, count = np.array([0.5, 0.9]), np.array([3, 1])
    assert dropped_threshold(risk, count, 0.4) == 0.0
    assert capped_threshold(risk, count, 0.4) == pytest.approx(0.4)
