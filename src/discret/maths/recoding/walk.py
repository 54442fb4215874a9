"""The walk of a search through a lattice, compiled: where to look next, and what a look settles.

What is looked at is judged elsewhere: the walk is left at a node, and taken up again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.kernels import NOBODY, NONE, Number, inner, kernel
from discret.maths.recoding.chains import Chain, Lattice, rise
from discret.maths.recoding.failure_forecast import Forecast, chance, learn

UNKNOWN, FAILS, HOLDS, CHECKED = 0, 1, 2, 3
ANY = -1
TARGET, STEP, LEFT, AT = 0, 1, 2, 3  # places among the marks
CLIMBS, FALLS = 0, 1
START = (-1, 0, 0, 0)  # of the marks


class Walk(NamedTuple):
    """A walk through a lattice.

    Parameters
    ----------
    lattice, forecast
        What is known of the nodes, and guessed.
    chain
        The nodes above the one that is to be settled.
    settles
        How many nodes each of them settles if it fails.
    node
        The levels of the node that is to be looked at.
    marks
        The node that is to be settled (−1: none), what is done to settle it, how much of the chain
        is left, and how much of the order of nodes was gone through.
    """

    lattice: Lattice
    forecast: Forecast
    chain: Chain
    settles: Floats
    node: Ints
    marks: Ints

    @classmethod
    def of(cls, lattice: Lattice) -> Walk:
        """Stand before the first node."""
        shape = lattice.shape.tolist()
        chain = Chain.of(shape)
        marks = np.array(START, dtype=np.int64)
        return cls(
            lattice, Forecast.of(shape), chain, np.zeros(len(chain.places)), chain.here.copy(),
            marks,
        )  # fmt: skip


@kernel
def next_node(walk: Walk, order: Ints, best: float, monotone: bool) -> Number:
    """Go to the node that is to be looked at now, and return its place.

    Nodes are settled in their order, those that are open: −1 says that there is none any more. One
    whose status is unknown is climbed from: of a chain of nodes above it, the one looked at is that
    which settles most if it fails, as it is likely to. One that may hold is first tried through
    nodes above it that may be better than the best, half way, a quarter of the way…
    """
    marks, status, bounds = walk.marks, walk.lattice.status, walk.lattice.bounds
    place = NOBODY
    while place < 0:
        if marks[TARGET] < 0 and not _begun(walk, order, best, monotone):
            return NOBODY
        target = marks[TARGET]
        if marks[STEP] == CLIMBS:
            if marks[LEFT] > 0 and status[target] == UNKNOWN and bounds[target] < best:
                place = _likely(walk)
            else:
                _turn(walk, best)
        elif not _open(walk.lattice, target, best):
            marks[TARGET] = -1
        else:
            place = _half_way(walk)
    _go_to(walk.lattice, place, walk.node)
    return place


@inner
def _open(lattice: Lattice, place: Number, best: float) -> bool:
    """Whether a node may still be the best."""
    status = lattice.status[place]
    return bool(lattice.bounds[place] < best and status not in (FAILS, CHECKED))


@inner
def _begun(walk: Walk, order: Ints, best: float, monotone: bool) -> bool:
    """Find the next node to settle, and the chain above it; there may be none."""
    marks, chain, lattice = walk.marks, walk.chain, walk.lattice
    while marks[AT] < len(order):
        place = order[marks[AT]]
        marks[AT] += 1
        if _open(lattice, place, best):
            marks[TARGET] = place
            if not (monotone and lattice.status[place] == UNKNOWN):
                _turn(walk, best)
                return True
            _go_to(lattice, place, chain.here)
            for key in range(len(chain.here)):
                chain.nodes[0, key] = chain.here[key]
            chain.places[0] = place
            marks[STEP] = CLIMBS
            marks[LEFT] = rise(lattice, chain, place, NONE + 1, np.inf, FAILS, UNKNOWN)
            for step in range(marks[LEFT]):
                walk.settles[step] = 1.0
                for key in range(len(chain.here)):
                    walk.settles[step] *= chain.nodes[step, key] + 1.0
            return True
    return False


@inner
def _likely(walk: Walk) -> Number:
    """Take the node of the chain that settles most, as likely as it is to fail."""
    marks, most, taken = walk.marks, -1.0, NONE
    for step in range(marks[LEFT]):
        worth = chance(walk.forecast, walk.chain.nodes[step]) * walk.settles[step]
        if worth > most:
            most, taken = worth, np.int64(step)
    marks[LEFT] = taken
    return walk.chain.places[taken]  # type: ignore[no-any-return]


@inner
def _turn(walk: Walk, best: float) -> None:
    """From now on try nodes above that may still be the best."""
    marks, chain = walk.marks, walk.chain
    _go_to(walk.lattice, marks[TARGET], chain.here)
    marks[STEP] = FALLS
    number = rise(walk.lattice, chain, marks[TARGET], NONE, best, FAILS, ANY)
    marks[LEFT] = number - 1


@inner
def _half_way(walk: Walk) -> Number:
    """Take the node half way to the last one that was tried, or at the end that to settle."""
    marks, status = walk.marks, walk.lattice.status
    while marks[LEFT] >= 0:
        middle = marks[LEFT] // 2
        marks[LEFT] = middle - 1
        place = walk.chain.places[middle]
        if status[place] in (UNKNOWN, HOLDS):
            return place  # type: ignore[no-any-return]
    place = marks[TARGET]
    marks[TARGET] = -1
    return place  # type: ignore[no-any-return]


@inner
def _go_to(lattice: Lattice, place: Number, node: Ints) -> None:
    """Write down the levels of a node."""
    for key in range(len(node)):
        node[key] = place // lattice.strides[key] % lattice.shape[key]


@kernel
def settle(
    walk: Walk, place: Number, holds: bool, excess: float, floor: float, monotone: bool
) -> None:
    """Take in what was found at the node that the walk is at."""
    lattice, node = walk.lattice, walk.node
    if floor > lattice.bounds[place]:
        _lift(walk, place, floor)
    if monotone:
        learn(walk.forecast, node, excess)
        _spread(walk, place, holds)
    lattice.status[place] = CHECKED if holds else FAILS


@inner
def _lift(walk: Walk, place: Number, floor: float) -> None:
    """Let no node above have a lower bound."""
    lattice = walk.lattice
    for key in range(len(walk.node)):
        walk.chain.here[key] = walk.node[key]
    while place >= 0:
        lattice.bounds[place] = max(lattice.bounds[place], floor)
        place = _higher(lattice, walk.node, walk.chain.here, place)


@inner
def _spread(walk: Walk, place: Number, holds: bool) -> None:
    """Let all above hold that nothing is known of, or all below fail."""
    lattice, here = walk.lattice, walk.chain.here
    for key in range(len(here)):
        here[key] = walk.node[key]
    while place >= 0:
        if not holds:
            lattice.status[place] = FAILS
        elif lattice.status[place] == UNKNOWN:
            lattice.status[place] = HOLDS
        if holds:
            place = _higher(lattice, walk.node, here, place)
        else:
            place = _lower(lattice, walk.node, here, place)


@inner
def _higher(lattice: Lattice, node: Ints, here: Ints, place: Number) -> Number:
    """Go from one node above to the next; −1 says that there is none any more."""
    for key in range(len(node) - 1, -1, -1):
        if here[key] + 1 < lattice.shape[key]:
            here[key] += 1
            return np.int64(place + lattice.strides[key])
        place -= (here[key] - node[key]) * lattice.strides[key]
        here[key] = node[key]
    return NOBODY


@inner
def _lower(lattice: Lattice, node: Ints, here: Ints, place: Number) -> Number:
    """Go from one node below to the next; −1 says that there is none any more."""
    for key in range(len(node) - 1, -1, -1):
        if here[key] > 0:
            here[key] -= 1
            return np.int64(place - lattice.strides[key])
        place += node[key] * lattice.strides[key]
        here[key] = node[key]
    return NOBODY
