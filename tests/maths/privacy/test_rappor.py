"""RAPPOR: chances of bits, ε by its definition, and counts decoded from many answers."""

from __future__ import annotations

from itertools import product
from math import log
from typing import Any

import numpy as np
import pytest

from discret.maths.privacy.chance import pretended
from discret.maths.privacy.rappor import (
    Settings,
    counted,
    decoded,
    f_of,
    instantaneous,
    kept_words,
    patterns,
    permanent,
)


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
    chance = pretended(3)
    words = chance.words(2 * number).reshape(number, 2)
    bits = permanent(known[0, 0][None].repeat(number, axis=0), settings.f, words)
    shown = instantaneous(bits, settings.p, settings.q, chance).mean(axis=0)
    assert shown == pytest.approx(settings.told, abs=5 * 0.5 / np.sqrt(number))


NAMES = [f"value {place}" for place in range(40)]
SETTINGS = Settings(bits=64, hashes=2, cohorts=8, f=0.25, p=0.35, q=0.65)


def reported(codes: Any, known: Any, seed: int) -> Any:
    """The answers of people with these values, in cohorts of their own, and what is decoded."""
    chance = pretended(seed)
    cohorts = chance.below(SETTINGS.cohorts, len(codes))
    words = chance.words(len(codes) * SETTINGS.bits).reshape(-1, SETTINGS.bits)
    bits = permanent(known[cohorts, codes], SETTINGS.f, words)
    answers = instantaneous(bits, SETTINGS.p, SETTINGS.q, chance)
    ones, number = counted(answers, cohorts, SETTINGS.cohorts)
    return decoded(ones, number, known, SETTINGS)


def test_counts_are_decoded() -> None:
    known, true = patterns(NAMES, SETTINGS), np.zeros(40)
    true[:5] = [30_000, 20_000, 8_000, 2_000, 0]
    found = reported(np.repeat(np.arange(40), true.astype(int)), known, seed=6)
    off = (found.counts - true) / found.errors
    assert np.abs(off).max() < 4.5
    assert found.errors.max() < 2_500
    assert 0.6 < off.std() < 1.5  # the errors are those that are told


def test_counts_are_decoded_without_bias_and_errors_are_theirs() -> None:
    known, true = patterns(NAMES[:6], SETTINGS), np.array([900, 600, 300, 150, 50, 0])
    codes = np.repeat(np.arange(6), true)
    runs = [reported(codes, known, seed) for seed in range(200)]
    counts, errors = (
        np.array([getattr(run, name) for run in runs]) for name in ("counts", "errors")
    )
    spread = counts.std(axis=0)
    assert np.abs(counts.mean(axis=0) - true).max() < 4 * spread.max() / np.sqrt(len(runs))
    assert errors.mean(axis=0) == pytest.approx(spread, rel=0.25)
    inside = np.abs(counts - true) < 1.96 * errors
    assert 0.92 < inside.mean() < 0.98


def test_candidates_whose_bits_are_the_same_are_not_decoded() -> None:
    known = np.repeat(patterns(["a"], SETTINGS), 2, axis=1)
    codes = np.zeros(100, dtype=np.int64)
    assert reported(codes, known, seed=1) is None
    nobody = np.zeros((SETTINGS.cohorts, SETTINGS.bits)), np.zeros(SETTINGS.cohorts)
    assert decoded(*nobody, patterns(["a"], SETTINGS), SETTINGS) is None


def test_words_of_a_secret_are_spread_evenly_and_kept() -> None:
    """Each bit of a word is set half of the time, and words of other people are others."""
    drawn = kept_words(b"s" * 64, [f"person {place}" for place in range(5000)], 4)
    bits = np.unpackbits(drawn.view(np.uint8)).reshape(5000, -1).mean(axis=0)
    assert np.abs(bits - 0.5).max() < 5 * 0.5 / np.sqrt(5000)
    assert len(np.unique(drawn)) == drawn.size
    assert (drawn[3] == kept_words(b"s" * 64, ["person 3"], 4)).all()


@pytest.mark.parametrize(("epsilon", "hashes"), [(log(3), 1), (log(3), 2), (0.1, 1), (8.0, 4)])
def test_the_share_of_chance_for_an_epsilon(epsilon: float, hashes: int) -> None:
    assert Settings(hashes=hashes, f=f_of(epsilon, hashes)).permanent == pytest.approx(epsilon)
