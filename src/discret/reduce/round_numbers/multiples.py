"""The multiples beside numbers: exactly, whatever their size."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import Literal

import narwhals as nw

from discret.data.engine import Frame, number
from discret.reduce.whole_numbers import EXACT

How = Literal["nearest", "down", "up"]
REACH = 4  # how far, in bases, a quotient of floats may be off, and one more


def whole_step(value: int, base: int, how: How) -> int:
    """Round one whole number.

    Examples
    --------
    >>> [whole_step(-5, 10, how) for how in ("nearest", "down", "up")]
    [0, -10, 0]
    """
    rest = value % base
    up = rest > 0 if how == "up" else how == "nearest" and rest >= base - rest
    return value + (base - rest) if up else value - rest


def whole_steps(value: nw.Expr, base: int, how: How, kind: nw.dtypes.DType) -> nw.Expr:
    """Do so for a column, without leaving the range from numbers to results."""
    nought, step = nw.lit(0, dtype=kind), nw.lit(base, dtype=kind)
    rest = value % step  # engines differ on the sign of it
    rest = nw.when(rest < nought).then(rest + step).otherwise(rest)
    far = rest >= step - rest if how == "nearest" else rest > nought
    up = far if how != "down" else rest < nought
    climb = nw.when(up).then(step - rest).otherwise(nought)
    return value + climb - nw.when(up).then(nought).otherwise(rest)


def steps(frame: Frame, column: str, base: float, how: How, largest: float) -> Frame:
    """Round numbers to multiples of a base, up never below a number and down never above it.

    The multiples are the floats nearest to those of the base as it is written in decimals: 0.3 is
    one of 0.1, though 3 × 0.1 is another float. Those around a number are told by comparing: the
    quotient of two floats is less than `REACH` off. Infinite numbers stay. What is used often is
    a column for a while: written out each time it would be hundreds of terms.
    """
    ways, parts = _fraction(base, largest)
    value, low, high = number(column), nw.col(_LOW), nw.col(_HIGH)
    nought = value - value  # by a constant, polars does not divide but multiplies by its inverse
    first = (value / (nought + base)).floor()
    frame = frame.with_columns(first.alias(_FIRST), (nought + parts).alias(_PARTS))
    wanted = {"nearest": (_LOW, _HIGH), "down": (_LOW,), "up": (_HIGH,)}[how]
    frame = frame.with_columns(_beside(value, ways, end).alias(end) for end in wanted)
    closer = nw.when(value - low < high - value).then(low).otherwise(high)
    found = closer if how == "nearest" else nw.col(*wanted)
    rounded = nw.when(value.abs() < float("inf")).then(found).otherwise(value)
    return frame.with_columns(rounded.alias(column)).drop(_FIRST, _PARTS, *wanted)


def _beside(value: nw.Expr, ways: float, end: str) -> nw.Expr:
    """Return the last multiple that is not above a number, or not below it."""
    near = [(nw.col(_FIRST) + step) * ways / nw.col(_PARTS) for step in range(-REACH, REACH + 1)]
    if end == _LOW:
        return reduce(lambda best, one: nw.when(one <= value).then(one).otherwise(best), near)
    return reduce(lambda best, one: nw.when(one >= value).then(one).otherwise(best), near[::-1])


_FIRST, _PARTS, _LOW, _HIGH = "__first__", "__parts__", "__low__", "__high__"


def _fraction(base: float, largest: float) -> tuple[float, float]:
    """Return the base as a fraction of whole numbers if all multiples needed are exact so.

    Examples
    --------
    >>> _fraction(0.15, 100.0), _fraction(0.1234567890123, 1e9)
    ((3.0, 20.0), (0.1234567890123, 1.0))
    """
    written = Fraction(repr(base))
    exact = (largest / base + REACH) * written.numerator < EXACT and written.denominator < EXACT
    return (float(written.numerator), float(written.denominator)) if exact else (base, 1.0)
