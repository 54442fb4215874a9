"""The members of a dimension: the table that facts are joined to, and the levels above them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import narwhals as nw
import polars as pl

from discret.data.engine import Frame, collected
from discret.data.hierarchies.automatic import Automatic
from discret.data.hierarchies.forms import counted
from discret.data.hierarchies.given import as_hierarchy, described
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.hierarchies.links import ADVICE, MEMBER, PARENT, levelled, link_faults
from discret.data.hierarchies.sources import text_frame
from discret.data.hierarchies.tables import Table
from discret.data.star.dimensions import Dimension
from discret.data.star.places import Places
from discret.errors import ColumnError, HierarchyError
from discret.words import Words, say


@dataclass(frozen=True)
class Members:
    """What a star knows of a dimension.

    Parameters
    ----------
    name, dimension
        The name of the dimension, and how it was declared.
    table
        One row for each member: the columns that facts are joined by and get. Nothing where a fact
        says all by itself.
    hierarchy
        The levels above the finest, if there are any.
    brings
        Columns of the table that the facts get beside the finest level.
    """

    name: str
    dimension: Dimension
    table: Frame | None = None
    hierarchy: Hierarchy | Automatic | None = None
    brings: tuple[str, ...] = ()

    @property
    def column(self) -> str:
        """The column of the facts that names a member."""
        return self.dimension.column_of(self.name)

    @property
    def member(self) -> str:
        """The column of the table that facts refer to."""
        return self.dimension.member_of(self.name)

    @property
    def finest(self) -> str:
        """The column of the table that is shown at its finest."""
        return self.dimension.finest_of(self.name)

    @property
    def joins(self) -> bool:
        """Whether facts do not say by themselves what is shown of them."""
        return self.table is not None and (self.finest != self.member or bool(self.brings))


def members_of(
    name: str, dimension: Dimension, places: Places, *, wanted: Sequence[str], used: pl.Series
) -> Members:
    """Find the members of a dimension.

    Parameters
    ----------
    name, dimension
        The dimension.
    places
        Where tables are.
    wanted
        Columns that facts lack, and get from this dimension if it has them.
    used
        The distinct members that facts name, where the dimension has parents of members.
    """
    who = say("star, dimension {name!r}", "étoile, dimension {name!r}", name=name)
    if dimension.hierarchy is not None:
        return Members(name, dimension, hierarchy=_declared(name, dimension, places.folder, who))
    if dimension.table is None:
        return Members(name, dimension)
    frame = places.table(dimension.table).frame
    have = frame.collect_schema().names()
    brings = tuple(column for column in wanted if column in have)
    member = dimension.member_of(name)
    above = [dimension.parent] if dimension.parent is not None else list(dimension.levels)
    needed = list(dict.fromkeys([member, *above, *brings]))
    if any(column not in have for column in needed):
        raise ColumnError.missing(who, needed, have)
    table = frame.select(*needed).unique()
    if dimension.parent is not None:
        hierarchy = _from_parents(who, dimension, text_frame(table.to_native(), [member, *above]),
                                  used)  # fmt: skip
    else:
        hierarchy = _from_levels(who, dimension, table)
    _check_single(who, table, member)
    return Members(name, dimension, table, hierarchy, brings)


def _declared(name: str, dimension: Dimension, folder: Path, who: Words) -> Hierarchy | Automatic:
    given = dimension.hierarchy
    try:
        if isinstance(given, dict):
            return described(given, folder=folder)
        return as_hierarchy(name, given)
    except HierarchyError as error:
        raise HierarchyError(who, error.faults, hint=error.hint) from None


def _from_parents(
    who: Words, dimension: Dimension, pairs: pl.DataFrame, used: pl.Series
) -> Hierarchy | None:
    links = pairs.rename({"0": MEMBER, "1": PARENT})
    if faults := link_faults(links):
        raise HierarchyError(who, faults, hint=ADVICE)
    inner = bool(used.is_in(links[PARENT].drop_nulls().implode()).any())
    levels = levelled(links, inner=inner)
    table = Table.checked(who, levels, names=dimension.names, top=dimension.top)
    return Hierarchy(table) if table.depth > 1 else None


def _from_levels(who: Words, dimension: Dimension, table: Frame) -> Hierarchy | None:
    """Make a hierarchy of the levels alone: members below the finest stay where they are."""
    names = dimension.levels
    if not names:
        return None
    levels = text_frame(table.select(*names).unique().to_native(), names)
    if faults := [*_level_faults(levels, names)]:
        raise HierarchyError(who, faults, hint=_LEVELS)
    rule = Table.checked(who, levels.sort("0"), names=names, top=dimension.top)
    return Hierarchy(rule) if rule.depth > 1 else None


def _level_faults(levels: pl.DataFrame, names: Sequence[str]) -> Iterator[Words]:
    for place, name in enumerate(names):
        empty = levels[str(place)].null_count() + int((levels[str(place)] == "").sum())
        if empty and place == 0:
            yield _EMPTY.filled(n=counted(empty, "row"), level=name)
    for (low, name), (high, above) in pairwise(enumerate(names)):
        pairs = levels.select(low=str(low), high=str(high)).unique().drop_nulls("low")
        lost = pairs["high"].null_count() + int((pairs["high"] == "").sum())
        if lost:
            yield _OUTSIDE.filled(n=counted(lost, "member"), level=name, above=above)
        torn = pairs.drop_nulls().filter(pl.col("low").is_duplicated())["low"].n_unique()
        if torn:
            yield _TORN.filled(n=counted(torn, "member"), level=name, above=above)


def _check_single(who: Words, table: Frame, member: str) -> None:
    """Refuse members of which several rows say different things: facts would be doubled."""
    rows = table.group_by(member).agg(nw.len().alias("rows")).filter(nw.col("rows") > 1)
    twice = int(collected(rows.select(nw.len())).item())
    if twice:
        fault = _TWICE.filled(n=counted(twice, "member"), column=member)
        raise HierarchyError(who, [fault], hint=_ONCE)


_EMPTY = Words("{n} without a member at level {level!r}", fr="{n} sans membre au niveau {level!r}")
_OUTSIDE = Words(
    "{n} of level {level!r} outside the hierarchy: nothing at level {above!r}",
    fr="{n} du niveau {level!r} hors de la hiérarchie : rien au niveau {above!r}",
)
_TORN = Words(
    "{n} of level {level!r} with several parents at level {above!r}",
    fr="{n} du niveau {level!r} avec plusieurs parents au niveau {above!r}",
)
_TWICE = Words(
    "{n} of {column!r} in several rows that differ",
    fr="{n} de {column!r} sur plusieurs lignes qui diffèrent",
)
_LEVELS = Words(
    "give each member one parent at the next level; where names come twice, as those of communes"
    " do, take their codes",
    fr="donner à chaque membre un seul parent au niveau suivant ; si des noms reviennent, comme"
    " ceux des communes, prendre leurs codes",
)
_ONCE = Words(
    "keep one row for each member, or join by a column that tells them apart",
    fr="garder une ligne par membre, ou joindre par une colonne qui les distingue",
)
