"""Which cells of a population a released group may stand for, against plain loops."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from discret.maths.population import covering as maths
from discret.maths.population.covering import Covering
from strategies import examples

MANY = examples(150)


@st.composite
def tables(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Distinct released groups, some keys blank, and distinct cells."""
    keys = draw(st.integers(1, 3))
    released = draw(
        hnp.arrays(np.int64, (draw(st.integers(1, 8)), keys), elements=st.integers(-1, 2))
    )
    cells = draw(hnp.arrays(np.int64, (draw(st.integers(1, 10)), keys), elements=st.integers(0, 2)))
    return np.unique(released, axis=0), np.unique(cells, axis=0)


def stands_for(group: np.ndarray, cell: np.ndarray) -> bool:
    return all(shown in (-1, held) for shown, held in zip(group, cell, strict=True))


def matrix(released: np.ndarray, cells: np.ndarray) -> np.ndarray:
    return np.array([[stands_for(group, cell) for cell in cells] for group in released])


@MANY
@given(st.sampled_from([0.0, np.inf]), tables(), st.randoms(use_true_random=False))
def test_sums_and_extremes_are_those_of_plain_loops(row_by_row, drawn, chance) -> None:
    released, cells = drawn
    with patch.object(maths, "row_cost", lambda *_: row_by_row):
        covering, match = Covering.of(released, cells), matrix(released, cells)
    assert isinstance(covering.views, tuple) is (row_by_row > 0)
    of_cells = np.array([chance.randint(1, 9) for _ in cells])
    of_groups = np.array([chance.randint(1, 9) for _ in released])
    assert covering.over_cells(of_cells).tolist() == (match @ of_cells).tolist()
    assert covering.over_groups(of_groups).tolist() == (match.T @ of_groups).tolist()
    assert covering.largest_of_groups(of_groups / 7).tolist() == [
        max([of_groups[g] / 7 for g in np.flatnonzero(column)], default=0) for column in match.T
    ]
    for found, pick in (
        (covering.largest_of_cells(of_cells / 7), max),
        (covering.smallest_of_cells(of_cells / 7), min),
    ):
        wanted = [pick([of_cells[c] / 7 for c in np.flatnonzero(row)], default=0) for row in match]
        assert found.tolist() == wanted


def test_a_group_that_shows_nothing_may_be_anybody() -> None:
    covering = Covering.of(np.array([[-1, -1]]), np.array([[0, 1], [2, 0]]))
    assert covering.over_cells(np.array([3, 4])).tolist() == [7]


def test_a_group_whose_value_nobody_has_stands_for_nobody() -> None:
    covering = Covering.of(np.array([[5], [0]]), np.array([[0], [1]]))
    assert covering.over_cells(np.array([3, 4])).tolist() == [0, 3]
    assert covering.over_groups(np.array([1, 1])).tolist() == [1, 0]
    assert covering.smallest_of_cells(np.array([0.5, 0.2])).tolist() == [0, 0.5]


@pytest.mark.parametrize("size", [20_000])
def test_many_groups_are_fast_enough_to_be_counted(size: int) -> None:
    """No pair of a group and a cell is formed: 4e8 of them would not fit."""
    cells = np.stack([np.arange(size), np.arange(size) % 7], axis=1)
    released = cells.copy()
    released[::2, 1] = -1
    assert Covering.of(released, cells).over_cells(np.ones(size)).tolist() == [1] * size
