"""The walk through a lattice: what it yields, and when it ends."""

from __future__ import annotations

from typing import Any

import numpy as np

from discret.maths.recoding.chains import CHECKED, FAILS, HOLDS, Lattice
from discret.maths.recoding.walk import Walk


def walk_through(bounds: Any, *, settling: bool, settle: Any) -> list[tuple[int, ...]]:
    """Walk, and let `settle` say of each node that is met what is known then."""
    status = np.zeros(bounds.shape, dtype=np.int8)
    walk = Walk(Lattice.of(bounds, status), settling=settling)
    met = []
    for node in walk.through(np.argsort(bounds, axis=None, kind="stable")):
        met.append(node)
        settle(walk, status, node)
    return met


def checked(walk: Walk, status: Any, node: tuple[int, ...]) -> None:
    status[node] = CHECKED


SQUARE = np.add.outer(np.arange(3.0), np.arange(3.0) / 2)


def test_every_node_is_met_once_where_nothing_settles_another() -> None:
    met = walk_through(SQUARE, settling=False, settle=checked)
    assert sorted(met) == sorted(np.ndindex(3, 3))


def test_nodes_are_tried_from_above_half_way_first() -> None:
    # Above (0, 0) lie (0, 1), (0, 2), (1, 2), (2, 2), of which (0, 2) and then (0, 1) are half way.
    met = walk_through(SQUARE, settling=False, settle=checked)
    assert met[:3] == [(0, 2), (0, 1), (0, 0)]


def test_a_chain_is_climbed_from_where_most_is_settled() -> None:
    def fails(walk: Walk, status: Any, node: tuple[int, ...]) -> None:
        status[:] = FAILS

    assert walk_through(SQUARE, settling=True, settle=fails) == [(2, 2)]


def test_what_holds_above_brings_the_walk_down_the_chain() -> None:
    def holds(walk: Walk, status: Any, node: tuple[int, ...]) -> None:
        higher = status[tuple(slice(level, None) for level in node)]
        higher[higher == 0] = HOLDS
        status[node] = CHECKED
        walk.best = min(walk.best, SQUARE[node])

    met = walk_through(SQUARE, settling=True, settle=holds)
    assert met[0] == (2, 2)
    assert met[-1] == (0, 0)
    assert len(set(met)) == len(met) < 6


def test_nodes_that_cannot_be_better_are_left() -> None:
    def found(walk: Walk, status: Any, node: tuple[int, ...]) -> None:
        status[node] = CHECKED
        walk.best = 0.0

    assert len(walk_through(SQUARE, settling=False, settle=found)) == 1
