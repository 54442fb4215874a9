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


@dataclass(frozen=True)
class Bounds:
    """How many people of each kind have each value: at least, and at most.

    Parameters
    ----------
    kind, value
        The pairs that are not ruled out by a group without the value.
    low, high
        How many people of the kind have the value, at least and at most.
    odd
        Kinds that fit no values at all: something was not as supposed.
    """

    kind: Ints = field(repr=False)
    value: Ints = field(repr=False)
    low: Ints = field(repr=False)
    high: Ints = field(repr=False)
    odd: Bools = field(repr=False)

    @property
    def values(self) -> Ints:
        """How many values each kind may have."""
        return np.bincount(self.kind[self.high > 0], minlength=len(self.odd)).astype(np.int64)

    def told(self, but: int) -> Bools:
        """Mark the kinds whose people all have one value, which is not `but` (missing, say)."""
        sure = (self.high > 0) & (self.value != but)
        single = np.bincount(self.kind[sure], minlength=len(self.odd)) == 1
        return np.asarray((self.values == 1) & single & ~self.odd)

    @property
    def counted(self) -> Bools:
        """Mark the kinds of which it is known how many have each value."""
        loose = np.bincount(self.kind[self.low != self.high], minlength=len(self.odd))
        return np.asarray((loose == 0) & ~self.odd)


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


class _Rows(NamedTuple):
    """Equations: signed sums of numbers of people, and what they amount to."""

    row: Ints
    pair: Ints
    sign: Ints
    total: Ints


def cells_of(group: Ints, value: Ints, values: int) -> Cells:
    """Count the values of each group."""
    return Cells(*np.unique(group * values + value, return_counts=True))


def bounds(kinds: Histories, groups: Sequence[Ints], values: Sequence[Ints], size: int) -> Bounds:
    """Bound how many people of each kind have each value.

    Parameters
    ----------
    kinds
        Who was in which groups.
    groups, values
        For each release, the group and the value of each record.
    size
        How many values there are.

    Examples
    --------
    Two people have flu and gastritis; once the second has left, flu is left.

    >>> from discret.maths.releases.histories import histories
    >>> groups = [np.array([0, 0]), np.array([0])]
    >>> kinds = histories(groups, [np.array([0, 1]), np.array([0])], 2)
    >>> bounds(kinds, groups, [np.array([0, 1]), np.array([0])], 2).told(but=-1).tolist()
    [True, True]
    """
    cells = [cells_of(group, value, size) for group, value in zip(groups, values, strict=True)]
    kind, value, places = _pairs(kinds, cells, size)
    high = _least(kinds, cells, kind, places)
    rows = _equations(kinds, cells, (kind, value), places, size)
    low, high, odd = _tightened(rows, np.zeros_like(high), high)
    strange = np.bincount(kind[odd], minlength=len(kinds.number)) > 0
    none = np.bincount(kind, minlength=len(kinds.number)) == 0
    return Bounds(kind, value, low, high, strange | none)


def _pairs(kinds: Histories, cells: Sequence[Cells], size: int) -> tuple[Ints, Ints, list[Ints]]:
    """Return the pairs of a kind and a value that all its groups have, and where these have it."""
    spans = [each.span(np.maximum(kinds.path[:, t], 0), size) for t, each in enumerate(cells)]
    many = np.stack([length for _, length in spans], axis=1)
    least = np.where(kinds.present, many, np.iinfo(np.int64).max).argmin(axis=1)
    kind, value = [], []
    for place, (each, (first, length)) in enumerate(zip(cells, spans, strict=True)):
        own = np.flatnonzero(least == place)
        kind.append(np.repeat(own, length[own]))
        start = np.cumsum(length[own]) - length[own]
        at = np.arange(len(kind[-1])) + np.repeat(first[own] - start, length[own])
        value.append(each.code[at] % size)
    kind_, value_ = np.concatenate(kind), np.concatenate(value)
    at_ = [each.at(kinds.path[kind_, t], value_, size) for t, each in enumerate(cells)]
    lacking = [(kinds.path[kind_, t] >= 0) & (own < 0) for t, own in enumerate(at_)]
    kept = ~np.any(lacking, axis=0)
    return kind_[kept], value_[kept], [own[kept] for own in at_]


def _least(kinds: Histories, cells: Sequence[Cells], kind: Ints, places: Sequence[Ints]) -> Ints:
    """Return the people of each kind, or those of a group with the value where they are fewer."""
    high = kinds.number[kind]
    for each, at in zip(cells, places, strict=True):
        high = np.where(at >= 0, np.minimum(high, each.number[np.maximum(at, 0)]), high)
    return np.asarray(high)


def _equations(
    kinds: Histories,
    cells: Sequence[Cells],
    pairs: tuple[Ints, Ints],
    places: Sequence[Ints],
    size: int,
) -> _Rows:
    """Return all that is known of the numbers of people: of groups, of kinds, of differences."""
    kind = pairs[0]
    every = np.arange(len(kind))
    found = [_Rows(kind, every, np.ones_like(kind), kinds.number)]
    for each, at in zip(cells, places, strict=True):
        there = np.flatnonzero(at >= 0)
        found.append(_Rows(at[there], there, np.ones_like(there), each.number))
    for one, other in combinations(range(len(cells)), 2):
        found += _differences(moved(kinds, one, other), (cells[one], cells[other]), pairs, size)
    return _below(found)


def _differences(
    both: Moved, cells: tuple[Cells, Cells], pairs: tuple[Ints, Ints], size: int
) -> Iterator[_Rows]:
    """Yield what subtracting two releases tells, in each set of groups that nobody crosses."""
    kind, value = pairs
    pair = np.flatnonzero(both.sign[kind] != 0)
    if not len(pair):
        return
    total = np.zeros(both.sets * size, dtype=np.int64)
    for each, of, sign in zip(cells, both.groups, (-1, 1), strict=True):
        np.add.at(total, of[each.code // size] * size + each.code % size, sign * each.number)
    row = both.of[kind[pair]] * size + value[pair]
    yield _Rows(row, pair, both.sign[kind[pair]], total)


def _below(found: Sequence[_Rows]) -> _Rows:
    """Put equations one below the other."""
    shift = np.cumsum([0, *(len(rows.total) for rows in found)])
    return _Rows(
        np.concatenate([rows.row + by for rows, by in zip(found, shift, strict=False)]),
        np.concatenate([rows.pair for rows in found]),
        np.concatenate([rows.sign for rows in found]),
        np.concatenate([rows.total for rows in found]),
    )


def _tightened(rows: _Rows, low: Ints, high: Ints) -> tuple[Ints, Ints, Bools]:
    """Tighten bounds by every equation, round after round; mark what fits none."""
    first, odd = high, np.zeros(len(high), dtype=np.bool_)
    for _ in range(ROUNDS):
        new_low, new_high = _tighter(rows, low, high)
        crossed = (new_low > new_high) | odd
        if crossed.any():  # what contradicts itself tells nothing
            odd = crossed
            new_low, new_high = np.where(odd, 0, new_low), np.where(odd, first, new_high)
        if np.array_equal(new_low, low) and np.array_equal(new_high, high):
            break
        low, high = new_low, new_high
    return low, high, odd


def _tighter(rows: _Rows, low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """Return the bounds after one look at every equation."""
    plus = rows.sign > 0
    least = np.where(plus, low[rows.pair], -high[rows.pair])
    most = np.where(plus, high[rows.pair], -low[rows.pair])
    sum_least = _sums(rows.row, least, len(rows.total))
    sum_most = _sums(rows.row, most, len(rows.total))
    top = rows.total[rows.row] - (sum_least[rows.row] - least)
    bottom = rows.total[rows.row] - (sum_most[rows.row] - most)
    new_low, new_high = low.copy(), high.copy()
    np.minimum.at(new_high, rows.pair, np.where(plus, top, -bottom))
    np.maximum.at(new_low, rows.pair, np.where(plus, bottom, -top))
    return new_low, new_high


def _sums(row: Ints, values: Ints, size: int) -> Ints:
    return np.bincount(row, values, minlength=size).astype(np.int64)
