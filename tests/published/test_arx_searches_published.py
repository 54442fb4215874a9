"""Searches with the models that merging may spoil: the optimum is ARX's, or a lower loss."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import polars as pl
import pytest

from discret import Context, Dataset, Hierarchy
from discret.catalogue import part
from discret.reduce import Generalise
from where import FIGURES, SHARED, needs_tables

pytestmark = needs_tables
ADULT = SHARED / "data" / "adult"
FOUND = json.loads((FIGURES / "peers_search.json").read_text("utf-8"))["configurations"]
COMPARED = ("t_closeness", "beta_likeness", "delta_disclosure")
ASKED = (
    "k5_rec3,4_C7_s0.05", "dpres0.0-0.5_C7_s0.05", "kmap5_C7_s0.05", "2sens_t.25occ_l2sal_C7_s0.3",
    "tord.15_age_NOAGE_s0.05", "k5_ALL_s0.05_normentropy_geo", "k5_bbeta1_C7_s0.2", "tequal.2_s0",
    "tequal.2_s0.05", "k5_ALL_s0.05_aecs",
)  # fmt: skip
LOWER = {"entG3.5_A5_s0.1": 0.1060625}  # ARX takes what finer groups hold for what coarser ones do


@cache
def adult() -> pl.DataFrame:
    table = pl.read_csv(ADULT / "adult.csv", separator=";", infer_schema=False)
    return table.with_columns(pl.col("age").cast(pl.Int64))


def searched(case: dict[str, Any]) -> Any:
    names = [*case["keys"], *case["sensitive"]]
    whole, sampled = adult().select(names), case["every_third_record_with_the_whole_as_population"]
    data = Dataset.of(
        whole.gather_every(3) if sampled else whole,
        key=case["keys"],
        sensitive=case["sensitive"],
        population=whole.select(case["keys"]) if sampled else None,
        hierarchies={n: Hierarchy.from_csv(ADULT / f"hierarchy_{n}.csv") for n in names},
    )
    method = Generalise(
        models=[model(dict(asked)) for asked in case["models"]],
        drop=case["suppress"],
        loss=case["loss"],
        price="among_dropped",
        aggregate=case["aggregate"],
        importance=case["importance"],
    )
    return method.apply(data, Context()).facts


def model(asked: dict[str, Any]) -> Any:
    kind = part("assess", asked.pop("measure"))
    return kind(**asked, **({"reference": "original"} if kind.name in COMPARED else {}))


@pytest.mark.parametrize("name", [*ASKED, *LOWER])
def test_the_optimum_is_that_of_arx(name: str) -> None:
    case = next(case for case in FOUND if case["id"] == name)
    facts = searched(case)
    assert facts["optimal"]
    assert facts["loss"] == pytest.approx(LOWER.get(name, case["arx"]["loss"]), abs=5e-8)
    if name not in LOWER:
        assert facts["levels"] == case["arx"]["levels"]
        assert facts["suppressed"] == case["arx"]["suppressed"]
