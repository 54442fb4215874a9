"""Two datasets side by side: what changed, and the same columns at the same level of detail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.codes import named, numbered
from discret.data.counting.coded_columns import (
    CodedColumn,
    crossing,
    in_order,
    known_numbers,
    summed,
)
from discret.data.engine import Frame, collected, number
from discret.data.entering.column_names import LINK
from discret.data.history.lineage import relabelled
from discret.data.joins import join_values
from discret.data.keytable import LARGEST, LEAST, check_weights, good_weights
from discret.data.real_records import real
from discret.data.record_places import Places, places
from discret.data.refusals import not_followed
from discret.data.roles import Role
from discret.data.text import MIDNIGHT, WHOLE, moment_form
from discret.maths.arrays import Bools, Floats, Ints

if TYPE_CHECKING:
    from discret.data.dataset import Dataset

WEIGHT = "__weight__"
_KNOWN = "_difference"


@dataclass(frozen=True)
class Difference:
    """What changed between two datasets, counted and not told by the method that did it.

    Parameters
    ----------
    records_before, records_after
        Number of records.
    columns_dropped
        Columns that are gone.
    cells
        For each column left (row numbers apart, which tell nothing of anybody), the number of
        cells that differ among the records left; ``None`` where records cannot be followed (a
        lazy table without a row column).
    copies
        How many copies of the records there are: records and cells are those of all together.
    """

    records_before: int
    records_after: int
    columns_dropped: tuple[str, ...]
    cells: dict[str, int] | None
    copies: int = 1

    @property
    def nothing(self) -> bool:
        """Whether it is known that nothing changed but the order of the records."""
        same = self.records_before == self.records_after and not self.columns_dropped
        return same and self.cells is not None and not any(self.cells.values())

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for a record."""
        return {
            "records_before": self.records_before,
            "records_after": self.records_after,
            "columns_dropped": list(self.columns_dropped),
            "cells": self.cells,
            **({"copies": self.copies} if self.copies > 1 else {}),
        }


def difference(before: Dataset, after: Dataset) -> Difference:
    """Count what changed from `before` to `after`, in the engine; once for two tables at hand.

    Examples
    --------
    >>> from discret import Dataset
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    >>> difference(data, data).cells["Sexe"]
    0
    """
    known = vars(after).get(_KNOWN)
    if known is None or known[0] is not before:
        known = before, _difference(before, after)
        if after.numbers is not None:  # a lazy table may be another when it is next asked
            vars(after)[_KNOWN] = known
    found: Difference = known[1]
    return found


def _difference(before: Dataset, after: Dataset) -> Difference:
    dropped = tuple(name for name in before.roles if name not in after.roles)
    kept = [n for n, role in before.roles.items() if n in after.roles and role is not Role.ROW]
    cells = _cells(before, real(after), kept)
    return Difference(len(before), len(after), dropped, cells, _copies(before, after))


def _copies(before: Dataset, after: Dataset) -> int:
    """Return how many copies of the records were made."""
    numbers = after.trail.copies
    return len(after.values(numbers)) if numbers and numbers != before.trail.copies else 1


def alike(before: Dataset, after: Dataset, found: Difference) -> bool:
    """Whether two datasets, of which the difference is known, are the same but for their order.

    Columns have the same types and roles too, and went through the same. Row numbers are not
    compared, so nothing is said where there are some.

    Examples
    --------
    >>> from discret import Dataset
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    >>> alike(data, data, difference(data, data))
    True
    """
    told = ("roles", "hierarchies", "lineage", "trail", "unexamined")
    same = all(getattr(before, name) == getattr(after, name) for name in told)
    same = same and all(before.kind(name) == after.kind(name) for name in before.roles)
    return same and found.nothing and before.column(Role.ROW) is None


def aligned(before: Dataset, after: Dataset, columns: Sequence[str] | None = None) -> Dataset:
    """Return `before` with its columns (or some of them) recoded as those of `after` were.

    Two tables can then be compared category by category: what differs is no longer the level of
    detail but the people in it. Values that were gone before the recoding are recoded all the same.
    """
    same, wanted = before, after.roles if columns is None else columns
    for column, steps in after.lineage.items():
        done = before.lineage.get(column, ())
        ahead = steps[len(done) :] if steps[: len(done)] == done else ()
        if column in wanted and column in before.roles and ahead:
            mapping = relabelled(before.values(column), ahead)
            # joined, but not computed for every record: what is asked of it is counted, no more
            frame = join_values(same.frame, {column: mapping})
            recoded = replace(same, frame=frame, first=before.original)
            if same.numbers is not None:  # a join that keeps the order of the records
                labels = mapping.to_series(1)
                in_order(frame, same.numbers.recoded(frame.to_native(), column, labels))
            same = recoded
    return same


def has_weights(before: Dataset) -> bool:
    """Whether the original has weights: then each file counts with its own.

    A release that lost them counts its records, as whoever reads it must: what that changes is
    lost. Weights that the original had not are left alone.
    """
    return before.column(Role.WEIGHT) is not None


def crossed(data: Dataset, columns: Sequence[str], *, weighted: bool = True) -> pl.DataFrame:
    """Return the (weighted) cross table of some columns, counted in one pass of the engine.

    One row for each combination present, with its weight in the last column.
    """
    weight = data.column(Role.WEIGHT) if weighted else None
    coded = None if data.numbers is None else data.numbers.all_of(columns)
    if coded is not None:
        return _counted(data, columns, coded, weight)
    if weight is None:
        wanted = [nw.len().alias(WEIGHT)]
    else:
        good = good_weights(weight)
        wanted = [number(weight).sum().alias(WEIGHT), (nw.len() - good).alias("__bad__")]
    table = collected(data.frame.group_by(*columns).agg(*wanted))
    if weight is not None:
        check_weights(int(table["__bad__"].sum() or 0))
    return table.select(*columns, pl.col(WEIGHT).cast(pl.Float64))


def _counted(
    data: Dataset, columns: Sequence[str], coded: Sequence[CodedColumn], weight: str | None
) -> pl.DataFrame:
    """Do so by the numbers that columns at hand have."""
    weights = _weights(data, weight)
    if len(coded) == 1:
        return _counted_by_value(coded[0], columns[0], weights)
    cell, record = crossing(coded)
    sums = summed(cell, len(record), weights)
    values = [named(column.values, column.codes[record].astype(np.int64) - 1) for column in coded]
    parts = [part.alias(name) for part, name in zip(values, columns, strict=True)]
    return pl.DataFrame([*parts, pl.Series(WEIGHT, sums)])


def _counted_by_value(column: CodedColumn, name: str, weights: Floats | None) -> pl.DataFrame:
    """Do so for one column, whose numbers are the cells."""
    number = np.bincount(column.codes, minlength=len(column.values) + 1)
    there = np.flatnonzero(number)
    sums = number if weights is None else summed(column.codes, len(number), weights)
    values = named(column.values, there - 1).alias(name)
    return pl.DataFrame([values, pl.Series(WEIGHT, sums[there].astype(np.float64))])


def _weights(data: Dataset, weight: str | None) -> Floats | None:
    """Return the weights of a table at hand, all of which must be good."""
    if weight is None or data.numbers is None:
        return None
    weights = data.numbers.floats(weight)
    check_weights(int((~((weights > LEAST) & (weights < LARGEST))).sum()))
    return weights


def _cells(before: Dataset, after: Dataset, columns: Sequence[str]) -> dict[str, int] | None:
    linked = after.follows(before)
    if not linked or not columns or not len(before) or not len(after):
        return dict.fromkeys(columns, 0) if linked else None
    found = places(before, after)
    if found is not None:
        return {name: _side_by_side(before, after, name, found) for name in columns}
    pairs = list(enumerate(columns))
    compared = [comparable(before, after, name) for name in columns]
    old = before.frame.select(LINK, *(compared[i][0].alias(f"__b{i}__") for i, _ in pairs))
    new = after.frame.select(LINK, *(compared[i][1].alias(f"__a{i}__") for i, _ in pairs))
    counts = [differs(f"__b{i}__", f"__a{i}__").sum().alias(f"__d{i}__") for i, _ in pairs]
    joined = old.join(new, on=LINK, how="inner")
    number, *row = collected(joined.select(nw.len().alias("__n__"), *counts)).row(0)
    if number != len(after):
        raise not_followed()
    return {name: int(count or 0) for name, count in zip(columns, row, strict=True)}


def _side_by_side(before: Dataset, after: Dataset, name: str, found: Places) -> int:
    """Compare one column at a time: no join, and no more than two columns in memory."""
    known = (known_numbers(data.frame, name) for data in (before, after))
    if found.at is None and _one_and_the_same(*known):
        return 0
    marked = differing_at_hand(before, after, name, found)
    if marked is not None:
        return int(np.count_nonzero(marked))
    one, other = comparable(before, after, name)
    old = found.fetched(collected(before.frame.select(one.alias(name)))).to_series()
    new = collected(after.frame.select(other.alias(name))).to_series()
    return int(old.ne_missing(new).sum())


def _one_and_the_same(one: CodedColumn | None, other: CodedColumn | None) -> bool:
    """Whether a column kept the numbers that it had: then it kept its values."""
    return one is not None and one is other


def differing_at_hand(before: Dataset, after: Dataset, name: str, found: Places) -> Bools | None:
    """Mark the records whose value of a column is another; nothing of columns without numbers."""
    one, other = (known_numbers(data.frame, name) for data in (before, after))
    if one is not None and other is not None and one.values.equals(other.values, check_dtypes=True):
        codes = one.codes if found.at is None else one.codes[found.at]
        return np.asarray(codes != other.codes)
    classes = classes_at_hand(before, after, name, found)
    return None if classes is None else np.asarray(classes[0] != classes[1])


def classes_at_hand(
    before: Dataset, after: Dataset, name: str, found: Places
) -> tuple[Ints, Ints] | None:
    """Return a column of both as numbers, of the records left: the same for equal values.

    −1 is missing. Nothing is returned of columns that have no numbers yet.
    """
    one, other = (known_numbers(data.frame, name) for data in (before, after))
    if one is None or other is None:
        return None
    if before.kind(name) == after.kind(name):
        values = [one.values.alias(""), other.values.alias("")]
    else:
        old, new = comparable(before, after, name)
        values = [_told(one, name, old), _told(other, name, new)]
    places = numbered(pl.concat(values))[1].astype(np.int32)
    first, second = (np.append(np.int32(-1), own) for own in np.split(places, [len(values[0])]))
    codes = one.codes if found.at is None else one.codes[found.at]
    return first[codes], second[other.codes]


def _told(column: CodedColumn, name: str, expression: nw.Expr) -> pl.Series:
    """Return the distinct values of a column in the type in which they are compared."""
    values: Frame = nw.from_native(column.values.alias(name).to_frame().lazy())
    return collected(values.select(expression)).to_series().alias("")


def comparable(before: Dataset, after: Dataset, name: str) -> tuple[nw.Expr, nw.Expr]:
    """Return a column of both, in a type in which they can be compared."""
    kind = _common(before.kind(name), after.kind(name))
    return _as(before, name, kind), _as(after, name, kind)


def _common(one: nw.dtypes.DType, other: nw.dtypes.DType) -> type[nw.Float64 | nw.String] | None:
    """Return the type in which two columns can be compared; ``None`` where it is their own."""
    if one == other:
        return None
    return nw.Float64 if one.is_numeric() and other.is_numeric() else nw.String


def _as(data: Dataset, name: str, kind: type[nw.Float64 | nw.String] | None) -> nw.Expr:
    """Return a column in the type it is compared in; as text, in the form of `as_text`."""
    column, own = nw.col(name), data.kind(name)
    if kind is not nw.String:
        return column if kind is None else column.cast(kind)
    if own.is_float():
        return _number_text(column)
    if isinstance(own, nw.Decimal):
        return _shorter(column.cast(nw.String))
    if isinstance(own, nw.Datetime):
        polars = data.frame.implementation.is_polars()
        return _moment_text(column, zoned=own.time_zone is not None, polars=polars)
    return column.cast(nw.String)


def _number_text(column: nw.Expr) -> nw.Expr:
    """Return numbers as text: a whole one has no decimals."""
    whole = (column == column.floor()) & (column.abs() < WHOLE)
    integer = nw.when(whole).then(column).cast(nw.Int64).cast(nw.String)
    return nw.when(whole).then(integer).otherwise(column.cast(nw.String))


def _moment_text(column: nw.Expr, *, zoned: bool, polars: bool) -> nw.Expr:
    """Return moments as text; engines other than polars write a blank for the T."""
    if polars:
        text = column.dt.to_string(moment_form(zoned=zoned))
    else:
        text = _shorter(column.cast(nw.String).str.replace_all(" ", "T", literal=True))
    return text.str.replace_all(f"{MIDNIGHT}$", "")


def _shorter(text: nw.Expr) -> nw.Expr:
    """Return numbers written with decimals without the noughts at their end."""
    decimals = text.str.contains(".", literal=True)
    return nw.when(decimals).then(text.str.replace_all(r"\.?0+$", "")).otherwise(text)


def differs(one: str, other: str) -> nw.Expr:
    """Return 1 where two columns of a table differ, 0 where they do not; missing equals missing."""
    a, b = nw.col(one), nw.col(other)
    differing = (a.is_null() != b.is_null()) | (a != b)  # unknown where both are missing
    return nw.when(differing).then(nw.lit(1)).otherwise(nw.lit(0))
