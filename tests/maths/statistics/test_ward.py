"""Ward's clustering of weighted points: against scipy on repeated rows; agreement of classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage

from discret.maths.statistics.ward import adjusted_rand, cut, ward
from strategies import examples

Numbers = NDArray[Any]


def same_partition(one: Numbers, other: Numbers) -> bool:
    pairs = set(zip(one.tolist(), other.tolist(), strict=True))
    return len(pairs) == len(set(one.tolist())) == len(set(other.tolist()))


def points(seed: int, number: int = 30) -> tuple[Numbers, Numbers]:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(number, 3)), rng.integers(1, 30, number).astype(float)


@pytest.mark.parametrize("seed", range(8))
def test_mergers_are_those_of_scipy_on_repeated_rows(seed: int) -> None:
    x, w = points(seed)
    pairs, added = ward(x, w)
    rows = np.repeat(np.arange(len(x)), w.astype(int))
    tree = linkage(x[rows], method="ward")
    heights = tree[tree[:, 2] > 1e-9, 2]  # scipy merges repeated rows first, at height nought
    np.testing.assert_allclose(np.sqrt(2 * added), heights, rtol=1e-9)
    for classes in (2, 3, 5, 10, len(x)):
        theirs = fcluster(tree, classes, criterion="maxclust")
        assert same_partition(cut(pairs, len(x), classes)[rows], theirs)


@pytest.mark.parametrize("seed", range(6))
def test_flags_are_clustered_as_their_repeated_rows(seed: int) -> None:
    """0/1 columns, as in the survey; no two combinations have as many people (no tie)."""
    rng = np.random.default_rng(seed)
    flags = np.array(list(np.ndindex(*[2] * 6)), dtype=float)[rng.permutation(64)[:30]]
    count = rng.permutation(np.arange(1, 200))[:30]
    pairs, added = ward(flags, count.astype(float))
    rows = np.repeat(np.arange(30), count)
    tree = linkage(flags[rows], method="ward")
    np.testing.assert_allclose(added, tree[-29:, 2] ** 2 / 2, rtol=1e-9)
    for classes in (2, 5, 8):
        theirs = fcluster(tree, classes, criterion="maxclust")
        assert same_partition(cut(pairs, 30, classes)[rows], theirs)


@examples(40)
@given(st.integers(0, 10**6), st.integers(1, 12))
def test_what_mergers_add_is_the_inertia(seed: int, number: int) -> None:
    x, w = points(seed, number)
    pairs, added = ward(x, w)
    centre = w @ x / w.sum()
    assert added.sum() == pytest.approx(float(w @ ((x - centre) ** 2).sum(axis=1)))
    assert (np.diff(added) >= -1e-9).all()
    assert len(pairs) == number - 1


def brute(x: Numbers, w: Numbers) -> list[float]:
    """Try all pairs at every step."""
    clusters = [(m, c) for m, c in zip(w, x, strict=True)]
    costs = []
    while len(clusters) > 1:
        tried = {
            (i, j): a[0] * b[0] / (a[0] + b[0]) * float(((a[1] - b[1]) ** 2).sum())
            for i, a in enumerate(clusters)
            for j, b in enumerate(clusters)
            if i < j
        }
        (i, j), cost = min(tried.items(), key=lambda one: one[1])
        (m, c), (n, d) = clusters[i], clusters[j]
        rest = [cluster for at, cluster in enumerate(clusters) if at not in (i, j)]
        clusters = [*rest, (m + n, (m * c + n * d) / (m + n))]
        costs.append(cost)
    return costs


@examples(30)
@given(st.integers(0, 10**6), st.integers(2, 9))
def test_the_chain_finds_what_a_search_of_all_pairs_finds(seed: int, number: int) -> None:
    rng = np.random.default_rng(seed)
    x, w = rng.normal(size=(number, 2)), rng.gamma(1, 50, number) + 0.01
    np.testing.assert_allclose(ward(x, w)[1], brute(x, w), rtol=1e-9)


def test_equal_points_are_one() -> None:
    pairs, added = ward(np.array([[1.0], [1], [4]]), np.array([2.0, 3, 1]))
    assert added[0] == 0
    assert cut(pairs, 3, 2).tolist() == [0, 0, 1]


def test_one_point_is_one_class() -> None:
    pairs, added = ward(np.zeros((1, 2)), np.ones(1))
    assert (len(pairs), len(added)) == (0, 0)
    assert cut(pairs, 1, 5).tolist() == [0]


def test_more_classes_than_points_leave_each_alone() -> None:
    pairs, _ = ward(np.array([[0.0], [1], [5]]), np.ones(3))
    assert cut(pairs, 3, 9).tolist() == [0, 1, 2]
    assert cut(pairs, 3, 1).tolist() == [0, 0, 0]


# ---------------------------------------------------------------- agreement


def by_pairs(one: Numbers, other: Numbers, w: Numbers) -> float:
    """The index from pairs of people drawn with replacement, one pair after the other."""
    share = w / w.sum()
    both = first = second = 0.0
    for i, p in enumerate(share):
        for j, q in enumerate(share):
            a, b = one[i] == one[j], other[i] == other[j]
            both, first, second = both + p * q * (a and b), first + p * q * a, second + p * q * b
    chance = first * second
    whole = (first + second) / 2 - chance
    return (both - chance) / whole if abs(whole) > 1e-12 else 1.0


partitions = st.integers(1, 9).flatmap(
    lambda n: st.tuples(*[st.lists(st.integers(0, 3), min_size=n, max_size=n)] * 2)
)


@examples(60)
@given(partitions, st.integers(0, 10**6))
def test_agreement_is_that_of_pairs(both: tuple[list[int], list[int]], seed: int) -> None:
    one, other = (np.array(own) for own in both)
    w = np.random.default_rng(seed).gamma(1, 5, len(one)) + 0.01
    assert adjusted_rand(one, other, w) == pytest.approx(by_pairs(one, other, w), abs=1e-9)


def test_agreement_is_the_limit_of_hubert_and_arabie() -> None:
    # n choose 2 instead of n²/2: the same for many people.
    one, other = np.array([0, 0, 1, 1, 2]), np.array([0, 1, 1, 1, 0])
    w = np.array([3.0, 1, 4, 1, 5])
    times = 10_000
    counts: dict[tuple[int, int], float] = {}
    for a, b, m in zip(one, other, w, strict=True):
        counts[a, b] = counts.get((a, b), 0) + m * times

    def pairs(own: list[float]) -> float:
        return sum(n * (n - 1) / 2 for n in own)

    rows = [sum(n for (a, _), n in counts.items() if a == k) for k in range(3)]
    columns = [sum(n for (_, b), n in counts.items() if b == k) for k in range(2)]
    chance = pairs(rows) * pairs(columns) / pairs([w.sum() * times])
    wanted = (pairs(list(counts.values())) - chance) / ((pairs(rows) + pairs(columns)) / 2 - chance)
    assert adjusted_rand(one, other, w) == pytest.approx(wanted, abs=1e-4)


def test_the_same_classes_under_other_names_agree() -> None:
    w = np.array([1.0, 2, 3, 4])
    assert adjusted_rand(np.array([0, 1, 1, 2]), np.array([7, 3, 3, 5]), w) == pytest.approx(1)
    assert adjusted_rand(np.zeros(4), np.zeros(4), w) == 1
