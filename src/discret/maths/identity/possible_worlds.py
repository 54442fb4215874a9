r"""Who is whom in every possible world: what follows by counting from who may be whom.

A world says whose record each is. Records and people come in kinds, of which there are several
alike: kind *u* of :math:`n_u` records, kind *p* of :math:`m_p` people. Worlds in which nobody is
left out are then the flows of a transport problem of this value; two such flows differ by cycles in
the residual graph. So a pair that one flow does not use is possible if and only if its two ends lie
in one strongly connected component of that graph (Berge 1957; Dulmage and Mendelsohn 1958; Régin
1994), and one flow and one search for components tell all pairs that belong to some world, and all
that belong to every world.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from discret.maths.arrays import Bools, Ints

if TYPE_CHECKING:
    from scipy.sparse import csr_array


@dataclass(frozen=True)
class Worlds:
    """What is possible, and what is certain.

    Parameters
    ----------
    fits
        Whether there is a world at all: whether what is supposed fits the records.
    possible
        For each pair, whether it is of some world; all are where there is none.
    certain
        For each pair, whether it is of every world.
    """

    fits: bool
    possible: Bools = field(repr=False)
    certain: Bools = field(repr=False)


def worlds(
    records: Ints,
    people: Ints,
    record: Ints,
    person: Ints,
    *,
    every_record: bool,
    every_person: bool,
    several: bool,
) -> Worlds:
    """Tell which pairs of a record and a person are of some world, and which are of every one.

    Parameters
    ----------
    records, people
        How many there are of each kind.
    record, person
        The pairs of kinds that may be the same, each once.
    every_record
        Whether every record is that of one of these people.
    every_person
        Whether each of these people has a record.
    several
        Whether somebody may have several records.

    Examples
    --------
    Two records that may be Ann's or Bea's, and a third that may be Bea's or Cis's: if all three
    have a record, the third is that of Cis.

    >>> one = np.ones(3, dtype=np.int64)
    >>> record, person = np.array([0, 0, 1, 1, 2, 2]), np.array([0, 1, 0, 1, 1, 2])
    >>> found = worlds(one, one, record, person, every_record=False, every_person=True,
    ...                several=False)
    >>> found.possible.tolist(), found.certain.tolist()
    ([True, True, True, True, False, True], [False, False, False, False, False, True])
    """
    nothing = np.zeros(len(record), dtype=np.bool_)
    everything = ~nothing
    met = np.bincount(record, minlength=len(records)) > 0
    if every_record and not met[records > 0].all():
        return Worlds(False, everything, nothing)
    if not every_person and (several or not every_record):
        possible = everything
        forced = nothing
    else:
        flow = _flow(records, people, record, person)
        lacking = every_person and flow.value < people.sum()
        idle = every_record and not several and flow.value < records.sum()
        if lacking or idle:
            return Worlds(False, everything, nothing)
        possible, forced = flow.possible, flow.forced
    if every_record:
        left = np.bincount(record[possible], people[person[possible]], minlength=len(records))
        forced = possible & (left[record] == 1)
    return Worlds(True, possible, forced)


@dataclass(frozen=True)
class _Flow:
    """A largest flow from people to records, and what other largest flows do to each pair."""

    value: int
    possible: Bools
    forced: Bools


def _flow(records: Ints, people: Ints, record: Ints, person: Ints) -> _Flow:
    from scipy.sparse.csgraph import connected_components, maximum_flow

    graph = _network(records, people, record, person)
    source, sink = graph.shape[0] - 2, graph.shape[0] - 1
    found = maximum_flow(graph, source, sink)
    rest = graph - found.flow
    rest.eliminate_zeros()
    part = connected_components(rest, connection="strong")[1]
    tail, head = len(records) + person, record
    used = np.asarray(found.flow[tail, head]).ravel() > 0 if len(record) else record > 0
    cycle = part[tail] == part[head]
    alone = (records[record] == 1) & (people[person] == 1)
    return _Flow(int(found.flow_value), used | cycle, used & ~cycle & alone)


def _network(records: Ints, people: Ints, record: Ints, person: Ints) -> csr_array:
    """Return the network: a source, people, records and a sink, with how many may pass."""
    from scipy.sparse import csr_array

    size = len(records) + len(people) + 2
    source, sink = size - 2, size - 1
    tail = [np.full(len(people), source), len(records) + person, np.arange(len(records))]
    head = [len(records) + np.arange(len(people)), record, np.full(len(records), sink)]
    room = [people, np.minimum(people[person], records[record]), records]
    ends = (np.concatenate(own).astype(np.int32) for own in (tail, head))
    return csr_array((np.concatenate(room).astype(np.int32), tuple(ends)), shape=(size, size))
