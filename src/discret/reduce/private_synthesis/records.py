"""Whose records are read, and where synthetic ones stand."""

from __future__ import annotations

from collections.abc import Mapping

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.beside.made_up import with_made_up
from discret.data.codes import numbered
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.entering.column_names import LINK, PLACE
from discret.data.roles import Role
from discret.maths.arrays import Ints
from discret.maths.privacy.chance import Chance
from discret.private.plain_cells import as_category, as_unit
from discret.reduce.private_synthesis.domains import Domain
from discret.reduce.rows_in_order import PERSON


def as_written(data: Dataset, rows: pl.DataFrame, domains: Mapping[str, Domain]) -> pl.DataFrame:
    """Return records with categories, and whose they are, as their file writes each cell."""
    file, person = data.origin.written, data.column(Role.INDIVIDUAL)
    given = {name: own.values for name, own in domains.items() if own.kind == pl.String}
    names = [*given, *([] if person is None else [person])]
    if file is None or not names:
        return rows
    cells = file.texts(names, len(data))
    columns = [as_category(cells[name], values) for name, values in given.items()]
    columns += [] if person is None else [as_unit(cells[person]).alias(PERSON)]
    link = collected(data.frame.select(PLACE, LINK)).sort(PLACE)[LINK]
    told = pl.DataFrame([link, *columns])
    return rows.drop(told.columns[1:]).join(told, on=LINK, how="left", maintain_order="left")


def one_each(table: pl.DataFrame, chance: Chance) -> pl.DataFrame:
    """Keep one record of each person, drawn by chance for each alone; none of nobody known."""
    if PERSON not in table.columns:
        return table
    known = table.filter(pl.col(PERSON).is_not_null())
    order = np.argsort(chance.words(len(known)), kind="stable")
    who = numbered(known[PERSON])[1][order]
    first = order[np.unique(who, return_index=True)[1]]
    return known[np.sort(first)]


def people(data: Dataset) -> int:
    """Return how many records are of somebody known."""
    column = data.column(Role.INDIVIDUAL)
    frame = data.frame if column is None else data.frame.filter(~nw.col(column).is_null())
    return int(collected(frame.select(nw.len())).item())


def in_place(
    data: Dataset, rows: Ints, shown: pl.DataFrame, rng: np.random.Generator
) -> Dataset:  # fmt: skip
    """Put synthetic records in the place of others, and those beyond among them, made up.

    All other columns are left out.
    """
    bare = data.without_columns([name for name in data.roles if name not in shown.columns])
    many = min(len(rows), len(shown))
    columns = {name: shown[name].head(many) for name in shown.columns}
    first = bare.with_rows(rows[:many], **columns)  # type: ignore[arg-type]
    if many == len(shown):
        return first
    more = {name: shown[name].slice(many) for name in shown.columns}
    like = np.zeros(len(shown) - many, dtype=np.int64)
    return with_made_up(first, like, more, rng.permutation(len(shown)))
