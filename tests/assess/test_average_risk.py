"""Average risk: the marketer's share record by record, and the groups that must go."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import (
    adds_up,
    by_record,
    company,
    heads,
    mean,
    rows_of,
    shows_no,
    sizes,
    speaks_both_languages,
)
from discret import Context, Dataset, Role
from discret.assess import Attackers, AverageRisk
from discret.data.examples import dishes
from discret.errors import InputError, ParameterError, TargetError
from discret.reduce import SuppressRecords
from strategies import datasets, examples, rules

FEW = examples(30)
targets = st.sampled_from([0.1, 0.25, 1 / 3, 0.5, 0.75, 1.0])


def of(*groups: int, **roles: Any) -> Dataset:
    """A file with groups of these sizes."""
    frame = pl.DataFrame({"a": np.repeat(np.arange(len(groups)), groups)})
    return Dataset.of(frame, key="a", **roles)


# ---------------------------------------------------------------- the value


def test_groups_over_records() -> None:
    # Nguyen & Castelluccia 2020, example 6: two groups, four players.
    finding = AverageRisk(most=0.5).assess(of(2, 2))
    assert (finding.value, finding.target, finding.met) == (0.5, 0.5, True)
    assert finding.details["expected_matches"] == 2.0


def test_weights_stand_for_the_population() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    shares = [2 / 2500, 1 / 2000, 2 / 2500, 1 / 800, 2 / 3000, 1 / 1200]
    assert AverageRisk(estimate="weights").assess(data).value == pytest.approx(sum(shares) / 9)


def test_a_population_is_counted() -> None:
    town = pl.DataFrame({"age": ["10-19"] * 5 + ["40-49"] * 10})
    patients = pl.DataFrame({"age": ["10-19"] * 5 + ["40-49"]})
    data = Dataset.of(patients, key="age", population=town)
    finding = AverageRisk(estimate="population").assess(data)
    assert finding.value == pytest.approx((5 / 5 + 1 / 10) / 6)
    assert by_record(finding, data, "risk") == pytest.approx([0.2] * 5 + [0.1])


@FEW
@given(datasets(individual=None), rules)
def test_the_mean_of_one_over_the_number_of_people(data, rule) -> None:
    finding = AverageRisk(missing=rule).assess(data)
    people = sizes(rows_of(data), data.columns(Role.KEY), rule, data.column(Role.INDIVIDUAL))
    assert finding.value == pytest.approx(mean([1 / size for size in people], heads(data)))
    assert finding.value == pytest.approx(Attackers(missing=rule).assess(data).details["marketer"])


@FEW
@given(datasets(weight=True), rules)
def test_weights_are_those_of_the_records_alike(data, rule) -> None:
    finding = AverageRisk(missing=rule, estimate="weights").assess(data)
    alike = company(rows_of(data), data.columns(Role.KEY), rule)
    people = [max(sum(row["w"] for row in others), len(others)) for others in alike]
    assert finding.value == pytest.approx(sum(1 / number for number in people) / len(data))
    known = Attackers(missing=rule).assess(data).details["marketer_population"]
    assert finding.value == pytest.approx(known)


# ---------------------------------------------------------------- the groups that fail


def least_dropped(count: list[int], risk: list[float], target: float) -> int:
    """The fewest records of groups whose loss leaves a mean within the target: all subsets."""
    best, places = sum(count), range(len(count))
    for number in range(len(count)):
        for gone in combinations(places, number):
            left = [place for place in places if place not in gone]
            total = sum(count[place] for place in left)
            mean = sum(count[place] * risk[place] for place in left) / total
            if mean <= target * (1 + 1e-9):
                best = min(best, sum(count[place] for place in gone))
    return best


@examples(60)
@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=8),
    st.lists(st.integers(1, 9), min_size=8, max_size=8),
    targets,
    st.sampled_from(["file", "weights"]),
)
def test_what_fails_is_the_least_that_can_go(groups, weights, target, how) -> None:
    each = np.repeat(np.arange(len(groups)), groups)
    frame = pl.DataFrame({"a": each, "w": np.array(weights, dtype=np.float64)[each]})
    finding = AverageRisk(most=target, estimate=how).assess(Dataset.of(frame, key="a", weight="w"))
    table = finding.per_key
    assert table is not None
    count, risk = table["count"].to_numpy(), table["risk"].to_numpy()
    bad = table["failing"].to_numpy()
    least = least_dropped(count.tolist(), risk.tolist(), target)
    dropped = finding.details["records_failing"]
    assert finding.met is (least == 0)
    assert count[~bad] @ risk[~bad] <= target * count[~bad].sum() * (1 + 1e-9)
    if bad.any():
        assert risk[bad].min() >= risk[~bad].max(initial=0) * (1 - 1e-9)  # the riskiest first
        assert dropped - count[bad].max() < least <= dropped
    if how == "file":
        assert dropped == least


def test_the_smallest_groups_go_first() -> None:
    # 7 groups of 13 records; 3 of 9 without the four of one record, 4 of 10 without three.
    finding = AverageRisk(most=0.34).assess(of(1, 3, 1, 3, 1, 3, 1))
    assert finding.per_key is not None
    assert finding.per_key["failing"].to_list() == [True, False] * 3 + [True]


def test_of_equals_the_first_fail_whatever_the_order_of_the_groups() -> None:
    keys = of(5, 1, 1, 1).keys  # without one unique 3 of 7, without two 2 of 6
    model = AverageRisk(most=0.4)
    assert model.failing(keys).tolist() == [False, True, True, False]
    places = np.array([3, 2, 0, 1])
    mixed = replace(keys, codes=keys.codes[places], count=keys.count[places])
    assert model.failing(mixed).tolist() == [False, True, False, True]


@FEW
@given(datasets(individual=None), rules, targets)
def test_what_is_left_meets_the_target(data, rule, target) -> None:
    model = AverageRisk(most=target, missing=rule)
    finding = model.assess(data)
    adds_up(finding, data)
    assert finding.met is (finding.value <= target * (1 + 1e-9))
    try:
        left = SuppressRecords(models=[model], drop=1).apply(data, Context()).data
    except TargetError:
        return
    assert model.assess(left).met is True


def test_where_no_group_is_large_enough_all_fail() -> None:
    assert AverageRisk(most=0.2).assess(of(2, 3)).details["records_failing"] == 5


def test_a_third_is_not_above_a_third() -> None:
    assert AverageRisk(most=1 / 3).assess(of(3, 3, 3)).met is True


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    "values",
    [{"most": 0}, {"most": 1.5}, {"estimate": "census"}, {"missing": "drop"}, {"k": 2}],
)
def test_absurd_parameters_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        AverageRisk(**values)


def test_without_a_target_nothing_is_judged() -> None:
    finding = AverageRisk().assess(of(1, 2))
    assert (finding.met, finding.target, AverageRisk().judges) == (None, None, False)
    with pytest.raises(ParameterError, match="most: a target is needed"):
        AverageRisk().failing(of(1).keys)


def test_what_the_data_lacks_is_named() -> None:
    with pytest.raises(InputError, match=r"weight="):
        AverageRisk(estimate="weights").assess(of(2))
    with pytest.raises(InputError, match=r"population=\.\.\."):
        AverageRisk(estimate="population").assess(of(2))
    with pytest.raises(InputError, match="no column has the role key"):
        AverageRisk().assess(Dataset.of(dishes()))


@pytest.mark.parametrize("weight", [0.0, -1.0, None])
def test_bad_weights_are_refused(weight: float | None) -> None:
    frame = pl.DataFrame({"a": ["x", "y"], "w": [1.0, weight]}, schema_overrides={"w": pl.Float64})
    with pytest.raises(InputError, match="above zero; 1"):
        AverageRisk(estimate="weights").assess(Dataset.of(frame, key="a", weight="w"))


@pytest.mark.parametrize("threshold", [None, 0.6, 1.0])
def test_sentences_speak_both_languages_and_show_no_value(threshold: float | None) -> None:
    frame = pl.DataFrame({"a": ["SECRET1", "SECRET1", "SECRET1", "SECRET2"]})
    for data in (Dataset.of(frame, key="a"), Dataset.of(frame.head(1), key="a")):
        finding = AverageRisk(most=threshold).assess(data)
        speaks_both_languages(finding)
        shows_no("SECRET", finding)
        assert finding.better == "lower"
