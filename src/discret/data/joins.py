"""Joins of small tables back to records, in the engine that holds these."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.counting.cells import places_of_records
from discret.data.counting.coded_columns import ColumnNumbers, known_numbers, numbers_of
from discret.data.engine import Frame, collected, uploaded
from discret.maths.arrays import Bools

if TYPE_CHECKING:
    from discret.data.keytable import KeyTable

Numbering = Callable[[ColumnNumbers, pl.LazyFrame], ColumnNumbers]
_NEW, _KEEP, _DIGEST = "__new__", "__keep__", "__digest__"


def join_values(
    frame: Frame, mappings: Mapping[str, pl.DataFrame], *, in_place: bool = False
) -> Frame:
    """Replace the values of columns by those of a two-column table each (from, to); missing stays.

    A join streams through any engine, but copies the other columns: a table at hand is better
    changed in place. In polars, both keep the order of the records.
    """
    if in_place:
        replaced = [_replaced(frame, column, mapping) for column, mapping in mappings.items()]
        changed: Frame = nw.from_native(frame.to_native().with_columns(replaced))
        return changed
    for column, mapping in mappings.items():
        source, target = mapping.columns
        small = mapping.select(pl.col(source).alias(column), pl.col(target).alias(_NEW))
        joined = _joined(frame, small, column)
        frame = joined.with_columns(nw.col(_NEW).alias(column)).drop(_NEW)
    return frame


def _replaced(frame: Frame, column: str, mapping: pl.DataFrame) -> pl.Expr:
    """Replace values, once they are asked for; those that have numbers by these, not compared."""
    old, new = (mapping[name] for name in mapping.columns)
    own = known_numbers(frame, column)
    if own is not None and own.values.equals(old, check_dtypes=True):
        missing = pl.Series(column, [None], dtype=new.dtype)
        known = pl.lit(missing.append(new.alias(column)))
        return known.gather(pl.lit(pl.Series(own.codes))).alias(column)
    return pl.col(column).replace_strict(old, new, return_dtype=new.dtype)


def _joined(frame: Frame, small: pl.DataFrame, column: str) -> Frame:
    if not frame.implementation.is_polars():
        return frame.join(uploaded(small, frame), on=column, how="left")
    native = frame.to_native()
    joined: Frame = nw.from_native(
        native.join(small.lazy(), on=column, how="left", maintain_order="left")
    )
    return joined


def join_rows(frame: Frame, small: pl.DataFrame, by: str) -> tuple[Frame, int | None]:
    """Keep the records whose number a table has, and put its other columns in place of theirs.

    Of a table at hand, the order and other columns stay as they are: then it is told how many of
    its records are left.

    Examples
    --------
    >>> from discret.data.counting.coded_columns import in_order
    >>> frame = in_order(nw.from_native(pl.LazyFrame({"n": [7, 8, 9], "age": [30, 40, 50]})))
    >>> found, left = join_rows(frame, pl.DataFrame({"n": [9, 7], "age": [51, 31]}), "n")
    >>> collected(found).rows(), left
    ([(7, 31), (9, 51)], 2)
    """
    kind = _kind(frame, by)
    small = small if small[by].dtype == kind else small.with_columns(pl.col(by).cast(kind))
    small = small if small[by].is_sorted() else small.sort(by)
    if numbers_of(frame) is not None and kind.is_integer() and len(small) and _once(small[by]):
        return _looked_up_rows(frame, small, by)
    names = frame.collect_schema().names()
    frame = frame.drop(*(name for name in small.columns if name in names and name != by))
    joined = frame.join(uploaded(small, frame), on=by, how="inner")
    return joined.select(*dict.fromkeys([*names, *small.columns])), None


def _kind(frame: Frame, column: str) -> pl.DataType:
    """Return the type that a column has in polars."""
    if frame.implementation.is_polars():
        schema: pl.Schema = frame.to_native().collect_schema()
        return schema[column]
    return collected(frame.select(column).head(0)).schema[column]


def _once(numbers: pl.Series) -> bool:
    """Whether numbers, which are sorted, are all different, and none is missing."""
    return not numbers.null_count() and bool((np.diff(numbers.to_numpy()) != 0).all())


def _looked_up_rows(frame: Frame, small: pl.DataFrame, by: str) -> tuple[Frame, int]:
    held, wanted = collected(frame.select(by))[by].to_numpy(), small[by].to_numpy()
    at = np.minimum(np.searchsorted(wanted, held), len(wanted) - 1)
    there = wanted[at] == held
    native, new = frame.to_native(), small.drop(by)
    if new.width:
        native = native.with_columns(new[pl.Series(at)].get_columns())
    native = native if there.all() else native.filter(pl.Series(there))
    return nw.from_native(native), int(there.sum())


def join_groups(frame: Frame, groups: pl.DataFrame, columns: Sequence[str]) -> Frame:
    """Join what was decided for each group back to the records; missing equals missing.

    `groups` has one row for each combination of `columns` that occurs; its other columns are added
    to the records.
    """
    if frame.implementation.is_polars() and _same_kinds(frame, groups, columns):
        known = groups.select(_digest(columns).alias(_DIGEST)).to_series()
        if known.n_unique() == len(known):
            return _looked_up(frame, groups.drop(columns), known, columns)
    return _joined_groups(frame, groups, columns)


def keep_groups(frame: Frame, groups: pl.DataFrame, keep: Bools) -> Frame:
    """Keep the records whose group, a combination of the columns of `groups`, is marked."""
    marks = groups.with_columns(pl.Series(_KEEP, keep))
    return join_groups(frame, marks, groups.columns).filter(nw.col(_KEEP)).drop(_KEEP)


def kept_groups(frame: Frame, keys: KeyTable, keep: Bools) -> tuple[Frame, Numbering | None]:
    """Do so for the groups of a key table; say too how its numbers follow, of a table at hand."""
    place = places_of_records(frame, keys.columns, keys.codes)
    if place is None:
        return keep_groups(frame, keys.groups, keep), None
    left = keep[place]
    kept: Frame = nw.from_native(frame.to_native().filter(pl.Series(left)))
    return kept, lambda known, native: known.kept(native, np.flatnonzero(left))


def blanked_records(frame: Frame, marked: Mapping[str, Bools]) -> tuple[Frame, Numbering]:
    """Blank the values of columns in the records marked; say too how its numbers follow."""
    shown = {name: pl.lit(pl.Series(~own)) for name, own in marked.items()}
    parts = [pl.when(told).then(pl.col(name)).alias(name) for name, told in shown.items()]
    blank: Frame = nw.from_native(frame.to_native().with_columns(parts))
    return blank, lambda known, native: known.blanked(native, marked)


def _looked_up(
    frame: Frame, values: pl.DataFrame, known: pl.Series, columns: Sequence[str]
) -> Frame:
    """Add to each record the values of its group, which its digest tells.

    A digest is a function of the combination, no two combinations that occur have the same, and
    every record has one of these: so the digest tells the group, without comparing texts.
    """
    places = pl.int_range(len(known), dtype=pl.UInt32, eager=True)
    place = _digest(columns).replace_strict(known, places, return_dtype=pl.UInt32)
    own = [pl.lit(values[name]).gather(pl.col(_DIGEST)).alias(name) for name in values.columns]
    native = frame.to_native().with_columns(place.alias(_DIGEST)).with_columns(own)
    looked_up: Frame = nw.from_native(native.drop(_DIGEST))
    return looked_up


def _same_kinds(frame: Frame, groups: pl.DataFrame, columns: Sequence[str]) -> bool:
    """Whether equal values have equal digests: not so for 0 and −0, nor for lists of categories."""
    own = frame.to_native().lazy().collect_schema()
    plain = (pl.String, pl.Boolean, pl.Date)
    return all(
        own[name] == groups[name].dtype and (own[name].is_integer() or own[name] in plain)
        for name in columns
    )


def _digest(columns: Sequence[str]) -> pl.Expr:
    """Sum up a combination of values in one number."""
    return reduce(xor, [pl.col(name).hash(place) for place, name in enumerate(columns)])


def _joined_groups(frame: Frame, groups: pl.DataFrame, columns: Sequence[str]) -> Frame:
    flags = [nw.col(name).is_null().alias(f"__null_{i}__") for i, name in enumerate(columns)]
    fill = {name: _any_value(groups[name]) for name in columns}
    filled = [
        _plain(groups[name]).fill_null(fill[name]).alias(f"__key_{i}__")
        for i, name in enumerate(columns)
        if fill[name] is not None
    ]
    keys = [f"__null_{i}__" for i in range(len(columns))]
    keys += [f"__key_{i}__" for i, name in enumerate(columns) if fill[name] is not None]
    small = nw.from_native(groups).with_columns(*flags, *filled).drop(*columns).to_native()
    wide = frame.with_columns(*flags, *filled)
    return wide.join(uploaded(small, frame), on=keys, how="inner").drop(*keys)


def _plain(values: pl.Series) -> nw.Expr:
    """Return the column to join on: categories as text, which every engine joins."""
    column = nw.col(values.name)
    listed_values = isinstance(values.dtype, pl.Categorical | pl.Enum)
    return column.cast(nw.String) if listed_values else column


def _any_value(values: pl.Series) -> Any:
    known = values.drop_nulls()
    return known[0] if len(known) else None
