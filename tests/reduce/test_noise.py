"""Noise: the moments that it keeps, the bounds, and what would stay as it is."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset
from discret.assess import IntervalDisclosure, Linkage
from discret.errors import ColumnError, InputError, ParameterError
from discret.quantify import DetailLost
from discret.reduce import Noise

RECORDS = 60_000
ALPHA = 0.2  # as in Bergeat (2014)


def drawn(records: int = RECORDS) -> pl.DataFrame:
    rng = np.random.default_rng(5)
    x = rng.normal(50, 10, records)
    y = 0.6 * x + rng.normal(0, 6, records) + 100
    return pl.DataFrame({
        "x": x, "y": y, "w": rng.uniform(1, 4, records), "g": rng.choice(["a", "b"], records)
    })  # fmt: skip


def noisy(frame: pl.DataFrame, seed: int = 1, weight: str | None = None, **settings: Any) -> Any:
    data = Dataset.of(frame, weight=weight)
    context = Context(rng=np.random.default_rng(seed))
    change = Noise(columns=settings.pop("columns", ["x", "y"]), **settings).apply(data, context)
    return change.data.to_polars(), change.facts


def covariance(frame: pl.DataFrame, weights: Any = None) -> Any:
    return np.cov(frame["x"].to_numpy(), frame["y"].to_numpy(), aweights=weights)


BEFORE = drawn()


@pytest.mark.parametrize("weight", [None, "w"])
@pytest.mark.parametrize(
    ("kind", "keep", "variance", "both"),
    [
        ("independent", False, 1 + ALPHA, 1.0),
        ("correlated", False, 1 + ALPHA, 1 + ALPHA),
        ("independent", True, 1.0, 1 / (1 + ALPHA)),
        ("correlated", True, 1.0, 1.0),
    ],
)
def test_covariances_are_those_of_theory(
    weight: str | None, kind: str, keep: bool, variance: float, both: float
) -> None:
    after, _ = noisy(BEFORE, weight=weight, kind=kind, keep_variance=keep, alpha=ALPHA)
    weights = None if weight is None else BEFORE["w"].to_numpy()
    ratio = covariance(after, weights) / covariance(BEFORE, weights)
    assert np.diag(ratio) == pytest.approx(variance, abs=0.03)
    assert ratio[0, 1] == pytest.approx(both, abs=0.05)
    for name in ("x", "y"):
        assert after[name].mean() == pytest.approx(BEFORE[name].mean(), abs=0.2)


def test_multiplied_numbers_keep_their_mean_sign_and_nought() -> None:
    frame = pl.DataFrame({"x": np.tile([-5.0, 0.0, 10.0, 400.0], 15_000)})
    after, facts = noisy(frame, columns=["x"], kind="multiplicative", alpha=0.25)
    ratio = (after["x"] / frame["x"]).filter(frame["x"] != 0)
    assert ratio.mean() == pytest.approx(1, abs=0.02)
    assert ratio.var() == pytest.approx(0.25, abs=0.02)
    assert (ratio > 0).all()
    assert facts["unchanged"] == 15_000 == int((after["x"] == 0).sum())


def test_noise_on_logs_keeps_the_mean_and_the_sign() -> None:
    frame = pl.DataFrame({"x": np.random.default_rng(2).lognormal(9, 1, 5_000)})
    after, facts = noisy(frame, columns=["x"], kind="log", alpha=0.3)
    assert after["x"].mean() == pytest.approx(frame["x"].mean())
    assert (after["x"] > 0).all()
    logs = [np.log(table["x"].to_numpy()) for table in (frame, after)]
    assert logs[1].var() / logs[0].var() == pytest.approx(1.3, abs=0.05)
    assert 0 < facts["correlation"]["x"] < 1


def test_each_part_has_variances_of_its_own() -> None:
    small = BEFORE.with_columns(pl.when(pl.col("g") == "a").then(pl.col("x") / 1000)
                                .otherwise(pl.col("x")).alias("x"))  # fmt: skip
    after, _ = noisy(small, columns=["x"], by=["g"], alpha=0.5)
    for part in ("a", "b"):
        one, two = (table.filter(small["g"] == part)["x"].var() for table in (small, after))
        assert two / one == pytest.approx(1.5, abs=0.05)


def test_bounds_hold_whatever_is_drawn() -> None:
    for seed in range(20):
        frame = pl.DataFrame({"x": np.random.default_rng(seed).uniform(0, 10, 300)})
        after, facts = noisy(
            frame, seed + 50, columns=["x"], alpha=5.0, lowest={"x": 0.0}, highest={"x": 10.0}
        )
        assert after["x"].is_between(0, 10).all()
        assert facts["mirrored"] > 0


def test_what_is_missing_stays_missing() -> None:
    frame = pl.DataFrame({"x": [1.0, None, 3.0, 9.0], "y": [None, 2.0, 5.0, 1.0]})
    after, facts = noisy(frame, kind="correlated")
    for name in ("x", "y"):
        assert after[name].is_null().equals(frame[name].is_null())
    assert facts["unchanged"] == 0


@pytest.mark.parametrize("kind", [pl.Int8, pl.UInt16, pl.Int64, pl.Float32, pl.Decimal(10, 2)])
def test_numbers_of_every_width_become_decimal(kind: Any) -> None:
    frame = pl.DataFrame({"x": pl.Series([1, 5, 90, 7]).cast(kind)})
    after, _ = noisy(frame, columns=["x"])
    assert after.schema["x"] == pl.Float64
    assert (after["x"] - frame["x"].cast(pl.Float64)).abs().max() < 300


@pytest.mark.parametrize("kind", ["independent", "correlated", "log"])
def test_numbers_that_would_stay_as_they_are_are_refused(kind: str) -> None:
    """A part of one record, or of equal numbers, has no variance: noise in proportion is none."""
    alone = pl.DataFrame({"x": [1.0, 2.0, 3.0], "g": ["a", "a", "b"]})
    with pytest.raises(InputError, match="1 of 2 parts"):
        noisy(alone, columns=["x"], by=["g"], kind=kind)
    with pytest.raises(InputError, match="does not vary"):
        noisy(pl.DataFrame({"x": [7.0, 7.0]}), columns=["x"], kind=kind)
    after, _ = noisy(alone, columns=["x"], by=["g"], kind="multiplicative")
    assert (after["x"] != alone["x"]).all()


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"columns": ["g"]}, ColumnError, "'g'"),
        ({"columns": ["x"], "kind": "log"}, InputError, "logarithms"),
        ({"columns": ["x"], "lowest": {"x": 0.0}}, InputError, "beyond the bounds"),
        ({"columns": ["x"], "lowest": {"y": 0.0}}, ColumnError, "'y'"),
        ({"columns": ["big"]}, InputError, "infinite"),
        ({"columns": ["x"], "alpha": -1}, ParameterError, "alpha"),
    ],
)
def test_what_cannot_be_is_refused(settings: Any, error: Any, words: str) -> None:
    frame = pl.DataFrame(
        {"x": [-1.0, 2.0, 5.0], "y": [1.0, 2.0, 3.0], "g": list("abc"), "big": [1.0, math.inf, 2.0]}
    )
    with pytest.raises(error, match=words):
        noisy(frame, **settings)


def test_the_risk_that_remains_is_measured_and_falls_with_noise() -> None:
    frame = drawn(400)
    linked, near, lost = [], [], []
    for alpha in (0.001, 1.0):
        data = Dataset.of(frame, sensitive=["x", "y"])
        method = Noise(columns=["x", "y"], alpha=alpha)
        after = method.apply(data, Context(rng=np.random.default_rng(3))).data
        linked.append(Linkage().assess(after).value)
        near.append(IntervalDisclosure().assess(after).value)
        lost.append(DetailLost(columns=["x"]).compare(data, after).value)
    assert linked[0] > 0.5 > linked[1]
    assert near[0] > near[1]
    assert lost == [0, 0]  # which noise does not touch


KINDS = ("independent", "correlated", "multiplicative", "log")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("values", [[1e300, 2e300, 3e300], [1e308, 1.5e308, 1.7e308]])
def test_numbers_too_large_for_noise_are_refused(kind: Any, values: list[float]) -> None:
    data = Dataset.of(pl.DataFrame({"x": values * 9}), key=["x"])
    with pytest.raises(InputError, match="too large"):
        Noise(columns=["x"], kind=kind).apply(data, Context())


def test_noise_on_logarithms_keeps_the_mean_however_wide_they_are() -> None:
    values = [1e-99, 1e99, None] * 9
    data = Dataset.of(pl.DataFrame({"x": values}), key=["x"])
    after = Noise(columns=["x"], kind="log", alpha=10).apply(data, Context()).data.to_polars()["x"]
    assert after.null_count() == 9
    assert after.mean() == pytest.approx(1e99 / 2)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "values", [[5.0] * 3, [1e16, 1e16 + 2, 1e16 + 4], [1e-300, 2e-300, 3e-300]]
)
def test_numbers_that_noise_would_leave_as_they_are_are_refused(
    kind: Any, values: list[float]
) -> None:
    data = Dataset.of(pl.DataFrame({"x": values}), key=["x"])
    with pytest.raises(InputError, match="does not vary"):
        Noise(columns=["x"], kind=kind, keep_variance=True).apply(data, Context())
