"""Names, addresses and free text do not leave for being called sensitive, or a key."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Dataset, Plan
from discret.assess import (
    BetaLikeness,
    Homogeneity,
    IndividualRisk,
    KAnonymity,
    LDiversity,
    QuasiIdentifiers,
    TCloseness,
)
from discret.data.roles import Role
from discret.plan.gate import apart
from discret.plan.gate.apart import MANY, alone
from discret.plan.release import Release
from discret.plan.terms import Terms
from engines import Engine

SIZE = 60


def people(**columns: Any) -> pl.DataFrame:
    sexes = {"sex": ["f", "m"] * (SIZE // 2)}
    return pl.DataFrame({**sexes, **columns})


NAMES = [f"Ann Smith {letter}{place}" for place in range(SIZE // 2) for letter in "xy"]
TELLING = {
    "names": NAMES,
    "mail": [f"u{place}@example.org" for place in range(SIZE)],
    "phones": [f"06 12 {place} 34 56" for place in range(10, 10 + SIZE)],
    "sentences": [f"said that it was number {place}" for place in range(SIZE)],
    "days": [f"1950-{1 + place % 12:02}-{1 + place // 12:02}" for place in range(SIZE)],
    "mostly": [*NAMES[:40], *["nothing"] * 20],
    "rarely there": [*NAMES[:12], *[None] * 48],
    "padded numbers": [f"{place:05}" for place in range(SIZE)],
    "telephone": [f"06{place}123456" for place in range(10, 10 + SIZE)],
    "record number": [4000 + place for place in range(SIZE)],
    "number with gaps": [1 + 2 * place - place % 2 for place in range(SIZE)],
    "decimal number": [float(place) for place in range(SIZE)],
    "number in text": [*map(str, range(900, 899 + SIZE)), "none"],
    "born": [int(f"19{40 + place % 60}0{1 + place % 9}{10 + place % 19}") for place in range(SIZE)],
    "call": [33_600_000_000 + 7919 * place**2 for place in range(SIZE)],
    "unicode": [f"é{chr(0x4E00 + place)}" for place in range(SIZE)],
}
MEASURES = {
    "l": LDiversity(l=2, column="said"),
    "homogeneity": Homogeneity(column="said"),
    "t": TCloseness(t=1, column="said"),
    "beta": BetaLikeness(beta=1e9, column="said"),
    "quasi": QuasiIdentifiers(columns=["said", "sex"]),
}


def run(data: Dataset, *measures: Any, **terms: Any) -> Release:
    return Plan(assess=[KAnonymity(k=3), *measures], release=Terms(**terms)).run(data, seed=1)


@pytest.mark.parametrize("said", TELLING)
def test_what_tells_most_people_apart_closes_the_gate(said: str) -> None:
    data = Dataset.of(people(said=TELLING[said]), key="sex", sensitive="said")
    release = run(data, LDiversity(l=2))
    assert [finding.met for finding in release.risk] == [True, True]
    assert (release.met, release.gate.columns["said"].state) == (False, "telling")
    assert "said" in str(release.gate.reasons[0])
    assert "unexamined" in str(release.gate.reasons[0])


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("role", ["sensitive", "ignored"])
def test_whatever_measure_looks_at_it(measure: str, role: str) -> None:
    roles = {"sensitive": "said"} if role == "sensitive" else {}
    release = run(Dataset.of(people(said=NAMES), key="sex", **roles), MEASURES[measure])
    assert release.met is False


def test_large_weights_make_no_name_safe() -> None:
    frame = people(said=NAMES, w=[1e6] * SIZE)
    data = Dataset.of(frame, key=["sex", "said"], weight="w")
    release = Plan(assess=[IndividualRisk(most=0.1)]).run(data, seed=1)
    assert [finding.met for finding in release.risk] == [True]
    assert (release.met, release.gate.columns["said"].state) == (False, "telling")


def test_several_records_of_each_person_hide_no_name() -> None:
    frame = people(said=[name for name in NAMES[: SIZE // 3] for _ in range(3)])
    frame = frame.with_columns(who=pl.int_range(SIZE) // 3)
    data = Dataset.of(frame, key="sex", sensitive="said", individual="who")
    assert run(data, LDiversity(l=2)).gate.columns["said"].state == "telling"


@pytest.mark.parametrize(("times", "gone"), [(2, 0), (2, 2), (3, 0), (3, 2), (6, 0)])
def test_a_list_of_people_that_stands_several_times_over_is_one_of_names(
    times: int, gone: int
) -> None:
    listed = [*NAMES[: SIZE // times] * times][: SIZE - gone] + [None] * gone
    data = Dataset.of(people(said=listed), key="sex", sensitive="said")
    release = run(data, LDiversity(l=2))
    assert (release.met, release.gate.columns["said"].state) == (False, "telling")
    assert "individual" in str(release.gate.reasons[0])


def test_words_that_chance_or_many_repeat_are_no_list() -> None:
    drawn = np.random.default_rng(3).choice(NAMES[:20], SIZE).tolist()
    for said in (drawn, ["a", "b", "c"] * 20, [20 + place % 30 for place in range(SIZE)]):
        data = Dataset.of(people(said=said), key="sex", sensitive="said")
        assert run(data, LDiversity(l=2)).gate.columns["said"].state == "judged"


def test_what_is_accepted_by_name_leaves_and_is_named() -> None:
    data = Dataset.of(people(said=NAMES), key="sex", sensitive="said")
    release = run(data, LDiversity(l=2), unexamined=["said"])
    assert (release.met, release.gate.columns["said"].state) == (True, "accepted")
    assert any("unexamined" in str(notice) and "said" in str(notice) for notice in release.notices)


def test_amounts_pass_and_are_told() -> None:
    frame = people(income=np.random.default_rng(1).lognormal(9, 1, SIZE))
    release = run(Dataset.of(frame, key="sex", sensitive="income"), LDiversity(l=2))
    assert (release.met, release.gate.columns["income"].state) == (True, "judged")
    assert any("income (60/60)" in str(notice) for notice in release.notices)


AMOUNTS: dict[str, Callable[[np.random.Generator, int], Any]] = {
    "pay": lambda draw, size: draw.lognormal(9, 1, size).round(),
    "whole pay": lambda draw, size: draw.lognormal(7, 1, size).round().astype(int),
    "age": lambda draw, size: draw.integers(18, 90, size),
    "year": lambda draw, size: draw.integers(1930, 2005, size),
    "weight in grams": lambda draw, size: draw.normal(70_000, 9_000, size).round(),
    "small places": lambda draw, size: draw.integers(0, 2 * size, size),
    "prices": lambda draw, size: draw.uniform(1, 99, size).round(2),
    "large sums": lambda draw, size: draw.lognormal(18, 1, size).round(),
    "in text": lambda draw, size: [str(one) for one in draw.lognormal(9, 1, size).round(1)],
}


@pytest.mark.parametrize("size", [10, 14, 20, 30, 60, 200, 3000])
@pytest.mark.parametrize("amount", AMOUNTS)
def test_numbers_as_chance_has_them_are_no_names(amount: str, size: int) -> None:
    draw = np.random.default_rng(size)
    drawn = [pl.DataFrame({"said": AMOUNTS[amount](draw, size)}) for _ in range(20)]
    found = [alone(Dataset.of(frame), ["said"])["said"].names for frame in drawn]
    assert sum(found) <= 2  # of twenty, in the smallest files alone


@pytest.mark.parametrize("values", [["a", "b", "c"] * 20, [*NAMES[: MANY - 1], *["x"] * 51]])
def test_few_people_alone_with_words_pass(values: list[str]) -> None:
    data = Dataset.of(people(said=values), key="sex", sensitive="said")
    assert run(data, LDiversity(l=2)).gate.columns["said"].state == "judged"


def test_a_word_that_was_dropped_decides_nothing() -> None:
    """The type of a column may come from a value that is gone: the values decide, not the type."""
    numbers = [str(place) for place in range(1000, 1000 + SIZE)]
    texts, whole = pl.Series(numbers), pl.Series(numbers).cast(pl.Int64)
    found = [alone(Dataset.of(people(said=one)), ["said"])["said"] for one in (texts, whole)]
    assert found[0] == found[1]


KINDS: dict[str, Any] = {
    "days": pl.date_range(date(1950, 1, 1), date(1950, 3, 1), eager=True),
    "durations": pl.Series([timedelta(seconds=place) for place in range(SIZE)]),
    "times": pl.Series([time(place % 24, place) for place in range(SIZE)]),
    "moments": pl.Series([datetime(2020, 1, 1, 1, place) for place in range(SIZE)]),
    "bytes": pl.Series([bytes([200, place]) for place in range(SIZE)]),
    "categories": pl.Series(NAMES, dtype=pl.Categorical),
    "listed": pl.Series(NAMES, dtype=pl.Enum(NAMES)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_the_type(kind: str) -> None:
    data = Dataset.of(people(said=KINDS[kind]), key="sex")
    assert alone(data, ["said"])["said"] == (SIZE, SIZE, SIZE)


VALUES = st.sampled_from(["a", "b", "Ann", "1", "2.5", "-3e5", "1 2", "é", "012", None])


@given(st.lists(st.tuples(VALUES, st.sampled_from([None, "p", "q", "r"])), min_size=1))
@pytest.mark.parametrize("by", [None, "who"])
def test_people_alone_are_those_counted_one_by_one(by: str | None, rows: list[Any]) -> None:
    frame = pl.DataFrame(rows, schema={"said": pl.String, "who": pl.String}, orient="row")
    data = Dataset.of(frame, **({} if by is None else {"individual": by}))
    holders: dict[str, list[Any]] = {}
    for place, (value, who) in enumerate(rows):
        if value is not None:
            holders.setdefault(value, []).append(place if by is None else who)
    sizes = {v: max(len({w for w in own if w is not None}), 1) for v, own in holders.items()}
    lone = [value for value, size in sizes.items() if size == 1]
    words = [value for value in lone if value not in ("1", "2.5", "-3e5")]
    assert alone(data, ["said"])["said"] == (sum(sizes.values()), len(lone), len(words))


def test_in_every_engine(engine: Engine) -> None:
    frame = people(said=[*NAMES[:40], *["x"] * 20], day=[None, *range(SIZE - 1)])
    here = alone(Dataset.of(frame, individual="sex"), ["said", "day"])
    there = Dataset.of(engine(frame), individual="sex")
    assert alone(there, ["said", "day"]) == here
    twice = people(said=NAMES[:30] * 2)
    assert alone(Dataset.of(engine(twice)), ["said"]) == {"said": (30, 30, 30)}


def test_the_command_ends_with_one(tmp_path: Path) -> None:
    people(said=NAMES).write_csv(tmp_path / "d.csv")
    (tmp_path / "p.toml").write_text(
        '[data]\nfile = "d.csv"\n[roles]\nkey = ["sex"]\nsensitive = ["said"]\n'
        '[[assess]]\nmeasure = "k_anonymity"\nk = 3\n[[assess]]\nmeasure = "l_diversity"\nl = 2\n'
    )
    command = [sys.executable, "-m", "discret", "run", "p.toml", "--out", "out"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Ann Smith" not in done.stdout + done.stderr


def test_no_role_that_leaves_is_left_out() -> None:
    """Of the roles with which a column leaves under its own name, none lets names through."""
    for role in (Role.KEY, Role.AREA, Role.SENSITIVE, Role.IGNORED):
        roles = {str(role): "said"} if role is not Role.IGNORED else {}
        keys = {"key": ["sex", "said"] if role is Role.KEY else "sex"}
        data = Dataset.of(people(said=NAMES), **{**roles, **keys})
        plan = Plan(assess=[KAnonymity(k=3), *([LDiversity(l=2)] if role == "sensitive" else [])])
        assert plan.run(data, seed=1).met is False


BLANKS = [" ", "\t", "\n", "\x0b", "\x1c", "\x1f", "\x85", "\xa0", "\u2003", "\u200b", "\u3000"]
WRITTEN = ["12", "012", "0", "1.5", "1,", ".5", "+3", "-0", "1e5", "1e", "x", "", "１２", "9" * 19]
FEW_OF_EACH = [
    pl.Series([left + text + right for text in WRITTEN for left in BLANKS for right in ("", "\n")]),
    pl.Series([*WRITTEN, None] * 3),
    pl.Series([str(n) for n in range(40)], dtype=pl.Categorical),
    pl.Series([0, 3, 3, 2**40, -1, None]),
    pl.Series([0.0, -0.0, 2.0, 2.5, -1.0, float("inf"), 1e300, None]),
    pl.Series([date(2024, 1, day) for day in range(1, 20)]),
    pl.Series([True, False, False, None]),
]


@pytest.mark.parametrize("values", FEW_OF_EACH, ids=lambda values: str(values.dtype))
def test_few_values_are_read_as_many_are(
    values: pl.Series, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = Dataset.of(pl.DataFrame({"told": values}))
    few = apart._by_people(data, "told")
    monkeypatch.setattr(apart, "FEW", -1)
    assert few == apart._by_people(data, "told")
