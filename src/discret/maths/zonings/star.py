"""The star in the graph of zones: a centre, and the branches that are left without it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from discret.maths.arrays import Ints
from discret.maths.zonings.graph import components, edges


@dataclass(frozen=True)
class Star:
    """The zone of the largest component that has the most neighbours, and what it links.

    A set of zones and the others of its component tell the same. So whoever tests sets may leave
    the centre out, and test each branch by itself (Costemalle 2018, section 2.3).

    Parameters
    ----------
    centre
        The zone; −1 where no two zones are linked.
    vertices
        Zones of its component, with it.
    neighbours
        Zones that are linked to it.
    branches
        Components that are left of these without it.
    largest
        Zones of the largest branch.
    """

    centre: int
    vertices: int
    neighbours: int
    branches: int
    largest: int


def star(zone: Ints, square: Ints, count: Ints) -> Star:
    """Find the centre of the largest component of a crossed table, and count its branches.

    Examples
    --------
    Zone 0 shares a square with 1, one with 2; 2 shares one with 3.

    >>> zone, square = np.array([0, 1, 0, 2, 2, 3]), np.array([0, 0, 1, 1, 2, 2])
    >>> star(zone, square, np.ones(6, dtype=int))
    Star(centre=0, vertices=4, neighbours=2, branches=2, largest=2)
    """
    source = edges(zone, square, count)[0]
    if not len(source):
        return Star(-1, 0, 0, 0, 0)
    present, own = np.unique(zone, return_inverse=True)
    part = components(own.ravel(), square, len(present))
    inside = part == np.bincount(part).argmax()
    links = np.bincount(np.searchsorted(present, source), minlength=len(present))
    centre = int(np.where(inside, links, -1).argmax())
    rest = inside[own.ravel()] & (own.ravel() != centre)
    without, places = np.unique(own.ravel()[rest], return_inverse=True)
    sizes = np.bincount(components(places.ravel(), square[rest], len(without)))
    return Star(
        centre=int(present[centre]),
        vertices=int(inside.sum()),
        neighbours=int(links[centre]),
        branches=len(sizes),
        largest=int(sizes.max()),
    )
