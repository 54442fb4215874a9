"""Candidates: pairs found by walking two trees are those of comparing all with all."""

from __future__ import annotations

import numpy as np
import pytest

from discret.maths.identity.candidates import Meaning, candidates
from discret.maths.identity.owners import Owners, paired


def drawn(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
    """Some records, some people, and which label of each column may stand for which value."""
    sizes = rng.integers(1, 5, (int(rng.integers(1, 4)), 2))
    together = [rng.random((values, labels)) < rng.random() for values, labels in sizes]
    records = np.stack([rng.integers(-1, labels, 6) for _, labels in sizes], axis=1)
    people = np.stack([rng.integers(-1, values, 6) for values, _ in sizes], axis=1)
    return np.unique(records, axis=0), np.unique(people, axis=0), together


def meanings(together: list[np.ndarray]) -> list[Meaning]:
    return [Meaning.of(*own.shape, *np.nonzero(own)) for own in together]


def fit(record: np.ndarray, person: np.ndarray, together: list[np.ndarray]) -> bool:
    cells = zip(record, person, together, strict=True)
    return all(label < 0 or value < 0 or own[value, label] for label, value, own in cells)


@pytest.mark.parametrize("seed", range(5))
def test_pairs_are_those_of_all_with_all_each_once(seed: int) -> None:
    rng = np.random.default_rng([1, seed])
    for _ in range(200):
        records, people, together = drawn(rng)
        block = int(rng.integers(1, 9))
        blocks = [np.stack(pair) for pair in candidates(records, people, meanings(together), block)]
        found = [tuple(pair) for one in blocks for pair in one.T.tolist()]
        every = [(n, m) for n in range(len(records)) for m in range(len(people))]
        assert sorted(found) == [p for p in every if fit(records[p[0]], people[p[1]], together)]


def test_values_that_no_label_tells_apart_are_one() -> None:
    rng = np.random.default_rng(2)
    for _ in range(300):
        own = rng.random((int(rng.integers(1, 7)), int(rng.integers(1, 4)))) < rng.random()
        kind, merged = meanings([own])[0].merged()
        table = np.zeros((merged.values, own.shape[1]), dtype=bool)
        table[merged.value, merged.label] = True
        assert (table[kind] == own).all()
        assert merged.values == len(np.unique(own, axis=0))


def test_nobody_and_nothing_have_no_pairs() -> None:
    none = np.zeros((0, 1), dtype=np.int64)
    some = np.zeros((2, 1), dtype=np.int64)
    ages = Meaning.of(1, 1, np.zeros(1, int), np.zeros(1, int))
    assert [*candidates(none, some, [ages])] == []
    assert [*candidates(some[:1], none, [ages])] == []


def test_owners_of_several_items_must_fit_all_of_them() -> None:
    rng = np.random.default_rng(3)
    for _ in range(300):
        behind, rows = rng.integers(0, 4, (2, 6))
        group, row = rng.integers(0, 3, 6), rng.integers(0, 3, 6)
        fits = rng.random((3, 3)) < 0.6
        files, people = Owners.of(behind, group, 3), Owners.of(rows, row, 3)
        kinds = {
            *zip(*(own.tolist() for own in paired(files, people, *np.nonzero(fits))), strict=True)
        }
        for one in np.unique(behind):
            for other in np.unique(rows):
                own, theirs = group[behind == one], row[rows == other]
                pair = (int(files.kind[one]), int(people.kind[other]))
                assert (pair in kinds) == fits[np.ix_(own, theirs)].any(axis=1).all()
