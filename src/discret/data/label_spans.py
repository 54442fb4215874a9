"""The numbers that values and labels cover: a number itself, an interval from end to end."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import inf, nextafter

import numpy as np
import polars as pl

from discret.data.label_reach import LONG, ends, reach_of
from discret.data.text import is_text
from discret.maths.arrays import Bools, Floats, Ints

_PLAIN = r"^\s*[-+]?\d+(\.\d+)?\s*$"
_SHUT_OUT = re.compile(r"(?:<(?!=)|moins d[e']|under|less than|fewer than|below)")
_LEFT_OPEN = re.compile(r".*[;,].*[)\[]")


@dataclass(frozen=True)
class Spans:
    """From where to where each value or label goes, both ends included; NaN where it is neither.

    Examples
    --------
    >>> found = Spans.of(pl.Series(["[30;39]", "[40, 45)", ">= 1500", "town"]))
    >>> found.low.tolist(), found.high.round(6).tolist()
    ([30.0, 40.0, 1500.0, nan], [39.0, 45.0, inf, nan])
    >>> bool(found.high[1] < 45), found.wide.tolist()
    (True, [True, True, True, False])
    """

    low: Floats = field(repr=False)
    high: Floats = field(repr=False)

    @classmethod
    def of(cls, values: pl.Series) -> Spans:
        """Read distinct values: numbers, or texts that are numbers or intervals."""
        if values.dtype.is_numeric():
            numbers = values.cast(pl.Float64).to_numpy().astype(np.float64)
            return cls(numbers, numbers)
        if not is_text(values.dtype):
            nothing = np.full(len(values), np.nan)
            return cls(nothing, nothing)
        return cls(*_read(values.cast(pl.String)))

    @property
    def wide(self) -> Bools:
        """What covers more than one number."""
        return np.asarray(self.low < self.high)

    @property
    def known(self) -> Bools:
        """What is a number or an interval."""
        return ~np.isnan(self.low)

    def wider(self, by: float) -> Spans:
        """Return the same with so much more at both ends."""
        return Spans(self.low - by, self.high + by)


def _read(texts: pl.Series) -> tuple[Floats, Floats]:
    plain = texts.str.contains(_PLAIN)
    numbers = texts.filter(plain).str.strip_chars().cast(pl.Float64, strict=False)
    low = np.full(len(texts), np.nan)
    low[plain.fill_null(False).to_numpy()] = numbers.to_numpy()
    high = low.copy()
    odd = (texts.str.contains(r"\d") & ~plain & (texts.str.len_chars() <= LONG)).fill_null(False)
    for place in np.flatnonzero(odd.to_numpy()).tolist():  # few: of the distinct ones
        low[place], high[place] = _span(texts[place])
    return low, high


def _span(label: str) -> tuple[float, float]:
    """Return the ends of one label; an end that it shuts out is a hair's breadth further in."""
    reach = reach_of(label)
    if reach is None:
        return np.nan, np.nan
    last = ends(label)[1].casefold().strip().replace("’", "'")
    open_ = _SHUT_OUT.match(last) is not None or _LEFT_OPEN.fullmatch(last) is not None
    low = nextafter(reach.low, inf) if reach.past else reach.low
    high = nextafter(reach.high, -inf) if open_ else reach.high
    return (low, high) if low <= high else (np.nan, np.nan)


def overlapping(values: Spans, labels: Spans) -> tuple[Ints, Ints]:
    """Return the pairs of a value and a label that have a number in common.

    Examples
    --------
    >>> ages, shown = Spans.of(pl.Series([32, 45])), Spans.of(pl.Series(["30-39", "40 or more"]))
    >>> [places.tolist() for places in overlapping(ages, shown)]
    [[0, 1], [0, 1]]
    """
    points = np.flatnonzero(values.known & ~values.wide)
    wide = np.flatnonzero(values.wide)
    there = np.flatnonzero(labels.known)
    one = _points_within(values.low[points], labels.low[there], labels.high[there])
    pairs = [(points[one[0]], there[one[1]])]
    for place in wide.tolist():  # few: a register mostly has values
        met = (labels.low[there] <= values.high[place]) & (values.low[place] <= labels.high[there])
        pairs.append((np.full(int(met.sum()), place), there[met]))
    value, label = (np.concatenate([pair[side] for pair in pairs]) for side in (0, 1))
    return value, label


def _points_within(points: Floats, low: Floats, high: Floats) -> tuple[Ints, Ints]:
    """Return which points lie in which spans."""
    order = np.argsort(points, kind="stable")
    first = np.searchsorted(points[order], low, "left")
    last = np.searchsorted(points[order], high, "right")
    many = np.maximum(last - first, 0)
    span = np.repeat(np.arange(len(low)), many)
    ramp = np.arange(len(span)) - np.repeat(np.cumsum(many) - many, many)
    return order[first[span] + ramp], span
