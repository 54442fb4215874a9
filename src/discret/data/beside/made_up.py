"""Records that nobody is behind: made up among the others, so that these tell less."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import narwhals as nw
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected, uploaded
from discret.data.entering.column_names import LINK, PLACE
from discret.maths.arrays import Ints

_NEW = "__new__"


def with_made_up(
    data: Dataset, like: Ints, columns: Mapping[str, pl.Series], order: Ints
) -> Dataset:
    """Return a dataset with more records: each is like one that it has, but for some columns.

    Parameters
    ----------
    data
        The records, which have numbers.
    like
        For each new record, the place of another among the numbers of all, sorted.
    columns
        Values of the new records, in columns that the others have.
    order
        For all records, by their numbers and the new ones last, the place where they will stand:
        nothing must tell which are new.

    Examples
    --------
    >>> import numpy as np
    >>> data = Dataset.of(pl.DataFrame({"age": [41, 17]}), key="age")
    >>> with_made_up(data, np.array([0]), {}, np.array([2, 0, 1])).to_polars()["age"].to_list()
    [17, 41, 41]
    """
    rows = collected(data.frame.select(LINK))[LINK].sort()
    every = collected(data.original.frame.select(LINK))[LINK]
    taken = pl.concat([rows, every.cast(rows.dtype)])  # by who is gone, too
    new = _numbers(taken, len(like))
    models = pl.DataFrame({LINK: rows[pl.Series(like)], _NEW: new})
    small = uploaded(models.select(LINK).unique(), data.frame)
    table = collected(data.frame.join(small, on=LINK, how="semi"))
    table = models.join(table, on=LINK, how="left", maintain_order="left")
    table = table.with_columns(pl.col(_NEW).alias(LINK)).drop(_NEW)
    given = [own.cast(table.schema[name]).alias(name) for name, own in columns.items()]
    more = table.with_columns(given).select(data.frame.collect_schema().names())
    frame = nw.concat([data.frame, uploaded(more, data.frame)], how="vertical")
    made = data.with_frame(_placed(frame, pl.concat([rows, new]), order))
    return replace(made, trail=replace(made.trail, made_up=True))


def _numbers(taken: pl.Series, many: int) -> pl.Series:
    new = fresh(taken, many)
    assert new is not None  # noqa: S101 (records are numbered by numbers or texts)
    return new


def fresh(values: pl.Series, many: int) -> pl.Series | None:
    """Return values that a column of numbers or names does not have, of the same type.

    Nothing is returned for other types.

    Examples
    --------
    >>> fresh(pl.Series([7, 3]), 2).to_list(), fresh(pl.Series(["a", "+b"]), 1).to_list()
    ([8, 9], ['++0'])
    """
    if values.dtype == pl.String:
        sign = "+"
        while values.str.starts_with(sign).any():
            sign += "+"
        return (sign + pl.int_range(many, eager=True).cast(pl.String)).alias(values.name)
    if not values.dtype.is_numeric():
        return None
    most: Any = values.max()
    first = 0 if most is None else int(most) + 1
    return (pl.int_range(many, eager=True) + first).cast(values.dtype).alias(values.name)


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
