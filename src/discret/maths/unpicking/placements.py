"""How many ways there are to place records in cells that they share, counted one by one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Ints

Rooms = tuple[int, ...]  # number of cells with room for 0, 1, 2… records
Kind = tuple[tuple[int, ...], int]  # cells that the same groups share, with the same room
State = tuple[Rooms, ...]
Grown = dict[tuple[State, int], int]  # and other plain mappings: a Counter is slow to make
Sizes = tuple[tuple[int, int], ...]  # room, number of cells with that room

WORK = 20  # steps of counting for each partial completion that may be held


class _Group(NamedTuple):
    """The records of a group, its tight cells with their room, and the room of its loose cells."""

    supply: int
    tight: dict[int, int]
    loose: Sizes


@dataclass(frozen=True)
class Pairs:
    """Pairs of a group and a cell, sorted by group.

    Parameters
    ----------
    supply
        Number of records of each group.
    starts
        Where the pairs of each group begin, and the end.
    cell, room, loose
        For each pair: the cell, its room, and whether it is loose (see `unpick`).
    """

    supply: Ints
    starts: Ints
    cell: Ints
    room: Ints
    loose: Bools

    @classmethod
    def of(cls, supply: Ints, group: Ints, cell: Ints, room: Ints, loose: Bools) -> Pairs:
        """Sort the pairs."""
        order = np.argsort(group, kind="stable")
        starts = np.searchsorted(group[order], np.arange(len(supply) + 1))
        return cls(supply, starts, cell[order], room[cell[order]], loose[order])

    def group(self, one: int) -> _Group:
        """Return one group with its cells."""
        mine = slice(self.starts[one], self.starts[one + 1])
        supply = int(self.supply[one])
        cells, rooms = self.cell[mine].tolist(), self.room[mine].tolist()
        loose = self.loose[mine].tolist()
        tight = {c: r for c, r, free in zip(cells, rooms, loose, strict=True) if not free}
        wide: dict[int, int] = defaultdict(int)
        for room, free in zip(rooms, loose, strict=True):
            if free:
                wide[min(room, supply)] += 1
        return _Group(supply, tight, tuple(sorted(wide.items())))


def ways_of_parts(parts: list[Ints], pairs: Pairs, limit: int) -> list[int | None]:
    """Count the completions of each part, ``None`` where they are too many to count.

    Parameters
    ----------
    parts
        Groups that share tight cells with no other group.
    pairs
        The cells that the groups may take.
    limit
        Number of partial completions to hold at most.

    Examples
    --------
    A group of two records and one of one share two cells, with room for one and for two.

    >>> group, cell = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    >>> room, tight = np.array([1, 2]), np.zeros(4, dtype=np.bool_)
    >>> pairs = Pairs.of(np.array([2, 1]), group, cell, room, tight)
    >>> ways_of_parts([np.array([0, 1])], pairs, limit=10)
    [3]
    """
    ways: list[int | None] = []
    degree, work = np.diff(pairs.starts), WORK * limit
    for members in parts:
        number = None
        if degree[members].sum() <= min(limit, work):  # larger ones are hopeless
            number, work = _ways([pairs.group(member) for member in members], limit, work)
        ways.append(number)
    return ways


def _ways(groups: list[_Group], limit: int, work: int) -> tuple[int | None, int]:
    """Count the completions of groups that share cells; say also how much work is left.

    What the groups before have left is all that matters to the next: how many cells of each kind
    have how much room, a kind being the cells that the same groups share. Partial completions
    that leave the same are counted together.
    """
    kinds = _kinds(groups)
    states: dict[State, int] = {(): 1}
    open_: list[Kind] = []
    for place, group in enumerate(groups):
        fresh = kinds[place]
        open_ += fresh
        more = tuple((*(0,) * kind[1], number) for kind, number in fresh.items())
        grown = {((*left, *more), group.supply): ways for left, ways in states.items()}
        work -= group.supply**2 * sum(2 * number.bit_length() for _, number in group.loose)
        for at, kind in enumerate(open_):
            if place in kind[0]:
                work -= len(grown) * (1 + len(open_))
                if work < 0 or len(grown) > limit:
                    return None, max(work, 0)
                grown = _with_some_in(grown, at)
        if work < 0:
            return None, 0
        kept = [at for at, kind in enumerate(open_) if kind[0][-1] > place]
        open_ = [open_[at] for at in kept]
        states = _with_the_rest_loose(grown, kept, _loose_ways(group.loose, group.supply))
    return sum(states.values()), work


def _kinds(groups: list[_Group]) -> list[dict[Kind, int]]:
    """Count the tight cells by kind, under the first of the groups that share them."""
    sharers: dict[int, list[int]] = {}
    for place, group in enumerate(groups):
        for cell in group.tight:
            sharers.setdefault(cell, []).append(place)
    kinds: list[dict[Kind, int]] = [defaultdict(int) for _ in groups]
    for cell, places in sharers.items():
        kinds[places[0]][tuple(places), groups[places[0]].tight[cell]] += 1
    return kinds


def _with_some_in(grown: Grown, at: int) -> Grown:
    """Put none, one or more of the records that are left in the cells of one kind."""
    further: Grown = defaultdict(int)
    for (rooms, left), ways in grown.items():
        for rest, after, fillings in _fillings(rooms[at], left):
            further[(*rooms[:at], after, *rooms[at + 1 :]), rest] += ways * fillings
    return further


@lru_cache(maxsize=10_000)
def _fillings(cells: Rooms, records: int) -> tuple[tuple[int, Rooms, int], ...]:
    """List what is left after some of the records went to cells: records, cells, number of ways.

    `cells` has the number of cells with room for 0, 1, 2… records.
    """
    found: dict[tuple[int, Rooms], int] = {(records, (0,) * len(cells)): 1}
    for room, number in enumerate(cells):
        going = {(*state, number): ways for state, ways in found.items()}
        for each in range(1, room + 1):
            going = _with_each(going, room, each)
        found = defaultdict(int)
        for (left, after, untouched), ways in going.items():
            found[left, _added(after, room, untouched)] += ways
    return tuple((*state, ways) for state, ways in found.items())


def _with_each(
    going: dict[tuple[int, Rooms, int], int], room: int, each: int
) -> dict[tuple[int, Rooms, int], int]:
    """Put `each` records in none, one or more of the cells with `room` that are untouched."""
    further: dict[tuple[int, Rooms, int], int] = defaultdict(int)
    for (left, after, untouched), ways in going.items():
        for n in range(min(untouched, left // each) + 1):
            rest = left - n * each
            spread = factorial(left) // (factorial(each) ** n * factorial(rest))
            state = rest, _added(after, room - each, n), untouched - n
            further[state] += ways * comb(untouched, n) * spread
    return further


def _added(cells: Rooms, room: int, number: int) -> Rooms:
    return (*cells[:room], cells[room] + number, *cells[room + 1 :])


def _with_the_rest_loose(grown: Grown, kept: list[int], loose: Sequence[int]) -> dict[State, int]:
    """Put the records that are left in loose cells, and forget the kinds that are done with."""
    states: dict[State, int] = defaultdict(int)
    for (rooms, left), ways in grown.items():
        if loose[left]:
            states[tuple(rooms[at] for at in kept)] += ways * loose[left]
    return states


@lru_cache(maxsize=1000)
def _loose_ways(rooms: Sizes, supply: int) -> tuple[int, ...]:
    """Count the ways to put 0, 1, … `supply` records into cells: (room, number of such cells)."""
    ways = [1] + [0] * supply
    for room, number in rooms:
        if room >= supply:
            ways = _convolved(ways, [number**r for r in range(supply + 1)])
            continue
        power = [1 if r <= room else 0 for r in range(supply + 1)]
        for bit in reversed(f"{number:b}"):
            ways = _convolved(ways, power) if bit == "1" else ways
            power = _convolved(power, power)
    return tuple(ways)


def _convolved(one: list[int], other: list[int]) -> list[int]:
    """Count the ways to split r records between two sets of cells, for each r."""
    return [sum(comb(r, i) * one[i] * other[r - i] for i in range(r + 1)) for r in range(len(one))]
