"""Records put in their order: those of columns that have numbers by these, not by their values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.codes import named
from discret.data.counting.coded_columns import ColumnNumbers, numbers_of
from discret.data.engine import Frame, Origin, collected, ordered
from discret.data.entering.column_names import PLACE
from discret.maths.arrays import Ints


def arranged(frame: Frame, hidden: Sequence[str], origin: Origin) -> Frame:
    """Sort records by their places, if these are known, and leave the hidden columns out.

    A table at hand that is sorted is not copied.

    Examples
    --------
    >>> from discret.data.counting.coded_columns import in_order
    >>> table = in_order(nw.from_native(pl.LazyFrame({PLACE: [3, 1, 2], "sex": ["f", "m", "f"]})))
    >>> _ = numbers_of(table).of("sex")
    >>> at_hand = Origin(nw.Implementation.POLARS, eager=True)
    >>> collected(arranged(table, [PLACE], at_hand))["sex"].to_list()
    ['m', 'f', 'f']
    """
    numbers = numbers_of(frame)
    if PLACE not in hidden:
        return frame.drop(*hidden)
    if numbers is None or not origin.eager:
        return ordered(frame, PLACE, origin).drop(*hidden)
    place = collected(frame.select(PLACE))[PLACE]
    if place.is_sorted():
        return frame.drop(*hidden)
    order = _order(place.to_numpy())
    names = [name for name in frame.collect_schema().names() if name not in hidden]
    taken = pl.DataFrame([_taken(numbers, name, order) for name in names])
    return nw.from_native(taken.lazy())


def _order(place: NDArray[Any]) -> Ints:
    """Return the records in the order of their places: mostly there is one for each."""
    at = place.astype(np.int64) - int(place.min())
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
