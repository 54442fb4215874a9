"""Propensity scores: how well records of two files are told apart by a logistic regression."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats
from discret.maths.statistics.glm import Moments, means

SAME = 1e-9  # share of a column that counts as nothing beside the others
TINY = 1e-12


class Side(NamedTuple):
    """One file in cells: records, sums of weights and of their squares."""

    records: Floats
    weight: Floats
    squares: Floats

    def scaled(self) -> Side:
        """Return the same with weights of mean 1, so that a file counts by its records."""
        by = self.records.sum() / self.weight.sum()
        return Side(self.records, self.weight * by, self.squares * by**2)


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
    trusted
        Whether the model fits better than none, as it must.
    """

    error: float
    null: float
    share: float
    number: int
    trusted: bool


def propensity(design: Floats, before: Side, after: Side) -> Propensity:
    r"""Fit a logistic regression of which file a record is in, and return its pMSE.

    Parameters
    ----------
    design
        Cells × coefficients, the first column being 1.
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

    Examples
    --------
    >>> side = Side(np.array([3.0, 1.0]), np.array([3.0, 1.0]), np.array([3.0, 1.0]))
    >>> found = propensity(np.array([[1.0, 0], [1, 1]]), side, side)
    >>> round(found.error, 12), found.null  # one coefficient: 1/8 over eight records
    (0.0, 0.015625)
    """
    old, new = before.scaled(), after.scaled()
    weight, squares = old.weight + new.weight, old.squares + new.squares
    records = old.records + new.records
    share = float(new.records.sum() / records.sum())
    moments = Moments(records, weight, new.weight, new.weight, squares, new.squares, new.squares)
    fitted, _ = means(design, moments, "binomial")
    error = float((weight * (fitted - share) ** 2).sum() / records.sum())
    trace, number = _traced(design[:, 1:], weight, squares)
    null = (1 - share) ** 2 * share * trace / float(records.sum())
    flat = np.full(len(fitted), share)
    trusted = _likelihood(fitted, old, new) >= _likelihood(flat, old, new) - SAME
    return Propensity(error, null, share, number, trusted)


def _traced(columns: Floats, weight: Floats, squares: Floats) -> tuple[float, int]:
    r"""Return :math:`\mathrm{tr}(M^{-1} C)` of centred columns, and the rank of M."""
    share = weight / weight.sum()
    centred = columns - share @ columns
    size = np.sqrt(share @ centred**2)
    varied = size > SAME * np.sqrt(share @ columns**2)
    standard = centred[:, varied] / size[varied]
    bread = standard.T @ (share[:, None] * standard)
    filling = standard.T @ ((squares / weight.sum())[:, None] * standard)
    inverse = np.linalg.pinv(bread, rcond=SAME, hermitian=True)
    rank = int(np.linalg.matrix_rank(bread, tol=SAME * max(len(bread), 1), hermitian=True))
    return float(np.sum(inverse * filling.T)), rank


def _likelihood(fitted: Floats, old: Side, new: Side) -> float:
    """Return the mean log-likelihood of records."""
    inside = np.clip(fitted, TINY, 1 - TINY)
    whole = (new.weight * np.log(inside) + old.weight * np.log1p(-inside)).sum()
    return float(whole / (new.weight.sum() + old.weight.sum()))
