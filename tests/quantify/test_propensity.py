"""Propensity scores of two files: by hand, against the plain formula, and where they end."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import shows_no, speaks_both_languages
from discret import Dataset
from discret.errors import ColumnError, InputError, ParameterError
from discret.quantify import Propensity
from small import kept, of, recoded
from strategies import examples

counts = st.dictionaries(st.sampled_from(["x", "y", "z", None]), st.integers(0, 6), min_size=1)


@examples(50)
@given(counts, counts)
def test_one_column_of_categories_by_hand(old: dict[Any, int], new: dict[Any, int]) -> None:
    """With one column, the score of a record is the share released in its category."""
    rows = [[name for name, n in own.items() for _ in range(n)] for own in (old, new)]
    before, after = (
        Dataset.of(pl.DataFrame({"a": own}, schema={"a": pl.String}), key="a") for own in rows
    )
    finding = Propensity().compare(before, after)
    if not all(rows):
        assert finding.value is None
        return
    both, c = rows[0] + rows[1], len(rows[1]) / (len(rows[0]) + len(rows[1]))
    score = [rows[1].count(name) / both.count(name) for name in both]
    assert finding.value == pytest.approx(np.mean((np.array(score) - c) ** 2), abs=1e-10)
    kinds = len({*both}) - 1
    assert finding.details["coefficients"] == kinds + 1
    null = kinds * (1 - c) ** 2 * c / len(both)
    assert finding.details["null_expectation"] == pytest.approx(null, abs=1e-12)
    if kinds:
        assert finding.details["ratio"] == pytest.approx(finding.value / null)


def test_a_weight_stands_for_so_many_records() -> None:
    """Scaled to a mean of one: weights of one file that are all alike change nothing."""
    old, new = list("xxxyyz"), list("xyyzzz")
    plain = Propensity().compare(of(a=old), of(a=new)).value
    same = Propensity().compare(of(a=old, w=[5.0] * 6), of(a=new, w=[2.0] * 6)).value
    assert same == pytest.approx(plain, abs=1e-9)
    told = of(a=["x", "y"], w=[3.0, 1.0]), of(a=["x", "y"], w=[1.0, 3.0])
    finding = Propensity().compare(*told)
    assert finding.value == pytest.approx((0.75 - 0.5) ** 2, abs=1e-9)  # of 1.5 and 0.5 in each
    assert finding.details["weighted"] is True


def test_numbers_are_numbers_and_missing_ones_are_marked() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(50, 10, 400)
    data = of(a=x.tolist())
    moved = Propensity().compare(data, of(a=(x + 20).tolist()))
    nearer = Propensity().compare(data, of(a=(x + 1).tolist()))
    assert moved.value > 10 * nearer.value > 0
    assert moved.details["coefficients"] == 2
    blank = [None if place % 2 else float(one) for place, one in enumerate(x)]
    finding = Propensity().compare(data, of(a=blank))
    assert finding.details["coefficients"] == 3
    assert finding.value > 0.02


def test_what_is_gone_tells_the_files_apart() -> None:
    data = of(a=["x", "y"] * 4, b=[1, 2] * 4)
    finding = Propensity(most=0.1).compare(data, data.without_columns(["b"]))
    assert (finding.value, finding.met) == (0.25, False)
    assert finding.details["share_of_largest"] == 1.0
    assert "'b'" in finding.reads
    speaks_both_languages(finding)
    blank = Dataset.of(data.to_polars().with_columns(b=pl.lit(None, pl.Int64)), key=["a", "b"])
    assert Propensity().compare(data, blank).value == pytest.approx(0.25, abs=1e-6)


def test_recoding_is_not_seen_but_lost_records_are() -> None:
    data = of(a=["x", "y", "z", "z"])
    after = recoded(data, "a", {"x": "xy", "y": "xy"})
    assert Propensity().compare(data, after).value == 0
    assert Propensity().compare(data, kept(after, 0, 1)).value > 0


def test_columns_with_many_categories_are_left_out_unless_named() -> None:
    names = [f"n{place}" for place in range(60)]
    data = of(a=names, b=["x", "y"] * 30)
    assert Propensity().compare(data, data).details["columns"] == ["b"]
    assert Propensity(columns=["a"]).compare(data, data).details["coefficients"] == 60
    wide = of(a=[f"n{place}" for place in range(1200)])
    with pytest.raises(ColumnError, match="coefficients"):
        Propensity(columns=["a"]).compare(wide, wide)


def test_an_unknown_column_is_refused() -> None:
    data = of(a=["x", "y"])
    with pytest.raises(InputError, match="nowhere"):
        Propensity(columns=["nowhere"]).compare(data, data)


def test_endless_numbers_and_weights_that_count_nobody_are_refused() -> None:
    data = of(a=[1.0, float("inf")])
    with pytest.raises(ColumnError, match="endless"):
        Propensity().compare(data, data)
    light = of(a=[1.0, 2.0], w=[1.0, 0.0])
    with pytest.raises(InputError, match="weight"):
        Propensity().compare(light, light)


@pytest.mark.parametrize("values", [{"most": -1}, {"most": 0.3}, {"columns": []}])
def test_bad_parameters_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        Propensity(**values)


def test_no_value_shows() -> None:
    data = of(a=[918273645, 918273999, 918273700], b=["9182x", "9182y", "9182x"])
    finding = Propensity().compare(data, kept(data, 0, 1))
    shows_no("9182", finding)
    speaks_both_languages(finding)
