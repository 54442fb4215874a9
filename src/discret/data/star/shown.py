"""The areas that a release shows, and in which of them each area of the original is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.text import as_text

LEAF, AREA, LEVEL = "finest area", "area shown", "level shown"  # no column is called so


@dataclass(frozen=True)
class ShownAreas:
    """Where the finest areas are shown: each in the lowest area around it that is.

    Parameters
    ----------
    names
        The names of the levels, the finest first.
    levels
        For each finest area of the original, its label at every level: columns "0", "1"...
    shown
        The areas that the release shows: label and number of the level, -1 where no level of the
        original has such a label.
    leaves
        For each finest area the label and the level of the area that it is shown in; missing where
        none is around it.

    Examples
    --------
    >>> towns = Hierarchy.from_parents({"Lyon": "ARA", "Vichy": "ARA", "Nice": "PACA"}, top=None)
    >>> levels = towns.levels(pl.Series(["Lyon", "Nice", "Vichy"]))
    >>> released = pl.DataFrame({AREA: ["Lyon", "ARA"], LEVEL: [0, 1]})
    >>> ShownAreas.of(("town", "region"), levels, released).leaves.rows()
    [('Lyon', 'Lyon', 0), ('Nice', None, None), ('Vichy', 'ARA', 1)]
    """

    names: tuple[str, ...]
    levels: pl.DataFrame = field(repr=False)
    shown: pl.DataFrame = field(repr=False)
    leaves: pl.DataFrame = field(repr=False)

    @classmethod
    def of(cls, names: tuple[str, ...], levels: pl.DataFrame, shown: pl.DataFrame) -> ShownAreas:
        """Find the lowest area around each finest one that is shown."""
        texts = _texts(levels)
        found = texts.select(pl.col("0").alias(LEAF), *_lowest(range(levels.width), shown))
        return cls(names, texts, shown, found)

    @classmethod
    def between(cls, before: Dataset, after: Dataset, area: str) -> ShownAreas:
        """Find the areas of a release in the hierarchy that its original had."""
        hierarchy = before.hierarchies.get(area)
        levels = levels_of(before.values(area), hierarchy)
        names = (area,) if hierarchy is None else hierarchy.names
        return cls.of(names, levels, shown_in(after, area, levels, names))

    def placed(self, table: pl.DataFrame, area: str) -> pl.DataFrame:
        """Give a table counted by area, and by level where a column says it, both of them."""
        table = table.drop_nulls(area)
        named = table.with_columns(as_text(table[area]).alias(AREA))
        beside = level_column(area)
        if beside not in table.columns:
            return named.join(self.shown, on=AREA, maintain_order="left")
        return named.with_columns(_stated(beside, self.names).fill_null(-1).alias(LEVEL))


def shown_in(data: Dataset, area: str, levels: pl.DataFrame, names: Sequence[str]) -> pl.DataFrame:
    """Return the areas that a dataset shows, and the number of the level of each.

    The level is the one that the column beside it names; otherwise the finest that has the label.
    """
    told = told_by(data, area)[1:]
    rows = collected(data.frame.select(area, *told).unique()).drop_nulls(area)
    labels = rows.select(as_text(rows[area]).alias(AREA), *told)
    found = labels.with_columns(finest_of(labels[AREA], levels).alias(LEVEL))
    if told:
        found = found.with_columns(_stated(told[0], names).fill_null(-1).alias(LEVEL)).drop(told)
    return found.unique().sort(LEVEL, AREA)


def levels_of(values: pl.Series, hierarchy: Hierarchy | None) -> pl.DataFrame:
    """Return the labels of values at every level, as texts; of those without levels, themselves."""
    return _texts(values.to_frame("0") if hierarchy is None else hierarchy.levels(values))


def _texts(levels: pl.DataFrame) -> pl.DataFrame:
    return levels.select(as_text(levels[name]).alias(name) for name in levels.columns)


def told_by(data: Dataset, area: str) -> list[str]:
    """Return the columns that say where a record is shown: the area, and its level if told."""
    beside = level_column(area)
    return [area, beside] if beside in data.roles else [area]


def level_column(area: str) -> str:
    """Return the name of the column that says at which level an area is shown.

    Examples
    --------
    >>> level_column("commune")
    'commune_level'
    """
    return f"{area}_level"


def _stated(column: str, names: Sequence[str]) -> pl.Expr:
    numbers = {name: number for number, name in enumerate(names)}
    return pl.col(column).replace_strict(numbers, default=None, return_dtype=pl.Int64)


def finest_of(labels: pl.Series, levels: pl.DataFrame) -> pl.Series:
    """Return the number of the finest level that has each label, -1 where none does.

    Examples
    --------
    >>> levels = pl.DataFrame({"0": ["durum", "soft"], "1": ["wheat", "wheat"]})
    >>> finest_of(pl.Series(["wheat", "soft", "beet"]), levels).to_list()
    [1, 0, -1]
    """
    found = pl.Series(LEVEL, [-1] * len(labels), dtype=pl.Int64)
    for level in range(levels.width - 1, -1, -1):
        there = labels.is_in(levels[str(level)].implode())
        found = found.set(there, level)
    return found


def _lowest(numbers: Sequence[int], shown: pl.DataFrame) -> list[pl.Expr]:
    """Return, for each row, label and level of the lowest of its areas that is shown."""
    by_level = {n: shown.filter(pl.col(LEVEL) == n)[AREA] for n in numbers}
    there = {n: pl.col(str(n)).is_in(own.implode()) for n, own in by_level.items()}
    label = pl.coalesce(pl.when(known).then(pl.col(str(n))) for n, known in there.items())
    level = pl.coalesce(
        pl.when(known).then(pl.lit(n, dtype=pl.Int64)) for n, known in there.items()
    )
    return [label.alias(AREA), level.alias(LEVEL)]
