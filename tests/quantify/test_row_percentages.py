"""Row percentages before and after: by hand, weighted or not, missing values left out."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import narwhals as nw
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import Row, rows_of, shows_no, speaks_both_languages
from discret import Dataset, Finding
from discret.errors import ColumnError, InputError, ParameterError
from discret.quantify import RowPercentages
from small import CLOSE, kept, of, recoded
from strategies import datasets, examples


def shares(rows: list[Row], a: str, b: str, weight: str | None) -> dict[Any, dict[Any, float]]:
    sums: dict[Any, dict[Any, float]] = defaultdict(lambda: defaultdict(float))
    for row in rows:
        if row[a] is not None and row[b] is not None:
            sums[row[a]][row[b]] += row[weight] if weight else 1
    return {name: {c: n / sum(own.values()) for c, n in own.items()} for name, own in sums.items()}


def largest(old: dict[Any, Any], new: dict[Any, Any]) -> float | None:
    gaps = [
        abs(new[row].get(c, 0) - old[row].get(c, 0))
        for row in old.keys() & new.keys()
        for c in {**old[row], **new[row]}
    ]
    return max(gaps, default=None)


def table(finding: Finding, at: int = 0) -> dict[str, tuple[Any, Any]]:
    return {
        r["category"]: (r["before"], r["after"]) for r in finding.details["tables"][at]["table"]
    }


def test_percentages_are_within_rows() -> None:
    # Of two x one is u; once a v among them is gone, all are: 50 points. Row y does not move.
    data = of(a=["x", "x", "y", "y", "y"], b=["u", "v", "u", "u", "v"])
    finding = RowPercentages(rows=["a"], columns=["b"]).compare(data, kept(data, 0, 2, 3, 4))
    assert finding.value == pytest.approx(0.5, abs=CLOSE)
    found = table(finding)
    assert found["x"] == ([0.5, 0.5], [1.0, 0.0])
    assert found["y"] == (pytest.approx([2 / 3, 1 / 3]), pytest.approx([2 / 3, 1 / 3]))
    one = finding.details["tables"][0]
    assert (one["rows"], one["columns"], one["categories"]) == ("a", "b", ["u", "v"])
    assert one["mean_gap"] == pytest.approx(0.5 * 2 / 5, abs=CLOSE)


def test_weights_count_people() -> None:
    data = of(a=["x", "x", "x"], b=["u", "v", "v"], w=[6.0, 1.0, 3.0])
    finding = RowPercentages(rows=["a"], columns=["b"]).compare(data, kept(data, 0, 1))
    assert table(finding)["x"][0] == pytest.approx([0.6, 0.4])
    assert table(finding)["x"][1] == pytest.approx([6 / 7, 1 / 7])
    assert finding.details["weighted"] is True


def test_missing_values_are_left_out_and_counted() -> None:
    data = of(a=["x", "x", "x", "x"], b=["u", "v", "u", "v"])
    gone = nw.when(nw.col("b") != "v").then(nw.col("b")).alias("b")
    finding = RowPercentages(rows=["a"], columns=["b"]).compare(
        data, data.with_frame(data.frame.with_columns(gone))
    )
    assert table(finding)["x"] == ([0.5, 0.5], [1.0, 0.0])
    assert finding.details["tables"][0]["left_out_after"] == 0.5
    assert finding.details["tables"][0]["left_out_before"] == 0


def test_a_row_that_is_gone_is_counted_and_has_no_gap() -> None:
    data = of(a=["x", "x", "y"], b=["u", "v", "u"])
    finding = RowPercentages(rows=["a"], columns=["b"]).compare(data, kept(data, 0, 1))
    assert finding.value == 0
    assert table(finding)["y"] == ([1.0, 0.0], None)
    assert finding.details["tables"][0]["rows_lost"] == 1
    assert "1 row" in finding.reads


def test_where_no_row_is_left_nothing_can_be_said() -> None:
    data = of(a=["x", "y"], b=["u", "v"])
    finding = RowPercentages(rows=["a"], columns=["b"], most=0.1).compare(data, kept(data))
    assert (finding.value, finding.met) == (None, False)


def test_recoded_columns_are_compared_at_the_level_released() -> None:
    data = of(a=["x", "y", "y"], b=["u", "u", "v"])
    after = recoded(data, "a", {"x": "z", "y": "z"})
    finding = RowPercentages(rows=["a"], columns=["b"]).compare(data, after)
    assert finding.value == 0
    assert list(table(finding)) == ["z"]


def test_categories_are_in_their_own_order() -> None:
    data = of(a=[10, 9, 100], b=["u", "u", "v"])
    assert list(table(RowPercentages(rows=["a"], columns=["b"]).compare(data, data))) == [
        "9", "10", "100",
    ]  # fmt: skip


def test_there_is_a_table_for_each_pair_and_by_default_keys_by_sensitive() -> None:
    frame = pl.DataFrame({"a": ["x", "y"], "b": ["u", "v"], "s": [1, 2], "n": [1, 2]})
    data = Dataset.of(frame, key=["a", "b"], sensitive="s")
    pairs = [
        (t["rows"], t["columns"]) for t in RowPercentages().compare(data, data).details["tables"]
    ]
    assert pairs == [("a", "s"), ("b", "s")]
    chosen = RowPercentages(rows=["a", "s"], columns=["s", "n"]).compare(data, data)
    pairs = [(t["rows"], t["columns"]) for t in chosen.details["tables"]]
    assert pairs == [("a", "s"), ("a", "n"), ("s", "n")]


def test_a_column_with_too_many_categories_is_left_out_or_refused() -> None:
    frame = pl.DataFrame({"a": [str(n) for n in range(60)], "b": ["u", "v"] * 30})
    data = Dataset.of(frame, key="a", sensitive="b")
    assert RowPercentages().compare(data, data).value is None
    with pytest.raises(ColumnError, match="'a' has more categories"):
        RowPercentages(rows=["a"]).compare(data, data)


@examples(40)
@given(datasets(weight=True, missing_sensitive=True), st.booleans(), st.data())
def test_gaps_are_those_of_the_definition(data, weighted, draw) -> None:
    places = draw.draw(st.sets(st.integers(0, len(data) - 1), min_size=1))
    if not weighted:
        data = Dataset.of(data.to_polars(), key=["a"], sensitive=["s", "t"])
    after = kept(data, *sorted(places))
    finding = RowPercentages(rows=["a", "s"], columns=["t"]).compare(data, after)
    weight = "w" if weighted else None
    for at, name in enumerate(("a", "s")):
        old, new = (shares(rows_of(own), name, "t", weight) for own in (data, after))
        wanted = largest(old, new)
        found = finding.details["tables"][at]
        assert found["largest_gap"] == (
            None if wanted is None else pytest.approx(wanted, abs=CLOSE)
        )
        assert found["rows_lost"] == len(old.keys() - new.keys())


@pytest.mark.parametrize(
    "values", [{"most": -0.1}, {"most": 2}, {"rows": []}, {"columns": []}, {"rows": ["a", "a"]}]
)
def test_bad_parameters_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        RowPercentages(**values)


@pytest.mark.parametrize("lacking", ["before", "after"])
def test_a_column_absent_from_a_file_is_named(lacking: str) -> None:
    data = of(a=["x", "y"], b=["u", "v"])
    less = data.without_columns(["b"])
    pair = (less, data) if lacking == "before" else (data, less)
    with pytest.raises(ColumnError, match="no column 'b'"):
        RowPercentages(rows=["a"], columns=["b"]).compare(*pair)


def test_weights_that_count_nobody_are_refused() -> None:
    data = of(a=["x", "y"], b=["u", "v"], w=[70.0, -31.0])
    with pytest.raises(InputError, match="1 record"):
        RowPercentages(rows=["a"], columns=["b"]).compare(data, data)


def test_sentences_speak_both_languages_and_show_no_value() -> None:
    data = of(a=["SECRET1", "SECRET1", "SECRET2"], b=["SECRET3", "SECRET4", "SECRET3"])
    finding = RowPercentages(rows=["a"], columns=["b"]).compare(data, kept(data, 0, 2))
    speaks_both_languages(finding)
    shows_no("SECRET", finding)
    assert "50 points" in finding.reads
