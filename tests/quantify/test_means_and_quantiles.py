"""Means, deviations and quantiles before and after: against repeated values."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import shows_no, speaks_both_languages
from discret import Dataset, Finding
from discret.errors import ColumnError, ParameterError
from discret.quantify import MeansAndQuantiles
from small import kept, of
from strategies import examples


def told(finding: Finding, column: str) -> dict[str, tuple[Any, Any, Any]]:
    rows = finding.details["by_column"][column]["statistics"]
    return {row["statistic"]: (row["before"], row["after"], row["gap"]) for row in rows}


def test_means_and_quantiles_by_hand() -> None:
    data = of(a=[10, 20, 30, 40])
    finding = MeansAndQuantiles(shares=[0.5]).compare(data, kept(data, 0, 1, 2))
    found = told(finding, "a")
    assert found["mean"] == (25.0, 20.0, pytest.approx(0.2))
    assert found["quantile_0.5"] == (20.0, 20.0, 0.0)
    assert found["standard_deviation"][0] == pytest.approx(np.std([10, 20, 30, 40]))
    assert finding.value == pytest.approx(1 - np.std([10, 20, 30]) / np.std([10, 20, 30, 40]))


@examples(40)
@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(1, 9)), min_size=2, max_size=12))
def test_weights_repeat_values(pairs: list[tuple[int, int]]) -> None:
    values, weights = (list(own) for own in zip(*pairs, strict=True))
    data = of(a=values, w=[float(weight) for weight in weights])
    finding = MeansAndQuantiles(columns=["a"], shares=[0.25, 0.9]).compare(data, data)
    every = np.repeat(values, weights)
    found = told(finding, "a")
    assert found["mean"][0] == pytest.approx(every.mean(), abs=1e-9)
    assert found["standard_deviation"][0] == pytest.approx(every.std(), abs=1e-9)
    assert found["quantile_0.25"][0] == np.quantile(every, 0.25, method="inverted_cdf")
    assert found["quantile_0.9"][0] == np.quantile(every, 0.9, method="inverted_cdf")
    assert finding.value == 0


def test_nought_is_compared_in_deviations() -> None:
    data, after = of(a=[-1, 0, 1]), of(a=[-1, 0, 4])
    found = told(MeansAndQuantiles().compare(data, after), "a")
    assert found["mean"][2] == pytest.approx(1 / np.std([-1, 0, 1]))


def test_what_has_no_measure_is_said() -> None:
    data, after = of(a=[0, 0, 0]), of(a=[0, 0, 1])
    finding = MeansAndQuantiles(most=0.1).compare(data, after)
    assert (finding.value, finding.met) == (None, False)
    assert "nothing to be compared with" in finding.reads
    speaks_both_languages(finding)


def test_missing_values_are_left_out_and_all_missing_is_said() -> None:
    data = of(a=[1.0, None, 3.0])
    assert told(MeansAndQuantiles().compare(data, data), "a")["mean"][0] == 2.0
    blank = data.with_frame(
        data.frame.with_columns(nw.when(nw.col("a") > 9).then(nw.col("a")).alias("a"))
    )
    finding = MeansAndQuantiles().compare(data, blank)
    assert finding.value is None
    assert told(finding, "a")["mean"] == (2.0, None, None)


def test_by_default_numbers_among_keys_and_sensitive_columns() -> None:
    frame = pl.DataFrame({"a": [1, 2], "b": ["x", "y"], "c": [3, 4], "d": [5, 6]})
    data = Dataset.of(frame, key=["a", "b"], sensitive="c")
    assert list(MeansAndQuantiles().compare(data, data).details["by_column"]) == ["a", "c"]
    other = of(b=["x", "y"])
    assert MeansAndQuantiles().compare(other, other).value is None


@pytest.mark.parametrize("columns", [["b"], ["nowhere"]])
def test_text_and_columns_that_are_not_there_are_refused(columns: list[str]) -> None:
    data = of(a=[1, 2], b=["x", "y"])
    with pytest.raises(ColumnError, match=columns[0]):
        MeansAndQuantiles(columns=columns).compare(data, data)


def test_endless_numbers_are_refused() -> None:
    data = of(a=[1.0, float("inf")])
    with pytest.raises(ColumnError, match="endless"):
        MeansAndQuantiles().compare(data, data)


@pytest.mark.parametrize(
    "values", [{"most": -1}, {"shares": [0.0]}, {"shares": [1.0]}, {"columns": []}]
)
def test_bad_parameters_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        MeansAndQuantiles(**values)


def test_the_gap_allowed_is_judged_and_no_value_shows() -> None:
    data = of(a=[918273645, 918273999])
    after = kept(data, 0)
    finding = MeansAndQuantiles(columns=["a"], most=0.5).compare(data, after)
    assert finding.met is False  # the deviation is gone
    speaks_both_languages(finding)
    shows_no("9182", finding)
