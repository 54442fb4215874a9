"""Roles guessed for the columns of known surveys, and for the files of the papers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta

import numpy as np
import polars as pl
import pytest

from discret.data.files.tables import read
from discret.data.guessing.guess import Look, guess
from discret.data.guessing.reasons import (
    COORDINATE,
    EXACT_DAY,
    FREE_TEXT,
    MOST_KEYS,
    REPEATED,
    TOGETHER,
)
from discret.data.profiling import ColumnProfile, profile
from discret.data.roles import Role
from surveys import SCHEMAS
from where import SHARED, needs_tables

RECORDS = 600
TABLES = SHARED / "data"
Draw = np.random.Generator
START = date(1990, 1, 1)

KINDS: dict[str, Callable[[Draw], object]] = {
    "number": lambda rng: rng.permutation(RECORDS) * 7 + 100_003,
    "repeated": lambda rng: np.sort(rng.integers(0, RECORDS // 3, RECORDS)) * 3 + 5_001,
    "household": lambda rng: np.sort(rng.integers(0, RECORDS // 2, RECORDS)) * 10 + 70_000,
    "code_text": lambda rng: [f"P{one // 2:07d}" for one in rng.permutation(RECORDS)],
    "weight": lambda rng: 800 * np.exp(rng.normal(0, 0.5, RECORDS)),
    "weight_one": lambda rng: np.exp(rng.normal(0, 0.3, RECORDS)),
    "weight_whole": lambda rng: rng.integers(20, 900, RECORDS),
    "weight_big": lambda rng: rng.integers(200_000, 3_000_000, RECORDS),
    "money": lambda rng: np.round(np.exp(rng.normal(8, 1.2, RECORDS)), 2),
    "grams": lambda rng: rng.integers(900, 4_900, RECORDS),
    "kilos": lambda rng: np.round(rng.normal(75, 14, RECORDS), 1),
    "ratio": lambda rng: np.round(rng.normal(0, 1, RECORDS), 4),
    "age": lambda rng: rng.integers(16, 95, RECORDS),
    "birth": lambda rng: rng.integers(1925, 2004, RECORDS),
    "year": lambda rng: rng.integers(2008, 2012, RECORDS),
    "country": lambda rng: rng.choice(["AT", "BE", "DE", "FR", "IT", "PL"], RECORDS),
    "region": lambda rng: rng.choice([f"{number:02d}" for number in range(11, 33)], RECORDS),
    "postcode": lambda rng: rng.choice(
        [f"{number:05d}" for number in range(1_000, 1_200)], RECORDS
    ),
    "letter": lambda rng: rng.choice(list("ABCDEFGHIJ"), RECORDS),
    "icd": lambda rng: rng.choice([f"I{number}" for number in range(200, 260)], RECORDS),
    "yes": lambda rng: rng.choice(["yes", "no"], RECORDS),
    "coordinate": lambda rng: rng.uniform(40, 50, RECORDS),
    "date": lambda rng: [
        START + timedelta(int(integer)) for integer in rng.integers(0, 3_000, RECORDS)
    ],
    "date_text": lambda rng: [
        f"{number % 28 + 1:02d}/{number % 12 + 1:02d}/20{number % 20:02d}"
        for number in range(RECORDS)
    ],
    "date_packed": lambda rng: [20_110_101 + number % 28 for number in range(RECORDS)],
    "sentence": lambda rng: [
        f"came with {number} relatives and left alone" for number in range(RECORDS)
    ],
    "mail": lambda rng: [f"p{number}@example.org" for number in range(RECORDS)],
}


def drawn(kind: str, rng: Draw) -> object:
    """Return values of a kind: a maker's, or `code7`, `words7`, `likert7`."""
    if kind in KINDS:
        return KINDS[kind](rng)
    name = kind.rstrip("0123456789")
    size = int(kind.removeprefix(name))
    values = rng.integers(0 if name == "likert" else 1, size + (name != "likert"), RECORDS)
    return [f"{name} {value}" for value in values] if name == "words" else values


def columns(schema: str) -> Iterator[tuple[str, str, set[str]]]:
    """Yield the columns of a schema with their kind and roles."""
    names: list[str] = []
    for line in schema.strip().splitlines():
        head, found, rest = line.partition(":")
        names += head.split()
        if found:
            kind, _, roles = rest.partition("->")
            yield from ((name, kind.strip(), set(roles.split())) for name in names)
            names = []


def told(survey: str) -> dict[str, ColumnProfile]:
    rng = np.random.default_rng(13)
    frame = {name: drawn(kind, rng) for name, kind, _ in columns(SCHEMAS[survey])}
    return {one.name: one for one in profile(pl.DataFrame(frame))}


@pytest.mark.parametrize("survey", SCHEMAS)
def test_roles_of_known_surveys(survey: str) -> None:
    found = told(survey)
    wrong = {
        name: (str(found[name].role), str(found[name].why))
        for name, _, roles in columns(SCHEMAS[survey])
        if str(found[name].role) not in roles
    }
    assert wrong == {}


def test_there_are_twenty_surveys_and_more() -> None:
    assert len(SCHEMAS) >= 20


@pytest.mark.parametrize("survey", SCHEMAS)
def test_repeated_numbers_of_people_never_leave(survey: str) -> None:
    found = told(survey)
    kinds = {name: kind for name, kind, _ in columns(SCHEMAS[survey])}
    held = {Role.IDENTIFIER, Role.INDIVIDUAL, Role.HOUSEHOLD, Role.ROW}
    numbers = [n for n, kind in kinds.items() if kind in {"repeated", "household", "code_text"}]
    assert [name for name in numbers if found[name].role not in held] == []


def test_what_needs_treatment_is_said() -> None:
    stays, survey = told("hospital stays (PMSI)"), told("DHS")
    assert stays["date_entree"].why == stays["date_sortie"].why == EXACT_DAY
    assert stays["commentaire"].why == FREE_TEXT
    assert survey["LATNUM"].why == COORDINATE
    assert all("drop" in one or "recode" in one for one in (EXACT_DAY, FREE_TEXT, COORDINATE))


def test_a_questionnaire_has_few_keys_and_says_why() -> None:
    rng = np.random.default_rng(1)
    items = {f"item{number}": rng.integers(0, 4, 300) for number in range(89)}
    found = profile(pl.DataFrame({**items, "age": rng.integers(18, 60, 300)}))
    assert [one.name for one in found if one.role is Role.KEY] == ["age"]
    assert "one of 89 columns" in found[0].why
    assert "89 colonnes" in found[0].why.fr


def test_weights_are_known_by_their_behaviour() -> None:
    rng = np.random.default_rng(5)
    weights = 500 * np.exp(rng.normal(0, 0.4, 400))
    for name in ("rb062", "w3", "fw", "raising_factor"):
        assert guess(Look.of(pl.Series(name, weights)), set())[0] is Role.WEIGHT
    for values in (-weights, np.round(weights), np.full(400, 3.0), weights / weights.sum()):
        look = Look.of(pl.Series("q12", values))
        assert guess(look, set())[0] is not Role.WEIGHT


def test_numbers_whose_records_stand_together_are_people() -> None:
    numbers = pl.Series("zq", [number // 3 for number in range(900)])
    assert guess(Look.of(numbers), set()) == (Role.INDIVIDUAL, TOGETHER)
    assert guess(Look.of(numbers.shuffle(1)), set()) == (Role.INDIVIDUAL, REPEATED)
    drawn = numbers.sample(900, with_replacement=True, seed=1)
    assert guess(Look.of(drawn), set())[0] is Role.SENSITIVE


REAL = {
    "sdcmicro/testdata.csv": {"sampling_weight": {"weight"}, "ori_hid": {"household"}},
    "sdcmicro/francdat.csv": {},
    "sdcmicro/CASCrefmicrodata.csv": {},
    "sdcmicro/Tarragona.csv": {},
    "adult/adult.csv": {"age": {"key"}, "sex": {"key"}, "native-country": {"key"}},
    "differencing_example.csv": {},
}


@needs_tables
@pytest.mark.parametrize("path", REAL)
def test_roles_of_real_files(path: str) -> None:
    found = {one.name: one for one in profile(read(TABLES / path).frame)}
    wrong = {n: str(found[n].role) for n, ok in REAL[path].items() if str(found[n].role) not in ok}
    assert wrong == {}
    assert sum(one.role is Role.KEY for one in found.values()) <= MOST_KEYS
    assert all(one.why and one.why.fr for one in found.values())
