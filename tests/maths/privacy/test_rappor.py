"""RAPPOR: chances of bits, ε by its definition, and counts decoded from many answers."""

from __future__ import annotations

from itertools import product
from math import log

import numpy as np
import pytest

from discret.maths.privacy.chance import pretended
from discret.maths.privacy.rappor import Settings, decoded, instantaneous, patterns, permanent


def chance_of(bits: tuple[int, ...], told: tuple[int, ...], settings: Settings) -> float:
    """Return the chance of one answer, bit by bit: permanent, then instantaneous."""
    whole = 1.0
    for bit, shown in zip(bits, told, strict=True):
        one = settings.f / 2 + (1 - settings.f) * bit
        set_ = one * settings.q + (1 - one) * settings.p
        whole *= set_ if shown else 1 - set_
    return whole


@pytest.mark.parametrize("settings", [Settings(hashes=2), Settings(f=0.25, p=0.4, q=0.6)])
def test_the_epsilon_of_an_answer_is_the_largest_ratio_of_chances(settings: Settings) -> None:
    """Two values whose bits have nothing in common, over all answers of four bits."""
    one, other = (1, 1, 0, 0), (0, 0, 1, 1)
    ratios = [
        log(chance_of(one, told, settings) / chance_of(other, told, settings))
        for told in product((0, 1), repeat=4)
    ]
    assert max(ratios) == pytest.approx(settings.instantaneous)


def test_the_epsilon_of_all_answers_is_that_of_the_permanent_bits() -> None:
    settings = Settings(hashes=2, f=0.5, p=0.0, q=1.0)  # told as they are, for ever
    one, other = (1, 1, 0, 0), (0, 0, 1, 1)
    ratios = [
        log(chance_of(one, told, settings) / chance_of(other, told, settings))
        for told in product((0, 1), repeat=4)
    ]
    assert max(ratios) == pytest.approx(settings.permanent)


def test_bits_are_told_with_the_stated_chances() -> None:
    settings = Settings(bits=2, f=0.3, p=0.4, q=0.8)
    known = np.array([[[1, 0]]], dtype=np.uint8)
    number = 200_000
    zeros = np.zeros(number, dtype=np.int64)
    chance = pretended(3)
    bits = permanent(zeros, zeros, known, settings.f, chance)
    shown = instantaneous(bits, settings.p, settings.q, chance).mean(axis=0)
    assert shown == pytest.approx(settings.told, abs=5 * 0.5 / np.sqrt(number))


def test_counts_are_decoded() -> None:
    settings = Settings(bits=64, hashes=2, cohorts=8, f=0.25, p=0.35, q=0.65)
    names = [f"value {place}" for place in range(40)]
    known, rng = patterns(names, settings), np.random.default_rng(5)
    true = np.zeros(40)
    true[:5] = [30_000, 20_000, 8_000, 2_000, 0]
    codes = np.repeat(np.arange(40), true.astype(int))
    cohorts = rng.integers(0, settings.cohorts, len(codes))
    chance = pretended(6)
    bits = permanent(codes, cohorts, known, settings.f, chance)
    answers = instantaneous(bits, settings.p, settings.q, chance)
    found = decoded(answers, cohorts, known, settings)
    off = (found.counts - true) / found.errors
    assert np.abs(off).max() < 4.5
    assert found.errors.max() < 2_500
    assert 0.6 < off.std() < 1.5  # the errors are those that are told
