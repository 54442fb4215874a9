"""Plans as objects: labels, columns that must exist, and what they are made of."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Dataset, Hierarchy, Plan, Role
from discret.assess import KAnonymity, LDiversity, PeopleBetween
from discret.data.examples import dishes
from discret.data.roles import role_arguments
from discret.errors import ColumnError, DiscretError, InputError, PlanError
from discret.parts import LossMeasure, Part
from discret.plan.terms import Terms
from discret.quantify import Marginals, SquareLoss, WeightRatios
from discret.reduce import (
    ClimbAreas,
    Displace,
    DropIdentifiers,
    Recode,
    Round,
    ShuffleRecords,
    Subsample,
    SuppressRecords,
)
from strategies import examples


def test_steps_are_named_after_their_methods() -> None:
    steps = [Subsample(share=0.5), ShuffleRecords(), Subsample(share=0.5), Subsample(share=0.5)]
    assert Plan(reduce=steps).labels == (
        "subsample",
        "shuffle_records",
        "subsample 2",
        "subsample 3",
    )


def test_steps_may_be_named() -> None:
    steps = [Subsample(share=0.5), ShuffleRecords()]
    assert Plan(reduce=steps, labels=["draw", "mix"]).labels == ("draw", "mix")
    assert Plan(reduce=steps, labels=["draw"]).labels == ("draw", "shuffle_records")


names = st.sampled_from(["shuffle_records", "shuffle_records 2", "a", "a 2", "a b", "a b 1"])


@examples(100)
@given(st.lists(names, max_size=6), st.integers(0, 3))
def test_no_two_steps_have_the_same_label(given_labels: list[str], more: int) -> None:
    steps = [ShuffleRecords()] * (len(given_labels) + more)
    labels = Plan(reduce=steps, labels=given_labels).labels
    assert len(labels) == len(set(labels)) == len(steps)


def test_there_are_no_more_labels_than_steps() -> None:
    with pytest.raises(DiscretError, match="label"):
        Plan(reduce=[ShuffleRecords()], labels=["one", "two"])


def test_a_plan_never_changes() -> None:
    plan = Plan(assess=[KAnonymity(k=2)])
    with pytest.raises(FrozenInstanceError):
        plan.title = "another"  # type: ignore[misc]
    assert isinstance(plan.assess, tuple)


def test_plans_that_say_the_same_are_equal() -> None:
    one, same = (Plan(roles={"key": ["a"]}, assess=[KAnonymity(k=2)]) for _ in range(2))
    assert one == same
    assert one != Plan(roles={"key": ["a"]}, assess=[KAnonymity(k=3)])


def test_the_columns_that_a_part_names() -> None:
    parts: dict[Part, list[str]] = {
        Recode(column="a", level=1): ["a"],
        Round(columns=["a", "b"], base=2): ["a", "b"],
        Subsample(share=0.5, by=["c"]): ["c"],
        LDiversity(column="s"): ["s"],
        KAnonymity(k=2): [],
        KAnonymity(combinations=2): [],
        KAnonymity(combinations={("a", "b"): 2, ("c",): 3}): ["a", "b", "c"],
        Marginals(columns=["m"]): ["m"],
    }
    for part, columns in parts.items():
        assert list(part.named) == columns
    nested = SuppressRecords(
        models=[KAnonymity(k=2, combinations=[["a"]]), LDiversity(l=2, column="s")], drop=1
    )
    assert list(nested.named) == ["a", "s"]


def test_columns_that_the_data_lacks_are_all_told_with_their_place() -> None:
    plan = Plan(
        assess=[KAnonymity(k=2, combinations=[["Sexe", "Age"]])],
        reduce=[
            DropIdentifiers(),
            Recode(column="Taille", cuts=[3]),
            SuppressRecords(models=[LDiversity(l=2, column="Plat")], drop=1),
        ],
        quantify=[Marginals(columns=["Poids", "Masse"])],
    )
    data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    with pytest.raises(PlanError) as bad:
        plan.run(data)
    assert bad.value.faults == (
        "[[assess]] 1 (k_anonymity): the table has no column 'Age'",
        "[[reduce]] 2 (recode): the table has no column 'Taille'",
        "[[reduce]] 3 (suppress_records): the table has no column 'Plat'",
        "[[quantify]] 1 (marginals): the table has no column 'Masse'",
    )
    assert bad.value.hint


def test_a_plan_gives_the_columns_their_roles_and_hierarchies() -> None:
    ages = Hierarchy.from_order(["-25", "25-50", "+50"], steps=[2])
    plan = Plan(
        roles={"key": ["Sexe", "Âge"], "identifier": "Nom complet", "weight": "Poids"},
        hierarchies={"Âge": ages},
    )
    data = plan.dataset(dishes())
    assert data.columns(Role.KEY) == ("Sexe", "Âge")
    assert data.column(Role.WEIGHT) == "Poids"
    assert data.columns(Role.IGNORED) == ("Plat préféré",)
    assert data.hierarchies == {"Âge": ages}
    with pytest.raises(ColumnError, match="hierarchies: the table has no column 'Âge'"):
        Plan(hierarchies={"Âge": ages}).dataset(dishes().drop("Âge"))


def test_a_plan_reads_the_file_that_it_names(tmp_path: Path) -> None:
    frame = pl.DataFrame({"a": [1, 2], "b": ["x", "y"]})
    frame.write_csv(tmp_path / "file.csv")
    assert Plan(file=tmp_path / "file.csv").table().frame.equals(frame)
    with pytest.raises(InputError, match="plan: it names no file") as bad:
        Plan().table()
    assert "[data]" in bad.value.hint


def test_roles_become_arguments() -> None:
    roles = {Role.KEY: ["a", "b"], Role.WEIGHT: ["w"], Role.SENSITIVE: []}
    assert role_arguments(roles) == {"key": ["a", "b"], "weight": "w"}


@pytest.mark.parametrize("measure", [WeightRatios(), SquareLoss(square="a")])
def test_a_loss_that_follows_records_is_refused_before_anything_runs(measure: LossMeasure) -> None:
    frame = pl.DataFrame({"a": ["x", "y"], "w": [1.0, 2.0], "n": [1, 2]}).lazy()
    plan = Plan(quantify=[measure])
    with pytest.raises(PlanError, match="followed in a lazy table") as caught:
        plan.check(Dataset.of(frame, key="a", weight="w"))
    assert caught.value.hint
    plan.check(Dataset.of(frame, key="a", weight="w", row="n"))


def places() -> Dataset:
    """Points in two systems of coordinates, of people in zones."""
    count = range(30)
    frame = pl.DataFrame(
        {
            **{name: [650_000.0 + 91 * n % 700 for n in count] for name in ("x", "home_x")},
            **{name: [6_860_000.0 + 37 * n % 900 for n in count] for name in ("y", "home_y")},
            "who": [f"person {n}" for n in count],
            "zone": ["north", "south"] * 15,
        }
    )
    points = ["x", "y", "home_x", "home_y"]
    return Dataset.of(frame, number=points, individual="who", area="zone")


def test_a_release_may_name_a_column_that_a_method_makes() -> None:
    terms = Terms(unexamined=["zone_level"])
    Plan(reduce=[ClimbAreas()], release=terms).check(places())
    with pytest.raises(PlanError, match="no column 'zone_level'"):
        Plan(reduce=[ShuffleRecords()], release=terms).check(places())


def test_the_parameter_of_a_target_is_no_column_that_a_plan_makes() -> None:
    plan = Plan(assess=[KAnonymity(k=2)], release=Terms(unexamined=["k"]))
    with pytest.raises(PlanError, match="no column 'k'"):
        plan.check(places())


def test_an_attack_on_other_columns_is_another_attack() -> None:
    steps = [Displace(within=100), Displace(within=100, x="home_x", y="home_y")]
    plan = Plan(reduce=[*steps, steps[0]])
    found = [attack.examines(places()) for attack in plan.with_attacks(places()).assess]
    assert [{*names} - {"who"} for names in found] == [{"x", "y"}, {"home_x", "home_y"}]


def test_a_measure_of_the_plan_stands_for_the_attack_on_its_columns_alone() -> None:
    steps = [Displace(within=100), Displace(within=100, x="home_x", y="home_y")]
    asked = PeopleBetween(k=2)
    found = Plan(assess=[asked], reduce=steps).with_attacks(places()).assess
    assert found == (asked, PeopleBetween(x="home_x", y="home_y"))
