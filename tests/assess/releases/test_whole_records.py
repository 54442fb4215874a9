"""Releases beside all worlds of whole records: every way to give records to people, from scratch.

The attacker knows the group of everybody, in which columns somebody's record changed between two
releases (and that it is another value since), and, the strongest, which changes happen at all.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset
from discret.assess import Releases
from discret.assess.releases.findings import Given
from discret.data.beside.past import PastRelease
from discret.data.beside.successive import Successive

Shown = tuple[Any, ...]
Life = dict[int, Shown]  # what somebody's record shows, by release
World = dict[int, Life]
COLUMNS = ("ill", "income", "job")


def source(rng: np.random.Generator, change: float) -> list[pl.DataFrame]:
    """Draw releases of some people, with one to three columns beside the key."""
    names = COLUMNS[: int(rng.integers(1, 4))]
    values = [["flu", "cold", "gout"][: int(rng.integers(2, 4))]]
    values += [["x", "y", "z"][: int(rng.integers(1, 4))] for _ in names[1:]]
    people = [[str(rng.choice(own)) for own in values] for _ in range(int(rng.integers(3, 7)))]
    tables = []
    for _ in range(int(rng.integers(2, 5))):
        rows: list[Any] = []
        for number, person in enumerate(people):
            for column, own in enumerate(values):
                if rng.random() < change:
                    person[column] = str(rng.choice(own))
            if rng.random() < 0.85:
                rows.append((number, str(rng.choice(["a", "b"], p=[0.75, 0.25])), *person))
        if rng.random() < 0.2:
            rows.append((None, "a", *[str(rng.choice(own)) for own in values]))
        kinds = {"id": pl.Int64, "age": pl.String} | dict.fromkeys(names, pl.String)
        tables.append(pl.DataFrame(rows, schema=kinds, orient="row"))
    return tables


def lives(tables: list[pl.DataFrame]) -> World:
    found: World = defaultdict(dict)
    for release, table in enumerate(tables):
        for person, _, *shown in table.rows():
            if person is not None:
                found[person][release] = tuple(shown)
    return dict(found)


def changes(life: Life) -> list[tuple[int, tuple[bool, ...]]]:
    """Return in which columns a life changes, release after release."""
    return [
        (after, tuple(a != b for a, b in zip(life[before], life[after], strict=True)))
        for before, after in pairwise(sorted(life))
    ]


def turns(life: Life) -> list[tuple[int, Shown]]:
    """Return what a life shows one after the other, each with the release that it begins in."""
    found: list[tuple[int, Shown]] = []
    for release in sorted(life):
        if not found or found[-1][1] != life[release]:
            found.append((release, life[release]))
    return found


def every_world(tables: list[pl.DataFrame], happen: bool) -> list[World]:
    """List all ways to give the records of groups to the people in them."""
    true = lives(tables)
    known = {person: changes(life) for person, life in true.items()}
    seen = {(a, b) for life in true.values() for a in turns(life) for b in turns(life) if a != b}
    slots = [slot for release, table in enumerate(tables) for slot in _slots(release, table)]
    found: list[World] = []
    held: World = {person: {} for person in true}

    def fill(place: int) -> None:
        if place == len(slots):
            pairs = {(a, b) for own in held.values() for a in turns(own) for b in turns(own)}
            if not happen or all(pair in seen for pair in pairs if pair[0] != pair[1]):
                found.append({person: dict(life) for person, life in held.items()})
            return
        release, people, records = slots[place]
        for given in _given(len(people), Counter(records)):
            for person, shown in zip(people, given, strict=True):
                held[person][release] = shown
            if all(changes(held[p]) == known[p][: len(held[p]) - 1] for p in people):
                fill(place + 1)
            for person in people:
                del held[person][release]

    fill(0)
    return found


def _slots(release: int, table: pl.DataFrame) -> Iterator[tuple[int, list[int], list[Shown]]]:
    groups: dict[str, tuple[list[int], list[Shown]]] = defaultdict(lambda: ([], []))
    for person, age, *shown in table.rows():
        groups[age][1].append(tuple(shown))
        if person is not None:
            groups[age][0].append(person)
    for people, records in groups.values():
        yield release, people, records


def _given(people: int, left: Counter[Shown]) -> Iterator[list[Shown]]:
    """List the ways to give records to people; what is left over is nobody's."""
    if not people:
        yield []
        return
    for shown in sorted(left):
        if left[shown]:
            left[shown] -= 1
            for others in _given(people - 1, left):
                yield [shown, *others]
            left[shown] += 1


def certain(worlds: list[World]) -> set[int]:
    """Return whose illness is the same in every world, in some release."""
    return {
        person
        for person, life in worlds[0].items()
        for release in life
        if len({world[person][release][0] for world in worlds}) == 1
    }


def found_of(tables: list[pl.DataFrame], k: int, **roles: Any) -> tuple[Given, list[int]]:
    data = Dataset.of(tables[-1], **{"key": "age", "sensitive": "ill", "individual": "id"} | roles)
    past = [PastRelease.of(table) for table in tables[:-1]]
    people = sorted({p for table in tables for p in table["id"].drop_nulls()})
    return Given.of(Successive.of("test", data, past), "ill", k), people


def followed(tables: list[pl.DataFrame]) -> bool:
    people = [{*table["id"].drop_nulls()} for table in tables]
    return all(
        own and own & set().union(*(people[:n] + people[n + 1 :])) for n, own in enumerate(people)
    )


@pytest.mark.parametrize("change", [0.0, 0.2])
@pytest.mark.parametrize("seed", range(10))
def test_nobody_is_called_safe_whom_whole_records_tell_of(seed: int, change: float) -> None:
    rng = np.random.default_rng([seed, int(change * 10), 5])
    for _ in range(8):
        tables = source(rng, change)
        if not followed(tables):
            continue
        told, strongest = (certain(every_world(tables, happen)) for happen in (False, True))
        found, people = found_of(tables, 3)
        sure = {people[n] for n in np.flatnonzero(found.told)}
        open_ = {people[n] for n in np.flatnonzero(found.undecided)}
        assert sure <= told
        assert told | strongest <= sure | open_
        if not change:  # and then nothing stays open
            assert (sure, open_ - sure) == (told, set())


@pytest.mark.parametrize("k", [3, 4])
@pytest.mark.parametrize("seed", range(10))
def test_every_set_of_few_is_found_from_whatever_groups(seed: int, k: int) -> None:
    """Of people with the same value all the time: sets of fewer than k, the same in every world."""
    rng = np.random.default_rng([seed, k, 6])
    for _ in range(8):
        tables = source(rng, 0.0)
        if not followed(tables):
            continue
        worlds = every_world(tables, happen=False)
        found, people = found_of(tables, k)
        sure = {people[n] for n in np.flatnonzero(found.told | found.apart)}
        assert certain(worlds) | {p for few in _few(tables, worlds, k) for p in few} <= sure
        assert not found.undecided.any()


def _few(tables: list[pl.DataFrame], worlds: list[World], k: int) -> Iterator[frozenset[int]]:
    """List the smallest sets whose values are known, but for groups that were published."""
    shown = [
        frozenset(people)
        for release, table in enumerate(tables)
        for _, people, records in _slots(release, table)
        if len(people) == len(records)
    ]
    told, known = certain(worlds), list[frozenset[int]]()
    values = [{p: next(iter(life.values()))[0] for p, life in world.items()} for world in worlds]
    for size in range(2, k):
        for few in map(frozenset, combinations(sorted(worlds[0].keys() - told), size)):
            if any(own <= few for own in known):
                continue
            if len({tuple(sorted(world[p] for p in few)) for world in values}) == 1:
                known.append(few)
                if few not in shown:
                    yield few


ONE = pl.DataFrame({"id": [1, 2], "age": ["a"] * 2, "ill": ["flu", "cold"], "income": [10, 20]})
TWO = pl.DataFrame(
    {"id": [1, 3, 4], "age": ["a"] * 3, "ill": ["flu", "cold", "gout"], "income": [10, 30, 20]}
)


@pytest.mark.parametrize("sensitive", [["ill"], ["ill", "income"]])
def test_a_second_column_links_records_that_one_leaves_open(sensitive: list[str]) -> None:
    data = Dataset.of(TWO, key="age", sensitive=sensitive, individual="id")
    found = Releases(previous=[ONE], k=2, most=0.0).assess(data)
    assert found.details["told"]["ill"] == 2
    assert found.met is False
    bare = Releases(previous=[ONE.drop("income")], k=2, most=0.0)
    assert bare.assess(Dataset.of(TWO, key="age", sensitive="ill", individual="id")).met


def test_a_value_at_another_level_is_not_taken_for_a_change_that_hides_it() -> None:
    """Flu is a respiratory illness, HIV is none of those shown since: the first has flu."""
    before = pl.DataFrame({"id": [1, 2], "age": ["a"] * 2, "ill": ["flu", "HIV"]})
    after = pl.DataFrame({"id": [1, 3], "age": ["a"] * 2, "ill": ["respiratory", "digestive"]})
    data = Dataset.of(after, key="age", sensitive="ill", individual="id")
    found = Releases(previous=[before], k=2, most=0.0).assess(data)
    assert found.met is False
    assert found.details["undecided"] == 3


def test_who_changed_has_another_value_since() -> None:
    """The first has flu since, and so had not before: the second had."""
    before = pl.DataFrame({"id": [1, 2], "age": ["a"] * 2, "ill": ["cold", "flu"]})
    after = pl.DataFrame({"id": [1], "age": ["b"], "ill": ["flu"]})
    data = Dataset.of(after, key="age", sensitive="ill", individual="id")
    details = Releases(previous=[before], k=2).assess(data).details
    assert details["told"]["ill"] + details["undecided"] == 2


@pytest.mark.parametrize("earlier", [True, False])
def test_a_key_of_one_release_is_a_key_of_all(earlier: bool) -> None:
    split = pl.DataFrame(
        {"id": range(4), "age": ["a"] * 4, "town": ["x", "x", "y", "y"],
         "ill": ["flu", "flu", "HIV", "HIV"]}
    )  # fmt: skip
    hidden = split.with_columns(town=pl.lit("*"))
    keys = [["age"], ["age", "town"]] if earlier else [["age", "town"], ["age"]]
    first, last = (
        Dataset.of(table, key=names, sensitive="ill", individual="id")
        for table, names in zip([split, hidden] if earlier else [hidden, split], keys, strict=True)
    )
    assert Releases(previous=[first], k=2, most=0.0).assess(last).details["told"] == {"ill": 4}


def test_records_of_people_without_a_number_meet_no_target() -> None:
    table = pl.DataFrame(
        {
            "id": [1, 2, None, None],
            "age": ["a", "a", "b", "b"],
            "ill": ["flu", "cold", "HIV", "HIV"],
        }
    )
    data = Dataset.of(table, key="age", sensitive="ill", individual="id")
    for given in (table, data):
        found = Releases(previous=[given], k=2, most=1.0).assess(data)
        assert found.met is False
        assert found.details["unnamed"] == 4
        assert "4 records" in str(found.reads)


def test_numbers_of_people_may_be_texts_with_zeros_before_them() -> None:
    texts = pl.DataFrame(
        {"id": ["01", "02", "10"], "age": ["a"] * 3, "ill": ["flu", "cold", "HIV"]}
    )
    numbers = texts.with_columns(pl.col("id").cast(pl.Int64))
    data = Dataset.of(numbers, key="age", sensitive="ill", individual="id")
    assert Releases(previous=[texts]).assess(data).details["stayed"] == 3
