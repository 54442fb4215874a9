"""The optimal recodings that ARX finds on adult: loss, levels and records suppressed."""

from __future__ import annotations

import json
from typing import Any

import polars as pl
import pytest

from discret import Context, Dataset, Hierarchy
from discret.assess import KAnonymity, LDiversity, TCloseness
from discret.parts import RiskMeasure
from discret.quantify import DetailLost
from discret.reduce import Generalise
from where import FIGURES, SHARED, needs_tables

PEERS = FIGURES / "peers.json"
ADULT = SHARED / "data" / "adult"
KEYS = [
    *("sex", "age", "race", "marital-status", "education", "native-country"),
    *("workclass", "occupation", "salary-class"),
]
OPTIMA: list[dict[str, Any]] = json.loads(PEERS.read_text(encoding="utf-8"))["arx"]["optima"]


def wanted(case: dict[str, Any]) -> list[RiskMeasure]:
    models: list[RiskMeasure] = [KAnonymity(k=case["k"])]
    models += [LDiversity(l=case["distinct_l"])] if "distinct_l" in case else []
    return models + ([TCloseness(t=case["t"])] if "t" in case else [])


@needs_tables
@pytest.mark.parametrize("place", range(5))
def test_the_optimum_of_arx(place: int) -> None:
    case = OPTIMA[place]
    sensitive = case.get("sensitive")
    keys = [name for name in KEYS if name != sensitive]
    data = Dataset.of(
        pl.read_csv(ADULT / "adult.csv", separator=";", infer_schema=False),
        key=keys,
        sensitive=sensitive or (),
        hierarchies={name: Hierarchy.from_csv(ADULT / f"hierarchy_{name}.csv") for name in keys},
    )
    models = wanted(case)
    change = Generalise(models=models, drop=case["s"]).apply(data, Context())
    facts = change.facts
    assert facts["optimal"]
    assert facts["nodes"] == (12_960 if sensitive is None else 4_320)
    assert facts["loss"] == pytest.approx(case["loss"], abs=5e-8)
    assert facts["suppressed"] == case["suppressed"] == len(data) - len(change.data)
    assert list(facts["levels"].values()) == [
        level for level in case["levels"] if level is not None
    ]
    found = DetailLost().compare(data, change.data)  # from the release alone
    assert found.value == pytest.approx(case["loss"], abs=5e-8)
    assert all(model.assess(change.data).met for model in models)
