"""Numbers that others know roughly: judged by distance with a target, or the gate is closed."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset, Plan, Role
from discret.assess import IntervalDisclosure, KAnonymity, LDiversity, Linkage
from discret.data.beside.numbers import numeric_columns
from discret.data.profiling import profile
from discret.data.roles import inherited, strictest
from discret.errors import ColumnError
from discret.parts import RiskMeasure
from discret.plan.release import Release
from discret.plan.start import every_measure, starting_plan
from discret.plan.terms import Terms
from discret.quantify import Correlations, Marginals, MeansAndQuantiles
from discret.reduce import Microaggregate, Recode

RNG = np.random.default_rng(20)
FIRMS = pl.DataFrame({
    "sector": ["a", "b"] * 20,
    "turnover": RNG.lognormal(10, 1, 40).round(2),
    "staff": RNG.integers(1, 400, 40),
})  # fmt: skip


def release(assess: list[RiskMeasure], *reduce: Any, number: Any = "turnover") -> Release:
    data = Dataset.of(FIRMS.select("sector", *np.atleast_1d(number)), key="sector", number=number)
    return Plan(assess=[KAnonymity(k=2), *assess], reduce=reduce).run(data, seed=1)


def state(found: Release, name: str = "turnover") -> str:
    return found.gate.columns[name].state


@pytest.mark.parametrize("assess", [[], [Linkage()], [IntervalDisclosure()], [Linkage(most=1)]])
def test_a_number_that_no_target_judges_closes_the_gate(assess: list[RiskMeasure]) -> None:
    found = release(assess)
    assert state(found) == "unjudged"
    assert found.met is False
    (reason,) = found.gate.reasons
    assert "linkage with most" in reason
    assert "linkage avec most" in reason.fr
    assert 'unexamined = ["turnover"]' in reason


@pytest.mark.parametrize("measure", [Linkage(most=0.5), IntervalDisclosure(most=0.9)])
def test_a_target_by_distance_judges_it(measure: RiskMeasure) -> None:
    found = release([measure], Microaggregate(columns=["turnover"], k=4))
    assert (state(found), found.gate.open, found.met) == ("judged", True, True)


def test_a_target_that_is_missed_is_missed() -> None:
    found = release([Linkage(most=0.5)])
    assert (state(found), found.gate.open, found.met) == ("judged", True, False)


def test_a_measure_of_what_is_sensitive_does_not_judge_a_number() -> None:
    """Nearly unique amounts are as diverse as can be, and single everybody out."""
    found = release([LDiversity(l=2, column="turnover")])
    assert found.risk[1].met
    assert (state(found), found.met) == ("unjudged", False)


def test_one_number_judged_does_not_open_for_another() -> None:
    number = ["turnover", "staff"]
    found = release([Linkage(columns=["turnover"], most=0.99)], number=number)
    assert (state(found), state(found, "staff"), found.met) == ("judged", "unjudged", False)


def test_it_may_be_accepted_by_name() -> None:
    data = Dataset.of(FIRMS.select("sector", "turnover"), key="sector", number="turnover")
    plan = Plan(assess=[KAnonymity(k=2)], release=Terms(unexamined=["turnover"]))
    assert plan.run(data, seed=1).met


def test_classes_of_numbers_are_judged_by_no_distance() -> None:
    classes = Recode(column="turnover", cuts=[10_000.0])
    found = release([Linkage(most=1.0)], classes, number=["turnover", "staff"])
    assert state(found) == "unjudged"


def test_no_group_is_made_by_a_number() -> None:
    data = Dataset.of(FIRMS, key="sector", number=["turnover", "staff"])
    assert data.columns(Role.KEY) == ("sector",)
    assert KAnonymity(k=20).assess(data).met


def test_measures_by_distance_and_losses_read_it_unasked() -> None:
    data = Dataset.of(FIRMS, key="sector", number=["turnover", "staff"])
    assert numeric_columns(data) == ("turnover", "staff")
    assert Linkage().examines(data) == IntervalDisclosure().examines(data) == ("turnover", "staff")
    assert "linkage" in [one.name for one in every_measure(data)]
    told = {*MeansAndQuantiles().compare(data, data).details["by_column"]}
    assert told == {"turnover", "staff"}
    assert Correlations().compare(data, data).value == 0
    assert {*Marginals().compare(data, data).details["by_column"]} == {"sector", *told}


def test_text_is_no_number() -> None:
    with pytest.raises(ColumnError, match="'sector' has the role number"):
        Dataset.of(FIRMS, number="sector")


def test_the_plan_names_it_and_writes_it_back() -> None:
    plan = Plan.from_toml('[roles]\nkey = ["sector"]\nnumber = ["turnover"]\n')
    assert plan.dataset(FIRMS).columns(Role.NUMBER) == ("turnover",)
    assert Plan.from_toml(plan.to_toml()) == plan


def test_what_is_made_of_a_number_is_one() -> None:
    roles = {"turnover": Role.NUMBER, "ill": Role.SENSITIVE, "sex": Role.KEY}
    made = inherited(roles, ["x"], {"x": ["turnover", "ill"]})
    assert made == {"x": Role.NUMBER}
    assert strictest([Role.NUMBER, Role.AREA]) == Role.AREA


def test_labelled_codes_of_a_number_stay_numbers() -> None:
    labels = {"staff": {1: "one"}}
    data = Dataset.of(FIRMS, number="staff", labels=labels)
    assert data.kind("staff").is_numeric()


@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("wide", [1, 3, 7])
def test_the_plan_to_start_from_judges_numbers_and_runs(missing: bool, wide: int) -> None:
    rng = np.random.default_rng(wide)
    amounts = {f"amount {n}": rng.lognormal(8, 1, 300).round(2) for n in range(wide)}
    frame = pl.DataFrame({"sex": ["f", "m"] * 150, **amounts})
    if missing:
        holes = pl.Series(rng.random(300) < 0.02)
        frame = frame.with_columns(pl.when(~holes).then("amount 0").alias("amount 0"))
    found = profile(frame)
    assert [str(one.role) for one in found[1:]] == ["number"] * wide
    plan = starting_plan(found, table=frame)
    assert Plan.from_toml(plan.to_toml()) == plan
    done = plan.run(plan.dataset(frame), seed=1)
    assert done.gate.open
    linkage = next(finding for finding in done.risk if finding.name == "linkage")
    assert linkage.met or missing
    assert wide > 1 or linkage.met


def test_amounts_that_many_share_are_sensitive_still() -> None:
    frame = pl.DataFrame({"cholesterol": np.random.default_rng(1).integers(100, 300, 2000) / 2})
    assert str(profile(frame)[0].role) == "sensitive"
