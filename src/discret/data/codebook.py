"""Columns of codes whose values have labels: they are read as the categories that people know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import narwhals as nw
import polars as pl

from discret.data.engine import Frame, collected
from discret.data.files.labels import Labels, Value, holds_labels
from discret.data.joins import join_values
from discret.data.roles import HELD, Role
from discret.data.text import as_text, is_text
from discret.errors import listed
from discret.words import Words, say

TOP = "*"  # the usual label of all values together: no category may be taken for it
NEARLY = 5  # one distinct value in so many, at most, may lack a label


@dataclass(frozen=True, eq=False)
class Names:
    """The codes of a column, and the text that stands for each: two codes, two texts.

    Parameters
    ----------
    codes
        The values that the column has or that its labels name, in the type that they have there.
    texts
        The label of each: with its code beside it where several have the same, and the code alone
        where there is none.
    labels
        The labels as they came.

    Examples
    --------
    >>> names = Names.of(pl.Series([7, 8, 9]), {7: "Vienna", 8: "Tyrol"})
    >>> names.told(["7", "Tyrol", "9", "East"])
    ['Vienna', 'Tyrol', '9', 'East']
    >>> names.back(pl.Series(["Tyrol", None])).to_list()
    [8, None]
    """

    codes: pl.Series = field(repr=False)
    texts: pl.Series = field(repr=False)
    labels: Mapping[Value, str] = field(repr=False)

    @classmethod
    def of(cls, values: pl.Series, labels: Mapping[Value, str]) -> Names:
        """Name the distinct values of a column, and whatever else its labels name."""
        known = pl.Series(list(_own(labels, values.dtype)), dtype=values.dtype)
        codes = pl.concat([values.alias(""), known]).drop_nulls().unique().sort()
        return cls(codes, _texts(codes, labels), labels)

    @property
    def table(self) -> pl.DataFrame:
        """The codes beside their texts."""
        return pl.DataFrame({"value": self.codes, "text": self.texts})

    def told(self, given: Iterable[str]) -> list[str]:
        """Return texts that name a category, by label or by code, as the column has them."""
        return [text if text in self._known else self._coded.get(text, text) for text in given]

    def beside(self, values: pl.Series) -> pl.DataFrame:
        """Return the values of the same column in another table, codes or labels, as texts."""
        written = as_text(values).to_list()
        by_code = not is_text(values.dtype) or self._coded.keys() >= {*written}
        texts = [self._coded.get(item, item) for item in written] if by_code else self.told(written)
        return pl.DataFrame({"value": values, "text": pl.Series(texts, dtype=pl.String)})

    def back(self, texts: pl.Series) -> pl.Series | None:
        """Return the codes that texts stand for; nothing where one of them is no category."""
        if not is_text(texts.dtype) or {*texts.drop_nulls().unique().to_list()} - self._known:
            return None
        plain = texts.cast(pl.String)
        return plain.replace_strict(self.texts, self.codes, return_dtype=self.codes.dtype)

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.texts.to_list())

    @cached_property
    def _coded(self) -> dict[str, str]:
        return dict(zip(as_text(self.codes).to_list(), self.texts.to_list(), strict=True))


@dataclass(frozen=True, eq=False)
class Codebook:
    """The columns of a table that hold codes of labelled categories, and their names.

    Examples
    --------
    >>> frame = nw.from_native(pl.LazyFrame({"region": [7, 8], "income": [1200, 999]}))
    >>> labels = Labels(values={"region": {7: "Vienna", 8: "Tyrol"}, "income": {999: "refused"}})
    >>> book = Codebook.of(frame, labels)
    >>> collected(book.read(frame)).rows()
    [('Vienna', 1200), ('Tyrol', 999)]
    """

    columns: Mapping[str, Names] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, frame: Frame, labels: Labels, but: Iterable[str] = ()) -> Codebook:
        """Find the columns of categories; those of `but` number or weigh people, and are not."""
        schema = frame.collect_schema()
        spoken = [*labels.values, *labels.categories]
        asked = [n for n in dict.fromkeys(spoken) if n in schema.names() and n not in {*but}]
        found = {}
        for name in asked:
            values = collected(frame.select(name).unique())[name].drop_nulls()
            if are_categories(name, values, labels):
                found[name] = Names.of(values, labels.values.get(name, {}))
        return cls(found)

    @classmethod
    def told(cls, frame: pl.DataFrame, labels: Labels) -> tuple[pl.DataFrame, Codebook]:
        """Return a table as people know it, whatever its columns are for, and what was told."""
        table: Frame = nw.from_native(frame.lazy())
        book = cls.of(table, labels)
        return (collected(book.read(table, at_hand=True)) if book.columns else frame), book

    def read(self, frame: Frame, *, at_hand: bool = False) -> Frame:
        """Return the table with the texts of its categories in place of their codes."""
        tables = {name: names.table for name, names in self.columns.items()}
        return join_values(frame, tables, in_place=at_hand)

    def beside(self, frame: Frame, *, at_hand: bool = False) -> Frame:
        """Return another table whose columns have the same codes, or the same labels, as texts."""
        mappings = {}
        for name in [n for n in frame.collect_schema().names() if n in self.columns]:
            values = collected(frame.select(name).unique())[name].drop_nulls()
            mappings[name] = self.columns[name].beside(values)
        return join_values(frame, mappings, in_place=at_hand)

    def undone(self, frame: Frame, columns: Iterable[str], *, at_hand: bool = False) -> Frame:
        """Return the table with codes again in some columns, where all of their texts have one."""
        mappings = {}
        for name in columns:
            values = collected(frame.select(name).unique())[name].drop_nulls()
            codes = self.columns[name].back(values)
            if codes is not None:
                mappings[name] = pl.DataFrame({"text": values, "value": codes})
        return join_values(frame, mappings, in_place=at_hand)

    def written(
        self, frame: pl.DataFrame, kind: str
    ) -> tuple[pl.DataFrame, dict[str, dict[Value, str]]]:
        """Return a table with codes in place of texts again, and the labels of those it has.

        Where a file of this kind has no room for its labels a column stays text; so does one of
        which a value is no longer a category (a group, ``*``).
        """
        found: dict[str, dict[Value, str]] = {}
        for name, names in self.columns.items():
            codes = names.back(frame[name]) if name in frame.columns else None
            if codes is not None and (not names.labels or holds_labels(kind, codes)):
                frame = frame.with_columns(codes.alias(name))
                left = {*codes.drop_nulls().unique().to_list()}
                found[name] = {code: label for code, label in names.labels.items() if code in left}
        return frame, found


def in_words(
    frame: Frame,
    labels: Labels | Mapping[str, Mapping[Value, str]] | None,
    roles: Mapping[Role, Iterable[str]],
    *,
    at_hand: bool,
) -> tuple[Frame, Codebook]:
    """Return a table with labels in place of codes, but of what names, numbers or weighs people.

    Examples
    --------
    >>> frame = nw.from_native(pl.LazyFrame({"who": [1], "sex": [2]}))
    >>> labels = Labels(values={"who": {1: "Jane Doe"}, "sex": {2: "woman"}})
    >>> collected(in_words(frame, labels, {Role.IDENTIFIER: ["who"]}, at_hand=False)[0]).rows()
    [(1, 'woman')]
    """
    bare = [name for role in (*HELD, Role.WEIGHT, Role.NUMBER) for name in roles.get(role, ())]
    known = labels if isinstance(labels, Labels) else Labels.of(labels or {})
    book = Codebook.of(frame, known, but=bare)
    return book.read(frame, at_hand=at_hand), book


def are_categories(name: str, values: pl.Series, labels: Labels) -> bool:
    """Whether the distinct values of a column are categories, rather than numbers with a few codes.

    They are where at least four in five have a label that says more than the value; in an income
    with a label for "refused" they are not. Whoever reads the file may say otherwise.

    Examples
    --------
    >>> labels = Labels(values={"income": {999: "refused"}, "sex": {1: "man", 2: "woman"}})
    >>> are_categories("sex", pl.Series([1, 2]), labels)
    True
    >>> are_categories("income", pl.Series([500, 999, 1200]), labels)
    False
    """
    if name in labels.numbers or not (values.dtype.is_numeric() or is_text(values.dtype)):
        return False
    if name in labels.categories:
        return True
    known = {key for key, text in labels.values.get(name, {}).items() if text.strip() != str(key)}
    lacking = sum(value not in known for value in values.to_list())
    return len(values) > 0 and lacking * NEARLY <= len(values)


def coded(frame: pl.DataFrame, labels: Labels) -> list[Words]:
    """Say which columns are taken as numbers although some of their values have labels.

    Examples
    --------
    >>> frame, labels = pl.DataFrame({"income": [500, 999]}), Labels(values={"income": {999: "?"}})
    >>> [note.split(".")[0] for note in coded(frame, labels)]
    ["Read as numbers, although some of their values have labels: 'income'"]
    """
    names = [name for name in labels.values if name in frame and name not in labels.numbers]
    some = labels.present(frame.select(names)).values
    found = [n for n in some if frame[n].dtype.is_numeric() and not _all_named(frame[n], labels)]
    return [_mixed(listed(found))] if found else []


def _all_named(column: pl.Series, labels: Labels) -> bool:
    return are_categories(column.name, column.drop_nulls().unique(), labels)


def _own(labels: Mapping[Value, str], dtype: pl.DataType) -> list[Value]:
    """Return the values that have a label and that a column of this type can hold."""
    if is_text(dtype):
        return [key for key in labels if isinstance(key, str)]
    kinds = int if dtype.is_integer() else (int, float)
    return [key for key in labels if isinstance(key, kinds)]


def _texts(codes: pl.Series, labels: Mapping[Value, str]) -> pl.Series:
    """Return a text for each code, no two alike."""
    written = as_text(codes).to_list()
    pairs = zip(codes.to_list(), written, strict=True)
    bare = [labels.get(code, "").strip() or text for code, text in pairs]
    times, texts = Counter(bare), []
    taken = {*bare}
    for value, text in zip(bare, written, strict=True):
        told = value if times[value] == 1 and value != TOP else f"{value} ({text})"
        while told is not value and told in taken:
            told += "′"
        taken.add(told)
        texts.append(told)
    return pl.Series("text", texts, dtype=pl.String)


def _mixed(names: str) -> Words:
    return say(
        "Read as numbers, although some of their values have labels: {names}. Values that stand for"
        " a missing answer are counted and averaged as numbers: make them missing, or read the"
        " column with [data] categories.",
        "Colonnes lues comme des nombres, bien que certaines valeurs aient un libellé : {names}."
        " Les valeurs"
        " qui tiennent lieu de non-réponse sont comptées et moyennées comme des nombres : les"
        " rendre manquantes, ou lire la colonne avec [data] categories.",
        names=names,
    )
