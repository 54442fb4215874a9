"""Individual risk: worked examples, the formula applied record by record, and what is refused."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import (
    adds_up,
    by_record,
    company,
    negative_binomial_risk,
    rows_of,
    shows_no,
    speaks_both_languages,
)
from discret import Dataset, Role
from discret.assess import IndividualRisk
from discret.assess.individual_risk import risk_classes
from discret.data.examples import dishes
from discret.errors import ColumnError, InputError, ParameterError
from strategies import RULES, datasets, examples, rules

FEW = examples(30)


def dishes_data() -> Dataset:
    return Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")


def of(keys: list[object], weights: list[object]) -> Dataset:
    return Dataset.of(pl.DataFrame({"a": keys, "w": weights}), key="a", weight="w")


def risks(data: Dataset, rule: str) -> list[float]:
    """For each record E(1/F | f) with p = f / sum of weights, at most 1."""
    found = []
    for others in company(rows_of(data), data.columns(Role.KEY), rule):
        share = min(len(others) / sum(row["w"] for row in others), 1.0)
        found.append(negative_binomial_risk(len(others), share))
    return found


# ---------------------------------------------------------------- worked examples


def test_the_risks_of_figure_1_1() -> None:
    # Formula of Bergeat (2014) on the table of Bergeat (2015), figure 1.1; computed with mpmath
    # (seed_examples.json, 001.bf_fig1.1).
    pair, one, two, three, other = (
        0.0007960694263463317,  # f = 2, F = 2500
        0.0038023524059740284,  # f = 1, F = 2000
        0.00836622243763195,  # f = 1, F = 800
        0.00591332513409182,  # f = 1, F = 1200
        0.0006638567493351848,  # f = 2, F = 3000
    )
    finding = IndividualRisk(most=0.005).assess(dishes_data())
    wanted = [pair, pair, one, pair, pair, two, other, other, three]
    assert by_record(finding, dishes_data(), "risk") == pytest.approx(wanted, rel=1e-12)
    assert finding.value == pytest.approx(two, rel=1e-12)
    assert (finding.met, finding.details["records_failing"]) == (False, 2)
    details = finding.details
    assert details["global_risk"] == pytest.approx(0.002510432353528166, rel=1e-12)
    assert details["global_risk_uniques"] == pytest.approx(0.002009099997521977, rel=1e-12)
    assert details["expected_reidentifications"] == pytest.approx(0.022593891181753492, rel=1e-12)


def test_without_a_threshold_nothing_is_judged() -> None:
    finding = IndividualRisk().assess(dishes_data())
    assert (finding.target, finding.met, finding.details["records_failing"]) == (None, None, 0)
    assert "threshold_if_capped" not in finding.details


def test_a_risk_equal_to_the_threshold_is_allowed() -> None:
    # A census: every weight is 1, the risk of a group is 1/f.
    data = of(["x", "x", "y", "y", "y"], [1, 1, 1, 1, 1])
    assert IndividualRisk(most=1 / 2).assess(data).met is True
    assert IndividualRisk(most=1 / 3).assess(data).details["records_failing"] == 2


# ---------------------------------------------------------------- against the formula


@FEW
@given(datasets(weight=True), rules)
def test_the_risk_of_each_record_follows_the_formula(data, rule) -> None:
    finding = IndividualRisk(missing=rule).assess(data)
    wanted = risks(data, rule)
    alone = [len(others) == 1 for others in company(rows_of(data), data.columns(Role.KEY), rule)]
    assert by_record(finding, data, "risk") == pytest.approx(wanted, rel=1e-9)
    assert finding.value == pytest.approx(max(wanted), rel=1e-9)
    found = finding.details
    assert found["expected_reidentifications"] == pytest.approx(sum(wanted), rel=1e-9)
    assert found["global_risk"] == pytest.approx(sum(wanted) / len(data), rel=1e-9)
    lonely = sum(risk for risk, one in zip(wanted, alone, strict=True) if one)
    assert found["global_risk_uniques"] == pytest.approx(lonely / len(data), rel=1e-9)
    assert sum(found["risk_classes"].values()) == len(data)


@FEW
@given(datasets(weight=True, individual=None), rules, st.sampled_from([0.001, 0.03, 0.3, 1.0]))
def test_counts_agree_and_groups_that_fail_are_marked_alike(data, rule, threshold) -> None:
    measure = IndividualRisk(missing=rule, most=threshold)
    finding = measure.assess(data)
    adds_up(finding, data)
    failing = finding.per_key["failing"].to_list()
    assert failing == [risk > threshold for risk in finding.per_key["risk"]]
    assert measure.failing(data.keys).tolist() == failing
    assert finding.met is (not any(failing))


@FEW
@given(datasets(weight=True), rules)
def test_risks_are_chances_and_the_approximation_is_near(data, rule) -> None:
    exact = IndividualRisk(missing=rule).assess(data).per_key["risk"]
    near = IndividualRisk(missing=rule, formula="approximate").assess(data).per_key["risk"]
    assert exact.is_between(0, 1, closed="right").all()
    assert (near >= exact * (1 - 1e-9)).all()
    assert (near <= exact * 1.1).all()


@FEW
@given(datasets(weight=True), rules, st.floats(1.1, 100))
def test_heavier_weights_lower_the_risk(data, rule, factor) -> None:
    heavier = data.to_polars().with_columns(pl.col("w") * factor)
    other = Dataset.of(heavier, key=data.columns(Role.KEY), weight="w")
    before = IndividualRisk(missing=rule).assess(data).per_key["risk"]
    after = IndividualRisk(missing=rule).assess(other).per_key["risk"]
    assert (after <= before * (1 + 1e-9)).all()


def test_a_group_whose_weights_are_too_small_is_complete() -> None:
    data = of(["x", "x", "y"], [0.25, 0.5, 1.0])
    for formula in ("exact", "approximate"):
        finding = IndividualRisk(formula=formula).assess(data)
        assert by_record(finding, data, "risk") == [0.5, 0.5, 1.0]


def test_missing_keys_follow_the_rule() -> None:
    data = of(["x", "x", None], [10, 20, 70])
    pair, trio = negative_binomial_risk(2, 2 / 30), negative_binomial_risk(3, 3 / 100)
    alone = negative_binomial_risk(1, 1 / 70)
    wanted = {
        "known": [pair, pair, trio],
        "wildcard": [trio, trio, trio],
        "category": [pair, pair, alone],
    }
    for rule in RULES:
        found = by_record(IndividualRisk(missing=rule).assess(data), data, "risk")
        assert found == pytest.approx(wanted[rule], rel=1e-12)


def test_one_record_and_a_key_that_is_missing_everywhere() -> None:
    assert IndividualRisk().assess(of(["x"], [1])).value == 1.0
    blank = of([None, None], [3, 5])
    assert IndividualRisk().assess(blank).value == pytest.approx(negative_binomial_risk(2, 0.25))


@pytest.mark.parametrize(
    "kind", [pl.UInt8, pl.Int16, pl.Int64, pl.Float32, pl.Decimal(precision=8, scale=2)]
)
def test_weights_may_be_numbers_of_any_kind(kind: pl.DataType) -> None:
    weights = pl.Series([200, 200, 100], dtype=pl.Int64).cast(kind)
    data = Dataset.of(pl.DataFrame({"a": ["x", "x", "y"], "w": weights}), key="a", weight="w")
    pair, alone = negative_binomial_risk(2, 2 / 400), negative_binomial_risk(1, 1 / 100)
    found = by_record(IndividualRisk().assess(data), data, "risk")
    assert found == pytest.approx([pair, pair, alone], rel=1e-12)


# ---------------------------------------------------------------- a wanted global risk


@FEW
@given(datasets(weight=True, missing=False), st.floats(0.001, 0.9))
def test_thresholds_bring_the_global_risk_to_what_is_wanted(data, wanted) -> None:
    finding = IndividualRisk(wanted=wanted).assess(data)
    records = by_record(finding, data, "risk")
    capped, dropped = (finding.details[f"threshold_if_{how}"] for how in ("capped", "dropped"))
    assert finding.details["wanted"] == wanted
    assert sum(min(risk, capped) for risk in records) / len(records) <= wanted * (1 + 1e-9)
    kept = [risk for risk in records if risk <= dropped]
    assert sum(kept) <= wanted * len(kept) * (1 + 1e-9)
    assert dropped == 0 or kept


def test_two_groups_of_the_same_risk_are_kept_or_dropped_together() -> None:
    # Five records: one of risk 1/3 (thrice), two alone with the risk 1: keeping either of the two
    # would do, keeping both would not.
    data = of(["x", "x", "x", "y", "z"], [1, 1, 1, 1, 1])
    finding = IndividualRisk(wanted=0.55).assess(data)
    assert finding.details["threshold_if_dropped"] == pytest.approx(1 / 3)


# ---------------------------------------------------------------- what is refused


def test_data_without_weights_are_refused_with_a_hint() -> None:
    data = Dataset.of(dishes(), key=["Sexe"])
    with pytest.raises(InputError, match=r"role weight.*Hint: .*weight="):
        IndividualRisk().assess(data)
    with pytest.raises(InputError, match=r"no weight column.*Hint: .*weight="):
        IndividualRisk(most=0.1).failing(data.keys)


@pytest.mark.parametrize(
    ("weights", "bad"),
    [
        ([70.0, None, 31.0], 1),
        ([70.0, 0.0, 0.0], 2),
        ([-70.0, -31.0, None], 3),
        ([70.0, float("nan"), -0.0], 2),
        ([None, None, None], 3),
    ],
)
def test_weights_that_count_nobody_are_refused_with_their_number(weights, bad: int) -> None:
    data = Dataset.of(
        pl.DataFrame({"a": ["x", "x", "y"], "w": weights}, schema_overrides={"w": pl.Float64}),
        key="a",
        weight="w",
    )
    with pytest.raises(InputError, match=rf"{bad} records?\b.*missing, zero or negative") as raised:
        IndividualRisk().assess(data)
    assert "70" not in str(raised.value)
    assert "31" not in str(raised.value)


def test_infinite_weights_are_refused() -> None:
    with pytest.raises(InputError, match="1 record"):
        IndividualRisk(most=0.5).assess(of(["x", "x", "y"], [1.0, float("inf"), 2.0]))


def test_weights_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(ColumnError, match="weights are numbers"):
        of(["x"], ["heavy"])


@pytest.mark.parametrize("threshold", [0, -0.1, 1.1, "x", float("nan"), float("inf")])
def test_a_threshold_that_is_no_chance_is_refused(threshold: object) -> None:
    with pytest.raises(ParameterError, match="most: "):
        IndividualRisk(most=threshold)


@pytest.mark.parametrize("wanted", [0, 1, -1, 2, "x", float("nan")])
def test_a_wanted_risk_that_is_no_share_is_refused(wanted: object) -> None:
    with pytest.raises(ParameterError, match="wanted: "):
        IndividualRisk(wanted=wanted)


@pytest.mark.parametrize(
    "values", [{"model": "poisson"}, {"formula": "fast"}, {"missing": "drop"}, {"k": 2}]
)
def test_unknown_words_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        IndividualRisk(**values)


def test_a_verdict_on_groups_needs_a_threshold() -> None:
    with pytest.raises(ParameterError, match="most: a target is needed"):
        IndividualRisk().failing(dishes_data().keys)


def test_data_without_keys_or_records_are_refused() -> None:
    with pytest.raises(InputError, match="no column has the role key"):
        IndividualRisk().assess(Dataset.of(dishes(), weight="Poids"))
    with pytest.raises(InputError, match="no records"):
        IndividualRisk().assess(Dataset.of(dishes().clear(), key="Sexe", weight="Poids"))


@pytest.mark.parametrize("name", ["risk", "count", "failing"])
def test_a_key_may_be_called_as_a_column_of_the_result(name: str) -> None:
    frame = pl.DataFrame({name: ["x", "x", "y"], "w": [5, 6, 7]})
    table = IndividualRisk().assess(Dataset.of(frame, key=name, weight="w")).per_key
    assert table is not None
    assert sorted(table[name].cast(pl.String).to_list()) == ["x", "y"]


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("threshold", [None, 0.01, 1.0])
def test_sentences_speak_both_languages_and_show_no_value(threshold: float | None) -> None:
    data = of(["SECRET1", "SECRET1", "SECRET2"], [5, 6, 7])
    finding = IndividualRisk(most=threshold, wanted=0.1).assess(data)
    speaks_both_languages(finding)
    shows_no("SECRET", finding)


def test_smaller_is_better() -> None:
    assert IndividualRisk().assess(dishes_data()).better == "lower"


def test_every_risk_has_its_class() -> None:
    edges = pl.Series([0.0, 0.0009, 0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 1.0])
    found = risk_classes(edges.to_numpy(), pl.Series([1] * len(edges)).to_numpy())
    assert list(found.values()) == [2, 1, 1, 1, 1, 1, 2]
