"""Rounded weights: multiples, next to what they were, with the margins they had."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from discret.maths.calibration.rounding import rounded


@pytest.mark.parametrize("base", [1.0, 0.5, 10.0])
@pytest.mark.parametrize("seed", range(5))
def test_margins_are_kept_and_weights_move_by_less_than_the_base(base: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    first, second = rng.integers(0, 4, 3000), rng.integers(0, 5, 3000)
    weights = rng.uniform(10, 60, 3000)
    patterns, cell = np.unique(np.column_stack([first, second]), axis=0, return_inverse=True)
    columns = np.column_stack([patterns[:, :1] == range(4), patterns[:, 1:] == range(5)])
    columns = columns.astype(float)
    found = rounded(weights, cell.ravel(), sparse.csr_array(columns), base, rng)
    assert np.abs(found - weights).max() < base
    np.testing.assert_allclose(found / base, np.rint(found / base), atol=1e-9)
    gaps = columns[cell.ravel()].T @ (found - weights)
    assert np.abs(gaps).max() < 4 * base
    assert abs(gaps[:4].sum()) < base


def test_weights_that_are_round_stay() -> None:
    weights = np.array([3.0, 5.0, 7.0])
    columns = sparse.csr_array(np.ones((1, 1)))
    rng = np.random.default_rng(1)
    assert rounded(weights, np.zeros(3, dtype=int), columns, 1.0, rng).tolist() == [3, 5, 7]
