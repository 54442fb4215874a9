"""Numbers before and after: which columns, which records, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset
from discret.data.beside.numbers import Pairs
from discret.errors import ColumnError, EngineError, InputError
from discret.reduce import DropIdentifiers, Recode, Round, ShuffleRecords, Subsample

FRAME = pl.DataFrame({
    "name": ["a", "b", "c", "d"],
    "sex": ["f", "m", "f", "m"],
    "age": [20, 31, 42, 53],
    "income": [1010.0, None, 3030.0, 4040.0],
    "weight": [1.0, 2.0, 3.0, 4.0],
    "number": [12, 11, 10, 9],
})  # fmt: skip


def data_of(frame: Any = FRAME, **more: Any) -> Dataset:
    roles = {"identifier": "name", "key": ["sex", "age"], "sensitive": "income", "weight": "weight"}
    return Dataset.of(frame, **roles | more)


def differences(pairs: Pairs) -> np.ndarray:
    return pairs.released - pairs.original[pairs.place]


def test_the_numeric_keys_and_sensitive_columns_are_taken() -> None:
    pairs = Pairs.of("test", data_of())
    assert pairs.columns == ("age", "income")
    assert pairs.unchanged
    assert np.isnan(pairs.released[1, 1])
    assert Pairs.of("test", data_of(), ["weight"]).columns == ("weight",)


def test_a_column_that_became_text_is_left_out() -> None:
    after = Recode(column="age", cuts=[35]).apply(data_of(), Context()).data
    assert Pairs.of("test", after).columns == ("income",)
    with pytest.raises(ColumnError, match="'age' holds none"):
        Pairs.of("test", after, ["age"])


@pytest.mark.parametrize("seed", range(3))
def test_records_are_followed_through_sampling_and_shuffling(seed: int) -> None:
    data, context = data_of(), Context(rng=np.random.default_rng(seed))
    for method in (ShuffleRecords(), Subsample(share=0.75), Round(columns=["age"], base=10)):
        data = method.apply(data, context).data
    pairs = Pairs.of("test", data)
    assert (len(pairs.released), len(pairs.original)) == (3, 4)
    assert set(np.abs(differences(pairs)[:, 0])) <= {0, 1, 2, 3}
    assert not pairs.unchanged


def test_two_files_are_followed_by_their_place_or_by_their_row_numbers() -> None:
    after = FRAME.with_columns(pl.col("age") + 1)
    assert set(differences(Pairs.of("test", data_of(after, original=FRAME)))[:, 0]) == {1}
    shuffled = after.reverse().head(3)
    data = data_of(shuffled, row="number", original=FRAME)
    pairs = Pairs.of("test", data)
    assert set(differences(pairs)[:, 0]) == {1}
    assert pairs.rows.to_list() == [9, 10, 11]


@pytest.mark.parametrize("kind", [pl.UInt8, pl.String, pl.Float64])
def test_row_numbers_of_two_types_are_followed(kind: Any) -> None:
    other = FRAME.with_columns(pl.col("number").cast(kind))
    if kind == pl.Float64:
        with pytest.raises(ColumnError, match=r"4 of 4 records have no original.*Hint"):
            Pairs.of("test", data_of(other, row="number", original=FRAME))
        return
    assert Pairs.of("test", data_of(other, row="number", original=FRAME)).unchanged


@pytest.mark.parametrize("make", [pl.DataFrame.lazy, pl.DataFrame.to_pandas, pl.DataFrame.to_arrow])
def test_the_engine_does_not_matter(make: Any) -> None:
    after = FRAME.with_columns(pl.col("age") * 2)
    wanted = Pairs.of("test", data_of(after, row="number", original=FRAME))
    found = Pairs.of("test", data_of(make(after), row="number", original=make(FRAME)))
    for one, other in ((wanted.released, found.released), (wanted.original, found.original)):
        np.testing.assert_array_equal(one, other)
    assert wanted.place.tolist() == found.place.tolist()


def test_numbers_that_no_method_touched_are_unchanged() -> None:
    assert Pairs.of("test", DropIdentifiers().apply(data_of(), Context()).data).unchanged


# ---------------------------------------------------------------- what is refused


def test_data_without_numbers_are_refused_with_a_hint() -> None:
    data = Dataset.of(FRAME, key="sex", weight="weight")
    with pytest.raises(InputError, match=r"no key, number or sensitive column.*Hint: .*columns="):
        Pairs.of("test", data)


def test_a_column_that_is_not_there_is_named() -> None:
    with pytest.raises(ColumnError, match="no column 'wage'"):
        Pairs.of("test", data_of(), ["wage"])
    data = data_of(FRAME.with_columns(wage=1.0), original=FRAME)
    with pytest.raises(ColumnError, match="no column 'wage'"):
        Pairs.of("test", data, ["wage"])


def test_a_lazy_table_without_row_numbers_is_refused() -> None:
    with pytest.raises(EngineError, match=r"cannot be followed.*Hint: .*row="):
        Pairs.of("test", data_of(FRAME.lazy()))


def test_row_numbers_that_double_are_refused() -> None:
    doubled = FRAME.with_columns(number=pl.lit(1)).lazy()
    with pytest.raises(ColumnError, match="3 doubled"):
        Pairs.of("test", data_of(doubled, row="number"))


def test_infinite_numbers_are_refused() -> None:
    endless = FRAME.with_columns(income=pl.Series([1.0, float("inf"), 2.0, -float("inf")]))
    with pytest.raises(InputError, match=r"2 are infinite.*Hint"):
        Pairs.of("test", data_of(endless))


def test_a_table_without_records_is_refused() -> None:
    with pytest.raises(InputError, match="no records"):
        Pairs.of("test", data_of(FRAME.clear()))


def test_the_repr_shows_no_number() -> None:
    assert "3030" not in repr(Pairs.of("test", data_of()))
