"""How many people live nearer to where somebody is shown than they themselves do."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.matching import group_ids

CLOSE = 1 + 1e-9  # distances that differ by no more are the same
PAIRS = 4_000_000  # people in circles that are looked at at once, about


class Crowd(NamedTuple):
    """Where people live: a place, a number for whoever lives there, and how many they are.

    Somebody may have several places, and counts once.
    """

    place: Floats
    person: Ints
    people: Floats


def people_within(shown: Floats, true: Floats, crowd: Crowd) -> Ints:
    """Return how many people live as near to each shown place as the true one is, or nearer.

    This is the number of people in the circle around the shown place on which the true one lies:
    the spatial k-anonymity of Allshouse et al. (2010). The person is one of them.

    Examples
    --------
    >>> homes = np.array([[0.0, 0], [1, 0], [2, 0], [9, 0]])
    >>> crowd = Crowd(homes, np.arange(4), np.ones(4))
    >>> people_within(np.array([[3.0, 0], [0, 0]]), np.array([[0.0, 0], [0, 0]]), crowd).tolist()
    [3, 1]
    """
    from scipy.spatial import KDTree

    tree = KDTree(crowd.place)
    far = np.linalg.norm(shown - true, axis=1)
    reach = far * CLOSE + 1e-12 * float(np.abs(shown).max(initial=0.0))
    once = len(np.unique(crowd.person)) == len(crowd.person)
    if once and (crowd.people == 1).all():
        return np.asarray(tree.query_ball_point(shown, reach, return_length=True), dtype=np.int64)
    size = np.asarray(tree.query_ball_point(shown, reach, return_length=True))
    parts = np.cumsum(size) // PAIRS
    found = np.zeros(len(shown), dtype=np.int64)
    for number in np.unique(parts):
        rows = np.flatnonzero(parts == number)
        inside = tree.query_ball_point(shown[rows], reach[rows])
        found[rows] = _counted(inside, crowd)
    return found


def _counted(inside: list[list[int]], crowd: Crowd) -> Ints:
    """Count the people of each circle, once each."""
    number = np.array([len(some) for some in inside], dtype=np.int64)
    circle = np.repeat(np.arange(len(inside)), number)
    flat = np.concatenate([np.asarray(some, dtype=np.int64) for some in inside] or [circle])
    ids, size = group_ids(np.stack([circle, crowd.person[flat]], axis=1))
    first = np.full(size, len(ids))
    np.minimum.at(first, ids, np.arange(len(ids)))
    total = np.bincount(circle[first], crowd.people[flat[first]], len(inside))
    return np.asarray(np.floor(total + 1e-9), dtype=np.int64)
