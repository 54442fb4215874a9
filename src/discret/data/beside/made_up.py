"""Records that nobody is behind: made up among the others, so that these tell less."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected, uploaded
from discret.data.entering.column_names import LINK, PLACE
from discret.maths.arrays import Ints

_NEW = "__new__"


def with_made_up(
    data: Dataset, like: Ints, columns: dict[str, pl.Series | None], order: Ints
) -> Dataset:
    """Return a dataset with more records: each is like one that it has, but for some columns.

    Parameters
    ----------
    data
        The records, which have numbers.
    like
        For each new record, the place of another among the numbers of all, sorted.
    columns
        Values of the new records, in columns that the others have; nothing where they are missing.
    order
        For all records, by their numbers and the new ones last, the place where they will stand:
        nothing must tell which are new.

    Examples
    --------
    >>> data = Dataset.of(pl.DataFrame({"age": [41, 17]}), key="age")
    >>> with_made_up(data, np.array([0]), {}, np.array([2, 0, 1])).to_polars()["age"].to_list()
    [17, 41, 41]
    """
    rows = collected(data.frame.select(LINK))[LINK].sort()
    new = _numbers(rows, len(like))
    models = pl.DataFrame({LINK: rows[pl.Series(like)], _NEW: new})
    small = uploaded(models.select(LINK).unique(), data.frame)
    table = collected(data.frame.join(small, on=LINK, how="semi"))
    table = models.join(table, on=LINK, how="left", maintain_order="left")
    table = table.with_columns(pl.col(_NEW).alias(LINK)).drop(_NEW)
    given = [_given(table, name, own) for name, own in columns.items()]
    more = table.with_columns(given).select(data.frame.collect_schema().names())
    frame = nw.concat([data.frame, uploaded(more, data.frame)], how="vertical")
    made = data.with_frame(_placed(frame, pl.concat([rows, new]), order))
    return replace(made, trail=replace(made.trail, made_up=True))


def _given(table: pl.DataFrame, name: str, own: pl.Series | None) -> pl.Series:
    kind = table.schema[name]
    if own is None:
        return pl.Series(name, [None] * len(table), dtype=kind)
    return own.cast(kind).alias(name)


def _numbers(rows: pl.Series, many: int) -> pl.Series:
    """Return numbers that no record has, of the same type."""
    if rows.dtype == pl.String:
        sign = "+"
        while rows.str.starts_with(sign).any():
            sign += "+"
        return (sign + pl.int_range(many, eager=True).cast(pl.String)).alias(LINK)
    first: Any = rows.max()
    return pl.Series(LINK, np.arange(1, many + 1) + int(first), dtype=rows.dtype)


def _placed(frame: nw.LazyFrame[Any], rows: pl.Series, order: Ints) -> Any:
    """Put records in another order, where they have one."""
    kinds = frame.collect_schema()
    if PLACE not in kinds.names():
        return frame
    native = collected(frame)
    kind = native.schema[PLACE]
    known = pl.DataFrame({LINK: rows, PLACE: pl.Series(order).cast(kind)})
    placed = native.drop(PLACE).join(known, on=LINK, how="left", maintain_order="left")
    return nw.from_native(placed.select(kinds.names()).sort(PLACE).lazy())
