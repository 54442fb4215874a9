"""What one person adds to a table of statistics, bounded: the part of the proof that is ours.

A person counts once in a cell, in so many cells at most; their number in a cell (the sum or the
mean of their records there) is brought within bounds and becomes whole, in units that are chosen
before anything is read. Which cells of a person count, where there are too many, is drawn by chance
for each person alone: what the others do does not matter. So tables that differ by one person
differ in so many cells, by so much in each; if a person is replaced, in twice as many.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import narwhals as nw
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.maths.privacy.chance import SYSTEM

PERSON, VALUE, COUNT, DRAW = "__person__", "__value__", "__count__", "__draw__"
Adding = Literal["sum", "mean"]


def per_cell(
    data: Dataset, by: Sequence[str], unit: str | None, column: str | None, adding: Adding
) -> pl.DataFrame:
    """Return a row for each person and cell, with their number; or for each record without units.

    Records that nobody tells apart and that have no number are counted in the engine.
    Records without a number (missing, or not finite) do not count, nor do those without a person.
    """
    asked = [] if column is None else [number(column).alias(VALUE)]
    frame = data.frame
    if unit is None and column is None:
        number_of = nw.len().alias(COUNT)
        return collected(frame.group_by(*by).agg(number_of) if by else frame.select(number_of))
    if unit is None:
        return _known(collected(frame.select(*by, *asked)), column)
    frame = frame.filter(~nw.col(unit).is_null())
    if column is not None:
        frame = frame.select(*by, nw.col(unit).alias(PERSON), *asked).filter(
            ~nw.col(VALUE).is_null()
        )
        wanted = nw.col(VALUE).sum() if adding == "sum" else nw.col(VALUE).mean()
        return _known(collected(frame.group_by(*by, PERSON).agg(wanted)), column)
    found = frame.select(*by, nw.col(unit).alias(PERSON)).unique()
    return collected(found)


def _known(table: pl.DataFrame, column: str | None) -> pl.DataFrame:
    return table if column is None else table.filter(pl.col(VALUE).is_finite())


def few_cells(table: pl.DataFrame, most: int) -> pl.DataFrame:
    """Keep so many cells of each person, drawn by chance.

    Examples
    --------
    >>> table = pl.DataFrame({"town": ["a", "b", "a"], PERSON: [1, 1, 2]})
    >>> len(few_cells(table, 1)), len(few_cells(table, 2))
    (2, 3)
    """
    if PERSON not in table.columns:
        return table
    order = pl.Series(SYSTEM.words(len(table)))
    drawn = table.with_columns(order.alias(DRAW)).sort(DRAW)
    kept = drawn.group_by(PERSON, maintain_order=True).head(most)
    return kept.drop(PERSON, DRAW)


def whole(table: pl.DataFrame, low: float, high: float, middle: float, unit: float) -> pl.DataFrame:
    """Bring numbers within bounds, and write them as whole units from the middle."""
    inside = pl.col(VALUE).clip(low, high)
    return table.with_columns(((inside - middle) / unit).round().cast(pl.Int64))
