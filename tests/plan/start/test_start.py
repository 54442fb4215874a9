"""A plan to start from: measures that fit the roles, and a plan that runs as it is."""

from __future__ import annotations

from datetime import date, timedelta
from math import prod
from pathlib import Path

import polars as pl
import pytest

from discret import Dataset, Plan, Role
from discret.assess import KAnonymity, QuasiIdentifiers, Suda
from discret.catalogue import MEASURES
from discret.data.examples import dishes, footballers, illnesses, parcels, survey
from discret.data.profiling import profile
from discret.plan.start import every_measure, in_time, measures_for, starting_plan
from discret.plan.start.hierarchies import MOST_NODES, written_hierarchies
from discret.plan.start.text import commented
from discret.reduce import Generalise, SuppressCells

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
    steps = ("drop_identifiers", "generalise", "suppress_cells", "shuffle_records")
    assert plan.labels == steps
    losses = ["detail_lost", "cells_changed", "marginals", "contingency"]
    assert [part.name for part in plan.quantify] == losses


@pytest.mark.parametrize("name", TABLES)
def test_it_can_be_written_and_read_back(name: str) -> None:
    for table in (None, TABLES[name]):
        plan = starting_plan(profile(TABLES[name]), table=table)
        assert Plan.from_toml(plan.to_toml()) == plan
        assert (
            Plan.from_toml(commented(plan, "en")) == Plan.from_toml(commented(plan, "fr")) == plan
        )


@pytest.mark.parametrize("name", TABLES)
def test_its_roles_fit_the_table(name: str) -> None:
    frame = TABLES[name]
    plan = starting_plan(profile(frame))
    data = plan.dataset(frame)
    plan.check(data)
    for measure in plan.assess:
        assert measure.assess(data).name == measure.name


@pytest.mark.parametrize("name", TABLES)
def test_its_methods_aim_at_its_targets(name: str) -> None:
    plan = starting_plan(profile(TABLES[name]))
    targets = {one for one in plan.assess if one.name in {"k_anonymity", "l_diversity"}}
    search, blank = (one for one in plan.reduce if isinstance(one, Generalise | SuppressCells))
    assert set(search.models) == set(blank.models) == targets
    assert isinstance(search, Generalise)
    assert (search.drop, search.seconds is not None) == (0.05, True)


def test_it_meets_its_targets_of_risk_keeps_people_and_tells_what_is_lost() -> None:
    """A tenth of the records share one illness: their sex is recoded, none of them is dropped."""
    ills = ["flu", "cold"] * 50 + ["flu"] * 10
    table = pl.DataFrame({"sex": ["f"] * 100 + ["m"] * 10, "illness": ills})
    plan = starting_plan(profile(table), table=table)
    release = plan.run(plan.dataset(table), seed=1)
    assert all(finding.met is not False for finding in release.risk)
    assert len(release.data) == len(table)
    assert [one.met for one in release.loss if one.name == "detail_lost"] == [False]


def test_hierarchies_are_written_out_by_kind() -> None:
    days = [date(2020, 1, 1) + timedelta(days=number) for number in range(300)]
    table = pl.DataFrame(
        {
            "age": [number % 80 for number in range(300)],
            "postcode": [f"{number % 120 + 10_000}" for number in range(300)],
            "date_of_stay": days,
            "sex": ["f", "m"] * 150,
            "job": [f"job {number % 20}" for number in range(300)],
        }
    )
    plan = starting_plan(profile(table), table=table)
    kinds = {name: hierarchy.to_dict()["from"] for name, hierarchy in plan.hierarchies.items()}
    assert kinds == {
        "age": "cuts",
        "postcode": "prefixes",
        "date_of_stay": "dates",
        "sex": "top",
        "job": "groups",
    }
    data = plan.dataset(table)
    plan.check(data)
    for name, hierarchy in data.hierarchies.items():
        assert hierarchy.levels(data.values(name))[str(hierarchy.depth - 1)].unique().to_list() == [
            "*"
        ]


def test_there_are_not_too_many_recodings() -> None:
    columns = {f"k{n}": [(row * (n + 3)) % 40 for row in range(400)] for n in range(15)}
    table = pl.DataFrame(columns)
    made = written_hierarchies(Dataset.of(table, key=table.columns))
    assert prod(one.depth for one in made.values()) <= 2 * MOST_NODES


def test_comments_say_whence_targets_come() -> None:
    table = TABLES["survey"]
    plan = starting_plan(profile(table))
    english, french = commented(plan, "en"), commented(plan, "fr")
    assert "El Emam" in english
    assert "without a source" in " ".join(english.replace("#", " ").split())
    assert "Un plan pour commencer" in french
    assert max(len(line) for line in french.splitlines() if line.startswith("#")) <= 100


def test_a_table_of_one_column_gets_a_plan() -> None:
    plan = starting_plan(profile(pl.DataFrame({"amount": [1.5, None, 2.5]})))
    assert plan.labels[-1] == "shuffle_records"
    assert Plan.from_toml(plan.to_toml()) == plan


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
    left_out |= {"inference", "people_between"}  # of columns that somebody names
    left_out |= {"level_totals", "why_lifted"}  # of facts in areas
    left_out |= {"register"}  # of tables that somebody has
    left_out |= {"releases", "m_invariance", "trajectories"}  # of earlier releases, of points
    left_out |= {"repetition"}  # of answers that are blurred each by itself
    left_out |= {"closest_record", "membership"}  # of files from which records are held out
    assert set(names(full)) == set(MEASURES) - left_out
    for measure in every_measure(full):
        assert measure.assess(full).met is None


def test_many_keys_are_looked_at_a_few_at_a_time() -> None:
    table = pl.DataFrame({f"k{n}": [0, 1] for n in range(12)})
    asked = every_measure(Dataset.of(table, key=table.columns))
    assert QuasiIdentifiers(size=3) in asked
    assert Suda(size=3) in asked


def test_a_questionnaire_is_looked_at_as_far_as_subsets_can_be_counted() -> None:
    table = pl.DataFrame({f"k{n}": [0, 1] for n in range(89)})
    data = Dataset.of(table, key=table.columns)
    asked = every_measure(data)
    assert QuasiIdentifiers(size=2) in asked
    assert Suda(size=2) in asked
    assert all(measure.assess(data).name for measure in asked)


def test_what_would_take_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    data = Dataset.of(TABLES["survey"], key=["sexe", "age"])
    asked = every_measure(data)
    assert in_time(asked, data) == (asked, {})
    monkeypatch.setattr("discret.plan.start.LONG", 0.0)
    taken, left = in_time(asked, data)
    assert [measure.name for measure in left] == ["quasi_identifiers", "suda"]
    assert taken == [measure for measure in asked if measure not in left]
    assert min(left.values()) > 0


def names(data: Dataset) -> list[str]:
    return [measure.name for measure in every_measure(data)]
