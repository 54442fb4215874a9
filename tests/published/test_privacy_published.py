"""Differential privacy of seed 002: theorem 1 and example 14, with what D17 to D20 mend."""

from __future__ import annotations

import json
from math import log
from typing import Any

import pytest

from discret.maths.privacy.composition import majority
from discret.maths.privacy.meaning import bound, epsilon_of, posterior, truthful
from discret.maths.privacy.rappor import Settings
from discret.maths.privacy.repetition import most_told
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


@pytest.mark.parametrize(("answers", "right"), [(1, 0.75), (3, 0.84375), (5, 0.89648)])
def test_the_repetition_attack(answers: int, right: float) -> None:
    """Example 15: the value that comes most often. Half a unit of the last digit printed."""
    assert majority(0.75, answers) == pytest.approx(right, abs=5e-6)
    assert most_told(0.75, 2, answers) == pytest.approx(right, abs=5e-6)


def test_two_answers_amount_to_twice_the_epsilon(truth: dict[str, Any]) -> None:
    expected = truth["002.composition"]["expected"]
    assert posterior(expected["two_runs"], 0.5) == pytest.approx(expected["posterior_two_yes"])


def test_rappor_of_ln_3() -> None:
    """Erlingsson et al. (2014): one report with f = 0, one hash, q = 3/4 and p = 1/2 is ln 3."""
    assert Settings(hashes=1, f=0.0, p=0.5, q=0.75).instantaneous == pytest.approx(log(3))
