"""Swapping: columns keep their values, ranks go no farther than asked, pairs exchange all."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset
from discret.assess import Linkage
from discret.errors import ColumnError, InputError
from discret.maths.perturbation.swapping import random_partners, rank_partners
from discret.quantify import DetailLost, Marginals
from discret.reduce import Swap
from strategies import examples


def drawn(records: int = 300) -> pl.DataFrame:
    rng = np.random.default_rng(9)
    x = rng.normal(50, 10, records).round(1)
    town = pl.Series(["n", "s", None])[rng.choice(3, records, p=[0.5, 0.4, 0.1])]
    return pl.DataFrame({
        "x": pl.Series(x).set(pl.Series(rng.random(records) < 0.1), None),
        "y": x + rng.normal(0, 3, records), "town": town, "g": rng.choice(["a", "b"], records),
    })  # fmt: skip


def swapped(frame: pl.DataFrame, seed: int = 1, **settings: Any) -> Any:
    change = Swap(**settings).apply(Dataset.of(frame), Context(rng=np.random.default_rng(seed)))
    return change.data.to_polars(), change.facts


@examples(80)
@given(st.integers(0, 60), st.integers(1, 70), st.integers(0, 10**6))
def test_partners_in_rank_are_near_and_mutual(size: int, reach: int, seed: int) -> None:
    found = rank_partners(size, reach, np.random.default_rng(seed))
    places = np.arange(size)
    assert (found[found] == places).all()
    assert np.abs(found - places).max(initial=0) <= reach
    still = np.flatnonzero(found == places)  # two that could exchange do not both stay
    assert (np.diff(still) > reach).all()


@examples(60)
@given(st.integers(0, 60), st.floats(0.01, 1), st.integers(0, 10**6))
def test_random_partners_are_pairs_of_the_share(size: int, share: float, seed: int) -> None:
    found = random_partners(size, share, np.random.default_rng(seed))
    places = np.arange(size)
    assert (found[found] == places).all()
    assert int((found != places).sum()) == 2 * (round(share * size) // 2)


def test_partners_in_rank_are_drawn_evenly() -> None:
    """The lowest of many draws each of those within reach alike: five standard errors."""
    draws = [int(rank_partners(8, 4, np.random.default_rng(seed))[0]) for seed in range(4000)]
    shares = np.bincount(draws, minlength=8)[1:5] / len(draws)
    assert shares == pytest.approx(0.25, abs=5 * np.sqrt(0.25 * 0.75 / len(draws)))


@pytest.mark.parametrize("kind", ["rank", "random"])
def test_each_column_keeps_its_values_in_each_part(kind: str) -> None:
    frame = drawn()
    after, _ = swapped(frame, columns=["x", "y"], kind=kind, share=0.3, by=["g"])
    for part in ("a", "b"):
        for name in ("x", "y"):
            one, two = (t.filter(frame["g"] == part)[name].sort() for t in (frame, after))
            assert one.equals(two)
    assert after.select("town", "g").equals(frame.select("town", "g"))
    assert not after["x"].equals(frame["x"])


@pytest.mark.parametrize("share", [0.01, 0.1, 0.5])
def test_ranks_move_no_farther_than_asked(share: float) -> None:
    frame = pl.DataFrame({"x": np.random.default_rng(3).permutation(500)})
    after, facts = swapped(frame, columns=["x"], share=share)
    moved = (after["x"] - frame["x"]).abs()
    assert moved.max() <= max(share * 500, 1)
    assert facts["changed"]["x"] == pytest.approx(float((moved > 0).mean()))
    assert facts["changed"]["x"] > 0.9


def test_missing_values_stay_with_rank() -> None:
    frame = drawn()
    after, _ = swapped(frame, columns=["x"], share=0.5)
    assert after["x"].is_null().equals(frame["x"].is_null())


def test_pairs_exchange_all_columns_at_once() -> None:
    frame = drawn().with_row_index("id")
    after, facts = swapped(frame, columns=["x", "town", "id"], kind="random", share=0.5)
    pairs = dict(zip(frame["id"], frame.select("x", "town").rows(), strict=True))
    assert [pairs[number] for number in after["id"]] == after.select("x", "town").rows()
    assert facts["changed"]["id"] == 0.5


@pytest.mark.parametrize(
    "column",
    [
        pl.Series([1, 2, 3, 4], dtype=pl.Int8),
        pl.Series([1, 2, 3, 2**63], dtype=pl.UInt64),
        pl.Series([18_000, 18_001, 18_002, 18_003]).cast(pl.Date),
        pl.Series(["low", "high", "low", "high"], dtype=pl.Enum(["low", "high"])),
    ],
)
def test_types_stay(column: pl.Series) -> None:
    frame = pl.DataFrame({"x": column})
    after, _ = swapped(frame, columns=["x"], share=1.0)
    assert after.schema == frame.schema
    assert after["x"].sort().equals(frame["x"].sort())


def test_linkage_falls_with_the_share_and_no_detail_is_lost() -> None:
    frame = drawn(400).select("y")
    data, linked = Dataset.of(frame, key="y"), []
    for share in (0.003, 0.2):
        after = Swap(columns=["y"], share=share).apply(data, Context()).data
        linked.append(Linkage(columns=["y"]).assess(after).value)
        assert DetailLost().compare(data, after).value == 0
        assert Marginals(columns=["y"]).compare(data, after).value == 0
    assert linked[1] <= linked[0] < 0.2


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"columns": ["town"]}, ColumnError, "order"),
        ({"columns": ["y"], "by": ["y"]}, ColumnError, "kept apart"),
        ({"columns": ["x"], "by": ["n"]}, InputError, "alone"),
        ({"columns": ["nowhere"]}, ColumnError, "nowhere"),
    ],
)
def test_what_cannot_be_is_refused(settings: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        swapped(drawn().with_columns(n=pl.int_range(300)), **settings)
