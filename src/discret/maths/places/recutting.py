"""Zones made smaller: cut anew with a neighbour, split along a tree, or relieved of an area.

Every step lowers the sum of squares, so there is an end: no zone of few areas, alone or with a
neighbour, has a better cut then; no larger one can be split along its trees, or give an area away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from discret.maths import places
from discret.maths.places.gathering import Zones

FEW = 10  # areas of two zones that are cut anew by looking at all cuts
ROOTS = 3  # trees along which larger zones are split


def recut(zones: Zones) -> Zones:
    """Make zones smaller until nothing more is found."""
    queue = sorted(zones.members)
    waiting = {*queue}
    while queue:
        zone = queue.pop(0)
        waiting.discard(zone)
        if zone not in zones.members:
            continue
        made = _cut_anew(zones, zone) or _split(zones, zone) or _give(zones, zone)
        again = {one for own in made for one in (own, *zones.near[own])} - waiting
        waiting |= again
        queue += sorted(again)
    return zones


def _cut_anew(zones: Zones, zone: int) -> list[int]:
    """Cut a zone, alone or with a neighbour, as well as can be; return what came of it, if any."""
    for other in (zone, *sorted(zones.near[zone])):
        gone = [zone] if other == zone else [zone, other]
        areas = sorted(area for one in gone for area in zones.members[one])
        if len(areas) > FEW or len(areas) == len(gone):
            continue
        label = places.subset_cuts.best_cut(
            zones.own, zones.asked, zones.marks, zones.graph, np.array(areas)
        )
        if label is None:
            continue
        parts = [
            [area for area, own in zip(areas, label.tolist(), strict=True) if own == number]
            for number in range(int(label.max()) + 1)
        ]
        if _better(zones, gone, parts):
            return zones.replace(gone, parts)
    return []


def _better(zones: Zones, gone: Sequence[int], parts: Sequence[Sequence[int]]) -> bool:
    new = sum(sum(zones.alone[area] for area in part) ** 2 for part in parts)
    return bool(new < sum(zones.total[zone] ** 2 for zone in gone))


def _split(zones: Zones, zone: int) -> list[int]:
    """Split a larger zone along one of its trees, into parts as equal as can be."""
    areas = zones.members[zone]
    if len(areas) <= FEW:
        return []
    whole = {*areas}
    cuts = sorted(
        (abs(zones.total[zone] - 2 * sum(zones.alone[area] for area in part)), part)
        for tree in _trees(zones, areas)
        for part in _branches(tree)
    )
    for _, part in cuts:
        rest = sorted(whole.difference(part))
        if not zones.lacks(part) and not zones.lacks(rest):
            return zones.replace([zone], [sorted(part), rest])
    return []


def _trees(zones: Zones, areas: Sequence[int]) -> Iterator[dict[int, int]]:
    """Yield trees over areas, each from the area that is the farthest in the one before."""
    root = min(areas)
    for _ in range(ROOTS):
        tree = _tree(zones, root, {*areas})
        yield tree
        root = next(reversed(tree))


def _tree(zones: Zones, root: int, areas: set[int]) -> dict[int, int]:
    """Return the area before each, on a shortest way from the root; in their order."""
    before, ahead = {root: root}, [root]
    for area in ahead:
        for near in zones.graph.near(area).tolist():
            if near in areas and near not in before:
                before[near] = area
                ahead.append(near)
    return before


def _branches(tree: dict[int, int]) -> Iterator[list[int]]:
    """Yield what lies behind each area but the root, with it."""
    behind: dict[int, list[int]] = {area: [area] for area in tree}
    for area, before in reversed(tree.items()):
        if area != before:
            yield behind[area]
            behind[before] = behind[before] + behind[area]


def _give(zones: Zones, zone: int) -> list[int]:
    """Give an area of a larger zone to a neighbour that is the smaller for it."""
    areas = sorted(zones.members[zone])
    for area in areas if len(areas) > 1 else ():
        for other in sorted(zones.around([area]) - {zone}):
            few = len(areas) + len(zones.members[other]) <= FEW  # they were cut as well as can be
            if few or zones.total[other] + zones.alone[area] >= zones.total[zone]:
                continue
            rest = [one for one in areas if one != area]
            more = [*zones.members[other], area]
            safe = not zones.lacks(rest) and not zones.lacks(more)
            if safe and zones.one_piece(rest):
                return zones.replace([zone, other], [rest, sorted(more)])
    return []
