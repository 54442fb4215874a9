"""Blanks decided on a key table: cut it into strata, join the blanks to the records, count them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.counting.cells import places_of_records
from discret.data.dataset import Dataset
from discret.data.joins import join_groups
from discret.data.keytable import KeyTable
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.matching import group_ids


class Stratum(NamedTuple):
    """The key table of a stratum, and the places of its groups in the whole one."""

    keys: KeyTable
    places: Ints


def cut(table: KeyTable, before: int, columns: tuple[str, ...]) -> Iterator[Stratum]:
    """Cut a key table by its first columns, missing being a stratum like the others."""
    of, size = group_ids(table.codes[:, :before])
    for number in range(size):
        inside = of == number
        part = table.subset(inside)
        keys = replace(
            part,
            columns=columns,
            codes=part.codes[:, before:],
            named=partial(part.groups.select, columns),
            around=replace(part.around, population=None),
        )
        yield Stratum(keys, np.flatnonzero(inside))


def with_blanks(data: Dataset, table: KeyTable, blanks: Bools) -> Dataset:
    """Join blanks to the records, in the engine; keys without a blank are left as they are.

    `blanks` has a row for each group of the table, and a column for each of its last columns.
    """
    columns = table.columns[len(table.columns) - blanks.shape[1] :]
    touched = [place for place in range(len(columns)) if blanks[:, place].any()]
    if not touched:
        return _unchanged(data)
    groups_of = places_of_records(data.frame, table.columns, table.codes)
    if groups_of is not None:
        return data.with_blanks({columns[place]: blanks[groups_of, place] for place in touched})
    flags = {f"__blank_{place}__": columns[place] for place in touched}
    groups = table.groups.with_columns(
        pl.Series(flag, blanks[:, place]) for flag, place in zip(flags, touched, strict=True)
    )
    frame = join_groups(data.frame, groups, table.columns)
    frame = frame.with_columns(
        nw.when(~nw.col(flag)).then(nw.col(name)).alias(name) for flag, name in flags.items()
    )
    return data.with_frame(frame.drop(*flags))


def account(
    keys: KeyTable, blanks: Bools, columns: tuple[str, ...], price: Floats, bound: float
) -> dict[str, Any]:
    """Say what was blanked, what it costs, and how far it is at most from the least: plain data.

    Where all costs are whole numbers so is every sum of them: no choice costs less than the next.
    """
    if (price == np.rint(price)).all():
        bound = float(np.ceil(bound * (1 - _ROUNDED)))
    cells = keys.count @ blanks
    cost = float(cells @ price)
    return {
        "cells": {name: int(n) for name, n in zip(columns, cells, strict=True)},
        "cells_blanked": int(cells.sum()),
        "records_touched": int(keys.count[blanks.any(axis=1)].sum()),
        "costs": {name: float(cost) for name, cost in zip(columns, price, strict=True)},
        "cost": cost,
        "lower_bound": float(bound),
        "gap": max(cost - bound, 0.0) / cost if cost > 0 else 0.0,
        "optimal": cost <= bound * (1 + _ROUNDED),
    }


_ROUNDED = 1e-9  # what sums of costs may be off by, as a share


def _unchanged(data: Dataset) -> Dataset:
    """Return the dataset as one that a method went over: what was counted stays counted."""
    same, known = replace(data, first=data.original), vars(data)
    vars(same).update({name: known[name] for name in ("keys", "size") if name in known})
    return same
