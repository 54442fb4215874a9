"""Differential privacy of seed 002: theorem 1 and example 14, with what D17 to D20 mend."""

from __future__ import annotations

import json
from math import log
from typing import Any

import pytest

from discret.maths.privacy.meaning import bound, epsilon_of, posterior, truthful
from where import FIGURES


@pytest.fixture(scope="module")
def truth() -> dict[str, Any]:
    entries = json.loads((FIGURES / "seed_examples.json").read_text(encoding="utf-8"))
    return {entry["id"]: entry for entry in entries}


def test_theorem_1(truth: dict[str, Any]) -> None:
    expected = truth["002.theorem1"]["expected"]
    for row in expected:
        assert bound(row["eps"], row["n"]) == pytest.approx(row["P"], rel=1e-12)


def test_randomised_response(truth: dict[str, Any]) -> None:
    expected = truth["002.rr_inverse"]["expected"]
    for name, epsilon in (("ε=ln3", log(3)), ("ε=0.1", 0.1), ("ε=0.01", 0.01)):
        assert truthful(epsilon) == pytest.approx(expected[name], rel=1e-12)


def test_posteriors(truth: dict[str, Any]) -> None:
    expected = truth["002.rr"]["expected"]
    for prior, after in expected["posterior_if_yes"].items():
        assert posterior(log(3), float(prior.removeprefix("prior "))) == pytest.approx(after)


def test_the_inverse_of_theorem_1() -> None:
    assert epsilon_of(0.1, 26) == pytest.approx(1.0217, abs=5e-5)
