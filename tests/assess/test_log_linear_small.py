"""Small simulated populations: who is called safe by a log-linear model, and how far it errs."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset, Finding
from discret.assess import LogLinearRisk
from discret.maths.population.log_linear import Crossing, fit_main


def law(rng: np.random.Generator) -> Any:
    """A table of chances: main effects, and two-way interactions of random strength."""
    shape = tuple(rng.integers(2, 7, rng.integers(2, 5)))
    logs, strength = np.zeros(shape), rng.choice([0.0, 0.5, 1.0])
    for number in range(len(shape)):
        for other in range(number + 1):
            axes = {number, other}
            wide = [size if axis in axes else 1 for axis, size in enumerate(shape)]
            logs = logs + rng.normal(0, 0.8 if number == other else strength, wide)
    chances = np.exp(logs)
    return chances / chances.sum()


@cache
def trial(seed: int, fewest: int, most: int) -> tuple[Finding, float]:
    """What the measure finds at 0.2 in a sample, and the largest true E(1/F), by simulation."""
    rng = np.random.default_rng(seed)
    chances = law(rng)
    people = int(rng.integers(200, 6000))
    number = min(int(rng.integers(fewest, most + 1)), people // 2)
    cells = rng.choice(chances.size, number, p=chances.ravel())
    codes = np.unravel_index(cells, chances.shape)
    frame = pl.DataFrame({f"k{place}": code for place, code in enumerate(codes)})
    finding = LogLinearRisk(most=0.2, population_size=people).assess(
        Dataset.of(frame, key=frame.columns)
    )
    held, size = np.unique(cells, return_counts=True)
    rest = rng.poisson((people - number) * chances.ravel()[held][:, None], (len(held), 2000))
    return finding, float((1.0 / (size[:, None] + rest)).mean(axis=1).max())


@pytest.mark.parametrize("seed", range(40))
def test_a_few_dozen_records_are_not_called_safe(seed: int) -> None:
    finding, _ = trial(seed, 15, 60)
    assert finding.met is False
    assert finding.details["enough_people"] is False
    assert "no record can be said to be safe" in finding.reads


def test_the_estimate_alone_would_have_called_some_safe_wrongly() -> None:
    found = [trial(seed, 15, 60) for seed in range(40)]
    assert sum(one.value is not None and one.value <= 0.2 < true for one, true in found) >= 3


def test_who_is_called_safe_is_safe() -> None:
    found = [trial(seed, 100, 400) for seed in range(60)]
    met = [true for finding, true in found if finding.met]
    assert len(met) >= 5
    assert sum(true > 0.2 for true in met) <= 1


@pytest.mark.parametrize("seed", range(5))
def test_the_upper_end_is_above_the_estimate(seed: int) -> None:
    finding, _ = trial(seed, 100, 400)
    assert finding.value <= finding.details["highest_risk"] <= 1


def test_a_whole_population_needs_no_model() -> None:
    data = Dataset.of(pl.DataFrame({"k": ["a"] * 6 + ["b"] * 5}), key="k")
    finding = LogLinearRisk(most=0.2, population_size=11).assess(data)
    assert (finding.met, finding.value) == (True, pytest.approx(0.2))


def test_the_variance_of_main_effects_is_that_of_many_samples() -> None:
    crossing = Crossing.of(np.array([[0, 0], [0, 1], [1, 0], [1, 1]]))
    chances = np.array([0.12, 0.28, 0.18, 0.42])  # 0.4/0.6 by 0.3/0.7
    samples = np.random.default_rng(1).multinomial(2000, chances, 4000)
    logs = [np.log(fit_main(crossing, count).expected) for count in samples]
    wanted = fit_main(crossing, 2000 * chances).log_variance()
    assert np.var(logs, axis=0) == pytest.approx(wanted, rel=0.1)
