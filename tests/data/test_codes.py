"""Values as numbers and back: nothing is lost, the order is that of the values."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.data.codes import _stand_ins, named, named_table, numbered, numbered_table
from strategies import examples

KINDS: dict[str, pl.Series] = {
    "text": pl.Series(["b", None, "a", "b"]),
    "small integers": pl.Series([2, None, -1, 2], dtype=pl.Int8),
    "decimals": pl.Series([2.5, None, -1.0, 2.5]),
    "exact": pl.Series([Decimal("2.5"), None, Decimal("1.5"), Decimal("2.5")]),
    "booleans": pl.Series([True, None, False, True]),
    "dates": pl.Series([date(2024, 5, 1), None, date(1999, 1, 1), date(2024, 5, 1)]),
    "categories": pl.Series(["b", None, "a", "b"], dtype=pl.Categorical),
    "enumeration": pl.Series(["a", None, "b", "a"], dtype=pl.Enum(["b", "a"])),
}


@pytest.mark.parametrize("kind", KINDS)
def test_values_of_every_kind_come_back(kind: str) -> None:
    values = KINDS[kind].alias("x")
    distinct, places = numbered(values)
    assert places.tolist() == [1, -1, 0, 1]
    assert distinct.dtype == values.dtype
    assert named(distinct, places).equals(values, check_dtypes=True, check_names=True)


@pytest.mark.parametrize("kind", [pl.String, pl.Int64, pl.Null])
def test_a_column_may_be_missing_everywhere(kind: Any) -> None:
    distinct, places = numbered(pl.Series("x", [None, None], dtype=kind))
    assert (len(distinct), places.tolist()) == (0, [-1, -1])
    assert named(distinct, places).to_list() == [None, None]


@examples(40)
@given(st.integers(1, 3000), st.integers(0, 400), st.booleans(), st.integers(0, 2**32 - 1))
def test_texts_are_told_apart_whatever_their_number(
    kinds: int, size: int, holes: bool, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    texts = [f"text number {number}, é" for number in rng.integers(0, kinds, size)]
    values = pl.Series("x", [None if holes and len(t) % 3 else t for t in texts], dtype=pl.String)
    distinct, places = numbered(values)
    assert distinct.to_list() == sorted({text for text in values.to_list() if text is not None})
    assert named(distinct, places).equals(values, check_dtypes=True, check_names=True)


class OneHash(pl.Series):
    """Texts whose hashes are made to meet, as those of two texts might."""

    def hash(self, *_seeds: Any) -> pl.Series:
        return pl.Series([7] * len(self), dtype=pl.UInt64)


def test_two_texts_with_one_hash_are_two() -> None:
    values = OneHash("x", ["b", "a", "b"])
    distinct, places = numbered(values)
    assert (distinct.to_list(), places.tolist()) == (["a", "b"], [1, 0, 1])


@examples(40)
@given(
    st.lists(st.integers(0, 2**64 - 1), min_size=1), st.integers(0, 3), st.integers(0, 2**32 - 1)
)
def test_hashes_that_share_their_bits_are_told_apart(own: list[int], part: int, seed: int) -> None:
    few = [number & (2**64 - 1 - (0xFFFF << 16 * part)) for number in own]  # 16 bits all alike
    rng = np.random.default_rng(seed)
    digest = np.array(few, dtype=np.uint64)[rng.integers(0, len(few), 3 * len(few))]
    found = _stand_ins(digest)
    if found is not None:
        assert (digest[found] == digest).all()
        assert len(set(found.tolist())) == len(set(digest.tolist()))


cells = st.one_of(st.none(), st.integers(-3, 3))


@examples(60)
@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=12), st.randoms())
def test_rows_of_a_table_come_back_in_any_selection(rows: list[Any], random: Any) -> None:
    table = pl.DataFrame(rows, schema={"a": pl.Int64, "b": pl.Int64}, orient="row")
    table = table.with_columns(pl.col("b").cast(pl.String))
    shelves, codes = numbered_table(table)
    chosen = np.array([random.randrange(len(rows)) for _ in range(5)])
    assert named_table(shelves, codes[chosen]).equals(table[chosen])
