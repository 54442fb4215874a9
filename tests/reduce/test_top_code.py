"""Extremes brought back: to the limit, or to their own mean."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset
from discret.data.examples import illnesses
from discret.errors import ColumnError, DiscretError, InputError, ParameterError
from discret.quantify import DetailLost
from discret.reduce import TopCode
from strategies import examples

CONTEXT = Context()
values = st.one_of(st.none(), st.integers(-100, 100))


def coded(data: Dataset, **given: Any) -> pl.Series:
    column: pl.Series = TopCode(**given).apply(data, CONTEXT).data.to_native()[given["column"]]
    return column


def numbers(given: list[Any], kind: Any = pl.Int64, **more: list[Any]) -> Dataset:
    frame = pl.DataFrame({"a": given, **more}, schema_overrides={"a": kind})
    return Dataset.of(frame, weight="w" if "w" in more else None)


def test_the_oldest_of_the_file_is_65() -> None:
    change = TopCode(column="Âge", top=65).apply(Dataset.of(illnesses(), key="Âge"), CONTEXT)
    assert change.data.to_native()["Âge"].to_list() == [46, 46, 65, 65, 17, 31, 42]
    assert change.facts == {"column": "Âge", "top": 2}


@examples(60)
@given(
    st.lists(values, min_size=1, max_size=15),
    st.sampled_from([pl.Int64, pl.Int16, pl.Float64]),
    st.integers(-90, 0),
    st.integers(1, 90),
)
def test_what_is_beyond_a_limit_becomes_the_limit(
    given_values: list[int | None], kind: Any, bottom: int, top: int
) -> None:
    data = numbers(given_values, kind)
    change = TopCode(column="a", bottom=bottom, top=top).apply(data, CONTEXT)
    found = change.data.to_native()["a"]
    assert found.dtype == kind
    assert found.to_list() == [
        None if v is None else min(max(v, bottom), top) for v in given_values
    ]
    known = [v for v in given_values if v is not None]
    assert change.facts["top"] == sum(v > top for v in known)
    assert change.facts["bottom"] == sum(v < bottom for v in known)


def test_a_limit_is_not_beyond_itself() -> None:
    assert coded(numbers([9, 10, 11]), column="a", top=10).to_list() == [9, 10, 10]


def test_the_mean_replaces_the_extremes_and_keeps_the_total() -> None:
    data = numbers([1.0, 20.0, 30.0, 41.5, None], pl.Float64)
    found = coded(data, column="a", top=10, value="mean")
    assert found.to_list() == [1.0, 30.5, 30.5, 30.5, None]
    assert found.sum() == 92.5


def test_the_mean_is_weighted_and_keeps_the_weighted_total() -> None:
    data = numbers([1.0, 20.0, 30.0, 40.0], pl.Float64, w=[7, 1, 1, 2])
    found = coded(data, column="a", top=10, value="mean")
    assert found.to_list() == [1.0, 32.5, 32.5, 32.5]


def test_both_ends_have_a_mean_of_their_own() -> None:
    data = numbers([-10.0, -20.0, -30.0, 0.0, 10.0, 20.0, 60.0], pl.Float64)
    found = coded(data, column="a", bottom=-5, top=5, value="mean")
    assert found.to_list() == [-20.0] * 3 + [0.0] + [30.0] * 3


def test_the_mean_of_whole_numbers_is_whole() -> None:
    found = coded(numbers([1, 20, 21, 22, 24]), column="a", top=10, value="mean")
    assert found.to_list() == [1, 22, 22, 22, 22]
    assert found.dtype == pl.Int64


def test_a_mean_of_small_integers_does_not_overflow() -> None:
    data = Dataset.of(
        pl.DataFrame(
            {"a": [1, 100_000, 100_000, 100_003], "w": [1, 50_000, 50_000, 50_000]},
            schema={"a": pl.Int32, "w": pl.Int32},
        ),
        weight="w",
    )
    assert coded(data, column="a", top=10, value="mean").to_list() == [1] + [100_001] * 3


@pytest.mark.parametrize(("behind", "whom"), [(1, "one record"), (2, "2 records")])
def test_a_mean_behind_which_stand_fewer_than_three_is_refused(behind: int, whom: str) -> None:
    data = numbers([1, 2, 3] + [99] * behind)
    with pytest.raises(InputError, match=f"would give away the {whom} behind it") as bad:
        coded(data, column="a", top=10, value="mean")
    assert "value='limit'" in bad.value.hint
    assert "99" not in str(bad.value)
    assert coded(numbers([1, 99, 99, 99]), column="a", top=10, value="mean").to_list()[1] == 99


def test_nothing_beyond_the_limit_changes_nothing() -> None:
    for value in ("limit", "mean"):
        change = TopCode(column="a", top=10, value=value).apply(numbers([1, None, 3]), CONTEXT)
        assert change.data.to_native()["a"].to_list() == [1, None, 3]
        assert change.facts["top"] == 0


def test_a_limit_beyond_the_type_of_the_column_changes_nothing() -> None:
    found = coded(numbers([1, 127], pl.Int8), column="a", top=300)
    assert found.to_list() == [1, 127]
    assert found.dtype == pl.Int8


def test_a_decimal_limit_of_whole_numbers_is_kept() -> None:
    found = coded(numbers([60, 64, 70]), column="a", top=64.5)
    assert found.to_list() == [60, 64, 64.5]


@pytest.mark.parametrize("weights", [[1, 0, 0, 0], [1, 1, 1, -2], [1, None, 1, 1]])
def test_a_mean_needs_weights_above_zero(weights: list[Any]) -> None:
    with pytest.raises(DiscretError, match="weight"):
        coded(numbers([1, 20, 30, 40], w=weights), column="a", top=10, value="mean")


def test_text_has_no_extremes() -> None:
    data = Dataset.of(illnesses(), key="Âge")
    with pytest.raises(ColumnError, match="top_code: numbers are needed, 'Maladie' holds none"):
        coded(data, column="Maladie", top=3)
    with pytest.raises(ColumnError, match="top_code: the table has no column 'Ages'"):
        coded(data, column="Ages", top=3)


def test_the_data_is_left_as_it_was() -> None:
    data = Dataset.of(illnesses(), key="Âge")
    coded(data, column="Âge", top=20)
    assert data.to_native().equals(illnesses())


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"top": 3}, "column"),
        ({"column": "a"}, "top, bottom"),
        ({"column": "a", "top": 3, "bottom": 3}, "bottom"),
        ({"column": "a", "top": 3, "bottom": 4}, "bottom"),
        ({"column": "a", "top": "high"}, "top"),
        ({"column": "a", "top": float("nan")}, "top"),
        ({"column": "a", "top": float("inf")}, "top"),
        ({"column": "a", "bottom": float("-inf")}, "bottom"),
        ({"column": "a", "top": 3, "value": "median"}, "value"),
        ({"column": "a", "top": 3, "limit": 3}, "limit"),
    ],
)
def test_bad_parameters_are_named(given: dict[str, Any], name: str) -> None:
    with pytest.raises(ParameterError, match="top_code") as bad:
        TopCode(**given)
    assert any(fault.startswith(name) for fault in bad.value.faults)


@pytest.mark.parametrize("limit", [1e20, 1e39, 1e300, 10**39])
def test_limits_of_decimals_may_be_as_large_as_these(limit: float) -> None:
    data = numbers([1.0, 1e308], pl.Float64)
    assert coded(data, column="a", top=limit).to_list() == [1.0, float(limit)]


def test_a_limit_beyond_all_numbers_is_refused() -> None:
    with pytest.raises(ParameterError, match="so large"):
        TopCode(column="a", top=10**400)


# -- limits told as quantiles --------------------------------------------------------------


def by_definition(given: list[Any], weights: list[float], side: str, share: float) -> Any:
    """The limit, by trying every number: as far out as leaves no more than the share beyond."""
    known = [(value, w) for value, w in zip(given, weights, strict=True) if value is not None]
    total = sum(w for _, w in known)
    beyond = {
        limit: sum(w for v, w in known if (v > limit if side == "top" else v < limit))
        for limit, _ in known
    }
    most = (1 - share if side == "top" else share) * total + 1e-9
    fits = [limit for limit, weight in beyond.items() if weight <= most]
    return min(fits) if side == "top" else max(fits)


@examples(80)
@given(
    st.lists(st.tuples(values, st.integers(1, 5)), min_size=1, max_size=15).filter(
        lambda rows: any(value is not None for value, _ in rows)
    ),
    st.sampled_from([pl.Int64, pl.Int16, pl.Float64]),
    st.sampled_from(["top", "bottom"]),
    st.floats(0.01, 0.99),
    st.booleans(),
)
def test_a_quantile_is_the_limit_that_leaves_no_more_than_its_share_beyond(
    rows: list[Any], kind: Any, side: str, share: float, weighted: bool
) -> None:
    given_values = [value for value, _ in rows]
    weights = [float(w) if weighted else 1.0 for _, w in rows]
    data = numbers(given_values, kind, **({"w": weights} if weighted else {}))
    limit = by_definition(given_values, weights, side, share)
    worst = min if side == "top" else max
    method = TopCode(column="a", **{f"{side}_quantile": share})  # type: ignore[arg-type]
    known = [value for value in given_values if value is not None]
    if all(worst(value, limit) == value for value in known) and known.count(limit) < 3:
        with pytest.raises(InputError, match="nothing lies beyond"):
            method.apply(data, CONTEXT)
        return
    change = method.apply(data, CONTEXT)
    assert change.data.to_native()["a"].to_list() == [
        None if value is None else worst(value, limit) for value in given_values
    ]
    assert change.facts[side] == sum(value != worst(value, limit) for value in known)


def test_the_tail_beyond_a_quantile_shows_its_weighted_mean() -> None:
    data = numbers([1.0, 2.0, 20.0, 30.0, 40.0], pl.Float64, w=[6, 10, 1, 1, 2])
    found = coded(data, column="a", top_quantile=0.8, value="mean")
    assert found.to_list() == [1.0, 2.0, 32.5, 32.5, 32.5]


def test_a_quantile_of_large_whole_numbers_is_exact() -> None:
    data = numbers([2**60 + n for n in range(10)])
    found = coded(data, column="a", top_quantile=0.7)
    assert found.to_list() == [2**60 + min(n, 6) for n in range(10)]
    shown = coded(data, column="a", top_quantile=0.7, value="mean")
    assert shown.to_list() == [2**60 + (n if n < 7 else 8) for n in range(10)]


def test_a_tail_of_fewer_than_three_people_is_refused() -> None:
    frame = pl.DataFrame({"a": range(20), "who": [min(n, 15) for n in range(20)]})
    data = Dataset.of(frame, individual="who")
    with pytest.raises(InputError, match="would give away the one person behind it"):
        coded(data, column="a", top_quantile=0.8, value="mean")


def test_values_by_themselves_become_what_their_column_did() -> None:
    data = Dataset.of(pl.DataFrame({"a": list(range(100))}), key="a")
    after = TopCode(column="a", top_quantile=0.9, value="mean").apply(data, CONTEXT).data
    assert 0 < DetailLost(columns=["a"]).compare(data, after).value < 0.1


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"top_quantile": 0}, "top_quantile"),
        ({"bottom_quantile": 1}, "bottom_quantile"),
        ({"top": 3, "top_quantile": 0.5}, "top, bottom"),
        ({"top_quantile": 0.3, "bottom_quantile": 0.3}, "bottom"),
    ],
)
def test_bad_quantiles_are_named(given: dict[str, Any], name: str) -> None:
    with pytest.raises(ParameterError, match="top_code") as bad:
        TopCode(column="a", **given)
    assert any(fault.startswith(name) for fault in bad.value.faults)


@pytest.mark.parametrize(
    ("given_values", "settings", "words"),
    [
        ([5.0] * 9, {"top_quantile": 0.9, "bottom_quantile": 0.1}, "limits meet"),
        ([1.0, 2.0, 3.0], {"top": 2, "bottom_quantile": 0.9}, "limits meet"),
        ([1.0, float("inf")], {"top_quantile": 0.9}, "infinite"),
    ],
)
def test_quantiles_that_are_no_limits_are_refused(
    given_values: list[float], settings: Any, words: str
) -> None:
    with pytest.raises(InputError, match=words) as bad:
        coded(numbers(given_values, pl.Float64), column="a", **settings)
    assert bad.value.hint


def test_nothing_known_has_no_quantile() -> None:
    change = TopCode(column="a", top_quantile=0.9).apply(numbers([None, None]), CONTEXT)
    assert change.facts == {"column": "a", "top": 0}


def test_a_quantile_that_leaves_the_extreme_is_refused() -> None:
    fifty = pl.DataFrame({"pay": range(50), "who": range(50)})
    for wish in ({"top_quantile": 0.99}, {"bottom_quantile": 0.01}):
        for value in ("limit", "mean"):
            method = TopCode(column="pay", value=value, **wish)  # type: ignore[arg-type]
            with pytest.raises(InputError, match="nothing lies beyond the quantile") as caught:
                method.apply(Dataset.of(fifty), CONTEXT)
            assert "rien n’est au-delà du quantile" in caught.value.message.fr
    often = fifty.with_columns(pay=pl.col("pay").clip(0, 45))
    change = TopCode(column="pay", top_quantile=0.99).apply(Dataset.of(often), CONTEXT)
    assert change.facts["top"] == 0
    one = often.with_columns(who=pl.col("who").clip(0, 45))
    with pytest.raises(InputError, match="shown by 1"):
        TopCode(column="pay", top_quantile=0.99).apply(Dataset.of(one, individual="who"), CONTEXT)
