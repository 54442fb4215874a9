"""Weights beside what is not in the release: columns that are gone, weights of the original."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.dataset import LINK, Dataset
from discret.data.engine import Frame, collected, number
from discret.data.keytable import COUNT, Floats, Ints, coded
from discret.data.roles import Role
from discret.errors import ColumnError, ParameterError
from discret.maths.weights import alike, told

OLD = "__old__"


def linked_marks(
    who: str, data: Dataset, column: str, name: str, digits: int | None
) -> tuple[Ints, Ints, Ints]:
    """Count the records by weight and by the value of a column of the data, or of its original.

    Returns
    -------
    The mark of each cell (the same for equal weights), the code of its value, its records.
    """
    if name == column:
        raise ParameterError(who, ["by: weights always tell themselves"], hint="name others")
    if name in data.roles:
        frame = data.frame.select(column, name)
    else:
        before = _linked(data, name)
        if before is None:
            raise ColumnError.missing(who, [name], {**data.roles, **data.original.roles})
        frame = before.select(column, nw.col(OLD).alias(name))
    cells = _counted(frame, [column, name])
    return alike(_released(cells[column], digits)), coded(cells[name]), _ints(cells[COUNT])


def against_original(data: Dataset, column: str, digits: int | None) -> dict[str, Any] | None:
    """Say what the ratios of the weights to the original ones give away; nothing without these."""
    frame = _linked(data, column)
    if frame is None or not data.original.kind(column).is_numeric():
        return None
    keys = [name for name in data.columns(Role.KEY) if name != column]
    cells = _counted(frame.select(column, OLD, *keys), [column, OLD, *keys])
    cells = cells.with_columns(pl.col(OLD).cast(pl.Float64))
    cells = cells.filter((pl.col(OLD) > 0) & pl.col(OLD).is_finite())
    old, count = cells[OLD].to_numpy(), _ints(cells[COUNT])
    marks = alike(_released(cells[column], digits) / old)
    return {
        "records_compared": int(count.sum()),
        "records_gone": len(data.original) - len(data),
        "ratios": int(marks.max(initial=-1)) + 1,
        "total_ratio": _total(data, column) / (_total(data.original, column) or 1.0),
        "blanks_given_away": {name: _given_away(marks, cells[name], count) for name in keys},
    }


def _given_away(marks: Ints, values: pl.Series, count: Ints) -> int:
    codes = coded(values)
    tells, _ = told(marks, codes, count)
    return int(count[(codes < 0) & tells[marks]].sum())


def _linked(data: Dataset, name: str) -> Frame | None:
    """Return the records with a column of the original beside them, if it can be found."""
    before = data.original
    frames = (data.frame, before.frame)
    linked = all(LINK in frame.collect_schema().names() for frame in frames)
    if before is data or name not in before.roles or not linked:
        return None
    now, old = data.frame, before.frame.select(LINK, nw.col(name).alias(OLD))
    if now.implementation != old.implementation or data.kind(LINK) != before.kind(LINK):
        now, old = (_as_text(frame) for frame in (now, old))
    return now.join(old, on=LINK, how="inner")


def _as_text(frame: Frame) -> Frame:
    """Bring a table into polars, its row numbers as text: two engines may number differently."""
    return nw.from_native(collected(frame).lazy()).with_columns(nw.col(LINK).cast(nw.String))


def _counted(frame: Frame, columns: list[str]) -> pl.DataFrame:
    return collected(frame.group_by(*columns).agg(nw.len().alias(COUNT)))


def _released(weights: pl.Series, digits: int | None) -> Floats:
    values = weights.cast(pl.Float64).to_numpy()
    return values if digits is None else np.round(values, digits)


def _total(data: Dataset, column: str) -> float:
    return float(collected(data.frame.select(number(column).sum())).item() or 0.0)


def _ints(counts: pl.Series) -> Ints:
    return counts.cast(pl.Int64).to_numpy()
