"""From records to a table with noise: bounded, put in cells, drawn, made fit to be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from discret.maths.arrays import Floats
from discret.private.after import consistent, quantiles, with_totals
from discret.private.cells import CELL, binned, coded, counts, in_all, labels, sums
from discret.private.contributions import COUNT, STEPS, Adding, few_cells, per_unit
from discret.private.mechanisms import Guarantee, above, noisy

if TYPE_CHECKING:
    from discret.private.plain_cells import Records
    from discret.private.table import PrivateTable

BINS = 64  # between the bounds, for quantiles
_ADDING: dict[str, Adding] = {"sum": "sum", "mean": "mean", "quantile": "each"}


def told_by(asked: PrivateTable, records: Records) -> pl.DataFrame:
    """Return the table that is told of some records."""
    wanted = None
    if asked.statistic != "count" and records.number is not None:
        wanted = (records.number, asked.scale, _ADDING[asked.statistic])
    rows = per_unit(records.data, asked.by, records.unit, asked.records, wanted)
    return _thresholded(asked, rows) if asked.open else _in_cells(asked, rows)


def _thresholded(asked: PrivateTable, rows: pl.DataFrame) -> pl.DataFrame:
    """Tell the cells whose noisy counts pass the threshold."""
    kept = few_cells(rows, asked.cells)
    counted = kept.group_by(asked.by).agg(pl.col(COUNT).sum()).with_row_index(CELL)
    found = dict(zip(counted[CELL].to_list(), counted[COUNT].to_list(), strict=True))
    told = above(found, asked.distance, asked.guarantee)
    passed = pl.DataFrame(
        {CELL: list(told), "count": list(told.values())},
        schema={CELL: pl.UInt32, "count": pl.Int64},
    )
    return counted.select(CELL, *asked.by).join(passed, on=CELL).drop(CELL).sort(asked.by)


def _in_cells(asked: PrivateTable, rows: pl.DataFrame) -> pl.DataFrame:
    """Tell every cell of the categories."""
    given = dict(asked.categories)
    names = [given[name] for name in asked.by]
    kept = few_cells(coded(rows, asked.by, names), asked.cells)
    found = _statistics(asked, kept, in_all(names))
    if not asked.by:
        return found
    table = labels(asked.by, names).hstack(found)
    return with_totals(table, asked.by, asked.statistic) if asked.totals else table


def _statistics(asked: PrivateTable, rows: pl.DataFrame, size: int) -> pl.DataFrame:
    match asked.statistic:
        case "count":
            drawn = noisy(counts(rows, size), asked.distance, asked.guarantee)
            return pl.DataFrame({"count": consistent(drawn)})
        case "sum":
            return pl.DataFrame({"sum": _sums(asked, rows, size, asked.guarantee)})
        case "mean":
            part = asked.guarantee.shared(2)
            number = np.maximum(noisy(counts(rows, size), asked.distance, part), 1)
            means = asked.scale.middle + _sums(asked, rows, size, part) / number
            return pl.DataFrame({"mean": np.clip(means, asked.low, asked.high)})
        case "quantile":
            return _quantiles(asked, rows, size)


def _sums(asked: PrivateTable, rows: pl.DataFrame, size: int, part: Guarantee) -> Floats:
    drawn = noisy(sums(rows, size), asked.sums_distance, part)
    return np.asarray(drawn * asked.scale.step)


def _quantiles(asked: PrivateTable, rows: pl.DataFrame, size: int) -> pl.DataFrame:
    drawn = noisy(binned(rows, size, BINS, STEPS), asked.distance, asked.guarantee)
    edges = np.linspace(asked.scale.low, asked.scale.high, BINS + 1)
    shares = np.array(asked.shares)
    found = [quantiles(own, edges, shares) for own in drawn.reshape(size, BINS)]
    columns = np.array(found).reshape(size, len(shares)).T
    return pl.DataFrame(dict(zip(asked.tells, columns, strict=True)))
