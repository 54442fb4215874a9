"""How a hierarchy is made from the data: classes of neighbours, or of categories alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from discret.data.hierarchies.categories import Categories, in_order
from discret.data.hierarchies.class_sizes import halves, size_faults
from discret.data.hierarchies.grouping import barred, links, pairs_of, starts
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.hierarchies.information import crossed, crossings, weights_of
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.errors import HierarchyError, ParameterError
from discret.maths.arrays import Floats, Ints
from discret.maths.hierarchies.category_mergers import classes_after, mergers
from discret.maths.hierarchies.ordered_classes import fewest_runs, nested_cuts
from discret.maths.hierarchies.round_cuts import roundest
from discret.words import Words, say

if TYPE_CHECKING:
    from discret.data.dataset import Dataset

MOST_CATEGORIES = 1_000  # the mergers of more would take minutes
FINEST = 32  # classes of the finest level, unless told
LONGEST = 40  # characters of a label that lists its categories
PAIR = 2
CODES = 3  # distinct whole numbers up to which they are listed, not cut
CONFLICT = Words(
    "let either list go; in an order, what lies between two values goes with them",
    fr="renoncer à l’une des listes ; dans un ordre, ce qui est entre deux valeurs va avec elles",
)

Lists = Sequence[Sequence[object]]


@dataclass(frozen=True)
class Wish:
    """What was asked for; each step of the work is a method."""

    data: Dataset = field(repr=False)
    column: str
    ordered: bool | Sequence[object] | None = field(repr=False)
    sizes: Sequence[int] | None
    apart: Lists = field(repr=False)
    together: Lists = field(repr=False)
    against: Sequence[str] | None
    top: str | None = field(repr=False)

    @property
    def who(self) -> str:
        """Who speaks, where something is refused."""
        return say(
            "automatic hierarchy of {column!r}",
            "hiérarchie automatique de {column!r}",
            column=self.column,
        )

    def hierarchy(self) -> Hierarchy:
        """Make it; a table knows no other values than those of the data."""
        return replace(self._made(), fitted=True)

    def _made(self) -> Hierarchy:
        self.data.check_columns(self.who, [self.column, *(self.against or ())])
        ordered = self._is_ordered()
        self._check_settings(ordered)
        others = () if ordered else self._others()
        keys = crossed(self.data, [self.column, *others])
        values = Categories.of(self.who, self._sorted(keys.groups[self.column]), ordered)
        weights = weights_of(keys)
        apart, together = self._lists(values)
        if ordered:
            return self._in_order(values, values.summed(weights), apart, together)
        return self._without_order(values, keys, weights, apart, together)

    def _is_ordered(self) -> bool:
        kind = self.data.kind(self.column)
        by_itself = kind.is_numeric() or kind.is_temporal()
        return by_itself if self.ordered is None else self.ordered is not False

    def _sorted(self, values: pl.Series) -> pl.Series:
        """Give the values the order that was listed, if one was."""
        if self.ordered is None or isinstance(self.ordered, bool):
            return values
        found, faults = in_order(values, self.ordered)
        self._refuse(
            faults,
            Words(
                "list every category of the column once, from first to last",
                fr="énumérer chaque modalité de la colonne une fois, de la première à la dernière",
            ),
        )
        return found

    def _check_settings(self, ordered: bool) -> None:
        faults = {
            Words(
                "against: is for columns without order", fr="against : pour les colonnes sans ordre"
            ): ordered and self.against is not None,
            Words(
                "against: must leave the column itself out",
                fr="against : la colonne même n’a pas à y être",
            ): self.column in (self.against or ()),
        }
        self._refuse(
            [fault for fault, found in faults.items() if found],
            Words("leave it out", fr="l’enlever"),
        )
        self._refuse(
            [] if self.sizes is None else size_faults(self.sizes),
            Words("such as [8, 4, 2]", fr="tel que [8, 4, 2]"),
        )

    def _others(self) -> tuple[str, ...]:
        keys = self.data.columns(Role.KEY) if self.against is None else dict.fromkeys(self.against)
        return tuple(name for name in keys if name != self.column)

    def _lists(self, values: Categories) -> tuple[list[Ints], list[Ints]]:
        (apart, one), (together, two) = (
            values.found(name, lists)
            for name, lists in (("apart", self.apart), ("together", self.together))
        )
        self._refuse(
            [*one, *two],
            Words(
                "lists of categories of the column, such as [['a', 'b']]",
                fr="des listes de modalités de la colonne, telles que [['a', 'b']]",
            ),
        )
        return apart, together

    def _refuse(self, faults: Sequence[str], hint: str) -> None:
        if faults:
            raise ParameterError(self.who, faults, hint=hint)

    def _in_order(
        self, values: Categories, weights: Floats, apart: list[Ints], together: list[Ints]
    ) -> Hierarchy:
        pairs = np.array([p for row in apart for p in pairwise(row)], np.int64).reshape(-1, 2)
        runs = starts(weights, pairs, together)
        held = np.searchsorted(runs, pairs, side="right") - 1
        self._check_apart(held)
        most = min(len(runs), len(values) - 1)  # as many classes as values would only rename them
        sizes = self._sizes(len(runs), len(values), most, fewest_runs(held))
        places = [runs[cut] for cut in nested_cuts(np.add.reduceat(weights, runs), sizes, held)]
        if values.numbers is not None and places and not self._codes(values):
            cuts = [_round_cuts(values.numbers, array) for array in places]
            return Hierarchy.from_cuts(*cuts, top=self.top)
        classes = [np.searchsorted(place, np.arange(len(values)), side="right") for place in places]
        return self._tabled(values, [values.spans(class_) for class_ in classes])

    def _codes(self, values: Categories) -> bool:
        """Whether numbers are rather the codes of a few categories: whole, and hardly any."""
        return len(values) <= CODES and self.data.kind(self.column).is_integer()

    def _without_order(
        self,
        values: Categories,
        keys: KeyTable,
        weights: Floats,
        apart: list[Ints],
        together: list[Ints],
    ) -> Hierarchy:
        self._check_number(len(values))
        joined = classes_after(links(together), len(values))
        held = [joined[array] for array in apart]
        self._check_apart(pairs_of(held))
        own = values.summed(weights)
        masses = np.bincount(joined, weights=own).astype(np.float64)
        tables = crossings(keys, joined[values.codes], values.codes >= 0, weights)
        steps = mergers(tables or [np.diag(masses)], masses, barred(held, len(masses)))
        least = len(masses) - len(steps)
        sizes = self._sizes(len(masses), len(values), min(len(masses), len(values) - 1), least)
        taken = [classes_after(steps[: len(masses) - s], len(masses)) for s in sizes]
        return self._tabled(values, [values.lists(row[joined], own, LONGEST) for row in taken])

    def _tabled(self, values: Categories, labels: Sequence[Sequence[str]]) -> Hierarchy:
        if not labels and self.top is None:
            faults = [
                Words(
                    "no class can be made of several categories",
                    fr="aucune classe ne peut réunir plusieurs modalités",
                )
            ]
            raise HierarchyError(
                self.who,
                faults,
                hint=Words(
                    "allow a top, or leave the column as it is",
                    fr="permettre un sommet, ou laisser la colonne telle quelle",
                ),
            )
        rows = [list(row) for row in zip(values.texts, *labels, strict=True)]
        top = False if self.top is None else self.top
        return Hierarchy.from_dict({"from": "table", "rows": rows, "top": top})

    def _check_number(self, categories: int) -> None:
        if categories > MOST_CATEGORIES:
            fault = say(
                "without order, {MOST_CATEGORIES} categories at most, the column has {categories}",
                "sans ordre, {MOST_CATEGORIES} modalités au plus, la colonne en a {categories}",
                MOST_CATEGORIES=MOST_CATEGORIES,
                categories=categories,
            )
            hint = Words(
                "use Hierarchy.from_prefixes or from_parents, or ordered=True",
                fr="employer Hierarchy.from_prefixes ou from_parents, ou ordered=True",
            )
            raise HierarchyError(self.who, [fault], hint=hint)

    def _check_apart(self, pairs: Ints) -> None:
        torn = int((pairs[:, 0] == pairs[:, 1]).sum())
        faults = (
            [
                say(
                    "apart, together: {torn} {torn:pair of categories is|pairs of categories are}"
                    " in both",
                    "apart, together : {torn}"
                    " {torn:paire de modalités est|paires de modalités sont} dans les deux",
                    torn=torn,
                )
            ]
            if torn
            else []
        )
        self._refuse(faults, CONFLICT)

    def _sizes(self, classes: int, values: int, most: int, least: int) -> list[int]:
        """Return the sizes asked for, or the usual ones: halves, from `most` to `least`."""
        if self.sizes is not None:
            asked = [int(size) for size in self.sizes]
            faults = [
                say(
                    "sizes: at most {most} classes can be made, {s} asked",
                    "sizes : au plus {most} classes peuvent être faites, {s} demandées",
                    most=most,
                    s=s,
                )
                for s in asked[:1]
            ]
            low = [
                say(
                    "sizes: apart leaves at least {least} classes, {s} asked",
                    "sizes : apart laisse au moins {least} classes, {s} demandées",
                    least=least,
                    s=s,
                )
                for s in asked[-1:]
            ]
            over = bool(asked) and asked[0] > most
            under = bool(asked) and asked[-1] < least
            self._refuse(
                [*faults[:over], *low[:under]],
                Words(
                    "ask for other sizes, or for none", fr="demander d’autres tailles, ou aucune"
                ),
            )
            return asked
        first = classes if classes < values else -(-classes // 2)
        return halves(min(first, FINEST), most, max(least, PAIR))


def _round_cuts(numbers: Sequence[float], places: Ints) -> list[float]:
    return [roundest(numbers[at - 1], numbers[at]) for at in places.tolist()]
