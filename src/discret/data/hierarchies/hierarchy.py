"""The ways in which the values of a column may be made coarser."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

import polars as pl

from discret.arguments.fitting import fitted
from discret.data.hierarchies.arguments import Closed, Unit, WrittenAs
from discret.data.hierarchies.csv import Csv
from discret.data.hierarchies.forms import Form, in_a_line, no_builder
from discret.data.hierarchies.refusals import BUILDERS, no_level, not_built, not_read
from discret.data.hierarchies.rules import Cuts, Dates, Groups, Prefixes, Rule
from discret.data.hierarchies.sources import Order, Parents, Rows, Source, linked
from discret.data.hierarchies.tables import Table, numbered
from discret.data.hierarchies.thesaurus import Skos
from discret.data.hierarchies.whole import Whole
from discret.data.text import distinct, who

_KINDS = (Csv, Skos, Parents, Order, Groups, Cuts, Prefixes, Dates, Rows, Whole)
FORMS: dict[str, type[Source | Rule]] = {form.builder: form for form in _KINDS}


@fitted(BUILDERS)
@dataclass(frozen=True, repr=False, eq=False)
class Hierarchy:
    """The levels of a column: 0 is the value itself, 1, 2... are coarser labels, always text.

    Made by one of its builders. *Tabled* ones list every value and its labels (`from_csv`,
    `from_skos`, `from_parents`, `from_order`); *ruled* ones compute the labels (`from_cuts`,
    `from_prefixes`, `from_dates`, `from_groups`). All are used in the same way, never change,
    and are equal when they say the same. Every builder takes `top`, the label of a level that
    it adds above the last one unless that one has a single label already; ``None`` adds nothing.

    Examples
    --------
    >>> ages = Hierarchy.from_cuts([25, 50], [50])
    >>> ages
    Hierarchy(ruled by cuts, 4 levels)
    >>> ages.levels(pl.Series("age", [17, 46, 68])).rows()
    [(17, '<25', '<50', '*'), (46, '25-49', '<50', '*'), (68, '>=50', '>=50', '*')]
    """

    rule: Table | Rule = field(default_factory=not_built)  # what gives the labels
    form: Form | None = None  # the builder's arguments, where they can be written down
    fitted: bool = False  # made from the records: what it says depends on all of them

    def __post_init__(self) -> None:
        _ = isinstance(self.rule, Table | Rule) or not_built()

    @classmethod
    def _of(cls, form: Source | Rule, folder: Path | None = None) -> Hierarchy:
        return cls(form.rule(folder), form)

    @classmethod
    def from_csv(
        cls, path: str | PathLike[str], *, separator: str | None = None,
        header: bool | None = None, encoding: str | None = None, top: str | None = None,
    ) -> Hierarchy:  # fmt: skip
        r"""Read a file with one row for each value and one column for each level, values first.

        This is the format of ARX. All is read as text.

        Parameters
        ----------
        path, encoding
            The file; read as UTF-8, else as Windows-1252, unless told.
        separator
            Between cells; found among ``;``, tab and ``,`` unless told.
        header
            Whether the first row names the levels; unless told, "level 0", "level 1"... does.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     _ = Path(folder, "sex.csv").write_text("Male;*\nFemale;*\n")
        ...     Hierarchy.from_csv(Path(folder, "sex.csv"))
        Hierarchy(tabled, 2 levels, 2 values)
        """
        layout = {"separator": separator, "header": header, "encoding": encoding}
        return cls._of(Csv.of(path=path, top=top, **layout))

    @classmethod
    def from_skos(
        cls, path: str | PathLike[str], *, language: str | None = None, values: WrittenAs = "label",
        scheme: str | None = None, names: Sequence[str] = (), top: str | None = None,
    ) -> Hierarchy:  # fmt: skip
        """Follow skos:broader in a thesaurus; values are preferred labels, or notations.

        Examples
        --------
        >>> Hierarchy.from_skos("crops.json")
        Traceback (most recent call last):
        discret.errors.FileError: thesaurus: 'crops.json' is of a format that is not read. Hint: ...
        """
        said = {"language": language, "values": values, "scheme": scheme, "names": names}
        return cls._of(Skos.of(path=path, top=top, **said))

    @classmethod
    def from_parents(
        cls, *links: Any, columns: Sequence[str] | None = None,
        names: Sequence[str] | None = None, top: str | None = "*",
    ) -> Hierarchy:  # fmt: skip
        """Follow links from child to parent: commune to département, département to région.

        Parameters
        ----------
        *links
            Mappings, or tables of two columns (any that narwhals knows). With `columns`, one
            table whose columns are the levels; rows said twice count once.
        columns
            The columns of that table, values first. They name the levels.
        names
            Names of the levels, values first.

        Examples
        --------
        >>> towns = Hierarchy.from_parents(
        ...     {"42300": "42", "73270": "73", "75014": "75"},
        ...     {"42": "Rhône-Alpes", "73": "Rhône-Alpes", "75": "Île-de-France"},
        ...     names=["code", "département", "région"],
        ... )
        >>> towns.names
        ('code', 'département', 'région', 'top')
        >>> towns.levels(pl.Series([73270])).rows()
        [(73270, '73', 'Rhône-Alpes', '*')]
        """
        if columns is None and all(isinstance(link, Mapping) for link in links):
            return cls._of(Parents.of(links=links, names=names or (), top=top))
        return cls(linked(links, columns=columns, names=names, top=top))

    @classmethod
    def from_order(
        cls, order: Iterable[object], *, steps: Sequence[int],
        labels: Sequence[Sequence[str]] | None = None, top: str | None = "*",
    ) -> Hierarchy:  # fmt: skip
        """Group neighbours of an ordered list: by 2, then by 4...

        Parameters
        ----------
        order
            All values, in order.
        steps
            How many values in a row each level groups; each a multiple of the one before.
        labels
            For each level, the labels of its groups; "first – last" unless told.

        Examples
        --------
        >>> sizes = Hierarchy.from_order(["S", "M", "L", "XL", "XXL"], steps=[2, 4])
        >>> sizes.levels(pl.Series(["L", "XXL"])).rows()
        [('L', 'L – XL', 'S – XL', '*'), ('XXL', 'XXL', 'XXL', '*')]
        """
        return cls._of(Order.of(order=order, steps=steps, labels=labels, top=top))

    @classmethod
    def from_groups(
        cls, *groupings: Mapping[str, Iterable[object]], others: str | None = None,
        top: str | None = "*",
    ) -> Hierarchy:  # fmt: skip
        """Name groups of values, then groups of these groups: label, members at the level below.

        Values that no group names get the label `others`; unless told, they keep their own.

        Examples
        --------
        >>> crops = Hierarchy.from_groups({"wheat": ["soft wheat", "durum wheat"]})
        >>> crops.levels(pl.Series(["durum wheat", "beet"])).rows()
        [('durum wheat', 'wheat', '*'), ('beet', 'beet', '*')]
        """
        return cls._of(Groups.of(groupings=groupings, others=others, top=top))

    @classmethod
    def from_cuts(
        cls, *cuts: Iterable[float], labels: Sequence[Sequence[str]] | None = None,
        closed: Closed = "left", top: str | None = "*",
    ) -> Hierarchy:  # fmt: skip
        """Cut numbers in intervals.

        A column of integers cut at whole numbers gets labels such as "25-49", any other column
        "[25, 50)"; the type of the column decides, never its values.

        Parameters
        ----------
        *cuts
            For each level, the cuts in increasing order; those of a level are among those of
            the level below.
        labels
            For each level, the labels of its intervals (one more than its cuts).
        closed
            Side on which an interval holds its cut: "left" is [25, 50), "right" (25, 50].

        Examples
        --------
        >>> ages = Hierarchy.from_cuts([45], labels=[["-45", "+45"]], top=None)
        >>> ages.levels(pl.Series([17, 46, 111])).rows()
        [(17, '-45'), (46, '+45'), (111, '+45')]
        >>> Hierarchy.from_cuts([25, 50]).levels(pl.Series([25.5]))["1"].item()
        '[25, 50)'
        """
        return cls._of(Cuts.of(cuts=cuts, labels=labels, closed=closed, top=top))

    @classmethod
    def from_prefixes(cls, *lengths: int, fill: str = "", top: str | None = "*") -> Hierarchy:
        """Keep the first characters of a code: 3, then 2...; `fill` replaces each one removed.

        Blanks around a code are no part of it: "75 001" and "75" have the same first three.

        Examples
        --------
        >>> codes = Hierarchy.from_prefixes(3, 2, fill="*")
        >>> codes.levels(pl.Series(["42300"])).rows()
        [('42300', '423**', '42***', '*')]
        """
        return cls._of(Prefixes.of(lengths=lengths, fill=fill, top=top))

    @classmethod
    def from_dates(cls, *units: Unit, top: str | None = "*") -> Hierarchy:
        """Keep the month, the quarter, the year... of dates, moments or ISO text.

        Units are "day", "week", "month", "quarter", "year" and "decade", from fine to coarse.
        Weeks nest in no other unit, so "week" comes last.

        Examples
        --------
        >>> dates = Hierarchy.from_dates("month", "year", "decade")
        >>> dates.levels(pl.Series(["2024-03-05"])).rows()
        [('2024-03-05', '2024-03', '2024', '2020-2029', '*')]
        >>> dates.level("year")
        2
        """
        return cls._of(Dates.of(units=units, top=top))

    @classmethod
    def from_dict(cls, described: Mapping[str, Any], *, folder: Path | None = None) -> Hierarchy:
        """Build from what `to_dict` gives: in a plan, a TOML table.

        Relative paths start at `folder`, the plan's.

        Examples
        --------
        >>> Hierarchy.from_dict({"from": "cuts", "cuts": [[18, 25], [25]]}).depth
        4
        """
        arguments = {str(name): value for name, value in described.items()}
        builder = str(arguments.pop("from", ""))
        if builder not in FORMS:
            raise no_builder(builder, [*FORMS, "automatic"])
        return cls._of(FORMS[builder].of(**arguments), folder)

    def to_dict(self) -> dict[str, Any]:
        """Return a plain description, fit for JSON and TOML, that `from_dict` reads.

        Examples
        --------
        >>> Hierarchy.from_prefixes(3, 2, top=None).to_dict()
        {'from': 'prefixes', 'lengths': [3, 2], 'top': False}
        """
        if self.form is not None:
            return self.form.to_dict()
        rows = [] if self.table is None else [list(row) for row in self.table.rows()]
        named = {"names": list(self.names)} if self.names != numbered(self.depth) else {}
        return {"from": "table", "rows": rows, **named}

    @property
    def depth(self) -> int:
        """Number of levels, the values (level 0) included.

        Examples
        --------
        >>> Hierarchy.from_prefixes(3, 2).depth
        4
        """
        return self.rule.depth

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the levels: "0", "1"... where none were given.

        Examples
        --------
        >>> Hierarchy.from_prefixes(3, 2).names
        ('0', '1', '2', '3')
        """
        return self.rule.names

    @property
    def size(self) -> int | None:
        """Number of values of a tabled hierarchy, ``None`` for a ruled one.

        Examples
        --------
        >>> Hierarchy.from_order(range(10), steps=[5]).size
        10
        """
        return self.rule.size

    @property
    def table(self) -> pl.DataFrame | None:
        """The whole of a tabled hierarchy, one row for each value; ``None`` for a ruled one.

        Examples
        --------
        >>> Hierarchy.from_parents({"Lyon": 69, "Paris": 75}).table.rows()
        [('Lyon', '69', '*'), ('Paris', '75', '*')]
        """
        return self.rule.frame.clone() if isinstance(self.rule, Table) else None

    def levels(self, values: pl.Series) -> pl.DataFrame:
        """Return all levels of the distinct values: column "0" the value, "1", "2"... its labels.

        Missing values (null, NaN) are left out; an error says how many others have no label.

        Examples
        --------
        >>> Hierarchy.from_dates("year").levels(pl.Series("born", ["1978-02-30"]))
        Traceback (most recent call last):
        ...
        discret.errors.HierarchyError: hierarchy of 'born': 1 fault
          - 1 of 1 distinct values is no date
        Hint: give the column a date type, or write dates as 2024-03-31.
        """
        base = distinct(values)
        read = self.rule.read(base)
        if lost := read.null_count():
            raise not_read(who(values), lost, len(base), self.rule.refusal, self.rule.hint)
        columns = [base, *self.rule.levels(read)]
        return pl.DataFrame([column.alias(str(n)) for n, column in enumerate(columns)])

    def lacking(self, values: pl.Series) -> int:
        """Count the distinct values that have no label.

        Examples
        --------
        >>> Hierarchy.from_order(["a", "b"], steps=[2]).lacking(pl.Series(["a", "z", "z", None]))
        1
        """
        return self.rule.read(distinct(values)).null_count()

    def level(self, which: int | str) -> int:
        """Return the number of a level given by number (-1 is the top) or by name.

        Examples
        --------
        >>> Hierarchy.from_dates("month", "year").level(-1)
        3
        """
        if which in self.names:
            return self.names.index(str(which))
        number = int(which) if re.fullmatch(r"-?\d+", str(which)) else self.depth
        if -self.depth <= number < self.depth:
            return number % self.depth
        raise no_level(self.names, self.depth)

    def above(self, level: int | str, values: pl.Series) -> Hierarchy:
        """Return what remains once a column with these values was recoded to `level`.

        Examples
        --------
        >>> codes = Hierarchy.from_prefixes(3, 2).above(1, pl.Series(["42300", "42110"]))
        >>> codes.levels(pl.Series(["423"])).rows()
        [('423', '42', '*')]
        """
        return self.left(self.level(level), self.levels(values))

    def left(self, number: int, levels: pl.DataFrame) -> Hierarchy:
        """Return what remains above the level of this number, given all levels of the values."""
        return Hierarchy(Table.left(number, levels, self.names), fitted=self.fitted)

    def with_top(self, label: str = "*") -> Hierarchy:
        """Add a level where all values have one label, unless the last level is such.

        Examples
        --------
        >>> Hierarchy.from_cuts([45], top=None).with_top().depth
        3
        """
        rule = self.rule.with_top(label)
        if rule is self.rule:
            return self
        form = self.form and self.form.model_copy(update={"top": label})
        return Hierarchy(rule, form, self.fitted)

    def __eq__(self, other: object) -> bool:
        return self.rule == other.rule if isinstance(other, Hierarchy) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.names, self.size))

    def __repr__(self) -> str:
        builder = self.rule.builder if isinstance(self.rule, Rule) else None
        return f"Hierarchy({in_a_line(builder, self.depth, self.size).here})"
