"""Minimal sample uniques: the smallest sets of columns that single a group out, with weights."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Codes, Floats, Ints
from discret.maths.identity.subset_walk import walk


@dataclass(frozen=True)
class Uniques:
    """What the minimal sample uniques of each group come to.

    Parameters
    ----------
    number
        How many each group has, by their number of columns: groups × sizes.
    by_column
        The sum of the weights of those that each column has a part in: groups × columns.
    score
        The sum of the weights of all.
    """

    number: Ints
    by_column: Floats
    score: Floats

    @property
    def smallest(self) -> Ints:
        """The fewest columns that single each group out, 0 where none do."""
        has = self.number > 0
        return np.where(has.any(axis=1), has.argmax(axis=1) + 1, 0)


def minimal_uniques(
    codes: Codes, count: Codes, weights: Floats, people: tuple[Ints, Ints] | None = None
) -> Uniques:
    """Find the sets of columns that single a group out while none of their subsets does.

    Parameters
    ----------
    codes, count, people
        As for `discret.maths.identity.subset_walk.walk`.
    weights
        The weight of a minimal unique of 1, 2, … columns; their number is the largest size looked
        at.

    Notes
    -----
    A group alone on some columns is alone on more (as long as it has a value there), so a set is
    minimal for it unless it is alone on the set less one column: the walk told of that earlier. A
    group that was settled on the way to the smaller set is settled on the way to the larger one
    too, and not told of there either.

    Examples
    --------
    >>> codes = np.array([[2, 0, 0], [1, 3, 6], [1, 0, 0]])
    >>> uniques = minimal_uniques(codes, np.ones(3, dtype=int), elliot_weights(3, 3))
    >>> uniques.score.tolist(), uniques.smallest.tolist()
    ([2.0, 4.0, 2.0], [1, 1, 2])
    """
    groups, columns = codes.shape
    number = np.zeros((groups, len(weights)), dtype=np.int64)
    by_column, score = np.zeros((groups, columns)), np.zeros(groups)
    told: dict[int, Codes] = {}
    marked = np.zeros(groups, dtype=np.bool_)
    for subset in walk(codes, count, len(weights), people):
        if not len(subset.found):
            continue
        bits = sum(1 << column for column in subset.columns)
        told[bits] = _kept(subset.found, groups)
        for column in subset.columns:
            _mark(marked, told.get(bits ^ (1 << column)))
        minimal = subset.found[~marked[subset.found]]
        marked.fill(False)
        size = len(subset.columns)
        number[minimal, size - 1] += 1
        score[minimal] += weights[size - 1]
        by_column[minimal[:, None], list(subset.columns)] += weights[size - 1]
    return Uniques(number, by_column, score)


def _kept(places: Ints, groups: int) -> Codes:
    """Hold some of the groups in little memory: their places, or a bit for every group."""
    if 32 * len(places) < groups:
        return places.astype(np.int32)
    flags = np.zeros(groups, dtype=np.bool_)
    flags[places] = True
    return np.packbits(flags)


def _mark(marked: NDArray[np.bool_], kept: Codes | None) -> None:
    if kept is None:
        return
    if kept.dtype == np.uint8:
        marked |= np.unpackbits(kept.astype(np.uint8), count=len(marked)).view(np.bool_)
    else:
        marked[kept] = True


def elliot_weights(columns: int, size: int) -> Floats:
    r"""Return the weight of a minimal unique of k = 1, …, `size` columns, after Elliot et al.

    :math:`∏_{i=k}^{M} (A - i)` with A the number of columns and M the largest size searched, A − 1
    at most; (A − k)! where all sizes are searched.

    Examples
    --------
    >>> elliot_weights(4, 4).tolist(), elliot_weights(4, 2).tolist()
    ([6.0, 2.0, 1.0, 1.0], [6.0, 2.0])
    """
    last = min(size, columns - 1)
    return np.array([
        float(prod(columns - i for i in range(k, last + 1)))
        for k in range(1, min(size, columns) + 1)
    ])  # fmt: skip


def ihsn_weights(columns: int, size: int) -> Floats:
    r"""Return the weights of the first implementation by the IHSN, kept by sdcMicro as an option.

    :math:`(2^{A-k} - 1) / \binom{A}{k}`: the share of the larger subsets of columns that are
    unique for it. A record that is alone on all columns only gets 0.

    Examples
    --------
    >>> ihsn_weights(4, 4).tolist()
    [1.75, 0.5, 0.25, 0.0]
    """
    sizes = range(1, min(size, columns) + 1)
    return np.array([(2 ** (columns - k) - 1) / comb(columns, k) for k in sizes])
