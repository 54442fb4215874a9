"""What a search decides: where each area is shown, how fine its keys are, and what is dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from discret.maths.arrays import Bools, Ints

Sizes = Sequence[Sequence[int]]
INDIVIDUALS, COMBINATIONS, SHARE, SIBLINGS = 1, 2, 3, 4  # why an area is not shown by itself


@dataclass(frozen=True)
class Tested:
    """What was found in the areas of a level that had facts to show.

    Parameters
    ----------
    node
        The areas.
    people
        How many people their facts are of.
    smallest
        The smallest of their classes, where keys are at their coarsest or as they are shown.
    why
        Why each is not shown by itself; 0 where it is.
    came, made
        How many are in the classes of each, as keys came and as they were made coarser, the
        smallest first; empty where that was not tried, or there are many.
    """

    node: Ints = field(repr=False)
    people: Ints = field(repr=False)
    smallest: Ints = field(repr=False)
    why: Ints = field(repr=False)
    came: Sizes = field(default=(), repr=False)
    made: Sizes = field(default=(), repr=False)


@dataclass(frozen=True)
class Shown:
    """What becomes of facts.

    Parameters
    ----------
    level
        Of each cell, the level of the area that it is shown at; −1 where it is dropped.
    at
        Of each cell and key, the level at which the key is shown.
    tested
        What was found, level by level.
    exact
        Whether it is proven that no more facts can be kept, nor shown at finer levels.
    """

    level: Ints = field(repr=False)
    at: Ints = field(repr=False)
    tested: tuple[Tested, ...] = field(repr=False)
    exact: bool

    @property
    def kept(self) -> Bools:
        """The cells that are shown."""
        return np.asarray(self.level >= 0)
