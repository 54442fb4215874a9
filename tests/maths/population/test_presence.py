"""Presence: every possible world of small populations, listed and counted."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.population.covering import Covering
from discret.maths.population.presence import presence
from strategies import examples

Person = tuple[int, ...]


def fits(record: Person, person: Person) -> bool:
    return all(shown in (-1, held) for shown, held in zip(record, person, strict=True))


def chances(records: list[Person], people: list[Person]) -> list[float]:
    """For each person, the share of worlds in which a record is theirs.

    A world gives each record a person of its own who carries what the record shows.
    """
    worlds = [
        world
        for world in permutations(range(len(people)), len(records))
        if all(fits(record, people[who]) for record, who in zip(records, world, strict=True))
    ]
    assert worlds
    seen = Counter(who for world in worlds for who in world)
    return [seen[who] / len(worlds) for who in range(len(people))]


def bounds(records: list[Person], people: list[Person]) -> list[tuple[float, float]]:
    """The bounds for each person, from the groups of the release and the cells of the people."""
    groups, held = Counter(records), Counter(people)
    released, cells = np.array(list(groups)), np.array(list(held))
    others = np.array([
        sum(
            number
            for other, number in groups.items()
            if other != group
            and all(a == b or -1 in (a, b) for a, b in zip(group, other, strict=True))
        )
        for group in groups
    ])  # fmt: skip
    covering = Covering.of(released, cells)
    low, high = presence(
        covering, np.array(list(groups.values())), np.array(list(held.values())), others
    )
    places = {cell: place for place, cell in enumerate(held)}
    return [(low[places[person]], high[places[person]]) for person in people]


@st.composite
def releases(draw: st.DrawFn, *, blanks: bool) -> tuple[list[Person], list[Person]]:
    """Some people, and records of a part of them, a few values blanked."""
    people = draw(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 2)), min_size=1, max_size=6))
    size = draw(st.integers(1, min(len(people), 4)))
    records = []
    for person in people[:size]:
        hidden = draw(st.tuples(st.booleans(), st.booleans())) if blanks else (False, False)
        records.append(tuple(-1 if h else v for h, v in zip(hidden, person, strict=True)))
    return records, people


@examples(150)
@given(releases(blanks=True))
def test_the_chance_in_all_worlds_lies_between_the_bounds(drawn) -> None:
    records, people = drawn
    for (low, high), chance in zip(bounds(records, people), chances(records, people), strict=True):
        assert low <= chance * (1 + 1e-12)
        assert chance <= high * (1 + 1e-12)
        assert 0 <= low <= high <= 1


@examples(60)
@given(releases(blanks=False))
def test_without_blanks_the_bounds_are_the_chance(drawn) -> None:
    records, people = drawn
    found = bounds(records, people)
    assert [low for low, _ in found] == pytest.approx(chances(records, people), rel=1e-12)
    assert [high for _, high in found] == pytest.approx(chances(records, people), rel=1e-12)


def test_the_sum_of_the_shares_would_be_too_low() -> None:
    # Both women of 30 are released by their age: a woman of unknown age is the one of 40.
    people = [(0, 30), (0, 30), (0, 40)]
    records = [(0, 30), (0, 30), (0, -1)]
    assert chances(records, people) == [1, 1, 1]
    assert sum(1 / 3 for _ in records[2:]) < 1
    assert bounds(records, people)[2] == (pytest.approx(1 / 3), 1)


def test_one_blank_record_in_a_large_population_says_next_to_nothing() -> None:
    people = [(0, age) for age in range(1000)]
    records = [(0, 7), (0, -1)]
    low, high = bounds(records, people)[500]
    assert low == pytest.approx(1 / 1000)
    assert high == pytest.approx(1 / 999)
