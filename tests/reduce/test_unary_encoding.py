"""Unary encoding: reports that are read back, estimates, people with several records, refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from discret import Context, Dataset, Plan
from discret.assess import Repetition
from discret.errors import ColumnError, InputError, ParameterError
from discret.maths.privacy.chance import pretended
from discret.plan.terms import Terms
from discret.reduce import UnaryEncoding
from engines import Engine

DISHES = pl.DataFrame({"dish": ["pie"] * 600 + ["stew"] * 300 + ["soup"] * 100, "row": range(1000)})
VALUES = ["soup", "pie", "stew", "cake"]


def told(frame: Any = DISHES, seed: int = 1, **more: Any) -> Any:
    method = UnaryEncoding(**{"column": "dish", "epsilon": 2.0, "values": VALUES, **more})
    roles = {name: name for name in ("row",) if name in pl.DataFrame(frame).columns}
    data = Dataset.of(frame, sensitive="dish", **roles)
    return method, method.apply(data, Context(chance=pretended(seed)))


def test_on_every_engine(engine: Engine) -> None:
    method = UnaryEncoding(column="dish", epsilon=2.0, values=VALUES)
    shown = [
        method.apply(own, Context(chance=pretended(2))).data.to_polars().sort("row")["dish"]
        for own in (
            Dataset.of(engine.make(DISHES), sensitive="dish", row="row"),
            Dataset.of(DISHES, sensitive="dish", row="row"),
        )
    ]
    assert shown[0].to_list() == shown[1].to_list()


@pytest.mark.parametrize("kind", ["optimised", "symmetric"])
def test_counts_are_estimated_from_reports(kind: str) -> None:
    runs = []
    for seed in range(60):
        method, change = told(seed=seed, kind=kind)
        runs.append(method.estimate(change.data.to_polars()["dish"]))
    true = {"soup": 100, "pie": 600, "stew": 300, "cake": 0}
    for name, count in true.items():
        found = np.array([run.counts[name] for run in runs])
        assert found.mean() == pytest.approx(count, abs=4.5 * found.std() / np.sqrt(60))
    ends = [(run.intervals()[name], count) for run in runs for name, count in true.items()]
    inside = np.mean([low < count < high for (low, high), count in ends])
    assert 0.9 < inside < 0.99
    wide, narrow = (runs[0].intervals(confidence)["pie"] for confidence in (0.99, 0.5))
    assert wide[0] < narrow[0] < runs[0].counts["pie"] < narrow[1] < wide[1]


def test_reports_are_read_back_from_a_file(tmp_path: Any) -> None:
    """As a spreadsheet, a statistics package or we ourselves read it: it stays text."""
    method, change = told()
    shown = change.data.to_polars()
    shown.write_csv(tmp_path / "told.csv")
    again = pl.read_csv(tmp_path / "told.csv")["dish"], pd.read_csv(tmp_path / "told.csv")["dish"]
    assert all(method.estimate(own) == method.estimate(shown["dish"]) for own in again)
    assert shown["dish"].str.contains("^0b[01]{4}$").all()


def test_bits_are_in_the_order_of_the_values_whatever_the_file_holds() -> None:
    _, change = told(epsilon=50.0, kind="symmetric")
    shown = change.data.to_polars()["dish"]
    assert shown.unique().sort().to_list() == ["0b0010", "0b0100", "0b1000"]
    assert change.facts["order"] == {"1": "soup", "2": "pie", "3": "stew", "4": "cake"}
    _, own = told(values=[])
    assert list(own.facts["order"].values()) == ["pie", "soup", "stew"]
    assert own.facts["public"] is False
    found = UnaryEncoding(column="dish", epsilon=2.0).estimate(
        own.data.to_polars()["dish"], candidates=["pie", "soup", "stew"]
    )
    assert list(found.counts) == ["pie", "soup", "stew"]


def test_numbers_are_values_however_they_are_written() -> None:
    frame = pl.DataFrame({"dish": [1, 2, 2, None]})
    _, change = told(frame, values=["1.0", "2", "3"], epsilon=50.0, kind="symmetric")
    shown = change.data.to_polars()["dish"].to_list()
    assert shown == ["0b100", "0b010", "0b010", None]
    _, change = told(
        pl.DataFrame({"dish": [True, False]}), values=[], epsilon=50.0, kind="symmetric"
    )
    assert change.data.to_polars()["dish"].to_list() == ["0b01", "0b10"]


def test_a_value_of_a_person_is_drawn_once_in_a_file() -> None:
    frame = pl.DataFrame({"who": ["a"] * 50 + ["b"] * 50, "dish": ["pie"] * 60 + ["stew"] * 40})
    data = Dataset.of(frame, individual="who", sensitive="dish")
    change = UnaryEncoding(column="dish", epsilon=0.5).apply(data)
    shown = change.data.to_polars().with_columns(true=frame["dish"])
    assert shown.group_by("who", "true").agg(pl.col("dish").n_unique())["dish"].max() == 1
    assert change.facts["person_epsilon"] == 1.0  # b has two values, drawn each by itself
    assert change.facts["private"] is True


def test_no_seed_draws_the_same_again_and_the_attack_is_named() -> None:
    data = Dataset.of(DISHES, sensitive="dish", row="row")
    step = UnaryEncoding(column="dish", epsilon=1.0, values=VALUES)
    plan = Plan(reduce=[step], release=Terms(unexamined=["dish"]))
    runs = [plan.run(data, seed=1) for _ in range(2)]
    texts = [run.data.to_polars()["dish"].to_list() for run in runs]
    assert texts[0] != texts[1]
    own = {"column": "dish", "epsilon": 1.0, "encoding": "optimised", "values": VALUES}
    assert step.attacks == (Repetition(**own),)  # type: ignore[arg-type]
    (finding,) = (found for found in runs[0].risk if found.name == "repetition")
    assert finding.details["measured"] == pytest.approx(finding.details["expected"], abs=0.1)


def test_what_is_refused() -> None:
    for wrong in (0, -1, 51, float("nan")):
        with pytest.raises(ParameterError, match="epsilon"):
            UnaryEncoding(column="dish", epsilon=wrong)
    with pytest.raises(ParameterError, match="1 is not among"):
        told(values=["pie", "stew"])
    with pytest.raises(ParameterError, match="cannot hold"):
        told(pl.DataFrame({"dish": [1, 2]}), values=["one"])
    with pytest.raises(ColumnError, match="more than"):
        told(pl.DataFrame({"dish": range(3000)}), values=[])
    method = UnaryEncoding(column="dish", epsilon=1.0)
    with pytest.raises(ParameterError, match="candidates"):
        method.estimate(["0b01"])
    with pytest.raises(InputError, match="1 value is no report of 2 bits"):
        method.estimate(["0b01", "0b011"], candidates=["a", "b"])
    with pytest.raises(InputError, match="no report"):
        method.estimate([10, 1], candidates=["a", "b"])
    with pytest.raises(InputError, match="confidence"):
        method.estimate(["0b01"], candidates=["a", "b"]).intervals(1.0)


def test_small_and_empty_files() -> None:
    method, change = told(pl.DataFrame({"dish": ["pie"]}), values=[])
    assert change.data.to_polars()["dish"][0] in ("0b0", "0b1")
    assert method.estimate([], candidates=["a"]).counts == {"a": 0.0}
    _, change = told(pl.DataFrame({"dish": pl.Series([None, None], dtype=pl.String)}), values=[])
    assert change.data.to_polars()["dish"].to_list() == [None, None]
