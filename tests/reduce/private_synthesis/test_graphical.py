"""The model of noisy marginals against what it is by hand, and records that follow it."""

from __future__ import annotations

import numpy as np
import pytest

from discret.maths.privacy.chance import SYSTEM
from discret.private.mechanisms import Guarantee
from discret.private.selection import choice
from discret.reduce.private_synthesis.graphical import Noisy, Space, spread
from discret.reduce.private_synthesis.marginals import UNITS, Spending

SPACE = Space((2, 3, 2))


@pytest.fixture(scope="module")
def joint() -> np.ndarray:
    return np.random.default_rng(1).integers(5, 60, (2, 3, 2)).astype(float)


def test_a_chain_is_what_it_is_by_hand(joint: np.ndarray) -> None:
    """Of a and b, and of b and c, the model of the largest entropy is p(a, b) p(b, c) / p(b)."""
    first, second = joint.sum(axis=2), joint.sum(axis=0)
    noisy = [Noisy((0, 1), first.ravel(), 1.0), Noisy((1, 2), second.ravel(), 1.0)]
    model = SPACE.fitted(noisy, joint.sum())
    by_hand = first[:, :, None] * second[None] / first.sum(axis=0)[None, :, None]
    assert model.marginal((0, 1)) == pytest.approx(first, rel=1e-4)
    assert model.marginal((0, 2)) == pytest.approx(by_hand.sum(axis=1), rel=1e-4)
    assert model.marginal((0, 1, 2)) == pytest.approx(by_hand, rel=1e-3)


def test_noisy_marginals_that_differ_are_weighed_by_their_noise(joint: np.ndarray) -> None:
    """A column told twice, once with nine times the variance: a mean of 9 to 1."""
    noisy = [Noisy((0,), np.array([60.0, 40.0]), 1.0), Noisy((0,), np.array([40.0, 60.0]), 3.0)]
    model = SPACE.fitted(noisy, 100.0)
    assert model.marginal((0,)) == pytest.approx([58.0, 42.0], abs=1e-3)


def test_records_follow_the_model(joint: np.ndarray) -> None:
    pairs = [((0, 1), joint.sum(axis=2)), ((1, 2), joint.sum(axis=0))]
    model = SPACE.fitted([Noisy(own, counts.ravel(), 1.0) for own, counts in pairs], joint.sum())
    drawn = np.stack(model.drawn(20_000, np.random.default_rng(2)), axis=1)
    for columns, counts in pairs:
        found = np.zeros(counts.shape)
        np.add.at(found, tuple(drawn[:, columns].T), 1)
        assert found / 20_000 == pytest.approx(counts / counts.sum(), abs=1e-3)


def test_cells_are_spread_evenly() -> None:
    rng = np.random.default_rng(3)
    law, parent = rng.random((4, 5)), rng.integers(0, 4, 1000)
    found = spread(law, parent, rng)
    for row in range(4):
        counts = np.bincount(found[parent == row], minlength=5)
        expected = (parent == row).sum() * law[row] / law[row].sum()
        assert np.abs(counts - expected).max() < 1 + 1e-9
    empty = spread(np.zeros((1, 2)), np.zeros(10, dtype=np.int64), rng)
    assert sorted(empty.tolist()) == [0] * 5 + [1] * 5


@pytest.mark.parametrize("ways", [1, 2])
def test_what_is_spent_is_what_theory_says(ways: int) -> None:
    """Laplace Δ/b, Gauss Δ²/2σ², a noisy maximum 2Δ/b or half of its square over four."""
    counts, scores = np.arange(5), np.array([0, 3 * UNITS])
    pure = Spending(Guarantee(1.0), ways, SYSTEM)
    noisy = pure.measured((0,), counts, 0.25)
    assert ways * np.sqrt(2) / noisy.deviation == pytest.approx(float(pure.spent), rel=1e-9)
    assert float(pure.spent) == pytest.approx(0.25, rel=1e-6)
    assert pure.chosen(scores, 0.5) in (0, 1)
    assert float(pure.spent) == pytest.approx(0.75, rel=1e-6)
    assert pure.within()
    gauss = Spending(Guarantee(rho=0.5), ways, SYSTEM)
    noisy = gauss.measured((0,), counts, 0.5)
    assert ways / (2 * noisy.deviation**2) == pytest.approx(float(gauss.spent), rel=1e-9)
    gauss.chosen(scores, 0.5)
    assert float(gauss.spent) == pytest.approx(0.5, rel=1e-6)
    assert gauss.within()
    gauss.chosen(scores, 0.01)
    assert not gauss.within()


def test_the_higher_score_is_chosen_as_often_as_a_noisy_maximum_does() -> None:
    """Two scores a whole count apart: no more than e^ε times as often, and more than half."""
    mechanism, _ = choice(UNITS, Guarantee(1.0))
    drawn = [mechanism([0, UNITS]) for _ in range(400)]
    assert 0.5 < np.mean(drawn) < np.e / (1 + np.e) + 0.1
