"""Linking released records to the nearest original ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Floats
from discret.maths.matching import Indices, group_ids

Distance = Literal["standardised", "mahalanobis"]

TOLERANCE, ROUNDING = 1e-12, 64 * np.finfo(np.float64).eps
AT_ONCE = 2_000_000


class Credits(NamedTuple):
    """For each released record, the chance that its own original is found.

    Parameters
    ----------
    first
        As the nearest record; equally near ones are equally likely to be taken.
    second
        As the second nearest.
    """

    first: Floats
    second: Floats


def linked(released: Floats, original: Floats, place: Indices, distance: Distance) -> Credits:
    """Link each released record to the nearest original one.

    Parameters
    ----------
    released, original
        Records × columns, NaN for missing.
    place
        For each released record, the place of its own original.
    distance
        How columns are weighed; see `whitening`.

    Notes
    -----
    A released record is compared with all originals on the columns it still shows: the work is
    done pattern of blanks by pattern. Originals that lack one of these columns cannot be compared:
    they are nobody's nearest.

    Examples
    --------
    >>> original = np.array([[0.0], [1.0], [5.0]])
    >>> released = np.array([[0.4], [0.4], [3.0]])
    >>> linked(released, original, np.arange(3), "standardised")
    Credits(first=array([1. , 0. , 0.5]), second=array([0. , 1. , 0.5]))
    """
    found = Credits(np.zeros(len(released)), np.zeros(len(released)))
    for records, columns in _patterns(released):
        known = np.asarray(~np.isnan(original[:, columns]).any(axis=1))
        usable = records[known[place[records]]]
        if len(usable):
            showing, old = released[:, columns], original[known][:, columns]
            whole = showing[~np.isnan(showing).any(axis=1)]
            centre, matrix = whitening(old, whole, distance)
            own = (np.cumsum(known) - 1)[place[usable]]
            some = _credits(showing[usable] - centre, old - centre, own, matrix)
            found.first[usable], found.second[usable] = some
    return found


def whitening(original: Floats, released: Floats, distance: Distance) -> tuple[Floats, Floats]:
    r"""Return the centre and the matrix that turn a distance into the Euclidean one.

    *standardised* divides each column by its standard deviation in the original. *mahalanobis*
    weighs differences by the inverse of :math:`Σ = Var(original) + Var(released)`, the variance of
    the difference of two records that have nothing to do with each other: an attacker who does not
    know the links knows no other. A direction in which nothing varies says nothing of who is who,
    and is left out: constant columns, and columns that follow from others.

    Examples
    --------
    >>> centre, matrix = whitening(np.array([[0.0, 7.0], [4.0, 7.0]]), np.zeros((1, 2)),
    ...                            "standardised")
    >>> centre.tolist(), matrix.tolist()
    ([2.0, 7.0], [[0.5], [0.0]])
    """
    centre = original.mean(axis=0)
    if distance == "standardised":
        spread, constant = original.std(axis=0), np.ptp(original, axis=0) == 0
        kept = np.flatnonzero(~constant)
        return centre, np.eye(len(spread))[:, kept] / spread[kept]
    pooled = _covariance(original) + _covariance(released)
    scale = np.sqrt(np.diag(pooled))
    scale[scale == 0] = 1.0
    values, vectors = np.linalg.eigh(pooled / np.outer(scale, scale))
    kept = np.flatnonzero(values > len(values) * ROUNDING * max(values.max(initial=0.0), 1.0))
    return centre, vectors[:, kept] / np.sqrt(values[kept]) / scale[:, None]


def _credits(released: Floats, original: Floats, place: Indices, matrix: Floats) -> Credits:
    """Share the credit for each released record among equally near originals.

    With `ahead` originals nearer than the right one and `tied` as near, itself included, the right
    one comes at the places ahead + 1 to ahead + tied with equal chances.
    """
    points, copies, which = _distinct(original)
    own = points[which[place]]
    reach = np.maximum(_size(released, matrix), _size(own, matrix))
    right = np.sqrt((((released - own) @ matrix) ** 2).sum(axis=1))
    slack = TOLERANCE * right + ROUNDING * reach
    ahead, tied = _ranks(released @ matrix, points @ matrix, copies, (right - slack, right + slack))
    first = np.where(ahead == 0, 1.0 / tied, 0.0)
    second = np.where((ahead <= 1) & (ahead + tied > 1), 1.0 / tied, 0.0)
    return Credits(first, second)


def _ranks(
    released: Floats, points: Floats, copies: Indices, right: tuple[Floats, Floats]
) -> tuple[Indices, Indices]:
    """Count, for each record, the originals nearer than the right one, and as near.

    `copies` says how often each point occurs, `right` between which distances the right one is,
    rounding included. Records that have two nearer ones are not counted further: they get no
    credit.
    """
    ahead, tied = np.zeros(len(released), np.int64), np.ones(len(released), np.int64)
    if not points.shape[1]:
        return ahead, tied * copies.sum()
    from scipy.spatial import cKDTree

    tree = cKDTree(points)
    left, k = np.arange(len(released)), 2
    while len(left):
        k, again = min(k, len(points)), [left[:0]]
        for some in np.array_split(left, len(left) * k // AT_ONCE + 1):
            distance, which = tree.query(released[some], k=list(range(1, k + 1)), workers=-1)
            nearer = distance < right[0][some, None]
            near = distance <= right[1][some, None]
            ahead[some] = (copies[which] * nearer).sum(axis=1)
            tied[some] = np.maximum((copies[which] * (near & ~nearer)).sum(axis=1), 1)
            again.append(some[near[:, -1] & (ahead[some] <= 1)])
        left = np.concatenate(again) if k < len(points) else left[:0]
        k *= 4
    return ahead, tied


def _size(points: Floats, matrix: Floats) -> Floats:
    """Return for each point how large the terms are that its coordinates are summed from."""
    return np.asarray((np.abs(points) @ np.abs(matrix)).max(axis=1, initial=0.0))


def _distinct(points: Floats) -> tuple[Floats, Indices, Indices]:
    """Return each point once, how often it occurs, and which one every point is."""
    codes = [np.unique(column, return_inverse=True)[1] for column in points.T]
    ids, size = group_ids(np.stack([np.zeros(len(points), np.int64), *codes], axis=1))
    first = np.empty(size, np.int64)
    first[ids] = np.arange(len(ids))
    return points[first], np.bincount(ids, minlength=size), ids


def _covariance(values: Floats) -> Any:
    """Return the covariance of the columns; exactly 0 for those that are constant."""
    if len(values) <= 1:
        return np.zeros((values.shape[1], values.shape[1]))
    varies = np.ptp(values, axis=0) > 0
    return np.atleast_2d(np.cov(values, rowvar=False)) * np.outer(varies, varies)


def _patterns(released: Floats) -> Iterator[tuple[Indices, Bools]]:
    """Yield the records that show the same columns, and these columns."""
    shown = ~np.isnan(released)
    kinds, size = group_ids(shown.astype(np.int64))
    for kind in range(size):
        records = np.flatnonzero(kinds == kind)
        yield records, shown[records[0]]
