"""Ways through a lattice: the compiled ones against others written plainly."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.arrays import Node
from discret.maths.recoding.chains import FAILS, SETTLED, UNKNOWN, Lattice, climb, next_open, rise
from discret.maths.recoding.failure_forecast import SPREAD, Forecast
from strategies import examples


def plainly(node: Node, bounds: Any, status: Any, below: float = np.inf) -> Iterator[Node]:
    """Yield the nodes just above one with the lowest bound, the one above that…"""
    while True:
        above = [
            (*node[:key], node[key] + 1, *node[key + 1 :])
            for key in range(len(node))
            if node[key] + 1 < bounds.shape[key]
        ]
        open_ = [one for one in above if status[one] != FAILS and bounds[one] < below]
        if not open_:
            return
        node = min(open_, key=lambda one: bounds[one])
        yield node


def drawn(rng: np.random.Generator) -> tuple[Any, Any, Node]:
    shape = tuple(rng.integers(1, 5, rng.integers(1, 5)).tolist())
    bounds = rng.permutation(np.prod(shape)).reshape(shape).astype(float)
    status = rng.integers(0, 4, shape).astype(np.int8)
    return bounds, status, tuple(int(rng.integers(0, levels)) for levels in shape)


@given(st.integers(0, 2**32 - 1))
@examples(200)
def test_the_way_up_is_the_plain_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    bounds, status, node = drawn(rng)
    below = float(rng.choice([np.inf, bounds.size / 2]))
    places = np.zeros(sum(bounds.shape), dtype=np.int64)
    place = int(np.ravel_multi_index(node, bounds.shape))
    number = rise(Lattice.of(bounds, status), places, place, below)
    found = np.transpose(np.unravel_index(places[:number], bounds.shape))
    assert [tuple(one) for one in found.tolist()] == list(plainly(node, bounds, status, below))


@given(st.integers(0, 2**32 - 1))
@examples(200)
def test_the_node_climbed_to_settles_most_if_it_fails_as_it_may(seed: int) -> None:
    rng = np.random.default_rng(seed)
    bounds, status, node = drawn(rng)
    status[rng.random(bounds.shape) < 0.8] = UNKNOWN
    forecast = Forecast.of(bounds.shape)
    forecast.weights[:] = rng.normal(size=len(forecast.weights))

    def worth(node: Node) -> float:
        guess = forecast.weights[0]
        for key, level in enumerate(node):
            guess += forecast.weights[forecast.first[key] + 1 :][:level].sum()
        return float(np.prod(np.array(node) + 1.0) / (1 + np.exp(-guess / SPREAD)))

    chain = [node]
    chain += takewhile(lambda one: status[one] == UNKNOWN, plainly(node, bounds, status))
    lattice, place = Lattice.of(bounds, status), int(np.ravel_multi_index(node, bounds.shape))
    taken = np.unravel_index(climb(lattice, *forecast[:2], place), bounds.shape)
    assert worth(tuple(map(int, taken))) == pytest.approx(max(map(worth, chain)))
    assert tuple(map(int, taken)) in chain


@given(st.integers(0, 2**32 - 1))
@examples(100)
def test_the_next_open_node_is_the_first_of_the_order(seed: int) -> None:
    rng = np.random.default_rng(seed)
    bounds, status = rng.random((3, 4)), rng.integers(0, 4, (3, 4)).astype(np.int8)
    order, at, best = rng.permutation(12)[:9], int(rng.integers(0, 9)), float(rng.choice([0.5, 9]))
    lattice = Lattice.of(bounds, status)
    left = bounds.flat[order] < best
    left &= ~np.isin(status.flat[order], SETTLED)
    wanted = next((place for place in range(at, 9) if left[place]), 9)
    assert next_open(lattice, order, at, best) == wanted
