"""Pairs of columns from which a third may be read: the likeliest first, within a budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from discret.assess.redundancy.targets import Target
from discret.data.beside.columns import Coded
from discret.maths.arrays import Codes
from discret.maths.redundancy.pair_screen import Pair, alike, left_open
from discret.maths.redundancy.shown_groups import crossed, spread

FEW = 512  # records that most pairs are refuted on
TRIED = 20_000  # pairs of a file that are looked at on few records
WEIGHED = 2_000  # and of these, such as go on to more
ALWAYS = 200  # of each column, all pairs of twenty others, go on


@dataclass(frozen=True)
class Pairs:
    """The pairs of columns that are worth a look.

    Parameters
    ----------
    tried
        Those that few records do not refute.
    untried
        How many were not looked at: there are too many of them.
    """

    tried: list[tuple[Coded, Coded]]
    untried: int

    @classmethod
    def of(cls, target: Target, sources: Sequence[Coded], targets: int) -> Pairs:
        """Choose among the pairs of `sources`, within one of so many `targets`' part of the budget.

        The budget is a number of pairs, not a time: the same file leaves the same ones out.
        """
        both = combinations(range(len(sources)), 2)
        every = [pair for pair in both if target.speaks(sources[pair[0]], sources[pair[1]])]
        few = _few(target)
        looked = _likeliest(target, sources, every, few, TRIED // targets)
        shown = [_shown(target, source, few) for source in sources]
        open_ = left_open(shown, target.values.codes[few], looked)
        left = [pair for pair, is_open in zip(looked, open_, strict=True) if is_open]
        tried = _likeliest(target, sources, left, few, max(WEIGHED // targets, ALWAYS))
        untried = len(every) - len(looked) + len(left) - len(tried)
        return cls([(sources[one], sources[other]) for one, other in tried], untried)


def _few(target: Target) -> Codes:
    """Return the places of some records, of different people or households."""
    number = len(target.hidden)
    chosen = spread(FEW, number) if number > 2 * FEW else np.arange(number)
    if target.unit is None:
        return chosen
    return chosen[np.unique(target.unit[chosen], return_index=True)[1]]


def _shown(target: Target, one: Coded, few: Codes) -> Codes:
    """Return what is shown, with what the column itself still shows."""
    return one.codes[few] if target.band is None else crossed(one.codes[few], target.band[few])


def _likeliest(
    target: Target, sources: Sequence[Coded], pairs: list[Pair], few: Codes, most: int
) -> list[Pair]:
    """Return so many pairs: those where records that show the same are more often the same."""
    if len(pairs) <= most:
        return pairs
    gains = [alike(source.codes[few], target.values.codes[few]) for source in sources]
    return sorted(pairs, key=lambda pair: -gains[pair[0]] - gains[pair[1]])[:most]
