r"""Linking released records to the originals that are likeliest to have become them.

Whoever knows by which chances values became others compares originals :math:`x_j` by
:math:`\log P(y_i | x_j)` (Fellegi I., Sunter A. 1969. A theory for record linkage. JASA 64, whose
weights these are where the chances are known and every original is as likely beforehand).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.matching import group_ids

AT_ONCE = 4_000_000  # chances that are held in memory at once
CLOSE = 1e-9  # likelihoods that differ by no more, of their logarithm, are the same
EXACT = 1e-6  # standard deviations: errors below are taken for none


class Categories(NamedTuple):
    """What is known of a column of states.

    Parameters
    ----------
    chances
        Parts × true × shown; the last state is the missing one.
    true, part
        Of each original, its state and the part of the file whose chances are its own.
    shown
        Of each released record, the state; −1 where it tells nothing.
    """

    chances: Floats
    true: Ints
    part: Ints
    shown: Ints


class Numbers(NamedTuple):
    """Columns of numbers: originals as they are expected to be shown, and what is shown.

    Parameters
    ----------
    original, released
        Records × columns, NaN where a number is missing.
    covariance
        That of the errors, which are taken for normal.
    """

    original: Floats
    released: Floats
    covariance: Floats


class Links(NamedTuple):
    """For each released record, what whoever knows the chances makes of it.

    Parameters
    ----------
    first
        The chance that its own original is taken as the likeliest; equals are drawn from.
    posterior
        The chance that its own original has, all being as likely beforehand.
    """

    first: Floats
    posterior: Floats


def likeliest(
    columns: Sequence[Categories], numbers: Numbers | None, own: Ints, records: Ints, size: int
) -> Links:
    """Link some released records to the likeliest original.

    Parameters
    ----------
    columns, numbers
        What is known of each column.
    own
        For each released record, the place of its own original.
    records, size
        The released records to link; how many originals there are.

    Examples
    --------
    >>> chances = np.array([[[0.8, 0.2, 0.0], [0.3, 0.7, 0.0], [0.0, 0.0, 1.0]]])
    >>> true, part = np.array([0, 0, 1]), np.zeros(3, np.int64)
    >>> sexes = Categories(chances, true, part, np.array([0, 1, 1]))
    >>> found = likeliest([sexes], None, np.arange(3), np.arange(3), 3)
    >>> found.first.tolist(), found.posterior.round(3).tolist()
    ([0.5, 0.0, 1.0], [0.421, 0.182, 0.636])
    """
    codes = [(column.part, column.true) for column in columns]
    left, copies, which = _distinct(codes, numbers, size)
    right, _, row = _shown(columns, numbers, records)
    right_one = which[own[records]]
    found = Links(np.zeros(len(records)), np.zeros(len(records)))
    order = np.argsort(row, kind="stable")
    ends = np.searchsorted(row[order], np.arange(len(right) + 1))
    for some in _blocks(len(right), len(left)):
        logs = _logs(columns, numbers, left, records[right[some]])
        mine = order[ends[some.start] : ends[some.stop]]
        at = row[mine] - some.start
        found.first[mine], found.posterior[mine] = _credits(logs, copies, right_one[mine], at)
    return found


def _credits(logs: Floats, copies: Ints, own: Ints, at: Ints) -> Links:
    """Share the credit among the likeliest originals, and weigh all of them."""
    most = logs.max(axis=0)
    known = np.isfinite(most)
    shift = logs - np.where(known, most, 0.0)
    tied = (copies[:, None] * (shift >= -CLOSE * (1 + np.abs(np.where(known, most, 0.0))))).sum(0)
    total = (copies[:, None] * np.exp(shift)).sum(axis=0)
    mine = shift[own, at]
    best = known[at] & (mine >= -CLOSE * (1 + np.abs(np.where(known, most, 0.0)))[at])
    first = np.where(best, 1.0 / np.maximum(tied[at], 1), 0.0)
    share = np.exp(mine) / np.where(total[at] > 0, total[at], 1.0)
    return Links(first, np.asarray(share))


def _logs(
    columns: Sequence[Categories], numbers: Numbers | None, left: Ints, right: Ints
) -> Floats:
    """Return the logarithm of the chance that originals became released records: left × right."""
    logs = np.zeros((len(left), len(right)))
    for column in columns:
        kinds, size = group_ids(np.stack([column.part[left], column.true[left]], axis=1))
        first = np.empty(size, np.int64)
        first[kinds] = np.arange(len(left))
        own = column.chances[column.part[left][first], column.true[left][first]]
        shown = column.shown[right]
        found = np.where(shown >= 0, own[:, shown], 1.0)
        with np.errstate(divide="ignore"):
            logs += np.log(found)[kinds]
    if numbers is not None:
        logs += _normal(numbers, left, right)
    return logs


def _normal(numbers: Numbers, left: Ints, right: Ints) -> Floats:
    """Return the logarithm of normal densities, but for what all originals have in common."""
    logs = np.zeros((len(left), len(right)))
    shown = np.asarray(~np.isnan(numbers.released[right]))
    kinds, size = group_ids(shown.astype(np.int64))
    for kind in range(size):
        some = np.flatnonzero(kinds == kind)
        columns = np.flatnonzero(shown[some[0]])
        if not len(columns):
            continue
        matrix = _whitening(numbers.covariance[np.ix_(columns, columns)])
        before = numbers.original[left][:, columns]
        lacking = np.asarray(np.isnan(before).any(axis=1))
        old = np.where(lacking[:, None], 0.0, before) @ matrix
        new = numbers.released[right[some]][:, columns] @ matrix
        for axis in range(matrix.shape[1]):
            logs[:, some] -= (old[:, axis, None] - new[:, axis]) ** 2 / 2
        logs[np.ix_(lacking, some)] = -np.inf
    return logs


def _whitening(covariance: Floats) -> Floats:
    """Return the matrix that makes errors of this covariance independent, of variance one.

    In directions without an error, what differs differs by very much.
    """
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray(vectors / np.sqrt(np.maximum(values, EXACT**2)))


def _distinct(
    codes: Sequence[tuple[Ints, Ints]], numbers: Numbers | None, size: int
) -> tuple[Ints, Ints, Ints]:
    """Return one original of each kind, how many there are, and which kind every one is of."""
    parts = [column for pair in codes for column in pair]
    parts += [] if numbers is None else [_ranked(column) for column in numbers.original.T]
    return _kinds(parts, size)


def _shown(
    columns: Sequence[Categories], numbers: Numbers | None, records: Ints
) -> tuple[Ints, Ints, Ints]:
    parts = [column.shown[records] for column in columns]
    parts += [] if numbers is None else [_ranked(column) for column in numbers.released[records].T]
    return _kinds(parts, len(records))


def _kinds(parts: Sequence[Ints], size: int) -> tuple[Ints, Ints, Ints]:
    ids, many = group_ids(np.stack([np.zeros(size, np.int64), *parts], axis=1))
    first = np.empty(many, np.int64)
    first[ids[::-1]] = np.arange(size)[::-1]
    return first, np.bincount(ids, minlength=many), ids


def _ranked(column: Floats) -> Ints:
    return np.unique(column, return_inverse=True)[1]


def _blocks(many: int, width: int) -> Iterator[slice]:
    step = max(1, AT_ONCE // max(width, 1))
    yield from (slice(start, min(start + step, many)) for start in range(0, many, step))


def right_uniques(columns: Sequence[Categories]) -> float:
    r"""Return how many records are expected to be alone with their states, and these to be true.

    Records draw by themselves, so that the expectation is
    :math:`\sum_i p_{ii} \prod_{j ≠ i} (1 - p_{ji})`, with :math:`p_{ji}` the chance that record j
    shows the states of record i. `shown` is not read: nothing was drawn yet.

    Examples
    --------
    >>> chances = np.array([[[0.8, 0.2, 0.0], [0.3, 0.7, 0.0], [0.0, 0.0, 1.0]]])
    >>> part = np.zeros(2, np.int64)
    >>> round(right_uniques([Categories(chances, np.array([0, 1]), part, part)]), 3)  # .56 + .56
    1.12
    """
    codes = [(column.part, column.true) for column in columns]
    left, copies, _ = _distinct(codes, None, len(columns[0].true))
    total = 0.0
    for some in _blocks(len(left), len(left)):
        alike = np.ones((len(left), some.stop - some.start))
        for column in columns:
            own = column.chances[column.part[left], column.true[left]]
            alike *= own[:, column.true[left[some]]]
        total += _alone(alike, copies, np.arange(some.start, some.stop))
    return total


def _alone(alike: Floats, copies: Ints, own: Ints) -> float:
    """Add up the chances to be true and alone: `alike` are chances to show what those show."""
    columns = np.arange(len(own))
    others = np.repeat(copies[:, None], len(own), axis=1)
    others[own, columns] -= 1
    with np.errstate(divide="ignore"):
        logs = np.log1p(-np.minimum(alike, 1.0))
    nobody = np.where(others > 0, others * np.where(others > 0, logs, 0.0), 0.0).sum(axis=0)
    return float((copies[own] * alike[own, columns] * np.exp(nobody)).sum())
