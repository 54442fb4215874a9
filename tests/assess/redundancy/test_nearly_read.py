"""Numbers that others know roughly, told nearly by columns that were left as they are."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset, Plan
from discret.assess import KAnonymity, Linkage
from discret.maths.redundancy.nearness import by_arithmetic, by_classes
from discret.parts import Method
from discret.plan.release import Release
from discret.plan.terms import Terms
from discret.reduce import Microaggregate, Noise, Round, Swap, Synthesise

N = 300
PAY = pl.col("pay")
METHODS: list[Method] = [
    Noise(columns=["pay"], alpha=0.5),
    Swap(columns=["pay"], share=0.3),
    Synthesise(columns=["pay"]),
    Microaggregate(columns=["pay"], k=10),
    Round(columns=["pay"], base=2000, how="random"),
]
TELLING: dict[str, dict[str, Any]] = {
    "class": {"class": PAY // 100},
    "total and part": {"part": pl.col("other"), "total": PAY + pl.col("other")},
    "ratio": {"part": pl.col("other"), "ratio": PAY / pl.col("other")},
    "nearly the same": {"again": 1e6 - 0.37 * PAY + pl.col("error")},
}
SILENT: dict[str, dict[str, Any]] = {
    "wide class": {"class": PAY // 2000},
    "total alone": {"total": PAY + pl.col("other")},
    "association": {"again": PAY + 500 * pl.col("error")},
}


def run(method: Method, made: dict[str, Any]) -> Release:
    rng = np.random.default_rng(1)
    table = pl.DataFrame({
        "sex": rng.choice(["f", "m"], N).tolist(),
        "pay": rng.integers(1000, 9000, N).astype(float),
        "other": rng.integers(1, 5000, N).astype(float),
        "error": rng.normal(0, 0.5, N),
    }).with_columns(**made).select("sex", "pay", *made)  # fmt: skip
    data = Dataset.of(table, key="sex", number="pay")
    plan = Plan(
        assess=[KAnonymity(k=3), Linkage(columns=["pay"], most=0.3)],
        reduce=[method],
        release=Terms(unexamined=list(made)),
    )
    return plan.run(data, seed=1)


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
@pytest.mark.parametrize("made", TELLING.values(), ids=TELLING)
def test_what_tells_a_number_nearly_closes_the_gate(method: Method, made: dict[str, Any]) -> None:
    release = run(method, made)
    assert release.met is False
    assert any(reading["column"] == "pay" for reading in release.gate.readings)


@pytest.mark.parametrize("made", SILENT.values(), ids=SILENT)
def test_what_tells_less_does_not(made: dict[str, Any]) -> None:
    assert run(METHODS[0], made).met is True


def test_only_columns_that_are_needed_are_named() -> None:
    made = {"noise": pl.col("error"), **TELLING["total and part"]}
    [reading] = run(METHODS[0], made).gate.readings
    assert (reading["from"], reading["how"]) == (["part", "total"], "near")


def test_numbers_that_stay_near_are_not_read() -> None:
    release = run(Round(columns=["pay"], base=10), {"class": PAY // 100})
    assert [reading["how"] for reading in release.gate.readings] != ["near"]


def test_unrelated_columns_tell_nothing() -> None:
    rng = np.random.default_rng(2)
    for trial in range(300):
        size, width = int(rng.integers(12, 120)), int(rng.integers(1, 6))
        draws = [rng.normal(size=size), rng.lognormal(5, 2, size), rng.poisson(0.3, size) * 1.0]
        wanted = draws[trial % 3]
        shown = [rng.lognormal(1, 2, size) for _ in range(width)]
        shown += [rng.integers(0, 5, size).astype(float)]
        assert by_arithmetic(wanted, shown) is None
        assert by_classes(wanted, rng.integers(0, max(size // 3, 1), size)) is None


def test_missing_numbers_and_constants_are_no_fault() -> None:
    gone = np.full(40, np.nan)
    assert by_arithmetic(gone, [gone, np.ones(40)]) is None
    assert by_classes(gone, np.zeros(40, dtype=np.int64)) is None
    assert by_arithmetic(np.ones(40), [np.arange(40.0)]) is None
    assert by_classes(np.arange(3.0), np.full(3, -1)) is None
    assert by_arithmetic(np.arange(40.0), []) is None
