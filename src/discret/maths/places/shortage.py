"""What a zone lacks to be safe, counted in one walk over those who are in it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Ints
from discret.maths.kernels import NONE, Number, inlined, kernel
from discret.maths.places.held import Asked, Held


class Marks(NamedTuple):
    """Who was seen in this walk: whatever has the number of the walk."""

    person: Ints
    both: Ints
    combination: Ints
    number: Ints
    walk: Ints  # one number: that of the last walk
    sums: Ints  # people seen, and what combinations lack


def marks_for(own: Held) -> Marks:
    """Return marks for walks over some areas."""
    size = [int(some.max(initial=-1)) + 1 for some in (own.person, own.both, own.combination)]
    person, both, combination, count = (
        np.zeros(number, dtype=np.int64) for number in (*size, size[2])
    )
    return Marks(person, both, combination, count, np.zeros(1, np.int64), np.zeros(2, np.int64))


def shortage(own: Held, asked: Asked, marks: Marks, areas: Ints) -> int:
    """Return what a zone of these areas lacks: people, and people of each combination in it.

    Nothing is lacking (0) where it is safe.

    Examples
    --------
    >>> from discret.maths.places.held import held
    >>> where, who, kind = np.array([0, 1, 1]), np.array([0, 1, 2]), np.array([0, 0, 1])
    >>> own = held(where, who, kind, np.ones(3, dtype=np.int64), 2)
    >>> ask = Asked(3, 2, records=False)
    >>> [shortage(own, ask, marks_for(own), np.array(some)) for some in ([0], [1], [0, 1])]
    [3, 3, 1]
    """
    return int(_shortage(*own, *asked, marks, np.asarray(areas)))


def reliefs(own: Held, asked: Asked, marks: Marks, areas: Ints, begins: Ints, other: Ints) -> Ints:
    """Return what a zone still lacks with each of others, which begin there in a list of areas."""
    found = np.zeros(len(begins) - 1, dtype=np.int64)
    _reliefs(*own, *asked, marks, np.asarray(areas), begins, other, found)
    return found


@kernel
def _shortage(
    begins: Ints, person: Ints, combination: Ints, both: Ints, facts: Ints,
    people: Number, k: Number, records: bool, marks: Marks, areas: Ints,
) -> Number:  # fmt: skip
    marks.walk[0] += 1
    marks.sums[:] = NONE
    for place in range(len(areas)):
        for row in range(begins[areas[place]], begins[areas[place] + 1]):
            see(person[row], combination[row], both[row], facts[row], k, records, marks)
    lacking: Number = marks.sums[1] + max(people - marks.sums[0], NONE)
    return lacking


@inlined
def see(
    person: Number, combination: Number, both: Number, facts: Number, k: Number, records: bool,
    marks: Marks,
) -> None:  # fmt: skip
    """Count a row of those that are in the zone."""
    walk = marks.walk[0]
    if marks.person[person] != walk:
        marks.person[person] = walk
        marks.sums[0] += 1
    if marks.combination[combination] != walk:
        marks.combination[combination] = walk
        marks.number[combination] = NONE
        marks.sums[1] += k
    more = facts
    if not records:
        more = NONE if marks.both[both] == walk else NONE + 1
        marks.both[both] = walk
    before = marks.number[combination]
    marks.number[combination] = before + more
    marks.sums[1] -= min(before + more, k) - min(before, k)


@kernel
def _reliefs(
    begins: Ints, person: Ints, combination: Ints, both: Ints, facts: Ints,
    people: Number, k: Number, records: bool, marks: Marks, areas: Ints, starts: Ints, others: Ints,
    found: Ints,
) -> None:  # fmt: skip
    for one in range(len(starts) - 1):
        marks.walk[0] += 1
        marks.sums[:] = NONE
        for place in range(len(areas)):
            for row in range(begins[areas[place]], begins[areas[place] + 1]):
                see(person[row], combination[row], both[row], facts[row], k, records, marks)
        for place in range(starts[one], starts[one + 1]):
            for row in range(begins[others[place]], begins[others[place] + 1]):
                see(person[row], combination[row], both[row], facts[row], k, records, marks)
        found[one] = marks.sums[1] + max(people - marks.sums[0], NONE)
