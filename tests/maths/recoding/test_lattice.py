"""The search of a lattice: against looking at every node."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from discret.maths.arrays import Node
from discret.maths.recoding.lattice import Below, Verdict, in_bands, search
from strategies import examples


class Toy:
    """A lattice of which every node is known; what is lost costs the same in every key."""

    sense = 1  # of what is told about the distance: a search must not trust it

    def __init__(self, bounds: NDArray[Any], lost: NDArray[Any], most: int, monotone: bool) -> None:
        self.bounds, self.lost, self.most, self.monotone = bounds, lost, most, monotone
        self.settling = monotone
        self.seen: list[Node] = []

    def check(self, node: Node) -> Verdict:
        self.seen.append(node)
        gone = float(self.lost[node])
        excess = (gone - self.most) * self.sense
        return Verdict(gone <= self.most, float(self.bounds[node] + gone), np.array([gone]), excess)

    def below(self) -> Below:
        least = self.lost[tuple(slice(0, level + 1) for level in self.seen[-1])].min()
        return Below(bool(least > self.most), np.array([least]), 1.0)

    def raised(self, node: Node, spoilt: NDArray[Any]) -> NDArray[Any]:
        return self.bounds[tuple(slice(0, level + 1) for level in node)] + spoilt.max()


@st.composite
def toys(draw: st.DrawFn) -> Toy:
    shape = tuple(draw(st.lists(st.integers(1, 4), min_size=1, max_size=3)))
    size = int(np.prod(shape))
    rises = draw(st.lists(st.integers(0, 5), min_size=size, max_size=size))
    drops = draw(st.lists(st.integers(0, 5), min_size=size, max_size=size))
    bounds, lost = (np.array(one, dtype=np.float64).reshape(shape) for one in (rises, drops))
    monotone = draw(st.booleans())
    for axis in range(len(shape)):  # the higher, the more is lost to coarseness, the fewer records
        bounds = np.maximum.accumulate(bounds, axis=axis)
        if monotone:
            lost = np.flip(np.maximum.accumulate(np.flip(lost, axis), axis=axis), axis)
    toy = Toy(bounds, lost, draw(st.integers(0, 5)), monotone)
    toy.sense = draw(st.sampled_from([1, -1]))
    toy.settling = monotone or draw(st.booleans())  # in which order nodes are looked at, no more
    return toy


@examples(400)
@given(toys())
def test_the_best_node_is_found_and_proven(toy: Toy) -> None:
    nodes = product(*map(range, toy.bounds.shape))
    losses = [toy.bounds[n] + toy.lost[n] for n in nodes if toy.lost[n] <= toy.most]
    found = search(toy)
    assert found.optimal
    assert len(set(toy.seen)) == len(toy.seen) == len(found.checked)
    assert found.loss == min(losses, default=np.inf)
    if losses:
        assert toy.lost[found.node] <= toy.most
    else:
        assert found.node is None


@examples(100)
@given(toys(), st.integers(0, 5))
def test_a_search_that_ends_early_keeps_a_bound(toy: Toy, checks: int) -> None:
    nodes = product(*map(range, toy.bounds.shape))
    best = min(
        (toy.bounds[n] + toy.lost[n] for n in nodes if toy.lost[n] <= toy.most), default=np.inf
    )
    found = search(toy, go_on=lambda seen: seen < checks)
    assert found.bound <= best <= found.loss


def test_a_failure_high_up_settles_all_below() -> None:
    shape = (6, 6, 6)
    bounds = np.add.outer(np.add.outer(np.arange(6.0), np.arange(6.0)), np.arange(6.0))
    lost = np.full(shape, 9.0)
    lost[5, 5, 5] = 0
    found = search(Toy(bounds, lost, 0, monotone=True))
    assert found.node == (5, 5, 5)
    assert len(found.checked) < 20


@examples(60)
@given(st.lists(st.integers(0, 9), max_size=60), st.integers(1, 9))
def test_bands_are_the_order_of_all(values: list[int], first: int) -> None:
    every = np.array(values, dtype=np.float64)
    bands = list(in_bands(every, first))
    found = [place for band in bands for place in band.tolist()]
    assert found == np.argsort(every, kind="stable").tolist()
    assert all(len(band) for band in bands)
