"""Whole numbers stay whole and floats go the right way, up to the ends of their types."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor, inf, nextafter, ulp
from typing import Any

import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from discret import Context, Dataset
from discret.errors import DiscretError, InputError
from discret.reduce import Round, TopCode
from strategies import examples

CONTEXT = Context()
WAYS = ["nearest", "down", "up"]
SIGNED = {f"Int{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)}
RANGES = SIGNED | {f"UInt{bits}": (0, 2**bits - 1) for bits in (8, 16, 32, 64)}
BASES = [1, 2, 3, 7, 10, 100, 365, 1000, 2**31, 10**18, 2**62, 2**63, 2**64, 10**30]


def rounded(values: list[Any], base: float, how: Any, kind: Any) -> list[Any]:
    data = Dataset.of(pl.DataFrame({"a": pl.Series(values, dtype=kind)}))
    return (
        Round(columns=["a"], base=base, how=how)
        .apply(data, CONTEXT)
        .data.to_polars()["a"]
        .to_list()
    )


def step(value: Fraction, base: Fraction, how: str) -> Fraction:
    ways = {"nearest": floor(value / base + Fraction(1, 2)), "down": floor(value / base)}
    return base * (ceil(value / base) if how == "up" else ways[how])


@st.composite
def whole_columns(draw: Any) -> tuple[list[int], str]:
    kind = draw(st.sampled_from(list(RANGES)))
    low, high = RANGES[kind]
    near = st.integers(0, min(40, high)).map(lambda n: high - n) | st.integers(0, 40).map(
        lambda n: low + n
    )
    some = st.integers(low, high) | near | st.just(0)
    return draw(st.lists(some, min_size=1, max_size=6)), kind


@examples(80)
@given(whole_columns(), st.sampled_from(BASES), st.sampled_from(WAYS))
def test_whole_numbers_are_rounded_exactly_or_refused(
    column: tuple[list[int], str], base: int, how: str
) -> None:
    values, kind = column
    wanted = [int(step(Fraction(value), Fraction(float(base)), how)) for value in values]
    fits = any(low <= min(wanted) and max(wanted) <= high for low, high in RANGES.values())
    if not fits:
        with pytest.raises(DiscretError, match="64 bits"):
            rounded(values, base, how, getattr(pl, kind))
        return
    assume(base < 2**53 or max(wanted) - min(wanted) < 2**63)
    try:
        assert rounded(values, base, how, getattr(pl, kind)) == wanted
    except DiscretError as error:  # negative and past 2^63 at once: no type of 64 bits holds both
        if max(*wanted, *values, base) < 2**63 or min(*wanted, *values) >= 0:
            raise AssertionError("refused for nothing") from error


FRACTIONS = [
    0.01,
    0.05,
    0.1,
    0.25,
    0.3,
    0.5,
    1.0,
    1.5,
    2.5,
    7.0,
    100.0,
    0.1234567890123,
    1e-9,
    3e12,
]


@examples(80)
@given(
    st.floats(-1e18, 1e18) | st.floats(-100, 100) | st.integers(-(2**53), 2**53).map(float),
    st.sampled_from(FRACTIONS),
    st.sampled_from(WAYS),
    st.integers(-2, 2),
)
def test_floats_go_the_right_way_or_are_refused(
    value: float, base: float, how: str, ulps: int
) -> None:
    for _ in range(abs(ulps)):
        value = nextafter(value, inf if ulps > 0 else -inf)
    try:
        (found,) = rounded([value], base, how, pl.Float64)
    except DiscretError:
        assert abs(value) / base > 2**53 - 10
        return
    exact, half = Fraction(found) - Fraction(value), Fraction(base) / 2
    assert how != "up" or found >= value
    assert how != "down" or found <= value
    assert abs(exact) <= (half if how == "nearest" else 2 * half) + Fraction(ulp(found))
    times = Fraction(found) / Fraction(repr(base))
    off = abs(times - round(times)) * Fraction(base)
    assert off <= Fraction(ulp(found))  # a multiple, as near as a float can be


@pytest.mark.parametrize("how", WAYS)
def test_decimal_multiples_stay_to_the_last_bit(how: str) -> None:
    for base in (0.1, 0.01, 0.05, 0.3, 2.5):
        values = [float(Decimal(repr(base)) * k) for k in range(-500, 3000, 7)]
        assert rounded(values, base, how, pl.Float64) == values


def test_infinite_numbers_stay_and_nothing_becomes_infinite() -> None:
    assert rounded([inf, -inf, 1.2], 1, "nearest", pl.Float64) == [inf, -inf, 1.0]
    with pytest.raises(DiscretError, match="too large"):
        rounded([1.7e308], 1e308, "up", pl.Float64)
    assert rounded([5, None], 1e300, "nearest", pl.Int64) == [0, None]


@examples(80)
@given(whole_columns(), st.integers(-(2**64), 2**64), st.sampled_from(["top", "bottom"]), st.data())
def test_no_whole_number_is_left_beyond_a_limit(
    column: tuple[list[int], str], anywhere: int, side: str, data: Any
) -> None:
    values, kind = column
    limit = data.draw(st.sampled_from([*values, values[0] + 1, values[0] - 1, anywhere]))
    clip = min if side == "top" else max
    frame = pl.DataFrame({"a": pl.Series(values, dtype=getattr(pl, kind))})
    wanted = [clip(value, limit) for value in values]
    method = TopCode(column="a", **{side: limit})
    try:
        change = method.apply(Dataset.of(frame), CONTEXT)
    except DiscretError:
        held = [
            low <= min(*values, *wanted) and max(*values, *wanted) <= high
            for low, high in RANGES.values()
        ]
        assert not any(held)
        return
    assert change.data.to_polars()["a"].to_list() == wanted
    assert change.facts[side] == sum(
        one != other for one, other in zip(values, wanted, strict=True)
    )


@examples(80)
@given(
    st.lists(st.integers(2**60, 2**63 - 1), min_size=3, max_size=8),
    st.sampled_from([1, -1]),
    st.data(),
)
def test_the_mean_of_large_whole_numbers_is_theirs(tail: list[int], sign: int, data: Any) -> None:
    weights = data.draw(st.lists(st.integers(1, 1000), min_size=len(tail), max_size=len(tail)))
    frame = pl.DataFrame(
        {"a": [sign * v for v in tail] + [0], "w": [*weights, 1]},
        schema={"a": pl.Int64, "w": pl.Int32},
    )
    method = TopCode(column="a", value="mean", **{"top" if sign > 0 else "bottom": sign * 5})
    found = method.apply(Dataset.of(frame, weight="w"), CONTEXT).data.to_polars()["a"].to_list()
    mean = Fraction(sum(v * w for v, w in zip(tail, weights, strict=True)), sum(weights))
    spread = max(tail) - min(tail)
    assert len(set(found[:-1])) == 1
    assert abs(Fraction(abs(found[0])) - mean) <= Fraction(1, 2) + spread * Fraction(1, 2**48)
    assert min(tail) <= abs(found[0]) <= max(tail)


@pytest.mark.parametrize("side", ["top", "bottom"])
@pytest.mark.parametrize("kind", [pl.Int64, pl.Float64])
def test_a_mean_stands_on_three_people_not_on_three_records(side: str, kind: Any) -> None:
    sign = 1 if side == "top" else -1
    method = TopCode(column="v", value="mean", **{side: sign * 5})

    def of(people: list[Any]) -> Dataset:
        far = pl.Series([sign * v for v in (80, 81, 82, 83, 84)] + [sign], dtype=kind)
        return Dataset.of(pl.DataFrame({"v": far, "p": people}), individual="p")

    for few in (
        [1, 1, 1, 1, 1, 2],
        [1, 1, 2, 2, 2, 3],
        [None] * 5 + [1],
        [1, 2, None, None, None, 3],
    ):
        with pytest.raises(InputError, match=r"(person|people) behind it"):
            method.apply(of(few), CONTEXT)
    found = method.apply(of([1, 1, 2, 3, 3, 4]), CONTEXT).data.to_polars()["v"]
    assert found.to_list() == [sign * 82] * 5 + [sign]


def test_narrow_types_are_summed_wide() -> None:
    frame = pl.DataFrame({"v": [70.0, 80, 90, 1], "w": pl.Series([2**30] * 4, dtype=pl.Int32)})
    data = Dataset.of(frame, weight="w")
    for kind in (pl.Float64, pl.Float32, pl.Int8, pl.UInt8):
        own = Dataset.of(frame.with_columns(pl.col("v").cast(kind)), weight="w")
        found = TopCode(column="v", top=5, value="mean").apply(own, CONTEXT).data.to_polars()["v"]
        assert found.to_list() == [80, 80, 80, 1]
    assert data.to_polars().equals(frame)


def test_float32_is_compared_with_the_limit_itself() -> None:
    frame = pl.DataFrame({"v": pl.Series([0.1, 0.05], dtype=pl.Float32)})
    found = TopCode(column="v", top=0.1).apply(Dataset.of(frame), CONTEXT).data.to_polars()["v"]
    assert found.max() <= 0.1  # 0.1 in 32 bits is more
