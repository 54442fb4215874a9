"""The ways to protect zones and the squares of a nested grid: withheld at any level, or merged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from discret.assess.differencing.deduced import Deduced
from discret.data.zonings.corners import corners
from discret.data.zonings.crossing import Crossing, free
from discret.data.zonings.nests import Nest
from discret.maths.arrays import Bools, Ints
from discret.maths.zonings.nested_withholding import Levels, withhold_nested
from discret.maths.zonings.square_merging import Merged, merge, merged_levels
from discret.maths.zonings.withholding import Cost
from discret.reduce.merge_squares import labels

LEVEL, SQUARE, OBSERVATIONS = "level", "square", "observations"


def nested_withholding(
    crossing: Crossing, nest: Nest, threshold: int, cost: Cost, seconds: float
) -> tuple[dict[str, Any], pl.DataFrame, pl.DataFrame]:
    """Withhold squares of any level; return the facts, the squares and what stays at risk."""
    given = Levels(nest.zone, nest.count, nest.squares, nest.published)
    found = withhold_nested(given, threshold, cost, seconds)
    gone = [np.zeros(len(label), dtype=np.bool_) for label in nest.labels]
    for level, square in found.squares:
        gone[level][square] = True
    small = [nest.totals(level) < threshold for level in range(len(gone))]
    lost = int(sum(array.sum() for array in gone))
    facts = {
        **_facts(crossing, nest, threshold, found.size, gone),
        "squares_lost": lost,
        "squares_touched": lost,
        "squares_below_after": 0,
        "rounds": found.rounds,
        "seconds": seconds,
    }
    facts["squares_after"] = facts["squares_published"] - lost
    return (
        _shared(facts),
        _table(nest, gone, below=small),
        _left(crossing, nest, found.size, threshold),
    )


def nested_merging(
    crossing: Crossing, nest: Nest, threshold: int
) -> tuple[dict[str, Any], pl.DataFrame, pl.DataFrame]:
    """Merge the finest squares, and the coarser ones that then hold parts of the same."""
    finest = nest.squares[:, -1]
    first = np.unique(finest, return_index=True)[1]  # every square of the labels has a row
    coarser = nest.squares[first, :-1]
    found = merge(nest.zone, finest, nest.count, threshold, corners(nest.labels[-1]), coarser)
    classes = _classes(nest, found, coarser, first)
    merged = [np.bincount(class_)[class_] > 1 for class_ in classes]
    names = [labels(own, class_) for own, class_ in zip(nest.labels, classes, strict=True)]
    after = sum(int(array.max(initial=-1)) + 1 for array in classes)
    facts = {
        **_facts(crossing, nest, threshold, found.size, merged),
        "squares_touched": int(sum(row.sum() for row in merged)),
        "squares_after": after,
        "squares_below_after": int(found.below.sum()),
        "rounds": found.rounds,
        "seconds": None,
    }
    facts["squares_lost"] = facts["squares_published"] - after
    return (
        _shared(facts),
        _table(nest, merged, merged=names),
        _left(crossing, nest, found.size, threshold),
    )


def _classes(nest: Nest, found: Merged, coarser: Ints, first: Ints) -> list[Ints]:
    """Return for the squares of each level the number of the merged one that each is in."""
    above = merged_levels(found.squares, coarser)
    classes = []
    for level in range(len(nest.labels) - 1):
        own = np.empty(len(nest.labels[level]), dtype=np.int64)
        own[nest.squares[first, level]] = above[:, level]
        classes.append(own)
    return [*classes, found.squares]


def _facts(
    crossing: Crossing, nest: Nest, threshold: int, size: Ints, touched: Sequence[Bools]
) -> dict[str, Any]:
    """Return what was at risk, what still is, and who is in a square withheld or merged."""
    before = Deduced.of(crossing, threshold)
    pieces = np.bincount(crossing.square, crossing.count, len(crossing.squares)) < threshold
    zones = np.bincount(crossing.zone, crossing.count, len(crossing.zones))
    shown = [nest.shown(level) for level in range(len(nest.labels))]
    left = size < threshold
    hit = np.stack([level[codes] for level, codes in zip(touched, nest.squares.T, strict=True)])
    return {
        "threshold": threshold,
        "zones": len(crossing.zones),
        "squares": sum(len(label) for label in nest.labels),
        "observations": crossing.observations,
        "squares_below": int((pieces & ~crossing.withheld_squares).sum()),
        "zones_below": int((zones < threshold).sum()),
        "at_risk_before": before.observations_at_risk,
        "at_risk_after": int(nest.count[left].sum()),
        "intersections_unprotected": int(left.sum()),
        "zones_unprotected": len(np.unique(nest.zone[left])),
        "squares_withheld_before": int(sum((~array).sum() for array in shown)),
        "squares_published": int(sum(row.sum() for row in shown)),
        "observations_published": int(nest.count[nest.published.any(axis=1)].sum()),
        "observations_lost": int(nest.count[hit.any(axis=0)].sum()),
        "levels": list(nest.columns),
        "bound": None,
        "gap": None,
        "least": None,
        "optimal": None,
    }


def _shared(facts: dict[str, Any]) -> dict[str, Any]:
    squares, people = facts["squares_published"], facts["observations_published"]
    return {
        **facts,
        "squares_lost_share": facts["squares_lost"] / squares if squares else 0.0,
        "observations_lost_share": facts["observations_lost"] / people if people else 0.0,
    }


def _table(nest: Nest, wanted: Sequence[Bools], **more: Sequence[Any]) -> pl.DataFrame:
    """Return the squares wanted: their level, their name, their observations, and what else."""
    parts = []
    for level, name in enumerate(nest.columns):
        own = pl.DataFrame({
            LEVEL: [name] * len(nest.labels[level]),
            SQUARE: nest.labels[level],
            OBSERVATIONS: nest.totals(level),
            **{key: pl.Series(values[level]) for key, values in more.items()},
        })  # fmt: skip
        parts.append(own.filter(pl.Series(wanted[level])))
    return pl.concat(parts)


def _left(crossing: Crossing, nest: Nest, size: Ints, threshold: int) -> pl.DataFrame:
    """Return the intersections that still come out in a small group."""
    zone = crossing.columns[0]
    rows = pl.DataFrame({
        zone: crossing.zones.gather(nest.zone),
        free(SQUARE, [zone]): nest.labels[-1].gather(nest.squares[:, -1]),
        free(OBSERVATIONS, [zone]): nest.count,
        free("smallest_group", [zone]): size,
    })  # fmt: skip
    return rows.filter(pl.Series(size < threshold))
