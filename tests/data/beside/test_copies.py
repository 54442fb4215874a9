"""Copies: what names people is found wherever it stands, and chance is not taken for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset, Role
from discret.assess import Redundancy
from discret.data.beside.copies import _letters, copies
from discret.data.roles import HELD

RNG = np.random.default_rng(35)
N = 60
NAMES = [f"Boyer-{'abcdefghij'[n % 10]} {n // 10}x{n}" for n in range(N)]
WAYS: dict[str, Callable[[pl.Expr], pl.Expr]] = {
    "as it is": lambda name: name,
    "capitals": lambda name: name.str.to_uppercase(),
    "other signs": lambda name: name.str.replace_all("[- ]", "_"),
    "within": lambda name: pl.lit("mail:") + name + "@example.org",
    "categories": lambda name: name.cast(pl.Categorical),
    "of some": lambda name: pl.when(pl.int_range(pl.len()) < 9).then(name),
}


def found(data: Dataset) -> list[tuple[str, str]]:
    return [(one.column, one.source) for one in copies(data)]


@pytest.mark.parametrize("role", HELD)
@pytest.mark.parametrize("way", WAYS)
def test_a_name_is_found_in_another_column(role: Role, way: str) -> None:
    numbers = pl.Series("who", range(5000, 5000 + N))
    frame = pl.DataFrame([numbers if role is Role.ROW else pl.Series("who", NAMES)])
    text = pl.col("who").cast(pl.String)
    frame = frame.with_columns(other=WAYS[way](text), more=pl.lit("none"))
    data = Dataset.of(frame, **{role: "who"})
    assert found(data.without_columns(["who"])) == [("who", "other")]
    assert found(data) == []  # what is released as it is hides nothing


@pytest.mark.parametrize("kind", [pl.Int16, pl.Float32, pl.String, pl.Decimal(9, 2)])
def test_a_number_is_found_in_any_type(kind: Any) -> None:
    numbers = pl.Series("who", np.repeat(np.arange(20) + 1, 3))
    frame = pl.DataFrame([numbers, numbers.cast(kind).alias("other")])
    data = Dataset.of(frame, individual="who")
    new = pl.Series("who", RNG.permutation(20)[np.repeat(np.arange(20), 3)] + 1)
    renumbered = Dataset.of(frame.with_columns(new), individual="who", original=data)
    assert ("who", "other") in found(renumbered)


def test_the_finding_tells_of_it() -> None:
    frame = pl.DataFrame({"who": NAMES, "sex": ["f", "m"] * 30, "note": NAMES})
    data = Dataset.of(frame, identifier="who", key="sex").without_columns(["who"])
    finding = Redundancy(most=0).assess(data)
    assert finding.met is False
    assert finding.details["by_column"] == {"who": 1.0}
    assert [reading["how"] for reading in finding.details["readings"]] == ["copy"]


def test_numbers_that_are_equal_by_chance_are_no_copies() -> None:
    for _ in range(50):
        size = int(RNG.integers(3, 300))
        frame = pl.DataFrame({
            "who": RNG.permutation(size),
            "age": RNG.integers(0, 90, size),
            "year": RNG.integers(1930, 2020, size),
            "pay": RNG.integers(0, 10_000, size),
            "town": RNG.choice(["Lyon", "Lille"], size),
        })  # fmt: skip
        assert found(Dataset.of(frame, identifier="who").without_columns(["who"])) == []


def test_columns_without_letters_and_digits_hold_no_copy() -> None:
    frame = pl.DataFrame({
        "who": ["-", "?", "!", None] * 5,
        "signs": ["-", "?", "!", None] * 5,
        "length": pl.Series([1, 2, 3, 4] * 5).cast(pl.Duration("us")),
    })  # fmt: skip
    assert found(Dataset.of(frame, identifier="who").without_columns(["who"])) == []


def test_values_that_come_again_are_written_as_each_by_itself() -> None:
    """Each value is written once where it is there often, and each cell where it is not."""
    values = pl.Series(["Ann Lee", None, "—", "", "É 7", "ANN-LEE"])
    often = pl.concat([values] * 20)
    assert _letters(values).to_list() == ["annlee", None, None, None, "é7", "annlee"]
    assert _letters(often).to_list() == _letters(values).to_list() * 20
    assert _letters(pl.Series([None] * 9, dtype=pl.String)).to_list() == [None] * 9
