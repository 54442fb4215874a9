"""Categories of which a release has no record left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import Frame, collected
from discret.data.entering.column_names import LINK
from discret.data.keytable import known_values
from discret.data.record_places import Places, places
from discret.data.roles import HELD, Role

CATEGORIES = 50  # numbers and dates of more values than this are amounts
FIRST = 1_000  # records


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
    has = _left(original, data, list(names))
    return {name: had - has[name] for name, had in names.items() if had > has[name]}, []


def _left(original: Dataset, data: Dataset, names: Sequence[str]) -> dict[str, int]:
    """Count the categories of the original that the records left had."""
    found = places(original, data)
    if found is None:
        left = original.frame.join(data.frame.select(LINK), on=LINK, how="semi")
        return _distinct(left, names)
    records = slice(None) if found.at is None else found.at
    numbers = original.numbers
    known = {n: own for n in names if numbers is not None and (own := numbers.of(n)) is not None}
    has = {n: int((np.bincount(own.codes[records])[1:] > 0).sum()) for n, own in known.items()}
    rest = [name for name in names if name not in known]
    kept = original.frame.select(*rest) if rest else None
    return has if kept is None else has | _distinct(_kept(kept, found), rest)


def _kept(frame: Frame, found: Places) -> Frame:
    kept: Frame = nw.from_native(found.fetched(collected(frame)).lazy())
    return kept


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
    few = min(CATEGORIES, len(data) // 2)
    names = [name for name in _categorical(data) if _coded(data, name) or _may_be(data, name, few)]
    had = _had(data, names) if names else {}
    return {name: had[name] for name in names if _coded(data, name) or had[name] <= few}


def _may_be(data: Dataset, name: str, few: int) -> bool:
    """Whether a column may have few values: the first records mostly tell that it has more."""
    first = collected(data.frame.select(name).head(FIRST))[name]
    return first.n_unique() <= few + 1  # one may be missing


def _had(data: Dataset, names: Sequence[str]) -> dict[str, int]:
    numbers = data.numbers
    known = {n: own for n in names if numbers is not None and (own := numbers.of(n)) is not None}
    rest = [name for name in names if name not in known]
    had = {name: len(own.values) for name, own in known.items()}
    return had | (_distinct(data.frame, rest) if rest else {})


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
