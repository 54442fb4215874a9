"""Hierarchies made from the data: classes of neighbours, or of categories that tell the same."""

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


def automatic_hierarchy(
    data: Dataset,
    column: str,
    *,
    ordered: bool | Sequence[object] | None = None,
    sizes: Sequence[int] | None = None,
    apart: Lists = (),
    together: Lists = (),
    against: Sequence[str] | None = None,
    top: str | None = "*",
) -> Hierarchy:
    r"""Make a hierarchy for a column that has none, from what the data holds.

    Bergeat (2014) regrets that recoding algorithms know neither qualitative columns nor constraints
    on grouping: both are known here.

    Parameters
    ----------
    data, column
        The data, and the column, whatever its role.
    ordered
        Whether neighbours alone are grouped. Unless told: yes for numbers and dates, no for all
        else. Text is then in alphabetical order, or by number where all of it is numbers; a polars
        Enum is in its own order (an order declared in pandas is lost on entry). A list of all
        categories is the order itself.
    sizes
        Number of classes of each level, decreasing, the last at least 2. Unless told: half the
        number of values (at most 32), half of that, and so on to 2.
    apart
        Lists of categories: no two of a list are in one class, but at the top.
    together
        Lists of categories that are in one class from the first level on. In an order, all values
        between them are too.
    against
        For a column without order, the columns whose link with it is kept; the other keys unless
        told, and where there is none the column itself.
    top
        Label of the level where all values are one class; ``None`` for no such level, so that
        what is `apart` is never merged.

    Returns
    -------
    Hierarchy
        Intervals (`Hierarchy.from_cuts`) for numbers, else a table of the values of the data: for
        whole numbers too where there are three at most, which may be codes. Both can be written in
        a plan. It was fitted to these data: a table knows no other values. Every level merges
        something: none only gives values other names.

    Notes
    -----
    *In an order*, each level is the partition in contiguous classes that loses the least entropy,
    :math:`-∑ p \ln p` over the classes being the greatest: it is found exactly, by dynamic
    programming (Fisher 1958), among the partitions whose cuts are cuts of the level below. So
    classes are about as heavy as each other: squared deviations would leave extreme values alone,
    which is what disclosure control must not do. Cuts of numbers are the roundest numbers between
    neighbours. Beyond 2,000 distinct values, the cuts are chosen among those that make 2,000
    classes of about the same weight. With `apart`, the cuts of the best partition in the fewest
    classes are kept at every level.

    *Without order*, classes are merged two by two; each merger is the one that loses the least
    mutual information between the column and those of `against`, summed over these (agglomerative
    information bottleneck, Slonim & Tishby 1999). This is greedy: no level is proven to be the
    best. Records where either value is missing are left out of a pair of columns. Columns of
    `against` with more than 64 values are grouped first: numbers and dates in 64 classes of about
    the same weight, others in the 63 commonest and the rest. More than 1,000 categories are
    refused.

    One column is made at a time, against the others. Loonis (2004) partitions several at once, so
    as to keep a multivariate criterion of several contingency tables high, which Bergeat (2015,
    section 5) holds worth trying on keys. This is not it: here columns meet later, when
    `Generalise` searches the levels of all keys together, and proves that no other choice of these
    levels loses less; classes that only a joint partition would find are not among them.

    Records count with their weight where the data has weights. The labels tell something of the
    data (the values that occur, those that go together): look at them before a release.

    References
    ----------
    .. [1] Fisher W. D. (1958). On grouping for maximum homogeneity. JASA 53, 789-798.
    .. [2] Slonim N., Tishby N. (1999). Agglomerative information bottleneck. NIPS 12, 617-623.
    .. [3] Bergeat M. (2014). Un panorama de la protection des fichiers de données individuelles.
    .. [4] Loonis V. (2004). Simultaneous row and column partitioning in several contingency tables.
       Classification, Clustering, and Data Mining Applications, 621-629.

    Examples
    --------
    Bergeat (2014) cuts the ages of seven patients at 45.

    >>> from discret import Dataset
    >>> from discret.data.examples import illnesses
    >>> data = Dataset.of(illnesses(), key=["Âge", "Sexe", "CP"])
    >>> automatic_hierarchy(data, "Âge", sizes=[2]).to_dict()
    {'from': 'cuts', 'cuts': [[45]]}
    >>> automatic_hierarchy(data, "CP", sizes=[2], against=["Sexe"]).table.rows()[1:3]
    [('73270', '73270 | 42300', '*'), ('75014', '75014 | 93120', '*')]
    """
    from discret.data.entering.handed import check_dataset  # which knows datasets

    check_dataset("automatic_hierarchy", data)
    others = (against,) if isinstance(against, str) else against
    made = _Wish(data, column, ordered, sizes, apart, together, others, top).hierarchy()
    return replace(made, fitted=True)


@dataclass(frozen=True)
class _Wish:
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
        return say(
            "automatic hierarchy of {column!r}",
            "hiérarchie automatique de {column!r}",
            column=self.column,
        )

    def hierarchy(self) -> Hierarchy:
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
        pairs = np.array([p for one in apart for p in pairwise(one)], np.int64).reshape(-1, 2)
        runs = starts(weights, pairs, together)
        held = np.searchsorted(runs, pairs, side="right") - 1
        self._check_apart(held)
        most = min(len(runs), len(values) - 1)  # as many classes as values would only rename them
        sizes = self._sizes(len(runs), len(values), most, fewest_runs(held))
        places = [runs[cut] for cut in nested_cuts(np.add.reduceat(weights, runs), sizes, held)]
        if values.numbers is not None and places and not self._codes(values):
            cuts = [_round_cuts(values.numbers, one) for one in places]
            return Hierarchy.from_cuts(*cuts, top=self.top)
        classes = [np.searchsorted(one, np.arange(len(values)), side="right") for one in places]
        return self._tabled(values, [values.spans(one) for one in classes])

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
        held = [joined[one] for one in apart]
        self._check_apart(pairs_of(held))
        own = values.summed(weights)
        masses = np.bincount(joined, weights=own).astype(np.float64)
        tables = crossings(keys, joined[values.codes], values.codes >= 0, weights)
        steps = mergers(tables or [np.diag(masses)], masses, barred(held, len(masses)))
        least = len(masses) - len(steps)
        sizes = self._sizes(len(masses), len(values), min(len(masses), len(values) - 1), least)
        taken = [classes_after(steps[: len(masses) - s], len(masses)) for s in sizes]
        return self._tabled(values, [values.lists(one[joined], own, LONGEST) for one in taken])

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
                    fr="permettre un niveau de tête, ou laisser la colonne telle quelle",
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
                    "apart, together: {torn} pairs of categories are in both",
                    "apart, together : {torn} paires de modalités sont dans les deux",
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
