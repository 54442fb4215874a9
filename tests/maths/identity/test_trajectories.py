"""Unicity of trajectories, against all choices of points listed one by one."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from discret.maths.identity import trajectories as kernels
from discret.maths.identity.trajectories import choices, trajectories, unicity, wilson


def listed(person: np.ndarray, point: np.ndarray, points: int) -> float:
    """Return unicity by its definition."""
    own = {who: {*point[person == who].tolist()} for who in np.unique(person).tolist()}
    shares = []
    for who, mine in own.items():
        some = [*combinations(sorted(mine), min(points, len(mine)))]
        others = [theirs for other, theirs in own.items() if other != who]
        alone = [not any({*choice} <= theirs for theirs in others) for choice in some]
        shares.append(sum(alone) / len(alone))
    return float(np.mean(shares))


@pytest.mark.parametrize("seed", range(20))
def test_all_choices_are_those_listed(seed: int) -> None:
    rng = np.random.default_rng(seed)
    people, places = int(rng.integers(1, 9)), int(rng.integers(1, 8))
    person = np.append(np.arange(people), rng.integers(people, size=30))
    point = np.append(rng.integers(places, size=people), rng.integers(places, size=30))
    found = trajectories(person, np.unique(point, return_inverse=True)[1].astype(np.int64))
    for points in (1, 2, 3, 5):
        got = unicity(found, points, 100, rng)
        assert got.exact
        assert got.share == pytest.approx(listed(person, point, points), abs=1e-12)


def test_draws_come_near_what_all_choices_give(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(4)
    person, point = rng.integers(60, size=500), rng.integers(25, size=500)
    person = np.unique(person, return_inverse=True)[1].astype(np.int64)
    found = trajectories(person, point.astype(np.int64))
    exact = {points: unicity(found, points, 100, rng).share for points in (1, 2, 3)}
    monkeypatch.setattr(kernels, "EXACT", 0)
    within = []
    for points, share in exact.items():
        drawn = [unicity(found, points, 2000, np.random.default_rng(n)) for n in range(40)]
        error = np.sqrt(max(share * (1 - share), 1e-9) / (2000 * 40))
        assert abs(np.mean([own.share for own in drawn]) - share) < 5 * error + 1e-9
        within += [own.low <= share <= own.high for own in drawn]
    # 120 intervals at 95 %: fewer than 102 come once in ten thousand times
    assert sum(within) >= 102
    assert not all(own.exact for own in drawn)


def test_points_that_are_drawn_differ_and_are_the_persons_own() -> None:
    rng = np.random.default_rng(1)
    person, point = np.repeat(np.arange(5), [1, 2, 3, 4, 9]), np.arange(19)
    found = trajectories(person, point)
    who, drawn = kernels._drawn(found, 3, 5000, rng)
    for row, owner in zip(drawn[:500].tolist(), who[:500].tolist(), strict=True):
        known = [item for item in row if item >= 0]
        assert len({*known}) == len(known) == min(3, [1, 2, 3, 4, 9][owner])
        assert all(person[item] == owner for item in known)
    last = drawn[who == 4]
    counts = np.bincount((last - 10).ravel(), minlength=9)  # each of nine points equally often
    assert np.abs(counts - counts.mean()).max() < 5 * np.sqrt(counts.mean())


def test_choices_are_counted_and_large_ones_are_large() -> None:
    assert choices(np.array([5, 1, 0 + 3]), 3) == comb(5, 3) + 1 + 1
    assert choices(np.array([10**6]), 10) == kernels.LARGE


def test_the_interval_is_that_of_wilson() -> None:
    """Agresti and Coull 1998, table 1: none of ten at 95 %."""
    low, high = wilson(0.0, 10, 0.95)
    assert low == 0.0
    assert high == pytest.approx(0.2775, abs=5e-4)
