"""Pairs of units in different areas: as many of those who want to exchange as can be."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.matching import group_ids


class Units(NamedTuple):
    """Units that may exchange their places: households, or records.

    Parameters
    ----------
    group
        Who may exchange with whom: units of one group, from 0 on.
    area
        Where they are: those of one area have nothing to exchange.
    wanted
        Which of them are to be exchanged; the others are there to be their partners.
    urgency
        Of those that are wanted, the lowest first where not all find a partner; of the others, the
        lowest first where not all are needed.
    """

    group: Ints
    area: Ints
    wanted: Bools
    urgency: Ints

    def those(self, places: Ints) -> Units:
        """Return some of them."""
        group, area, wanted, urgency = self
        return Units(group[places], area[places], wanted[places], urgency[places])


def paired(units: Units, rng: np.random.Generator) -> Ints:
    """Return pairs of units, two columns: each at most once, of one group and of two areas.

    Those that are wanted are paired with one another first. As many of them have a partner as can
    have: in a group ordered by area, each goes with the one half of the group farther on, which is
    elsewhere unless an area has more than half; all others then go to that area, and what is left
    is of a single area and goes to those that are not wanted. Who goes with whom is drawn.

    Examples
    --------
    >>> area, wanted = np.array([0, 0, 1, 1]), np.array([True, True, True, False])
    >>> units = Units(np.zeros(4, int), area, wanted, np.zeros(4, int))
    >>> found = paired(units, np.random.default_rng(1))
    >>> sorted(map(sorted, area[found].tolist())), len(np.unique(found))
    ([[0, 1], [0, 1]], 4)
    """
    chance = rng.random(len(units.group))
    wanted = np.flatnonzero(units.wanted)
    if not len(wanted):
        return np.zeros((0, 2), dtype=np.int64)
    first = wanted[_among(units, wanted, chance, rng)]
    alone = np.setdiff1d(wanted, first)
    return np.concatenate([first, _beside(units, alone, chance)])


def _among(units: Units, wanted: Ints, chance: Floats, rng: np.random.Generator) -> Ints:
    """Pair those that are wanted with one another, as places among them."""
    own = units.those(wanted)
    group, _ = group_ids(own.group[:, None])
    place, places = group_ids(np.stack([group, own.area], axis=1))
    size, many = np.bincount(group), np.bincount(place, minlength=places)
    most = np.zeros(len(size), dtype=np.int64)
    np.maximum.at(most, group, many[place])
    crowded = 2 * most > size
    odd = ~crowded & (size % 2 == 1)
    left = _left_out(units, wanted, chance, odd[group], group)
    size[group[left]] -= 1
    crowd = crowded[group] & (many[place] == most[group])
    urgency = np.where(crowd, own.urgency, 0)
    keys = (chance[wanted], urgency, rng.random(places)[place], ~crowd, group)
    order = np.lexsort(keys)
    order = order[~np.isin(order, left)]
    return _shifted(order, size, np.maximum(most, size // 2))


def _left_out(units: Units, wanted: Ints, chance: Floats, odd: Bools, group: Ints) -> Ints:
    """Choose one unit of each odd group: one that others can be partners of, the least urgent."""
    if not odd.any():
        return np.zeros(0, dtype=np.int64)
    others = ~units.wanted
    whole = np.bincount(units.group[others], minlength=int(units.group.max()) + 1)
    place, places = group_ids(np.stack([units.group, units.area], axis=1))
    here = np.bincount(place[others], minlength=places)
    helped = (whole[units.group] > here[place])[wanted]
    some = np.flatnonzero(odd)
    keys = (chance[wanted][some], -units.urgency[wanted][some], ~helped[some], group[some])
    order = some[np.lexsort(keys)]
    return order[np.flatnonzero(np.diff(group[order], prepend=-1))]


def _shifted(order: Ints, size: Ints, shift: Ints) -> Ints:
    """Pair each of a group, in order, with the one so many places farther on."""
    start = np.cumsum(size) - size
    group = np.repeat(np.arange(len(size)), size)
    place = np.arange(len(order)) - start[group]
    begins = np.flatnonzero(place < (size - shift)[group])
    return np.stack([order[begins], order[begins + shift[group[begins]]]], axis=1)


def _beside(units: Units, alone: Ints, chance: Floats) -> Ints:
    """Pair those left, which are of one area in each group, with those not wanted elsewhere."""
    where = np.full(int(units.group.max(initial=0)) + 1, -1, dtype=np.int64)
    where[units.group[alone]] = units.area[alone]
    there = where[units.group]
    others = np.flatnonzero(~units.wanted & (there >= 0) & (there != units.area))
    one, two = (_ranked(units, some, chance) for some in (alone, others))
    many = np.minimum(
        *(np.bincount(units.group[some], minlength=len(where)) for some in (one, two))
    )
    return np.stack([_firsts(units.group[some], some, many) for some in (one, two)], axis=1)


def _ranked(units: Units, some: Ints, chance: Floats) -> Ints:
    """Order units by group, the most urgent first."""
    return some[np.lexsort((chance[some], units.urgency[some], units.group[some]))]


def _firsts(group: Ints, some: Ints, many: Ints) -> Ints:
    """Return the first so many units of each group."""
    size = np.bincount(group, minlength=len(many))
    place = np.arange(len(group)) - (np.cumsum(size) - size)[group]
    return some[place < many[group]]
