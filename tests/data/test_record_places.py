"""Where records stand in an earlier table: found as a join would find them."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Dataset
from discret.data import record_places
from discret.data.beside.records import followed
from discret.data.engine import collected
from discret.data.record_places import places
from strategies import examples

numbers = st.lists(st.integers(-3, 12), min_size=1, max_size=8, unique=True)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[pl.DataFrame, pl.DataFrame]:
    rows = draw(numbers)
    left = draw(st.lists(st.sampled_from(rows), min_size=1, unique=True))
    return tuple(
        pl.DataFrame({"n": own, "a": [f"{kind}{number}" for number in own]})
        for own, kind in ((rows, "old"), (left, "new"))
    )


@examples(80)
@given(pairs(), st.sampled_from(["inner", "left"]), st.booleans())
def test_records_are_followed_as_a_join_follows_them(
    tables: tuple[pl.DataFrame, pl.DataFrame], how: Any, by_place: bool
) -> None:
    before, after = (Dataset.of(table, row="n") for table in tables)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(record_places, "WIDE", 8 if by_place else 0)
        old, new = nw.col("a").alias("old"), nw.col("a").alias("new")
        found = collected(followed("test", before, [old], after, [new], how=how))
    joined = tables[0].join(tables[1], on="n", how=how)
    assert sorted(found.select("old", "new").rows(), key=repr) == sorted(
        joined.select("a", "a_right").rows(), key=repr
    )


def test_records_in_place_need_no_look() -> None:
    data = Dataset.of(pl.DataFrame({"a": [1, 2, 3]}))
    found = places(data, data.without_columns(["a"]))
    assert found is not None
    assert found.at is None


@pytest.mark.parametrize("lazy", [True, False])
def test_what_cannot_be_found_by_place_is_left_to_a_join(lazy: bool) -> None:
    far = pl.DataFrame({"n": [1, 10**9], "a": [1, 2]})
    data = Dataset.of(far.lazy() if lazy else far, row="n")
    fewer = data.with_rows(np.array([10**9]))
    assert places(data, fewer) is None
    texts = Dataset.of(pl.DataFrame({"n": ["x", "y"], "a": [1, 2]}), row="n")
    assert places(texts, Dataset.of(pl.DataFrame({"n": ["y"], "a": [1]}), row="n")) is None
