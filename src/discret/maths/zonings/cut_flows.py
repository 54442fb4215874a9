"""Smallest cuts between zones that share a square: flows stopped at a threshold, compiled.

The network: zone → square with the count of their intersection, square → each of its zones without
limit. One number for each intersection is enough, the net flow from zone to square: as low as it
likes and no more than the count. Paths are searched from both ends at once, for one of the two
zones may be next to everything.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Ints
from discret.maths.kernels import NONE, Number, inner, kernel

Marks = NDArray[np.int8]

# The two searches: ahead from the source, back from the sink. What they reach is marked with
# their number and 1, as numbers of a byte: as literals, each would be compiled for itself.
AHEAD, BACK = 0, 1
FREE, REACHED, REACHING = np.int8(0), np.int8(1), np.int8(2)
NOTHING_AHEAD, NOTHING_BACK, NOT_MET = -1, -2, -3
FOUND, DONE, WORK, SQUARES = 0, 2, 4, 6  # places in `sizes`, of the first search and of the second


class Net(NamedTuple):
    """Intersections sorted by zone, where those of each zone begin, and the same by square.

    Parameters
    ----------
    zones, squares, counts
        The intersections, sorted by zone.
    by_zone
        Where the intersections of each zone begin, and where the last one ends.
    by_square, order
        The same for squares, and the intersections sorted by square.
    """

    zones: Ints
    squares: Ints
    counts: Ints
    by_zone: Ints
    by_square: Ints
    order: Ints


class _Reached(NamedTuple):
    """Which zones and squares were reached, and by which intersection."""

    zone_mark: Marks
    square_mark: Marks
    zone_from: Ints
    square_from: Ints
    zones: Ints  # of each search, in order
    met: Ints  # squares
    sizes: Ints  # of each search: how many zones, how many were gone through, at what cost

    @classmethod
    def nothing(cls, zones: int, squares: int) -> _Reached:
        """Return room for what will be reached."""
        return cls(
            np.zeros(zones, dtype=np.int8),
            np.zeros(squares, dtype=np.int8),
            np.empty(zones, dtype=np.int64),
            np.empty(squares, dtype=np.int64),
            np.empty((2, zones), dtype=np.int64),
            np.empty(squares, dtype=np.int64),
            np.zeros(7, dtype=np.int64),
        )


class _Flows(NamedTuple):
    """What flows through each intersection, net, and the path along which more is sent.

    Parameters
    ----------
    flow, changed
        The flow of each intersection, and whether it is noted as not 0.
    used
        The intersections noted.
    path
        The intersections of a path: those where the flow goes down from the beginning on, those
        where it goes up at the end.
    """

    flow: Ints
    changed: Bools
    used: Ints
    path: Ints

    @classmethod
    def still(cls, intersections: int, longest: int) -> _Flows:
        """Return no flow, and room for paths of some length."""
        flow, used = np.zeros((2, intersections), dtype=np.int64)
        return cls(flow, np.zeros(intersections, np.bool_), used, np.empty(longest, np.int64))


class Cuts(NamedTuple):
    """A cut for each pair of zones.

    Parameters
    ----------
    size
        The size of the cut, or the threshold.
    begins
        Where the zones of each begin in the list, and where the last ones end.
    zones
        The zones of one side of each cut.
    outside
        Whether it is the side of the sink.
    """

    size: Ints
    begins: Ints
    zones: Ints
    outside: Bools


def cuts(net: Net, sources: Ints, sinks: Ints, threshold: int) -> Cuts:
    """Cut each source from its sink, or show that this costs at least the threshold.

    Parameters
    ----------
    net
        The network.
    sources, sinks
        Pairs of zones.
    threshold
        Flows are followed no further than this.

    Examples
    --------
    >>> zones, squares, begins = np.array([0, 1]), np.array([0, 0]), np.array([0, 1, 2])
    >>> net = Net(zones, squares, np.array([2, 9]), begins, np.array([0, 2]), np.array([0, 1]))
    >>> size, _, side, outside = cuts(net, np.array([0, 1]), np.array([1, 0]), 5)
    >>> size.tolist(), side.tolist(), outside.tolist()
    ([2, 5], [0], [False, False])
    """
    pairs, zones, squares = len(sources), len(net.by_zone) - 1, len(net.by_square) - 1
    size, begins = np.empty(pairs, dtype=np.int64), np.zeros(pairs + 1, dtype=np.int64)
    outside = np.zeros(pairs, dtype=np.bool_)
    flows = _Flows.still(len(net.zones), 2 * (zones + squares + 2))
    reached, done = _Reached.nothing(zones, squares), 0
    made = Cuts(size, begins, np.empty(zones + 1024, dtype=np.int64), outside)
    while done < pairs:
        done = int(_cuts(net, sources, sinks, threshold, done, made, flows, reached))
        if done < pairs:
            made = made._replace(zones=np.concatenate([made.zones, np.empty_like(made.zones)]))
    return made._replace(zones=made.zones[: begins[pairs]].copy())


@kernel
def _cuts(
    net: Net, sources: Ints, sinks: Ints, threshold: Number, done: Number,
    made: Cuts, flows: _Flows, reached: _Reached,
) -> Number:  # fmt: skip
    """Cut pairs, from the first that is not done on; return that at which room ran out."""
    size, begins, held, outside = made
    flow, changed, used, path = flows
    for pair in range(done, len(sources)):
        total: Number = 0
        touched: Number = NONE
        met: Number = NONE
        room = True
        begins[pair + 1] = begins[pair]
        while met >= 0 and total < threshold:
            met = _search(net, flow, sources[pair], sinks[pair], reached)
            if met >= 0:
                down, up = _path(net, reached, met, sources[pair], sinks[pair], path)
                total += _send(net.counts, flow, path, down, up, threshold - total)
                touched = _noted(path, down, up, changed, used, touched)
            else:
                outside[pair] = met == NOTHING_BACK
                room = _kept(held, begins, pair, reached, outside[pair])
            _forget(reached)
        for place in range(touched):
            flow[used[place]] = 0
            changed[used[place]] = False
        size[pair] = total
        if not room:
            return pair
    return len(sources)


@inner
def _forget(reached: _Reached) -> None:
    sizes = reached.sizes
    for search in (AHEAD, BACK):
        for place in range(sizes[FOUND + search]):
            reached.zone_mark[reached.zones[search, place]] = FREE
    for place in range(sizes[SQUARES]):
        reached.square_mark[reached.met[place]] = FREE
    for place in range(len(sizes)):
        sizes[place] = 0


@inner
def _search(net: Net, flow: Ints, source: Number, sink: Number, reached: _Reached) -> Number:
    """Look for a path, from the end that has cost less so far.

    Returns
    -------
    The intersection at which both searches meet, or which of them has nowhere to go.
    """
    reached.zone_mark[source], reached.zone_mark[sink] = REACHED, REACHING
    reached.zones[AHEAD, 0], reached.zones[BACK, 0] = source, sink
    sizes = reached.sizes
    sizes[FOUND + AHEAD], sizes[FOUND + BACK] = 1, 1
    while True:
        if sizes[DONE + AHEAD] == sizes[FOUND + AHEAD]:
            return NOTHING_AHEAD
        if sizes[DONE + BACK] == sizes[FOUND + BACK]:
            return NOTHING_BACK
        cheaper = AHEAD if sizes[WORK + AHEAD] <= sizes[WORK + BACK] else BACK
        place = _step(net, flow, reached, cheaper)
        if place != NOT_MET:
            return place


@inner
def _step(net: Net, flow: Ints, reached: _Reached, search: Number) -> Number:
    """Go on from the next zone of a search, to its squares and to their zones.

    What flows goes from zone to square, where there must be room, and from square to zone, where
    there always is: ahead the first is gone through first, back the second.
    """
    sizes, queue, ahead = reached.sizes, reached.zones[search], search == AHEAD
    own, other = (REACHED, REACHING) if ahead else (REACHING, REACHED)
    zone = queue[sizes[DONE + search]]
    sizes[DONE + search] += 1
    for at in range(net.by_zone[zone], net.by_zone[zone + 1]):
        square = net.squares[at]
        sizes[WORK + search] += 1
        if (ahead and flow[at] >= net.counts[at]) or reached.square_mark[square] == own:
            continue
        if reached.square_mark[square] == other:
            return at
        _mark_square(reached, square, at, own)
        for place in range(net.by_square[square], net.by_square[square + 1]):
            on: Number = net.order[place]
            near = net.zones[on]
            sizes[WORK + search] += 1
            if (not ahead and flow[on] >= net.counts[on]) or reached.zone_mark[near] == own:
                continue
            if reached.zone_mark[near] == other:
                return on
            reached.zone_mark[near], reached.zone_from[near] = own, on
            queue[sizes[FOUND + search]] = near
            sizes[FOUND + search] += 1
    return NOT_MET


@inner
def _mark_square(reached: _Reached, square: Number, at: Number, mark: np.int8) -> None:
    reached.square_mark[square], reached.square_from[square] = mark, at
    reached.met[reached.sizes[SQUARES]] = square
    reached.sizes[SQUARES] += 1


@inner
def _path(
    net: Net, reached: _Reached, place: Number, source: Number, sink: Number, path: Ints
) -> tuple[Number, Number]:
    """List the intersections of the path found.

    Those from square to zone stand at the beginning: there the flow goes down, and there is always
    room. Those from zone to square stand at the end.
    """
    zones, squares = net.zones, net.squares
    zone_from, square_from = reached.zone_from, reached.square_from
    into_zone = reached.square_mark[squares[place]] == REACHED
    down, up = 0, len(path)
    if into_zone:
        path[down] = place
        down += 1
    else:
        up -= 1
        path[up] = place
    square, zone = (squares[place], -1) if into_zone else (-1, zones[place])
    while zone != source:
        if square < 0:
            path[down] = zone_from[zone]
            down += 1
            square = squares[zone_from[zone]]
        up -= 1
        path[up] = square_from[square]
        zone, square = zones[square_from[square]], -1
    square, zone = (-1, zones[place]) if into_zone else (squares[place], -1)
    while zone != sink:
        if square < 0:
            up -= 1
            path[up] = zone_from[zone]
            square = squares[zone_from[zone]]
        path[down] = square_from[square]
        down += 1
        zone, square = zones[square_from[square]], -1
    return down, up


@inner
def _send(counts: Ints, flow: Ints, path: Ints, down: Number, up: Number, most: Number) -> Number:
    """Send along a path as much as it holds."""
    gain = most
    for place in range(up, len(path)):
        gain = min(gain, counts[path[place]] - flow[path[place]])
    for place in range(up, len(path)):
        flow[path[place]] += gain
    for place in range(down):
        flow[path[place]] -= gain
    return gain


@inner
def _noted(
    path: Ints, down: Number, up: Number, changed: Bools, used: Ints, touched: Number
) -> Number:
    """Note the intersections whose flow is to be taken back, each once."""
    for place in range(down + len(path) - up):
        at = path[place if place < down else up + place - down]
        if not changed[at]:
            changed[at] = True
            used[touched] = at
            touched += 1
    return touched


@inner
def _kept(held: Ints, begins: Ints, pair: Number, reached: _Reached, outside: Number) -> bool:
    """Keep the zones of the side of a cut that was gone through to its end, if there is room."""
    search = BACK if outside else AHEAD
    many = reached.sizes[FOUND + search]
    if begins[pair] + many > len(held):
        return False
    for place in range(many):
        held[begins[pair] + place] = reached.zones[search, place]
    begins[pair + 1] = begins[pair] + many
    return True
