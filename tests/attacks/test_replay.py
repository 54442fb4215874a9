"""Chance that can be drawn again is taken back: whoever releases a file is told of short seeds."""

from __future__ import annotations

import numpy as np
import polars as pl

from discret import Dataset, Plan
from discret.plan.release import stream
from discret.plan.terms import Terms
from discret.plan.variants import Variant
from discret.reduce import Noise, Recode, Round

N = 2_000
PAY = np.random.default_rng(1).lognormal(7, 0.5, N)
TABLE = pl.DataFrame({"who": range(N), "sex": ["f", "m"] * (N // 2), "pay": PAY})
NOISE = Plan(reduce=[Noise(columns=["pay"], alpha=1.0)])


def replayed(shown: np.ndarray, seeds: range) -> tuple[int, np.ndarray]:
    """The seed whose draws go best with the file, and the numbers without what they explain."""
    draws = {seed: stream(seed, "noise").standard_normal((N, 1))[:, 0] for seed in seeds}
    alike = {seed: float(np.corrcoef(own, shown)[0, 1]) for seed, own in draws.items()}
    best = max(alike, key=lambda seed: alike[seed])
    slope = np.polyfit(draws[best], shown, 1)[0]
    return best, shown - slope * draws[best]


def test_a_short_seed_is_found_and_noise_taken_back() -> None:
    shown = NOISE.run(Dataset.of(TABLE), seed=77).data.to_polars()["pay"].to_numpy()
    seed, back = replayed(shown, range(200))
    assert seed == 77
    assert np.abs(back - PAY).mean() < np.abs(shown - PAY).mean() / 10


def told(plan: Plan, seed: int | None, **roles: str) -> bool:
    release = plan.run(Dataset.of(TABLE, key="sex", number="pay", **roles), seed=seed)
    return any("seed is short" in notice for notice in release.notices)


def test_short_seeds_are_told_where_chance_protects() -> None:
    assert told(NOISE, 77)
    assert not told(NOISE, None)
    assert not told(NOISE, 2**60)
    assert not told(Plan(reduce=[Recode(column="sex", mapping={"f": "*", "m": "*"})]), 77)
    assert not told(Plan(reduce=[Round(columns=["pay"], base=100)]), 77)
    assert told(Plan(reduce=[Round(columns=["pay"], base=100, how="random")]), 77)
    assert told(Plan(release=Terms(link="renumber")), 77, individual="who")


def test_two_variants_take_noise_back_and_are_not_to_be_released_together() -> None:
    some, more = (
        Variant(title=str(alpha), reduce=[Noise(columns=["pay"], alpha=alpha)])
        for alpha in (0.1, 0.4)
    )
    found = Plan(variants=[some, more]).run_variants(Dataset.of(TABLE))
    one, two = (release.data.to_polars()["pay"].to_numpy() for release in found.values())
    assert np.abs(2 * one - two - PAY).max() < 1e-6
    for release in found.values():
        assert any("release one of them alone" in notice for notice in release.notices)
    assert not any("one of them alone" in one for one in NOISE.run(Dataset.of(TABLE)).notices)
