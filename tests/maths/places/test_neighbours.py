"""Neighbours by borders and by points, beside what their definitions say of each pair."""

from __future__ import annotations

import numpy as np
import pytest

from discret.maths.arrays import Floats
from discret.maths.places.borders import bordering
from discret.maths.places.graph import components, graph_of
from discret.maths.places.near_points import neighbouring_points


def square(x: float, y: float, side: float) -> Floats:
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]])


def touches(one: Floats, other: Floats) -> bool:
    """Whether two squares share more than a corner, and not their inside."""
    low, high = np.maximum(one[0], other[0]), np.minimum(one[2], other[2])
    width = np.sort(high - low)
    return bool(abs(width[0]) < 1e-6 < width[1])


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("scale", [1.0, 1e-4, 1e5])
def test_squares_of_several_sizes(seed: int, scale: float) -> None:
    """A board whose squares were cut in four here and there, far from nought."""
    rng = np.random.default_rng(seed)
    squares = [square(x, y, 4.0) for x in range(0, 20, 4) for y in range(0, 20, 4)]
    for side in (2.0, 1.0):
        cut = rng.random(len(squares)) < 0.3
        squares = [
            part
            for own, split in zip(squares, cut, strict=True)
            for part in (
                [square(*(own[0] + side * np.array(at)), side) for at in np.ndindex(2, 2)]
                if split and own[2, 0] - own[0, 0] == 2 * side
                else [own]
            )
        ]
    order = rng.permutation(len(squares))
    squares = [squares[place] for place in order]
    away = np.array([700_000.0, 6_800_000.0]) if scale == 1 else np.zeros(2)
    found = bordering([[own * scale + away] for own in squares]).tolist()
    wanted = [
        [i, j]
        for i, one in enumerate(squares)
        for j, other in enumerate(squares)
        if i < j and touches(one, other)
    ]
    assert found == wanted


def test_triangles_share_sides_in_any_direction() -> None:
    """Delaunay's triangles of random points: neighbours are those that scipy says."""
    from scipy.spatial import Delaunay

    points = np.random.default_rng(1).uniform(0, 1000, (80, 2))
    mesh = Delaunay(points)
    found = {tuple(pair) for pair in bordering([[points[own]] for own in mesh.simplices]).tolist()}
    wanted = {
        (min(place, near), max(place, near))
        for place, row in enumerate(mesh.neighbors.tolist())
        for near in row
        if near >= 0
    }
    assert found == wanted


def test_a_ring_may_be_open_or_closed_and_an_area_have_none() -> None:
    closed, opened = square(0, 0, 1), square(1, 0, 1)[:-1]
    assert bordering([[closed], [], [opened]]).tolist() == [[0, 2]]
    assert bordering([[], []]).tolist() == []
    assert bordering([]).tolist() == []
    assert bordering([[np.zeros((3, 2))], [np.zeros((3, 2))]]).tolist() == []


@pytest.mark.parametrize("seed", range(5))
def test_triangles_link_all_points_and_have_empty_circles(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points = rng.uniform(0, 10, (25, 2)) + np.array([6e5, 6.8e6])
    pairs = neighbouring_points(points)
    assert components(graph_of(pairs, 25)).max() == 0
    near = {tuple(pair) for pair in pairs.tolist()}
    for one in range(25):  # the nearest of each is always a neighbour
        far = np.hypot(*(points - points[one]).T)
        far[one] = np.inf
        other = int(far.argmin())
        assert (min(one, other), max(one, other)) in near


def test_nearest_ones_are_nearest() -> None:
    points = np.random.default_rng(3).uniform(0, 10, (30, 2))
    found = {tuple(pair) for pair in neighbouring_points(points, 3).tolist()}
    far = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    wanted = {
        (min(one, other), max(one, other))
        for one in range(30)
        for other in np.argsort(far[one])[1:4].tolist()
    }
    assert found == wanted


@pytest.mark.parametrize("nearest", [None, 2])
def test_points_that_are_few_on_a_line_or_the_same(nearest: int | None) -> None:
    line = np.stack([np.arange(5.0), 2 * np.arange(5.0)], axis=1)[[3, 0, 4, 1, 2]]
    assert components(graph_of(neighbouring_points(line, nearest), 5)).max() == 0
    same = np.concatenate([np.zeros((3, 2)), np.ones((2, 2))])
    assert components(graph_of(neighbouring_points(same, nearest), 5)).max() == 0
    assert neighbouring_points(np.zeros((1, 2)), nearest).tolist() == []
    assert neighbouring_points(np.zeros((0, 2)), nearest).tolist() == []
