"""Zones that further models judge: merged with a neighbour until they hold."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import polars as pl

from discret.data.keytable import KeyTable
from discret.maths.arrays import Bools, Ints
from discret.maths.places.graph import Graph, contracted, numbered
from discret.maths.places.held import Asked, Held, people_in
from discret.maths.places.smallest import kept_in
from discret.model import Conjunction

Shown = Callable[[Ints, Bools], tuple[KeyTable, Ints]]  # the key table, and the group of each row


def united(
    own: Held, graph: Graph, asked: Asked, zone: Ints, models: Conjunction, shown: Shown
) -> tuple[Ints, Bools]:
    """Merge zones in which a model fails with neighbours, and drop what still fails then.

    Parameters
    ----------
    own, graph, asked
        What areas hold, which are neighbours, and what zones must have.
    zone
        The zone of each area.
    models
        What must hold.
    shown
        Returns the key table of the records that rows stand for, in some zones, and the group of
        each row, −1 where it is not kept.
    """
    while True:
        kept = kept_in(own, zone, asked)
        if not kept.any():
            return zone, kept
        keys, group = shown(zone, kept)
        bad = models.failing(keys)
        fewer = _merged(own, graph, zone, np.unique(zone[own.area][kept][bad[group[kept]]]))
        if (fewer == zone).all():
            left = _left(own, zone, asked, models, shown)
            return _shown_zones(own, zone, left), left
        zone = fewer


def _merged(own: Held, graph: Graph, zone: Ints, failing: Ints) -> Ints:
    """Put each zone that fails together with its smallest neighbour; none is taken twice."""
    zones = int(zone.max(initial=-1)) + 1
    near = contracted(graph, zone, zones)
    some = zone[own.area] >= 0
    total = np.bincount(zone[own.area][some], own.facts[some], zones)
    into = np.arange(zones)
    free = np.ones(zones, dtype=np.bool_)
    for failed in sorted(failing.tolist(), key=lambda own: (total[own], own)):
        others = [other for other in near.near(failed).tolist() if free[other]]
        if free[failed] and others:
            best = min(others, key=lambda own: (total[own], own))
            into[failed], free[failed], free[best] = best, False, False
    if (into == np.arange(zones)).all():
        return zone
    return numbered(np.where(zone >= 0, into[zone], -1))


def _left(own: Held, zone: Ints, asked: Asked, models: Conjunction, shown: Shown) -> Bools:
    """Mark the rows that are left when what fails is dropped, and zones with too few people."""
    where = zone[own.area]
    kept = kept_in(own, zone, asked)
    while kept.any():
        keys, group = shown(zone, kept)
        bad = models.failing(keys)[group] & kept
        people = people_in(np.where(kept & ~bad, where, -1), own, int(zone.max()) + 1)
        fewer = kept & ~bad & (people >= asked.people)[where]
        if (fewer == kept).all():
            break
        kept = fewer
    return kept


def _shown_zones(own: Held, zone: Ints, kept: Bools) -> Ints:
    """Return zones anew, without those of which nothing is left."""
    return numbered(np.where(np.isin(zone, zone[own.area][kept]), zone, -1))


def groups_of(keys: KeyTable, rows: pl.DataFrame) -> Ints:
    """Return the group of each row, by the columns of a key table; −1 where it has none."""
    known = keys.groups.with_row_index("__at__")
    found = rows.join(
        known, on=list(keys.columns), how="left", nulls_equal=True, maintain_order="left"
    )
    return found["__at__"].cast(pl.Int64).fill_null(-1).to_numpy()
