"""Losses of the table as a whole, and what the groups of one node tell of those of others.

Proofs are in docs/theory/recoding_bounds.md.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints

LEAST = np.finfo(np.float64).tiny


def guide(entropies: Sequence[Floats], least: float) -> Floats:
    """Return bounds that say nothing but in which order nodes are best looked at.

    Of losses that are never below `least`, half of it is left to tell which nodes keep more of the
    entropy of the keys: these come first, as they are likely to have more groups, and smaller ones.

    Examples
    --------
    >>> guide([np.array([1.0, 0.0]), np.array([3.0, 0.0])], 0.5).tolist()
    [[0.0, 0.1875], [0.0625, 0.25]]
    """
    whole, total = max(float(sum(own[0] for own in entropies)), LEAST), np.zeros(())
    for own in entropies:
        total = total[..., None] + np.maximum(own[0] - own, 0.0) / whole
    return np.asarray(np.minimum(total, 1.0) * least / 2)


def label_entropies(codes: Sequence[Ints], totals: Floats) -> Floats:
    """Return the entropy, in bits, of the labels of a key at each level.

    Examples
    --------
    >>> levels = [np.array([0, 1, 2]), np.array([0, 1, 1])]
    >>> label_entropies(levels, np.array([0.0, 2.0, 2.0])).tolist()
    [1.0, 0.0]
    """
    shares = [np.bincount(level, totals) / max(totals.sum(), 1.0) for level in codes]
    return np.array([float(-(s[s > 0] * np.log2(s[s > 0])).sum()) + 0.0 for s in shares])


def discernibility(count: Ints, bad: Bools) -> float:
    r"""Return :math:`(∑_{kept} |E|^2 + n ∑_{lost} |E|) / n^2` (Bayardo & Agrawal 2005).

    Examples
    --------
    >>> discernibility(np.array([3, 1]), np.array([False, True]))
    0.8125
    """
    squares, lost, total = _squares(count, bad)
    return float((squares + total * int(lost.sum())) / total**2)


def _squares(count: Ints, bad: Bools) -> tuple[int, Ints, int]:
    """Return the sum of the squares of the groups kept, the records lost of each, and all.

    Whole numbers, and no products of matrices: these wake a thread on every core, at each node.
    """
    lost = np.multiply(count, bad)
    squares = int((count * count).sum() - (lost * lost).sum())
    return squares, lost, int(count.sum())


def least_discernibility(count: Ints, bad: Bools, least: int) -> float:
    """Bound the discernibility of coarser groups, none of which is kept with fewer records.

    What is lost here is lost there too, at the price of all records each, or is in a group that is
    no smaller than `least`, nor than the one it came from.

    Examples
    --------
    >>> least_discernibility(np.array([3, 1]), np.array([False, True]), 2)
    0.6875
    """
    squares, lost, total = _squares(count, bad)
    return float((squares + int((lost * np.maximum(lost, least)).sum())) / total**2)


def discernibility_below(count: Ints, lost: Floats, least: int) -> float:
    """Bound the discernibility where so much of each group is lost, and none is smaller kept.

    Examples
    --------
    >>> discernibility_below(np.array([3, 1]), np.array([0.0, 1.0]), 2)
    0.625
    """
    total, gone = float(count.sum()), float(lost.sum())
    return (total * gone + least * (total - gone)) / total**2


def average_below(count: Ints, lost: Floats, least: int) -> float:
    """Bound the mean size of finer groups, where so much of each is lost, and none is smaller kept.

    No more groups can be made of what is left of each, and those that are lost count as one more.

    Examples
    --------
    >>> average_below(np.array([7, 4, 1]), np.array([0.0, 1.5, 1.0]), 2)
    2.4
    """
    left = np.floor((count - lost) / least * (1 + 1e-9))
    return float(count.sum() / (left.sum() + 1))


def least_average(count: Ints, bad: Bools, least: int) -> float:
    """Bound the mean size of coarser groups, none of which is kept with fewer records.

    A group that is kept there has in it one that is kept here, or is made of such as are lost here
    alone: there are no more of these than have enough records.

    Examples
    --------
    >>> least_average(np.array([3, 1, 1]), np.array([False, True, True]), 2)
    2.5
    """
    groups, lost = int(np.count_nonzero(bad)), int(np.multiply(count, bad).sum())
    more = min(groups, lost // least)
    left = more < groups and more * least < lost  # some may still be lost: one more group
    return float(count.sum() / (len(count) - groups + more + left))


def average_group(count: Ints, bad: Bools) -> float:
    """Return the mean size of the groups kept; those that are lost count as one more group.

    Examples
    --------
    >>> average_group(np.array([3, 1, 1]), np.array([False, True, True]))
    2.5
    """
    lost = int(np.count_nonzero(bad))
    return float(count.sum() / (len(count) - lost + (lost > 0)))


def divergence(count: Ints, volume: Floats, bad: Bools, whole: float, before: float) -> float:
    r"""Return the Kullback–Leibler divergence, in nats, of the file from what its release says.

    A group of n records that covers v combinations of values says n/v of each; the records that
    are lost are spread over all `whole` combinations. `before` is :math:`∑ p \ln p` of the file.

    Examples
    --------
    >>> round(divergence(np.array([2]), np.array([2.0]), np.array([False]), 2.0, -np.log(2)), 9)
    0.0
    """
    total = count.sum()
    share = count[~bad] / total
    kept = float((share * np.log(share / volume[~bad])).sum())
    lost = float(count[bad].sum() / total)
    return float(before - kept - (lost * np.log(lost / whole) if lost else 0.0))
