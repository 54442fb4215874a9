"""Invariant: everybody is published among the same m values again, with counterfeits if need be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Literal

import numpy as np
import polars as pl
from pydantic import Field

from discret.assess.m_invariance import MInvariance
from discret.assess.releases import refused
from discret.data.beside.past import PastRelease, followed_by
from discret.data.beside.successive import Successive, several
from discret.data.codes import places_in
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.keytable import KeyTable
from discret.data.refusals import not_drawn
from discret.data.roles import HELD, Role
from discret.data.stacks import check_new
from discret.errors import ColumnError, InputError, TargetError, listed
from discret.maths.arrays import Bools
from discret.parts import FRESH, Change, Context, Method, RiskMeasure, Tier
from discret.parts.ahead import Ahead
from discret.parts.depending import Depending
from discret.parts.facts import Fact, Facts, filled
from discret.parts.parameters import SensitiveColumn
from discret.parts.previous import Followed, Previous, releases_of
from discret.parts.published import Published
from discret.reduce.invariant.grouping import Grouping, grouped
from discret.reduce.invariant.history import History
from discret.reduce.invariant.labels import Keys
from discret.reduce.invariant.release import Published as Shown
from discret.words import Words

Fate = Literal["refuse", "drop"]


class Invariant(Method):
    r"""Group records so that releases stay m-invariant, with counterfeits where that takes some.

    Notes
    -----
    Xiao and Tao (2007). Whoever was published before is published again in a group with exactly
    the same sensitive values around them, their signature; newcomers get groups of m records or
    more with different values. Whoever knows everybody's keys and who is in which release then
    finds a value with chance :math:`1/m` at most, however many releases follow.

    People who were published with the same signature form a *bucket*. Where some of them have left
    its values are no longer there equally often: newcomers with a value that is short fill it up,
    those whose keys are near first, and *counterfeits*, records that nobody is behind, what is
    still short. A bucket is then halved along the key in which it is widest, and its halves again,
    each value having half of its records on either side, down to groups of one record for each
    value. The other newcomers are cut into parts as by `mondrian`, as long as that asks for no more
    counterfeits; a part of :math:`n` records in which no value is there more than :math:`n/m` times
    is dealt out, value after value, over :math:`\lfloor n/m \rfloor` groups: none gets a value
    twice. Where a value is more frequent than one in m, counterfeits with other values make up for
    it, as few as can be in each part: :math:`m \max_v n_v - n`.

    The records of a group show, in each key, the lowest label of the hierarchy or the range that
    covers them all, or ``*``. The column `into` has the number of the group, drawn anew for each
    release, without which groups that look alike could not be told apart; the column `counterfeits`
    has how many of the records of the group nobody is behind, so that users can correct for them: a
    record of a group of :math:`n` with :math:`c` counterfeits counts :math:`(n-c)/n`. Both are
    keys: they tell nothing that the groups do not. Which records are counterfeits is told nowhere,
    nor does their place in the file tell.

    Whoever holds the data must know at the next release who was in which group: a run writes
    ``people.parquet`` beside the record, which is as secret as the original. The result is checked
    by `m_invariance`, on the file as it is written.

    Refused: earlier releases that are not m-invariant, or that do not say who is behind their
    records; fewer than m sensitive values; a sensitive value that is missing. Somebody whose value
    is no longer among those they were published with (`changed`) can only be left out. Columns
    other than keys, the sensitive one and those that are held back would tell counterfeits from
    records: they are refused, or dropped (`others`).

    Examples
    --------
    Bob leaves; without a counterfeit, Ann's group would tell.

    >>> people = pl.DataFrame({"id": ["Ann", "Bob", "Cem", "Dee"], "age": [21, 23, 42, 47],
    ...                        "ill": ["flu", "cold", "flu", "HIV"]})
    >>> roles = {"key": "age", "sensitive": "ill", "individual": "id"}
    >>> chance = Context(rng=np.random.default_rng(1))
    >>> first = Invariant(m=2).apply(Dataset.of(people, **roles), chance)
    >>> first.data.to_polars()["age"].to_list(), first.facts["counterfeits"]
    (['21-23', '21-23', '42-47', '42-47'], 0)
    >>> left = Dataset.of(people.filter(pl.col("id") != "Bob"), **roles)
    >>> again = Invariant(m=2, previous=[first.data]).apply(left, chance)
    >>> again.facts["counterfeits"], len(again.data), again.data.to_polars()["age"].n_unique()
    (1, 4, 2)
    """

    name: ClassVar[str] = "invariant"
    title: ClassVar[Words] = Words("m-invariant groups", fr="groupes m-invariants")
    purpose: ClassVar[Words] = Words(
        "publishes everybody among the same m values in every release, with counterfeits",
        fr="publie chacun parmi les m mêmes valeurs à chaque diffusion, avec des enregistrements"
        " fictifs",
    )
    random: ClassVar[bool] = True
    invents: ClassVar[bool] = True
    shuffles: ClassVar[bool] = True
    keeps_rows: ClassVar[Any] = Depending(True, lambda part: part.changed == "refuse")
    series: ClassVar[bool] = True
    tier: ClassVar[Tier] = "row"
    compiled: ClassVar[bool] = True
    touches: ClassVar[tuple[Role, ...]] = (Role.KEY, Role.SENSITIVE)
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY, Role.SENSITIVE)
    references: ClassVar[tuple[str, ...]] = (
        (
            "Xiao X., Tao Y. (2007). m-invariance: towards privacy preserving re-publication of"
            " dynamic datasets. SIGMOD 2007, 689-700."
        ),
        "LeFevre K., DeWitt D., Ramakrishnan R. (2006). Mondrian multidimensional k-anonymity.",
    )
    tells: ClassVar[Facts] = {
        "m": Fact.count("values in every group at least", "valeurs par groupe au moins"),
        "groups": Fact.count("groups", "groupes"),
        "stayed": Fact.count("people published before", "personnes déjà publiées"),
        "newcomers": Fact.count("newcomers", "personnes nouvelles"),
        "left": Fact.count(
            "people of earlier releases who are gone", "personnes de diffusions antérieures parties"
        ),
        "withheld": Fact.count(
            "people left out because their value changed",
            "personnes écartées car leur valeur a changé",
        ),
        "counterfeits": Fact.count("counterfeits", "enregistrements fictifs"),
        "groups_with_counterfeits": Fact.count(
            "groups with counterfeits", "groupes avec enregistrements fictifs"
        ),
        "counterfeit_share": Fact.share(
            "share of counterfeits among all records",
            "part d’enregistrements fictifs parmi tous",
        ),
        "loss": Fact.number("loss", "perte"),
        "columns_dropped": Fact.names("columns dropped", "colonnes retirées"),
    }

    m: int = Field(
        ge=2,
        description=Words(
            "values that everybody stays among. Whoever knows who is in which release finds"
            " somebody’s with chance 1/m at most",
            fr="valeurs parmi lesquelles chacun reste. Qui sait qui est dans quelle diffusion"
            " trouve celle d’une personne avec une chance d’au plus 1/m",
        ),
    )
    previous: Previous = ()
    column: SensitiveColumn = None
    individual: Followed = None
    into: str = Field(
        default="group",
        min_length=1,
        description=Words(
            "column with the number of the group. It is made here",
            fr="colonne portant le numéro du groupe. Elle est créée ici",
        ),
    )
    counterfeits: str = Field(
        default="counterfeits",
        min_length=1,
        description=Words(
            "column with the number of counterfeits in the group. It is made here",
            fr="colonne portant le nombre d’enregistrements fictifs du groupe. Elle est créée ici",
        ),
    )
    others: Fate = Field(
        default="refuse",
        description=Words(
            "what becomes of other columns, which would tell counterfeits from records. `refuse`:"
            " nothing is made; `drop`: they are dropped",
            fr="sort des autres colonnes, qui distingueraient les fictifs. `refuse` : rien n’est"
            " fait ; `drop` : elles sont retirées",
        ),
    )
    changed: Fate = Field(
        default="refuse",
        description=Words(
            "what becomes of people whose value is none of those they were published among."
            " `refuse`: nothing is made; `drop`: they are left out",
            fr="sort des personnes dont la valeur n’est plus parmi celles publiées. `refuse` :"
            " rien n’est fait ; `drop` : elles sont écartées",
        ),
    )

    @property
    def writes(self) -> tuple[str, ...]:
        """The columns that it makes."""
        return (self.into, self.counterfeits)

    def makes(self, data: Dataset) -> tuple[str, ...]:
        """Return the columns of groups and of how many of a group nobody is behind."""
        return (self.into, self.counterfeits)

    @property
    def attacks(self) -> tuple[RiskMeasure, ...]:
        """What the release is checked by."""
        return (self._measure(),)

    @property
    def published(self) -> Published:
        """What users must know to count: which records may be made up, and how many."""
        return Published(self.writes, (_PUBLISHED.filled(into=self.into, made=self.counterfeits),))

    def foreseen(self, ahead: Ahead) -> Iterator[str]:
        """Yield what it would refuse: earlier releases of something else, columns in the way."""
        yield from super().foreseen(ahead)
        yield from refused(self.name, self._previous, ahead.data)
        try:
            self._columns(ahead.data)
        except (ColumnError, InputError) as error:
            yield error.message

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset in m-invariant groups, with counterfeits."""
        column, dropped = self._columns(data)
        if not data.numbered:
            raise not_drawn(self.name)
        releases = Successive.of(self.name, data, self._previous(data), self.individual)
        if len(releases.repeated):
            raise several(self.name, 1)
        history = History.of(self.name, releases, column, self.m)
        kept = self._kept(history)
        links = releases.tables[-1][LINK]
        left = data if kept.all() else data.with_rows(links.filter(pl.Series(kept)).to_numpy())
        keys = Keys.of(self.name, _records(left))
        own = history.at(places_in(keys.rows.groups[LINK], links))
        found = grouped(own.value, keys.place, own.bucket, own.signatures, self.m, context.rng)
        found = found.shuffled(context.rng)
        shown = Shown(column, self.into, self.counterfeits, tuple(dropped))
        after, loss = shown.of(left, keys, found, history, context.rng)
        self._verify(after)
        facts = {"withheld": int((~kept).sum()), "columns_dropped": dropped, "loss": loss}
        return Change(data=after, facts={"m": self.m, **_facts(found, own), **facts})

    @classmethod
    def said(cls, facts: Mapping[str, Any]) -> list[Words]:
        """Say how many records are made up, and who stayed among which values."""
        return filled(
            "Of the records, {counterfeits} {counterfeits:is a counterfeit|are counterfeits}, in"
            " {groups_with_counterfeits} of {groups} {groups:group|groups}; {stayed}"
            " {stayed:person is|people are} among the same values as before, and {newcomers}"
            " {newcomers:is|are} new.",
            "Parmi les enregistrements, {counterfeits} {counterfeits:est fictif|sont fictifs}, dans"
            " {groups_with_counterfeits} {groups_with_counterfeits:groupe|groupes} sur {groups} ;"
            " {stayed} {stayed:personne est|personnes sont} parmi les mêmes valeurs qu’avant, et"
            " {newcomers} {newcomers:est nouvelle|sont nouvelles}.",
            facts,
        )

    def _previous(self, data: Dataset) -> tuple[PastRelease, ...]:
        return releases_of(self.previous, data)

    def _measure(self) -> MInvariance:
        return MInvariance(
            m=self.m, previous=self.previous, column=self.column, individual=self.individual
        )

    def _columns(self, data: Dataset) -> tuple[str, list[str]]:
        """Return the sensitive column, and those that are dropped; refuse what is in the way."""
        data.need(self.name, Role.KEY)
        own = data.need(self.name, Role.SENSITIVE) if self.column is None else (self.column,)
        if len(own) > 1:
            raise ColumnError(_SEVERAL.filled(who=self.name, names=listed(own)), hint=_ONE)
        data.check_columns(self.name, own)
        for name in self.writes:
            check_new(self.name, data, name)
        followed_by(data, self.individual)  # refuses a column that is not there
        kept = {*data.columns(Role.KEY, *HELD), *own}
        other = [name for name in data.roles if name not in kept]
        if other and self.others == "refuse":
            raise ColumnError(_OTHERS.filled(who=self.name, names=listed(other)), hint=_DROP)
        return own[0], other

    def _kept(self, history: History) -> Bools:
        """Mark the records that can be published; refuse the others, or leave them out."""
        changed = history.changed
        if changed.any() and self.changed == "refuse":
            raise TargetError(_CHANGED.filled(who=self.name, n=int(changed.sum())), hint=_LEAVE)
        if changed.all():
            raise TargetError(_CHANGED.filled(who=self.name, n=int(changed.sum())), hint=_BEGIN)
        return np.asarray(~changed)

    def _verify(self, after: Dataset) -> None:
        found = self._measure().assess(after)
        if not found.met:
            raise TargetError(_MISSED.filled(who=self.name, m=self.m), hint=_BEGIN)


def _facts(found: Grouping, history: History) -> dict[str, Any]:
    """Count who is in which kind of group, and the counterfeits."""
    made = len(found.made_group)
    return {
        "groups": found.groups,
        "stayed": int((history.bucket >= 0).sum()),
        "newcomers": int((history.bucket < 0).sum()),
        "left": history.left,
        "counterfeits": made,
        "groups_with_counterfeits": len(np.unique(found.made_group)),
        "counterfeit_share": made / (made + len(found.group)),
    }


def _records(data: Dataset) -> KeyTable:
    """Return a key table in which every record is a group of its own."""
    data.row_numbers("invariant")  # refuses a table whose records cannot be told apart
    columns = data.columns(Role.KEY)
    table = data.keys_over((*columns, LINK))
    return replace(table, columns=columns, codes=table.codes[:, :-1])


_PUBLISHED = Words(
    "Records are in groups (“{into}”) in which all values differ. Some are counterfeits, which"
    " nobody is behind: “{made}” has how many of the group are. Count a record of a group of n"
    " records with c counterfeits as (n − c)/n.",
    fr="Les enregistrements sont en groupes (« {into} ») dont les valeurs diffèrent toutes."
    " Certains sont fictifs, sans personne derrière : « {made} » dit combien dans le groupe."
    " Compter un enregistrement d’un groupe de n avec c fictifs pour (n − c)/n.",
)
_SEVERAL = Words(
    "{who}: it keeps people among the values of one sensitive column, there are {names}",
    fr="{who} : il garde chacun parmi les valeurs d’une seule colonne sensible, il y a {names}",
)
_ONE = Words(
    'name it with column="..."; the others do not leave (others="drop")',
    fr='la nommer par column="..." ; les autres ne partent pas (others="drop")',
)
_OTHERS = Words(
    "{who}: {names} would tell counterfeits from records",
    fr="{who} : {names} distingueraient les enregistrements fictifs",
)
_DROP = Words('drop them with others="drop"', fr='les retirer par others="drop"')
_CHANGED = Words(
    "{who}: {n} {n:person has|people have} a value that is none of those they were published among",
    fr="{who} : {n} {n:personne a|personnes ont} une valeur qui n’est aucune de celles publiées",
)
_LEAVE = Words(
    'leave them out with changed="drop", or publish the values that they had',
    fr='les écarter par changed="drop", ou publier les valeurs qu’elles avaient',
)
_BEGIN = Words("begin a new series of releases", fr="commencer une nouvelle série de diffusions")
_MISSED = Words(
    "{who}: the groups that were made are not {m}-invariant",
    fr="{who} : les groupes obtenus ne sont pas {m}-invariants",
)
