"""Differential privacy of seed 002: theorem 1 and example 14, with what D17 to D20 mend."""

from __future__ import annotations

import json
from fractions import Fraction
from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from discret.data.ledger.costs import Cost
from discret.data.ledger.ledger import Ledger
from discret.maths.privacy.composition import majority
from discret.maths.privacy.meaning import bound, epsilon_of, posterior, truthful
from discret.maths.privacy.rappor import Settings
from discret.maths.privacy.repetition import most_told
from discret.maths.privacy.response import chances, estimated
from discret.private import PrivateTable
from discret.private.after import consistent
from discret.private.mechanisms import Distance, Guarantee, measurement
from where import FIGURES


@pytest.fixture(scope="module")
def truth() -> dict[str, Any]:
    entries = json.loads((FIGURES / "seed_examples.json").read_text(encoding="utf-8"))
    return {entry["id"]: entry for entry in entries}


def test_theorem_1(truth: dict[str, Any]) -> None:
    expected = truth["002.theorem1"]["expected"]
    for row in expected:
        assert bound(row["eps"], row["n"]) == pytest.approx(row["P"], rel=1e-12)


def test_the_figures_that_are_stated_beside_it() -> None:
    """ε = 1 with two values is 0.731, not 0.75: that is ln 3 (D20)."""
    assert bound(1, 2) == pytest.approx(0.731, abs=5e-4)
    assert bound(1, 1000) == pytest.approx(0.0027, abs=5e-5)
    assert bound(10, 10**6) == pytest.approx(0.0216, abs=5e-5)
    assert bound(log(3), 2) == pytest.approx(0.75)


def test_fair_coins(truth: dict[str, Any]) -> None:
    """Example 14; ln 3 is 1.0986, printed as 1.09 (D18)."""
    expected = truth["002.rr"]["expected"]
    own = chances(expected["epsilon"], 2)
    assert own == pytest.approx((expected["P_yes_true"], expected["P_yes_false"]))
    assert log(own.truth / own.other) == pytest.approx(expected["epsilon"])
    assert truthful(expected["epsilon"]) == pytest.approx(truth["002.rr"]["parameters"]["p_truth"])
    example = expected["example"]
    shown = np.array([example["x_O"], example["n"] - example["x_O"]], dtype=float)
    found = estimated(shown, expected["epsilon"])
    assert found.counts[0] == pytest.approx(example["x_est"])
    assert found.variances[0] == pytest.approx(3 * example["n"] / 4)


def test_small_epsilon_is_halved_and_not_doubled(truth: dict[str, Any]) -> None:
    """D17: P = tanh(ε/2), near ε/2; the seed prints 2ε."""
    assert truth["002.rr_inverse"]["expected"]["limit"] == "ε/2"
    assert truthful(1e-4) / 1e-4 == pytest.approx(0.5, abs=1e-6)


def test_composition(truth: dict[str, Any], tmp_path: Path) -> None:
    """Theorem 2 and example 15, by the account: the sum, the dearest of parts, ε/k each."""
    expected = truth["002.composition"]["expected"]
    source = tmp_path / "answers.csv"
    source.write_text("answer\n", encoding="utf-8")
    ledger = Ledger.open(tmp_path / "b", source=source, epsilon=9, parts=["here", "there"])
    for _ in range(2):
        ledger.spend(Cost.of(epsilon=log(3)), name="the same question")
    assert float(ledger.spent.epsilon) == pytest.approx(expected["two_runs"])
    assert posterior(2 * log(3), 0.5) == pytest.approx(expected["posterior_two_yes"])
    ledger.spend(Cost.of(epsilon=1), name="x", part="here")
    ledger.spend(Cost.of(epsilon=2), name="x", part="there")
    assert float(ledger.spent.epsilon) == pytest.approx(expected["two_runs"] + 2)
    shared = Ledger.open(tmp_path / "c", source=source, epsilon=2, releases=7)
    assert sum(entry.cost.epsilon for entry in shared.calendar.entries) == Fraction(2)
    assert majority(0.75, 3) > 0.75  # who asks again and again learns more


def test_definition_8(truth: dict[str, Any]) -> None:
    """On sets of outputs, and after what is made of them; the neighbours are stated (D19)."""
    assert "post-processing" in truth["def.dp"]["what"]
    epsilon, runs = 1.0, 6_000
    mechanism, _ = measurement(Distance(1, 1), Guarantee(epsilon))
    one, other = (
        np.array([consistent(np.array(pair)) for pair in zip(*sides, strict=True)])
        for sides in (
            [mechanism([3] * runs), mechanism([2] * runs)],
            [mechanism([4] * runs), mechanism([2] * runs)],
        )
    )
    for least in range(9):
        first, second = (own[:, 0] >= least for own in (one, other))
        slack = 5 * np.sqrt(first.mean() / runs + exp(2) * second.mean() / runs) + 1e-3
        assert second.mean() <= exp(epsilon) * first.mean() + slack
        assert first.mean() <= exp(epsilon) * second.mean() + slack
    assert PrivateTable(epsilon=1).neighbours == "add_remove"
    assert PrivateTable(epsilon=1, neighbours="replace").distance.cells == 2


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
