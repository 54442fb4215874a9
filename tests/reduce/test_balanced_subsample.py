"""Balanced samples: totals are kept, records as many as asked for, weights make up for it."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset
from discret.data.examples.generated_survey import survey
from discret.errors import ColumnError, EngineError, InputError
from discret.reduce import BalancedSubsample

MARGINS = ["sexe * victimation", "age"]


def context(seed: int = 1) -> Context:
    return Context(rng=np.random.default_rng(seed))


@pytest.mark.parametrize("weight", ["poids", None])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_totals_are_kept(weight: str | None, share: float) -> None:
    table = survey(4000)
    data = Dataset.of(table, weight=weight)
    change = BalancedSubsample(share=share, margins=MARGINS).apply(data, context())
    found = change.data.to_polars()
    assert abs(len(found) - 4000 * share) < 1
    own = found[weight] if weight else pl.Series([1 / share] * len(found))
    before, after = (
        table.with_columns(t=table[weight] if weight else 1.0),
        found.with_columns(u=own),
    )
    for by in (["sexe", "victimation"], ["age"]):
        want = before.group_by(by).agg(pl.col("t").sum())
        both = want.join(after.group_by(by).agg(pl.col("u").sum()), on=by)
        assert len(both) == len(want)
        gaps = ((both["u"] - both["t"]) / both["t"]).abs().to_list()
        assert max(gaps) < (0.25 if share < 0.2 else 0.05)
    assert change.facts["largest_gap"] < (0.25 if share < 0.2 else 0.05)


def test_balance_is_better_than_chance() -> None:
    data = Dataset.of(survey(3000), weight="poids")
    rng = np.random.default_rng(1)
    weights, sexes = data.to_polars()["poids"].to_numpy(), data.to_polars()["sexe"].to_numpy()
    plain = rng.random(3000) < 0.3
    chance = abs(
        weights[plain & (sexes == "femme")].sum() / 0.3 / weights[sexes == "femme"].sum() - 1
    )
    facts = BalancedSubsample(share=0.3, margins=["sexe"]).apply(data, context()).facts
    assert facts["largest_gap"] < chance


def test_the_same_seed_gives_the_same_sample() -> None:
    data = Dataset.of(survey(500), weight="poids")
    method = BalancedSubsample(share=0.5, margins=["sexe"])
    one, two = (method.apply(data, context(4)).data.to_polars() for _ in range(2))
    assert one.equals(two)
    assert not one.equals(method.apply(data, context(5)).data.to_polars())


def test_what_is_wrong_is_told() -> None:
    table = survey(300)
    with pytest.raises(ColumnError, match="missing in 'revenu'"):
        BalancedSubsample(share=0.5, margins=["revenu"]).apply(Dataset.of(table), context())
    with pytest.raises(ColumnError, match="taille"):
        BalancedSubsample(share=0.5, margins=["taille"]).apply(Dataset.of(table), context())
    with pytest.raises(InputError, match="too many"):
        BalancedSubsample(share=0.5, margins=["C(numero)"]).apply(
            Dataset.of(survey(400)), context()
        )
    with pytest.raises(EngineError, match="order"):
        BalancedSubsample(share=0.5, margins=["sexe"]).apply(Dataset.of(table.lazy()), context())
    bad = table.with_columns(pl.lit(0.0).alias("poids"))
    with pytest.raises(InputError, match="weights"):
        BalancedSubsample(share=0.5, margins=["sexe"]).apply(
            Dataset.of(bad, weight="poids"), context()
        )
