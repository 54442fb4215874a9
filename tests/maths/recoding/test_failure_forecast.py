"""The forecast of failing nodes: additive excesses are learnt."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from numba import njit

from discret.maths.recoding.failure_forecast import Forecast
from discret.maths.recoding.failure_forecast import learn as _learn
from discret.maths.recoding.failure_forecast import likeliest as _likeliest


@njit
def learn(forecast: Any, node: Any, excess: float) -> None:
    _learn(forecast, node, excess)


@njit
def likeliest(forecast: Any, nodes: Any, worth: Any, number: int) -> Any:
    return _likeliest(forecast, nodes, worth, number)


def test_an_additive_excess_is_learnt_from_a_few_nodes() -> None:
    shape, drop = (3, 4, 2), (2.0, 1.5, 3.0)
    nodes = np.array(list(product(*map(range, shape))))
    excess = 5.0 - nodes @ np.array(drop)
    forecast = Forecast.of(shape)
    for place in np.random.default_rng(3).permutation(len(nodes))[:16]:
        learn(forecast, nodes[place], float(excess[place]))
    fails, holds = nodes[excess > 1], nodes[excess < -1]
    for two in product(fails, holds):  # whichever comes first, the one that fails is taken
        assert likeliest(forecast, np.array(two), np.ones(2), 2) == 0
        assert likeliest(forecast, np.array(two[::-1]), np.ones(2), 2) == 1


def test_nothing_is_known_before_anything_is_learnt() -> None:
    forecast, nodes = Forecast.of((2, 1)), np.array([(0, 0), (1, 0)])
    assert likeliest(forecast, nodes, np.array([1.0, 1.1]), 2) == 1
    assert likeliest(forecast, nodes, np.array([1.1, 1.0]), 2) == 0


def test_a_lattice_of_one_node() -> None:
    forecast = Forecast.of((1,))
    learn(forecast, np.array([0]), 3.0)
    assert likeliest(forecast, np.array([[0]]), np.ones(1), 1) == 0
    assert np.isfinite(forecast.weights).all()
    assert forecast.weights[0] > 2
