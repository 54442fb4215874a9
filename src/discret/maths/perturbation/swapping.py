"""Who exchanges values with whom: neighbours in rank, or pairs drawn at random."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats, Ints
from discret.maths.dice import Chance, drawn
from discret.maths.kernels import NOBODY, Number, inner, kernel


def in_rank(values: NDArray[Any], ties: Floats) -> Ints:
    """Return the places of values in their order, equal ones by `ties`.

    Sorting by one key is much faster than by two, and most numbers have no equals.

    Examples
    --------
    >>> in_rank(np.array([5, 3, 5, 1]), np.array([0.9, 0.1, 0.2, 0.3])).tolist()
    [3, 1, 2, 0]
    """
    order = np.argsort(values)
    along = values[order]
    fresh = np.concatenate([[True], along[1:] != along[:-1]])[: len(order)]
    if fresh.all():
        return order
    run = np.cumsum(fresh)
    several = np.flatnonzero(np.bincount(run)[run] > 1)
    equal = order[several]
    order[several] = equal[np.lexsort((ties[equal], run[several]))]
    return order


def rank_partners(size: int, reach: int, rng: np.random.Generator) -> Ints:
    """Return, for ranks that rise, the rank that each exchanges its value with.

    Ranks are gone through from the lowest: one without a partner draws one among those above it
    that have none, at most `reach` ranks away; where there is none it keeps its value (Moore 1996).

    Examples
    --------
    >>> found = rank_partners(6, 2, np.random.default_rng(1))
    >>> found[found].tolist(), int(np.abs(found - np.arange(6)).max()) <= 2
    ([0, 1, 2, 3, 4, 5], True)
    """
    partner = np.full(size, -1, dtype=np.int64)
    chance = rng.integers(1, 2**63, size=1, dtype=np.uint64)
    _pair(partner, np.int64(reach), chance)
    return np.where(partner < 0, np.arange(size), partner)


@kernel
def _pair(partner: Ints, reach: Number, chance: Chance) -> None:
    for rank in range(len(partner)):
        last = min(rank + reach, len(partner) - 1)
        if partner[rank] < 0 and last > rank:
            other = _free(partner, rank, last, rank + 1 + drawn(chance, last - rank))
            if other >= 0:
                partner[rank], partner[other] = other, rank


@inner
def _free(partner: Ints, rank: Number, last: Number, first: Number) -> Number:
    """Return the next rank without a partner, from the one drawn on and around; nobody if none."""
    for step in range(last - rank):
        other = first + step if first + step <= last else first + step - (last - rank)
        if partner[other] < 0:
            return np.int64(other)
    return NOBODY


def random_partners(size: int, share: float, rng: np.random.Generator) -> Ints:
    """Return whom each of some records exchanges values with: so many as make pairs of that share.

    Examples
    --------
    >>> found = random_partners(10, 0.4, np.random.default_rng(1))
    >>> found[found].tolist() == list(range(10)), int((found != np.arange(10)).sum())
    (True, 4)
    """
    pairs = round(share * size) // 2
    chosen = rng.permutation(size)[: 2 * pairs].reshape(2, pairs)
    partner = np.arange(size)
    partner[chosen[0]], partner[chosen[1]] = chosen[1], chosen[0]
    return partner
