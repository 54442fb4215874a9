"""Categories of which a release has no record left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import narwhals as nw
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import Frame, collected
from discret.data.entering.column_names import LINK
from discret.data.keytable import known_values
from discret.data.roles import HELD, Role

CATEGORIES = 50  # numbers and dates of more values than this are amounts


def lost_categories(original: Dataset, data: Dataset) -> tuple[dict[str, int], list[str]]:
    """Count, for each column, the categories of the original whose records are all gone.

    Columns that tell people apart have no categories, nor do numbers and dates of more than fifty
    values, or of less than two records a value, unless they are codes of a key. The records of a
    lazy table without a row column cannot be followed: the values that are left are compared, and
    columns of which some are new (recoded) or that were dropped are returned beside, uncounted.

    Examples
    --------
    >>> people = Dataset.of(pl.DataFrame({"sex": ["f", "f", "m"], "pay": [1.5, 2.5, 9.5]}))
    >>> lost_categories(people, people.with_rows(people.row_numbers("test")[:2]))
    ({'sex': 1}, [])
    """
    names = _categories(original)
    if not names:
        return {}, []
    if not data.follows(original):
        return _compared(original, data, names)
    left = original.frame.join(data.frame.select(LINK), on=LINK, how="semi")
    has = _distinct(left, list(names))
    return {name: had - has[name] for name, had in names.items() if had > has[name]}, []


def _compared(
    original: Dataset, data: Dataset, names: Mapping[str, int]
) -> tuple[dict[str, int], list[str]]:
    """Compare the values that columns had with those that they have."""
    lost, uncounted = {}, []
    for name in names:
        had, has = _values(original, name), _values(data, name) if name in data.roles else None
        if has is None or has - had:
            uncounted.append(name)
        elif had - has:
            lost[name] = len(had - has)
    return lost, uncounted


def _values(data: Dataset, name: str) -> set[str]:
    values = collected(data.frame.select(nw.col(name)).unique())[name]
    return set(values.drop_nulls().cast(pl.String).to_list())


def _categories(data: Dataset) -> dict[str, int]:
    """Return the columns that have categories, with their number."""
    names = _categorical(data)
    had = _distinct(data.frame, names) if names else {}
    few = min(CATEGORIES, len(data) // 2)
    return {name: had[name] for name in names if _coded(data, name) or had[name] <= few}


def _distinct(frame: Frame, names: Sequence[str]) -> dict[str, int]:
    found = collected(frame.select(*(known_values(name).alias(name) for name in names)))
    return dict(found.row(0, named=True))


def _categorical(data: Dataset) -> list[str]:
    apart = (*HELD, Role.WEIGHT)
    return [name for name, role in data.roles.items() if role not in apart]


def _coded(data: Dataset, name: str) -> bool:
    """Whether values are codes however many there are: texts, and whole numbers that are keys."""
    kind, places = data.kind(name), (Role.KEY, Role.AREA)
    measured = kind.is_float() or kind.is_decimal() or kind.is_temporal()
    return not measured and (not kind.is_numeric() or data.roles[name] in places)
