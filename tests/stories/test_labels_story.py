"""A labelled file from the first look to the release: labels are what people read all along."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from discret.assess import TCloseness, Unpicking
from discret.cli import app
from discret.data.dataset import Dataset
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.errors import ColumnError
from discret.reduce import Calibrate
from every_part import context

pyreadstat = pytest.importorskip("pyreadstat")

REGIONS = {code: f"Region of {name}" for code, name in enumerate("ABCDEFGHI", 1)} | {99: "NOBODY"}
BOOK: dict[str, dict[Any, str]] = {
    "region": REGIONS,
    "sex": {1: "man", 2: "woman"},
    "income": {999: "refused"},
    "health": {1: "very good", 2: "good", 3: "bad"},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng, place = np.random.default_rng(5), tmp_path_factory.mktemp("labels")
    frame = pl.DataFrame(
        {
            "region": rng.choice([*range(1, 10)], 400),
            "sex": rng.choice([1, 2], 400),
            "income": rng.choice([999, *range(1000, 3000, 50)], 400),
            "health": rng.choice([1, 2, 3], 400),
        }
    )
    pyreadstat.write_dta(frame, place / "survey.dta", variable_value_labels=BOOK)
    return place


def said(*words: object) -> str:
    told = CliRunner().invoke(app, [str(word) for word in words])
    assert told.exit_code in (0, 1), told.output
    return told.stdout


def test_the_first_look_says_that_columns_hold_labelled_categories(folder: Path) -> None:
    plan = folder / "first.toml"
    told = json.loads(said("profile", folder / "survey.dta", "--plan", plan, "--json"))
    kinds = {column["name"]: column["type"] for column in told["columns"]}
    assert kinds == dict.fromkeys(("region", "sex", "health"), "labelled categories") | {
        "income": "integer"
    }
    assert "'income'" in json.dumps(told["notices"])
    assert "Region of A" in plan.read_text(encoding="utf-8")
    checked = said("check", plan)
    assert "400 records" in checked


def test_values_are_shown_with_their_codes(folder: Path) -> None:
    told = json.loads(said("values", folder / "survey.dta", "region", "--json"))
    assert {value["value"]: value["code"] for value in told["values"]} == {
        text: str(code) for code, text in REGIONS.items() if code < 10
    }


def test_a_plan_that_names_codes_gives_a_release_in_labels(folder: Path) -> None:
    plan = folder / "codes.toml"
    plan.write_text(
        """
[data]
file = "survey.dta"
[roles]
key = ["region", "sex"]
sensitive = ["health", "income"]
[hierarchies.region]
from = "groups"
groupings = [{North = [1, 2, 3, "Region of D"], South = [5, 6, 7, 8, 9]}]
[[assess]]
measure = "k_anonymity"
k = 3
[[assess]]
measure = "l_diversity"
l = 2
[[reduce]]
method = "mondrian"
models = [{measure = "k_anonymity", k = 3}]
[[quantify]]
measure = "means_and_quantiles"
[[quantify]]
measure = "marginals"
""",
        encoding="utf-8",
    )
    told = json.loads(said("run", plan, "--out", folder / "out", "--json", "--seed", "1"))
    frame, meta = pyreadstat.read_dta(folder / "out" / "release.dta", output_format="polars")
    known = {*REGIONS.values(), "North", "South", "*"} - {"NOBODY"}
    regions = frame["region"]
    shown = (
        {*meta.variable_value_labels["region"].values()}
        if regions.dtype.is_numeric()
        else {*regions.drop_nulls().to_list()}
    )
    assert shown <= known
    assert meta.variable_value_labels["health"] == BOOK["health"]
    losses = told["record"]["steps"][-1]["loss"]
    means = next(loss for loss in losses if loss["name"] == "means_and_quantiles")
    assert "income" in json.dumps(means)
    assert not any(name in json.dumps(means) for name in ('"region"', '"health"', '"sex"'))
    pages = [folder / "out" / name for name in ("report.html", "public.html")]
    assert "very good" in pages[0].read_text(encoding="utf-8")
    assert all("NOBODY" not in page.read_text(encoding="utf-8") for page in pages)


def coded(labels: dict[str, dict[int, str]], frame: pl.DataFrame, **roles: Any) -> Dataset:
    return Dataset.of(frame, labels=labels, **roles)


def test_an_order_of_labelled_codes_is_stated_or_refused() -> None:
    frame = pl.DataFrame({"town": ["a", "a", "b", "b"], "health": [1, 2, 3, 1]})
    book = {"health": BOOK["health"]}
    judge = TCloseness(t=0.5, distance="ordered")
    with pytest.raises(ColumnError, match=r"'health' are labelled codes.*from = \"order\""):
        judge.assess(coded(book, frame, key="town", sensitive="health"))
    stated = {"health": Hierarchy.from_order([1, 2, 3], steps=[2])}
    named = coded(book, frame, key="town", sensitive="health", hierarchies=stated)
    plain = Dataset.of(frame, key="town", sensitive="health")
    assert judge.assess(named).value == judge.assess(plain).value


def test_what_an_attacker_knows_may_be_said_in_codes() -> None:
    """A rule that names codes must not be lost: the file would be called safer than it is."""
    frame = pl.DataFrame({"sex": [1, 1, 2, 2, None], "job": [5, 6, 5, 5, 6]})
    book = {"sex": {1: "man", 2: "woman"}, "job": {5: "baker", 6: "priest"}}
    for rule in ({"sex": 2, "job": 6}, {"sex": "woman", "job": "priest"}):
        attack = Unpicking(impossible=[rule])
        data = coded(book, frame, key=["sex", "job"])
        plain = Dataset.of(frame, key=["sex", "job"])
        wanted = Unpicking(impossible=[{"sex": 2, "job": 6}])
        assert attack.assess(data).details == wanted.assess(plain).details
        assert attack.learnt(data.keys).share == wanted.learnt(plain.keys).share


@pytest.mark.parametrize("total", [{"1": 6.0, "2": 4.0}, {"man": 6.0, "woman": 4.0}])
def test_totals_may_be_given_by_code(total: dict[str, float]) -> None:
    frame = pl.DataFrame({"sex": [1, 1, 2, 2], "weight": [2.0, 2.0, 3.0, 3.0]})
    data = coded({"sex": {1: "man", 2: "woman"}}, frame, key="sex", weight="weight")
    step = Calibrate(margins=["sex"], totals={"sex": total})
    found = step.apply(data, context()).data.to_polars()
    assert found["weight"].to_list() == pytest.approx([3.0, 3.0, 2.0, 2.0])
