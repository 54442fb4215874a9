"""As few records dropped as need be: beside all sets of groups, tried one by one."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.arrays import Bools
from discret.maths.recoding.fewest_groups import _sums, fewest
from discret.maths.recoding.yardsticks import Ruler, Yardstick
from strategies import examples


def never(_fewer: int) -> Bools:
    return np.zeros(7, dtype=np.bool_)


@examples(60)
@given(st.integers(0, 2**32 - 1), st.sampled_from([0.1, 0.2, 0.35]))
def test_no_set_of_groups_that_holds_has_more_records(seed: int, target: float) -> None:
    rng = np.random.default_rng(seed)
    table = rng.integers(0, 5, (7, 3)).astype(np.int32)
    table[:, 0] += 1
    count = table.sum(axis=1).astype(np.int64)

    def failing(keep: Bools) -> Bools:
        return np.asarray(Yardstick(Ruler.EQUAL).levels(table, keep) > target + 1e-12) & keep

    found = fewest(failing, count, never)
    held = [
        int(count[list(some)].sum())
        for size in range(1, 8)
        for some in combinations(range(7), size)
        if not failing(np.isin(np.arange(7), some)).any()
    ]
    assert found.least
    assert count[found.keep].sum() == max(held)
    assert not failing(found.keep).any()


def test_where_looks_are_over_nothing_is_called_proven() -> None:
    table = np.random.default_rng(3).integers(1, 9, (7, 3)).astype(np.int32)
    count = table.sum(axis=1).astype(np.int64)

    def failing(keep: Bools) -> Bools:
        return np.asarray(Yardstick(Ruler.EQUAL).levels(table, keep) > 0.02) & keep

    found = fewest(failing, count, never, looks=4)
    assert not found.least
    assert not failing(found.keep).any()


def test_what_must_go_is_never_tried() -> None:
    asked: list[list[bool]] = []

    def failing(keep: Bools) -> Bools:
        asked.append(keep.tolist())
        return np.array([False, keep[2], True, False]) & keep

    found = fewest(failing, np.array([5, 2, 3, 1]), lambda _fewer: np.array([0, 0, 1, 0]) > 0)
    assert found.least
    assert found.keep.tolist() == [True, True, False, True]


@pytest.mark.parametrize("sizes", [[], [2], [1, 1, 3], [1, 2, 2, 5]])
def test_all_sets_come_once_the_smallest_first(sizes: list[int]) -> None:
    sets = list(_sums(sizes))
    totals = [total for total, _ in sets]
    assert totals == sorted(totals)
    assert len({places for _, places in sets}) == len(sets) == 2 ** len(sizes)
    assert all(total == sum(sizes[place] for place in places) for total, places in sets)
