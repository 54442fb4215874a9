"""The recodings of Bergeat (2014, 2015): the search finds them, and says what else there is.

Values come from truth/seed_examples.json (000.lattice, 000.fig2.1, 001.recode); D02 and D03
of seed_discrepancies.json say where the texts and the tables differ.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import polars as pl
import pytest

from discret import Context, Dataset, Hierarchy
from discret.assess import KAnonymity, LDiversity
from discret.data.hierarchies.automatic import Automatic
from discret.reduce import Generalise
from where import FIGURES

TRUTH = FIGURES / "seed_examples.json"

SEXES = Hierarchy.from_groups({"Femme ou Homme": ["Femme", "Homme"]}, top=None)
AGES = ["-25", "25-50", "+50"]
YOUNG = Hierarchy.from_parents({"-25": "-25/25-50", "25-50": "-25/25-50", "+50": "+50"})
OLD = Hierarchy.from_parents({"-25": "-25", "25-50": "25-50/+50", "+50": "25-50/+50"})
NAMES = {  # the classes of each level, as the truth file writes them
    "young": ["-25 , 25-50 , +50", "-25/25-50 , +50", "-25/25-50/+50"],
    "old": ["-25 , 25-50 , +50", "-25 , 25-50/+50", "-25/25-50/+50"],
}


@cache
def truth() -> dict[str, Any]:
    return {one["id"]: one for one in json.loads(TRUTH.read_text(encoding="utf-8"))}


def dishes(ages: Any) -> Dataset:
    return Dataset.of(
        pl.DataFrame(truth()["000.lattice"]["input"]),
        key=["Sexe", "Âge"],
        sensitive="Plat préféré",
        weight="Poids",
        hierarchies={"Sexe": SEXES, "Âge": ages},
    )


def node_name(ages: str, node: list[int]) -> str:
    return f"Sexe={'*' if node[0] else 'kept'}; Âge={NAMES[ages][node[1]]}"


@pytest.mark.parametrize("k", [2, 3, 4, 5])
@pytest.mark.parametrize(("name", "ages"), [("young", YOUNG), ("old", OLD)])
def test_the_lattice_of_the_nine_is_found(name: str, ages: Hierarchy, k: int) -> None:
    """000.lattice: which recodings are k-anonymous; the two ways to pair ages cover all eight."""
    wanted = {node for node, one in truth()["000.lattice"]["expected"].items() if one["k"] >= k}
    facts = Generalise(models=[KAnonymity(k=k)]).apply(dishes(ages), Context()).facts
    told = facts["lattice"]
    assert (told["keys"], told["highest"]) == (["Sexe", "Âge"], [1, 2])
    held = {node_name(name, node) for node in told["holding"]}
    assert held == {one for one in wanted if one.split("Âge=")[1] in NAMES[name]}


@pytest.mark.parametrize(("name", "ages"), [("young", YOUNG), ("old", OLD)])
def test_l_diversity_of_the_lattice_is_found_too(name: str, ages: Hierarchy) -> None:
    for level in (2, 4, 5):
        rows = truth()["000.lattice"]["expected"].items()
        wanted = {one for one, found in rows if found["l"] >= level}
        facts = Generalise(models=[LDiversity(l=level)]).apply(dishes(ages), Context()).facts
        held = {node_name(name, node) for node in facts["lattice"]["holding"]}
        assert held == {one for one in wanted if one.split("Âge=")[1] in NAMES[name]}


@pytest.mark.parametrize("ages", [YOUNG, OLD, Automatic.of(ordered=AGES)])
def test_both_ways_to_two_anonymity_are_shown(ages: Any) -> None:
    """D03: merging the sexes is not the only way, as the text says; merging all ages is another."""
    facts = Generalise(models=[KAnonymity(k=2)]).apply(dishes(ages), Context()).facts
    assert facts["frontier_complete"]
    minimal = [row["levels"] for row in facts["frontier"] if row["minimal"]]
    assert {tuple(levels.values()) for levels in minimal} == {(1, 0), (0, 2)}


@pytest.mark.parametrize(
    "wanted",
    [
        {"importance": {"Sexe": 0.991076, "Âge": 1.584963}},  # their entropies in bits (D05)
        {"importance": {"Âge": 2.0}},
        {"loss": "discernibility"},  # three groups of 3: 27; by sex alone, of 5 and 4: 41
        {"loss": "group_size"},
    ],
)
def test_figure_2_1_is_the_best_recoding(wanted: dict[str, Any]) -> None:
    """000.fig2.1: merging the sexes, where ages count for more, or the size of groups counts."""
    change = Generalise(models=[KAnonymity(k=2)], **wanted).apply(dishes(YOUNG), Context())
    assert change.facts["optimal"]
    assert change.facts["levels"] == {"Sexe": 1, "Âge": 0}
    printed = pl.DataFrame(truth()["000.fig2.1"]["input"])
    assert change.data.to_polars().select(printed.columns).equals(printed)
    expected = truth()["000.fig2.1"]["expected"]  # D02: 3-anonymous, not 2
    assert KAnonymity().assess(change.data).value == expected["k"] == 3
    assert LDiversity().assess(change.data).value == expected["l_distinct"] == 2


def test_by_the_usual_loss_the_two_ways_cost_the_same() -> None:
    facts = Generalise(models=[KAnonymity(k=2)]).apply(dishes(YOUNG), Context()).facts
    losses = [row["loss"] for row in facts["frontier"] if row["minimal"]]
    assert losses == pytest.approx([2**0.5 - 1] * 2)


def test_a_constraint_leaves_the_way_of_the_figure_alone() -> None:
    """Ages that may not be merged leave one way: that of the figure."""
    method = Generalise(models=[KAnonymity(k=2)], apart={"Âge": [["-25", "+50"]]})
    change = method.apply(dishes(YOUNG), Context())
    assert change.facts["levels"] == {"Sexe": 1, "Âge": 0}


def patients(**hierarchies: Any) -> Dataset:
    return Dataset.of(
        pl.DataFrame(truth()["001.table"]["input"]),
        key=["Âge", "Sexe", "CP"],
        sensitive="Maladie",
        hierarchies=hierarchies,
    )


def test_the_recoding_of_the_patients_is_found() -> None:
    """001.recode: ages cut at 45, postcodes to regions, sexes kept: 3-anonymous, 3-diverse."""
    parameters, expected = (truth()["001.recode"][name] for name in ("parameters", "expected"))
    labels = [["-45", "+45"]]
    data = patients(
        Âge=Hierarchy.from_cuts([parameters["cut"]], labels=labels),
        Sexe=Hierarchy.from_groups({"*": ["Femme", "Homme"]}, top=None),
        CP=Hierarchy.from_parents(parameters["map"]),
    )
    method = Generalise(models=[KAnonymity(k=expected["k"]), LDiversity(l=expected["l"])])
    change = method.apply(data, Context())
    assert change.facts["optimal"]
    assert change.facts["levels"] == {"Âge": 1, "Sexe": 0, "CP": 1}
    assert [row["levels"] for row in change.facts["frontier"] if row["minimal"]] == [
        change.facts["levels"]
    ]
    printed = pl.DataFrame(truth()["001.recode"]["input"]).rename({"Région": "CP"})
    assert change.data.to_polars().select(printed.columns).equals(printed)
    assert KAnonymity().assess(change.data).value == expected["k"]
    assert LDiversity().assess(change.data).value == expected["l"]


def test_it_is_found_with_no_hierarchy_at_all() -> None:
    """001.recode again, from the data alone: the same seven patients in the same two groups."""
    data = patients(Âge=Automatic.of(sizes=[2]), CP=Automatic.of(sizes=[2]))
    method = Generalise(models=[KAnonymity(k=3), LDiversity(l=3)], maximum={"Sexe": 0})
    change = method.apply(data, Context())
    assert change.facts["levels"] == {"Âge": 1, "Sexe": 0, "CP": 1}
    assert change.data.values("Âge").to_list() == ["<45", ">=45"]
    printed = pl.DataFrame(truth()["001.recode"]["input"])
    regions = zip(change.data.to_polars()["CP"], printed["Région"], strict=True)
    assert len(set(regions)) == 2
