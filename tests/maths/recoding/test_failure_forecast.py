"""The forecast of failing nodes: additive excesses are learnt."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from discret.maths.recoding.failure_forecast import RIDGE, Forecast, learn


def climbed(forecast: Forecast, nodes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Mark the levels that nodes climb, that of the node below all first."""
    marks = np.zeros((len(nodes), len(forecast.weights)))
    marks[:, 0] = 1
    for row, node in enumerate(nodes):
        for first, level in zip(forecast.first, node, strict=True):
            marks[row, first + 1 : first + 1 + level] = 1
    return marks


def test_an_additive_excess_is_learnt_from_a_few_nodes() -> None:
    shape, drop = (3, 4, 2), (2.0, 1.5, 3.0)
    nodes = np.array(list(product(*map(range, shape))))
    excess = 5.0 - nodes @ np.array(drop)
    forecast = Forecast.of(shape)
    for place in np.random.default_rng(3).permutation(len(nodes))[:16]:
        learn(forecast, nodes[place], float(excess[place]))
    guess = climbed(forecast, nodes) @ forecast.weights
    assert (guess[excess > 1] > 0).all()
    assert (guess[excess < -1] < 0).all()


def test_what_is_learnt_node_by_node_is_the_ridge_regression_of_all() -> None:
    rng, forecast = np.random.default_rng(5), Forecast.of((4, 3))
    nodes, excess = rng.integers(0, (4, 3), (20, 2)), rng.normal(size=20)
    for node, own in zip(nodes, excess, strict=True):
        learn(forecast, node, own)
    marks = climbed(forecast, nodes)
    wanted = np.linalg.solve(marks.T @ marks + RIDGE * np.eye(8), marks.T @ excess)
    np.testing.assert_allclose(forecast.weights, wanted, atol=1e-12)


def test_a_lattice_of_one_node() -> None:
    forecast = Forecast.of((1,))
    learn(forecast, np.array([0]), 3.0)
    assert np.isfinite(forecast.weights).all()
    assert forecast.weights[0] > 2
