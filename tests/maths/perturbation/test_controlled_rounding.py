"""Controlled rounding: totals beside the true ones, chances as they must be, brute force beyond."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.perturbation.controlled_rounding import chosen, rounded_up
from discret.maths.perturbation.rounded_tables import rounded_table
from strategies import examples

DRAWS = 4_000


def table(records: int, margins: int, base: int, seed: int) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    rest = rng.integers(0, base, records)
    return rest, rng.integers(0, 3, (records, margins)), rng.random(records) * 9 + 0.1


def parts(codes: Any) -> list[Any]:
    """The records of each combination of codes, one by one."""
    found: dict[tuple[int, ...], list[int]] = {}
    for place, row in enumerate(codes.tolist()):
        found.setdefault(tuple(row), []).append(place)
    return list(found.values())


def beside(rest: Any, up: Any, base: int, codes: Any) -> bool:
    """Whether each total goes to a multiple beside it."""
    sums = [(int(rest[rows].sum()), int(up[rows].sum())) for rows in parts(codes)]
    return all(whole // base <= many <= -(-whole // base) for whole, many in sums)


@examples(150)
@given(st.integers(0, 25), st.integers(0, 2), st.integers(1, 12), st.integers(0, 10**6))
def test_totals_go_beside_the_true_ones(records: int, margins: int, base: int, seed: int) -> None:
    rest, codes, weights = table(records, margins, base, seed)
    up = rounded_up(rest, base, codes, weights, np.random.default_rng(seed))
    assert up is not None
    assert not up[rest == 0].any()
    for some in [codes[:, :0], codes, *(codes[:, [number]] for number in range(margins))]:
        assert beside(rest, up, base, some)
    for rows in parts(codes):  # weighted, by combination
        off = (up[rows] - rest[rows] / base) @ weights[rows]
        assert abs(off) <= weights[rows].max() + 1e-9


@pytest.mark.parametrize("margins", [0, 1, 2])
def test_each_goes_up_with_the_chance_of_its_rest(margins: int) -> None:
    """Five standard errors, for each of the numbers, and for their weighted sum."""
    rest, codes, weights = table(20, margins, 10, 5)
    rng = np.random.default_rng(1)
    ups = np.array([rounded_up(rest, 10, codes, weights, rng) for _ in range(DRAWS)])
    chance = rest / 10
    errors = np.sqrt(chance * (1 - chance) / DRAWS)
    assert (np.abs(ups.mean(axis=0) - chance) <= 5 * errors).all()
    sums = ups @ weights
    assert abs(sums.mean() - chance @ weights) <= 5 * sums.std() / np.sqrt(DRAWS)


@examples(60)
@given(st.integers(1, 6), st.integers(1, 6), st.integers(1, 9), st.integers(0, 10**6))
def test_tables_keep_rows_columns_and_the_whole(
    rows: int, columns: int, base: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    sides = np.array([*product(range(rows), range(columns))])
    rest = rng.integers(0, base, len(sides))
    up = rounded_table(rest, base, sides, rng)
    for some in (sides[:, :0], sides[:, :1], sides[:, 1:]):
        assert beside(rest, up, base, some)
    assert not up[rest == 0].any()


def feasible(rest: Any, base: int, codes: Any) -> bool:
    """Whether any way to round keeps all totals, by trying all."""
    sides = [codes[:, :0], *(codes[:, [number]] for number in range(codes.shape[1]))]
    ways = (np.array(way) for way in product(*([0, 1] if own else [0] for own in rest)))
    return any(all(beside(rest, way, base, some) for some in sides) for way in ways)


@examples(40)
@given(st.integers(1, 9), st.integers(2, 5), st.integers(0, 10**6), st.booleans())
def test_more_margins_are_kept_where_they_can_be(
    records: int, base: int, seed: int, crossed: bool
) -> None:
    rest, codes, weights = table(records, 3, base, seed)
    codes = codes % 2 if crossed else codes
    if crossed:
        codes = np.stack(
            [codes[:, one] * 2 + codes[:, two] for one, two in ((0, 1), (0, 2), (1, 2))], 1
        )
    up = rounded_up(rest, base, codes, weights, np.random.default_rng(seed))
    assert (up is not None) == feasible(rest, base, codes)
    if up is not None:
        assert all(beside(rest, up, base, codes[:, [number]]) for number in range(3))
        assert not up[rest == 0].any()


def test_a_table_of_three_ways_that_cannot_be_kept() -> None:
    """The faces of a cube of halves (as Causey, Cox and Ernst 1985 say that there are)."""
    cube = np.array([*product([0, 1], repeat=3)])
    faces = np.stack([cube[:, one] * 2 + cube[:, two] for one, two in ((0, 1), (0, 2), (1, 2))], 1)
    rest = np.array([1, 0, 1, 1, 1, 1, 1, 0])
    assert not feasible(rest, 2, faces)
    assert rounded_up(rest, 2, faces, np.ones(8), np.random.default_rng(1)) is None


@examples(60)
@given(st.integers(1, 20), st.integers(2, 9), st.integers(0, 10**6))
def test_as_many_are_chosen_as_told_also_when_far_from_the_sum(
    records: int, base: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    rest, of = rng.integers(0, base, records), rng.integers(0, 2, records)
    of[0] = 0
    cells = int(of.max()) + 1
    most = np.bincount(of[rest > 0], minlength=cells)
    up = rng.integers(0, most + 1)
    went = chosen(rest, base, of, up, np.ones(records), rng)
    assert np.bincount(of[went], minlength=cells).tolist() == up.tolist()
    assert not went[rest == 0].any()


@pytest.mark.parametrize("margins", [0, 2, 3])
@pytest.mark.parametrize("records", [0, 1, 5])
def test_multiples_stay(records: int, margins: int) -> None:
    rest, codes = np.zeros(records, dtype=np.int64), np.zeros((records, margins), dtype=np.int64)
    up = rounded_up(rest, 10, codes, np.ones(records), np.random.default_rng(1))
    assert up is not None
    assert up.tolist() == [False] * records


def test_large_bases_are_exact() -> None:
    base = 2**50
    rest = np.array([base - 1, 1, base // 2, base // 2])
    for seed in range(20):
        up = rounded_up(rest, base, np.zeros((4, 0), int), np.ones(4), np.random.default_rng(seed))
        assert up is not None
        assert up.sum() == 2
