"""Whether one column gives back another: found by counting, and told apart from chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import lgamma
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Codes, Floats
from discret.maths.redundancy.shown_groups import SHORT, STAGES, Case, Groups, crossed, grouped

HOLDS = 0.95  # of the records that a link speaks of, beyond what chance would give
SPOKEN = 0.1  # of the records that a link speaks of, for it to be said of those alone too
SEEN = 50  # records that tell whether a link is mostly wrong


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
    read: Codes
    lowest: Codes
    highest: Codes

    def holds(self, limit: float) -> bool:
        """Whether it is a link and not chance: `limit` is the logarithm of what chance may give."""
        most = (1 - HOLDS) * (1 - self.expected) * self.spoken
        return len(self.read) > 0 and self.wrong <= most and self.chance < limit

    @property
    def refuted(self) -> bool:
        """Whether records drawn from a file show that the link cannot hold in it.

        Those that are wrong among few records are wrong among all, of which it may speak more.
        """
        return bool(refuting(np.array(self.wrong), self.records))

    @property
    def mostly_wrong(self) -> bool:
        """Whether it speaks wrongly more often than not, of groups that were drawn whole."""
        return self.spoken >= SEEN and self.wrong > self.spoken / 2


Judge = Callable[[Groups], Link]


@dataclass(frozen=True, eq=False)
class Beside:
    """A judge that looks at the groups before and after each, all of which it must see."""

    judge: Judge

    def __call__(self, groups: Groups) -> Link:
        """Return the link that the judge sees."""
        return self.judge(groups)


def refuting(wrong: NDArray[Any], records: int) -> Bools:
    """Whether so many wrong ones of some records drawn from a file are too many for a link."""
    usual = (1 - HOLDS) * records
    return np.asarray(wrong > usual + 3 * np.sqrt(HOLDS * usual))


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
            open_ = [judged for judged in open_ if not _refuted(judged, groups, len(case.shown))]
            open_ = _surviving(case, open_) if size == STAGES[0] else open_
    every = grouped(case) if open_ else None
    links = {judge: judge(every) for judge in open_ if every is not None}
    return [
        link if (link := links.get(judged)) and link.holds(limit) else None for judged in judges
    ]


def _refuted(judge: Judge, groups: Groups, columns: int) -> bool:
    """Whether few records refute a link, or show it to have nothing to say: no other neighbours."""
    link = judge(groups)
    every = columns == 1 and len(groups.shown) == int(groups.shown.max(initial=-1)) + 1
    silent = isinstance(judge, Beside) and link.spoken == 0 and every
    return silent or link.refuted


def _surviving(case: Case, judges: list[Judge]) -> list[Judge]:
    """Leave out what whole groups refute: of many values, few records have two of the same."""
    part = case.whole(STAGES[0]) if judges else None
    if part is None:
        return judges
    groups = grouped(part)
    links = [None if isinstance(judge, Beside) else judge(groups) for judge in judges]
    pairs = zip(judges, links, strict=True)
    return [judged for judged, link in pairs if link is None or not link.mostly_wrong]


def same(values: Codes, band: Codes | None = None, *, alone: bool = True) -> Judge:
    r"""Judge whether records that show the same have the same value.

    A group speaks if it has two units or more, and rightly if all agree. Were values independent of
    what is shown, n of them would agree with probability :math:`∑_v p_v^n ≤ (\max p)^{n-1}`, with
    the shares p of the values among the records whose column still shows the same.

    Groups of several are the evidence. What follows from it is said of those `alone` in their group
    too: whoever knows the code of every other commune by its name knows where names have codes.
    """
    frequent = _frequent(values, band)

    def judge(groups: Groups) -> Link:
        several, alike = groups.units > 1, groups.least == groups.most
        logs = (groups.units - 1) * frequent[groups.bands]
        link = _link(groups, several, several & alike, logs, groups.least, groups.most)
        enough = alone and link.spoken >= SPOKEN * link.records
        return reading(link, groups, alike, groups.least, groups.most) if enough else link

    return judge


def steps(values: Codes) -> Judge:
    """Judge whether each value has an interval of its own in the order of what is shown.

    A group is spoken of if all of the group before and of the group after have the same value, and
    rightly if that is its own. Once that holds, those on the border of an interval, and the first
    and the last, are read as well.
    """
    logs: Floats = np.log(np.maximum(_shares(values), np.finfo(np.float64).tiny))

    def judge(groups: Groups) -> Link:
        low, high = _around(groups)
        agreed = low == high
        right = agreed & (groups.least == low) & (groups.most == low)
        link = _between(groups, agreed, right, logs[low] * groups.units, low, high)
        return reading(link, groups, _beside(groups), groups.least, groups.most)

    return Beside(judge)


def near(values: Codes) -> Judge:
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
        link = _between(groups, np.ones_like(right), right, logs, low, high)
        return reading(link, groups, right, low, high)

    return Beside(judge)


def _link(
    groups: Groups, spoken: Bools, right: Bools, logs: Floats, low: Codes, high: Codes
) -> Link:
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


def reading(link: Link, groups: Groups, read: Bools, low: Codes, high: Codes) -> Link:
    """Let a link give back the groups marked, between the values stated."""
    sizes = groups.sizes[read]
    return replace(
        link,
        read=groups.members(read),
        lowest=np.repeat(low[read], sizes),
        highest=np.repeat(high[read], sizes),
    )


def _between(
    groups: Groups, spoken: Bools, right: Bools, logs: Floats, low: Codes, high: Codes
) -> Link:
    """Do so where a group is read from the two beside it: only every second one is independent."""
    inner = np.zeros(len(spoken), dtype=bool)
    inner[1:-1] = True
    spoken, right = spoken & inner, right & inner
    every = _link(groups, spoken, right, logs, low, high)
    second = np.arange(len(spoken)) % 2 == 1
    half = _link(groups, spoken & second, right & second, logs, low, high)
    return replace(every, chance=half.chance, records=every.spoken)


def _around(groups: Groups) -> tuple[Codes, Codes]:
    """Return the smallest and the largest value of the groups before and after each."""
    places = np.arange(len(groups.starts))
    before, after = np.maximum(places - 1, 0), np.minimum(places + 1, len(places) - 1)
    low = np.minimum(groups.least[before], groups.least[after])
    high = np.maximum(groups.most[before], groups.most[after])
    return low, high


def _beside(groups: Groups) -> Bools:
    """Mark the groups of one value that the group before or the group after has as well."""
    alike = groups.least == groups.most
    met = (groups.least[1:] == groups.least[:-1]) & alike[1:] & alike[:-1]
    beside = np.zeros(len(alike), dtype=bool)
    beside[1:] |= met
    beside[:-1] |= met
    return beside


def _frequent(values: Codes, band: Codes | None) -> Floats:
    """Return the logarithm of the share of the most frequent value, for each band."""
    if band is None:
        counts = np.bincount(values[values >= 0], minlength=1)
        most = np.maximum(counts.max(keepdims=True), 1)
        return np.asarray(np.log(most / max(int(counts.sum()), 1)))
    known = (values >= 0) & (band >= 0)
    values, band = values[known], band[known]
    pairs, times = _tallied(crossed(band, values))
    bands = pairs // (int(values.max(initial=0)) + 1)
    most = np.zeros(int(band.max(initial=0)) + 1)
    np.maximum.at(most, bands, times)
    return np.log(np.maximum(most, 1) / np.maximum(np.bincount(band, minlength=len(most)), 1))


def _tallied(numbers: Codes) -> tuple[Codes, Codes]:
    """Return the different numbers, and how often each is there."""
    if int(numbers.max(initial=0)) > max(len(numbers), SHORT):
        return np.unique(numbers, return_counts=True)
    counts = np.bincount(numbers)
    found = np.flatnonzero(counts)
    return found, counts[found]


def _shares(values: Codes) -> Floats:
    counts = np.bincount(values[values >= 0])
    return np.asarray(counts / max(counts.sum(), 1), dtype=np.float64)


def _choices(number: int, chosen: int) -> float:
    """Return the logarithm of the number of ways to choose some of a number."""
    return lgamma(number + 1) - lgamma(chosen + 1) - lgamma(number - chosen + 1)
