"""The key table against the definitions, record by record."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import company, rows_of
from discret import Dataset, Role
from discret.data.examples import dishes
from discret.data.keytable import KeyTable, coded
from discret.errors import ColumnError, InputError
from discret.maths.matching import RULES
from strategies import datasets, examples, rules

fast = examples(60)


def described(keys: KeyTable, rule: Any) -> dict[tuple[Any, ...], Any]:
    """All that a key table says of each group, whatever the order of its rows."""
    histogram = keys.histogram("s", rule)
    shares = [dict(zip(histogram.values, row, strict=True)) for row in histogram.counts.toarray()]
    weights = None if keys.total_weight is None else keys.weight(rule).round(9).tolist()
    columns = (
        keys.count.tolist(),
        keys.size(rule).tolist(),
        weights or [None] * len(keys),
        keys.people(rule).tolist(),
        [{value: int(n) for value, n in row.items() if n} for row in shares],
    )
    return dict(zip(keys.groups.rows(), zip(*columns, strict=True), strict=True))


@fast
@given(datasets(weight=False))
def test_values_known_from_the_count_are_those_of_the_groups(data: Dataset) -> None:
    for column in data.keys.columns:
        known, groups = data.keys.values(column), data.keys.groups[column]
        assert (known.name, known.dtype) == (column, groups.dtype)
        assert known.to_list() == groups.drop_nulls().unique().sort().to_list()
        assert known.to_list() == data.keys._sorted_values(column).to_list()


# --- counted -------------------------------------------------------------------------------


@fast
@given(datasets(weight=True, individual=True, missing_sensitive=True), rules)
def test_each_group_is_counted_with_those_that_the_rule_names(data: Dataset, rule: Any) -> None:
    keys, rows = data.columns(Role.KEY), rows_of(data)
    found = described(data.keys, rule)
    assert data.keys.records == len(rows)
    assert set(found) == {tuple(row[c] for c in keys) for row in rows}
    for row, others in zip(rows, company(rows, keys, rule), strict=True):
        own = tuple(row[c] for c in keys)
        count, size, weight, people, values = found[own]
        assert count == sum(tuple(one[c] for c in keys) == own for one in rows)
        assert size == len(others)
        assert weight == pytest.approx(sum(other["w"] for other in others), rel=1e-9, abs=1e-9)
        assert people == max(1, len({other["p"] for other in others} - {None}))
        known = {other["s"] for other in others} - {None}
        having = {value: {other["p"] for other in others if other["s"] == value} for value in known}
        assert values == {value: max(len(who - {None}), 1) for value, who in having.items()}


@fast
@given(datasets())
def test_groups_are_distinct_sorted_and_missing_comes_first(data: Dataset) -> None:
    keys = data.keys
    order = [tuple((value is not None, value or "") for value in row) for row in keys.groups.rows()]
    assert order == sorted(set(order))
    assert (keys.codes < 0).tolist() == [[v is None for v in row] for row in keys.groups.rows()]
    assert keys.has_missing == any(None in row for row in keys.groups.rows())


@fast
@given(datasets(missing=False, weight=True))
def test_without_missing_values_the_three_rules_agree(data: Dataset) -> None:
    known, wildcard, category = (described(data.keys, rule) for rule in RULES)
    assert known == wildcard == category


def test_a_person_with_several_records_counts_once() -> None:
    frame = pl.DataFrame({"a": ["x", "x", "x", None], "p": ["Ann", "Ann", "Bob", "Ann"]})
    keys = Dataset.of(frame, key="a", individual="p").keys
    assert keys.size("known").tolist() == [4, 3]
    assert keys.people("known").tolist() == [2, 2]
    assert Dataset.of(frame, key="a").keys.people("known").tolist() == [4, 3]


def test_records_of_nobody_in_particular_add_nobody() -> None:
    frame = pl.DataFrame({"a": ["x", "x", "x", "y"], "p": ["Ann", None, None, None]})
    keys = Dataset.of(frame, key="a", individual="p").keys
    assert keys.people("known").tolist() == [1, 1]


def test_a_column_of_many_values_is_counted_as_one_of_few() -> None:
    many = pl.DataFrame({"a": ["x", "y"] * 150, "s": [f"v{n % 149}" for n in range(300)]})
    data = Dataset.of(many, key="a", sensitive="s")
    histogram = data.keys.histogram("s", "known")
    wanted = many.group_by("a", "s").len().sort("a", "s")
    rows, columns = histogram.counts.nonzero()
    found = [
        (data.keys.groups["a"][int(r)], histogram.values[int(c)], int(histogram.counts[r, c]))
        for r, c in zip(rows, columns, strict=True)
    ]
    assert sorted(found) == wanted.rows()


def test_a_column_that_seemed_to_have_few_values_may_have_many() -> None:
    late = [f"v{n}" if n > 10_000 else "v" for n in range(10_300)]
    frame = pl.DataFrame({"a": ["x"] * 10_300, "s": late})
    keys = Dataset.of(frame, key="a", sensitive="s").keys
    assert len(keys) == 1
    assert keys.count.tolist() == [10_300]
    assert len(keys.histogram("s", "known").values) == 300


@pytest.mark.parametrize("kind", [pl.String, pl.Int64, pl.Null])
def test_a_key_may_be_missing_everywhere(kind: Any) -> None:
    frame = pl.DataFrame(
        {"a": [None, None, None], "b": ["x", "x", "y"]}, schema_overrides={"a": kind}
    )
    keys = Dataset.of(frame, key=["a", "b"]).keys
    assert keys.groups.rows() == [(None, "x"), (None, "y")]
    assert [keys.size(rule).tolist() for rule in RULES] == [[2, 1], [2, 1], [2, 1]]


def test_it_is_counted_once() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    assert data.keys is data.keys


def test_weights_are_asked_for_only_where_there_are_some() -> None:
    with pytest.raises(InputError, match="the data has no weight column"):
        Dataset.of(dishes(), key="Sexe").keys.weight("known")


@pytest.mark.parametrize(
    "values",
    [["b", None, "a", "b"], [2, None, 1, 2], [2.5, None, -1.0, 2.5], [True, None, False, True]],
)
def test_values_are_numbered_in_their_order(values: list[Any]) -> None:
    assert coded(pl.Series("x", values)).tolist() == [1, -1, 0, 1]


def test_dates_are_numbered_in_their_order() -> None:
    days = pl.Series("x", [date(2024, 5, 1), None, date(1999, 1, 1)])
    assert coded(days).tolist() == [1, -1, 0]


# --- rolled up, and cut down ---------------------------------------------------------------


@fast
@given(datasets(weight=True, individual=True, least_keys=2), rules, st.data())
def test_rolling_up_is_counting_anew_on_fewer_columns(data: Dataset, rule: Any, draw: Any) -> None:
    columns = draw.draw(st.lists(st.sampled_from(data.columns(Role.KEY)), min_size=1, unique=True))
    table, places = data.keys.over(columns)
    assert table.columns == tuple(columns)
    assert described(table, rule) == described(data.keys_over(columns), rule)
    assert table.groups[places].equals(data.keys.groups.select(columns))


@fast
@given(datasets(weight=True, individual=True), rules, st.data())
def test_a_subset_is_the_table_of_the_records_left(data: Dataset, rule: Any, draw: Any) -> None:
    size = len(data.keys)
    keep = np.array(draw.draw(st.lists(st.booleans(), min_size=size, max_size=size)), dtype=bool)
    keep[draw.draw(st.integers(0, size - 1))] = True
    left = data.with_groups(keep)
    assert len(left) == data.keys.count[keep].sum()
    assert described(data.keys.subset(keep), rule) == described(left.keys, rule)


@fast
@given(datasets(least_keys=2), rules)
def test_a_subset_can_be_rolled_up(data: Dataset, rule: Any) -> None:
    keep = np.arange(len(data.keys)) % 2 == 0
    wanted = data.with_groups(keep).keys_over(["b"])
    assert described(data.keys.subset(keep).over(["b"])[0], rule) == described(wanted, rule)


def test_rolling_up_needs_columns_of_the_table() -> None:
    keys = Dataset.of(dishes(), key=["Sexe", "Âge"]).keys
    with pytest.raises(ColumnError, match="combinations: the table has no column 'Sex'") as bad:
        keys.over(["Sex", "Âge"])
    assert "did you mean 'Sexe'?" in bad.value.hint
