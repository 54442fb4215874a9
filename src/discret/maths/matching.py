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
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Rule = Literal["known", "wildcard", "category"]
RULES: tuple[Rule, ...] = ("known", "wildcard", "category")

Codes = NDArray[np.integer[Any]]
Indices = NDArray[np.int64]
View = tuple[Indices, Indices, Indices, Indices]


def matched_sums(codes: Codes, values: Any, rule: Rule) -> Any:
    """Sum `values` over the groups that each group is counted with.

    Parameters
    ----------
    codes
        Groups × keys, −1 for missing; no two rows are equal.
    values
        One row for each group: a vector, a matrix, or a scipy sparse matrix.
    rule
        What missing means.

    Returns
    -------
    The sums, in the shape of `values`.

    Notes
    -----
    The work is done pattern of missing values by pattern, each with one grouping of the groups on
    the columns that the pattern shows: the cost grows with the number of groups times the number
    of patterns, never with the number of records nor with pairs of groups.

    Examples
    --------
    Figure 2.2 of seed 000, as (sexe, âge): the two women whose age is −25, two over 50, one blank;
    a man whose age is 25-50 (twice) and two blanks.

    >>> codes = np.array([[0, 0], [0, 2], [0, -1], [1, 1], [1, -1]])
    >>> count = np.array([2, 2, 1, 2, 2])
    >>> [matched_sums(codes, count, rule).tolist() for rule in RULES]
    [[2, 2, 5, 2, 4], [3, 3, 5, 4, 4], [2, 2, 1, 2, 2]]
    """
    shown = codes >= 0
    if rule == "category" or shown.all():
        return values
    from scipy.sparse import csr_array, issparse

    total: Any = 0
    for targets, target_ids, sources, source_ids in _views(codes, shown, rule):
        width = int(max(target_ids.max(initial=-1), source_ids.max(initial=-1))) + 1
        gather = _indicator(source_ids, sources, (width, len(codes)), csr_array)
        spread = _indicator(targets, target_ids, (len(codes), width), csr_array)
        total = total + spread @ (gather @ values)
    return total.tocsr() if issparse(total) else total.astype(values.dtype)


def group_ids(codes: Codes) -> tuple[Indices, int]:
    """Number the distinct rows of an integer matrix, and say how many there are.

    Examples
    --------
    >>> group_ids(np.array([[0, 1], [1, 0], [0, 1]]))
    (array([0, 1, 0]), 2)
    """
    mixed = np.zeros(len(codes), dtype=np.int64)
    size = 1
    for column in codes.T:
        width = int(column.max(initial=-1)) + 2
        if size > np.iinfo(np.int64).max // width:
            mixed = np.unique(mixed, return_inverse=True)[1].astype(np.int64)
            size = int(mixed.max(initial=0)) + 1
        mixed = mixed * width + column + 1
        size *= width
    distinct, ids = np.unique(mixed, return_inverse=True)
    return ids.astype(np.int64), len(distinct)


def _views(codes: Codes, shown: NDArray[np.bool_], rule: Rule) -> Iterator[View]:
    """Yield (targets, their ids, sources, their ids): equal ids are counted together."""
    patterns, inverse = np.unique(shown, axis=0, return_inverse=True)
    members = [np.flatnonzero(inverse.ravel() == number) for number in range(len(patterns))]
    for pattern, targets in zip(patterns, members, strict=True):
        if rule == "known":
            sources = np.flatnonzero(shown[:, pattern].all(axis=1))
            yield _paired(codes[:, pattern], targets, sources)
            continue
        for other, sources in zip(patterns, members, strict=True):
            yield _paired(codes[:, pattern & other], targets, sources)


def _paired(codes: Codes, targets: Indices, sources: Indices) -> View:
    ids, _ = group_ids(np.concatenate([codes[targets], codes[sources]]))
    return targets, ids[: len(targets)], sources, ids[len(targets) :]


def _indicator(rows: Indices, columns: Indices, shape: tuple[int, int], kind: Any) -> Any:
    return kind((np.ones(len(rows), dtype=np.int64), (rows, columns)), shape=shape)
