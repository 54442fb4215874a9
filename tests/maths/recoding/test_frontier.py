"""Which nodes of a lattice hold, and which of them are minimal: against all nodes, one by one."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.arrays import Node
from discret.maths.recoding.frontier import as_found, minimal, settled
from discret.maths.recoding.lattice import Below, Verdict, search
from strategies import examples

SHAPES = st.lists(st.integers(1, 4), min_size=1, max_size=4).map(tuple)


class Told:
    """A lattice of which it was decided which nodes hold."""

    def __init__(self, holds: np.ndarray, bounds: np.ndarray, *, monotone: bool) -> None:
        self.holds, self.bounds, self.monotone = holds, bounds, monotone
        self.settling = monotone
        self.looked: list[Node] = []

    def check(self, node: Node) -> Verdict:
        self.looked.append(node)
        nothing = np.zeros(len(node))
        return Verdict(bool(self.holds[node]), float(self.bounds[node]), nothing, 0.0)

    def below(self) -> Below:
        return Below(False, np.zeros(self.bounds.ndim), 0.0)

    def raised(self, node: Node, spoilt: np.ndarray) -> np.ndarray:
        return self.bounds[tuple(slice(0, level + 1) for level in node)]


@st.composite
def lattices(draw: st.DrawFn, *, monotone: bool) -> Told:
    shape = draw(SHAPES)
    size = int(np.prod(shape))
    chosen = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    holds = np.array(chosen).reshape(shape)
    holds[(-1,) * len(shape)] = True
    if monotone:
        for node in np.argwhere(holds):
            holds[tuple(slice(level, None) for level in node)] = True
    seed = draw(st.integers(0, 100))
    bounds = np.sort(np.random.default_rng(seed).random(size)).reshape(shape)
    return Told(holds, bounds, monotone=monotone)


def by_hand(holds: np.ndarray) -> set[Node]:
    nodes = [node for node in product(*map(range, holds.shape)) if holds[node]]
    return {
        node
        for node in nodes
        if not any(
            one != node and all(a <= b for a, b in zip(one, node, strict=True)) for one in nodes
        )
    }


def marked(marks: np.ndarray) -> set[Node]:
    return {tuple(node) for node in np.argwhere(marks).tolist()}


@examples(60)
@given(st.one_of(lattices(monotone=True), lattices(monotone=False)))
def test_minimal_nodes_are_those_with_none_below(problem: Told) -> None:
    assert marked(minimal(problem.holds)) == by_hand(problem.holds)


@examples(60)
@given(st.one_of(lattices(monotone=True), lattices(monotone=False)))
def test_a_search_gone_on_with_settles_every_node(problem: Told) -> None:
    found = search(problem)
    before = found.status.copy()
    whole = settled(problem, found, looks=10**9)
    assert whole.known.all()
    assert (whole.holds == problem.holds).all()
    assert by_hand(problem.holds) <= set(whole.checked)
    assert len(problem.looked) == len(set(problem.looked)), "no node is looked at twice"
    assert (found.status == before).all()
    assert set(found.checked) <= set(whole.checked)


@examples(60)
@given(st.one_of(lattices(monotone=True), lattices(monotone=False)))
def test_what_a_search_leaves_behind_is_true_as_far_as_it_goes(problem: Told) -> None:
    known = as_found(search(problem))
    assert (known.holds[known.known] == problem.holds[known.known]).all()
    assert not known.holds[~known.known].any()
    assert marked(minimal(known.holds)) <= set(known.checked)


def test_halves_spare_most_of_a_chain() -> None:
    holds = np.arange(1000) >= 700
    problem = Told(holds, np.zeros(1000), monotone=True)
    found = search(problem, go_on=lambda checks: False)
    assert settled(problem, found, looks=10**9).holds.tolist() == holds.tolist()
    assert len(problem.looked) <= 11


def test_a_failure_high_up_settles_all_below() -> None:
    holds = np.zeros((10, 10, 10), dtype=bool)
    holds[-1, -1, -1] = True
    problem = Told(holds, np.zeros(holds.shape), monotone=True)
    found = search(problem, go_on=lambda checks: False)
    assert (settled(problem, found, looks=10**9).holds == holds).all()
    assert len(problem.looked) <= 25
