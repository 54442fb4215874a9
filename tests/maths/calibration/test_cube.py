"""The cube method: sums are kept, and so is every chance."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.calibration.cube import balanced
from strategies import examples


@examples(80)
@given(st.integers(0, 10**6), st.integers(1, 60), st.integers(0, 5))
def test_sums_are_kept_but_for_as_many_units_as_columns(seed: int, rows: int, width: int) -> None:
    rng = np.random.default_rng(seed)
    chances = rng.uniform(0, 1, rows).round(3)
    columns = np.column_stack([np.ones(rows), rng.uniform(0, 1, (rows, width))])
    drawn = balanced(chances, columns, rng)
    gaps = np.abs(columns.T @ (drawn - chances))
    assert gaps[0] < 1 + 1e-6  # the size comes first: it is given up last
    assert (gaps <= width + 1 + 1e-6).all()
    assert drawn[chances == 1].all()
    assert not drawn[chances == 0].any()


def test_sums_are_exact_where_units_can_be_paired() -> None:
    rng = np.random.default_rng(3)
    groups = np.repeat(np.arange(6), 10)
    columns = (groups[:, None] == np.arange(6)).astype(float)
    for _ in range(20):
        drawn = balanced(np.full(60, 0.3), columns, rng)
        assert np.bincount(groups[drawn], minlength=6).tolist() == [3] * 6


def test_every_chance_is_kept_on_average() -> None:
    rng = np.random.default_rng(8)
    chances = np.array([0.1, 0.25, 0.5, 0.5, 0.75, 0.9, 0.33, 0.67])
    columns = np.column_stack([np.ones(8), np.arange(8.0)])
    times = 20_000
    share = sum(balanced(chances, columns, rng) for _ in range(times)) / times
    error = np.sqrt(chances * (1 - chances) / times)
    assert (np.abs(share - chances) < 5 * error).all()


def test_columns_that_follow_from_others_do_no_harm() -> None:
    rng = np.random.default_rng(5)
    one = rng.uniform(0, 1, 100)
    drawn = balanced(np.full(100, 0.5), np.column_stack([np.ones(100), one, one, 1 - one]), rng)
    assert drawn.sum() == 50
    assert abs(one @ (drawn - 0.5)) < 1


def test_only_the_last_units_are_off() -> None:
    rng = np.random.default_rng(6)
    columns = np.column_stack([np.ones(3000), rng.uniform(0, 1, (3000, 8))])
    for _ in range(5):
        drawn = balanced(np.full(3000, 0.4), columns, rng)
        assert np.abs(columns.T @ (drawn - 0.4)).max() < 4
