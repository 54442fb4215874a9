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
from discret.maths.releases.histories import Histories
from discret.maths.releases.moved import moved


@dataclass(frozen=True)
class Given:
    """What is told of the kinds of people by one sensitive column.

    Parameters
    ----------
    told, alone
        Whose value is told by all releases, and by one of them alone.
    apart
        Who is told apart by a difference, in a group that is too small.
    changed
        How many people had another value before.
    """

    told: Bools = field(repr=False)
    alone: Bools = field(repr=False)
    apart: Bools = field(repr=False)
    changed: int

    @classmethod
    def of(cls, releases: Successive, kinds: Histories, column: str, k: int) -> Given:
        """Find what a column gives away."""
        values, distinct = releases.values(column)
        missing = len(distinct)
        found = bounds(kinds, releases.groups, values, missing + 1)
        return cls(
            found.told(missing) & kinds.people,
            _alone(releases.groups, values, kinds, missing) & kinds.people,
            _apart(found, kinds, releases.groups, k) & kinds.people,
            _changed(releases, values),
        )


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


def _apart(found: Bounds, kinds: Histories, groups: Sequence[Ints], k: int) -> Bools:
    """Mark the kinds of people who are known to be fewer than k with these values.

    They are a part of a group that can be subtracted from it: by what moved between two releases,
    or by all that is known.
    """
    sizes = [np.bincount(group) for group in groups]
    whole = np.zeros(len(kinds.number), dtype=np.bool_)
    for place, size in enumerate(sizes):
        path = kinds.path[:, place]
        whole |= (path >= 0) & (size[np.maximum(path, 0)] == kinds.number)
    marked = found.counted & ~whole & (kinds.number < k)
    for one, other in combinations(range(len(groups)), 2):
        marked |= moved(kinds, one, other).alone(kinds.number, k)
    return marked


def _changed(releases: Successive, values: Sequence[Ints]) -> int:
    """Count the people who have different values in different releases."""
    assert releases.persons is not None  # noqa: S101 (they are followed)
    low = np.full(releases.people, np.iinfo(np.int64).max)
    high = np.full(releases.people, -1)
    for person, value in zip(releases.persons, values, strict=True):
        known = person >= 0
        np.minimum.at(low, person[known], value[known])
        np.maximum.at(high, person[known], value[known])
    return int((low < high).sum())


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
