"""Matrices of chances, against the numbers of the slides and against their definitions."""

from __future__ import annotations

from itertools import product
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.arrays import Floats
from discret.maths.perturbation.transitions import (
    drawn,
    entropies,
    epsilon,
    estimated,
    invariant,
    nearest_invariant,
    posterior,
    two_stage,
    uniform,
)

SEX = np.array([[0.85, 0.15], [0.1, 0.9]])


@st.composite
def matrices(draw: st.DrawFn) -> tuple[Floats, Floats]:
    size = draw(st.integers(2, 5))
    own = np.random.default_rng(draw(st.integers(0, 2**32)))
    keep = draw(st.floats(0.5, 0.95))
    matrix = keep * np.eye(size) + (1 - keep) * own.dirichlet(np.ones(size), size)
    return matrix, own.integers(1, 50, size).astype(float)


def test_the_slides() -> None:
    women_first = np.array([4.0, 3.0])
    assert women_first @ SEX == pytest.approx([3.7, 3.3])
    assert estimated(SEX, women_first, women_first).counts == pytest.approx([4.4, 2.6])
    after = np.array([3.0, 4.0])
    assert estimated(SEX, after, after).counts == pytest.approx([46 / 15, 59 / 15])
    found = two_stage(SEX, women_first)
    assert found[0, 0] == pytest.approx(0.8083538083538082)
    assert found[1, 0] == pytest.approx(0.25552825552825553)
    assert two_stage(SEX, after)[0, 0] == pytest.approx(0.7514124293785311)
    assert after @ two_stage(SEX, after) == pytest.approx(after)


@pytest.mark.parametrize(
    ("count", "shown", "lost"),
    [
        ((4.0, 3.0), (4, 3), 2.548025297539187),
        ((4.0, 3.0), (3, 4), 2.7407627710056057),
        ((3.0, 4.0), (3, 4), 2.5859759895445755),
        ((3.0, 4.0), (4, 3), 2.63402642909236),
    ],
)
def test_information_lost_on_the_slides(
    count: tuple[float, float], shown: tuple[int, int], lost: float
) -> None:
    each = entropies(posterior(SEX, np.array(count)))
    assert each @ np.array(shown) == pytest.approx(lost)
    assert each @ np.array(shown) / log(2) == pytest.approx(lost / log(2))


@given(matrices())
def test_invariant_matrices_are(given_: tuple[Floats, Floats]) -> None:
    matrix, count = given_
    allowed = np.ones(len(count), dtype=bool)
    for found in (two_stage(matrix, count), nearest_invariant(matrix, count)):
        assert count @ found == pytest.approx(count)
        assert found.sum(axis=1) == pytest.approx(np.ones(len(count)))
        assert (found >= 0).all()
    kept = invariant(0.7, count, allowed)
    assert count @ kept == pytest.approx(count)
    assert (np.diag(kept) >= 0.7).all()


@given(matrices())
def test_nearest_is_no_farther_than_others(given_: tuple[Floats, Floats]) -> None:
    matrix, count = given_

    def far(other: Floats) -> float:
        return float((count[:, None] * abs(other - matrix)).sum())

    best = far(nearest_invariant(matrix, count))
    assert best <= far(two_stage(matrix, count)) + 1e-7
    assert best <= far(np.eye(len(count))) + 1e-7


@given(matrices())
def test_the_estimate_has_no_bias_and_its_variance(given_: tuple[Floats, Floats]) -> None:
    """Over all that can be shown of a few records, each with its chance."""
    matrix, _ = given_
    true = np.arange(4) % len(matrix)
    counts, chances = [], []
    for shown in product(range(len(matrix)), repeat=4):
        chances.append(np.prod(matrix[true, shown]))
        count = np.bincount(shown, minlength=len(matrix)).astype(float)
        counts.append(estimated(matrix, count, count).counts)
    mean = np.array(chances) @ np.array(counts)
    own = np.bincount(true, minlength=len(matrix)).astype(float)
    assert mean == pytest.approx(own, abs=1e-7)
    apart = np.array(counts) - own
    covariance = (apart * np.array(chances)[:, None]).T @ apart
    exact = estimated(matrix, own @ matrix, own @ matrix).covariance
    assert covariance == pytest.approx(exact, abs=1e-6)


def test_what_cannot_be_inverted() -> None:
    none = np.full((2, 2), 0.5)
    assert estimated(none, np.ones(2), np.ones(2)) is None
    assert epsilon(none) == 0


def test_values_that_are_not_allowed_are_never_shown() -> None:
    allowed = np.array([True, False, True])
    for matrix in (uniform(0.6, allowed), invariant(0.6, np.array([5.0, 0, 3]), allowed)):
        assert matrix[[0, 2], 1].tolist() == [0, 0]
        assert matrix[1].tolist() == [0, 1, 0]
        shown = drawn(matrix, np.repeat([0, 2], 500), np.random.default_rng(1))
        assert set(shown) == {0, 2}


def test_draws_have_their_chances() -> None:
    matrix = np.array([[0.7, 0.2, 0.1], [0.0, 0.5, 0.5], [0.3, 0.3, 0.4]])
    codes = np.repeat([0, 1, 2], 40_000)
    shown = drawn(matrix, codes, np.random.default_rng(7))
    found = np.array([np.bincount(shown[codes == value], minlength=3) for value in range(3)])
    error = np.sqrt(matrix * (1 - matrix) / 40_000)
    assert (abs(found / 40_000 - matrix) <= 4.5 * error + 1e-12).all()
