"""Hierarchies by a rule: cuts of numbers, prefixes of codes, units of dates, groups of values."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import pairwise
from pathlib import Path
from typing import ClassVar, Self, get_args

import polars as pl

from discret.data.codes import named, places_in
from discret.data.hierarchies import arguments
from discret.data.hierarchies.arguments import Closed, Unit
from discret.data.hierarchies.forms import Form, counted
from discret.data.hierarchies.refusals import (
    CUTS_ADVICE,
    CUTS_HINT,
    DATES_ADVICE,
    DATES_HINT,
    GROUPS_ADVICE,
    WEEKS,
)
from discret.data.text import as_text, is_text
from discret.words import Words, say

UNITS: tuple[Unit, ...] = get_args(Unit)


class Rule(Form):
    """A way to compute the labels of a value; each builder below is one.

    Examples
    --------
    >>> rule = Prefixes.of(lengths=[2])
    >>> rule.depth, rule.names, rule.size
    (3, ('0', '1', '2'), None)
    >>> [labels.to_list() for labels in rule.levels(rule.read(pl.Series(["42300"])))]
    [['42'], ['*']]
    """

    size: ClassVar[None] = None
    refusal: ClassVar[Words] = Words(
        "{lost:is|are} not readable", fr="{lost:n’est pas lisible|ne sont pas lisibles}"
    )
    hint: ClassVar[str] = ""

    @property
    @abstractmethod
    def steps(self) -> Sequence[object]:
        """What makes each level, finest first."""

    @property
    def single(self) -> bool:
        """Whether the last step already gives one label to all."""
        return False

    @property
    def tops(self) -> tuple[str, ...]:
        """The label of the added top level, if there is one."""
        return () if self.top is None or self.single else (self.top,)

    @property
    def depth(self) -> int:
        """Number of levels, the values included."""
        return 1 + len(self.steps) + len(self.tops)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the levels: their numbers."""
        return tuple(str(level) for level in range(self.depth))

    def rule(self, folder: Path | None = None) -> Self:
        """Return the rule that the form describes: itself."""
        return self

    def with_top(self, label: str) -> Self:
        """Add a level with one label, unless there is one."""
        known = self.single or self.top is not None
        return self if known else self.model_copy(update={"top": label})

    def read(self, values: pl.Series) -> pl.Series:
        """Return the values as the rule takes them, null where it cannot."""
        return as_text(values)

    def levels(self, read: pl.Series) -> list[pl.Series]:
        """Return the labels of values that were read, level after level."""
        tops = [pl.repeat(top, len(read), dtype=pl.String, eager=True) for top in self.tops]
        return [*self.labelled(read), *tops]

    @abstractmethod
    def labelled(self, read: pl.Series) -> list[pl.Series]:
        """Return the labels of the levels below the top."""


class Cuts(Rule):
    """Intervals between cuts; see `Hierarchy.from_cuts`.

    Examples
    --------
    >>> Cuts.of(cuts=[[25, 50], [50]]).to_dict()
    {'from': 'cuts', 'cuts': [[25, 50], [50]]}
    """

    builder = "cuts"
    advice = CUTS_ADVICE
    refusal = Words(
        "{lost:is no number|are not numbers}",
        fr="{lost:n’est pas un nombre|ne sont pas des nombres}",
    )
    hint = CUTS_HINT
    cuts: arguments.CutPoints
    labels: arguments.Labels = None
    closed: arguments.ClosedOn = "left"

    @property
    def steps(self) -> Sequence[object]:
        """The cuts of each level."""
        return self.cuts

    def faults(self) -> Iterator[str]:
        """Say which cuts fail to increase or to nest, and which labels do not fit them."""
        for level, cuts in enumerate(self.cuts, 1):
            if not cuts:
                yield say(
                    "level {level}: has no cut", "niveau {level} : n’a pas de borne", level=level
                )
            if any(low >= high for low, high in pairwise(cuts)):
                yield say(
                    "level {level}: the cuts must increase",
                    "niveau {level} : les bornes doivent croître",
                    level=level,
                )
        for level, (fine, coarse) in enumerate(pairwise(self.cuts), 1):
            if lost := len(set(coarse) - set(fine)):
                yield say(
                    "level {level}: {lost} not among those of level {below}",
                    "niveau {level} : {lost} absentes du niveau {below}",
                    level=level + 1, lost=counted(lost, "cut"), below=level,
                )  # fmt: skip
        yield from self._label_faults(self.labels) if self.labels is not None else ()

    def _label_faults(self, labels: Sequence[Sequence[str]]) -> Iterator[str]:
        if len(labels) != len(self.cuts):
            yield say(
                "labels: {lists} needed, {given} given",
                "labels : il faut {lists}, {given} données",
                lists=counted(len(self.cuts), "list"), given=len(labels),
            )  # fmt: skip
        for level, (cuts, given) in enumerate(zip(self.cuts, labels, strict=False), 1):
            if len(given) != len(cuts) + 1:
                yield say(
                    "level {level}: {cuts} labels needed, {given} given",
                    "niveau {level} : il faut {cuts} libellés, {given} donnés",
                    level=level,
                    cuts=len(cuts) + 1,
                    given=len(given),
                )
            if len(set(given)) < len(given):
                yield say(
                    "level {level}: labels must differ",
                    "niveau {level} : les libellés doivent différer",
                    level=level,
                )

    def read(self, values: pl.Series) -> pl.Series:
        """Return numbers: integers as they are, the rest (text too) as floats."""
        kind = values.dtype
        if kind.is_integer():
            return values.cast(pl.Int128)
        if kind.is_float() or kind.is_decimal():
            return values.cast(pl.Float64)
        if is_text(kind):
            numbers = as_text(values).str.strip_chars()  # blanks around are no part of a number
            return numbers.cast(pl.Float64, strict=False).fill_nan(None)
        return pl.repeat(None, len(values), dtype=pl.Float64, eager=True)

    def labelled(self, read: pl.Series) -> list[pl.Series]:
        """Return the interval of each value."""
        whole = read.dtype.is_integer()
        wanted = self.labels or [interval_labels(cuts, self.closed, whole) for cuts in self.cuts]
        return [
            pl.Series(labels).gather(self._place(read, cuts))
            for cuts, labels in zip(self.cuts, wanted, strict=True)
        ]

    def _place(self, read: pl.Series, cuts: Sequence[float]) -> pl.Series:
        exact = read.dtype.is_integer() and all(float(cut).is_integer() for cut in cuts)
        kind = pl.Int128 if exact else pl.Float64
        marks = pl.Series([int(cut) for cut in cuts] if exact else cuts, dtype=kind)
        return marks.search_sorted(read.cast(kind), "right" if self.closed == "left" else "left")


class Prefixes(Rule):
    """First characters of a code; see `Hierarchy.from_prefixes`.

    Examples
    --------
    >>> Prefixes.of(lengths=[3, 2], fill="*").to_dict()
    {'from': 'prefixes', 'lengths': [3, 2], 'fill': '*'}
    """

    builder = "prefixes"
    advice = Words("lengths such as 3 then 2", fr="des longueurs telles que 3 puis 2")
    lengths: arguments.Lengths
    fill: arguments.Fill = ""

    @property
    def steps(self) -> Sequence[object]:
        """The length of each level's prefix."""
        return self.lengths

    def faults(self) -> Iterator[str]:
        """Say whether lengths fail to decrease."""
        if any(low <= high for low, high in pairwise(self.lengths)):
            yield Words("lengths: must decrease", fr="lengths : elles doivent décroître")

    def labelled(self, read: pl.Series) -> list[pl.Series]:
        """Return the prefixes of each value; blanks around a code are no part of it."""
        code = _unless_empty(read.str.strip_chars(), read)
        cut = [self._cut(code, length) for length in self.lengths]
        return [_unless_empty(label.str.strip_chars_end(), label) for label in cut]

    def _cut(self, code: pl.Series, length: int) -> pl.Series:
        return code.str.head(length) + code.str.slice(length).str.replace_all("(?s).", self.fill)


def _unless_empty(bare: pl.Series, whole: pl.Series) -> pl.Series:
    """Take texts without their blanks; one that is all blanks keeps them."""
    return bare.zip_with(bare != "", whole)


class Dates(Rule):
    """Months, quarters, years; see `Hierarchy.from_dates`.

    Examples
    --------
    >>> Dates.of(units=["month", "year"]).names
    ('date', 'month', 'year', 'top')
    """

    builder = "dates"
    advice = DATES_ADVICE
    refusal = Words(
        "{lost:is no date|are not dates}",
        fr="{lost:n’est pas une date|ne sont pas des dates}",
    )
    hint = DATES_HINT
    units: arguments.Units

    @property
    def steps(self) -> Sequence[object]:
        """The unit of each level."""
        return self.units

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the levels: the units."""
        return ("date", *self.units, *("top" for _ in self.tops))

    def faults(self) -> Iterator[str]:
        """Say whether units fail to go from fine to coarse; weeks nest in nothing but the top."""
        if any(UNITS.index(low) >= UNITS.index(high) for low, high in pairwise(self.units)):
            yield Words(
                "units: must go from fine to coarse",
                fr="units : elles doivent aller de la plus fine à la plus grossière",
            )
        if "week" in self.units[:-1]:
            yield WEEKS

    def read(self, values: pl.Series) -> pl.Series:
        """Return dates: of dates, of moments, of ISO text."""
        if values.dtype in (pl.Date, pl.Datetime):
            return values.cast(pl.Date) if values.dtype == pl.Date else values.dt.date()
        if not is_text(values.dtype):
            return pl.repeat(None, len(values), dtype=pl.Date, eager=True)
        iso = as_text(values).str.extract(r"^\s*(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}[^ ]*)?\s*$")
        return iso.str.to_date("%Y-%m-%d", strict=False)

    def labelled(self, read: pl.Series) -> list[pl.Series]:
        """Return the period of each date."""
        return [date_labels(read, unit) for unit in self.units]


class Groups(Rule):
    """Named groups of values, the others left alone; see `Hierarchy.from_groups`.

    Examples
    --------
    >>> Groups.of(groupings=[{"wheat": ["soft wheat", "durum wheat"]}], others="other").to_dict()
    {'from': 'groups', 'groupings': [{'wheat': ['soft wheat', 'durum wheat']}], 'others': 'other'}
    """

    builder = "groups"
    advice = GROUPS_ADVICE
    groupings: arguments.Groupings
    others: arguments.Others = None

    @property
    def steps(self) -> Sequence[object]:
        """The groups of each level."""
        return self.groupings

    @property
    def single(self) -> bool:
        """Whether the last groups all have the label of the others."""
        return set(self.groupings[-1]) == {self.others}

    def faults(self) -> Iterator[str]:
        """Say which levels have empty groups, or members of several groups."""
        for level, groups in enumerate(self.groupings, 1):
            if not all(groups.values()) or not groups:
                yield say(
                    "level {level}: a group has no member",
                    "niveau {level} : un groupe n’a pas de membre",
                    level=level,
                )
            homes = Counter(member for members in groups.values() for member in set(members))
            if shared := sum(count > 1 for count in homes.values()):
                yield say(
                    "level {level}: {shared} in several groups",
                    "niveau {level} : {shared} dans plusieurs groupes",
                    level=level, shared=counted(shared, "member"),
                )  # fmt: skip

    def labelled(self, read: pl.Series) -> list[pl.Series]:
        """Return the group of each value, then the group of that group."""
        return [
            reduce(self._grouped, self.groupings[: level + 1], read)
            for level in range(len(self.groupings))
        ]

    def _grouped(self, labels: pl.Series, groups: dict[str, tuple[str, ...]]) -> pl.Series:
        homes = {member: label for label, members in groups.items() for member in members}
        members, names = (pl.Series([*texts], dtype=pl.String) for texts in (homes, homes.values()))
        place = places_in(labels, members)
        rest = labels if self.others is None else pl.Series([self.others])
        return named(names, place).zip_with(pl.Series(place >= 0), rest)


def interval_labels(cuts: Sequence[float], closed: Closed, whole: bool) -> list[str]:
    """Name the intervals between cuts, whole numbers by their first and last.

    Intervals that hold negative numbers are written with brackets: "-10--6" misleads.

    Examples
    --------
    >>> interval_labels([25, 50], "left", whole=True)
    ['<25', '25-49', '>=50']
    >>> interval_labels([25, 50], "left", whole=False)
    ['<25', '[25, 50)', '>=50']
    >>> interval_labels([25, 50], "right", whole=True)
    ['<=25', '26-50', '>50']
    >>> interval_labels([0.5, 2], "right", whole=False)
    ['<=0.5', '(0.5, 2]', '>2']
    """
    left = closed == "left"
    spans = whole and cuts[0] >= 0 and all(float(cut).is_integer() for cut in cuts)
    first, last = _plain(cuts[0]), _plain(cuts[-1])
    middle = [
        _span(int(low), int(high), left) if spans else _bracket(low, high, left)
        for low, high in pairwise(cuts)
    ]
    return [f"<{first}" if left else f"<={first}", *middle, f">={last}" if left else f">{last}"]


def _span(low: int, high: int, left: bool) -> str:
    first, last = (low, high - 1) if left else (low + 1, high)
    return f"{first}-{last}" if first < last else str(first)


def _bracket(low: float, high: float, left: bool) -> str:
    return f"[{_plain(low)}, {_plain(high)})" if left else f"({_plain(low)}, {_plain(high)}]"


def _plain(number: float) -> str:
    return str(int(number)) if float(number).is_integer() else str(number)


def date_labels(dates: pl.Series, unit: Unit) -> pl.Series:
    """Name the day, week, month... of each date.

    Examples
    --------
    >>> from datetime import date
    >>> [date_labels(pl.Series([date(2024, 3, 5)]), unit).item() for unit in UNITS]
    ['2024-03-05', '2024-W10', '2024-03', '2024-Q1', '2024', '2020-2029']
    """
    forms = {"day": "%Y-%m-%d", "week": "%G-W%V", "month": "%Y-%m", "year": "%Y"}
    if unit in forms:
        return dates.dt.to_string(forms[unit])
    year = dates.dt.year()
    if unit == "quarter":
        return dates.dt.to_string("%Y-Q") + dates.dt.quarter().cast(pl.String)
    start = year // 10 * 10
    return start.cast(pl.String) + "-" + (start + 9).cast(pl.String)
