"""The forecast of failing nodes: additive excesses are learnt."""

from __future__ import annotations

from itertools import product

import numpy as np

from discret.maths.recoding.failure_forecast import Forecast, chance, learn


def test_an_additive_excess_is_learnt_from_a_few_nodes() -> None:
    shape, drop = (3, 4, 2), (2.0, 1.5, 3.0)
    nodes = np.array(list(product(*map(range, shape))))
    excess = 5.0 - nodes @ np.array(drop)
    forecast = Forecast.of(shape)
    for place in np.random.default_rng(3).permutation(len(nodes))[:16]:
        learn(forecast, nodes[place], float(excess[place]))
    sure = np.abs(excess) > 1
    guessed = np.array([chance(forecast, node) for node in nodes])
    assert ((guessed > 0.5) == (excess > 0))[sure].all()


def test_nothing_is_known_before_anything_is_learnt() -> None:
    forecast = Forecast.of((2, 1))
    assert [chance(forecast, np.array(node)) for node in ((0, 0), (1, 0))] == [0.5, 0.5]


def test_a_lattice_of_one_node() -> None:
    forecast = Forecast.of((1,))
    learn(forecast, np.array([0]), 3.0)
    assert chance(forecast, np.array([0])) > 0.5
