"""Protecting nested grids: the tables that are written are applied, and all is counted again."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from discret import Dataset
from discret.assess.differencing.deduced import Deduced
from discret.data.zonings.crossing import Crossing
from discret.errors import InputError
from discret.reduce.protections import Protection, cheaper, protections, told
from linear_attacker import least_around

LEVELS = ["region", "km", "m"]


def drawn(seed: int) -> pl.DataFrame:
    """Households in four zones and in squares of 200 m, in squares of 1 km, in regions."""
    rng = np.random.default_rng(seed)
    km, region = rng.integers(0, 4, 9), rng.integers(0, 2, 4)
    rows = np.unique(np.stack([rng.integers(0, 4, 16), rng.integers(0, 9, 16)]), axis=1)
    return pl.DataFrame({
        "zone": [f"z{one}" for one in rows[0]],
        "region": [f"r{region[km[one]]}" for one in rows[1]],
        "km": [f"k{km[one]}" for one in rows[1]],
        "m": [f"m{one}" for one in rows[1]],
        "n": rng.choice([1, 2, 4, 7, 12, 25], rows.shape[1]),
    })  # fmt: skip


def crossed(table: pl.DataFrame, **more: object) -> Crossing:
    return Crossing.of(
        "test", Dataset.of(table), "zone", "m", count="n", coarser=LEVELS[:-1], **more
    )


def published(table: pl.DataFrame, one: Protection) -> tuple[pl.DataFrame, dict[str, str]]:
    """The table as it is published: flags where squares are withheld, or other names of squares."""
    for level in LEVELS:
        own = one.squares.filter(pl.col("level") == level)
        if one.way == "merge":
            onto = dict(own.select("square", "merged").iter_rows())
            table = table.with_columns(pl.col(level).replace(onto))
        else:
            gone = pl.col(level).is_in(own["square"].implode()).cast(int)
            table = table.with_columns(gone.alias(f"no {level}"))
    flags = {} if one.way == "merge" else {level: f"no {level}" for level in LEVELS}
    return table, flags


def totals(table: pl.DataFrame, flags: dict[str, str]) -> np.ndarray:
    """Every total that is published, as a row of what it counts."""
    found = [(table["zone"] == one).to_numpy() for one in table["zone"].unique().sort()]
    for level in LEVELS:
        shown = table.filter(pl.col(flags[level]) == 0) if flags else table
        found += [(table[level] == one).to_numpy() for one in shown[level].unique().sort()]
    return np.array(found)


def test_what_is_written_protects_against_every_combination_of_totals() -> None:
    touched = dict.fromkeys(("fewest_squares", "fewest_observations", "merge"), 0)
    for seed in range(25):
        table, threshold = drawn(seed), 4 + seed % 8
        crossing = crossed(table)
        risk = Deduced.of(crossing, threshold).observations_at_risk
        zones = table.select(pl.col("n").sum().over("zone")).to_series().to_numpy()
        for protection in protections(crossing, threshold, seconds=20):
            release, flags = published(table, protection)
            least = least_around(totals(release, flags), table["n"].to_numpy())
            assert (least[zones >= threshold] > threshold - 1e-6).all(), (seed, protection.way)
            after = crossed(release, withheld=flags, repeats="added")
            left = Deduced.of(after, threshold)
            facts = protection.facts
            assert facts["at_risk_before"] == risk
            assert facts["at_risk_after"] == left.observations_at_risk
            assert facts["squares_touched"] == len(protection.squares)
            many = sum(table[level].n_unique() for level in LEVELS)
            fewer = sum(release[level].n_unique() for level in LEVELS)
            gone = many - fewer if protection.way == "merge" else len(protection.squares)
            assert facts["squares_lost"] == gone
            assert facts["squares_after"] == many - gone
            hit = [
                release.get_column(f"no {level}").to_numpy() == 1
                if flags
                else (release[level] != table[level]).to_numpy()
                for level in LEVELS
            ]
            assert facts["observations_lost"] == table["n"].to_numpy()[np.any(hit, axis=0)].sum()
            touched[protection.way] += len(protection.squares)
    assert min(touched.values()) > 20


def test_a_coarser_level_of_one_square_tells_what_the_zones_tell() -> None:
    """So what is withheld of the finest level would do by itself, and the bound of that holds."""
    for seed in range(10):
        table = drawn(seed).with_columns(region=pl.lit("all"), km=pl.lit("all"))
        plain = Crossing.of("test", Dataset.of(table), "zone", "m", count="n")
        for threshold in (5, 9):
            exact, nested = (protections(one, threshold)[0] for one in (plain, crossed(table)))
            finest = nested.squares.filter(pl.col("level") == "m")
            assert nested.facts["at_risk_after"] == exact.facts["at_risk_after"]
            assert len(finest) >= exact.facts["least"]


def test_squares_withheld_already_stay_so_and_nothing_is_merged() -> None:
    table = drawn(3)
    held = table["km"][0]
    table = table.with_columns(flag=(pl.col("km") == held).cast(int))
    found = protections(crossed(table, withheld={"km": "flag"}), 8)
    assert found[-1].why is not None
    assert ("km", held) not in found[0].squares.select("level", "square").rows()
    assert found[0].facts["squares_withheld_before"] == 1
    assert cheaper(found).way in ("fewest_squares", "fewest_observations")
    assert all(one["optimal"] is None for one in told(found) if "optimal" in one)


def test_blank_squares_cannot_be_told_apart() -> None:
    table = drawn(1).with_columns(m=pl.when(pl.col("m") != "m3").then("m"))
    with pytest.raises(InputError, match="blank"):
        protections(crossed(table, blanks="withheld"), 5)
