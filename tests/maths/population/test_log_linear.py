"""Log-linear fits: against statsmodels, by finite differences, and on odd crossings."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from discret.maths.population.log_linear import Crossing, Fit, Kind, deviance, fit_main, fit_two_way
from strategies import examples

KINDS = pytest.mark.parametrize("kind", ["main", "two_way"])
FITS = {"main": fit_main, "two_way": fit_two_way}


def groups(
    seed: int, shape: tuple[int, ...] = (2, 3, 4), size: int = 80
) -> tuple[Crossing, NDArray]:
    """Groups of a small file, some cells of the crossing being empty."""
    rng = np.random.default_rng(seed)
    rows = np.stack([rng.binomial(k - 1, rng.uniform(0.3, 0.7), size) for k in shape], axis=1)
    codes, count = np.unique(rows, axis=0, return_counts=True)
    return Crossing.of(codes), count


def design(crossing: Crossing, kind: Kind) -> NDArray[np.float64]:
    """A full-rank design, column by column: first category as reference."""
    cells = np.array(list(np.ndindex(*crossing.shape)))
    own = [
        [(cells[:, at] == level).astype(float) for level in range(1, size)]
        for at, size in enumerate(crossing.shape)
    ]
    columns = [np.ones(len(cells)), *(column for some in own for column in some)]
    if kind == "two_way":
        columns += [
            one * other
            for at, some in enumerate(own)
            for others in own[at + 1 :]
            for one in some
            for other in others
        ]
    return np.stack(columns, axis=1)


# ---------------------------------------------------------------- the crossing


def test_categories_are_numbered_anew_and_columns_sorted() -> None:
    crossing = Crossing.of(np.array([[-1, 40], [7, 40], [9, 50]]))
    assert crossing.shape == (2, 3)
    assert crossing.codes.tolist() == [[0, 0], [0, 1], [1, 2]]


def test_a_column_that_never_varies_is_left_out() -> None:
    assert Crossing.of(np.array([[3, 1, 5], [3, 2, 5]])).shape == (2,)
    assert Crossing.of(np.array([[3, 5], [3, 5]])).shape == (1,)


def test_very_many_cells_are_counted_without_overflow() -> None:
    codes = np.tile(np.arange(50)[:, None], (1, 40))
    assert Crossing.of(codes).cells == 50**40


def test_values_go_into_the_table_and_come_back() -> None:
    crossing, count = groups(1)
    table = crossing.table(count)
    assert table.sum() == count.sum()
    assert crossing.at(table).tolist() == count.tolist()


@KINDS
def test_parameters_are_the_rank_of_the_design(kind: Kind) -> None:
    for shape in [(2,), (2, 3), (2, 3, 4), (2, 2, 3, 3)]:
        crossing = Crossing(np.zeros((1, len(shape)), dtype=np.int64), shape)
        rank = np.linalg.matrix_rank(design(crossing, kind))
        assert crossing.parameters(kind) == rank


# ---------------------------------------------------------------- the fits


@examples(15)
@KINDS
@given(seed=st.integers(0, 999))
def test_fits_and_deviance_are_those_of_a_poisson_regression(kind: Kind, seed: int) -> None:
    sm = pytest.importorskip("statsmodels.api")
    crossing, count = groups(seed, size=400)
    if kind == "two_way" and (crossing.table(count) == 0).any():
        count = count + 1  # at the border statsmodels stops early
        crossing, count = _filled(crossing, count)
    fit = FITS[kind](crossing, count)
    observed = crossing.table(count).ravel()
    model = sm.GLM(observed, design(crossing, kind), family=sm.families.Poisson())
    result = model.fit(tol=1e-13, maxiter=200)
    assert fit.table.ravel() == pytest.approx(result.fittedvalues, rel=1e-5)
    assert fit.expected == pytest.approx(crossing.at(result.fittedvalues), rel=1e-5)
    assert deviance(count, fit.expected) == pytest.approx(result.deviance, rel=1e-6, abs=1e-8)
    assert crossing.cells - crossing.parameters(kind) == result.df_resid
    assert fit.converged


def _filled(crossing: Crossing, count: NDArray) -> tuple[Crossing, NDArray]:
    table = crossing.table(count) + 1
    return Crossing.of(np.array(list(np.ndindex(*crossing.shape)))), table.ravel()


def test_main_effects_need_no_table() -> None:
    crossing, count = groups(3)
    bare, whole = fit_main(crossing, count, tabulate=False), fit_main(crossing, count)
    assert bare.table is None
    assert bare.expected.tolist() == whole.expected.tolist()
    assert crossing.at(whole.table) == pytest.approx(whole.expected, rel=1e-14)
    assert whole.table.sum() == pytest.approx(count.sum())


def test_two_way_interactions_of_one_column_are_its_main_effects() -> None:
    crossing = Crossing.of(np.array([[0], [1], [2]]))
    fit = fit_two_way(crossing, np.array([5, 1, 2]))
    assert (fit.expected.tolist(), fit.kind, fit.converged) == ([5.0, 1.0, 2.0], "two_way", True)


def test_two_way_interactions_of_two_columns_repeat_the_table() -> None:
    crossing, count = groups(5, shape=(3, 4), size=30)
    assert fit_two_way(crossing, count).expected == pytest.approx(count, rel=1e-9)


@KINDS
def test_a_fit_keeps_the_margins(kind: Kind) -> None:
    crossing, count = groups(9)
    fit = FITS[kind](crossing, count)
    for column in range(3):
        others = tuple(axis for axis in range(3) if axis != column)
        wanted = crossing.margin(column, count)
        assert fit.table.sum(axis=others) == pytest.approx(wanted, abs=1e-5)


def test_a_gap_is_a_failure() -> None:
    crossing, count = groups(1)
    values = count.astype(float)
    assert not Fit(crossing, values, "two_way", values, None, gap=0.01).converged


# ---------------------------------------------------------------- influence


@KINDS
@pytest.mark.parametrize("seed", range(4))
def test_influence_is_the_derivative_of_the_fit(kind: Kind, seed: int) -> None:
    # One more record in a group, and what it does to sum s log(expected): refitted, not derived.
    crossing, count = groups(seed, size=400)
    pull = np.random.default_rng(seed).normal(size=len(count))
    found = FITS[kind](crossing, count).influence(pull)
    assert found is not None
    step = 1e-2
    for at in range(0, len(count), 3):
        moved = [
            pull @ np.log(FITS[kind](crossing, count + sign * step * _one(at, count)).expected)
            for sign in (1, -1)
        ]
        assert found[at] == pytest.approx((moved[0] - moved[1]) / (2 * step), abs=2e-4)


def _one(at: int, count: NDArray) -> NDArray[np.float64]:
    return (np.arange(len(count)) == at).astype(float)


def test_an_influence_that_cannot_be_solved_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discret.maths.population.two_way.SOLVES", 1)
    crossing, count = groups(2, shape=(4, 5, 6), size=300)
    assert fit_two_way(crossing, count).influence(np.arange(len(count)) % 3.0) is None
