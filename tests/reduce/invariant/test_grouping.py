"""Groups of arrays alone: many random series, each group looked at by the definition."""

import numpy as np
import pytest

from discret.maths.releases.balanced import divided, filled, lacking
from discret.maths.releases.cells import dealt, shortage
from discret.maths.releases.counterfeits import counterfeits
from discret.reduce.invariant.grouping import Grouping, grouped


def members(found: Grouping, value: np.ndarray) -> list[list[int]]:
    """List the values of each group, made up or not."""
    group, every = np.append(found.group, found.made_group), np.append(value, found.made_value)
    return [every[group == own].tolist() for own in range(found.groups)]


@pytest.mark.parametrize("seed", range(60))
def test_a_series_keeps_everybody_among_the_same_values(seed: int) -> None:
    rng = np.random.default_rng(seed)
    m, size = int(rng.integers(2, 5)), int(rng.integers(1, 60))
    values = int(rng.integers(m, 9))
    value = rng.choice(values, 200, p=rng.dirichlet(np.full(values, 0.7)))
    value[:values] = np.arange(values)  # all are there
    place = rng.random((200, int(rng.integers(1, 4))))
    signature: dict[int, tuple[int, ...]] = {}
    for _ in range(4):
        there = np.sort(rng.choice(200, size, replace=False))
        there = np.union1d(there, np.arange(values))
        known = sorted({signature[who] for who in there.tolist() if who in signature})
        bucket = np.array([known.index(signature[w]) if w in signature else -1 for w in there])
        found = grouped(
            value[there], place[there], bucket, [np.array(own) for own in known], m, rng
        ).shuffled(rng)
        assert (np.bincount(found.group, minlength=found.groups) > 0).all()
        for own, shown in enumerate(members(found, value[there])):
            assert len(shown) == len({*shown}) >= m
            for who in there[found.group == own].tolist():
                assert signature.setdefault(who, tuple(sorted(shown))) == tuple(sorted(shown))


def test_newcomers_need_as_few_counterfeits_as_one_part_does() -> None:
    """Cuts ask for no more: m times the most frequent value, less those who are there."""
    rng = np.random.default_rng(1)
    for _ in range(100):
        m, size = int(rng.integers(2, 5)), int(rng.integers(1, 80))
        value = rng.choice(6, size, p=rng.dirichlet(np.full(6, 0.6)))
        found = dealt(value, rng.random((size, 2)), m)
        most = int(np.bincount(value).max())
        assert found.short.sum() == shortage(np.array([size]), np.array([most]), m)[0]


def test_cuts_keep_neighbours_together() -> None:
    rng = np.random.default_rng(1)
    place = rng.random((4000, 1))
    found = dealt(rng.integers(8, size=4000), place, 2)
    width = np.zeros((2, found.groups))
    width[0] = np.inf
    np.minimum.at(width[0], found.group, place[:, 0])
    np.maximum.at(width[1], found.group, place[:, 0])
    assert (width[1] - width[0]).mean() < 0.01  # by chance it would be a third


def test_buckets_are_divided_evenly() -> None:
    rng = np.random.default_rng(2)
    for _ in range(50):
        many, width = int(rng.integers(1, 30)), int(rng.integers(2, 5))
        bucket, value = np.zeros(many * width, int), np.tile(np.arange(width), many)
        group = divided(bucket, value, rng.random((many * width, 2)))
        assert np.bincount(group).tolist() == [width] * many
        assert len(np.unique(group * width + value)) == many * width


def test_what_is_short_is_filled_by_newcomers_who_are_there() -> None:
    short = lacking(np.array([0, 0, 1]), np.array([0, 0, 2]), [np.array([0, 1]), np.array([1, 2])])
    assert short.many.tolist() == [2, 1]
    found = filled(short, np.array([0.0, 1.0]), np.array([1, 1, 3]), np.array([0.1, 0.9, 0.5]))
    assert sorted(found.newcomer.tolist()) == [0, 1]
    assert len(found.counterfeit) == 1
    assert found.value.tolist() == [1]


def test_counterfeits_are_drawn_as_often_as_values_are_there() -> None:
    """Of 20,000 groups without the first value, one in four gets the rarer of two others."""
    groups = np.arange(20_000)
    often = np.array([9.0, 3.0, 1.0])
    rng = np.random.default_rng(3)
    group, value = counterfeits(groups, np.zeros(20_000, int), np.ones(20_000, int), often, rng)
    share = (value == 2).mean()
    assert len(group) == 20_000
    assert not (value == 0).any()
    assert abs(share - 0.25) < 5 * np.sqrt(0.25 * 0.75 / 20_000)
