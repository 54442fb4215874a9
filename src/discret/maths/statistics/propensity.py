"""Propensity scores: how well records of two files are told apart by a logistic regression."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints

BLOCK = 2**14  # cells that are laid out at once
STEPS = 60
ENOUGH = 1e-13  # growth of the mean log-likelihood that ends the search
SAME = 1e-9  # share of a column that counts as nothing beside the others
LOOSE = 1e-12  # variance of a direction, of columns of variance 1, that counts as nothing
FAR = 30.0  # log-odds beyond which rounding has the say


class Side(NamedTuple):
    """One file in cells: records, sums of weights and of their squares."""

    records: Floats
    weight: Floats
    squares: Floats

    def scaled(self) -> Side:
        """Return the same with weights of mean 1, so that a file counts by its records."""
        by = self.records.sum() / self.weight.sum()
        return Side(self.records, self.weight * by, self.squares * by**2)


@dataclass(frozen=True)
class Design:
    """Cells × columns: numbers as they are, and a column for each category, laid out in blocks.

    Parameters
    ----------
    numbers
        Cells × numbers.
    codes
        Cells × columns of categories: the number of each one's category, from 0 on.
    sizes
        How many categories each of these has.

    Examples
    --------
    >>> design = Design(np.array([[2.5], [1.0]]), np.array([[0], [1]]), (2,))
    >>> [block.tolist() for _, block in design.blocks()], design.wide
    ([[[2.5, 1.0, 0.0], [1.0, 0.0, 1.0]]], 3)
    """

    numbers: Floats = field(repr=False)
    codes: Ints = field(repr=False)
    sizes: tuple[int, ...]

    @property
    def wide(self) -> int:
        """How many columns are laid out."""
        return int(self.numbers.shape[1]) + sum(self.sizes)

    def blocks(self) -> Iterator[tuple[slice, Floats]]:
        """Yield some cells after others, laid out."""
        for start in range(0, len(self.numbers), BLOCK):
            part = slice(start, start + BLOCK)
            numbers = self.numbers[part]
            laid = np.zeros((len(numbers), self.wide))
            laid[:, : numbers.shape[1]] = numbers
            starts = numbers.shape[1] + np.cumsum([0, *self.sizes])
            for place, code in enumerate(self.codes[part].T):
                laid[np.arange(len(laid)), starts[place] + code] = 1.0
            yield part, laid


class Propensity(NamedTuple):
    """What a model of which file a record comes from found.

    Parameters
    ----------
    error
        The mean squared error of the propensity scores, pMSE.
    null
        What chance alone is expected to give, 0 where nothing can be told apart.
    share
        The share of the records that are of the release.
    number
        How many coefficients the data determine, the constant apart.
    """

    error: float
    null: float
    share: float
    number: int


def propensity(design: Design, before: Side, after: Side) -> Propensity:
    r"""Fit a logistic regression of which file a record is in, and return its pMSE.

    Parameters
    ----------
    design
        The columns of the model but the constant.
    before, after
        The records of both files in each cell.

    Notes
    -----
    With c the share of the records that are released and :math:`\hat p_i` the fitted chance that
    record i is, :math:`pMSE = \frac1N ∑ w_i (\hat p_i - c)^2`. If released records are drawn from
    the distribution of the original, its expectation is near
    :math:`\frac{(1-c)^2 c}{N} \mathrm{tr}(M^{-1} C)` with :math:`M = ∑ w \tilde x \tilde x'` and
    :math:`C = ∑ w^2 \tilde x \tilde x'`, :math:`\tilde x` being centred: :math:`(k-1)(1-c)^2 c/N`
    where all weights are 1 (Snoke et al. 2018, theorem 1).

    Newton's steps are halved until the likelihood grows. Where records are told apart without
    error coefficients have no end, but the chances have one, and each step brings them nearer.

    Examples
    --------
    >>> side = Side(np.array([3.0, 1.0]), np.array([3.0, 1.0]), np.array([3.0, 1.0]))
    >>> found = propensity(Design(np.empty((2, 0)), np.array([[0], [1]]), (2,)), side, side)
    >>> round(found.error, 12), round(found.null, 12)  # one coefficient: 1/8 over eight records
    (0.0, 0.015625)
    """
    old, new = before.scaled(), after.scaled()
    whole = float(old.records.sum() + new.records.sum())
    share = float(new.records.sum()) / whole
    weight = (old.weight + new.weight) / whole
    axes, centre, trace = _axes(design, weight, (old.squares + new.squares) / whole)
    found = _climbed(design, axes, centre, (weight, new.weight / whole), share)
    error = 0.0
    for part, block in design.blocks():
        score = _chance((block - centre) @ axes @ found[1:] + found[0])
        error += float((weight[part] * (score - share) ** 2).sum())
    return Propensity(error, (1 - share) ** 2 * share * trace / whole, share, axes.shape[1])


def _axes(design: Design, weight: Floats, squares: Floats) -> tuple[Floats, Floats, float]:
    r"""Return directions of variance 1 that the data determine, the mean, and the trace.

    These are :math:`A` with :math:`A' M A = I`, so that :math:`\mathrm{tr}(M^{-1} C)` is that of
    :math:`A' C A`.
    """
    wide = design.wide
    centre, own, other = np.zeros(wide), np.zeros((wide, wide)), np.zeros((wide, wide))
    for part, block in design.blocks():
        centre += weight[part] @ block
    size = np.zeros(wide)
    for part, block in design.blocks():
        size += weight[part] @ block**2
        centred = block - centre
        own += centred.T @ (weight[part, None] * centred)
        other += centred.T @ (squares[part, None] * centred)
    deviation = np.sqrt(np.diag(own))
    varied = deviation > SAME * np.sqrt(size)
    scale = np.where(varied, 1 / np.where(varied, deviation, 1.0), 0.0)
    values, vectors = np.linalg.eigh(own * scale[:, None] * scale)
    known = values > LOOSE * max(float(values.max(initial=0.0)), 1.0)
    axes = scale[:, None] * vectors[:, known] / np.sqrt(values[known])
    return axes, centre, float(np.trace(axes.T @ other @ axes))


def _climbed(
    design: Design, axes: Floats, centre: Floats, weights: tuple[Floats, Floats], share: float
) -> Floats:
    """Return the coefficients that make the likelihood largest, the constant first."""
    here = np.append(np.log(share / (1 - share)), np.zeros(axes.shape[1]))
    best, step = -np.inf, np.zeros_like(here)
    for _ in range(STEPS):
        height, slope, curve, far = _likelihood(design, axes, centre, weights, here + step)
        if height < best:
            step = step / 2
            continue
        done = height - best <= ENOUGH
        here, best = here + step, height
        if done or far > FAR:
            break
        step = np.linalg.lstsq(curve, slope, rcond=None)[0]
    return here


def _likelihood(
    design: Design, axes: Floats, centre: Floats, weights: tuple[Floats, Floats], at: Floats
) -> tuple[float, Floats, Floats, float]:
    """Return the mean log-likelihood, its slope, its curvature, and the largest log-odds."""
    weight, released = weights
    height, slope, curve, far = 0.0, np.zeros(len(at)), np.zeros((len(at), len(at))), 0.0
    for part, block in design.blocks():
        laid = np.hstack([np.ones((len(block), 1)), (block - centre) @ axes])
        odds = laid @ at
        score = _chance(odds)
        height += float((released[part] * odds - weight[part] * np.logaddexp(0, odds)).sum())
        slope += laid.T @ (released[part] - weight[part] * score)
        curve += laid.T @ ((weight[part] * score * (1 - score))[:, None] * laid)
        far = max(far, float(np.abs(odds).max(initial=0.0)))
    return height, slope, curve, far


def _chance(odds: Floats) -> Floats:
    """Return the chance of log-odds."""
    return np.asarray(np.exp(-np.logaddexp(0, -odds)))
