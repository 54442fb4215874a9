"""Sets of zones that give a small group away: found by cuts, with the squares at their border."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.zonings.cuts import Groups, smallest_groups
from discret.maths.zonings.graph import components
from discret.maths.zonings.partial_publication import published_in_full


class Side(NamedTuple):
    """A set of zones of one component, and what it shows.

    Parameters
    ----------
    component
        The component.
    zones
        The zones of the set or, where `external`, those of the component that are not in it.
    external
        Which of the two.
    inside
        The squares that have only these zones.
    reaching
        The squares that have one of these zones and others.
    group
        The rows that are given away.
    risky
        The rows that can be protected, for which no set shows a smaller group.
    """

    component: int
    zones: Ints
    external: bool
    inside: Ints
    reaching: Ints
    group: Ints
    risky: Ints


@dataclass(frozen=True)
class Sets:
    """A crossed table, made ready to ask which sets of zones give a small group away.

    Parameters
    ----------
    zone, square, count
        The crossed table.
    threshold
        Groups of fewer observations must not be deduced.
    total
        The observations of each square.
    wanted
        For each row whether its zone has enough observations to be protected at all.
    component
        The component of each zone, and of each square; −1 for a square without observations.

    Examples
    --------
    >>> zone, square = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 2])
    >>> sets = Sets.of(zone, square, np.array([20, 2, 15, 30]), 11)
    >>> [side] = sets.sides(sets.deduced(np.zeros(3, dtype=bool)))
    >>> side.zones.tolist(), side.inside.tolist(), side.reaching.tolist(), side.group.tolist()
    ([0], [0], [1], [1])
    """

    zone: Ints = field(repr=False)
    square: Ints = field(repr=False)
    count: Ints = field(repr=False)
    threshold: int
    total: Ints = field(repr=False)
    wanted: Bools = field(repr=False)
    component: tuple[Ints, Ints] = field(repr=False)
    by_zone: tuple[Ints, Ints] = field(repr=False)  # rows by zone, and where those of each begin
    by_square: tuple[Ints, Ints] = field(repr=False)

    @classmethod
    def of(cls, zone: Ints, square: Ints, count: Ints, threshold: int, squares: int = 0) -> Sets:
        """Make a crossed table ready; `squares` is how many there are, with or without rows."""
        zones, squares = (
            int(zone.max(initial=-1)) + 1,
            max(int(square.max(initial=-1)) + 1, squares),
        )
        links = components(zone, square, zones)
        of_square = np.full(squares, -1, dtype=np.int64)
        of_square[square] = links[zone]
        return cls(
            zone=zone,
            square=square,
            count=count,
            threshold=threshold,
            total=np.bincount(square, count, squares).astype(np.int64),
            wanted=np.bincount(zone, count, zones)[zone] >= threshold,
            component=(links, of_square),
            by_zone=_listed(zone, zones),
            by_square=_listed(square, squares),
        )

    def deduced(self, withheld: Bools) -> Groups:
        """Return what can be deduced where squares are withheld; rows of the table come first."""
        zones = np.zeros(len(self.component[0]), dtype=np.bool_)
        table = published_in_full(
            self.zone, self.square, self.count, (zones, withheld), self.threshold
        )
        return smallest_groups(*table, self.threshold)

    def sides(self, groups: Groups) -> list[Side]:
        """Return the sets that put rows at risk which can be protected."""
        group = groups.group[: len(self.zone)]
        risky = np.flatnonzero(self.wanted & (group >= 0))
        if not len(risky):
            return []
        of = self.component[0][self.zone[risky]]
        keys, places = np.unique(np.stack([group[risky], of], axis=1), axis=0, return_inverse=True)
        order = np.argsort(places.ravel(), kind="stable")
        ends = np.cumsum(np.bincount(places.ravel(), minlength=len(keys)))[:-1]
        rows = np.split(risky[order], ends)
        return [
            self._side(groups, int(number), int(component), own)
            for (number, component), own in zip(keys, rows, strict=True)
        ]

    def _side(self, groups: Groups, number: int, component: int, risky: Ints) -> Side:
        members = groups.members(number)
        members = members[members < len(self.component[0])]  # that of squares withheld is made up
        members = members[self.component[0][members] == component]
        external = bool(groups.external[number])
        own = self.rows_of_zones(members)
        touched = np.unique(self.square[own])
        around = self.rows_of_squares(touched)
        out = around[~np.isin(self.zone[around], members)]
        reaching = np.unique(self.square[out])
        inside = np.setdiff1d(touched, reaching, assume_unique=True)
        group = out if external else own[np.isin(self.square[own], reaching)]
        return Side(component, members, external, inside, reaching, group, risky)

    def rows_of_zones(self, zones: Ints) -> Ints:
        """Return the rows of some zones."""
        return _gathered(self.by_zone, zones)

    def rows_of_squares(self, squares: Ints) -> Ints:
        """Return the rows of some squares."""
        return _gathered(self.by_square, squares)


def _listed(values: Ints, number: int) -> tuple[Ints, Ints]:
    order = np.argsort(values, kind="stable")
    begins = np.concatenate([[0], np.cumsum(np.bincount(values, minlength=number))])
    return order, begins.astype(np.int64)


def _gathered(listed: tuple[Ints, Ints], which: Ints) -> Ints:
    order, begins = listed
    sizes = begins[which + 1] - begins[which]
    shifts = np.repeat(begins[which] - np.cumsum(sizes) + sizes, sizes)
    return order[shifts + np.arange(int(sizes.sum()))]
