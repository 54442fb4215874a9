"""Which groups are counted together when some key values are missing.

A file is summarised by its groups: a matrix of integer codes, one row for each combination of
key values, one column for each key, −1 where the value is missing. Three rules say which groups
an attacker cannot tell from a given one:

``"category"``
    missing is a value like any other: a group is alone with itself;
``"wildcard"``
    missing matches anything, on either side (sdcMicro's default);
``"known"``
    a group is counted with those that carry, not missing, every value it still shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Codes
from discret.maths.matching_by_row import ByRow, row_cost

Rule = Literal["known", "wildcard", "category"]
RULES: tuple[Rule, ...] = ("known", "wildcard", "category")

FAR = 2**63 - 1
CLOSE, OFTEN = 2**12, 4  # rows of no more kinds, or not much more than rows, are not sorted

Indices = NDArray[np.int64]
View = tuple[Indices, Indices, Indices, Indices]


@dataclass(frozen=True)
class Matching:
    """Which groups are counted together.

    Two roads lead there, and the cheaper is taken: pattern of missing values by pattern, for many
    groups and few patterns, and row by row (`matching_by_row`), where nearly every group has a
    pattern of its own, as in questionnaires.

    Parameters
    ----------
    road
        What sums over groups that are counted together; ``None`` where every group is alone.

    Examples
    --------
    Figure 2.2 of Bergeat (2015), as (sexe, âge): the two women under 25, two over 50, one blank;
    two men of 25 to 50 and two blanks.

    >>> codes = np.array([[0, 0], [0, 2], [0, -1], [1, 1], [1, -1]])
    >>> count = np.array([2, 2, 1, 2, 2])
    >>> [Matching.of(codes, rule).sums(count).tolist() for rule in RULES]
    [[2, 2, 5, 2, 4], [3, 3, 5, 4, 4], [2, 2, 1, 2, 2]]
    """

    road: ByPattern | ByRow | None

    @classmethod
    def of(cls, codes: Codes, rule: Rule) -> Matching:
        """Find what is counted together in `codes`: groups × keys, −1 for missing."""
        shown = codes >= 0
        if rule == "category" or shown.all():
            return cls(None)
        kinds, patterns = group_ids(shown.astype(np.int64))
        size, columns = codes.shape
        if row_cost(size, size, columns) < pattern_cost(size, columns, patterns, rule):
            return cls(ByRow(codes, codes, wild=rule == "wildcard"))
        return cls(ByPattern.of(codes, kinds, rule))

    def sums(self, values: Any) -> Any:
        """Sum `values`, one row for each group, over what each group is counted with.

        `values` is a vector, a matrix or a scipy sparse matrix; so is the result.
        """
        return values if self.road is None else self.road.sums(values)


@dataclass(frozen=True)
class ByPattern:
    """Which groups are counted together, as two sparse matrices: gather, then spread.

    The work is done pattern of missing values by pattern, each with one grouping of the groups on
    the columns that the pattern shows: cost and size grow with the number of groups times the
    number of patterns, never with the number of records nor with pairs of groups.

    Parameters
    ----------
    gather
        Sums the groups that agree on what a pattern shows.
    spread
        Hands the sums to the groups they are for.
    """

    gather: Any
    spread: Any

    @classmethod
    def of(cls, codes: Codes, kinds: Indices, rule: Rule) -> ByPattern:
        """Find what is counted together; `kinds` numbers the patterns of the groups."""
        from scipy.sparse import csr_array

        spread, gather, width = _entries(_views(codes, kinds, rule))
        size = len(codes)
        return cls(
            csr_array((np.ones(len(gather[0]), dtype=np.int64), gather), shape=(width, size)),
            csr_array((np.ones(len(spread[0]), dtype=np.int64), spread), shape=(size, width)),
        )

    def sums(self, values: Any) -> Any:
        """Sum `values` over what each group is counted with."""
        return self.spread @ (self.gather @ values)


def pattern_cost(groups: int, columns: int, patterns: int, rule: Rule) -> float:
    """Estimate the seconds that the way by patterns takes."""
    each = groups * (columns * 3e-9 + 1e-7)
    if rule == "known":
        return patterns * (5e-5 + each)
    return patterns**2 * (4e-5 + columns * 4e-6) + 2 * patterns * each


def group_ids(codes: Codes) -> tuple[Indices, int]:
    """Give numbers to the distinct rows of an integer matrix, and say how many there are.

    Examples
    --------
    >>> group_ids(np.array([[0, 1], [1, 0], [0, 1]]))
    (array([0, 1, 0]), 2)
    """
    mixed = np.zeros(len(codes), dtype=np.int64)
    size = 1
    tops = codes.max(axis=0).tolist() if len(codes) else ()  # there is no largest of none
    for column, top in zip(codes.T, tops, strict=False):
        width = top + 2
        if size > FAR // width:
            mixed = np.unique(mixed, return_inverse=True)[1].astype(np.int64)
            size = int(mixed.max(initial=0)) + 1
        mixed = mixed * width + column + 1
        size *= width
    if size <= max(CLOSE, OFTEN * len(mixed)) and mixed.min(initial=0) >= 0:
        there = np.zeros(size, dtype=bool)
        there[mixed] = True
        places = np.cumsum(there)
        return places[mixed] - 1, int(places[-1])
    distinct, ids = np.unique(mixed, return_inverse=True)
    return ids.astype(np.int64), len(distinct)


def _views(codes: Codes, kinds: Indices, rule: Rule) -> Iterator[View]:
    """Yield (targets, their ids, sources, their ids): equal ids are counted together."""
    shown = codes >= 0
    members = [np.flatnonzero(kinds == number) for number in range(kinds.max() + 1)]
    patterns = [shown[places[0]] for places in members]
    for pattern, targets in zip(patterns, members, strict=True):
        if rule == "known":
            sources = np.flatnonzero(shown[:, pattern].all(axis=1))
            yield _paired(codes[:, pattern], targets, sources)
            continue
        for other, sources in zip(patterns, members, strict=True):
            yield _paired(codes[:, pattern & other], targets, sources)


def _paired(codes: Codes, targets: Indices, sources: Indices) -> View:
    if len(targets) == len(sources) and np.array_equal(targets, sources):
        ids, _ = group_ids(codes[targets])
        return targets, ids, sources, ids
    ids, _ = group_ids(np.concatenate([codes[targets], codes[sources]]))
    return targets, ids[: len(targets)], sources, ids[len(targets) :]


def _entries(views: Iterator[View]) -> tuple[Any, Any, int]:
    """Lay the views side by side: (target, place) and (place, source) pairs, number of places."""
    spread: list[tuple[Indices, Indices]] = []
    gather: list[tuple[Indices, Indices]] = []
    width = 0
    for targets, target_ids, sources, source_ids in views:
        spread.append((targets, width + target_ids))
        gather.append((width + source_ids, sources))
        width += int(max(target_ids.max(initial=-1), source_ids.max(initial=-1))) + 1
    return _joined(spread), _joined(gather), width


def _joined(pairs: list[tuple[Indices, Indices]]) -> tuple[Indices, Indices]:
    rows, columns = zip(*pairs, strict=True)
    return np.concatenate(rows), np.concatenate(columns)
