"""Worlds in which two values are exchanged, and that show the same in every group.

Where some people have v and others w, who of them has which may be exchanged if every group keeps
as many of each. In two releases people are arrows between groups, those with v from the first
to the second and those with w back: what lies on a round tour can be exchanged, and nothing else of
two values can. Of more releases, one is held against all others together, which finds less; and
where each group that hangs together has v as often as w, all can be exchanged, as in m-invariant
releases. Whoever is absent sets no bound: all of them are one place that tours may pass.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.matching import group_ids

PAIR = 2  # releases, or values
LOOKS = 30_000_000  # at a kind and a value, in all rounds together


class _Arrows(NamedTuple):
    """Kinds of people by value, each value having one other that it may be exchanged for."""

    kind: Ints
    number: Ints  # of people
    pair: Ints  # of values
    first: Bools  # whether it is the first of the two
    both: Bools  # whether people of the same kind have the other, too


def exchanged(path: Ints, kind: Ints, value: Ints, true: Ints, asked: Bools) -> Bools:
    """Mark the kinds that have other values in a world where two values are exchanged.

    Parameters
    ----------
    path
        Kinds × releases: the group, −1 where they are absent.
    kind, value, true
        How many people of kinds have which value.
    asked
        The kinds that are asked about.

    Examples
    --------
    >>> path = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    >>> value = np.array([0, 1, 1, 0])
    >>> exchanged(path, np.arange(4), value, np.ones(4, dtype=int), np.ones(4, dtype=bool)).all()
    np.True_
    """
    there = true > 0
    kind, number = kind[there], true[there]
    distinct, code = np.unique(value[there], return_inverse=True)
    free = np.zeros(len(path), dtype=np.bool_)
    ends = _ends(path)
    rounds = len(distinct) - 1 + len(distinct) % 2
    for turn in range(min(rounds, LOOKS // max(len(kind), 1))):
        left = asked & ~free
        if not left.any():
            break
        arrows = _arrows(kind, number, code.astype(np.int64), rounds, turn, left)
        free |= _balanced(path, arrows)
        for one, other in ends:
            free |= _touring(one, other, arrows)
    return free & asked


def _ends(path: Ints) -> list[tuple[Ints, Ints]]:
    """Return where arrows begin and end: each release, held against all the others."""
    ways = []
    for release in range(path.shape[1]):
        rest = np.delete(path, release, axis=1)
        ids, size = group_ids(rest)
        one = np.where((rest >= 0).any(axis=1), ids + 1, 0)
        ways.append((one, np.where(path[:, release] >= 0, size + 1 + path[:, release], 0)))
    return ways[1:] if len(ways) == PAIR else ways  # of two, either way is the same


def _arrows(kind: Ints, number: Ints, code: Ints, rounds: int, turn: int, left: Bools) -> _Arrows:
    """Give every value another one, as players of a tournament meet: each the others once."""
    partner = (turn - code) % rounds
    last = (turn * ((rounds + 1) // 2)) % rounds
    partner = np.where(code == rounds, last, np.where(partner == code, rounds, partner))
    pair = np.minimum(code, partner)
    wanted = np.zeros(rounds + 1, dtype=np.bool_)
    wanted[pair[left[kind]]] = True
    kept = wanted[pair]
    kind, number, pair, first = kind[kept], number[kept], pair[kept], (code < partner)[kept]
    own = kind * (rounds + 1) + pair
    _, at, many = np.unique(own, return_inverse=True, return_counts=True)
    return _Arrows(kind, number, pair, first, many[at] > 1)


def _touring(one: Ints, other: Ints, arrows: _Arrows) -> Bools:
    """Mark the kinds that lie on a round tour."""
    size = int(max(one.max(initial=0), other.max(initial=0))) + 1
    begin, end = (arrows.pair * size + own[arrows.kind] for own in (one, other))
    start, stop = np.where(arrows.first, begin, end), np.where(arrows.first, end, begin)
    places, at = np.unique(np.concatenate([start, stop]), return_inverse=True)
    start, stop = np.split(at, 2)
    of = _components(start, stop, len(places), strong=True)
    marked = np.zeros(len(one), dtype=np.bool_)
    marked[arrows.kind[(of[start] == of[stop]) & ~arrows.both]] = True
    return marked


def _balanced(path: Ints, arrows: _Arrows) -> Bools:
    """Mark the kinds among whom both values can be exchanged all at once."""
    releases, groups = path.shape[1], int(path.max(initial=0)) + 1
    own = path[arrows.kind]
    arrow, release = np.nonzero(own >= 0)
    code = (arrows.pair[arrow] * releases + release) * groups + own[arrow, release]
    places, at = np.unique(code, return_inverse=True)
    sign = np.where(arrows.first, 1, -1) * arrows.number
    over = np.bincount(at, sign[arrow], minlength=len(places)) != 0
    size = len(arrows.kind)
    of = _components(arrow, size + at, size + len(places), strong=False)
    bad = np.bincount(of[size:], over, minlength=int(of.max(initial=-1)) + 1) > 0
    marked = np.zeros(len(path), dtype=np.bool_)
    marked[arrows.kind[~bad[of[:size]] & ~arrows.both]] = True
    return marked


def _components(start: Ints, stop: Ints, size: int, *, strong: bool) -> Any:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    graph = coo_array((np.ones(len(start), dtype=np.int8), (start, stop)), shape=(size, size))
    way = "strong" if strong else "weak"
    return connected_components(graph.tocsr(), directed=True, connection=way)[1]
