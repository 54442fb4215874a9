"""Calibration: against closed forms, iterative proportional fitting and general optimisers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from discret.maths.calibration.distances import Distance, Name, distance
from discret.maths.calibration.newton import calibrate
from strategies import examples

BOUNDS = (0.3, 3.5)
DISTANCES: list[tuple[Name, tuple[float, float] | None]] = [
    ("linear", None),
    ("raking", None),
    ("logit", BOUNDS),
    ("truncated", BOUNDS),
    ("sinh", None),
]


def case(seed: int, rows: int = 60, ratio: float = 0.4) -> tuple[Any, Any, Any, Any]:
    """Two crossed columns and a number; totals of weights that are not far from the first."""
    rng = np.random.default_rng(seed)
    first, second = rng.integers(0, 3, rows), rng.integers(0, 4, rows)
    units = np.column_stack([first[:, None] == range(3), second[:, None] == range(4)])
    units = np.column_stack([units, rng.normal(10, 3, rows)]).astype(float)
    start = rng.uniform(1, 5, rows)
    totals = units.T @ (start * rng.uniform(1 - ratio, 1 + ratio, rows))
    return units, start, totals, rng


@pytest.mark.parametrize(("method", "bounds"), DISTANCES)
def test_margins_hold_and_ratios_keep_to_their_bounds(
    method: Name, bounds: tuple[float, float] | None
) -> None:
    for seed in range(20):
        units, start, totals, _ = case(seed)
        found = calibrate(units, start, totals, method=method, bounds=bounds)
        assert found.converged
        np.testing.assert_allclose(units.T @ found.weights, totals, rtol=1e-11)
        shape = distance(method, bounds)
        assert (found.ratio >= shape.lowest).all()
        assert (found.ratio <= shape.highest).all()
        assert found.redundant == (6,)


@pytest.mark.parametrize(("method", "bounds"), [*DISTANCES, ("logit", (0.0, 9.0))])
def test_functions_and_slopes(method: Name, bounds: tuple[float, float] | None) -> None:
    shape: Distance = distance(method, bounds)
    u = np.linspace(-0.6, 2.2, 57) + 1e-4  # off the corners of the truncated one
    step = 1e-6
    slope = (shape.ratio(u + step) - shape.ratio(u - step)) / (2 * step)
    np.testing.assert_allclose(shape.slope(u), slope, rtol=1e-6, atol=1e-9)
    none = np.zeros(1)
    np.testing.assert_allclose([shape.ratio(none)[0], shape.slope(none)[0]], [1, 1], rtol=1e-12)


def test_sinh_is_what_its_distance_says() -> None:
    ratio = np.linspace(0.2, 5, 40)
    for alpha in (0.5, 1.0, 2.0):
        u = np.sinh(alpha * (ratio - 1 / ratio)) / (2 * alpha)
        np.testing.assert_allclose(distance("sinh", alpha=alpha).ratio(u), ratio, rtol=1e-12)


def test_linear_is_weighted_least_squares() -> None:
    units, start, totals, rng = case(4)
    q = rng.uniform(0.5, 2, len(start))
    chosen = units[:, [0, 1, 2, 3, 4, 5, 7]]
    gram = chosen.T @ (chosen * (start * q)[:, None])
    lagrange = np.linalg.solve(gram, totals[[0, 1, 2, 3, 4, 5, 7]] - chosen.T @ start)
    expected = start * (1 + q * (chosen @ lagrange))
    found = calibrate(units, start, totals, method="linear", q=q)
    np.testing.assert_allclose(found.weights, expected, rtol=1e-10)


def test_raking_is_iterative_proportional_fitting() -> None:
    units, start, totals, _ = case(5)
    units, totals = units[:, :7], totals[:7]
    weights = start.copy()
    for _ in range(2000):
        for own in (slice(0, 3), slice(3, 7)):
            weights = weights * (units[:, own] @ (totals[own] / (units[:, own].T @ weights)))
    np.testing.assert_allclose(calibrate(units, start, totals).weights, weights, rtol=1e-10)


def _logit_distance(ratio: Any, low: float, high: float) -> Any:
    steep = (high - low) / ((1 - low) * (high - 1))
    left, right = (ratio - low), (high - ratio)
    return (left * np.log(left / (1 - low)) + right * np.log(right / (high - 1))) / steep


@pytest.mark.parametrize(
    ("method", "bounds", "cost"),
    [
        ("raking", None, lambda r: r * np.log(r) - r + 1),
        ("logit", BOUNDS, lambda r: _logit_distance(r, *BOUNDS)),
        ("truncated", BOUNDS, lambda r: (r - 1) ** 2 / 2),
    ],
)
def test_no_other_weights_are_nearer(method: Name, bounds: Any, cost: Any) -> None:
    units, start, totals, _ = case(6, rows=12, ratio=0.5)
    units, totals = units[:, :7], totals[:7]
    found = calibrate(units, start, totals, method=method, bounds=bounds)
    low, high = bounds or (1e-6, 20)
    answer = minimize(
        lambda r: (start * cost(np.clip(r, low + 1e-9, high - 1e-9))).sum(),
        np.ones(len(start)),
        bounds=[(low + 1e-9, high - 1e-9)] * len(start),
        constraints={"type": "eq", "fun": lambda r: units[:, :6].T @ (start * r) - totals[:6]},
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-14},
    )
    np.testing.assert_allclose(found.ratio, answer.x, rtol=2e-3)
    assert (start * cost(found.ratio)).sum() <= answer.fun + 1e-6


def test_ridge_is_the_closed_form_and_leads_from_nothing_to_all() -> None:
    units, start, totals, _ = case(7)
    for cost in (1e-3, 1.0, 1e3):
        gram = units.T @ (units * start[:, None]) + np.eye(8) / cost
        lagrange = np.linalg.solve(gram, totals - units.T @ start)
        found = calibrate(units, start, totals, method="linear", ridge=np.full(8, cost))
        np.testing.assert_allclose(found.weights, start * (1 + units @ lagrange), rtol=1e-8)
    kept = np.array([np.inf] * 3 + [1e-12] * 5)
    found = calibrate(units, start, totals, ridge=kept)
    np.testing.assert_allclose((units.T @ found.weights)[:3], totals[:3], rtol=1e-10)
    assert found.converged
    assert found.redundant == ()


def test_instruments_carry_the_ratios() -> None:
    units, start, totals, rng = case(8)
    along = units.copy()
    along[:, 7] = rng.normal(10, 3, len(start))
    found = calibrate(units, start, totals, method="linear", instruments=along)
    assert found.converged
    left = np.linalg.lstsq(along, found.ratio - 1, rcond=None)[0]
    np.testing.assert_allclose(along @ left, found.ratio - 1, atol=1e-10)


@examples(100)
@given(st.integers(0, 10_000), st.sampled_from(DISTANCES))
def test_cells_give_what_rows_give(seed: int, how: Any) -> None:
    method, bounds = how
    units, start, totals, _ = case(seed)
    units, totals = units[:, :7], totals[:7]
    patterns, cell = np.unique(units, axis=0, return_inverse=True)
    sums = np.bincount(cell.ravel(), start)
    by_row = calibrate(units, start, totals, method=method, bounds=bounds)
    by_cell = calibrate(patterns, sums, totals, method=method, bounds=bounds)
    if by_row.converged:
        np.testing.assert_allclose(by_row.ratio, by_cell.ratio[cell.ravel()], rtol=1e-8)
    assert by_row.converged == by_cell.converged


def test_the_scale_moves_the_bounds_alone() -> None:
    units, start, totals, _ = case(9)
    plain = calibrate(units, start, 3 * totals, method="raking")
    scaled = calibrate(units, start, 3 * totals, method="raking", scale=3.0)
    np.testing.assert_allclose(plain.weights, scaled.weights, rtol=1e-10)
    assert not calibrate(units, start, 3 * totals, method="logit", bounds=(0.5, 1.8)).converged
    bounded = calibrate(units, start, 3 * totals, method="logit", bounds=(0.5, 1.8), scale=3.0)
    assert bounded.converged
    assert bounded.ratio.max() <= 1.8 * 3


def test_totals_out_of_reach_do_not_converge_and_do_not_fail() -> None:
    units = np.array([[1.0, 1], [1, 0]])
    for method, bounds in DISTANCES[1:]:
        found = calibrate(units, np.ones(2), np.array([2.0, 3]), method=method, bounds=bounds)
        assert not found.converged
        assert np.isfinite(found.weights).all()


def test_contradictory_totals_are_told() -> None:
    units = np.array([[1.0, 0, 1], [0, 1, 1]])
    found = calibrate(units, np.ones(2), np.array([1.0, 1, 3]))
    assert found.contradicted == (2,)
