"""The blanks of a release: told from earlier gaps, beside what they were in the original."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.entering.column_names import LINK
from discret.data.history.known_categories import Scalar, Shelf, categories, shelf_of, told
from discret.data.keytable import KeyTable, first_places
from discret.data.roles import Role
from discret.maths.arrays import Ints
from discret.maths.matching import group_ids

HELD, GROUP, PERSON = "__held__", "__group__", "__person__"
Codes = NDArray[np.int64]


@dataclass(frozen=True)
class Truth:
    """The full keys that records with blanks had: one row for each group and key, counted."""

    group: Ints
    codes: Codes
    count: Ints


@dataclass(frozen=True)
class Blanked:
    """The groups of a release, with a code for all that is not a blank.

    Parameters
    ----------
    columns
        The strata, the keys, then other columns beside them.
    first, last
        The place of the first key, and that after the last.
    codes
        Groups × columns, −1 for a blank. A stratum that is missing, or a key that the original
        lacks too, has a code of its own: nobody blanked it.
    count
        Number of records of each group.
    people
        Number of people of each group, where an individual is declared.
    places
        The place of each group in the key table of the release: gaps and blanks share one there.
    shelves
        The categories of each column.
    truth
        What the blanks were; ``None`` where it is not known.
    followed
        Whether the records were found in the original.
    lost
        The keys with blanks whose original values cannot be put in the terms of the release.
    members
        The number and the group of each record that lacks a key, where records were found.
    """

    columns: tuple[str, ...]
    first: int
    last: int
    codes: Codes = field(repr=False)
    count: Ints = field(repr=False)
    people: Ints | None = field(repr=False)
    places: Ints = field(repr=False)
    shelves: tuple[Shelf, ...] = field(repr=False)
    truth: Truth | None = field(default=None, repr=False)
    followed: bool = False
    lost: tuple[str, ...] = ()
    members: pl.DataFrame | None = field(default=None, repr=False)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys."""
        return self.columns[self.first : self.last]

    @property
    def gaps(self) -> int:
        """Number of records with a key that the original lacks too."""
        ends = np.array([shelf.gap for shelf in self.shelves])[self.first : self.last]
        held = (self.codes[:, self.first : self.last] == ends).any(axis=1)
        return int(self.count[held].sum())

    @property
    def categories(self) -> list[Ints]:
        """The codes that a blank of each column may stand for."""
        return [np.arange(len(shelf.values)) for shelf in self.shelves]


def blanked(
    data: Dataset,
    *,
    by: Sequence[str] = (),
    beside: Sequence[str] = (),
    given: Mapping[str, Sequence[Scalar]] | None = None,
) -> Blanked:
    """Find the blanks of a release, and what they were where its original tells.

    Parameters
    ----------
    data
        The release.
    by
        Strata, outside the keys.
    beside
        Other columns to tell groups apart by.
    given
        By key, categories known to exist beside those of the file.

    Examples
    --------
    >>> before = pl.DataFrame({"age": [30, None, 50]})
    >>> after = pl.DataFrame({"age": [30, None, None]})
    >>> found = blanked(Dataset.of(after, key="age", original=before))
    >>> found.codes.tolist(), found.count.tolist(), found.truth.codes.tolist()
    ([[0], [-1], [2]], [1, 1, 1], [[1]])
    >>> found.shelves[0].values.to_list()
    [30, 50]
    """
    keys, home = _counted(data, by, beside)
    first, last = len(by), len(by) + len(data.keys.columns)
    rows = _records(data, keys, keys.columns[first:last])
    shelves = tuple(
        _shelf(data, keys, name, (given or {}).get(name, ()), rows) for name in keys.columns
    )
    codes = keys.codes.copy()
    for place in (*range(first), *range(last, len(shelves))):
        codes[codes[:, place] < 0, place] = shelves[place].gap
    found = Blanked(
        keys.columns, first, last, codes, keys.count, _people(data, keys), home, shelves
    )
    return found if rows is None else _split(found, rows)


def blanked_records(data: Dataset, found: Blanked) -> pl.DataFrame:
    """Return the records with blanks in their order: number, and place among such groups."""
    members = found.members
    if members is None:
        rows = collected(data.frame.select(LINK, *found.columns))
        by, beside = found.columns[: found.first], found.columns[found.last :]
        groups = _counted(data, by, beside)[0].groups
        groups = groups.with_columns(pl.Series(GROUP, np.arange(len(found.codes))))
        members = rows.join(groups, on=found.columns, how="inner", nulls_equal=True)
    open_ = (found.codes < 0).any(axis=1)
    place = pl.Series(GROUP, np.where(open_, np.cumsum(open_) - 1, -1)[members[GROUP].to_numpy()])
    return members.select(LINK).with_columns(place).filter(place >= 0).sort(LINK)


def _counted(data: Dataset, by: Sequence[str], beside: Sequence[str]) -> tuple[KeyTable, Ints]:
    """Count the keys with other columns; return too each group's place in the key table."""
    if not by and not beside:
        return data.keys, np.arange(len(data.keys))
    keys = data.keys_over([*by, *data.keys.columns, *beside])
    return keys, keys.over(data.keys.columns)[1]


def _people(data: Dataset, keys: KeyTable) -> Ints | None:
    """Count the people of each group; by the original where the release tells them no longer.

    Where they cannot be counted, each group may be one person.
    """
    if keys.around.individual is not None:
        return keys.people("category")
    before = data.original
    person = before.column(Role.INDIVIDUAL)
    if person is None:
        return None
    if not _linked(data):
        return np.ones(len(keys), dtype=np.int64)
    whole = before.frame.select(LINK, nw.col(person).alias(PERSON))
    joined = data.frame.select(LINK, *keys.columns).join(whole, on=LINK, how="left")
    roles = {**dict.fromkeys(keys.columns, Role.KEY), PERSON: Role.INDIVIDUAL}
    bare = replace(data, frame=joined, roles=roles, population=None)
    return bare.keys_over(keys.columns).people("category")


def _linked(data: Dataset) -> bool:
    """Whether the records can be followed back to an original."""
    before = data.original
    same = data.follows(before) and before.kind(LINK) == data.kind(LINK)
    return before is not data and same


def _records(data: Dataset, keys: KeyTable, names: Sequence[str]) -> pl.DataFrame | None:
    """Return the records that lack a key, with their group and their original values.

    ``None`` where there are none, or where they cannot be followed back.
    """
    before = data.original
    places = [keys.columns.index(name) for name in names]
    lacking = (keys.codes[:, places] < 0).any(axis=1)
    if not lacking.any() or not _linked(data):
        return None
    holes = [keys.columns[place] for place in places if (keys.codes[:, place] < 0).any()]
    old = before.frame.select(
        LINK,
        nw.lit(1).alias(HELD),
        *(nw.col(name).alias(f"__true_{name}") for name in holes if name in before.roles),
    )
    gaps = nw.any_horizontal(*(nw.col(name).is_null() for name in holes), ignore_nulls=True)
    rows = collected(
        data.frame.filter(gaps).select(LINK, *keys.columns).join(old, on=LINK, how="left")
    )
    groups = keys.groups.with_row_index(GROUP).filter(pl.Series(lacking))
    rows = rows.join(groups, on=keys.columns, how="inner", nulls_equal=True)
    known = len(rows) == keys.count[lacking].sum() and not rows[HELD].null_count()
    return rows if known else None


def _shelf(
    data: Dataset, keys: KeyTable, name: str, given: Sequence[Scalar], rows: pl.DataFrame | None
) -> Shelf:
    """Return the categories of a column; where it has no blank, those shown are enough."""
    names = data.codebook.columns.get(name)
    if (keys.codes[:, keys.columns.index(name)] >= 0).all() or name not in data.keys.columns:
        return Shelf(categories(keys, name), names=names)
    own = [told(value, names) for value in given]
    return replace(shelf_of(data, keys, name, own, linked=rows is not None), names=names)


def _split(found: Blanked, rows: pl.DataFrame) -> Blanked:
    """Tell the gaps that were there before from blanks, and look up what these were."""
    of = rows[GROUP].cast(pl.Int64).to_numpy()
    shown, true = found.codes[of], found.codes[of]
    for place in range(found.first, found.last):
        old = f"__true_{found.columns[place]}"
        blank = shown[:, place] < 0
        if old not in rows.columns or not blank.any():
            continue
        gap = blank & rows[old].is_null().to_numpy()
        shown[gap, place] = true[gap, place] = found.shelves[place].gap
        blank &= ~gap
        true[blank, place] = found.shelves[place].labels(rows[old].filter(pl.Series(blank)))
    ids, size = group_ids(np.column_stack([of, shown]))
    first = first_places(ids, size)
    rest = np.ones(len(found.codes), dtype=np.bool_)
    rest[of] = False
    alone = np.ones(size, dtype=np.int64)  # some may be with the gaps, some with the blanks
    start = int(rest.sum())
    whole = replace(
        found,
        codes=np.concatenate([found.codes[rest], shown[first]]),
        count=np.concatenate([found.count[rest], np.bincount(ids, minlength=size)]),
        people=None if found.people is None else np.concatenate([found.people[rest], alone]),
        places=np.concatenate([found.places[rest], found.places[of][first]]),
        followed=True,
        members=pl.DataFrame({LINK: rows[LINK], GROUP: start + ids}),
    )
    return _beside_truth(whole, start + ids, shown, true)


def _beside_truth(found: Blanked, of: Ints, shown: Codes, true: Codes) -> Blanked:
    """Add what the blanks of records were, or the keys of which it is not known."""
    open_ = (shown < 0).any(axis=1)
    unknown = np.asarray((true[open_] < 0).any(axis=0))
    if unknown.any():
        lost = (name for name, bad in zip(found.columns, unknown, strict=True) if bad)
        return replace(found, lost=tuple(lost))
    ids, size = group_ids(np.column_stack([of[open_], true[open_]]))
    first = first_places(ids, size)
    number = np.bincount(ids, minlength=size)
    return replace(found, truth=Truth(of[open_][first], true[open_][first], number))
