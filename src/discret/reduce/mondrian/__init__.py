"""Mondrian: the file is cut into parts, across several keys, as long as every part is safe."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from discret.assess.models import GivenModels
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.hierarchies.given import key_hierarchies, no_hierarchy
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.keytable import KeyTable, first_places
from discret.data.roles import Role
from discret.errors import ColumnError, TargetError, listed
from discret.maths import partitions
from discret.maths.arrays import Bools, Ints
from discret.maths.matching import group_ids
from discret.model import Conjunction, Scope
from discret.parts import FRESH, Change, Context, Method
from discret.parts.ahead import Ahead
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import HighestLevels, Importance
from discret.parts.shared_facts import CLIMBED
from discret.reduce import climbing
from discret.reduce.local_labels import Shown, joined
from discret.reduce.mondrian.labels import (
    Axis,
    axis_of,
    has_order,
    missing_shown,
    shown_by,
    space_of,
)
from discret.reduce.refusals import fails_for, population_left_behind
from discret.words import Words, say

if TYPE_CHECKING:
    from discret.maths.partitions.mondrian import Judge, Partition
    from discret.maths.partitions.part_cuts import Hulls, Space

Cuts = Literal["strict", "relaxed"]


class Mondrian(Method):
    r"""Cut the file into parts across several keys, as finely as the models allow.

    Notes
    -----
    A file that satisfies the models is left as it is. Otherwise it is one part first. A part is cut
    along the key in which it is widest: for a key with a hierarchy, numbers included, the share of
    the hierarchy's values that the lowest label covering the part covers; for numbers, dates and
    ordered categories (Enum) without one, its range over that of the file. Where a piece fails one
    of the models the next key is tried. A hierarchy is cut by the labels below the one reached;
    those whose records fail alone stay together under it, with the smallest of the others where
    they still fail. Numbers are cut nearest the median. A part that can be cut along no key is
    final: its records show, in each key, the lowest label or the range that covers them all.

    Every cut is judged by the models on the table as it would be released; where a cut can make
    other parts fail (combinations, missing keys) the cuts of a round are judged together. The
    release is checked once more by the models. Parts are as small as these cuts make them; that
    nothing better exists is not proven.

    The loss of a cell is the share of the values, or of the range, that its label covers, and
    nothing where it covers one value; ``granularity`` is one minus its mean, as for
    `LocalRecoding`. Ends of ranges are values of the file: where these tell too much, give the key
    a hierarchy with round cuts. Recoded keys become text in which levels are mixed: they lose
    their hierarchy, and a population or an original cannot be recoded in the same way.

    A missing value stays missing and its record goes along with a part, where it does not hinder
    cuts. Where a model takes missing for a category, it is one: the top label, where it covers
    every value, and ``*`` for ranges cover it too. Relaxed cuts of a lazy table need a row column:
    records with the same value are divided in the order of the other keys, then of their numbers.

    Examples
    --------
    >>> import polars as pl
    >>> from discret.assess import KAnonymity
    >>> frame = pl.DataFrame({"age": [20, 22, 31, 38, 40, 75], "hours": [8, 7, 8, 8, 2, 0]})
    >>> data = Dataset.of(frame, key=["age", "hours"])
    >>> change = Mondrian(models=[KAnonymity(k=2)]).apply(data, Context())
    >>> change.data.to_polars()["age"].to_list()
    ['20-31', '20-31', '20-31', '38-75', '38-75', '38-75']
    >>> change.facts["parts"], change.facts["cuts"]
    (2, 1)
    """

    name: ClassVar[str] = "mondrian"
    title: ClassVar[Words] = Words("file cut into parts", fr="découpage multidimensionnel")
    purpose: ClassVar[Words] = Words(
        "cuts the file into parts across several keys and shows coarser keys for each",
        fr="découpe le fichier selon plusieurs clés et montre des clés moins fines dans chaque"
        " partie",
    )
    touches: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    references: ClassVar[tuple[str, ...]] = (
        "LeFevre K., DeWitt D., Ramakrishnan R. (2006). Mondrian multidimensional k-anonymity.",
        "Xu J. et al. (2006). Utility-based anonymization using local recoding.",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    proven: ClassVar[Literal["formal", "heuristic"]] = "heuristic"
    compiled: ClassVar[bool] = True
    tells: ClassVar[Facts] = {
        **CLIMBED,
        "parts": Fact.count("parts", "parties"),
        "groups": Fact.count("groups", "groupes"),
        "cuts": Fact.count("cuts", "coupes"),
    }

    models: GivenModels
    cuts: Cuts = Field(
        default="strict",
        description=Words(
            "how keys without hierarchy are cut. `strict`: between two values, so that records"
            " with the same keys stay together; `relaxed`: at half of the records, those that"
            " have the median value being divided",
            fr="façon de couper les clés sans hiérarchie. `strict` : entre deux valeurs, si"
            " bien que les enregistrements de mêmes clés restent ensemble ; `relaxed` : à la"
            " moitié des enregistrements, ceux qui ont la valeur médiane étant partagés",
        ),
    )
    importance: Importance = Field(
        default=(),
        description=Words(
            "how much finer each key is wanted. The width of a part is multiplied by it; 1 by"
            " default",
            fr="de combien chaque clé est voulue plus fine. La largeur d’une partie est"
            " multipliée par elle ; 1 par défaut",
        ),
    )
    maximum: HighestLevels = ()

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with its keys recoded part by part."""
        keys = data.keys
        self._check(keys)
        high, own = dict(self.maximum), self._hierarchies(keys)
        axes = [
            axis_of(self.name, keys, name, own.get(name), high.get(name)) for name in keys.columns
        ]
        relaxed = self.cuts == "relaxed" and any(axis.free for axis in axes)
        rows = self._records(data) if relaxed else keys
        plot = _Plot(rows, axes, self.models)
        if not self._failing(data):
            return self._applied(data, plot, plot.finest, relaxed)
        context.progress(
            0.0,
            say(
                "{rows} {rows:group is|groups are} parted (the first use compiles)",
                "{rows} {rows:groupe est partagé|groupes sont partagés} (compilation au premier"
                " emploi)",
                rows=len(rows),
            ),
        )
        change = None
        if plot.begins():
            found = self._parted(plot, plot.failing, relaxed, context)
            change = self._applied(data, plot, found, relaxed)
        if change is None or self._failing(change.data):
            found = self._parted(plot, plot.failing_shown, relaxed, context)
            change = self._applied(data, plot, found, relaxed)
            self._verify(change.data)
        return change

    def foreseen(self, ahead: Ahead) -> Iterator[str]:
        """Yield the keys that cannot be climbed, beside what every part foresees."""
        yield from super().foreseen(ahead)
        left = [name for name, level in self.maximum if level == 0]
        yield from climbing.foreseen(ahead, left, self._check)

    def _check(self, keys: KeyTable) -> None:
        named = [name for pairs in (self.importance, self.maximum) for name, _ in pairs]
        if any(name not in keys.columns for name in named):
            raise ColumnError.missing(self.name, dict.fromkeys(named), keys.columns)
        own = self._hierarchies(keys)
        bare = [n for n in keys.columns if n not in own and n not in dict(self.maximum)]
        kinds = keys.groups.schema
        stuck = [n for n in bare if not has_order(kinds[n]) and keys.groups[n].count()]
        if stuck:
            raise no_hierarchy(self.name, stuck)
        against = Conjunction(self.models).against_population(keys)
        if against:
            raise population_left_behind(self.name, listed(against))

    def _hierarchies(self, keys: KeyTable) -> dict[str, Hierarchy]:
        """Return the hierarchies of the keys; those that have an order need none."""
        kinds, declared = keys.groups.schema, keys.around.hierarchies
        own = key_hierarchies(keys)
        return {
            n: hierarchy for n, hierarchy in own.items() if n in declared or not has_order(kinds[n])
        }

    def _records(self, data: Dataset) -> KeyTable:
        """Return a key table in which every record is a group of its own."""
        data.row_numbers(self.name)  # refuses a table whose records cannot be told apart
        columns = data.columns(Role.KEY)
        table = data.keys_over((*columns, LINK))
        return replace(table, columns=columns, codes=table.codes[:, :-1])

    def _parted(self, plot: _Plot, judge: Judge, relaxed: bool, context: Context) -> Partition:
        """Cut as long as the models hold; with care where the judge looks beyond each part."""
        weight = dict(self.importance)
        careful = judge == plot.failing_shown
        if careful and judge(plot.first.of, plot.first.parts).any():
            raise self._shortfall(plot)
        return partitions.mondrian.partition(
            plot.space,
            judge,
            np.array([weight.get(axis.column, 1.0) for axis in plot.axes]),
            relaxed=relaxed,
            careful=careful,
            tell=lambda parts: context.progress(
                0.5, say("{parts} parts", "{parts} parties", parts=parts)
            ),
        )

    def _applied(self, data: Dataset, plot: _Plot, found: Partition, relaxed: bool) -> Change:
        """Join what the parts show to the records."""
        by = [LINK] if relaxed else list(data.keys.columns)
        shown = plot.shown(found.of, found.parts)
        changed = joined(data, shown, plot.rows.groups.select(by))
        return Change(data=changed, facts=_facts(plot.rows, changed.keys, shown, found))

    def _shortfall(self, plot: _Plot) -> TargetError:
        """Say which model fails where nothing is cut, and for how many records."""
        table, _ = plot.shown(plot.first.of, plot.first.parts).released(plot.rows)
        told = fails_for(plot.models.records_failing(table))
        return TargetError(
            say(
                "{who}: the models cannot be satisfied; of {records} records, before any"
                " cut, {told}",
                "{who} : les modèles ne peuvent être respectés ; sur {records}"
                " enregistrements, avant toute coupe, {told}",
                who=self.name,
                records=table.records,
                told=told,
            ),
            hint=Words(
                "lower the targets, raise maximum=, give hierarchies a top level, or"
                " drop records first (suppress_records)",
                fr="abaisser les objectifs, relever maximum=, donner aux hiérarchies un"
                " sommet, ou retirer d’abord des enregistrements"
                " (suppress_records)",
            ),
        )

    def _failing(self, changed: Dataset) -> int:
        """Count the records of the release that fail, as everybody will count them."""
        keys = changed.keys
        return int(keys.count[Conjunction(self.models).failing(keys)].sum())

    def _verify(self, changed: Dataset) -> None:
        failing = self._failing(changed)
        if failing:
            raise TargetError(
                say(
                    "{who}: {failing} of {changed} records of the release {failing:fails|fail}",
                    "{who} : {failing} {failing:enregistrement diffusé|enregistrements diffusés}"
                    " sur"
                    " {changed} {failing:échoue|échouent}",
                    who=self.name,
                    failing=failing,
                    changed=len(changed),
                ),
                hint=Words(
                    "lower the targets, or use generalise",
                    fr="abaisser les objectifs, ou employer generalise",
                ),
            )


class _Plot:
    """The rows to be parted, and what the models say of parts."""

    def __init__(self, rows: KeyTable, axes: list[Axis], models: GivenModels) -> None:
        self.rows, self.axes, self.models = rows, axes, Conjunction(models)
        riding = not any(getattr(model, "missing", None) == "category" for model in models)
        self.space: Space = space_of(rows, axes, riding)

    @cached_property
    def first(self) -> Partition:
        """The coarsest partition."""
        return partitions.mondrian.apart(self.space)

    @property
    def finest(self) -> Partition:
        """The file as it is: every combination of values is a part."""
        return partitions.mondrian.Partition(*group_ids(self.rows.codes), cuts=0, rounds=0)

    def begins(self) -> bool:
        """Whether parts can be judged one by one, and those of the coarsest partition hold."""
        alone = self.models.within(self.rows, Scope.GROUP, Scope.FILE)
        return alone and not self.failing(self.first.of, self.first.parts).any()

    def hulls(self, of: Ints, parts: int) -> Hulls:
        """Return what each part covers."""
        return partitions.part_cuts.hulls(self.space, of, parts)

    def shown(self, of: Ints, parts: int) -> Shown:
        """Return what each row shows."""
        return shown_by(self.axes, self.space, self.hulls(of, parts), of)

    def failing(self, of: Ints, parts: int) -> Bools:
        """Mark the parts that fail, each counted with its own records alone."""
        keys = len(self.axes)
        if not self.rows.has_missing:
            codes = np.repeat(np.arange(parts)[:, None], keys, axis=1)
            return self._bad(self.rows.merged(of, parts, codes))
        blank = missing_shown(self.space, self.hulls(of, parts), of)
        ids, size = group_ids(np.column_stack([of, blank]))
        first = first_places(ids, size)
        codes = np.where(blank[first], -1, of[first, None])
        return _marked(of, parts, self._bad(self.rows.merged(ids, size, codes))[ids])

    def failing_shown(self, of: Ints, parts: int) -> Bools:
        """Mark the parts that fail in the table as it would be released."""
        table, ids = self.shown(of, parts).released(self.rows)
        return _marked(of, parts, self._bad(table)[ids])

    def _bad(self, table: KeyTable) -> Bools:
        return self.models.failing(table)


def _marked(of: Ints, parts: int, rows: Bools) -> Bools:
    marked = np.zeros(parts, dtype=np.bool_)
    marked[of[rows]] = True
    return marked


def _facts(rows: KeyTable, released: KeyTable, shown: Shown, found: Partition) -> dict[str, Any]:
    cells = rows.records * len(shown.labels)
    lost = float((shown.costs() * rows.count[:, None]).sum()) / cells
    return {
        "parts": found.parts,
        "groups": len(released),
        "cuts": found.cuts,
        "granularity": 1 - lost,
        "loss": lost,
        "levels": shown.records(rows.count),
        "suppressed": 0,
    }
