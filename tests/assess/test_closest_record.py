"""Nearest records against all pairs, and what is said of files learnt by heart or not."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import speaks_both_languages
from discret import Context, Dataset, Plan
from discret.assess import ClosestRecord, Membership
from discret.data.beside.held_out import HeldOut
from discret.errors import ColumnError, EngineError, InputError
from discret.maths.identity.closest import (
    best_reach,
    chance_error,
    credited,
    fair_share,
    largest_by_chance,
    nearest,
)
from discret.parts.facts import told_by
from discret.reduce import Recode, Subsample, Synthesise
from strategies import examples

ROWS = st.lists(
    st.tuples(
        st.one_of(st.none(), st.integers(0, 4)),
        st.one_of(st.none(), st.sampled_from(["a", "b", "c"])),
        st.one_of(st.none(), st.sampled_from(["low", "mid", "high"])),
    ),
    min_size=3,
    max_size=9,
)
LEVELS = pl.Enum(["low", "mid", "high"])


def table(rows: Any) -> pl.DataFrame:
    kinds = {"x": pl.Int64, "t": pl.String, "o": pl.String}
    return pl.DataFrame(rows, schema=kinds, orient="row").with_columns(pl.col("o").cast(LEVELS))


def apart(one: Any, two: Any, ranges: tuple[float, float]) -> float:
    """Gower's distance of two records, from its definition."""
    order = {"low": 0, "mid": 1, "high": 2}
    far = 0.0
    for place, (a, b) in enumerate(zip(one, two, strict=True)):
        if a is None or b is None:
            far += 0.0 if a is b else 1.0
        elif place == 1:
            far += float(a != b)
        else:
            x, y = (order[v] if place == 2 else v for v in (a, b))
            far += abs(x - y) / ranges[place // 2] if ranges[place // 2] else 0.0
    return far / 3


def ranges_of(rows: Any) -> tuple[float, float]:
    """The range of the numbers, and that of the places of the ordered values that there are."""
    numbers = [row[0] for row in rows if row[0] is not None]
    return (float(np.ptp(numbers)) if numbers else 0.0, 0.0)


@examples(150)
@given(ROWS, st.integers(1, 6), st.randoms(use_true_random=False))
def test_both_measures_against_all_pairs(rows: Any, used: int, chance: Any) -> None:
    used = min(used, len(rows) - 1)
    released = [chance.choice(rows) for _ in range(used)]
    everyone = [*rows, *released]
    codes = sorted({["low", "mid", "high"].index(row[2]) for row in everyone if row[2]})
    ranges = (ranges_of(everyone)[0], float(max(len(codes) - 1, 0)))
    places = {code: place for place, code in enumerate(codes)}

    def placed(row: Any) -> Any:
        named = ["low", "mid", "high"]
        return (row[0], row[1], row[2] and named[places[named.index(row[2])]])

    far = [[apart(placed(a), placed(b), ranges) for b in rows] for a in released]
    n = pl.Series("n", range(len(rows)))
    original = table(rows).with_columns(n)
    data = Dataset.of(
        table(released).with_columns(n.head(used)), key=["x", "t", "o"], row="n", original=original
    )
    credit = []
    for line in far:
        near = [place for place, d in enumerate(line) if d <= min(line) + 1e-9]
        credit.append(sum(place < used for place in near) / len(near))
    found = ClosestRecord().assess(data)
    assert found.value == pytest.approx(fair_share(float(np.mean(credit)), used, len(rows) - used))
    closest = np.array(far).min(axis=0)
    reaches = [
        (closest[:used] <= reach + 1e-9).mean() - (closest[used:] <= reach + 1e-9).mean()
        for reach in closest
    ]
    assert Membership().assess(data).value == pytest.approx(max(*reaches, 0.0))
    within = Membership(within=0.2).assess(data)
    inside = [(own <= 0.2 + 1e-9).mean() for own in (closest[:used], closest[used:])]
    assert within.value == pytest.approx(inside[0] - inside[1])


def test_the_error_is_that_over_all_ways_to_hold_records_out() -> None:
    """The exact variance of the share, over all choices of those used, at its slope."""
    rng = np.random.default_rng(1)
    frame = pl.DataFrame({"x": rng.integers(0, 6, 9), "n": range(9)})
    released = pl.DataFrame({"x": rng.integers(0, 6, 5), "n": range(5)})
    data = Dataset.of(released, key="x", row="n", original=frame)
    held = HeldOut.of("test", data)
    places, counts = np.unique(held.original, return_counts=True)
    points, times = np.unique(held.released, return_counts=True)
    near = nearest(held.points, points, places, counts.astype(float), np.zeros(len(places)))
    credit = credited(held.points, points, places, near, times.astype(float))
    each = credit[np.searchsorted(places, held.original)]
    shares = [each[list(chosen)].sum() / each.sum() for chosen in combinations(range(9), 5)]
    slope = 9**2 / (4 * 5 * 4)
    assert np.mean(shares) == pytest.approx(5 / 9)
    assert chance_error(credit, counts.astype(float), 5) == pytest.approx(np.std(shares) * slope)
    assert ClosestRecord().assess(data).details["standard_error"] == pytest.approx(
        np.std(shares) * slope
    )


def people(size: int, seed: int) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    z = rng.normal(size=(size, 3))
    return pl.DataFrame({
        "n": range(size), "pay": z[:, 0], "age": z[:, 1] + z[:, 0],
        "town": pl.Series(["a", "b", "c"])[np.digitize(z[:, 2], [-0.5, 0.5])],
    })  # fmt: skip


def test_records_drawn_afresh_are_neutral() -> None:
    """Released people who have nothing to do with those used: 0.5, and an advantage of chance.

    Over 40 files the mean lies within four standard errors, and errors are as large as they say.
    """
    shares, errors, gains, chances = [], [], [], []
    for seed in range(40):
        everyone, fresh = people(300, seed), people(200, 1000 + seed)
        data = Dataset.of(fresh, key=["pay", "age", "town"], row="n", original=everyone)
        near, member = ClosestRecord().assess(data), Membership().assess(data)
        shares.append(near.value)
        errors.append(near.details["standard_error"])
        gains.append(member.value)
        chances.append(member.details["by_chance"])
    assert np.mean(shares) == pytest.approx(0.5, abs=4 * np.mean(errors) / np.sqrt(40))
    assert np.std(shares) == pytest.approx(np.mean(errors), rel=4 / np.sqrt(2 * 40))
    assert np.mean(gains) == pytest.approx(
        np.mean(chances), abs=4 * np.std(gains) / np.sqrt(40) + 0.01
    )


def test_a_file_learnt_by_heart_is_seen_through() -> None:
    everyone = people(300, 1)
    rng = np.random.default_rng(2)
    copied = everyone.head(200).with_columns(pl.col("pay") + rng.normal(0, 1e-4, 200))
    data = Dataset.of(copied, key=["pay", "age", "town"], row="n", original=everyone)
    near, member = ClosestRecord(most=0.6).assess(data), Membership(most=0.2).assess(data)
    assert near.value == 1.0
    assert member.value > 0.95
    assert near.met is member.met is False
    assert near.details["used"] == 200
    assert near.details["held_out"] == 100
    for finding, part in ((near, ClosestRecord), (member, Membership)):
        assert {*finding.details} == {*told_by(part)}


def test_a_plan_holds_records_out_by_a_subsample() -> None:
    data = Dataset.of(people(600, 3), key=["age", "town"], sensitive="pay", row="n")
    measures = [ClosestRecord(), Membership()]
    drawn = Synthesise(columns=["age", "town", "pay"], leaf=20, smooth=True)
    release = Plan(assess=measures, reduce=[Subsample(share=0.7), drawn]).run(data, seed=4)
    near, member = release.risk
    assert [finding.value for finding in release.risk_before] == [None, None]
    assert near.details["held_out"] == 180
    assert near.value == pytest.approx(0.5, abs=4 * near.details["standard_error"] + 0.05)
    assert member.value < 0.25
    before = release.steps[0].risk
    assert before[0].value == 1.0  # the records themselves
    assert before[1].value == 1.0
    for finding in (near, member, release.risk_before[0]):
        speaks_both_languages(finding)


def test_without_anybody_held_out_a_target_is_missed() -> None:
    data = Dataset.of(people(50, 1), key=["age", "town"])
    for measure in (ClosestRecord(most=1.0), Membership(most=1.0)):
        found = measure.assess(data)
        assert found.value is None
        assert found.met is False
        assert "held out" in found.reads


def test_recoded_columns_are_compared_as_they_are() -> None:
    data = Dataset.of(people(200, 1), key=["town", "age"], row="n")
    some = Subsample(share=0.5).apply(data, Context(rng=np.random.default_rng(1))).data
    coarse = Recode(column="town", mapping={"a": "x", "b": "x"}).apply(some, Context()).data
    found = ClosestRecord(columns=["town"]).assess(coarse)
    assert found.details["same_as_used"] == 1.0
    assert found.details["same_as_held_out"] == 1.0
    assert found.value == pytest.approx(0.5, abs=4 * found.details["standard_error"] + 1e-9)


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"columns": ["nowhere"]}, ColumnError, "nowhere"),
        ({"columns": ["big"]}, ColumnError, "finite"),
        ({}, InputError, "no key, number or sensitive column"),
    ],
)
@pytest.mark.parametrize("measure", [ClosestRecord, Membership])
def test_what_cannot_be_compared_is_refused(
    settings: Any, error: Any, words: str, measure: Any
) -> None:
    frame = people(20, 1).with_columns(big=pl.lit(float("inf")))
    with pytest.raises(error, match=words) as caught:
        measure(**settings).assess(Dataset.of(frame, row="n"))
    assert caught.value.hint


def test_a_lazy_table_needs_numbers() -> None:
    with pytest.raises(EngineError):
        ClosestRecord().assess(Dataset.of(people(20, 1).lazy(), key="town"))


@examples(60)
@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=12),
    st.lists(st.floats(0, 1), min_size=1, max_size=12),
)
def test_the_best_distance_is_the_best(members: list[float], others: list[float]) -> None:
    one, two = np.array(members), np.array(others)
    every = [(one <= reach + 1e-9).mean() - (two <= reach + 1e-9).mean() for reach in [*one, *two]]
    assert best_reach(one, two)[0] == pytest.approx(max(*every, 0.0))


def test_the_largest_advantage_by_chance_is_that_of_draws() -> None:
    rng = np.random.default_rng(5)
    found = [best_reach(rng.random(400), rng.random(300))[0] for _ in range(400)]
    error = np.std(found) / np.sqrt(len(found))
    assert np.mean(found) == pytest.approx(largest_by_chance(400, 300), abs=4 * error + 0.003)
