"""What noise keeps, over many draws, within what theory lets chance do."""

from __future__ import annotations

import numpy as np
import pytest

from discret.maths.arrays import Floats
from discret.maths.perturbation.noise import Moments, added, moments, multiplied, reflected

SIZE, ALPHA = 200_000, 0.2


@pytest.fixture(scope="module")
def values() -> Floats:
    draw = np.random.default_rng(11)
    first = draw.gamma(3, 2, SIZE)
    return np.stack([first, 5 + 0.7 * first + draw.normal(0, 2, SIZE)], axis=1)


def whole(values: Floats) -> Moments:
    return moments(values, np.ones(len(values)), np.ones(values.shape, dtype=bool))


def draws(values: Floats) -> Floats:
    return np.random.default_rng(5).standard_normal(values.shape)


def close(found: Floats, wanted: Floats) -> None:
    """Compare within five standard errors, of moments of heavy tails."""
    assert np.allclose(found, wanted, rtol=5 * 4 / np.sqrt(SIZE), atol=0.02)


@pytest.mark.parametrize("correlated", [False, True])
@pytest.mark.parametrize("keep", [False, True])
def test_added_noise(values: Floats, correlated: bool, keep: bool) -> None:
    own = whole(values)
    found = whole(added(values, own, ALPHA, draws(values), correlated=correlated, keep=keep))
    close(found.mean, own.mean)
    wanted = own.covariance * (1 + ALPHA)
    if not correlated:  # only variances grow
        wanted = own.covariance + ALPHA * np.diag(np.diag(own.covariance))
    close(found.covariance, wanted / (1 + ALPHA if keep else 1))


def test_correlations_as_on_the_slides(values: Floats) -> None:
    own = whole(values)

    def correlation(data: Floats) -> float:
        return float(np.corrcoef(data.T)[0, 1])

    one = added(values, own, ALPHA, draws(values), correlated=False, keep=False)
    two = added(values, own, ALPHA, draws(values), correlated=True, keep=False)
    assert correlation(one) == pytest.approx(correlation(values) / 1.2, abs=0.01)
    assert correlation(two) == pytest.approx(correlation(values), abs=0.01)


@pytest.mark.parametrize("keep", [False, True])
def test_multiplied_noise(values: Floats, keep: bool) -> None:
    own = whole(values)
    found = whole(multiplied(values, own, ALPHA, draws(values), keep=keep))
    variance = np.diag(own.covariance)
    close(found.mean, own.mean)
    close(np.diag(found.covariance), variance if keep else variance + ALPHA * (values**2).mean(0))


def test_moments_with_gaps_and_weights() -> None:
    values = np.array([[1.0, 4.0], [2.0, 0.0], [5.0, 10.0]])
    known = np.array([[True, True], [True, False], [True, True]])
    own = moments(values, np.array([1.0, 2.0, 1.0]), known)
    assert own.mean.tolist() == [2.5, 7.0]
    assert np.diag(own.covariance).tolist() == [2.25, 9.0]


def test_bounds_are_kept() -> None:
    values = np.random.default_rng(1).normal(0, 50, 1000)
    found = reflected(values, np.full(1000, -3.0), np.full(1000, np.inf))
    assert found.min() >= -3
    assert (found[values >= -3] == values[values >= -3]).all()
    both = reflected(values, np.full(1000, -3.0), np.full(1000, 4.0))
    assert both.min() >= -3
    assert both.max() <= 4
