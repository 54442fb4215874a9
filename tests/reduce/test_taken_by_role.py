"""Methods for numbers take the columns of role number where a plan names none."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset, Plan
from discret.assess import Linkage
from discret.document.pages.public import public_view
from discret.document.records import record
from discret.errors import InputError, ParameterError, PlanError
from discret.parts import Method
from discret.reduce import Microaggregate, Noise, Shuffle, Swap

METHODS: list[type[Method]] = [Microaggregate, Noise, Shuffle, Swap]


def people(**roles: Any) -> Dataset:
    rng = np.random.default_rng(4)
    frame = pl.DataFrame({
        "pay": rng.lognormal(size=60), "rent": rng.lognormal(size=60),
        "age": rng.integers(20, 60, 60), "size": rng.normal(170, 9, 60),
    })  # fmt: skip
    return Dataset.of(frame, **{"key": "age", "number": ["pay", "rent"], **roles})


def applied(method: Method, data: Dataset) -> Any:
    return method.apply(data, Context(rng=np.random.default_rng(7)))


@pytest.mark.parametrize("method", METHODS)
def test_it_is_as_if_they_had_been_named(method: type[Method]) -> None:
    named, by_role = method(columns=["pay", "rent"]), method()
    wanted, found = applied(named, people()), applied(by_role, people())
    assert found.facts == wanted.facts
    assert found.facts["columns"] == ["pay", "rent"]
    assert found.data.to_polars().equals(wanted.data.to_polars())
    assert not found.data.to_polars()["pay"].equals(people().to_polars()["pay"])
    assert (
        found.data.to_polars()
        .select("age", "size")
        .equals(people().to_polars().select("age", "size"))
    )


@pytest.mark.parametrize("method", METHODS)
def test_without_such_a_column_it_is_refused_before_and_in_the_run(method: type[Method]) -> None:
    data = people(number=[], sensitive="pay")
    with pytest.raises(InputError, match="needs a column with the role number") as error:
        applied(method(), data)
    assert error.value.hint
    with pytest.raises(PlanError, match="no column has the role number"):
        Plan(reduce=[method()]).run(data, seed=1)
    applied(method(columns=["pay"]), data)


@pytest.mark.parametrize("method", METHODS)
def test_the_public_note_tells_which_columns_were_changed(method: type[Method]) -> None:
    """Those of the role, as if they had been named: users must know what is not as it was."""
    views = []
    for part in (method(columns=["pay", "rent"]), method()):
        plan = Plan(assess=[Linkage(most=1.0)], reduce=[part])
        views.append(public_view(record(plan.run(people(), seed=1))))
    assert views[1]["methods"] == views[0]["methods"]


def test_random_pairs_need_names() -> None:
    with pytest.raises(ParameterError, match="at least one"):
        Swap(kind="random")


def test_users_are_told_of_named_columns_alone() -> None:
    with pytest.raises(ParameterError, match="publish: name the columns"):
        Noise(publish=True)
