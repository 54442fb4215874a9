"""Sums over a few columns, against the definition of the three rules for missing values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.identity import cell_sums as margins
from discret.maths.identity.cell_sums import margin
from strategies import RULES, examples, rules


def counted_with(one: Sequence[int], other: Sequence[int], rule: str) -> bool:
    if rule == "category":
        return list(one) == list(other)
    if rule == "wildcard":
        return all(a < 0 or b < 0 or a == b for a, b in zip(one, other, strict=True))
    return all(a < 0 or a == b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("dense", [1 << 20, 0], ids=["laid out", "sorted"])
@examples(80)
@given(st.integers(1, 4), st.integers(1, 9), st.data(), rules)
def test_groups_are_summed_with_those_they_are_counted_with(
    dense: int, columns: int, groups: int, data: st.DataObject, rule: str
) -> None:
    row = st.lists(st.integers(-1, 2), min_size=columns, max_size=columns)
    codes = data.draw(st.lists(row, min_size=groups, max_size=groups))
    values = data.draw(st.lists(st.integers(1, 9), min_size=groups, max_size=groups))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(margins, "DENSE", dense)
        cells, sums, present = margin(list(np.array(codes).T), np.array(values), rule)
    wanted = [
        sum(v for other, v in zip(codes, values, strict=True) if counted_with(code, other, rule))
        for code in codes
    ]
    assert sums[cells].tolist() == wanted
    assert present[cells].all()
    assert present.sum() == len({tuple(code) for code in codes})
    same = {(cell, tuple(one)) for cell, one in zip(cells.tolist(), codes, strict=True)}
    assert len(same) == present.sum()


@pytest.mark.parametrize("rule", RULES)
def test_many_categories_are_summed_without_a_table_of_them_all(rule: str) -> None:
    codes = np.arange(2000)
    cells, sums, present = margin([codes, codes[::-1], codes], np.full(2000, 2.0), rule)
    assert sums[cells].tolist() == [2.0] * 2000
    assert len(sums) == present.sum() == 2000
