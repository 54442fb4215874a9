"""What the two methods that protect a crossing of zones and squares share: input and facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.data.zonings.crossing import Crossing, free
from discret.maths.arrays import Bools, Ints
from discret.maths.zonings.cuts import smallest_groups
from discret.maths.zonings.partial_publication import published_in_full
from discret.parts.facts import filled
from discret.words import Words


def crossed(
    who: str,
    data: Dataset,
    zone: str | None,
    square: str,
    count: str | None,
    withheld: Mapping[str, str] | None = None,
) -> Crossing:
    """Cross zones, by default the area, with the squares to protect."""
    named = data.need(who, Role.AREA)[0] if zone is None else zone
    return Crossing.of(who, data, named, square, count=count, withheld=withheld)


def small(crossing: Crossing, threshold: int) -> Bools:
    """Mark the squares that are below the threshold by themselves."""
    totals = np.bincount(crossing.square, crossing.count, len(crossing.squares))
    return np.asarray(totals < threshold)


def at_risk(crossing: Crossing, size: Ints, threshold: int) -> pl.DataFrame:
    """Return the intersections that still come out in a small group: zone, square, count, group.

    It is for the producer of the table, who attaches these zones to others or withholds them.

    Examples
    --------
    >>> table = Dataset.of(pl.DataFrame({"zone": ["A", "B"], "square": [1, 1]}))
    >>> at_risk(Crossing.of("test", table, "zone", "square"), np.array([1, 3]), 3).rows()
    [('A', 1, 1, 1)]
    """
    table = crossing.table()
    table = table.with_columns(pl.Series(free("smallest_group", table.columns), size))
    return table.filter(pl.Series(size < threshold))


def facts(crossing: Crossing, size: Ints, threshold: int) -> dict[str, Any]:
    """Return what was at risk, what still is, and what was below the threshold by itself.

    Parameters
    ----------
    crossing
        The table before.
    size
        The smallest group around each intersection afterwards, or the threshold.
    threshold
        Groups of fewer observations must not be known.
    """
    hidden = crossing.withheld_zones, crossing.withheld_squares
    before = published_in_full(crossing.zone, crossing.square, crossing.count, hidden, threshold)
    risky = smallest_groups(*before, threshold).at_risk[: len(crossing)]
    left = size < threshold
    zones = np.bincount(crossing.zone, crossing.count, len(crossing.zones))
    return {
        "threshold": threshold,
        "zones": len(crossing.zones),
        "squares": len(crossing.squares),
        "observations": crossing.observations,
        "squares_below": int((small(crossing, threshold) & ~crossing.withheld_squares).sum()),
        "zones_below": int((zones < threshold).sum()),
        "at_risk_before": int(crossing.count[risky].sum()),
        "at_risk_after": int(crossing.count[left].sum()),
        "intersections_unprotected": int(left.sum()),
        "zones_unprotected": len(np.unique(crossing.zone[left])),
    }


def left(facts: Mapping[str, Any]) -> list[Words]:
    """Say how many observations subtraction gives away, before and after."""
    return filled(
        "Observations that subtraction gives away: {at_risk_before} before, {at_risk_after} after.",
        "Observations que la soustraction met au jour : {at_risk_before} avant, {at_risk_after}"
        " après.",
        facts,
    )
