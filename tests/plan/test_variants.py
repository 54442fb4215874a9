"""Variants: one plan, several releases, with the same original, the same chance and attacks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from discret import Dataset, Plan
from discret.assess import KAnonymity, WeightDisclosure
from discret.data.examples import dishes
from discret.errors import InputError, PlanError
from discret.plan.run import run_variants
from discret.plan.toml import write
from discret.plan.variants import Variant, slugs
from discret.quantify import Marginals
from discret.reduce import (
    Calibrate,
    DropIdentifiers,
    ShuffleRecords,
    Subsample,
    SuppressCells,
    SuppressRecords,
)

K2 = [KAnonymity(k=2)]
COSTS = {"Sexe": 2, "Âge": 1}


def data() -> Dataset:
    return Dataset.of(
        dishes(), identifier="Nom complet", key=["Sexe", "Âge"], weight="Poids",
        sensitive="Plat préféré",
    )  # fmt: skip


def plan(**more: Any) -> Plan:
    return Plan(**{
        "title": "Two ways",
        "assess": K2,
        "reduce": [DropIdentifiers()],
        "quantify": [Marginals()],
        "variants": [
            Variant(title="blanks", reduce=[SuppressCells(models=K2, importance=COSTS)]),
            Variant(
                title="drops",
                reduce=[SuppressRecords(models=K2, drop=1), Calibrate(margins=["Sexe", "Âge"])],
            ),
        ],
        **more,
    })  # fmt: skip


def test_each_variant_makes_a_release_after_the_common_steps() -> None:
    releases = plan().run_variants(data(), seed=1)
    assert list(releases) == ["blanks", "drops"]
    labels = {title: [step.label for step in release.steps] for title, release in releases.items()}
    assert labels == {
        "blanks": ["drop_identifiers", "suppress_cells"],
        "drops": ["drop_identifiers", "suppress_records", "calibrate"],
    }
    assert [len(release.data) for release in releases.values()] == [9, 6]
    assert all(release.risk[0].met for release in releases.values())
    assert releases["blanks"].steps[0] is releases["drops"].steps[0]  # run once


def test_a_variant_is_what_its_branch_gives_by_itself() -> None:
    whole = plan(
        variants=[
            Variant(title="half", reduce=[Subsample(share=0.5)]),
            Variant(title="most", reduce=[Subsample(share=0.8), ShuffleRecords()]),
        ]
    )
    together = whole.run_variants(data(), seed=7)
    for title, branch in whole.branches.items():
        alone = branch.run(data(), seed=7)
        assert alone.data.to_polars().equals(together[title].data.to_polars())
        assert alone.loss == together[title].loss


def test_chance_does_not_depend_on_the_other_variants() -> None:
    half = Variant(title="half", reduce=[Subsample(share=0.5)])
    other = Variant(title="other", reduce=[ShuffleRecords()])
    alone = plan(variants=[half]).run_variants(data(), seed=3)["half"]
    beside = plan(variants=[other, half]).run_variants(data(), seed=3)["half"]
    assert alone.data.to_polars().equals(beside.data.to_polars())


def test_what_one_variant_may_give_away_is_measured_on_all() -> None:
    releases = plan().run_variants(data(), seed=1)
    names = {title: [f.name for f in release.risk] for title, release in releases.items()}
    wanted = ["k_anonymity", "unpicking", "weight_disclosure"]
    assert names == {"blanks": wanted, "drops": wanted}
    found = {title: release.risk[1] for title, release in releases.items()}
    assert found["blanks"].value == pytest.approx(1 / 3)  # figure 2.2 of Bergeat (2015)
    assert found["drops"].value == 0
    assert "nothing to unpick" in found["drops"].reads


def test_an_attack_that_the_plan_states_itself_is_not_doubled() -> None:
    own = WeightDisclosure(most=0.99)
    release = plan(assess=[*K2, own]).run_variants(data(), seed=1)["drops"]
    assert [measure for measure in release.plan.assess if measure.name == own.name] == [own]


def test_labels_stay_different_within_a_branch() -> None:
    again = Variant(title="again", reduce=[DropIdentifiers(columns=["Plat préféré"])])
    branch = plan(variants=[again]).branches["again"]
    assert branch.labels == ("drop_identifiers", "drop_identifiers 2")


def test_a_plan_with_variants_is_not_run_as_one() -> None:
    with pytest.raises(InputError, match=r"2 variants.*run_variants"):
        plan().run(data())
    with pytest.raises(InputError, match="no variants"):
        run_variants(replace(plan(), variants=()), data())


@pytest.mark.parametrize(
    ("titles", "fault"), [(["a", "a"], "given twice"), (["a", " "], r"\[\[variant\]\] 2: a title")]
)
def test_titles_tell_variants_apart(titles: list[str], fault: str) -> None:
    with pytest.raises(PlanError, match=fault):
        plan(variants=[Variant(title=title) for title in titles])


def test_more_labels_than_steps_are_refused() -> None:
    with pytest.raises(PlanError, match="2 labels for 1 steps"):
        Variant(title="a", reduce=[ShuffleRecords()], labels=["one", "two"])


def test_columns_that_a_variant_names_must_be_there() -> None:
    lost = Variant(title="lost", reduce=[DropIdentifiers(columns=["nowhere"])])
    with pytest.raises(PlanError, match=r"\[\[variant\]\] 1, \[\[variant.reduce\]\] 1.*nowhere"):
        plan(variants=[lost]).run_variants(data())


def test_variants_are_written_and_read_back() -> None:
    whole = plan(
        variants=[
            Variant(title="é", reduce=[Subsample(share=0.5)], labels=["half"]),
            Variant(title="nothing"),
        ]
    )
    text = write(whole)
    assert '[[variant]]\ntitle = "é"' in text
    assert 'label = "half"' in text
    assert Plan.from_toml(text) == whole
    assert write(Plan.from_toml(text)) == text


FAULTS = """
[[variant]]
title = 5
colour = "red"

[[variant.reduce]]
method = "suppress_cell"

[[variant]]
title = "b"

[[variant.reduce]]
share = 0.5

[[variant.reduce]]
method = "subsample"
share = 2
"""


def test_all_faults_of_variants_are_told_with_their_places() -> None:
    with pytest.raises(PlanError) as caught:
        Plan.from_toml(FAULTS)
    faults = "\n".join(caught.value.faults)
    assert "[[variant]] 1 (line 2) colour: unknown; known are title, reduce" in faults
    assert "[[variant]] 1 (line 2): title: a text in quotes is needed" in faults
    assert "[[variant]] 1 (line 2), [[variant.reduce]] 1 (line 6), suppress_cell: " in faults
    assert '[[variant]] 2 (line 9), [[variant.reduce]] 1 (line 12): method = "..."' in faults
    assert "[[variant]] 2 (line 9), [[variant.reduce]] 2 (line 15), subsample: share" in faults


@pytest.mark.parametrize("text", ["variant = 3", "[[variant]]\ntitle = 'a'\nreduce = 'x'"])
def test_variants_are_tables(text: str) -> None:
    with pytest.raises(PlanError, match="with two brackets"):
        Plan.from_toml(text)


def test_folders_are_named_for_any_file_system() -> None:
    titles = ["Œuvre à 50 % / fin", "日本", "x" * 99, "../up"]
    assert slugs(titles) == ["1-uvre-a-50-fin", "2", f"3-{'x' * 48}", "4-up"]
