"""The full keys that groups with blanks may have had: against all combinations, and in part."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.unpicking.candidates import list_candidates
from discret.maths.unpicking.knowledge import Knowledge
from strategies import examples

codes = st.integers(1, 3).flatmap(
    lambda width: st.lists(
        st.tuples(*(st.integers(-1, 2) for _ in range(width))), min_size=1, max_size=8, unique=True
    )
)


def by_trying(rows: list[tuple[int, ...]], counts: list[int], k: int) -> dict[tuple, int]:
    """Each pair of a group with blanks and a full key with room, with that room."""
    seen = [sorted({row[place] for row in rows} - {-1}) for place in range(len(rows[0]))]
    carried = dict(zip(rows, counts, strict=True))
    blanked = [row for row in rows if -1 in row]
    return {
        (group, full): k - 1 - carried.get(full, 0)
        for group, row in enumerate(blanked)
        for full in product(*seen)
        if all(shown in (-1, value) for shown, value in zip(row, full, strict=True))
        and carried.get(full, 0) < k - 1
    }


@examples(150)
@given(codes, st.data(), st.integers(2, 5))
def test_all_full_keys_with_room_are_listed(rows, data, k) -> None:
    counts = data.draw(st.lists(st.integers(1, 4), min_size=len(rows), max_size=len(rows)))
    found = list_candidates(np.array(rows), np.array(counts), Knowledge(k=k), limit=10_000)
    total = int(found.supply.sum())
    wanted = {pair: min(room, total) for pair, room in by_trying(rows, counts, k).items()}
    keys = [tuple(key) for key in found.codes.tolist()]
    rooms = found.room[found.cell].tolist()
    assert found.exact
    assert dict(zip(zip(found.group.tolist(), keys, strict=True), rooms, strict=True)) == wanted
    assert len(keys) == len(wanted)
    assert len({(cell, key) for cell, key in zip(found.cell, keys, strict=True)}) == len(found.room)
    assert found.supply.tolist() == [
        count for row, count in zip(rows, counts, strict=True) if -1 in row
    ]


@examples(150)
@given(codes, st.integers(2, 4), st.integers(1, 20))
def test_what_is_listed_in_part_is_right(rows, k, limit) -> None:
    counts = np.ones(len(rows), dtype=np.int64)
    found = list_candidates(np.array(rows), counts, Knowledge(k=k), limit)
    wanted = by_trying(rows, counts.tolist(), k)
    pairs = [
        (group, tuple(key)) for group, key in zip(found.group, found.codes.tolist(), strict=True)
    ]
    assert set(pairs) <= set(wanted)
    assert len(set(pairs)) == len(pairs)
    whole = [group for group, listed in enumerate(found.listed) if listed]
    assert {pair for pair in pairs if pair[0] in whole} == {p for p in wanted if p[0] in whole}
    assert len(pairs) <= limit + len(found.supply)


def test_the_part_that_is_listed_spreads_over_all_categories() -> None:
    rows = np.array([[n % 50, n % 7, n % 11] for n in range(3850)] + [[-1, -1, -1]])
    found = list_candidates(rows, np.ones(len(rows), dtype=np.int64), Knowledge(k=3), limit=400)
    assert not found.exact
    assert 300 < len(found.group) <= 400
    every = np.ones(len(found.group), dtype=np.bool_)
    assert found.values_left(every).tolist() == [[50, 7, 11]]


@pytest.mark.parametrize("top", [10, 2**15 - 1, 2**15, 2**20])
def test_codes_of_any_size_are_kept(top: int) -> None:
    rows = np.array([[0, top], [1, -1], [1, 0]])
    found = list_candidates(rows, np.array([1, 1, 1]), Knowledge(k=2), 100)
    assert found.codes.tolist() == [[1, top]]


def test_groups_that_are_listed_in_part_can_be_left_out() -> None:
    rows = np.array([[0, 0, 0], [1, 1, 1], [2, 2, 2], [0, 0, -1], [-1, -1, -1]])
    found = list_candidates(rows, np.array([1, 1, 1, 2, 5]), Knowledge(k=3), limit=10)
    assert found.listed.tolist() == [True, False]
    rest = found.only_listed()
    assert (rest.supply.tolist(), set(rest.group.tolist())) == ([2, 0], {0})
    assert found.supply.tolist() == [2, 5]
