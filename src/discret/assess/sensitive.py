"""What the models of attribute disclosure share: which columns they judge, how they say it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from discret.assess.spread import Levels, Spread
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.errors import ColumnError, InputError, listed
from discret.finding import Better, Finding, misses
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.recoding.yardsticks import Yardstick
from discret.model import Measured, Merging, Model, Scope, judged
from discret.parts import Counted, Criterion, Source
from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import RULED
from discret.words import Words, say

if TYPE_CHECKING:
    from discret.parts.parameters import Missing, SensitiveColumn


class Seen(NamedTuple):
    """The groups of a key table as a model of attribute disclosure sees them.

    Parameters
    ----------
    keys, spreads
        The groups, and how the known values of each column are spread in them.
    spans
        The levels that the spreads alone give.
    levels, alone
        Those that groups have once people are counted: what is judged. The groups that have none,
        as the values they show are of a single person.
    failing
        The groups that miss the target.
    """

    keys: KeyTable
    spreads: Mapping[str, Spread]
    spans: Levels
    levels: Levels
    alone: Bools
    failing: Bools

    @property
    def silent(self) -> dict[str, int]:
        """The number of groups in which no value is known, in each column."""
        return {name: spread.silent for name, spread in self.spreads.items()}

    @property
    def unlevelled(self) -> dict[str, Any]:
        """How many groups know no value, in each column, and how many are of one person."""
        return {
            "groups_without_value": self.silent,
            "groups_of_one_person": int(self.alone.sum()),
        }

    @property
    def records(self) -> dict[str, int | float]:
        """The records of the groups that fail, as sentences say it."""
        return records_in(self.keys, self.failing)

    def of_people(self, reads: Words) -> Words:
        """Add to a sentence why no target holds for groups of one person."""
        if not self.alone.any():
            return reads
        more = say(
            "No target holds for {alone} of {groups} groups: all the values they show are of one"
            " person, whom they give away.",
            "Aucun objectif ne vaut pour {alone} {alone:groupe|groupes} sur {groups} : toutes les"
            " valeurs montrées y sont d’une même personne, qu’elles trahissent.",
            alone=int(self.alone.sum()),
            groups=len(self.keys),
        )
        return Words(f"{reads} {more}", fr=f"{reads.fr} {more.fr}")


def records_in(keys: KeyTable, marked: Bools) -> dict[str, int | float]:
    """Count the records of the groups that are marked: what a sentence says of them."""
    number = int(keys.count[marked].sum())
    return {"failing": number, "n": keys.records, "share": number / keys.records}


class AttributeModel(Model):
    """A model of what a group tells of its people: a level for each sensitive column.

    A part of this kind has the parameters `column` and `missing`, and says what is its own: the
    `level` of the groups, which direction is `better`, the sentence (`reads`) and the `more` that
    goes into the details.
    """

    criteria: ClassVar[tuple[Criterion, ...]] = ("inference",)
    source: ClassVar[Source] = "release"
    counts: ClassVar[Counted] = "people"
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY, Role.SENSITIVE)
    better: ClassVar[Better] = "lower"
    tells: ClassVar[Facts] = {
        **RULED,
        "by_column": Fact.number("level by column", "niveau par colonne", by="column"),
    }

    if TYPE_CHECKING:  # declared by each part, after the parameters that are its own
        column: SensitiveColumn
        missing: Missing

    @abstractmethod
    def level(self, spread: Spread) -> Floats:
        """Return the level of each group in a column."""

    def yardstick(self, spread: Spread) -> tuple[Ints, Yardstick] | None:
        """Return what measures the level in a search, and the order of values it goes along.

        ``None`` where groups cannot be judged one by one.
        """
        return None

    @abstractmethod
    def reads(self, seen: Seen) -> Words:
        """Say what was found."""

    def said(self, reads: Words) -> Words:
        """Add to the sentence what is asked for beside."""
        return reads

    @abstractmethod
    def more(self, seen: Seen) -> dict[str, Any]:
        """Return the details that are the model's own."""

    def assess(self, data: Dataset) -> Finding:
        """Measure the level of `data`."""
        if self.column is None:
            data.need(self.name, Role.SENSITIVE)
        else:
            data.check_columns(self.name, [self.column])
        spreads = self.spreads(data.keys)
        self.check(data, spreads)
        return self.finding(self._seen(data.keys, spreads))

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups that miss the target."""
        return self._seen(keys, self.spreads(keys)).failing

    def measured(self, keys: KeyTable) -> Sequence[Measured] | None:
        """Say how the values of each column decide, where people and groups stand apart."""
        if keys.around.individual is not None or keys.overlaps(self.missing):
            return None
        told = [self._measured(keys, name, own) for name, own in self.spreads(keys).items()]
        known = [measured for measured in told if measured is not None]
        return known if len(known) == len(told) else None

    def _measured(self, keys: KeyTable, name: str, spread: Spread) -> Measured | None:
        asked = self.yardstick(spread)
        if asked is None:
            return None
        order, yardstick = asked
        compared, target = len(spread.totals) > 0, getattr(self, self.target)
        counts = spread.counts_in(order) if compared else spread.counts
        moving = compared and self.scope(keys) is Scope.FILE
        reference = spread.totals[order] if compared and not moving else None

        def fails(levels: Floats) -> Bools:
            return self.misses(keys, Levels({name: levels}, self.better))

        return Measured(counts, yardstick, target, fails, reference, moving)

    def check(self, data: Dataset, spreads: Mapping[str, Spread]) -> None:
        """Refuse columns without a single known value: there is nothing to compare groups with."""
        empty = [name for name, spread in spreads.items() if not len(spread.totals)]
        if empty:
            raise ColumnError(
                say(
                    "{who}: no record has a known value in {empty}",
                    "{who} : aucun enregistrement n’a de valeur connue dans {empty}",
                    who=self.name,
                    empty=listed(empty),
                ),
                hint=Words(
                    "name another column with column=..., or take the sensitive role from this one",
                    fr="nommer une autre colonne avec column=..., ou retirer à celle-ci le"
                    " rôle sensitive",
                ),
            )

    def by_people(
        self, keys: KeyTable, spreads: Mapping[str, Spread], spans: Levels
    ) -> tuple[Levels, Bools]:
        """Give no level to groups that show values of a single person, and mark these.

        There are none unless individuals are declared: a record alone is judged by its spread.
        """
        if keys.around.individual is None:
            return spans, np.zeros(len(keys), dtype=np.bool_)
        alone = {name: keys.telling(name, self.missing) == 1 for name in spreads}
        held = {n: np.where(alone[n], np.inf, level) for n, level in spans.by_column.items()}
        return Levels(held, self.better), np.asarray(np.any(list(alone.values()), axis=0))

    def misses(self, keys: KeyTable, levels: Levels) -> Bools:
        """Mark the groups whose level misses the target by more than rounding."""
        return misses(levels.worst, getattr(self, self.target), self.better)

    def mixture(self, keys: KeyTable) -> Merging:
        """Say what is kept by a model that no mixture of groups holds less than they do.

        Groups that overlap are no mixture: what they share counts once. Groups that share people
        overlap too.
        """
        apart = keys.around.individual is None and not keys.overlaps(self.missing)
        return Merging.WHOLE if apart else Merging.NOTHING

    def plain(self, level: float) -> float | int:
        """Write a level as the model does: as a whole number, if it counts."""
        return level

    def finding(self, seen: Seen) -> Finding:
        """Say what was found of groups each of which holds the target or misses it."""
        keys, target = seen.keys, getattr(self, self.target)
        return Finding(
            name=self.name,
            value=self._written(seen.levels.value),
            target=self._written(target),
            met=None if target is None else not seen.failing.any(),
            better=self.better,
            reads=seen.of_people(self.said(self.reads(seen))),
            details={
                **judged(keys, seen.failing),
                **self.more(seen),
                "by_column": {n: self._written(v) for n, v in seen.levels.summary().items()},
                "rule": self.missing,
            },
            per_key=keys.table(count=keys.count, level=seen.levels.worst, failing=seen.failing),
        )

    def _written(self, level: float | None) -> float | int | None:
        return None if level is None else self.plain(level)

    def spreads(self, keys: KeyTable) -> dict[str, Spread]:
        """Return the spread of each column that is judged: the one named, or all sensitive ones."""
        if self.column is None and not keys.around.sensitive:
            raise InputError(
                say(
                    "{who}: needs a column with the role sensitive, the data has none",
                    "{who} : il faut une colonne qui ait le rôle sensitive, les données n’en ont"
                    " pas",
                    who=self.name,
                ),
                hint=Words(
                    "declare one, or name a column", fr="en déclarer une, ou nommer une colonne"
                ),
            )
        columns = keys.around.sensitive if self.column is None else (self.column,)
        return {name: self.spread(keys, name) for name in columns}

    def spread(self, keys: KeyTable, column: str) -> Spread:
        """Return how the values of a column are spread, in the groups and in the whole file."""
        return Spread.of(keys, column, self.missing)

    def _seen(self, keys: KeyTable, spreads: Mapping[str, Spread]) -> Seen:
        spans = Levels({name: self.level(own) for name, own in spreads.items()}, self.better)
        levels, alone = self.by_people(keys, spreads, spans)
        return Seen(keys, spreads, spans, levels, alone, self.misses(keys, levels))
