"""Logarithms of factorials, beside those of other libraries."""

from __future__ import annotations

from math import factorial, log

import numpy as np
from scipy.special import gammaln

from discret.maths.log_factorials import FEW, log_factorials


def test_as_the_product_says() -> None:
    numbers = np.arange(3 * FEW)
    exact = [log(factorial(number)) for number in numbers.tolist()]
    np.testing.assert_allclose(log_factorials(numbers), exact, rtol=1e-15, atol=1e-15)


def test_as_scipy_says_of_small_and_large() -> None:
    numbers = np.unique(np.geomspace(1, 1e12, 4_000).astype(np.int64))
    np.testing.assert_allclose(log_factorials(numbers), gammaln(numbers + 1.0), rtol=4e-15)


def test_floats_and_single_numbers() -> None:
    assert log_factorials(np.array(20.0)).shape == ()
    np.testing.assert_allclose(log_factorials(np.array([20.0, 3.0])), gammaln([21.0, 4.0]))
