r"""What one unit adds to a table of statistics, bounded: the part of the proof that is ours.

The *unit* is what neighbouring tables differ by: a household, a person or a record (`units`). What
it adds is made of its own records alone, in whole numbers from the first record on:

1. Each number becomes a whole number of steps from a middle, both chosen before anything is read;
   what lies beyond `CAP` steps stays there, what is missing or not finite does not count. A number
   is written the same whatever stands beside it.
2. The steps of a unit in a cell are added. Sums of whole numbers are the same in any order, in any
   engine and whoever else is in the file; sums of floats are not, and could shift what everybody
   adds by a step as soon as one person leaves. The sum (or the mean, rounded) is then brought
   within bounds: at most `STEPS` steps from the middle.
3. A unit counts with at most `records` of its records in a cell, and in at most `cells` cells.
   Which cells, where there are more, is drawn by chance for each unit alone: the draw can be made
   the same in two neighbouring tables for all that are in both.

So tables that differ by one unit differ in `cells` cells, by `records` in each count and by `STEPS`
in each sum; if a unit is replaced by another, in twice as many, or in `cells` sums by twice
`STEPS` where numbers of both signs count. Records without a unit (missing)
add nothing, and neither do those in cells that are not public.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import Frame, collected, number
from discret.maths.privacy.chance import SYSTEM

PERSON, VALUE, COUNT, DRAW = "__person__", "__value__", "__count__", "__draw__"
STEPS = 1 << 20  # from the middle to the bound that is farther off
CAP = 1 << 40  # of one record, so that millions of them add up within 64 bits
MOST = 1 << 62  # of all records of one unit, where an engine adds up in more than 64 bits
NARROW = (pl.Int64, pl.UInt32, pl.UInt64, pl.Int32, pl.Null)
Adding = Literal["sum", "mean", "each"]


@dataclass(frozen=True)
class Scale:
    """Whole steps from a middle to the farther of two bounds.

    Examples
    --------
    >>> scale = Scale(0.0, 100.0, middle=50.0)
    >>> scale.step * STEPS, scale.least == -STEPS, scale.most == STEPS
    (50.0, True, True)
    """

    low: float
    high: float
    middle: float

    @property
    def reach(self) -> float:
        """How far a number may be from the middle."""
        return max(abs(self.low - self.middle), abs(self.high - self.middle))

    @property
    def step(self) -> float:
        """How much a step is worth."""
        return self.reach / STEPS

    @property
    def sound(self) -> bool:
        """Whether there are bounds, and steps between them."""
        return isfinite(self.reach) and self.step > 0 and self.low < self.high

    @property
    def least(self) -> int:
        """The low bound in steps."""
        return max(round((self.low - self.middle) / self.step), -STEPS)

    @property
    def most(self) -> int:
        """The high bound in steps."""
        return min(round((self.high - self.middle) / self.step), STEPS)


def per_unit(
    data: Dataset,
    by: Sequence[str],
    unit: str | None,
    records: int,
    numbers: tuple[str, Scale, Adding] | None,
) -> pl.DataFrame:
    """Return a row for each unit and combination of columns: how often it counts, and its number.

    Where each record is a unit, rows are those of the combinations, added up in the engine; for
    "each" number, of the records.
    """
    frame = data.frame
    if numbers is not None:
        frame = _in_steps(frame, numbers[0], numbers[1])
    if unit is None:
        return _of_records(frame, by, numbers)
    held = [] if numbers is None else [VALUE]
    named = frame.filter(~nw.col(unit).is_null()).select(*by, nw.col(unit).alias(PERSON), *held)
    summed = [nw.len().alias(COUNT)] + [nw.col(VALUE).sum() for _ in held]
    table = _whole(collected(named.group_by(*by, PERSON).agg(*summed)))
    if numbers is None:
        return table.with_columns(pl.col(COUNT).clip(upper_bound=records))
    _, scale, adding = numbers
    own = pl.col(VALUE) if adding == "sum" else (pl.col(VALUE) / pl.col(COUNT)).round()
    inside = own.cast(pl.Int64).clip(scale.least, scale.most)
    return table.with_columns(inside, pl.lit(1, pl.Int64).alias(COUNT))


def _in_steps(frame: Frame, column: str, scale: Scale) -> Frame:
    """Write a column as whole steps; leave out records without a number."""
    far = CAP * scale.step + abs(scale.middle)
    finite = frame.with_columns(number(column).alias(VALUE)).filter(
        (nw.col(VALUE) > -float("inf")) & (nw.col(VALUE) < float("inf"))
    )
    steps = (nw.col(VALUE).clip(-far, far) - scale.middle) / scale.step
    return finite.with_columns(steps.round(0).clip(-float(CAP), float(CAP)).cast(nw.Int64))


def _of_records(
    frame: Frame, by: Sequence[str], numbers: tuple[str, Scale, Adding] | None
) -> pl.DataFrame:
    counted = [nw.len().alias(COUNT)]
    if numbers is not None:
        _, scale, adding = numbers
        frame = frame.with_columns(nw.col(VALUE).clip(scale.least, scale.most))
        if adding == "each":
            by = [*by, VALUE]
        else:
            counted.append(nw.col(VALUE).sum())
    grouped = frame.group_by(*by).agg(*counted) if by else frame.select(*counted)
    return _whole(collected(grouped))


def _whole(table: pl.DataFrame) -> pl.DataFrame:
    """Bring what engines add up as wider types, or not at all, into whole numbers of 64 bits.

    A wider sum that has no place there stays at the end: an error would tell of one unit.
    """
    names = [name for name in (COUNT, VALUE) if name in table.columns]
    wide = [name for name in names if table[name].dtype not in NARROW]
    inside = table.with_columns(pl.col(wide).clip(-MOST, MOST))
    return inside.with_columns(pl.col(name).fill_null(0).cast(pl.Int64) for name in names)


def few_cells(table: pl.DataFrame, most: int) -> pl.DataFrame:
    """Keep so many cells of each unit, drawn by chance.

    Examples
    --------
    >>> table = pl.DataFrame({"town": ["a", "b", "a"], PERSON: [1, 1, 2]})
    >>> len(few_cells(table, 1)), len(few_cells(table, 2))
    (2, 3)
    """
    if PERSON not in table.columns:
        return table
    drawn = table.with_columns(pl.Series(DRAW, SYSTEM.words(len(table)))).sort(PERSON, DRAW)
    who = drawn[PERSON]
    begins = who.ne_missing(who.shift()).to_numpy() if len(who) else np.ones(0, dtype=bool)
    begins[:1] = True
    place = np.arange(len(who))
    within = place - np.maximum.accumulate(np.where(begins, place, 0))
    return drawn.filter(pl.Series(within < most)).drop(PERSON, DRAW)
