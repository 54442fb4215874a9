"""The types of columns that came as text: numbers, true and false, dates."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import polars as pl

from discret.data.files.dates_in_text import LIKE, dates, undecided, written

MARKERS = ("", "NA", "NaN", "nan", "null", ".")
_HEAD = 1_000
TALL = 50_000  # records from which on values are looked at once each
_WHOLE = "^-?(0|[1-9][0-9]*)$"
_DECIMAL = "^-?((0|[1-9][0-9]*)([{mark}][0-9]*)?|[{mark}][0-9]+)([eE][+-]?[0-9]+)?$"
_THOUSANDS = "^[+-]?[1-9][0-9]{0,2},[0-9]{3}$"


def has_decimal_comma(text: pl.DataFrame) -> bool:
    """Whether a column is made of numbers with a comma, which could not all mark thousands.

    Examples
    --------
    >>> [has_decimal_comma(pl.DataFrame({"x": x})) for x in (["1,5", "2"], ["1,234", "56,789"])]
    [True, False]
    """
    cells = _numbered(text).select(pl.col(pl.String))
    columns = pl.col([*_fitting(cells, cells.columns, _kinds(",")[1])]).str.strip_chars()
    proof = columns.str.contains(",", literal=True) & ~columns.str.contains(_THOUSANDS)
    return any(each.item() for each in cells.select(proof.any()))


def typed(text: pl.DataFrame, *, decimal_comma: bool = False) -> pl.DataFrame:
    """Give each column of text the type that all its values have, if it tells all of them apart.

    Integers and decimal numbers (which may be padded with spaces), true and false, dates that can
    be read in one way; everything else stays text, codes with leading zeros or a plus sign above
    all. Two texts never become one value: where 1.1 and 1.10, 1 and 1.0, True and true are in one
    column, or more digits than a number holds, they are codes, and stay text. In a column of
    numbers or dates, NA, NaN, nan, null and a lone point are missing; elsewhere they are text.

    Examples
    --------
    >>> text = pl.DataFrame({"code": ["01", "02"], "size": ["1.5", "NA"], "land": ["NA", "FR"]})
    >>> typed(text).rows()
    [('01', 1.5, 'NA'), ('02', None, 'FR')]
    >>> typed(pl.DataFrame({"class": ["1.1", "1.10"], "price": ["1.10", "2.00"]})).rows()
    [('1.1', 1.1), ('1.10', 2.0)]
    """
    if text.height > TALL:  # what all values have, all distinct ones have
        return pl.DataFrame([_typed_by_values(cells, decimal_comma) for cells in text])
    return _typed(text, decimal_comma)


def _typed(text: pl.DataFrame, decimal_comma: bool) -> pl.DataFrame:
    cells = _numbered(text)
    left = [name for name, dtype in cells.schema.items() if dtype == pl.String]
    for kind in _kinds("," if decimal_comma else "."):
        counts = _fitting(cells, left, kind)
        tried = cells.select(kind.convert(kind.cells([*counts])))
        kept = [each for each in tried if _told_apart(cells[each.name], each, counts[each.name])]
        cells = cells.with_columns(kept)
        left = [name for name in left if name not in counts]
    for name, count in _fitting(cells, left, _DATES).items():
        read = dates(_without_markers(cells[name]))
        if read is not None and _told_apart(cells[name], read, count):
            cells = cells.with_columns(read.alias(name))
    cells.columns = text.columns
    return cells


def _typed_by_values(cells: pl.Series, decimal_comma: bool) -> pl.Series:
    """Do so for one column of many records, by looking at each of its values once."""
    mark = "," if decimal_comma else "."
    if cells.dtype != pl.String or _like_nothing(cells.head(_HEAD), mark):
        return cells
    plain = plain_numbers(cells, pl.Int64)
    plain = plain_numbers(cells, pl.Float64) if plain is None and mark == "." else plain
    return _by_distinct(cells, mark) if plain is None else plain


def _like_nothing(values: pl.Series, mark: str) -> bool:
    """Whether one of some values is like no type at all: then their column is text."""
    texts = values.drop_nulls().unique().str.strip_chars()
    whole, decimal, logical = (kind.pattern for kind in _kinds(mark))
    like = [texts.str.contains(pattern) for pattern in (whole, decimal, logical, LIKE)]
    return bool((~(like[0] | like[1] | like[2] | like[3] | texts.is_in(MARKERS))).any())


def are_texts(cells: pl.Series) -> bool:
    """Whether some cells show that their column is text, whatever its other cells are.

    Examples
    --------
    >>> [are_texts(pl.Series(own)) for own in (["1", "x"], ["1", "2"], ["1", "2,5"])]
    [True, False, False]
    """
    few = cells.head(_HEAD)
    return all(_like_nothing(few, mark) for mark in ".,")


def plain_numbers(cells: pl.Series, kind: type[pl.Int64 | pl.Float64]) -> pl.Series | None:
    """Return numbers all of which are written as the engine writes them, so that no two are one.

    Of others, and of −0, nothing is said here.

    Examples
    --------
    >>> plain_numbers(pl.Series(["7", "40", None]), pl.Int64).to_list()
    [7, 40, None]
    >>> plain_numbers(pl.Series(["7", "07"]), pl.Int64) is None
    True
    """
    few = cells.head(_HEAD)
    if few.null_count() == len(few) or (len(few) < len(cells) and plain_numbers(few, kind) is None):
        return None
    numbers = cells.cast(kind, strict=False)
    if numbers.null_count() != cells.null_count() or not (numbers.cast(pl.String) == cells).all():
        return None
    if kind is pl.Float64:
        zeros = numbers.filter(numbers == 0)
        if not numbers.is_finite().all() or (1 / zeros < 0).any():
            return None
    return numbers


def _by_distinct(cells: pl.Series, mark: str) -> pl.Series:
    """Give a column the type that its distinct values have, whatever the way they are written."""
    values, decimal_comma = cells.alias("0").unique(), mark == ","
    read = _typed(values.to_frame(), decimal_comma).to_series()
    if read.dtype == pl.String:
        return cells
    kinds = zip(_TYPES, _kinds(mark), strict=True)
    kind = next((kind for dtype, kind in kinds if read.dtype == dtype), None)
    if kind is None:
        found = cells.alias("0").replace_strict(values, read, return_dtype=read.dtype)
    else:
        found = cells.alias("0").to_frame().select(kind.convert(kind.cells(["0"]))).to_series()
    return found.alias(cells.name)


def dated(text: pl.DataFrame, given: str) -> pl.DataFrame:
    """Make dates of the columns of text that are all written as a format says.

    Examples
    --------
    >>> dated(pl.DataFrame({"day": ["03/07/1990", "NA"], "n": ["1", "2"]}), "dd/mm/yyyy").rows()
    [(datetime.date(1990, 7, 3), '1'), (None, '2')]
    """
    way = written(given)
    cells = _numbered(text)
    kind = _Kind(way.pattern if way else "^$", False, lambda cell: cell)
    names = [name for name, dtype in cells.schema.items() if dtype == pl.String]
    for name, count in _fitting(cells, names, kind).items():
        read = way.read(_without_markers(cells[name])) if way else None
        if read is not None and _told_apart(cells[name], read, count):
            cells = cells.with_columns(read.alias(name))
    cells.columns = text.columns
    return cells


def two_digits(given: str) -> bool:
    """Whether a format has years of two digits.

    Examples
    --------
    >>> two_digits("dd/mm/yy"), two_digits("dd/mm/yyyy")
    (True, False)
    """
    way = written(given)
    return way is not None and "%y" in way.forms[0]


def undecided_dates(frame: pl.DataFrame) -> list[str]:
    """Return the columns of text that are dates, which could be read in several ways.

    Examples
    --------
    >>> undecided_dates(pl.DataFrame({"day": ["03/07/1990"], "end": ["31/12/1990"]}))
    ['day']
    """
    cells = _numbered(frame)
    names = [name for name, dtype in cells.schema.items() if dtype == pl.String]
    found = [
        name for name in _fitting(cells, names, _DATES) if undecided(_without_markers(cells[name]))
    ]
    return [frame.columns[int(name)] for name in found]


def _without_markers(values: pl.Series) -> pl.Series:
    return values.set(values.is_in(MARKERS), None)


def _told_apart(text: pl.Series, values: pl.Series, count: int) -> bool:
    """Whether all `count` texts that look like values have become some, and no two the same."""
    texts = text.filter(values.is_not_null())
    return len(texts) == count and texts.n_unique() == values.drop_nulls().n_unique()


def _numbered(text: pl.DataFrame) -> pl.DataFrame:
    """Call the columns by number: for polars, names such as * and ^a$ are patterns."""
    return text.rename({name: str(number) for number, name in enumerate(text.columns)})


class _Kind(NamedTuple):
    """A type that text may have: what its values look like, and how to read them."""

    pattern: str
    number: bool
    convert: Callable[[pl.Expr], pl.Expr]
    gaps: bool = True  # whether NA and the like are missing

    def cells(self, names: list[str]) -> pl.Expr:
        """All these columns at once: an expression each takes a minute for ten thousand."""
        return pl.col(names).str.strip_chars() if self.number else pl.col(names)

    def counted(self, names: list[str]) -> pl.Expr:
        """Count the values that look like it; null if another value is there."""
        cells = self.cells(names)
        like = cells.str.contains(self.pattern)
        others = cells.filter(~like)
        fits = others.is_in(MARKERS if self.gaps else MARKERS[:1]).all()
        return pl.when(fits).then(like.sum()).name.keep()


def _kinds(mark: str) -> tuple[_Kind, ...]:
    def decimal(cell: pl.Expr) -> pl.Expr:
        value = cell.str.replace(mark, ".", literal=True).cast(pl.Float64, strict=False)
        return pl.when(value.is_finite()).then(value).name.keep()

    return (
        _Kind(_WHOLE, True, lambda cell: cell.cast(pl.Int64, strict=False)),
        _Kind(_DECIMAL.format(mark=mark), True, decimal),
        _Kind("^(?i:true|false)$", False, lambda cell: cell.str.to_lowercase() == "true", False),
    )


_TYPES = (pl.Int64, pl.Float64, pl.Boolean)
_DATES = _Kind(LIKE, False, lambda cell: cell)


def _fitting(text: pl.DataFrame, names: list[str], kind: _Kind) -> dict[str, int]:
    """Return the columns whose values all look like `kind`, with the number of those values."""
    counts = dict.fromkeys(names, 0)
    for lines in (text.head(_HEAD), text):  # most columns of text stop at the head
        tried = lines.select(kind.counted([*counts])).rows(named=True)
        found = tried[0] if tried else {}
        counts = {name: count for name, count in found.items() if count is not None}
    return {name: count for name, count in counts.items() if count}
