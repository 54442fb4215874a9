"""How a crossed table shrinks, stage by stage, with no answer changed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from discret.maths.crossings import equal_sets, summed
from discret.maths.safe_merges import merged_zones
from discret.maths.zone_graph import at_borders, components, unseparated

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Stage:
    """The crossed table at one stage of its simplification (Costemalle 2018, table 4).

    Parameters
    ----------
    name
        What was done to get there.
    zones, cells, intersections
        How many are left.
    below
        Intersections with fewer observations than the threshold.
    observations_below
        Observations in these.
    components
        Components of the graph of zones.
    """

    name: str
    zones: int
    cells: int
    intersections: int
    below: int
    observations_below: int
    components: int

    @property
    def mean_size(self) -> float:
        """Zones of a component, on average."""
        return self.zones / self.components if self.components else 0.0


def simplified(zone: Ints, cell: Ints, count: Ints, threshold: int) -> list[Stage]:
    """Count what is left of a crossed table as it is made simpler, with no answer changed.

    The stages: as it came; without the cells inside one zone; with the cells that have the same
    zones as one; with the zones merged that the first rule of Costemalle (2018) merges; with all
    zones merged that no small group separates.

    Examples
    --------
    >>> zone, cell = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 2])
    >>> stages = simplified(zone, cell, np.array([20, 2, 15, 30]), 11)
    >>> [(one.name, one.cells) for one in stages[:3]]
    [('initial', 3), ('border_cells', 1), ('fused_cells', 1)]
    """
    number = int(zone.max(initial=-1)) + 1
    borders = at_borders(zone, cell, count)
    fused = _fused(*borders)
    classes = merged_zones(*fused, threshold, number)
    merged = _fused(*at_borders(classes[fused[0]], *fused[1:]))
    again = unseparated(*merged, threshold, number)
    exact = _fused(*at_borders(again[merged[0]], *merged[1:]))
    return [
        _stage(name, *table, threshold)
        for name, table in [
            ("initial", summed(zone, cell, count)),
            ("border_cells", borders),
            ("fused_cells", fused),
            ("first_merge", merged),
            ("exact_merge", exact),
        ]
    ]


def _fused(zone: Ints, cell: Ints, count: Ints) -> tuple[Ints, Ints, Ints]:
    return summed(zone, equal_sets(zone, cell)[cell], count) if len(zone) else (zone, cell, count)


def _stage(name: str, zone: Ints, cell: Ints, count: Ints, threshold: int) -> Stage:
    present, zones = np.unique(zone, return_inverse=True)
    below = count < threshold
    return Stage(
        name=name,
        zones=len(present),
        cells=len(np.unique(cell)),
        intersections=len(zone),
        below=int(below.sum()),
        observations_below=int(count[below].sum()),
        components=int(components(zones.ravel(), cell, len(present)).max(initial=-1)) + 1,
    )
