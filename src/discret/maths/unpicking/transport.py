"""What blanks still hide from someone who knows why they were made: a problem of transport."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from discret.maths.arrays import Bools, Ints


@dataclass(frozen=True)
class Unpicked:
    """What is possible in at least one joint completion of all blanks.

    Parameters
    ----------
    placed
        For each group: a completion exists for it and for all groups that it competes with.
    unplaced
        Number of records that no completion can place, however the others are placed.
    possible
        For each pair of group and cell: a record of the group carries the cell in a completion.
    flow
        For each pair, the number of records in one completion; loose pairs (see `unpick`) take
        what is left.
    """

    placed: Bools
    unplaced: int
    possible: Bools
    flow: Ints


def unpick(supply: Ints, group: Ints, cell: Ints, room: Ints) -> Unpicked:
    r"""Find the pairs of group and cell that occur in some joint completion.

    Parameters
    ----------
    supply
        Number of records of each group.
    group, cell
        The pairs that may be.
    room
        Number of records that each cell can take, above zero.

    Notes
    -----
    A joint completion gives each record of group g one of its cells, no cell taking more than its
    room :math:`u_c`. The records of a group are interchangeable, so a completion is an integral
    flow :math:`x_{gc} ≥ 0` with :math:`∑_c x_{gc} = s_g` (the supply) and :math:`∑_g x_{gc} ≤
    u_c`: a maximum flow finds one, or shows that there is none.

    *Loose pairs.* Call a pair loose where no other group has the cell, or where the cell has room
    for all records of all its groups. Given any completion, one record of g can be moved to the
    cell without overfilling it: a loose pair is possible as soon as there is a completion. A loose
    cell couples no groups, so all loose cells of g become one private cell with the sum
    :math:`P_g` of what they can take. Filling it first takes nothing from anyone, so
    :math:`\min(P_g, s_g)` records go there, and a flow is sought for the others only.

    *The other pairs.* Let x be such a completion, and draw the residual graph: an arc g → c for
    every pair; c → g where :math:`x_{gc} > 0`; with a sink T, c → T where c has room left and
    T → c where c holds a record; T → g where the private cell of g holds a record. (No completion
    has more in a private cell than x, so arcs g → T are not needed; every supply is used up in
    every completion, so no source is.) A pair is possible if and only if g and c are in the same
    strongly connected component. Where :math:`x_{gc} > 0`, both hold. Where it is 0: if they are
    in the same component, a shortest path from c to g, closed by g → c, is a simple cycle that
    does not use c → g; moving one record along it keeps every supply and every room, and
    :math:`x_{gc}` becomes 1. If a completion y has :math:`y_{gc} ≥ 1`, the difference y − x is a
    circulation on residual arcs, hence a sum of cycles of which one holds g → c.

    The groups that share tight cells, directly or through others, stand or fall together: where
    the flow leaves a record unplaced, none of them is `placed` and none of their pairs possible.

    References
    ----------
    .. [1] Ahuja R., Magnanti T., Orlin J. (1993). Network Flows, sections 3.5 and 6.
    .. [2] Regin J.-C. (1996). Generalized arc consistency for global cardinality constraint.

    Examples
    --------
    Two groups of one record compete for cell 0, which takes one; the first has nowhere else to go.

    >>> one = np.array([1, 1])
    >>> unpick(one, np.array([0, 1, 1]), np.array([0, 0, 1]), one).possible.tolist()
    [True, False, True]
    """
    loose = loose_pairs(supply, group, cell, room)
    own = np.minimum(room[cell], supply[group])
    private = np.minimum(_sums(group[loose], own[loose], len(supply)), supply)
    pairs, group, cell, own = group, group[~loose], cell[~loose], own[~loose]
    part = _largest_flow(supply - private, group, cell, own, room)
    lacking = supply - private - _sums(group, part, len(supply))
    placed = ~_spread(lacking > 0, group, cell, len(room))
    flow = np.zeros(len(loose), dtype=np.int64)
    flow[~loose] = part
    possible = np.ones(len(loose), dtype=np.bool_)
    possible[~loose] = _on_a_cycle(private, room, group, cell, part)
    return Unpicked(placed, int(lacking.sum()), possible & placed[pairs], flow)


def loose_pairs(supply: Ints, group: Ints, cell: Ints, room: Ints) -> Bools:
    """Mark the pairs whose cell is the group's alone, or has room for everyone.

    Examples
    --------
    >>> group, cell = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 2])
    >>> loose_pairs(np.array([1, 1]), group, cell, np.array([1, 1, 1])).tolist()
    [True, False, False, True]
    """
    alone = np.bincount(cell, minlength=len(room)) == 1
    roomy = _sums(cell, supply[group], len(room)) <= room
    return np.asarray((alone | roomy)[cell])


def _sums(places: Ints, values: Ints, size: int) -> Ints:
    return np.bincount(places, values, size).astype(np.int64)


def _largest_flow(supply: Ints, group: Ints, cell: Ints, own: Ints, room: Ints) -> Ints:
    """Place as many records as can be: the records of each pair."""
    flow = np.zeros(len(group), dtype=np.int64)
    hard = np.flatnonzero(supply[group] > 0)
    if not len(hard):
        return flow
    from scipy.sparse.csgraph import maximum_flow

    groups, left = np.unique(group[hard], return_inverse=True)
    cells, right = np.unique(cell[hard], return_inverse=True)
    right = right + len(groups)
    source, sink = len(groups) + len(cells), len(groups) + len(cells) + 1
    starts = np.concatenate(
        [np.full(len(groups), source), left, len(groups) + np.arange(len(cells))]
    )
    ends = np.concatenate([np.arange(len(groups)), right, np.full(len(cells), sink)])
    most = np.concatenate([supply[groups], own[hard], room[cells]]).astype(np.int32)
    found = maximum_flow(_graph(starts, ends, sink + 1, most), source, sink).flow
    flow[hard] = np.asarray(found[left, right]).ravel()
    return flow


def _spread(marked: Bools, group: Ints, cell: Ints, cells: int) -> Bools:
    """Mark the groups that share cells with a marked one, directly or through others."""
    if not marked.any():
        return np.zeros_like(marked)
    from scipy.sparse.csgraph import connected_components

    size = len(marked)
    graph = _graph(group, size + cell, size + cells)
    number, labels = connected_components(graph, directed=False)
    touched = np.zeros(number, dtype=np.bool_)
    touched[labels[:size][marked]] = True
    return np.asarray(touched[labels[:size]])


def _on_a_cycle(private: Ints, room: Ints, group: Ints, cell: Ints, flow: Ints) -> Bools:
    """Mark the pairs whose group and cell are in one strong component of the residual graph."""
    if not len(group):
        return np.zeros(0, dtype=np.bool_)
    from scipy.sparse.csgraph import connected_components

    size, sink = len(private), len(private) + len(room)
    held = _sums(cell, flow, len(room))
    moved = flow > 0
    spare, taken = size + np.flatnonzero(held < room), size + np.flatnonzero(held > 0)
    homes = np.flatnonzero(private > 0)
    starts = [group, size + cell[moved], spare, np.full(len(taken) + len(homes), sink)]
    ends = [size + cell, group[moved], np.full(len(spare), sink), taken, homes]
    graph = _graph(np.concatenate(starts), np.concatenate(ends), sink + 1)
    labels = connected_components(graph, directed=True, connection="strong")[1]
    return np.asarray(labels[group] == labels[size + cell])


def _graph(starts: Ints, ends: Ints, size: int, values: Any = None) -> Any:
    from scipy.sparse import csr_array

    ones = np.ones(len(starts), dtype=np.int8)
    return csr_array((ones if values is None else values, (starts, ends)), shape=(size, size))
