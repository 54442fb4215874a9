"""Which of several choices no other beats: Pareto's front of two things to keep low."""

from __future__ import annotations

from collections.abc import Sequence

Point = tuple[float, float]


def efficient(points: Sequence[Point | None]) -> list[bool]:
    """Mark the points that no other beats; what has none is not marked.

    Examples
    --------
    >>> efficient([(0.5, 0.1), (0.2, 0.3), (0.5, 0.2), None])
    [True, True, False, False]
    """
    known = [point for point in points if point is not None]

    def beaten(own: Point) -> bool:
        return any(o[0] <= own[0] and o[1] <= own[1] and o != own for o in known)

    return [point is not None and not beaten(point) for point in points]
