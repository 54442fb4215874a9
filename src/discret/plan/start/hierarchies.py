"""Hierarchies to start from, written out so that they can be edited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import prod

import polars as pl

from discret.data.dataset import Dataset
from discret.data.hierarchies.from_data import automatic_hierarchy
from discret.data.hierarchies.given import FEW, WHOLE
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.roles import Role
from discret.data.text import as_text
from discret.errors import DiscretError

MOST_NODES = 20_000  # recodings of all keys together: searched in seconds
CODES = 12  # distinct whole numbers up to which they may be codes
SIZES: tuple[tuple[int, ...], ...] = ((), (4,), (8, 3), (12, 6, 3))  # classes, by inner levels
CODE = r"^[0-9A-Za-z]+$"


def written_hierarchies(data: Dataset) -> dict[str, Hierarchy]:
    """Return a hierarchy for every key: periods, intervals, first characters, groups, or the top.

    Examples
    --------
    >>> people = pl.DataFrame({"sex": ["f", "m"] * 20, "age": list(range(20, 60))})
    >>> made = written_hierarchies(Dataset.of(people, key=["sex", "age"]))
    >>> {name: one.to_dict()["from"] for name, one in made.items()}
    {'sex': 'top', 'age': 'cuts'}
    """
    keys = data.columns(Role.KEY)
    if not keys:
        return {}
    values = {name: data.keys.values(name) for name in keys}
    inner = _inner_levels(values)
    return {name: _made(data, name, own, inner[name]) for name, own in values.items()}


def _inner_levels(values: Mapping[str, pl.Series]) -> dict[str, int]:
    """Share levels out over the keys, so that there are not too many recodings of them all."""
    inner = {name: _wanted(len(own)) for name, own in values.items()}
    while prod(two + 2 for two in inner.values()) > MOST_NODES and any(inner.values()):
        tallest = max(inner, key=lambda name: (inner[name], -len(values[name])))
        inner[tallest] -= 1
    return inner


def _wanted(distinct: int) -> int:
    """Return how many levels between its values and the top a key deserves."""
    return sum(distinct > size for size in (3, 8, 24))


def _made(data: Dataset, name: str, values: pl.Series, inner: int) -> Hierarchy:
    """Make one hierarchy; what cannot be made has the top alone."""
    if not inner:
        return WHOLE
    try:
        return _periods(values) or _prefixes(values, inner) or _classes(data, name, values, inner)
    except DiscretError:
        return WHOLE


def _periods(values: pl.Series) -> Hierarchy | None:
    """Months, years and decades of dates, of texts that are dates too."""
    dated = values.dtype in (pl.Date, pl.Datetime) or values.dtype == pl.String
    periods = Hierarchy.from_dates("month", "year", "decade")
    return periods if dated and not periods.lacking(values) else None


def _prefixes(values: pl.Series, inner: int) -> Hierarchy | None:
    """First characters of codes that all have one length, such as postcodes."""
    if values.dtype != pl.String or len(values) <= FEW:
        return None
    lengths = values.str.len_chars().unique()
    if len(lengths) > 1 or lengths[0] < 3 or not values.str.contains(CODE).all():  # noqa: PLR2004
        return None
    longest = int(lengths[0])
    cuts = [length for length in (longest * 3 // 5, longest * 2 // 5) if length]
    return Hierarchy.from_prefixes(*list(dict.fromkeys(cuts))[:inner])


def _classes(data: Dataset, name: str, values: pl.Series, inner: int) -> Hierarchy:
    """Intervals of numbers, or groups of categories that tell the same."""
    kind = values.dtype
    if not kind.is_numeric() and len(values) > FEW:
        return WHOLE
    if kind.is_integer() and len(values) <= CODES:
        return WHOLE  # which of them are near is not known
    sizes = [size for size in SIZES[inner] if size < len(values)] or [2]
    made = automatic_hierarchy(data, name, sizes=sizes)
    return made if made.table is None else _grouped(made)


def _grouped(tabled: Hierarchy) -> Hierarchy:
    """Write a table as groups of values, then groups of these groups."""
    table = tabled.table
    assert table is not None  # noqa: S101 (tabled)
    levels = table.columns[:-1] if table[table.columns[-1]].n_unique() == 1 else table.columns
    groupings = [_groups(table, below, above) for below, above in pairwise(levels)]
    return Hierarchy.from_groups(*groupings)


def _groups(table: pl.DataFrame, below: str, above: str) -> dict[str, Sequence[str]]:
    pairs = table.select(pl.col(below).alias("one"), pl.col(above).alias("all")).unique(
        maintain_order=True
    )
    together = pairs.group_by("all", maintain_order=True).agg("one")
    return {
        label: as_text(members).to_list()
        for label, members in zip(together["all"], together["one"], strict=True)
    }
