r"""A Gaussian copula with the margins of the file: what columns have in common, drawn anew.

Every value has a normal score, the mean of a standard normal variable in the slice that its share
of the records takes; scores of several columns have covariances, and drawn scores have the same.
Scores of few categories vary less than the variable that stands behind them: their covariances are
divided by what is lost (correction for broad categories, Pearson 1913).

Sklar A. (1959). Fonctions de répartition à n dimensions et leurs marges. Muralidhar K., Sarathy R.
(2006). Data shuffling: a new masking approach for numerical data. Management Science 52(5).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import ndtr, ndtri

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.perturbation.columns import Column, by_mean, drawn_by_weight, places_of

TINY = 1e-12
RANK = 1e-9  # of the largest, below which a direction is none
MARKS = 100  # categories of a column that may have a mark each
TURNS = 5  # of putting categories in order
TIMES = 8  # draws for each record, by which it is known how drawn scores lie


class Scored(NamedTuple):
    """Normal scores of columns: records × columns, 0 where a value is missing."""

    scores: Floats
    known: Bools


def normal_scores(column: Column, weights: Floats) -> Floats:
    """Return the normal score of each distinct value.

    Examples
    --------
    >>> normal_scores(Column(np.array([0, 1]), 2, True), np.ones(2)).round(4).tolist()
    [-0.7979, 0.7979]
    """
    shares = column.shares(weights)
    ends = np.concatenate([[0.0], np.cumsum(shares)]).clip(0.0, 1.0)
    ends[-1] = 1.0
    heights = np.exp(-(ndtri(ends) ** 2) / 2) / np.sqrt(2 * np.pi)
    some = shares > 0
    return np.where(some, (heights[:-1] - heights[1:]) / np.where(some, shares, 1.0), 0.0)


def scored(columns: Sequence[Column], weights: Floats) -> Scored:
    """Return the scores of ordered columns."""
    own = [
        np.where(column.known, np.append(normal_scores(column, weights), 0.0)[column.codes], 0.0)
        for column in columns
    ]
    size = len(weights)
    known = [column.known for column in columns]
    return Scored(
        np.stack(own).T if own else np.empty((size, 0)),
        np.stack(known).T if known else np.empty((size, 0), dtype=bool),
    )


def told_by(columns: Sequence[Column], weights: Floats, least: int) -> Floats:
    """Return what columns that stay as they are tell: scores, and marks of what has no order.

    Beside scores stands a mark of what is missing. Categories have a mark each, those of fewer than
    `least` records one together; where there are many, none has.
    """
    found: list[Floats] = []
    for column in columns:
        if column.ordered:
            found.append(_centred(scored([column], weights).scores[:, 0], weights))
            found.append(_centred(column.known, weights))
            continue
        kinds = column.pooled(least)
        size = int(kinds.max()) + 1
        if size <= MARKS:
            own = kinds[column.codes + 1]
            found += [_centred(own == kind, weights) for kind in range(size)]
    varied = [own for own in found if (np.abs(own) > TINY).any()]
    return np.stack(varied).T if varied else np.empty((len(weights), 0))


def _centred(marks: Floats | Bools, weights: Floats) -> Floats:
    """Return numbers less their mean; of many columns one after the other, each is soon done."""
    return np.asarray(marks - np.einsum("r,r", weights, marks) / weights.sum())


def with_missing(column: Column) -> Column:
    """Return a column of which missing is a value, the first."""
    if column.known.all():
        return column
    return Column(column.codes + 1, column.size + 1, column.ordered)


def by_places(column: Column, places: Ints) -> Column:
    """Return a column whose values have other places, and an order now; missing stays missing."""
    return Column(np.append(places, -1)[column.codes], column.size, ordered=True)


def in_order(columns: Sequence[Column], told: Floats, weights: Floats) -> list[Ints]:
    """Return the places of the values of each column: where there is no order, one is found.

    Categories are ordered by the mean of their records on the first principal axis of all columns,
    in turns (as in nonlinear principal components, Gifi 1990); at first by how common they are.
    Missing is no value of the columns that come here but of those with an order.
    """
    places = [
        np.arange(column.size) if column.ordered
        else places_of(-column.shares(weights))
        for column in columns
    ]  # fmt: skip
    for _ in range(TURNS if any(not column.ordered for column in columns) else 0):
        own = [by_places(column, place) for column, place in zip(columns, places, strict=True)]
        every = np.concatenate([scored(own, weights).scores, told], axis=1)
        marks = _first_axis(every, weights)
        places = [
            place if column.ordered else by_mean(column.codes, column.size, marks, weights)
            for column, place in zip(columns, places, strict=True)
        ]
    return places


def _first_axis(points: Floats, weights: Floats) -> Floats:
    """Return points as places on the axis along which they differ most, of standardised columns."""
    centred = points - weights @ points / weights.sum()
    spread = np.sqrt(weights @ centred**2 / weights.sum())
    even = centred / np.where(spread > TINY, spread, 1.0)
    _, axes = np.linalg.eigh((even * weights[:, None]).T @ even)
    axis = axes[:, -1]
    return np.asarray(even @ (axis * np.sign(axis[np.argmax(np.abs(axis))])))


class Latent(NamedTuple):
    """Normal variables behind columns: their mean for each record, and a root of what is left."""

    mean: Floats
    root: Floats

    def drawn(self, rng: np.random.Generator) -> Floats:
        """Draw them: records × columns."""
        return self.mean + _turned(rng.standard_normal(self.mean.shape), self.root)


def latent(own: Scored, told: Floats, weights: Floats) -> Latent:
    """Return the normal variables behind columns, given what other columns tell.

    They have mean 0 and variance 1 over all records, and with each other and with what is told the
    covariances that the scores have, corrected for broad categories.

    Examples
    --------
    >>> line = scored([Column(np.arange(99), 99, True)], np.ones(99))
    >>> found = latent(line, line.scores, np.ones(99))
    >>> float(found.root.item()) < 0.2, round(float(found.mean.std()), 2)
    (True, 1.0)
    """
    covariance = _covariance(own, told, weights)
    size = own.scores.shape[1]
    spread = np.diag(covariance)[:size]
    whole = np.where(spread > TINY, spread, 1.0)
    among = np.clip(covariance[:size, :size] / np.outer(whole, whole), -1.0, 1.0)
    among[np.diag_indices(size)] = 1.0
    slopes = _slopes(covariance[:size, size:] / whole[:, None], covariance[size:, size:], len(told))
    explained = slopes @ covariance[size:, size:] @ slopes.T
    root = _root(among - explained)
    length = np.sqrt(np.diag(explained) + (root**2).sum(axis=1)).clip(TINY)
    return Latent(_turned(told, slopes / length[:, None]), root / length[:, None])


def _turned(points: Floats, matrix: Floats) -> Floats:
    """Return points times a few columns, as sums: too little for the threads of a library."""
    return np.asarray(np.einsum("ri,ji->rj", points, matrix, order="F"))


def _slopes(between: Floats, among: Floats, records: int) -> Floats:
    """Return what each normal variable gains with what is told, drawn back for how much is told.

    As many numbers as there are records would explain any column, and give the truth away: the
    share explained is Ezekiel's (1930), less what chance alone explains.
    """
    slopes = between @ np.linalg.pinv(among, rcond=RANK, hermitian=True)
    told = int(np.linalg.matrix_rank(among, tol=RANK * max(float(np.trace(among)), TINY)))
    explained = ((slopes @ among) * slopes).sum(axis=1).clip(TINY, 1.0)
    left = records - told - 1
    fair = 1.0 - (1.0 - explained) * (records - 1) / left if left > 0 else 0.0 * explained
    return np.asarray(slopes * np.sqrt(fair.clip(0.0) / explained)[:, None])


def _covariance(own: Scored, told: Floats, weights: Floats) -> Floats:
    """Return covariances about 0, of each two columns over the records that have both."""
    scores = np.concatenate([own.scores.T, told.T]).T
    if own.known.all():
        scores *= np.sqrt(weights / weights.sum())[:, None]
        return np.asarray(scores.T @ scores)  # of one matrix with itself: half the work
    known = np.concatenate([own.known.T, np.ones(told.T.shape, dtype=bool)]).T
    heavy = known * weights[:, None]
    sums = (scores * heavy).T @ (scores * known)
    counts = heavy.T @ known.astype(np.float64)
    return np.asarray(sums / np.where(counts > 0, counts, 1.0))


def _root(matrix: Floats) -> Floats:
    """Return a root of the nearest matrix that covariances can be."""
    values, axes = np.linalg.eigh((matrix + matrix.T) / 2)
    return np.asarray(axes * np.sqrt(values.clip(0.0)))


def uniforms(own: Latent, weights: Floats, rng: np.random.Generator) -> Floats:
    """Draw normal variables, and return for each the share of what might be drawn below it.

    Without anything told they are standard normal; otherwise their distribution is a mixture, which
    further draws stand for.
    """
    found = own.drawn(rng)
    if not np.any(own.mean):
        return np.asarray(ndtr(found))
    others = np.concatenate([own.drawn(rng) for _ in range(TIMES)])
    heavy = np.tile(weights, TIMES)
    for column in range(found.shape[1]):
        order = np.argsort(others[:, column])
        sums = np.concatenate([[0.0], np.cumsum(heavy[order])])
        at = np.searchsorted(others[order, column], found[:, column])
        found[:, column] = (sums[at] + rng.random(len(at)) * (weights.mean())) / (
            sums[-1] + weights.mean()
        )
    return found


def drawn(
    columns: Sequence[Column],
    told: Sequence[Column],
    weights: Floats,
    least: int,
    rng: np.random.Generator,
) -> list[Ints]:
    """Draw the codes of columns anew, given others that stay as they are.

    Categories of fewer than `least` records tell nothing by themselves. Whether a value is missing
    is a column of its own beside those with an order.

    Examples
    --------
    >>> size = Column(np.arange(50), 50, True)
    >>> found, = drawn([size], [], np.ones(50), 5, np.random.default_rng(1))
    >>> bool((found >= 0).all()), int(found.max()) < 50
    (True, True)
    """
    whole = [column if column.ordered else with_missing(column) for column in columns]
    marked = [place for place, column in enumerate(whole) if not column.known.all()]
    marks = [Column(whole[place].known.astype(np.int64), 2, ordered=True) for place in marked]
    given = told_by(told, weights, least)
    places = in_order([*whole, *marks], given, weights)
    every = [
        by_places(column, place) for column, place in zip([*whole, *marks], places, strict=True)
    ]
    chance = uniforms(latent(scored(every, weights), given, weights), weights, rng)
    codes = [
        np.argsort(place)[drawn_by_weight(column.shares(weights), chance[:, at])]
        if column.known.any() else column.codes
        for at, (column, place) in enumerate(zip(every, places, strict=True))
    ]  # fmt: skip
    for place, mark in zip(marked, codes[len(whole) :], strict=True):
        codes[place] = np.where(mark == 1, codes[place], -1)
    return [
        own - 1 if column.size > before.size else own
        for own, column, before in zip(codes, whole, columns, strict=False)
    ]


def reassigned(
    columns: Sequence[Column], told: Sequence[Column], least: int, rng: np.random.Generator
) -> list[Ints]:
    """Return the codes of ordered columns in another order, by the ranks of drawn scores.

    Missing values stay where they are.

    Examples
    --------
    >>> size = Column(np.array([3, 1, -1, 2, 0]), 4, True)
    >>> found, = reassigned([size], [], 5, np.random.default_rng(1))
    >>> sorted(found.tolist()), int(found[2])
    ([-1, 0, 1, 2, 3], -1)
    """
    weights = np.ones(len(columns[0].codes))
    found = latent(scored(columns, weights), told_by(told, weights, least), weights).drawn(rng)
    shown = []
    for place, column in enumerate(columns):
        rows = np.flatnonzero(column.known)
        codes = column.codes.copy()
        counts = np.bincount(column.codes[rows], minlength=column.size)
        inside = np.argsort(found[rows, place], kind="stable")
        codes[rows[inside]] = np.repeat(np.arange(column.size), counts)
        shown.append(codes)
    return shown
