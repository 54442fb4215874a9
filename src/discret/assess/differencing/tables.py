"""What two zonings look like and what they give away, as tables with shares and totals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from discret.assess.differencing.deduced import Deduced
from discret.data.zonings.corners import corners
from discret.data.zonings.crossing import Crossing
from discret.maths.arrays import Bools, Ints

Row = dict[str, float]
Rows = dict[str, Row]
REACH = (1, 2)
GROUPS = (1, 10)
COMPONENTS = (10, 30)
TOTAL = "total"


def tables(found: Deduced) -> dict[str, Any]:
    """Return the tables of Costemalle (2018) by name.

    Squares by their side and by the zones they reach into (section 2.1), observations at risk by
    the size of the group (table 5), groups by their zones (2.4), components of the graph (2.3).
    Each is plain data: rows by name, the last of them the total.
    """
    last = found.simplification.stages[-1]
    return {
        "squares_by_side": by_side(found.crossing),
        "squares_by_zones": by_reach(found.crossing, found.threshold),
        "at_risk_by_size": with_shares(
            {str(size): {"observations": many} for size, many in found.by_size().items()},
            "observations",
        ),
        "groups_by_zones": by_class(found.widths(), GROUPS, "groups", "largest"),
        "component_sizes": by_class(last.component_sizes, COMPONENTS, "components", "largest"),
        "star": _star(found),
        "merged_zones": _merged(found.merged_zones),
    }


def by_reach(crossing: Crossing, threshold: int) -> Rows:
    """Count the squares with one zone, two, three and more, and their intersections below.

    Examples
    --------
    Figure 2 of Costemalle (2018), with the threshold 3: B3 and B4 are inside A2, B1 has three.

    >>> from discret.data.dataset import Dataset
    >>> from discret.data.examples import communes
    >>> crossing = Crossing.of("test", Dataset.of(communes()), "commune", "carreau")
    >>> for name, row in by_reach(crossing, 3).items():
    ...     print(name, row["squares"], row["intersections"], row["intersections_below"])
    1 2 2 2
    2 3 6 6
    3+ 1 3 3
    total 6 11 11
    """
    reach = np.bincount(crossing.square, minlength=len(crossing.squares))
    rows = {}
    for name, squares in _classes(reach, REACH).items():
        own = squares[crossing.square]
        below = int((crossing.count[own] < threshold).sum())
        rows[name] = {
            "squares": int(squares.sum()),
            "intersections": int(own.sum()),
            "intersections_below": below,
        }
    return {
        name: {**row, "share_below": _share(row["intersections_below"], row["intersections"])}
        for name, row in with_shares(rows, "squares").items()
    }


def by_side(crossing: Crossing) -> Rows:
    """Count the squares of each side in metres, where they have the names of the INSPIRE grid."""
    places = corners(crossing.squares)
    if places is None or not len(places):
        return {}
    sides, many = np.unique(places[:, 2], return_counts=True)
    rows = zip(sides.tolist(), many.tolist(), strict=True)
    return with_shares({str(side): {"squares": number} for side, number in rows}, "squares")


def by_class(sizes: Ints, bounds: tuple[int, int], what: str, most: str) -> Rows:
    """Count sizes in three classes, with the largest of each.

    Examples
    --------
    >>> by_class(np.array([1, 3, 10, 93]), (1, 10), "groups", "largest")["2-10"]
    {'groups': 2, 'largest': 10, 'share': 0.5}
    """
    rows = {
        name: {what: int(own.sum()), most: int(sizes[own].max(initial=0))}
        for name, own in _classes(sizes, bounds).items()
    }
    found = with_shares(rows, what)
    found[TOTAL][most] = int(sizes.max(initial=0))
    return found


def with_shares(rows: Mapping[str, Mapping[str, float]], what: str) -> Rows:
    """Add the share of each row, and the row of totals.

    Examples
    --------
    >>> with_shares({"1": {"n": 1}, "2": {"n": 3}}, "n")
    {'1': {'n': 1, 'share': 0.25}, '2': {'n': 3, 'share': 0.75}, 'total': {'n': 4, 'share': 1.0}}
    """
    names = dict.fromkeys([what, *(name for row in rows.values() for name in row)])
    whole: Row = {name: sum(row[name] for row in rows.values()) for name in names}
    every: dict[str, Mapping[str, float]] = {**rows, TOTAL: whole}
    return {name: {**row, "share": _share(row[what], whole[what])} for name, row in every.items()}


def _classes(sizes: Ints, bounds: tuple[int, int]) -> dict[str, Bools]:
    """Mark sizes up to the first bound, up to the second, and beyond."""
    low, high = bounds
    names = _span(1, low), _span(low + 1, high), f"{high + 1}+"
    marks = sizes <= low, (sizes > low) & (sizes <= high), sizes > high
    return dict(zip(names, marks, strict=True))


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _star(found: Deduced) -> dict[str, int]:
    """Tell of the largest component: its centre, by the zones merged in it, and its branches."""
    own = found.simplification.star
    return {
        "vertices": own.vertices,
        "centre_zones": int((found.merged_zones == own.centre).sum()) if own.vertices else 0,
        "neighbours": own.neighbours,
        "branches": own.branches,
        "largest_branch": own.largest,
    }


def _merged(classes: Ints) -> dict[str, int]:
    """Count the sets of zones that no small group separates, and the zones in them."""
    sizes = np.bincount(classes)
    many = sizes[sizes > 1]
    return {"sets": len(many), "zones": int(many.sum()), "largest": int(many.max(initial=0))}
