"""The walk of a search through a lattice, compiled: where to look next, and what a look settles.

What is looked at is judged elsewhere: the walk is left at a node, and taken up again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.kernels import NOBODY, Number, inner, kernel
from discret.maths.recoding.chains import (
    CHECKED,
    FAILS,
    HOLDS,
    UNKNOWN,
    Chain,
    Lattice,
    Status,
    rise,
)
from discret.maths.recoding.failure_forecast import Forecast, learn, likeliest

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


class Found(NamedTuple):
    """What was found at a node: its place (−1: none), whether it holds, how far it is from it."""

    place: Number
    holds: bool
    excess: float


NOTHING = Found(-1, False, 0.0)


@kernel
def next_node(walk: Walk, order: Ints, best: float, monotone: bool, last: Found) -> Number:
    """Take in what was found at the last node, go to the next to be looked at; return its place.

    Nodes are settled in their order, those that are open: −1 says that there is none any more. One
    whose status is unknown is climbed from: of a chain of nodes above it, the one looked at is that
    which settles most if it fails, as it is likely to. One that may hold is first tried through
    nodes above it that may be better than the best, half way, a quarter of the way…
    """
    lattice, forecast, chain, settles, node, marks = walk
    bounds, status, target = lattice.bounds, lattice.status, marks[TARGET]
    climbs, fresh = False, False
    if monotone and last.place >= 0:
        learn(forecast, node, last.excess)
        _spread(lattice, node, chain.here, last.place, last.holds)
    if target < 0 or bounds[target] >= best or status[target] in (FAILS, CHECKED):
        target = _next_open(bounds, status, order, best, marks)
        if target < 0:
            return NOBODY
        climbs, fresh = monotone and status[target] == UNKNOWN, True
    elif marks[STEP] == CLIMBS and (status[target] != UNKNOWN or marks[LEFT] <= 0):
        fresh = True  # all of the chain holds
    if fresh:
        number = rise(lattice, chain, target, np.inf if climbs else best, climbs)
        _weigh(chain.nodes, number, settles)
        marks[TARGET], marks[STEP] = target, CLIMBS if climbs else FALLS
        marks[LEFT] = number if climbs else number - 1
    if marks[STEP] == CLIMBS:
        marks[LEFT] = likeliest(forecast, chain.nodes, settles, marks[LEFT])
        place = chain.places[marks[LEFT]]
    else:
        place = _half_way(status, chain.places, marks)
    for key in range(len(node)):
        node[key] = place // lattice.strides[key] % lattice.shape[key]
    return np.int64(place)


@inner
def _next_open(bounds: Floats, status: Status, order: Ints, best: float, marks: Ints) -> Number:
    """Return the next node that may still be the best; −1 says that there is none."""
    while marks[AT] < len(order):
        place = order[marks[AT]]
        marks[AT] += 1
        if bounds[place] < best and status[place] not in (FAILS, CHECKED):
            return np.int64(place)
    return NOBODY


@inner
def _weigh(nodes: Ints, number: Number, settles: Floats) -> None:
    """Count the nodes that each of a chain settles if it fails."""
    for step in range(number):
        settles[step] = 1.0
        for key in range(nodes.shape[1]):
            settles[step] *= nodes[step, key] + 1.0


@inner
def _half_way(status: Status, places: Ints, marks: Ints) -> Number:
    """Take the node half way to the last one that was tried, or at the end that to settle."""
    while marks[LEFT] >= 0:
        place = places[marks[LEFT] // 2]
        marks[LEFT] = marks[LEFT] // 2 - 1
        if status[place] in (UNKNOWN, HOLDS):
            return np.int64(place)
    place = marks[TARGET]
    marks[TARGET] = -1
    return np.int64(place)


@inner
def _spread(lattice: Lattice, node: Ints, here: Ints, place: Number, holds: bool) -> None:
    """Let all above hold that nothing is known of, or all below fail."""
    shape, strides, _, status = lattice
    other, step = place, 1 if holds else -1
    for key in range(len(here)):
        here[key] = node[key]
    while True:
        if status[other] == UNKNOWN or not holds:
            status[other] = HOLDS if holds else FAILS
        key = len(here) - 1
        while key >= 0 and here[key] == (shape[key] - 1 if holds else 0):
            other += (node[key] - here[key]) * strides[key]
            here[key] = node[key]
            key -= 1
        if key < 0:
            break
        here[key] += step
        other += step * strides[key]
    if holds:
        status[place] = CHECKED
