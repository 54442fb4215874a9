"""What someone who knows why values were blanked learns of them: exactly, or between bounds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Ints
from discret.maths.unpicking.candidates import Candidates, list_candidates
from discret.maths.unpicking.completions import Completions, count_completions
from discret.maths.unpicking.knowledge import Knowledge
from discret.maths.unpicking.transport import Unpicked, unpick


@dataclass(frozen=True)
class Learnt:
    """What is learnt of the blanks of each group.

    Parameters
    ----------
    count
        Number of records of each group.
    blank, recovered, narrowed
        Groups × columns: what is blank, of that what is left one value, or fewer values than the
        column has. Where the answer is not exact, the most that may be.
    surely_recovered
        The least that may be recovered: the same where the answer is exact.
    possible
        Number of full keys that a record of the group may have had; 1 where nothing is blank, 0
        where none fits. Where the answer is not exact, at least.
    placed
        Whether the blanks of the group can be explained, jointly with those it competes with.
    unexplained
        Number of records with blanks that cannot be explained, whatever the others are.
    consistent
        Whether there is a joint completion, ``None`` where it is not known.
    near, far
        The candidates and what was found of them, with fewer and with more than there are; the
        same where the answer is exact.
    """

    count: Ints
    blank: Bools
    recovered: Bools
    narrowed: Bools
    surely_recovered: Bools
    possible: Ints
    placed: Bools
    unexplained: int
    consistent: bool | None
    near: tuple[Candidates, Unpicked]
    far: tuple[Candidates, Unpicked]

    @property
    def exact(self) -> bool:
        """Whether all full keys were looked at."""
        return self.near[0].exact

    @cached_property
    def blanked(self) -> Bools:
        """The groups with a blank."""
        return np.asarray(self.blank.any(axis=1))

    @cached_property
    def unpicked(self) -> Bools:
        """The groups with a value that is recovered."""
        return np.asarray(self.recovered.any(axis=1))

    def cells(self, marked: Bools, columns: slice = slice(None)) -> int:
        """Count the values that are marked, over all records; of some columns, if that is said."""
        if not marked.any():  # soon seen, and most files have nothing blanked before a step
            return 0
        return int(self.count @ marked[:, columns].sum(axis=1))

    def records(self, marked: Bools) -> int:
        """Count the records of the groups that are marked."""
        return int(self.count[marked].sum())

    @property
    def share(self) -> float | None:
        """Share of the blanked values that are recovered; ``None`` without a completion."""
        if not self.consistent:
            return None
        return self.cells(self.recovered) / max(self.cells(self.blank), 1)


def learn(codes: NDArray[Any], count: Ints, known: Knowledge, limit: int) -> Learnt:
    """Find what is learnt of the blanks from what is known of them.

    Parameters
    ----------
    codes
        Groups × columns, −1 for blank.
    count
        Number of records of each group.
    known
        What is known of the blanks.
    limit
        Number of pairs of a group and a full key to look at. Past it there are two answers. With
        some of the full keys of the largest groups only (`near`), each completion found is one,
        but some are not found: at least as much is recovered as in truth. Without these groups
        (`far`), every completion is found, and more: at most as much is recovered.

    Examples
    --------
    Figure 2.2 of Bergeat (2015), as (sexe, âge): a woman and two men have no age.

    >>> codes = np.array([[0, 0], [0, 2], [0, -1], [1, 1], [1, -1]])
    >>> learnt = learn(codes, np.array([2, 2, 1, 2, 2]), Knowledge(k=2), limit=100)
    >>> learnt.recovered[:, 1].tolist(), learnt.narrowed[:, 1].tolist(), learnt.consistent
    ([False, False, True, False, False], [False, False, False, False, True], True)
    """
    near = list_candidates(codes, count, known, limit)
    found = _unpicked(near)
    far, beyond = (near, found) if near.exact else _far(near)
    left = near.values_left(found.possible)
    blank = codes < 0
    open_ = np.flatnonzero(blank.any(axis=1))
    placed, possible = np.ones(len(codes), dtype=np.bool_), np.ones(len(codes), dtype=np.int64)
    placed[open_] = found.placed
    possible[open_] = np.bincount(near.group[found.possible], minlength=len(open_))
    return Learnt(
        count=count,
        blank=blank,
        recovered=_at(open_, left == 1, blank),
        narrowed=_at(open_, (left > 1) & (left < near.widths), blank),
        surely_recovered=_at(open_, far.values_left(beyond.possible) == 1, blank),
        possible=possible,
        placed=placed,
        unexplained=beyond.unplaced,
        consistent=_consistent(found, beyond),
        near=(near, found),
        far=(far, beyond),
    )


def count_all(learnt: Learnt, limit: int) -> Completions:
    """Count the joint completions of a file that has some.

    Examples
    --------
    >>> codes = np.array([[0, 0], [0, 2], [0, -1], [1, 1], [1, -1]])
    >>> learnt = learn(codes, np.array([2, 2, 1, 2, 2]), Knowledge(k=2), limit=100)
    >>> count_all(learnt, 100).number
    2
    """
    near = _counted(*learnt.near, limit)
    if learnt.exact:
        return near
    some = learnt.far[0]
    logs = np.where(some.blank, np.log10(np.maximum(some.widths, 1)), 0.0).sum(axis=1)
    others = float(learnt.near[0].supply[~some.listed] @ logs[~some.listed])
    return Completions(None, near.least, _counted(*learnt.far, limit).most + others)


def _unpicked(some: Candidates) -> Unpicked:
    return unpick(some.supply, some.group, some.cell, some.room)


def _far(near: Candidates) -> tuple[Candidates, Unpicked]:
    far = near.only_listed()
    return far, _unpicked(far)


def _at(open_: Ints, marked: Bools, blank: Bools) -> Bools:
    """Lay what is marked in the groups with blanks over all groups."""
    over = np.zeros(blank.shape, dtype=np.bool_)
    over[open_] = marked
    return over & blank


def _consistent(found: Unpicked, beyond: Unpicked) -> bool | None:
    if beyond.unplaced:
        return False
    return True if not found.unplaced else None


def _counted(some: Candidates, found: Unpicked, limit: int) -> Completions:
    kept = found.possible
    pairs = some.group[kept], some.cell[kept]
    return count_completions(some.supply, *pairs, some.room, found.flow[kept], limit)
