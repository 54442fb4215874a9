"""Blanks on a key table: what fails with them, and which ones make everything hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from discret.data.keytable import KeyTable, first_places
from discret.maths import suppression
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.matching import group_ids
from discret.model import Conjunction

SETS, PASSES = 64, 3


@dataclass(frozen=True)
class Blanking:
    """A key table, the models that must hold on it, and what a blank costs in each key.

    Parameters
    ----------
    keys
        The key table.
    models
        What must hold.
    price
        What a blank costs, by key; infinite where none is allowed.
    joins
        Whether groups that hold may have to be blanked too: where missing is a value.
    """

    keys: KeyTable = field(repr=False)
    models: Conjunction
    price: Floats
    joins: bool = False

    def failing(self, blanks: Bools) -> Bools:
        """Mark the groups that fail once the key table has these blanks."""
        table, ids = self.released(blanks)
        return np.asarray(self.models.failing(table)[ids])

    def released(self, blanks: Bools) -> tuple[KeyTable, Ints]:
        """Return the key table with these blanks, and the place in it of each group."""
        codes = np.where(blanks, -1, self.keys.codes)
        ids, size = group_ids(codes)
        return self.keys.merged(ids, size, codes[first_places(ids, size)]), ids

    def cost(self, blanks: Bools) -> float:
        """Return what blanks cost."""
        cells = self.keys.count @ blanks
        return float(cells[cells > 0] @ self.price[cells > 0])

    def only(self, columns: Sequence[int] | Ints) -> Bools:
        """Mark what each group shows of some keys."""
        marked = np.zeros(self.keys.codes.shape, dtype=np.bool_)
        marked[:, list(columns)] = self.keys.codes[:, list(columns)] >= 0
        return marked

    @property
    def free(self) -> Ints:
        """The keys that may be blanked, cheapest first."""
        order = np.argsort(self.price, kind="stable")
        return np.asarray(order[np.isfinite(self.price[order])])


def settled(problem: Blanking, blanks: Bools) -> Bools:
    """Change blanks until the models hold, or until nothing is left to blank.

    The groups that fail try sets of keys by increasing price, all together; those with which it
    does not help step back. Then, where it must be, groups that hold join in, and keys are blanked
    one after the other; at last, blanks that are not needed go.
    """
    sets = [tuple(problem.free[list(group_set)]) for group_set in _sets(problem)]
    for _ in range(PASSES):
        before = blanks
        for pair in sets:
            bad = problem.failing(blanks)
            if not bad.any():
                return _trimmed(problem, sets, blanks)
            blanks = _tried(problem, blanks, bad, problem.only(pair))
        if problem.joins:
            blanks = _joined(problem, sets, blanks)
        if np.array_equal(before, blanks):
            break
    return _trimmed(problem, sets, _forced(problem, blanks))


def _sets(problem: Blanking) -> list[tuple[int, ...]]:
    return suppression.column_sets.cheapest_sets(problem.price[problem.free], SETS)[0]


def _tried(problem: Blanking, blanks: Bools, movers: Bools, new: Bools) -> Bools:
    """Give groups new blanks; those that fail with them, or since others do, step back."""
    trial = np.where(movers[:, None], new, blanks)
    while movers.any():
        back = movers & problem.failing(trial)
        if not back.any():
            break
        movers = movers & ~back
        trial = np.where(movers[:, None], new, blanks)
    return trial


def _joined(problem: Blanking, sets: Sequence[tuple[int, ...]], blanks: Bools) -> Bools:
    """Let the smallest group that agrees with failing ones be blanked along with them."""
    for group_set in sets:
        bad = problem.failing(blanks)
        if not bad.any():
            break
        new = problem.only(group_set)
        ids, size = group_ids(np.where(blanks | new, -1, problem.keys.codes))
        wanted = np.zeros(size, dtype=np.bool_)
        wanted[ids[bad]] = True
        calm = np.flatnonzero(~bad & ~blanks.any(axis=1) & wanted[ids])
        first = calm[np.argsort(problem.keys.count[calm], kind="stable")]
        movers = bad.copy()
        movers[first[np.unique(ids[first], return_index=True)[1]]] = True
        blanks = _joining(problem, blanks, movers, new, ids)
    return blanks


def _joining(problem: Blanking, blanks: Bools, movers: Bools, new: Bools, ids: Ints) -> Bools:
    """Give groups new blanks; where one fails, all that agree with it step back."""
    trial = np.where(movers[:, None], new, blanks)
    while movers.any():
        lost = np.unique(ids[movers & problem.failing(trial)])
        if not len(lost):
            break
        movers = movers & ~np.isin(ids, lost)
        trial = np.where(movers[:, None], new, blanks)
    return trial


def _forced(problem: Blanking, blanks: Bools) -> Bools:
    """Blank one more key in every group that fails, then in groups that could help."""
    shown = problem.only(problem.free)
    while True:
        bad = problem.failing(blanks)
        left = shown & ~blanks
        movers = bad & left.any(axis=1)
        if not movers.any() and problem.joins and bad.any():
            calm = np.flatnonzero(~bad & left.any(axis=1))
            movers[calm[np.argsort(problem.keys.count[calm], kind="stable")[:1]]] = True
            blanks = blanks | (shown & movers[:, None])
        if not movers.any():
            return blanks
        ranked = np.where(left, problem.price, np.inf)
        next_one = np.zeros_like(blanks)
        next_one[np.flatnonzero(movers), ranked.argmin(axis=1)[movers]] = True
        blanks = blanks | (next_one & left)


def _trimmed(problem: Blanking, sets: Sequence[tuple[int, ...]], blanks: Bools) -> Bools:
    """Take back the blanks that are not needed, dearest first; then use cheaper keys instead."""
    if problem.failing(blanks).any():
        return blanks
    for key in problem.free[::-1]:
        without = blanks.copy()
        without[:, key] = False
        blanks = _cheaper(problem, blanks, blanks[:, key], without)
    for group_set in sets:
        new = problem.only(group_set)
        dearer = blanks @ _finite(problem.price) > new @ _finite(problem.price)
        blanks = _cheaper(problem, blanks, dearer, new)
    return blanks


def _cheaper(problem: Blanking, blanks: Bools, movers: Bools, new: Bools) -> Bools:
    trial = _tried(problem, blanks, movers, new)
    pays = problem.cost(trial) < problem.cost(blanks)
    return trial if pays and not problem.failing(trial).any() else blanks


def _finite(price: Floats) -> Floats:
    return np.where(np.isfinite(price), price, 0.0)
