"""One plan, every engine: the same key tables, the same findings, the same seeded release."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import polars as pl
import pytest

from discret import Dataset, Hierarchy, Plan, Release
from discret.assess import Attackers, IndividualRisk, KAnonymity, LDiversity
from discret.data.examples import survey
from discret.quantify import CellsChanged, Marginals
from discret.reduce import Recode, Round, ShuffleRecords, Subsample, SuppressRecords, TopCode
from engines import ENGINES, Engine, alike, brought_back, same

SEED = 2024
IN_TURN = [name for name in ENGINES if name not in {"polars", "duckdb default"}]  # told by others
INCOMES = [
    "moins de 15 000",
    "15 000 à 24 999",
    "25 000 à 34 999",
    "35 000 à 49 999",
    "50 000 et plus",
]
PLAN = Plan(
    title="A survey, in any engine",
    roles={
        "identifier": ["menage"],
        "key": ["sexe", "revenu", "age", "couple"],
        "sensitive": ["victimation"],
        "weight": "poids",
        "row": "numero",
    },
    hierarchies={"revenu": Hierarchy.from_order(INCOMES, steps=[2])},
    assess=[KAnonymity(k=3), LDiversity(), IndividualRisk(most=0.002), Attackers()],
    reduce=[
        Recode(column="revenu", level=1),
        TopCode(column="revenu_annuel", top=80_000, value="mean"),
        Round(columns=["revenu_annuel", "poids_initial"], base=500),
        SuppressRecords(models=[KAnonymity(k=3, missing="category")], drop=1),
        Subsample(share=0.6, by=["sexe"]),
        ShuffleRecords(),
    ],
    quantify=[CellsChanged(), Marginals(columns=["revenu"])],
)
DEEP = ("ibis", "spark")  # which read the whole query anew for each look: fewer steps
SHORT = replace(
    PLAN, labels=(), reduce=[one for one in PLAN.reduce if not isinstance(one, TopCode | Round)]
)
KEPT = ["numero", "menage", "sexe", "revenu", "age", "couple", "victimation", "revenu_annuel"]


@cache
def table() -> pl.DataFrame:
    return survey(2000).select(*KEPT, "poids_initial", "poids")


@cache
def wanted(engine: str = "polars") -> Release:
    plan = SHORT if engine in DEEP else PLAN
    return plan.run(plan.dataset(table()), seed=SEED)


def told(release: Release) -> list[Any]:
    """All that was found along the way, as plain data."""
    findings = [release.risk_before, *((*step.risk, *step.loss) for step in release.steps)]
    return [[finding.to_dict() for finding in step] for step in findings]


def counted(data: Dataset) -> pl.DataFrame:
    """The key table, whatever it was counted in."""
    keys = data.keys
    assert keys.total_weight is not None
    sizes = {rule: keys.size(rule) for rule in ("known", "wildcard", "category")}
    return keys.groups.with_columns(**sizes, weight=keys.total_weight)


@pytest.mark.slow
@pytest.mark.parametrize("engine", IN_TURN, indirect=True)
def test_a_plan_gives_the_same_release_in_every_engine(engine: Engine) -> None:
    whole = wanted(engine.name)
    release = whole.plan.run(PLAN.dataset(engine(table())), seed=SEED)
    for step, expected in zip(release.steps, whole.steps, strict=True):
        assert (step.label, len(step.data)) == (expected.label, len(expected.data))
        assert alike(step.facts, expected.facts)
        assert step.difference == expected.difference
        assert same(counted(step.data), counted(expected.data))
    assert alike(told(release), told(whole))
    assert release.met == whole.met
    assert release.notices == whole.notices
    assert type(release.data.to_native()) is type(engine(table()))
    found, expected_table = (brought_back(one.data.to_native()) for one in (release, whole))
    assert same(found, expected_table)  # in the order that the shuffle gave them
    assert {"numero", "menage"}.isdisjoint(found.columns)


def test_the_plan_has_something_to_do() -> None:
    before, after = wanted().risk_before, wanted().risk
    assert before[0].value == 1
    assert 0 < len(wanted().data) < 1200
    assert [step.difference.records_after for step in wanted().steps[:3]] == [2000] * 3
    assert after[0].details["groups"] < before[0].details["groups"]
    assert wanted().steps[1].facts["top"] > 3
