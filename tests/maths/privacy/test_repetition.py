"""The repetition attack: all answers gone through one by one, and the numbers of the issue."""

from __future__ import annotations

from itertools import product
from math import comb

import numpy as np
import pytest

from discret.maths.privacy.repetition import bits_told, most_told, right_by_bits, right_by_count


def by_hand(truth: float, values: int, times: int) -> float:
    """Go through all answers and take the likeliest value: the truth is 0, ties are by lot."""
    other = (1 - truth) / (values - 1)
    right = 0.0
    for answers in product(range(values), repeat=times):
        counts = np.bincount(answers, minlength=values)
        chance = truth**counts * other ** (times - counts)  # of these answers, for each true value
        likeliest = np.isclose(chance, chance.max(), rtol=1e-9, atol=0)
        right += float(chance[0]) * likeliest[0] / likeliest.sum()
    return right


def bits_by_hand(own: float, other: float, values: int, times: int) -> float:
    right = 0.0
    for bits in product((0, 1), repeat=values * times):
        reports = np.array(bits).reshape(times, values)
        told = np.array([own] + [other] * (values - 1))
        chance = np.where(reports == 1, told, 1 - told).prod()
        counts = reports.sum(axis=0)
        right += float(chance) * (counts[0] == counts.max()) / (counts == counts.max()).sum()
    return right


@pytest.mark.parametrize("times", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    ("truth", "values"),
    [(0.75, 2), (0.5, 3), (0.2, 5), (0.1, 3), (0.25, 4), (0.25, 2), (0.0, 3), (0.1, 4)],
)
def test_the_likeliest_value(truth: float, values: int, times: int) -> None:
    assert most_told(truth, values, times) == pytest.approx(by_hand(truth, values, times))


@pytest.mark.parametrize(
    ("told", "values", "times"),
    [((0.5, 0.25), 3, 3), ((0.75, 0.25), 2, 4), ((0.5, 0.1), 4, 2), ((0.9, 0.0), 3, 2)],
)
def test_the_bit_told_most(told: tuple[float, float], values: int, times: int) -> None:
    assert bits_told(told, values, times) == pytest.approx(bits_by_hand(*told, values, times))


def test_many_answers_and_values() -> None:
    majority = sum(comb(101, right) * 0.6**right * 0.4 ** (101 - right) for right in range(51, 102))
    assert most_told(0.6, 2, 101) == pytest.approx(majority, rel=1e-9)
    assert most_told(0.02, 2000, 1) == pytest.approx(0.02)
    counts = np.random.default_rng(1).multinomial(200, [0.02] + [0.98 / 1999] * 1999, 3000)
    first = counts == counts.max(axis=1, keepdims=True)
    drawn = (first[:, 0] / first.sum(axis=1)).mean()
    assert most_told(0.02, 2000, 200) == pytest.approx(drawn, abs=5 * 0.5 / np.sqrt(3000))
    assert most_told(1 / 7, 7, 50) == pytest.approx(1 / 7)  # answers that tell nothing
    assert most_told(1.0, 3, 4) == most_told(0.3, 1, 4) == 1.0
    assert most_told(1e-6, 100_000, 200) == pytest.approx(1 / 99_800, rel=0.01)  # of those not told


def test_what_came_out_is_counted() -> None:
    rng = np.random.default_rng(3)
    whose, told = np.repeat(np.arange(400), 5), rng.integers(0, 4, 2000)
    true = rng.integers(0, 4, 400)
    counts = np.zeros((400, 4))
    np.add.at(counts, (whose, told), 1)
    first = counts == counts.max(axis=1, keepdims=True)
    expected = first[np.arange(400), true] / first.sum(axis=1)
    shuffled = rng.permutation(2000)
    assert right_by_count(whose[shuffled], told[shuffled], true).tolist() == expected.tolist()
    bits = np.eye(4, dtype=np.uint8)[told]
    assert right_by_bits(whose[shuffled], bits[shuffled], true).tolist() == expected.tolist()
