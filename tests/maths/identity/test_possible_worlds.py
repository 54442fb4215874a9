"""Possible worlds: what a flow and its components say is what all worlds, listed, say."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from discret.maths.identity.possible_worlds import worlds

RULES = list(product([False, True], repeat=3))


def every_world(
    records: np.ndarray, people: np.ndarray, fits: np.ndarray, rules: tuple[bool, bool, bool]
) -> Iterator[tuple[int, ...]]:
    """Yield all worlds: the person of each record, −1 for somebody else."""
    every_record, every_person, several = rules
    behind = np.repeat(np.arange(len(people)), people)
    left = [
        [*([] if every_record else [-1]), *np.flatnonzero(fits[kind][behind]).tolist()]
        for kind in np.repeat(np.arange(len(records)), records)
    ]
    for world in product(*left):
        named = [person for person in world if person >= 0]
        if not several and len({*named}) < len(named):
            continue
        if not every_person or len({*named}) == len(behind):
            yield world


@pytest.mark.parametrize("rules", RULES)
def test_what_is_possible_and_certain_is_that_of_all_worlds(
    rules: tuple[bool, bool, bool],
) -> None:
    rng = np.random.default_rng([7, *map(int, rules)])
    tried = contradictions = sure = 0
    while tried < 150:
        records, people = (
            rng.integers(1, 3, rng.integers(1, 4)),
            rng.integers(1, 3, rng.integers(1, 4)),
        )
        if records.sum() > 5 or people.sum() > 4:
            continue
        tried += 1
        fits = rng.random((len(records), len(people))) < 0.6
        record, person = np.nonzero(fits)
        every_record, every_person, several = rules
        found = worlds(
            records, people, record, person,
            every_record=every_record, every_person=every_person, several=several,
        )  # fmt: skip
        listed = np.array([*every_world(records, people, fits, rules)])
        assert found.fits == bool(len(listed))
        contradictions += not len(listed)
        if not len(listed):
            assert found.possible.all()
            assert not found.certain.any()
            continue
        own = np.repeat(np.arange(len(records)), records)
        theirs = np.repeat(np.arange(len(people)), people)
        for place, (one, other) in enumerate(zip(record, person, strict=True)):
            cells = [listed[:, n] == m for n in np.flatnonzero(own == one)
                     for m in np.flatnonzero(theirs == other)]  # fmt: skip
            assert {bool(cell.any()) for cell in cells} == {bool(found.possible[place])}
            assert {bool(cell.all()) for cell in cells} == {bool(found.certain[place])}
        sure += int(found.certain.sum())
    assert sure or not (rules[0] or rules[1])
    assert contradictions or not (rules[0] or rules[1])


def test_a_long_chain_is_settled_by_its_end() -> None:
    """Person n may have record n or n + 1, but the last has one alone: then all are certain."""
    many = 5000
    one = np.ones(many, dtype=np.int64)
    record = np.concatenate([np.arange(many), np.arange(1, many)])
    person = np.concatenate([np.arange(many), np.arange(many - 1)])
    found = worlds(one, one, record, person, every_record=False, every_person=True, several=False)
    assert found.certain.tolist() == [True] * many + [False] * (many - 1)
    assert found.possible.tolist() == found.certain.tolist()
