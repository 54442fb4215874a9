"""Generated villages on a grid, where subtracting gives households away in three ways."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.maths.arrays import Floats

Point = tuple[float, float]
Square = tuple[int, int]

EAST, NORTH, SIDE = 600_000, 6_800_000, 1_000  # metres, as in Lambert-93


def villages(seed: int = 1) -> pl.DataFrame:
    """Households of fourteen communes and of 79 squares of a kilometre, with their coordinates.

    Below a threshold of 11, subtraction gives away three groups: one household of a1, which has
    it in a square of a2 (internal); one household beyond b1 and b2, in a square of theirs
    (external); ten households of c1 and c3, found only by putting c1, c2 and c3 together. It shows
    what figure 11 of Costemalle (2018) shows, on data that nobody lives in.

    Parameters
    ----------
    seed
        Start of the chance that draws where households live and how many share a square; the
        three groups are there whatever it is.

    Examples
    --------
    >>> villages().columns, villages()["commune"].n_unique(), villages()["carreau"].n_unique()
    (['commune', 'carreau', 'x', 'y'], 14, 79)
    """
    rng = np.random.default_rng(seed)
    parts = []
    for region in _REGIONS.values():
        for (commune, square), number in _households(region, rng).items():
            where = _drawn(region["communes"][commune], square, number, rng)
            where[:, 0] += region["at"]
            metres = np.round(where * SIDE) + np.array([EAST, NORTH])
            parts.append(
                pl.DataFrame({"x": metres[:, 0], "y": metres[:, 1]}).select(
                    pl.lit(commune).alias("commune"),
                    pl.lit(_code(region, square)).alias("carreau"),
                    pl.col("x", "y").cast(pl.Int64),
                )
            )
    return pl.concat(parts).sort("commune", "carreau", "x", "y")


def village_outlines() -> dict[str, Any]:
    """Outlines of the communes and squares of `villages`, as GeoJSON.

    Examples
    --------
    >>> len(village_outlines()["features"])
    93
    """
    features = []
    for region in _REGIONS.values():
        for commune, ring in region["communes"].items():
            features.append(_feature("commune", commune, region, ring))
        for square in _squares(region):
            x, y = square
            ring = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
            features.append(_feature("carreau", _code(region, square), region, ring))
    return {"type": "FeatureCollection", "features": features}


def inside(points: Floats, ring: Floats) -> NDArray[np.bool_]:
    """Whether points lie inside a ring: a ray to the right crosses it an odd number of times.

    Examples
    --------
    >>> square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=float)
    >>> inside(np.array([[0.5, 0.5], [1.5, 0.5]]), square).tolist()
    [True, False]
    """
    x, y = points[:, :1], points[:, 1:]
    (x1, y1), (x2, y2) = ring.T, np.roll(ring, -1, axis=0).T
    spans = (y1 > y) != (y2 > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = x1 + (y - y1) * (x2 - x1) / (y2 - y1)
    return np.asarray((spans & (x < crossing)).sum(axis=1) % 2 == 1)


def _households(region: dict[str, Any], rng: np.random.Generator) -> dict[tuple[str, Square], int]:
    """Decide how many households of which commune live in each square.

    Those of a square are all of the commune that has most of it, but where it is said otherwise.
    """
    rings = {name: np.array(ring) for name, ring in region["communes"].items()}
    counts: dict[tuple[str, Square], int] = {}
    for square in _squares(region):
        probes = np.array(square) + np.random.default_rng(0).random((200, 2))
        shares = {name: int(inside(probes, ring).sum()) for name, ring in rings.items()}
        owner = max(shares, key=shares.__getitem__)
        counts[owner, square] = int(rng.integers(14, 45))
    return {**counts, **region["shared"]}


def _drawn(ring: list[Point], square: Square, number: int, rng: np.random.Generator) -> Floats:
    """Draw places in a square and in a commune."""
    found = np.zeros((0, 2))
    while len(found) < number:
        tried = np.array(square) + 0.02 + 0.96 * rng.random((4000, 2))
        found = np.concatenate([found, tried[inside(tried, np.array(ring))]])
    return found[:number]


def _squares(region: dict[str, Any]) -> list[Square]:
    return [(x, y) for x in range(region["width"]) for y in range(region["height"])]


def _code(region: dict[str, Any], square: Square) -> str:
    east, north = EAST + (region["at"] + square[0]) * SIDE, NORTH + square[1] * SIDE
    return f"CRS2154RES{SIDE}mN{north}E{east}"


def _feature(kind: str, code: str, region: dict[str, Any], ring: list[Point]) -> dict[str, Any]:
    corners = [
        [round(EAST + (region["at"] + x) * SIDE), round(NORTH + y * SIDE)]
        for x, y in [*ring, ring[0]]
    ]
    shape = {"type": "Polygon", "coordinates": [corners]}
    return {"type": "Feature", "properties": {kind: code}, "geometry": shape}


# Borders, in kilometres from the south-west corner of each region.
_A: list[Point] = [
    (2.9, 0), (3.2, 0.6), (2.85, 1.0), (3.4, 1.4), (3.3, 1.8), (2.8, 2.1), (3.15, 3.0), (2.9, 4),
]  # fmt: skip
_B: list[Point] = [
    (3.1, 0), (2.8, 0.9), (3.2, 1.5), (2.9, 2.0), (2.5, 2.4), (2.7, 2.9), (3.1, 3.2), (2.9, 4),
]  # fmt: skip
_C: list[Point] = [
    (3.0, 0), (3.3, 0.8), (2.9, 1.3), (3.35, 1.9), (2.95, 2.6), (3.3, 3.3), (2.8, 3.9),
    (3.2, 4.5), (3.0, 5),
]  # fmt: skip
_REGIONS: dict[str, dict[str, Any]] = {
    "one household, internal": {
        "at": 0, "width": 5, "height": 4,
        "communes": {
            "a1": [(0, 0), *_A, (0, 4)],
            "a2": [(5, 0), *_A, (5, 4)],
        },
        "shared": {("a1", (3, 1)): 1},
    },
    "one household, external": {
        "at": 7, "width": 6, "height": 4,
        "communes": {
            "b1": [(0, 0), *_B[:3], (2.2, 1.7), (1.2, 1.4), (0, 1.6)],
            "b2": [(0, 1.6), (1.2, 1.4), (2.2, 1.7), *_B[2:], (0, 4)],
            "b3": [*_B[:3], (4.5, 1.3), (6, 1.6), (6, 0)],
            "b4": [*_B[2:7], (4.4, 2.6), (6, 2.7), (6, 1.6), (4.5, 1.3)],
            "b5": [*_B[6:], (6, 4), (6, 2.7), (4.4, 2.6)],
        },
        "shared": {
            ("b4", (2, 2)): 1,
            ("b1", (0, 1)): 18, ("b2", (0, 1)): 16, ("b1", (1, 1)): 15, ("b2", (1, 1)): 20,
            ("b3", (4, 1)): 14, ("b4", (4, 1)): 17, ("b4", (5, 2)): 15, ("b5", (5, 2)): 19,
        },
    },
    "ten households, internal": {
        "at": 15, "width": 7, "height": 5,
        "communes": {
            "c1": [(0, 0), *_C[:4], (1.4, 1.7), (0, 1.5)],
            "c2": [(0, 1.5), (1.4, 1.7), *_C[3:6], (1.6, 3.2), (0, 3.4)],
            "c3": [(0, 3.4), (1.6, 3.2), *_C[5:], (0, 5)],
            "c4": [*_C[:3], (4.6, 1.5), (7, 1.4), (7, 0)],
            "c5": [*_C[2:6], (4.8, 3.0), (7, 3.4), (7, 1.4), (4.6, 1.5)],
            "c6": [*_C[5:8], (5, 4.3), (7, 4.5), (7, 3.4), (4.8, 3.0)],
            "c7": [*_C[7:], (7, 5), (7, 4.5), (5, 4.3)],
        },
        "shared": {
            ("c1", (3, 0)): 4, ("c1", (3, 1)): 3, ("c3", (3, 3)): 3,
            ("c1", (0, 1)): 20, ("c2", (0, 1)): 15, ("c1", (1, 1)): 17, ("c2", (1, 1)): 14,
            ("c2", (0, 3)): 16, ("c3", (0, 3)): 18, ("c2", (1, 3)): 13, ("c3", (1, 3)): 21,
            ("c4", (4, 1)): 15, ("c5", (4, 1)): 16, ("c4", (5, 1)): 22, ("c5", (5, 1)): 18,
            ("c5", (6, 3)): 14, ("c6", (6, 3)): 22, ("c6", (5, 4)): 16, ("c7", (5, 4)): 12,
        },
    },
}  # fmt: skip
