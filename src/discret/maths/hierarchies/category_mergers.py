"""Classes of categories, merged two by two so that they lose little information on others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.hierarchies.ordered_classes import entropies, in_units


def merger_losses(tables: Sequence[Floats]) -> Floats:
    r"""Return the information that merging each two rows loses, summed over tables.

    A table crosses the categories (rows) with another column, by weight. Its mutual information is
    :math:`∑ p_{xy} \ln \frac{p_{xy}}{p_x p_y}`; the loss is what the merger takes from it, never
    below 0. The diagonal is infinite.

    Examples
    --------
    Rows with the same profile are merged for nothing.

    >>> merger_losses([np.array([[1.0, 1], [2, 2], [3, 0]])]).round(3)
    array([[  inf, 0.   , 0.124],
           [0.   ,   inf, 0.157],
           [0.124, 0.157,   inf]])
    """
    cells, margins = _shares(tables)
    told = _told(cells, margins)
    size = len(cells)
    losses = np.full((size, size), np.inf)
    for row in range(size - 1):
        others = np.arange(row + 1, size)
        losses[row, others] = losses[others, row] = _losses(cells, margins, told, row, others)
    return losses


def mergers(tables: Sequence[Floats], weights: Floats, apart: Bools) -> Ints:
    """Merge two rows after two, always those whose merger loses least information.

    This is the agglomerative information bottleneck (Slonim & Tishby 1999), with the information
    on several columns added up. It is greedy: every step is the best, their sum need not be. Of
    equal mergers, the one of the lightest rows is made, then the first.

    Parameters
    ----------
    tables
        Categories × values of another column, by weight; at least one table.
    weights
        Weight of each category.
    apart
        Marks the pairs of categories that may not be merged, nor classes that hold them.

    Returns
    -------
    array
        One row for each step: the category that stands for the class, and the one that joins it.
        It stops where no merger is allowed.

    References
    ----------
    .. [1] Slonim N., Tishby N. (1999). Agglomerative information bottleneck. NIPS 12, 617-623.

    Examples
    --------
    >>> crossed = np.array([[1.0, 1], [2, 2], [3, 0]])
    >>> mergers([crossed], crossed.sum(axis=1), np.zeros((3, 3), dtype=bool)).tolist()
    [[0, 1], [0, 2]]
    """
    cells, margins = _shares(tables)
    told = _told(cells, margins)
    losses = np.where(apart, np.inf, merger_losses(tables))
    apart, share = apart.copy(), weights / weights.sum()
    steps: list[tuple[int, int]] = []
    while np.isfinite(least := losses.min(initial=np.inf)):
        one, two = _lightest(losses == least, share)
        steps.append((one, two))
        for array in (cells, margins, share):
            array[one] += array[two]
        told[one] = _told(cells[one], margins[one])
        apart[one] |= apart[two]
        apart[:, one] = apart[one]
        losses[two], losses[:, two] = np.inf, np.inf
        others = np.flatnonzero(np.isfinite(losses[one]) & ~apart[one])
        losses[one], losses[:, one] = np.inf, np.inf
        losses[one, others] = losses[others, one] = _losses(cells, margins, told, one, others)
    return np.array(steps, dtype=np.int64).reshape(-1, 2)


def classes_after(steps: Ints, size: int) -> Ints:
    """Return the class of each of `size` categories after some mergers, numbered as they come.

    Examples
    --------
    >>> classes_after(np.array([[1, 3], [0, 1]]), 5)
    array([0, 0, 1, 0, 2])
    """
    stands = np.arange(size)
    for one, two in steps.tolist():
        stands[stands == two] = one
    first = np.unique(stands, return_index=True)[1]
    order = np.empty(size, dtype=np.int64)
    order[stands[np.sort(first)]] = np.arange(len(first))
    return order[stands]


def _shares(tables: Sequence[Floats]) -> tuple[Floats, Floats]:
    """Return the tables side by side as shares of their sum, and their margins side by side."""
    shares = [table / max(table.sum(), np.finfo(float).tiny) for table in tables]
    return np.hstack(shares), np.stack([share.sum(axis=1) for share in shares], axis=1)


def _losses(cells: Floats, margins: Floats, told: Floats, one: int, others: Ints) -> Floats:
    """Return what the merger of a row with each of the others loses."""
    merged = _told(cells[one] + cells[others], margins[one] + margins[others])
    return in_units(np.maximum(told[one] + told[others] - merged, 0.0))


def _told(cells: Floats, margins: Floats) -> Floats:
    """Return the part of the mutual information that depends on each row."""
    told = entropies(cells).sum(axis=-1) - entropies(margins).sum(axis=-1)
    return np.asarray(told, dtype=np.float64)


def _lightest(equal: Bools, share: Floats) -> tuple[int, int]:
    one, two = np.nonzero(equal)
    once = one < two  # the table says each pair twice
    place = int(in_units(share[one[once]] + share[two[once]]).argmin())
    return int(one[once][place]), int(two[once][place])
