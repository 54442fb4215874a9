"""Tables in memory: held in narrow columns where they are tall, with the numbers that are known."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import narwhals as nw
import polars as pl

from discret.data.counting.coded_columns import CodedColumn, ColumnNumbers, in_order
from discret.data.engine import Frame, collected, is_huge
from discret.data.entering.settled import settled
from discret.data.held import TALL, Held, narrow, numbers_from_one, values_of


def listed_in(table: Any) -> Collection[str]:
    """Return the columns of a table that are held as enumerations of texts, none of them empty."""
    return table.texts if isinstance(table, Held) else ()


def in_memory(frame: Frame, came: Any, but: Collection[str]) -> Frame:
    """Let a table be known as one in memory, by what it came as; texts may have numbers already.

    A table in a file that is too large for numbers is left alone; so are columns (`but`) that say
    something else than they did.
    """
    if is_huge(came):
        return frame
    texts = came.texts if isinstance(came, Held) else {}
    known = {n: _coded(own) for n, own in texts.items() if n not in but}
    numbers = ColumnNumbers(frame.to_native(), dict(known))
    counted = isinstance(came, pl.DataFrame)
    return in_order(frame, numbers.of_records(len(came)) if counted else numbers)


def _coded(column: pl.Series) -> CodedColumn:
    coded = CodedColumn(values_of(column), numbers_from_one(column))
    vars(coded)["listing"] = column
    return coded


def computed(frame: Frame, numbers: ColumnNumbers | None) -> Frame:
    """Compute a table, one way to write each value; columns that have numbers are known by them.

    Examples
    --------
    >>> frame = nw.from_native(pl.LazyFrame({"sex": ["f", ""], "age": [41, 43]}))
    >>> collected(computed(frame, None)).rows()
    [('f', 41), (None, 43)]
    """
    if numbers is not None and (numbers.seen or 0) > TALL:
        return _known(_held(frame, numbers), numbers)
    table = collected(frame)
    return _known(table.lazy(), numbers or ColumnNumbers(table.lazy()), len(table))


def _known(table: pl.LazyFrame, numbers: ColumnNumbers, records: int | None = None) -> Frame:
    """Settle a table in memory, and let its numbers be known."""
    held = settled(nw.from_native(table), at_hand=True, but=numbers.known)
    own = replace(numbers, frame=held.to_native())
    return in_order(held, own if records is None else own.of_records(records))


def _held(frame: Frame, numbers: ColumnNumbers) -> pl.LazyFrame:
    """Compute a tall table; texts that have numbers are made of these."""
    kinds = frame.to_native().collect_schema()
    known = {n: own for n, own in numbers.known.items() if own is not None and n in kinds}
    texts = {n: own for n, own in known.items() if kinds[n] == pl.String == own.values.dtype}
    table = collected(frame.select(*(nw.col(name) for name in kinds if name not in texts)))
    columns = [
        texts[name].listing.alias(name) if name in texts else narrow(table[name]) for name in kinds
    ]
    return Held.beside(columns, kinds).frame
