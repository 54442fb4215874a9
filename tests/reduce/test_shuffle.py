"""Shuffling by ranks: margins to the value, rank correlations in expectation, X unseen given S."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import norm, spearmanr

from discret import Context, Dataset
from discret.errors import ColumnError, InputError
from discret.maths.perturbation.columns import Column
from discret.maths.perturbation.copula import reassigned
from discret.quantify import DetailLost, Marginals
from discret.reduce import Shuffle

SIGMA = np.array([[1.0, 0.6, 0.5], [0.6, 1.0, 0.4], [0.5, 0.4, 1.0]])


def drawn(records: int = 400, seed: int = 1) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    z = rng.multivariate_normal(np.zeros(3), SIGMA, records)
    return pl.DataFrame({
        "pay": np.exp(z[:, 0]), "rent": z[:, 1].round(1), "age": z[:, 2],
        "town": pl.Series(["n", "s", None])[rng.choice(3, records, p=[0.5, 0.4, 0.1])],
        "g": rng.choice(["a", "b"], records),
    })  # fmt: skip


def shuffled(frame: pl.DataFrame, seed: int = 1, **settings: Any) -> Any:
    change = Shuffle(**settings).apply(Dataset.of(frame), Context(rng=np.random.default_rng(seed)))
    return change.data.to_polars(), change.facts


def test_each_column_keeps_its_values_in_each_part() -> None:
    frame = drawn()
    after, facts = shuffled(frame, columns=["pay", "rent"], by=["g"])
    for part in ("a", "b"):
        for name in ("pay", "rent"):
            one, two = (t.filter(frame["g"] == part)[name].sort() for t in (frame, after))
            assert one.equals(two)
    assert after.drop("pay", "rent").equals(frame.drop("pay", "rent"))
    assert facts["changed"]["pay"] > 0.9


def test_rank_correlations_are_kept_in_expectation() -> None:
    """Means over draws are those of the file, within four standard errors and 1/√n of the model.

    A Gaussian copula is fitted to a sample of one: what it misses is of the order of its noise.
    """
    frame = drawn(1000)
    found = []
    for seed in range(60):
        after, _ = shuffled(frame.select("pay", "rent", "age"), seed, columns=["pay", "rent"])
        found.append(spearmanr(after.to_numpy())[0][np.triu_indices(3, 1)])
    wanted = spearmanr(frame.select("pay", "rent", "age").to_numpy())[0][np.triu_indices(3, 1)]
    error = np.std(found, axis=0) / np.sqrt(len(found))
    assert np.mean(found, axis=0) == pytest.approx(wanted, abs=float(4 * error.max() + 0.02))
    assert np.std(found, axis=0).min() > 0


def test_what_is_released_tells_no_more_than_the_other_columns() -> None:
    """Given S, what is shown is drawn without a look at X: its correlation is that through S.

    With nothing told it is 0, with S it is the square of the correlation of X and S (normal
    scores); four standard errors of a correlation.
    """
    frame = drawn(4000)
    alone, facts = shuffled(frame.select("pay"), columns=["pay"])
    limit = 4 / np.sqrt(len(frame))
    assert facts["own"]["pay"] == pytest.approx(0, abs=limit)
    assert np.corrcoef(np.log(alone["pay"]), np.log(frame["pay"]))[0, 1] < limit
    both, _ = shuffled(frame.select("pay", "age"), columns=["pay"])
    scores = [np.log(table["pay"].to_numpy()) for table in (frame, both)]
    through = np.corrcoef(scores[0], frame["age"])[0, 1] ** 2
    assert np.corrcoef(*scores)[0, 1] == pytest.approx(through, abs=limit)


def test_ranks_are_those_of_the_formula_of_the_paper() -> None:
    """One column given another, both continuous: the conditional normal, drawn by the same dice."""
    rng = np.random.default_rng(8)
    s = rng.normal(size=300)
    x = 0.7 * s + rng.normal(size=300)
    codes = [np.argsort(np.argsort(own)) for own in (x, s)]
    own, told = (Column(code, 300, ordered=True) for code in codes)
    (found,) = reassigned([own], [told], 5, np.random.default_rng(3))
    ends = norm.ppf(np.linspace(0, 1, 301))
    means = 300 * -np.diff(norm.pdf(ends))  # of a normal variable in each of 300 equal slices
    one, two = means[codes[0]], means[codes[1]]
    slope = (one @ two) / (two @ two) / (one @ one) * 300
    fitted = slope**2 * (two @ two) / 300
    fair = 1 - (1 - fitted) * 299 / 298
    mean = slope * np.sqrt(fair / fitted) * two
    dice = np.random.default_rng(3).standard_normal((300, 1))[:, 0]
    score = mean + np.sqrt(1 - fair) * dice
    close = np.abs(found - np.argsort(np.argsort(score)))  # a root has a sign of its own
    other = np.abs(found - np.argsort(np.argsort(mean - np.sqrt(1 - fair) * dice)))
    assert min(close.max(), other.max()) == 0


@pytest.mark.parametrize(
    "column",
    [
        pl.Series([1, 2, 3, 4, None], dtype=pl.Int8),
        pl.Series([1, 2, 3, 2**63, 7], dtype=pl.UInt64),
        pl.Series([18_000, 18_001, None, 18_003, 5]).cast(pl.Date),
        pl.Series(["low", "high", "low", "high", None], dtype=pl.Enum(["low", "high"])),
        pl.Series([None] * 5, dtype=pl.Float64),
        pl.Series([7.5] * 5),
        pl.Series([float("inf"), 1e308, -1e308, 0.0, 5e-324]),
    ],
)
def test_types_and_gaps_stay(column: pl.Series) -> None:
    frame = pl.DataFrame({"x": column})
    after, _ = shuffled(frame, columns=["x"])
    assert after.schema == frame.schema
    assert after["x"].sort().equals(frame["x"].sort())
    assert after["x"].is_null().equals(frame["x"].is_null())


def test_no_detail_is_lost_and_no_margin_moves() -> None:
    data = Dataset.of(drawn(), key=["pay", "town"])
    after = Shuffle(columns=["pay"]).apply(data, Context()).data
    assert DetailLost().compare(data, after).value == 0
    assert Marginals(columns=["pay"]).compare(data, after).value == 0


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"columns": ["town"]}, ColumnError, "order"),
        ({"columns": ["age"], "by": ["age"]}, ColumnError, "kept apart"),
        ({"columns": ["pay"], "by": ["n"]}, InputError, "fewer than 3"),
        ({"columns": ["nowhere"]}, ColumnError, "nowhere"),
    ],
)
def test_what_cannot_be_is_refused(settings: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        shuffled(drawn().with_columns(n=pl.int_range(400)), **settings)
