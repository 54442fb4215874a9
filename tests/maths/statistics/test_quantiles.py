"""Weighted means, deviations, quantiles, design effect: against repeated values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.statistics.quantiles import kish_effect, mean_and_deviation, quantiles
from strategies import examples

weighted = st.lists(
    st.tuples(st.floats(-1e6, 1e6), st.integers(1, 20)), min_size=1, max_size=15
).map(lambda pairs: (np.array([p[0] for p in pairs]), np.array([float(p[1]) for p in pairs])))


@examples(60)
@given(weighted)
def test_mean_and_deviation_are_those_of_repeated_values(given) -> None:
    values, weights = given
    every = np.repeat(values, weights.astype(int))
    mean, deviation = mean_and_deviation(values, weights)
    assert mean == pytest.approx(every.mean(), rel=1e-9, abs=1e-6)
    assert deviation == pytest.approx(every.std(), rel=1e-6, abs=1e-6)


@examples(60)
@given(weighted, st.lists(st.integers(1, 99), min_size=1, max_size=5))
def test_quantiles_are_those_of_repeated_values(given, percents) -> None:
    values, weights = given
    every = np.repeat(values, weights.astype(int))
    shares = [percent / 100 for percent in percents]
    wanted = np.quantile(every, shares, method="inverted_cdf")
    assert quantiles(values, weights * 0.1, shares) == wanted.tolist()


def test_design_effect_is_one_plus_the_squared_coefficient_of_variation() -> None:
    w = np.array([1.0, 2, 3, 10])
    effect = kish_effect(4, w.sum(), (w**2).sum())
    assert effect == pytest.approx(1 + (w.std() / w.mean()) ** 2)
    assert kish_effect(3, 6.0, 12.0) == 1
