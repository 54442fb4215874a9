"""The cells of a table: which there are, and what is in each before noise is added."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

import numpy as np
import polars as pl

from discret.data.text import as_text, is_text
from discret.data.written import known_as
from discret.maths.arrays import Ints
from discret.private.contributions import COUNT, PERSON, VALUE

CELL = "__cell__"
Names = Sequence[Sequence[str]]


def coded(rows: pl.DataFrame, by: Sequence[str], names: Names) -> pl.DataFrame:
    """Return rows with the numbers of their cells; those in no public category are left out.

    A unit stands once in a cell, even if two of its values are written alike.

    Examples
    --------
    >>> rows = pl.DataFrame({"sex": ["f", "m", "x"], COUNT: [3, 4, 1]})
    >>> coded(rows, ["sex"], [["m", "f"]]).rows()
    [(3, 1), (4, 0)]
    """
    alike = any(not is_text(rows[name].dtype) for name in by)
    cell = pl.lit(0, dtype=pl.Int64)
    for name, values in zip(by, names, strict=True):
        known = as_held(values, rows[name].dtype)
        place = {value: number for number, value in enumerate(known) if value is not None}
        own = _numbered(rows[name], place)
        rows = rows.with_columns(own.alias(name))
        cell = cell * len(values) + pl.col(name)
    rows = rows.with_columns(cell.alias(CELL)).drop(*by).filter(pl.col(CELL).is_not_null())
    if PERSON in rows.columns and alike:  # which of them stays is up to this unit alone
        return rows.sort(rows.columns).unique(subset=[PERSON, CELL], keep="first")
    return rows


def as_held(values: Sequence[str], kind: pl.DataType) -> list[str | None]:
    """Return values as a column of this type knows them; none where it cannot hold one.

    Examples
    --------
    >>> as_held(["1.0", "02", "x"], pl.Int64()), as_held(["1.0"], pl.String())
    (['1', '2', None], ['1.0'])
    """
    return [*values] if is_text(kind) else [known_as(value, kind) for value in values]


def _numbered(values: pl.Series, place: dict[str, int]) -> pl.Series:
    """Return the numbers of values by their texts, each distinct one looked up once."""
    distinct = values.unique()
    known = as_text(distinct).replace_strict(place, default=None, return_dtype=pl.Int64)
    if len(distinct) == len(values):
        return as_text(values).replace_strict(place, default=None, return_dtype=pl.Int64)
    return values.replace_strict(distinct, known, default=None, return_dtype=pl.Int64)


def in_all(names: Names) -> int:
    """Return how many cells there are."""
    return prod(map(len, names))


def labels(by: Sequence[str], names: Names) -> pl.DataFrame:
    """Return the values of each cell, in the order of their numbers."""
    return pl.DataFrame(list(product(*names)), schema=list(by), orient="row")


def counts(rows: pl.DataFrame, size: int) -> Ints:
    """Count in each cell."""
    return _added(rows, COUNT, size)


def sums(rows: pl.DataFrame, size: int) -> Ints:
    """Add up the steps in each cell."""
    return _added(rows, VALUE, size)


def _added(rows: pl.DataFrame, name: str, size: int) -> Ints:
    added = rows.group_by(CELL).agg(pl.col(name).sum())
    found = np.zeros(size, dtype=np.int64)
    found[added[CELL].to_numpy()] = added[name].to_numpy()
    return found


def binned(rows: pl.DataFrame, size: int, bins: int, edge: int) -> Ints:
    """Count in each cell and bin, cells by bins; bins are equal parts from -edge to edge."""
    place = ((pl.col(VALUE) + edge) * bins // (2 * edge)).clip(0, bins - 1)
    return counts(rows.with_columns(pl.col(CELL) * bins + place), size * bins)
