"""The average risk and the uniques of adult, as ARX prints them."""

from __future__ import annotations

import json

import polars as pl
import pytest

from discret import Dataset
from discret.assess import AverageRisk, SampleUniques
from where import FIGURES, SHARED, needs_tables

PEERS = FIGURES / "peers.json"

pytestmark = needs_tables


def test_average_risk_and_uniques_on_adult() -> None:
    # ARX 3.9.2, six digits, all nine columns as keys: 19,502 groups of 30,162 records.
    risk = json.loads(PEERS.read_text(encoding="utf-8"))["arx"]["risk"]
    frame = pl.read_csv(SHARED / "data" / "adult" / "adult.csv", separator=";")
    data = Dataset.of(frame, key=frame.columns)
    average = AverageRisk(most=0.6).assess(data)
    assert average.value == pytest.approx(risk["marketer"], abs=5e-7)
    uniques = SampleUniques().assess(data)
    assert uniques.value == pytest.approx(risk["sample_uniques_share"], abs=5e-6)
    # By hand, without u of the uniques (19502 - u) / (30162 - u) is at most 0.6 from u = 3512 on.
    assert average.details["records_failing"] == 3512
