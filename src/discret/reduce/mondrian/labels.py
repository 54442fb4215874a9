"""The labels that the parts of a partition show: those of a hierarchy, or ranges of values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.keytable import KeyTable, coded
from discret.data.text import as_text
from discret.errors import ColumnError
from discret.maths import partitions
from discret.maths.arrays import Bools, Floats, Ints
from discret.reduce.local_labels import Labels, Shown, labels_of
from discret.words import Words, say

if TYPE_CHECKING:
    from discret.maths.partitions.part_cuts import Hulls, Space

ALL = "*"


@dataclass(frozen=True)
class Axis:
    """One key: its values by rank, those under one label side by side; rank 0 for missing.

    Parameters
    ----------
    labels
        The labels of each value, where the key has a hierarchy or is left as it is.
    order
        The place among the sorted values of each rank.
    values
        The values in their order, where any range of them may be shown.
    position
        Where each rank lies between the first value, 0, and the last, 1.
    """

    column: str
    labels: Labels = field(repr=False)
    order: Ints = field(repr=False)
    position: Floats = field(repr=False)
    values: pl.Series | None = field(default=None, repr=False)

    @property
    def free(self) -> bool:
        """Whether any range of values may be shown."""
        return self.values is not None


def has_order(kind: pl.DataType) -> bool:
    """Whether values of a type follow each other, so that a range of them says something.

    Examples
    --------
    >>> has_order(pl.Int8()), has_order(pl.Enum(["low", "high"])), has_order(pl.String())
    (True, True, False)
    """
    return kind.is_numeric() or kind in (pl.Date, pl.Datetime) or isinstance(kind, pl.Enum)


def axis_of(
    who: str, keys: KeyTable, column: str, hierarchy: Hierarchy | None, most: int | None
) -> Axis:
    """Return the axis of a key: free where it has an order, no hierarchy and no highest level."""
    values = keys.values(column)
    if hierarchy is None and most is None and has_order(values.dtype) and len(values):
        return _free_axis(who, column, values)
    labels = labels_of(who, keys, column, hierarchy, most)
    order = np.concatenate([[0], 1 + np.lexsort(labels.codes[:, 1:])])
    return Axis(column, labels, order, np.zeros(len(order)))


def _free_axis(who: str, column: str, values: pl.Series) -> Axis:
    at = values.to_physical() if not values.dtype.is_decimal() else values
    places = at.cast(pl.Float64).to_numpy()
    if not np.isfinite(places).all():
        raise ColumnError(
            say(
                "{who}: the key {column!r} holds infinite numbers",
                "{who} : la clé {column!r} contient des nombres infinis",
                who=who,
                column=column,
            ),
            hint=Words(
                "recode them (top_code), or drop these records",
                fr="les recoder (top_code), ou retirer ces enregistrements",
            ),
        )
    width = len(values) + 1
    # as floats may be too far apart for their difference: halves never are
    spread = places[-1] / 2 - places[0] / 2
    position = (places / 2 - places[0] / 2) / spread if spread > 0 else np.zeros(len(places))
    known = np.minimum(np.arange(width), 1)
    labels = Labels(
        column,
        np.stack([np.arange(width), known, np.zeros(width, dtype=np.int64)]),
        np.stack([np.zeros(width), np.zeros(width), np.ones(width)]),
        None,
        np.zeros(0, dtype=np.int64),
    )
    return Axis(column, labels, np.arange(width), np.concatenate([[0.0], position]), values)


def space_of(keys: KeyTable, axes: list[Axis], riding: bool) -> Space:
    """Return the rows and their labels as arrays; shorter ladders repeat their last level.

    Parameters
    ----------
    riding
        Whether records whose value is missing go with the others and keep it missing; else
        missing is a value, which only a label for all values covers.
    """
    height = max(len(axis.labels.codes) for axis in axes)
    width = max(len(axis.order) for axis in axes)

    def ranked(axis: Axis, table: NDArray[Any]) -> NDArray[Any]:
        more = (0, height - len(table)), (0, width - len(axis.order))
        return np.pad(
            np.pad(table[:, axis.order], (more[0], (0, 0)), mode="edge"), ((0, 0), more[1])
        )

    rank = np.stack(
        [np.argsort(axis.order)[keys.codes[:, key] + 1] for key, axis in enumerate(axes)], axis=1
    )
    return partitions.part_cuts.Space(
        np.where(keys.codes < 0, -1, rank) if riding else rank,
        keys.count,
        np.stack([ranked(axis, axis.labels.codes) for axis in axes]).astype(np.int64),
        np.stack([ranked(axis, axis.labels.cost) for axis in axes]).astype(np.float64),
        np.stack([np.pad(axis.position, (0, width - len(axis.order))) for axis in axes]),
        np.array([axis.free for axis in axes]),
    )


def shown_by(axes: list[Axis], space: Space, hulls: Hulls, of: Ints) -> Shown:
    """Return what each row shows, given what its part covers."""
    place, level = np.zeros_like(space.rank), np.zeros_like(space.rank)
    labels = []
    for key, axis in enumerate(axes):
        high, climbed = hulls.high[:, key], hulls.level[:, key]
        if axis.free:
            one, high, climbed = _ranges(axis, hulls.low[:, key], high, climbed)
        else:  # the last rank is known where any is: it names the label
            one, high = axis.labels, axis.order[np.maximum(high, 0)]
        labels.append(one)
        known = space.rank[:, key] >= 0
        place[:, key] = np.where(known, high[of], 0)
        level[:, key] = np.where(known, climbed[of], 0)
    return Shown(labels, place, level)


def _ranges(axis: Axis, low: Ints, high: Ints, level: Ints) -> tuple[Labels, Ints, Ints]:
    """Return the labels of a free key, values then ranges, and each part's place and level."""
    assert axis.values is not None  # noqa: S101 (it is free)
    ranged = level == 1
    width = len(axis.order)
    both, index = np.unique(low[ranged] * width + high[ranged], return_inverse=True)
    pairs = np.stack([both // width, both % width], axis=1)
    place = np.where(level == 0, np.maximum(high, 0), len(pairs))
    place[ranged] = index
    width = max(width, len(pairs) + 1)
    span = axis.position[pairs[:, 1]] - axis.position[pairs[:, 0]]
    cost = np.zeros((2, width))
    cost[1, : len(pairs)], cost[1, len(pairs)] = span, 1.0
    texts = pl.concat([_padded(as_text(axis.values), 1, width), _ranged(axis.values, pairs, width)])
    codes = np.zeros((2, width), dtype=np.int64)
    return Labels(axis.column, codes, cost, texts, coded(texts)), place, np.minimum(level, 1)


def _ranged(values: pl.Series, pairs: Ints, width: int) -> pl.Series:
    text = as_text(values)
    first, last = (text.gather(pairs[:, side] - 1) for side in (0, 1))
    if values.dtype.is_numeric():
        plain = pl.Series((values.gather(pairs[:, 0] - 1) >= 0) & values.dtype.is_integer())
        written = (first + "-" + last).zip_with(plain, "[" + first + ", " + last + "]")
    else:
        written = first + " – " + last
    return _padded(pl.concat([written.alias("label"), pl.Series("label", [ALL])]), 0, width)


def _padded(texts: pl.Series, before: int, width: int) -> pl.Series:
    empty = pl.Series("label", [None] * width, dtype=pl.String)
    return pl.concat([empty[:before], texts.alias("label"), empty])[:width]


def missing_shown(space: Space, hulls: Hulls, of: Ints) -> Bools:
    """Mark the cells, rows × keys, that show nothing."""
    return np.asarray((space.rank < 0) | ((space.rank == 0) & (hulls.high[of] == 0)))
