"""Dropped records: what is left satisfies the models, and nothing is dropped needlessly."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import rows_of, sizes
from discret import Context, Dataset, Role
from discret.assess import Attackers, IndividualRisk, KAnonymity, LDiversity
from discret.data.examples import dishes, parcels
from discret.errors import DiscretError, ParameterError, TargetError
from discret.parts import RiskMeasure
from discret.reduce import SuppressRecords
from discret.reduce.suppress_records.account import dropped_by_category
from strategies import datasets, examples, rules

CONTEXT = Context()
fast = examples(60)
levels = st.integers(2, 4)


def dropping(data: Dataset, *models: RiskMeasure) -> Dataset | None:
    """The dataset without what is at risk, or none where all of it is."""
    try:
        return SuppressRecords(models=models, drop=1).apply(data, CONTEXT).data
    except TargetError:
        return None


# --- worked examples -----------------------------------------------------------------------


def test_figure_3_1_of_bergeat_2015_before_calibration() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], sensitive="Plat préféré", weight="Poids")
    change = SuppressRecords(models=[KAnonymity(k=2)], drop=1).apply(data, CONTEXT)
    assert change.data.to_native().rows() == [
        ("Léa Marval", "Femme", "-25", "Moussaka", 1000),
        ("Chloé Pradel", "Femme", "-25", "Paris-Brest", 1500),
        ("Ghislaine Métayer", "Femme", "+50", "Tête de veau", 1100),
        ("Mireille Henry", "Femme", "+50", "Tête de veau", 1400),
        ("Louis Brandt", "Homme", "25-50", "Moussaka", 1100),
        ("Jean Achard", "Homme", "25-50", "Pot au feu", 1900),
    ]
    told = {"dropped": 3, "share": 1 / 3, "groups_dropped": 3, "rounds": 1}
    assert {name: change.facts[name] for name in told} == told
    # 4,000 of 12,000 people are gone: 2,000 of the 7,000 women, 2,000 of the 5,000 men; of each
    # age one record of three, the heaviest being the woman of 25 to 50 (2,000 of 5,000)
    assert change.facts["weight_share"] == pytest.approx(4000 / 12000)
    assert change.facts["by_column"] == {
        "Sexe": {
            "categories": 2,
            "touched": 2,
            "emptied": 0,
            "largest_share": 0.5,
            "largest_weight_share": pytest.approx(2000 / 5000),
        },
        "Âge": {
            "categories": 3,
            "touched": 3,
            "emptied": 0,
            "largest_share": pytest.approx(1 / 3),
            "largest_weight_share": pytest.approx(2000 / 5000),
        },
    }


def test_the_two_women_who_like_the_same_dish_go_with_l_diversity() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], sensitive="Plat préféré")
    left = dropping(data, KAnonymity(k=2), LDiversity(l=2))
    assert left is not None
    assert left.to_native()["Nom complet"].to_list() == [
        "Léa Marval",
        "Chloé Pradel",
        "Louis Brandt",
        "Jean Achard",
    ]


def test_the_fields_of_one_farmer_do_not_protect_each_other() -> None:
    data = Dataset.of(parcels(), key=["culture", "zone"], individual="exploitant")
    left = dropping(data, KAnonymity(k=2))
    assert left is not None
    farmers = left.to_polars().group_by("culture", "zone").agg(pl.col("exploitant").n_unique())
    assert farmers["exploitant"].min() == 2
    # M. Boyer is alone with durum wheat and with soft wheat in Allier, D. Bernard in Isère
    assert sorted(set(parcels()["id"]) - set(left.to_polars()["id"])) == [2, 3, 8, 11]


def test_dropping_a_record_may_make_another_fail() -> None:
    # the blank is counted with the x: it stands or falls with them
    frame = pl.DataFrame({"a": ["x", "x", "y", "y", "y"], "b": [None, "u", "v", "v", "v"]})
    data = Dataset.of(frame, key=["a", "b"])
    change = SuppressRecords(models=[KAnonymity(k=2)], drop=1).apply(data, CONTEXT)
    assert change.data.to_native().rows() == [("y", "v")] * 3
    assert (change.facts["dropped"], change.facts["rounds"]) == (2, 2)


# --- what holds for all --------------------------------------------------------------------


@fast
@given(datasets(missing=False, individual=None), levels)
def test_without_missing_values_exactly_the_small_groups_go(data: Dataset, k: int) -> None:
    rows, keys = rows_of(data), data.columns(Role.KEY)
    number = sizes(rows, keys, "known", data.column(Role.INDIVIDUAL))
    wanted = [row for row, size in zip(rows, number, strict=True) if size >= k]
    left = dropping(data, KAnonymity(k=k))
    assert (rows_of(left) if left else []) == wanted


@fast
@given(datasets(individual=None), levels, rules, st.sampled_from([None, 1, 2, "pairs"]))
def test_k_anonymity_holds_on_what_is_left(data: Dataset, k: int, rule: Any, some: Any) -> None:
    keys = data.columns(Role.KEY)
    if some == 2 and len(keys) < 2:
        some = 1
    if some == "pairs":
        some = {keys[:2]: k, keys[-1:]: k + 1}
    model = KAnonymity(k=k, missing=rule, combinations=some)
    left = dropping(data, model)
    if left is not None:
        assert model.assess(left).met
        assert all(row in rows_of(data) for row in rows_of(left))


@fast
@given(
    datasets(weight=True, missing_sensitive=True),
    rules,
    st.sampled_from([0.005, 0.02, 0.1, 0.3]),
    st.sampled_from(["exact", "approximate"]),
)
def test_individual_risk_holds_on_what_is_left(
    data: Dataset, rule: Any, threshold: float, formula: Any
) -> None:
    model = IndividualRisk(most=threshold, missing=rule, formula=formula)
    left = dropping(data, model)
    if left is not None:
        assert model.assess(left).met


@fast
@given(datasets(weight=True, individual=None, missing_sensitive=True), rules)
def test_several_models_hold_together(data: Dataset, rule: Any) -> None:
    models = [
        KAnonymity(k=2, missing=rule),
        LDiversity(l=2, missing=rule, column="s"),
        LDiversity(l=1.5, kind="entropy", missing=rule),
        IndividualRisk(most=0.5, missing=rule),
        Attackers(most=0.5, missing=rule),
    ]
    left = dropping(data, *models)
    if left is not None:
        assert [model.assess(left).met for model in models] == [True] * 5


@fast
@given(datasets(most_records=7), levels, rules)
def test_no_larger_part_of_the_file_would_do(data: Dataset, k: int, rule: Any) -> None:
    model = KAnonymity(k=k, missing=rule)
    keys = data.keys
    choices = (np.array(keep) for keep in product([False, True], repeat=len(keys)))
    fit = [keep for keep in choices if keep.any() and not model.failing(keys.subset(keep)).any()]
    largest = max((int(keys.count[keep].sum()) for keep in fit), default=0)
    left = dropping(data, model)
    assert (0 if left is None else len(left)) == largest


@fast
@given(datasets(individual=None), rules)
def test_what_is_left_is_left_a_second_time(data: Dataset, rule: Any) -> None:
    model = KAnonymity(k=2, missing=rule)
    left = dropping(data, model)
    if left is not None:
        again = SuppressRecords(models=[model], drop=0.0001).apply(left, CONTEXT)
        told = {"dropped": 0, "share": 0.0, "groups_dropped": 0, "rounds": 0}
        assert {name: again.facts[name] for name in told} == told
        assert all(one["touched"] == 0 for one in again.facts["by_column"].values())
        assert rows_of(again.data) == rows_of(left)


@fast
@given(datasets(weight=True, individual=None), levels)
def test_what_was_dropped_is_told_by_category(data: Dataset, k: int) -> None:
    try:
        change = SuppressRecords(models=[KAnonymity(k=k)], drop=1).apply(data, CONTEXT)
    except TargetError:
        return
    before, after = rows_of(data), rows_of(change.data)
    lost = dropped_by_category(data, change.data, [*data.columns(Role.KEY), "t"])
    for row in lost.to_dicts():
        had = [r["w"] for r in before if r[row["column"]] == row["category"]]
        kept = [r["w"] for r in after if r[row["column"]] == row["category"]]
        assert (row["records"], row["dropped"]) == (len(had), len(had) - len(kept))
        assert row["weight"] == pytest.approx(sum(had))
        assert row["weight_dropped"] == pytest.approx(sum(had) - sum(kept), abs=1e-6)
    for name, told in change.facts["by_column"].items():
        rows = [r for r in lost.to_dicts() if r["column"] == name and r["category"] is not None]
        assert told["categories"] == len(rows)
        assert told["touched"] == sum(r["dropped"] > 0 for r in rows)
        assert told["emptied"] == sum(r["dropped"] == r["records"] for r in rows)
        shares = [r["dropped"] / r["records"] for r in rows]
        assert told["largest_share"] == pytest.approx(max(shares, default=0.0))
        weights = [r["weight_dropped"] / r["weight"] for r in rows]
        assert told["largest_weight_share"] == pytest.approx(max(weights, default=0.0), abs=1e-9)


# --- its limits ----------------------------------------------------------------------------


def test_an_empty_file_is_no_answer() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    with pytest.raises(TargetError, match="every one of the 9 records would have to") as bad:
        SuppressRecords(models=[KAnonymity(k=3)], drop=1).apply(data, CONTEXT)
    assert "recode" in bad.value.hint


def test_more_than_allowed_is_no_answer() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    with pytest.raises(TargetError, match=r"3 of 9 records .* more than the share of 0.33 allowed"):
        SuppressRecords(models=[KAnonymity(k=2)], drop=0.33).apply(data, CONTEXT)
    assert len(SuppressRecords(models=[KAnonymity(k=2)], drop=0.34).apply(data, CONTEXT).data) == 6


def test_the_data_is_left_as_it_was() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    dropping(data, KAnonymity(k=2))
    assert data.to_native().equals(dishes())
    assert len(data) == len(data.keys.size("known")) + 3 == 9


@pytest.mark.parametrize(
    "model",
    [
        LDiversity(l=2),
        LDiversity(l=2, column="nowhere"),
        IndividualRisk(most=0.1),
        KAnonymity(k=2, combinations=[["nowhere"]]),
        KAnonymity(k=2, combinations=3),
    ],
    ids=["no sensitive column", "no such column", "no weights", "no such key", "too many keys"],
)
def test_a_model_that_the_data_does_not_allow_is_refused(model: RiskMeasure) -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    with pytest.raises(DiscretError):
        SuppressRecords(models=[model], drop=1).apply(data, CONTEXT)


@pytest.mark.parametrize("model", [KAnonymity(), LDiversity(), IndividualRisk(), Attackers()])
def test_a_model_without_a_target_is_refused_at_once(model: RiskMeasure) -> None:
    with pytest.raises(ParameterError):
        SuppressRecords(models=[model], drop=1)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({}, "models"),
        ({"models": []}, "models"),
        ({"models": ["k_anonymity"]}, "models"),
        ({"models": [{"measure": "k_anonimity", "k": 2}]}, "models"),
        ({"models": [{"measure": "k_anonymity", "k": 1}]}, "models"),
        ({"models": [KAnonymity(k=2)], "drop": 0}, "drop"),
        ({"models": [KAnonymity(k=2)], "drop": 1.5}, "drop"),
        ({"models": [KAnonymity(k=2)], "drop": float("nan")}, "drop"),
        ({"models": [KAnonymity(k=2)], "least": 1}, "least"),
    ],
)
def test_bad_parameters_are_named(given: dict[str, Any], name: str) -> None:
    with pytest.raises(ParameterError, match="suppress_records") as bad:
        SuppressRecords(**given)
    assert any(fault.startswith(name) for fault in bad.value.faults)


def test_models_may_be_written_as_in_a_plan() -> None:
    written = [{"measure": "k_anonymity", "k": 2, "missing": "category"}]
    method = SuppressRecords(models=written)
    assert method == SuppressRecords(models=[KAnonymity(k=2, missing="category")])
    assert method.parameters() == {"models": written}
    assert SuppressRecords(**method.parameters()) == method


@pytest.mark.parametrize(("records", "alone", "most"), [
    (30, 3, 0.1), (70, 7, 0.1), (100, 10, None), (100, 29, 0.29), (1000, 57, 0.057),
])  # fmt: skip
def test_the_share_allowed_may_be_dropped_and_not_one_more(
    records: int, alone: int, most: float | None
) -> None:
    given = {} if most is None else {"drop": most}
    method = SuppressRecords(models=[KAnonymity(k=2)], **given)

    def file(alone: int) -> Dataset:
        key = [*map(str, range(alone)), *["x"] * (records - alone)]
        return Dataset.of(pl.DataFrame({"key": key}), key="key")

    assert method.apply(file(alone), CONTEXT).facts["dropped"] == alone
    with pytest.raises(TargetError, match="drop=") as bad:
        method.apply(file(alone + 1), CONTEXT)
    assert f"{alone + 1} of {records:,}" in str(bad.value)


def test_a_tenth_unless_the_plan_says_more() -> None:
    assert SuppressRecords(models=[KAnonymity(k=2)]).drop == 0.1
