"""Merge categories until totals can be met: which, and why these."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from discret.maths.arrays import Floats, Ints
from discret.maths.calibration.feasibility import gaps

NEVER = np.inf


def regroup(
    units: sparse.csr_array,
    start: Floats,
    totals: Floats,
    near: Floats,
    bounds: tuple[float, float],
) -> Ints:
    """Return the class of each total, such that the totals of the classes can be met.

    Parameters
    ----------
    units
        Units × totals: what each unit counts for.
    start
        Starting weight of each unit.
    totals
        The totals.
    near
        Totals × totals: how far apart two categories are, infinite where they are never merged.
    bounds
        Lowest and highest ratio of a weight to its starting one.

    Notes
    -----
    First, categories that nobody is left in are merged. Then, as long as a linear programme finds
    that totals cannot be met within the bounds, the class with the largest relative gap is merged.
    A class is always merged with the nearest one, and of those equally near with the smallest.
    What can be merged no more stays as it is: the result may be short of its aim, and
    `feasibility.gaps` tells.

    Examples
    --------
    The second of three age groups has nobody left: it joins the smaller neighbour.

    >>> units = sparse.csr_array(np.array([[1.0, 0, 0], [0, 0, 1]]))
    >>> near = np.array([[0, 1, np.inf], [1, 0, 1], [np.inf, 1, 0]])
    >>> regroup(units, np.ones(2), np.array([5.0, 2, 3]), near, (0.1, 9)).tolist()
    [0, 1, 1]
    """
    classes = _Classes(units, start, totals, near)
    for empty in np.flatnonzero((abs(units).sum(axis=0) == 0) & (totals != 0)):
        while classes.is_empty(int(empty)) and classes.merge(int(empty)):
            pass
    stuck: set[int] = set()
    while True:
        apart = np.abs(classes.gaps(bounds))
        apart[[*stuck]] = 0.0
        if not apart.any():
            return classes.compact()
        worst = int(apart.argmax())
        if not classes.merge(worst):
            stuck.add(worst)


class _Classes:
    """Totals in classes, named by the first of their members."""

    def __init__(
        self, units: sparse.csr_array, start: Floats, totals: Floats, near: Floats
    ) -> None:
        self.units, self.start = units.tocsc(), start
        self.totals, self.near = totals.astype(np.float64), near.copy()
        self.of = np.arange(len(totals))
        np.fill_diagonal(self.near, NEVER)

    def is_empty(self, total: int) -> bool:
        members = np.flatnonzero(self.of == self.of[total])
        return bool(abs(self.units[:, members]).sum() == 0)

    def merge(self, total: int) -> bool:
        """Merge the class of a total with the nearest one; tell whether there was one."""
        own = int(self.of[total])
        distance = self.near[own]
        if not np.isfinite(distance).any():
            return False
        nearest = np.flatnonzero(distance == distance.min())
        other = int(nearest[np.abs(self.totals[nearest]).argmin()])
        first, second = min(own, other), max(own, other)
        self.of[self.of == second] = first
        self.totals[first] += self.totals[second]
        self.totals[second] = 0.0
        both = np.minimum(self.near[first], self.near[second])
        self.near[second], self.near[:, second] = NEVER, NEVER
        both[[first, second]] = NEVER
        self.near[first], self.near[:, first] = both, both
        return True

    def gaps(self, bounds: tuple[float, float]) -> Floats:
        """Return, at the place of each class, its gap relative to its size."""
        names, classes = np.unique(self.of, return_inverse=True)
        places = np.arange(len(classes))
        gather = sparse.csr_array((np.ones(len(classes)), (places, classes)))
        merged, totals = (self.units @ gather).tocsr(), self.totals[names]
        size = np.maximum(abs(merged).T @ self.start, np.abs(totals))
        found = np.zeros(len(self.of))
        found[names] = gaps(merged, self.start, totals, bounds) / np.where(size > 0, size, 1.0)
        return found

    def compact(self) -> Ints:
        """Give classes numbers in the order of their first members."""
        return np.unique(self.of, return_inverse=True)[1].astype(np.int64)
