"""Records of a file that does not say its types, for private tables: each cell by itself.

What a column is taken for there is found out from everybody's cells, so that one person could
change how all others are counted: a single text among numbers, a day that decides which number is
the month. So the columns that make cells, and those that tell units apart, are read again as they
are written. A column of numbers is the same either way: every cell is one, or the table is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.entering.column_names import PLACE
from discret.data.files.as_written import AsWritten, plainly
from discret.data.files.csv_types import MARKERS


class Records(NamedTuple):
    """The records that a private table is told of, and the names of its unit and its number."""

    data: Dataset
    unit: str | None
    number: str | None


def as_written(
    records: Records, by: Sequence[str], categories: Mapping[str, Sequence[str]]
) -> Records:
    """Return the columns of a private table as texts, but for its number."""
    data, unit, number = records
    file: AsWritten | None = data.origin.written
    names = [*by, *([] if unit is None else [unit])]
    if file is None or not names:
        return records
    cells = file.texts(names, len(data))
    columns = [as_category(cells[name], categories.get(name, ())) for name in by]
    if unit is not None:
        columns.append(as_unit(cells[unit]).alias(free_name(unit, by)))
        unit = columns[-1].name
    if number is not None:
        own = collected(data.frame.select(PLACE, number)).sort(PLACE)[number]
        columns.append(own.alias(free_name(number, [*by, unit or ""])))
        number = columns[-1].name
    return Records(Dataset.of(pl.DataFrame(columns)), unit, number)


def free_name(name: str, taken: Sequence[str]) -> str:
    """Return a name that no other column has, whatever the case.

    Examples
    --------
    >>> free_name("age", ["sex"]), free_name("age", ["Age", "age_"])
    ('age', 'age__')
    """
    lower = {other.lower() for other in taken}
    while name.lower() in lower:
        name += "_"
    return name


def as_category(texts: pl.Series, categories: Sequence[str]) -> pl.Series:
    """Name the category that each text is: the same text, or else the same number, truth or day."""
    if not categories:
        return texts
    given = pl.Series([*categories], dtype=pl.String)
    plain = plainly(given)
    known = dict(zip(reversed(plain.to_list()), reversed(given.to_list()), strict=True))
    distinct = texts.unique().drop_nulls()
    found = plainly(distinct).replace(known).zip_with(~distinct.is_in(given.implode()), distinct)
    return texts.replace_strict(distinct, found, default=None, return_dtype=pl.String)


def as_unit(texts: pl.Series) -> pl.Series:
    """Tell units apart by their plain texts; what stands for nothing is nobody."""
    plain = plainly(texts)
    return plain.set(plain.is_in(MARKERS), None).alias(texts.name)
