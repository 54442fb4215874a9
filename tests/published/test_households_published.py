"""The household risk of sdcMicro, on the file it was computed from."""

from __future__ import annotations

import json
from typing import Any

import polars as pl
import pytest

from discret import Dataset
from discret.assess import HouseholdRisk, IndividualRisk
from where import FIGURES, SHARED, needs_tables

PEERS = FIGURES / "peers.json"

pytestmark = needs_tables


@pytest.fixture(scope="module")
def case() -> dict[str, Any]:
    peers: dict[str, Any] = json.loads(PEERS.read_text(encoding="utf-8"))
    return peers["sdcmicro"]["testdata"]


@pytest.fixture(scope="module")
def data(case: dict[str, Any]) -> Dataset:
    frame = pl.read_csv(SHARED / case["file"], null_values="NA")
    return Dataset.of(frame, key=case["keys"], weight=case["weight"], household=case["household"])


@pytest.mark.parametrize("rule", ["known", "wildcard", "category"])
def test_records_expected_in_households_that_are_recognised(case, data, rule: str) -> None:
    # sdcMicro 5.8.0: measure_risk(testdata, keyVars, w, hid)$hier_risk_ER, the sum over records of
    # 1 - prod(1 - risk) over the household. All 12 decimals printed; no key is missing.
    finding = HouseholdRisk(formula="approximate", missing=rule).assess(data)
    found = finding.details["expected_reidentifications"]
    assert round(found, 12) == case["expected_reidentifications_household"]


def test_the_individual_risks_behind_are_those_of_sdcmicro_too(case, data) -> None:
    finding = IndividualRisk(formula="approximate").assess(data)
    found = finding.details["expected_reidentifications"]
    assert round(found, 12) == case["expected_reidentifications"]


def test_a_household_is_at_most_as_risky_as_its_members_together(data) -> None:
    # Boole's inequality, and the members of a household are never safer together.
    together = HouseholdRisk().assess(data)
    apart = IndividualRisk().assess(data)
    assert together.details["expected_households"] <= apart.details["expected_reidentifications"]
    assert together.value >= apart.value
