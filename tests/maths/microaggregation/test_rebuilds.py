"""Groups built anew: never worse, of k at least, as good as the best there are on small files."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from discret.maths.arrays import Floats, Ints
from discret.maths.microaggregation.mdav import mdav
from discret.maths.microaggregation.rebuilds import rebuilt


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


@pytest.mark.parametrize("k", [2, 3, 7])
def test_groups_get_better_and_keep_their_k(k: int) -> None:
    points = np.random.default_rng(k).lognormal(size=(400, 3))
    first = mdav(points, k)
    found = rebuilt(points, first, k, 0.05, np.random.default_rng(1))
    assert min(np.bincount(found)) >= k
    assert within(points, found) < 0.98 * within(points, first)
    again = rebuilt(points, first, k, 0.05, np.random.default_rng(1))
    assert found.tolist() == again.tolist()
