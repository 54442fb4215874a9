"""Generalised linear models on cells: against statsmodels, and where estimates are not finite."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import assume, example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from discret.maths.statistics.glm import Errors, Family, Fit, Moments, fit
from discret.maths.statistics.separation import separated
from strategies import examples

FAMILIES: dict[Family, Any] = {
    "binomial": sm.families.Binomial,
    "gaussian": sm.families.Gaussian,
    "poisson": sm.families.Poisson,
}
each_family = pytest.mark.parametrize("family", FAMILIES)
Numbers = NDArray[Any]


def cells(x: Numbers, y: Numbers, w: Numbers) -> tuple[Numbers, Moments]:
    """Records with the same x make a cell."""
    design, place = np.unique(x, axis=0, return_inverse=True)
    sums = [np.ones(len(y)), w, w * y, w * y**2, w**2, w**2 * y, w**2 * y**2]
    return design, Moments(*(np.bincount(place.ravel(), one, len(design)) for one in sums))


def dummies(codes: Numbers, size: int) -> Numbers:
    return (codes[:, None] == np.arange(1, size)).astype(float)


def sample(seed: int, family: Family, size: int = 400) -> tuple[Numbers, Numbers, Numbers]:
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, 4, size), rng.integers(0, 3, size)
    number = rng.integers(0, 8, size).astype(float)
    x = np.column_stack([np.ones(size), dummies(a, 4), dummies(b, 3), number])
    eta = x @ rng.normal(0, 0.4, x.shape[1])
    y = {
        "binomial": (rng.random(size) < 1 / (1 + np.exp(-eta))).astype(float),
        "gaussian": 40_000 + 9_000 * eta + rng.normal(0, 3_000, size),
        "poisson": rng.poisson(np.exp(np.minimum(eta, 3))).astype(float),
    }[family]
    return x, y, rng.gamma(2, 300, size)


def theirs(x: Numbers, y: Numbers, w: Numbers, family: Family, errors: Errors) -> Any:
    model = sm.GLM(y, x, family=FAMILIES[family](), var_weights=w / w.mean())
    kind = {"cov_type": "HC0"} if errors == "design" else {}
    return model.fit(tol=1e-14, maxiter=200, **kind)


@each_family
@pytest.mark.parametrize("errors", ["design", "model"])
@pytest.mark.parametrize("seed", range(4))
def test_estimates_and_errors_are_those_of_statsmodels(
    family: Family, errors: Errors, seed: int
) -> None:
    x, y, w = sample(seed, family)
    found, wanted = fit(*cells(x, y, w), family, errors), theirs(x, y, w, family, errors)
    assert found.converged
    assert found.estimable.all()
    np.testing.assert_allclose(found.coefficients, wanted.params, rtol=1e-8, atol=1e-9)
    np.testing.assert_allclose(found.errors, wanted.bse, rtol=1e-8)


@each_family
@examples(20)
@given(st.integers(0, 10**6), st.floats(1e-6, 1e6))
def test_the_scale_of_the_weights_does_not_matter(family: Family, seed: int, scale: float) -> None:
    x, y, w = sample(seed, family, 150)
    one, other = (fit(*cells(x, y, own), family, "model") for own in (w, w * scale))
    assume(one.converged and one.separated == 0)
    np.testing.assert_allclose(one.coefficients, other.coefficients, rtol=1e-7, atol=1e-9)
    np.testing.assert_allclose(one.errors, other.errors, rtol=1e-7)


def test_weights_as_counts_of_equal_people_would_give_other_errors() -> None:
    """The mistake to avoid: frequencies of mean 1 in the sandwich (off by several per cent)."""
    x, y, w = sample(3, "binomial")
    found = fit(*cells(x, y, w), "binomial")
    model = sm.GLM(y, x, family=sm.families.Binomial(), freq_weights=w / w.mean())
    wrong = model.fit(tol=1e-14, cov_type="HC0").bse
    assert np.abs(found.errors / wrong - 1).max() > 0.03


@each_family
def test_a_number_far_from_nought_does_no_harm(family: Family) -> None:
    x, y, w = sample(5, family)
    far = x.copy()
    far[:, -1] += 918_273_645.0
    one, other = fit(*cells(x, y, w), family), fit(*cells(far, y, w), family)
    np.testing.assert_allclose(other.coefficients[1:], one.coefficients[1:], rtol=1e-5)
    np.testing.assert_allclose(other.errors[1:], one.errors[1:], rtol=1e-5)


# ---------------------------------------------------------------- what is not determined


@each_family
def test_a_column_that_follows_from_others_is_marked_with_them(family: Family) -> None:
    x, y, w = sample(1, family)
    more = np.column_stack([x, x[:, 1] + x[:, 2]])
    found, wanted = fit(*cells(more, y, w), family), fit(*cells(x, y, w), family)
    assert found.estimable.tolist() == [True, False, False, True, True, True, True, False]
    assert np.isnan(found.coefficients[~found.estimable]).all()
    kept = [0, 3, 4, 5, 6]
    np.testing.assert_allclose(found.coefficients[kept], wanted.coefficients[kept], rtol=1e-8)
    np.testing.assert_allclose(found.errors[kept], wanted.errors[kept], rtol=1e-8)


@each_family
def test_an_absent_category_is_lost_alone(family: Family) -> None:
    x, y, w = sample(2, family)
    here = x[:, 2] == 0
    found = fit(*cells(x[here], y[here], w[here]), family)
    wanted = theirs(np.delete(x[here], 2, axis=1), y[here], w[here], family, "design")
    assert np.flatnonzero(~found.estimable).tolist() == [2]
    np.testing.assert_allclose(np.delete(found.coefficients, 2), wanted.params, rtol=1e-7)
    np.testing.assert_allclose(np.delete(found.errors, 2), wanted.bse, rtol=1e-7)


@each_family
def test_without_the_reference_all_its_ratios_are_lost(family: Family) -> None:
    """Nothing is compared with another reference in silence."""
    x, y, w = sample(2, family)
    here = x[:, 1:4].sum(axis=1) > 0
    found = fit(*cells(x[here], y[here], w[here]), family)
    assert found.estimable.tolist() == [False, False, False, False, True, True, True]
    other = theirs(np.delete(x[here], 1, axis=1), y[here], w[here], family, "design")
    np.testing.assert_allclose(found.coefficients[4:], other.params[3:], rtol=1e-7)


@pytest.mark.parametrize("family", ["binomial", "poisson"])
def test_a_category_without_any_case_is_lost_and_the_others_are_those_of_the_limit(
    family: Family,
) -> None:
    x, y, w = sample(4, family)
    y = np.where(x[:, 3] == 1, 0.0, y)
    found = fit(*cells(x, y, w), family)
    rest = x[:, 3] == 0
    assert found.converged
    assert found.separated == pytest.approx(w[~rest].sum() / w.sum())
    assert np.flatnonzero(~found.estimable).tolist() == [3]
    scale = w * len(w) / w.sum()
    model = sm.GLM(
        y[rest], np.delete(x[rest], 3, axis=1), family=FAMILIES[family](), var_weights=scale[rest]
    )
    wanted = model.fit(tol=1e-14, cov_type="HC0")
    np.testing.assert_allclose(np.delete(found.coefficients, 3), wanted.params, rtol=1e-7)
    np.testing.assert_allclose(np.delete(found.errors, 3), wanted.bse, rtol=1e-7)


def test_where_all_is_predicted_nothing_is_estimated() -> None:
    x = np.column_stack([np.ones(4), [0.0, 1, 2, 3]])
    found = fit(*cells(x, np.array([0.0, 0, 1, 1]), np.ones(4)), "binomial")
    assert not found.estimable.any()
    assert found.separated == 1


def test_everybody_with_the_response_is_separated_too() -> None:
    x = np.column_stack([np.ones(6), [0.0, 0, 0, 1, 1, 1]])
    found = fit(*cells(x, np.array([0.0, 1, 1, 1, 1, 1]), np.ones(6)), "binomial")
    assert found.estimable.tolist() == [True, False]
    assert found.coefficients[0] == pytest.approx(np.log(2))


def test_several_directions_are_found_one_after_the_other() -> None:
    x = np.column_stack([np.ones(6), dummies(np.array([0, 0, 1, 1, 2, 2]), 3)])
    low = np.array([False, False, True, True, False, False])
    high = np.array([False, False, False, False, True, True])
    assert separated(x, low, high).tolist() == [False, False, True, True, True, True]


@examples(40)
@example(8776)  # the errors of what does not settle overflow
@given(st.integers(0, 10**6))
def test_separation_is_seen_wherever_newton_does_not_settle(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x = np.column_stack([np.ones(14), rng.integers(0, 2, (14, 3))]).astype(float)
    y = rng.integers(0, 2, 14).astype(float)
    found = fit(*cells(x, y, rng.gamma(2, 1, 14)), "binomial")
    assert found.converged
    assert np.isfinite(found.coefficients[found.estimable]).all()
    assert (np.abs(found.coefficients[found.estimable]) < 15).all()


def test_no_record_determines_nothing() -> None:
    none = np.empty(0)
    found: Fit = fit(np.empty((0, 3)), Moments(*[none] * 7), "binomial")
    assert not found.estimable.any()
    assert np.isnan(found.coefficients).all()


def test_one_record_determines_the_mean_at_most() -> None:
    x = np.array([[1.0, 0.0]])
    found = fit(*cells(x, np.array([3.0]), np.array([2.0])), "gaussian", "model")
    assert found.estimable.tolist() == [True, False]
    assert found.coefficients[0] == pytest.approx(3)
