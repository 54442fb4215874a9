"""Household risk: worked examples, products written out, and what is refused."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cache
from math import prod
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import (
    by_record,
    company,
    negative_binomial_risk,
    rows_of,
    shows_no,
    speaks_both_languages,
)
from discret import Context, Dataset, Role
from discret.assess import HouseholdRisk, IndividualRisk
from discret.errors import ColumnError, DiscretError, InputError, ParameterError
from discret.reduce import SuppressRecords
from strategies import RULES, datasets, examples, rules

FEW = examples(25)
risk_of = cache(negative_binomial_risk)
thresholds = st.floats(0.001, 1)


def of(home: list[Any], key: list[Any], weight: list[float] | None = None) -> Dataset:
    frame = pl.DataFrame({"h": home, "a": key, "w": weight or [10.0] * len(key)})
    return Dataset.of(frame, key="a", weight="w", household="h")


def own_risks(data: Dataset, rule: str) -> list[float]:
    """The individual risk of each record, from the definition and to 40 digits."""
    found = company(rows_of(data), data.columns(Role.KEY), rule)
    return [
        risk_of(len(others), min(len(others) / sum(other["w"] for other in others), 1.0))
        for others in found
    ]


def homes(data: Dataset, column: str, rule: str) -> list[tuple[list[int], float]]:
    """For each household, the places of its records and its risk; no name is a home of its own."""
    members = defaultdict(list)
    for place, row in enumerate(rows_of(data)):
        members[place if row[column] is None else row[column]].append(place)
    own = own_risks(data, rule)
    return [(places, 1 - prod(1 - own[one] for one in places)) for places in members.values()]


# ---------------------------------------------------------------- worked examples


def test_two_members_found_with_a_chance_of_a_half_each() -> None:
    # Two people who are all alike, and complete: each is found with a chance of 1/2, and one of
    # the two with 1 - 1/2 * 1/2.
    finding = HouseholdRisk(most=0.7).assess(of([1, 1], ["x", "x"], [1.0, 1.0]))
    assert (finding.value, finding.met) == (0.75, False)
    assert finding.details["households"] == finding.details["households_failing"] == 1
    assert finding.details["expected_households"] == 0.75
    assert finding.details["expected_reidentifications"] == 1.5


def test_someone_found_for_certain_takes_the_household_along() -> None:
    data = of([1, 1, 1, 2], ["x", "y", "y", "y"], [1.0, 50.0, 50.0, 50.0])
    finding = HouseholdRisk(most=0.5).assess(data)
    assert finding.value == 1.0
    assert finding.details["records_failing"] == 3
    assert by_record(finding, data, "household_risk") == [1.0, 1.0, 1.0, 1.0]
    assert by_record(finding, data, "failing") == [True, False, False, False]


def test_a_record_without_a_household_is_one_of_its_own() -> None:
    alone = HouseholdRisk().assess(of([None, None, 3], ["x", "x", "x"]))
    assert alone.details["households"] == 3
    assert alone.details["without_household"] == 2
    assert alone.value == IndividualRisk().assess(of([1, 2, 3], ["x", "x", "x"])).value
    assert [one["households"] for one in alone.details["by_size"]] == [3]


def test_every_household_may_be_missing() -> None:
    frame = pl.DataFrame({"h": [None, None], "a": ["x", "y"], "w": [2.0, 3.0]})
    frame = frame.with_columns(pl.col("h").cast(pl.String))
    finding = HouseholdRisk().assess(Dataset.of(frame, key="a", weight="w", household="h"))
    assert finding.details["households"] == 2


def test_households_of_one_have_the_individual_risk() -> None:
    data = of([1, 2, 3, 4], ["x", "x", "y", "z"], [3.0, 8.0, 2.0, 40.0])
    one, other = HouseholdRisk().assess(data), IndividualRisk().assess(data)
    assert one.value == pytest.approx(other.value, rel=1e-15)
    total = other.details["expected_reidentifications"]
    assert one.details["expected_households"] == pytest.approx(total, rel=1e-14)


def test_sizes_of_households_are_told() -> None:
    data = of([1, 1, 2, 3, 3], ["x"] * 5)
    table = HouseholdRisk().assess(data).details["by_size"]
    assert [(one["size"], one["households"]) for one in table] == [("1", 1), ("2", 2)]
    assert sum(one["expected"] for one in table) == pytest.approx(
        HouseholdRisk().assess(data).details["expected_households"]
    )


def test_large_households_are_put_together() -> None:
    table = HouseholdRisk().assess(of([1] * 25 + [2] * 10, ["x"] * 35)).details["by_size"]
    assert [(one["size"], one["households"]) for one in table] == [("10+", 2)]


def test_any_column_may_group_the_records() -> None:
    data = of([1, 2, 3, 4], ["x", "x", "y", "y"])
    assert HouseholdRisk(column="a").assess(data).details["households"] == 2


# ---------------------------------------------------------------- against the definition


@FEW
@given(datasets(weight=True), rules, thresholds)
def test_households_are_as_risky_as_the_definition_says(data, rule, threshold) -> None:
    finding = HouseholdRisk(column="p", most=threshold, missing=rule).assess(data)
    wanted = homes(data, "p", rule)
    assert finding.value == pytest.approx(max(risk for _, risk in wanted), rel=1e-10)
    assert finding.details["households"] == len(wanted)
    assert finding.details["expected_households"] == pytest.approx(
        sum(risk for _, risk in wanted), rel=1e-10
    )
    expected = sum(len(places) * risk for places, risk in wanted)
    assert finding.details["expected_reidentifications"] == pytest.approx(expected, rel=1e-10)
    assert finding.details["global_risk"] == pytest.approx(expected / len(data), rel=1e-10)


@FEW
@given(datasets(weight=True), rules, thresholds)
def test_households_above_the_threshold_fail_with_all_their_members(data, rule, threshold) -> None:
    finding = HouseholdRisk(column="p", most=threshold, missing=rule).assess(data)
    wanted = homes(data, "p", rule)
    if any(abs(risk - threshold) < 1e-9 for _, risk in wanted):
        return
    failing = [places for places, risk in wanted if risk > threshold]
    assert finding.details["households_failing"] == len(failing)
    assert finding.details["records_failing"] == sum(len(places) for places in failing)
    assert finding.met is (not failing)
    marked = by_record(finding, data, "failing")
    assert all(any(marked[place] for place in places) for places in failing)
    assert sum(finding.per_key["failing"]) == finding.details["groups_failing"]


@FEW
@given(datasets(weight=True), rules, thresholds)
def test_groups_are_marked_alike_and_fail_for_a_member_at_risk(data, rule, threshold) -> None:
    part = HouseholdRisk(column="p", most=threshold, missing=rule)
    finding = part.assess(data)
    assert part.failing(data.keys).tolist() == finding.per_key["failing"].to_list()
    own = own_risks(data, rule)
    guilty = {
        place
        for places, risk in homes(data, "p", rule)
        for place in places
        if risk > threshold and own[place] >= threshold / len(places)
    }
    keys = data.columns(Role.KEY)
    rows = [tuple(row[name] for name in keys) for row in rows_of(data)]
    wanted = {rows[one] for one in guilty}
    assert by_record(finding, data, "failing") == [row in wanted for row in rows]


@FEW
@given(datasets(weight=True), rules)
def test_each_group_has_the_worst_of_its_households(data, rule) -> None:
    finding = HouseholdRisk(column="p", missing=rule).assess(data)
    keys = data.columns(Role.KEY)
    rows = [tuple(row[name] for name in keys) for row in rows_of(data)]
    worst: dict[Any, float] = defaultdict(float)
    for places, risk in homes(data, "p", rule):
        for place in places:
            worst[rows[place]] = max(worst[rows[place]], risk)
    found = by_record(finding, data, "household_risk")
    assert found == pytest.approx([worst[row] for row in rows], rel=1e-10)


@FEW
@given(datasets(weight=True, missing=False), st.floats(0.05, 1))
def test_dropping_the_groups_that_fail_meets_the_threshold(data, threshold) -> None:
    model = HouseholdRisk(column="p", most=threshold)
    try:
        after = SuppressRecords(models=[model], drop=1).apply(data, Context()).data
    except DiscretError:
        return  # all of them are at risk
    assert model.assess(after).met is True


def test_the_approximate_formula_is_another() -> None:
    data = of([1, 1, 1], ["x"] * 3)
    exact, rough = (
        HouseholdRisk(formula=one).assess(data).value for one in ("exact", "approximate")
    )
    assert exact != rough
    p = 0.1
    assert rough == pytest.approx(1 - (1 - p / (3 - (1 - p))) ** 3)


def test_a_threshold_that_is_just_met_is_met() -> None:
    assert HouseholdRisk(most=0.75).assess(of([1, 1], ["x", "x"], [1.0, 1.0])).met is True


def test_missing_keys_follow_the_rule() -> None:
    data = of([1, 1, 2], ["x", "x", None])
    values = [HouseholdRisk(missing=rule).assess(data).value for rule in RULES]
    assert values[1] < values[0] < values[2]  # wildcard hides, a category shows


# ---------------------------------------------------------------- what is refused


def test_without_a_target_nothing_is_judged() -> None:
    finding = HouseholdRisk().assess(of([1], ["x"]))
    assert (finding.met, finding.target, finding.details["households_failing"]) == (None, None, 0)


def test_data_without_weights_or_households_are_refused() -> None:
    frame = pl.DataFrame({"h": [1], "a": ["x"], "w": [1.0]})
    with pytest.raises(InputError, match=r"role weight.*Hint: "):
        HouseholdRisk().assess(Dataset.of(frame, key="a", household="h"))
    with pytest.raises(InputError, match=r"role household.*Hint: "):
        HouseholdRisk().assess(Dataset.of(frame, key="a", weight="w"))
    with pytest.raises(ColumnError, match="no column 'hh'"):
        HouseholdRisk(column="hh").assess(Dataset.of(frame, key="a", weight="w"))


@pytest.mark.parametrize("weight", [0.0, -1.0, None, float("inf")])
def test_bad_weights_are_refused(weight: float | None) -> None:
    data = of([1, 2], ["x", "y"], [1.0, weight])
    with pytest.raises(InputError, match="1 record has a weight"):
        HouseholdRisk().assess(data)


@pytest.mark.parametrize("threshold", [0, -0.1, 1.1, "x", float("nan")])
def test_a_threshold_is_a_probability_above_zero(threshold: object) -> None:
    with pytest.raises(ParameterError, match="most"):
        HouseholdRisk(most=threshold)


@pytest.mark.parametrize("values", [{}, {"column": "h"}])
def test_groups_are_marked_for_a_threshold(values: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match="a target is needed"):
        HouseholdRisk(**values).failing(of([1], ["x"]).keys)


def test_groups_are_marked_by_the_declared_household() -> None:
    data = of([1], ["x"])
    assert HouseholdRisk(most=0.1).failing(data.keys).tolist() == [True]
    bare = replace(data.keys, around=replace(data.keys.around, household=None))
    with pytest.raises(ParameterError, match="needed to mark groups"):
        HouseholdRisk(most=0.1).failing(bare)


@pytest.mark.parametrize("threshold", [None, 0.0001, 1])
def test_sentences_speak_both_languages_and_show_no_value(threshold: float | None) -> None:
    data = of(["SECRET1", "SECRET2"], ["SECRET3", "SECRET4"])
    finding = HouseholdRisk(most=threshold).assess(data)
    speaks_both_languages(finding)
    shows_no("SECRET", finding)
    assert "SECRET" not in str(finding.to_dict())
