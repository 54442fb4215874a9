"""Unary encoding: ε by its definition with whole numbers, unbiased counts, variances of Wang."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp, expm1, log
from typing import Literal

import numpy as np
import pytest

from discret.maths.privacy.chance import BITS, pretended
from discret.maths.privacy.unary import Limits, encoded, estimated, limits

KINDS: tuple[Literal["optimised", "symmetric"], ...] = ("optimised", "symmetric")
EPSILONS = (0.01, 0.5, 1.0, log(3), 4.0, 20.0)


def ratio(told: Limits) -> Fraction:
    """The largest ratio of chances over all reports of three bits, in exact fractions."""
    whole = 1 << BITS
    found = []
    for shown in product((0, 1), repeat=3):
        chances = []
        for true in (0, 1):
            chance = Fraction(1)
            for bit, seen in enumerate(shown):
                own = Fraction(told.own if bit == true else told.other, whole)
                chance *= own if seen else 1 - own
            chances.append(chance)
        found.append(chances[0] / chances[1])
    return max(found)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_no_report_is_likelier_than_claimed(epsilon: float, kind: Literal["optimised"]) -> None:
    """Exactly so: thresholds are whole numbers, rounded towards privacy."""
    found = ratio(limits(epsilon, kind))
    assert log(found) == pytest.approx(epsilon, rel=1e-9)
    assert float(found) <= exp(epsilon) * (1 + 1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_counts_are_estimated_without_bias(kind: Literal["optimised", "symmetric"]) -> None:
    true = np.array([700, 250, 50, 0])
    codes = np.repeat(np.arange(4), true)
    told = limits(1.5, kind)
    found = [
        estimated(encoded(codes, 4, told, pretended(seed)).sum(axis=0), 1000, told.told)
        for seed in range(400)
    ]
    counts, errors = (
        np.array([run.counts for run in found]), np.sqrt([run.variances for run in found])
    )  # fmt: skip
    spread = counts.std(axis=0)
    assert np.abs(counts.mean(axis=0) - true).max() < 4.5 * spread.max() / np.sqrt(400)
    assert errors.mean(axis=0) == pytest.approx(spread, rel=0.15)


def test_the_variance_of_a_rare_value_is_that_of_the_paper() -> None:
    """Wang et al. (2017), equation 9: 4 n e^ε / (e^ε - 1)²."""
    for epsilon in EPSILONS[1:5]:
        told = limits(epsilon, "optimised").told
        variance = estimated(np.array([1000 * told[1]]), 1000, told).variances[0]
        assert variance == pytest.approx(4 * 1000 * exp(epsilon) / expm1(epsilon) ** 2, rel=1e-9)


def test_bits_are_told_with_the_stated_chances() -> None:
    told = limits(1.0, "optimised")
    bits = encoded(np.ones(200_000, dtype=np.int64), 3, told, pretended(2)).mean(axis=0)
    own, other = told.told
    assert bits == pytest.approx([other, own, other], abs=5 * 0.5 / np.sqrt(200_000))
