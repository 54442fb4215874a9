"""Multiple correspondence analysis: against a plain SVD of repeated rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from discret.maths.statistics.correspondence import analyse, projected, rotation

Numbers = NDArray[Any]


def indicators(rows: Numbers, sizes: list[int]) -> Numbers:
    parts = [(rows[:, [at]] == np.arange(size)).astype(float) for at, size in enumerate(sizes)]
    return np.hstack(parts)


def plain(rows: Numbers, sizes: list[int], beside: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """The textbook: correspondence analysis of the indicator matrix, one row for each person.

    `beside` are indicators of supplementary categories, placed by their column profiles.
    """
    table = indicators(rows, sizes)
    share = table / table.sum()
    r, c = share.sum(axis=1), share.sum(axis=0)
    residuals = (share - np.outer(r, c)) / np.sqrt(np.outer(r, c))
    u, d, vt = np.linalg.svd(residuals, full_matrices=False)
    categories = (vt.T * d) / np.sqrt(c)[:, None]
    standard_rows = u / np.sqrt(r)[:, None]
    profiles = beside / beside.sum(axis=0)
    return d**2, categories, profiles.T @ standard_rows


def people(seed: int) -> tuple[Numbers, list[int], Numbers, Numbers]:
    rng = np.random.default_rng(seed)
    latent = rng.normal(size=400)
    sizes = [2, 3, 4, 2]
    rows = np.stack(
        [np.clip(np.round(latent * rng.uniform(0.3, 1) + rng.normal(1, 0.7, 400)), 0, k - 1)
         for k in sizes], axis=1,
    ).astype(np.int64)  # fmt: skip
    other = np.clip(np.round(latent + rng.normal(1, 1, 400)), 0, 2).astype(np.int64)
    profiles, place = np.unique(rows, axis=0, return_inverse=True)
    return profiles, sizes, place.ravel(), other


@pytest.mark.parametrize("seed", range(5))
def test_axes_and_places_are_those_of_a_plain_svd(seed: int) -> None:
    profiles, sizes, place, other = people(seed)
    beside = (other[:, None] == np.arange(3)).astype(float)
    inertia, categories, supplementary = plain(profiles[place], sizes, beside)
    count = np.bincount(place).astype(float)
    found = analyse(profiles, sizes, count, 3)
    crossing = np.zeros((3, len(profiles)))
    np.add.at(crossing, (other, place), 1.0)
    placed = projected(found, crossing)
    np.testing.assert_allclose(found.inertia, inertia[:3], rtol=1e-10)
    assert found.total == pytest.approx(sum(sizes) / len(sizes) - 1)  # J/Q − 1
    signs = np.sign((found.categories * categories[:, :3]).sum(axis=0))
    np.testing.assert_allclose(found.categories, categories[:, :3] * signs, atol=1e-10)
    np.testing.assert_allclose(placed, supplementary[:, :3] * signs, atol=1e-9)


def test_weights_are_repeated_rows() -> None:
    profiles, sizes, place, _ = people(7)
    count = np.bincount(place).astype(float)
    one, other = analyse(profiles, sizes, count, 2), analyse(profiles, sizes, count * 37.5, 2)
    np.testing.assert_allclose(one.categories, other.categories, atol=1e-11)
    twice = np.vstack([profiles, profiles])
    again = analyse(twice, sizes, np.concatenate([count * 0.25, count * 0.75]), 2)
    np.testing.assert_allclose(one.categories, again.categories, atol=1e-10)


def test_an_active_category_placed_as_supplementary_is_where_it_is() -> None:
    profiles, sizes, place, _ = people(3)
    count = np.bincount(place).astype(float)
    found = analyse(profiles, sizes, count, 2)
    crossing = indicators(profiles, sizes).T * count
    np.testing.assert_allclose(projected(found, crossing), found.categories, atol=1e-10)


def test_an_absent_category_has_no_place_and_changes_nothing() -> None:
    profiles, sizes, place, _ = people(3)
    count = np.bincount(place).astype(float)
    found = analyse(profiles, sizes, count, 2)
    wider = analyse(profiles, [sizes[0] + 1, *sizes[1:]], count, 2)
    assert np.isnan(wider.categories[sizes[0]]).all()
    kept = np.delete(wider.categories, sizes[0], axis=0)
    np.testing.assert_allclose(kept, found.categories, atol=1e-10)


def test_where_nothing_varies_there_is_no_axis() -> None:
    found = analyse(np.array([[0, 0]]), [1, 2], np.ones(1), 2)
    assert len(found.inertia) == 0


def test_the_farthest_category_is_on_the_positive_side() -> None:
    profiles, sizes, place, _ = people(5)
    found = analyse(profiles, sizes, np.bincount(place).astype(float), 2).categories
    assert (found[np.abs(found).argmax(axis=0), [0, 1]] > 0).all()


@pytest.mark.parametrize("seed", range(5))
def test_a_rotation_is_undone(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, w = rng.normal(size=(9, 3)), rng.gamma(2, 1, 9)
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    np.testing.assert_allclose((x @ turn) @ rotation(x, x @ turn, w), x, atol=1e-12)


def test_no_other_rotation_is_nearer() -> None:
    rng = np.random.default_rng(1)
    x, y, w = rng.normal(size=(9, 2)), rng.normal(size=(9, 2)), rng.gamma(2, 1, 9)

    def gap(turn: Numbers) -> float:
        return float(w @ ((y @ turn - x) ** 2).sum(axis=1))

    best = gap(rotation(x, y, w))
    for angle in np.linspace(0, 2 * np.pi, 200):
        c, s = np.cos(angle), np.sin(angle)
        assert gap(np.array([[c, -s], [s, c]])) >= best - 1e-9
        assert gap(np.array([[c, s], [s, -c]])) >= best - 1e-9
