"""How small zones could be at best: what any safe zone around an area must hold.

A zone that hangs together and has two areas in it holds all records of some way from the one to the
other. So let ways be as long as the records on them, and look at areas from the nearest on: as long
as those seen have too few people, or too few with one of the area's own combinations, a safe zone
around it has an area farther away, and at least so many records. It also holds k of each
combination that the area has. With m(i) the most of these, n(i) the records of area i, and n(z)
those of its zone, the sum of squares is ``sum n(z)² = sum n(i) n(z(i)) >= sum n(i) m(i)``, and the
number of zones ``sum n(i) / n(z(i)) <= sum n(i) / m(i)``.
"""

from __future__ import annotations

from math import floor
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.kernels import NONE, Number, inner, kernel
from discret.maths.places.graph import Graph
from discret.maths.places.held import Asked, Held, counts_of
from discret.maths.places.shortage import Marks, marks_for, see

LOOKS = 400  # areas that are looked at from each, at most: what is farther is not known


class _Ways(NamedTuple):
    """How far areas are from where one stands, and those next to be looked at, as a heap."""

    length: Ints
    seen: Ints
    done: Ints
    heap: Ints
    at: Ints


def least_around(own: Held, graph: Graph, asked: Asked) -> Ints:
    """Return how many records any safe zone around each area holds at least; 0 where it has none.

    Examples
    --------
    One person each in a row of three areas, and zones of two: from either end, two records.

    >>> from discret.maths.places.graph import graph_of
    >>> from discret.maths.places.held import held
    >>> row, none = graph_of(np.array([[0, 1], [1, 2]]), 3), np.zeros(3, dtype=np.int64)
    >>> own = held(np.arange(3), np.arange(3), none, np.array([1, 4, 1]), 3)
    >>> least_around(own, row, Asked(people=2, k=1, records=False)).tolist()
    [5, 5, 5]
    """
    total, marks = own.totals(), marks_for(own)
    size = len(graph.to) + graph.areas + 1
    ways = _Ways(*(np.zeros(graph.areas, np.int64) for _ in range(3)), *np.zeros((2, size), int))
    least = np.zeros(graph.areas, dtype=np.int64)
    _reach(*own, *asked, marks, total, graph.begins, graph.to, ways, least)
    return np.maximum(least, np.where(total > 0, np.maximum(_kinds(own, asked), asked.people), 0))


def bounds(total: Ints, least: Ints) -> tuple[int, int]:
    """Return the least sum of squares that zones may have, and the most zones there may be.

    Examples
    --------
    >>> bounds(np.array([1, 4, 0, 1]), np.array([5, 5, 0, 5]))
    (30, 1)
    """
    some = total > 0
    parts: Floats = total[some] / least[some]
    return int((total[some] * least[some]).sum()), floor(float(parts.sum()) + 1e-9)


def _kinds(own: Held, asked: Asked) -> Ints:
    """Return how many records k of each combination of an area make, its own counted all."""
    area, _, count = counts_of(own.area, own, Asked(1, 1, records=True))
    return np.bincount(area, np.maximum(count, asked.k), own.areas).astype(np.int64)


@kernel
def _reach(
    begins: Ints, person: Ints, combination: Ints, both: Ints, facts: Ints,
    people: Number, k: Number, records: bool, marks: Marks, total: Ints, starts: Ints, to: Ints,
    ways: _Ways, least: Ints,
) -> None:  # fmt: skip
    for area in range(len(total)):
        if total[area] == NONE:
            continue
        marks.walk[0] += 1
        marks.sums[:] = NONE
        for row in range(begins[area], begins[area + 1]):  # its own combinations are wanted
            if marks.combination[combination[row]] != marks.walk[0]:
                marks.combination[combination[row]] = marks.walk[0]
                marks.number[combination[row]] = NONE
                marks.sums[1] += k
        size = _push(ways, NONE, total[area], area, marks.walk[0])
        looks = NONE
        while size > NONE and looks < LOOKS and (marks.sums[1] > 0 or marks.sums[0] < people):
            here, far = ways.at[0], ways.heap[0]
            size = _pop(ways, size)
            if ways.done[here] == marks.walk[0]:
                continue
            ways.done[here] = marks.walk[0]
            least[area] = far
            looks += 1
            for row in range(begins[here], begins[here + 1]):
                if marks.combination[combination[row]] == marks.walk[0]:
                    see(person[row], combination[row], both[row], facts[row], k, records, marks)
                elif marks.person[person[row]] != marks.walk[0]:
                    marks.person[person[row]] = marks.walk[0]
                    marks.sums[0] += 1
            for place in range(starts[here], starts[here + 1]):
                size = _push(ways, size, far + total[to[place]], to[place], marks.walk[0])


@inner
def _push(ways: _Ways, size: Number, length: Number, area: Number, walk: Number) -> Number:
    """Put an area among those to be looked at, unless a shorter way to it is known."""
    if ways.seen[area] == walk and ways.length[area] <= length:
        return size
    ways.seen[area] = walk
    ways.length[area] = length
    place = size
    while place > NONE and ways.heap[(place - 1) // 2] > length:
        ways.heap[place], ways.at[place] = ways.heap[(place - 1) // 2], ways.at[(place - 1) // 2]
        place = (place - 1) // 2
    ways.heap[place], ways.at[place] = length, area
    return size + 1


@inner
def _pop(ways: _Ways, size: Number) -> Number:
    """Take the nearest from those to be looked at."""
    last = size - 1
    length, area = ways.heap[last], ways.at[last]
    place = NONE
    while 2 * place + 1 < last:
        child = 2 * place + 1
        if child + 1 < last and ways.heap[child + 1] < ways.heap[child]:
            child += 1
        if ways.heap[child] >= length:
            break
        ways.heap[place], ways.at[place] = ways.heap[child], ways.at[child]
        place = child
    ways.heap[place], ways.at[place] = length, area
    return last
