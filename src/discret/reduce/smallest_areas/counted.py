"""Who is in which area with which keys: counted in the engine, as the search for zones takes it."""

from __future__ import annotations

from dataclasses import dataclass, field

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.codes import numbered
from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.places.neighbouring import Land
from discret.data.roles import Role
from discret.data.text import as_text
from discret.errors import ColumnError
from discret.maths.arrays import Floats, Ints
from discret.maths.matching import group_ids
from discret.maths.places.held import Held, held
from discret.words import Words, say

COUNT, PERSON = "__n__", "__person__"


@dataclass(frozen=True)
class Counted:
    """Records by area, keys and person.

    Parameters
    ----------
    columns
        The area, and the keys beside it.
    values
        The areas of the records, sorted.
    groups
        One row for each combination of area and keys.
    area, combination
        The area of each of these, and a number for its keys.
    rows, person, records
        For each group and person: the group, the person, the number of records.
    """

    columns: tuple[str, ...]
    values: pl.Series = field(repr=False)
    groups: pl.DataFrame = field(repr=False)
    area: Ints = field(repr=False)
    combination: Ints = field(repr=False)
    rows: Ints = field(repr=False)
    person: Ints = field(repr=False)
    records: Ints = field(repr=False)

    @property
    def names(self) -> list[str]:
        """The areas as text."""
        return as_text(self.values).to_list()

    def held(self, land: Land) -> Held:
        """Return who is where, in the areas of a land."""
        where = land.places(self.names)[self.area][self.rows]
        kind = self.combination[self.rows]
        return held(where, self.person, kind, self.records, len(land.names))

    @classmethod
    def of(cls, who: str, data: Dataset) -> Counted:
        """Count the records of a dataset."""
        area = data.need(who, Role.AREA)[0]
        keys = [name for name in data.columns(Role.KEY) if name != area]
        individual = data.column(Role.INDIVIDUAL)
        table = _table(data, [area, *keys], individual)
        _check(who, table, area, individual)
        groups, rows = _groups(table, [area, *keys])
        values, places = numbered(groups[area])
        codes = [numbered(groups[name])[1] for name in keys]
        nothing = np.zeros(len(groups), dtype=np.int64)
        kinds = group_ids(np.stack([nothing, *codes], axis=1))[0]
        records = table[COUNT].cast(pl.Int64).to_numpy()
        if individual is None:  # every record is a person
            rows, records = np.repeat(rows, records), np.ones(int(records.sum()), dtype=np.int64)
            person = np.arange(len(rows))
        else:
            person = numbered(table[PERSON])[1]
        return cls((area, *keys), values, groups, places, kinds, rows, person, records)


def _table(data: Dataset, columns: list[str], individual: str | None) -> pl.DataFrame:
    who = [] if individual is None else [nw.col(individual).alias(PERSON)]
    own = [*columns, *(() if individual is None else (PERSON,))]
    counted = data.frame.select(*columns, *who).group_by(*own).agg(nw.len().alias(COUNT))
    return collected(counted)


def _groups(table: pl.DataFrame, columns: list[str]) -> tuple[pl.DataFrame, Ints]:
    """Return the combinations of columns, sorted, and the place of each row among them."""
    codes = np.stack([numbered(table[name])[1] for name in columns], axis=1)
    ids, size = group_ids(codes)
    first = np.full(size, len(ids))
    np.minimum.at(first, ids, np.arange(len(ids)))
    return table[first].select(columns), ids


def _check(who: str, table: pl.DataFrame, area: str, individual: str | None) -> None:
    for column, name in ((area, area), (PERSON, individual)):
        if name is not None and (
            lacking := int(table.filter(pl.col(column).is_null())[COUNT].sum())
        ):
            raise ColumnError(
                say(
                    "{who}: {lacking} {lacking:record has|records have} no {name!r}",
                    "{who} : {lacking} {lacking:enregistrement n’a|enregistrements n’ont} pas de"
                    " {name!r}",
                    who=who, lacking=lacking, name=name,
                ),
                hint=_FILL,
            )  # fmt: skip


def points_of(data: Dataset, area: str, x: str, y: str) -> tuple[pl.Series, Floats]:
    """Return the areas of a dataset, sorted, and the mean place of the records of each."""
    asked = [number(name).mean().alias(alias) for name, alias in ((x, "__x__"), (y, "__y__"))]
    table = collected(data.frame.group_by(area).agg(*asked)).drop_nulls(area).sort(area)
    return table[area], table.select("__x__", "__y__").to_numpy()


_FILL = Words(
    "drop these records first, or fill the column in",
    fr="retirer d’abord ces enregistrements, ou compléter la colonne",
)
