"""Households of a file, where they are, how they are made up, and how rare their members are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from discret.data.codes import named, numbered
from discret.data.dataset import Dataset
from discret.errors import ColumnError, InputError
from discret.maths.arrays import Bools, Ints
from discret.maths.matching import Matching, group_ids
from discret.reduce.rows_in_order import PERSON
from discret.words import Words


@dataclass(frozen=True)
class Households:
    """Who moves together: a household, else what is known of one person, else a record.

    Parameters
    ----------
    of
        The household of each record, from 0 on.
    first
        A record of each household.
    """

    of: Ints = field(repr=False)
    first: Ints = field(repr=False)

    @classmethod
    def read(cls, table: pl.DataFrame, household: str | None) -> Households:
        """Read who moves together; records of no known household move by themselves.

        Examples
        --------
        >>> homes = Households.read(pl.DataFrame({"home": [7, None, 7, None]}), "home")
        >>> homes.of.tolist(), len(homes)
        ([0, 1, 0, 2], 3)
        """
        name = household if household is not None else PERSON
        codes = np.full(len(table), -1)
        codes = numbered(table[name])[1] if name in table.columns else codes
        alone = codes < 0
        whole = np.where(alone, int(codes.max(initial=-1)) + np.cumsum(alone), codes)
        _, first, of = np.unique(whole, return_index=True, return_inverse=True)
        return cls(of.astype(np.int64), first.astype(np.int64))

    def __len__(self) -> int:
        return len(self.first)

    def split_by(self, codes: Ints) -> int:
        """Return how many households have members that differ."""
        return len(np.unique(self.of[codes != codes[self.first][self.of]]))

    def least(self, counts: Ints) -> Ints:
        """Return the smallest count among the members of each household."""
        found = np.full(len(self), np.iinfo(np.int64).max)
        np.minimum.at(found, self.of, counts)
        return found

    def made_up(self, codes: Ints) -> Ints:
        """Return a number for each household: the same where members have the same codes.

        Examples
        --------
        >>> homes = Households.read(pl.DataFrame({"home": [1, 1, 2, 2, 3]}), "home")
        >>> homes.made_up(np.array([5, 6, 6, 5, 5])).tolist()
        [1, 1, 0]
        """
        order = np.lexsort((codes, self.of))
        size = np.bincount(self.of, minlength=len(self))
        start, found, made = np.cumsum(size) - size, np.zeros(len(self), dtype=np.int64), 0
        for own in np.unique(size):
            some = np.flatnonzero(size == own)
            members = order[start[some][:, None] + np.arange(own)]
            ids, many = group_ids(codes[members])
            found[some] = ids + made
            made += many
        return found


@dataclass(frozen=True)
class Areas:
    """The areas of households, level by level, the widest first.

    Parameters
    ----------
    names
        What the levels are called.
    levels
        For each level the area of each household; those of a level lie in those of the one before.
    known
        Which households have an area.
    """

    names: tuple[str, ...]
    levels: tuple[Ints, ...] = field(repr=False)
    known: Bools = field(repr=False)

    @classmethod
    def read(
        cls, who: str, data: Dataset, table: pl.DataFrame, columns: Sequence[str], homes: Households
    ) -> Areas:
        """Read the areas of columns, the widest first; of a single one, by its hierarchy too."""
        own = table[homes.first].select(columns)
        known = own.select(pl.all_horizontal(pl.all().is_not_null())).to_series().to_numpy()
        if len(columns) == 1 and columns[0] in data.hierarchies:
            own = _above(data, own[columns[0]])
        codes = [numbered(own[name])[1] for name in own.columns]
        levels: list[Ints] = []
        for place, code in enumerate(codes):
            levels.append(group_ids(np.stack(codes[: place + 1], axis=1))[0])
            if place and code.max(initial=-1) < levels[-2].max(initial=-1) == levels[-1].max():
                names = own.columns[place - 1 : place + 1]
                raise ColumnError(_WIDER.filled(who=who, one=names[0], two=names[1]), hint=_FIRST)
        return cls(tuple(own.columns), tuple(levels), known)

    def parents(self, level: int) -> Ints:
        """Return the area of the level above; all are in one above the widest."""
        return self.levels[level - 1] if level else np.zeros_like(self.levels[0])


def _above(data: Dataset, values: pl.Series) -> pl.DataFrame:
    """Return the labels of areas in their hierarchy, the widest first; none that holds them all."""
    distinct, codes = numbered(values)
    hierarchy = data.hierarchies[values.name]
    table = hierarchy.levels(distinct)
    labels = [
        table[str(level)].alias(f"{values.name}: {hierarchy.names[level]}")
        for level in range(hierarchy.depth - 1, 0, -1)
    ]
    above = [own for own in labels if own.n_unique() > 1]
    return pl.DataFrame([named(own, codes) for own in [*above, distinct]])


def alike(codes: Ints, people: Ints | None) -> Ints:
    """Return for each record how many people have its codes; −1 is missing, by the rule "known".

    Records of nobody known (−1) may all be of one person.

    Examples
    --------
    >>> alike(np.array([[0, 1], [0, -1], [0, 1]]), None).tolist()
    [2, 3, 2]
    >>> alike(np.array([[0], [0], [0]]), np.array([4, 4, 5])).tolist()
    [2, 2, 2]
    """
    ids, size = group_ids(codes)
    places = np.unique(ids, return_index=True)[1]
    matching = Matching.of(codes[places], "known")
    if people is None:
        return np.asarray(matching.sums(np.bincount(ids, minlength=size))[ids], dtype=np.int64)
    from scipy.sparse import csr_array

    known = people >= 0
    shape = (size, int(people.max(initial=0)) + 1)
    held = csr_array((np.ones(int(known.sum())), (ids[known], people[known])), shape=shape)
    held.sum_duplicates()
    people_of = np.diff(csr_array(matching.sums(held)).indptr)
    return np.asarray(np.maximum(people_of, 1)[ids], dtype=np.int64)


def check_whole(who: str, table: pl.DataFrame, columns: Sequence[str], homes: Households) -> None:
    """Refuse households whose members are in several places."""
    for name in columns:
        if split := homes.split_by(numbered(table[name])[1]):
            raise InputError(_SPLIT.filled(who=who, n=split, name=name), hint=_ONE_PLACE)


_WIDER = Words(
    "{who}: columns go from the widest areas to the narrowest: {two!r} is wider than {one!r}",
    fr="{who} : columns va des lieux les plus larges aux plus fins : {two!r} est plus large que"
    " {one!r}",
)
_FIRST = Words("name the widest first", fr="nommer d’abord les plus larges")
_SPLIT = Words(
    "{who}: {n} {n:household has|households have} several values of {name!r}",
    fr="{who} : {n} {n:ménage a|ménages ont} plusieurs valeurs de {name!r}",
)
_ONE_PLACE = Words(
    "give each household one place, or name another household column",
    fr="donner un lieu à chaque ménage, ou nommer une autre colonne de ménage",
)
