"""All two-way interactions: against statsmodels, at the border, and in plain matrices."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from discret.maths.population import two_way
from discret.maths.population.two_way import ENOUGH, fit_margins, margins, projected, spread
from strategies import examples

FEW = examples(30)
shapes = st.lists(st.integers(1, 4), min_size=2, max_size=4).map(tuple)


def drawn(shape: tuple[int, ...], seed: int, mean: float = 3.0) -> NDArray[np.float64]:
    return np.random.default_rng(seed).poisson(mean, size=shape).astype(np.float64)


def flat_start(table: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.full(table.shape, max(table.mean(), 1e-9))


def design(shape: tuple[int, ...]) -> NDArray[np.float64]:
    """An indicator for every cell of every two-way margin."""
    cells = list(np.ndindex(*shape))
    columns = [
        [float((cell[i], cell[j]) == (a, b)) for cell in cells]
        for i, j in combinations(range(len(shape)), 2)
        for a in range(shape[i])
        for b in range(shape[j])
    ]
    return np.array(columns).T


# ---------------------------------------------------------------- margins and their reverse


@FEW
@given(shapes, st.integers(0, 99))
def test_margins_are_sums_over_the_other_axes(shape, seed) -> None:
    table = drawn(shape, seed)
    wanted = [
        table.sum(axis=tuple(axis for axis in range(len(shape)) if axis not in pair))
        for pair in combinations(range(len(shape)), 2)
    ]
    for found, one in zip(margins(table), wanted, strict=True):
        assert found.tolist() == one.tolist()


@FEW
@given(shapes, st.integers(0, 99))
def test_margins_are_spread_over_the_cells(shape, seed) -> None:
    rng = np.random.default_rng(seed)
    parts = [rng.normal(size=part.shape) for part in margins(np.zeros(shape))]
    vector = np.concatenate([part.ravel() for part in parts])
    assert spread(parts, shape).ravel() == pytest.approx(design(shape) @ vector, abs=1e-12)


# ---------------------------------------------------------------- the fit


@examples(15)
@given(st.sampled_from([(2, 2, 3), (3, 3, 4), (2, 3, 2, 3)]), st.integers(0, 999))
def test_the_fit_is_that_of_a_poisson_regression(shape, seed) -> None:
    sm = pytest.importorskip("statsmodels.api")
    table = drawn(shape, seed, mean=4.0) + 0.5  # no cell is empty, so the maximum is inside
    fit = fit_margins(table, flat_start(table))
    columns, sizes, _ = np.linalg.svd(design(shape), full_matrices=False)
    basis = columns[:, sizes > 1e-9]  # the indicators overlap: statsmodels wants them not to
    model = sm.GLM(table.ravel(), basis, family=sm.families.Poisson())
    wanted = model.fit(tol=1e-12, maxiter=200).fittedvalues
    assert fit.expected.ravel() == pytest.approx(wanted, rel=1e-5)
    assert fit.gap <= 1e-5


@FEW
@given(st.sampled_from([(2, 2, 2), (2, 3, 4), (2, 2, 3, 3), (3, 4, 5, 3)]), st.integers(0, 9999))
def test_margins_are_met_in_sparse_tables_too(shape, seed) -> None:
    # Maximum likelihood: the margins of the fit are those of the counts, even where the maximum
    # lies at the border and cells tend to 0.
    table = drawn(shape, seed, mean=0.5)
    fit = fit_margins(table, flat_start(table))
    for found, wanted in zip(margins(fit.expected), margins(table), strict=True):
        assert np.abs(found - wanted).max() <= ENOUGH
    assert fit.gap <= ENOUGH
    assert (fit.expected >= 0).all()
    assert (fit.expected[table > 0] > 0).all()


def test_a_maximum_at_the_border_is_reached() -> None:
    # Two empty cells in opposite corners: the fit tends to the table itself, and proportional
    # fitting alone is still a thousandth of a record away after a thousand rounds.
    table = np.array([[[0.0, 3], [2, 4]], [[5, 1], [2, 0]]])
    fit = fit_margins(table, flat_start(table))
    assert fit.expected == pytest.approx(table, abs=1e-5)
    assert fit.rounds > two_way.ROUNDS


def test_the_fit_has_the_form_of_the_model() -> None:
    # No three-way interaction: the odds ratios of two columns do not depend on the third.
    fit = fit_margins(drawn((2, 2, 3), 4) + 1, np.ones((2, 2, 3))).expected
    ratios = fit[0, 0] * fit[1, 1] / (fit[0, 1] * fit[1, 0])
    assert ratios == pytest.approx(np.full(3, ratios[0]), rel=1e-5)


def test_the_start_does_not_matter_within_the_model() -> None:
    table = drawn((3, 3, 3), 8)
    other = np.einsum("i,j,k->ijk", [1.0, 5, 2], [0.1, 3, 3], [9.0, 1, 2])
    one, two = (fit_margins(table, start).expected for start in (flat_start(table), other))
    assert one == pytest.approx(two, abs=1e-4)


def test_empty_margins_stay_empty() -> None:
    table = drawn((2, 3, 3), 2)
    table[0, 1] = 0
    assert (fit_margins(table, flat_start(table)).expected[0, 1] == 0).all()


def test_a_fit_that_is_cut_short_tells_its_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_way, "ROUNDS", 1)
    monkeypatch.setattr(two_way, "STEPS", 0)
    table = drawn((3, 4, 5), 1)
    fit = fit_margins(table, flat_start(table))
    found = [
        np.abs(a - b).max() for a, b in zip(margins(fit.expected), margins(table), strict=True)
    ]
    assert fit.gap == pytest.approx(max(found))
    assert fit.gap > ENOUGH


# ---------------------------------------------------------------- projection


@FEW
@given(st.sampled_from([(2, 3), (2, 3, 3), (2, 2, 2, 3)]), st.integers(0, 99))
def test_the_projection_is_that_of_the_matrices(shape, seed) -> None:
    rng = np.random.default_rng(seed)
    weight, pull = rng.gamma(1.0, 2.0, size=shape), rng.normal(size=shape)
    columns = design(shape)
    inverse = np.linalg.pinv(columns.T @ (weight.ravel()[:, None] * columns))
    wanted = columns @ inverse @ columns.T @ pull.ravel()
    found = projected(weight, pull)
    assert found is not None
    assert found.ravel() == pytest.approx(wanted, abs=1e-4 * np.abs(wanted).max())


def test_a_projection_that_does_not_end_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_way, "SOLVES", 1)
    rng = np.random.default_rng(3)
    assert projected(rng.gamma(1.0, 2.0, size=(4, 5, 6)), rng.normal(size=(4, 5, 6))) is None
