"""The key table: one row for each combination of key values, counted in the engine.

It is the waist of discret. Above it stand dataframe engines and millions of records; below it,
numpy and a few thousand groups.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.engine import Frame, collected
from discret.errors import ColumnError, InputError
from discret.maths.matching import Rule, group_ids, matched_sums

if TYPE_CHECKING:
    from scipy.sparse import csr_array

COUNT, WEIGHT, BAD = "__count__", "__weight__", "__bad__"

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Histogram:
    """How often each value of a column occurs in each group; missing values are left out.

    Parameters
    ----------
    counts
        Sparse matrix, groups × values.
    values
        The values, in the order of the columns of `counts`.
    """

    counts: csr_array
    values: pl.Series


@dataclass(frozen=True)
class KeyTable:
    """Groups of records that share their key values, with what was counted in each.

    Parameters
    ----------
    columns
        The key columns.
    groups
        One row for each combination of key values, sorted.
    count
        Number of records of each group.
    total_weight
        Sum of the weights of each group, or ``None`` without a weight column.
    bad_weights
        Number of records whose weight is missing, zero or negative.
    tally
        Counts another column within the groups, in the engine.
    sensitive, individual
        The columns that have these roles.

    Examples
    --------
    >>> from discret import Dataset
    >>> from discret.data.examples import dishes
    >>> keys = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids").keys
    >>> keys.size("known").tolist()
    [2, 2, 1, 1, 1, 2]
    >>> keys.weight("known").tolist()
    [2500.0, 2500.0, 2000.0, 1200.0, 800.0, 3000.0]
    """

    columns: tuple[str, ...]
    groups: pl.DataFrame = field(repr=False)
    count: Ints = field(repr=False)
    total_weight: Floats | None = field(repr=False)
    bad_weights: int
    tally: Callable[[str], Histogram] = field(repr=False)
    sensitive: tuple[str, ...] = ()
    individual: str | None = None

    @property
    def records(self) -> int:
        """Number of records."""
        return int(self.count.sum())

    def __len__(self) -> int:
        return len(self.count)

    @cached_property
    def codes(self) -> Ints:
        """Groups × keys as integers, −1 for missing."""
        ranks = self.groups.select(
            (pl.col(name).rank("dense").cast(pl.Int64) - 1).fill_null(-1) for name in self.columns
        )
        return ranks.to_numpy().astype(np.int64).reshape(len(self), len(self.columns))

    @cached_property
    def has_missing(self) -> bool:
        """Whether a key value is missing somewhere."""
        return bool((self.codes < 0).any())

    def size(self, rule: Rule) -> Ints:
        """Return the number of records that each group is counted with (itself included)."""
        if rule not in self._sizes:
            self._sizes[rule] = np.asarray(matched_sums(self.codes, self.count, rule))
        return self._sizes[rule]

    @cached_property
    def _sizes(self) -> dict[Rule, Ints]:
        return {}

    def weight(self, rule: Rule) -> Floats:
        """Return the sum of weights of the records that each group is counted with."""
        if self.total_weight is None:
            raise InputError(
                "weights: the data has no weight column", hint="declare one with weight=..."
            )
        check_weights(self.bad_weights)
        return np.asarray(matched_sums(self.codes, self.total_weight, rule))

    def people(self, rule: Rule) -> Ints:
        """Return the number of distinct individuals that each group is counted with.

        Without an individual column every record is a person of its own.
        """
        if self.individual is None:
            return self.size(rule)
        return np.diff(self.histogram(self.individual, rule).counts.indptr).astype(np.int64)

    def histogram(self, column: str, rule: Rule) -> Histogram:
        """Return how often each value of `column` occurs in what each group is counted with."""
        own = self.tally(column)
        return replace(own, counts=matched_sums(self.codes, own.counts, rule))

    def subset(self, keep: Bools) -> KeyTable:
        """Return the table of the groups in `keep` alone."""

        def tally(column: str) -> Histogram:
            own = self.tally(column)
            return replace(own, counts=own.counts[keep])

        weight = None if self.total_weight is None else self.total_weight[keep]
        groups = self.groups.filter(pl.Series(keep))
        return replace(self, groups=groups, count=self.count[keep], total_weight=weight, tally=tally)

    def over(self, columns: Sequence[str]) -> tuple[KeyTable, Ints]:
        """Roll up to fewer key columns: the coarser table, and each group's place in it."""
        lost = [name for name in columns if name not in self.columns]
        if lost:
            raise ColumnError.missing("combinations", lost, self.columns)
        places = [self.columns.index(name) for name in columns]
        ids, size = group_ids(self.codes[:, places])
        first = np.full(size, -1, dtype=np.int64)
        first[ids[::-1]] = np.arange(len(ids))[::-1]

        def tally(column: str) -> Histogram:
            own = self.tally(column)
            return replace(own, counts=_rolled(own.counts, ids, size))

        weight = None if self.total_weight is None else _summed(ids, self.total_weight, size)
        groups = self.groups[first.tolist()].select(columns)
        count = _summed(ids, self.count, size).astype(np.int64)
        table = replace(
            self,
            columns=tuple(columns),
            groups=groups,
            count=count,
            total_weight=weight,
            tally=tally,
        )
        return table, ids


def count_keys(
    frame: Frame,
    columns: Sequence[str],
    *,
    weight: str | None = None,
    individual: str | None = None,
    sensitive: Sequence[str] = (),
) -> KeyTable:
    """Count the key table in the engine that holds `frame`."""
    wanted = [nw.len().alias(COUNT)]
    if weight is not None:
        wanted.append(nw.col(weight).sum().alias(WEIGHT))
        wanted.append(is_bad(weight).sum().alias(BAD))
    groups = _grouped(frame, columns, wanted).sort(columns)
    sums = groups[WEIGHT].cast(pl.Float64).to_numpy() if weight is not None else None
    found: dict[str, Histogram] = {}

    def tally(column: str) -> Histogram:
        if column not in found:
            found[column] = _tallied(frame, groups.select(columns), column)
        return found[column]

    return KeyTable(
        columns=tuple(columns),
        groups=groups.select(columns),
        count=groups[COUNT].cast(pl.Int64).to_numpy(),
        total_weight=sums,
        bad_weights=int(groups[BAD].sum()) if weight is not None else 0,
        tally=tally,
        sensitive=tuple(sensitive),
        individual=individual,
    )


def _grouped(frame: Frame, columns: Sequence[str], wanted: Sequence[nw.Expr]) -> pl.DataFrame:
    return collected(frame.group_by(*columns).agg(*wanted))


def is_bad(weight: str) -> nw.Expr:
    """Return 1 where a weight is missing, zero or negative, 0 elsewhere."""
    good = nw.col(weight) > 0
    return nw.when(good).then(nw.lit(0)).otherwise(nw.lit(1))


def check_weights(bad: int) -> None:
    """Refuse weights that are missing, zero or negative."""
    if bad:
        raise InputError(
            f"weights: must be above zero; {bad} records have a weight that is missing, zero or"
            " negative",
            hint="drop these records, or correct their weights, first",
        )


def _tallied(frame: Frame, groups: pl.DataFrame, column: str) -> Histogram:
    from scipy.sparse import csr_array

    columns = groups.columns
    known = frame.filter(~nw.col(column).is_null()).with_columns(nw.col(column).alias(_VALUE))
    cells = _grouped(known, [*columns, _VALUE], [nw.len().alias(COUNT)])
    values = cells[_VALUE].unique().sort()
    numbered = cells.join(
        groups.with_row_index("__group__"), on=columns, how="left", nulls_equal=True
    ).join(pl.DataFrame({_VALUE: values}).with_row_index("__place__"), on=_VALUE, how="left")
    place = (numbered["__group__"].to_numpy(), numbered["__place__"].to_numpy())
    counts = csr_array((numbered[COUNT].cast(pl.Int64).to_numpy(), place), (len(groups), len(values)))
    return Histogram(counts, values)


_VALUE = "__value__"


def _summed(ids: Ints, values: NDArray[Any], size: int) -> Floats:
    return np.bincount(ids, weights=values, minlength=size)


def _rolled(counts: csr_array, ids: Ints, size: int) -> csr_array:
    from scipy.sparse import csr_array as csr

    ones = np.ones(len(ids), dtype=np.int64)
    return csr((ones, (ids, np.arange(len(ids)))), shape=(size, len(ids))) @ counts
