"""Calibrated weights of SAS CALMAR 2 and of the R packages, on their own examples."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret.maths.calibration.newton import calibrate
from where import SHARED, needs_tables

TABLES = SHARED / "data" / "calibration"
pytestmark = needs_tables

IDS = [f"employees_{name}" for name in ("linear", "raking", "logit", "truncated", "sinh")]


def employees() -> pl.DataFrame:
    return pl.read_csv(TABLES / "employees_sample.csv")


def laid_out(table: pl.DataFrame, margins: list[dict[str, Any]]) -> tuple[Any, Any]:
    columns, totals = [], []
    for margin in margins:
        if margin.get("numeric"):
            columns.append(table[margin["var"]].to_numpy())
            totals.append(margin["total"])
        else:
            columns += [(table[margin["var"]] == level).to_numpy() for level in margin["levels"]]
            totals += margin["totals"]
    return np.stack(columns, axis=1).astype(float), np.array(totals, dtype=float)


@pytest.mark.parametrize("name", IDS)
def test_the_employees(name: str) -> None:
    cases = json.loads((TABLES / "employees_cases.json").read_text("utf-8"))["cases"]
    case = next(one for one in cases if one["id"] == name)
    table = employees()
    units, totals = laid_out(table, case["margins"])
    bounds = tuple(case["parameters"]) if isinstance(case["parameters"], list) else None
    start = table[case["weight"]].cast(float).to_numpy()
    found = calibrate(units, start, totals, method=case["method"], bounds=bounds)
    np.testing.assert_allclose(found.weights, case["weights"], rtol=1e-8)
    assert found.redundant == (4, 6)
    if "calmar2_column" in case:
        file, column = case["calmar2_column"].split(":")
        printed = pl.read_csv(TABLES / file)[column].to_numpy()
        np.testing.assert_allclose(found.weights, printed, atol=5.1e-5)


def test_generalised_calibration_of_the_employees() -> None:
    """`sampling::gencalib`: the ratio depends on visits to the cinema, not on the salary."""
    cases = json.loads((TABLES / "employees_cases.json").read_text("utf-8"))["cases"]
    table = employees()
    units, totals = laid_out(table, cases[0]["margins"])
    along = units.copy()
    along[:, 7] = table["movies"].to_numpy()
    start = table["weight"].cast(float).to_numpy()
    found = calibrate(units, start, totals, method="linear", instruments=along)
    expected = pl.read_csv(TABLES / "employees_expected_r.csv", null_values="NA")
    want = expected["sampling_gencalib_linear_z_movies"].to_numpy()
    np.testing.assert_allclose(found.weights, want, rtol=1e-8)


def poptest() -> tuple[pl.DataFrame, pl.DataFrame, Any, Any]:
    table = pl.read_csv(TABLES / "poptest_sample.csv")
    expected = pl.read_csv(TABLES / "poptest_expected_calmar2_full.csv")
    assert table["ident"].equals(expected["ident"])
    margins: list[dict[str, Any]] = []
    for name, levels, *given in pl.read_csv(
        TABLES / "poptest_margins_1.csv", infer_schema=False, null_values="NA"
    ).rows():
        number = int(levels)
        if number == 0:
            margins.append({"var": name, "numeric": True, "total": float(given[0])})
        else:
            own = [float(one) for one in given[:number]]
            margins.append({"var": name, "levels": range(1, number + 1), "totals": own})
    return (table, expected, *laid_out(table, margins))


POPTEST = [
    ("weight_cal_lin", "linear", None),
    ("weight_cal_raking", "raking", None),
    ("weight_cal_logit", "logit", (0.2, 1.3)),
]


@pytest.mark.parametrize(("column", "method", "bounds"), POPTEST)
def test_the_population_of_icarus(column: str, method: Any, bounds: Any) -> None:
    table, expected, units, totals = poptest()
    start = table["weight"].to_numpy()
    found = calibrate(units, start, totals, method=method, bounds=bounds)
    np.testing.assert_allclose(found.weights, expected[column].to_numpy(), rtol=1e-8)


@pytest.mark.parametrize(("column", "method", "bounds"), POPTEST)
def test_the_second_totals_of_the_population(column: str, method: Any, bounds: Any) -> None:
    """The totals are those that CALMAR 2's weights have: they are printed nowhere."""
    table, expected, units, _ = poptest()
    want = expected[f"{column}_2"].to_numpy()
    found = calibrate(
        units, table["weight"].to_numpy(), units.T @ want, method=method, bounds=bounds
    )
    np.testing.assert_allclose(found.weights, want, rtol=1e-8)


def test_weights_in_the_distance() -> None:
    """To 6e-7, as CALMAR 2's own margins hold to 5e-8 alone here."""
    table, expected, units, totals = poptest()
    want = expected["weight_cal_lin_qtest"].to_numpy()
    assert np.abs(units.T @ want / totals - 1).max() > 1e-8
    q = table["qTest"].cast(float).to_numpy()
    found = calibrate(units, table["weight"].to_numpy(), totals, method="linear", q=q)
    np.testing.assert_allclose(found.weights, want, rtol=6e-7)
