"""How many joint completions of blanks there are, and which: each cell has little room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10, prod

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.unpicking.placements import Pairs, ways_of_parts
from discret.maths.unpicking.transport import loose_pairs

LARGEST = 2**53  # above, JSON readers lose digits


@dataclass(frozen=True)
class Completions:
    """A number of completions: itself where it is known and not too large, and bounds.

    Parameters
    ----------
    number
        The number; ``None`` where it is not known exactly, or above :math:`2^{53}`.
    least, most
        Bounds of its decimal logarithm; equal where it is known exactly.
    """

    number: int | None
    least: float
    most: float


def count_completions(
    supply: Ints, group: Ints, cell: Ints, room: Ints, flow: Ints, limit: int
) -> Completions:
    r"""Count the ways to give each record of each group a cell, within the room of the cells.

    Parameters
    ----------
    supply, group, cell, room
        The groups with their records, the possible pairs, the room of the cells, as in `unpick`.
    flow
        One completion, as `unpick` gives it.
    limit
        Number of partial completions to hold at most while counting.

    Notes
    -----
    Records are told apart: a group of s records with d cells that have room for all of them is
    completed in :math:`d^s` ways. Groups that share tight cells are counted together, one after
    the other, by what they leave of the room; independent parts multiply. Counting is as hard as
    a permanent: past `limit`, a part gets bounds.

    *Above*: :math:`∏ d_g^{s_g}`. *Below*: what room the completion `flow` leaves is dealt out,
    each unit to one group. Group g then has d cells with room of its own, enough for all its
    records: placed one after the other, whatever the other groups do, record :math:`i + 1` has at
    least :math:`d - i` of them to choose from, never less than one, nor less than the number of
    cells with room for all of g.

    Examples
    --------
    Two records share two cells with room for one each: one way, or the other way round.

    >>> two = np.array([0, 1])
    >>> count_completions(np.array([2]), two * 0, two, two * 0 + 1, two * 0, 10).number
    2
    """
    loose = loose_pairs(supply, group, cell, room)
    degree = np.bincount(group, minlength=len(supply))
    most = supply * np.log10(np.maximum(degree, 1))
    least = _least(supply, group, cell, room, flow, loose)
    coupled = np.zeros(len(supply), dtype=np.bool_)
    coupled[group[~loose | (room[cell] < supply[group])]] = True
    parts = _parts(coupled, group[~loose], cell[~loose], len(room))
    ways = ways_of_parts(parts, Pairs.of(supply, group, cell, room, loose), limit)
    low = high = float(most[~coupled].sum())
    for members, number in zip(parts, ways, strict=True):
        low += float(least[members].sum()) if number is None else log10(number)
        high += float(most[members].sum()) if number is None else log10(number)
    known = [number for number in ways if number is not None]
    if len(known) < len(ways) or low > log10(LARGEST):
        return Completions(None, low, high)
    free = zip(degree[~coupled].tolist(), supply[~coupled].tolist(), strict=True)
    return Completions(prod(known) * prod(d**s for d, s in free if d > 1), low, high)


def list_completions(
    cells: Sequence[Sequence[int]], room: Sequence[int], limit: int
) -> list[tuple[int, ...]] | None:
    """List the ways to give each record one of its cells, ``None`` where they pass the limit.

    Examples
    --------
    Figure 2.2 of Bergeat (2015): the woman was 25 to 50; the two men under 25 and over 50.

    >>> list_completions([[0], [1, 2], [1, 2]], [1, 1, 1], 10)
    [(0, 1, 2), (0, 2, 1)]
    """
    found: list[tuple[int, ...]] = [()]
    for own in cells:
        found = [(*pair, c) for pair in found for c in own if pair.count(c) < room[c]]
        if len(found) > limit:
            return None
    return found


def _least(supply: Ints, group: Ints, cell: Ints, room: Ints, flow: Ints, loose: Bools) -> Floats:
    """Bound the logarithm of the ways of each group from below, others staying in their room."""
    if not len(supply):
        return np.zeros(0)
    own = np.minimum(room[cell], supply[group])
    own[~loose] = flow[~loose] + _dealt(cell[~loose], flow[~loose], room)
    d = np.bincount(group[own > 0], minlength=len(supply))
    always = np.bincount(group[own >= supply[group]], minlength=len(supply))
    floor = np.maximum(always, 1)
    falling = np.clip(d - floor, 0, supply)
    from scipy.special import gammaln

    product = gammaln(d + 1.0) - gammaln(d - falling + 1.0)
    return np.asarray((product + (supply - falling) * np.log(floor)) / np.log(10))


def _dealt(cell: Ints, flow: Ints, room: Ints) -> Ints:
    """Deal out what room is left, one unit to a pair, those without a record coming first."""
    spare = room - np.bincount(cell, flow, len(room)).astype(np.int64)
    order = np.lexsort((flow, cell))
    ranked = cell[order]
    rank = np.arange(len(cell)) - np.searchsorted(ranked, ranked)
    dealt = np.zeros(len(cell), dtype=np.int64)
    dealt[order] = rank < spare[ranked]
    return dealt


def _parts(coupled: Bools, group: Ints, cell: Ints, cells: int) -> list[Ints]:
    """Return the coupled groups, those that share tight cells together, few first."""
    if not coupled.any():
        return []
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    size = len(coupled)
    shape = (size + cells, size + cells)
    graph = csr_array((np.ones(len(group), dtype=np.int8), (group, size + cell)), shape=shape)
    labels = connected_components(graph, directed=False)[1][:size]
    members = np.flatnonzero(coupled)
    members = members[np.argsort(labels[members], kind="stable")]
    parts = np.split(members, np.flatnonzero(np.diff(labels[members])) + 1)
    return sorted((part for part in parts if len(part)), key=len)
