"""A table whose columns have roles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import narwhals as nw
import numpy as np
import polars as pl

from discret.arguments.fitting import fitted, fitting
from discret.data.beside.register import registered
from discret.data.beside.tables import beside
from discret.data.codebook import Codebook, in_words
from discret.data.counting.arranged import arranged
from discret.data.counting.coded_columns import ColumnNumbers, height_of, numbers_of
from discret.data.counting.in_memory import computed, in_memory, listed_in
from discret.data.counting.whole import in_first
from discret.data.engine import Frame, Origin, collected, enter, handed_out
from discret.data.entering.column_names import LINK, is_reserved
from discret.data.entering.settled import check_rows, numbered, settled
from discret.data.entering.stated import WHO, check_known, column_names, stated_names
from discret.data.files.labels import Labels, Value
from discret.data.hierarchies.codes import made as made_of
from discret.data.history.trail import Step, Trail
from discret.data.joins import Numbering, blanked_records, join_rows, join_values, kept_groups
from discret.data.keytable import KeyTable, count_keys
from discret.data.refusals import (
    STATED,
    no_keys,
    no_numbers,
    no_records,
    no_role,
    no_roles_yet,
    not_drawn,
)
from discret.data.roles import Role, inherited, stated_roles
from discret.errors import ColumnError
from discret.maths.arrays import Bools, Ints
from discret.words.rows import COLUMNS, html_table, sized

if TYPE_CHECKING:
    from discret.data.beside.past import PastRelease
    from discret.data.hierarchies.automatic import Automatic
    from discret.data.hierarchies.hierarchy import Hierarchy
    from discret.data.history.lineage import Recoding

Made = Mapping[str, Sequence[str]]


@fitted(STATED)
@dataclass(frozen=True)
class Dataset:
    """A table whose columns have roles; nothing in it is ever changed in place.

    Build one with `Dataset.of`.

    Parameters
    ----------
    frame
        The records, as a narwhals lazy frame in the engine that holds them.
    roles, hierarchies
        The role of every column, and how the values of some can be made coarser.
    lineage, trail
        What each column went through so far: recodings, and whatever else its labels stand for.
    first, population, previous
        The dataset before any method (see `original`); whom it was drawn from; earlier releases.
    unexamined
        Columns that whoever releases the file accepts as unknown to any attacker; see `columns`.
    codebook
        The codes that stand for labelled categories in the file; here they are the labels.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), identifier="Nom complet", key=["Sexe", "Âge"],
    ...                   sensitive="Plat préféré", weight="Poids")
    >>> data
    Dataset(9 records: 1 identifier, 2 key, 1 sensitive, 1 weight)
    >>> data.columns(Role.KEY)
    ('Sexe', 'Âge')
    """

    frame: Frame = field(repr=False)
    roles: Mapping[str, Role]
    hierarchies: Mapping[str, Hierarchy] = field(default_factory=dict, repr=False)
    lineage: Mapping[str, tuple[Recoding, ...]] = field(default_factory=dict, repr=False)
    trail: Trail = field(default_factory=Trail, repr=False, compare=False)
    origin: Origin = field(default=Origin(nw.Implementation.POLARS, eager=True), repr=False)
    first: Dataset | None = field(default=None, repr=False, compare=False)
    population: Dataset | None = field(default=None, repr=False, compare=False)
    previous: tuple[PastRelease, ...] = field(default=(), repr=False, compare=False)
    unexamined: frozenset[str] = field(default=frozenset(), repr=False)
    codebook: Codebook = field(default_factory=Codebook, repr=False, compare=False)

    def __new__(cls, *given: Any, **named: Any) -> Dataset:
        """Refuse a table as it came: `of` gives its columns their roles."""
        frame = given[0] if given else named.get("frame")
        if frame is not None and not isinstance(frame, nw.LazyFrame):
            raise no_roles_yet()
        return super().__new__(cls)

    @classmethod
    @fitting(WHO)
    def of(
        cls,
        frame: Any,
        *,
        key: str | Sequence[str] = (),
        number: str | Sequence[str] = (),
        sensitive: str | Sequence[str] = (),
        identifier: str | Sequence[str] = (),
        weight: str | None = None,
        household: str | None = None,
        individual: str | None = None,
        area: str | None = None,
        row: str | None = None,
        hierarchies: Mapping[str, Hierarchy | Automatic | str] | None = None,
        original: Any = None,
        population: Any = None,
        unexamined: Sequence[str] = (),
        labels: Labels | Mapping[str, Mapping[Value, str]] | None = None,
    ) -> Dataset:
        """State the roles of the columns of a table.

        Parameters
        ----------
        frame
            Anything narwhals accepts: pandas, polars (eager or lazy), pyarrow, DuckDB, Spark, Ibis.
        key, number, sensitive, identifier
            One column or several. A `number` is no key: it is known roughly.
        weight, household, individual, area, row
            One column. The `area` counts as a key: who knows a person knows where they are. `row`
            numbers the records: methods that need an order ask for it, as lazy tables have none.
        hierarchies
            How values of columns can be made coarser; ``"automatic"`` ones are made here.
        original
            The table that this one was made from elsewhere (or a dataset), to compare the two.
            Records follow each other by `row`, or else by their place.
        population
            The people that the records were drawn from, one row each with the same key columns (a
            table), or counted (a dataset whose weight is the number of people).
        unexamined
            Columns accepted as unknown to any attacker: an area among them is no key.
        labels
            For each column, a label for each value. Labelled codes become these labels, as text,
            but where they are numbers or name, number or weigh people.
        """
        table, origin = enter(frame)
        table = settled(table, at_hand=origin.eager, but=listed_in(frame))
        given = {
            Role.KEY: key, Role.NUMBER: number, Role.SENSITIVE: sensitive,
            Role.IDENTIFIER: identifier, Role.WEIGHT: weight, Role.HOUSEHOLD: household,
            Role.INDIVIDUAL: individual, Role.AREA: area, Role.ROW: row,
        }  # fmt: skip
        stated = stated_names(table.collect_schema().names(), given, hierarchies)
        table, codebook = in_words(table, labels, stated, at_hand=origin.eager)
        roles = stated_roles(table.collect_schema(), stated)
        check_known("hierarchies", hierarchies or {}, roles)
        ready: dict[str, Hierarchy] = {}
        accepted = frozenset(column_names(WHO, "unexamined", unexamined))
        known = numbered(table, next(iter(stated[Role.ROW]), None), origin)
        data = cls(
            in_memory(known, frame, codebook.columns) if origin.eager else known,
            roles, ready, origin=origin, unexamined=accepted, codebook=codebook,
        )  # fmt: skip
        data = beside(data, original, population)
        # In place, while nobody else has it: what is counted to make them is not counted again.
        ready.update(made_of(hierarchies or {}, data))
        return data

    def __repr__(self) -> str:
        parts = ", ".join(f"{len(names)} {role}" for role, names in self.by_role.items())
        return f"Dataset({sized(len(self) if self.origin.eager else None).here}: {parts})"

    def _repr_html_(self) -> str:
        rows = [[n, role, str(self.kind(n)).split("(")[0]] for n, role in self.roles.items()]
        return html_table([head.here for head in COLUMNS], rows, title=repr(self))

    @cached_property
    def size(self) -> int:
        """Number of records, counted in the engine."""
        return height_of(self.frame) or int(collected(self.frame.select(nw.len())).item())

    def __len__(self) -> int:
        return self.size

    @property
    def original(self) -> Dataset:
        """The dataset before any method; itself where none was applied."""
        return self if self.first is None else self.first

    @cached_property
    def keys(self) -> KeyTable:
        """The key table: counted once, whoever asks."""
        return self.keys_over(self.columns(Role.KEY))

    def keys_over(self, columns: Sequence[str]) -> KeyTable:
        """Return the key table over given columns, counted in the engine."""
        columns = self._known("keys_over", columns)
        if not columns:
            raise no_keys()
        keys = count_keys(
            self.frame,
            columns,
            weight=self.column(Role.WEIGHT),
            individual=self.column(Role.INDIVIDUAL),
            sensitive=self.columns(Role.SENSITIVE),
        )
        if not len(keys):
            raise no_records()
        around = replace(
            keys.around,
            before=in_first(self.first, keys),
            household=self.column(Role.HOUSEHOLD),
            population=registered(self, columns),
            hierarchies=self.hierarchies,
            names=self.codebook.columns,
        )
        return keys.amid(around)

    def columns(self, *roles: Role) -> tuple[str, ...]:
        """Return the columns that have one of these roles; all columns where none is given.

        An area is a key too, unless it is accepted as `unexamined`.

        Examples
        --------
        >>> people = pl.DataFrame({"sex": ["f"], "town": ["Lyon"]})
        >>> Dataset.of(people, key="sex", area="town").columns(Role.KEY)
        ('sex', 'town')
        """
        roles = tuple(Role(role) for role in roles)
        if not roles:
            return tuple(self.roles)
        found = [name for role in roles for name, own in self.roles.items() if own == role]
        places = (n for n, own in self.roles.items() if own == Role.AREA and Role.KEY in roles)
        return tuple(dict.fromkeys([*found, *(n for n in places if n not in self.unexamined)]))

    @property
    def by_role(self) -> dict[Role, tuple[str, ...]]:
        """The columns of each role that has some, as they were declared."""
        named = {role: tuple(n for n, own in self.roles.items() if own == role) for role in Role}
        return {role: names for role, names in named.items() if names}

    def column(self, role: Role) -> str | None:
        """Return the column that has this role, if one has."""
        return next(iter(self.columns(role)), None)

    def need(self, who: str, *roles: Role) -> tuple[str, ...]:
        """Return the columns that have one of these roles, or refuse with a hint."""
        if found := self.columns(*roles):
            return found
        raise no_role(who, roles)

    def check_columns(self, who: str, names: Iterable[str]) -> None:
        """Refuse columns that the table does not have."""
        check_known(who, names, self.roles)

    def _known(self, who: str, given: Any) -> tuple[str, ...]:
        """Return the columns that were named, one or several; refuse those the table lacks."""
        names = column_names(who, "columns", given)
        self.check_columns(who, [name for name in names if name != LINK])
        return names

    def kind(self, column: str) -> nw.dtypes.DType:
        """Return the type of a column."""
        if column not in self._schema:
            raise ColumnError.missing("data", [column], self.roles)
        return self._schema[column]

    @cached_property
    def _schema(self) -> nw.Schema:
        return self.frame.collect_schema()

    def check_numeric(self, who: str, names: Iterable[str]) -> None:
        """Refuse columns that do not hold numbers."""
        self.check_columns(who, names := list(names))
        if wrong := [n for n in dict.fromkeys(names) if not self.kind(n).is_numeric()]:
            raise no_numbers(who, wrong, self.codebook.columns)

    def values(self, column: str) -> pl.Series:
        """Return the distinct values of a column, missing left out, sorted."""
        self.check_columns("data", [column])
        if self.numbers is not None and (coded := self.numbers.of(column)) is not None:
            return coded.values
        return collected(self.frame.select(column).unique())[column].drop_nulls().sort()

    @property
    def numbers(self) -> ColumnNumbers | None:
        """The columns of a table at hand as small numbers, each made when it is asked for."""
        return numbers_of(self.frame)

    def to_native(self) -> Any:
        """Return the table as the kind that came in."""
        return self.origin.give_back(self.visible())

    def to_polars(self) -> pl.DataFrame:
        """Return the whole table in polars: brings every record into memory."""
        return handed_out(self.visible())

    def visible(self) -> Frame:
        """Return the records in their order, without the hidden columns."""
        return arranged(self.frame, self.origin)

    def with_frame(
        self, frame: Frame, *, made: Made | None = None, numbers: ColumnNumbers | None = None
    ) -> Dataset:
        """Return a dataset with other records; eager data is computed at once, lazy data later.

        `made` says which columns each column that is new, or another than it was, was made from: it
        has the strictest of their roles, and no hierarchy; `numbers`, those that columns have.
        """
        known = computed(frame, numbers) if self.origin.eager else settled(frame, at_hand=False)
        columns = [name for name in known.collect_schema().names() if not is_reserved(name)]
        own = set(columns) - set(made or {})
        return replace(
            self,
            frame=known,
            roles=inherited(self.roles, columns, made or {}),
            hierarchies={
                name: hierarchy for name, hierarchy in self.hierarchies.items() if name in own
            },
            lineage={name: pair for name, pair in self.lineage.items() if name in columns},
            trail=self.trail.kept(columns, made or {}),
            origin=replace(self.origin, written=None),
            first=self.original,
        )

    def went(self, steps: Mapping[str, Step]) -> Dataset:
        """Return the dataset, with what some of its columns have just gone through."""
        return replace(self, trail=self.trail.further(steps))

    def without_columns(self, names: Iterable[str]) -> Dataset:
        """Return the dataset without these columns."""
        gone = self._known("without_columns", names)
        return self._same_records(self.frame.drop(*gone), gone) if gone else self

    def _same_records(self, frame: Frame, changed: Collection[str]) -> Dataset:
        """Return a dataset of the same records in their order: other columns are known already."""
        new = self._made(frame, lambda known, native: known.without(native, changed))
        if all(map(is_reserved, changed)) and "keys" in vars(self):
            vars(new)["keys"] = self.keys
        return new

    def _made(self, frame: Frame, numbers: Numbering | None) -> Dataset:
        """Return a dataset with other records, whose numbers may follow from those of its own."""
        if self.numbers is None or numbers is None:
            return self.with_frame(frame)
        return self.with_frame(frame, numbers=numbers(self.numbers, frame.to_native()))

    def with_values(self, mappings: Mapping[str, pl.DataFrame], **changes: Any) -> Dataset:
        """Replace the values of columns by a table (from, to) each; joined in the engine."""
        frame = join_values(self.frame, mappings, in_place=self.origin.eager)
        made = self._made(frame, lambda known, native: known.renamed(native, mappings))
        return replace(made, **changes)

    def with_groups(self, keep: Bools) -> Dataset:
        """Keep the records whose group of keys is marked; joined in the engine."""
        return self._made(*kept_groups(self.frame, self.keys, keep))

    def with_blanks(self, marked: Mapping[str, Bools]) -> Dataset:
        """Blank the values of columns in the records that are marked, of a table at hand."""
        return self._made(*blanked_records(self.frame, marked))

    @property
    def numbered(self) -> bool:
        """Whether records have numbers by which they can be followed."""
        return LINK in self._schema

    def follows(self, before: Dataset) -> bool:
        """Whether its records can be followed back to those of another dataset.

        Examples
        --------
        >>> data = Dataset.of(pl.DataFrame({"age": [41, 43]}), key="age")
        >>> lazy = Dataset.of(pl.LazyFrame({"age": [41, 43]}), key="age")
        >>> data.follows(data), data.follows(lazy)
        (True, False)
        """
        return self.numbered and before.numbered

    def row_numbers(self, who: str) -> Ints:
        """Return the numbers of the records, sorted: the same whatever the engine.

        A table without an order of its own is refused, with a hint.
        """
        if not self.numbered:
            raise not_drawn(who)
        rows = collected(self.frame.select(LINK))[LINK].sort()
        check_rows(who, rows)
        return rows.to_numpy()

    def with_rows(self, rows: Ints, **columns: np.ndarray[Any, Any]) -> Dataset:
        """Keep the records with these numbers, and join `columns` to them in the engine."""
        frame, left = join_rows(self.frame, pl.DataFrame({LINK: rows, **columns}), LINK)
        return self._same_records(frame, columns) if left == len(self) else self.with_frame(frame)
