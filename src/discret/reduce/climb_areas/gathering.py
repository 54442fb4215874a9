"""The facts of a dataset, gathered in the engine as cells of areas and keys, with their people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.codes import numbered
from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.refusals import no_records
from discret.data.roles import Role
from discret.data.text import as_text
from discret.maths.areas.cells import Cells, Ladders
from discret.maths.arrays import Ints
from discret.maths.matching import group_ids
from discret.reduce.climb_areas.refusals import (
    negative_amounts,
    not_placed,
    unknown_people,
)

COUNT, AMOUNT, LOWEST = "__count__", "__amount__", "__lowest__"


@dataclass(frozen=True)
class Labels:
    """The labels of a column, level after level, each as text.

    Parameters
    ----------
    column
        The column.
    texts
        Levels × values, level after level; the first of each level is that of a missing value.
    width
        How many values there are, missing included.
    names
        The names of the levels.
    hierarchy
        Where they are from, if there is one.
    """

    column: str
    texts: pl.Series = field(repr=False)
    width: int
    names: tuple[str, ...]
    hierarchy: Hierarchy | None = field(repr=False)

    @classmethod
    def of(cls, column: str, values: pl.Series, hierarchy: Hierarchy | None) -> Labels:
        """Climb the distinct values of a column, as far as it has levels."""
        levels = [values] if hierarchy is None else hierarchy.levels(values).get_columns()
        missing = pl.Series([None], dtype=pl.String)
        each = [pl.concat([missing, as_text(own).alias("")]) for own in levels]
        if hierarchy is not None and len(levels) > 1 and _covers_all(hierarchy, each[-1]):
            each[-1] = each[-1].fill_null(strategy="backward")  # the top tells nothing of anybody
        names = ("0",) if hierarchy is None else hierarchy.names
        return cls(column, pl.concat(each).alias("label"), len(values) + 1, names, hierarchy)

    @property
    def depth(self) -> int:
        """How many levels there are."""
        return len(self.texts) // self.width

    def shown(self, codes: Ints, at: Ints) -> pl.Series:
        """Return the label of each value at its level."""
        return self.texts[pl.Series((at * self.width + codes).astype(np.uint32))]

    @property
    def nodes(self) -> Ints:
        """The node of each value at each level, as `Ladders` has them."""
        names = numbered(self.texts)[1].reshape(self.depth, self.width)
        nodes = np.arange(self.width)[None, :].repeat(self.depth, axis=0)
        for level in range(1, self.depth):
            ids, size = group_ids(names[level][:, None])
            alone = np.bincount(ids, minlength=size)[ids] == _sizes(nodes[level - 1])
            same = alone & (names[level] == names[level - 1])
            nodes[level] = np.where(same, nodes[level - 1], ids + self.width * level)
        return nodes


def _sizes(nodes: Ints) -> Ints:
    _, ids, count = np.unique(nodes, return_inverse=True, return_counts=True)
    return np.asarray(count[ids])


def _covers_all(hierarchy: Hierarchy, texts: pl.Series) -> bool:
    """Whether the last level has one label, for whatever value: it tells nothing of any."""
    if texts.drop_nulls().n_unique() != 1:
        return False
    table = hierarchy.table
    if table is not None:
        return table.to_series(table.width - 1).n_unique() == 1
    return bool(getattr(hierarchy.form, "top", None) == texts.drop_nulls()[0])


@dataclass(frozen=True)
class Gathered:
    """The facts of a dataset, as numbers, and what numbers stand for.

    Parameters
    ----------
    cells
        The facts.
    area, keys
        The labels of the area and of the keys.
    table
        The area and the keys of each cell, as the dataset has them.
    """

    cells: Cells = field(repr=False)
    area: Labels
    keys: tuple[Labels, ...]
    table: pl.DataFrame = field(repr=False)

    @property
    def tree(self) -> Ints:
        """The area at each level of each area: levels × areas, as numbers from 0."""
        names = numbered(self.area.texts)[1].reshape(self.area.depth, self.area.width)[:, 1:]
        return np.stack([np.unique(own, return_inverse=True)[1] for own in names])

    @property
    def ladders(self) -> Ladders:
        """The keys as they can be made coarser."""
        return Ladders(tuple(labels.nodes for labels in self.keys))


def gathered(who: str, data: Dataset, by: str | None) -> Gathered:
    """Count the facts of a dataset by area, keys and person, in the engine that holds them."""
    (person,), (area,) = data.need(who, Role.INDIVIDUAL), data.need(who, Role.AREA)
    if len(data) == 0:
        raise no_records()
    keys = [name for name in data.columns(Role.KEY) if name != area]
    rows = _counted(data, [area, *keys], person, by)
    _check(who, rows, area, person, by)
    columns = [numbered(rows[name]) for name in (area, *keys)]
    codes = np.stack([places for _, places in columns], axis=1)
    table, cells = _cells(rows, codes, person, by)
    first, *others = [
        Labels.of(name, values, data.hierarchies.get(name))
        for name, (values, _) in zip((area, *keys), columns, strict=True)
    ]
    return Gathered(cells, first, tuple(others), table.select(area, *keys))


def _counted(data: Dataset, columns: Sequence[str], person: str, by: str | None) -> pl.DataFrame:
    wanted = [nw.len().alias(COUNT)]
    if by is not None:
        wanted += [number(by).sum().alias(AMOUNT), number(by).min().alias(LOWEST)]
        wanted += [number(by).is_null().cast(nw.Int64).sum().alias("__unknown__")]
    frame = data.frame.group_by(*columns, person).agg(*wanted)
    return collected(frame, records=len(data))


def _check(who: str, rows: pl.DataFrame, area: str, person: str, by: str | None) -> None:
    lost = {name: int(rows.filter(pl.col(name).is_null())[COUNT].sum()) for name in (person, area)}
    if lost[person]:
        raise unknown_people(who, person, lost[person])
    if lost[area]:
        raise not_placed(who, area, lost[area])
    if by is not None:
        odd = rows.filter((pl.col(LOWEST) < 0) | (pl.col("__unknown__") > 0)).height
        if odd:
            raise negative_amounts(who, by, odd)


def _cells(
    rows: pl.DataFrame, codes: Ints, person: str, by: str | None
) -> tuple[pl.DataFrame, Cells]:
    """Put the rows of several people together in cells; the first row of each stands for it."""
    ids, size = group_ids(codes)
    first = np.empty(size, dtype=np.int64)
    first[ids[::-1]] = np.arange(len(ids))[::-1]
    count = rows[COUNT].cast(pl.Int64).to_numpy()
    who = numbered(rows[person])[1].astype(np.int32)
    amount = None if by is None else rows[AMOUNT].cast(pl.Float64).to_numpy()
    cells = Cells.of(
        codes[first, 0],
        codes[first, 1:] + 1,
        np.bincount(ids, count, size).astype(np.int64),
        ids.astype(np.int32),
        who,
        amount,
    )
    return rows[first], cells
