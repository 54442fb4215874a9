"""m-invariance: who is published again is always among the same m values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from discret.assess.releases import refused
from discret.assess.releases.findings import movements
from discret.assess.releases.words import FOLLOWED
from discret.data.beside.past import PastRelease
from discret.data.beside.successive import Successive
from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.finding import Finding
from discret.maths.arrays import Bools, Ints
from discret.maths.releases.histories import Histories
from discret.maths.releases.signatures import signatures
from discret.parts import Counted, Criterion, RiskMeasure
from discret.parts.ahead import Ahead
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import SensitiveColumn
from discret.parts.previous import Followed, Previous, releases_of
from discret.parts.shared_facts import GROUPS
from discret.words import Words


class MInvariance(RiskMeasure):
    r"""The largest m for which all releases of a source, this one included, are m-invariant.

    Notes
    -----
    Releases are m-invariant (Xiao and Tao 2007, definitions 3 and 4) if every group of each has at
    least m records whose sensitive values all differ, and if whoever is in several releases is
    each time in a group with the same set of values, their *signature*. Whoever knows everybody's
    keys and who is in which release then finds somebody's value with chance :math:`1/m` at most,
    however many releases there are.

    A group in which each of its values is there equally often, more than once, counts as well: the
    values of all groups that share people can be exchanged for one another without changing
    anything that is published, so each remains equally likely. In any other group nothing is
    promised, and its level is 1; so it is for people whose signature changes, and where a sensitive
    value is missing. The value is the smallest level of all groups and people of all releases.

    The first release of a series is judged by its groups alone. People are followed as for
    `releases`; where an earlier release does not say who is behind its records the value is not
    known, and no target is met. Counterfeits count as records: the number that a group has is
    published beside it.

    Records are counted, not people: nobody may have several. Of a first release, the level of a
    group in which somebody has is 1.

    Limits: that of the definition. It supposes that values do not change, says nothing of several
    sensitive columns at once (the worst counts), and nothing of who knows other things than keys.

    Examples
    --------
    >>> import polars as pl
    >>> first = pl.DataFrame({"id": [1, 2, 3, 4], "age": ["2*", "2*", "3*", "3*"],
    ...                       "ill": ["flu", "cold", "flu", "HIV"]})
    >>> data = Dataset.of(first, key="age", sensitive="ill", individual="id")
    >>> MInvariance(m=2).assess(data).value, MInvariance(m=2, previous=[first]).assess(data).value
    (2, 2)
    >>> other = first.with_columns(age=pl.Series(["2*", "3*", "3*", "2*"]))
    >>> MInvariance(m=2, previous=[other]).assess(data).value
    1
    """

    name: ClassVar[str] = "m_invariance"
    title: ClassVar[Words] = Words("m-invariance", fr="m-invariance des diffusions")
    purpose: ClassVar[Words] = Words(
        "gives the number of values among which everybody stays, release after release",
        fr="donne le nombre de valeurs parmi lesquelles chacun reste, d’une diffusion à l’autre",
    )
    attacker: ClassVar[Words] = Words(
        "knows everybody’s keys, and who is in which release; compares all releases of the source,"
        " and supposes that nobody’s sensitive value changes",
        fr="connaît les clés de chacun, et sait qui est dans quelle diffusion ; compare toutes les"
        " diffusions de la source, et suppose que les valeurs sensibles ne changent pas",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("inference",)
    counts: ClassVar[Counted] = "records"
    series: ClassVar[bool] = True
    needs: ClassVar[tuple[Role, ...]] = (Role.SENSITIVE,)
    unmissable: ClassVar[dict[str, float]] = {"m": 1}
    references: ClassVar[tuple[str, ...]] = (
        (
            "Xiao X., Tao Y. (2007). m-invariance: towards privacy preserving re-publication of"
            " dynamic datasets. SIGMOD 2007, 689-700."
        ),
    )
    tells: ClassVar[Facts] = {
        **FOLLOWED,
        **GROUPS,
        "level": Fact.count(
            "values in the poorest group", "valeurs du groupe le plus pauvre", by="column"
        ),
        "groups_failing": Fact.count("groups that miss the target", "groupes hors objectif"),
        "records_failing": Fact.count(
            "records that miss the target", "enregistrements hors objectif"
        ),
        "people_changed": Fact.count(
            "people whose signature changes", "personnes dont la signature change", by="column"
        ),
    }

    m: int | None = Field(
        default=None,
        ge=1,
        description=Words(
            "wanted number of values. Among so many everybody must stay, in every release",
            fr="nombre de valeurs voulu. Chacun doit rester parmi autant, dans chaque diffusion",
        ),
    )
    previous: Previous = ()
    column: SensitiveColumn = None
    individual: Followed = None

    def foreseen(self, ahead: Ahead) -> Iterator[str]:
        """Yield what it would refuse: an earlier release of something else."""
        yield from super().foreseen(ahead)
        yield from refused(self.name, self._previous, ahead.data)

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the keys and the sensitive columns."""
        return (*data.columns(Role.KEY), *super().examines(data))

    @property
    def chooses(self) -> tuple[Role, ...]:
        """No role: the plan alone says which columns it looks at."""
        return ()

    def assess(self, data: Dataset) -> Finding:
        """Measure the m-invariance of `data` and of earlier releases."""
        columns = data.need(self.name, Role.SENSITIVE) if self.column is None else (self.column,)
        data.check_columns(self.name, columns)
        found = Successive.of(self.name, data, self._previous(data), self.individual)
        kinds = found.kinds() if found.persons is not None else None
        levels = {name: _Level.of(found, kinds, name, self.m or 1) for name in columns}
        known = (kinds is not None and not found.unnamed) or len(found.groups) == 1
        details = {**movements(found, kinds), **_together(found, levels)}
        value = min(level.level for level in levels.values())
        return Finding(
            name=self.name,
            value=value if known else None,
            target=self.m,
            better="higher",
            reads=_reads(details, value, self.m, known=known),
            details=details,
        )

    def _previous(self, data: Dataset) -> tuple[PastRelease, ...]:
        return releases_of(self.previous, data)


@dataclass(frozen=True)
class _Level:
    """How many values everybody stays among, by one sensitive column; and who does not."""

    level: int
    changed: int
    groups: tuple[Bools, ...] = field(repr=False)  # that fail, by release
    records: tuple[Bools, ...] = field(repr=False)

    @classmethod
    def of(cls, found: Successive, kinds: Histories | None, column: str, m: int) -> _Level:
        values, distinct = found.values(column)
        shown = signatures(found.groups, values, len(distinct) + 1, len(distinct))
        moving = np.zeros(0, dtype=np.bool_) if kinds is None else shown.changed(kinds)
        levels = [level.copy() for level in shown.level]
        levels[-1][found.repeated] = 1
        groups = tuple(level < m for level in levels)
        people = _of_people(found, kinds, moving, m)
        records = tuple(
            bad[group] | own for bad, group, own in zip(groups, found.groups, people, strict=True)
        )
        changed = 0 if kinds is None else int(kinds.number[moving].sum())
        least = 1 if changed else min(int(level.min()) for level in levels)
        return cls(least, changed, groups, records)


def _of_people(found: Successive, kinds: Histories | None, moving: Bools, m: int) -> list[Bools]:
    """Mark the records of people whose signature changes, release by release."""
    if kinds is None or found.persons is None or m <= 1:
        return [np.zeros(len(group), dtype=np.bool_) for group in found.groups]
    marked = moving[kinds.of]
    return [(person >= 0) & marked[np.maximum(person, 0)] for person in found.persons]


def _together(found: Successive, levels: dict[str, _Level]) -> dict[str, Any]:
    each = [*levels.values()]
    groups = [np.any([own.groups[t] for own in each], axis=0) for t in range(len(found.groups))]
    records = [np.any([own.records[t] for own in each], axis=0) for t in range(len(found.groups))]
    return {
        "groups": sum(map(len, groups)),
        "level": {name: own.level for name, own in levels.items()},
        "groups_failing": int(sum(_marked(own) for own in groups)),
        "records_failing": int(sum(_marked(own) for own in records)),
        "people_changed": {name: own.changed for name, own in levels.items()},
    }


def _marked(rows: Bools | Ints) -> int:
    return int(np.count_nonzero(rows))


def _reads(details: dict[str, Any], value: int, m: int | None, *, known: bool) -> Words:
    releases, changed = details["releases"], max(details["people_changed"].values())
    if not known:
        return _UNKNOWN.filled(releases=releases, n=value)
    said = _CHANGED if changed else _NOTHING if value == 1 else _INVARIANT
    failing = details["records_failing"]
    more = "" if m is None or not failing else _FAILING.filled(n=failing, m=m)
    return said.filled(releases=releases, n=value, changed=changed, more=more)


_INVARIANT = Words(
    "In {releases:the|all {releases}} {releases:release|releases} everybody is among {n} values at"
    " least, all equally likely, and the same in each.{more}",
    fr="Dans {releases:la|les {releases}} {releases:diffusion|diffusions}, chacun est parmi {n}"
    " valeurs au moins, également probables, et les mêmes dans chacune.{more}",
)
_NOTHING = Words(
    "Some groups do not have each of their values equally often, or have one alone: nothing is"
    " promised of the people in them.{more}",
    fr="Des groupes n’ont pas chacune de leurs valeurs aussi souvent, ou n’en ont qu’une : rien"
    " n’est promis des personnes qui y sont.{more}",
)
_CHANGED = Words(
    "{changed} {changed:person is|people are} among other values in this release than in an earlier"
    " one: whoever compares them learns something.{more}",
    fr="{changed} {changed:personne est|personnes sont} parmi d’autres valeurs dans cette diffusion"
    " que dans une antérieure : qui les compare apprend quelque chose.{more}",
)
_FAILING = Words(
    " {n} {n:record misses|records miss} m = {m}.",
    fr=" {n} {n:enregistrement manque|enregistrements manquent} m = {m}.",
)
_UNKNOWN = Words(
    "Nothing follows people through the {releases} releases, so whether they stay among the same"
    " values is not known; the poorest group has {n}.",
    fr="Rien ne suit les personnes à travers les {releases} diffusions, on ne sait donc pas si"
    " elles restent parmi les mêmes valeurs ; le groupe le plus pauvre en a {n}.",
)
