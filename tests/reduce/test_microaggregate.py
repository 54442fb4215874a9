"""Microaggregation: groups of k, the three ways of Bergeat (2014), and what is kept."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from itertools import combinations
from time import process_time
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset
from discret.assess import KAnonymity
from discret.data.examples import illnesses
from discret.errors import ColumnError, InputError
from discret.reduce import Microaggregate
from strategies import examples

WAYS = ("mdav", "refined", "univariate", "axis")


def drawn(records: int = 60, seed: int = 4) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    x = rng.normal(0, 1, records)
    return pl.DataFrame({
        "x": x, "y": x + rng.normal(0, 1, records), "w": rng.uniform(1, 9, records),
        "g": rng.choice(["a", "b"], records), "p": rng.integers(0, records // 2, records),
    })  # fmt: skip


def grouped(frame: pl.DataFrame, columns: list[str], **settings: Any) -> Any:
    roles = {name: settings.pop(name) for name in ("weight", "individual") if name in settings}
    if settings.get("how") == "refined":
        settings = {"seconds": 0.01} | settings
    change = Microaggregate(columns=columns, **settings).apply(Dataset.of(frame, **roles))
    return change.data.to_polars(), change.facts


def share_lost(before: pl.DataFrame, after: pl.DataFrame, columns: list[str]) -> float:
    """SSE/SST of standardised columns, written from the definition."""
    one, two = (table.select(columns).to_numpy().astype(float) for table in (before, after))
    spread = one.std(axis=0)
    return float((((one - two) / spread) ** 2).sum() / (((one - one.mean(0)) / spread) ** 2).sum())


def test_the_ages_of_seven_patients() -> None:
    data = Dataset.of(illnesses(), sensitive=["Âge", "Maladie"])
    for k, wanted in ((2, [134 / 3, 134 / 3, 89.5, 89.5, 24, 24, 134 / 3]),
                      (3, [75, 34, 75, 75, 34, 34, 34])):  # fmt: skip
        after = Microaggregate(columns=["Âge"], k=k).apply(data, Context()).data.to_polars()
        assert after["Âge"].to_list() == pytest.approx(wanted)


@pytest.mark.parametrize("how", ["mdav", "refined", "axis"])
@pytest.mark.parametrize("k", [2, 3, 7])
def test_every_record_shows_what_k_show(how: str, k: int) -> None:
    frame = drawn()
    after, facts = grouped(frame, ["x", "y"], k=k, how=how)
    assert min(Counter(after.select("x", "y").rows()).values()) >= k
    assert KAnonymity(k=k).assess(Dataset.of(after, key=["x", "y"])).met
    assert facts["loss"] == pytest.approx(share_lost(frame, after, ["x", "y"]))
    assert facts["smallest"] >= k
    assert after["x"].sum() == pytest.approx(frame["x"].sum())


def test_column_by_column_fails_the_joint_k_and_loses_least() -> None:
    """The three ways of Bergeat (2014) side by side."""
    frame, lost = drawn(200), {}
    for how in ("univariate", "axis", "mdav"):
        after, facts = grouped(frame, ["x", "y"], k=3, how=how)
        finding = KAnonymity(k=3).assess(Dataset.of(after, key=["x", "y"]))
        assert finding.met is (how != "univariate")
        lost[how] = facts["loss"]
        for name in ("x", "y"):
            assert min(Counter(after[name]).values()) >= 3
    assert lost["univariate"] < lost["mdav"] < lost["axis"]


def test_refined_groups_lose_no_more_and_are_always_the_same() -> None:
    frame = drawn(150)
    plain, refined = (grouped(frame, ["x", "y"], k=4, how=how) for how in ("mdav", "refined"))
    assert refined[1]["loss"] <= plain[1]["loss"]
    again = grouped(frame, ["x", "y"], k=4, how="refined")
    assert again[0].equals(refined[0])


@examples(60)
@given(st.lists(st.integers(-50, 50), min_size=4, max_size=9), st.integers(2, 4))
def test_one_column_is_grouped_as_well_as_can_be(values: list[int], k: int) -> None:
    """All ways to cut the sorted values into runs of k or more, by brute force."""
    if len(values) < k or len(set(values)) == 1:
        return
    ordered, size = sorted(values), len(values)
    frame = pl.DataFrame({"x": values})
    after, _ = grouped(frame, ["x"], k=k, how="univariate")
    found = float(((frame["x"] - after["x"]) ** 2).sum())
    ways = []
    for number in range(size // k):
        for cuts in combinations(range(1, size), number):
            runs = [ordered[a:b] for a, b in zip((0, *cuts), (*cuts, size), strict=True)]
            if all(len(run) >= k for run in runs):
                ways.append(sum(float(np.var(run)) * len(run) for run in runs))
    assert found == pytest.approx(min(ways), abs=1e-6)


@pytest.mark.parametrize("how", WAYS)
def test_parts_are_kept_apart(how: str) -> None:
    frame = drawn()
    after, _ = grouped(frame, ["x", "y"], k=3, how=how, by=["g"])
    for name in ("x", "y"):
        shown = {part: set(after.filter(frame["g"] == part)[name]) for part in ("a", "b")}
        assert not shown["a"] & shown["b"]
        assert after.filter(frame["g"] == "a")[name].sum() == pytest.approx(
            frame.filter(frame["g"] == "a")[name].sum()
        )


def test_means_are_weighted_so_that_totals_stay() -> None:
    frame = drawn()
    after, _ = grouped(frame, ["x", "y"], k=5, weight="w")
    for name in ("x", "y"):
        one, two = ((table[name] * table["w"]).sum() for table in (frame, after))
        assert one == pytest.approx(two)


def test_a_group_has_k_people_where_records_say_whose_they_are() -> None:
    frame = drawn()
    after, _ = grouped(frame, ["x", "y"], k=3, individual="p")
    people = after.with_columns(p=frame["p"]).group_by("x", "y").agg(pl.col("p").n_unique())
    assert people["p"].min() >= 3


def test_missing_values_stay_and_do_not_mix() -> None:
    frame = drawn().with_columns(
        pl.when(pl.int_range(pl.len()) % 5 > 0).then("x"),
        pl.when(pl.int_range(pl.len()) % 10 > 0).then("y"),
    )
    after, facts = grouped(frame, ["x", "y"], k=3)
    for name in ("x", "y"):
        assert after[name].is_null().equals(frame[name].is_null())
    assert min(Counter(after.select("x", "y").rows()).values()) >= 3
    assert facts["left_alone"] == 6


def test_numbers_and_categories_together() -> None:
    order = pl.Enum(["low", "middle", "high"])
    frame = drawn().with_columns(
        pl.Series("level", ["low", "high", "middle"] * 20, dtype=order),
        pl.Series("town", ["n", "s", "e", "w"] * 15),
    )
    after, facts = grouped(frame, ["x", "level", "town"], k=3)
    assert after.schema["level"] == order
    assert min(Counter(after.select("x", "level", "town").rows()).values()) >= 3
    assert set(after["town"]) <= set(frame["town"])
    assert 0 < facts["loss"] < 1


@pytest.mark.parametrize("kind", [pl.Int8, pl.UInt64, pl.Float32, pl.Int64])
def test_numbers_of_every_width(kind: Any) -> None:
    frame = pl.DataFrame({"x": pl.Series([1, 2, 3, 100, 101, 102], dtype=kind)})
    after, _ = grouped(frame, ["x"], k=3)
    assert after["x"].to_list() == [2, 2, 2, 101, 101, 101]


def test_equal_records_are_grouped_without_loss() -> None:
    frame = pl.DataFrame({"x": [1.0] * 5 + [9.0] * 5, "y": [2.0] * 5 + [1.0] * 5})
    for how in WAYS:
        after, facts = grouped(frame, ["x", "y"], k=5, how=how)
        assert after.equals(frame)
        assert facts["loss"] == 0


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"columns": ["x"], "k": 61}, InputError, "fewer than 61"),
        ({"columns": ["x"], "by": ["p"]}, InputError, "fewer than 3"),
        ({"columns": ["g"], "how": "univariate"}, ColumnError, "order"),
        ({"columns": ["big"]}, ColumnError, "infinite"),
        ({"columns": ["nowhere"]}, ColumnError, "nowhere"),
    ],
)
def test_what_cannot_be_is_refused(settings: Any, error: Any, words: str) -> None:
    frame = drawn().with_columns(big=pl.Series([float("inf")] + [1.0] * 59))
    with pytest.raises(error, match=words):
        grouped(frame, **settings)


@pytest.mark.parametrize("how", WAYS)
def test_decimals_are_numbers(how: str) -> None:
    cents = pl.Series("x", [Decimal(text) for text in ("1.50", "2.25", "9.25", "8.75")])
    after, _ = grouped(cents.to_frame(), ["x"], k=2, how=how)
    assert after["x"].to_list() == pytest.approx([1.875, 1.875, 9, 9])


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("unit", [1e-300, 1e-200, 1.0, 1e99])
def test_the_unit_does_not_matter_however_small_or_large(how: str, unit: float) -> None:
    frame = pl.DataFrame({"x": [value * unit for value in (1.0, 7.0, 3.0, 2.0, 8.0, 9.0)]})
    after, facts = grouped(frame, ["x"], k=3, how=how)
    assert (after["x"] / unit).to_list() == pytest.approx([2, 8, 2, 2, 8, 8])
    assert facts["loss"] == pytest.approx(4 / 58)


@pytest.mark.parametrize(
    "values", [[1e300, 2e300], [-1.7e308, 1.7e308], [float("inf"), 1.0], [2**53 + 1, 1]]
)
def test_numbers_that_cannot_be_averaged_are_refused(values: list[float]) -> None:
    with pytest.raises(ColumnError, match="too large"):
        grouped(pl.DataFrame({"x": values * 5}), ["x"])


def test_many_records_of_one_person_are_soon_in_groups_of_k_people() -> None:
    people = np.repeat(np.arange(2_000), 6)
    rng = np.random.default_rng(3)
    place = rng.normal(0, 1, 2_000)[people]
    frame = pl.DataFrame({"x": place + rng.normal(0, 1e-3, len(people)), "p": people})
    started = process_time()
    after, _ = grouped(frame, ["x"], k=3, individual="p")
    assert process_time() - started < 20  # joining one pair at a time took minutes
    shown = frame.with_columns(after["x"]).group_by("x").agg(pl.col("p").n_unique())
    assert shown["p"].min() >= 3
    assert shown["p"].mean() < 6


def test_categories_without_room_are_refused() -> None:
    names = pl.DataFrame({"t": [str(number) for number in range(12_000)]})
    with pytest.raises(ColumnError, match="too many categories"):
        grouped(names, ["t"])
