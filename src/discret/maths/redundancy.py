"""Whether one column gives back another: found by counting, and told apart from chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, reduce

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

HOLDS = 0.95  # of the records that a link speaks of, beyond what chance would give
STAGES = (4_096, 32_768, 262_144)  # what fails on a part of the records is not tried on all
LARGEST, SHORT = 2**62, 2**16


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
    """

    records: Ints
    starts: Ints
    least: Ints
    most: Ints
    units: Ints
    bands: Ints

    @property
    def sizes(self) -> Ints:
        """How many records each group has."""
        return np.diff(self.starts, append=len(self.records))

    def members(self, chosen: Bools) -> Ints:
        """Return the places of the records of the groups chosen."""
        return self.records[np.repeat(chosen, self.sizes)]


@dataclass(frozen=True)
class Link:
    """How well what is shown gives back the values.

    Parameters
    ----------
    records
        How many records were looked at.
    spoken, wrong
        Of how many of them it speaks, and of how many wrongly.
    expected
        The share of which it would speak rightly were the two independent, or more.
    chance
        The logarithm of the probability of so few wrong ones were they independent, or more.
    read
        The places of the records whose value it gives back.
    lowest, highest
        For each of these, between which values.
    """

    records: int
    spoken: int
    wrong: int
    expected: float
    chance: float
    read: Ints
    lowest: Ints
    highest: Ints

    def holds(self, limit: float) -> bool:
        """Whether it is a link and not chance: `limit` is the logarithm of what chance may give."""
        most = (1 - HOLDS) * (1 - self.expected) * self.spoken
        return len(self.read) > 0 and self.wrong <= most and self.chance < limit

    @property
    def refuted(self) -> bool:
        """Whether records drawn from a file show that the link cannot hold in it.

        Those that are wrong among few records are wrong among all, of which it may speak more.
        """
        usual = (1 - HOLDS) * self.records
        return bool(self.wrong > usual + 3 * np.sqrt(HOLDS * usual))


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

    shown: tuple[Ints, ...]
    values: Ints
    unit: Ints | None = None
    band: Ints | None = None

    def part(self, size: int) -> Case:
        """Return some of the records, spread over the file, always the same."""
        chosen = _spread(size, len(self.values))
        return Case(
            tuple(one[chosen] for one in self.shown),
            self.values[chosen],
            None if self.unit is None else self.unit[chosen],
            None if self.band is None else self.band[chosen],
        )


Judge = Callable[[Groups], Link]


def linked(case: Case, limit: float, *judges: Judge) -> list[Link | None]:
    """Return the link that each judge sees, if it holds over all records.

    Tried on few of them first: most are refuted by these.

    Examples
    --------
    >>> year = np.repeat(np.arange(1950, 2000), 4)
    >>> case = Case((year,), values=2020 - year)
    >>> [link] = linked(case, -20, same(case.values))
    >>> link.spoken, link.wrong, len(link.read)
    (200, 0, 200)
    """
    open_ = list(judges)
    for size in STAGES:
        if open_ and size < len(case.values) // 2:
            groups = grouped(case.part(size))
            open_ = [judge for judge in open_ if not judge(groups).refuted]
    every = grouped(case) if open_ else None
    links = {judge: judge(every) for judge in open_ if every is not None}
    return [link if (link := links.get(one)) and link.holds(limit) else None for one in judges]


def grouped(case: Case) -> Groups:
    """Group the records by what they show.

    Examples
    --------
    >>> found = grouped(Case((np.array([7, 3, 7, -1]),), np.array([1, 0, 2, 5])))
    >>> found.records.tolist(), found.least.tolist(), found.most.tolist(), found.units.tolist()
    ([1, 0, 2], [0, 1], [0, 2], [1, 2])
    """
    shown = reduce(crossed, case.shown)
    known = np.flatnonzero((shown >= 0) & (case.values >= 0))
    shown = shown[known]
    unit = known if case.unit is None else case.unit[known]
    order = _sorted(shown) if case.unit is None else np.lexsort((unit, shown))
    shown, unit, records = shown[order], unit[order], known[order]
    if not len(records):
        none = np.empty(0, dtype=np.int64)
        return Groups(none, none, none, none, none, none)
    opens = np.diff(shown, prepend=-1) != 0
    starts = np.flatnonzero(opens)
    values = case.values[records]
    band = np.zeros_like(case.values) if case.band is None else case.band
    return Groups(
        records=records,
        starts=starts,
        least=np.minimum.reduceat(values, starts),
        most=np.maximum.reduceat(values, starts),
        units=np.add.reduceat((opens | (np.diff(unit, prepend=-1) != 0)).astype(np.int64), starts),
        bands=band[records[starts]],
    )


def same(values: Ints, band: Ints | None = None) -> Judge:
    r"""Judge whether records that show the same have the same value.

    A group speaks if it has two units or more, and rightly if all agree. Were values independent of
    what is shown, n of them would agree with probability :math:`∑_v p_v^n ≤ (\max p)^{n-1}`, with
    the shares p of the values among the records whose column still shows the same.
    """
    frequent = _frequent(values, band)

    def judge(groups: Groups) -> Link:
        several, alike = groups.units > 1, groups.least == groups.most
        logs = (groups.units - 1) * frequent[groups.bands]
        return _link(groups, several, several & alike, logs, groups.least, groups.most)

    return judge


def steps(values: Ints) -> Judge:
    """Judge whether each value has an interval of its own in the order of what is shown.

    A group is spoken of if all of the group before and of the group after have the same value, and
    rightly if that is its own.
    """
    logs: Floats = np.log(np.maximum(_shares(values), np.finfo(np.float64).tiny))

    def judge(groups: Groups) -> Link:
        low, high = _around(groups)
        agreed = low == high
        right = agreed & (groups.least == low) & (groups.most == low)
        return _between(groups, agreed, right, logs[low] * groups.units, low, high)

    return judge


def near(values: Ints) -> Judge:
    """Judge whether values go up (or down) with what is shown, to within one step.

    A group is spoken of rightly if its values are one or two neighbours, not more than one step
    outside of those of the group before and of the group after.
    """
    below = np.concatenate([[0.0], np.cumsum(_shares(values))])

    def judge(groups: Groups) -> Link:
        low, high = _around(groups)
        low, high = np.maximum(low - 1, 0), np.minimum(high + 1, len(below) - 2)
        close = groups.most - groups.least <= 1
        right = close & (groups.least >= low) & (groups.most <= high)
        logs = groups.units * np.log(np.minimum(below[high + 1] - below[low], 1.0))
        several = groups.units > 1
        low, high = np.where(several, groups.least, low), np.where(several, groups.most, high)
        return _between(groups, np.ones_like(right), right, logs, low, high)

    return judge


def crossed(one: Ints, other: Ints) -> Ints:
    """Return a number for each pair of numbers, −1 where one is missing.

    Examples
    --------
    >>> crossed(np.array([0, 1, -1]), np.array([2, 0, 1])).tolist()
    [2, 3, -1]
    """
    many = int(other.max(initial=0)) + 1
    if (int(one.max(initial=0)) + 1) * many > LARGEST:
        one = np.unique(one, return_inverse=True)[1] - int((one < 0).any())
    return np.where((one >= 0) & (other >= 0), one * many + other, -1)


@lru_cache(maxsize=2 * len(STAGES))
def _spread(size: int, number: int) -> Ints:
    """Return some of a number of places, spread evenly."""
    golden = (np.sqrt(5) - 1) / 2
    return np.unique((np.arange(size) * golden % 1 * number).astype(np.int64))


def _sorted(shown: Ints) -> Ints:
    """Return the places in the order of small or large numbers: small ones are counted."""
    if int(shown.max(initial=0)) < SHORT:
        return np.argsort(shown.astype(np.uint16), kind="stable")
    return np.argsort(shown)


def _link(groups: Groups, spoken: Bools, right: Bools, logs: Floats, low: Ints, high: Ints) -> Link:
    """Sum up groups: `logs` has the logarithm of the chance of each to be right, or more."""
    sizes, total = groups.sizes, int(groups.sizes[spoken].sum())
    return Link(
        records=len(groups.records),
        spoken=total,
        wrong=int(sizes[spoken & ~right].sum()),
        expected=float((sizes * np.exp(logs))[spoken].sum() / max(total, 1)),
        chance=float(logs[right].sum()) + _choices(int(spoken.sum()), int((spoken & ~right).sum())),
        read=groups.members(right),
        lowest=np.repeat(low[right], sizes[right]),
        highest=np.repeat(high[right], sizes[right]),
    )


def _between(
    groups: Groups, spoken: Bools, right: Bools, logs: Floats, low: Ints, high: Ints
) -> Link:
    """Do so where a group is read from the two beside it: only every second one is independent."""
    inner = np.zeros(len(spoken), dtype=bool)
    inner[1:-1] = True
    spoken, right = spoken & inner, right & inner
    every = _link(groups, spoken, right, logs, low, high)
    second = np.arange(len(spoken)) % 2 == 1
    half = _link(groups, spoken & second, right & second, logs, low, high)
    return replace(every, chance=half.chance, records=every.spoken)


def _around(groups: Groups) -> tuple[Ints, Ints]:
    """Return the smallest and the largest value of the groups before and after each."""
    places = np.arange(len(groups.starts))
    before, after = np.maximum(places - 1, 0), np.minimum(places + 1, len(places) - 1)
    low = np.minimum(groups.least[before], groups.least[after])
    high = np.maximum(groups.most[before], groups.most[after])
    return low, high


def _frequent(values: Ints, band: Ints | None) -> Floats:
    """Return the logarithm of the share of the most frequent value, for each band."""
    known = values >= 0 if band is None else (values >= 0) & (band >= 0)
    values = values[known]
    band = np.zeros_like(values) if band is None else band[known]
    pairs, counts = np.unique(crossed(band, values), return_counts=True)
    bands = pairs // (int(values.max(initial=0)) + 1)
    most = np.zeros(int(band.max(initial=0)) + 1)
    np.maximum.at(most, bands, counts)
    return np.log(np.maximum(most, 1) / np.maximum(np.bincount(band, minlength=len(most)), 1))


def _shares(values: Ints) -> Floats:
    counts = np.bincount(values[values >= 0])
    return np.asarray(counts / max(counts.sum(), 1), dtype=np.float64)


def _choices(number: int, chosen: int) -> float:
    """Return the logarithm of the number of ways to choose some of a number."""
    from scipy.special import gammaln

    return float(gammaln(number + 1) - gammaln(chosen + 1) - gammaln(number - chosen + 1))
