"""What several releases give away together, column by column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from discret.data.beside.successive import Successive
from discret.maths.arrays import Bools, Ints
from discret.maths.releases.bounds import Bounds, Cells, bounds, cells_of
from discret.maths.releases.exchanges import Units
from discret.maths.releases.few import few
from discret.maths.releases.histories import Histories, Turns, histories, turns
from discret.maths.releases.moved import moved
from discret.maths.releases.programs import Truth
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
        """Find what a column gives away, by itself and by all that records show beside it."""
        values, distinct = releases.values(column)
        missing = len(distinct)
        gap = missing if _hidden(releases, values, missing) else -1
        own = np.arange(missing + 1)
        alone = _seen(releases, Seen(values, own[:, None], own, missing, gap), k)
        both = releases.together(column)
        if both is None:
            return alone
        more = _seen(releases, Seen(*both, missing, -1), k)
        told = alone.told | more.told
        return cls(
            told,
            alone.alone,
            alone.apart | more.apart,
            more.undecided & ~told,  # a world of all that is shown is one of each column
            alone.changed,
        )


class Seen(NamedTuple):
    """What records show, as numbers, and the sensitive value that each of these has.

    Parameters
    ----------
    values
        For each release, what each record shows.
    columns
        What each of these is in each column.
    label
        The sensitive value of each.
    missing
        The sensitive value that stands for none.
    gap
        What stands for something that is not shown, and may be any; −1 where nothing does.
    """

    values: list[Ints]
    columns: Ints
    label: Ints
    missing: int
    gap: int


def _seen(releases: Successive, seen: Seen, k: int) -> Given:
    """Find what is told by what records show."""
    assert releases.persons is not None  # noqa: S101 (they are followed)
    groups, values = releases.groups, seen.values
    own = turns(groups, releases.persons, values, releases.people, seen.gap, seen.columns)
    kinds = histories(groups, own.persons, len(own.owner), own.mark)
    found = bounds(kinds, groups, values, len(seen.label), seen.gap)
    true = _truth(found, kinds, own, seen)
    single = _one(found, true, seen.missing)
    small = kinds.people & ~_whole(kinds, groups) & (kinds.number < k)
    wanted = np.where(small, k - kinds.number, 0)
    wanted = np.where(kinds.people & single, np.maximum(wanted, 1), wanted)
    known = worlds(found, kinds, true, wanted)
    open_ = (found.value == seen.gap) & (found.high > 0)
    vague = np.bincount(found.kind, open_, minlength=found.kinds) > 0
    apart = (known.settled & small & ~vague) | _apart(
        kinds, known.settled, groups, values, seen.gap, k
    )
    asked = small & ~known.settled & ~apart & (kinds.number + known.others < k)
    sets = few(found, kinds, true, asked, known.settled, k)
    apart |= sets.apart & ~vague
    labels = [seen.label[value] for value in values]
    unknown = (wanted > 0) & ~known.settled & ~known.free

    def theirs(marked: Bools) -> Bools:
        return np.bincount(own.owner, marked[kinds.of], minlength=releases.people) > 0

    return Given(
        theirs(known.settled & single),
        theirs(_alone(groups, labels, kinds, seen.missing)),
        theirs(apart & kinds.people),
        theirs(unknown | sets.undecided),
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


def _truth(found: Bounds, kinds: Histories, own: Turns, seen: Seen) -> Truth:
    """Return what people have: what the attacker does not know."""
    size = len(seen.label)
    held = np.full(len(kinds.of), seen.gap)
    codes = []
    for person, value, nobody in zip(own.persons, seen.values, kinds.nobody, strict=True):
        shown = (person >= 0) & (value != seen.gap)
        held[person[shown]] = value[shown]
        codes.append(nobody * size + value[person < 0])
    code, many = np.unique(np.concatenate([kinds.of * size + held, *codes]), return_counts=True)
    at = Cells(code, many).at(found.kind, found.value, size)
    number = np.append(many, 0)[at]
    changed = np.zeros(found.kinds, dtype=np.bool_)
    changed[kinds.of[own.changed]] = True
    units = _units(found, number, changed, (kinds, own, held), seen)
    return Truth(number, seen.label, units, changed)


def _units(
    found: Bounds,
    number: Ints,
    changed: Bools,
    people: tuple[Histories, Turns, Ints],
    seen: Seen,
) -> Units:
    """Return people by kind and value, and one by one those who changed."""
    kinds, own, held = people
    many = np.flatnonzero((number > 0) & ~changed[found.kind])
    each = np.flatnonzero(own.changed)
    return Units(
        np.append(found.kind[many], kinds.of[each]),
        np.append(found.value[many], held[each]),
        np.append(number[many], np.ones_like(each)),
        seen.label,
        own.first[each],
        own.value[each],
        seen.columns,
    )


def _one(found: Bounds, true: Truth, missing: int) -> Bools:
    """Mark the kinds whose people all have one value in truth, which is not missing."""
    there = true.number > 0
    label, kind = true.label[found.value[there]], found.kind[there]
    low, high = np.full(found.kinds, missing + 1), np.full(found.kinds, -1)
    np.minimum.at(low, kind, label)
    np.maximum.at(high, kind, label)
    return np.asarray((low == high) & (low != missing))


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
