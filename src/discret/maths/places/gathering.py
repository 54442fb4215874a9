"""Zones to begin with: those that lack something are merged with what relieves them most."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import Literal

import numpy as np

from discret.maths import places
from discret.maths.arrays import Ints
from discret.maths.places.graph import Graph, hang_together
from discret.maths.places.held import Asked, Held

Rule = Literal["relief", "ratio"]


class Zones:
    """Areas in zones, which change: a zone has the number of one of its areas.

    Parameters
    ----------
    own, graph, asked
        What areas hold, which are neighbours, and what zones must have.
    areas
        The areas to be put in zones: they hang together.
    """

    def __init__(self, own: Held, graph: Graph, asked: Asked, areas: Sequence[int]) -> None:
        self.own, self.graph, self.asked = own, graph, asked
        self.marks = places.shortage.marks_for(own)
        self.total = dict(zip(areas, own.totals()[np.asarray(areas)].tolist(), strict=True))
        self.alone = dict(self.total)  # the records of each area
        self.of = {area: area for area in areas}
        self.members = {area: [area] for area in areas}
        self.near = {area: {*graph.near(area).tolist()} & {*areas} for area in areas}
        self.short = {area: self.lacks([area]) for area in areas}

    def lacks(self, areas: Sequence[int]) -> int:
        """Return what areas lack to be a zone."""
        return places.shortage.shortage(self.own, self.asked, self.marks, np.array(areas))

    def lacks_with(self, zone: int, others: Sequence[int]) -> list[int]:
        """Return what a zone still lacks with each of others."""
        lists = [self.members[other] for other in others]
        begins = np.cumsum([0, *(len(some) for some in lists)])
        flat = np.array([area for some in lists for area in some])
        areas = np.array(self.members[zone])
        found = places.shortage.reliefs(self.own, self.asked, self.marks, areas, begins, flat)
        return found.tolist()  # type: ignore[no-any-return]

    @property
    def squares(self) -> int:
        """The sum of squares of the records of zones."""
        return sum(total * total for total in self.total.values())

    def merge(self, zone: int, other: int) -> None:
        """Put a zone into another that it is next to."""
        for area in self.members[other]:
            self.of[area] = zone
        self.members[zone] += self.members.pop(other)
        self.total[zone] += self.total.pop(other)
        self.short.pop(other)
        around = self.near.pop(other) - {zone}
        for one in around:
            self.near[one] = (self.near[one] - {other}) | {zone}
        self.near[zone] = (self.near[zone] | around) - {other}
        self.short[zone] = self.lacks(self.members[zone])

    def replace(self, gone: Sequence[int], parts: Sequence[list[int]]) -> list[int]:
        """Put parts in the place of zones, and return their numbers."""
        outer = {one for zone in gone for one in self.near[zone]} - {*gone}
        for zone in gone:
            for own in (self.members, self.total, self.short, self.near):
                own.pop(zone)
        made = [min(part) for part in parts]
        for zone, part in zip(made, parts, strict=True):
            self.members[zone] = part
            self.total[zone] = sum(self.alone[area] for area in part)
            self.short[zone] = 0
            self.of.update(dict.fromkeys(part, zone))
        for zone in (*made, *outer):
            self.near[zone] = self.around(self.members[zone]) - {zone}
        return made

    def around(self, areas: Sequence[int]) -> set[int]:
        """Return the zones of areas and of their neighbours."""
        near = (one for area in areas for one in self.graph.near(area).tolist())
        return {self.of[one] for one in near if one in self.of}

    def one_piece(self, areas: Sequence[int]) -> bool:
        """Whether areas hang together."""
        return hang_together(self.graph, areas)


def gathered(zones: Zones, rule: Rule) -> Zones:
    """Merge zones until none lacks anything, from the smallest that does.

    ``relief`` takes the neighbour with which least is lacking, ``ratio`` the one that relieves most
    for each record that it brings. Where no neighbour has what is wanted, the nearest zone that has
    it is taken, with what lies between.
    """
    queue = [(zones.total[zone], zone) for zone, lacks in zones.short.items() if lacks]
    heapify(queue)
    while queue:
        total, zone = heappop(queue)
        if zones.total.get(zone) != total or not zones.short[zone]:
            continue
        for other in _way(zones, zone, rule):
            zones.merge(zone, other)
        if zones.short[zone]:
            heappush(queue, (zones.total[zone], zone))
    return zones


def _way(zones: Zones, zone: int, rule: Rule) -> list[int]:
    """Return the zone to be merged with, after those that lie between; none if nothing helps."""
    before: dict[int, int] = {zone: zone}
    ring = [zone]
    while ring:
        found: dict[int, int] = {}
        for one in sorted(ring, key=lambda own: (zones.total[own], own)):
            for other in zones.near[one]:
                if other not in before:
                    found.setdefault(other, one)
        ring = sorted(found)
        before |= found
        if ring and (best := _best(zones, zone, ring, rule)) is not None:
            return _back(before, best, zone)
    return []


def _back(before: dict[int, int], best: int, zone: int) -> list[int]:
    way = [best]
    while before[way[-1]] != zone:
        way.append(before[way[-1]])
    return way[::-1]


def _best(zones: Zones, zone: int, others: Sequence[int], rule: Rule) -> int | None:
    """Return the zone that helps most; none if none helps."""
    lacks = zones.lacks_with(zone, others)
    known = [
        (zones.short[zone] + zones.short[other] - left, left, zones.total[other], other)
        for other, left in zip(others, lacks, strict=True)
    ]
    helping = [own for own in known if own[0] > 0]
    if not helping:
        return None
    if rule == "relief":
        return min(helping, key=lambda own: (own[1], *own[2:]))[3]
    return min(helping, key=lambda own: (-own[0] / own[2], *own[2:]))[3]


def zone_of(zones: Zones, areas: Ints) -> Ints:
    """Return the zone of each area."""
    return np.array([zones.of[int(area)] for area in areas], dtype=np.int64)
