"""Differencing, solved exactly: the smallest group that two zonings give away together."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from discret.maths import zonings
from discret.maths.arrays import Bools, Ints
from discret.maths.zonings.crossing import equal_sets, neighbours, straddling, summed
from discret.maths.zonings.safe_merges import merged_zones


@dataclass(frozen=True)
class Groups:
    """What can be worked out by subtracting one zoning from the other.

    Parameters
    ----------
    size
        For each intersection the smallest group that can be deduced around it, the threshold where
        no smaller one can.
    group
        For each intersection the place of such a group below, −1 where there is none.
    sizes
        For each group its observations.
    begins, zones
        The zones of group g are ``zones[begins[g]:begins[g + 1]]``.
    external
        For each group, whether it is what these zones lack in squares that reach out of them,
        rather than what they have there.
    flows
        Cuts that were computed.
    """

    size: Ints = field(repr=False)
    group: Ints = field(repr=False)
    sizes: Ints = field(repr=False)
    begins: Ints = field(repr=False)
    zones: Ints = field(repr=False)
    external: Bools = field(repr=False)
    flows: int

    def members(self, group: int) -> Ints:
        """Return the zones of a group."""
        return self.zones[self.begins[group] : self.begins[group + 1]]

    @cached_property
    def at_risk(self) -> Bools:
        """The intersections that a group below the threshold holds."""
        return np.asarray(self.group >= 0)


def smallest_groups(zone: Ints, square: Ints, count: Ints, threshold: int) -> Groups:
    r"""Find for every intersection of two zonings the smallest group that can be deduced.

    Parameters
    ----------
    zone, square, count
        The crossed table: one row for each intersection that has observations; zones and squares
        are whole numbers from 0.
    threshold
        Groups of fewer observations must not be deduced.

    Notes
    -----
    Totals are published by zone and by square. Subtracting the squares inside a set S of zones from
    these zones leaves :math:`D(S)`: what S has in squares that reach out of it. It is
    :math:`f(S) = ∑_b [n(S,b) - N_b 1(Z_b ⊂ S)]`, submodular, and the least :math:`f(S)` with i in S
    and j not is a minimum cut from i to j, in the network zone → square (with the count) → zone
    (without limit). The smallest group around (i, b) is the least of these over the other zones j
    of the square; the complement of S is what external differencing uses. So flows from i to j and
    from j to i, for all zones that share a square, decide exactly, and no other combination of the
    published totals with non-negative weights tells more.

    Squares inside one zone tell nothing and are left out; squares with the same zones are one;
    zones that no group below the threshold can separate are merged first, which changes no answer.

    References
    ----------
    .. [1] Costemalle V. (2019), Detecting geographical differencing problems in the context of
       spatial data dissemination. Statistical Journal of the IAOS 35(4).

    Examples
    --------
    Two zones share a square, in which one has two observations: they can be deduced.

    >>> zone, square = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 2])
    >>> found = smallest_groups(zone, square, np.array([20, 2, 15, 30]), 11)
    >>> found.size.tolist(), found.members(0).tolist()
    ([11, 2, 11, 11], [0])
    """
    number = int(zone.max(initial=-1)) + 1
    shared = straddling(zone, square)
    classes = merged_zones(zone[shared], square[shared], count[shared], threshold, number)
    net = _Network.of(classes[zone], square, count)
    flows = zonings.cut_flows.Net(
        net.zone, net.square, net.count, net.by_zone, net.by_square, net.order
    )
    size, begins, held, outside = zonings.cut_flows.cuts(flows, net.sources, net.sinks, threshold)
    best = net.best_pairs(classes[zone], square, size)
    found = np.append(size, threshold)[best]  # −1: no pair
    small = found < threshold
    pairs, group = np.unique(best[small], return_inverse=True)
    places = np.full(len(zone), -1, dtype=np.int64)
    places[small] = group.ravel()
    sets = [held[begins[pair] : begins[pair + 1]] for pair in pairs]
    starts, zones = _expanded(sets, classes)
    return Groups(
        size=found,
        group=places,
        sizes=size[pairs],
        begins=starts,
        zones=zones,
        external=outside[pairs],
        flows=len(size),
    )


def recount(
    zone: Ints, square: Ints, count: Ints, members: Ints, *, external: bool
) -> tuple[int, Bools]:
    """Count again, from the raw table, what subtracting gives for a set of zones.

    Returns
    -------
    The observations of the group, and the rows that they are in.

    Examples
    --------
    >>> zone, square = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 2])
    >>> recount(zone, square, np.array([20, 2, 15, 30]), np.array([0]), external=False)[0]
    2
    """
    inside = np.isin(zone, members)
    own = np.isin(square, square[inside])
    reaching = own & np.isin(square, square[~inside & (count > 0)])
    rows = reaching & (~inside if external else inside) & (count > 0)
    return int(count[rows].sum()), rows


@dataclass(frozen=True)
class _Network:
    """Intersections of classes of zones and of fused squares, that reach out of a class."""

    zone: Ints
    square: Ints
    count: Ints
    fused: Ints  # of each raw square, −1 where it is inside a class
    sources: Ints
    sinks: Ints
    pair: Ints  # of each couple of rows
    left: Ints  # the first row of each couple

    @classmethod
    def of(cls, zone: Ints, square: Ints, count: Ints) -> _Network:
        own = summed(zone, square, count)
        kept = straddling(own[0], own[1])
        zones, squares, counts = (array[kept] for array in own)
        fused = np.full(int(square.max(initial=-1)) + 1, -1, dtype=np.int64)
        found = equal_sets(zones, squares)
        fused[: len(found)] = found
        zones, squares, counts = summed(zones, fused[squares], counts)
        left, right = neighbours(squares)
        size = int(zones.max(initial=-1)) + 1
        pairs, pair = np.unique(zones[left] * size + zones[right], return_inverse=True)
        return cls(
            zone=zones,
            square=squares,
            count=counts,
            fused=fused,
            sources=pairs // max(size, 1),
            sinks=pairs % max(size, 1),
            pair=pair.ravel(),
            left=left,
        )

    @cached_property
    def by_zone(self) -> Ints:
        return _begins(self.zone)

    @cached_property
    def by_square(self) -> Ints:
        return _begins(self.square)

    @cached_property
    def order(self) -> Ints:
        return np.argsort(self.square, kind="stable")

    def best_pairs(self, zone: Ints, square: Ints, size: Ints) -> Ints:
        """Return for each raw row the pair with the smallest cut around it, −1 where none is."""
        order = np.lexsort((size[self.pair], self.left))
        rows, first = np.unique(self.left[order], return_index=True)
        best = np.full(len(self.zone), -1, dtype=np.int64)
        best[rows] = self.pair[order][first]
        width = int(self.square.max(initial=-1)) + 1
        keys = self.zone * width + self.square  # sorted
        asked = np.where(self.fused[square] >= 0, zone * width + self.fused[square], -1)
        places = np.searchsorted(keys, asked)
        known = (asked >= 0) & (places < len(keys))
        known[known] = keys[places[known]] == asked[known]
        found = np.full(len(zone), -1, dtype=np.int64)
        found[known] = best[places[known]]
        return found


def _begins(sorted_or_not: Ints) -> Ints:
    sizes = np.bincount(sorted_or_not)
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def _expanded(sets: list[Ints], classes: Ints) -> tuple[Ints, Ints]:
    """Replace classes by their zones."""
    order = np.argsort(classes, kind="stable")
    begins = _begins(classes)
    zones = [
        np.concatenate([order[begins[own] : begins[own + 1]] for own in group_set])
        for group_set in sets
    ]
    sizes = [len(zone) for zone in zones]
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return starts, np.concatenate(zones) if zones else np.zeros(0, dtype=np.int64)
