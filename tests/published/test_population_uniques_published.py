"""Population uniques of the Adult file, as ARX computes them.

The first figures are those of truth/peers.json (ARX 3.9.2, population "USA", which is
317 238 626 people in its class ARXPopulationModel). The others are asserted by ARX's own test
TestRiskMetrics.testDecisionRule2, on the same file and keys, with a sampling fraction in place of
a population. ARX compares four digits; all digits it writes are compared here, those of Pitman's
model up to the accuracy of its solver.
"""

from __future__ import annotations

import json
from functools import cache

import polars as pl
import pytest

from discret import Dataset
from discret.assess import PopulationUniques
from where import FIGURES, SHARED, needs_tables

PEERS = FIGURES / "peers.json"
USA = 317_238_626

pytestmark = needs_tables


@cache
def adult() -> Dataset:
    frame = pl.read_csv(SHARED / "data" / "adult" / "adult.csv", separator=";")
    return Dataset.of(frame, key=frame.columns)


def people(drawn: float) -> int:
    return round(len(adult()) / drawn)


@pytest.mark.parametrize("model", ["zayatz", "pitman"])
def test_the_share_of_uniques_in_the_united_states(model: str) -> None:
    risk = json.loads(PEERS.read_text(encoding="utf-8"))["arx"]["risk"]
    finding = PopulationUniques(model=model, population_size=USA).assess(adult())
    assert float(f"{finding.value:.6g}") == risk[model]
    assert float(f"{finding.details['sample_uniques_share']:.5f}") == risk["sample_uniques_share"]


@pytest.mark.parametrize(
    ("model", "drawn", "share"),
    [
        ("pitman", 0.1, 0.27684993883653597),
        ("zayatz", 0.1, 0.3207402393466189),
        ("zayatz", 0.2, 0.3577099234829125),
        ("pitman", 0.01, 0.1446083531167384),
        ("zayatz", 1.0, 0.5142895033485844),
    ],
)
def test_the_shares_that_arx_asserts(model: str, drawn: float, share: float) -> None:
    finding = PopulationUniques(model=model, population_size=people(drawn)).assess(adult())
    assert finding.value == pytest.approx(share, rel=1e-14 if model == "zayatz" else 1e-11)


@pytest.mark.parametrize(("drawn", "model"), [(0.1, "pitman"), (0.01, "pitman"), (1.0, "none")])
def test_the_rule_of_dankar_chooses_as_in_arx(drawn: float, model: str) -> None:
    finding = PopulationUniques(population_size=people(drawn)).assess(adult())
    assert finding.details["model"] == model
    assert finding.value == finding.details["pitman"]


def test_above_a_tenth_the_slide_model_is_fitted_where_that_of_arx_is_not() -> None:
    # ARX falls back on Zayatz (0.3577) for want of convergence: its second equation multiplies by
    # (1-s)^(a+2) where the law divides. Both equations hold here (tests/maths), and are lower.
    finding = PopulationUniques(population_size=people(0.2)).assess(adult())
    assert finding.details["model"] == "snb"
    assert finding.value == pytest.approx(0.3194593754, rel=1e-9)
    assert finding.details["zayatz"] == pytest.approx(0.3577099234829125, rel=1e-14)


@pytest.mark.parametrize(("drawn", "most"), [(0.05, 0.3), (0.1, 0.1), (0.3, 0.1), (0.5, 0.05)])
def test_a_sample_of_the_file_tells_the_uniques_of_the_file(drawn: float, most: float) -> None:
    # The file as a population of its own, whose uniques are known: 0.51429.
    truth = PopulationUniques(population_size=len(adult())).assess(adult()).value
    frame = adult().to_polars()
    found = [
        PopulationUniques(population_size=len(frame))
        .assess(Dataset.of(frame.sample(fraction=drawn, seed=seed), key=frame.columns))
        .value
        for seed in range(5)
    ]
    assert sum(found) / len(found) == pytest.approx(truth, rel=most)
