"""Randomised response: what is told, what is estimated from it, and what is refused."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset, Plan
from discret.assess import KAnonymity
from discret.errors import ColumnError, ParameterError
from discret.maths.privacy.chance import pretended
from discret.plan.terms import Terms
from discret.reduce import RandomisedResponse, Rappor, UnaryEncoding
from engines import Engine

TRUE = 300
SMOKERS = pl.DataFrame({"smokes": ["yes"] * 300 + ["no"] * 700, "row": range(1000)})


def answered(frame: Any = SMOKERS, seed: int = 1, **more: Any) -> Any:
    method = RandomisedResponse(**{"column": "smokes", "epsilon": log(3), **more})
    roles = {name: name for name in ("row",) if name in pl.DataFrame(SMOKERS).columns}
    data = Dataset.of(frame, sensitive="smokes", **roles)
    return method, method.apply(data, Context(chance=pretended(seed)))


def test_on_every_engine(engine: Engine) -> None:
    data = Dataset.of(engine.make(SMOKERS), sensitive="smokes", row="row")
    method = RandomisedResponse(column="smokes", epsilon=log(3), values=["yes", "no"])
    told = [
        method.apply(own, Context(chance=pretended(2))).data.to_polars().sort("row")["smokes"]
        for own in (data, Dataset.of(SMOKERS, sensitive="smokes", row="row"))
    ]
    assert told[0].to_list() == told[1].to_list()


def test_counts_are_estimated_without_bias() -> None:
    found = []
    for seed in range(300):
        method, change = answered(seed=seed)
        found.append(method.estimate(change.data.to_polars()["smokes"]))
    counts = np.array([one.counts["yes"] for one in found])
    error = np.sqrt(3 * 1000 / 4)  # the seed's variance, 3n/4
    assert counts.mean() == pytest.approx(TRUE, abs=5 * error / np.sqrt(300))
    assert counts.std() == pytest.approx(error, rel=0.2)
    inside = np.mean(
        [abs(n - TRUE) < 1.96 * one.errors["yes"] for n, one in zip(counts, found, strict=True)]
    )
    assert 0.9 < inside < 0.99


def test_the_example_of_the_paper() -> None:
    method = RandomisedResponse(column="x", epsilon=log(3))
    assert method.estimate({"vrai": 60, "faux": 40}).counts == {"vrai": 70.0, "faux": 30.0}


def test_no_seed_draws_the_same_again() -> None:
    """The seed of a run never touches this chance; a pretended one says that it is not private."""
    data = Dataset.of(SMOKERS.with_columns(k=pl.lit("a")), key="k", sensitive="smokes", row="row")
    step = RandomisedResponse(column="smokes", epsilon=1.0)
    plan = Plan(assess=[KAnonymity(k=2)], reduce=[step], release=Terms(unexamined=["smokes"]))
    runs = [plan.run(data, seed=1) for _ in range(2)]
    assert (
        runs[0].data.to_polars()["smokes"].to_list() != runs[1].data.to_polars()["smokes"].to_list()
    )
    assert runs[0].steps[0].facts["private"] is True
    assert answered()[1].facts["private"] is False


def test_a_value_of_a_person_is_drawn_once() -> None:
    frame = pl.DataFrame({"who": ["a"] * 50 + ["b"] * 50, "smokes": ["yes"] * 60 + ["no"] * 40})
    data = Dataset.of(frame, individual="who", sensitive="smokes")
    change = RandomisedResponse(column="smokes", epsilon=0.5).apply(data)
    shown = change.data.to_polars().with_columns(true=frame["smokes"])
    assert shown.group_by("who", "true").agg(pl.col("smokes").n_unique())["smokes"].max() == 1
    assert change.facts["person_epsilon"] == 1.0  # b has two values, drawn each by itself


def test_what_is_missing_stays_and_one_value_is_told() -> None:
    frame = pl.DataFrame({"smokes": ["yes", None, "yes", None]})
    _, change = answered(frame.with_row_index("row"))
    assert change.data.to_polars()["smokes"].to_list() == ["yes", None, "yes", None]


def test_what_is_refused() -> None:
    with pytest.raises(ParameterError, match="epsilon"):
        RandomisedResponse(column="smokes", epsilon=0)
    with pytest.raises(ParameterError, match="1 is not among"):
        answered(values=["yes"])
    with pytest.raises(ParameterError, match="1 is not among"):
        RandomisedResponse(column="x", epsilon=1, values=["a", "b"]).estimate({"c": 3})
    many = pl.DataFrame({"smokes": range(3000), "row": range(3000)})
    with pytest.raises(ColumnError, match="more than"):
        answered(many)


@pytest.mark.parametrize("method", [
    RandomisedResponse(column="v", epsilon=1.0, values=["a", "b"]),
    UnaryEncoding(column="v", epsilon=1.0, values=["a", "b"]),
    Rappor(column="v", once=True, bits=4, hashes=1, cohorts=1),
])  # fmt: skip
@pytest.mark.parametrize("roles", [{"individual": "who"}, {}])
def test_one_answer_never_decides_how_others_are_drawn(method: Any, roles: dict[str, str]) -> None:
    """Where all households were of one value their members answered alike: one more told of all."""
    homes = pl.DataFrame({"home": [n // 2 for n in range(400)], "who": range(400),
                          "v": ["ab"[n // 2 % 2] for n in range(400)]})  # fmt: skip
    data = Dataset.of(homes, sensitive="v", household="home", **roles)
    told = method.apply(data).data.to_polars()["v"]
    apart = int((told[::2] != told[1::2]).sum())
    assert apart > 20
