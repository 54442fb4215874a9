"""The file of m-invariant groups: their labels and numbers, and counterfeits among the records."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from discret.data.beside.made_up import fresh, with_made_up
from discret.data.codes import places_in
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.entering.column_names import LINK, PLACE
from discret.data.hierarchies.given import hierarchy_of
from discret.data.history.trail import LABEL, VALUE, Spread
from discret.data.joins import join_rows
from discret.data.keytable import first_places
from discret.data.roles import HELD, Role
from discret.data.text import as_text, from_text
from discret.maths.arrays import Ints
from discret.reduce.invariant.grouping import Grouping
from discret.reduce.invariant.history import History
from discret.reduce.invariant.labels import Keys


@dataclass(frozen=True)
class Published:
    """How groups are published.

    Parameters
    ----------
    column
        The sensitive column.
    into, counterfeits
        The columns with the number of the group, and of its counterfeits.
    dropped
        Columns that are dropped.
    """

    column: str
    into: str
    counterfeits: str
    dropped: tuple[str, ...]

    def of(
        self,
        data: Dataset,
        keys: Keys,
        found: Grouping,
        history: History,
        rng: np.random.Generator,
    ) -> tuple[Dataset, float]:
        """Return the records as groups show them, with counterfeits, and the loss of a cell."""
        texts, cost = keys.shown(found.group, found.groups)
        made = np.bincount(found.made_group, minlength=found.groups)
        links = keys.rows.groups[LINK]
        told = self._told(data, links, texts, found, made)
        return self._mixed(told, links, found, history, rng), float(cost.mean())

    def _told(
        self,
        data: Dataset,
        links: pl.Series,
        texts: dict[str, pl.Series],
        found: Grouping,
        made: Ints,
    ) -> Dataset:
        """Join labels, groups and numbers of counterfeits to the records."""
        columns = {
            **texts,
            self.into: pl.Series(found.group + 1),
            self.counterfeits: pl.Series(made[found.group]),
        }
        table = pl.DataFrame({LINK: links, **columns})
        before = data.without_columns(self.dropped)
        keys = list(data.columns(Role.KEY))
        steps = {name: _spread(data, links, name, text) for name, text in texts.items()}
        new = {self.into: keys, self.counterfeits: keys}
        frame, _ = join_rows(before.frame, table, LINK)
        return before.with_frame(frame, made={**{n: [n] for n in texts}, **new}).went(steps)

    def _mixed(
        self,
        data: Dataset,
        links: pl.Series,
        found: Grouping,
        history: History,
        rng: np.random.Generator,
    ) -> Dataset:
        """Put counterfeits among the records, group by group, in no order that tells of anybody.

        That of the source would: whoever follows it through two releases reads which record of a
        group is whose. So records are put in another order where there are no counterfeits, too.
        """
        rank = np.empty(len(links), dtype=np.int64)
        rank[links.arg_sort().to_numpy()] = np.arange(len(links))
        group = np.empty(len(links), dtype=np.int64)
        group[rank] = found.group
        every = np.append(group, found.made_group)
        place = np.empty(len(every), dtype=np.int64)
        place[np.lexsort((rng.random(len(every)), every))] = np.arange(len(every))
        if len(found.made_group):
            like = rank[first_places(found.group, found.groups)[found.made_group]]
            mixed = self._filled(data, like, history.names.gather(found.made_value), place)
        else:
            mixed = data.with_rows(links.sort().to_numpy(), **{PLACE: place + 1})
        if data.origin.eager:
            return mixed
        return mixed.with_frame(mixed.frame.sort(self.into, self.column))

    def _filled(self, data: Dataset, like: Ints, names: pl.Series, place: Ints) -> Dataset:
        """Add counterfeits, each like a record of its group but for its value and its names."""
        data, values = _typed(data, self.column, names)
        others = {name: _nobody(data, name, len(values)) for name in data.columns(*HELD)}
        return with_made_up(data, like, {self.column: values, **others}, place)


def _nobody(data: Dataset, name: str, many: int) -> pl.Series:
    """Return names that nobody has: whoever counts people takes each for one, as others will."""
    values = data.values(name)
    if name in data.original.roles:
        values = pl.concat([values, data.original.values(name).cast(values.dtype, strict=False)])
    new = fresh(values, many)
    none = pl.Series(name, [None], dtype=values.dtype)
    return none.new_from_index(0, many) if new is None else new


def _spread(data: Dataset, links: pl.Series, name: str, texts: pl.Series) -> Spread:
    """Keep which values each label was given to."""
    values = collected(data.frame.select(LINK, name))
    both = pl.DataFrame({LINK: links, LABEL: texts}).join(values, on=LINK, how="left")
    seen = both.select(pl.col(name).alias(VALUE), LABEL).unique()
    return Spread.of(seen, hierarchy_of(data.hierarchies, name, seen[VALUE]))


def _typed(data: Dataset, column: str, names: pl.Series) -> tuple[Dataset, pl.Series]:
    """Return values in the type of their column, which becomes text where one has none there."""
    known = data.values(column)
    texts = as_text(known)
    at = places_in(names.alias(""), texts.alias(""))
    if (at >= 0).all():
        return data, known.gather(at)
    if known.dtype == pl.String:
        return data, names
    typed = _cast(names, known.dtype)
    if typed is not None:
        return data, typed
    return data.with_values({column: pl.DataFrame({"from": known, "to": texts})}), names


def _cast(names: pl.Series, kind: pl.DataType) -> pl.Series | None:
    """Return texts as values of a type; nothing where one of them is none, or reads otherwise."""
    typed = from_text(names, kind)
    return typed if typed.dtype == kind and as_text(typed).equals(names) else None
