"""Where tabled hierarchies come from: rows, links from child to parent, ordered lists."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.hierarchies import arguments
from discret.data.hierarchies.forms import Form, Top, counted
from discret.data.hierarchies.tables import Table, squared, table_faults
from discret.data.text import as_text
from discret.errors import ColumnError, HierarchyError
from discret.words import Words, say

PAIR = 2
WHO = Words("hierarchy from parents", fr="hiérarchie d’après les parents")
FLAT = Words(
    "there is no level above the values", fr="il n’y a pas de niveau au-dessus des valeurs"
)


class Source(Form):
    """A form that describes a table; each builder below is one.

    Examples
    --------
    >>> Rows.of(rows=[["a", "x"], ["b", "y"]]).rule().size
    2
    """

    @abstractmethod
    def rule(self, folder: Path | None = None) -> Table:
        """Return the table that the form describes; relative paths start at `folder`."""


class Rows(Source):
    """A table written in full.

    Examples
    --------
    >>> Rows.of(rows=[["a", "x"], ["b"]]).rule()
    Traceback (most recent call last):
    ...
    discret.errors.HierarchyError: hierarchy from table: 1 fault
      - 1 row without the usual 2 cells (row 2)
    Hint: give each value one row, and each label the same coarser label in all its rows.
    """

    builder = "table"
    advice = Words(
        "rows such as [value, label, coarser label]",
        fr="des lignes telles que [valeur, libellé, libellé plus grossier]",
    )
    rows: arguments.TableRows
    names: arguments.Names = ()
    top: Top = None

    def rule(self, folder: Path | None = None) -> Table:
        """Return the table."""
        frame, faults = squared(self.rows, range(1, len(self.rows) + 1))
        who = Words("hierarchy from table", fr="hiérarchie d’après une table")
        return Table.checked(who, frame, names=self.names, top=self.top, faults=faults)


class Parents(Source):
    """Links from child to parent; see `Hierarchy.from_parents`.

    Examples
    --------
    >>> Parents.of(links=[{"42300": "42", "73270": "73"}]).rule().frame.rows()
    [('42300', '42', '*'), ('73270', '73', '*')]
    """

    builder = "parents"
    advice = Words(
        "links such as {child: parent}, the parents being children of the next link",
        fr="des liens tels que {child: parent}, les parents étant les enfants du lien suivant",
    )
    links: arguments.Links
    names: arguments.Names = ()

    def rule(self, folder: Path | None = None) -> Table:
        """Follow the links."""
        frames = [_pairs(link) for link in self.links]
        return chained(frames, names=self.names, top=self.top)


class Order(Source):
    """An ordered list cut in steps; see `Hierarchy.from_order`.

    Examples
    --------
    >>> Order.of(order=["S", "M", "L"], steps=[2]).rule().frame.rows()
    [('S', 'S – M', '*'), ('M', 'S – M', '*'), ('L', 'L', '*')]
    """

    builder = "order"
    advice = Words("steps such as 2 then 4 then 8", fr="des pas tels que 2 puis 4 puis 8")
    order: arguments.InOrder
    steps: arguments.Steps
    labels: arguments.Labels = None

    def faults(self) -> Iterator[str]:
        """Say which steps fail to divide one another, and which labels do not fit them."""
        if twice := len(self.order) - len(set(self.order)):
            yield say(
                "order: {twice} listed twice", "order : {twice} en double",
                twice=counted(twice, "value"),
            )  # fmt: skip
        for level, (fine, coarse) in enumerate(pairwise(self.steps), 1):
            if coarse % fine or coarse <= fine:
                yield say(
                    "steps: {coarse} (level {level}) is not a multiple of {fine}",
                    "steps : {coarse} (niveau {level}) n’est pas un multiple de {fine}",
                    coarse=coarse,
                    level=level + 1,
                    fine=fine,
                )
        yield from self._label_faults(self.labels) if self.labels is not None else ()

    def _label_faults(self, labels: Sequence[Sequence[str]]) -> Iterator[str]:
        if len(labels) != len(self.steps):
            yield say(
                "labels: {lists} needed, {given} given",
                "labels : il faut {lists}, {given} données",
                lists=counted(len(self.steps), "list"), given=len(labels),
            )  # fmt: skip
        for level, (step, given) in enumerate(zip(self.steps, labels, strict=False), 1):
            needed = -(-len(self.order) // step)
            if len(given) != needed:
                yield say(
                    "level {level}: {needed} needed, {given} given",
                    "niveau {level} : il faut {needed}, {given} donnés",
                    level=level, needed=counted(needed, "label"), given=len(given),
                )  # fmt: skip

    def ranks(self, values: pl.Series) -> NDArray[np.int64]:
        """Return the place of each value in the list; after it for those that it lacks.

        Examples
        --------
        >>> Order.of(order=["S", "M", "L"], steps=[2]).ranks(pl.Series(["L", "S", "?"])).tolist()
        [2, 0, 3]
        """
        names, places = pl.Series(self.order, dtype=pl.String), range(len(self.order))
        found = as_text(values).replace_strict(
            names, pl.Series(places, dtype=pl.Int64), default=len(self.order)
        )
        return found.to_numpy()

    def rule(self, folder: Path | None = None) -> Table:
        """Cut the list."""
        order = pl.Series("0", self.order, dtype=pl.String)
        columns = [order]
        for level, step in enumerate(self.steps, 1):
            given = self.labels[level - 1] if self.labels else step_labels(self.order, step)
            place = pl.int_range(len(order), eager=True) // step
            columns.append(pl.Series(given).gather(place).alias(str(level)))
        return Table.checked(
            Words("hierarchy from order", fr="hiérarchie d’après l’ordre"),
            pl.DataFrame(columns),
            top=self.top,
        )


def step_labels(order: Sequence[str], step: int) -> list[str]:
    """Name each run of `step` values by its first and its last.

    Examples
    --------
    >>> step_labels(["a", "b", "c", "d", "e"], 2)
    ['a – b', 'c – d', 'e']
    """
    runs = [order[start : start + step] for start in range(0, len(order), step)]
    return [f"{run[0]} – {run[-1]}" if len(run) > 1 else run[0] for run in runs]


def chained(
    links: Sequence[pl.DataFrame], *, names: Sequence[str] = (), top: str | None = None
) -> Table:
    """Join links (columns "0", the child, and "1", the parent) into one table.

    Examples
    --------
    >>> towns = pl.DataFrame({"0": ["Lyon", "Paris"], "1": ["69", "75"]})
    >>> chained([towns, pl.DataFrame({"0": ["69"], "1": ["ARA"]})])
    Traceback (most recent call last):
    ...
    discret.errors.HierarchyError: hierarchy from parents: 1 fault
      - level 1: 1 label without parent in link 2
    Hint: links such as {child: parent}, the parents being children of the next link.
    """
    faults: list[str] = [
        say("link {n}, {fault}", "lien {n}, {fault}", n=n, fault=fault)
        for n, link in enumerate(links, 1)
        for fault in table_faults(link)
    ]
    table = links[0]
    for level, link in enumerate(links[1:], 1):
        faults += _orphans(table, link, str(level))
        parents = link.rename({"0": str(level), "1": str(level + 1)})
        table = table.join(parents, on=str(level), how="inner", maintain_order="left")
    if faults:
        raise HierarchyError(WHO, faults, hint=Parents.advice)
    return Table.checked(WHO, table, names=names, top=top)


def _orphans(table: pl.DataFrame, link: pl.DataFrame, level: str) -> list[str]:
    lost = table.drop_nulls(level).join(link, left_on=level, right_on="0", how="anti")
    count = counted(lost[level].n_unique(), "label")
    here = say(
        "level {level}: {count} without parent in link {level_2}",
        "niveau {level} : {count} sans parent dans le lien {level_2}",
        level=level,
        count=count,
        level_2=int(level) + 1,
    )
    return [here] if lost.height else []


def link_frame(link: Any) -> pl.DataFrame:
    """Read one link, a mapping or a table of two columns, as distinct rows of text.

    Examples
    --------
    >>> link_frame({42300: "Rhône-Alpes"}).rows()
    [('42300', 'Rhône-Alpes')]
    >>> link_frame(pl.DataFrame({"town": ["Lyon", "Lyon"], "code": [69, 69]})).rows()
    [('Lyon', '69')]
    """
    if isinstance(link, Mapping):
        (link,) = Parents.of(links=[link]).links
        return _pairs(link)
    frame = text_frame(link)
    if frame.width != PAIR:
        fault = say(
            "a link has {PAIR} columns, child and parent: {width} given",
            "un lien a {PAIR} colonnes, enfant et parent : {width} données",
            PAIR=PAIR,
            width=frame.width,
        )
        raise HierarchyError(
            WHO,
            [fault],
            hint=Words(
                "name the levels of a wider table with columns=",
                fr="nommer les niveaux d’une table plus large avec columns=",
            ),
        )
    return frame


def _pairs(link: Mapping[str, str]) -> pl.DataFrame:
    columns = {"0": list(link), "1": list(link.values())}
    return pl.DataFrame(columns, schema={"0": pl.String, "1": pl.String})


def text_frame(table: Any, columns: Sequence[str] | None = None) -> pl.DataFrame:
    """Read columns of any table that narwhals knows as distinct rows of text.

    Examples
    --------
    >>> towns = pl.DataFrame({"code": [69, 69], "name": ["Lyon", "Lyon"], "mayor": [1, 2]})
    >>> text_frame(towns, ["name", "code"]).rows()
    [('Lyon', '69')]
    """
    try:
        frame = nw.from_native(table).lazy()
    except TypeError:
        fault = say(
            "a link is a mapping or a table, not {kind}",
            "un lien est une table de noms et de valeurs ou une table, et non {kind}",
            kind=type(table).__name__,
        )
        raise HierarchyError(WHO, [fault], hint=Parents.advice) from None
    have = frame.collect_schema().names()
    wanted = have if columns is None else list(columns)
    if set(wanted) - set(have):
        raise ColumnError.missing(WHO, wanted, have)
    cells = frame.select(wanted).collect(backend="polars").to_native()
    texts = [as_text(cells[name]).alias(str(level)) for level, name in enumerate(wanted)]
    return pl.DataFrame(texts).unique(maintain_order=True)


def linked(
    links: Sequence[Any],
    *,
    columns: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
    top: str | None = None,
) -> Table:
    """Follow links of any kind, or read one table whose `columns` are the levels.

    Examples
    --------
    >>> towns = pl.DataFrame({"town": ["Lyon", "Bron"], "code": [69, 69]})
    >>> linked([towns], columns=["town", "code"]).names
    ('town', 'code')
    """
    if columns is None:
        return chained([link_frame(link) for link in links], names=names or (), top=top)
    faults = [
        *(
            [Words("columns: goes with one table", fr="columns : va avec une seule table")]
            if len(links) != 1
            else []
        ),
        *(
            [Words("columns: must differ", fr="columns : elles doivent différer")]
            if len(set(columns)) < len(columns)
            else []
        ),
        *([FLAT] if len(columns) < PAIR else []),
    ]
    if faults:
        raise HierarchyError(
            WHO,
            faults,
            hint=Words(
                "name two columns or more of one table",
                fr="nommer deux colonnes ou plus d’une même table",
            ),
        )
    return Table.checked(WHO, text_frame(links[0], columns), names=names or columns, top=top)
