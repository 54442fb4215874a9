"""What the records of a group show alike: the lowest label, or the range, that covers them all."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import polars as pl

from discret.data.hierarchies.given import hierarchy_of
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.keytable import KeyTable
from discret.data.text import as_text
from discret.maths import partitions
from discret.maths.arrays import Bools, Floats, Ints
from discret.reduce.local_labels import Shown
from discret.reduce.mondrian.labels import ALL, Axis, axis_of, has_order, shown_by, space_of


@dataclass(frozen=True)
class Keys:
    """The keys of all records: where they lie, and what covers some of them.

    Parameters
    ----------
    rows
        A key table in which every record is a group of its own.
    axes
        Each key, its values in an order in which those under one label are neighbours.
    """

    rows: KeyTable = field(repr=False)
    axes: list[Axis] = field(repr=False)

    @classmethod
    def of(cls, who: str, rows: KeyTable) -> Keys:
        """Read the hierarchies of keys; those that have an order, or neither, need none."""
        axes = [axis_of(who, rows, name, _hierarchy(rows, name), None) for name in rows.columns]
        return cls(rows, axes)

    @property
    def place(self) -> Floats:
        """Records × keys: where each lies between the first value, 0, and the last, 1."""
        columns = []
        for key, axis in enumerate(self.axes):
            rank = np.argsort(axis.order)[self.rows.codes[:, key] + 1]
            even = np.arange(len(axis.order)) / max(len(axis.order) - 1, 1)
            where = axis.position if axis.free else even
            columns.append(np.where(self.rows.codes[:, key] < 0, 0.5, where[rank]))
        return np.stack(columns, axis=1)

    def shown(self, group: Ints, groups: int) -> tuple[dict[str, pl.Series], Floats]:
        """Return what groups show in the keys that some of them climb, and what records lose."""
        space = space_of(self.rows, self.axes, riding=False)
        hulls = partitions.part_cuts.hulls(space, group, groups)
        heights = np.array([len(axis.labels.codes) for axis in self.axes])
        beyond = hulls.level >= heights  # no label covers them
        shown = shown_by(
            self.axes, space, hulls._replace(level=np.minimum(hulls.level, heights - 1)), group
        )
        cost = np.where(beyond[group], 1.0, shown.costs())
        climbed = [*np.flatnonzero(shown.level.any(axis=0) | beyond.any(axis=0))]
        texts = {
            self.axes[key].column: _covered(self._texts(shown, key), beyond[group, key])
            for key in map(int, climbed)
        }
        return texts, cost

    def _texts(self, shown: Shown, key: int) -> pl.Series:
        if shown.labels[key].texts is None:  # it has neither order nor hierarchy
            return as_text(self.rows.groups[self.axes[key].column])
        return shown.texts(key)


def _hierarchy(rows: KeyTable, name: str) -> Hierarchy | None:
    """Return the hierarchy of a key; of one that has an order, if it was declared."""
    declared = rows.around.hierarchies
    free = name not in declared and has_order(rows.groups.schema[name])
    return None if free else hierarchy_of(declared, name, rows.groups[name])


def _covered(texts: pl.Series, beyond: Bools) -> pl.Series:
    every = pl.Series([ALL] * len(texts), dtype=pl.String)
    return every.zip_with(pl.Series(beyond), texts.cast(pl.String))
