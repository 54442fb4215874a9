"""What several releases give away together, column by column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from discret.data.beside.successive import Successive
from discret.maths.arrays import Bools, Ints
from discret.maths.releases.bounds import Bounds, bounds, cells_of
from discret.maths.releases.histories import Histories, histories, turns
from discret.maths.releases.moved import moved
from discret.maths.releases.worlds import worlds


@dataclass(frozen=True)
class Given:
    """What is told of people by one sensitive column.

    Parameters
    ----------
    told, alone
        Whose value is told by all releases, and by one of them alone.
    apart
        Who is told apart by a difference, in a group that is too small.
    undecided
        Of whom neither was found: that something is told, or that nothing is.
    changed
        Whose value is another in one release than in another.
    """

    told: Bools = field(repr=False)
    alone: Bools = field(repr=False)
    apart: Bools = field(repr=False)
    undecided: Bools = field(repr=False)
    changed: Bools = field(repr=False)

    @classmethod
    def of(cls, releases: Successive, column: str, k: int) -> Given:
        """Find what a column gives away."""
        assert releases.persons is not None  # noqa: S101 (they are followed)
        values, distinct = releases.values(column)
        missing = len(distinct)
        gap = missing if _hidden(releases, values, missing) else -1
        own = turns(releases.persons, values, releases.people, gap)
        kinds = histories(releases.groups, own.persons, len(own.owner))
        found = bounds(kinds, releases.groups, values, missing + 1, gap)
        true = _true(found, kinds, own.persons, values, gap)
        small = ~_whole(kinds, releases.groups) & (kinds.number < k)
        asked = kinds.people & (small | _one(found, true, missing))
        known = worlds(found, kinds, true, asked)
        shown = (releases.groups, values)
        open_ = (found.value == gap) & (found.high > 0)
        vague = np.bincount(found.kind, open_, minlength=found.kinds) > 0
        apart = (known.settled & small & ~vague) | _apart(kinds, known.settled, *shown, gap, k)

        def theirs(marked: Bools) -> Bools:
            return np.bincount(own.owner, marked[kinds.of], minlength=releases.people) > 0

        return cls(
            theirs(known.settled & _one(found, true, missing)),
            theirs(_alone(releases.groups, values, kinds, missing)),
            theirs(apart & kinds.people),
            theirs(asked & ~known.settled & ~known.free),
            np.bincount(own.owner, minlength=releases.people) > 1,
        )


def _hidden(releases: Successive, values: Sequence[Ints], missing: int) -> bool:
    """Whether somebody's value is missing in one release, and there in another."""
    assert releases.persons is not None  # noqa: S101 (they are followed)
    seen = np.zeros((2, releases.people), dtype=np.bool_)
    for person, value in zip(releases.persons, values, strict=True):
        there = person >= 0
        seen[(value[there] == missing).astype(np.int64), person[there]] = True
    return bool(seen.all(axis=0).any())


def _true(
    found: Bounds, kinds: Histories, persons: Sequence[Ints], values: Sequence[Ints], gap: int
) -> Ints:
    """Return how many people of each pair there are: what the attacker does not know."""
    size = max(int(own.max(initial=0)) for own in (found.value, *values)) + 1
    held = np.full(len(kinds.of), gap)
    many = np.zeros(found.kinds * size, dtype=np.int64)
    for person, value, nobody in zip(persons, values, kinds.nobody, strict=True):
        shown = (person >= 0) & (value != gap)
        held[person[shown]] = value[shown]
        np.add.at(many, nobody * size + value[person < 0], 1)
    np.add.at(many, kinds.of * size + held, 1)
    return np.asarray(many[found.kind * size + found.value])


def _one(found: Bounds, true: Ints, missing: int) -> Bools:
    """Mark the kinds whose people all have one value in truth, which is not missing."""
    several = np.bincount(found.kind, true > 0, minlength=found.kinds) > 1
    gone = np.bincount(found.kind, (true > 0) & (found.value == missing), minlength=found.kinds)
    return np.asarray(~several & (gone == 0))


def _alone(groups: Sequence[Ints], values: Sequence[Ints], kinds: Histories, missing: int) -> Bools:
    """Mark the kinds of people who are in a group of one value, in some release."""
    marked = np.zeros(len(kinds.number), dtype=np.bool_)
    for place, (group, value) in enumerate(zip(groups, values, strict=True)):
        cells = cells_of(group, value, missing + 1)
        first, many = cells.span(np.arange(int(group.max()) + 1), missing + 1)
        single = (many == 1) & (cells.code[first] % (missing + 1) != missing)
        path = kinds.path[:, place]
        marked |= (path >= 0) & single[np.maximum(path, 0)]
    return marked


def _whole(kinds: Histories, groups: Sequence[Ints]) -> Bools:
    """Mark the kinds that are all of a group that was published."""
    whole = np.zeros(len(kinds.number), dtype=np.bool_)
    for place, group in enumerate(groups):
        path = kinds.path[:, place]
        whole |= (path >= 0) & (np.bincount(group)[np.maximum(path, 0)] == kinds.number)
    return whole


def _apart(
    kinds: Histories,
    settled: Bools,
    groups: Sequence[Ints],
    values: Sequence[Ints],
    gap: int,
    k: int,
) -> Bools:
    """Mark the kinds that are fewer than k together, known by subtracting from what is shown.

    What is subtracted is another release, of which they are what moved; or the people of their
    group of whom all is known.
    """
    marked = np.zeros(len(kinds.number), dtype=np.bool_)
    hides = [
        np.bincount(group, value == gap) > 0 for group, value in zip(groups, values, strict=True)
    ]
    for one, other in combinations(range(len(groups)), 2):
        found = moved(kinds, one, other)
        marked |= found.alone(kinds, k) & ~found.touched((hides[one], hides[other]))
    for place, hidden in enumerate(hides):
        marked |= _left_over(kinds, settled, place, hidden, k)
    return marked


def _left_over(kinds: Histories, settled: Bools, place: int, hidden: Bools, k: int) -> Bools:
    """Mark who is left of a group once everybody is taken off of whom all is known."""
    path = kinds.path[:, place]
    there = path >= 0

    def count(marked: Bools) -> Ints:
        own = marked & there
        return np.bincount(path[own], kinds.number[own], len(hidden)).astype(np.int64)

    left, off, nobody = count(~settled), count(settled), count(~settled & ~kinds.people)
    few = (left < k) & (off > 0) & (nobody == 0) & ~hidden
    return np.asarray(there & ~settled & few[np.maximum(path, 0)])


def movements(releases: Successive, kinds: Histories | None) -> dict[str, Any]:
    """Count who stayed, joined and left, where people are followed."""
    sizes = {
        "releases": len(releases.groups),
        "records": releases.records,
        "followed": kinds is not None,
    }
    if kinds is None or releases.persons is None:
        return sizes
    there, number = kinds.present, np.where(kinds.people, kinds.number, 0)
    before, last = there[:, :-1].any(axis=1), there[:, -1]
    latest = there[:, -2] if there.shape[1] > 1 else before
    return {
        **sizes,
        "people": releases.people,
        "stayed": int(number[before & last].sum()),
        "joined": int(number[last & ~latest].sum()),
        "left": int(number[before & ~last].sum()),
        "nobody": int(kinds.number[~kinds.people].sum()),
    }
