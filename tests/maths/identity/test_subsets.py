"""Subsets of columns, against counts made subset by subset over the records."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.identity import subset_walk as walking
from discret.maths.identity.subset_walk import walk
from discret.maths.identity.subsets import largest_size, minimal, number_of_subsets
from strategies import examples

FEW = examples(80)
Row = tuple[int, ...]


@st.composite
def tables(draw: st.DrawFn, *, most: int = 14, missing: bool = True) -> list[Row]:
    """Draw records over 1 to 5 columns, −1 for missing."""
    width = draw(st.integers(1, 5))
    low = -1 if missing and draw(st.booleans()) else 0
    cells = st.tuples(*[st.integers(low, draw(st.integers(0, 3))) for _ in range(width)])
    return draw(st.lists(cells, min_size=1, max_size=most))


@st.composite
def people_of(draw: st.DrawFn, rows: list[Row]) -> list[int | None]:
    person = st.one_of(st.none(), st.integers(0, 3))
    return draw(st.lists(person, min_size=len(rows), max_size=len(rows)))


def grouped(rows: list[Row]) -> tuple[Any, Any, list[int]]:
    """The groups of some records as codes and counts, and the group of each record."""
    codes, ids, count = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    return codes, count, ids.ravel().tolist()


def ranges(ids: list[int], people: list[int | None], groups: int) -> tuple[Any, Any]:
    """The lowest and the highest person of each group, crossed where nobody is known."""
    known = [(group, one) for group, one in zip(ids, people, strict=True) if one is not None]
    held = [[one for place, one in known if place == group] for group in range(groups)]
    return (
        np.array([min(each, default=2**40) for each in held]),
        np.array([max(each, default=-1) for each in held]),
    )


def subsets_of(width: int, size: int) -> list[tuple[int, ...]]:
    sizes = range(1, min(size, width) + 1)
    return [combination for number in sizes for combination in combinations(range(width), number)]


def shown(row: Row, columns: tuple[int, ...]) -> Row | None:
    """What a record shows in some columns; nothing where one is missing."""
    values = tuple(row[column] for column in columns)
    return None if -1 in values else values


def holders(rows: list[Row], columns: tuple[int, ...], value: Row, people: Any) -> int:
    """How many people carry a combination; each record is one where people are not told apart."""
    places = [place for place, row in enumerate(rows) if shown(row, columns) == value]
    return len(places) if people is None else max(len({people[p] for p in places} - {None}), 1)


@FEW
@given(tables(), st.integers(1, 5))
def test_each_subset_is_counted_as_its_records_are(rows, size) -> None:
    codes, count, _ = grouped(rows)
    found = {one.columns: one for one in walk(codes, count, size)}
    assert sorted(found) == sorted(subsets_of(len(rows[0]), size))
    for columns, one in found.items():
        seen = Counter(shown(row, columns) for row in rows)
        del seen[None]
        assert one.records == sum(seen.values())
        assert one.groups == len(seen)
        assert one.alone == sum(number == 1 for number in seen.values())
        assert one.squares == sum(number**2 for number in seen.values())


@FEW
@given(tables())
def test_distinction_and_separation_follow_their_definitions(rows) -> None:
    codes, count, _ = grouped(rows)
    for one in walk(codes, count, 5):
        values = [v for v in (shown(row, one.columns) for row in rows) if v is not None]
        pairs = [mine != other for mine, other in combinations(values, 2)]
        assert one.distinction == (len(set(values)) / len(values) if values else None)
        wanted = pytest.approx(sum(pairs) / len(pairs), abs=1e-15) if pairs else None
        assert one.separation == wanted


@FEW
@given(st.data(), tables())
def test_where_people_are_told_apart_those_who_are_alone_are_people(data, rows) -> None:
    codes, count, ids = grouped(rows)
    people = data.draw(people_of(rows))
    for one in walk(codes, count, 5, ranges(ids, people, len(codes))):
        values = {shown(row, one.columns) for row in rows} - {None}
        alone = [v for v in values if holders(rows, one.columns, v, people) == 1]
        assert one.alone == len(alone)
        assert one.groups == len(values)


@FEW
@given(st.data(), tables(), st.booleans())
def test_a_group_is_told_of_on_the_smallest_sets_on_which_it_is_alone(
    data, rows, told_apart
) -> None:
    """A group is alone on a subset if and only if it was told of there or somewhere within it."""
    codes, count, ids = grouped(rows)
    people = data.draw(people_of(rows)) if told_apart else None
    given_people = ranges(ids, people, len(codes)) if told_apart else None
    told: dict[int, list[set[int]]] = {place: [] for place in range(len(codes))}
    for one in walk(codes, count, 5, given_people):
        for place in one.found.tolist():
            told[place].append(set(one.columns))
        for place, row in enumerate(map(tuple, codes.tolist())):
            value = shown(row, one.columns)
            if value is not None:
                alone = holders(rows, one.columns, value, people) == 1
                assert alone == any(each <= set(one.columns) for each in told[place])


@FEW
@given(tables())
def test_what_a_subset_contains_comes_before_it(rows) -> None:
    codes, count, _ = grouped(rows)
    before: list[set[int]] = []
    for one in walk(codes, count, 5):
        parts = [set(one.columns) - {column} for column in one.columns if len(one.columns) > 1]
        assert all(part in before for part in parts)
        before.append(set(one.columns))


@FEW
@given(tables(most=40))
def test_sorting_and_counting_in_place_agree(rows) -> None:
    codes, count, _ = grouped(rows)
    kept = walking.SPARSE, walking.SMALL
    dense = [(one.columns, one.groups, one.found.tolist()) for one in walk(codes, count, 5)]
    try:
        walking.SPARSE, walking.SMALL = 0, 0
        sorted_ones = [
            (one.columns, one.groups, one.found.tolist()) for one in walk(codes, count, 5)
        ]
    finally:
        walking.SPARSE, walking.SMALL = kept
    assert dense == sorted_ones


def test_large_counts_are_exact() -> None:
    count = np.array([3_000_000_001, 7])
    one = next(iter(walk(np.array([[0], [0]]), count, 1)))
    assert one.squares == 3_000_000_008**2 == one.records**2


def test_a_wide_table_stays_small() -> None:
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 1000, size=(3000, 4))
    codes, count, _ = grouped(rows.tolist())
    for one in walk(codes, count, 4):
        assert one.groups == len(np.unique(rows[:, list(one.columns)], axis=0))


def test_a_column_that_is_missing_everywhere_holds_nothing() -> None:
    first = next(iter(walk(np.array([[-1], [-1]]), np.array([1, 1]), 1)))
    assert (first.records, first.groups, first.alone) == (0, 0, 0)
    assert (first.distinction, first.separation) == (None, None)


# ---------------------------------------------------------------- minimal sets


@FEW
@given(st.data(), st.integers(1, 5))
def test_minimal_sets_are_the_marked_ones_that_contain_no_other(data, width) -> None:
    every = subsets_of(width, width)
    marks = data.draw(st.lists(st.booleans(), min_size=len(every), max_size=len(every)))
    marked = {one for one, mark in zip(every, marks, strict=True) if mark}
    wanted = [one for one in every if one in marked and not any(set(o) < set(one) for o in marked)]
    shuffled = data.draw(st.permutations(list(zip(every, marks, strict=True))))
    assert minimal(shuffled) == wanted


# ---------------------------------------------------------------- how many


@pytest.mark.parametrize("width", range(1, 8))
@pytest.mark.parametrize("size", range(1, 9))
def test_subsets_are_counted(width: int, size: int) -> None:
    assert number_of_subsets(width, size) == len(subsets_of(width, size))


@pytest.mark.parametrize(("width", "most"), [(5, 31), (5, 30), (5, 4), (17, 2**17), (18, 2**17)])
def test_the_largest_size_fits_and_the_next_does_not(width: int, most: int) -> None:
    size = largest_size(width, most)
    assert size == 0 or number_of_subsets(width, size) <= most
    assert size == width or number_of_subsets(width, size + 1) > most
