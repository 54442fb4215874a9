"""Grids: against cutting squares one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from discret.maths.zonings.grids import NATURAL, corners, natural_sides


def cut(east: Any, north: Any, count: Any, sides: tuple[int, ...], least: int) -> dict[int, int]:
    """Cut from the largest square on, recursively; tell the side for each finest square."""
    found: dict[int, int] = {}

    def visit(rows: list[int], level: int) -> None:
        parts: dict[tuple[int, int], list[int]] = {}
        if level + 1 < len(sides):
            times = sides[level + 1] // sides[-1]
            for row in rows:
                parts.setdefault((east[row] // times, north[row] // times), []).append(row)
        if parts and all(sum(count[row] for row in own) >= least for own in parts.values()):
            for own in parts.values():
                visit(own, level + 1)
        else:
            found.update(dict.fromkeys(rows, sides[level]))

    tops: dict[tuple[int, int], list[int]] = {}
    times = sides[0] // sides[-1]
    for row in range(len(east)):
        tops.setdefault((east[row] // times, north[row] // times), []).append(row)
    for rows in tops.values():
        visit(rows, 0)
    return found


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("sides", [NATURAL, (4, 2, 1), (9, 3, 1)])
def test_equal_to_cutting_one_by_one(seed: int, sides: tuple[int, ...]) -> None:
    rng = np.random.default_rng(seed)
    spread = 400 if sides is NATURAL else 12
    places = np.unique(rng.normal(0, spread / 3, (300, 2)).astype(int), axis=0)
    count = rng.integers(1, 30, len(places))
    found = natural_sides(places[:, 0], places[:, 1], count, sides, 11)
    want = cut(places[:, 0], places[:, 1], count, sides, 11)
    assert found.tolist() == [want[row] for row in range(len(places))]


def test_published_squares_do_not_overlap_and_meet_the_threshold() -> None:
    rng = np.random.default_rng(1)
    places = np.unique(rng.normal(0, 900, (20_000, 2)).astype(int), axis=0)
    count = rng.integers(1, 9, len(places))
    side = natural_sides(places[:, 0], places[:, 1], count, NATURAL, 11)
    keys = np.column_stack([corners(places[:, i], 200, side) for i in (0, 1)] + [side])
    squares, of = np.unique(keys, axis=0, return_inverse=True)
    total = np.bincount(of.ravel(), count)
    assert (total[squares[:, 2] < 32_000] >= 11).all()
    assert len(set(side.tolist())) > 3
