"""Columns as small numbers: what is counted by them is what the engine counts by values."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Dataset
from discret.data.compare import crossed
from discret.data.counting import coded_columns
from discret.data.counting.cells import places_of_records
from discret.data.counting.coded_columns import CodedColumn, ColumnNumbers, crossing, numbers_of
from discret.maths import counted_order
from discret.reduce import ShuffleRecords, Subsample
from discret.reduce.suppress_cells.key_blanks import with_blanks
from strategies import examples

texts = st.sampled_from(["b", "a", "é", None])
numbers = st.sampled_from([3, -1, 70_000, None])
flags = st.sampled_from([True, False, None])
rows = st.lists(st.tuples(texts, numbers, flags, st.integers(1, 9)), min_size=1, max_size=12)
SCHEMA: dict[str, Any] = {"t": pl.String, "n": pl.Int64, "f": pl.Boolean, "w": pl.Float64}


def table(drawn: list[tuple[Any, ...]]) -> pl.DataFrame:
    return pl.DataFrame(drawn, schema=SCHEMA, orient="row")


def both(drawn: list[tuple[Any, ...]], **roles: Any) -> tuple[Dataset, Dataset]:
    """Return a table at hand, whose columns have numbers, and a lazy one, whose have none."""
    frame = table(drawn)
    at_hand, lazy = Dataset.of(frame, **roles), Dataset.of(frame.lazy(), **roles)
    assert at_hand.numbers is not None
    assert lazy.numbers is None
    return at_hand, lazy


def in_order(frame: pl.DataFrame) -> list[tuple[Any, ...]]:
    return sorted(frame.rows(), key=repr)


@examples(60)
@given(rows, st.booleans(), st.sampled_from([1, 2**22]))
def test_cross_tables_are_those_of_the_engine(
    drawn: list[tuple[Any, ...]], weighted: bool, dense: int
) -> None:
    one, other = both(drawn, weight="w")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counted_order, "DENSE", dense)
        for columns in (["t"], ["n", "t"], ["f", "n", "t"]):
            found = crossed(one, columns, weighted=weighted)
            assert in_order(found) == in_order(crossed(other, columns, weighted=weighted))
            assert found.schema == crossed(other, columns, weighted=weighted).schema


@examples(60)
@given(rows, st.booleans())
def test_key_tables_are_those_of_the_engine(drawn: list[tuple[Any, ...]], made: bool) -> None:
    one, other = both(drawn, key=["t", "n"], sensitive="f", weight="w")
    if made and one.numbers is not None:
        assert one.numbers.all_of(["t", "n", "f"])
    assert one.keys.groups.equals(other.keys.groups)
    for name in ("codes", "count", "total_weight"):
        assert np.array_equal(getattr(one.keys, name), getattr(other.keys, name))
    assert places_of_records(one.frame, ["t", "n"], one.keys.codes) is not None
    for column in ("f", "w", "t"):
        mine, theirs = (data.keys.around.tally(column) for data in (one, other))
        assert mine.values.equals(theirs.values)
        assert np.array_equal(mine.counts.toarray(), theirs.counts.toarray())


@examples(40)
@given(rows)
def test_distinct_values_are_those_of_the_engine(drawn: list[tuple[Any, ...]]) -> None:
    one, other = both(drawn)
    assert all(one.values(name).equals(other.values(name)) for name in SCHEMA)


def test_crossing_more_than_a_word_holds() -> None:
    rng = np.random.default_rng(1)
    columns = [CodedColumn.of(pl.Series(rng.integers(0, 60_000, 50) * 9)) for _ in range(6)]
    whole = [column for column in columns if column is not None]
    cell, record = crossing(whole)
    told = np.stack([column.codes for column in whole], axis=1)
    assert np.array_equal(told[record][cell], told)
    assert len(record) == len(np.unique(told, axis=0))


def test_columns_of_many_values_are_left_to_the_engine() -> None:
    data = Dataset.of(pl.DataFrame({"n": np.arange(200_000) * 7}))
    assert data.numbers is not None
    assert data.numbers.of("n") is None
    assert len(data.values("n")) == 200_000


def test_methods_that_keep_the_records_keep_the_numbers() -> None:
    data = Dataset.of(pl.DataFrame({"t": ["b", "a", "c"], "n": [1, 2, 3]}), key="t")
    data.values("t")
    known = data.numbers
    assert known is not None
    kept = [ShuffleRecords().apply(data).data, data.without_columns(["n"])]
    assert all(one.numbers and one.numbers.known["t"] is known.known["t"] for one in kept)
    fewer = Subsample(share=0.4).apply(data).data
    assert fewer.numbers is not None
    assert not fewer.numbers.known
    assert fewer.values("t").to_list() == fewer.to_polars()["t"].sort().to_list()


def test_tables_made_anew_by_every_query_have_no_numbers() -> None:
    frame: Any = nw.from_native(pl.LazyFrame({"t": ["a"]}))
    assert numbers_of(frame) is None
    data = Dataset.of(pl.DataFrame({"t": ["a", "b"]}))
    joined = data.frame.join(data.frame, on="t", how="inner")
    assert numbers_of(joined) is None


def test_nothing_is_kept_of_tables_that_are_gone() -> None:
    before = len(coded_columns._IN_ORDER)
    data = Dataset.of(pl.DataFrame({"t": ["a"]}))
    assert len(coded_columns._IN_ORDER) == before + 1
    del data
    assert len(coded_columns._IN_ORDER) == before


def test_some_records_have_the_values_that_are_left() -> None:
    column = CodedColumn.of(pl.Series(["b", None, "c", "a"]))
    assert column is not None
    some = column.taken(np.array([2, 1, 0]))
    assert (some.values.to_list(), some.codes.tolist()) == (["b", "c"], [2, 0, 1])


def test_weights_that_cannot_be_summed_are_refused_by_number_too() -> None:
    from discret.errors import InputError

    data = Dataset.of(pl.DataFrame({"t": ["a", "b"], "w": [1.0, None]}), weight="w")
    with pytest.raises(InputError, match="weight"):
        crossed(data, ["t"])
    assert ColumnNumbers(pl.LazyFrame({"w": [2]})).floats("w").tolist() == [2.0]


@examples(60)
@given(rows, st.integers(0, 2**30))
def test_numbers_follow_what_is_dropped_renamed_and_blanked(
    drawn: list[tuple[Any, ...]], seed: int
) -> None:
    """What is known of columns after a step is what their values say."""
    data, rng = Dataset.of(table(drawn), key=["t", "n"], weight="w"), np.random.default_rng(seed)
    assert data.numbers is not None
    assert data.numbers.all_of(["t", "n", "f"])
    names = pl.DataFrame({"from": ["b", "a", "é"], "to": ["x", "y", "x"]})
    changed = [data.with_values({"t": names})]
    keep = rng.random(len(data.keys)) < 0.7
    keep[0] = True
    changed.append(data.with_groups(keep))
    marked = {"n": rng.random(len(data)) < 0.5, "t": rng.random(len(data)) < 0.9}
    changed.append(data.with_blanks(marked))
    for step in changed:
        assert step.numbers is not None
        assert {"t", "n"} <= set(step.numbers.known)
        anew = Dataset.of(step.to_polars())
        for name, known in step.numbers.known.items():
            fresh = CodedColumn.of(anew.to_polars()[name])
            assert known is not None
            assert fresh is not None
            assert known.values.equals(fresh.values)
            assert np.array_equal(known.codes, fresh.codes)


def test_what_is_blanked_and_dropped_is_what_the_engine_makes_of_it() -> None:
    rng = np.random.default_rng(3)
    frame = pl.DataFrame({"t": rng.choice(["a", "b", "c"], 500), "n": rng.integers(0, 9, 500)})
    at_hand, lazy = (Dataset.of(one, key=["t", "n"]) for one in (frame, frame.lazy()))
    keep = rng.random(len(at_hand.keys)) < 0.6
    left = [in_order(one.with_groups(keep).to_polars()) for one in (at_hand, lazy)]
    assert left[0] == left[1]
    blanks = rng.random((len(at_hand.keys), 2)) < 0.4
    shown = [in_order(with_blanks(one, one.keys, blanks).to_polars()) for one in (at_hand, lazy)]
    assert shown[0] == shown[1]
