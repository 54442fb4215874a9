"""The smallest zones that are safe: neighbouring areas together, as few as will do."""

from __future__ import annotations

from collections.abc import Callable
from math import floor
from typing import NamedTuple

import numpy as np

from discret.maths import places
from discret.maths.arrays import Bools, Ints
from discret.maths.places.gathering import Rule, Zones, gathered, zone_of
from discret.maths.places.graph import Graph, attached, components, contracted, numbered
from discret.maths.places.held import Asked, Held, counts_of
from discret.maths.places.live import given_up, live_rows, pairs_in
from discret.maths.places.recutting import recut

WHOLE = 12  # areas of a component whose cuts are all looked at
RULES: tuple[Rule, ...] = ("relief", "ratio")
Tell = Callable[[float], None]


def _silent(share: float) -> None:
    """Tell nobody how far the search is."""


class Smallest(NamedTuple):
    """Zones, and how far from the best they may be.

    Parameters
    ----------
    zone
        The zone of each area; −1 where nothing that it hangs together with can be kept.
    kept
        The rows that are kept.
    bound
        The most records that can be kept.
    squares, squares_bound
        The sum of squares of the records that were searched for, and the least that there may be.
    zones_bound
        The most zones that there may be.
    exact
        Whether it is proven that no zones are better.
    """

    zone: Ints
    kept: Bools
    bound: int
    squares: int
    squares_bound: int
    zones_bound: int
    exact: bool


def smallest_zones(
    own: Held, graph: Graph, asked: Asked, save: float = 1.0, tell: Tell = _silent
) -> Smallest:
    """Put areas together in the smallest safe zones that keep what can be kept, or a share of it.

    Examples
    --------
    Six areas in a row of one person each; the last has a combination of its own.

    >>> from discret.maths.places.graph import graph_of
    >>> from discret.maths.places.held import held
    >>> row = graph_of(np.stack([np.arange(5), np.arange(1, 6)], axis=1), 6)
    >>> own = held(np.arange(6), np.arange(6), np.array([0, 0, 0, 0, 0, 1]), np.ones(6, int), 6)
    >>> found = smallest_zones(own, row, Asked(people=2, k=2, records=False))
    >>> found.zone.tolist(), found.kept.tolist()
    ([0, 0, 0, 1, 1, 1], [True, True, True, True, True, False])
    >>> found.bound, found.squares, found.squares_bound
    (5, 13, 10)
    """
    part = components(graph)
    live = live_rows(own, part, asked)
    bound = int(own.facts[live].sum())
    wanted = own.only(live)
    gone = given_up(wanted, part, asked, floor((1 - save) * bound + 1e-9)) if save < 1 else None
    used = wanted if gone is None else wanted.only(~gone)
    total = used.totals()
    zone, exact = _searched(used, graph, asked, total > 0, tell)
    squares = int((np.bincount(zone[zone >= 0], total[zone >= 0]).astype(np.int64) ** 2).sum())
    least, most = places.reach.bounds(total, places.reach.least_around(used, graph, asked))
    whole = gone is None or not gone.any()
    proven = whole and (exact or squares == least)
    return Smallest(zone, kept_in(own, zone, asked), bound, squares, least, most, proven)


def kept_in(own: Held, zone: Ints, asked: Asked) -> Bools:
    """Mark the rows whose combination has enough in the zone of their area."""
    where = zone[own.area]
    zones, combinations, count = counts_of(where, own, asked)
    enough = count >= asked.k
    found = pairs_in(where + 1, own.combination, zones[enough] + 1, combinations[enough])
    return np.asarray((where >= 0) & found)


def _searched(own: Held, graph: Graph, asked: Asked, full: Bools, tell: Tell) -> tuple[Ints, bool]:
    """Return the zone of each area, and whether all cuts were looked at.

    Areas without records go with the nearest that has some, so that zones hang together.
    """
    owner = attached(graph, full)
    heads = np.flatnonzero(full)
    place = np.full(graph.areas + 1, -1)
    place[heads] = np.arange(len(heads))
    group = place[owner]
    small, inside = contracted(graph, group, len(heads)), place[:-1][own.area]
    rows = own._replace(begins=_begins_at(inside, len(heads)))
    zone = np.full(len(heads) + 1, -1)
    part = components(small)
    exact = not ((owner >= 0) & ~full).any()
    for number in range(int(part.max(initial=-1)) + 1):
        areas = np.flatnonzero(part == number)
        zone[areas] = _component(rows, small, asked, areas)
        exact &= len(areas) <= WHOLE
        tell(float((part <= number).mean()))
    return numbered(zone[group]), bool(exact)


def _begins_at(area: Ints, areas: int) -> Ints:
    counted = np.bincount(area, minlength=areas)
    return np.concatenate([[0], np.cumsum(counted)]).astype(np.int64)


def _component(own: Held, graph: Graph, asked: Asked, areas: Ints) -> Ints:
    """Return the zone of each area of a component, as the number of an area."""
    if len(areas) <= WHOLE:
        marks = places.shortage.marks_for(own)
        label = places.subset_cuts.best_cut(own, asked, marks, graph, areas)
        assert label is not None  # noqa: S101 (all areas together are a zone)
        first = [int(areas[np.argmax(label == one)]) for one in range(int(label.max()) + 1)]
        return np.array(first, dtype=np.int64)[label]
    found = [recut(gathered(Zones(own, graph, asked, areas.tolist()), rule)) for rule in RULES]
    return zone_of(min(found, key=lambda zones: zones.squares), areas)
