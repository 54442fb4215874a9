"""What can be kept at all: of the areas that hang together, all in one zone.

Merging zones never loses a record: people and combinations are counted on more records. So the most
is kept where each component of the graph of neighbours is one zone: combinations that have fewer
than k there are lost whatever one does, and the whole component where those who are left are too
few.
"""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.places.held import Asked, Held, counts_of, people_in


def live_rows(own: Held, part: Ints, asked: Asked) -> Bools:
    """Mark the rows that can be kept; `part` is the component of each area.

    Examples
    --------
    >>> from discret.maths.places.held import held
    >>> ones = np.ones(4, dtype=np.int64)
    >>> where, who = np.array([0, 0, 1, 1]), np.array([0, 1, 2, 0])
    >>> own = held(where, who, np.array([0, 0, 0, 1]), ones, 2)
    >>> live_rows(own, np.zeros(2, dtype=np.int64), Asked(3, 2, records=False)).tolist()
    [True, True, True, False]
    """
    where = part[own.area]
    places, combinations, count = counts_of(where, own, asked)
    few = count < asked.k
    lost = pairs_in(where, own.combination, places[few], combinations[few])
    people = people_in(np.where(lost, -1, where), own, _parts(part))
    return np.asarray(~lost & (people >= asked.people)[where])


def given_up(own: Held, part: Ints, asked: Asked, most: int) -> Bools:
    """Mark the rows of the rarest combinations, which stretch zones most: `most` records at most.

    A combination is given up in a whole component; none is that would leave it too few people.
    `own` has live rows alone.
    """
    where = part[own.area]
    places, combinations, _ = counts_of(where, own, asked)
    facts = counts_of(where, own, Asked(1, 1, records=True))[2]
    gone = np.zeros(len(where), dtype=np.bool_)
    left = most
    for one in np.lexsort((combinations, places, facts)):
        if facts[one] > left:
            break
        rows = (where == places[one]) & (own.combination == combinations[one])
        tried = np.where(gone | rows, -1, where)
        if people_in(tried, own, _parts(part))[places[one]] >= asked.people:
            gone, left = gone | rows, left - int(facts[one])
    return gone


def pairs_in(one: Ints, other: Ints, ones: Ints, others: Ints) -> Bools:
    """Mark the pairs of two columns that are among some pairs.

    Examples
    --------
    >>> pairs_in(np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([0]), np.array([1])).tolist()
    [False, True, False]
    """
    width = int(max(other.max(initial=0), others.max(initial=0))) + 1
    return np.isin(one * width + other, ones * width + others)


def _parts(part: Ints) -> int:
    return int(part.max(initial=-1)) + 1
