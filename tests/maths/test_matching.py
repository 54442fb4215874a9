"""Sums over matching groups, against pairs of groups compared one by one."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array, issparse

from by_hand import alike
from discret.maths import matching_by_row
from discret.maths.matching import RULES, ByPattern, Matching, group_ids
from discret.maths.matching_by_row import ByRow
from strategies import examples, rules

FEW = examples(100)


@st.composite
def code_matrices(draw: st.DrawFn) -> np.ndarray[Any, Any]:
    """Distinct rows of codes, -1 for missing."""
    width = draw(st.integers(1, 4))
    row = st.tuples(*[st.integers(-1, 2)] * width)
    rows = draw(st.lists(row, min_size=1, max_size=14, unique=True))
    return np.array(rows, dtype=np.int64)


ROADS = ("chosen", "by pattern", "by row", "by row, in small pieces")
SMALL = {"BLOCK": 20, "KEPT": 3, "BUCKETS": 2}  # many blocks, none kept; values share their bits
roads = st.sampled_from(ROADS)


def matched_sums(codes: np.ndarray[Any, Any], values: Any, rule: str, road: str = "chosen") -> Any:
    """Sum by the road that is chosen, or by one of them."""
    if rule == "category" or road == "chosen":
        return Matching.of(codes, rule).sums(values)
    if road == "by pattern":
        return ByPattern.of(codes, group_ids((codes >= 0).astype(int))[0], rule).sums(values)
    with patch.multiple(matching_by_row, **(SMALL if "small" in road else {"BLOCK": 1 << 24})):
        return ByRow(codes, codes, wild=rule == "wildcard").sums(values)


def matches(codes: np.ndarray[Any, Any], rule: str) -> np.ndarray[Any, Any]:
    """Groups × groups: 1 where the row's group is counted with the column's."""
    columns = [str(place) for place in range(codes.shape[1])]
    values = [[None if code < 0 else code for code in row] for row in codes.tolist()]
    named = [dict(zip(columns, row, strict=True)) for row in values]
    return np.array([[alike(row, other, columns, rule) for other in named] for row in named], int)


def numbers(draw: st.DrawFn, *shape: int, least: int = 1) -> np.ndarray[Any, Any]:
    size = int(np.prod(shape))
    drawn = draw(st.lists(st.integers(least, 9), min_size=size, max_size=size))
    return np.array(drawn, dtype=np.int64).reshape(shape)


@FEW
@given(roads, code_matrices(), rules, st.data())
def test_counts_are_summed_over_the_matching_groups(road, codes, rule, data) -> None:
    count = numbers(data.draw, len(codes))
    assert (
        matched_sums(codes, count, rule, road).tolist() == (matches(codes, rule) @ count).tolist()
    )


@FEW
@given(roads, code_matrices(), rules, st.data())
def test_a_matrix_is_summed_column_by_column(road, codes, rule, data) -> None:
    values = numbers(data.draw, len(codes), 3, least=0)
    found = matched_sums(codes, values, rule, road)
    assert found.shape == values.shape
    assert found.tolist() == (matches(codes, rule) @ values).tolist()


@FEW
@given(roads, code_matrices(), rules, st.data())
def test_a_sparse_matrix_stays_sparse_and_stores_no_zero(road, codes, rule, data) -> None:
    values = numbers(data.draw, len(codes), 3, least=0)
    found = matched_sums(codes, csr_array(values), rule, road)
    wanted = matches(codes, rule) @ values
    assert issparse(found)
    assert found.toarray().tolist() == wanted.tolist()
    assert np.diff(found.indptr).tolist() == (wanted > 0).sum(axis=1).tolist()


@FEW
@given(roads, code_matrices(), rules, st.data())
def test_weights_are_summed_as_floats(road, codes, rule, data) -> None:
    weight = numbers(data.draw, len(codes)) / 8
    found = matched_sums(codes, weight, rule, road)
    assert found.dtype == np.float64
    assert found.tolist() == (matches(codes, rule) @ weight).tolist()


@pytest.mark.parametrize("rule", RULES)
def test_nothing_moves_where_nothing_is_missing(rule: str) -> None:
    codes, count = np.array([[0, 1], [1, 0], [1, 1]]), np.array([4, 5, 6])
    assert matched_sums(codes, count, rule).tolist() == [4, 5, 6]


def test_a_blank_group_is_counted_with_everybody_but_protects_nobody_unless_wildcard() -> None:
    codes, count = np.array([[0, 0], [1, 1], [-1, -1]]), np.array([1, 1, 2])
    assert matched_sums(codes, count, "known").tolist() == [1, 1, 4]
    assert matched_sums(codes, count, "wildcard").tolist() == [3, 3, 4]
    assert matched_sums(codes, count, "category").tolist() == [1, 1, 2]


def test_the_values_given_are_not_changed() -> None:
    codes, count = np.array([[0], [-1]]), np.array([1, 2])
    matched_sums(codes, count, "wildcard")
    assert count.tolist() == [1, 2]


def questionnaire(records: int, columns: int) -> np.ndarray[Any, Any]:
    rng = np.random.default_rng(92)
    codes = rng.integers(0, 4, (records, columns))
    codes[:, 0] = rng.integers(0, 600, records)  # more values than a column has sets of bits
    return np.where(rng.random(codes.shape) < 0.15, -1, codes)


@pytest.mark.parametrize("rule", ["known", "wildcard"])
def test_many_keys_with_gaps_are_matched_row_by_row(rule: str) -> None:
    codes = questionnaire(700, 40)
    near = np.where(np.random.default_rng(1).random(codes.shape) < 0.1, -1, codes)
    codes = np.unique(np.vstack([codes, near]), axis=0)
    assert isinstance(Matching.of(codes, rule).road, ByRow)
    shown = codes >= 0
    wanted = [
        ((codes == one) | ~own | (~shown & (rule == "wildcard"))).all(axis=1).sum()
        for one, own in zip(codes, shown, strict=True)
    ]
    found = matched_sums(codes, np.ones(len(codes), dtype=np.int64), rule)
    assert found.tolist() == wanted
    assert max(wanted) > 1


def test_few_patterns_of_many_groups_are_matched_pattern_by_pattern() -> None:
    codes = np.stack([np.arange(30_000), np.arange(30_000) % 7], axis=1)
    codes[:9, 1] = -1
    assert isinstance(Matching.of(codes, "known").road, ByPattern)


# ---------------------------------------------------------------- numbering of rows


def unique_ids(codes: np.ndarray[Any, Any]) -> tuple[list[int], int]:
    distinct, ids = np.unique(codes, axis=0, return_inverse=True)
    return ids.ravel().tolist(), len(distinct)


def numbered(codes: np.ndarray[Any, Any]) -> tuple[list[int], int]:
    ids, size = group_ids(codes)
    return ids.tolist(), size


@FEW
@given(st.integers(1, 4), st.data())
def test_rows_are_numbered_as_numpy_does(width: int, data) -> None:
    row = st.tuples(*[st.integers(-1, 3)] * width)
    codes = np.array(data.draw(st.lists(row, min_size=1, max_size=30)), dtype=np.int64)
    assert numbered(codes) == unique_ids(codes)


@FEW
@given(st.data())
def test_rows_too_wide_for_one_number_are_numbered_as_numpy_does(data) -> None:
    row = st.tuples(*[st.sampled_from([-1, 0, 1, 2**31, 2**40, 2**50])] * 6)
    codes = np.array(data.draw(st.lists(row, min_size=1, max_size=30)), dtype=np.int64)
    assert numbered(codes) == unique_ids(codes)


def test_columns_whose_product_would_wrap_around_are_told_apart() -> None:
    # 2**32 * 2**32 = 2**64 is 0 in 64 bits: without care the last column decides alone.
    wide = 2**32 - 2
    codes = np.array([[0, 0, 0], [1, 0, 0], [2, 0, 0], [wide, wide, 0], [0, wide, 0], [0, 0, 1]])
    assert numbered(codes) == unique_ids(codes)
    assert numbered(codes)[1] == 6


def test_many_columns_are_told_apart() -> None:
    codes = np.random.default_rng(1).integers(-1, 2**20, (500, 40))
    codes = np.concatenate([codes, codes[::-1]])
    assert numbered(codes) == unique_ids(codes)


def test_no_row_has_no_number_and_rows_without_columns_are_one_group() -> None:
    assert numbered(np.empty((0, 3), dtype=np.int64)) == ([], 0)
    assert numbered(np.empty((2, 0), dtype=np.int64)) == ([0, 0], 1)


@given(codes=code_matrices(), far=st.integers(0, 5000))
@FEW
def test_rows_are_grouped_alike_counted_and_sorted(codes: np.ndarray[Any, Any], far: int) -> None:
    codes[0, 0] += far
    with patch("discret.maths.matching.CLOSE", -1), patch("discret.maths.matching.OFTEN", 0):
        ids, size = group_ids(codes)
    found = group_ids(codes)
    assert (found[0].tolist(), found[1]) == (ids.tolist(), size)
