"""Counts by zone and cell, from individual rows or as they came, checked before they are used."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.keytable import Bools
from discret.errors import ColumnError, InputError, listed

Blanks = Literal["refused", "withheld"]
Repeats = Literal["refused", "added"]

COUNT = "__count__"
PAIR = 2
_BLANKS = "; if they are withheld from one publication, say so by blanks = 'withheld'"
_REPEATS = "; if cells were merged, repeats = 'added' adds them up"
MOST = 2**53  # sums of counts stay exact in floats up to here


def check_names(
    who: str, data: Dataset, names: list[str], count: str | None, flags: Mapping[str, str]
) -> None:
    """Refuse columns that the table lacks, that are named twice or that do not fit."""
    numbers = [] if count is None else [count]
    data.check_columns(who, [*names, *numbers, *flags, *flags.values()])
    used = [*names, *numbers, *flags.values()]
    twice = sorted({name for name in used if used.count(name) > 1})
    if twice:
        raise ColumnError(
            f"{who}: zones, cells, levels, counts and what is withheld are different columns,"
            f" {listed(twice)} was named twice",
            hint="name another column",
        )
    odd = [name for name in flags if name not in names]
    if odd:
        raise ColumnError(
            f"{who}: what is withheld is said of zones and of cells, {listed(odd)} is neither",
            hint=f"say it of {listed(names)}",
        )
    data.check_numeric(who, numbers)


def counted(
    who: str,
    data: Dataset,
    columns: list[str],
    count: str | None,
    *,
    crossed: list[str],
    blank: Collection[str] = (),
    repeats: Repeats = "refused",
    offer: Collection[str] = (),
) -> pl.DataFrame:
    """Count the rows of each combination, in the engine, or read the counts that are there.

    Parameters
    ----------
    who, data
        Who asks, for messages; and the table.
    columns, crossed
        The columns to return, and those among them that are zonings or levels of one.
    count
        The column of the counts of a table that is crossed already.
    blank
        The zonings in which a value may be missing.
    repeats
        Whether a crossed table may have several rows of the same combination.
    offer
        The zonings in which who asks can allow blanks, for hints to name `blanks` and `repeats`.
    """
    if count is None:
        table_of = data.frame.group_by(*columns).agg(nw.len().alias(COUNT))
    else:
        table_of = data.frame.select(*columns, nw.col(count).alias(COUNT))
    table = collected(table_of)
    if not len(table):
        raise InputError(f"{who}: the table has no records", hint="check the file, or the filter")
    where = "a zone and a cell" if len(crossed) == PAIR else "a zone in every zoning"
    for name in crossed:
        if name not in blank:
            unit = "observation" if count is None else "row"
            _check_known(who, table, name, unit, where, _offered(name, offer))
    if count is not None:
        _check_counts(who, table, count)
        if repeats == "refused":
            _check_pairs(who, table, crossed, _REPEATS if offer else "")
    table = table.with_columns(pl.col(COUNT).cast(pl.Int64)).filter(pl.col(COUNT) > 0)
    if not len(table):
        raise InputError(f"{who}: no row has an observation", hint="check the counts")
    return table.sort(columns)


def _offered(name: str, offer: Collection[str]) -> str:
    if not offer:
        return ""
    return _BLANKS if name in offer else "; of a nested grid only the finest level may be blank"


def _check_known(
    who: str, table: pl.DataFrame, column: str, unit: str, where: str, hint: str
) -> None:
    lost = table.filter(pl.col(column).is_null())
    many = int(lost[COUNT].sum() or 0) if unit == "observation" else len(lost)
    if many:
        s = "" if many == 1 else "s"
        raise ColumnError(
            f"{who}: every observation has {where}, {many} {unit}{s} without {column!r}",
            hint="find where they are, give them a value of their own, or leave them out of what"
            f" is published and of the file{hint}",
        )


def _check_counts(who: str, table: pl.DataFrame, column: str) -> None:
    counts = table[COUNT].cast(pl.Float64)
    faults = {
        "missing": counts.null_count(),
        "negative": int((counts < 0).sum()),
        "not whole": int(((counts % 1) != 0).sum() or 0),
    }
    told = [f"{many} {fault}" for fault, many in faults.items() if many]
    if told:
        raise ColumnError(
            f"{who}: counts are whole numbers from 0, {column!r} has {', '.join(told)}",
            hint="count observations, not weights or estimates; 0 where there is none",
        )
    if counts.sum() > MOST:
        raise ColumnError(
            f"{who}: the counts of {column!r} add up to more than can be counted",
            hint="check the column",
        )


def _check_pairs(who: str, table: pl.DataFrame, columns: list[str], hint: str) -> None:
    known = table.select(columns).drop_nulls()  # all that is withheld counts together
    double = len(known) - known.n_unique()
    pair = len(columns) == PAIR
    part = "pair" if pair else "combination"
    whole = "pair of zone and cell" if pair else "combination of zones"
    if double:
        raise ColumnError(
            f"{who}: a crossed table has one row for each {whole}, {double} more repeat a {part}",
            hint=f"add up their counts; for individual rows give no count column{hint}",
        )


def flags_of(who: str, table: pl.DataFrame, column: str, flag: str | None) -> Bools:
    """Return for each row whether its zone or cell is withheld: said by 1 or 0, for all alike."""
    if flag is None:
        return np.zeros(len(table), dtype=np.bool_)
    kind = table.schema[flag]
    plain = kind.is_numeric() or kind == pl.Boolean
    values = table[flag].cast(pl.Float64) if plain else None
    if values is None or values.null_count() or not values.is_in([0.0, 1.0]).all():
        raise ColumnError(
            f"{who}: {flag!r} says 1 where {column!r} is withheld and 0 where it is published,"
            " it holds something else",
            hint="write 0 and 1, or true and false, in every row",
        )
    known = table.select(column, flag).drop_nulls(column)  # a blank is withheld as it is
    if known.n_unique() > known[column].n_unique():
        raise ColumnError(
            f"{who}: {flag!r} says of the same {column!r} both that it is withheld and that it"
            " is not",
            hint="a total is published or it is not: give all rows of it the same flag",
        )
    return np.asarray(values.to_numpy() == 1)
