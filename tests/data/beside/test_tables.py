"""What stands beside a table: the one it was made from, and the people it was drawn from."""

from __future__ import annotations

import polars as pl
import pytest

from discret import Context, Dataset, Role
from discret.assess.population_size import population_size
from discret.errors import ColumnError, InputError
from discret.reduce import DropIdentifiers, Recode, ShuffleRecords

people = pl.DataFrame({
    "name": ["a", "b", "c", "d"],
    "sex": ["f", "f", "m", "m"],
    "age": [20, 30, 40, 50],
    "n": [2, 3, 4, 5],
})  # fmt: skip


def test_a_table_is_its_own_original_until_a_method_changes_it() -> None:
    data = Dataset.of(people, identifier="name", key=["sex", "age"])
    assert data.original is data
    once = DropIdentifiers().apply(data, Context()).data
    twice = Recode(column="age", cuts=[35]).apply(once, Context()).data
    assert once.original is data
    assert twice.original is data
    assert "name" in twice.original.roles


def test_the_original_may_be_another_table() -> None:
    released = people.drop("name")
    data = Dataset.of(released, key=["sex", "age"], identifier=(), original=people)
    assert data.original.columns(Role.KEY) == ("sex", "age")
    assert ShuffleRecords().apply(data, Context()).data.original is data.original


def test_records_must_be_followed_to_another_original() -> None:
    with pytest.raises(ColumnError, match="nothing says"):
        Dataset.of(people.head(2), key="sex", original=people)
    data = Dataset.of(people.tail(2), key="sex", row="n", original=people)
    assert len(data.original) == 4


def test_the_population_has_the_keys_and_nothing_else() -> None:
    counted = Dataset.of(people, key=["sex", "age"], weight="n")
    data = Dataset.of(people.head(2), key="sex", population=counted)
    assert data.population is not None
    assert data.population.columns(Role.KEY) == ("sex",)
    assert data.population.keys.total_weight is not None
    assert population_size("test", data.keys) == 14
    listed = Dataset.of(people.head(2), key="sex", population=people)
    assert population_size("test", listed.keys) == 4


@pytest.mark.parametrize("table", [people.drop("sex"), people.head(0)])
def test_a_population_without_the_keys_or_without_people_is_refused(table: pl.DataFrame) -> None:
    with pytest.raises(InputError, match="population"):
        Dataset.of(people, key="sex", population=table)


def test_a_population_is_not_smaller_than_its_sample() -> None:
    data = Dataset.of(people, key="sex")
    assert population_size("test", data.keys, 100) == 100
    with pytest.raises(InputError, match="smaller than the file"):
        population_size("test", data.keys, 3)
    with pytest.raises(InputError, match="not known"):
        population_size("test", data.keys)
    weightless = Dataset.of(people.with_columns(pl.lit(0).alias("n")), key="sex", weight="n")
    with pytest.raises(InputError, match="above zero"):
        population_size("test", weightless.keys)
