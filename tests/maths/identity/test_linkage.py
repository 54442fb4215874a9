"""Nearest originals: all pairs compared in exact fractions, ties, blanks and flat directions."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.identity.linkage import linked, whitening
from strategies import examples

NAN = math.nan
BOTH = pytest.mark.parametrize("distance", ["standardised", "mahalanobis"])


def credited(distances: list[Any], right: int) -> tuple[float, float]:
    """The chances that the right one is taken first, and second, ties broken by lot."""
    ahead = sum(distance < distances[right] for distance in distances)
    tied = sum(distance == distances[right] for distance in distances)
    places = range(ahead + 1, ahead + tied + 1)
    return (1 in places) / tied, (2 in places) / tied


def by_pairs(
    released: list[list[float]], original: list[list[float]], place: list[int]
) -> tuple[list[float], list[float]]:
    """The standardised distance over all pairs, in exact fractions; blanks pattern by pattern."""
    first, second = [], []
    for record, own in zip(released, place, strict=True):
        shown = [j for j, value in enumerate(record) if not math.isnan(value)]
        known = [i for i, row in enumerate(original) if not any(math.isnan(row[j]) for j in shown)]
        if own not in known:
            first.append(0.0)
            second.append(0.0)
            continue
        columns = [[Fraction(original[i][j]) for i in known] for j in shown]
        means = [sum(column) / len(column) for column in columns]
        spread = [
            sum((value - mean) ** 2 for value in column)
            for column, mean in zip(columns, means, strict=True)
        ]
        distances = [
            sum(
                ((Fraction(record[j]) - Fraction(original[i][j])) ** 2 / spread[n]
                 for n, j in enumerate(shown) if spread[n]),
                Fraction(0),
            )
            for i in known
        ]  # fmt: skip
        one, other = credited(distances, known.index(own))
        first.append(one)
        second.append(other)
    return first, second


@st.composite
def files(draw: st.DrawFn, *, blanks: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """An original, and a release of a part of it: few values, so that there are many ties."""
    columns = draw(st.integers(1, 3))
    size = draw(st.integers(1, 10))
    numbers = st.sampled_from([-2.0, 0.0, 0.25, 1.0, 3.0, *([NAN] if blanks else [])])
    row = st.lists(numbers, min_size=columns, max_size=columns)
    original = draw(st.lists(row, min_size=size, max_size=size))
    place = draw(st.permutations(range(size)))[: draw(st.integers(1, size))]
    moves = st.sampled_from([0.0, 0.0, 0.25, -1.0, *([NAN] if blanks else [])])
    released = [[value + draw(moves) for value in original[own]] for own in place]
    return np.array(released), np.array(original), np.array(place)


@examples(200)
@given(files(blanks=False))
def test_credits_are_those_of_all_pairs(drawn) -> None:
    released, original, place = drawn
    found = linked(released, original, place, "standardised")
    first, second = by_pairs(released.tolist(), original.tolist(), place.tolist())
    assert found.first.tolist() == pytest.approx(first, rel=1e-12)
    assert found.second.tolist() == pytest.approx(second, rel=1e-12)


@examples(200)
@given(files(blanks=True))
def test_blanks_are_linked_by_what_is_left(drawn) -> None:
    released, original, place = drawn
    found = linked(released, original, place, "standardised")
    first, second = by_pairs(released.tolist(), original.tolist(), place.tolist())
    assert found.first.tolist() == pytest.approx(first, rel=1e-12)
    assert found.second.tolist() == pytest.approx(second, rel=1e-12)


@pytest.mark.parametrize("noise", [0.01, 0.3, 2.0])
@BOTH
def test_noise_on_many_records_against_all_pairs(distance: Any, noise: float) -> None:
    rng = np.random.default_rng(11)
    mixing = np.array([[1.0, 0.8, 0.1], [0.0, 0.5, 0.2], [0.0, 0.0, 100.0]])
    original = rng.normal(size=(400, 3)) @ mixing
    place = rng.permutation(400)[:250]
    released = original[place] + noise * original.std(axis=0) * rng.normal(size=(250, 3))
    if distance == "standardised":
        inverse = np.diag(1 / original.var(axis=0))
    else:
        inverse = np.linalg.inv(np.cov(original.T) + np.cov(released.T))
    gaps = released[:, None, :] - original[None, :, :]
    squares = np.einsum("ijk,kl,ijl->ij", gaps, inverse, gaps)
    ranks = (squares < squares[np.arange(250), place][:, None]).sum(axis=1)
    found = linked(released, original, place, distance)
    assert found.first.tolist() == (ranks == 0).astype(float).tolist()
    assert found.second.tolist() == (ranks == 1).astype(float).tolist()


@BOTH
@pytest.mark.parametrize("copies", [1, 2, 7, 300])
def test_records_that_are_alike_share_the_credit(distance: Any, copies: int) -> None:
    original = np.repeat([[0.0, 1.0], [5.0, -3.0]], copies, axis=0)
    found = linked(original, original, np.arange(2 * copies), distance)
    assert found.first.tolist() == pytest.approx([1 / copies] * 2 * copies)
    second = 0 if copies == 1 else 1 / copies
    assert found.second.tolist() == pytest.approx([second] * 2 * copies)


@BOTH
def test_many_equally_near_points_are_all_found(distance: Any) -> None:
    # 40 points on two circles around the origin, the released record in the middle.
    turns = np.arange(20) * 2 * np.pi / 20
    ring = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    original = np.concatenate([ring, 2 * ring])
    found = linked(np.zeros((2, 2)), original, np.array([3, 25]), distance)
    assert found.first.tolist() == pytest.approx([1 / 20, 0])
    assert found.second.tolist() == pytest.approx([1 / 20, 0])


@BOTH
def test_ties_are_seen_through_rounding(distance: Any) -> None:
    # 0.15 is as far from 0.1 as from 0.2, but not in the binary writing of these numbers.
    original = np.array([[0.1], [0.2], [9.0]])
    assert abs(0.15 - 0.1) != abs(0.2 - 0.15)
    found = linked(np.array([[0.15]]), original, np.array([1]), distance)
    assert found.first.tolist() == pytest.approx([0.5])


def test_one_enormous_number_does_not_blur_the_others() -> None:
    # The standard deviation is 1e10: the others differ by 1e-10 of it, and are still told apart.
    original = np.array([[float(value)] for value in [*range(100), 10**12]])
    found = linked(original + 0.25, original, np.arange(101), "standardised")
    assert found.first.tolist() == [1.0] * 101


@BOTH
def test_a_constant_column_says_nothing(distance: Any) -> None:
    rng = np.random.default_rng(5)
    original = rng.normal(size=(50, 2))
    released = original + rng.normal(size=(50, 2)) / 3
    alone = linked(released, original, np.arange(50), distance)
    flat = np.full((50, 1), 0.1)
    wide = linked(np.hstack([released, flat]), np.hstack([original, flat]), np.arange(50), distance)
    assert alone.first.tolist() == wide.first.tolist()


@BOTH
def test_a_constant_that_was_replaced_by_another_says_nothing_either(distance: Any) -> None:
    # 0.1 fifty times has a mean that is not quite 0.1: its variance must not be taken for one.
    rng = np.random.default_rng(5)
    original = rng.normal(size=(50, 2))
    released = original + rng.normal(size=(50, 2)) / 3
    alone = linked(released, original, np.arange(50), distance)
    assert np.full(50, 0.1).std() > 0
    before, after = (
        np.hstack([original, np.full((50, 1), 0.1)]),
        np.hstack([released, np.full((50, 1), 0.2)]),
    )
    wide = linked(after, before, np.arange(50), distance)
    assert alone.first.tolist() == wide.first.tolist()


@BOTH
def test_where_nothing_varies_all_are_as_likely(distance: Any) -> None:
    original = np.full((4, 2), 0.1)
    found = linked(original[:3], original, np.array([0, 1, 3]), distance)
    assert found.first.tolist() == [0.25] * 3
    assert found.second.tolist() == [0.25] * 3


@pytest.mark.parametrize("copy", [lambda x: 2 * x + 1, lambda x: -x / 3])
def test_a_column_that_follows_from_another_adds_nothing_to_mahalanobis(copy: Any) -> None:
    rng = np.random.default_rng(6)
    original = rng.normal(size=(80, 2)) * [1, 1000]
    released = original + rng.normal(size=(80, 2)) * [0.3, 300]
    alone = linked(released, original, np.arange(80), "mahalanobis")
    doubled = [np.hstack([each, copy(each[:, :1])]) for each in (released, original)]
    wide = linked(*doubled, np.arange(80), "mahalanobis")
    assert alone.first.tolist() == wide.first.tolist()
    assert 0.05 < alone.first.mean() < 0.95


@pytest.mark.parametrize("change", [lambda x: x * [1000, 0.001], lambda x: np.add(x, [5e6, -3])])
@BOTH
def test_units_and_origins_do_not_matter(distance: Any, change: Any) -> None:
    rng = np.random.default_rng(8)
    original = rng.normal(size=(60, 2))
    released = original + rng.normal(size=(60, 2)) / 2
    one = linked(released, original, np.arange(60), distance)
    other = linked(change(released), change(original), np.arange(60), distance)
    assert one.first.tolist() == other.first.tolist()


def test_mahalanobis_does_not_depend_on_how_columns_are_combined() -> None:
    rng = np.random.default_rng(9)
    original = rng.normal(size=(70, 3))
    released = original + rng.normal(size=(70, 3)) / 2
    mixed = np.array([[1.0, 2.0, 0.0], [0.0, 1.0, 3.0], [1.0, 0.0, 1.0]])
    one = linked(released, original, np.arange(70), "mahalanobis")
    other = linked(released @ mixed, original @ mixed, np.arange(70), "mahalanobis")
    assert one.first.tolist() == other.first.tolist()


@BOTH
def test_one_record_is_its_own(distance: Any) -> None:
    found = linked(np.array([[3.0]]), np.array([[2.0]]), np.array([0]), distance)
    assert (found.first.tolist(), found.second.tolist()) == ([1.0], [0.0])


@BOTH
def test_an_original_that_cannot_be_compared_is_not_found(distance: Any) -> None:
    original = np.array([[1.0, NAN], [2.0, 5.0], [4.0, 7.0]])
    released = np.array([[1.0, 5.5], [NAN, NAN], [2.0, NAN]])
    found = linked(released, original, np.array([0, 1, 1]), distance)
    assert found.first.tolist() == pytest.approx([0, 1 / 3, 1])


def test_the_whitened_original_has_unit_variance() -> None:
    rng = np.random.default_rng(10)
    original = rng.normal(size=(500, 3)) @ rng.normal(size=(3, 3))
    centre, matrix = whitening(original, original, "mahalanobis")
    assert np.cov(((original - centre) @ matrix).T) == pytest.approx(np.eye(3) / 2, abs=1e-9)
