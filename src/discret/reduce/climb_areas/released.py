"""The records as they are shown: labels of areas and keys, each at its level, and nobody's name."""

from __future__ import annotations

from collections.abc import Iterator

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.dataset import Dataset
from discret.data.history.trail import Spread
from discret.data.joins import join_groups
from discret.data.roles import Role
from discret.data.star.shown import level_column
from discret.errors import ColumnError
from discret.maths.areas.shown import Shown
from discret.maths.arrays import Ints
from discret.reduce.climb_areas.gathering import Gathered, Labels
from discret.words import Words, say

KEPT = "__kept__"


def new_level_column(who: str, data: Dataset, area: str) -> str:
    """Return the name of the column for the levels of areas; refuse data that has it already."""
    name = level_column(area)
    if name in data.roles:
        raise ColumnError(
            say(
                "{who}: the column {name!r} is there already",
                "{who} : la colonne {name!r} existe déjà",
                who=who,
                name=name,
            ),
            hint=Words(
                "rename it: the levels of areas are written there",
                fr="la renommer : les niveaux des lieux y sont écrits",
            ),
        )
    return name


def released(who: str, data: Dataset, facts: Gathered, shown: Shown) -> Dataset:
    """Return the records that are shown, without the columns that name or number people."""
    level = new_level_column(who, data, facts.area.column)
    told = dict(_told(facts, shown))
    named = {name: f"__told_{place}__" for place, name in enumerate(told)}
    names = pl.Series(facts.area.names)[pl.Series(np.maximum(shown.level, 0).astype(np.uint32))]
    table = facts.table.with_columns(
        *(own.alias(named[name]) for name, own in told.items()),
        names.alias(level),
        pl.Series(KEPT, shown.kept),
    )
    frame = join_groups(data.frame, table, facts.table.columns).filter(nw.col(KEPT)).drop(KEPT)
    frame = frame.with_columns(nw.col(own).alias(name) for name, own in named.items())
    gone = data.columns(Role.INDIVIDUAL, Role.IDENTIFIER)
    made = {**{name: [name] for name in told}, level: [facts.area.column]}
    new = data.with_frame(frame.drop(*named.values(), *gone), made=made)
    labels = {own.column: own for own in (facts.area, *facts.keys)}
    kept = facts.table.filter(pl.Series(shown.kept))
    steps = {n: _spread(kept[n], own.filter(pl.Series(shown.kept)), labels[n])
             for n, own in told.items()}  # fmt: skip
    return new.went(steps)


def _told(facts: Gathered, shown: Shown) -> Iterator[tuple[str, pl.Series]]:
    """Yield the columns that are told otherwise than they were, and what each cell shows."""
    level = np.maximum(shown.level, 0)
    yield facts.area.column, facts.area.shown(facts.cells.area + 1, level)
    for place, labels in enumerate(facts.keys):
        at, codes = shown.at[:, place], facts.cells.codes[:, place]
        if labels.depth > 1 and _climbs(labels, codes[shown.kept], at[shown.kept]):
            yield labels.column, labels.shown(codes, at)


def _climbs(labels: Labels, codes: Ints, at: Ints) -> bool:
    own = labels.shown(codes, np.zeros_like(at))
    return not own.equals(labels.shown(codes, at), null_equal=True)


def _spread(values: pl.Series, told: pl.Series, labels: Labels) -> Spread:
    """Keep which values each label was given to."""
    seen = pl.DataFrame({"value": values, "label": told}).unique(maintain_order=True)
    return Spread.of(seen, labels.hierarchy)
