"""Smallest cuts between zones that share a cell: flows stopped at a threshold, compiled."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

FREE, AHEAD, BACK = 0, 1, 2  # not reached; reached from the source; reaches the sink
NOTHING_AHEAD, NOTHING_BACK = -1, -2


@numba.njit(cache=True)
def cuts(
    zones: Any,
    cells: Any,
    count: Any,
    by_zone: Any,
    by_cell: Any,
    order: Any,
    sources: Any,
    sinks: Any,
    threshold: Any,
) -> Any:
    """Cut each source from its sink, or show that this costs at least the threshold.

    The network: zone → cell with the count of their intersection, cell → each of its zones without
    limit. One number for each intersection is enough, the net flow from zone to cell: it may be as
    low as it likes and no more than the count. Paths are searched from both ends at once.

    Parameters
    ----------
    zones, cells, count
        Intersections, sorted by zone.
    by_zone
        Where the intersections of each zone begin, and where the last one ends.
    by_cell, order
        The same for cells, and the intersections sorted by cell.
    sources, sinks
        Pairs of zones.
    threshold
        Flows are followed no further than this.

    Returns
    -------
    For each pair the size of the cut, or the threshold; where the zones on the cut's side begin in
    the list of zones that comes third; and whether these are the other side of the cut.
    """
    pairs = len(sources)
    size = np.empty(pairs, dtype=np.int64)
    outside = np.zeros(pairs, dtype=np.bool_)
    begins = np.zeros(pairs + 1, dtype=np.int64)
    held = np.empty(1024, dtype=np.int64)
    number = 0
    many_zones, many_cells = len(by_zone) - 1, len(by_cell) - 1
    flow = np.zeros(len(zones), dtype=np.int64)
    changed = np.zeros(len(zones), dtype=np.bool_)
    used = np.empty(len(zones), dtype=np.int64)
    zone_mark, cell_mark = np.zeros(many_zones, dtype=np.int8), np.zeros(many_cells, dtype=np.int8)
    zone_from = np.empty(many_zones, dtype=np.int64)  # the intersection it was reached by
    cell_from, met_cells = (
        np.empty(many_cells, dtype=np.int64),
        np.empty(many_cells, dtype=np.int64),
    )
    ahead, back = np.empty(many_zones, dtype=np.int64), np.empty(many_zones, dtype=np.int64)
    path = np.empty(2 * (many_zones + many_cells) + 2, dtype=np.int64)
    for pair in range(pairs):
        source, sink = sources[pair], sinks[pair]
        total, touched, found = 0, 0, 0
        while found >= 0 and total < threshold:
            found, ahead_size, back_size, cell_size = _search(
                zones, cells, count, by_zone, by_cell, order, flow, source, sink,
                zone_mark, cell_mark, zone_from, cell_from, ahead, back, met_cells,
            )  # fmt: skip
            if found >= 0:
                down, up = _path(
                    zones, cells, found, cell_mark, zone_from, cell_from, source, sink, path
                )
                total += _send(count, flow, path, down, up, threshold - total)
                for place in range(down + len(path) - up):
                    at = path[place if place < down else up + place - down]
                    if not changed[at]:
                        changed[at] = True
                        used[touched] = at
                        touched += 1
            else:
                whole = found == NOTHING_AHEAD
                side, many = (ahead, ahead_size) if whole else (back, back_size)
                while number + many > len(held):
                    held = np.concatenate((held, np.empty_like(held)))
                held[number : number + many] = side[:many]
                number += many
                outside[pair] = not whole
            zone_mark[ahead[:ahead_size]] = FREE
            zone_mark[back[:back_size]] = FREE
            cell_mark[met_cells[:cell_size]] = FREE
        for place in range(touched):
            flow[used[place]] = 0
            changed[used[place]] = False
        size[pair] = total
        begins[pair + 1] = number
    return size, begins, held[:number].copy(), outside


@numba.njit(cache=True)
def _search(  # noqa: PLR0912 (two searches that take turns)
    zones: Any, cells: Any, count: Any, by_zone: Any, by_cell: Any, order: Any, flow: Any,
    source: Any, sink: Any,
    zone_mark: Any, cell_mark: Any, zone_from: Any, cell_from: Any, ahead: Any, back: Any,
    met_cells: Any,
) -> Any:  # fmt: skip
    """Look for a path, from the end whose next zone has fewer intersections.

    Returns
    -------
    The intersection at which both searches meet, −1 or −2 where there is no path because nothing
    more is reached from the source, or reaches the sink; and how much was reached.
    """
    zone_mark[source], zone_mark[sink] = AHEAD, BACK
    ahead[0], back[0] = source, sink
    ahead_size, back_size, ahead_at, back_at, cell_size = 1, 1, 0, 0, 0
    ahead_work, back_work = 0, 0
    while True:
        if ahead_at == ahead_size:
            return NOTHING_AHEAD, ahead_size, back_size, cell_size
        if back_at == back_size:
            return NOTHING_BACK, ahead_size, back_size, cell_size
        if ahead_work <= back_work:
            zone = ahead[ahead_at]
            ahead_at += 1
            for at in range(by_zone[zone], by_zone[zone + 1]):
                ahead_work += 1
                cell = cells[at]
                if flow[at] >= count[at] or cell_mark[cell] == AHEAD:
                    continue
                if cell_mark[cell] == BACK:
                    return at, ahead_size, back_size, cell_size
                cell_mark[cell], cell_from[cell] = AHEAD, at
                met_cells[cell_size] = cell
                cell_size += 1
                for place in range(by_cell[cell], by_cell[cell + 1]):
                    ahead_work += 1
                    other = zones[order[place]]
                    if zone_mark[other] == FREE:
                        zone_mark[other], zone_from[other] = AHEAD, order[place]
                        ahead[ahead_size] = other
                        ahead_size += 1
                    elif zone_mark[other] == BACK:
                        return order[place], ahead_size, back_size, cell_size
        else:
            zone = back[back_at]
            back_at += 1
            for at in range(by_zone[zone], by_zone[zone + 1]):
                back_work += 1
                cell = cells[at]
                if cell_mark[cell] == BACK:
                    continue
                if cell_mark[cell] == AHEAD:
                    return at, ahead_size, back_size, cell_size
                cell_mark[cell], cell_from[cell] = BACK, at
                met_cells[cell_size] = cell
                cell_size += 1
                for place in range(by_cell[cell], by_cell[cell + 1]):
                    back_work += 1
                    other_at = order[place]
                    other = zones[other_at]
                    if flow[other_at] >= count[other_at]:
                        continue
                    if zone_mark[other] == FREE:
                        zone_mark[other], zone_from[other] = BACK, other_at
                        back[back_size] = other
                        back_size += 1
                    elif zone_mark[other] == AHEAD:
                        return other_at, ahead_size, back_size, cell_size


@numba.njit(cache=True)
def _path(
    zones: Any, cells: Any, met: Any, cell_mark: Any, zone_from: Any, cell_from: Any,
    source: Any, sink: Any, path: Any,
) -> Any:  # fmt: skip
    """List the intersections of the path found, and where those from zone to cell begin.

    Those from cell to zone come first: there the flow goes down, and there is always room.
    """
    into_zone = cell_mark[cells[met]] == AHEAD
    down, up = 0, len(path)
    if into_zone:
        path[down] = met
        down += 1
    else:
        up -= 1
        path[up] = met
    cell = cells[met] if into_zone else -1
    zone = -1 if into_zone else zones[met]
    while zone != source:  # towards the source
        if cell < 0:
            path[down] = zone_from[zone]
            cell = cells[zone_from[zone]]
            down += 1
        up -= 1
        path[up] = cell_from[cell]
        zone, cell = zones[cell_from[cell]], -1
    cell = -1 if into_zone else cells[met]
    zone = zones[met] if into_zone else -1
    while zone != sink:  # towards the sink
        if cell < 0:
            up -= 1
            path[up] = zone_from[zone]
            cell = cells[zone_from[zone]]
        path[down] = cell_from[cell]
        zone, cell = zones[cell_from[cell]], -1
        down += 1
    return down, up


@numba.njit(cache=True)
def _send(count: Any, flow: Any, path: Any, down: Any, up: Any, most: Any) -> Any:
    """Send along a path as much as it holds."""
    gain = most
    for place in range(up, len(path)):
        gain = min(gain, count[path[place]] - flow[path[place]])
    for place in range(up, len(path)):
        flow[path[place]] += gain
    for place in range(down):
        flow[path[place]] -= gain
    return gain
