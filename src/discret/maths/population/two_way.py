"""All two-way interactions of a table with an axis for each key column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod
from string import ascii_letters

import numpy as np

from discret.maths.arrays import Floats

ROUNDS, STEPS, HALVINGS, SOLVES = 200, 60, 30, 500
NEAR, ENOUGH = 1e-6, 1e-4


@dataclass(frozen=True)
class TwoWay:
    """A table whose two-way margins are those wanted.

    Parameters
    ----------
    expected
        What is expected in every cell.
    gap
        The largest difference between a margin and the one wanted.
    rounds
        Number of rounds of proportional fitting, and of steps of Newton after them.
    """

    expected: Floats
    gap: float
    rounds: int


def fit_margins(table: Floats, start: Floats) -> TwoWay:
    r"""Fit all two-way interactions by maximum likelihood.

    Parameters
    ----------
    table
        The counts, an axis for each column.
    start
        A table that the model can produce, such as the independence of all columns.

    Notes
    -----
    The maximum likelihood fit is the table of the form :math:`\exp(∑ α_{ij})` whose two-way margins
    are those of the counts. Iterative proportional fitting multiplies the table by wanted over
    current margin, pair after pair. Where the maximum lies at the border (cells that tend to 0
    although no margin is 0, common in sparse tables) it crawls: Newton's method finishes, its steps
    found by conjugate gradients. A gap above `ENOUGH` records is a failure, for the caller to tell.

    Examples
    --------
    >>> fit = fit_margins(np.array([[[1.0, 3], [2, 4]], [[5, 1], [2, 6]]]), np.full((2, 2, 2), 3.0))
    >>> fit.expected.sum(axis=0).round(5).tolist(), fit.gap < 1e-6
    ([[6.0, 4.0], [4.0, 10.0]], True)
    """
    wanted = margins(table)
    expected = start.copy()
    for number in range(1, ROUNDS + 1):
        gap = _fit_in_turn(expected, wanted)
        if gap <= NEAR:
            return TwoWay(expected, _gap(expected, wanted), number)
    return _newton(expected, wanted)


def _fit_in_turn(expected: Floats, wanted: Sequence[Floats]) -> float:
    """Fit the margins one after the other, in place; return the largest gap met."""
    gap = 0.0
    for pair, target in zip(_pairs(expected.ndim), wanted, strict=True):
        margin = _margin(expected, pair)
        gap = max(gap, float(np.abs(margin - target).max()))
        ratio = np.divide(target, margin, out=np.zeros_like(margin), where=margin > 0)
        expected *= _stretched(ratio, pair, expected.ndim)
    return gap


def _newton(expected: Floats, wanted: Sequence[Floats]) -> TwoWay:
    goal = _flat(wanted)
    for number in range(STEPS):
        error = goal - _flat(margins(expected))
        if np.abs(error).max() <= NEAR:
            return TwoWay(expected, float(np.abs(error).max()), ROUNDS + number)
        found, _ = _solved(expected, error, min(0.1, float(np.abs(error).max())))
        step = _climbed(expected, found, float(found @ goal))
        if step is None:
            break
        expected = step
    return TwoWay(expected, _gap(expected, wanted), ROUNDS + STEPS)


def _climbed(expected: Floats, found: Floats, gain: float) -> Floats | None:
    """Go along the step found as far as the likelihood grows; ``None`` where it does not."""
    way = np.where(expected > 0, spread(_apart(found, expected.shape), expected.shape), 0.0)
    total = expected.sum()
    length = min(1.0, 5.0 / float(np.abs(way).max()))
    for _ in range(HALVINGS):
        longer = expected * np.exp(length * way)
        if length * gain - (longer.sum() - total) > -1e-13 * total:  # rounding is no descent
            return longer
        length /= 2.0
    return None


def projected(weight: Floats, pull: Floats) -> Floats | None:
    r"""Return :math:`X (X' W X)^{-} X' s`: what a pull on cells does to all of them in the model.

    X has an indicator for each cell of each two-way margin, W holds the expected counts. The
    system is singular, as indicators overlap, but solvable: conjugate gradients need no more.
    ``None`` where they do not come to an end.

    Examples
    --------
    >>> weight = np.array([[2.0, 4.0], [5.0, 10.0]])
    >>> projected(weight, np.array([[1.0, 0.0], [0.0, 0.0]])).round(6).tolist()  # it is saturated
    [[0.5, 0.0], [0.0, 0.0]]
    """
    found, solved = _solved(weight, _flat(margins(pull)), 1e-6)
    return spread(_apart(found, weight.shape), weight.shape) if solved else None


def _solved(weight: Floats, right: Floats, precision: float) -> tuple[Floats, bool]:
    from scipy.sparse.linalg import LinearOperator, cg

    size, shape = len(right), weight.shape
    scale = _flat(margins(weight))
    scale[scale == 0] = 1.0

    def product(vector: Floats) -> Floats:
        return _flat(margins(weight * spread(_apart(vector, shape), shape)))

    found, left = cg(
        LinearOperator((size, size), matvec=product, dtype=np.float64),
        right,
        rtol=precision,
        maxiter=SOLVES,
        M=LinearOperator((size, size), matvec=lambda vector: vector / scale, dtype=np.float64),
    )
    return np.asarray(found), left == 0


def margins(table: Floats) -> list[Floats]:
    """Return the two-way margins of a table, pair after pair.

    Axes are summed out at either end one by one, so that the whole table is read three times only.

    Examples
    --------
    >>> margins(np.arange(8.0).reshape(2, 2, 2))[0].tolist()
    [[1.0, 5.0], [9.0, 13.0]]
    """
    found = {}
    whole = table
    for last in range(table.ndim - 1, 0, -1):
        part = whole
        for first in range(last):
            found[first, last] = part.reshape(part.shape[0], -1, part.shape[-1]).sum(axis=1)
            part = part.sum(axis=0)
        whole = whole.sum(axis=-1)
    return [found[pair] for pair in _pairs(table.ndim)]


def spread(parts: Sequence[Floats], shape: Sequence[int]) -> Floats:
    """Return the table in which each cell has the sum of its entries in the margins `parts`.

    The reverse of `margins`: axes are added at either end one by one.

    Examples
    --------
    >>> spread([np.array([[1.0, 2.0]])], (1, 2)).tolist()
    [[1.0, 2.0]]
    """
    found = dict(zip(_pairs(len(shape)), parts, strict=True))
    whole = np.zeros(shape[0])
    for last in range(1, len(shape)):
        part = np.zeros(shape[last])
        for first in range(last - 1, -1, -1):
            pair = found[first, last]
            part = part[np.newaxis] + np.expand_dims(pair, list(range(1, last - first)))
        whole = whole[..., np.newaxis] + part
    return whole


def _pairs(columns: int) -> Iterator[tuple[int, int]]:
    return combinations(range(columns), 2)


def _margin(table: Floats, pair: tuple[int, int]) -> Floats:
    axes = ascii_letters[: table.ndim]
    return np.asarray(np.einsum(f"{axes}->{axes[pair[0]]}{axes[pair[1]]}", table))


def _stretched(part: Floats, pair: tuple[int, int], columns: int) -> Floats:
    return np.expand_dims(part, [axis for axis in range(columns) if axis not in pair])


def _flat(parts: Sequence[Floats]) -> Floats:
    return np.concatenate([part.ravel() for part in parts])


def _apart(vector: Floats, shape: Sequence[int]) -> list[Floats]:
    sizes = [(shape[first], shape[second]) for first, second in _pairs(len(shape))]
    ends = np.cumsum([prod(size) for size in sizes])
    pieces = np.split(vector, ends[:-1])
    return [piece.reshape(size) for piece, size in zip(pieces, sizes, strict=True)]


def _gap(expected: Floats, wanted: Sequence[Floats]) -> float:
    return float(np.abs(_flat(margins(expected)) - _flat(wanted)).max())
