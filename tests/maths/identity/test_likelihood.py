"""The likeliest original: against Bayes' rule written out, and uniques against all draws."""

from __future__ import annotations

from itertools import product
from math import exp, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.identity import likelihood
from discret.maths.identity.likelihood import Categories, Numbers, likeliest, right_uniques
from strategies import examples


def matrix(rng: np.random.Generator, size: int, parts: int) -> np.ndarray:
    """Draw chances, some of them nought, with a missing state that stays."""
    drawn = rng.dirichlet([0.5] * size, (parts, size)) * (rng.random((parts, size, size)) < 0.7)
    drawn += np.eye(size) * 0.1
    whole = np.zeros((parts, size + 1, size + 1))
    whole[:, :size, :size] = drawn / drawn.sum(axis=2, keepdims=True)
    whole[:, size, size] = 1.0
    return whole


def category(rng: np.random.Generator, originals: int, place: np.ndarray) -> Categories:
    size, parts = int(rng.integers(2, 4)), int(rng.integers(1, 3))
    chances = matrix(rng, size, parts)
    true, part = rng.integers(0, size + 1, originals), rng.integers(0, parts, originals)
    shown = [rng.choice(size + 1, p=chances[part[at], true[at]]) for at in place]
    silent = rng.random(len(place)) < 0.2
    return Categories(chances, true, part, np.where(silent, -1, shown))


def by_bayes(
    columns: list[Categories], numbers: Numbers | None, own: np.ndarray, row: int, size: int
) -> tuple[float, float]:
    """Return the credit and the chance of the right original, original by original."""
    chance = [1.0] * size
    for at in range(size):
        for column in columns:
            if column.shown[row] >= 0:
                chance[at] *= column.chances[column.part[at], column.true[at], column.shown[row]]
        if numbers is not None:
            known = ~np.isnan(numbers.released[row])
            gap = (numbers.released[row] - numbers.original[at])[known]
            inverse = np.linalg.inv(numbers.covariance[np.ix_(known, known)])
            lost = np.isnan(gap).any()
            chance[at] *= 0.0 if lost else exp(-0.5 * gap @ inverse @ gap)
    best = max(chance)
    tied = sum(one >= best * (1 - 1e-9) for one in chance)
    mine = chance[own[row]]
    return (mine >= best * (1 - 1e-9)) / tied, mine / sum(chance)


@examples(60)
@given(st.integers(0, 10_000), st.integers(0, 2), st.booleans())
def test_links_and_chances_are_those_of_bayes(seed: int, many: int, counted: bool) -> None:
    rng = np.random.default_rng(seed)
    size = int(rng.integers(2, 9))
    own = rng.permutation(size)[: int(rng.integers(1, size + 1))]
    columns = [category(rng, size, own) for _ in range(many)]
    numbers = None
    if counted:
        spread = np.array([[1.0, 0.3], [0.3, 0.5]])
        old = rng.normal(size=(size, 2)).round(1)
        new = old[own] + rng.multivariate_normal(np.zeros(2), spread, len(own))
        new[rng.random(new.shape) < 0.2] = np.nan
        numbers = Numbers(old, new, spread)
    found = likeliest(columns, numbers, own, np.arange(len(own)), size)
    for row in range(len(own)):
        first, posterior = by_bayes(columns, numbers, own, row, size)
        assert found.first[row] == pytest.approx(first)
        assert found.posterior[row] == pytest.approx(posterior)


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    own = np.arange(40)
    column = category(rng, 40, own)
    old = rng.normal(size=(40, 1))
    numbers = Numbers(old, old + rng.normal(size=(40, 1)), np.eye(1))
    whole = likeliest([column], numbers, own, own, 40)
    monkeypatch.setattr(likelihood, "AT_ONCE", 90)
    parts = likeliest([column], numbers, own, own, 40)
    np.testing.assert_array_equal(whole.first, parts.first)
    np.testing.assert_allclose(whole.posterior, parts.posterior)


def test_who_could_not_have_become_it_is_not_linked() -> None:
    column = Categories(np.eye(3)[None], np.array([0, 1]), np.zeros(2, int), np.array([1, 1]))
    found = likeliest([column], None, np.arange(2), np.arange(2), 2)
    assert found.first.tolist() == found.posterior.tolist() == [0.0, 1.0]


def test_an_original_that_lacks_a_number_is_nobody_s() -> None:
    old = np.array([[np.nan], [2.0]])
    numbers = Numbers(old, np.array([[1.0], [2.5]]), np.eye(1))
    found = likeliest([], numbers, np.arange(2), np.arange(2), 2)
    assert found.first.tolist() == [0.0, 1.0]


def test_without_columns_every_original_is_as_likely() -> None:
    found = likeliest([], None, np.array([0, 4]), np.arange(2), 5)
    assert found.first.tolist() == found.posterior.tolist() == [0.2, 0.2]


def test_numbers_without_an_error_are_compared_exactly() -> None:
    old = np.array([[1.0], [1.1], [1.1]])
    found = likeliest([], Numbers(old, old, np.zeros((1, 1))), np.arange(3), np.arange(3), 3)
    assert found.first.tolist() == [1.0, 0.5, 0.5]


@examples(40)
@given(st.integers(0, 10_000))
def test_right_uniques_are_those_of_all_draws(seed: int) -> None:
    rng = np.random.default_rng(seed)
    size = int(rng.integers(1, 4))
    columns = [category(rng, size, np.arange(size)) for _ in range(2)]
    records = range(size)
    states = list(product(*(range(column.chances.shape[1]) for column in columns)))
    expected = 0.0
    for drawn in product(states, repeat=size):
        chance = prod(
            column.chances[column.part[at], column.true[at], drawn[at][c]]
            for at in records
            for c, column in enumerate(columns)
        )
        true = [tuple(column.true[at] for column in columns) for at in records]
        expected += chance * sum(
            drawn[at] == true[at] and drawn.count(drawn[at]) == 1 for at in records
        )
    assert right_uniques(columns) == pytest.approx(expected)
