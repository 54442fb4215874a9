"""How many people of the population the people of a group stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.codes import numbered
from discret.data.engine import Frame, collected, number
from discret.maths.arrays import Bools, Floats, Ints

Sums = tuple[Floats, Ints]
WEIGHT, GOOD, PEOPLE, PLACE = "__weight__", "__known__", "__people__", "__place__"


@dataclass(frozen=True, eq=False)
class Pairs:
    """Who is in which group, with the smallest weight of their records there.

    Parameters
    ----------
    group, person
        Numbers from 0, pair by pair; the number of unknown people is −1, who may all be one.
    weight
        The smallest weight of the records of the pair.
    groups
        How many groups there are.

    Examples
    --------
    >>> pairs = Pairs(np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([2.0, 5.0, 1.0]), 2)
    >>> pairs.sums()[0].tolist(), pairs.merged(np.array([0, 0]), 1).sums()[0].tolist()
    ([7.0, 1.0], [3.0])
    """

    group: Ints = field(repr=False)
    person: Ints = field(repr=False)
    weight: Floats = field(repr=False)
    groups: int

    def sums(self) -> Sums:
        """Return, of each group, the sum of the weights of its people, and their number.

        Unknown people count, as one, where nobody else is.
        """
        known = self.person >= 0
        count = np.bincount(self.group[known], minlength=self.groups)
        summed = np.bincount(self.group[known], self.weight[known], self.groups)
        unknown = np.zeros(self.groups)
        unknown[self.group[~known]] = self.weight[~known]
        return np.where(count > 0, summed, unknown), np.maximum(count, 1)

    def merged(self, ids: NDArray[np.integer[Any]], groups: int) -> Pairs:
        """Make one group of those with the same number: who was in several is there once."""
        group = ids[self.group].astype(np.int64)
        order = np.lexsort((self.weight, self.person, group))
        new = np.ones(len(order), dtype=np.bool_)
        for array in (group[order], self.person[order]):
            new[1:] &= array[1:] == array[:-1]
        new[1:] = ~new[1:]
        first = order[new]
        return Pairs(group[first], self.person[first], self.weight[first], groups)

    def subset(self, keep: Bools) -> Pairs:
        """Return those of the groups in `keep` alone."""
        kept = keep[self.group]
        places = np.cumsum(keep) - 1
        return Pairs(
            places[self.group[kept]], self.person[kept], self.weight[kept], int(keep.sum())
        )


@dataclass(frozen=True, eq=False)
class Shares:
    """The people of each group with their weights: counted once, when they are asked for.

    Parameters
    ----------
    sums
        Gives the sum of the smallest weight of each person, and the number of people.
    pairs
        Gives who is in which group, for groups that are made of these.
    """

    sums: Callable[[], Sums] = field(repr=False)
    pairs: Callable[[], Pairs] = field(repr=False)

    def made(self, make: Callable[[Pairs], Pairs]) -> Shares:
        """Return the shares of other groups, made of these when they are asked for."""
        pairs = cache(lambda: make(self.pairs()))
        return Shares(cache(lambda: pairs().sums()), pairs)

    def subset(self, keep: Bools) -> Shares:
        """Return those of the groups in `keep` alone."""
        sums = cache(lambda: (self.sums()[0][keep], self.sums()[1][keep]))
        return Shares(sums, cache(lambda: self.pairs().subset(keep)))


def shares_of(
    frame: Frame, groups: pl.DataFrame, who: str | None, weight: str | None
) -> Shares | None:
    """Return what counts the people of each group with their weights, in the engine.

    There is nothing to count without a column of individuals and one of weights.
    """
    if who is None or weight is None:
        return None
    people = frame.group_by(*groups.columns, who).agg(number(weight).min().alias(WEIGHT))
    return Shares(
        cache(lambda: _counted(people, groups, who)), cache(lambda: _paired(people, groups, who))
    )


def _counted(people: Frame, groups: pl.DataFrame, who: str) -> Sums:
    """Sum in the engine: there may be as many people as records."""
    keys, known = groups.columns, ~nw.col(who).is_null()
    told = people.with_columns(
        nw.when(known).then(nw.col(WEIGHT)).alias(GOOD), known.cast(nw.Int64).alias(PEOPLE)
    )
    wanted = [nw.col(GOOD).sum(), nw.col(PEOPLE).sum(), nw.col(WEIGHT).min()]
    cells = collected(told.group_by(*keys).agg(*wanted))
    found = groups.join(cells, on=keys, how="left", nulls_equal=True, maintain_order="left")
    count = found[PEOPLE].cast(pl.Int64).to_numpy()
    known_sum, least = (found[name].cast(pl.Float64).to_numpy() for name in (GOOD, WEIGHT))
    return np.where(count > 0, known_sum, least), np.maximum(count, 1)


def _paired(people: Frame, groups: pl.DataFrame, who: str) -> Pairs:
    cells = collected(people)
    placed = cells.join(groups.with_row_index(PLACE), on=groups.columns, nulls_equal=True)
    return Pairs(
        placed[PLACE].cast(pl.Int64).to_numpy(),
        numbered(placed[who])[1],
        placed[WEIGHT].cast(pl.Float64).to_numpy(),
        groups.height,
    )
