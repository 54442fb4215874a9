"""Groups built anew: never worse, of k at least, as good as the best there are on small files."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
import pytest

from discret.maths.arrays import Floats, Ints
from discret.maths.microaggregation import drafts, rebuilds
from discret.maths.microaggregation.drafts import drafts_for
from discret.maths.microaggregation.mdav import mdav
from discret.maths.microaggregation.rebuilds import rebuilt
from discret.reduce.microaggregate import LARGEST_K


def within(points: Floats, of: Ints) -> float:
    groups = (points[of == group] for group in np.unique(of))
    return float(sum(((group - group.mean(axis=0)) ** 2).sum() for group in groups))


def partitions(rows: tuple[int, ...], k: int) -> Iterator[list[tuple[int, ...]]]:
    """Yield all partitions in groups of k to 2k − 1 members."""
    from itertools import combinations

    if not rows:
        yield []
    for size in range(k, min(2 * k, len(rows) + 1)):
        for others in combinations(rows[1:], size - 1):
            left = tuple(row for row in rows[1:] if row not in others)
            if not left or len(left) >= k:
                yield from ([(rows[0], *others), *rest] for rest in partitions(left, k))


def numbered(groups: list[tuple[int, ...]], size: int) -> Ints:
    of = np.zeros(size, dtype=np.int64)
    for number, group in enumerate(groups):
        of[list(group)] = number
    return of


@pytest.mark.parametrize("seed", range(12))
def test_small_files_are_grouped_as_well_as_can_be(seed: int) -> None:
    draw = np.random.default_rng(seed)
    size, k = int(draw.integers(4, 10)), int(draw.integers(2, 4))
    points = draw.normal(size=(size, 2))
    every = partitions(tuple(range(size)), k)
    best = min((within(points, numbered(groups, size)) for groups in every), default=None)
    found = rebuilt(points, mdav(points, k), k, 0.05, np.random.default_rng(1))
    assert min(np.bincount(found)) >= min(k, size)
    if best is not None:
        assert within(points, found) == pytest.approx(best)


@pytest.mark.parametrize(("k", "columns", "unit"), [(2, 1, 1e-6), (3, 4, 1.0), (7, 30, 1e8)])
def test_what_is_reckoned_by_distances_is_the_sum_of_squares(
    k: int, columns: int, unit: float
) -> None:
    """After thousands of groups that were built anew, and each of their moves and exchanges."""
    points = unit * np.random.default_rng(k).lognormal(size=(300, columns))
    problem = rebuilds._problem(points, k)
    state, room = rebuilds._state(points, mdav(points, k)), drafts_for(points, k)
    work, each = rebuilds._work(len(points), 0.1)
    chance = np.array([12345], dtype=np.uint64)
    heat = float(state.lost.sum()) / len(points)
    rebuilds._turn(problem, state, room, heat, work, 0, chance)
    rows = [np.flatnonzero(state.of == group) for group in range(len(points))]
    for group, own in enumerate(rows):
        assert state.size[group] == len(own)
        wanted = ((points[own] - points[own].mean(axis=0)) ** 2).sum() if len(own) else 0.0
        assert state.lost[group] == pytest.approx(wanted, rel=1e-9)
    assert each > 0


@pytest.mark.parametrize("seconds", [0.02, 0.1])
def test_work_ends_when_it_is_done_however_large_groups_are(seconds: float) -> None:
    """A try takes as much of it as it should: one with large groups, or many columns, does more."""
    took = []
    for k, columns in [(3, 2), (3, 60), (120, 3)]:
        points = np.random.default_rng(k).normal(size=(1000, columns))
        first = mdav(points, k)
        rebuilt(points, first, k, 1e-6, np.random.default_rng(1))  # compiled
        began = time.process_time()
        rebuilt(points, first, k, seconds, np.random.default_rng(1))
        took.append(time.process_time() - began)
    assert max(took) < 3 * seconds + 0.2  # neighbours, and a try beyond the end


def test_groups_that_a_plan_may_ask_for_can_be_taken_apart() -> None:
    assert LARGEST_K <= drafts.LARGEST_K


@pytest.mark.parametrize("k", [2, 3, 7])
def test_groups_get_better_and_keep_their_k(k: int) -> None:
    points = np.random.default_rng(k).lognormal(size=(400, 3))
    first = mdav(points, k)
    found = rebuilt(points, first, k, 0.05, np.random.default_rng(1))
    assert min(np.bincount(found)) >= k
    assert within(points, found) < 0.98 * within(points, first)
    again = rebuilt(points, first, k, 0.05, np.random.default_rng(1))
    assert found.tolist() == again.tolist()
