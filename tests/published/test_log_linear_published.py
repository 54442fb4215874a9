"""Log-linear models: the numbers of sdcMicro's own test."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from discret import Dataset
from discret.assess import LogLinearRisk
from discret.maths.population.log_linear import Crossing, fit_main
from discret.maths.population.poisson_risk import matched_unique

# sdcMicro, tests/testthat/test_modRisks.R: three columns drawn by runif after set.seed(123).
TEN = pl.DataFrame({
    "Var1": [2, 3, 2, 3, 3, 1, 2, 3, 2, 2],
    "Var2": [2, 1, 2, 2, 1, 2, 1, 1, 1, 2],
    "Var3": [5, 4, 4, 5, 4, 4, 3, 3, 2, 2],
    "weights": [100] * 10,
})  # fmt: skip


def test_the_fit_of_sdcmicro() -> None:
    # "fitted" of modRisk(method = "default"), rounded to two decimals there; Var1 varies slowest.
    of_var1 = {1: [0.1, 0.1, 0.2, 0.1], 2: [0.5, 0.5, 1.0, 0.5], 3: [0.4, 0.4, 0.8, 0.4]}
    keys = Dataset.of(TEN, key=["Var1", "Var2", "Var3"]).keys
    fit = fit_main(Crossing.of(keys.codes), keys.count)
    wanted = [of_var1[one][three - 2] for one, _, three in keys.groups.rows()]
    # Var3 = 4 is held by four of the ten records, each other value by two; Var2 splits in halves.
    assert fit.expected == pytest.approx(wanted, abs=1e-12)
    assert sorted(fit.table.ravel()) == pytest.approx(
        sorted(share for row in of_var1.values() for share in row * 2)
    )


def test_the_two_global_risks_of_sdcmicro_follow_from_the_same_fit() -> None:
    # gr1 = 0.552916 and gr2 = 0.7053842 (method = "IPF"). sdcMicro puts what is expected in the
    # SAMPLE in the place of lambda, sums inclusion probabilities within a cell, and divides by the
    # number of cells that are not empty; see the next test for what the literature defines.
    keys = Dataset.of(TEN, key=["Var1", "Var2", "Var3"], weight="weights").keys
    expected = fit_main(Crossing.of(keys.codes), keys.count).expected
    left, alone = (1 - keys.count / 100) * expected, keys.count == 1
    assert np.exp(-left)[alone].sum() / len(keys) == pytest.approx(0.552916, abs=5e-7)
    assert matched_unique(left)[alone].sum() / len(keys) == pytest.approx(0.7053842, abs=5e-8)


def test_with_the_population_of_the_literature_the_same_file_is_at_little_risk() -> None:
    # Ten records stand for a thousand people: lambda is a hundred times what the sample shows.
    data = Dataset.of(TEN, key=["Var1", "Var2", "Var3"], weight="weights")
    found = LogLinearRisk(model="main").assess(data).details
    assert found["sample_uniques"] == 8
    lams = [20, 40, 40, 100, 40, 50, 50, 50, 50]  # of the nine groups, 100 times their fit
    assert found["population_uniques"] < 8 * np.exp(-0.99 * 20) < 1e-7
    assert 8 / max(lams) / 0.99 < found["matches_of_uniques"] < 8 / min(lams) / 0.99
