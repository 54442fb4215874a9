"""How a crossed table shrinks, stage by stage, with no answer changed."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from discret.maths.arrays import Ints
from discret.maths.zonings.crossing import equal_sets, summed
from discret.maths.zonings.graph import at_borders, components, unseparated
from discret.maths.zonings.safe_merges import merged_zones
from discret.maths.zonings.star import Star, star


@dataclass(frozen=True)
class Stage:
    """The crossed table at one stage of its simplification (Costemalle 2018, table 4).

    Parameters
    ----------
    name
        What was done to get there.
    zones, squares, intersections
        How many are left.
    below
        Intersections with fewer observations than the threshold.
    observations_below
        Observations in these.
    component_sizes
        The zones of each component of the graph of zones, the largest first.
    """

    name: str
    zones: int
    squares: int
    intersections: int
    below: int
    observations_below: int
    component_sizes: Ints = field(repr=False)

    @property
    def components(self) -> int:
        """Components of the graph of zones."""
        return len(self.component_sizes)

    @property
    def mean_size(self) -> float:
        """Zones of a component, on average."""
        return self.zones / self.components if self.components else 0.0

    @property
    def largest(self) -> int:
        """Zones of the largest component."""
        return int(self.component_sizes.max(initial=0))


@dataclass(frozen=True)
class Simplified:
    """How a crossed table shrinks.

    Parameters
    ----------
    stages
        What is left at each stage.
    classes
        The class of each zone at the last stage: those of one class were merged.
    star
        The star in the largest component of the last stage.
    """

    stages: list[Stage]
    classes: Ints = field(repr=False)
    star: Star


def simplified(zone: Ints, square: Ints, count: Ints, threshold: int) -> Simplified:
    """Count what is left of a crossed table as it is made simpler, with no answer changed.

    The stages: as it came; without the squares inside one zone; with the squares that have the same
    zones as one; with the zones merged that the first rule of Costemalle (2018) merges; with all
    zones merged that no small group separates.

    Examples
    --------
    >>> zone, square = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 2])
    >>> found = simplified(zone, square, np.array([20, 2, 15, 30]), 11)
    >>> [(one.name, one.squares) for one in found.stages[:3]]
    [('initial', 3), ('border_squares', 1), ('fused_squares', 1)]
    >>> found.classes.tolist()
    [0, 1]
    """
    number = int(zone.max(initial=-1)) + 1
    borders = at_borders(zone, square, count)
    fused = _fused(*borders)
    classes = merged_zones(*fused, threshold, number)
    merged = _fused(*at_borders(classes[fused[0]], *fused[1:]))
    again = unseparated(*merged, threshold, number)
    exact = _fused(*at_borders(again[merged[0]], *merged[1:]))
    stages = [
        _stage(name, *table, threshold)
        for name, table in [
            ("initial", summed(zone, square, count)),
            ("border_squares", borders),
            ("fused_squares", fused),
            ("first_merge", merged),
            ("exact_merge", exact),
        ]
    ]
    return Simplified(stages, again[classes], star(*exact))


def _fused(zone: Ints, square: Ints, count: Ints) -> tuple[Ints, Ints, Ints]:
    return (
        summed(zone, equal_sets(zone, square)[square], count)
        if len(zone)
        else (zone, square, count)
    )


def _stage(name: str, zone: Ints, square: Ints, count: Ints, threshold: int) -> Stage:
    present, zones = np.unique(zone, return_inverse=True)
    below = count < threshold
    parts = components(zones.ravel(), square, len(present))
    return Stage(
        name=name,
        zones=len(present),
        squares=len(np.unique(square)),
        intersections=len(zone),
        below=int(below.sum()),
        observations_below=int(count[below].sum()),
        component_sizes=-np.sort(-np.bincount(parts)),
    )
