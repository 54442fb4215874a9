"""Texts that a spreadsheet would take for formulas when it opens a CSV file."""

from __future__ import annotations

import polars as pl

ESCAPE = "'"
_FIRST = "^[=+\\-@\t\r\n＝＋－＠]"
_NUMBER = r"^[+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?$"


def formulas(frame: pl.DataFrame) -> dict[str, int]:
    """Count, for each column, the cells that a spreadsheet would take for formulas.

    These begin with =, +, -, @, a tab or a new line, and are no plain numbers (CWE-1236; OWASP,
    *CSV Injection*). The name of a column is a cell too, the first one.

    Examples
    --------
    >>> formulas(pl.DataFrame({"a": ["=1+1", "-2", "x"], "b": [-1, -2, -3], "@c": ["x"] * 3}))
    {'a': 1, '@c': 1}
    """
    texts = {table.name: _number(table) for table in frame if _is_text(table.dtype)}
    names = _taken(pl.Series(frame.columns, dtype=pl.String)).to_list()
    counts = {
        name: texts.get(name, 0) + own for name, own in zip(frame.columns, names, strict=True)
    }
    return {name: count for name, count in counts.items() if count}


def escaped(frame: pl.DataFrame) -> pl.DataFrame:
    """Write an apostrophe before every text that a spreadsheet would take for a formula.

    Names of columns stay: the record and the reports call columns by them.

    Examples
    --------
    >>> escaped(pl.DataFrame({"a": ["=1+1", "-2", None]}))["a"].to_list()
    ["'=1+1", '-2', None]
    """
    texts = [table for table in frame if _is_text(table.dtype) and _number(table)]
    return frame.with_columns(map(_escaped, texts))


def _escaped(column: pl.Series) -> pl.Series:
    texts = _texts(column)
    return (ESCAPE + texts).zip_with(_taken(texts), texts).alias(column.name)


def _number(values: pl.Series) -> int:
    """Count the cells of a column that are taken, each value looked at once."""
    listed = getattr(values.dtype, "categories", None) if values.dtype == pl.Enum else None
    distinct = _texts(values.alias("").unique()) if listed is None else listed
    taken = distinct.filter(_taken(distinct))
    return int(_texts(values).is_in(taken.implode()).sum()) if len(taken) else 0


def _taken(values: pl.Series) -> pl.Series:
    texts = _texts(values)
    return texts.str.contains(_FIRST).fill_null(False) & ~texts.str.contains(_NUMBER)


def _texts(values: pl.Series) -> pl.Series:
    return values.alias("").cast(pl.String)  # for polars, a name may be a pattern


def _is_text(dtype: pl.DataType) -> bool:
    return isinstance(dtype, pl.String | pl.Categorical | pl.Enum)
