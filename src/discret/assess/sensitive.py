"""What the measures of attribute disclosure share: which columns they judge, how they say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol

import numpy as np

from discret.assess.spread import Levels, Spread
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.errors import ColumnError, InputError, listed
from discret.finding import Finding
from discret.maths.arrays import Bools
from discret.maths.matching import Rule
from discret.words import Words, say


class Judge(Protocol):
    """A measure that looks at what the people of a group share, in one column or in several."""

    name: ClassVar[str]

    @property
    def column(self) -> str | None:
        """The column to look at; by default, all that are sensitive."""

    @property
    def missing(self) -> Rule:
        """What a missing key value means."""


def check_sensitive(measure: Judge, data: Dataset) -> None:
    """Refuse data without the sensitive column that a measure asks for."""
    if measure.column is None:
        data.need(measure.name, Role.SENSITIVE)
    else:
        data.check_columns(measure.name, [measure.column])


def sensitive_columns(measure: Judge, keys: KeyTable) -> tuple[str, ...]:
    """Return the columns that a measure judges: the one it names, or all that are sensitive."""
    if measure.column is None and not keys.sensitive:
        raise InputError(
            say(
                "{who}: needs a column with the role sensitive, the data has none",
                "{who} : il faut une colonne qui ait le rôle sensitive, les données n’en ont pas",
                who=measure.name,
            ),
            hint=Words(
                "declare one, or name a column", fr="en déclarer une, ou nommer une colonne"
            ),
        )
    return keys.sensitive if measure.column is None else (measure.column,)


def check_known(measure: Judge, spreads: Mapping[str, Spread]) -> None:
    """Refuse columns without a single known value: there is nothing to compare groups with."""
    empty = [name for name, spread in spreads.items() if not len(spread.totals)]
    if empty:
        raise ColumnError(
            say(
                "{who}: no record has a known value in {empty}",
                "{who} : aucun enregistrement n’a de valeur connue dans {empty}",
                who=measure.name,
                empty=listed(empty),
            ),
            hint=Words(
                "name another column with column=..., or take the sensitive role from this one",
                fr="nommer une autre colonne avec column=..., ou retirer à celle-ci le"
                " rôle sensitive",
            ),
        )


def spreads_of(measure: Judge, keys: KeyTable) -> dict[str, Spread]:
    """Return the spread of each column that a measure judges."""
    columns = sensitive_columns(measure, keys)
    return {name: Spread.of(keys, name, measure.missing) for name in columns}


def by_people(
    measure: Judge, keys: KeyTable, spreads: Mapping[str, Spread], levels: Levels
) -> tuple[Levels, Bools]:
    """Give no level to groups that show values of a single person, and mark these.

    There are none unless individuals are declared: a record alone is judged by its spread.
    """
    if keys.individual is None:
        return levels, np.zeros(len(keys), dtype=np.bool_)
    one = keys.people(measure.missing) == 1
    alone = {name: one & spread.known for name, spread in spreads.items()}
    found = {n: np.where(alone[n], np.inf, level) for n, level in levels.by_column.items()}
    return Levels(found, levels.better), np.asarray(np.any(list(alone.values()), axis=0))


def said_of_one(reads: Words, keys: KeyTable, alone: Bools) -> Words:
    """Add why no target holds for groups of one person."""
    if not alone.any():
        return reads
    more = say(
        "No target holds for {alone} of {groups} groups: all their records are of one person, whose"
        " values they give away.",
        "Aucune cible ne vaut pour {alone} {alone:groupe|groupes} sur {groups} : tous leurs"
        " enregistrements sont d’une même personne, dont ils livrent les valeurs.",
        alone=int(alone.sum()),
        groups=len(keys),
    )
    return Words(f"{reads} {more}", fr=f"{reads.fr} {more.fr}")


def records_in(keys: KeyTable, marked: Bools) -> dict[str, int | float]:
    """Count the records of the groups that are marked: what a sentence says of them."""
    number = int(keys.count[marked].sum())
    return {"failing": number, "n": keys.records, "share": number / keys.records}


def judged(
    measure: Judge,
    keys: KeyTable,
    levels: Levels,
    bad: Bools,
    *,
    alone: Bools | None = None,
    target: float | int | None,
    reads: Words,
    details: Mapping[str, Any],
    plain: Callable[[float], float | int] = float,
) -> Finding:
    """Make the finding of a measure whose target each group holds or misses.

    `plain` writes a level as the measure does: as a whole number, for one that counts. `alone`
    marks the groups of one person, where these hold no target.
    """
    lonely = {} if alone is None else {"groups_of_one_person": int(alone.sum())}

    def written(level: float | None) -> float | int | None:
        return None if level is None else plain(level)

    return Finding(
        name=measure.name,
        value=written(levels.value),
        target=target,
        met=None if target is None else not bad.any(),
        better=levels.better,
        reads=reads if alone is None else said_of_one(reads, keys, alone),
        details={
            "records": keys.records,
            "groups": len(keys),
            "records_failing": int(keys.count[bad].sum()),
            "groups_failing": int(bad.sum()),
            **details,
            **lonely,
            "by_column": {name: written(level) for name, level in levels.summary().items()},
            "rule": measure.missing,
        },
        per_key=keys.table(count=keys.count, level=levels.worst, failing=bad),
    )
