"""A release in the form of a warehouse: facts, dimensions of published members, bridges, totals.

A fact that was generalised belongs to the one member that it is shown at (the région, not each of
its départements): members that nobody publishes are named nowhere, and no fact is counted twice.
The bridge of a dimension says which published members are within which, so that a published région
adds up with the départements that are published in it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected, tightened
from discret.data.fetching import pieces
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.roles import Role
from discret.data.star.shown import finest_of, level_column, levels_of, told_by
from discret.data.star.sums import Sums
from discret.data.text import as_text
from discret.data.zonings.crossing import free

MEMBER, LABEL, LEVEL, PARENT, WITHIN, UP = (
    "member", "label", "level", "parent", "within", "levels_up",
)  # fmt: skip
NUMBER = "__number__"


@dataclass(frozen=True)
class PublishedDimension:
    """The members of a dimension that a release shows.

    Parameters
    ----------
    column
        The column of the release that shows them.
    members
        One row for each: its number, its label, the name of its level, the number of the lowest
        published member around it, and its labels at the levels above.
    bridge
        Which published members are within which, themselves included, and how many levels apart.

    Examples
    --------
    >>> towns = Hierarchy.from_parents({"Lyon": "ARA", "Vichy": "ARA"}, top=None,
    ...                                names=["town", "region"])
    >>> shown = pl.DataFrame({"label": ["ARA", "Lyon"], "level": [1, 0]})
    >>> dimension = PublishedDimension.of("place", shown, towns, pl.Series(["Lyon", "Vichy"]))
    >>> dimension.members.rows()
    [(1, 'Lyon', 'town', 2, 'ARA'), (2, 'ARA', 'region', None, 'ARA')]
    >>> dimension.bridge.rows()
    [(1, 1, 0), (1, 2, 1), (2, 2, 0)]
    """

    column: str
    members: pl.DataFrame = field(repr=False)
    bridge: pl.DataFrame = field(repr=False)

    @classmethod
    def of(
        cls, column: str, shown: pl.DataFrame, hierarchy: Hierarchy | None, values: pl.Series
    ) -> PublishedDimension:
        """Give numbers to the members that are shown (label, number of the level), finest first."""
        levels = levels_of(values, hierarchy)
        names = (column,) if hierarchy is None else hierarchy.names
        own = shown.sort(LEVEL, LABEL).with_row_index(MEMBER, 1)
        own = own.with_columns(pl.col(MEMBER).cast(pl.Int64))
        above = _above(own, levels)
        bridge = _bridge(own, above)
        nearest = bridge.filter(pl.col(UP) > 0).sort(UP).unique(MEMBER, keep="first")
        known = own.join(nearest, on=MEMBER, how="left", maintain_order="left")
        called = {**dict(enumerate(names)), -1: ""}
        level = pl.col(LEVEL).replace_strict(called, return_dtype=pl.String)
        known = known.select(MEMBER, LABEL, level, pl.col(WITHIN).alias(PARENT))
        taken = [MEMBER, LABEL, LEVEL, PARENT]
        wide = [above[str(n)].alias(free(name, taken)) for n, name in enumerate(names) if n]
        return cls(column, known.with_columns(wide), bridge)


def warehouse(data: Dataset) -> dict[str, PublishedDimension]:
    """Return the dimensions of a release: its area, and the keys that its original had.

    Examples
    --------
    >>> facts = pl.DataFrame({"place": ["Lyon", "Lyon"], "crop": ["beet", "rye"], "n": [1, 2]})
    >>> data = Dataset.of(facts, area="place", key="crop")
    >>> {name: own.members.height for name, own in warehouse(data).items()}
    {'place': 1, 'crop': 2}
    """
    before = data.original
    columns = [*data.columns(Role.AREA), *data.columns(Role.KEY)]
    known = [n for n in dict.fromkeys(columns) if n in before.columns(Role.KEY, Role.AREA)]
    return {
        name: PublishedDimension.of(
            name, _shown(data, name), before.hierarchies.get(name), before.values(name)
        )
        for name in known
    }


def facts_of(data: Dataset, dimensions: Mapping[str, PublishedDimension]) -> pl.DataFrame:
    """Return the facts with the number of a member for each dimension, in place of its label.

    Facts come piece by piece, in the order in which the query gives them; of each piece every
    distinct label is looked up once, and only numbers stay.
    """
    told = {name: told_by(data, name) for name in dimensions}
    parts = [_with_numbers(piece, dimensions, told) for piece in pieces(data.visible())]
    return tightened(pl.concat(parts, rechunk=False))  # together they would be held twice


def _with_numbers(
    table: pl.DataFrame,
    dimensions: Mapping[str, PublishedDimension],
    told: Mapping[str, Sequence[str]],
) -> pl.DataFrame:
    """Put the numbers of members in the place of the columns that say where facts are shown."""
    for name, own in dimensions.items():
        shown = table.select(told[name]).unique()
        known = shown.with_columns(_numbered(shown, name, own)[name].alias(NUMBER))
        placed = table.select(told[name]).join(
            known, on=told[name], how="left", nulls_equal=True, maintain_order="left"
        )
        table = table.with_columns(placed[NUMBER].alias(name)).drop(told[name][1:])
    return table


def totals_of(data: Dataset, dimension: PublishedDimension, sums: Sums) -> pl.DataFrame:
    """Return the measures of each published member as a whole: with all that is within it."""
    column, members = dimension.column, dimension.members
    counted = sums.counted(data, told_by(data, column)).drop_nulls(column)
    own = _numbered(counted, column, dimension).select(pl.col(column).alias(MEMBER), *sums.parts)
    whole = own.join(dimension.bridge, on=MEMBER).group_by(WITHIN).agg(pl.col(sums.parts).sum())
    every = members.select(MEMBER, LABEL, LEVEL).join(
        whole, left_on=MEMBER, right_on=WITHIN, how="left", maintain_order="left"
    )
    taken = [MEMBER, LABEL, LEVEL]
    told = [own.alias(free(own.name, taken)) for own in sums.values(every)]
    return every.select(taken).with_columns(told)


def table_names(columns: Mapping[str, object]) -> dict[str, tuple[str, str]]:
    """Return, for each dimension, what its table and its bridge are called: as files may be.

    Examples
    --------
    >>> table_names({"crop/type": None, "crop type": None})["crop type"]
    ('dimension_crop_type_2', 'bridge_crop_type_2')
    """
    found: dict[str, tuple[str, str]] = {}
    taken: list[str] = []
    for name in columns:
        plain = re.sub(r"[^\w-]+", "_", name).strip("_").lower() or "dimension"
        others = (f"{plain}_{number}" for number in range(2, len(columns) + 2))
        taken.append(next(name for name in (plain, *others) if name not in taken))
        found[name] = f"dimension_{taken[-1]}", f"bridge_{taken[-1]}"
    return found


def _shown(data: Dataset, column: str) -> pl.DataFrame:
    """Return the labels that a column shows and their levels: as a column says, or the finest."""
    beside = level_column(column)
    told = [beside] if beside in data.roles else []
    rows = collected(data.frame.select(column, *told).unique()).drop_nulls(column)
    hierarchy = data.original.hierarchies.get(column)
    levels = levels_of(data.original.values(column), hierarchy)
    labels = as_text(rows[column])
    finest = finest_of(labels, levels)
    if told and hierarchy is not None:
        numbers = {name: number for number, name in enumerate(hierarchy.names)}
        finest = rows[beside].replace_strict(numbers, default=-1, return_dtype=pl.Int64)
    return pl.DataFrame({LABEL: labels, LEVEL: finest}).unique()


def _above(own: pl.DataFrame, levels: pl.DataFrame) -> pl.DataFrame:
    """Return the labels of each member at its level and above; nothing below."""
    found = []
    for number in own[LEVEL].unique().to_list():
        mine = own.filter(pl.col(LEVEL) == number).select(MEMBER, LABEL)
        if number < 0:
            found.append(mine.select(MEMBER))
            continue
        upper = levels.select(
            pl.col(str(number)).alias(LABEL),
            *(pl.col(str(n)) for n in range(number, levels.width)),
        ).unique(LABEL, keep="first", maintain_order=True)
        found.append(mine.join(upper, on=LABEL, how="left").drop(LABEL))
    empty = pl.DataFrame(
        schema={MEMBER: pl.Int64, **{str(n): pl.String for n in range(levels.width)}}
    )
    return pl.concat([empty, *found], how="diagonal").sort(MEMBER)


def _bridge(own: pl.DataFrame, above: pl.DataFrame) -> pl.DataFrame:
    """Return the published members around each member, with the levels between them."""
    long = above.unpivot(index=MEMBER, variable_name=LEVEL, value_name=LABEL).drop_nulls(LABEL)
    around = own.rename({MEMBER: WITHIN, LEVEL: "at"})
    pairs = long.with_columns(pl.col(LEVEL).cast(pl.Int64)).join(
        around, left_on=[LEVEL, LABEL], right_on=["at", LABEL]
    )
    base = own.select(MEMBER, pl.col(LEVEL).alias("base"))
    found = pairs.join(base, on=MEMBER).select(
        MEMBER, WITHIN, (pl.col(LEVEL) - pl.col("base")).alias(UP)
    )
    alone = own.filter(pl.col(LEVEL) < 0).select(
        MEMBER, pl.col(MEMBER).alias(WITHIN), pl.lit(0, dtype=pl.Int64).alias(UP)
    )
    return pl.concat([found, alone]).sort(MEMBER, UP)


def _numbered(table: pl.DataFrame, name: str, own: PublishedDimension) -> pl.DataFrame:
    """Put the numbers of members in the place of their labels."""
    beside = level_column(name)
    by = [LABEL, LEVEL] if beside in table.columns else [LABEL]
    small = own.members.select(*by, MEMBER)
    keyed = pl.DataFrame(
        [as_text(table[name]).alias(LABEL), *([table[beside].alias(LEVEL)] if len(by) > 1 else [])]
    )
    numbers = keyed.join(small, on=by, how="left", maintain_order="left")[MEMBER]
    return table.with_columns(numbers.alias(name))
