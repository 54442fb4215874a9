"""Matrix masking: A X B + C as written, the identity exactly, and other methods as its cases."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import polars.testing as plt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset, Role
from discret.data.entering.column_names import LINK
from discret.errors import ColumnError, InputError, ParameterError
from discret.maths.perturbation.noise import moments
from discret.quantify import DetailLost
from discret.reduce import DropIdentifiers, Mask, Microaggregate, Noise, Subsample, Swap
from strategies import examples

NAMES = ["x", "y", "z"]


def drawn(records: int = 60, seed: int = 1) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    return pl.DataFrame({
        "x": rng.integers(-9, 90, records), "y": rng.normal(50, 10, records),
        "z": rng.integers(0, 9, records).astype(np.int16), "g": rng.choice(["a", "b"], records),
        "w": rng.uniform(1, 5, records),
    })  # fmt: skip


def context(seed: int = 1) -> Context:
    return Context(rng=np.random.default_rng(seed))


def masked(frame: pl.DataFrame, weight: str | None = None, **settings: Any) -> pl.DataFrame:
    settings = {"columns": NAMES} | settings
    return Mask(**settings).apply(Dataset.of(frame, weight=weight), context()).data.to_polars()


# -- def.masking: identity, selection of rows, selection of columns ------------------------


@pytest.mark.parametrize(
    "column",
    [
        pl.Series([2**62 + 1, -(2**62), None]),
        pl.Series([2**64 - 1, 0, 7], dtype=pl.UInt64),
        pl.Series([1, None, -128], dtype=pl.Int8),
        pl.Series([0.1, math.inf, None]),
        pl.Series([None, None, None], dtype=pl.Float64),
    ],
)
def test_identity_gives_the_numbers_back_exactly(column: pl.Series) -> None:
    frame = pl.DataFrame({"x": column, "g": ["a", "b", "c"]})
    each = [[float(number == two) for two in range(3)] for number in range(3)]
    for settings in ({}, {"matrix": {"x": {"x": 1.0}}}, {"rows": each}):
        plt.assert_frame_equal(masked(frame, columns=["x"], **settings), frame)


def test_nothing_is_drawn_without_noise() -> None:
    rng = np.random.default_rng(1)
    before = rng.bit_generator.state
    method = Mask(columns=NAMES, blocks=["g"])
    method.apply(Dataset.of(drawn()), Context(rng=rng))
    assert rng.bit_generator.state == before
    assert (method.random, Mask(columns=NAMES, scale={"x": 1.0}).random) == (False, True)


def test_a_subsample_is_a_selection_of_rows() -> None:
    frame = drawn()
    sample = Subsample(share=0.4).apply(Dataset.of(frame), context()).data
    numbers = sample.frame.select(LINK).collect().to_native()[LINK]
    kept = pl.Series(range(60)).is_in(numbers.implode())
    found = masked(frame.with_columns(kept=kept), kept="kept")
    plt.assert_frame_equal(found.drop("kept"), sample.to_polars())
    rows = np.eye(60)[numbers.to_list()].tolist()
    plt.assert_frame_equal(masked(frame, rows=rows), sample.to_polars())


def test_a_column_is_dropped_by_a_selection_of_columns() -> None:
    frame = drawn()
    found = masked(frame, matrix={"x": {"x": 1.0}, "y": {}, "z": {"z": 1.0}})
    wanted = DropIdentifiers(columns=["y"]).apply(Dataset.of(frame), context()).data.to_polars()
    plt.assert_frame_equal(found, wanted)


# -- other methods are cases ---------------------------------------------------------------


@pytest.mark.parametrize("weight", [None, "w"])
@pytest.mark.parametrize("kind", ["independent", "correlated"])
def test_noise_is_a_case(kind: Any, weight: str | None) -> None:
    frame, alpha = drawn(), 0.3
    values = frame.select(NAMES).cast(pl.Float64).to_numpy()
    weights = np.ones(60) if weight is None else frame["w"].to_numpy()
    own = alpha * moments(values, weights, np.ones_like(values, dtype=bool)).covariance
    method = Noise(columns=NAMES, alpha=alpha, kind=kind)
    wanted = method.apply(Dataset.of(frame, weight=weight), context()).data.to_polars()
    if kind == "independent":
        scale = dict(zip(NAMES, np.sqrt(np.diag(own)).tolist(), strict=True))
        found = masked(frame, weight, scale=scale)
    else:
        table = {
            a: dict(zip(NAMES, row, strict=True))
            for a, row in zip(NAMES, own.tolist(), strict=True)
        }
        found = masked(frame, weight, covariance=table)
    plt.assert_frame_equal(found, wanted, rel_tol=1e-9)


@pytest.mark.parametrize("weight", [None, "w"])
def test_microaggregation_is_a_case(weight: str | None) -> None:
    frame = drawn()
    method = Microaggregate(columns=NAMES, k=4)
    wanted = method.apply(Dataset.of(frame, weight=weight), context()).data.to_polars()
    blocks = wanted.select(pl.struct(NAMES).rank("dense").alias("block")).to_series()
    assert blocks.n_unique() > 5
    found = masked(frame.with_columns(blocks), weight, blocks=["block"])
    plt.assert_frame_equal(found.drop("block"), wanted)


def test_rank_swapping_is_a_case() -> None:
    frame = drawn().with_columns(x=pl.int_range(60).shuffle(3))  # no two alike: who took whose
    wanted = Swap(columns=["x"], share=0.2).apply(Dataset.of(frame), context()).data.to_polars()
    whose = {value: place for place, value in enumerate(frame["x"])}
    takes = pl.Series("takes", [whose[value] for value in wanted["x"]])
    assert sorted(takes) == list(range(60))
    found = masked(frame.with_columns(takes), columns=["x"], takes="takes")
    plt.assert_frame_equal(found.drop("takes"), wanted)


def test_random_swapping_of_several_columns_is_one_permutation() -> None:
    frame = drawn().with_row_index("id").cast({"id": pl.Int64})
    method = Swap(columns=[*NAMES, "id"], kind="random", share=0.5)
    wanted = method.apply(Dataset.of(frame), context()).data.to_polars()
    takes = wanted["id"].alias("takes")
    found = masked(frame.with_columns(takes), columns=[*NAMES, "id"], takes="takes")
    plt.assert_frame_equal(found.drop("takes"), wanted)


# -- the product, computed otherwise -------------------------------------------------------


@examples(40)
@given(st.integers(1, 12), st.integers(0, 10**6))
def test_the_product_is_that_of_numpy(records: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    frame = drawn(records, seed)
    a, b = rng.normal(size=(records, records)), rng.normal(size=(3, 3))
    matrix = {
        one: dict(zip(NAMES, row, strict=True)) for one, row in zip(NAMES, b.tolist(), strict=True)
    }
    found = masked(frame, rows=a.tolist(), matrix=matrix).select(NAMES).to_numpy()
    wanted = a @ frame.select(NAMES).cast(pl.Float64).to_numpy() @ b
    assert found == pytest.approx(wanted, rel=1e-9, abs=1e-9)


def test_noise_has_the_covariance_that_was_asked_for() -> None:
    """Of n normal draws, each entry within five of its standard errors (Wishart)."""
    records = 40_000
    wanted = np.array([[4.0, 1.5, 0.0], [1.5, 9.0, -2.0], [0.0, -2.0, 1.0]])
    table = {
        a: dict(zip(NAMES, row, strict=True)) for a, row in zip(NAMES, wanted.tolist(), strict=True)
    }
    frame = drawn(records)
    after = masked(frame, covariance=table)
    noise = after.select(NAMES).to_numpy() - frame.select(NAMES).cast(pl.Float64).to_numpy()
    found = noise.T @ noise / records
    size = np.outer(np.diag(wanted), np.diag(wanted))
    assert (np.abs(found - wanted) <= 5 * np.sqrt((wanted**2 + size) / records)).all()
    assert (np.abs(noise.mean(axis=0)) <= 5 * np.sqrt(np.diag(wanted) / records)).all()


def test_columns_without_noise_stay_as_they_are() -> None:
    frame = drawn()
    after = masked(frame, scale={"y": 2.0})
    plt.assert_frame_equal(after.drop("y"), frame.drop("y"))
    assert (after["y"] != frame["y"]).all()


def test_what_is_missing_stays_missing() -> None:
    frame = pl.DataFrame(
        {"x": [1, None, 3, 5], "y": [1.0, 2.0, None, 4.0], "g": ["a", "a", "b", "b"]}
    )
    both = {"x": {"x": 1.0, "y": 1.0}, "y": {"y": 2.0}}
    found = masked(frame, columns=["x", "y"], matrix=both)
    assert found["x"].to_list() == [1, None, 3, 5]
    assert found["y"].to_list() == [3.0, None, None, 13.0]
    means = masked(frame, columns=["x", "y"], blocks=["g"])
    assert means["x"].to_list() == [1.0, None, 4.0, 4.0]
    assert means["y"].to_list() == [1.5, 1.5, None, 4.0]
    rows = [[1, 0, 0, 0], [0.5, 0, 0, 0.5], [0, 0, 1, 0], [0, 0.5, 0.5, 0]]
    shown = masked(frame, columns=["x"], rows=rows)
    assert shown["x"].to_list() == [1.0, 3.0, 3.0, None]


def test_what_is_made_of_others_has_the_strictest_role() -> None:
    data = Dataset.of(drawn(), key="x", sensitive="y")
    matrix = {"x": {"y": 0.1}, "y": {"y": 1.0}}
    after = Mask(columns=["x", "y"], matrix=matrix).apply(data, context())
    assert after.data.roles["y"] == Role.KEY
    assert "x" not in after.data.roles
    assert after.facts["dropped"] == ["x"]


def test_means_stand_for_their_block() -> None:
    data = Dataset.of(drawn(), key=["x", "y"])
    after = Mask(columns=["x", "y"], blocks=["g"]).apply(data, context()).data
    assert DetailLost(columns=["x"]).compare(data, after).value > 0.5
    for settings in ({"scale": {"x": 3.0}}, {"matrix": {"x": {"x": 2.0}}}):
        other = Mask(columns=["x"], **settings).apply(data, context()).data  # type: ignore[arg-type]
        assert DetailLost(columns=["x"]).compare(data, other).value == 0


def test_takes_reads_the_numbers_of_the_row_column() -> None:
    frame = pl.DataFrame({"n": [30, 10, 20], "x": [3, 1, 2], "takes": [10, 30, 30]})
    data = Dataset.of(frame, row="n")
    after = Mask(columns=["x"], takes="takes").apply(data, context()).data.to_polars()
    assert after["x"].to_list() == [1, 3, 3]


@pytest.mark.parametrize(
    "settings",
    [
        {"blocks": ["g"], "takes": "z"},
        {"kept": "k", "rows": [[1.0]]},
        {"matrix": {"x": {"x": 1.0}}},
        {"matrix": {"x": {"x": 1.0}, "y": {}, "z": {}, "w": {}}},
        {"matrix": {"x": {"w": 1.0}, "y": {}, "z": {}}},
        {"matrix": {"x": {}, "y": {}, "z": {}}},
        {"matrix": {"x": {"x": math.inf}, "y": {}, "z": {}}},
        {"scale": {"x": 0.0}},
        {"scale": {"w": 1.0}},
        {"scale": {"x": 1.0}, "covariance": {"x": {"x": 1.0}}},
        {"scale": {"y": 1.0}, "matrix": {"x": {"x": 1.0}, "y": {}, "z": {}}},
        {"covariance": {"x": {"x": 1.0, "y": 2.0}, "y": {"x": 1.0, "y": 1.0}}},
        {"covariance": {"x": {"x": 1.0, "y": 2.0}, "y": {"y": 1.0}}},
        {"covariance": {"x": {"x": -1.0}}},
        {"covariance": {"x": {"y": 1.0}}},
    ],
    ids=str,
)
def test_matrices_that_are_none_are_refused(settings: Any) -> None:
    with pytest.raises(ParameterError, match="mask"):
        masked(drawn().with_columns(k=True), **settings)


def test_one_of_two_covariances_that_mirror_each_other_is_enough() -> None:
    half = masked(drawn(), covariance={"x": {"x": 4.0, "y": 1.0}, "y": {"y": 2.0}})
    full = masked(drawn(), covariance={"x": {"x": 4.0, "y": 1.0}, "y": {"x": 1.0, "y": 2.0}})
    plt.assert_frame_equal(half, full)


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"columns": ["g"]}, ColumnError, "'g'"),
        ({"kept": "nowhere"}, ColumnError, "nowhere"),
        ({"blocks": ["nowhere"]}, ColumnError, "nowhere"),
        ({"kept": "g"}, ColumnError, "does not tell"),
        ({"kept": "none"}, InputError, "no record is left"),
        ({"kept": "some"}, ColumnError, "does not tell"),
        ({"takes": "y"}, ColumnError, "numbers of records"),
        ({"takes": "far"}, InputError, "1 number of 'far' is that of no record"),
        ({"rows": [[1.0]]}, ParameterError, "60 records"),
        ({"rows": [[0.5] * 60]}, ParameterError, "60 records"),
        ({"rows": np.eye(60)[[3, 1]].tolist()}, ParameterError, "60 records"),
        ({"columns": ["big"], "blocks": ["g"]}, ColumnError, "too large"),
        ({"columns": ["big"], "scale": {"big": 1.0}}, ColumnError, "too large"),
        ({"columns": ["big"], "matrix": {"big": {"big": 2.0}}}, ColumnError, "too large"),
    ],
)
def test_what_cannot_be_is_refused(settings: Any, error: Any, words: str) -> None:
    frame = drawn().with_columns(
        none=pl.lit(False), some=pl.when(pl.col("x") > 0).then(True), big=pl.lit(2**60),
        far=pl.int_range(1, 61),
    )  # fmt: skip
    with pytest.raises(error, match=words) as bad:
        masked(frame, **settings)
    assert bad.value.hint
