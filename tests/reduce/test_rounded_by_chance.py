"""Numbers rounded by chance: kept on average, to a multiple beside them, totals controlled."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset
from discret.assess import IntervalDisclosure
from discret.data.examples import illnesses
from discret.errors import ColumnError, ParameterError, TargetError
from discret.quantify import DetailLost
from discret.reduce import Round
from strategies import examples

DRAWS = 1_500


def rounded(frame: pl.DataFrame, seed: int = 1, weight: str | None = None, **settings: Any) -> Any:
    data = Dataset.of(frame, weight=weight)
    settings = {"columns": ["x"], "base": 10, "how": "controlled"} | settings
    change = Round(**settings).apply(data, Context(rng=np.random.default_rng(seed)))
    return change.data.to_polars(), change.facts


def people(records: int, seed: int, kind: str) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    whole = rng.integers(-40, 40, records)
    values: Any = {
        "small": whole,
        "large": 2**60 + whole,
        "decimal": whole / 4,
    }[kind]
    holes = pl.Series(rng.random(records) < 0.1)
    return pl.DataFrame({
        "x": pl.Series(values).set(holes, None), "sex": rng.choice(["f", "m"], records),
        "town": pl.Series(["a", "b", None])[rng.integers(0, 3, records)],
        "w": rng.uniform(1, 9, records),
    })  # fmt: skip


def exact(values: Sequence[Any]) -> Fraction:
    return sum((Fraction(value) for value in values if value is not None), Fraction(0))


def sums(frame: pl.DataFrame, names: Sequence[str]) -> dict[Any, Fraction]:
    """Totals by category, exactly, in plain Python."""
    found: dict[Any, list[Any]] = {}
    for row in frame.to_dicts():
        found.setdefault(tuple(row[name] for name in names), []).append(row["x"])
    return {key: exact(values) for key, values in found.items()}


@examples(60)
@given(
    st.integers(1, 40), st.integers(0, 10**6), st.sampled_from(["small", "large", "decimal"]),
    st.sampled_from([(), ("sex",), ("sex", "town"), ("sex * town",)]), st.sampled_from([1, 5, 10]),
)  # fmt: skip
def test_controlled_rounding_keeps_totals(
    records: int, seed: int, kind: str, margins: tuple[str, ...], base: int
) -> None:
    frame = people(records, seed, kind)
    after, facts = rounded(frame, seed, margins=margins, base=base)
    for old, new in zip(frame["x"], after["x"], strict=True):
        assert (old is None) == (new is None)
        if old is not None:
            assert Fraction(new) % base == 0
            assert abs(Fraction(new) - Fraction(old)) < base
    crossed = [tuple(text.split(" * ")) for text in margins]
    for names in [(), *crossed]:
        before, now = sums(frame, names), sums(after, names)
        for key, total in before.items():
            assert now[key] % base == 0
            assert abs(now[key] - total) < base  # so a multiple stays
    assert facts["largest_gap"]["x"] < 1
    assert facts["totals"] == sum(len(sums(frame, names)) for names in [(), *crossed])


@pytest.mark.parametrize("kind", ["small", "large", "decimal"])
@pytest.mark.parametrize("margins", [None, [], ["sex"], ["sex", "town"]], ids=str)
def test_numbers_are_kept_on_average(kind: str, margins: list[str] | None) -> None:
    """E(z) = x for every record: five standard errors of a number that goes up or down.

    A file has many copies of the same people, each rounded as a table of its own.
    """
    own = people(25, 3, kind).drop_nulls("x")
    low = np.tile([math.floor(Fraction(value) / 10) * 10 for value in own["x"]], DRAWS)
    frame = pl.concat([own] * DRAWS).with_columns(copy=np.repeat(np.arange(DRAWS), len(own)))
    each = [f"copy * {name}" for name in margins or ()]
    after, _ = rounded(frame, how="random" if margins is None else "controlled", margins=each)
    ups = (after["x"] > pl.Series(low)).to_numpy().reshape(DRAWS, -1).mean(axis=0)
    chance = np.array([float(Fraction(value) % 10) / 10 for value in own["x"]])
    errors = np.sqrt(chance * (1 - chance) / DRAWS)
    assert (np.abs(ups - chance) <= 5 * errors).all()


def test_random_rounding_rounds_each_by_itself() -> None:
    """The variance of a sum is that of numbers drawn one by one: within five errors of it."""
    frame = pl.DataFrame({"x": [1, 3, 5, 7, 9] * (20 * DRAWS)})
    after, _ = rounded(frame, how="random")
    gaps = (after["x"] - frame["x"]).to_numpy().reshape(DRAWS, -1).sum(axis=1)
    variance = 20 * sum(rest * (10 - rest) for rest in (1, 3, 5, 7, 9))
    assert np.var(gaps) == pytest.approx(variance, rel=5 * np.sqrt(2 / DRAWS))
    assert abs(np.mean(gaps)) <= 5 * np.sqrt(variance / DRAWS)


@pytest.mark.parametrize("how", ["random", "controlled"])
def test_variances_grow_by_a_sixth_of_the_square_of_the_base(how: str) -> None:
    """As the note says: with x = low + r, E(z - x)² = r (b - r), of mean b² / 6 for even rests."""
    frame = pl.DataFrame({"x": np.random.default_rng(4).uniform(0, 4_000, 200_000)})
    after, _ = rounded(frame, how=how)
    off = (after["x"] - frame["x"]).to_numpy()
    error = np.sqrt((off**2).var() / len(off))
    assert (off**2).mean() == pytest.approx(100 / 6, abs=5 * error)
    method = Round(columns=["x"], base=10, how=how, publish=True)  # type: ignore[arg-type]
    assert method.published is not None
    assert "subtract 16.67 (base² / 6)" in str(method.published.said[0])


def test_weighted_totals_are_off_by_a_base_of_the_heaviest_at_most() -> None:
    for seed in range(30):
        frame = people(60, seed, "small").drop_nulls("x")
        after, facts = rounded(frame, seed, "w", margins=["sex"])
        moved = after.with_columns(gap=(after["x"] - frame["x"]) * frame["w"])
        found = moved.group_by("sex").agg(pl.col("gap").sum().abs(), pl.col("w").max())
        assert (found["gap"] <= 10 * found["w"] + 1e-9).all()
        means = moved.group_by("sex").agg(pl.col("gap").sum().abs() / pl.col("w").sum() / 10)
        whole = abs(moved["gap"].sum()) / moved["w"].sum() / 10
        assert facts["weighted_gap"]["x"] == pytest.approx(max(whole, *means["gap"]))


def test_several_columns_are_rounded_each_by_itself() -> None:
    frame = people(50, 1, "small").with_columns(y=pl.col("x") * 3 + 1)
    after, facts = rounded(frame, columns=["x", "y"], margins=["town"])
    for name in ("x", "y"):
        assert abs(after[name].sum() - frame[name].sum()) < 10
        assert facts["largest_gap"][name] < 1
    assert after.select("sex", "town", "w").equals(frame.select("sex", "town", "w"))


def test_three_margins_are_kept_by_a_programme() -> None:
    frame = people(400, 2, "small").with_columns(g=pl.int_range(400) % 7)
    after, facts = rounded(frame, margins=["sex", "town", "g"])
    for name in ("sex", "town", "g"):
        before, now = sums(frame, [name]), sums(after, [name])
        assert all(abs(now[key] - total) < 10 for key, total in before.items())
    assert facts["largest_gap"]["x"] < 1


def test_totals_that_cannot_all_be_kept_are_refused() -> None:
    cube = [(a, b, c) for a in "ab" for b in "ab" for c in "ab"]
    frame = pl.DataFrame(cube, schema=["a", "b", "c"], orient="row").with_columns(
        x=pl.Series([1, 0, 1, 1, 1, 1, 1, 0])
    )
    with pytest.raises(TargetError, match="cannot all be kept") as bad:
        rounded(frame, base=2, margins=["a * b", "a * c", "b * c"])
    assert bad.value.hint
    rounded(frame, base=2, margins=["a * b", "a * c"])


@pytest.mark.parametrize("how", ["random", "controlled"])
@pytest.mark.parametrize(
    ("values", "kind", "base", "wanted"),
    [
        ([1, 250, None], pl.UInt8, 100, pl.Int64),
        ([1, 120], pl.Int8, 10, pl.Int8),
        ([2**63 - 1, 5], pl.Int64, 10, None),
        ([2**63 + 5, 2**63], pl.UInt64, 10, pl.UInt64),
        ([1, 2], pl.Int64, 0.4, pl.Float64),
        ([1.5, None, math.inf], pl.Float64, 1, pl.Float64),
        ([None, None], pl.Int32, 10, pl.Int32),
        ([7], pl.Int16, 10, pl.Int16),
        ([], pl.Int16, 10, pl.Int16),
    ],
)
def test_every_type(how: str, values: list[Any], kind: Any, base: float, wanted: Any) -> None:
    frame = pl.DataFrame({"x": pl.Series(values, dtype=kind)})
    after, _ = rounded(frame, how=how, base=base)
    assert wanted is None or after["x"].dtype == wanted
    for old, new in zip(values, after["x"], strict=True):
        assert (old is None and new is None) or old == new or abs(new - old) < base


def test_what_is_released_stands_for_what_it_was_rounded_from() -> None:
    data = Dataset.of(illnesses(), key=["Âge"])
    for how in ("random", "controlled"):
        chance = Context(rng=np.random.default_rng(1))
        after = Round(columns=["Âge"], base=20, how=how).apply(data, chance).data
        assert 0 < DetailLost(columns=["Âge"]).compare(data, after).value < 1
        assert 0 <= IntervalDisclosure(columns=["Âge"]).assess(after).value <= 1


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"how": "nearest", "margins": ["sex"]}, ParameterError, "margins"),
        ({"margins": ["nowhere"]}, ColumnError, "nowhere"),
        ({"margins": ["sex * nowhere"]}, ColumnError, "nowhere"),
        ({"columns": ["sex"]}, ColumnError, "'sex'"),
        ({"base": 2.0**61}, ColumnError, "too large"),
        ({"margins": ["id", "id * sex", "id * town"]}, ColumnError, "combinations"),
    ],
)
def test_what_cannot_be_is_refused(settings: Any, error: Any, words: str) -> None:
    frame = people(50, 1, "small").with_columns(id=pl.int_range(50))
    if "id" in str(settings):
        frame = people(30_000, 1, "small").with_columns(id=pl.int_range(30_000))
    with pytest.raises(error, match=words):
        rounded(frame, **settings)
