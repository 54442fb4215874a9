"""The best cut of a few areas into zones, by looking at all of them: exact.

A set of areas is a zone where it hangs together and lacks nothing. The best cut of a set is that of
its first area's zone and the best cut of what is left; each set is looked at once.
"""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Ints
from discret.maths.kernels import NONE, Number, inner, kernel
from discret.maths.places.graph import Graph
from discret.maths.places.held import Asked, Held
from discret.maths.places.shortage import Marks, see

MOST = 14  # areas that can be cut at once: there are two sets to the power of these
NEVER = np.int64(np.iinfo(np.int64).max)


def best_cut(own: Held, asked: Asked, marks: Marks, graph: Graph, areas: Ints) -> Ints | None:
    """Return the zone of each of a few areas: least sum of squares, most zones among equals.

    ``None`` where they cannot be cut into safe zones at all.

    Examples
    --------
    Three areas in a row of two people each, and zones of three people: all are one zone.

    >>> from discret.maths.places.graph import graph_of
    >>> from discret.maths.places.held import held
    >>> from discret.maths.places.shortage import marks_for
    >>> where, ones = np.arange(8) // 2, np.ones(8, dtype=np.int64)
    >>> own = held(where, np.arange(8), np.zeros(8, dtype=np.int64), ones, 4)
    >>> row = graph_of(np.array([[0, 1], [1, 2], [2, 3]]), 4)
    >>> ask = Asked(people=3, k=1, records=False)
    >>> best_cut(own, ask, marks_for(own), row, np.arange(3)).tolist()
    [0, 0, 0]
    >>> best_cut(own, ask, marks_for(own), row, np.arange(4)).tolist()
    [0, 0, 1, 1]
    """
    size = 1 << len(areas)
    cost, zone = np.full(size, NEVER), np.zeros(size, dtype=np.int64)
    best, chosen = np.full(size, NEVER), np.zeros(size, dtype=np.int64)
    _weigh(*own, *asked, marks, areas, _near(graph, areas), cost, zone)
    _cut(cost, best, chosen)
    return None if best[-1] == NEVER else _labels(chosen, len(areas))


def _near(graph: Graph, areas: Ints) -> Ints:
    """Return the neighbours of each area among these, as sets."""
    bits = {int(area): 1 << place for place, area in enumerate(areas)}
    near = [sum(bits.get(int(one), 0) for one in graph.near(int(area))) for area in areas]
    return np.array(near, dtype=np.int64)


def _labels(chosen: Ints, areas: int) -> Ints:
    label, number, left = np.zeros(areas, dtype=np.int64), 0, len(chosen) - 1
    while left:
        own = int(chosen[left])
        label[[place for place in range(areas) if own >> place & 1]] = number
        number, left = number + 1, left ^ own
    return label


@inner
def _one_piece(some: Number, near: Ints, areas: Number) -> bool:
    seen = some & -some
    ahead = seen
    while ahead != NONE:
        more = NONE
        for place in range(areas):
            if ahead >> place & 1:
                more |= near[place]
        ahead = more & some & ~seen
        seen |= ahead
    return bool(seen == some)


@kernel
def _weigh(
    begins: Ints, person: Ints, combination: Ints, both: Ints, facts: Ints,
    people: Number, k: Number, records: bool, marks: Marks, areas: Ints, near: Ints, cost: Ints,
    total: Ints,
) -> None:  # fmt: skip
    """Write what each set of areas costs as a zone: its records squared, less a trifle."""
    size = len(areas)
    for some in range(1, len(cost)):
        if not _one_piece(some, near, size):
            continue
        marks.walk[0] += 1
        marks.sums[:] = NONE
        for place in range(size):
            if some >> place & 1:
                for row in range(begins[areas[place]], begins[areas[place] + 1]):
                    see(person[row], combination[row], both[row], facts[row], k, records, marks)
                    total[some] += facts[row]
        if marks.sums[1] == NONE and marks.sums[0] >= people:
            cost[some] = total[some] * total[some] * (size + 1) - 1  # of equals, most zones


@kernel
def _cut(cost: Ints, best: Ints, chosen: Ints) -> None:
    """Write the least that each set costs, and the zone of its first area then."""
    best[0] = NONE
    for some in range(1, len(cost)):
        first = some & -some
        rest = some ^ first
        other = rest  # walks over all sets without the first, from the largest
        while True:
            own = other | first
            left = some ^ own
            if cost[own] != NEVER and best[left] != NEVER and cost[own] + best[left] < best[some]:
                best[some] = cost[own] + best[left]
                chosen[some] = own
            if other == NONE:
                break
            other = (other - 1) & rest
