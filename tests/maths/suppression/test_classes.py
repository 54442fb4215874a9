"""Classes of groups: told apart by what they show, exactly, whatever the hashes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.suppression import classes
from discret.maths.suppression.classes import Digits, Views, numbered_views
from discret.maths.suppression.column_sets import as_bits
from strategies import examples

fast = examples(60)
SPREADS = [classes.SPREAD, np.int64(0), np.int64(1) << 40]  # well, in one slot, in few
each_spread = pytest.mark.parametrize("spread", SPREADS, ids=["spread", "one slot", "few slots"])


@st.composite
def tables(draw: st.DrawFn, widest: int = 4) -> Any:
    """Codes of a few groups; some columns have so many values that one number does not hold all."""
    width = draw(st.integers(1, widest))
    tops = draw(st.lists(st.sampled_from([1, 2, 2**20, 2**61]), min_size=width, max_size=width))
    value = [st.sampled_from([-1, 0, 1, top - 1, top]) for top in tops]
    rows = draw(st.lists(st.tuples(*value), min_size=1, max_size=12, unique=True))
    return np.array(rows, dtype=np.int64)


@each_spread
@fast
@given(tables(), st.data())
def test_numbers_are_equal_where_what_is_shown_is(
    spread: np.int64, codes: Any, data: st.DataObject
) -> None:
    columns = data.draw(st.integers(0, 2 ** codes.shape[1] - 1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(classes, "SPREAD", spread)
        shown = Digits.of(codes).shown(columns)
    seen = [tuple(max(row[j], 0) for j in range(len(row)) if columns >> j & 1) for row in codes]
    for number, row in zip(shown, seen, strict=True):
        assert (shown == number).tolist() == [other == row for other in seen]


def test_more_columns_than_a_number_holds_stay_apart() -> None:
    # 40 columns of 5 values: 5^40 is beyond 2^63, and beyond 2^92
    rng = np.random.default_rng(3)
    codes = np.unique(rng.integers(0, 5, (500, 40)), axis=0)
    codes[0] = 4  # every number has its largest digits
    twice = np.concatenate([codes, codes])
    shown = Digits.of(twice).shown(2**40 - 1)
    assert len(np.unique(shown)) == len(codes)
    assert (shown[: len(codes)] == shown[len(codes) :]).all()


@pytest.mark.parametrize("most", [0, 10**9])
def test_what_is_kept_from_view_to_view_changes_no_class(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(classes, "MOST_KEPT", most)
    rng = np.random.default_rng(7)
    codes = 4 * rng.integers(0, 2, (120, 5))[:, rng.integers(0, 5, 60)]  # in three numbers
    codes[:, 30:] += rng.integers(0, 2, (120, 30)) * rng.integers(0, 2, 120)[:, None]
    digits = Digits.of(codes)
    assert len(digits.size) == 3
    for columns in [*rng.integers(0, 2**60, 40).tolist(), 2**60 - 1, 0, 2**20 - 1]:
        looked = [place for place in range(60) if columns >> place & 1]
        wanted = np.unique(codes[:, looked], axis=0, return_inverse=True)[1].ravel()
        pairs = set(zip(digits.shown(columns).tolist(), wanted.tolist(), strict=True))
        assert len(pairs) == len({number for number, _ in pairs}) == len({*wanted.tolist()})


@each_spread
@fast
@given(tables(widest=3), st.data())
def test_classes_are_the_groups_that_agree(
    spread: np.int64, codes: Any, data: st.DataObject
) -> None:
    width, groups = codes.shape[1], len(codes)
    count = np.array(data.draw(st.lists(st.integers(1, 5), min_size=groups, max_size=groups)))
    movable = count < 3
    sets = np.arange(2**width)
    needs = data.draw(st.lists(st.integers(1, 2**width - 1), min_size=1, max_size=2))
    views = Views.of(sets, needs)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(classes, "SPREAD", spread)
        ids, total = numbered_views(codes, views, as_bits(codes < 0), count, movable)
    rows, moving = codes.tolist(), np.flatnonzero(movable)
    first = 0
    for columns, numbers in zip(views.shown.tolist(), ids, strict=True):
        inside = [j for j in range(width) if columns >> j & 1]
        seen = [tuple(row[j] for j in inside) for row in rows]
        known = [seen[g] for g in moving if -1 not in seen[g]]
        order = list(dict.fromkeys(known))  # classes are numbered as they are met
        assert numbers.tolist() == [
            -1 if -1 in seen[g] else first + order.index(seen[g]) for g in moving
        ]
        for number, value in enumerate(order, first):
            still = [n for n, row, moves in zip(count, seen, movable, strict=True)
                     if row == value and not moves]  # fmt: skip
            assert total[number] == sum(still)
        first += len(order)
    assert len(total) == first


@fast
@given(st.integers(1, 4), st.data())
def test_a_view_is_a_need_and_what_is_hidden_of_it(width: int, data: st.DataObject) -> None:
    sets = np.arange(2**width)
    needs = data.draw(st.lists(st.integers(1, 2**width - 1), min_size=1, max_size=3))
    views = Views.of(sets, needs)
    pairs = list(zip(views.need.tolist(), views.shown.tolist(), strict=True))
    assert len(pairs) == len(set(pairs))
    for bits in sets.tolist():
        for need, columns in enumerate(needs):
            assert pairs[views.uses[bits, need]] == (need, columns & ~bits)
        counted = views.counted_in(sets)[bits].tolist()
        assert counted == [bits & shown == 0 for _, shown in pairs]
