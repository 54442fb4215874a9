"""Parts of a table: what they cover, how they are cut, and cuts that bear on other parts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.partitions.mondrian import LOOKS, apart, partition
from discret.maths.partitions.part_cuts import Space, hulls
from strategies import examples

TREE = np.array([[0, 1, 2, 3, 4, 5], [0, 0, 1, 1, 1, 2], [0, 0, 0, 0, 0, 1], [0] * 6])
FREE = np.array([np.arange(6), np.ones(6), np.zeros(6), np.zeros(6)], dtype=np.int64)


@st.composite
def spaces(draw: st.DrawFn, *, riders: bool = False) -> Space:
    """Draw rows with a rank in a tree and one among numbers."""
    size = draw(st.integers(1, 20))
    ranks = st.integers(-1 if riders else 0, 5)
    pairs = st.lists(st.tuples(ranks, ranks), min_size=size, max_size=size)
    counts = st.lists(st.integers(1, 4), min_size=size, max_size=size)
    return space_of(draw(pairs), draw(counts))


def space_of(ranks: Any, records: Any, tree: Any = TREE) -> Space:
    share = np.array([[(level == label).mean() for label in level] for level in tree])
    position = np.array([np.zeros(6), np.array([0, 1, 2, 4, 8, 16]) / 16])
    return Space(
        np.array(ranks, dtype=np.int64).reshape(-1, 2),
        np.array(records, dtype=np.int64),
        np.stack([tree, FREE]),
        np.stack([share, np.zeros_like(share)]),
        position,
        np.array([False, True]),
    )


def at_least(space: Space, k: int) -> Any:
    def judge(of: Any, parts: int) -> Any:
        sizes = np.bincount(of, weights=space.records, minlength=parts)
        assert len(sizes) == parts
        assert (np.bincount(of) > 0).all()
        return sizes < k

    return judge


@given(spaces(riders=True), st.integers(1, 4))
@examples(100)
def test_a_hull_is_the_lowest_label_that_covers_a_part(space: Space, parts: int) -> None:
    of = np.arange(len(space.rank)) % parts
    parts = int(of.max()) + 1
    found = hulls(space, of, parts)
    for part in range(parts):
        for key in range(2):
            ranks = [int(r) for r in space.rank[of == part, key] if r >= 0]
            if not ranks:
                assert (found.low[part, key], found.high[part, key]) == (-1, -1)
                continue
            level = next(at for at in range(4) if len({space.codes[key][at][r] for r in ranks}) < 2)
            assert (found.low[part, key], found.high[part, key]) == (min(ranks), max(ranks))
            assert found.level[part, key] == level
            width = space.position[1][max(ranks)] - space.position[1][min(ranks)]
            cost = space.cost[0][level][ranks[0]] if key == 0 else width
            assert found.cost[part, key] == cost


@given(spaces(riders=True))
@examples(60)
def test_what_no_label_covers_is_apart(space: Space) -> None:
    torn = TREE.copy()
    torn[3] = TREE[2]  # no top: rank 5 is covered with no other
    space = space_of(space.rank, space.records, torn)
    found = apart(space)
    sides = space.rank[:, 0] == 5
    known = space.rank[:, 0] >= 0
    for number in range(len(sides)):
        for other in range(len(sides)):
            if known[number] and known[other]:
                assert (found.of[number] == found.of[other]) == (sides[number] == sides[other])
    assert found.parts == max(len(set(sides[known])), 1)
    weight = {side: space.records[known & (sides == side)].sum() for side in set(sides[known])}
    if len(weight) == 2 and weight[True] != weight[False]:
        largest = found.of[known & (sides == (weight[True] > weight[False]))][0]
        assert (found.of[~known] == largest).all()


@given(spaces(riders=True), st.integers(1, 9), st.booleans(), st.booleans())
@examples(150)
def test_all_parts_hold_and_care_changes_nothing_where_parts_are_alone(
    space: Space, k: int, relaxed: bool, careful: bool
) -> None:
    judge = at_least(space, k)
    found = partition(space, judge, np.ones(2), relaxed=relaxed, careful=careful)
    if space.records.sum() >= k:
        assert not judge(found.of, found.parts).any()
    plain = partition(space, judge, np.ones(2), relaxed=relaxed)
    if space.records.sum() >= k:
        assert found.of.tolist() == plain.of.tolist()
    assert found.cuts < found.parts <= len(space.rank)


@given(st.lists(st.integers(0, 5), min_size=2, max_size=20))
@examples(100)
def test_numbers_are_cut_where_the_sides_are_most_equal(ranks: list[int]) -> None:
    space = space_of([(0, rank) for rank in ranks], [1] * len(ranks))
    once = lambda of, parts: np.full(parts, parts > 2)  # noqa: E731
    found = partition(space, once, np.ones(2))
    gaps = {
        last: abs(2 * sum(r <= last for r in ranks) - len(ranks))
        for last in sorted(set(ranks))[:-1]
    }
    if not gaps:
        assert found.parts == 1
        return
    best = min(gaps, key=gaps.__getitem__)
    assert found.of.tolist() == [int(rank > best) for rank in ranks]
    half = partition(space, once, np.ones(2), relaxed=True)
    sides = sorted(np.bincount(half.of).tolist())
    assert sides == [len(ranks) // 2, len(ranks) - len(ranks) // 2]


@pytest.mark.parametrize("most", [1, 2, 3, 7, 20])
def test_a_judge_of_all_parts_together_is_never_failed(most: int) -> None:
    """As soon as there are too many parts all of them fail: cuts are made one by one."""
    space = space_of([(0, rank % 6) for rank in range(40)], [1] * 40)
    asked = []

    def judge(of: Any, parts: int) -> Any:
        asked.append(parts)
        return np.full(parts, parts > most)

    found = partition(space, judge, np.ones(2), careful=True)
    assert found.parts == min(most, 6)
    assert len(asked) < found.rounds * (LOOKS + 2)


def test_a_cut_that_makes_another_part_fail_is_not_made() -> None:
    """Rows 0, 1 fail as soon as rows 2 and 3 are apart, which can only be seen together."""
    space = space_of([(0, 0), (0, 0), (0, 4), (0, 5)], [1] * 4)

    def judge(of: Any, parts: int) -> Any:
        bad = np.zeros(parts, dtype=np.bool_)
        bad[of[0]] = of[2] != of[3]
        return bad

    assert partition(space, judge, np.ones(2)).of.tolist() == [0, 0, 1, 2]
    assert partition(space, judge, np.ones(2), careful=True).of.tolist() == [0, 0, 1, 1]


def test_pieces_that_fail_stay_together_with_the_smallest_other_where_one_fails() -> None:
    rows = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]
    space = space_of(rows, [9, 9, 6, 5, 1])
    found = partition(space, at_least(space, 3), np.ones(2))
    assert len(set(found.of[:4].tolist())) == found.parts == 4
    assert found.of[3] == found.of[4]
    assert found.cuts == 3


def test_progress_is_told() -> None:
    space, told = space_of([(0, rank) for rank in range(6)], [1] * 6), []
    partition(space, at_least(space, 2), np.ones(2), tell=told.append)
    assert told[-1] == 2
