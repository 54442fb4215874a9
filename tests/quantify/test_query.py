"""Answers to a question before and after: the example of the paper, and plain numpy."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import shows_no, speaks_both_languages
from discret import Context, Dataset
from discret.data.examples import footballers
from discret.errors import ColumnError, InputError, ParameterError
from discret.quantify import Query
from discret.reduce import Recode
from small import kept, of, recoded
from strategies import examples
from where import FIGURES

TRUE = (170 / 1160 + 170 / 1500 + 665 / 1730 + 665 / 3060) / 4


def players() -> Dataset:
    return Dataset.of(footballers().head(4), key=["Âge", "Club"], sensitive="Salaire")


def test_mean_salary_by_age_of_the_seed() -> None:
    """002, definition 2 and example 7: 0.2154, printed 0.215."""
    data = players()
    part = Query(column="Salaire", by=["Âge"])
    after = Recode(column="Âge", cuts=[30], labels=["[20;29]", "[30;39]"]).apply(data, Context())
    finding = part.compare(data, after.data)
    assert finding.value == pytest.approx(TRUE, abs=1e-11)
    assert round(TRUE, 6) == 0.215400
    assert finding.details["groups"] == finding.details["groups_merged"] == 4
    assert finding.details["largest_error"] == pytest.approx(665 / 1730)


def test_the_truth_file_says_the_same() -> None:
    """The release as it is printed, read as a file of its own: records are followed."""
    entries = json.loads((FIGURES / "seed_examples.json").read_text(encoding="utf-8"))
    truth = next(entry for entry in entries if entry["id"] == "002.utility")
    after = Dataset.of(pl.DataFrame(truth["input"]), key=["Âge", "Club"], sensitive="Salaire")
    finding = Query(column="Salaire", by=["Âge"]).compare(players(), after)
    assert finding.value == pytest.approx(truth["expected"]["M"], abs=1e-11)


rows = st.lists(
    st.tuples(
        st.sampled_from(["x", "y", "z", None]),
        st.one_of(st.none(), st.integers(-4, 9)),
        st.one_of(st.none(), st.integers(-4, 9)),
        st.floats(0.5, 9),
        st.booleans(),
    ),
    min_size=1,
    max_size=14,
)


def by_hand(rows: list[dict[str, Any]], statistic: str) -> dict[Any, float]:
    found = {}
    for group in {row["g"] for row in rows}:
        own = [row for row in rows if row["g"] == group and row["a"] is not None]
        if own:
            weight = sum(row["w"] for row in own)
            whole = sum(row["w"] * row["a"] for row in own)
            found[group] = {"mean": whole / weight, "sum": whole, "count": weight}[statistic]
    return found


@examples(60)
@given(rows, st.sampled_from(["mean", "sum", "count"]))
def test_against_plain_sums(drawn: list[tuple[Any, ...]], statistic: Any) -> None:
    names, kinds = ("g", "a", "w"), {"g": pl.String, "a": pl.Float64, "w": pl.Float64}
    old = [dict(zip(names, (g, a, w), strict=True)) for g, a, _, w, _ in drawn]
    new = [dict(zip(names, (g, b, w), strict=True)) for g, _, b, w, there in drawn if there]
    before, after = (
        Dataset.of(pl.DataFrame(own, schema=kinds), key="g", sensitive="a", weight="w")
        for own in (old, new)
    )
    finding = Query(column="a", by=["g"], statistic=statistic).compare(before, after)
    asked, answered = by_hand(old, statistic), by_hand(new, statistic)
    if not asked:
        assert finding.value is None
        return
    scale = float(np.mean([abs(true) for true in asked.values()]))
    errors = []
    for group, true in asked.items():
        gap = abs(answered[group] - true) if group in answered else None
        whole = abs(true) or scale
        errors.append(1.0 if gap is None else gap / whole if whole else float(gap > 0))
    assert finding.details["groups_lost"] == len(asked.keys() - answered.keys())
    if scale or all(error == 0 for error in errors):
        assert finding.value == pytest.approx(np.mean(errors), abs=1e-9)


def test_sums_and_counts_are_shared_out_among_what_was_merged() -> None:
    data = of(g=["x", "x", "x", "y"], a=[1, 2, 3, 2])
    after = recoded(data, "g", {"x": "xy", "y": "xy"})
    counted = Query(by=["g"], statistic="count").compare(data, after)
    assert counted.value == pytest.approx((abs(2 - 3) / 3 + abs(2 - 1) / 1) / 2)
    summed = Query(column="a", by=["g"], statistic="sum").compare(data, after)
    assert summed.value == pytest.approx((abs(4 - 6) / 6 + abs(4 - 2) / 2) / 2)


def test_groups_of_several_columns() -> None:
    data = of(g=["x", "x", "y"], h=[1, 2, 1], a=[10, 20, 30])
    finding = Query(column="a", by=["g", "h"]).compare(data, kept(data, 0, 2))
    assert (finding.value, finding.details["groups_lost"]) == (pytest.approx(1 / 3), 1)


def test_an_answer_that_was_nought_has_an_error_too() -> None:
    data, after = of(g=["x", "y"], a=[0, 4]), of(g=["x", "y"], a=[1, 4])
    finding = Query(column="a", by=["g"]).compare(data, after)
    assert finding.value == pytest.approx((1 / 2 + 0) / 2)
    assert finding.details["zeros"] == 1
    nought = of(g=["x", "y"], a=[0, 0])
    assert Query(column="a", by=["g"], most=1).compare(nought, after).met is False
    assert Query(column="a", by=["g"]).compare(nought, nought).value == 0


def test_an_error_without_an_end_is_no_number_and_meets_nothing() -> None:
    data, after = of(g=["x"], a=[5e-324]), of(g=["x"], a=[2.0])
    finding = Query(column="a", by=["g"], most=99).compare(data, after)
    assert (finding.value, finding.met) == (None, False)


def test_groups_that_only_the_release_has_are_counted() -> None:
    data, after = of(g=[1, 2], a=[3, 4]), of(g=[1, 7], a=[3, 4])
    finding = Query(column="a", by=["g"]).compare(data, after)
    assert (finding.details["groups_new"], finding.details["groups_lost"]) == (1, 1)
    assert finding.value == 0.5


def test_what_can_no_longer_be_asked_is_said() -> None:
    data = of(g=["x", "y"], a=[1, 2], h=["u", "v"])
    for after in (data.without_columns(["g"]), recoded(data, "a", {"1": "few", "2": "few"})):
        finding = Query(column="a", by=["g"], most=9).compare(data, after)
        assert (finding.value, finding.met) == (None, False)
        speaks_both_languages(finding)


@pytest.mark.parametrize("column", ["g", "nowhere"])
def test_text_and_columns_that_are_not_there_are_refused(column: str) -> None:
    data = of(a=[1, 2], g=["x", "y"])
    with pytest.raises(InputError, match=column):
        Query(column=column, by=["g"]).compare(data, data)
    with pytest.raises(InputError, match="nowhere"):
        Query(column="a", by=["nowhere"]).compare(data, data)


def test_endless_numbers_are_refused() -> None:
    data = of(a=[1.0, float("inf")], g=["x", "y"])
    with pytest.raises(ColumnError, match="endless"):
        Query(column="a", by=["g"]).compare(data, data)


@pytest.mark.parametrize(
    "values", [{"most": -1}, {"by": []}, {"statistic": "median"}, {"column": None}]
)
def test_bad_parameters_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        Query(**({"column": "a", "by": ["g"]} | values))


def test_no_value_shows() -> None:
    data = of(a=[918273645, 918273999], g=["9182x", "9182y"])
    finding = Query(column="a", by=["g"]).compare(data, kept(data, 0))
    shows_no("9182", finding)
    speaks_both_languages(finding)
