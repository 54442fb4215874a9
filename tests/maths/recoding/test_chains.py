"""Chains of nodes: the compiled walk against one written plainly."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from discret.maths.recoding.chains import FAILS, UNKNOWN, Chain, Lattice, rise
from strategies import examples


def plainly(
    node: tuple[int, ...], bounds: Any, status: Any, below: float, unknown: bool
) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [node] if unknown else []
    while True:
        above = [
            (*node[:key], node[key] + 1, *node[key + 1 :])
            for key in range(len(node))
            if node[key] + 1 < bounds.shape[key]
        ]
        open_ = [one for one in above if status[one] != FAILS and bounds[one] < below]
        if not open_:
            return found
        node = min(open_, key=lambda one: bounds[one])
        if unknown and status[node] != UNKNOWN:
            return found
        found.append(node)


@given(st.integers(0, 2**32 - 1))
@examples(200)
def test_the_walk_is_the_plain_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(1, 5, rng.integers(1, 5)).tolist())
    bounds = rng.permutation(np.prod(shape)).reshape(shape).astype(float)
    status = rng.integers(0, 4, shape).astype(np.int8)
    node = tuple(int(rng.integers(0, levels)) for levels in shape)
    below, unknown = float(rng.choice([np.inf, np.prod(shape) / 2])), bool(rng.integers(0, 2))
    wanted = plainly(node, bounds, status, below, unknown)
    lattice, chain = Lattice.of(bounds, status), Chain.of(shape)
    number = _risen(lattice, chain, int(np.array(node) @ lattice.strides), below, unknown)
    assert [tuple(one) for one in chain.nodes[:number].tolist()] == wanted
    assert (chain.nodes[:number] @ lattice.strides == chain.places[:number]).all()


@njit
def _risen(lattice: Any, chain: Any, place: int, below: float, unknown: bool) -> Any:
    return rise(lattice, chain, place, below, unknown)
