"""Minimal sample uniques, their weights and DIS, against the definitions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import factorial, prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.identity.data_intrusion import dis, dis_scores
from discret.maths.identity.minimal_uniques import elliot_weights, ihsn_weights, minimal_uniques
from strategies import examples

FEW = examples(80)
Row = tuple[int, ...]
ROWS = st.integers(1, 5).flatmap(
    lambda width: st.lists(st.tuples(*[st.integers(-1, 2)] * width), min_size=1, max_size=12)
)


def alone(rows: list[Row], row: Row, columns: tuple[int, ...], people: Any = None) -> bool:
    """Whether nobody else carries what a record shows in some columns, none of it missing."""
    if any(row[column] < 0 for column in columns):
        return False
    same = [
        place
        for place, other in enumerate(rows)
        if all(other[column] == row[column] for column in columns)
    ]
    return len(same) == 1 if people is None else len({people[place] for place in same}) == 1


def minimal_sets(rows: list[Row], row: Row, size: int, people: Any = None) -> list[tuple[int, ...]]:
    """The sets on which a record is alone while it is alone on no part of them."""
    every = [
        combination
        for number in range(1, size + 1)
        for combination in combinations(range(len(row)), number)
        if alone(rows, row, combination, people)
    ]
    return [one for one in every if not any(set(other) < set(one) for other in every)]


def groups_of(rows: list[Row]) -> tuple[Any, Any]:
    return np.unique(rows, axis=0, return_counts=True)


@FEW
@given(ROWS, st.integers(1, 5))
def test_minimal_uniques_follow_the_definition(rows, size) -> None:
    codes, count = groups_of(rows)
    size = min(size, codes.shape[1])
    weights = np.arange(1, size + 1) ** 2.0 + 0.25
    found = minimal_uniques(codes, count, weights)
    for place, row in enumerate(map(tuple, codes.tolist())):
        sets = minimal_sets(rows, row, size)
        lengths = [len(one) for one in sets]
        assert found.number[place].tolist() == [lengths.count(k) for k in range(1, size + 1)]
        assert found.score[place] == sum(weights[length - 1] for length in lengths)
        assert found.smallest[place] == min(lengths, default=0)
        assert found.by_column[place].tolist() == [
            sum(weights[len(one) - 1] for one in sets if column in one)
            for column in range(codes.shape[1])
        ]


@FEW
@given(st.data(), ROWS)
def test_with_people_who_is_alone_is_a_person(data, rows) -> None:
    codes, ids, count = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    people = data.draw(st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows)))
    held = [np.array(people)[ids.ravel() == place] for place in range(len(codes))]
    ranges = np.array([one.min() for one in held]), np.array([one.max() for one in held])
    width = codes.shape[1]
    found = minimal_uniques(codes, count, elliot_weights(width, width), ranges)
    for place, row in enumerate(map(tuple, codes.tolist())):
        lengths = [len(one) for one in minimal_sets(rows, row, width, people)]
        assert found.number[place].tolist() == [lengths.count(k) for k in range(1, width + 1)]


@pytest.mark.parametrize(("values", "records"), [(4, 300), (9, 300), (30, 300), (2, 60)])
def test_rare_and_frequent_uniques_are_found_alike(values: int, records: int) -> None:
    # Few of the groups are alone on one column, most on several: both ways to hold them are used.
    rng = np.random.default_rng(values)
    rows = np.minimum(rng.integers(0, values, (records, 5)), rng.integers(0, values, (records, 5)))
    codes, count = groups_of(rows.tolist())
    every = [combination for size in range(1, 6) for combination in combinations(range(5), size)]
    seen = {one: Counter(map(tuple, rows[:, one].tolist())) for one in every}
    found = minimal_uniques(codes, count, elliot_weights(5, 5))
    for place, row in enumerate(codes):
        sets = [one for one in every if seen[one][tuple(row[list(one)].tolist())] == 1]
        least = [one for one in sets if not any(set(other) < set(one) for other in sets)]
        lengths = [len(one) for one in least]
        assert found.number[place].tolist() == [lengths.count(k) for k in range(1, 6)]


# ---------------------------------------------------------------- weights


@pytest.mark.parametrize("columns", range(1, 18))
def test_all_sizes_weigh_factorials(columns: int) -> None:
    wanted = [float(factorial(columns - k)) for k in range(1, columns + 1)]
    assert elliot_weights(columns, columns).tolist() == wanted
    assert elliot_weights(columns, columns + 3).tolist() == wanted


@pytest.mark.parametrize(("columns", "size"), [(2, 1), (7, 3), (9, 8), (200, 2)])
def test_fewer_sizes_weigh_the_published_product(columns: int, size: int) -> None:
    # Benschop, Machingauta & Welch (2021): the product of (ATT - i) for i from k to M < ATT.
    wanted = [float(prod(columns - i for i in range(k, size + 1))) for k in range(1, size + 1)]
    assert elliot_weights(columns, size).tolist() == wanted


@pytest.mark.parametrize(("columns", "size"), [(1, 1), (4, 4), (7, 3), (17, 17)])
def test_the_other_weights_are_those_of_sdcmicro(columns: int, size: int) -> None:
    # sdcMicro, suda2(original_scores = FALSE): (2^n - 1) * k! * n! / ATT!, with n = ATT - k.
    wanted = [
        float(Fraction((2 ** (columns - k) - 1) * factorial(k) * factorial(columns - k),
                       factorial(columns)))
        for k in range(1, size + 1)
    ]  # fmt: skip
    assert ihsn_weights(columns, size).tolist() == pytest.approx(wanted, rel=1e-15)


# ---------------------------------------------------------------- DIS


SCORES = st.lists(st.integers(1, 5000).map(float), min_size=1, max_size=8)
SHARES = st.floats(0.0001, 1.0)


@FEW
@given(SCORES, st.integers(0, 50), SHARES, st.integers(1, 27))
def test_dis_scores_are_those_of_sdcmicro(scores, paired, fraction, columns) -> None:
    # As sdcMicro writes it: 1 / (1 + (U / Dis - U) / (score^Q * AdjFactor)); U cancels out.
    number = len(scores)
    file = dis(number, paired, fraction)
    q = 1 + (8 - columns) / 20
    total = sum(score**-q for score in scores)
    wanted = [1 / (1 + (number / file - number) / (score**q * total)) for score in scores]
    found = dis_scores(np.array(scores), np.ones(number, dtype=int), paired, fraction, columns)
    assert found.tolist() == pytest.approx(wanted, rel=1e-9)


@FEW
@given(SCORES, st.integers(0, 50), SHARES, st.integers(1, 60))
def test_a_higher_score_is_never_a_lower_risk(scores, paired, fraction, columns) -> None:
    scores = np.sort(scores)
    risk = dis_scores(scores, np.ones(len(scores)), paired, fraction, columns)
    assert (np.diff(risk) >= 0).all()
    assert ((risk > 0) & (risk <= 1)).all()


def test_a_group_of_several_records_counts_as_many_times() -> None:
    apart = dis_scores(np.array([2.0, 2.0, 6.0]), np.array([1, 1, 1]), 9, 0.1, 5)
    together = dis_scores(np.array([2.0, 6.0]), np.array([2, 1]), 9, 0.1, 5)
    assert apart[1:].tolist() == together.tolist()


def test_equal_scores_have_the_risk_of_the_file() -> None:
    risk = dis_scores(np.array([3.0] * 4), np.ones(4), 6, 0.01, 4)
    assert risk.tolist() == pytest.approx([dis(4, 6, 0.01)] * 4)


def test_without_pairs_or_in_a_census_a_match_is_right() -> None:
    assert dis_scores(np.array([0.0, 2.0]), np.ones(2), 0, 0.01, 4).tolist() == [0.0, 1.0]
    assert dis_scores(np.array([0.0, 2.0]), np.ones(2), 9, 1.0, 4).tolist() == [0.0, 1.0]
    assert (dis(4, 0, 0.01), dis(4, 9, 1.0)) == (1.0, 1.0)


def test_where_nobody_is_alone_there_is_no_match() -> None:
    assert dis(0, 6, 0.01) is None
    assert dis(0, 0, 1.0) is None
    assert dis_scores(np.zeros(2), np.ones(2), 6, 0.01, 4).tolist() == [0.0, 0.0]
