"""Randomised response: chances that hold exactly, estimates without bias, the ε of any matrix."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.perturbation.transitions import epsilon as epsilon_of
from discret.maths.perturbation.transitions import uniform
from discret.maths.privacy.chance import BITS, SYSTEM, pretended, threshold
from discret.maths.privacy.response import chances, estimated, responded


@given(st.floats(1e-6, 20), st.integers(2, 1000))
def test_what_is_drawn_is_never_less_private_than_claimed(epsilon: float, values: int) -> None:
    """The very numbers that are compared: truth at most e^ε times any other answer."""
    truth = Fraction(threshold(epsilon, values - 1), 1 << BITS)
    other = (1 - truth) / (values - 1)
    assert truth <= Fraction(exp(epsilon) * (1 + 1e-15)) * other
    assert float(truth) == pytest.approx(chances(epsilon, values).truth, rel=1e-12)


@given(st.floats(0.01, 8), st.integers(2, 12))
def test_the_matrix_of_its_chances_has_that_epsilon(epsilon: float, values: int) -> None:
    own = chances(epsilon, values)
    matrix = uniform(own.truth, np.ones(values, dtype=bool))
    assert epsilon_of(matrix) == pytest.approx(epsilon, rel=1e-9)


@pytest.mark.parametrize("values", [2, 5])
@pytest.mark.parametrize("epsilon", [log(3), 2.5])
def test_answers_are_drawn_with_these_chances(values: int, epsilon: float) -> None:
    number, own = 200_000, chances(epsilon, values)
    for truth in range(values):
        codes = np.full(number, truth)
        shown = np.bincount(responded(codes, values, epsilon, pretended(truth)), minlength=values)
        expected = np.full(values, own.other)
        expected[truth] = own.truth
        deviation = np.sqrt(number * expected * (1 - expected))
        assert (np.abs(shown - number * expected) < 5 * deviation).all()


def test_estimates_have_no_bias_and_the_stated_variance() -> None:
    epsilon, true = log(3), np.array([700, 200, 100])
    codes = np.repeat(np.arange(3), true)
    chance, draws = pretended(4), 2000
    shown = [np.bincount(responded(codes, 3, epsilon, chance), minlength=3) for _ in range(draws)]
    found = np.array([estimated(row.astype(float), epsilon).counts for row in shown])
    own = chances(epsilon, 3)
    shares = np.array([own.truth * (1 - own.truth), own.other * (1 - own.other)])
    variances = (true * shares[0] + (1000 - true) * shares[1]) / (own.truth - own.other) ** 2
    assert (np.abs(found.mean(axis=0) - true) < 5 * np.sqrt(variances / draws)).all()
    assert found.var(axis=0) == pytest.approx(variances, rel=5 * np.sqrt(2 / draws))


def test_whole_numbers_below_a_limit_are_all_as_likely() -> None:
    limit, number = 3 * 2**61, 30_000  # a quarter of what is drawn lies beyond it
    thirds = np.bincount(pretended(1).below(limit, number) >> 61, minlength=3)
    assert (np.abs(thirds - number / 3) < 5 * np.sqrt(number * 2 / 9)).all()


def test_the_system_never_draws_the_same_again() -> None:
    assert SYSTEM.private
    assert SYSTEM.words(4).tolist() != SYSTEM.words(4).tolist()
    assert not pretended(1).private
