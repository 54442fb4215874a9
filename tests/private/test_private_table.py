"""Statistics under differential privacy: what they cost, how far they are off, who is bounded."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from math import exp, log, sqrt
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Dataset
from discret.errors import ColumnError, InputError, ParameterError
from discret.maths.privacy.composition import epsilon_of_rho
from discret.private import PrivateTable
from discret.private.after import consistent
from discret.private.contributions import PERSON, few_cells, per_unit
from discret.private.mechanisms import (
    Distance,
    Guarantee,
    measurement,
    passing,
    thresholded,
)
from engines import Engine

RNG = np.random.default_rng(2)
PEOPLE = pl.DataFrame({
    "sex": ["f", "m", "m"] * 400,
    "town": RNG.choice(["a", "b", "c"], 1200),
    "pay": RNG.uniform(0, 100, 1200),
    "who": RNG.integers(0, 300, 1200),
})  # fmt: skip
SEXES: dict[str, Any] = {"by": ["sex"], "categories": {"sex": ["f", "m"]}}


def told(frame: Any = PEOPLE, individual: str | None = None, **given: Any) -> pl.DataFrame:
    data = Dataset.of(frame, key=["sex", "town"], number="pay", individual=individual)
    return PrivateTable(**{**SEXES, "epsilon": 1.0, **given}).tell(data).table


# --- what it costs: the library's own map -----------------------------------------------


@pytest.mark.parametrize("epsilon", [0.01, 0.5, log(3), 8])
@pytest.mark.parametrize("distance", [Distance(1, 1), Distance(4, 1), Distance(2, 1 << 20)])
def test_the_least_noise_that_keeps_epsilon(distance: Distance, epsilon: float) -> None:
    mechanism, scale = measurement(distance, Guarantee(epsilon))
    assert mechanism.map(distance.sum) <= epsilon
    assert scale == pytest.approx(distance.sum / epsilon, rel=1e-6)


def test_gaussian_noise_is_counted_in_zero_concentrated_terms() -> None:
    distance = Distance(4, 1)
    mechanism, scale = measurement(distance, Guarantee(1.0, 1e-6))
    rho = mechanism.map(distance.length)
    assert epsilon_of_rho(rho, 1e-6) <= 1.0 + 1e-9
    assert scale == pytest.approx(distance.length / sqrt(2 * rho), rel=1e-6)


def test_who_is_replaced_changes_twice_as_many_cells() -> None:
    one, two = (PrivateTable(**SEXES, epsilon=1, neighbours=way).preview()["deviation"]
                for way in ("add_remove", "replace"))  # fmt: skip
    assert two == pytest.approx(2 * one)


# --- what one person adds ---------------------------------------------------------------


@given(st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_one_person_more_or_less_changes_as_much_as_is_claimed(most: int, seed: int) -> None:
    """Over random files: cells that differ at most so many, each by one."""
    rng = np.random.default_rng(seed)
    frame = pl.DataFrame({
        "town": rng.choice(list("abcdef"), 40), "who": rng.integers(0, 8, 40),
        "pay": rng.normal(0, 50, 40),
    })  # fmt: skip
    data = Dataset.of(frame, key="town", individual="who", number="pay")
    rows = per_unit(data, ["town"], "who", 1, None)
    own = few_cells(rows, most)
    kept = rows.height - own.height
    each = rows.group_by(PERSON).len()
    assert own.height == int(each["len"].clip(upper_bound=most).sum())
    assert kept == int((each["len"] - each["len"].clip(upper_bound=most)).sum())
    assert rows.select(pl.struct("town", PERSON).is_unique().all()).item()


def test_people_count_once_in_a_cell_whatever_their_records() -> None:
    rows = pl.DataFrame({"sex": ["f"] * 900 + ["m"], "town": ["a"] * 901,
                         "pay": [1.0] * 901, "who": [1] * 900 + [2]})  # fmt: skip
    drawn = [told(rows, individual="who", epsilon=5.0)["count"].sum() for _ in range(20)]
    assert np.mean(drawn) == pytest.approx(2, abs=1.5)


def test_a_number_far_out_adds_no_more_than_the_bound() -> None:
    far = PEOPLE.with_columns(
        pl.when(pl.int_range(pl.len()) == 0).then(1e12).otherwise(0.0).alias("pay")
    )
    drawn = told(far, statistic="sum", column="pay", low=0, high=100, epsilon=50.0)
    assert drawn["sum"].sum() == pytest.approx(100, abs=60)


# --- how far it is off ------------------------------------------------------------------


def test_counts_are_off_by_what_was_told_before() -> None:
    table = PrivateTable(**SEXES, epsilon=0.2)
    data = Dataset.of(PEOPLE, key=["sex"])
    off = np.array([table.tell(data).table["count"].to_numpy() - [400, 800] for _ in range(300)])
    assert off.std() == pytest.approx(table.preview()["deviation"], rel=0.3)
    assert abs(off.mean()) < 5 * off.std() / sqrt(off.size)
    assert np.mean(np.abs(off) < table.preview()["within_95"]) == pytest.approx(0.95, abs=0.06)


@pytest.mark.parametrize(
    ("given", "true", "most"),
    [
        ({"statistic": "sum"}, PEOPLE.group_by("sex").agg(pl.col("pay").sum()).sort("sex"), 800),
        ({"statistic": "mean"}, PEOPLE.group_by("sex").agg(pl.col("pay").mean()).sort("sex"), 4),
        (
            {"statistic": "quantile"},
            PEOPLE.group_by("sex").agg(pl.col("pay").median()).sort("sex"),
            12,
        ),
    ],
)
def test_other_statistics_come_near(given: dict[str, Any], true: pl.DataFrame, most: float) -> None:
    found = told(**given, column="pay", low=0, high=100, epsilon=2.0).sort("sex")
    assert np.abs(found.to_series(1).to_numpy() - true["pay"].to_numpy()).max() < most


def test_the_epsilon_that_an_error_takes() -> None:
    table = PrivateTable(**SEXES, epsilon=9.0)
    wanted = table.least_epsilon(error=10.0)
    assert PrivateTable(**SEXES, epsilon=wanted).preview()["deviation"] == pytest.approx(10)


@pytest.mark.parametrize("delta", [0.0, 1e-6, 0.1])
@pytest.mark.parametrize("statistic", ["count", "sum", "mean", "quantile"])
@pytest.mark.parametrize("error", [0.05, 3.0, 4000.0])
def test_the_epsilon_meets_the_error_and_hardly_more(
    statistic: str, delta: float, error: float
) -> None:
    """With the noise that the table has: Gaussian with a δ, Laplace's without."""
    more = {} if statistic == "count" else {"column": "pay", "low": -3, "high": 40}
    base = {**SEXES, "statistic": statistic, "delta": delta, **more}
    wanted = PrivateTable(**base, epsilon=9.0).least_epsilon(error)
    assert 0.999999 * error < PrivateTable(**base, epsilon=wanted).preview()["deviation"] <= error


def test_the_epsilon_of_a_threshold() -> None:
    table = PrivateTable(by=["sex"], epsilon=1.0, delta=1e-6)
    wanted = table.least_epsilon(3.0)
    assert table.model_copy(update={"epsilon": wanted}).preview()["deviation"] <= 3.0


@pytest.mark.parametrize("error", [0.0, -1.0, float("nan"), float("inf")])
def test_an_error_that_is_none(error: float) -> None:
    with pytest.raises(ParameterError, match="error: a number above 0"):
        PrivateTable(**SEXES, epsilon=1.0).least_epsilon(error)


# --- categories -------------------------------------------------------------------------


def test_every_cell_of_the_categories_is_told() -> None:
    given = {"by": ["sex", "town"], "categories": {"sex": ["f", "m", "x"], "town": list("abcd")}}
    found = told(**given)
    assert found.height == 12
    assert found.columns == ["sex", "town", "count"]
    assert found["count"].min() >= 0  # type: ignore[operator]


def test_without_categories_only_what_passes_a_threshold() -> None:
    rare = pl.concat([PEOPLE, PEOPLE.head(1).with_columns(sex=pl.lit("rare"))])
    given = {"categories": {}, "epsilon": 1.0, "delta": 1e-9}
    found = [told(rare, **given) for _ in range(20)]
    assert {name for table in found for name in table["sex"]} == {"f", "m"}


@pytest.mark.parametrize("epsilon", [1e-3, 0.1, 1.0, 20.0])
@pytest.mark.parametrize("delta", [0.4, 1e-3, 1e-12])
@pytest.mark.parametrize("neighbours", ["add_remove", "replace"])
def test_the_threshold_lets_whom_one_person_makes_appear_with_delta(
    epsilon: float, delta: float, neighbours: Any
) -> None:
    """The lowest that the library's own map accepts, told before anything is read."""
    table = PrivateTable(by=["sex"], epsilon=epsilon, delta=delta, cells=2, neighbours=neighbours)
    scale, threshold = passing(table.distance, table.guarantee)
    assert table.preview()["threshold"] == threshold
    apart = (table.distance.cells, table.distance.sum, table.distance.each)
    given = thresholded(scale, threshold).map(apart)
    assert given[0] <= epsilon
    assert given[1] <= delta
    if threshold > table.distance.each + 1:
        assert thresholded(scale, threshold - 1).map(apart)[1] > delta


def test_a_threshold_that_nothing_passes_is_refused_before_it_is_paid() -> None:
    with pytest.raises(InputError, match="threshold"):
        PrivateTable(by=["sex"], epsilon=1e-14, delta=1e-12).preview()


def test_all_as_one() -> None:
    found = told(by=[], categories={}, epsilon=5.0)
    assert found.columns == ["count"]
    assert found.item() == pytest.approx(1200, abs=20)


def test_on_every_engine(engine: Engine) -> None:
    data = Dataset.of(engine.make(PEOPLE), key=["sex"], individual="who", number="pay")
    bare = Dataset.of(engine.make(PEOPLE), key=["sex"], number="pay")
    mean = {"statistic": "mean", "column": "pay", "low": 0, "high": 100}
    for more in ({}, mean, {**mean, "statistic": "quantile"}):
        found = PrivateTable(**{**SEXES, "epsilon": 20.0, "cells": 2, **more}).tell(data).table
        assert found["sex"].to_list() == ["f", "m"]
        assert found.to_series(1).is_between(20, 310).all()
    table = PrivateTable(**{**SEXES, **mean, "epsilon": 50.0, "statistic": "sum"})
    true = PEOPLE.group_by("sex").agg(pl.col("pay").sum()).sort("sex")["pay"]
    assert table.tell(bare).table["sum"].to_list() == pytest.approx(true.to_list(), abs=60)
    open_ = PrivateTable(by=["sex"], epsilon=20.0, delta=1e-6).tell(bare).table
    assert open_["count"].to_list() == pytest.approx([400, 800], abs=3)


# --- after ------------------------------------------------------------------------------


@given(st.lists(st.integers(-30, 60), min_size=1, max_size=12))
def test_whole_numbers_that_keep_their_total(noisy: list[int]) -> None:
    found = consistent(np.array(noisy))
    assert found.min() >= 0
    assert found.sum() == max(sum(noisy), 0)


# --- refusals ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"epsilon": 0.0}, "epsilon: above 0"),
        ({"epsilon": -1.0}, "epsilon"),
        ({"epsilon": 1.0, "rho": 1.0}, "epsilon: above 0"),
        ({"statistic": "sum"}, "low, high"),
        ({"statistic": "mean", "column": "pay", "low": 5, "high": 5}, "low, high"),
        ({"categories": {"town": ["a"]}}, "categories: all"),
        ({"categories": {}}, "a delta is needed"),
        ({"cells": 0}, "cells"),
    ],
)
def test_what_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        PrivateTable(**{**SEXES, "epsilon": 1.0, **given})


def test_columns_that_are_not_there() -> None:
    with pytest.raises(ColumnError):
        told(PEOPLE.drop("town").with_columns(town=pl.lit("a")), by=["nothing"],
             categories={"nothing": ["a"]})  # fmt: skip
    with pytest.raises(ColumnError):
        told(statistic="sum", column="sex", low=0, high=1)


def test_no_ratio_of_chances_is_beyond_what_is_claimed() -> None:
    """Two neighbours, 40,000 draws: the noisy count of each is told as often, up to e^ε."""
    epsilon, runs = 1.0, 40_000
    mechanism, _ = measurement(Distance(1, 1), Guarantee(epsilon))
    drawn = [np.array(mechanism([count] * runs)) for count in (10, 11)]
    for value in range(5, 17):
        one, other = (max(int((own == value).sum()), 1) for own in drawn)
        slack = 5 * sqrt(1 / one + 1 / other)
        assert abs(log(one / other)) < epsilon + slack
    assert exp(epsilon) > 2  # the claim is not empty: it is reached within the slack
    ones = [(own <= 10).mean() for own in drawn]
    assert log(ones[0] / ones[1]) > 0.3


# --- refused before it is paid: what would fail once it is ------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {"by": ["count"], "categories": {"count": ["a"]}},
        {"by": ["count"], "delta": 1e-6},
        {"by": ["sum"], "categories": {"sum": ["a"]}, "statistic": "sum"},
        {"by": ["quantile_0.5"], "categories": {"quantile_0.5": ["a"]}, "statistic": "quantile"},
    ],
)
def test_a_column_that_is_named_as_what_is_told(given: dict[str, Any]) -> None:
    bounds = {"column": "pay", "low": 0, "high": 1} if "statistic" in given else {}
    with pytest.raises(ParameterError, match="is the name of what the table tells"):
        PrivateTable(epsilon=1.0, **given, **bounds)


@pytest.mark.parametrize("shares", [[], [0.5, 0.5], [0.1, 0.1000000001]])
def test_quantiles_each_once(shares: list[float]) -> None:
    with pytest.raises(ParameterError, match="shares: which quantiles"):
        PrivateTable(statistic="quantile", column="pay", low=0, high=1, epsilon=1.0, shares=shares)


def test_more_cells_than_can_be_told() -> None:
    names = {name: [f"{name}{n}" for n in range(400)] for name in ("a", "b", "c")}
    with pytest.raises(ParameterError, match="64,000,000 numbers"):
        PrivateTable(by=[*names], categories=names, epsilon=1.0)


@pytest.mark.parametrize("kind", [pl.Binary, pl.Duration])
@pytest.mark.parametrize("given", [{"categories": {"x": ["a"]}}, {"delta": 1e-6}])
def test_values_that_have_no_text(kind: Any, given: dict[str, Any]) -> None:
    values = pl.Series([b"a", b"b"]) if kind is pl.Binary else pl.Series([1, 2]).cast(pl.Duration)
    data = Dataset.of(pl.DataFrame({"x": values, "y": [1, 2]}), key="y")
    with pytest.raises(ColumnError, match="'x' cannot make cells"):
        PrivateTable(by=["x"], epsilon=1.0, **given).check(data)


# --- to the last digit ------------------------------------------------------------------


def test_the_length_of_a_distance_is_never_below_it() -> None:
    """Rounding the root up and then the product down would be: (13, 5) was too short."""
    for cells in range(1, 200):
        for each in (1, 2, 3, 5, 10, 113, 226, 1 << 20):
            assert Fraction(Distance(cells, each).length) ** 2 >= cells * each**2


@pytest.mark.parametrize("epsilon", [1e-12, 1e-9, 1e-6, 1e-3, 0.1, 1.0, 30.0])
@pytest.mark.parametrize("delta", [1e-300, 1e-12, 1e-6, 0.4])
def test_a_rho_is_never_more_than_an_epsilon_at_delta_is_worth(
    epsilon: float, delta: float
) -> None:
    """With fifty digits: a difference of two roots gave 0.06 % too much at ε = 1e-12."""
    with localcontext() as context:
        context.prec = 50
        width = -Decimal(delta).ln()
        exact = ((width + Decimal(epsilon)).sqrt() - width.sqrt()) ** 2
        found = Decimal(Guarantee(epsilon, delta).concentrated)
        assert exact * (1 - Decimal("1e-11")) < found <= exact


@pytest.mark.parametrize("written", [0.1, 0.3, 0.7, 1e-3, 1 / 3, 2.0])
def test_noise_is_never_for_more_than_is_paid(written: float) -> None:
    table = PrivateTable(epsilon=written)
    mechanism, _ = measurement(table.distance, table.guarantee)
    assert Fraction(mechanism.map(1)) <= table.charge().cost.epsilon


@pytest.mark.parametrize("given", [{"rho": 0.1}, {"epsilon": 1.0, "delta": 1e-6}])
def test_a_mean_shares_its_rho(given: dict[str, float]) -> None:
    """Its sum and its count cost half of the ρ each: together what was paid, and no less."""
    table = PrivateTable(statistic="mean", column="pay", low=0, high=1, **given)
    part = table.guarantee.shared(2)
    whole = sum(measurement(own, part)[0].map(own.length)
                for own in (table.distance, table.sums_distance))  # fmt: skip
    wanted = table.guarantee.concentrated
    assert wanted * (1 - 1e-6) < whole <= wanted


# --- categories as they are written -----------------------------------------------------

WRITTEN = pl.DataFrame({"age": [20, 40] * 50, "size": [1.5, 2.0] * 50, "well": [True, False] * 50,
                        "code": ["1", "1.0"] * 50})  # fmt: skip


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("age", ["20.0", "40"]),
        ("age", [20, 40.0]),
        ("size", ["1.50", 2]),
        ("well", ["True", False]),
        ("code", ["1", "1.0"]),
    ],
)
def test_a_value_is_the_same_however_it_is_written(
    engine: Engine, name: str, values: list[Any]
) -> None:
    """Paid, and told as nought each: 20.0 was no value of a column of whole numbers."""
    data = Dataset.of(engine.make(WRITTEN), key=name)
    table = PrivateTable(by=[name], categories={name: values}, epsilon=50.0)
    table.check(data)
    assert table.tell(data).table["count"].to_list() == pytest.approx([50, 50], abs=1)


@pytest.mark.parametrize(
    ("name", "values", "said"),
    [
        ("age", ["20", "x"], "1 is of a kind that 'age' cannot hold"),
        ("age", ["20.5", "x"], "2 are of a kind"),
        ("well", ["yes", "no"], "2 are of a kind"),
        ("age", ["20", "20.0"], "a value once"),
    ],
)
def test_categories_that_a_column_cannot_hold(name: str, values: list[str], said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        PrivateTable(by=[name], categories={name: values}, epsilon=1.0).check(
            Dataset.of(WRITTEN, key=name)
        )
