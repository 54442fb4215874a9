"""The labels that the groups of a key table show, each at its own level."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.dataset import Dataset
from discret.data.engine import Frame, collected
from discret.data.hierarchies.given import hierarchy_of
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.hierarchies.key_levels import Ladder, climbed
from discret.data.history.trail import Spread
from discret.data.joins import join_groups
from discret.data.keytable import KeyTable, coded, first_places
from discret.data.text import as_text
from discret.maths import partitions
from discret.maths.arrays import Floats, Ints
from discret.maths.matching import group_ids

if TYPE_CHECKING:
    from discret.maths.partitions.clusters import Space


@dataclass(frozen=True)
class Labels:
    """One key: levels × values, place 0 for missing.

    Parameters
    ----------
    column
        The key.
    codes
        Numbers that say which values have the same label at a level.
    cost
        What a record loses by it: the share of the values covered, nothing where it is one.
    texts
        The labels, level after level; ``None`` where the key has no hierarchy and stays as it is.
    names
        The same as numbers: equal texts, equal numbers at whatever level.
    """

    column: str
    codes: Ints = field(repr=False)
    cost: Floats = field(repr=False)
    texts: pl.Series | None = field(repr=False)
    names: Ints = field(repr=False)


@dataclass(frozen=True)
class Shown:
    """What each group shows: in each key, the label of a value at a level.

    Parameters
    ----------
    labels
        The labels of each key.
    place, level
        Groups × keys.
    """

    labels: list[Labels] = field(repr=False)
    place: Ints = field(repr=False)
    level: Ints = field(repr=False)

    def changed(self) -> list[int]:
        """Return the keys that some group climbs."""
        return [int(key) for key in np.flatnonzero(self.level.any(axis=0))]

    def texts(self, key: int) -> pl.Series:
        """Return the label that each group shows in a key that has a hierarchy."""
        texts = self.labels[key].texts
        assert texts is not None  # noqa: S101 (a key without hierarchy is never climbed)
        return texts.gather(self._cells(key))

    def _cells(self, key: int) -> Ints:
        width = self.labels[key].codes.shape[1]
        return np.asarray(self.level[:, key] * width + self.place[:, key])

    def costs(self) -> Floats:
        """Return what a record of each group loses in each key."""
        cells = range(len(self.labels))
        return np.stack([self.labels[key].cost.ravel()[self._cells(key)] for key in cells], axis=1)

    def records(self, count: Ints) -> dict[str, list[int]]:
        """Return, for each key, how many records show each level."""
        return {
            label.column: [
                int(count[self.level[:, key] == at].sum()) for at in range(len(label.codes))
            ]
            for key, label in enumerate(self.labels)
        }

    def released(self, keys: KeyTable) -> tuple[KeyTable, Ints]:
        """Return the key table of the release, and the place in it of each group.

        Groups of different clusters may show the same labels: they are then one group.
        """
        columns = [keys.codes[:, key] for key in range(len(self.labels))]
        for key in self.changed():
            columns[key] = self.labels[key].names[self._cells(key)]
        codes = np.stack(columns, axis=1)
        ids, size = group_ids(codes)
        return keys.merged(ids, size, codes[first_places(ids, size)]), ids


def labels_of(
    who: str, keys: KeyTable, column: str, hierarchy: Hierarchy | None, most: int | None
) -> Labels:
    """Return the labels of a key of the key table, up to a level."""
    ladder = climbed(keys, column, hierarchy).between(who, 0, most)
    codes = np.stack(ladder.codes).astype(np.int64)
    cost = np.stack([_cost(share, ladder.values) for share in ladder.shares])
    if hierarchy is None:
        return Labels(column, codes, cost, None, np.arange(codes.size) - 1)
    values = keys.values(column)
    levels = hierarchy.levels(values)
    texts = [_with_missing(as_text(levels[str(at)])) for at in range(ladder.height)]
    if _covers_all(hierarchy, ladder, texts[-1]):  # missing may then join those at the top
        codes[-1, 0], cost[-1, 0] = codes[-1].max(), 1.0
    together = pl.concat(texts)
    return Labels(column, codes, cost, together, coded(together))


def space_of(keys: KeyTable, labels: list[Labels]) -> Space:
    """Return the groups and their labels as arrays; shorter ladders repeat their last level."""
    height = max(len(label.codes) for label in labels)
    width = max(label.codes.shape[1] for label in labels)

    def padded(table: NDArray[Any]) -> NDArray[Any]:
        more = (0, height - len(table)), (0, width - table.shape[1])
        return np.pad(np.pad(table, (more[0], (0, 0)), mode="edge"), ((0, 0), more[1]))

    return partitions.clusters.Space(
        keys.codes.astype(np.int64) + 1,
        keys.count,
        np.stack([padded(label.codes) for label in labels]).astype(np.int64),
        np.stack([padded(label.cost) for label in labels]).astype(np.float64),
    )


def _cost(share: Floats, values: int) -> Floats:
    return np.where(share * values < 1.5, 0.0, share)  # noqa: PLR2004 (one value, or two and more)


def _with_missing(texts: pl.Series) -> pl.Series:
    return pl.concat([pl.Series(texts.name, [None], dtype=pl.String), texts]).alias("label")


def _covers_all(hierarchy: Hierarchy, ladder: Ladder, texts: pl.Series) -> bool:
    """Whether the last level has one label, for whatever value: it tells nothing of any."""
    if ladder.height < 2 or texts.drop_nulls().n_unique() != 1:  # noqa: PLR2004 (values, and above)
        return False
    table = hierarchy.table
    if table is not None:
        return table[str(ladder.height - 1)].n_unique() == 1
    return bool(getattr(hierarchy.form, "top", None) == texts.drop_nulls()[0])


def joined(data: Dataset, shown: Shown, rows: pl.DataFrame) -> Dataset:
    """Join what rows show to the records, by the columns of `rows`; unchanged keys stay."""
    changed = {f"__label_{key}__": key for key in shown.changed()}
    if not changed:
        return data
    table = rows.with_columns(shown.texts(key).alias(name) for name, key in changed.items())
    names = {name: shown.labels[key].column for name, key in changed.items()}
    frame = join_groups(data.frame, table, rows.columns)
    told = frame.with_columns(nw.col(name).alias(key) for name, key in names.items())
    made = {key: [key] for key in names.values()}
    steps = {key: _spread(data, frame, key, name) for name, key in names.items()}
    return data.with_frame(told.drop(*names), made=made).went(steps)


def _spread(data: Dataset, frame: Frame, key: str, label: str) -> Spread:
    """Keep which values each label was given to: records that are dropped later take none away."""
    pairs = collected(frame.group_by(key, label).agg(nw.len().alias("__n__")))
    seen = pairs.select(pl.col(key).alias("value"), pl.col(label).alias("label"))
    return Spread.of(seen, hierarchy_of(data.hierarchies, key, seen["value"]))
