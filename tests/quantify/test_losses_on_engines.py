"""Losses in every engine: the same findings."""

from __future__ import annotations

from functools import cache
from typing import Any

import polars as pl
import pytest

from discret import Dataset, Finding
from discret.data.examples import survey
from discret.parts import LossMeasure
from discret.quantify import (
    Clusters,
    Correlations,
    Correspondence,
    Distances,
    EffectiveSize,
    MeansAndQuantiles,
    Propensity,
    Query,
    Regression,
    RowPercentages,
    WeightRatios,
)
from engines import Engine, alike

FACTS = ["vol_logement", "vol_vehicule", "vol_sans_violence", "menaces"]
PARTS: list[LossMeasure] = [
    RowPercentages(rows=["couple", "personnes"], columns=["victimation"]),
    MeansAndQuantiles(columns=["revenu_annuel"]),
    Distances(columns=["revenu_annuel", "age", "personnes", "victimation"]),
    Correlations(columns=["revenu_annuel", "vol_logement", "menaces"]),
    Propensity(columns=["sexe", "personnes", "revenu_annuel"]),
    Query(column="revenu_annuel", by=["sexe", "personnes"]),
    EffectiveSize(),
    WeightRatios(start="poids_initial", target="poids"),
    Correspondence(active=FACTS),
    Clusters(columns=FACTS, classes=4),
    Regression(formula="vol_vehicule | menaces ~ sexe*couple + personnes + revenu_annuel"),
    Regression(formula="couple ~ age + C(vol_vehicule)"),
    Regression(formula="revenu_annuel ~ personnes + menaces", family="gaussian"),
]


@cache
def tables() -> tuple[pl.DataFrame, pl.DataFrame]:
    """A survey, and a release of it: records dropped, a value blanked, weights changed."""
    names = ["numero", "sexe", "age", "couple", "personnes", "victimation", "revenu_annuel"]
    frame = survey(600).select(*names, *FACTS, "poids_initial", "poids")
    size, weight = pl.col("personnes"), pl.col("poids")
    return frame, frame.filter(pl.col("numero") % 5 > 0).with_columns(
        pl.when((size != "2") | (pl.col("numero") % 2 == 0)).then(size).alias("personnes"),
        weight * pl.when(pl.col("sexe") == "homme").then(1.5).otherwise(1.1),
    )


def dataset(frame: Any) -> Dataset:
    return Dataset.of(frame, key=["sexe", "couple", "personnes"], weight="poids", row="numero")


@cache
def wanted() -> list[Finding]:
    before, after = (dataset(frame) for frame in tables())
    return [part.compare(before, after) for part in PARTS]


def test_every_engine_finds_the_same(engine: Engine) -> None:
    before, after = (dataset(engine(frame)) for frame in tables())
    for part, expected in zip(PARTS, wanted(), strict=True):
        found = part.compare(before, after).to_dict()
        assert found["value"] > 0 or isinstance(part, Clusters)
        assert alike(found, expected.to_dict(), 1e-7), part.name


@pytest.mark.parametrize("engine", ["polars lazy", "pandas", "duckdb"], indirect=True)
def test_two_engines_are_compared_as_one(engine: Engine) -> None:
    """The original in polars, the release elsewhere: as when a release is read from a file."""
    before, after = dataset(tables()[0]), dataset(engine(tables()[1]))
    for part, expected in zip(PARTS, wanted(), strict=True):
        assert part.compare(before, after).value == pytest.approx(expected.value, abs=1e-9)
