"""The same numbers as sdcMicro and ARX, on the files they were computed from.

All figures are those of truth/peers.json; the three files have no missing value, so the
three rules for missing values agree, and sdcMicro's (wildcard) is used for what is sdcMicro's.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import polars as pl
import pytest

from discret import Dataset
from discret.assess import Attackers, IndividualRisk, KAnonymity
from where import FIGURES, SHARED, needs_tables

PEERS = FIGURES / "peers.json"

pytestmark = needs_tables

FILES = pytest.mark.parametrize("name", ["testdata", "survey_100k"])


@cache
def peer(name: str) -> dict[str, Any]:
    return json.loads(PEERS.read_text(encoding="utf-8"))[name]


@cache
def sdcmicro(name: str) -> Dataset:
    case = peer("sdcmicro")[name]
    frame = pl.read_csv(SHARED / case["file"], null_values="NA")
    return Dataset.of(frame, key=case["keys"], weight=case["weight"])


@cache
def adult() -> Dataset:
    frame = pl.read_csv(SHARED / "data" / "adult" / "adult.csv", separator=";")
    return Dataset.of(frame, key=frame.columns)


# ---------------------------------------------------------------- sdcMicro 5.8.0


@FILES
def test_no_key_is_missing(name: str) -> None:
    assert not sdcmicro(name).keys.has_missing


@FILES
def test_records_alone_in_pairs_and_below_five(name: str) -> None:
    # "uniques", "pairs" and "below_5" count records, not groups: sdcMicro prints the number of
    # observations that violate 2-, 3- and 5-anonymity, and 157 + 124 = 281, 937 + 1136 = 2073 are
    # its "lower_bound" of suppressions for k = 3. An even number of records makes pairs.
    case = peer("sdcmicro")[name]
    finding = KAnonymity(k=5, missing="wildcard").assess(sdcmicro(name))
    assert finding.details["uniques"] == case["uniques"]
    assert finding.details["pairs"] == case["pairs"]
    assert finding.details["records_failing"] == case["below_5"]


def test_records_below_three_are_the_lower_bounds_of_suppressions() -> None:
    below = [
        KAnonymity(k=3).assess(sdcmicro(name)).details["records_failing"]
        for name in ("testdata", "survey_100k")
    ]
    suppressions = peer("sdcmicro")["testdata"]["local_suppression"]
    assert below[0] == suppressions["k3"]["lower_bound"]
    assert below[1] == peer("sdcmicro")["survey_100k"]["local_suppression_k3"]["lower_bound"]
    five = KAnonymity(k=5).assess(sdcmicro("testdata")).details["records_failing"]
    assert five == suppressions["k5"]["lower_bound"]


@FILES
def test_expected_reidentifications(name: str) -> None:
    # Sum over records of sdcMicro's individual risk, with its approximation for f > 2; agreement
    # to the twelve decimals given (the last may differ with the order of the sums).
    measure = IndividualRisk(formula="approximate", missing="wildcard")
    found = measure.assess(sdcmicro(name)).details["expected_reidentifications"]
    wanted = peer("sdcmicro")[name]["expected_reidentifications"]
    assert found == pytest.approx(wanted, rel=0, abs=1e-12)


@FILES
def test_the_exact_formula_is_a_little_lower_than_the_approximation(name: str) -> None:
    # p / (f - (1 - p)) overstates E(1/F) for f > 2; f = 1 and 2 are exact in both.
    exact = IndividualRisk().assess(sdcmicro(name)).details["expected_reidentifications"]
    near = peer("sdcmicro")[name]["expected_reidentifications"]
    assert 0.995 * near < exact < near


# ---------------------------------------------------------------- ARX 3.9.2


def test_attackers_on_adult() -> None:
    # ARX prints six digits: its marketer is groups / records, 19502 / 30162.
    risk = peer("arx")["risk"]
    found = Attackers().assess(adult()).details
    assert found["marketer"] == pytest.approx(risk["marketer"], abs=5e-7)
    assert (found["groups"], found["records"]) == (19502, 30162)
    assert found["uniques_share"] == pytest.approx(risk["sample_uniques_share"], abs=5e-6)


def test_records_at_risk_on_adult() -> None:
    # Share of the records whose prosecutor risk 1/f is above 0.2, that is f < 5.
    wanted = peer("arx")["risk"]["records_at_risk_above_0.2"]
    found = Attackers(most=0.2).assess(adult()).details
    assert found["records_failing"] / found["records"] == pytest.approx(wanted, abs=5e-7)
    same = KAnonymity(k=5).assess(adult()).details
    assert same["records_failing"] == found["records_failing"]


# ---------------------------------------------------------------- the figures themselves


def test_literal_figures() -> None:
    # As printed by sdcMicro 5.8.0 and ARX 3.9.2, in case the truth file changes.
    small, large = (
        KAnonymity(k=5).assess(sdcmicro(n)).details for n in ("testdata", "survey_100k")
    )
    names = ("uniques", "pairs", "records_failing", "records")
    assert [small[name] for name in names] == [157, 124, 458, 4580]
    assert [large[name] for name in names] == [937, 1136, 4399, 100_000]
    measure = IndividualRisk(formula="approximate")
    found = [
        measure.assess(sdcmicro(name)).details["expected_reidentifications"]
        for name in ("testdata", "survey_100k")
    ]
    assert found == pytest.approx([10.778298918735, 445.131461578822], rel=0, abs=1e-12)
    arx = Attackers(most=0.2).assess(adult()).details
    assert arx["marketer"] == pytest.approx(0.646575, abs=5e-7)
    assert arx["uniques_share"] == pytest.approx(0.51429, abs=5e-6)
    assert arx["records_failing"] / arx["records"] == pytest.approx(0.778131, abs=5e-7)
