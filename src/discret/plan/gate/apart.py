"""Columns that tell people apart by themselves, as names and free text do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.codes import FEW
from discret.data.counting.coded_columns import CodedColumn, known_numbers
from discret.data.dataset import Dataset
from discret.data.engine import Frame, collected
from discret.data.roles import Role
from discret.data.stacks import each_copy
from discret.data.text import is_text
from discret.maths.arrays import Bools, Floats

MANY = 10  # people, each alone with what a column says in words: fewer may be chance
WAVES = range(2, 13)  # times that a list of people may stand in a file
NEARLY = 0.9  # of the values of such a list stand as often: some records are gone
LONG = 8  # digits: whole numbers that all have so many are seldom amounts
_CODE = r"^\s*0[0-9]+\s*$"
_WHOLE = r"^[0-9]{1,18}$"
_NUMBER = r"^\s*[-+]?([0-9]+([.,][0-9]*)?|[.,][0-9]+)([eE][-+]?[0-9]+)?\s*$"
# Python takes four more characters for blanks than Unicode does
_BLANK = "[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
_TEXT = (nw.String, nw.Categorical, nw.Enum)
_VALUE, _WHO, _PEOPLE = "__value__", "__who__", "__people__"
_WORDS, _NUMBERS, _LEAST, _MOST = "__words__", "__numbers__", "__least__", "__most__"


class _Values(NamedTuple):
    """How many values there are, how many in words, and the whole numbers among them."""

    values: int
    words: int
    numbers: int
    least: float | None
    most: float | None


_NONE = _Values(0, 0, 0, None, None)


class Alone(NamedTuple):
    """How many people show a value in a column, how many are alone with it, and so by a name.

    A name is what is written in words, or in numbers that number people.
    """

    people: int
    alone: int
    words: int

    @property
    def many(self) -> bool:
        """Whether most people, or many, are alone with their value."""
        return 2 * self.alone > self.people or self.alone >= MANY

    @property
    def names(self) -> bool:
        """Whether it may as well be their name: most people, and many, are alone with words."""
        return 2 * self.words > self.people and self.words >= MANY


def alone(data: Dataset, columns: Iterable[str]) -> dict[str, Alone]:
    """Count, of each column, the people whom nobody shares the value with.

    Notes
    -----
    A measure of what is sensitive asks that the people of a group have many values, which nothing
    has more of than a column of names; those of keys may believe that a name is shared with others
    in the population. A value is in words if it is written otherwise than a number, dates included:
    what a column has, not its type, which a value that is gone may have decided. Amounts are often
    all different too, and are counted, not stopped; digits after a zero are a code, and no amount.

    Whole numbers number people where most have one alone, and they fill half of the places between
    the least and the greatest: those drawn at random from so few places would meet more often
    (:math:`x e^{-x}` is never one half). So do those with as many digits each, eight or more, as
    telephone numbers and days of birth.

    A list of people may stand in a file several times over, as in a panel. Where nobody says who is
    who (`individual`), words nine in ten of which stand equally often, twice or up to twelve
    times, are such a list: each is one person. Chance does not do that: of ten values drawn twenty
    times, all come out twice once in 40,000 times. Of several copies of a file the worst counts.

    Examples
    --------
    >>> import polars as pl
    >>> people = pl.DataFrame({"name": ["Ann", "Bob", "Bob"], "age": [30, 40, 40]})
    >>> alone(Dataset.of(people), ["name", "age"])
    {'name': Alone(people=3, alone=1, words=1), 'age': Alone(people=3, alone=1, words=0)}
    """
    copies = each_copy(data)
    return {
        name: max((_alone(own, name) for own in copies if name in own.roles), key=_names)
        for name in columns
        if name in copies[0].roles
    }


def _names(found: Alone) -> tuple[int, int]:
    return found.words, found.alone


def _alone(data: Dataset, column: str) -> Alone:
    held = _by_people(data, column)
    lone = held.get(1, _NONE)
    people = sum(many * own.values for many, own in held.items())
    names = lone.numbers if _number_people(people, lone) else 0
    listed = None if data.column(Role.INDIVIDUAL) else _repeated_list(held)
    return listed or Alone(people, lone.values, lone.words + names)


def _by_people(data: Dataset, column: str) -> dict[int, _Values]:
    """Count the values that so many people share: how many, in words, whole numbers."""
    kind, who = data.kind(column), data.column(Role.INDIVIDUAL)
    known = None if who else known_numbers(data.frame, column)
    if known is not None and len(known.values) <= FEW:
        return _of_few(known)
    held = _held(data.frame, nw.col(column).alias(_VALUE), who) if who else None
    held = _at_hand(data, column) if held is None else held
    each = held.select(_PEOPLE, _in_words(kind).alias(_WORDS), _whole(kind).alias(_NUMBERS))
    number = nw.col(_NUMBERS)
    asked = [
        nw.len().alias(_VALUE),
        nw.col(_WORDS).sum(),
        number.count().alias(_NUMBERS),
        number.min().alias(_LEAST),
        number.max().alias(_MOST),
    ]
    rows = collected(each.group_by(_PEOPLE).agg(*asked)).iter_rows()
    return {int(many): _Values(*map(int, row[:3]), *row[3:]) for many, *row in rows}


def _of_few(column: CodedColumn) -> dict[int, _Values]:
    """Do so for few values, without a query."""
    people = np.bincount(column.codes, minlength=len(column.values) + 1)[1:]
    words, numbers = _read(column.values)
    found = {}
    for many in np.unique(people):
        own = numbers[people == many]
        own = own[~np.isnan(own)]
        ends = (float(own.min()), float(own.max())) if len(own) else (None, None)
        sizes = int((people == many).sum()), int(words[people == many].sum())
        found[int(many)] = _Values(*sizes, len(own), *ends)
    return found


def _read(values: pl.Series) -> tuple[Bools, Floats]:
    """Mark the values in words, and return the whole numbers, NaN for others, as `_whole` does."""
    if values.dtype.is_numeric():
        numbers = values.cast(pl.Float64).to_numpy()
        whole = np.isfinite(numbers) & (numbers == np.floor(numbers)) & (numbers >= 0)
        return np.zeros(len(numbers), dtype=bool), np.where(whole, numbers, np.nan)
    if not is_text(values.dtype):
        return np.ones(len(values), dtype=bool), np.full(len(values), np.nan)
    texts = values.cast(pl.String).to_list()
    codes = [_same(_CODE, text) for text in texts]
    words = [c or not _same(_NUMBER, text) for c, text in zip(codes, texts, strict=True)]
    whole = [_same(_WHOLE, text) and not c for c, text in zip(codes, texts, strict=True)]
    found = [float(t) if own else np.nan for own, t in zip(whole, texts, strict=True)]
    return np.array(words, dtype=bool), np.array(found, dtype=np.float64)


def _same(pattern: str, text: str) -> bool:
    """Whether a text is written so, blanks being those of the engines."""
    return re.fullmatch(pattern.replace(r"\s", _BLANK), text) is not None


def _repeated_list(held: Mapping[int, _Values]) -> Alone | None:
    """Return the people of a list of words that stands in the file several times over."""
    people = sum(alike.values for alike in held.values())
    most = max(held.get(times, _NONE).words for times in WAVES)
    return Alone(people, most, most) if most >= max(MANY, NEARLY * people) else None


def _number_people(people: int, lone: _Values) -> bool:
    """Whether whole numbers that people are alone with lie closer than chance would have them."""
    if lone.least is None or lone.most is None or lone.numbers < MANY or 2 * lone.numbers <= people:
        return False
    digits = {len(str(int(number))) for number in (lone.least, lone.most)}
    close = lone.most - lone.least < 2 * lone.numbers
    return close or (len(digits) == 1 and min(digits) >= LONG)


def _whole(kind: nw.dtypes.DType) -> nw.Expr:
    """Return the whole numbers from zero on, in digits or as numbers; nothing for other values."""
    if kind.is_numeric():
        number = nw.col(_VALUE).cast(nw.Float64)
        return nw.when((number % 1 == 0) & (number >= 0)).then(number)
    if not isinstance(kind, _TEXT):
        return nw.lit(None, nw.Float64)
    text = nw.col(_VALUE).cast(nw.String)
    counted = text.str.contains(_WHOLE) & ~text.str.contains(_CODE)
    return nw.when(counted).then(text).cast(nw.Float64)


def _in_words(kind: nw.dtypes.DType) -> nw.Expr:
    """Mark what is written otherwise than a number: of texts those that are none, days, moments."""
    if kind.is_numeric() or not isinstance(kind, _TEXT):
        return nw.lit(0 if kind.is_numeric() else 1)
    text = nw.col(_VALUE).cast(nw.String)
    return (~text.str.contains(_NUMBER) | text.str.contains(_CODE)).cast(nw.Int64)


def _at_hand(data: Dataset, column: str) -> Frame:
    """Count the records of each value, by its number where it has one."""
    known = known_numbers(data.frame, column)
    if known is None:
        return _held(data.frame, nw.col(column).alias(_VALUE), None)
    counts = np.bincount(known.codes, minlength=len(known.values) + 1)[1:]
    held = pl.DataFrame([known.values.alias(_VALUE), pl.Series(_PEOPLE, counts)])
    return nw.from_native(held.lazy())


def _held(frame: Frame, value: nw.Expr, who: str | None) -> Frame:
    """Count the people of each value: those whose number is missing may all be the same."""
    if who is None:
        known = frame.select(value).filter(~nw.col(_VALUE).is_null())
        return known.group_by(_VALUE).agg(nw.len().cast(nw.Int64).alias(_PEOPLE))
    known = frame.select(value, nw.col(who).alias(_WHO)).filter(~nw.col(_VALUE).is_null()).unique()
    numbered = (~nw.col(_WHO).is_null()).cast(nw.Int64).alias(_PEOPLE)
    held = known.with_columns(numbered).group_by(_VALUE).agg(nw.col(_PEOPLE).sum())
    return held.with_columns(
        nw.when(nw.col(_PEOPLE) == 0).then(nw.lit(1)).otherwise(nw.col(_PEOPLE)).alias(_PEOPLE)
    )
