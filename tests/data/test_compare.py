"""Two datasets side by side: cells counted by hand, and columns brought to the same detail."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset, Hierarchy
from discret.assess import KAnonymity
from discret.data.compare import aligned, crossed, difference
from discret.data.engine import collected
from discret.data.examples import dishes
from discret.data.text import as_text
from discret.errors import ColumnError, InputError
from discret.reduce import (
    DropIdentifiers,
    Recode,
    Round,
    ShuffleRecords,
    Subsample,
    SuppressRecords,
    TopCode,
)
from engines import Engine
from strategies import examples

CONTEXT = Context()
AGES = Hierarchy.from_order(["-25", "25-50", "+50"], steps=[2])

cells = st.sampled_from(["x", "y", None])
numbers = st.sampled_from([1, 2, None])


@st.composite
def pairs(draw: st.DrawFn) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Draw a table and a changed one: some records gone, cells redrawn, order lost."""
    rows = draw(st.lists(st.tuples(cells, numbers), min_size=1, max_size=8))
    left = draw(
        st.lists(st.tuples(st.booleans(), cells, numbers), min_size=len(rows), max_size=len(rows))
    )
    kept = [(n, a, b) for n, (keep, a, b) in enumerate(left) if keep or n == 0]
    names = {"n": pl.Int64, "a": pl.String, "b": pl.Int64}
    before = pl.DataFrame([(n, *row) for n, row in enumerate(rows)], schema=names, orient="row")
    after = pl.DataFrame(draw(st.permutations(kept)), schema=names, orient="row")
    return before, after


@examples(80)
@given(pairs(), st.booleans())
def test_cells_that_differ_are_counted_record_by_record(
    tables: tuple[pl.DataFrame, pl.DataFrame], lazy: bool
) -> None:
    old, new = ({row["n"]: row for row in table.to_dicts()} for table in tables)
    before, after = (Dataset.of(t.lazy() if lazy else t, key="a", row="n") for t in tables)
    found = difference(before, after)
    assert (found.records_before, found.records_after) == (len(old), len(new))
    assert found.cells == {c: sum(old[n][c] != new[n][c] for n in new) for c in ("a", "b")}
    assert found.columns_dropped == ()


def test_every_engine_counts_the_same_difference(engine: Engine) -> None:
    frame = pl.DataFrame(
        {"n": [1, 2, 3, 4], "a": ["x", None, "y", "x"], "f": [1.0, None, 2.0, 8.0]}
    )
    before = Dataset.of(engine(frame), key="a", row="n")
    after = Recode(column="a", mapping={"x": "z"}).apply(before, CONTEXT).data
    after = TopCode(column="f", top=4).apply(after, CONTEXT).data
    assert difference(before, after).cells == {"a": 2, "f": 1}
    rest = DropIdentifiers(columns=["f"]).apply(after, CONTEXT).data
    assert difference(before, rest).to_dict() == {
        "records_before": 4,
        "records_after": 4,
        "columns_dropped": ["f"],
        "cells": {"a": 2},
    }


def test_a_number_that_is_now_decimal_has_not_changed(engine: Engine) -> None:
    frame = pl.DataFrame({"n": [1, 2, 3], "pay": [100_000, 7, None], "w": [2, 2, 2]})
    before = Dataset.of(engine(frame), weight="w", row="n")
    rounded = Round(columns=["pay"], base=0.5).apply(before, CONTEXT).data
    assert difference(before, rounded).cells == {"pay": 0, "w": 0}


@pytest.mark.parametrize(
    "values",
    [
        pl.Series([1e16, 2.0, 0.5, -3.0]),
        pl.Series(["1.50", "2.00", "10.00", "0.25"]).cast(pl.Decimal(10, 2)),
        pl.Series(["10", "200"]).cast(pl.Decimal(10, 0)),
        pl.Series([datetime(1990, 1, 1, 5), datetime(1990, 1, 1), datetime(1990, 10, 20, 0, 30)]),
        pl.Series([date(1990, 1, 1), date(1990, 10, 20)]),
        pl.Series([True, False]),
        pl.Series([7, 10]),
    ],
    ids=lambda values: str(values.dtype),
)
def test_a_value_that_is_now_its_text_has_not_changed(engine: Engine, values: pl.Series) -> None:
    before = pl.DataFrame({"r": range(len(values)), "k": values})
    shown = before.with_columns(as_text(values).alias("k"))
    after = shown.with_columns(pl.when(pl.col("r") > 0).then("k").otherwise(pl.lit("*")))
    same, recoded = (
        Dataset.of(engine(table), row="r", original=engine(before)) for table in (shown, after)
    )
    assert difference(same.original, same).cells == {"k": 0}
    assert difference(recoded.original, recoded).cells == {"k": 1}


@pytest.mark.parametrize("zone", [None, "Europe/Paris"])
def test_moments_at_hand_are_known_by_their_texts(zone: str | None) -> None:
    """Parts of seconds, and the hour that comes twice."""
    hours = pl.datetime_range(
        datetime(1990, 9, 29, 22), datetime(1990, 9, 30, 6), "29m59s500ms", eager=True
    )
    moments = hours.dt.replace_time_zone("UTC").dt.convert_time_zone(zone) if zone else hours
    before = pl.DataFrame({"k": moments})
    shown = Dataset.of(before.select(as_text(before["k"])), original=before)
    assert difference(shown.original, shown).cells == {"k": 0}


def test_dropped_records_are_no_changed_cells() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    kept = SuppressRecords(models=[KAnonymity(k=2)], drop=1).apply(data, CONTEXT).data
    found = difference(data, kept)
    assert (found.records_before, found.records_after) == (9, 6)
    assert found.cells == dict.fromkeys(dishes().columns, 0)


def test_the_order_of_records_is_no_difference() -> None:
    frame = dishes().with_row_index("n", offset=1)
    for row in (None, "n"):
        data = Dataset.of(frame, key=["Sexe", "Âge"], row=row)
        shuffled = ShuffleRecords().apply(data, CONTEXT).data
        found = difference(data, shuffled).cells
        assert found is not None
        assert set(found.values()) == {0}


def test_records_of_a_lazy_table_cannot_be_followed() -> None:
    data = Dataset.of(dishes().lazy(), key=["Sexe", "Âge"])
    assert difference(data, data).cells is None


def test_a_row_column_that_numbers_nothing_is_refused() -> None:
    frame = pl.DataFrame({"n": [1, 1, 2], "a": ["x", "y", "y"]})
    data = Dataset.of(frame.lazy(), key="a", row="n")
    with pytest.raises(ColumnError, match="must number every record once"):
        difference(data, data)
    with pytest.raises(ColumnError, match="0 are missing, 1 doubled"):
        Dataset.of(frame, key="a", row="n")


# --- aligned -------------------------------------------------------------------------------


def ages(data: Dataset) -> list[Any]:
    return data.to_polars()["Âge"].to_list()


def climbed(data: Dataset, *levels: int) -> Dataset:
    for level in levels:
        data = Recode(column="Âge", level=level).apply(data, CONTEXT).data
    return data


def start(frame: pl.DataFrame | None = None) -> Dataset:
    table = dishes() if frame is None else frame
    return Dataset.of(table, key=["Sexe", "Âge"], hierarchies={"Âge": AGES})


def test_the_original_is_recoded_as_the_release_was() -> None:
    data = start()
    after = climbed(data, 1)
    fewer = Subsample(share=0.3).apply(after, CONTEXT).data
    assert ages(aligned(data, fewer)) == ages(after)


def test_two_recodings_are_one() -> None:
    data = start()
    once, twice = climbed(data, 1), climbed(data, 1, 1)
    assert ages(twice) == ["*"] * 9
    assert ages(aligned(data, twice)) == ages(twice)
    assert ages(aligned(once, twice)) == ages(twice)
    assert ages(aligned(twice, twice)) == ages(twice)


def test_recoding_by_mapping_after_a_level_is_followed() -> None:
    data = start()
    after = Recode(column="Âge", mapping={"+50": "old"}).apply(climbed(data, 1), CONTEXT).data
    assert ages(aligned(data, after)) == ages(after)


def test_records_keep_their_order_whichever_columns_are_asked_for() -> None:
    frame = pl.DataFrame({"n": range(200_000), "Âge": ["-25", "25-50", "+50", "+50"] * 50_000})
    data = Dataset.of(frame, key="Âge", hierarchies={"Âge": AGES})
    same = aligned(data, climbed(data, 1))
    assert collected(same.frame.select("n"))["n"].is_sorted()
    assert collected(same.frame.select("Âge"))["Âge"][:3].to_list() == ages(climbed(data, 1))[:3]


def test_missing_values_stay_missing() -> None:
    frame = dishes().with_columns(pl.col("Âge").replace({"+50": None}))
    data = start(frame)
    assert ages(aligned(data, climbed(data, 1))).count(None) == 3


def test_values_that_only_dropped_records_had_are_aligned_too() -> None:
    frame = dishes().filter((pl.col("Âge") != "25-50") | (pl.col("Sexe") == "Femme"))
    data = start(frame)  # one record of 25-50 is left, alone with its key
    kept = SuppressRecords(models=[KAnonymity(k=2)], drop=1).apply(data, CONTEXT).data
    found = ages(aligned(data, climbed(kept, 1)))
    assert None not in found
    assert found.count("-25 – 25-50") == 4  # three under 25, and the one that is gone


def test_values_kept_by_a_mapping_are_aligned_after_records_were_dropped() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], sensitive="Plat préféré")
    kept = (
        SuppressRecords(models=[KAnonymity(k=2)], drop=1).apply(data, CONTEXT).data
    )  # no more Choucroute
    after = Recode(column="Plat préféré", mapping={"Pot au feu": "plat"}).apply(kept, CONTEXT).data
    found = aligned(data, after).to_polars()["Plat préféré"].to_list()
    assert found.count("Choucroute") == 2
    assert None not in found


def test_a_column_that_is_gone_is_left_alone() -> None:
    data = start()
    after = DropIdentifiers(columns=["Âge"]).apply(climbed(data, 1), CONTEXT).data
    assert ages(aligned(data, after)) == ages(data)


# --- crossed -------------------------------------------------------------------------------


def test_cross_tables_add_up_the_weights(engine: Engine) -> None:
    frame = pl.DataFrame({"a": ["x", "x", None, "y"], "b": [1, 1, 1, 2], "w": [0.5, 1.5, 4.0, 8.0]})
    weighted = Dataset.of(engine(frame), key=["a", "b"], weight="w")
    plain = Dataset.of(engine(frame), key=["a", "b"])
    assert sorted(crossed(weighted, ["b"]).rows()) == [(1, 6.0), (2, 8.0)]
    rows = {(a, b): n for a, b, n in crossed(plain, ["a", "b"]).rows()}
    assert rows == {("x", 1): 2, (None, 1): 1, ("y", 2): 1}


def test_cross_tables_refuse_weights_that_are_none() -> None:
    frame = pl.DataFrame({"a": ["x", "y"], "w": [1.0, 0.0]})
    with pytest.raises(InputError, match="1 record has a weight that is missing, zero or neg"):
        crossed(Dataset.of(frame, key="a", weight="w"), ["a"])
