"""Values that somebody wrote in a plan, as a column holds them."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from math import isfinite
from typing import Any

import polars as pl

from discret.data.text import as_text, is_text

_UNREAD = (ValueError, TypeError, OverflowError, InvalidOperation, pl.exceptions.PolarsError)


def known_as(value: object, kind: pl.DataType) -> str | None:
    """Return the text by which a column knows a value; ``None`` where it cannot hold it.

    A number is the same however it is written, a truth too; text is what it is.

    Examples
    --------
    >>> known_as(1.0, pl.Int64()), known_as("2.50", pl.Float64()), known_as(True, pl.Boolean())
    ('1', '2.5', 'true')
    >>> known_as(" a", pl.String()), known_as("a", pl.Int64()), known_as(1, pl.Boolean())
    (' a', None, None)
    """
    try:
        return str(as_text(held(value, kind)).item())
    except _UNREAD:
        return None


def held(value: object, kind: pl.DataType) -> pl.Series:
    """Return a value as a column of one cell, exactly; refuse what the column cannot hold."""
    if is_text(kind) or kind == pl.Null:
        return pl.Series([_text(value)], dtype=pl.String)
    if kind == pl.Boolean:
        return pl.Series([_truth(str(value).lower())])
    if isinstance(value, bool):
        raise TypeError
    if kind.is_numeric():
        return _number(str(value), kind)
    return _moment(str(value), kind)


def _text(value: object) -> str:
    """Return text, or a whole number as text: other values are written in more ways than one."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise TypeError
    return str(value)


def _truth(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError
    return text == "true"


def _number(text: str, kind: pl.DataType) -> pl.Series:
    number = Decimal(text)
    if not isfinite(number):
        raise ValueError
    if kind.is_float():
        return pl.Series([float(number)], dtype=pl.Float64)
    whole: Any = int(number) if kind.is_integer() else number
    found = pl.Series([whole], dtype=kind, strict=True)
    if Decimal(str(found.item())) != number:
        raise ValueError
    return found


def _moment(text: str, kind: pl.DataType) -> pl.Series:
    zone = getattr(kind, "time_zone", None)
    if kind == pl.Date:
        return pl.Series([date.fromisoformat(text)])
    if kind == pl.Time:
        return pl.Series([time.fromisoformat(text)])
    if kind != pl.Datetime:
        raise TypeError
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        local = pl.Series([moment])
        return (local.dt.replace_time_zone(zone) if zone else local).cast(kind)
    if zone is None:
        raise ValueError
    return pl.Series([moment]).dt.convert_time_zone(zone).cast(kind)
