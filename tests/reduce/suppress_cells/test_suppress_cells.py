"""Blanked key values: the models hold, nothing else is touched, and the account is right."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from by_hand import rows_of, sizes
from discret import Context, Dataset, Role
from discret.assess import (
    Attackers,
    IndividualRisk,
    KAnonymity,
    LDiversity,
    SampleUniques,
    TCloseness,
    Unpicking,
)
from discret.data.compare import difference
from discret.data.examples import dishes, parcels
from discret.errors import InputError, ParameterError, TargetError
from discret.parts import Change, RiskMeasure
from discret.reduce import SuppressCells
from strategies import datasets, examples, rules

CONTEXT = Context()
fast = examples(25)
KEYS = ["Sexe", "Âge"]
AGES = ["-25", "-25", "25-50", "+50", "+50", "-25", "25-50", "25-50", "+50"]


def dataset(**more: Any) -> Dataset:
    return Dataset.of(
        dishes(), **{"key": KEYS, "sensitive": "Plat préféré", "weight": "Poids"} | more
    )


def blanking(data: Dataset, *models: RiskMeasure, **more: Any) -> Change | None:
    """The change, or none where the target cannot be reached."""
    try:
        return SuppressCells(models=models, **more).apply(data, CONTEXT)
    except TargetError:
        return None


def cells(before: Dataset, after: Dataset) -> dict[str, int]:
    """Count the new blanks of each key; anything else that changed is a fault."""
    found = dict.fromkeys(before.columns(Role.KEY), 0)
    for old, new in zip(rows_of(before), rows_of(after), strict=True):
        for name, value in old.items():
            if new[name] != value:
                assert new[name] is None
                found[name] += 1  # a KeyError where another column was touched
    return found


# --- worked examples -----------------------------------------------------------------------


def test_figure_2_2_of_bergeat_2015() -> None:
    change = blanking(dataset(), KAnonymity(k=2), importance={"Sexe": 2, "Âge": 1})
    assert change is not None
    blanked = [None if row in (3, 6, 9) else age for row, age in enumerate(AGES, 1)]
    assert change.data.to_native()["Âge"].to_list() == blanked
    assert change.data.to_native().drop("Âge").equals(dishes().drop("Âge"))
    assert change.facts == {
        "cells": {"Sexe": 0, "Âge": 3},
        "cells_blanked": 3,
        "records_touched": 3,
        "costs": {"Sexe": 2.0, "Âge": 1.0},
        "cost": 3.0,
        "lower_bound": 3.0,
        "gap": 0.0,
        "optimal": True,
        "unpicked": {
            "k": 2,
            "value": pytest.approx(1 / 3),
            "cells_blanked": 3,
            "cells_recovered": 1,
            "cells_narrowed": 2,
            "records_unpicked": 1,
            "consistent": True,
            "exact": True,
        },
    }


def test_entropy_makes_sex_the_cheaper_key() -> None:
    change = blanking(dataset(), KAnonymity(k=2), importance="entropy")
    assert change is not None
    assert change.facts["costs"] == pytest.approx({"Sexe": 0.991076, "Âge": 1.584963}, abs=1e-6)
    assert change.facts["cells"] == {"Sexe": 3, "Âge": 0}


@pytest.mark.parametrize("exact", [False, True])
def test_a_ceiling_is_kept_to(exact: bool) -> None:
    more: dict[str, Any] = {"importance": {"Sexe": 2}, "exact": exact}
    change = blanking(dataset(), KAnonymity(k=2), ceilings={"Âge": 1}, **more)
    assert change is not None
    assert change.facts["cells"] == {"Sexe": 2, "Âge": 1}
    assert change.facts["optimal"] is exact
    none = blanking(dataset(), KAnonymity(k=2), ceilings={"Âge": 0.05}, **more)
    assert none is not None
    assert none.facts["cells"] == {"Sexe": 3, "Âge": 0}
    method = SuppressCells(models=[KAnonymity(k=2)], ceilings={"Sexe": 0, "Âge": 1}, **more)
    with pytest.raises(TargetError, match=r"ceilings of 'Âge'") as bad:
        method.apply(dataset(), CONTEXT)
    assert bad.value.hint


def test_the_fields_of_one_farmer_do_not_protect_each_other() -> None:
    data = Dataset.of(parcels(), key=["culture", "zone"], individual="exploitant")
    change = blanking(data, KAnonymity(k=2))
    assert change is not None
    assert KAnonymity(k=2).assess(change.data).met
    assert not KAnonymity(k=2).assess(data).met


def test_missing_values_stay_and_are_not_counted() -> None:
    frame = pl.DataFrame({"a": ["x", "x", None, "y"], "b": ["u", "u", "u", "v"]})
    change = blanking(Dataset.of(frame, key=["a", "b"]), KAnonymity(k=2))
    assert change is not None
    assert change.data.to_native().rows() == [("x", "u"), ("x", "u"), (None, "u"), (None, None)]
    assert (change.facts["cells_blanked"], change.facts["records_touched"]) == (2, 1)
    # the age that was missing before is no blank: the two values of the last record are
    assert change.facts["unpicked"]["cells_blanked"] == 2


def test_types_are_kept() -> None:
    frame = pl.DataFrame(
        {
            "a": pl.Series([1, 2, 2, 2, 3], dtype=pl.Int16),
            "b": pl.Series(["u", "v", "v", "v", "u"], dtype=pl.Enum(["u", "v", "w"])),
            "c": pl.Series([True] * 5),
        }
    )
    change = blanking(Dataset.of(frame, key=["a", "b", "c"]), KAnonymity(k=2))
    assert change is not None
    after = change.data.to_native()
    assert [after.schema["a"], after.schema["c"]] == [pl.Int16, pl.Boolean]
    assert isinstance(after.schema["b"], pl.Enum)
    assert after["a"].to_list() == [None, 2, 2, 2, None]


def test_nothing_is_blanked_where_all_is_well() -> None:
    data = Dataset.of(dishes(), key="Sexe")
    change = blanking(data, KAnonymity(k=4), exact=True)
    assert change is not None
    assert change.data.to_native().equals(dishes())
    facts = change.facts
    assert [facts[n] for n in ("cells_blanked", "cost", "gap", "optimal")] == [0, 0.0, 0.0, True]


# --- what holds for all --------------------------------------------------------------------


@fast
@given(datasets(individual=None), st.integers(2, 4), rules, st.sampled_from([None, 1, "pairs"]))
def test_k_anonymity_holds(data: Dataset, k: int, rule: Any, some: Any) -> None:
    keys = data.columns(Role.KEY)
    combinations = {keys[:2]: k, keys[-1:]: k + 1} if some == "pairs" else some
    model = KAnonymity(k=k, missing=rule, combinations=combinations)
    change = blanking(data, model, missing=rule)
    if change is None:  # only where there are not so many records, or people
        one = data.column(Role.INDIVIDUAL)
        most = len({row["p"] for row in rows_of(data)} - {None}) if one else len(data)
        assert most < k + (some == "pairs")
        return
    assert model.assess(change.data).met
    assert cells(data, change.data) == change.facts["cells"]
    told = difference(data, change.data).to_dict()["cells"]
    assert {n: told[n] for n in change.facts["cells"]} == change.facts["cells"]
    json.dumps(dict(change.facts), allow_nan=False)
    if some is None:
        sizes_after = sizes(rows_of(change.data), keys, rule, data.column(Role.INDIVIDUAL))
        assert min(sizes_after) >= k


@fast
@given(datasets(weight=True, missing_sensitive=True), rules, st.sampled_from([0.02, 0.1, 0.4]))
def test_individual_risk_holds(data: Dataset, rule: Any, threshold: float) -> None:
    model = IndividualRisk(most=threshold, missing=rule)
    change = blanking(data, model, missing=rule)
    if change is not None:
        assert model.assess(change.data).met
        assert cells(data, change.data) == change.facts["cells"]
        assert change.facts["lower_bound"] <= change.facts["cost"] + 1e-9


@fast
@given(datasets(weight=True, individual=None, missing_sensitive=True), rules)
def test_several_models_hold_together(data: Dataset, rule: Any) -> None:
    models: list[RiskMeasure] = [
        KAnonymity(k=2, missing=rule),
        LDiversity(l=2, missing=rule, column="s"),
        LDiversity(l=1.5, kind="entropy", missing=rule),
        TCloseness(t=0.6, missing=rule),
        Attackers(most=0.5, missing=rule),
        SampleUniques(most=0.2, missing=rule),
    ]
    change = blanking(data, *models, missing=rule)
    if change is not None:
        assert all(model.assess(change.data).met for model in models)
        assert change.facts["lower_bound"] <= change.facts["cost"] + 1e-9
        told = change.facts["unpicked"]
        assert (told["k"], told["consistent"]) == (None, True)


@examples(25)
@given(datasets(most_records=5), st.integers(2, 3), rules)
def test_no_blanking_is_below_the_bound(data: Dataset, k: int, rule: Any) -> None:
    assume(len(data.columns(Role.KEY)) <= 2)  # more cannot be tried one by one
    model = KAnonymity(k=k, missing=rule)
    change = blanking(data, model, missing=rule)
    least = fewest(data, k, rule)
    assert (change is None) is (least is None)
    if change is not None and least is not None:
        assert change.facts["lower_bound"] <= least <= change.facts["cost"]
        if rule == "known":
            exact = blanking(data, model, exact=True)
            assert exact is not None
            assert exact.facts["optimal"]
            assert exact.facts["cost"] <= change.facts["cost"]


def fewest(data: Dataset, k: int, rule: str) -> int | None:
    """Try every blanking of two keys and five records; equal records may differ."""
    keys = data.columns(Role.KEY)
    rows = [{name: row[name] for name in keys} for row in rows_of(data)]
    best = None
    choices = [
        (value, None) if value is not None else (None,) for r in rows for value in r.values()
    ]
    for one in product(*choices):
        tried = [dict(zip(keys, one[n * len(keys) :], strict=False)) for n in range(len(rows))]
        number = sum(o[x] != t[x] for o, t in zip(rows, tried, strict=True) for x in keys)
        if (best is None or number < best) and min(sizes(tried, keys, rule)) >= k:
            best = number
    return best


@fast
@given(datasets(individual=None), st.integers(2, 3))
def test_in_strata_each_holds_alone(data: Dataset, k: int) -> None:
    change = blanking(data, KAnonymity(k=k), by=["t"])
    if change is None:
        return
    keys, after = data.columns(Role.KEY), rows_of(change.data)
    assert cells(data, change.data) == change.facts["cells"]
    for stratum in {row["t"] for row in after}:
        inside = [row for row in after if row["t"] == stratum]
        assert min(sizes(inside, keys, "known", data.column(Role.INDIVIDUAL))) >= k


def test_strata_need_more_blanks_and_are_not_blanked() -> None:
    frame = pl.DataFrame(
        {"zone": ["n", "n", "n", "s", "s", "s"], "a": list("xxyxyy"), "b": list("uuuuuu")}
    )
    data = Dataset.of(frame, key=["a", "b"])
    together, apart = blanking(data, KAnonymity(k=2)), blanking(data, KAnonymity(k=2), by=["zone"])
    assert together is not None
    assert apart is not None
    assert (together.facts["cells_blanked"], apart.facts["cells_blanked"]) == (0, 2)
    assert apart.data.to_native()["a"].to_list() == ["x", "x", None, None, "y", "y"]
    assert apart.facts["unpicked"]["cells_blanked"] == 2
    # in each zone one value is blank: it was the one that nobody else has there
    assert apart.facts["unpicked"]["cells_recovered"] == 2


def test_what_is_unpicked_is_what_the_measure_finds() -> None:
    change = blanking(dataset(), KAnonymity(k=2))
    assert change is not None
    finding = Unpicking(k=2).assess(change.data)
    assert change.facts["unpicked"]["value"] == finding.value
    for name in ("cells_blanked", "cells_recovered", "cells_narrowed", "records_unpicked"):
        assert change.facts["unpicked"][name] == finding.details[name]


# --- its limits ----------------------------------------------------------------------------


def test_a_target_out_of_reach_is_told() -> None:
    with pytest.raises(TargetError, match=r"9 of 9 records still miss 'k_anonymity'") as bad:
        SuppressCells(models=[KAnonymity(k=10)]).apply(dataset(), CONTEXT)
    assert "recode" in bad.value.hint
    with pytest.raises(TargetError, match="still miss"):
        SuppressCells(models=[KAnonymity(k=2)], ceilings=dict.fromkeys(KEYS, 0)).apply(
            dataset(), CONTEXT
        )


@pytest.mark.parametrize(
    ("more", "name"),
    [
        ({"importance": {"age": 1}}, "age"),
        ({"ceilings": {"Poids": 1}}, "Poids"),
        ({"by": ["zone"]}, "zone"),
        ({"by": ["Sexe"]}, "Sexe"),
    ],
)
def test_a_column_that_is_no_key_is_named(more: dict[str, Any], name: str) -> None:
    with pytest.raises(InputError, match=name) as bad:
        SuppressCells(models=[KAnonymity(k=2)], **more).apply(dataset(), CONTEXT)
    assert bad.value.hint


def test_people_cannot_be_counted_exactly() -> None:
    data = Dataset.of(parcels(), key=["culture", "zone"], individual="exploitant")
    with pytest.raises(InputError, match="individual"):
        SuppressCells(models=[KAnonymity(k=2)], exact=True).apply(data, CONTEXT)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"models": []}, "models"),
        ({"models": [KAnonymity()]}, "models"),
        ({"models": [KAnonymity(k=2)], "importance": "price"}, "importance"),
        ({"models": [KAnonymity(k=2)], "importance": {"a": 0}}, "importance"),
        ({"models": [KAnonymity(k=2)], "importance": {"a": float("inf")}}, "importance"),
        ({"models": [KAnonymity(k=2)], "ceilings": {"a": -1}}, "ceilings"),
        ({"models": [KAnonymity(k=2)], "ceilings": {"a": 1.5}}, "ceilings"),
        ({"models": [KAnonymity(k=2)], "missing": "none"}, "missing"),
        ({"models": [KAnonymity(k=2)], "missing": "wildcard"}, "missing"),
        ({"models": [KAnonymity(k=2, missing="category")]}, "missing"),
        ({"models": [KAnonymity(k=2)], "seconds": 0}, "seconds"),
        ({"models": [KAnonymity(k=2), LDiversity(l=2)], "exact": True}, "exact"),
        (
            {
                "models": [KAnonymity(k=2, missing="category")],
                "missing": "category",
                "exact": True,
            },
            "exact",
        ),
    ],
)
def test_bad_parameters_are_named(given: dict[str, Any], name: str) -> None:
    with pytest.raises(ParameterError, match="suppress_cells") as bad:
        SuppressCells(**given)
    assert any(fault.startswith(name) for fault in bad.value.faults)


def test_parameters_may_be_written_as_in_a_plan() -> None:
    written = {
        "models": [{"measure": "k_anonymity", "k": 3}],
        "importance": {"Sexe": 2.0},
        "ceilings": {"Âge": 5, "Sexe": 0.5},
        "exact": True,
    }
    method = SuppressCells(**written)
    assert method.parameters() == written
    assert SuppressCells(**method.parameters()) == method


def test_a_file_of_many_combinations_is_no_burden() -> None:
    rng = np.random.default_rng(4)
    frame = pl.DataFrame({f"k{j}": rng.integers(0, 9, 1000) for j in range(9)})
    change = blanking(Dataset.of(frame, key=frame.columns), KAnonymity(k=3))
    assert change is not None
    assert KAnonymity(k=3).assess(change.data).met
