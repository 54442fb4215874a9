"""Boxes as large as what they stand for, nearly square: where there is no map.

Bruls M., Huizing K., van Wijk J. J. (2000). Squarified treemaps. Data Visualization 2000. Springer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Room(NamedTuple):
    """A box on the page."""

    x: float
    y: float
    wide: float
    high: float

    def inner(self, edge: float, head: float = 0.0) -> Room:
        """Return the room within, below a head."""
        wide, high = max(self.wide - 2 * edge, 0.0), max(self.high - 2 * edge - head, 0.0)
        return Room(self.x + edge, self.y + edge + head, wide, high)

    @property
    def ring(self) -> list[list[float]]:
        """Its corners."""
        right, low = self.x + self.wide, self.y + self.high
        corners = [(self.x, self.y), (right, self.y), (right, low), (self.x, low)]
        return [[round(x, 1), round(y, 1)] for x, y in corners]


def treemap(sizes: Sequence[float], room: Room) -> list[Room]:
    """Share a box out by sizes, which are positive and descend; each part is as square as can be.

    Examples
    --------
    >>> [tuple(round(n) for n in part) for part in treemap([6, 3, 3], Room(0, 0, 12, 6))]
    [(0, 0, 6, 6), (6, 0, 6, 3), (6, 3, 6, 3)]
    """
    whole = sum(sizes)
    scale = room.wide * room.high / whole if whole else 0.0
    left, found = [size * scale for size in sizes], list[Room]()
    while left:
        side = min(room.wide, room.high)
        many = _many(left, side)
        row, left = left[:many], left[many:]
        placed, room = _laid(row, room)
        found += placed
    return found


def _many(sizes: Sequence[float], side: float) -> int:
    """Return how many go beside each other along a side, before they grow too narrow."""
    best = float("inf")
    for many in range(1, len(sizes) + 1):
        worst = _worst(sizes[:many], side)
        if worst > best:
            return many - 1
        best = worst
    return len(sizes)


def _worst(sizes: Sequence[float], side: float) -> float:
    """Return how far from square the worst of some boxes along a side is."""
    whole = sum(sizes)
    if not whole or not side:
        return float("inf")
    return max(side**2 * max(sizes) / whole**2, whole**2 / (side**2 * max(min(sizes), 1e-12)))


def _laid(sizes: Sequence[float], room: Room) -> tuple[list[Room], Room]:
    """Lay boxes along the shorter side, and return them and the room that is left."""
    across = room.wide < room.high
    side = room.wide if across else room.high
    deep = sum(sizes) / side if side else 0.0
    placed, at = list[Room](), 0.0
    for size in sizes:
        long = size / deep if deep else 0.0
        placed.append(
            Room(room.x + at, room.y, long, deep)
            if across
            else Room(room.x, room.y + at, deep, long)
        )
        at += long
    if across:
        return placed, Room(room.x, room.y + deep, room.wide, max(room.high - deep, 0.0))
    return placed, Room(room.x + deep, room.y, max(room.wide - deep, 0.0), room.high)
