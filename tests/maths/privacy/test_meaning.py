"""What ε means: a mechanism that reaches the bound, and the inverse."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.privacy.meaning import bound, epsilon_of, group_size, truthful


@given(st.integers(2, 40), st.floats(0.01, 8))
def test_a_mechanism_reaches_the_bound(values: int, epsilon: float) -> None:
    """Many-valued randomised response: the truth e^ε times likelier than any other answer."""
    chances = np.full((values, values), 1.0)
    np.fill_diagonal(chances, exp(epsilon))
    chances /= chances.sum(axis=1, keepdims=True)
    seen = chances / chances.sum(axis=0)  # by Bayes, all values as likely before
    assert seen.max() == pytest.approx(bound(epsilon, values), rel=1e-9)


@given(st.integers(2, 10**9), st.floats(0.001, 30))
def test_the_inverse(values: int, epsilon: float) -> None:
    risk = bound(epsilon, values)
    if risk < 1 - 1e-6:
        assert epsilon_of(risk, values) == pytest.approx(epsilon, rel=1e-6, abs=1e-9)
    assert group_size(epsilon, values) == pytest.approx(1 / risk, rel=1e-9)


def test_no_epsilon_is_too_large() -> None:
    assert bound(1e6, 10**6) == 1.0
    assert truthful(1e6) == 1.0
