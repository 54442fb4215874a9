"""Shuffled records: the same people, in an order that tells nothing."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from discret import Context, Dataset
from discret.assess import KAnonymity
from discret.data.examples import dishes
from discret.errors import ColumnError, EngineError, ParameterError
from discret.reduce import Recode, ShuffleRecords, Subsample, SuppressRecords
from strategies import examples

NUMBERED = dishes().with_row_index("numéro", offset=1)


def seeded(seed: int) -> Context:
    return Context(rng=np.random.default_rng(seed))


def shuffled(data: Dataset, seed: int = 5) -> Dataset:
    return ShuffleRecords().apply(data, seeded(seed)).data


@examples(40)
@given(st.lists(st.tuples(st.sampled_from(["x", "y", None]), st.integers(0, 3))), st.integers(0))
def test_the_records_are_the_same(rows: list[tuple[Any, ...]], seed: int) -> None:
    frame = pl.DataFrame(rows, schema={"a": pl.String, "b": pl.Int64}, orient="row")
    result = shuffled(Dataset.of(frame, key="a"), seed).to_native()
    assert result.schema == frame.schema
    assert Counter(result.rows()) == Counter(frame.rows())


def test_every_order_is_equally_likely() -> None:
    data, runs = Dataset.of(pl.DataFrame({"a": [0, 1, 2]})), 600
    counts = Counter(tuple(shuffled(data, seed).to_native()["a"]) for seed in range(runs))
    assert len(counts) == 6
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < chi2.ppf(0.9999, df=5)


def test_the_row_column_is_numbered_anew() -> None:
    data = Dataset.of(NUMBERED, key=["Sexe", "Âge"], row="numéro")
    change = ShuffleRecords().apply(data, seeded(5))
    result = change.data.to_native()
    assert result["numéro"].to_list() == list(range(1, 10))
    assert result["numéro"].dtype == NUMBERED["numéro"].dtype
    assert result["Nom complet"].to_list() != NUMBERED["Nom complet"].to_list()
    assert change.facts == {"renumbered": True}


def test_large_or_odd_row_numbers_are_not_kept() -> None:
    frame = NUMBERED.with_columns(pl.col("numéro").cast(pl.Int64) * 1000 + 7)
    result = shuffled(Dataset.of(frame, row="numéro")).to_native()
    assert result["numéro"].to_list() == list(range(1, 10))


def test_row_numbers_may_be_text() -> None:
    frame = NUMBERED.with_columns(pl.format("R{}", "numéro").alias("numéro"))
    result = shuffled(Dataset.of(frame, row="numéro")).to_native()
    assert result["numéro"].to_list() == [str(n) for n in range(1, 10)]


def test_nothing_is_added_that_tells_the_order() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    result = shuffled(data)
    assert result.to_native().columns == result.to_polars().columns == dishes().columns
    assert not ShuffleRecords().apply(data, seeded(1)).facts["renumbered"]


def test_the_order_depends_on_the_seed_alone() -> None:
    data, turned = (
        Dataset.of(frame, row="numéro")
        for frame in (NUMBERED, NUMBERED.sample(fraction=1, shuffle=True, seed=3))
    )
    assert shuffled(data, 8).to_native().equals(shuffled(turned, 8).to_native())
    assert not shuffled(data, 8).to_native().equals(shuffled(data, 9).to_native())


def test_later_steps_keep_the_new_order() -> None:
    data = shuffled(Dataset.of(NUMBERED, key=["Sexe", "Âge"], row="numéro"))
    order = data.to_native()["Nom complet"].to_list()
    later = Recode(column="Sexe", mapping={"Femme": "F"}).apply(data, Context()).data
    later = SuppressRecords(models=[KAnonymity(k=2)], drop=1).apply(later, Context()).data
    later = Subsample(share=0.8).apply(later, seeded(1)).data
    left = later.to_native()["Nom complet"].to_list()
    assert len(left) == 5
    assert left == [name for name in order if name in left]
    assert later.to_native()["numéro"].is_sorted()


def test_shuffling_twice_is_shuffling() -> None:
    data = Dataset.of(NUMBERED, row="numéro")
    twice = shuffled(shuffled(data, 1), 2).to_native()
    assert twice["numéro"].to_list() == list(range(1, 10))
    assert sorted(twice["Nom complet"]) == sorted(NUMBERED["Nom complet"])
    assert not twice.equals(shuffled(data, 1).to_native())


def test_a_lazy_table_without_row_numbers_is_refused_with_a_hint() -> None:
    with pytest.raises(EngineError, match="shuffle_records: a lazy table has no order") as bad:
        ShuffleRecords().apply(Dataset.of(dishes().lazy()), Context())
    assert "row=" in bad.value.hint


def test_row_numbers_that_number_nothing_are_refused() -> None:
    data = Dataset.of(pl.LazyFrame({"n": [4, 4, None]}), row="n")
    with pytest.raises(ColumnError, match="1 is missing, 1 doubled"):
        ShuffleRecords().apply(data, Context())


def test_the_data_is_left_as_it_was() -> None:
    data = Dataset.of(NUMBERED, row="numéro")
    shuffled(data)
    assert data.to_native().equals(NUMBERED)


def test_it_takes_no_parameter() -> None:
    with pytest.raises(ParameterError, match="shuffle_records") as bad:
        ShuffleRecords(seed=3)
    assert bad.value.faults[0].startswith("seed")
