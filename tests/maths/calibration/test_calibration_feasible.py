"""No calibration is refused that a linear programme calls feasible."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy.optimize import linprog

from discret import Context, Dataset
from discret.errors import DiscretError
from discret.maths.calibration.distances import Name
from discret.maths.calibration.dual_descent import descended
from discret.reduce import Calibrate
from discret.reduce.calibrate import LEAST

Bounds = tuple[float, float]


def file(rng: np.random.Generator) -> tuple[pl.DataFrame, pl.DataFrame]:
    """A small file with weights far apart, and what is left of it."""
    n = int(rng.integers(5, 14))
    whole = pl.DataFrame({
        "r": np.arange(n), "a": rng.integers(1, 4, n), "b": rng.choice(list("xyz"), n),
        "v": rng.integers(0, 50, n), "w": rng.choice([1.0, 3.5, 20.0], n),
    })  # fmt: skip
    return whole, whole.filter(pl.Series(rng.random(n) > 0.2))


def laid(
    whole: pl.DataFrame, left: pl.DataFrame, numbers: bool
) -> tuple[np.ndarray, np.ndarray] | None:
    """Units × margins of what is left, and totals of the whole; nothing if a category is gone."""
    if any(set(whole[c]) != set(left[c]) for c in "ab"):
        return None
    columns = [pl.col("a") == one for one in sorted(set(whole["a"]))]
    columns += [pl.col("b") == one for one in sorted(set(whole["b"]))]
    columns += [pl.col("v")] if numbers else []
    asked = [column.cast(pl.Float64).alias(str(place)) for place, column in enumerate(columns)]
    full = whole.select(asked).to_numpy()
    return left.select(asked).to_numpy(), full.T @ whole["w"].to_numpy()


def feasible(units: np.ndarray, start: np.ndarray, totals: np.ndarray, bounds: Bounds) -> bool:
    sums = units * start[:, None]
    size = np.maximum(np.abs(sums).sum(axis=0), np.abs(totals))
    size = np.where(size > 0, size, 1.0)
    answer = linprog(
        np.zeros(len(start)), A_eq=(sums / size).T, b_eq=totals / size,
        bounds=[bounds] * len(start), method="highs",
    )  # fmt: skip
    return bool(answer.status == 0)


WISHES: list[tuple[Name, str]] = [
    ("linear", "none"), ("raking", "none"), ("sinh", "none"), ("logit", "given"),
    ("truncated", "given"), ("logit", "tightest"), ("truncated", "tightest"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "kind"), WISHES)
def test_none_is_refused_that_can_be_met(name: Name, kind: str) -> None:
    rng = np.random.default_rng(7)
    met = 0
    for _ in range(35):
        whole, left = file(rng)
        numbers = bool(rng.random() < 0.3)
        asked = laid(whole, left, numbers)
        if asked is None or not len(left):
            continue
        units, totals = asked
        start = left["w"].to_numpy() * whole["w"].sum() / left["w"].sum()
        given = float(rng.choice([0.0, 0.1, 0.3])), float(rng.choice([2.0, 3.0, 6.0]))
        limits = {"none": (LEAST, np.inf), "given": given, "tightest": (LEAST, np.inf)}[kind]
        limits = (-np.inf, np.inf) if name == "linear" else limits
        inside = (limits[0] + 1e-6, limits[1] - 1e-6) if name == "logit" else limits
        bounds = {"none": None, "given": given, "tightest": "tightest"}[kind]
        method = Calibrate(
            margins=["C(a)", "b", *(["v"] if numbers else [])], distance=name, bounds=bounds
        )
        data = Dataset.of(
            left, weight="w", row="r", original=Dataset.of(whole, weight="w", row="r")
        )
        try:
            new = method.apply(data, Context()).data.to_polars().sort("r")["w"].to_numpy()
        except DiscretError:
            assert not feasible(units, start, totals, inside)
            continue
        met += 1
        assert units.T @ new == pytest.approx(totals, rel=1e-7, abs=1e-7)
        ratio = new / start
        assert name == "linear" or ratio.min() > -1e-9
        assert kind != "given" or (
            ratio.min() >= given[0] - 1e-9 and ratio.max() <= given[1] + 1e-9
        )
    assert met >= 8


def test_a_flat_start_is_left() -> None:
    """Far out a logistic slope is all but level: plain steps of Newton would overshoot for ever."""
    found, _ = descended(
        lambda x: np.tanh(x) - 0.5, lambda x: np.diag(1 / np.cosh(x) ** 2), np.full(1, 15.0), 1e-12
    )
    assert np.tanh(found[0]) == pytest.approx(0.5)
