"""Sets of columns as bits, against sets of Python."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.suppression import column_sets
from discret.maths.suppression.column_sets import (
    ColumnSets,
    as_bits,
    as_columns,
    cheapest_sets,
    looked_at,
)
from strategies import examples

fast = examples(60)
prices = st.lists(st.sampled_from([1.0, 1.5, 2.0, 3.0, np.inf]), min_size=1, max_size=5)


def as_sets(bits: Any, width: int) -> list[frozenset[int]]:
    return [frozenset(j for j in range(width) if int(bit) >> j & 1) for bit in bits]


@fast
@given(prices, st.data())
def test_what_is_between_sets_is_as_said(price: list[float], data: st.DataObject) -> None:
    width = len(price)
    chosen = data.draw(st.sets(st.integers(0, 2**width - 1), min_size=1))
    listed = ColumnSets.of(np.array(sorted(chosen)), np.array(price))
    sets = as_sets(listed.sets, width)
    fixed = {j for j, amount in enumerate(price) if np.isinf(amount)}
    place = {columns: number for number, columns in enumerate(sets)}
    assert set(place) == set(as_sets(chosen, width))
    cost = [sum(price[j] for j in columns - fixed) for columns in sets]
    assert listed.prices.tolist() == pytest.approx(cost)
    assert cost == sorted(cost)
    for m, upper in enumerate(sets):
        assert listed.hides[m].tolist() == [int(j in upper) for j in range(width)]
        for n, lower in enumerate(sets):
            assert listed.contains[m, n] == (lower <= upper)
            assert listed.reachable[m, n] == (lower <= upper and not (upper - lower) & fixed)
            wanted = -1 if upper & fixed else place.get(upper | lower, -1)
            assert listed.joined[m, n] == wanted


@fast
@given(st.lists(st.lists(st.booleans(), min_size=4, max_size=4), min_size=1, max_size=6))
def test_bits_and_columns_are_inverse(marked: list[list[bool]]) -> None:
    given = np.array(marked)
    assert (as_columns(as_bits(given), 4) == given).all()


@fast
@given(prices, st.data())
def test_no_set_that_is_left_out_costs_less_than_said(
    price: list[float], data: st.DataObject
) -> None:
    width = len(price)
    lacking = sorted(data.draw(st.sets(st.integers(0, 2**width - 1), min_size=1, max_size=4)))
    free = [j for j in range(width) if np.isfinite(price[j])]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(column_sets, "MOST_SETS", data.draw(st.integers(1, 12)))
        looked = looked_at(np.array(price), np.array(lacking), 10)
    known = set(as_sets(looked.sets, width))
    for missing, beyond in zip(as_sets(lacking, width), looked.beyond, strict=True):
        assert missing in known  # what is lacking, with nothing more
        assert missing | set(free) in known  # and with all that can be
        for n in range(len(free) + 1):
            for fresh in combinations([j for j in free if j not in missing], n):
                if missing | set(fresh) not in known:
                    assert sum(price[j] for j in fresh) >= beyond - 1e-12


@fast
@given(st.lists(st.integers(1, 5), min_size=0, max_size=6), st.integers(1, 70))
def test_the_cheapest_sets_come_first(price: list[int], most: int) -> None:
    places = range(len(price))
    every = [columns for n in places for columns in combinations(places, n + 1)]
    costs = sorted(sum(price[j] for j in columns) for columns in every)
    sets, following = cheapest_sets(np.array(price, dtype=float), most)
    assert len({frozenset(columns) for columns in sets}) == len(sets) == min(most, len(every))
    assert [sum(price[j] for j in columns) for columns in sets] == costs[:most]
    assert following == (costs[most] if most < len(costs) else np.inf)
