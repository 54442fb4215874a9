"""Records that lacked a key before any method are left out, those blanked since are not."""

from __future__ import annotations

import polars as pl

from discret import Context, Dataset
from discret.assess import KAnonymity, Unpicking
from discret.data.earlier_gaps import without_earlier_gaps
from discret.data.examples import survey
from discret.reduce import ShuffleRecords, SuppressCells
from engines import Engine

FRAME = pl.DataFrame(
    {
        "number": range(6),
        "sex": ["f", "f", None, "m", "m", "m"],
        "age": ["old", "old", "old", "young", None, "young"],
    }
)


def test_records_are_followed_on_every_engine(engine: Engine) -> None:
    data = Dataset.of(engine(FRAME), key=["sex", "age"], row="number")
    after = data.with_frame(data.frame)
    left = without_earlier_gaps(after)
    assert sorted(left.to_polars()["number"].to_list()) == [0, 1, 3, 5]
    assert without_earlier_gaps(data) is data


def test_nothing_is_left_out_where_nothing_was_missing() -> None:
    data = Dataset.of(FRAME.drop_nulls(), key=["sex", "age"])
    after = data.with_frame(data.frame)
    assert without_earlier_gaps(after) is after


def test_where_everybody_lacked_a_key_all_stay() -> None:
    data = Dataset.of(FRAME.with_columns(sex=pl.lit(None, dtype=pl.String)), key=["sex", "age"])
    after = data.with_frame(data.frame)
    assert without_earlier_gaps(after) is after


def test_records_that_cannot_be_followed_stay() -> None:
    data = Dataset.of(FRAME.lazy(), key=["sex", "age"])
    after = data.with_frame(data.frame)
    assert without_earlier_gaps(after) is after


def test_the_attack_on_a_file_with_gaps_finds_what_the_method_says() -> None:
    keys = ["sexe", "revenu", "age", "unite_urbaine", "couple", "personnes"]
    data = Dataset.of(survey(1500), key=keys, row="numero")
    assert data.to_polars()["revenu"].null_count() > 0
    change = SuppressCells(models=[KAnonymity(k=3)]).apply(data, Context())
    told = change.facts["unpicked"]
    shuffled = ShuffleRecords().apply(change.data, Context()).data
    found = Unpicking(k=3).assess(shuffled)
    assert told["cells_recovered"] > 0
    assert found.value == told["value"]
    for name in ("cells_blanked", "cells_recovered", "records_unpicked", "records_left_out"):
        assert found.details[name] == told[name]
    assert found.details["records"] == len(data)
    assert "left out" in found.reads
    assert Unpicking(k=3).assess(data).value is None  # no original: every gap counts as a blank
