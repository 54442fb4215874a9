"""Propensity scores, against a plain maximum likelihood and against chance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from discret.maths.statistics.propensity import BLOCK, Design, Side, propensity


def sides(weights: Any, released: Any) -> tuple[Side, Side]:
    """Each record a cell of its own."""
    own = np.asarray(released, float)
    old, new = ((1 - own), own)
    return (
        Side(old, old * weights, old * weights**2),
        Side(new, new * weights, new * weights**2),
    )


def of(design: Any) -> Design:
    """The columns of a plain design but its constant."""
    return Design(design[:, 1:], np.empty((len(design), 0), dtype=np.int64), ())


def plain(design: Any, weights: Any, released: Any) -> float:
    """The error of the scores of a model fitted by a general optimiser."""
    w = np.where(released, weights / weights[released].mean(), weights / weights[~released].mean())

    def loss(beta: Any) -> Any:
        eta = design @ beta
        value = (w * (np.logaddexp(0, eta) - released * eta)).sum()
        return value, design.T @ (w * (1 / (1 + np.exp(-eta)) - released))

    found = minimize(loss, np.zeros(design.shape[1]), jac=True, method="BFGS", tol=1e-10)
    score = 1 / (1 + np.exp(-design @ found.x))
    return float((w * (score - released.mean()) ** 2).sum() / len(design))


@pytest.mark.parametrize("weighted", [False, True])
def test_against_a_general_optimiser(weighted: bool) -> None:
    rng = np.random.default_rng(2)
    released = np.arange(300) < 120
    x = rng.normal(size=(300, 3)) + released[:, None] * np.array([0.5, 0.0, -0.3])
    design = np.hstack([np.ones((300, 1)), x])
    weights = rng.uniform(1, 9, 300) if weighted else np.ones(300)
    found = propensity(of(design), *sides(weights, released))
    assert found.error == pytest.approx(plain(design, weights, released), rel=1e-6)
    assert (found.share, found.number) == (0.4, 3)
    if not weighted:
        assert found.null == pytest.approx(3 * 0.6**2 * 0.4 / 300)


def test_categories_and_blocks_are_laid_out_as_they_are() -> None:
    """More cells than a block holds, categories given by number or in columns of 0 and 1."""
    rng, size = np.random.default_rng(4), BLOCK + 500
    code, released = rng.integers(0, 3, size), rng.random(size) < 0.3
    x = rng.normal(size=size) + 0.2 * released
    own = sides(np.ones(size), released)
    laid = propensity(of(np.column_stack([np.ones(size), x, np.eye(3)[code]])), *own)
    found = propensity(Design(x[:, None], code[:, None], (3,)), *own)
    assert found.error == pytest.approx(laid.error, rel=1e-9)
    assert found.number == laid.number == 3
    design = np.column_stack([np.ones(size), x, np.eye(3)[code][:, 1:]])
    assert found.error == pytest.approx(plain(design, np.ones(size), released), rel=1e-5)


def test_columns_that_say_the_same_count_once() -> None:
    rng = np.random.default_rng(3)
    x, released = rng.normal(size=100), np.arange(100) < 50
    design = np.stack([np.ones(100), x, 2 * x + 1, np.full(100, 4.0)], axis=1)
    both = propensity(of(design), *sides(np.ones(100), released))
    once = propensity(of(design[:, :2]), *sides(np.ones(100), released))
    assert both.number == once.number == 1
    assert both.null == pytest.approx(once.null)
    assert both.error == pytest.approx(once.error)


@pytest.mark.parametrize("exact", [True, False])
def test_files_that_are_told_apart_without_error(exact: bool) -> None:
    """The largest error there is; and a category that only the release has."""
    released = np.arange(40) < 10
    mark = released if exact else released & (np.arange(40) < 5)
    design = np.stack([np.ones(40), mark.astype(float)], axis=1)
    found = propensity(of(design), *sides(np.ones(40), released))
    rest = 0.0 if exact else 5 / 35
    wanted = (mark * (1 - 0.25) ** 2 + ~mark * (rest - 0.25) ** 2).mean()
    assert found.error == pytest.approx(wanted, abs=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("weighted", [False, True])
def test_by_chance_the_error_is_what_is_expected(weighted: bool) -> None:
    """Released records drawn from those of the original, many times (Snoke et al. 2018)."""
    rng = np.random.default_rng(5)
    size, draws, columns = 2000, 300, 5
    x = rng.normal(size=(size, columns))
    weights = np.exp(rng.normal(size=size) / 2) if weighted else np.ones(size)
    released = np.arange(2 * size) >= size
    ratios = []
    for _ in range(draws):
        drawn = rng.integers(0, size, size)
        rows = np.append(np.arange(size), drawn)
        design = np.hstack([np.ones((2 * size, 1)), x[rows]])
        found = propensity(of(design), *sides(weights[rows], released))
        ratios.append(found.error / found.null)
    error = np.sqrt(2 / columns / draws)  # of the mean of a chi-square over its degrees of freedom
    assert np.mean(ratios) == pytest.approx(1, abs=4 * error)
    if not weighted:
        assert np.std(ratios) == pytest.approx(np.sqrt(2 / columns), rel=0.25)
