"""Weighted correlations, against numpy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.statistics.correlation import correlations, spectrum
from strategies import examples


@examples(40)
@given(st.integers(0, 10**6), st.integers(3, 30), st.integers(2, 4))
def test_weights_repeat_rows_and_missing_rows_are_left_out(seed: int, rows: int, p: int) -> None:
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(rows, p)) * 10.0 ** rng.integers(-5, 6, p) + rng.normal(size=p) * 1e3
    values[rng.random(values.shape) < 0.2] = np.nan
    weights = rng.integers(1, 5, rows)
    found = correlations(values, weights.astype(float))
    for a in range(p):
        for b in range(a):
            known = ~np.isnan(values[:, [a, b]]).any(axis=1)
            x, y = (np.repeat(values[known, at], weights[known]) for at in (a, b))
            if len(set(x)) > 1 and len(set(y)) > 1:
                wanted = np.corrcoef(x, y)[0, 1]
                assert found[a, b] == found[b, a] == pytest.approx(wanted, abs=1e-6)
            else:
                assert np.isnan(found[a, b])


def test_large_numbers_and_a_constant() -> None:
    values = np.array([[1e99, 0.1], [2e99, 0.1], [3e99, 0.1]])
    assert np.isnan(correlations(values, np.full(3, 1e99))[0, 1])
    values[:, 1] = [3.0, 2.0, 1.0]
    assert correlations(values, np.full(3, 1e99))[0, 1] == pytest.approx(-1)


def test_eigenvalues_sum_to_the_number_of_columns() -> None:
    values = np.random.default_rng(1).normal(size=(50, 4))
    found = spectrum(correlations(values, np.ones(50)))
    assert found.sum() == pytest.approx(4)
    assert (np.diff(found) <= 0).all()
