"""MDAV against the algorithm written out, and against the numbers that are published."""

from __future__ import annotations

from math import fsum

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.arrays import Floats, Ints
from discret.maths.microaggregation.mdav import mdav
from where import SHARED, needs_tables


def plain(points: Floats, k: int) -> Ints:
    """Make groups as the algorithm says, looking at every record each time; ties: first row."""
    left, of, made = list(range(len(points))), np.full(len(points), -1), 0

    def apart(place: Floats) -> list[float]:
        steps = [[value - at for value, at in zip(points[r], place, strict=True)] for r in left]
        return [sum((step * step for step in row), 0.0) for row in steps]

    def mean() -> Floats:
        return np.array([fsum(column) / len(left) for column in points[left].T])

    def farthest(place: Floats) -> int:
        far = apart(place)
        return left[far.index(max(far))]

    def gather(row: int) -> None:
        nonlocal made
        far = dict(zip(left, apart(points[row]), strict=True)) | {row: -1.0}
        for member in sorted(left, key=lambda other: (far[other], other))[:k]:
            of[member] = made
            left.remove(member)
        made += 1

    while len(left) >= 3 * k:
        first = farthest(mean())
        gather(first)
        gather(farthest(points[first]))
    if len(left) >= 2 * k:
        gather(farthest(mean()))
    of[left] = made
    return of


@given(st.integers(1, 90), st.integers(1, 4), st.integers(2, 7), st.integers(1, 30), st.randoms())
def test_groups_are_those_of_the_algorithm(
    size: int, columns: int, k: int, values: int, chance: object
) -> None:
    draw = np.random.default_rng(chance.randrange(2**32))  # type: ignore[attr-defined]
    points = draw.integers(0, values, (size, columns)).astype(float)  # many ties
    if values == 1:
        points = draw.normal(size=(size, columns))
    assert mdav(points, k).tolist() == plain(points, k).tolist()


def test_a_longer_file_is_sorted_anew_on_the_way() -> None:
    points = np.random.default_rng(3).lognormal(size=(700, 3))
    assert mdav(points, 3).tolist() == plain(points, 3).tolist()


@pytest.mark.parametrize(
    ("k", "groups"), [(2, [[4, 3], [5, 6], [1, 2, 7]]), (3, [[4, 3, 1], [2, 5, 6, 7]])]
)
def test_ages_of_seven_patients(k: int, groups: list[list[int]]) -> None:
    of = mdav(np.array([[46.0], [46], [68], [111], [17], [31], [42]]), k)
    assert [sorted(np.flatnonzero(of == n) + 1) for n in range(max(of) + 1)] == [
        sorted(group) for group in groups
    ]


def lost(points: Floats, of: Ints) -> float:
    """Return the share of squares within groups, in percent."""
    means = np.array([points[of == group].mean(axis=0) for group in range(of.max() + 1)])
    return float(100 * ((points - means[of]) ** 2).sum() / (points**2).sum())


@needs_tables
@pytest.mark.parametrize(
    ("file", "k", "published"),
    [
        ("CASCrefmicrodata", 3, 5.692186),
        ("CASCrefmicrodata", 10, 14.15593),
        ("Tarragona", 3, 16.932588),
        ("Tarragona", 10, 33.192885),
    ],
)
def test_losses_of_sdcmicro(file: str, k: int, published: float) -> None:
    table = pl.read_csv(SHARED / f"data/sdcmicro/{file}.csv").to_numpy().astype(float)
    points = (table - table.mean(axis=0)) / table.std(axis=0)
    assert lost(points, mdav(points, k)) == pytest.approx(published, abs=1e-5)
