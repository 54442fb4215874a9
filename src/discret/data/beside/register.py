"""The register of a population: its key table, recoded as the file was or would be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from discret.data.compare import aligned
from discret.data.engine import collected
from discret.data.hierarchies.given import hierarchy_of
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.hierarchies.key_levels import Ladder, labels_listed
from discret.data.history.lineage import Recoding, lengthened, relabelled
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.data.text import as_text, comparable, is_text
from discret.errors import ColumnError
from discret.maths.arrays import Ints
from discret.words import Words, say

if TYPE_CHECKING:
    from discret.data.dataset import Dataset


@dataclass(frozen=True)
class Register:
    """Counts a population over the keys of a file, once, when it is asked for.

    Parameters
    ----------
    people
        The population.
    data
        The file, whose recodings are repeated on the population.
    columns
        The keys.

    Examples
    --------
    >>> from discret import Dataset
    >>> town = pl.DataFrame({"age": [11, 18, 19]})
    >>> data = Dataset.of(town.head(2), key="age", population=town)
    >>> register = data.keys.around.population
    >>> len(register()), register().records
    (3, 3)
    """

    people: Dataset
    data: Dataset = field(repr=False)
    columns: tuple[str, ...]

    def __call__(self) -> KeyTable:
        """Return the key table of the population, recoded as the file was."""
        return self._counted

    @cached_property
    def _counted(self) -> KeyTable:
        people, data = self.people, self.data
        steps = {name: steps for name, steps in data.lineage.items() if name in self.columns}
        for name in steps:
            if self._to_be_typed(name):
                values = people.values(name)
                typed = self._typed(name, values)
                if typed is not values:
                    mapping = pl.DataFrame({"value": values, "typed": typed})
                    people = people.with_values({name: mapping})
        return aligned(people, replace(data, lineage=steps)).keys_over(self.columns)

    def climbing(self, keys: KeyTable, ladders: Sequence[Ladder]) -> Climbing:
        """Return what recodes the population as the file is recoded, from level to level."""
        base = self.people.keys_over(self.columns)
        codes = tuple(self._codes(base, keys, ladder) for ladder in ladders)
        return Climbing(base, codes)

    def _codes(self, base: KeyTable, keys: KeyTable, ladder: Ladder) -> tuple[Ints, ...]:
        """Return, for each level, the codes of the labels that the values of a key get."""
        name = ladder.column
        hierarchy = hierarchy_of(keys.around.hierarchies, name, keys.groups[name])
        shown = keys.values(name)
        values = base.values(name)
        if hierarchy is not None and self._as_it_came(name, shown, values):
            listed = [labels_listed(own, hierarchy) for own in (shown, values)]
            if listed[0] is not None and listed[1] is not None:
                return _climbed(ladder, listed[0], listed[1])
        levels = None if hierarchy is None else hierarchy.levels(shown)
        found = []
        for place, codes in enumerate(ladder.codes):
            level = ladder.first + place
            own = shown if not level or levels is None else levels[str(level)]
            labels = self._labels(name, values, hierarchy, level)
            mine, theirs = (each.to_list() for each in comparable(own, labels))
            found.append(_matched(mine, theirs, codes))
        return tuple(found)

    def _as_it_came(self, name: str, *columns: pl.Series) -> bool:
        """Whether a key is text in the file and in the population, and neither was recoded."""
        recoded = name in self.data.lineage or name in self.people.lineage
        return not recoded and all(column.dtype == pl.String for column in columns)

    def _labels(
        self, name: str, values: pl.Series, hierarchy: Hierarchy | None, level: int
    ) -> pl.Series:
        """Return what values of the population become where the file climbs to a level."""
        steps = self.data.lineage.get(name, ())
        if level and hierarchy is not None:
            steps = lengthened(steps, Recoding(hierarchy, level, climbs=True))
        done = self.people.lineage.get(name, ())
        ahead = steps[len(done) :] if steps[: len(done)] == done else ()
        typed = self._typed(name, values) if steps and self._to_be_typed(name) else values
        return relabelled(typed, ahead)["label"] if ahead else typed

    @cached_property
    def _kinds(self) -> pl.Schema:
        """The types that columns had in the file before it was recoded."""
        return collected(self.data.original.frame.head(0)).schema

    def _to_be_typed(self, name: str) -> bool:
        return name in self.data.original.roles and name not in self.people.lineage

    def _typed(self, name: str, values: pl.Series) -> pl.Series:
        """Give values the type that they had in the file before it was recoded.

        Labels depend on it: whole numbers have other classes than decimals.
        """
        kind = self._kinds[name]
        if values.dtype == kind or (is_text(values.dtype) and is_text(kind)):
            return values
        text = as_text(values)
        typed = text.cast(pl.String if is_text(kind) else kind, strict=False)
        if not text.equals(as_text(typed)):
            raise ColumnError(
                say(
                    "population: column {name!r} does not have the type that it has in the file",
                    "population : la colonne {name!r} n’a pas le type qu’elle a dans le fichier",
                    name=name,
                ),
                hint=Words(
                    "convert it: what the file holds as whole numbers must be whole numbers",
                    fr="la convertir : ce que le fichier tient pour des entiers doit"
                    " être des entiers",
                ),
            )
        return typed


def registered(data: Dataset, columns: Sequence[str]) -> Register | None:
    """Return what counts the population of a dataset over its keys, if it has these."""
    people = data.population
    if people is None or not set(columns) <= set(people.columns(Role.KEY)):
        return None
    return Register(people, data, tuple(columns))


@dataclass(frozen=True)
class Climbing:
    """A population that is recoded as the file is, in the numbers that the labels have there.

    Parameters
    ----------
    base
        The key table of the population before the file was ever recoded.
    codes
        For each key and each level, the code of the label that each value gets; a label that the
        file does not show has a number of its own.
    """

    base: KeyTable = field(repr=False)
    codes: tuple[tuple[Ints, ...], ...] = field(repr=False)

    def at(self, node: Sequence[int]) -> KeyTable:
        """Return the population where each key is at a level: codes, no names.

        Groups that became alike are left side by side: whoever counts adds them up.
        """
        labels = [
            self.codes[key][level][self.base.codes[:, key] + 1] - 1
            for key, level in enumerate(node)
        ]
        codes = np.stack(labels, axis=1)
        nameless = self.base.groups.clear()
        return replace(self.base, codes=codes, named=lambda: nameless)


def _climbed(
    ladder: Ladder, shown: Sequence[Sequence[str]], labels: Sequence[Sequence[str]]
) -> tuple[Ints, ...]:
    """Give labels the codes of a ladder, level after level."""
    return tuple(
        _matched(shown[ladder.first + place], labels[ladder.first + place], codes)
        for place, codes in enumerate(ladder.codes)
    )


def _matched(shown: Sequence[Any], labels: Sequence[Any], codes: Ints) -> Ints:
    """Give labels the codes that they have among those shown, and numbers beyond where none."""
    known = dict(zip(shown, codes[1:].tolist(), strict=True))
    beyond = int(codes.max(initial=0)) + 1
    for label in labels:
        if label not in known:
            known[label], beyond = beyond, beyond + 1
    return np.array([0, *(known[label] for label in labels)], dtype=np.int64)
