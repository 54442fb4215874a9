"""Differencing by looking at every set of zones: slow, plain, and sharing nothing with the cuts."""

from __future__ import annotations

from typing import Any

import numpy as np


def random_table(seed: int) -> tuple[Any, Any, Any]:
    """Draw a crossed table of up to 12 zones, many squares of which have three zones or more."""
    rng = np.random.default_rng(seed)
    zones = int(rng.choice([2, 3, 4, 5, 6, 7, 8, 10, 12], p=[*[0.14] * 6, 0.1, 0.04, 0.02]))
    squares = int(rng.integers(1, 2 * zones + 1))
    rows: dict[tuple[int, int], int] = {}
    for square in range(squares):
        width = min(zones, int(rng.choice([1, 2, 2, 3, 3, 4, 5])))
        for zone in rng.choice(zones, width, replace=False):
            rows[int(zone), square] = int(rng.choice([1, 1, 2, 3, 4, 6, 9, 15]))
    zone, square = np.array(list(rows)).T
    return zone, square, np.array(list(rows.values()))


def smallest(zone: Any, square: Any, count: Any) -> Any:
    """Return for each row the least observations of a group that holds it, over all sets of zones.

    A set S gives away its observations in squares that have a zone outside it.
    """
    number = int(zone.max()) + 1
    bits = np.arange(1, 2**number - 1)
    members = (bits[:, None] >> np.arange(number)) & 1  # sets × zones
    inside = members[:, zone].astype(bool)  # sets × rows
    out = np.zeros((len(bits), int(square.max()) + 1), dtype=bool)
    for row in range(len(zone)):
        out[:, square[row]] |= ~inside[:, row]
    group = inside & out[:, square]
    size = group @ count
    return np.where(group, size[:, None], np.iinfo(np.int64).max).min(axis=0, initial=2**60)
