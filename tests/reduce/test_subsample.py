"""Random samples: their sizes, their fairness, and what becomes of the weights."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from discret import Context, Dataset
from discret.data.examples import dishes, illnesses
from discret.errors import ColumnError, EngineError, ParameterError
from discret.reduce import Subsample
from discret.reduce.subsample import draw
from strategies import examples

ILLNESSES = Dataset.of(illnesses(), key=["Âge", "Sexe", "CP"])


def seeded(seed: int) -> Context:
    return Context(rng=np.random.default_rng(seed))


def kept(data: Dataset, seed: int, **given: Any) -> pl.DataFrame:
    return Subsample(**given).apply(data, seeded(seed)).data.to_polars()


# --- sizes ---------------------------------------------------------------------------------


def test_the_sample_of_bergeat_2014_has_three_records_of_seven() -> None:
    assert len(kept(ILLNESSES, 1, share=3 / 7)) == 3


def test_the_oldest_may_still_be_drawn() -> None:
    drawn = [111 in kept(ILLNESSES, seed, share=3 / 7)["Âge"] for seed in range(20)]
    assert 0 < sum(drawn) < 20


@examples(80)
@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=60),
    st.floats(0.01, 0.99),
    st.integers(0, 2**32),
)
def test_each_stratum_keeps_its_share_and_at_least_one(
    codes: list[int], share: float, seed: int
) -> None:
    _, strata = np.unique(codes, return_inverse=True)
    places, factor = draw(strata, share, np.random.default_rng(seed))
    size = np.bincount(strata)
    number = np.bincount(strata[places], minlength=len(size))
    assert number.tolist() == [max(1, int(share * n + 0.5)) for n in size.tolist()]
    assert np.all(np.diff(places) > 0)  # sorted, none twice
    assert factor.tolist() == (size / number)[strata].tolist()


def test_strata_are_combinations_and_missing_is_one_of_them() -> None:
    frame = pl.DataFrame({"a": ["x"] * 8 + [None] * 4 + ["y"], "b": [1, 2] * 6 + [1]})
    change = Subsample(share=0.5, by=["a", "b"]).apply(Dataset.of(frame), seeded(2))
    counts = change.data.to_polars().group_by("a", "b").len().sort("a", "b")
    assert counts.rows() == [(None, 1, 1), (None, 2, 1), ("x", 1, 2), ("x", 2, 2), ("y", 1, 1)]
    assert change.facts == {"kept": 7, "strata": 5, "reweighted": False}


def test_a_sample_is_part_of_the_file_in_its_order() -> None:
    whole = illnesses().rows()
    part = kept(ILLNESSES, 3, share=0.6).rows()
    assert part == [row for row in whole if row in part]
    assert len(part) == 4


# --- fairness ------------------------------------------------------------------------------


def test_every_sample_is_equally_likely() -> None:
    strata, runs = np.zeros(6, dtype=np.int64), 6000
    counts = dict.fromkeys(combinations(range(6), 3), 0)
    rng = np.random.default_rng(20240315)
    for _ in range(runs):
        counts[tuple(draw(strata, 0.5, rng)[0].tolist())] += 1
    expected = runs / 20
    distance = sum((count - expected) ** 2 / expected for count in counts.values())
    assert distance < chi2.ppf(0.9999, df=19)


def test_every_record_is_equally_likely_within_its_stratum() -> None:
    frame = pl.DataFrame({"n": range(10), "a": ["x"] * 6 + ["y"] * 4})
    data = Dataset.of(frame, row="n")
    runs = 400
    drawn = [kept(data, seed, share=0.5, by=["a"])["n"].to_list() for seed in range(runs)]
    counts = np.bincount(np.concatenate(drawn), minlength=10)
    assert counts[:6].sum() == 3 * runs
    distance = ((counts - runs / 2) ** 2 / (runs / 4)).sum()
    assert distance < chi2.ppf(0.9999, df=10)


def test_the_seed_decides_whatever_the_order_of_the_table() -> None:
    frame = dishes().with_row_index("n")
    data, turned = (Dataset.of(table, row="n") for table in (frame, frame.reverse()))
    same, again = (kept(one, 7, share=0.5)["n"].sort().to_list() for one in (data, turned))
    assert same == again
    others = {tuple(kept(data, seed, share=0.5)["n"].to_list()) for seed in range(10)}
    assert len(others) > 1


# --- weights -------------------------------------------------------------------------------


def test_weights_are_multiplied_by_the_inverse_of_the_share_kept() -> None:
    data = Dataset.of(dishes(), weight="Poids", key="Sexe")
    change = Subsample(share=0.4, by=["Sexe"]).apply(data, seeded(1))
    before = dict(dishes().select("Nom complet", "Poids").rows())
    factors = {"Femme": 5 / 2, "Homme": 4 / 2}
    for name, sex, *_, weight in change.data.to_polars().rows():
        assert weight == before[name] * factors[sex]
    assert change.facts["reweighted"]


def test_totals_hold_on_average() -> None:
    data = Dataset.of(dishes(), weight="Poids", key="Sexe")
    runs = 300
    totals = np.array([kept(data, seed, share=0.5)["Poids"].sum() for seed in range(runs)])
    assert abs(totals.mean() - 12_000) < 4 * totals.std() / runs**0.5
    assert totals.std() > 0


def test_equal_weights_keep_their_total_exactly() -> None:
    data = Dataset.of(pl.DataFrame({"a": range(8), "w": [3] * 8}), weight="w")
    assert kept(data, 1, share=0.25)["w"].to_list() == [12, 12]


def test_weights_may_be_left_alone() -> None:
    data = Dataset.of(dishes(), weight="Poids", key="Sexe")
    change = Subsample(share=0.5, reweight=False).apply(data, seeded(1))
    assert set(change.data.to_polars()["Poids"]) <= set(dishes()["Poids"])
    assert not change.facts["reweighted"]


# --- its limits ----------------------------------------------------------------------------


def test_a_lazy_table_without_row_numbers_is_refused_with_a_hint() -> None:
    with pytest.raises(EngineError, match="subsample: a lazy table has no order") as bad:
        Subsample(share=0.5).apply(Dataset.of(dishes().lazy()), Context())
    assert "row=" in bad.value.hint


@pytest.mark.parametrize(
    ("numbers", "said"), [([1, 1, 2], "1 doubled"), ([1, None, 2], "1 is missing")]
)
def test_row_numbers_that_number_nothing_are_refused(numbers: list[Any], said: str) -> None:
    data = Dataset.of(pl.LazyFrame({"n": numbers}), row="n")
    with pytest.raises(ColumnError, match=said):
        Subsample(share=0.5).apply(data, Context())


def test_strata_must_be_columns() -> None:
    with pytest.raises(ColumnError, match="subsample: the table has no column 'Sex'"):
        Subsample(share=0.5, by=["Sex"]).apply(ILLNESSES, Context())


def test_the_data_is_left_as_it_was() -> None:
    data = Dataset.of(dishes(), weight="Poids", key="Sexe")
    kept(data, 1, share=0.5)
    assert data.to_native().equals(dishes())


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({}, "share"),
        ({"share": 0}, "share"),
        ({"share": 1}, "share"),
        ({"share": -0.5}, "share"),
        ({"share": float("nan")}, "share"),
        ({"share": "half"}, "share"),
        ({"share": 0.5, "by": "Sexe"}, "by"),
        ({"share": 0.5, "by": [1]}, "by"),
        ({"share": 0.5, "reweight": "perhaps"}, "reweight"),
        ({"share": 0.5, "seed": 3}, "seed"),
    ],
)
def test_bad_parameters_are_named(given: dict[str, Any], name: str) -> None:
    with pytest.raises(ParameterError, match="subsample") as bad:
        Subsample(**given)
    assert any(fault.startswith(name) for fault in bad.value.faults)
