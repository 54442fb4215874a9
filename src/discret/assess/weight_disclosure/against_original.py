"""Weights beside what is not in the release: columns that are gone, weights of the original."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl

from discret.assess.weight_disclosure.readings import Blanks, numbers_of, without_gaps
from discret.data.beside.records import with_text_numbers
from discret.data.counting.tallies import COUNT
from discret.data.dataset import Dataset
from discret.data.engine import Frame, collected, number
from discret.data.entering.column_names import LINK
from discret.data.history.blanked import Blanked, blanked
from discret.data.keytable import coded
from discret.data.roles import Role
from discret.errors import ColumnError, ParameterError
from discret.maths.arrays import Floats, Ints
from discret.maths.identity.weight_marks import alike
from discret.words import Words

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
        raise ParameterError(
            who,
            [
                Words(
                    "by: weights always tell themselves",
                    fr="by : les poids se trahissent toujours eux-mêmes",
                )
            ],
            hint=Words("name others", fr="en nommer d’autres"),
        )
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
    frame = frame.filter((number(OLD) > 0) & (number(OLD) < np.inf))
    compared = int(collected(frame.select(nw.len().alias(COUNT))).item())
    found = None if compared == 0 else _by_both(data, frame, column)
    marks = np.zeros(0, dtype=np.int64) if found is None else _ratios(found, column, digits)
    return {
        "records_compared": compared,
        "records_gone": len(data.original) - len(data),
        "ratios": int(marks.max(initial=-1)) + 1,
        "total_ratio": _total(data, column) / (_total(data.original, column) or 1.0),
        "blanks_given_away": _given_away(data, found, marks),
    }


def _by_both(data: Dataset, frame: Frame, column: str) -> Blanked:
    """Count the records by their keys and both weights, with what was blanked in them."""
    roles = {**data.roles, OLD: Role.IGNORED}
    both = replace(aligned(data), frame=frame, roles=roles, population=None)
    return blanked(both, beside=[OLD] if column in data.keys.columns else [column, OLD])


def _ratios(found: Blanked, column: str, digits: int | None) -> Ints:
    new, old = (numbers_of(found, name) for name in (column, OLD))
    return alike((new if digits is None else np.round(new, digits)) / old)


def _given_away(data: Dataset, found: Blanked | None, marks: Ints) -> dict[str, int]:
    if found is None:
        return dict.fromkeys(data.keys.columns, 0)
    blanks = Blanks.of(found)
    right, _ = blanks.read(marks, without_gaps(found), found.count)
    return dict(zip(found.keys, blanks.counted(right), strict=True))


def aligned(data: Dataset) -> Dataset:
    """Bring a release and its original together where two engines or types number the records."""
    before = data.original
    same = data.frame.implementation == before.frame.implementation
    if not data.follows(before) or (same and data.kind(LINK) == before.kind(LINK)):
        return data
    first = replace(before, frame=with_text_numbers(before.frame))
    return replace(data, frame=with_text_numbers(data.frame), first=first)


def _linked(data: Dataset, name: str) -> Frame | None:
    """Return the records with a column of the original beside them, if it can be found."""
    if data.original is data or name not in data.original.roles or not data.follows(data.original):
        return None
    data = aligned(data)
    old = data.original.frame.select(LINK, nw.col(name).alias(OLD))
    return data.frame.join(old, on=LINK, how="inner")


def _counted(frame: Frame, columns: list[str]) -> pl.DataFrame:
    return collected(frame.group_by(*columns).agg(nw.len().alias(COUNT)))


def _released(weights: pl.Series, digits: int | None) -> Floats:
    values = weights.cast(pl.Float64).to_numpy()
    return values if digits is None else np.round(values, digits)


def _total(data: Dataset, column: str) -> float:
    return float(collected(data.frame.select(number(column).sum())).item() or 0.0)


def _ints(counts: pl.Series) -> Ints:
    return counts.cast(pl.Int64).to_numpy()
