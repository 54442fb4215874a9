"""Worlds in which two values are exchanged, and that show the same in every group.

Where some people have v and others w, who of them has which may be exchanged if every group keeps
as many of each. In two releases people are arrows between groups, those with v from the first
to the second and those with w back: what lies on a round tour can be exchanged, and nothing else of
two values can. Of more releases, one is held against all others together, which finds less; and
where each group that hangs together has v as often as w, all can be exchanged, as in m-invariant
releases. Whoever is absent sets no bound: all of them are one place that tours may pass. Whoever
changed takes another value only if somebody did change from that one, or to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.matching import group_ids

PAIR = 2  # releases, or values
LOOKS = 30_000_000  # at a kind and a value, in all rounds together
STATE = 2007  # of the draws: the same releases give the same answer


@dataclass(frozen=True)
class Units:
    """People by kind and value.

    Parameters
    ----------
    kind, value, number
        How many people of which kind have which value.
    label
        What is asked about, for each value: worlds that differ in it are looked for.
    first, others
        Of the last units, each a turn of somebody who changed: when it begins, and the values of
        the other turns by when these begin, −1 elsewhere.
    columns
        What each value shows, values × columns: in which of them somebody changed is known.
    """

    kind: Ints = field(repr=False)
    value: Ints = field(repr=False)
    number: Ints = field(repr=False)
    label: Ints = field(repr=False)
    first: Ints = field(repr=False)
    others: Ints = field(repr=False)
    columns: Ints = field(repr=False)

    def may_have(self, value: Ints) -> Bools:
        """Mark the units that may have another value: somebody did change so."""
        allowed = np.ones(len(self.kind), dtype=np.bool_)
        start = len(self.kind) - len(self.first)
        now, then = self.value[start:], value[start:]
        for release in range(self.others.shape[1]):
            other = self.others[:, release]
            there = other >= 0
            known = np.unique(self._change(now, other, release)[there])
            asked = self._change(then, other, release)
            fits = np.isin(asked, known) & (other != now) & (other != then)
            allowed[start:] &= ~there | (fits & self._alike(now, then, other))
        return allowed

    def _alike(self, now: Ints, then: Ints, other: Ints) -> Bools:
        """Mark the values that differ from others in the same columns as what stands there now."""
        shown = self.columns[other]
        return np.asarray(
            ((self.columns[now] == shown) == (self.columns[then] == shown)).all(axis=1)
        )

    def _change(self, value: Ints, other: Ints, release: int) -> Ints:
        size = len(self.label)
        return np.asarray(
            ((self.first * self.others.shape[1] + release) * size + value) * size + other
        )


class _Arrows(NamedTuple):
    """Kinds of people by value, each value having one other that it may be exchanged for."""

    unit: Ints
    kind: Ints
    number: Ints  # of people
    pair: Ints  # of values
    first: Bools  # whether it is the first of the two
    both: Bools  # whether people of the same kind have the other, too


def exchanged(path: Ints, units: Units, wanted: Ints) -> Ints:
    """Count the values for which each kind may exchange one of its own, in some world each.

    Parameters
    ----------
    path
        Kinds × releases: the group, −1 where they are absent.
    units
        How many people of kinds have which value.
    wanted
        How many such values are looked for, of each kind.

    Examples
    --------
    >>> path = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    >>> value, none = np.array([0, 1, 1, 0]), np.zeros(0, dtype=int)
    >>> units = Units(np.arange(4), value, np.ones(4, dtype=int), np.arange(2), none,
    ...               np.zeros((0, 2), dtype=int), np.arange(2)[:, None])
    >>> exchanged(path, units, np.ones(4, dtype=int)).tolist()
    [1, 1, 1, 1]
    """
    found = np.zeros(len(path), dtype=np.int64)
    met = np.full((len(units.kind), int(wanted.max(initial=0))), -1, dtype=np.int64)
    ends = _ends(path)
    for partner in _partners(path, units):
        left = found < wanted
        if not left.any():
            break
        arrows = _arrows(units, partner, left)
        free = _balanced(path, arrows)
        for one, other in ends:
            free |= _touring(one, other, arrows)
        _note(met, arrows.unit[free & ~arrows.both], partner[units.value])
        np.maximum.at(found, units.kind, (met >= 0).sum(axis=1))
    return found


def _note(met: Ints, unit: Ints, other: Ints) -> None:
    """Write down the values that units may have instead, each once, as far as there is room."""
    unit = unit[~(met[unit] == other[unit][:, None]).any(axis=1)]
    place = (met[unit] >= 0).sum(axis=1)
    room = place < met.shape[1]
    met[unit[room], place[room]] = other[unit[room]]


def _partners(path: Ints, units: Units) -> Iterator[Ints]:
    """Yield, round after round, the value that each may be exchanged for; itself where none.

    Values meet as players of a tournament do, each the others once; where they are too many for
    that, those meet that are in a group together, drawn anew each time.
    """
    distinct = np.unique(units.value)
    looks = LOOKS // max(len(units.kind), 1)
    rounds = len(distinct) - 1 + len(distinct) % 2
    if rounds <= looks:
        for turn in range(rounds):
            yield _met(distinct, rounds, turn, len(units.label))
        return
    rng = np.random.default_rng(STATE)
    for turn in range(looks):
        yield _neighbours(path[units.kind, turn % path.shape[1]], units, rng)


def _met(distinct: Ints, rounds: int, turn: int, size: int) -> Ints:
    code = np.arange(len(distinct))
    partner = (turn - code) % rounds
    last = (turn * ((rounds + 1) // 2)) % rounds
    partner = np.where(code == rounds, last, np.where(partner == code, rounds, partner))
    found = np.arange(size)
    there = partner < len(distinct)
    found[distinct[there]] = distinct[partner[there]]
    return found


def _neighbours(group: Ints, units: Units, rng: np.random.Generator) -> Ints:
    """Pair values that are in a group together, each once at most."""
    order = np.lexsort((rng.random(len(group)), group))
    order = order[group[order] >= 0]
    one, other = order[:-1], order[1:]
    near = group[one] == group[other]
    ends = np.stack([units.value[one[near]], units.value[other[near]]], axis=1)
    ends = ends[units.label[ends[:, 0]] != units.label[ends[:, 1]]]
    ends = ends[rng.permutation(len(ends))]
    found = np.arange(len(units.label))
    if not len(ends):
        return found
    at = np.repeat(np.arange(len(ends)), PAIR)
    values, first = np.unique(ends.ravel(), return_index=True)
    place = np.full(len(units.label), -1)
    place[values] = at[first]
    taken = ends[(place[ends] == np.arange(len(ends))[:, None]).all(axis=1)]
    found[taken[:, 0]], found[taken[:, 1]] = taken[:, 1], taken[:, 0]
    return found


def _ends(path: Ints) -> list[tuple[Ints, Ints]]:
    """Return where arrows begin and end: each release, held against all the others."""
    ways = []
    for release in range(path.shape[1]):
        rest = np.delete(path, release, axis=1)
        ids, size = group_ids(rest)
        one = np.where((rest >= 0).any(axis=1), ids + 1, 0)
        ways.append((one, np.where(path[:, release] >= 0, size + 1 + path[:, release], 0)))
    return ways[1:] if len(ways) == PAIR else ways  # of two, either way is the same


def _arrows(units: Units, partner: Ints, left: Bools) -> _Arrows:
    """Return the units that may be exchanged, of pairs of values that somebody asks about."""
    other = partner[units.value]
    pair = np.minimum(units.value, other)
    wanted = np.zeros(len(units.label), dtype=np.bool_)
    wanted[pair[left[units.kind]]] = True
    meets = wanted[pair] & (units.label[units.value] != units.label[other])
    own = units.kind * len(units.label) + pair
    _, at, many = np.unique(own[meets], return_inverse=True, return_counts=True)
    both = np.zeros(len(own), dtype=np.bool_)
    both[meets] = _several(units.value[meets], at, len(many))
    kept = meets & (units.may_have(other) if len(units.first) else True)
    return _Arrows(
        np.flatnonzero(kept),
        units.kind[kept],
        units.number[kept],
        pair[kept],
        (units.value < other)[kept],
        both[kept],
    )


def _several(value: Ints, at: Ints, many: int) -> Bools:
    """Mark the units of kinds that have both values of a pair."""
    low, high = np.full(many, np.iinfo(np.int64).max), np.full(many, -1)
    np.minimum.at(low, at, value)
    np.maximum.at(high, at, value)
    return np.asarray((low != high)[at])


def _touring(one: Ints, other: Ints, arrows: _Arrows) -> Bools:
    """Mark the arrows that lie on a round tour."""
    size = int(max(one.max(initial=0), other.max(initial=0))) + 1
    begin, end = (arrows.pair * size + own[arrows.kind] for own in (one, other))
    start, stop = np.where(arrows.first, begin, end), np.where(arrows.first, end, begin)
    places, at = np.unique(np.concatenate([start, stop]), return_inverse=True)
    start, stop = np.split(at, 2)
    of = _components(start, stop, len(places), strong=True)
    return np.asarray(of[start] == of[stop])


def _balanced(path: Ints, arrows: _Arrows) -> Bools:
    """Mark the arrows whose values can be exchanged all at once."""
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
    return np.asarray(~bad[of[:size]])


def _components(start: Ints, stop: Ints, size: int, *, strong: bool) -> Any:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    graph = coo_array((np.ones(len(start), dtype=np.int8), (start, stop)), shape=(size, size))
    way = "strong" if strong else "weak"
    return connected_components(graph.tocsr(), directed=True, connection=way)[1]
