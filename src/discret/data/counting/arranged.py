"""Records put in their order: those of columns that have numbers by these, not by their values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.codes import named
from discret.data.counting.coded_columns import ColumnNumbers, numbers_of
from discret.data.engine import Frame, Origin, collected, ordered
from discret.data.entering.column_names import LINK, PLACE
from discret.data.held import Held, listed, narrow
from discret.maths.arrays import Ints


def arranged(frame: Frame, origin: Origin) -> Frame:
    """Sort records by their places, if these are known, and leave hidden columns out.

    A table at hand that is sorted is not copied.

    Examples
    --------
    >>> from discret.data.counting.coded_columns import in_order
    >>> table = in_order(nw.from_native(pl.LazyFrame({PLACE: [3, 1, 2], "sex": ["f", "m", "f"]})))
    >>> _ = numbers_of(table).of("sex")
    >>> at_hand = Origin(nw.Implementation.POLARS, eager=True)
    >>> collected(arranged(table, at_hand))["sex"].to_list()
    ['m', 'f', 'f']
    """
    names = frame.collect_schema().names()
    hidden, numbers = [name for name in (LINK, PLACE) if name in names], numbers_of(frame)
    if PLACE not in hidden:
        return frame.drop(*hidden) if hidden else frame
    if numbers is None or not origin.eager:
        return ordered(frame, PLACE, origin).drop(*hidden)
    order = _order(frame)
    if order is None:
        return frame.drop(*hidden)
    taken = [_taken(numbers, name, order) for name in names if name not in hidden]
    return nw.from_native(pl.DataFrame(taken).lazy())


def narrowly_arranged(frame: Frame, origin: Origin) -> Callable[[], Held] | None:
    """Return what does so in narrow columns, for a table whose columns have numbers; else nothing.

    It looks at what is known of columns, and changes nothing: others may look at the same time.
    """
    numbers = numbers_of(frame) if origin.eager else None
    if numbers is None:
        return None
    kinds = frame.to_native().collect_schema()
    if PLACE not in kinds or pl.Enum in kinds.dtypes():
        return None
    return partial(_all_narrowly, frame, numbers, kinds)


def _all_narrowly(frame: Frame, numbers: ColumnNumbers, kinds: pl.Schema) -> Held:
    places = _order(frame)
    order = None if places is None else places.astype(np.uint32)
    names = [name for name in kinds if name not in (LINK, PLACE)]
    return Held.beside([_narrowly(numbers, n, kinds[n], order) for n in names], kinds)


def picked(frame: Frame, names: Sequence[str], records: Ints) -> pl.DataFrame:
    """Return columns of some records of a table at hand, without fetching the others.

    Examples
    --------
    >>> from discret.data.counting.coded_columns import in_order
    >>> table = in_order(nw.from_native(pl.LazyFrame({"sex": ["f", "m", "f"], "n": [1, 2, 3]})))
    >>> picked(table, ["sex", "n"], np.array([2, 0])).rows()
    [('f', 3), ('f', 1)]
    """
    numbers = numbers_of(frame) or ColumnNumbers(frame.to_native())
    return pl.DataFrame([_taken(numbers, name, records) for name in names])


def _order(frame: Frame) -> Ints | None:
    """Return the records in the order of their places, if that is another; each mostly has one."""
    places = collected(frame.select(PLACE))[PLACE]
    if places.is_sorted():
        return None
    place = places.to_numpy()
    at = np.subtract(place, int(place.min()), dtype=np.int64)
    order = np.full(len(at), -1)
    if int(at.max()) == len(at) - 1:
        order[at] = np.arange(len(at))
    return np.argsort(place) if (order < 0).any() else order


def _taken(numbers: ColumnNumbers, name: str, order: Ints) -> pl.Series:
    """Return a column in another order: small numbers are fetched sooner than values."""
    known = numbers.known.get(name)
    if known is None:
        return numbers.column(name)[pl.Series(order.astype(np.uint32))]
    return named(known.values, known.codes[order].astype(np.int64) - 1).alias(name)


def _narrowly(
    numbers: ColumnNumbers, name: str, kind: pl.DataType, order: NDArray[np.uint32] | None
) -> pl.Series:
    known = numbers.known.get(name)
    if known is not None and kind == pl.String == known.values.dtype:
        column = known.listing if order is None else listed(known.values, known.codes[order])
        return column.alias(name)
    column = narrow(numbers.column(name))
    return column if order is None else column[pl.Series(order)]
