"""A plan to start from: measures that fit the roles, and a plan that runs as it is."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from discret import Dataset, Plan, Role
from discret.assess import KAnonymity, QuasiIdentifiers, Suda
from discret.catalogue import MEASURES
from discret.data.examples import dishes, footballers, illnesses, parcels, survey
from discret.data.profile import profile
from discret.plan.start import every_measure, measures_for, starting_plan
from discret.plan.toml import parse
from discret.reduce import SuppressRecords

TABLES = {
    "dishes": dishes(),
    "illnesses": illnesses(),
    "footballers": footballers(),
    "parcels": parcels(),
    "survey": survey(800),
}


def test_the_plan_for_the_dishes() -> None:
    plan = starting_plan(profile(dishes()), file=Path("dishes.csv"))
    assert plan.file == Path("dishes.csv")
    assert plan.roles == {
        "identifier": ["Nom complet"],
        "key": ["Sexe", "Âge"],
        "sensitive": ["Plat préféré"],
        "weight": "Poids",
    }
    assert [part.name for part in plan.assess] == [
        "k_anonymity",
        "l_diversity",
        "individual_risk",
        "attackers",
    ]
    assert plan.labels == ("drop_identifiers", "suppress_records", "shuffle_records")
    assert [part.name for part in plan.quantify] == ["cells_changed", "marginals", "contingency"]


@pytest.mark.parametrize("name", TABLES)
def test_it_can_be_written_and_read_back(name: str) -> None:
    plan = starting_plan(profile(TABLES[name]))
    assert parse(plan.to_toml()) == plan


@pytest.mark.parametrize("name", TABLES)
def test_its_roles_fit_the_table(name: str) -> None:
    frame = TABLES[name]
    plan = starting_plan(profile(frame))
    data = plan.dataset(frame)
    plan.check(data)
    for measure in plan.assess:
        assert measure.assess(data).name == measure.name


def test_the_plan_for_the_survey_runs_as_it_is() -> None:
    plan = starting_plan(profile(TABLES["survey"]))
    data = plan.dataset(TABLES["survey"])
    steps = [step for step in plan.reduce if step.name != "suppress_records"]
    release = Plan(roles=plan.roles, assess=plan.assess, reduce=steps, quantify=plan.quantify).run(
        data
    )
    assert len(release.data) == 800


@pytest.mark.parametrize("name", TABLES)
def test_its_methods_aim_at_its_targets(name: str) -> None:
    plan = starting_plan(profile(TABLES[name]))
    targets = {one for one in plan.assess if one.name in {"k_anonymity", "l_diversity"}}
    (method,) = (one for one in plan.reduce if isinstance(one, SuppressRecords))
    assert set(method.models) == targets
    assert method.most == SuppressRecords(models=[KAnonymity(k=5)]).most


def test_it_meets_its_own_targets() -> None:
    """Groups of five, one of them with one illness: it must go, or the plan fails itself."""
    ills = ["flu", "cold"] * 50 + ["flu"] * 5
    table = pl.DataFrame({"sex": ["f"] * 100 + ["m"] * 5, "illness": ills})
    plan = starting_plan(profile(table))
    release = plan.run(plan.dataset(table), seed=1)
    assert release.met
    assert len(release.data) == 100


def test_a_table_of_one_column_gets_a_plan() -> None:
    plan = starting_plan(profile(pl.DataFrame({"amount": [1.5, None, 2.5]})))
    assert plan.labels[-1] == "shuffle_records"
    assert parse(plan.to_toml()) == plan


@pytest.mark.parametrize(
    ("roles", "names"),
    [
        (set(), []),
        ({Role.KEY}, ["k_anonymity", "attackers"]),
        ({Role.KEY, Role.SENSITIVE}, ["k_anonymity", "l_diversity", "attackers"]),
        ({Role.KEY, Role.WEIGHT}, ["k_anonymity", "individual_risk", "attackers"]),
        ({Role.SENSITIVE, Role.WEIGHT}, []),
    ],
)
def test_measures_need_roles(roles: set[Role], names: list[str]) -> None:
    assert [measure.name for measure in measures_for(roles)] == names


def test_targets_are_set_only_where_one_is_given() -> None:
    assert measures_for({Role.KEY})[0] == KAnonymity()
    assert measures_for({Role.KEY}, k=7)[0] == KAnonymity(k=7)


def test_every_measure_that_the_data_lets_speak_is_asked() -> None:
    table = TABLES["survey"]
    bare = Dataset.of(table, key=["sexe", "age"])
    assert {"individual_risk", "l_diversity", "k_map", "linkage"}.isdisjoint(names(bare))
    full = Dataset.of(
        table,
        key=["sexe", "age"],
        sensitive=["victimation", "revenu_annuel"],
        weight="poids",
        household="menage",
        original=table,
        population=table,
    )
    choices = {"log_linear_risk", "rules", "unpicking", "delta_disclosure", "differencing"}
    left_out = {*choices, "several_zonings", "average_risk", "sample_uniques", "redundancy"}
    assert set(names(full)) == set(MEASURES) - left_out
    for measure in every_measure(full):
        assert measure.assess(full).met is None


def test_many_keys_are_looked_at_a_few_at_a_time() -> None:
    table = pl.DataFrame({f"k{n}": [0, 1] for n in range(12)})
    asked = every_measure(Dataset.of(table, key=table.columns))
    assert QuasiIdentifiers(size=3) in asked
    assert Suda(size=3) in asked


def names(data: Dataset) -> list[str]:
    return [measure.name for measure in every_measure(data)]
