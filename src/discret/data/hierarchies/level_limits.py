"""Which levels of a hierarchy keep to constraints: categories apart, together, in an order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

import polars as pl

from discret.data.hierarchies.categories import in_order
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.text import as_text
from discret.errors import HierarchyError, ParameterError
from discret.words import Words, say
from discret.words.sentences import within

PAIR = 2
SPELLING = Words(
    "check the spelling, and leave out what neither the column nor its hierarchy has",
    fr="vérifier l’orthographe, et retirer ce que n’ont ni la colonne ni sa hiérarchie",
)
Lists = Sequence[Sequence[str]]


class Span(NamedTuple):
    """The lowest and the highest level allowed."""

    low: int
    high: int


@dataclass(frozen=True)
class Constraints:
    """What may be in one class, of the values of one column.

    Parameters
    ----------
    apart
        Lists of categories: no two of a list are ever in one class.
    together
        Lists of categories that are always in one class.
    ordered
        Classes hold neighbours only: in the order of numbers, dates or the alphabet (``True``), or
        in the order listed.

    Examples
    --------
    >>> towns = Hierarchy.from_parents({"Lyon": "69", "Bron": "69", "Lille": "59"})
    >>> values = pl.Series("town", ["Bron", "Lille", "Lyon"])
    >>> Constraints(apart=[["Lyon", "Lille"]]).span("test", values, towns)
    Span(low=0, high=1)
    >>> Constraints(together=[["Lyon", "Bron"]]).span("test", values, towns)
    Span(low=1, high=2)
    >>> Constraints(ordered=["Lyon", "Lille", "Bron"]).span("test", values, towns)
    Span(low=0, high=0)
    """

    apart: Lists = field(default=(), repr=False)
    together: Lists = field(default=(), repr=False)
    ordered: bool | Sequence[str] = field(default=False, repr=False)

    def span(self, who: str, values: pl.Series, hierarchy: Hierarchy | None) -> Span:
        """Return the levels of a hierarchy that keep to the constraints.

        Levels nest, so what one merges all levels above it merge. The first level with a class
        that is not one of neighbours is not allowed, nor is any above it.
        """
        self._check(who, values, hierarchy)
        whole = _Levels(values, hierarchy)
        low = max((whole.united(row) for row in self.together), default=0)
        high = min((whole.parted(group) for group in self.apart), default=whole.depth - 1)
        if self.ordered is not False:
            high = min(high, whole.runs(values, in_order(values, self.ordered)[0]))
        if low > high:
            fault = say(
                "levels of {name!r}: none keeps to all constraints; from {low} on,"
                " what belongs together is, up to {high} the others hold",
                "niveaux de {name!r} : aucun ne respecte toutes les contraintes ; à"
                " partir de {low}, ce qui va ensemble l’est, jusqu’à {high} les"
                " autres tiennent",
                name=values.name,
                low=low,
                high=high,
            )
            raise HierarchyError(
                who,
                [fault],
                hint=Words(
                    "mend the hierarchy, or let a constraint go",
                    fr="corriger la hiérarchie, ou renoncer à une contrainte",
                ),
            )
        return Span(low, high)

    def _check(self, who: str, values: pl.Series, hierarchy: Hierarchy | None) -> None:
        table = None if hierarchy is None else hierarchy.table
        known = {*as_text(values), *(() if table is None else table["0"])}
        faults: list[str] = [
            say(
                "{name} of {column!r}, list {number}: {fault}",
                "{name} de {column!r}, liste {number} : {fault}",
                name=name,
                column=values.name,
                number=number,
                fault=fault,
            )
            for name, lists in (("apart", self.apart), ("together", self.together))
            for number, members in enumerate(lists, 1)
            for fault in _member_faults(members, known)
        ]
        if self.ordered is not False:
            found = in_order(values, self.ordered)[1]
            mark = f"ordered of {values.name!r}", f"ordered de {values.name!r}"
            faults += [
                Words(
                    fault.replace("ordered", mark[0]),
                    fr=within(fault, "fr").replace("ordered", mark[1]),
                )
                for fault in found
            ]
        if faults:
            raise ParameterError(who, faults, hint=SPELLING)


def _member_faults(members: Sequence[str], known: set[str]) -> list[str]:
    lost = sum(member not in known for member in members)
    if lost:
        return [
            say(
                "{lost} of {members} {lost:is no value|are no values} of it",
                "{lost} sur {members} {lost:n’en est pas une valeur|n’en sont pas des valeurs}",
                lost=lost,
                members=len(members),
            )
        ]
    few = len(set(members))
    return [] if few >= PAIR else [say("names only {few}", "n’en nomme que {few}", few=few)]


class _Levels:
    """The labels of any values, level by level."""

    def __init__(self, values: pl.Series, hierarchy: Hierarchy | None) -> None:
        self.name, self.hierarchy = values.name, hierarchy
        self.depth = 1 if hierarchy is None else hierarchy.depth

    def labels(self, values: pl.Series) -> list[list[object]]:
        if self.hierarchy is None:
            return [values.to_list()]
        return [column.to_list() for column in self.hierarchy.levels(values.alias(self.name))]

    def parted(self, members: Sequence[str]) -> int:
        """Return the highest level where no two of these have one label."""
        every = self.labels(pl.Series(members).unique(maintain_order=True))
        return _last(len(set(labels)) == len(labels) for labels in every)

    def united(self, members: Sequence[str]) -> int:
        """Return the lowest level where all of these have one label, past the top if none does."""
        every = self.labels(pl.Series(members).unique(maintain_order=True))
        return _last(len(set(labels)) > 1 for labels in every) + 1

    def runs(self, values: pl.Series, order: pl.Series) -> int:
        """Return the highest level up to which classes are runs of the values as `order` sorts."""
        known = pl.DataFrame({"value": values, "order": order}).drop_nulls().sort("order")
        return _last(_are_runs(labels) for labels in self.labels(known["value"]))


def _last(holds: Iterable[bool]) -> int:
    """Return the place of the last of the first that hold."""
    return sum(1 for _ in takewhile(bool, holds)) - 1


def _are_runs(labels: Sequence[object]) -> bool:
    starts = [n for n, label in enumerate(labels) if n == 0 or label != labels[n - 1]]
    return len(starts) == len(set(labels))
