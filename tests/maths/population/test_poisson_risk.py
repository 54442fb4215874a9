"""The Poisson risk: sums written out, 40 digits, and the diagnostics as the paper derives them."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.population.poisson_risk import (
    Bias,
    biases,
    expected_inverse,
    expected_inverse_square,
    matched_unique,
)
from strategies import examples

FEW = examples(60)
sizes = st.one_of(st.integers(1, 5), st.integers(6, 3000))
rests = st.one_of(
    st.just(0.0),
    st.floats(1e-12, 1e-3),
    st.floats(1e-3, 80),
    st.floats(80, 1e7),
)


def kummer(f: int, rest: float) -> float:
    """E(1/(f + Poisson(rest))) to 40 digits: 1F1(1; f+1; -rest) / f."""
    with mpmath.workdps(40):
        return float(mpmath.hyp1f1(1, f + 1, -mpmath.mpf(rest)) / f)


def summed(rest: float, power: int, f: int = 1) -> float:
    """The expectation of 1/F^power, value by value."""
    with mpmath.workdps(40):
        term, total = mpmath.exp(-mpmath.mpf(rest)), mpmath.mpf(0)
        for k in range(int(rest + 20 * math.sqrt(rest) + 40)):
            total += term / mpmath.mpf(f + k) ** power
            term *= mpmath.mpf(rest) / (k + 1)
        return float(total)


# ---------------------------------------------------------------- E(1/F) and E(1/F²)


@FEW
@given(sizes, rests)
def test_the_expected_inverse_is_exact(f: int, rest: float) -> None:
    found = expected_inverse(np.array([f]), np.array([rest]))[0]
    assert found == pytest.approx(kummer(f, rest), rel=1e-13)


@pytest.mark.parametrize("rest", [0.0, 0.3, 5.0, 20.0, 60.0])
@pytest.mark.parametrize("f", [1, 2, 7])
def test_the_expected_inverse_is_the_sum_over_all_sizes(f: int, rest: float) -> None:
    found = expected_inverse(np.array([f]), np.array([rest]))[0]
    assert found == pytest.approx(summed(rest, 1, f), rel=1e-13)


@FEW
@given(sizes, st.floats(0, 1e6))
def test_a_risk_lies_between_that_of_the_expected_size_and_that_of_the_file(f, rest) -> None:
    found = expected_inverse(np.array([f]), np.array([rest]))[0]
    assert 1 / (f + rest) * (1 - 1e-12) <= found <= 1 / f * (1 + 1e-12)


def test_many_groups_at_once_are_the_same_as_one_by_one() -> None:
    f, rest = np.array([1, 4, 900, 1]), np.array([0.0, 3.5, 12.0, 1e5])
    one_by_one = [expected_inverse(f[[at]], rest[[at]])[0] for at in range(4)]
    assert expected_inverse(f, rest).tolist() == one_by_one


@FEW
@given(rests)
def test_a_unique_is_matched_as_a_group_of_one(rest: float) -> None:
    given = np.array([rest])
    assert matched_unique(given) == pytest.approx(expected_inverse(np.array([1]), given), rel=1e-13)


@pytest.mark.parametrize(
    "rest", [0.0, 1e-9, 0.02, 0.999, 1.0, 1.001, 7.0, 49.9, 50.0, 50.1, 90.0, 400.0]
)
def test_the_expected_inverse_square_is_the_sum(rest: float) -> None:
    found = expected_inverse_square(np.array([rest]))[0]
    assert found == pytest.approx(summed(rest, 2), rel=1e-12)


def test_a_large_rest_does_not_overflow() -> None:
    assert expected_inverse_square(np.array([1e9]))[0] == pytest.approx(1e-18, rel=1e-8)
    assert expected_inverse(np.array([1]), np.array([1e12]))[0] == pytest.approx(1e-12, rel=1e-12)


@FEW
@given(rests)
def test_the_variance_of_the_inverse_is_never_negative(rest: float) -> None:
    given = np.array([rest])
    spread = expected_inverse_square(given) - matched_unique(given) ** 2
    assert spread[0] >= -1e-15


# ---------------------------------------------------------------- diagnostics


def risk_of_a_unique(which: int, left: mpmath.mpf) -> mpmath.mpf:
    return mpmath.exp(-left) if which == 1 else (1 - mpmath.exp(-left)) / left


def derived(which: int, f: float, rate: float, mean: float) -> tuple[float, float]:
    """One cell's share of B and of v, with the derivatives of h taken by mpmath.

    The bracket h(λ) − h(λ + δ), developed about the true mean: −h'δ + ½h''δ²; E(e) = πδ and
    E(e² − f) = π²δ² turn it into a and b.
    """
    with mpmath.workdps(50):
        rate, mean = mpmath.mpf(rate), mpmath.mpf(mean)

        def h(lam: mpmath.mpf) -> mpmath.mpf:
            return risk_of_a_unique(which, (1 - rate) * lam)

        outside = rate * mean * mpmath.exp(-rate * mean)
        a = -outside * mpmath.diff(h, mean) / rate
        b = outside * mpmath.diff(h, mean, 2) / 2 / rate**2
        error, variance = f - rate * mean, rate * mean
        return float(a * error + b * (error**2 - f)), float(
            a**2 * variance + 2 * b**2 * variance**2
        )


cells = st.tuples(st.integers(0, 6), st.floats(0.01, 0.9), st.floats(0.01, 30))


@examples(25)
@given(st.lists(cells, min_size=1, max_size=4))
def test_the_diagnostics_are_those_derived(table) -> None:
    f, rate, mean = (np.array(column) for column in zip(*table, strict=True))
    found = biases(f, rate * mean, mean)
    for which, bias in enumerate(found, start=1):
        wanted = [derived(which, *cell) for cell in table]
        assert bias.value == pytest.approx(sum(one for one, _ in wanted), rel=1e-7, abs=1e-12)
        assert bias.variance == pytest.approx(sum(one for _, one in wanted), rel=1e-7, abs=1e-15)


@pytest.mark.parametrize("mean", [1e-7, 1e-4, 0.05, 0.1, 0.2])
def test_thin_cells_lose_no_digits(mean: float) -> None:
    # b₂ is a difference of terms that nearly cancel.
    bias = biases(np.array([2]), np.array([0.1 * mean]), np.array([mean]))[1]
    assert bias.value == pytest.approx(derived(2, 2, 0.1, mean)[0], rel=1e-10)


def test_the_variance_is_that_of_the_diagnostics_under_the_model() -> None:
    rng = np.random.default_rng(5)
    mean = rng.gamma(1.0, 2.0, size=50)
    drawn = [biases(rng.poisson(0.2 * mean), 0.2 * mean, mean) for _ in range(4000)]
    for which in (0, 1):
        values = np.array([one[which].value for one in drawn])
        assert values.mean() / values.std() == pytest.approx(0, abs=0.06)  # 4 standard errors
        assert values.var() == pytest.approx(drawn[0][which].variance, rel=0.15)


def test_what_is_left_out_makes_them_positive_and_what_is_chance_negative() -> None:
    rng = np.random.default_rng(6)
    mean = rng.gamma(0.6, 3.0, size=5000)
    f = rng.poisson(0.1 * mean)
    flat = biases(f, np.full(5000, f.mean()), np.full(5000, 10 * f.mean()))
    repeated = biases(f, f.astype(float), 10.0 * f)
    assert all(bias.standardised > 5 for bias in flat)
    assert all(bias.standardised < -2 for bias in repeated)


def test_cells_where_nothing_is_expected_add_nothing() -> None:
    f, mean = np.array([3, 0, 1]), np.array([2.0, 4.0, 0.5])
    more = biases(np.append(f, 0), np.append(0.3 * mean, 0.0), np.append(mean, 0.0))
    assert more == biases(f, 0.3 * mean, mean)


def test_a_census_leaves_nothing_to_test() -> None:
    mean = np.array([2.0, 1.0])
    found = biases(np.array([1, 2]), mean, mean)
    assert [(bias.value, bias.standardised) for bias in found] == [(0.0, None), (0.0, None)]
    above = biases(np.array([1, 2]), 2 * mean, mean)  # a rate of 2 is taken to be 1
    assert [bias.value for bias in above] == [0.0, 0.0]


def test_a_bias_is_measured_in_standard_deviations() -> None:
    assert Bias(3.0, 4.0).standardised == 1.5
