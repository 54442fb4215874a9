"""Records grouped by what they show: all of them, or a part that tells enough."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from math import prod

import numpy as np

from discret.maths.arrays import Bools, Codes
from discret.maths.counted_order import sorted_places

STAGES = (4_096, 32_768, 262_144)  # what fails on a part of the records is not tried on all
LARGEST, NARROW, SHORT = 2**62, 2**31, 2**16
_TOGETHER = 2**16  # records that are looked at together: they stay where they are quick to reach


@dataclass(frozen=True)
class Groups:
    """Records that show the same, in the order of what they show; those without a value left out.

    Parameters
    ----------
    records
        The places of the records, group by group.
    starts
        Where each group starts among them.
    least, most
        The smallest and the largest value of each group.
    units
        How many households (or people, or records) each group has.
    bands
        What the column itself still shows in each group.
    shown
        What is shown in each group.
    """

    records: Codes
    starts: Codes
    least: Codes
    most: Codes
    units: Codes
    bands: Codes
    shown: Codes

    @cached_property
    def sizes(self) -> Codes:
        """How many records each group has."""
        return np.diff(self.starts, append=len(self.records))

    def members(self, chosen: Bools) -> Codes:
        """Return the places of the records of the groups chosen."""
        return self.records[np.repeat(chosen, self.sizes)]


@dataclass(frozen=True)
class Case:
    """A column to read back, and what is shown beside it, as numbers (−1 where missing).

    Parameters
    ----------
    shown
        What an attacker sees: one column, or several together.
    values
        What he wants to know.
    unit
        To whom the record belongs, where several records tell of the same.
    band
        What the column itself still shows; all the same by default.
    """

    shown: tuple[Codes, ...]
    values: Codes
    unit: Codes | None = None
    band: Codes | None = None

    def part(self, size: int) -> Case:
        """Return some of the records, spread over the file, always the same."""
        return self.chosen(spread(size, len(self.values)))

    def whole(self, size: int) -> Case | None:
        """Return about so many records with all that show the same, where many values are shown."""
        if len(self.values) < 4 * size:
            return None
        widths = [int(array.max(initial=0)) + 1 for array in self.shown]
        if prod(widths) <= 4 * size:
            return None
        step = len(self.values) // size
        if (widths[0] - 1) * prod(widths[1:]) >= 4 * size and _all_shown(self.shown):
            return self.chosen(_every(step, self.shown, widths))
        shown = reduce(crossed, self.shown)
        if int(shown.max(initial=0)) < 4 * size:
            return None
        return self.chosen(np.flatnonzero(shown % step == 0))

    def chosen(self, records: Codes) -> Case:
        """Return some of the records."""
        return Case(
            tuple(array[records] for array in self.shown),
            self.values[records],
            None if self.unit is None else self.unit[records],
            None if self.band is None else self.band[records],
        )


def grouped(case: Case) -> Groups:
    """Group the records by what they show.

    Examples
    --------
    >>> found = grouped(Case((np.array([7, 3, 7, -1]),), np.array([1, 0, 2, 5])))
    >>> found.records.tolist(), found.least.tolist(), found.most.tolist(), found.units.tolist()
    ([1, 0, 2], [0, 1], [0, 2], [1, 2])
    """
    shown = reduce(crossed, case.shown)
    known = _known(shown, case.values)
    shown = shown if known is None else shown[known]
    if not len(shown):
        none = np.empty(0, dtype=np.int64)
        return Groups(none, none, none, none, none, none, none)
    unit = case.unit if case.unit is None or known is None else case.unit[known]
    order = sorted_places(shown) if unit is None else _sorted_by_both(shown, unit)
    shown, records = shown[order], order if known is None else known[order]
    opens = _opening(shown)
    starts = np.flatnonzero(opens)
    values = case.values[records]
    return Groups(
        records=records,
        starts=starts,
        least=np.minimum.reduceat(values, starts),
        most=np.maximum.reduceat(values, starts),
        units=_units(starts, opens, None if unit is None else unit[order]),
        bands=np.zeros_like(starts) if case.band is None else case.band[records[starts]],
        shown=shown[starts],
    )


def _known(shown: Codes, values: Codes) -> Codes | None:
    """Return the records that show something and have a value; nothing where all do."""
    if shown.min(initial=0) >= 0 and values.min(initial=0) >= 0:
        return None
    return np.flatnonzero((shown >= 0) & (values >= 0))


def _units(starts: Codes, opens: Bools, unit: Codes | None) -> Codes:
    """Count the units of each group; without any, each record is its own."""
    if unit is None:
        return np.diff(starts, append=len(opens))
    return np.add.reduceat((opens | _opening(unit)).astype(np.int64), starts)


def _all_shown(shown: tuple[Codes, ...]) -> bool:
    return all(int(array.min(initial=0)) >= 0 for array in shown)


def _every(step: int, shown: tuple[Codes, ...], widths: list[int]) -> Codes:
    """Return the records whose number, of all that is shown, is a multiple of a step.

    What is left of a number after division is looked up, of each column by itself: that is sooner
    done than to divide.

    Examples
    --------
    >>> one, other = np.array([0, 1, 2, 0]), np.array([0, 1, 1, 3])
    >>> _every(3, (one, other), [3, 4]).tolist(), np.flatnonzero(crossed(one, other) % 3 == 0)
    ([0, 2, 3], array([0, 2, 3]))
    """
    rests, wide = [], widths[0]
    for width in widths[1:]:
        rest: Codes = np.arange(wide, dtype=np.int64) % step * width % step
        rests.append(rest.astype(np.int32) if step + width < NARROW else rest)
        wide = step + width
    wanted, found = np.arange(wide) % step == 0, []
    for at in range(0, len(shown[0]), _TOGETHER):
        left, *others = (array[at : at + _TOGETHER] for array in shown)
        for rest, array in zip(rests, others, strict=True):
            left = rest[left] + array
        found.append(np.flatnonzero(wanted[left]) + at)
    return np.concatenate(found)


def _opening(numbers: Codes) -> Bools:
    """Mark the places where another number stands than before, the first included."""
    opens = np.ones(len(numbers), dtype=np.bool_)
    np.not_equal(numbers[1:], numbers[:-1], out=opens[1:])
    return opens


def crossed(one: Codes, other: Codes) -> Codes:
    """Return a number for each pair of numbers, −1 where one is missing.

    Examples
    --------
    >>> crossed(np.array([0, 1, -1]), np.array([2, 0, 1])).tolist()
    [2, 3, -1]
    """
    many = int(other.max(initial=0)) + 1
    if (int(one.max(initial=0)) + 1) * many > LARGEST:
        one = np.unique(one, return_inverse=True)[1] - int((one < 0).any())
    found: Codes = one * np.int64(many)
    found += other  # in place: there may be millions
    missing = (one < 0) | (other < 0)
    if missing.any():
        found[missing] = -1
    return found


@lru_cache(maxsize=2 * len(STAGES))
def spread(size: int, number: int) -> Codes:
    """Return some of a number of places, spread evenly."""
    golden = (np.sqrt(5) - 1) / 2
    places = np.sort((np.arange(size) * golden % 1 * number).astype(np.int64))
    return places[np.diff(places, prepend=-1) > 0]


def _sorted_by_both(shown: Codes, unit: Codes) -> Codes:
    """Return the places in the order of what is shown, and of units where that is the same."""
    many = int(unit.max(initial=0)) + 1
    if int(unit.min(initial=0)) < 0 or (int(shown.max(initial=0)) + 1) * many > LARGEST:
        return np.lexsort((unit, shown))
    return sorted_places(shown * np.int64(many) + unit)
