"""Columns that share the fate of another."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from discret import Dataset, Hierarchy, Plan
from discret.assess import KAnonymity
from discret.errors import EngineError
from discret.plan.terms import Terms
from discret.reduce import (
    DropIdentifiers,
    Recode,
    ShuffleRecords,
    Subsample,
    SuppressCells,
    TopCode,
)

AGES = [20, 20, 20, 34, 34, 41, 70, 71]
PEOPLE = pl.DataFrame({
    "age": AGES,
    "born": [2000 - age for age in AGES],
    "sex": ["f", "f", "f", "m", "m", "m", "m", "f"],
})  # fmt: skip


def followed(*methods: Any, frame: Any = PEOPLE, **roles: Any) -> pl.DataFrame:
    known: dict[str, Any] = {"key": ["age", "sex"], **roles}
    hierarchies = {"age": Hierarchy.from_cuts([30, 60])}
    data = Dataset.of(frame, **known, hierarchies=hierarchies)
    terms = Terms(follows={"born": "age"}, unexamined=["born"])
    return Plan(reduce=methods, release=terms).run(data, seed=1).data.to_polars()


def test_what_is_left_as_it_was_is_followed_as_it_was() -> None:
    assert followed(ShuffleRecords()).sort("born")["born"].to_list() == sorted(PEOPLE["born"])


def test_a_blank_is_followed_by_a_blank() -> None:
    after = followed(SuppressCells(models=[KAnonymity(k=2)]))
    assert after["age"].null_count() > 0
    assert (after["age"].is_null() == after["born"].is_null()).all()
    known = after.drop_nulls()
    assert (known["age"] + known["born"] == 2000).all()


def test_what_is_changed_is_followed_by_a_blank() -> None:
    after = followed(TopCode(column="age", top=60))
    assert after["born"].to_list() == [2000 - age if age <= 60 else None for age in AGES]


def test_a_column_of_which_nothing_is_left_is_dropped() -> None:
    assert "born" not in followed(Recode(column="age", level=1)).columns


def test_a_leader_that_goes_takes_its_follower_along() -> None:
    assert followed(DropIdentifiers(columns=["age"])).columns == ["sex"]


def test_records_dropped_or_drawn_leave_the_others_alone() -> None:
    after = followed(Subsample(share=0.5), TopCode(column="age", top=60), ShuffleRecords())
    assert len(after) == 4
    seen = after.filter(pl.col("age") < 60)
    assert (seen["age"] + seen["born"] == 2000).all()


def test_a_lazy_table_needs_row_numbers() -> None:
    with pytest.raises(EngineError, match="'born' cannot follow"):
        followed(TopCode(column="age", top=60), frame=PEOPLE.lazy())
    numbered = PEOPLE.with_row_index("n").lazy()
    after = followed(TopCode(column="age", top=60), frame=numbered, row="n")
    assert sorted(after["born"].drop_nulls()) == sorted(2000 - a for a in AGES if a <= 60)


def test_what_came_exchanged_takes_its_follower_along() -> None:
    before = pl.DataFrame({"age": AGES * 5}).with_columns(born=2000 - pl.col("age"))
    ages = before["age"]
    unlike = pl.DataFrame({"age": range(20, 60)}).with_columns(born=2000 - pl.col("age"))
    for original, age, stays in (
        (before, ages.clip(0, 60), True),
        (before, (ages / 10).round().cast(pl.Int64) * 10, True),
        (before, ages.shuffle(seed=1), False),
        (before, pl.Series([*ages[:20], *ages[20:][::-1]]), False),
        (unlike, pl.Series([*range(20, 50), *range(59, 49, -1)]), False),
    ):
        after = original.with_columns(age=age)
        data = Dataset.of(after, key="age", original=original)
        terms = Terms(follows={"born": "age"}, unexamined=["born"])
        left = Plan(release=terms).run(data, seed=1).data
        assert ("born" in left.roles) is stays
