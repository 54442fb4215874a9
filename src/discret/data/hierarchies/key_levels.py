"""The levels that a key can climb, as integer codes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import repeat

import numpy as np
import polars as pl

from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.hierarchies.tables import Table
from discret.data.keytable import KeyTable
from discret.data.refusals import levels_outside
from discret.data.text import as_text, distinct
from discret.maths.arrays import Floats, Ints


@dataclass(frozen=True)
class Ladder:
    """One key and its levels; place 0 of every array stands for a missing value.

    Parameters
    ----------
    column
        The key.
    codes
        For each level, the code of the label that each value gets there.
    shares
        For each level, the share of all the values of the hierarchy that have this label.
    values
        Number of values of the hierarchy: those that its table lists, or those that occur.
    first
        Number of the first level here.
    levels
        Number of levels of the hierarchy, also of those that limits leave out; by default all here.

    Examples
    --------
    >>> from discret import Dataset
    >>> from discret.data.examples import dishes
    >>> sexes = Hierarchy.from_groups({"all": ["Femme", "Homme"]}, top=None)
    >>> keys = Dataset.of(dishes(), key="Sexe", hierarchies={"Sexe": sexes}).keys
    >>> ladder = Ladder.of(keys, "Sexe", sexes)
    >>> [codes.tolist() for codes in ladder.codes], [share.tolist() for share in ladder.shares]
    ([[0, 1, 2], [0, 1, 1]], [[0.5, 0.5, 0.5], [0.5, 1.0, 1.0]])
    """

    column: str
    codes: tuple[Ints, ...] = field(repr=False)
    shares: tuple[Floats, ...] = field(repr=False)
    values: int
    first: int = 0
    levels: int | None = None

    @classmethod
    def of(cls, keys: KeyTable, column: str, hierarchy: Hierarchy) -> Ladder:
        """Climb the values of a key of the key table."""
        labels, every = _labels(keys.values(column), hierarchy)
        codes = (np.arange(len(labels[0]) + 1), *(_codes(row) for row in labels[1:]))
        shares = tuple(_shares(label, all_) for label, all_ in zip(labels, every, strict=True))
        return cls(column, codes, shares, max(len(every[0]), 1))

    @property
    def height(self) -> int:
        """Number of levels."""
        return len(self.codes)

    @property
    def heights(self) -> Floats:
        """How high each level is, from 0 for the values to 1 for the last of the hierarchy."""
        top = max((self.first + self.height if self.levels is None else self.levels) - 1, 1)
        return np.asarray((self.first + np.arange(self.height)) / top, dtype=np.float64)

    def between(self, who: str, low: int, high: int | None) -> Ladder:
        """Return the ladder without the levels below `low` and above `high`."""
        last = self.first + self.height - 1
        high = last if high is None else high
        if not self.first <= low <= high <= last:
            raise levels_outside(who, self.column, low, high, self.first, last)
        kept = slice(low - self.first, high - self.first + 1)
        whole = last + 1 if self.levels is None else self.levels
        return replace(
            self, codes=self.codes[kept], shares=self.shares[kept], first=low, levels=whole
        )

    def lowest(self, place: int) -> int:
        """Return the lowest place where the same values are together.

        Examples
        --------
        >>> codes = tuple(np.array(one) for one in ([0, 1, 2], [0, 2, 1], [0, 1, 1]))
        >>> ladder = Ladder("sex", codes, (), 2)
        >>> [ladder.lowest(place) for place in range(3)]
        [0, 0, 2]
        """
        labels = [int(codes.max(initial=0)) for codes in self.codes[: place + 1]]  # from 1, no gap
        return labels.index(labels[place])

    def place(self, who: str, level: int) -> int:
        """Return the place of a level."""
        self.between(who, level, level)
        return level - self.first


def climbed(keys: KeyTable, column: str, hierarchy: Hierarchy | None) -> Ladder:
    """Return the ladder of a key; one without hierarchy has its values and no more."""
    if hierarchy is not None:
        return Ladder.of(keys, column, hierarchy)
    values = len(keys.values(column))
    share = np.full(values + 1, 1 / max(values, 1))
    return Ladder(column, (np.arange(values + 1),), (share,), max(values, 1))


def _labels(values: pl.Series, hierarchy: Hierarchy) -> tuple[list[list[str]], list[list[str]]]:
    """Return the labels of some values, level after level, and those of all that are listed."""
    if isinstance(hierarchy.rule, Table):
        labels = labels_listed(distinct(values), hierarchy)
        if labels is not None:
            return labels, hierarchy.rule.texts
    levels = [_texts(level) for level in hierarchy.levels(values).iter_columns()]
    return levels, levels


def labels_listed(values: pl.Series, hierarchy: Hierarchy) -> list[list[str]] | None:
    """Return the texts of distinct values and their labels, level after level, by lists alone.

    Nothing is returned where the hierarchy is no table, or lacks one of them.

    Examples
    --------
    >>> sizes = Hierarchy.from_order(["S", "M", "L"], steps=[2])
    >>> labels_listed(pl.Series(["M", "L"]), sizes), labels_listed(pl.Series(["XL"]), sizes)
    ([['M', 'L'], ['S – M', 'L'], ['*', '*']], None)
    """
    if not isinstance(hierarchy.rule, Table):
        return None
    labels = hierarchy.rule.climbed(texts := _texts(values))
    return None if labels is None else [texts, *labels]


def _texts(labels: pl.Series) -> list[str]:
    """Return labels as text; there are few, and lists of Python are quicker than many queries."""
    if labels.dtype == pl.String:
        return labels.to_list()
    return as_text(labels).to_list()


def _codes(labels: list[str]) -> Ints:
    """Give the same number to the same labels, from 1; 0 stands for a missing value."""
    names = {label: place for place, label in enumerate(sorted(set(labels)), 1)}
    return np.array([0, *map(names.__getitem__, labels)], dtype=np.int64)


def _shares(labels: list[str], every: list[str]) -> Floats:
    """Return the share of all values that have the label of each; a missing one loses nothing."""
    times = Counter(every)
    share = np.array([1, *map(times.get, labels, repeat(1))], dtype=np.float64)
    return np.asarray(share / max(len(every), 1))
