"""One way to write a value: what enters, and what a method makes, is brought to it."""

from __future__ import annotations

from collections.abc import Collection

import narwhals as nw
import polars as pl

from discret.data.engine import Frame, Origin, collected
from discret.data.entering.column_names import LINK, PLACE, is_reserved
from discret.data.refusals import not_numbered

_TEXT = (nw.String, nw.Categorical, nw.Enum)
_WIDE = (nw.Int128, nw.UInt128, nw.Decimal)


def settled(frame: Frame, *, at_hand: bool, but: Collection[str] = ()) -> Frame:
    """Return the table with NaN and empty texts as missing, −0.0 as 0.0, and floats of 64 bits.

    Engines disagree on all of these, files more so: an empty text is read back from a CSV file as
    missing, and −0.0 is written apart from the 0.0 that it equals. The 0.1 of 32 bits is written as
    0.1, and more than the 0.1 that is read back: a narrow float becomes the wide one that is
    written as it is, in the same order. In a table that is at hand it is cheap to look, and mostly
    there is nothing to do. Hidden columns are left alone, and those (`but`) known to be settled.

    Examples
    --------
    >>> import polars as pl
    >>> table = pl.LazyFrame({"a": [0.5, float("nan"), -0.0], "b": ["x", "", None]})
    >>> collected(settled(nw.from_native(table), at_hand=True)).to_dict(as_series=False)
    {'a': [0.5, None, 0.0], 'b': ['x', None, None]}
    >>> narrow = pl.LazyFrame({"a": pl.Series([0.1], dtype=pl.Float32)})
    >>> collected(settled(nw.from_native(narrow), at_hand=True)).item()
    0.1
    """
    schema = frame.collect_schema().items()
    kinds = {n: kind for n, kind in schema if not is_reserved(n) and n not in but}
    narrow = [
        n for n, kind in kinds.items() if kind.is_float() and not isinstance(kind, nw.Float64)
    ]
    if narrow:
        frame = frame.with_columns(nw.col(*narrow).cast(nw.String).cast(nw.Float64))
        kinds |= dict.fromkeys(narrow, nw.Float64())
    texts = [name for name, kind in kinds.items() if isinstance(kind, _TEXT)]
    floats = [name for name, kind in kinds.items() if kind.is_float()]
    if at_hand:
        texts, floats = _odd(frame, texts, floats)
    told = [_told(name) for name in texts] + [_plain(name, kinds[name]) for name in floats]
    return frame.with_columns(told) if told else frame


def row_number(column: str, kind: nw.dtypes.DType) -> nw.Expr:
    """Return the numbers of records in a type that every engine can hand over and join by.

    Examples
    --------
    >>> from decimal import Decimal
    >>> import polars as pl
    >>> table = nw.from_native(pl.LazyFrame({"r": [Decimal("7")]}))
    >>> collected(table.select(row_number("r", table.collect_schema()["r"]))).item()
    7
    """
    if isinstance(kind, _WIDE):
        return nw.col(column).cast(nw.Int64)
    return nw.col(column) if kind.is_numeric() else nw.col(column).cast(nw.String)


def _told(name: str) -> nw.Expr:
    return nw.when(nw.col(name).cast(nw.String) != "").then(nw.col(name)).alias(name)


def _plain(name: str, kind: nw.dtypes.DType) -> nw.Expr:
    value, nought = nw.col(name), nw.lit(0.0).cast(kind)
    signless = nw.when(value == 0.0).then(nought).otherwise(value)
    return nw.when(~value.is_nan()).then(signless).alias(name)


def _odd(frame: Frame, texts: list[str], floats: list[str]) -> tuple[list[str], list[str]]:
    """Return the columns with something to settle, of a table at hand: polars holds it."""
    number = pl.col(floats)
    wanted = [
        *([(pl.col(texts).cast(pl.String) == "").any()] if texts else []),
        *([(number.is_nan() | ((number == 0.0) & (1.0 / number < 0.0))).any()] if floats else []),
    ]
    if not wanted:
        return [], []
    found = collected(frame.to_native().select(wanted)).row(0, named=True)
    return [name for name in texts if found[name]], [name for name in floats if found[name]]


def check_rows(who: str, rows: pl.Series) -> None:
    """Refuse a row column that does not number every record once."""
    missing, doubled = rows.null_count(), len(rows) - rows.n_unique()
    if missing or doubled:
        raise not_numbered(who, missing, doubled)


def numbered(table: Frame, row: str | None, origin: Origin) -> Frame:
    """Give every record hidden numbers: the place it has, and the number that follows it."""
    if origin.eager:
        table = nw.from_native(table.to_native().with_row_index(PLACE))
    link = PLACE if origin.eager and row is None else row
    if link is None:
        return table
    kind = table.collect_schema()[link]
    known = table.with_columns(row_number(link, kind).alias(LINK))
    if origin.eager and row is not None:
        check_rows("roles", collected(known.select(LINK))[LINK])
    return known
