"""From groups of a sample to uniques of its population: what is estimated, and how Zayatz does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats

Numbers = NDArray[Any]
Failure = Literal["all_unique", "too_even", "no_pairs", "no_solution", "too_large"]


@dataclass(frozen=True)
class Sizes:
    """How many groups there are of each size: all that the models look at.

    Parameters
    ----------
    size
        The sizes that occur, increasing.
    groups
        The number of groups of each size. It may be a fraction where records are counted with
        groups that overlap; `records` is whole all the same.
    """

    size: Floats
    groups: Floats

    @classmethod
    def of(cls, size: Numbers, members: Numbers) -> Sizes:
        """Count the sizes that `members` of each kind are counted with.

        A group of i has i members, so members that are counted with i are 1/i of a group each.

        Examples
        --------
        >>> Sizes.of(np.array([1, 3, 1]), np.array([1, 3, 1])).groups.tolist()
        [2.0, 1.0]
        """
        found, place = np.unique(size, return_inverse=True)
        total = np.bincount(place.ravel(), weights=members, minlength=len(found))
        return cls(found.astype(np.float64), total / found)

    @property
    def records(self) -> float:
        """Number of members of all groups together."""
        return float(np.rint(self.size @ self.groups))

    @property
    def number(self) -> float:
        """Number of groups."""
        return float(self.groups.sum())

    def groups_of(self, size: int) -> float:
        """Return the number of groups of one size.

        Examples
        --------
        >>> Sizes.of(np.array([1, 3, 1]), np.array([1, 3, 1])).groups_of(1)
        2.0
        """
        return float(self.groups[self.size == size].sum())

    @property
    def unique_share(self) -> float:
        """Share of the members that are alone in their group."""
        return self.groups_of(1) / self.records


@dataclass(frozen=True)
class Estimate:
    """A share of population uniques, or why there is none.

    Parameters
    ----------
    share
        Expected share of the members that are unique in the population, ``None`` if not found.
    why
        What kept the model from being fitted.
    parameters
        The fitted parameters, by name.
    """

    share: float | None
    why: Failure | None = None
    parameters: Mapping[str, float] = field(default_factory=dict)


def known(sizes: Sizes, population: float) -> float | None:
    """Return the share where no model is needed: no unique at all, or the whole population.

    Examples
    --------
    >>> known(Sizes.of(np.array([2]), np.array([2])), 100), known(Sizes.of(*[np.ones(1)] * 2), 1)
    (0.0, 1.0)
    """
    if not sizes.groups_of(1):
        return 0.0
    return sizes.unique_share if population <= sizes.records * (1 + 1e-9) else None


def zayatz(sizes: Sizes, population: float) -> Estimate:
    r"""Estimate the population uniques as Zayatz does: by Bayes' rule on the sizes of the sample.

    Notes
    -----
    With :math:`f_i` groups of size i in the sample, n records and a population of N, the chance
    that a sample unique is a population unique is

    .. math:: P(F = 1 | f = 1) = \frac{f_1 P(f = 1 | F = 1)}{∑_i f_i P(f = 1 | F = i)}

    where the sizes in the population are supposed to be spread as those of the sample, and
    :math:`P(f = 1 | F = i) = i \binom{N-i}{n-1} / \binom{N}{n}` is hypergeometric. The share is
    :math:`f_1 P / n`. Groups are larger in the population than in a sample of it, so that the
    estimate is too high as a rule, and by far where the sampling fraction is small; it never
    fails.

    References
    ----------
    .. [1] Zayatz L. (1991). Estimation of the percent of unique population elements on a
       microdata file using the sample. US Bureau of the Census, SRD report 91/08.

    Examples
    --------
    >>> pairs = Sizes.of(np.array([1, 2]), np.array([4, 4]))
    >>> zayatz(pairs, 16).share
    0.326...
    """
    share = known(sizes, population)
    if share is None:
        alone = sizes.groups_of(1)
        seen = sizes.groups @ _alone_in_sample(sizes, population)
        share = sizes.unique_share * (alone / float(seen))  # never above the first by rounding
    return Estimate(share)


def _alone_in_sample(sizes: Sizes, population: float) -> Floats:
    """Return P(f = 1 | F = i) over P(f = 1 | F = 1) for each size i: i ∏ (N−n−j) / (N−1−j)."""
    records = sizes.records
    last = FADED * population / records  # beyond, the product is too small to be written
    steps = np.arange(int(min(sizes.size.max(), last)))
    others = np.maximum(population - records - steps, 0.0) / (population - 1 - steps)
    none_drawn = np.concatenate([[1.0], np.cumprod(others)])
    place = np.minimum(sizes.size - 1, len(steps)).astype(np.int64)
    return np.asarray(sizes.size * none_drawn[place])


FADED = 800.0
