"""Tabled hierarchies: every value listed with its labels, and the faults such a list may have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, Self

import polars as pl

from discret.arguments.faults import numbers_at
from discret.data.hierarchies.forms import ROWS, counted
from discret.data.text import as_text
from discret.errors import HierarchyError
from discret.words import Words, say

LINE = "line"
ADVICE = Words(
    "give each value one row, and each label the same coarser label in all its rows",
    fr="donner une ligne à chaque valeur, et à chaque libellé le même libellé plus"
    " grossier dans toutes ses lignes",
)


@dataclass(frozen=True, eq=False)
class Table:
    """One row for each value, one column of text for each level ("0", "1"...), the value first.

    Examples
    --------
    >>> table = Table.checked("doc", pl.DataFrame({"0": ["a", "b"], "1": ["x", "y"]}), top="*")
    >>> table.frame.rows()
    [('a', 'x', '*'), ('b', 'y', '*')]
    >>> table.depth, table.size, table.names
    (3, 2, ('0', '1', '2'))
    """

    frame: pl.DataFrame
    names: tuple[str, ...]
    refusal: ClassVar[Words] = Words(
        "{lost:is|are} absent from the hierarchy",
        fr="{lost:est absente|sont absentes} de la hiérarchie",
    )
    hint: ClassVar[str] = Words(
        "add them to the hierarchy, or see whether it writes them as the column does"
        " (leading zeros, capitals); discret values FILE COLUMN --plan PLAN shows them",
        fr="les ajouter à la hiérarchie, ou voir si elle les écrit comme la colonne (zéros en tête,"
        " majuscules) ; discret values FICHIER COLONNE --plan PLAN les montre",
    )

    @classmethod
    def checked(
        cls,
        who: str,
        frame: pl.DataFrame,
        *,
        names: Sequence[str] = (),
        top: str | None = None,
        faults: Sequence[str] = (),
    ) -> Self:
        """Build the table, or list its faults after those already found.

        A column "line" of the frame numbers the rows in messages.
        """
        levels = frame.drop(LINE, strict=False)
        faults = [*faults, *table_faults(frame), *_name_faults(levels, names, top)]
        if faults:
            raise HierarchyError(who, faults, hint=ADVICE)
        bare = cls(levels, tuple(names[: levels.width]) or numbered(levels.width))
        return bare if top is None else bare.with_top(top, *names[levels.width :])

    @classmethod
    def left(cls, number: int, levels: pl.DataFrame, names: tuple[str, ...]) -> Self:
        """Return what remains above a level, given all levels of the values and their names.

        Examples
        --------
        >>> levels = pl.DataFrame({"0": [17, 46, 68], "1": ["<50", "<50", "50+"], "2": ["*"] * 3})
        >>> Table.left(1, levels, ("0", "1", "2")).frame.rows()
        [('<50', '*'), ('50+', '*')]
        """
        labels = [as_text(levels["0"]), *levels.get_columns()[1:]][number:]
        rows = dict.fromkeys(zip(*(column.to_list() for column in labels), strict=True))
        columns = zip(*rows, strict=True) if rows else [()] * len(labels)  # few: without a query
        table = pl.DataFrame(
            pl.Series(str(place), own, dtype=label.dtype)
            for place, (own, label) in enumerate(zip(columns, labels, strict=True))
        )
        own = () if names == numbered(len(names)) else names[number:]
        return cls(table, own or numbered(table.width))

    @property
    def depth(self) -> int:
        """Number of levels, the values included."""
        return self.frame.width

    @property
    def size(self) -> int:
        """Number of values."""
        return self.frame.height

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self.names == other.names and self.frame.sort("0").equals(other.frame.sort("0"))

    def __hash__(self) -> int:
        return hash((self.names, self.size))

    def with_top(self, label: str, name: str = "top") -> Self:
        """Add a level with one label, unless the last level has one already."""
        if _single(self.frame):
            return self
        level = str(self.depth)
        default = self.names == numbered(self.depth) or name in self.names
        wider = self.frame.with_columns(pl.lit(label).alias(level))
        return type(self)(wider, (*self.names, level if default else name))

    def read(self, values: pl.Series) -> pl.Series:
        """Return the values as the table writes them, null where it lacks them.

        A value that it lacks has the labels of the one that differs by blanks around it, if the
        table has one such: values stay apart, as they are written.
        """
        written = [self._written(item) for item in as_text(values).to_list()]
        return pl.Series(values.name, written, dtype=pl.String)

    def levels(self, read: pl.Series) -> list[pl.Series]:
        """Return the labels of values that were read, level after level."""
        places = pl.Series([self._places[item] for item in read.to_list()], dtype=pl.UInt32)
        return [self.frame[level][places] for level in self.frame.columns[1:]]

    def climbed(self, texts: Sequence[str]) -> list[list[str]] | None:
        """Return the labels of values, level after level; nothing where it lacks one of them.

        Examples
        --------
        >>> table = Table(pl.DataFrame({"0": ["a", "b"], "1": ["x", "x"]}), ("0", "1"))
        >>> table.climbed(["b", "a"]), table.climbed(["c"])
        ([['x', 'x']], None)
        """
        written = [known for text in texts if (known := self._written(text)) is not None]
        if len(written) < len(texts):
            return None
        places = [self._places[known] for known in written]
        return [[labels[place] for place in places] for labels in self.texts[1:]]

    @cached_property
    def texts(self) -> list[list[str]]:
        """The labels of all values, level after level."""
        return [column.to_list() for column in self.frame.iter_columns()]

    def _written(self, text: str | None) -> str | None:
        if text is None or text in self._places:
            return text
        return self._bare.get(text.strip())

    @cached_property
    def _bare(self) -> dict[str, str]:
        """The values by their text without blanks around, where no two have the same."""
        every = self.frame["0"].to_list()
        times = Counter(entry.strip() for entry in every)
        return {item.strip(): item for item in every if times[item.strip()] == 1}

    @cached_property
    def _places(self) -> dict[str, int]:
        """The row of each value: quicker than a join for the few values of a column."""
        return {value: row for row, value in enumerate(self.frame["0"].to_list())}


def numbered(depth: int) -> tuple[str, ...]:
    """Return the names of levels that were given none: their numbers.

    Examples
    --------
    >>> numbered(3)
    ('0', '1', '2')
    """
    return tuple(str(level) for level in range(depth))


def table_faults(frame: pl.DataFrame) -> list[str]:
    """List what keeps a table from being a hierarchy, by counts and row numbers, never by value.

    Examples
    --------
    >>> rows = {"0": ["a", "b", "b", "c"], "1": ["x", "x", "y", None], "line": [1, 2, 3, 4]}
    >>> table_faults(pl.DataFrame(rows))
    ['level 1: 1 empty cell (row 4)', 'level 0: 1 value with several labels at level 1 (rows 2, 3)']
    """
    levels = frame.drop(LINE, strict=False).columns
    cells = frame.with_columns(pl.col(levels).replace("", None))
    return [
        *([] if frame.height else [Words("there is no value", fr="il n’y a pas de valeur")]),
        *_empty_faults(cells, levels),
        *_repeat_faults(cells, levels),
        *_parent_faults(cells, levels),
    ]


def _empty_faults(cells: pl.DataFrame, levels: list[str]) -> Iterator[str]:
    for level in levels:
        empty = cells.filter(pl.col(level).is_null())
        if empty.height:
            yield say(
                "level {level}: {empty}{rows}", "niveau {level} : {empty}{rows}",
                level=level, empty=counted(empty.height, "empty cell"), rows=_rows(empty),
            )  # fmt: skip


def _repeat_faults(cells: pl.DataFrame, levels: list[str]) -> Iterator[str]:
    again = cells.filter(~pl.struct(levels).is_first_distinct())
    if again.height:
        yield say(
            "{again} said before{rows}", "{again} en double{rows}",
            again=counted(again.height, "row"), rows=_rows(again),
        )  # fmt: skip


def _parent_faults(cells: pl.DataFrame, levels: list[str]) -> Iterator[str]:
    for low, high in pairwise(levels):
        full = cells.drop_nulls([low, high])
        torn = full.filter(pl.col(high).n_unique().over(low) > 1)
        if torn.height:
            torn_labels = counted(torn[low].n_unique(), "value" if low == "0" else "label")
            yield say(
                "level {low}: {torn} with several labels at level {high}{rows}",
                "niveau {low} : {torn} avec plusieurs libellés au niveau {high}{rows}",
                low=low, torn=torn_labels, high=high, rows=_rows(torn),
            )  # fmt: skip


def _name_faults(levels: pl.DataFrame, names: Sequence[str], top: str | None) -> Iterator[str]:
    wanted = {0, levels.width} | (set() if top is None or _single(levels) else {levels.width + 1})
    if len(names) not in wanted:
        yield say(
            "names: {width} needed, {names} given",
            "names : il en faut {width}, {names} donnés",
            width=levels.width,
            names=len(names),
        )
    if len(set(names)) < len(names) or not all(names):
        yield Words(
            "names: must differ, and not be empty",
            fr="names : ils doivent différer, et ne pas être vides",
        )


def _single(frame: pl.DataFrame) -> bool:
    return frame.to_series(frame.width - 1).n_unique() == 1


def _rows(faulty: pl.DataFrame) -> str:
    return numbers_at(ROWS, faulty[LINE].to_list()) if LINE in faulty.columns else ""


def squared(rows: Sequence[Sequence[str]], lines: Sequence[int]) -> tuple[pl.DataFrame, list[str]]:
    """Make a frame of the rows of the usual length, and a fault of the others.

    Blanks around labels are left out; values are those of the data, blanks included.

    Examples
    --------
    >>> frame, faults = squared([["a", "x"], ["b"], ["c", "y"]], lines=[1, 2, 3])
    >>> frame.rows(), faults
    ([('a', 'x', 1), ('c', 'y', 3)], ['1 row without the usual 2 cells (row 2)'])
    """
    width = Counter(map(len, rows)).most_common(1)[0][0] if rows else 1
    odd = [line for row, line in zip(rows, lines, strict=True) if len(row) != width]
    even = [(*row, line) for row, line in zip(rows, lines, strict=True) if len(row) == width]
    schema = {**dict.fromkeys(numbered(width), pl.String), LINE: pl.Int64}
    frame = pl.DataFrame(even, schema=schema, orient="row")
    where = numbers_at(ROWS, odd)
    fault = say(
        "{odd} without the usual {cells}{where}",
        "{odd} sans le nombre habituel ({cells}){where}",
        odd=counted(len(odd), "row"), cells=counted(width, "cell"), where=where,
    )  # fmt: skip
    return frame.with_columns(pl.col(numbered(width)[1:]).str.strip_chars()), [fault] if odd else []
