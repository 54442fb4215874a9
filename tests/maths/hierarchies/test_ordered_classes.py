"""Contiguous classes, against all partitions tried one by one."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.hierarchies import ordered_classes as groupings
from strategies import examples, weights

rows = st.lists(weights, min_size=1, max_size=9)


def entropy_lost(values: list[float], cuts: tuple[int, ...]) -> float:
    """Return H(value) − H(class) in nats, term by term."""
    total = sum(values)
    ends = [0, *cuts, len(values)]
    heights = [sum(values[low:high]) / total for low, high in pairwise(ends)]
    of_values = -sum(v / total * log(v / total) for v in values)
    return of_values + sum(height * log(height) for height in heights)


def partitions(size: int, classes: int) -> list[tuple[int, ...]]:
    return list(combinations(range(1, size), classes - 1))


def kept_apart(cuts: tuple[int, ...], pairs: list[tuple[int, int]]) -> bool:
    return all(any(first < cut <= second for cut in cuts) for first, second in pairs)


@st.composite
def pairs_of(draw: st.DrawFn, size: int) -> list[tuple[int, int]]:
    every = list(combinations(range(size), 2))
    return draw(st.lists(st.sampled_from(every), max_size=4)) if every else []


@given(rows, st.data())
@examples(80)
def test_the_cuts_are_the_best_of_all(values: list[float], data: st.DataObject) -> None:
    classes = data.draw(st.integers(1, len(values)))
    found = groupings.best_cuts(np.array(values), classes)
    assert found.tolist() == sorted(set(found.tolist()))
    assert len(found) == classes - 1
    least = min(entropy_lost(values, cuts) for cuts in partitions(len(values), classes))
    assert entropy_lost(values, tuple(found.tolist())) == pytest.approx(least, abs=1e-9)


@given(st.lists(weights, min_size=2, max_size=8), st.data())
@examples(80)
def test_the_cuts_are_the_best_of_those_that_keep_pairs_apart(
    values: list[float], data: st.DataObject
) -> None:
    pairs = data.draw(pairs_of(len(values)))
    apart = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    right = {
        classes: [c for c in partitions(len(values), classes) if kept_apart(c, pairs)]
        for classes in range(1, len(values) + 1)
    }
    assert groupings.fewest_runs(apart) == min(n for n, some in right.items() if some)
    for classes, some in right.items():
        if not some:
            with pytest.raises(ValueError, match="no such partition"):
                groupings.best_cuts(np.array(values), classes, apart)
            continue
        found = tuple(groupings.best_cuts(np.array(values), classes, apart).tolist())
        assert kept_apart(found, pairs)
        least = min(entropy_lost(values, cuts) for cuts in some)
        assert entropy_lost(values, found) == pytest.approx(least, abs=1e-9)


@given(st.lists(weights, min_size=2, max_size=10), st.data())
@examples(80)
def test_levels_nest_keep_pairs_apart_and_are_the_best_among_the_cuts_below(
    values: list[float], data: st.DataObject
) -> None:
    pairs = data.draw(pairs_of(len(values)))
    apart = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    least = groupings.fewest_runs(apart)
    span = st.integers(least, len(values))
    sizes = sorted(data.draw(st.sets(span, min_size=1, max_size=3)), reverse=True)
    kept = set(groupings.best_cuts(np.array(values), least, apart).tolist())
    below = set(range(1, len(values)))
    for size, level in zip(
        sizes, groupings.nested_cuts(np.array(values), sizes, apart), strict=True
    ):
        cuts = tuple(level.tolist())
        assert len(cuts) == size - 1
        assert kept <= set(cuts) <= below
        assert kept_apart(cuts, pairs)
        some = [c for c in combinations(sorted(below), size - 1) if kept <= set(c)]
        best = min(entropy_lost(values, c) for c in some)
        assert entropy_lost(values, cuts) == pytest.approx(best, abs=1e-9)
        below = set(cuts)


def test_equal_weights_make_equal_classes() -> None:
    levels = groupings.nested_cuts(np.full(64, 0.1), [8, 4, 2])
    assert [level.tolist() for level in levels] == [list(range(8, 64, 8)), [16, 32, 48], [32]]


def test_the_order_of_magnitude_of_the_weights_does_not_matter() -> None:
    values = np.random.default_rng(1).gamma(0.5, size=60) + 1e-6
    cuts = [groupings.best_cuts(values * scale, 7).tolist() for scale in (1e-9, 1, 1e12)]
    assert cuts[0] == cuts[1] == cuts[2]


@given(st.lists(weights, min_size=1, max_size=60), st.integers(1, 12))
@examples(100)
def test_quantile_classes_are_runs_of_about_the_same_weight(values: list[float], most: int) -> None:
    classes = groupings.quantile_classes(np.array(values), most)
    assert classes[0] == 0
    assert set(np.diff(classes).tolist()) <= {0, 1}
    assert classes[-1] < max(most, 1)
    if len(values) > most:
        sums = np.bincount(classes, weights=values)
        assert sums.max() <= sum(values) / most + 2 * max(values) + 1e-9


@given(st.lists(weights, min_size=1, max_size=20), st.integers(2, 6))
@examples(60)
def test_the_commonest_have_a_number_of_their_own(values: list[float], most: int) -> None:
    classes = groupings.commonest_classes(np.array(values), most).tolist()
    alone = [value for value, one in zip(values, classes, strict=True) if classes.count(one) == 1]
    rest = [value for value, one in zip(values, classes, strict=True) if classes.count(one) > 1]
    assert len(set(classes)) == min(len(values), most)
    assert not rest or min(alone, default=np.inf) >= max(rest)
