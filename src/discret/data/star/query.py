"""The one lazy query of a star: facts of the chosen years, with what dimensions say of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import narwhals as nw
import polars as pl

from discret.data.engine import Frame, Scan, collected, uploaded
from discret.data.files.formats import Opened
from discret.data.files.how_to_read import HowToRead
from discret.data.hierarchies.automatic import Automatic
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.roles import Role
from discret.data.star.checks import WHO, check_declared, check_facts, member_alias
from discret.data.star.dimensions import Dimension
from discret.data.star.members import Members, members_of
from discret.data.star.places import Found
from discret.errors import ColumnError, ParameterError, listed
from discret.words import Words

if TYPE_CHECKING:
    from discret.data.star.star import Star

_KEY = "joined by"
SAID = frozenset(str(role) for role in Role)


@dataclass(frozen=True, eq=False)
class Joined(Opened):
    """The facts of a star as a table that was opened, with what the star says of its columns."""

    roles: Mapping[str, Any] = field(default_factory=dict)
    hierarchies: Mapping[str, Hierarchy | Automatic] = field(default_factory=dict)

    def beside(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return arguments of `Dataset.of`: what is given, and the star where nothing else is said.

        Keys and hierarchies are those of both.
        """
        more = [given["key"]] if isinstance(given.get("key"), str) else [*given.get("key", ())]
        taken = {name for role, names in given.items() if role in SAID and role != "key"
                 for name in ([names] if isinstance(names, str) else names or ())}  # fmt: skip
        keys = [*dict.fromkeys([*self.roles["key"], *more])]
        return {
            **self.roles,
            **{name: item for name, item in given.items() if item is not None},
            "key": [name for name in keys if name not in taken],
            "hierarchies": {**self.hierarchies, **(given.get("hierarchies") or {})},
        }


@dataclass(frozen=True)
class Query:
    """Facts and members, found and not yet joined.

    Parameters
    ----------
    star
        What was declared.
    facts
        The table of facts.
    members
        What is known of each dimension.
    """

    star: Star
    facts: Found
    members: tuple[Members, ...]

    @classmethod
    def of(cls, star: Star, how: HowToRead | None = None) -> Query:
        """Find the tables of a star; refuse what they do not have."""
        facts = star.places.table(star.facts, how)
        have = facts.frame.collect_schema().names()
        dimensions = _with_time(star, have)
        check_declared(have, star.individual, dimensions, star.area, star.measures)
        lost = [own.column_of(name) for name, own in dimensions.items()]
        if any(column not in have for column in lost):
            raise ColumnError.missing(_FACTS, lost, have)
        taken = [n for n, own in dimensions.items() if n in have and own.column_of(n) != n]
        if taken:
            raise ParameterError(WHO, [_TAKEN.filled(names=listed(taken))], hint=_RENAME)
        wanted = [] if star.individual in have else [star.individual]
        found = tuple(
            members_of(name, own, star.places, wanted=wanted,
                       used=_used(facts.frame, own.column_of(name), own.parent))
            for name, own in dimensions.items()
        )  # fmt: skip
        givers = [own.name for own in found if own.brings]
        if wanted and len(givers) != 1:
            fault = _TWO if givers else _NO_PERSON
            said = fault.filled(name=star.individual, names=listed(givers))
            raise ColumnError(said, hint=_PERSON)
        return cls(star, facts, found)

    @cached_property
    def whole(self) -> Frame:
        """The facts of the chosen years, with the finest level of each dimension by its name."""
        frame = self.facts.frame
        for own in self.members:
            frame = _joined(frame, own)
        return self._chosen(frame)

    def opened(self, row: str | None = None) -> Joined:
        """Return the facts as one table, once they were checked; lazy ones stay lazy.

        Facts that have a column `row` need not be numbered.
        """
        star, frame = self.star, self.whole
        records = check_facts(frame, star.individual, star.area, self.members, star.measures)
        self._check_years()
        given = row is not None and row != self.facts.row
        shown = frame.select(*(n for n in self.columns if not (given and n == self.facts.row)))
        native = shown.to_native()
        held = self.facts.held
        if held is None:
            table = Scan(native) if self.facts.lasting else native
        elif self.plain:
            table = held
        else:
            table = collected(shown)
        found = self.facts
        again = None if found.written is None else replace(found.written, alone=False)
        known = found.format, found.labels, found.notes, again
        return Joined(table, records, *known, self.roles(row), self.hierarchies)

    @property
    def plain(self) -> bool:
        """Whether the facts say all by themselves, each under its own name, and all are taken."""
        moved = any(
            own.joins or own.column != own.name or own.dimension.missing for own in self.members
        )
        have = self.facts.frame.collect_schema().names()
        return not moved and self.star.years is None and [*have] == [*self.columns]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the dataset: without what only told which member, and pooled years."""
        hidden = {_KEY, *(member_alias(own.name) for own in self.members)}
        gone = {own.column for own in self.members if own.column != own.name}
        gone -= {*self.star.measures, self.star.individual}
        if self.star.time is not None and not self.star.apart:
            gone.add(self.star.time)
        every = self.whole.collect_schema().names()
        return tuple(name for name in every if name not in hidden | gone)

    @property
    def hierarchies(self) -> dict[str, Hierarchy | Automatic]:
        """The hierarchies of the area and of the keys."""
        known = {own.name: own.hierarchy for own in self.members if own.name in self.columns}
        return {name: own for name, own in known.items() if own is not None}

    def roles(self, row: str | None = None) -> dict[str, Any]:
        """Return the columns by role; facts of a database number themselves."""
        own = [own.name for own in self.members if own.name in self.columns]
        given = {
            "individual": self.star.individual,
            "area": self.star.area,
            "key": [name for name in own if name != self.star.area],
        }
        number = row or self.facts.row
        return {**given, "row": number} if number is not None else given

    def years(self) -> list[Any]:
        """Return the distinct times of the facts, sorted."""
        if self.star.time is None:
            raise ParameterError(WHO, [_NO_TIME], hint=_WHEN)
        return (
            collected(self.whole.select(self.star.time).unique())[self.star.time].sort().to_list()
        )

    def _chosen(self, frame: Frame) -> Frame:
        """Keep the facts of the chosen years."""
        star = self.star
        if star.years is None:
            return frame
        if star.time is None:
            raise ParameterError(WHO, [_NO_TIME], hint=_WHEN)
        chosen = [str(year) for year in star.years]
        return frame.filter(nw.col(star.time).cast(nw.String).is_in(chosen))

    def _check_years(self) -> None:
        """Refuse to guess what becomes of several years."""
        star = self.star
        if star.time is None or star.apart is not None:
            return
        if len(star.years or ()) != 1 and len(self.years()) > 1:
            raise ParameterError(WHO, [_SEVERAL.filled(time=star.time)], hint=_APART)


def _with_time(star: Star, have: Sequence[str]) -> dict[str, Dimension]:
    """Return the dimensions, with the time among them where it is a plain column of the facts."""
    if star.time is None or star.time in star.dimensions:
        return dict(star.dimensions)
    if star.time not in have:
        raise ColumnError.missing(_TIME, [star.time], have)
    return {**star.dimensions, star.time: Dimension()}


def _used(frame: Frame, column: str, parent: str | None) -> pl.Series:
    """Return the distinct members that facts name, where members name their parents."""
    if parent is None:
        return pl.Series(dtype=pl.String)
    return collected(frame.select(nw.col(column).cast(nw.String)).unique())[column]


def _joined(frame: Frame, own: Members) -> Frame:
    """Give the facts what a dimension says of them, and the member that they named beside it."""
    named = frame.with_columns(_known(own).alias(member_alias(own.name)))
    if own.table is None or not own.joins:
        return named.with_columns(nw.col(member_alias(own.name)).alias(own.name))
    near = own.table.implementation is frame.implementation
    small = own.table if near else uploaded(collected(own.table), frame)
    alike = frame.collect_schema()[own.column] == small.collect_schema()[own.member]
    small = small.select(
        _key(own.member, alike).alias(_KEY), nw.col(own.finest).alias(own.name), *own.brings
    )
    kept = [name for name in named.collect_schema().names() if name != own.name]
    left = named.select(*kept, _key(member_alias(own.name), alike).alias(_KEY))
    return _beside(left, small).drop(_KEY)


def _known(own: Members) -> nw.Expr:
    """Return the member that a fact names; nothing of those that are declared missing."""
    column, unknown = nw.col(own.column), own.dimension.missing
    if not unknown:
        return column
    return nw.when(~column.cast(nw.String).is_in(unknown)).then(column)


def _key(column: str, alike: bool) -> nw.Expr:
    """Return a column to join by; as text where the other side is of another type."""
    return nw.col(column) if alike else nw.col(column).cast(nw.String)


def _beside(left: Frame, small: Frame) -> Frame:
    """Join, in the order of the facts where they have one."""
    if not left.implementation.is_polars():
        return left.join(small, on=_KEY, how="left")
    one, other = left.to_native(), small.to_native()
    joined: Frame = nw.from_native(one.join(other, on=_KEY, how="left", maintain_order="left"))
    return joined


_FACTS = Words("star, facts", fr="étoile, faits")
_TIME = Words("star, time", fr="étoile, temps")
_TAKEN = Words(
    "the facts have other columns named as the dimensions {names}",
    fr="les faits ont d’autres colonnes nommées comme les dimensions {names}",
)
_RENAME = Words(
    "give the dimension another name, or the column", fr="renommer la dimension, ou la colonne"
)
_NO_PERSON = Words(
    "star: neither the facts nor a dimension has the column {name!r} of individuals",
    fr="étoile : ni les faits ni une dimension n’ont la colonne {name!r} des individus",
)
_TWO = Words(
    "star: several dimensions have the column {name!r} of individuals: {names}",
    fr="étoile : plusieurs dimensions ont la colonne {name!r} des individus : {names}",
)
_PERSON = Words(
    "name the column that says who stands behind a fact, of one table",
    fr="nommer la colonne qui dit qui est derrière un fait, dans une seule table",
)
_NO_TIME = Words("time: is needed to choose years", fr="time : il le faut pour choisir des années")
_WHEN = Words(
    "name the column of the facts that says when", fr="nommer la colonne des faits qui dit quand"
)
_SEVERAL = Words(
    "apart: the facts are of several values of {time!r}, pooled or apart?",
    fr="apart : les faits sont de plusieurs valeurs de {time!r}, réunies ou distinguées ?",
)
_APART = Words(
    "choose one with years, or say apart = true (a key) or apart = false (pooled)",
    fr="en choisir une avec years, ou dire apart = true (une clé) ou apart = false (réunies)",
)
