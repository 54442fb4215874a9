"""What all groups of all releases tell of the people in them, at once.

Whoever knows in which group everybody is in every release has equations: of the people of a group,
so many have each value; of people with the same history, so many there are. What each kind of
people may have is bounded by all of these, round after round, as by the shuttle algorithm
(Buzzigoli and Giusti 1999) for cells of tables whose margins are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.releases.histories import Histories
from discret.maths.releases.moved import Moved, moved

ROUNDS = 60  # after which bounds are left as they are: they hold all the same


class Rows(NamedTuple):
    """Equations: signed sums of numbers of people, and what they amount to, at least and at most.

    Both are the same unless values are hidden.
    """

    row: Ints
    pair: Ints
    sign: Ints
    least: Ints
    most: Ints


@dataclass(frozen=True)
class Bounds:
    """How many people of each kind have each value: at least, and at most.

    Parameters
    ----------
    kind, value
        The pairs that are not ruled out by a group without the value.
    low, high
        How many people of the kind have the value, at least and at most.
    rows
        The equations that these follow from.
    kinds
        How many kinds there are.
    """

    kind: Ints = field(repr=False)
    value: Ints = field(repr=False)
    low: Ints = field(repr=False)
    high: Ints = field(repr=False)
    rows: Rows = field(repr=False)
    kinds: int

    @property
    def values(self) -> Ints:
        """How many values each kind may have."""
        return np.bincount(self.kind[self.high > 0], minlength=self.kinds).astype(np.int64)

    def told(self, but: int) -> Bools:
        """Mark the kinds whose people all have one value, which is not `but` (missing, say)."""
        sure = (self.high > 0) & (self.value != but)
        single = np.bincount(self.kind[sure], minlength=self.kinds) == 1
        return np.asarray((self.values == 1) & single)

    @property
    def counted(self) -> Bools:
        """Mark the kinds of which it is known how many have each value."""
        loose = np.bincount(self.kind[self.low != self.high], minlength=self.kinds)
        return np.asarray(loose == 0)


class Cells(NamedTuple):
    """How many records of each group of a release have each value."""

    code: Ints  # group × values + value, sorted
    number: Ints

    def span(self, group: Ints, values: int) -> tuple[Ints, Ints]:
        """Return where the cells of groups begin, and how many they are."""
        first = np.searchsorted(self.code, group * values)
        return first, np.searchsorted(self.code, (group + 1) * values) - first

    def at(self, group: Ints, value: Ints, values: int) -> Ints:
        """Return the places of cells, −1 where there is none."""
        code = group * values + value
        if not len(self.code):
            return np.full(len(code), -1)
        place = np.minimum(np.searchsorted(self.code, code), len(self.code) - 1)
        return np.where((group >= 0) & (self.code[place] == code), place, -1)


def cells_of(group: Ints, value: Ints, values: int) -> Cells:
    """Count the values of each group."""
    return Cells(*np.unique(group * values + value, return_counts=True))


def bounds(
    kinds: Histories, groups: Sequence[Ints], values: Sequence[Ints], size: int, gap: int = -1
) -> Bounds:
    """Bound how many people of each kind have each value.

    Parameters
    ----------
    kinds
        Who was in which groups; nobody's value changes.
    groups, values
        For each release, the group and the value of each record.
    size
        How many values there are.
    gap
        A value that stands for one that is not shown, and may be any.

    Examples
    --------
    Two people have flu and gastritis; once the second has left, flu is left.

    >>> from discret.maths.releases.histories import histories
    >>> groups = [np.array([0, 0]), np.array([0])]
    >>> kinds = histories(groups, [np.array([0, 1]), np.array([0])], 2)
    >>> bounds(kinds, groups, [np.array([0, 1]), np.array([0])], 2).told(but=-1).tolist()
    [True, True]
    """
    shown = [_Shown.of(*own, size, gap) for own in zip(groups, values, strict=True)]
    kind, value = _pairs(kinds, shown, size, gap)
    places = [own.cells.at(kinds.path[kind, t], value, size) for t, own in enumerate(shown)]
    lacking = [
        (kinds.path[kind, t] >= 0) & (places[t] < 0) & (own.hidden_of(kinds.path[kind, t]) == 0)
        for t, own in enumerate(shown)
    ]
    kept = ~np.any(lacking, axis=0)
    kind, value, places = kind[kept], value[kept], [at[kept] for at in places]
    high = _least(kinds, shown, kind, places)
    rows = _equations(kinds, shown, (kind, value), places, size)
    low, high = _tightened(rows, np.zeros_like(high), high)
    return Bounds(kind, value, low, high, rows, len(kinds.number))


class _Shown(NamedTuple):
    """What the groups of a release show, and how many values each hides."""

    cells: Cells
    hidden: Ints

    @classmethod
    def of(cls, group: Ints, value: Ints, size: int, gap: int) -> _Shown:
        known = value != gap
        hidden = np.bincount(group[~known], minlength=int(group.max(initial=-1)) + 1)
        return cls(cells_of(group[known], value[known], size), hidden.astype(np.int64))

    def hidden_of(self, group: Ints) -> Ints:
        """Return how many values groups hide; none where there is no group."""
        return np.where(group >= 0, self.hidden[np.maximum(group, 0)], 0)

    def spread(self, kinds: Ints, group: Ints, size: int) -> tuple[Ints, Ints]:
        """Return the values of the groups that some kinds are in."""
        first, many = self.cells.span(group, size)
        start = np.cumsum(many) - many
        at = np.arange(int(many.sum())) + np.repeat(first - start, many)
        return np.repeat(kinds, many), self.cells.code[at] % size


def _pairs(kinds: Histories, shown: Sequence[_Shown], size: int, gap: int) -> tuple[Ints, Ints]:
    """Return pairs of a kind and a value, all that may be among them.

    They are those of the smallest group that hides nothing; where all hide something, those of any
    group, and `gap` for values that none shows.
    """
    path = kinds.path
    many = np.stack(
        [own.cells.span(np.maximum(path[:, t], 0), size)[1] for t, own in enumerate(shown)], axis=1
    )
    hides = np.stack([own.hidden_of(path[:, t]) > 0 for t, own in enumerate(shown)], axis=1)
    plain = kinds.present & ~hides
    least = np.where(plain, many, np.iinfo(np.int64).max).argmin(axis=1)
    loose = kinds.present.any(axis=1) & ~plain.any(axis=1)
    nothing = np.flatnonzero(loose)
    found = [(nothing, np.full(len(nothing), gap, dtype=np.int64))]
    for place, own in enumerate(shown):
        wanted = np.flatnonzero(kinds.present[:, place] & (loose | (least == place)))
        found.append(own.spread(wanted, path[wanted, place], size))
    kind, value = (np.concatenate(each) for each in zip(*found, strict=True))
    if not len(nothing):
        return kind, value
    code = np.unique(kind * size + value)
    return code // size, code % size


def _least(kinds: Histories, shown: Sequence[_Shown], kind: Ints, places: Sequence[Ints]) -> Ints:
    """Return the people of each kind, or those of a group with the value where they are fewer."""
    high = kinds.number[kind]
    for t, (own, at) in enumerate(zip(shown, places, strict=True)):
        group = kinds.path[kind, t]
        many = np.append(own.cells.number, 0)[at] + own.hidden_of(group)
        high = np.where(group >= 0, np.minimum(high, many), high)
    return np.asarray(high)


def _equations(
    kinds: Histories,
    shown: Sequence[_Shown],
    pairs: tuple[Ints, Ints],
    places: Sequence[Ints],
    size: int,
) -> Rows:
    """Return all that is known of the numbers of people: of groups, of kinds, of differences."""
    kind = pairs[0]
    every = np.arange(len(kind))
    found = [Rows(kind, every, np.ones_like(kind), kinds.number, kinds.number)]
    for own, at in zip(shown, places, strict=True):
        there = np.flatnonzero(at >= 0)
        least = own.cells.number
        most = least + own.hidden[own.cells.code // size]
        found.append(Rows(at[there], there, np.ones_like(there), least, most))
    for one, other in combinations(range(len(shown)), 2):
        found += _differences(moved(kinds, one, other), (shown[one], shown[other]), pairs, size)
    return _below(found)


def _differences(
    both: Moved, shown: tuple[_Shown, _Shown], pairs: tuple[Ints, Ints], size: int
) -> Iterator[Rows]:
    """Yield what subtracting two releases tells, in each set of groups that nobody crosses."""
    kind, value = pairs
    pair = np.flatnonzero(both.sign[kind] != 0)
    if not len(pair):
        return
    own = both.of[kind[pair]] * size + value[pair]
    codes, row = np.unique(own, return_inverse=True)
    total, hidden = np.zeros(len(codes), dtype=np.int64), []
    for released, of, sign in zip(shown, both.groups, (-1, 1), strict=True):
        code, number = released.cells
        at = Cells(codes, codes).at(of[code // size], code % size, size)
        np.add.at(total, at[at >= 0], sign * number[at >= 0])
        each = np.bincount(of, released.hidden, minlength=both.sets).astype(np.int64)
        hidden.append(each[codes // size])
    yield Rows(
        row.astype(np.int64), pair, both.sign[kind[pair]], total - hidden[0], total + hidden[1]
    )


def _below(found: Sequence[Rows]) -> Rows:
    """Put equations one below the other."""
    shift = np.cumsum([0, *(len(rows.least) for rows in found)])
    row, pair, sign, least, most = (np.concatenate(each) for each in zip(*found, strict=True))
    by = np.repeat(shift[:-1], [len(rows.row) for rows in found])
    return Rows(row + by, pair, sign, least, most)


def _tightened(rows: Rows, low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """Tighten bounds by every equation, round after round."""
    for _ in range(ROUNDS):
        new_low, new_high = _tighter(rows, low, high)
        if np.array_equal(new_low, low) and np.array_equal(new_high, high):
            break
        low, high = new_low, new_high
    return low, high


def _tighter(rows: Rows, low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """Return the bounds after one look at every equation."""
    plus = rows.sign > 0
    least = np.where(plus, low[rows.pair], -high[rows.pair])
    most = np.where(plus, high[rows.pair], -low[rows.pair])
    sum_least = _sums(rows.row, least, len(rows.least))
    sum_most = _sums(rows.row, most, len(rows.least))
    top = rows.most[rows.row] - (sum_least[rows.row] - least)
    bottom = rows.least[rows.row] - (sum_most[rows.row] - most)
    new_low, new_high = low.copy(), high.copy()
    np.minimum.at(new_high, rows.pair, np.where(plus, top, -bottom))
    np.maximum.at(new_low, rows.pair, np.where(plus, bottom, -top))
    return new_low, new_high


def _sums(row: Ints, values: Ints, size: int) -> Ints:
    return np.bincount(row, values, minlength=size).astype(np.int64)
