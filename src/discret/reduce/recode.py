"""Make the values of a column coarser, for everybody alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import ClassVar, Self

import polars as pl
from pydantic import Field, StrictInt, StrictStr, ValidationInfo, field_validator, model_validator

from discret.data.dataset import Dataset
from discret.data.hierarchies.codes import in_names
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.history.lineage import Recoding, lengthened
from discret.errors import HierarchyError
from discret.parts import FRESH, Change, Column, Context, Method, Pairs
from discret.parts.ahead import Ahead
from discret.parts.facts import Fact, Facts
from discret.reduce.climbing import refused
from discret.words import Words, say


class Recode(Method):
    """Global recoding: replace every value of a column by a coarser one.

    Notes
    -----
    The recoding applies to all records, not only those at risk (Bergeat 2015, section 2.1). It is
    decided on the distinct values and joined to the records in the engine. Missing stays missing.
    A value that the hierarchy lacks is an error: nothing is ever recoded to missing in silence.

    Examples
    --------
    >>> from discret.data.examples import illnesses
    >>> data = Dataset.of(illnesses(), key=["Âge", "Sexe"])
    >>> change = Recode(column="Âge", cuts=[45]).apply(data, Context())
    >>> change.data.values("Âge").to_list()
    ['<45', '>=45']
    """

    name: ClassVar[str] = "recode"
    title: ClassVar[Words] = Words("values grouped", fr="modalités regroupées")
    purpose: ClassVar[Words] = Words(
        "replaces the values of a column by coarser ones, for all records alike",
        fr="remplace les valeurs d’une colonne par d’autres, moins fines, pour tout le fichier",
    )
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2015). Anonymisation de données individuelles, section 2.1.",
    )
    tells: ClassVar[Facts] = {
        "column": Fact.names("column", "colonne"),
        "level": Fact.count("level", "niveau"),
        "levels": Fact.count("levels", "niveaux"),
        "values_before": Fact.count("values before", "valeurs avant"),
        "values_after": Fact.count("values after", "valeurs après"),
    }

    column: Column = Field(description=Words("the column to recode", fr="la colonne à recoder"))
    level: StrictInt | StrictStr | None = Field(
        default=None,
        description=Words(
            "level of its hierarchy. By number or by name; −1 is the top",
            fr="niveau de sa hiérarchie. Par son numéro ou son nom ; −1 est le sommet",
        ),
    )
    cuts: tuple[float, ...] | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "cut points of a number. `[25, 50]` gives below 25, 25 to 49, 50 and over",
            fr="bornes de classes d’un nombre. `[25, 50]` donne moins de 25, 25 à 49, 50 et plus",
        ),
    )
    mapping: Pairs[str] | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "new value for each old value. Values that it does not name stay as they are",
            fr="nouvelle valeur pour chaque ancienne. Les valeurs qu’elle ne nomme pas restent"
            " telles quelles",
        ),
        repr=False,
    )
    labels: tuple[str, ...] | None = Field(
        default=None,
        description=Words(
            "names of the classes. Those made by `cuts`, one more than cuts",
            fr="noms des classes. Ceux des classes que font les `cuts`, un de plus que de bornes",
        ),
        repr=False,
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        given = [name for name in ("level", "cuts", "mapping") if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(
                Words(
                    "level, cuts, mapping: exactly one is needed",
                    fr="level, cuts, mapping : il faut l’un d’eux, et un seul",
                )
            )
        return self

    @field_validator("cuts")
    @classmethod
    def _check_cuts(cls, cuts: tuple[float, ...] | None) -> tuple[float, ...] | None:
        if cuts is not None and any(high <= low for low, high in pairwise(cuts)):
            raise ValueError(
                Words("each must be above the one before", fr="chacune doit dépasser la précédente")
            )
        return cuts

    @field_validator("labels")
    @classmethod
    def _check_labels(
        cls, labels: tuple[str, ...] | None, info: ValidationInfo
    ) -> tuple[str, ...] | None:
        cuts = info.data.get("cuts")
        if labels is None or (cuts and len(set(labels)) == len(labels) == len(cuts) + 1):
            return labels
        raise ValueError(
            Words(
                "they go with cuts: one more than cuts, all different",
                fr="vont avec cuts : un de plus que de bornes, tous différents",
            )
        )

    def foreseen(self, ahead: Ahead) -> Iterator[str]:
        """Yield what the hierarchy lacks, beside what every part foresees."""
        yield from super().foreseen(ahead)
        if ahead.valued([self.column]):
            yield from refused(lambda: self._levels(ahead.data))

    def _levels(self, data: Dataset) -> None:
        hierarchy = self._hierarchy(data)
        hierarchy.level(1 if self.level is None else self.level)
        hierarchy.levels(data.values(self.column))

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with the column recoded."""
        data.check_columns(self.name, [self.column])
        hierarchy = self._hierarchy(data)
        level = hierarchy.level(1 if self.level is None else self.level)
        new = Recoding(hierarchy, level, climbs=self.level is not None)
        values = data.values(self.column)
        changed, mappings = recoded(data, {self.column: new}, {self.column: values})
        return Change(data=changed, facts=self._facts(hierarchy, level, mappings[self.column]))

    def _hierarchy(self, data: Dataset) -> Hierarchy:
        if self.cuts is not None or self.mapping is not None:
            found = in_names(self._stated(), data.codebook.columns.get(self.column))
            assert isinstance(found, Hierarchy)  # noqa: S101 (none is to be made)
            return found
        if self.column not in data.hierarchies:
            raise HierarchyError(
                self.name,
                [
                    say(
                        "column {column!r} has no hierarchy",
                        "la colonne {column!r} n’a pas de hiérarchie",
                        column=self.column,
                    )
                ],
                hint=Words(
                    "declare one, or recode with cuts or mapping",
                    fr="en déclarer une, ou recoder avec cuts ou mapping",
                ),
            )
        return data.hierarchies[self.column]

    def _stated(self) -> Hierarchy:
        """Return the classes that the step itself states; they may name labels or codes."""
        if self.cuts is not None:
            labels = None if self.labels is None else [list(self.labels)]
            return Hierarchy.from_cuts(list(self.cuts), labels=labels, top=None)
        groups: dict[str, list[str]] = {}
        for old, new in self.mapping or ():
            groups.setdefault(new, []).append(old)
        return Hierarchy.from_groups(groups, top=None)

    def _facts(self, hierarchy: Hierarchy, level: int, mapping: pl.DataFrame) -> dict[str, object]:
        return {
            "column": self.column,
            "level": level if self.level is not None else None,
            "levels": hierarchy.depth if self.level is not None else None,
            "values_before": len(mapping),
            "values_after": mapping["label"].n_unique(),
        }


def recoded(
    data: Dataset, recodings: Mapping[str, Recoding], values: Mapping[str, pl.Series]
) -> tuple[Dataset, dict[str, pl.DataFrame]]:
    """Recode columns; return too what became of each value.

    Parameters
    ----------
    data
        The dataset.
    recodings
        What is done with each column.
    values
        The distinct values of each of these columns.
    """
    mappings, left = {}, dict(data.hierarchies)
    recodings = {
        column: replace(new, fractions=values[column].dtype.is_float())
        for column, new in recodings.items()
    }
    for column, new in recodings.items():
        levels = new.hierarchy.levels(values[column])
        pair = levels["0"].alias("value"), levels[str(new.level)].alias("label")
        mappings[column] = pl.DataFrame(pair)
        if new.climbs and new.level + 1 < new.hierarchy.depth:
            left[column] = new.hierarchy.left(new.level, levels)
    lineage = {
        column: lengthened(data.lineage.get(column, ()), new) for column, new in recodings.items()
    }
    changed = data.with_values(mappings, hierarchies=left, lineage={**data.lineage, **lineage})
    return changed.went(recodings), mappings
