"""Groups and records as they are: for whoever holds the file, on pages that say so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl

from discret.app.calls.bench import Bench, plan_of
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.entering.column_names import LINK
from discret.data.hierarchies.key_levels import climbed
from discret.data.keytable import KeyTable, first_places
from discret.data.text import as_text
from discret.errors import InputError
from discret.maths.matching import group_ids
from discret.model import Model
from discret.parts import Progress
from discret.plan.release import Release

PAGE, PLACE = 100, "__row_of_the_file__"
LARGEST = {12: 12, 30: 3, 60: 2}  # up to so many keys, how large a set is looked at
SETS = 24  # that are told, the smallest first


def records(
    bench: Bench, tell: Progress, *, plan: str, seed: int, start: int = 0, count: int = PAGE
) -> dict[str, Any]:
    """Return some records of the original in their order, with what became of each cell."""
    release = bench.release(plan_of(plan), seed, tell)
    before = collected(release.original.frame)
    some = before.slice(start, count)
    return {"total": len(before), "start": start, **beside(release, some)}


def beside(release: Release, some: pl.DataFrame) -> dict[str, Any]:
    """Return records of the original beside what became of them."""
    names = [name for name in release.original.roles if name in some.columns]
    if LINK not in some.columns or LINK not in release.inside.frame.collect_schema().names():
        return {
            "columns": names,
            "rows": [[[text, None] for text in row] for row in _texts(some, names)],
        }
    after = collected(release.inside.frame.filter(nw.col(LINK).is_in(some[LINK].to_list())))
    kept = {link: place for place, link in enumerate(after[LINK].to_list())}
    old = _texts(some, names)
    new = _texts(after, [name for name in names if name in after.columns])
    known = [name for name in names if name in after.columns]
    rows = []
    for place, link in enumerate(some[LINK].to_list()):
        own = dict(zip(known, new[kept[link]], strict=True)) if link in kept else None
        rows.append(
            [[text, _became(name, own)] for name, text in zip(names, old[place], strict=True)]
        )
    return {
        "columns": names,
        "rows": rows,
        "gone": [link not in kept for link in some[LINK].to_list()],
    }


def _became(name: str, own: dict[str, str] | None) -> str | None:
    """Return what a cell became: nothing where the record or the column is gone."""
    return None if own is None else own.get(name)


def _texts(frame: pl.DataFrame, names: list[str]) -> list[list[str]]:
    columns = [as_text(frame[name]).fill_null("").to_list() for name in names]
    return [list(row) for row in zip(*columns, strict=True)] if columns else []


def groups(
    bench: Bench,
    tell: Progress,
    *,
    plan: str,
    seed: int,
    measure: int | None = None,
    key: int = -1,
    value: str | None = None,
    start: int = 0,
    count: int = PAGE,
) -> dict[str, Any]:
    """Return the groups that fail a measure, or any, the smallest first.

    With a `value`, those that have it: as their key of that number, or as any. A missing value is
    an empty one.
    """
    release = bench.release(plan_of(plan), seed, tell)
    aims = aims_of(release)
    keys = release.inside.keys
    chosen = [aim for place, aim in aims if measure in (None, place)]
    order = bench.more.get(("failing", plan, seed, measure), lambda: _smallest(keys, chosen))
    if value is not None:
        order = order[_holds(keys, key, value)[order]]
    shown = order[start : start + count]
    table = keys.groups[shown.tolist()] if len(shown) else keys.groups.head(0)
    return {
        "columns": list(keys.columns),
        "aims": [[place, aim.title.to_dict()] for place, aim in aims],
        "total": len(order),
        "records": int(keys.count[order].sum()),
        "rows": [
            {"number": int(n), "count": int(keys.count[n]), "values": row}
            for n, row in zip(shown.tolist(), _texts(table, list(keys.columns)), strict=True)
        ],
    }


def aims_of(release: Release) -> list[tuple[int, Model]]:
    """Return the measures that a single group can fail, with their places in the plan."""
    every = enumerate(release.plan.assess)
    return [(place, aim) for place, aim in every if isinstance(aim, Model) and aim.judges]


def _smallest(keys: KeyTable, aims: list[Model]) -> Any:
    """Return the numbers of the groups that fail, the smallest first."""
    order = np.flatnonzero(_failing(keys, aims))
    return order[np.argsort(keys.count[order], kind="stable")]


def _failing(keys: KeyTable, aims: list[Model]) -> Any:
    if not aims:
        return np.zeros(len(keys), dtype=np.bool_)
    return np.any([aim.failing(keys) for aim in aims], axis=0)


def _holds(keys: KeyTable, key: int, value: str) -> Any:
    """Mark the groups that have a value as one of their keys, or as any."""
    names = keys.columns[key : key + 1] if 0 <= key < len(keys.columns) else keys.columns
    texts = [as_text(keys.groups[name]).fill_null("") for name in names]
    return np.any([(own == value).to_numpy() for own in texts], axis=0)


def group(bench: Bench, tell: Progress, *, plan: str, seed: int, number: int) -> dict[str, Any]:
    """Return a group: its records before and after, what it fails, and what would save it."""
    release = bench.release(plan_of(plan), seed, tell)
    keys = release.inside.keys
    number = min(max(number, 0), len(keys) - 1)
    links = _links(release.inside, keys, number)
    every = collected(release.original.frame).with_row_index(PLACE, offset=1)
    some = every.filter(pl.col(LINK).is_in(links)).head(PAGE)
    return {
        "columns_of_keys": list(keys.columns),
        "values": _texts(keys.groups[[number]], list(keys.columns))[0],
        "count": int(keys.count[number]),
        "with": int(keys.count[_shared(keys, number).all(axis=1)].sum()),
        "fails": [
            aim.title.to_dict() for _, aim in aims_of(release) if bool(aim.failing(keys)[number])
        ],
        "sets": singled_out_by(keys, number),
        "climbs": climbs(release.inside, keys, number, [aim for _, aim in aims_of(release)]),
        "places": some[PLACE].to_list(),
        **beside(release, some),
    }


def _links(data: Dataset, keys: KeyTable, number: int) -> list[Any]:
    """Return the hidden numbers of the records of a group."""
    row = keys.groups.row(number, named=True)
    tests = [
        nw.col(name).is_null() if row[name] is None else nw.col(name) == row[name]
        for name in keys.columns
    ]
    found = data.frame.filter(*tests).select(LINK)
    return list(collected(found)[LINK].to_list())


def singled_out_by(keys: KeyTable, number: int) -> list[list[str]]:
    """Return the smallest sets of keys that nobody outside a group shares with it.

    None of those returned has another inside it. A key that the group lacks singles nobody out, and
    whoever lacks a key is not found by it: so verdicts count, too. Of up to twelve keys, sets of
    any size are looked at; of up to thirty, sets of three; of more, pairs of the first sixty.
    """
    size = min(len(keys.columns), max(LARGEST))
    shared = _shared(keys, number)
    shared[number] = False
    others = _packed(shared[:, :size])
    alone: list[int] = []
    largest = next(most for many, most in LARGEST.items() if size <= many)
    for places in _sets(size, largest):
        own = sum(1 << place for place in places)
        if not any(known & own == known for known in alone) and not _covered(own, others):
            alone.append(own)
        if len(alone) == SETS:
            break
    return [[name for n, name in enumerate(keys.columns) if own >> n & 1] for own in alone]


def _shared(keys: KeyTable, number: int) -> Any:
    """Mark the keys that every group shares with one; one that is missing there is anybody's."""
    own = keys.codes[number]
    return (keys.codes == own) | (own < 0)


def _packed(shared: Any) -> Any:
    """Return which keys groups share as the bits of numbers, each once."""
    powers = np.left_shift(np.uint64(1), np.arange(shared.shape[1], dtype=np.uint64))
    return np.unique((shared * powers).sum(axis=1, dtype=np.uint64))


def _covered(own: int, others: Any) -> bool:
    """Whether somebody else shares all keys of a set."""
    wanted = np.uint64(own)
    return bool(((others & wanted) == wanted).any())


def _sets(keys: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield sets of keys, the smallest first."""
    for size in range(1, min(keys, largest) + 1):
        yield from combinations(range(keys), size)


def climbs(data: Dataset, keys: KeyTable, number: int, aims: list[Model]) -> list[dict[str, Any]]:
    """Return, for each key alone, how many records a group would be if that key climbed.

    With the lowest level at which it would fail none of the measures any more, if there is one.
    """
    shared, gone = _shared(keys, number), keys.codes[number] < 0
    found = []
    for place, name in enumerate(keys.columns):
        if name not in data.hierarchies:
            continue
        others = np.delete(shared, place, axis=1).all(axis=1)
        ladder = climbed(keys, name, data.hierarchies[name])
        labels = [codes[keys.codes[:, place] + 1] for codes in ladder.codes]
        found.append(
            {
                "column": name,
                "counts": [
                    int(keys.count[others & ((own == own[number]) | gone[place])].sum())
                    for own in labels
                ],
                "saves": _saved_at(keys, place, labels, number, aims),
            }
        )
    return found


def _saved_at(
    keys: KeyTable, place: int, labels: list[Any], number: int, aims: list[Model]
) -> int | None:
    """Return the lowest level of a key at which a group fails nothing, the others as they are."""
    for level, own in enumerate(labels[1:], 1):
        codes = keys.codes.copy()
        codes[:, place] = own - 1  # a missing value has no label
        ids, size = group_ids(codes)
        table = keys.merged(ids, size, codes[first_places(ids, size)])
        with suppress(InputError):  # what a measure asks of a population may not climb with it
            if not _failing(table, aims)[ids[number]]:
                return level
    return None
