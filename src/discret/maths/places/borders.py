"""Areas that share a stretch of border, from the rings of points around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints

FINE = 1e-8  # of the whole: points that are nearer are the same
STRAIGHT = 1e-7  # radians: directions that differ less are the same


class _Segments(NamedTuple):
    """Stretches of border on lines: those of one line have the same number."""

    owner: Ints
    line: Ints
    start: Floats
    end: Floats


def bordering(rings: Sequence[Sequence[Floats]]) -> Ints:
    """Return the pairs of areas that share a stretch of border, the lower number first.

    Borders are straight from point to point, and shared where they lie on the same line and
    overlap, as those of a large square and of small ones beside it do. A corner alone is not
    shared. Where a border bends, both areas must have the same points: so it is in layers that are
    drawn as one, and not in two that were simplified apart from each other.

    Examples
    --------
    Three squares, the third beside both others.

    >>> def square(x, y, side):
    ...     return [np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]])]
    >>> bordering([square(0, 0, 1), square(0, 1, 1), square(1.0, 0, 2)]).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    ends, owner = _ends(rings)
    if not len(ends):
        return np.zeros((0, 2), dtype=np.int64)
    own = _on_lines(ends, owner)
    found = [np.zeros((0, 2), dtype=np.int64)]
    apart = float(FINE * np.ptp(ends.reshape(-1, 2), axis=0).max())
    for step in range(1, len(own.owner)):
        one, other = slice(None, -step), slice(step, None)
        meet = (own.line[one] == own.line[other]) & (own.start[other] < own.end[one] - apart)
        if not meet.any():
            break
        found.append(np.stack([own.owner[one][meet], own.owner[other][meet]], axis=1))
    pairs = np.sort(np.concatenate(found), axis=1)
    return np.unique(pairs[pairs[:, 0] != pairs[:, 1]], axis=0)


def _ends(rings: Sequence[Sequence[Floats]]) -> tuple[Floats, Ints]:
    """Return both ends of every stretch (the lower first), and whose it is."""
    closed = [np.concatenate([ring, ring[:1]]) for some in rings for ring in some]
    if not closed:
        return np.zeros((0, 2, 2)), np.zeros(0, dtype=np.int64)
    ends = np.concatenate([np.stack([ring[:-1], ring[1:]], axis=1) for ring in closed])
    number = [len(ring) for some in rings for ring in some]
    whose = np.repeat([place for place, some in enumerate(rings) for _ in some], number)
    size = float(np.ptp(ends.reshape(-1, 2), axis=0).max()) * FINE
    ends = ends - ends.reshape(-1, 2).min(axis=0)
    ends = np.round(ends / size) * size if size else ends
    real = (ends[:, 0] != ends[:, 1]).any(axis=1)
    ends, whose = ends[real], whose[real]
    turned = (ends[:, 0, 0] > ends[:, 1, 0]) | (
        (ends[:, 0, 0] == ends[:, 1, 0]) & (ends[:, 0, 1] > ends[:, 1, 1])
    )
    return np.where(turned[:, None, None], ends[:, ::-1], ends), whose.astype(np.int64)


def _on_lines(ends: Floats, owner: Ints) -> _Segments:
    """Sort stretches by the line they are on, and along it."""
    way = ends[:, 1] - ends[:, 0]
    angle = np.arctan2(way[:, 1], way[:, 0])  # to the right, or straight up
    along = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    off = ends[:, 0, 1] * along[:, 0] - ends[:, 0, 0] * along[:, 1]
    width = float(np.ptp(ends.reshape(-1, 2), axis=0).max()) * FINE * 10
    lines = np.stack([np.round(angle / STRAIGHT), np.round(off / width)], axis=1).astype(np.int64)
    line = np.unique(lines, axis=0, return_inverse=True)[1].ravel()
    start, end = ((ends[:, at] * along).sum(axis=1) for at in (0, 1))
    order = np.lexsort((owner, end, start, line))
    return _Segments(owner[order], line[order], start[order], end[order])
