"""Population uniques: the rule that chooses, what needs no model, targets, and what is refused."""

from __future__ import annotations

import json
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import adds_up, by_record, rows_of, shows_no, sizes, speaks_both_languages
from discret import Dataset, Role
from discret.assess import PopulationUniques
from discret.assess.population_uniques import NAMES, REASONS, dankar
from discret.data.examples import dishes
from discret.errors import InputError, ParameterError
from discret.maths.population.superpopulation import Estimate
from discret.parts import Context
from discret.reduce import SuppressRecords
from strategies import datasets, examples, rules

FEW = examples(40)
MODELS = ("dankar", "pitman", "zayatz", "snb")
MODEL = pytest.mark.parametrize("model", MODELS)
SPREAD = {1: 40, 2: 8, 3: 3, 9: 2}  # all models can be fitted


def of(histogram: dict[int, int], **roles: object) -> Dataset:
    """A file with so many groups of each size."""
    every = [size for size, number in histogram.items() for _ in range(number)]
    keys = [f"SECRET{place}" for place, size in enumerate(every) for _ in range(size)]
    return Dataset.of(pl.DataFrame({"a": keys}), key="a", **roles)


def by_zayatz(found: list[int], population: int) -> float:
    """Zayatz's share from the sizes that the records are counted with, in fractions."""
    records = len(found)
    groups = {size: Fraction(number, size) for size, number in Counter(found).items()}

    def alone(size: int) -> Fraction:
        drawn = size * math.comb(population - size, records - 1)
        return Fraction(drawn, math.comb(population, records))

    if 1 not in groups:
        return 0.0
    total = sum(number * alone(size) for size, number in groups.items())
    return float(groups[1] / records * groups[1] * alone(1) / total)


# ---------------------------------------------------------------- the value


@FEW
@given(datasets(), rules, st.integers(0, 200))
def test_records_are_counted_by_the_rule_for_missing_values(data, rule, others) -> None:
    wanted = sizes(rows_of(data), data.columns(Role.KEY), rule)
    population = len(data) + others
    finding = PopulationUniques(model="zayatz", population_size=population, missing=rule).assess(
        data
    )
    assert finding.value == pytest.approx(by_zayatz(wanted, population), rel=1e-11)
    assert finding.details["sample_uniques"] == wanted.count(1)
    assert by_record(finding, data, "size") == wanted


@FEW
@given(datasets(individual=True), rules)
def test_people_are_counted_where_they_are_known(data, rule) -> None:
    wanted = sizes(rows_of(data), data.columns(Role.KEY), rule, individual="p")
    finding = PopulationUniques(population_size=10_000, missing=rule).assess(data)
    assert by_record(finding, data, "size") == wanted


def test_a_person_with_two_records_is_unique() -> None:
    frame = pl.DataFrame({"a": ["x", "x", "y", "y"], "p": [1, 1, 2, 3]})
    records = Dataset.of(frame, key="a")
    people = Dataset.of(frame, key="a", individual="p")
    one = PopulationUniques(population_size=100)
    assert one.assess(records).value == 0
    assert one.assess(people).details["sample_uniques"] == 1
    assert one.assess(people).value > 0.1
    assert "people" in one.assess(people).reads
    assert "personnes" in one.assess(people).reads.fr


@MODEL
@FEW
@given(datasets(weight=False), rules, st.floats(1, 1e6))
def test_the_share_lies_between_none_and_the_uniques_of_the_file(model, data, rule, times) -> None:
    population = math.ceil(len(data) * times)
    finding = PopulationUniques(model=model, population_size=population, missing=rule).assess(data)
    most = finding.details["sample_uniques_share"]
    for name in ("zayatz", "pitman", "snb"):
        share = finding.details[name]
        assert (share is None) == (name in finding.details["failures"])
        assert share is None or 0 <= share <= most
    if model == "dankar" or finding.value is not None:
        assert 0 <= finding.value <= most
        assert finding.details["expected_uniques"] == pytest.approx(finding.value * len(data))
    json.dumps(finding.to_dict(), allow_nan=False)


@MODEL
def test_a_file_that_is_the_population_needs_no_model(model: str) -> None:
    data = of({1: 4, 2: 3})
    finding = PopulationUniques(model=model, population_size=10).assess(data)
    assert finding.value == 0.4
    assert (finding.details["model"], finding.details["failures"]) == ("none", {})
    assert "whole population" in finding.reads


@MODEL
def test_without_uniques_the_share_is_zero_and_it_is_said_why(model: str) -> None:
    finding = PopulationUniques(model=model, population_size=99, most=0.0).assess(of({2: 4}))
    assert (finding.value, finding.met, finding.details["model"]) == (0, True, "none")
    assert finding.details["failures"] == {}
    assert "none is unique in the population" in finding.reads


def test_the_chance_of_a_record_to_be_unique_in_the_population() -> None:
    data = of(SPREAD)
    finding = PopulationUniques(population_size=10_000).assess(data)
    chances = by_record(finding, data, "chance")
    assert set(chances[40:]) == {0.0}
    assert np.mean(chances) == pytest.approx(finding.value)
    assert max(chances) <= 1


# ---------------------------------------------------------------- how large the population is


def test_the_population_is_given_or_handed_over_or_weighed() -> None:
    frame = pl.DataFrame({"a": ["x", "y", "y"], "w": [30.0, 20.5, 49.5]})
    weighted = Dataset.of(frame, key="a", weight="w")
    register = pl.DataFrame({"a": ["x"] * 50 + ["y"] * 150})
    both = Dataset.of(frame, key="a", weight="w", population=register)
    found = [
        (one.details["population_size"], one.details["sampling_fraction"])
        for one in (
            PopulationUniques().assess(weighted),
            PopulationUniques().assess(both),
            PopulationUniques(population_size=400).assess(both),
        )
    ]
    assert found == [(100, 0.03), (200, 0.015), (400, 0.0075)]


def test_groups_are_judged_with_the_same_population() -> None:
    frame = pl.DataFrame({"a": ["x", "y", "y"], "w": [30.0, 20.5, 49.5]})
    register = pl.DataFrame({"a": ["x"] * 50 + ["y"] * 150})
    counted = Dataset.of(register.group_by("a").len(), key="a", weight="len")
    for data in (
        Dataset.of(frame, key="a", weight="w"),
        Dataset.of(frame, key="a", weight="w", population=register),
        Dataset.of(frame, key="a", population=counted),
    ):
        share = PopulationUniques().assess(data).value
        for threshold in (share, share * (1 - 1e-9)):
            one = PopulationUniques(most=threshold)
            failing = one.failing(data.keys).tolist()
            assert one.assess(data).per_key["failing"].to_list() == failing
            assert any(failing) is (threshold < share)


def test_an_unknown_population_is_refused() -> None:
    with pytest.raises(InputError, match=r"population is not known.*Hint: .*population_size"):
        PopulationUniques().assess(of(SPREAD))
    with pytest.raises(InputError, match="weight"):
        PopulationUniques(most=0.5).failing(of(SPREAD).keys)


def test_a_population_smaller_than_the_file_is_refused() -> None:
    one = PopulationUniques(population_size=82, most=0.5)
    with pytest.raises(InputError, match="smaller than the file"):
        one.assess(of(SPREAD))
    with pytest.raises(InputError, match="smaller than the file"):
        one.failing(of(SPREAD).keys)


@pytest.mark.parametrize("weight", [[0.0, 5.0, 5.0], [-1.0, 5.0, 5.0], [None, 5.0, 5.0]])
def test_weights_that_are_none_are_refused(weight: list[float | None]) -> None:
    frame = pl.DataFrame({"a": ["x", "y", "y"], "w": weight})
    with pytest.raises(InputError, match="1 record has a weight"):
        PopulationUniques().assess(Dataset.of(frame, key="a", weight="w"))


def test_data_without_keys_are_refused() -> None:
    with pytest.raises(InputError, match="no column has the role key"):
        PopulationUniques(population_size=99).assess(Dataset.of(dishes()))


@pytest.mark.parametrize(
    "values",
    [
        {"model": "ewens"},
        {"population_size": 0},
        {"population_size": 10.5},
        {"population_size": "many"},
        {"most": -0.1},
        {"most": 1.1},
        {"missing": "drop"},
        {"k": 2},
    ],
)
def test_absurd_parameters_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        PopulationUniques(**values)


# ---------------------------------------------------------------- the rule of Dankar et al.


@pytest.mark.parametrize(
    ("drawn", "shares", "chosen"),
    [
        (0.05, (0.3, 0.1, 0.2), "pitman"),
        (0.10, (0.3, 0.4, 0.2), "pitman"),
        (0.05, (0.3, None, 0.2), "zayatz"),
        (0.11, (0.3, 0.1, 0.2), "snb"),
        (0.11, (0.2, 0.1, 0.3), "zayatz"),
        (0.50, (0.3, 0.1, None), "zayatz"),
        (0.50, (0.3, 0.1, 0.0), "snb"),
    ],
)
def test_the_rule_of_dankar(drawn: float, shares: tuple, chosen: str) -> None:
    found = dict(zip(("zayatz", "pitman", "snb"), map(Estimate, shares), strict=True))
    assert dankar(found, drawn) == chosen


@pytest.mark.parametrize(
    ("histogram", "population", "model", "why"),
    [
        (SPREAD, 10_000, "pitman", "at most 10%"),
        (SPREAD, 830, "pitman", "at most 10%"),
        ({1: 60, 2: 20, 3: 10, 4: 5}, 500, "snb", "the lower of"),
        ({1: 26, 2: 3, 4: 4, 8: 5}, 176, "zayatz", "the lower of"),
        ({1: 2, 2: 30, 3: 40}, 10_000, "zayatz", "Pitman's model could not be fitted"),
        ({1: 40, 3: 4}, 100, "zayatz", "slide negative binomial model could not be fitted"),
    ],
)
def test_the_choice_is_told(histogram, population: int, model: str, why: str) -> None:
    finding = PopulationUniques(population_size=population).assess(of(histogram))
    assert finding.details["model"] == model
    assert finding.value == finding.details[model]
    assert why in finding.details["chosen"]["en"]
    assert why in finding.reads
    assert str(NAMES[model]) in finding.reads
    assert NAMES[model].fr in finding.reads.fr


# ---------------------------------------------------------------- fits that fail


FAILURES = pytest.mark.parametrize(
    ("model", "histogram", "population", "why"),
    [
        ("pitman", {1: 50}, 1000, "all_unique"),
        ("pitman", {1: 1}, 1000, "all_unique"),
        ("pitman", {1: 2, 2: 30, 3: 40}, 1000, "too_even"),
        ("snb", {1: 9, 3: 4}, 500, "no_pairs"),
        ("snb", {1: 10, 2: 13, 7: 19}, 845, "no_solution"),
        ("snb", {1: 3, 2: 3}, 12_000, "too_large"),
    ],
)


@FAILURES
def test_a_fit_that_fails_is_said_to_fail(model, histogram, population, why) -> None:
    finding = PopulationUniques(model=model, population_size=population).assess(of(histogram))
    assert (finding.value, finding.met, finding.details[model]) == (None, None, None)
    assert finding.details["expected_uniques"] is None
    assert finding.details["failures"][model] == REASONS[why].to_dict()
    assert str(REASONS[why]) in finding.reads
    assert REASONS[why].fr in finding.reads.fr
    assert "missed" not in finding.reads
    assert "chance" not in finding.per_key.columns
    speaks_both_languages(finding)
    shows_no("SECRET", finding)


@FAILURES
def test_an_estimate_that_failed_meets_no_target(model, histogram, population, why) -> None:
    one = PopulationUniques(model=model, population_size=population, most=1.0)
    finding = one.assess(of(histogram))
    assert (finding.value, finding.met) == (None, False)
    assert finding.details["records_failing"] == histogram[1]
    assert "the target counts as missed" in finding.reads
    assert "réputé manqué" in finding.reads.fr
    adds_up(finding, of(histogram))


def test_where_every_record_is_unique_so_may_they_be_in_the_population() -> None:
    finding = PopulationUniques(population_size=1000).assess(of({1: 50}))
    assert (finding.value, finding.details["model"]) == (1, "zayatz")


# ---------------------------------------------------------------- targets


@FEW
@given(datasets(weight=True), rules, st.floats(0, 1))
def test_the_verdict_is_about_the_whole_file(data, rule, threshold) -> None:
    one = PopulationUniques(most=threshold, population_size=10**6, missing=rule)
    finding = one.assess(data)
    adds_up(finding, data)
    assert finding.met is (finding.value <= threshold)
    assert one.failing(data.keys).tolist() == finding.per_key["failing"].to_list()
    alone = finding.details["sample_uniques"]
    assert finding.details["records_failing"] == (0 if finding.met else alone)


def test_a_method_that_works_towards_the_target_drops_the_uniques() -> None:
    model = PopulationUniques(most=0.01, population_size=10_000)
    data = of(SPREAD)
    assert model.assess(data).met is False
    after = SuppressRecords(models=[model], drop=1).apply(data, Context()).data
    assert len(after) == len(data) - 40
    assert (model.assess(after).value, model.assess(after).met) == (0, True)


def test_without_a_target_nothing_is_judged() -> None:
    one = PopulationUniques(population_size=10_000)
    finding = one.assess(of(SPREAD))
    assert (finding.target, finding.met, finding.details["records_failing"]) == (None, None, 0)
    assert one.judges is False
    with pytest.raises(ParameterError, match="most"):
        one.failing(of(SPREAD).keys)


# ---------------------------------------------------------------- words


@MODEL
@pytest.mark.parametrize("threshold", [None, 0.0, 1.0])
@pytest.mark.parametrize("histogram", [SPREAD, {2: 4}, {1: 9}], ids=str)
def test_sentences_speak_both_languages_and_show_no_value(model, threshold, histogram) -> None:
    data = of(histogram)
    finding = PopulationUniques(model=model, population_size=900, most=threshold).assess(data)
    speaks_both_languages(finding)
    shows_no("SECRET", finding)
    assert "SECRET" not in json.dumps(finding.to_dict())


@pytest.mark.parametrize("name", ["count", "size", "failing", "chance"])
def test_a_key_may_be_called_as_a_column_of_the_result(name: str) -> None:
    data = Dataset.of(pl.DataFrame({name: ["x", "x", "y"]}), key=name)
    table = PopulationUniques(population_size=9, most=0.5).assess(data).per_key
    assert sorted(table[name].cast(pl.String).to_list()) == ["x", "y"]


def test_a_key_that_is_missing_everywhere_is_one_group() -> None:
    data = Dataset.of(pl.DataFrame({"a": [None, None]}, schema={"a": pl.String}), key="a")
    assert PopulationUniques(population_size=9).assess(data).value == 0
