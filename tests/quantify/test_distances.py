"""Distances of values before and after: against numpy, by hand, and the seeds."""

from __future__ import annotations

import json
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import shows_no, speaks_both_languages
from discret import Context, Dataset, Finding, Hierarchy
from discret.errors import ColumnError, InputError, ParameterError
from discret.quantify import Distances
from discret.reduce import Recode, Swap
from small import kept, of, recoded
from strategies import examples
from where import FIGURES

AGES = [46.0, 46.0, 68.0, 111.0, 17.0, 31.0, 42.0]
MEANS = [75.0, 34.0, 75.0, 75.0, 34.0, 34.0, 34.0]


def released(data: Dataset, **columns: list[Any]) -> Dataset:
    """The same records with other values."""
    frame = data.to_polars().with_columns(**{n: pl.Series(own) for n, own in columns.items()})
    return Dataset.of(frame, **{role.value: list(names) for role, names in data.by_role.items()})


def errors(finding: Finding) -> tuple[Any, ...]:
    names = ("mean_squared_error", "mean_absolute_error", "mean_relative_error", "il1s")
    return tuple(finding.details[name] for name in names)


def test_numbers_of_the_seed() -> None:
    """001.utility_num: mean squared, absolute and relative error of microaggregated ages."""
    finding = Distances().compare(of(age=AGES), of(age=MEANS))
    x, z = np.array(AGES), np.array(MEANS)
    scaled = np.abs(x - z) / (np.sqrt(2) * x.std(ddof=1))
    assert errors(finding) == pytest.approx((384.57142857, 16.0, 0.37226003, scaled.mean()))
    assert finding.value == pytest.approx(np.minimum(scaled, 1).mean())


def test_the_truth_file_says_the_same() -> None:
    entries = json.loads((FIGURES / "seed_examples.json").read_text(encoding="utf-8"))
    truth = {entry["id"]: entry for entry in entries}
    own = truth["001.utility_num"]
    found = Distances().compare(of(a=own["input"]["x"]), of(a=own["input"]["z"]))
    wanted = (own["expected"][name] for name in ("mse", "mae", "mre"))
    assert errors(found)[:3] == pytest.approx(tuple(wanted))
    own = truth["001.utility_cat"]
    before, after = (list(side) for side in zip(*own["input"]["pairs"], strict=True))
    distances = own["expected"]["standard_#[min..max)/K"]
    assert of_ranks(before, after, own["input"]["K"]) == pytest.approx(np.mean(distances))


def of_ranks(before: list[int], after: list[int], size: int) -> float | None:
    kind = pl.Enum([f"c{place}" for place in range(1, size + 1)])
    data, other = (
        Dataset.of(pl.DataFrame({"c": pl.Series([f"c{n}" for n in one], dtype=kind)}), key="c")
        for one in (before, after)
    )
    finding = Distances().compare(data, other)
    assert finding.details["errors"]["c"]["kind"] == "ordinal"
    return finding.value


def test_ordinal_distances_of_the_seed() -> None:
    """001.utility_cat with the strict inequality of D10: no distance from a category to itself."""
    pairs = [(1, 1, 0.0), (1, 2, 0.2), (1, 5, 0.8), (4, 2, 0.4)]
    for one, other, wanted in pairs:
        assert of_ranks([one], [other], 5) == pytest.approx(wanted)


def test_a_category_that_nobody_had_is_another() -> None:
    """It is not put together with the one that it stands for, as a coarser label would be."""
    data, after = of(a=["x", "y", "y"]), of(a=["w", "y", "y"])
    assert Distances().compare(data, after).value == pytest.approx(1 / 3)


def test_nominal_distances() -> None:
    finding = Distances().compare(of(a=["x", "y", "z", "x"]), of(a=["x", "z", "z", "y"]))
    assert finding.value == 0.5
    assert finding.details["errors"]["a"]["kind"] == "nominal"
    assert errors(finding) == (None, None, None, None)


cells = st.one_of(st.none(), st.integers(-5, 5), st.floats(-1e6, 1e6).map(lambda x: round(x, 6)))
rows = st.lists(st.tuples(cells, cells, st.floats(0.1, 50), st.booleans()), min_size=1, max_size=15)


@examples(80)
@given(rows)
def test_against_numpy(drawn: list[tuple[Any, Any, float, bool]]) -> None:
    """Missing values, dropped records, weights and noughts, against the plain formulas."""
    table = pl.DataFrame(
        {"a": [row[0] for row in drawn], "w": [row[2] for row in drawn]},
        schema={"a": pl.Float64, "w": pl.Float64},
    )
    data = Dataset.of(table, key="a", weight="w")
    new = [row[1] for row in drawn]
    after = released(data, a=pl.Series(new, dtype=pl.Float64))
    left = [place for place, row in enumerate(drawn) if row[3]]
    finding = Distances().compare(data, kept(after, *left))

    x = np.array([np.nan if row[0] is None else row[0] for row in drawn], float)
    z = np.array([np.nan if row[1] is None or not row[3] else row[1] for row in drawn], float)
    w, had = table["w"].to_numpy(), ~np.isnan(x)
    both = had & ~np.isnan(z)
    assert finding.details["values_compared"] == both.sum()
    assert finding.details["values_lost"] == (had & ~both).sum()
    assert finding.details["values_missing"] == (~had).sum()
    assert finding.details["records_dropped"] == len(drawn) - len(left)
    if not had.any():
        assert finding.value is None
        return
    mean = np.average(x[had], weights=w[had])
    many = had.sum() / max(had.sum() - 1, 1)
    wide = np.sqrt(2 * many * np.average((x[had] - mean) ** 2, weights=w[had]))
    wide = 0.0 if len(set(x[had])) == 1 else wide
    scaled = np.array([0.0 if p == q else abs(p - q) / wide if wide else np.inf
                       for p, q in zip(x, z, strict=True)])  # fmt: skip
    bounded = np.where(both, np.minimum(scaled, 1), 1.0)
    assert finding.value == pytest.approx(np.average(bounded[had], weights=w[had]), abs=1e-9)
    if both.any():
        squared, absolute, _, il1s = errors(finding)
        assert squared == pytest.approx(np.average((x - z)[both] ** 2, weights=w[both]))
        assert absolute == pytest.approx(np.average(np.abs(x - z)[both], weights=w[both]))
        plain = np.average(scaled[both], weights=w[both])
        assert il1s == (pytest.approx(plain) if np.isfinite(plain) else None)
    some = both & (x != 0)
    assert finding.details["zeros"] == (both & (x == 0)).sum()
    if some.any():
        relative = np.average(np.abs((x - z)[some] / x[some]), weights=w[some])
        assert errors(finding)[2] == pytest.approx(relative)
    else:
        assert errors(finding)[2] is None


def test_noughts_are_left_out_of_the_relative_error_and_counted() -> None:
    finding = Distances().compare(of(a=[0, 0, 10]), of(a=[0, 5, 15]))
    assert finding.details["mean_relative_error"] == 0.5
    assert finding.details["zeros"] == 2


@pytest.mark.parametrize("tiny", [5e-324, 1e-308])
def test_errors_without_an_end_have_no_mean(tiny: float) -> None:
    """Relative to next to nothing: no number says how far off, but it is as far as can be."""
    finding = Distances(most=0.9).compare(of(a=[tiny, tiny]), of(a=[2.0, 1.0]))
    assert errors(finding) == (2.5, 1.5, None, None)
    assert (finding.value, finding.met) == (1.0, False)
    near = Distances().compare(of(a=[tiny, 0.0]), of(a=[2.0, 0.0]))
    assert near.value == 0.5


def test_all_numbers_of_all_columns_make_one_mean() -> None:
    """As the formulas of 001: a sum over columns and records, divided by their number."""
    data = of(a=[1.0, 2.0, None], b=[10, 20, 30])
    after = of(a=[2.0, 4.0, 1.0], b=[10, 20, 36])
    finding = Distances().compare(data, after)
    assert finding.details["mean_absolute_error"] == pytest.approx((1 + 2 + 6) / 5)
    assert finding.details["mean_squared_error"] == pytest.approx((1 + 4 + 36) / 5)
    own = finding.details["errors"]
    assert (own["a"]["mean_absolute_error"], own["b"]["mean_absolute_error"]) == (1.5, 2.0)
    shares = finding.details["by_column"].values()
    assert finding.value == pytest.approx(sum(shares) / 2)


def test_a_blank_and_a_dropped_record_are_as_far_as_can_be() -> None:
    data = of(a=["x", "y", "x", "y"])
    assert Distances().compare(data, kept(data, 0, 1, 2)).value == 0.25
    assert Distances().compare(data, released(data, a=["x", None, "x", "y"])).value == 0.25
    finding = Distances(columns=["a"]).compare(data, data.without_columns(["a"]))
    assert finding.value == 1.0
    assert finding.details["columns_dropped"] == ["a"]
    assert "'a'" in finding.reads


def test_an_outlier_counts_for_no_more_than_what_is_gone() -> None:
    data = of(a=[1.0, 2.0, 3.0, 4.0])
    finding = Distances().compare(data, of(a=[1.0, 2.0, 3.0, 4e9]))
    assert finding.value == 0.25
    assert finding.details["il1s"] > 1e8


def test_recoding_is_not_seen_but_exchanges_of_labels_are() -> None:
    data = of(a=["x", "y", "z", "z"])
    after = recoded(data, "a", {"x": "xy", "y": "xy"})
    assert Distances().compare(data, after).value == 0
    frame = after.frame.to_native().collect().with_columns(a=pl.Series(["z", "xy", "z", "z"]))
    assert Distances().compare(data, after.with_frame(nw.from_native(frame).lazy())).value == 0.25


def test_numbers_that_became_classes_have_ranks() -> None:
    ages = Hierarchy.from_cuts([30, 50])
    data = Dataset.of(pl.DataFrame({"age": [20, 40, 60]}), key="age", hierarchies={"age": ages})
    after = Recode(column="age", level=1).apply(data, Context()).data
    finding = Distances().compare(data, after)
    assert finding.value == 0
    assert finding.details["errors"]["age"]["kind"] == "ordinal"


def test_an_ordered_hierarchy_gives_ranks_and_its_whole_scale() -> None:
    sizes = Hierarchy.from_order(["S", "M", "L", "XL"], steps=[2])
    data, after = (
        Dataset.of(pl.DataFrame({"size": own}), key="size", hierarchies={"size": sizes})
        for own in (["S", "M"], ["L", "M"])
    )
    assert Distances().compare(data, after).value == pytest.approx((2 / 4 + 0) / 2)


def test_codes_and_texts_have_no_order() -> None:
    data, after = of(a=["75", "13", "01"]), of(a=["01", "13", "01"])
    finding = Distances().compare(data, after)
    assert finding.details["errors"]["a"]["kind"] == "nominal"
    assert finding.value == pytest.approx(1 / 3)


def test_dates_have_ranks() -> None:
    days = pl.Series(["2020-01-01", "2020-01-02", "2021-01-01"]).str.to_date()
    data, after = of(d=days.to_list()), of(d=days[[1, 1, 2]].to_list())
    assert Distances().compare(data, after).value == pytest.approx(1 / 3 / 3)


@pytest.mark.parametrize(
    "kind", [pl.Int8, pl.UInt8, pl.Int16, pl.Int64, pl.Float32, pl.Decimal(9, 2)]
)
def test_numbers_of_every_width(kind: Any) -> None:
    old, new = pl.Series("a", [100, 120, 0]), pl.Series("a", [0, 120, 100])
    data, after = (Dataset.of(own.cast(kind).to_frame(), key="a") for own in (old, new))
    finding = Distances().compare(data, after)
    assert errors(finding)[:3] == pytest.approx((20000 / 3, 200 / 3, 0.5))


def test_a_value_that_was_missing_has_nothing_to_lose() -> None:
    finding = Distances().compare(of(a=[None, 2.0, 4.0]), of(a=[3.0, 2.0, 4.0]))
    assert (finding.value, finding.details["values_missing"]) == (0.0, 1)
    nothing = Dataset.of(pl.DataFrame({"a": [None, None]}, schema={"a": pl.Float64}), key="a")
    finding = Distances(most=1.0).compare(nothing, nothing)
    assert (finding.value, finding.met) == (None, False)


def test_weights_are_those_of_the_original() -> None:
    data, after = of(a=["x", "y"], w=[3.0, 1.0]), of(a=["y", "y"], w=[1.0, 50.0])
    finding = Distances().compare(data, after)
    assert finding.value == 0.75
    assert finding.details["weighted"] is True


def test_endless_numbers_are_refused() -> None:
    data = of(a=[1.0, float("inf")])
    with pytest.raises(ColumnError, match="endless"):
        Distances().compare(data, data)


def test_weights_that_are_not_above_nought_are_refused() -> None:
    data = of(a=[1.0, 2.0], w=[1.0, 0.0])
    with pytest.raises(InputError, match="weight"):
        Distances().compare(data, data)


def test_records_numbered_twice_are_refused() -> None:
    frame = pl.DataFrame({"a": [1, 2, 3], "n": [1, 1, 2]}).lazy()
    data = Dataset.of(frame, key="a", row="n")
    with pytest.raises(InputError, match="row"):
        Distances().compare(data, data)


@pytest.mark.parametrize("values", [{"most": -1}, {"most": 1.5}, {"columns": []}])
def test_bad_parameters_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        Distances(**values)


def test_the_distance_allowed_is_judged_and_no_value_shows() -> None:
    data = of(a=[918273645, 918273999], b=["9182x", "9182y"])
    after = of(a=[918273645, 918273650], b=["9182y", "9182y"])
    finding = Distances(most=0.1).compare(data, after)
    assert finding.met is False
    speaks_both_languages(finding)
    shows_no("9182", finding)


def test_what_was_perturbed_is_compared_whatever_its_role() -> None:
    """Areas that households exchanged have no role that is compared unasked."""
    frame = pl.DataFrame({"sex": ["f", "m"] * 20, "town": ["a", "b", "c", "d"] * 10})
    data = Dataset.of(frame, key="sex")
    swap = Swap(columns=["town"], kind="random", share=1.0)
    after = swap.apply(data, Context(rng=np.random.default_rng(1))).data
    found = Distances().compare(data, after)
    assert set(found.details["by_column"]) == {"sex", "town"}
    assert found.details["by_column"]["town"] > 0
    kept = Distances(columns=["sex"]).compare(data, after)
    assert kept.value == 0
    assert "compared" in kept.reads
