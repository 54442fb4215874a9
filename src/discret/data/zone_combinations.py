"""Several zonings of the same observations: the combinations of zones that have any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import narwhals as nw
import polars as pl

from discret.data.codes import named_table, numbered_table
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.keytable import Ints
from discret.errors import ColumnError, InputError, listed

COUNT = "__count__"
MOST = 2**53  # sums of counts stay exact in floats up to here


@dataclass(frozen=True)
class Combinations:
    """How many observations there are in each combination of the zones of several zonings.

    Build one with `Combinations.of`: it is counted in the engine that holds the data, from
    individual rows or from a table that is crossed already.

    Parameters
    ----------
    columns
        The columns of the zonings.
    values
        Their distinct values, sorted.
    codes
        Combinations × zonings: places in `values`.
    count
        The number of observations of each combination.

    Examples
    --------
    >>> frame = pl.DataFrame({"town": ["a", "a", "b"], "square": [1, 1, 1], "job": list("xxy")})
    >>> found = Combinations.of("test", Dataset.of(frame), ["town", "square", "job"])
    >>> found.codes.tolist(), found.count.tolist()
    ([[0, 0, 0], [1, 0, 1]], [2, 1])
    """

    columns: tuple[str, ...]
    values: tuple[pl.Series, ...] = field(repr=False)
    codes: Ints = field(repr=False)
    count: Ints = field(repr=False)

    @classmethod
    def of(
        cls, who: str, data: Dataset, columns: Sequence[str], *, count: str | None = None
    ) -> Combinations:
        """Count the combinations of some columns, or read a table that has them counted."""
        data.check_columns(who, columns)
        if count is not None:
            _check_name(who, data, columns, count)
        table = _counted(who, data, columns, count)
        values, codes = numbered_table(table.select(columns))
        return cls(tuple(columns), tuple(values), codes, table[COUNT].to_numpy())

    def __len__(self) -> int:
        return len(self.count)

    def table(self, codes: Ints) -> pl.DataFrame:
        """Return combinations, given as places, with their values."""
        return named_table(list(self.values), codes)


def _check_name(who: str, data: Dataset, columns: Sequence[str], count: str) -> None:
    if count in columns:
        raise ColumnError(
            f"{who}: zonings and counts are different columns, {count!r} was named twice",
            hint="name another column",
        )
    data.check_numeric(who, [count])


def _counted(who: str, data: Dataset, columns: Sequence[str], count: str | None) -> pl.DataFrame:
    if count is None:
        counted = data.frame.group_by(*columns).agg(nw.len().alias(COUNT))
    else:
        counted = data.frame.select(*columns, nw.col(count).alias(COUNT))
    table = collected(counted)
    if not len(table):
        raise InputError(f"{who}: the table has no records", hint="check the file, or the filter")
    _check_known(who, table, columns, rows=count is not None)
    if count is not None:
        _check_counts(who, table, count)
        _check_once(who, table, columns)
    table = table.with_columns(pl.col(COUNT).cast(pl.Int64)).filter(pl.col(COUNT) > 0)
    if not len(table):
        raise InputError(f"{who}: no row has an observation", hint="check the counts")
    return table.sort(columns)


def _check_known(who: str, table: pl.DataFrame, columns: Sequence[str], *, rows: bool) -> None:
    lost = [name for name in columns if table[name].null_count()]
    if lost:
        gone = table.filter(pl.any_horizontal(pl.col(columns).is_null()))
        many = len(gone) if rows else int(gone[COUNT].sum())
        unit = ("row" if rows else "observation") + ("" if many == 1 else "s")
        raise ColumnError(
            f"{who}: every observation has a zone in every zoning, {many} {unit} without"
            f" {listed(lost)}",
            hint="find where they are, give them a value of their own, or leave them out of what"
            " is published and of the file",
        )


def _check_counts(who: str, table: pl.DataFrame, column: str) -> None:
    counts = table[COUNT].cast(pl.Float64)
    faults = {
        "missing": counts.null_count() + int(counts.is_nan().sum()),
        "negative": int((counts < 0).sum()),
        "not whole": int(((counts % 1) != 0).sum()) - int(counts.is_nan().sum()),
    }
    told = [f"{many} {fault}" for fault, many in faults.items() if many > 0]
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


def _check_once(who: str, table: pl.DataFrame, columns: Sequence[str]) -> None:
    double = len(table) - table.select(columns).n_unique()
    if double:
        raise ColumnError(
            f"{who}: a crossed table has one row for each combination of zones, {double} more"
            " repeat one",
            hint="add up their counts; for individual rows give no count column",
        )
