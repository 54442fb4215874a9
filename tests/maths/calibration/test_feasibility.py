"""Independence, feasibility and regrouping of margins: against ranks and plain programmes."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from scipy.optimize import linprog

from discret.maths.calibration.dependent_margins import independent
from discret.maths.calibration.feasibility import gaps, tightest
from discret.maths.calibration.regrouping import regroup
from strategies import examples


@st.composite
def tables(draw: st.DrawFn) -> tuple[Any, Any, Any]:
    """Units, starting weights and totals, of crossed columns."""
    rows = draw(st.integers(2, 12))
    widths = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    columns = [
        np.array(draw(st.lists(st.integers(0, w - 1), min_size=rows, max_size=rows)))[:, None]
        == range(w)
        for w in widths
    ]
    units = np.concatenate(columns, axis=1).astype(float)
    start = np.array(draw(st.lists(st.integers(1, 9), min_size=rows, max_size=rows)), float)
    some = st.sampled_from([0.25, 0.5, 1.0, 2.0, 3.0])
    ratio = np.array(draw(st.lists(some, min_size=rows, max_size=rows)))
    totals = units.T @ (start * ratio)
    moved = draw(st.integers(0, len(totals) - 1))
    totals[moved] += draw(st.sampled_from([0.0, 0.0, 1.0, 7.0]))
    return sparse.csr_array(units), start, totals


@examples(200)
@given(tables())
def test_as_many_margins_are_kept_as_the_rank(table: Any) -> None:
    units, start, totals = table
    found = independent(units, start, totals)
    dense = units.toarray()
    assert len(found.kept) == np.linalg.matrix_rank(dense)
    assert np.linalg.matrix_rank(dense[:, list(found.kept)]) == len(found.kept)
    exact = np.linalg.lstsq(dense.T, totals, rcond=None)[0]
    consistent = np.allclose(dense.T @ exact, totals, rtol=1e-7, atol=1e-7)
    assert bool(found.contradicted) == (not consistent)


@examples(150)
@given(tables(), st.sampled_from([(0.0, np.inf), (0.25, 3.0), (0.6, 1.5)]))
def test_there_are_gaps_exactly_where_no_ratios_do(table: Any, bounds: Any) -> None:
    units, start, totals = table
    sums = (units * start[:, None]).toarray()
    plain = linprog(np.zeros(len(start)), A_eq=sums.T, b_eq=totals, bounds=[bounds] * len(start))
    assert gaps(units, start, totals, bounds).any() == (plain.status == 2)


@examples(100)
@given(tables())
def test_the_tightest_bounds_cannot_be_tightened(table: Any) -> None:
    units, start, totals = table
    if independent(units, start, totals).contradicted:
        return
    low, high = tightest(units, start, totals)
    assert not gaps(units, start, totals, (low - 1e-6, high + 1e-6)).any()
    width = high - low
    for share in np.linspace(0, 1, 9):
        at = low - width + share * 2 * width
        narrower = (at, at + 0.98 * width - 1e-3)
        if narrower[0] <= narrower[1]:
            assert gaps(units, start, totals, narrower).any()


@examples(100)
@given(tables())
def test_classes_can_be_met_wherever_mergers_allow(table: Any) -> None:
    units, start, totals = table
    near = np.abs(np.subtract.outer(np.arange(len(totals)), np.arange(len(totals)))).astype(float)
    classes = regroup(units, start, totals, near, (0.1, 10.0))
    gather = np.eye(int(classes.max()) + 1)[classes]
    left = gaps(sparse.csr_array(units @ gather), start, gather.T @ totals, (0.1, 10.0))
    assert not left.any() or classes.max() == 0  # all may be merged: what is left is one total


def test_what_must_stay_apart_stays_apart() -> None:
    units = sparse.csr_array(np.array([[1.0, 0, 1, 0], [0, 0, 0, 1]]))
    near = np.full((4, 4), np.inf)
    near[0, 1] = near[1, 0] = 1
    totals = np.array([2.0, 1, 2, 1])
    assert regroup(units, np.ones(2), totals, near, (0.1, 9)).tolist() == [0, 0, 1, 2]
