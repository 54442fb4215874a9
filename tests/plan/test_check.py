"""All faults of a plan against its data, told at once and before anything is run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from discret import Dataset, Hierarchy, Plan
from discret.assess import KAnonymity, LDiversity
from discret.data.hierarchies.automatic import Automatic
from discret.errors import DiscretError, PlanError
from discret.parts import Change, Context, Method
from discret.plan.check import checked, foreseen
from discret.plan.terms import Terms
from discret.plan.variants import Variant
from discret.quantify import MeansAndQuantiles
from discret.reduce import (
    Generalise,
    Grid,
    LocalRecoding,
    Mondrian,
    Pseudonymise,
    Recode,
    Round,
    Subsample,
    SuppressRecords,
    TopCode,
)

SECRET = "SECRET" + "TOWN"
TOWNS = ["Lyon", "Nice", SECRET, "Lyon"] * 20
PEOPLE = pl.DataFrame(
    {
        "name": [f"n{number}" for number in range(80)],
        "sex": ["f", "m"] * 40,
        "town": TOWNS,
        "age": [20 + number % 60 for number in range(80)],
    }
)
LACKING = Hierarchy.from_order(["Lyon", "Nice"], steps=[2])
MODELS = [KAnonymity(k=2)]
CLIMBERS: list[type[Any]] = [Generalise, LocalRecoding, Mondrian]


def people(**more: Any) -> Dataset:
    given = {"key": ["sex", "town"], "hierarchies": {"town": LACKING}, **more}
    return Dataset.of(PEOPLE, **given)


def faults(*steps: Method, data: Dataset | None = None, **plan: Any) -> list[str]:
    return list(foreseen(Plan(reduce=steps, **plan), data or people()))


@pytest.mark.parametrize("method", CLIMBERS)
def test_values_that_a_hierarchy_lacks_are_counted(method: type[Any]) -> None:
    (fault,) = faults(method(models=MODELS))
    assert "hierarchy of 'town': 1 of 3 distinct values is absent" in fault
    assert SECRET not in fault
    with pytest.raises(DiscretError):
        method(models=MODELS).apply(people(), Context())


@pytest.mark.parametrize("method", [Generalise, LocalRecoding])
def test_keys_of_many_values_need_a_hierarchy(method: type[Any]) -> None:
    data = Dataset.of(PEOPLE, key=["sex", "age"])
    (fault,) = faults(method(models=MODELS), data=data)
    assert "the key 'age' has no hierarchy" in fault
    assert not faults(method(models=MODELS, maximum={"age": 0}), data=data)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (Recode(column="town", level=1), "1 of 3 distinct values"),
        (Recode(column="sex", level=1), "column 'sex' has no hierarchy"),
        (Recode(column="sex", cuts=[3]), "are not numbers"),
        (Recode(column="town", level=7), "there is no such level"),
        (Pseudonymise(columns=["name"]), "needs a secret"),
        (Pseudonymise(), "no column has the role identifier"),
        (TopCode(column="sex", top=3), "numbers are needed, 'sex'"),
        (Round(columns=["age", "town"], base=5), "numbers are needed, 'town'"),
        (Grid(x="age", y="sex", least=5), "numbers are needed, 'sex'"),
        (SuppressRecords(models=[LDiversity(l=2)]), "no column has the role sensitive"),
        (TopCode(column="nowhere", top=3), "no column 'nowhere'"),
        (Grid(x="age", y="nowhere", least=5), "no column 'nowhere'"),
        (Generalise(models=MODELS, maximum={"nowhere": 1}), "1 of 3 distinct values"),
    ],
)
def test_what_a_step_would_refuse_is_known_before(step: Method, said: str) -> None:
    found = faults(step)
    assert any(said in one for one in found)
    with pytest.raises(DiscretError):
        step.apply(people(), Context())
    with pytest.raises(PlanError):
        Plan(reduce=[step]).run(people(), seed=1)


MENDING: list[list[Method]] = [
    [Recode(column="town", mapping={SECRET: "Nice"}), Recode(column="town", level=1)],
    [Recode(column="town", mapping={SECRET: "Nice"}), Generalise(models=MODELS)],
]


@pytest.mark.parametrize("steps", MENDING)
def test_what_earlier_steps_mend_is_no_fault(steps: list[Method]) -> None:
    assert faults(*steps) == []
    data = people()
    for step in steps:
        data = step.apply(data, Context()).data
    assert len(data) == len(PEOPLE)


class OnlyKnown(Method):
    """Drop the records that a hierarchy lacks."""

    name = "only_known"
    keeps_rows = False

    def apply(self, data: Dataset, context: Context) -> Change:
        raise NotImplementedError


def test_dropped_records_may_take_the_values_along() -> None:
    assert faults(OnlyKnown(), Generalise(models=MODELS)) == []
    assert faults(Subsample(share=0.5), TopCode(column="sex", top=3)) != []


def test_variants_begin_where_the_common_steps_end() -> None:
    mended = Variant(title="a", reduce=[Recode(column="town", mapping={SECRET: "Nice"})])
    climbs = [Variant(title=title, reduce=[Recode(column="town", level=1)]) for title in "bc"]
    found = faults(variants=[mended, *climbs])
    assert [fault.split(",")[0] for fault in found] == ["[[variant]] 2", "[[variant]] 3"]


def test_all_faults_come_together_each_with_its_place() -> None:
    plan = Plan(
        roles={"key": ["sex", "town", "nothing"], "sensitive": ["pay"]},
        hierarchies={"town": LACKING, "hamlet": LACKING, "name": Automatic.of(sizes=[90])},
        release=Terms(unexamined=["remark"]),
        reduce=[Recode(column="town", level=1), Pseudonymise(columns=["name"])],
        quantify=[MeansAndQuantiles(columns=["sex"])],
        population=Path("nowhere.csv"),
    )
    with pytest.raises(PlanError) as raised:
        checked(plan, PEOPLE)
    told = raised.value.faults
    wanted = [
        "[roles] key", "[roles] sensitive", "[hierarchies]:", "[hierarchies.name]",
        "[data] population", "[release] unexamined", "[[reduce]] 1", "[[reduce]] 2",
        "[[quantify]] 1",
    ]  # fmt: skip
    assert [one for one in wanted if not any(fault.startswith(one) for fault in told)] == []
    assert SECRET not in str(raised.value) + raised.value.within("fr")


def test_one_fault_of_a_table_is_told_in_its_own_words() -> None:
    with pytest.raises(DiscretError, match="did you mean 'town'"):
        checked(Plan(roles={"key": ["tonw"]}), PEOPLE)


def test_a_plan_that_fits_gets_its_data() -> None:
    plan = Plan(roles={"key": ["sex"]}, reduce=[Pseudonymise(columns=["name"])])
    assert set(checked(plan, PEOPLE, b"sixteen bytes, or more").columns()) == set(PEOPLE.columns)
