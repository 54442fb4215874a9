"""Perturbation as Bergeat (2014) lays it out: read from the truth file, and over many draws."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset
from discret.data.examples import footballers, illnesses
from discret.maths.microaggregation.mdav import mdav
from discret.maths.perturbation import transitions
from discret.quantify import Discernibility, Distances, Entropy, GroupSize, Query
from discret.reduce import Microaggregate, Noise, Pram, Recode
from discret.reduce.pram.estimates import estimate_frequencies
from where import FIGURES, SHARED, needs_tables

SEXES = ["Femme,Homme", "Homme,Femme"]  # the paper does not say which category comes first


@cache
def truth() -> dict[str, Any]:
    entries = json.loads((FIGURES / "seed_examples.json").read_text(encoding="utf-8"))
    return {entry["id"]: entry for entry in entries}


def expected(name: str) -> Any:
    return truth()[name]["expected"]


def seeded(seed: int) -> Context:
    return Context(rng=np.random.default_rng(seed))


def patients() -> Dataset:
    return Dataset.of(illnesses(), key=["Âge", "Sexe"], sensitive="Maladie")


def chances(order: str) -> dict[str, dict[str, float]]:
    names, rows = order.split(","), truth()["001.pram"]["input"]["P"]
    return {true: dict(zip(names, row, strict=True)) for true, row in zip(names, rows, strict=True)}


# ---------------------------------------------------------------- 001.pram, def.pram_invariant


@pytest.mark.parametrize("order", SEXES)
def test_expected_counts(order: str) -> None:
    wanted, names = expected("001.pram")[order], order.split(",")
    facts = Pram(columns=["Sexe"], matrix=chances(order)).apply(patients(), seeded(1)).facts
    assert [facts["expected"]["Sexe"][name] for name in names] == pytest.approx(wanted["E_TZ"])
    assert Counter(illnesses()["Sexe"]) == dict(zip(names, wanted["T_X"], strict=True))


@pytest.mark.parametrize("picture", ["illustration2", "illustration3"])
@pytest.mark.parametrize("order", SEXES)
def test_estimated_counts(order: str, picture: str) -> None:
    wanted, names = expected("001.pram")[order][picture], order.split(",")
    shown = dict(zip(names, wanted["T_Z"], strict=True))
    found = estimate_frequencies(shown, chances(order))
    assert [found.counts[name] for name in names] == pytest.approx(wanted["T_X_hat"])


@pytest.mark.parametrize("order", SEXES)
def test_the_two_stage_matrix_is_invariant(order: str) -> None:
    wanted, names = expected("001.pram")[order], order.split(",")
    method = Pram(columns=["Sexe"], matrix=chances(order), invariant="two_stage")
    facts = method.apply(patients(), seeded(1)).facts
    for true, row in zip(names, wanted["two_stage_invariant_R"], strict=True):
        assert [facts["matrix"]["Sexe"][true][name] for name in names] == pytest.approx(row)
    kept = [facts["expected"]["Sexe"][name] for name in names]
    assert kept == pytest.approx(wanted["check_R_T"])
    assert kept == pytest.approx(wanted["T_X"])


def test_a_matrix_is_invariant_for_its_own_shares() -> None:
    shares = np.array(expected("001.pram")["stationary_distribution_of_P"])
    matrix = np.array(truth()["001.pram"]["input"]["P"])
    assert shares @ matrix == pytest.approx(shares)
    assert transitions.two_stage(matrix, shares).T @ shares == pytest.approx(shares)


@pytest.mark.parametrize("picture", ["illustration2", "illustration3"])
@pytest.mark.parametrize("order", SEXES)
def test_entropy_of_what_is_shown(order: str, picture: str) -> None:
    """D11: conditioned on the released value, in nats and in bits; any draw with these counts."""
    wanted, names = expected("001.pram")[order][picture], order.split(",")
    method, data = Pram(columns=["Sexe"], matrix=chances(order)), patients()
    files = (method.apply(data, seeded(seed)).data for seed in range(200))
    shown = dict(zip(names, map(int, wanted["T_Z"]), strict=True))
    after = next(file for file in files if Counter(file.to_polars()["Sexe"]) == shown)
    found = Entropy(columns=["Sexe"]).compare(data, after).details
    assert found["nats"] == pytest.approx(wanted["info_loss_entropy_nat"])
    assert found["bits"] == pytest.approx(wanted["info_loss_entropy_bits"])


def test_invariant_counts_stay_over_many_draws() -> None:
    """The mean of the counts shown is the truth, within five standard errors; others move it."""
    draw = np.random.default_rng(7)
    values = draw.choice(["a", "b", "c"], 200, p=[0.6, 0.3, 0.1])
    data, before = Dataset.of(pl.DataFrame({"x": values}), key="x"), Counter(values.tolist())
    given = {"a": {"a": 0.7, "c": 0.3}, "b": {"a": 0.2, "b": 0.8}, "c": {"b": 0.5, "c": 0.5}}
    for settings, stays in (
        ({"retention": 0.5}, True),
        ({"matrix": given, "invariant": "two_stage"}, True),
        ({"matrix": given, "invariant": "nearest"}, True),
        ({"matrix": given}, False),
    ):
        method = Pram(columns=["x"], **settings)  # type: ignore[arg-type]
        shown = [
            Counter(method.apply(data, seeded(seed)).data.to_polars()["x"]) for seed in range(300)
        ]
        counts = np.array([[own[name] for name in "abc"] for own in shown])
        error = 5 * counts.std(axis=0) / np.sqrt(len(counts))
        gaps = np.abs(counts.mean(axis=0) - [before[name] for name in "abc"])
        assert bool((gaps <= error).all()) is stays, settings


# ---------------------------------------------------------------- 001.noise


@pytest.mark.parametrize("kind", ["independent", "correlated"])
def test_noise_keeps_what_the_paper_says(kind: Any) -> None:
    """Means and covariances over many draws, within five standard errors of their mean."""
    wanted, alpha = expected("001.noise")[kind], truth()["001.noise"]["parameters"]["alpha"]
    draw, size = np.random.default_rng(3), 400
    x = draw.normal(50, 10, size)
    frame = pl.DataFrame({"x": x, "y": 0.6 * x + draw.normal(0, 6, size)})
    before = np.cov(frame.to_numpy().T)
    method, data = Noise(columns=["x", "y"], alpha=alpha, kind=kind), Dataset.of(frame, key="x")
    files = [
        method.apply(data, seeded(seed)).data.to_polars().select("x", "y").to_numpy()
        for seed in range(400)
    ]

    def mean(values: list[Any]) -> tuple[Any, Any]:
        every = np.array(values)
        return every.mean(axis=0), 5 * every.std(axis=0) / np.sqrt(len(every))

    centre, error = mean([file.mean(axis=0) for file in files])
    assert (np.abs(centre - frame.to_numpy().mean(axis=0)) <= error).all() is np.True_
    ratio, error = mean([np.cov(file.T) / before for file in files])
    inflated = 1 + alpha
    factors = {"independent": [inflated, 1.0], "correlated": [wanted.get("cov_factor")] * 2}[kind]
    assert factors[0] == wanted.get("variance_factor", wanted.get("cov_factor")) == inflated
    assert ratio[0, 0] == pytest.approx(factors[0], abs=error[0, 0])
    assert ratio[1, 1] == pytest.approx(factors[0], abs=error[1, 1])
    assert ratio[0, 1] == pytest.approx(factors[1], abs=error[0, 1])
    assert error.max() < 0.02  # so that the two kinds are told apart
    corr = ratio[0, 1] / np.sqrt(ratio[0, 0] * ratio[1, 1])
    assert corr == pytest.approx(wanted.get("corr_factor", 1.0), abs=0.02)


# ---------------------------------------------------------------- 001.mdav, 001.utility_*


@pytest.mark.parametrize("k", [2, 3])
def test_groups_of_ages(k: int) -> None:
    """D09: while 3k are left, then one group while 2k are; rows are numbered from 1."""
    ages, wanted = truth()["001.mdav"]["input"], expected("001.mdav")[f"k={k} standard"]
    of = mdav(np.array(ages, dtype=float)[:, None], k)
    found = {frozenset((np.flatnonzero(of == group) + 1).tolist()) for group in set(of.tolist())}
    assert found == {frozenset(group) for group in wanted}
    assert min(map(len, found)) >= k


def test_errors_of_microaggregated_ages() -> None:
    own, wanted = truth()["001.utility_num"]["input"], expected("001.utility_num")
    data = Dataset.of(illnesses(), key="Âge", sensitive="Maladie")
    after = Microaggregate(columns=["Âge"], k=3).apply(data, Context()).data
    assert data.to_polars()["Âge"].to_list() == own["x"]
    assert after.to_polars()["Âge"].to_list() == own["z"]
    found = Distances(columns=["Âge"]).compare(data, after).details
    names = ("mean_squared_error", "mean_absolute_error", "mean_relative_error")
    assert [found[name] for name in names] == pytest.approx(
        [wanted[name] for name in ("mse", "mae", "mre")]
    )


def test_distances_of_categories() -> None:
    """Ordinal with one end left out (D10); nominal, 0 or 1."""
    own, wanted = truth()["001.utility_cat"]["input"], expected("001.utility_cat")
    levels = [f"c{place}" for place in range(1, own["K"] + 1)]
    for (one, other), distance in zip(own["pairs"], wanted["standard_#[min..max)/K"], strict=True):
        for kind, far in ((pl.Enum(levels), distance), (pl.String, float(one != other))):
            before, after = (
                Dataset.of(pl.DataFrame({"c": [f"c{n}"]}, schema={"c": kind}), key="c")
                for n in (one, other)
            )
            assert Distances().compare(before, after).value == pytest.approx(far)


# ---------------------------------------------------------------- 002.utility


def test_mean_salary_by_age() -> None:
    wanted = expected("002.utility")
    data = Dataset.of(footballers().head(4), key=["Âge"], sensitive="Salaire")
    classes = Recode(column="Âge", cuts=[30], labels=["[20;29]", "[30;39]"])
    after = classes.apply(data, Context()).data
    found = Query(column="Salaire", by=["Âge"]).compare(data, after)
    assert found.value == pytest.approx(wanted["M"])
    assert round(found.value, 3) == wanted["printed"]
    means = dict(after.to_polars().group_by("Âge").agg(pl.col("Salaire").mean()).rows())
    assert means == pytest.approx(wanted["group_means"])


# ---------------------------------------------------------------- ARX: groups


@needs_tables
@pytest.mark.parametrize("name", ["k5_ALL_s0.05_discern", "k5_ALL_s0_discern", "k5_ALL_s0.05_aecs"])
def test_losses_of_groups_are_those_of_arx(name: str) -> None:
    """Its best recodings of adult, with the records that it drops."""
    from discret import Hierarchy

    cases = json.loads((FIGURES / "peers_search.json").read_text("utf-8"))["configurations"]
    case = next(own for own in cases if own["id"] == name)
    folder = SHARED / "data" / "adult"
    table = pl.read_csv(folder / "adult.csv", separator=";", infer_schema=False)
    hierarchies = {key: Hierarchy.from_csv(folder / f"hierarchy_{key}.csv") for key in case["keys"]}
    data = Dataset.of(table.select(case["keys"]), key=case["keys"], hierarchies=hierarchies)
    after = data
    for key, level in case["arx"]["levels"].items():
        if level:
            after = Recode(column=key, level=level).apply(after, Context()).data
    small = after.to_polars().with_columns(n=pl.len().over(case["keys"]))["n"] < 5
    left = after.with_rows(np.flatnonzero(~small.to_numpy()))
    assert int(small.sum()) == case["arx"]["suppressed"]
    if case["loss"] == "discernibility":
        assert Discernibility().compare(data, left).details["penalty_after"] == case["arx"]["loss"]
    else:
        found = GroupSize().compare(data, left).details["average_after"]
        assert found == pytest.approx(case["arx"]["loss"])
