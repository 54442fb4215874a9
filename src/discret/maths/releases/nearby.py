"""Two values exchanged among a few people near each other, in three releases and more.

Of two releases tours find all exchanges of two values; of more they do not. Here whole numbers are
asked for, among those near somebody: how many of each kind give up the one value for the other,
such that every group keeps as many of each. All others keep what they have.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.releases.exchanges import PAIR, Units

NEAR = 300  # kinds and values that are looked at, around one
VALUES = 12  # that are tried, for one kind
TRIES = 4_000  # in all
NODES = 100  # of the tree of one search


def nearby(path: Ints, units: Units, may: tuple[Ints, Ints], found: Ints, wanted: Ints) -> Ints:
    """Count the values for which kinds may exchange one of their own, where too few are known.

    Parameters
    ----------
    path
        Kinds × releases: the group, −1 where they are absent.
    units
        How many people of kinds have which value.
    may
        Pairs of kinds and values that are not ruled out.
    found, wanted
        How many such values are known of each kind, and how many are looked for.

    Examples
    --------
    Eight people, in two groups of each of three releases, each in one way of their own: no release
    can be held against the two others, and all can exchange their values all the same.

    >>> path = np.array([[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)])
    >>> value, none = path.sum(axis=1) % 2, np.zeros(0, dtype=int)
    >>> units = Units(np.arange(8), value, np.ones(8, dtype=int), np.arange(2), none,
    ...               np.zeros((0, 3), dtype=int), np.arange(2)[:, None])
    >>> may = (np.repeat(np.arange(8), 2), np.tile([0, 1], 8))
    >>> nearby(path, units, may, np.zeros(8, dtype=int), np.ones(8, dtype=int)).tolist()
    [1, 1, 1, 1, 1, 1, 1, 1]
    """
    if path.shape[1] <= PAIR:
        return found
    found, tries = found.copy(), TRIES
    order = np.argsort(may[0], kind="stable")
    start = np.searchsorted(may[0][order], np.arange(len(path) + 1))
    often = np.bincount(units.value, units.number, minlength=len(units.label))
    first = np.full(len(path), -1)
    first[units.kind[::-1]] = np.arange(len(units.kind))[::-1]
    for kind in np.flatnonzero((found < wanted) & (first >= 0)):
        unit = int(first[kind])
        other = may[1][order[start[kind] : start[kind + 1]]]
        other = other[units.label[other] != units.label[units.value[unit]]]
        other = other[np.argsort(-often[other], kind="stable")][:VALUES]
        known = 0
        for value in other[: max(tries, 0)]:
            tries -= 1
            known += _exchanges(path, units, unit, int(value))
            if known >= wanted[kind]:
                break
        found[kind] = max(found[kind], known)
    return found


class _Around(NamedTuple):
    unit: Ints
    sign: Ints  # 1 where they have the value of who is asked about, −1 where they have the other


def _exchanges(path: Ints, units: Units, unit: int, value: int) -> bool:
    """Say whether somebody may exchange their value for another with people nearby."""
    own = int(units.value[unit])
    both = np.flatnonzero((units.value == own) | (units.value == value))
    if ((units.kind[both] == units.kind[unit]) & (units.value[both] == value)).any():
        return False  # others of the kind have it
    partner = np.arange(len(units.label))
    partner[own], partner[value] = value, own
    if len(units.first):
        both = both[units.may_have(partner[units.value])[both]]
    near = _near(path, units, both, unit)
    if unit not in near:
        return False
    sign = np.where(units.value[near] == own, 1, -1)
    return _solves(path, units, _Around(near, sign), unit)


def _near(path: Ints, units: Units, among: Ints, unit: int) -> Ints:
    """Return units that share groups with one, and those that share groups with these."""
    where = path[units.kind[among]]
    held: Bools = among == unit
    while True:
        wider = held.copy()
        for groups, theirs in zip(where.T, where[held].T, strict=True):
            wider |= np.isin(groups, theirs[theirs >= 0])
        fresh = np.flatnonzero(wider & ~held)
        room = NEAR - int(held.sum())
        if not len(fresh) or room <= 0:
            return np.asarray(among[held])
        held[fresh[:room]] = True


def _solves(path: Ints, units: Units, around: _Around, unit: int) -> bool:
    """Ask for whole numbers: who gives up the value that they have."""
    from scipy.optimize import Bounds as Between
    from scipy.optimize import LinearConstraint, milp

    size = len(around.unit)
    matrix, rows = _groups(path[units.kind[around.unit]], around.sign)
    low = (around.unit == unit).astype(np.int64)
    high = units.number[around.unit]
    found = milp(
        np.ones(size),
        integrality=np.ones(size),
        bounds=Between(low, high),
        constraints=LinearConstraint(matrix, np.zeros(rows), np.zeros(rows)),
        options={"node_limit": NODES},
    )
    if found.x is None:
        return False
    flips = np.rint(found.x).astype(np.int64)
    return bool(
        ((flips >= low) & (flips <= high)).all() and not np.any(matrix @ flips)
    )  # what a solver rounds is looked at again


def _groups(path: Ints, sign: Ints) -> tuple[Any, int]:
    """Return how many more of each group have the one value than the other, as a matrix."""
    from scipy.sparse import coo_array

    unit, release = np.nonzero(path >= 0)
    code = release * (int(path.max(initial=0)) + 1) + path[unit, release]
    every, row = np.unique(code, return_inverse=True)
    return coo_array((sign[unit], (row, unit)), shape=(len(every), len(path))).tocsr(), len(every)
