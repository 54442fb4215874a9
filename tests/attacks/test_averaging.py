"""Several records of a person do not give back, by their mean, what was drawn in its place."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from discret import Dataset, Plan
from discret.assess import KAnonymity, Linkage
from discret.parts import Method
from discret.plan.release import Release
from discret.plan.terms import Terms
from discret.reduce import Mask, Microaggregate, Noise, Pram, Round, Shuffle, Swap, Synthesise

PEOPLE, TIMES = 60, 6
METHODS = [
    Noise(columns=["income"], alpha=0.5),
    Noise(columns=["income"], alpha=0.5, kind="correlated", by=["sex"]),
    Noise(columns=["income"], alpha=0.3, kind="multiplicative"),
    Noise(columns=["income"], kind="log", keep_variance=True),
    Mask(columns=["income"], scale={"income": 300.0}),
    Pram(columns=["sex"], retention=0.6),
    Round(columns=["income"], base=1000, how="random"),
    Round(columns=["income"], base=1000, how="controlled"),
    Synthesise(columns=["income", "sex"]),
    Synthesise(columns=["income"], model="copula", smooth=True),
    Synthesise(columns=["income"], copies=2),
    Swap(columns=["income"], share=0.1),
    Swap(columns=["income", "sex"], kind="random", share=0.8),
    Shuffle(columns=["income"]),
    Microaggregate(columns=["income"], k=3),
]


def people() -> pl.DataFrame:
    """Sixty people with six records each, of which each tells the same."""
    rng = np.random.default_rng(1)
    each = pl.DataFrame({
        "who": [f"p{place}" for place in range(PEOPLE)],
        "sex": rng.choice(["f", "m"], PEOPLE).tolist(),
        "region": rng.choice(["a", "b"], PEOPLE).tolist(),
        "income": rng.lognormal(7.5, 0.5, PEOPLE).round(0),
    })  # fmt: skip
    return pl.concat([each] * TIMES).sample(fraction=1, shuffle=True, seed=1)


def run(method: Method, role: str, link: str = "renumber") -> Release:
    told = {role: "who"}
    data = Dataset.of(people(), key=["sex", "region"], number="income", **told)
    measures = [KAnonymity(k=3), Linkage(columns=["income"], most=0.5)]
    return Plan(assess=measures, reduce=[method], release=Terms(link=link)).run(data, seed=5)


@pytest.mark.parametrize("method", METHODS, ids=lambda method: repr(method)[:60])
@pytest.mark.parametrize("role", ["individual", "household"])
def test_what_is_one_is_drawn_once_or_the_gate_is_closed(method: Method, role: str) -> None:
    release = run(method, role)
    unit = [name for name in ("who", "copy") if name in release.data.roles]
    each = release.data.to_polars().group_by(unit).agg(pl.col("income", "sex").n_unique())
    several = bool((each["income"] > 1).any() or (each["sex"] > 1).any())
    assert release.met is not several


@pytest.mark.parametrize("method", METHODS[:5], ids=lambda method: repr(method)[:60])
def test_the_mean_of_a_person_is_no_nearer_than_each_of_their_records(method: Method) -> None:
    release = run(method, "individual")
    truth = people().unique("who", maintain_order=True)["income"].to_numpy()
    drawn = release.inside.to_polars().group_by("who", maintain_order=True)
    means = dict(drawn.agg(pl.col("income").mean()).rows())
    own = np.array([means[who] for who in people().unique("who", maintain_order=True)["who"]])
    errors = np.abs(own - truth)
    single = np.abs(release.inside.to_polars()["income"] - people()["income"]).to_numpy()
    assert np.sqrt((errors**2).mean()) == pytest.approx(np.sqrt((single**2).mean()))


def test_numbers_that_are_not_released_link_nothing() -> None:
    assert run(Swap(columns=["income"], share=0.1), "individual", "drop").met


def test_who_has_several_truths_is_drawn_for_several_times() -> None:
    table = people().with_columns(pl.col("income") + pl.int_range(pl.len()))
    data = Dataset.of(table, number="income", individual="who")
    after = Plan(reduce=[Noise(columns=["income"])]).run(data, seed=1).inside.to_polars()
    errors = after["income"] - table["income"]
    assert errors.n_unique() == len(table)
