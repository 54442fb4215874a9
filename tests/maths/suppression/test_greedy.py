"""Sets taken all together are those that groups take one after the other."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.arrays import Ints
from discret.maths.suppression import greedy as module
from discret.maths.suppression.classes import Space
from discret.maths.suppression.greedy import greedy
from discret.maths.suppression.local import Need, Problem, lay_out
from strategies import examples


def space_of(seed: int, needs: int) -> Space:
    rng = np.random.default_rng(seed)
    width = int(rng.integers(2, 5))
    rows = rng.integers(int(rng.integers(-1, 1)), 3, (int(rng.integers(4, 80)), width))
    codes, count = np.unique(rows, axis=0, return_counts=True)
    asked = (Need(tuple(range(width)), int(rng.integers(2, 6))), Need((0, 1), 4), Need((1,), 9))
    return lay_out(Problem(codes, count, rng.choice([1.0, 2.0, 3.5], width), asked[:needs])).space


def one_by_one(space: Space) -> Ints:
    """Let each group that does not hold step back at once, whoever comes first."""
    at = np.full(len(space.records), -1, dtype=np.int64)
    for joined in space.joined:
        tried = {g: int(joined[space.own[g]]) for g in np.flatnonzero(at < 0).tolist()}
        tried = {group: choice for group, choice in tried.items() if choice >= 0}
        while short := [g for g in tried if not _holds(space, at, tried, g)]:
            del tried[short[-1]]
        for group, choice in tried.items():
            at[group] = choice
    return at


def _holds(space: Space, at: Ints, tried: dict[int, int], group: int) -> bool:
    taken = at.copy()
    taken[list(tried)] = list(tried.values())
    for view in space.uses[tried[group]]:
        ids = space.ids[view]
        company = (ids == ids[group]) & (taken >= 0) & space.counts[taken, view]
        if space.total[ids[group]] + space.records[company].sum() < space.k[view]:
            return False
    return True


@examples(25)
@given(st.integers(0, 10**6), st.integers(1, 3), st.sampled_from([1, 1 << 22]))
def test_the_order_of_stepping_back_does_not_matter(seed: int, needs: int, at_once: int) -> None:
    space = space_of(seed, needs)
    usual, module.AT_ONCE = module.AT_ONCE, at_once  # some views at a time, or all
    try:
        found = greedy(space)
    finally:
        module.AT_ONCE = usual
    assert found.tolist() == one_by_one(space).tolist()
