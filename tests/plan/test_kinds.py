"""A plan is made of what it says it is made of; all that is not is told at once."""

from __future__ import annotations

import copy
import pickle
from dataclasses import fields, replace
from typing import Any

import pandas as pd
import polars as pl
import pytest

from discret import Dataset, Plan, Role
from discret.assess import KAnonymity
from discret.errors import DiscretError, InputError, ParameterError, PlanError
from discret.plan.variants import Variant
from discret.quantify import Marginals
from discret.reduce import ShuffleRecords

ODD: list[Any] = [
    None, True, 3, 3.5, "", "x", b"x", (), [], {}, [None], ["x"], [3], {"x": 3}, {3: "x"},
    {"key": 3}, {"sex": "automatic"}, KAnonymity, KAnonymity(k=2), [KAnonymity], [KAnonymity(k=2)],
    object(), [ShuffleRecords()], [Marginals()], pl.DataFrame({"a": [1]}), 1j,
    Variant(title="a"), [Variant(title="a"), Variant(title="a")], Plan(), lambda: 3, range(2),
    iter([KAnonymity(k=2)]), pd.DataFrame({"a": [1]}),
]  # fmt: skip


def faults(**values: Any) -> tuple[str, ...]:
    with pytest.raises(PlanError) as raised:
        Plan(**values)
    assert raised.value.hint
    assert raised.value.within("fr") != str(raised.value)
    return raised.value.faults


@pytest.mark.parametrize("name", [field.name for field in fields(Plan)])
def test_a_value_is_taken_or_refused_whatever_comes(name: str) -> None:
    for odd in ODD:
        try:
            plan = Plan(**{name: odd})
        except DiscretError as error:
            if not error.hint:
                raise
        else:
            assert isinstance(plan.to_toml(), str)


def test_all_faults_of_a_plan_are_told_at_once() -> None:
    one = KAnonymity(k=2)
    assert faults(
        title=3, assess=one, reduce=[one], quantify=None, roles={"keys": "a"}, labels=["a", "b"],
        hierarchies={"sex": 3}, variants="half", release={}, file=7,
    ) == (
        "reduce, number 1: a method is needed, KAnonymity came",
        "labels: 2 labels for 0 steps",
        "title: a text is needed, int came",
        "file: a path is needed, int came",
        f"roles: 'keys' is not a role; there are {', '.join(Role)}",
        "hierarchies, sex: a hierarchy is needed, int came",
        "assess: a list is needed, KAnonymity came",
        "quantify: a list is needed, None came",
        "variants: a list is needed, str came",
        "release: a Terms is needed, dict came",
    )  # fmt: skip


def test_a_class_is_not_yet_a_measure() -> None:
    assert faults(assess=[KAnonymity]) == (
        "assess, number 1: a measure of risk is needed, the class KAnonymity came",
    )


def test_what_a_plan_has_not_is_told_with_its_neighbour() -> None:
    with pytest.raises(ParameterError, match=r"asses: there is no such parameter .*'assess'"):
        Plan(asses=[])  # type: ignore[call-arg]
    with pytest.raises(ParameterError, match="1 came without"):
        Plan([KAnonymity(k=2)])  # type: ignore[misc]
    with pytest.raises(ParameterError, match="title: is missing"):
        Variant(reduce=[])  # type: ignore[call-arg]


def test_two_columns_for_a_role_that_one_has_are_refused() -> None:
    assert faults(roles={"weight": ["a", "b"]}) == (
        "roles, weight: one column has this role, 2 came",
    )


def test_a_plan_can_be_copied_and_pickled() -> None:
    plan = Plan(assess=[KAnonymity(k=2)], file="people.csv")
    assert replace(plan) == copy.copy(plan) == pickle.loads(pickle.dumps(plan)) == plan  # noqa: S301
    assert plan.path.name == "people.csv"


@pytest.mark.parametrize(
    ("named", "fault"),
    [
        ({"seed": "x"}, "seed: a whole number from 0"),
        ({"seed": True}, "seed: a whole number from 0"),
        ({"secret": "word"}, "secret: bytes is needed, str came"),
        ({"progress": 3}, "progress: a function"),
        ({"sead": 3}, "did you mean 'seed'"),
    ],
)
def test_what_a_plan_cannot_be_run_with_is_refused(named: Any, fault: str) -> None:
    data = Dataset.of(pl.DataFrame({"sex": ["f", "m"]}), key="sex")
    with pytest.raises(ParameterError) as raised:
        Plan().run(data, **named)
    assert fault in str(raised.value)


@pytest.mark.parametrize("table", [pd.DataFrame({"a": [1]}), pl.DataFrame({"a": [1]}), None, "x"])
def test_a_table_without_roles_is_not_run(table: Any) -> None:
    for deed in (Plan().run, Plan().check):
        with pytest.raises(InputError, match="a Dataset is needed") as raised:
            deed(table)
        assert "plan.dataset(table)" in raised.value.hint
