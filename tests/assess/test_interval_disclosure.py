"""Interval disclosure: the definitions applied by hand, columns and blanks, what is refused."""

from __future__ import annotations

import json
import statistics
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import shows_no, speaks_both_languages
from discret import Context, Dataset
from discret.assess import IntervalDisclosure
from discret.errors import ColumnError, EngineError, InputError, ParameterError
from discret.reduce import Round, ShuffleRecords, Subsample
from strategies import examples

KIND = pytest.mark.parametrize("kind", ["deviation", "rank"])


def beside(after: list[Any], before: list[Any], name: str = "x") -> Dataset:
    kind = {name: pl.Float64}
    frames = [pl.DataFrame({name: values}, schema=kind) for values in (after, before)]
    return Dataset.of(frames[0], sensitive=name, original=frames[1])


def disclosed(after: list[float], before: list[float], kind: str, width: float) -> list[bool]:
    """From the definitions; equal numbers have all the ranks they span."""
    if kind == "deviation":
        half = width * (statistics.stdev(after) if len(after) > 1 else 0) + 1e-12
        return [abs(x - y) <= half for x, y in zip(before, after, strict=True)]
    steps, found = width * len(after) + 1e-9, []
    for x, y in zip(before, after, strict=True):
        low = sum(other < y for other in after) - steps
        high = sum(other <= y for other in after) - 1 + steps
        near = [value for rank, value in enumerate(sorted(after)) if low <= rank <= high]
        found.append(near[0] <= x <= near[-1])
    return found


numbers = st.sampled_from([None, -3.0, 0.0, 0.5, 1.0, 2.0, 2.0, 7.0, 20.0])


@KIND
@examples(100)
@given(
    st.lists(st.tuples(numbers, numbers, numbers, numbers), min_size=1, max_size=12),
    st.sampled_from([0.05, 0.25, 0.5, 1.0]),
)
def test_shares_are_those_of_the_definition(kind, drawn, width) -> None:
    """Two columns, before and after, with blanks on either side."""
    columns = list(zip(*drawn, strict=True))
    schema = {"x": pl.Float64, "y": pl.Float64}
    before = pl.DataFrame({"x": columns[0], "y": columns[1]}, schema=schema)
    after = pl.DataFrame({"x": columns[2], "y": columns[3]}, schema=schema)
    data = Dataset.of(after, sensitive=["x", "y"], original=before)
    inside: dict[str, dict[int, bool]] = {}
    for name, old, new in (("x", columns[0], columns[2]), ("y", columns[1], columns[3])):
        both = [i for i in range(len(drawn)) if old[i] is not None and new[i] is not None]
        told = disclosed([new[i] for i in both], [old[i] for i in both], kind, width)
        inside[name] = dict(zip(both, told, strict=True))
    cells = [one for column in inside.values() for one in column.values()]
    if not cells:
        with pytest.raises(InputError, match="known both before and after"):
            IntervalDisclosure(kind=kind, width=width).assess(data)
        return
    finding = IntervalDisclosure(kind=kind, width=width).assess(data)
    wanted = {n: sum(c.values()) / len(c) if c else None for n, c in inside.items()}
    assert finding.details["by_column"] == wanted
    assert finding.value == max(share for share in wanted.values() if share is not None)
    assert finding.details["share_of_values"] == pytest.approx(sum(cells) / len(cells))
    assert finding.details["values_missing"] == 2 * len(drawn) - len(cells)
    compared = [i for i in range(len(drawn)) if any(i in column for column in inside.values())]
    whole = [i for i in compared if all(column.get(i, True) for column in inside.values())]
    assert finding.details["records_compared"] == len(compared)
    assert finding.details["records_disclosed"] == len(whole)
    assert finding.details["share_of_records"] == pytest.approx(len(whole) / len(compared))
    json.dumps(finding.to_dict(), allow_nan=False)


def test_the_share_of_records_is_that_of_sdcmicro() -> None:
    # dRisk: sds of the perturbed data; a record counts where no variable is outside; k = 0.05.
    rng = np.random.default_rng(5)
    before = rng.normal(size=(300, 3)) * [1, 10, 100]
    after = before + rng.normal(size=(300, 3)) * [0.02, 0.3, 5]
    half = 0.05 * after.std(axis=0, ddof=1)
    wanted = ((before < after - half) | (before > after + half)).sum(axis=1) == 0
    frames = [pl.DataFrame(each, schema=["a", "b", "c"]) for each in (after, before)]
    data = Dataset.of(frames[0], sensitive=["a", "b", "c"], original=frames[1])
    finding = IntervalDisclosure().assess(data)
    assert finding.details["share_of_records"] == pytest.approx(wanted.mean())
    assert finding.value > finding.details["share_of_values"] > wanted.mean() > 0


@KIND
def test_the_most_exposed_column_counts(kind: str) -> None:
    before = pl.DataFrame({"x": range(10), "y": range(10)})
    after = before.with_columns(pl.col("y").reverse())
    data = Dataset.of(after, sensitive=["x", "y"], original=before)
    finding = IntervalDisclosure(kind=kind, most=0.5).assess(data)
    assert (finding.value, finding.met) == (1, False)
    assert finding.details["share_of_values"] == 0.5
    assert IntervalDisclosure(kind=kind, columns=["y"], most=0.5).assess(data).value == 0


@KIND
def test_a_file_in_which_nothing_was_changed_says_so(kind: str) -> None:
    frame = pl.DataFrame({"x": [1.5, 2.5, None, 1e9]})
    finding = IntervalDisclosure(kind=kind, width=1e-6).assess(Dataset.of(frame, sensitive="x"))
    assert (finding.value, finding.details["unchanged"]) == (1, True)
    assert "Nothing was changed" in finding.reads
    assert "Rien n’a été changé" in finding.reads.fr


@KIND
def test_a_wider_interval_discloses_more(kind: str) -> None:
    rng = np.random.default_rng(6)
    before = rng.normal(size=500)
    data = beside((before + rng.normal(size=500)).tolist(), before.tolist())
    shares = [
        IntervalDisclosure(kind=kind, width=width).assess(data).value
        for width in (0.01, 0.05, 0.2, 0.5, 1.0)
    ]
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1]


@KIND
def test_constant_columns_are_disclosed_where_they_are_right(kind: str) -> None:
    assert IntervalDisclosure(kind=kind).assess(beside([0.1] * 4, [0.1] * 4)).value == 1
    assert IntervalDisclosure(kind=kind).assess(beside([0.1] * 4, [0.1, 0.1, 0.2, 9])).value == 0.5


@KIND
@pytest.mark.parametrize(("after", "value"), [(3.0, 1), (4.0, 0)])
def test_one_record_has_no_spread(kind: str, after: float, value: int) -> None:
    assert IntervalDisclosure(kind=kind).assess(beside([after], [3.0])).value == value


@pytest.mark.parametrize("seed", range(3))
def test_records_are_followed_through_methods(seed: int) -> None:
    context = Context(rng=np.random.default_rng(seed))
    before = pl.DataFrame({"x": np.random.default_rng(seed).normal(0, 50, 300).round(1)})
    data = Dataset.of(before, sensitive="x")
    for method in (Subsample(share=0.5), ShuffleRecords(), Round(columns=["x"], base=20)):
        data = method.apply(data, context).data
    after = data.to_polars()["x"]
    assert IntervalDisclosure(width=1).assess(data).value == 1  # rounding moves by 10 at most
    half = 0.1 * after.std()
    finding = IntervalDisclosure(width=0.1).assess(data)
    assert 0.2 < finding.value < 0.8
    assert half < 10
    assert finding.details["records"] == 150


@pytest.mark.parametrize("make", [pl.DataFrame.lazy, pl.DataFrame.to_pandas])
def test_the_engine_does_not_matter(make: Any) -> None:
    before = pl.DataFrame({"n": range(50), "x": np.random.default_rng(1).normal(size=50)})
    after = before.with_columns(pl.col("x").round(1))
    one, other = (
        Dataset.of(like(after), sensitive="x", row="n", original=like(before))
        for like in (lambda frame: frame, make)
    )
    assert IntervalDisclosure().assess(one) == IntervalDisclosure().assess(other)


def test_the_target_is_a_share() -> None:
    data = beside([1.0, 2.0, 3.0, 10.0], [1.0, 2.0, 30.0, 100.0])
    met = [IntervalDisclosure(most=most).assess(data).met for most in (0.4, 0.5, None)]
    assert met == [False, True, None]
    assert IntervalDisclosure(most=0.5).assess(data).target == 0.5
    assert not IntervalDisclosure(most=0.5).judges


# ---------------------------------------------------------------- what is refused


def test_bad_columns_are_refused() -> None:
    frame = pl.DataFrame({"a": ["u", "v"], "x": [1.0, 2.0]})
    with pytest.raises(InputError, match=r"no key, number or sensitive.*Hint: .*columns="):
        IntervalDisclosure().assess(Dataset.of(frame, key="a"))
    with pytest.raises(ColumnError, match="'a' holds none"):
        IntervalDisclosure(columns=["a"]).assess(Dataset.of(frame, key="a"))
    with pytest.raises(ColumnError, match="no column 'y'"):
        IntervalDisclosure(columns=["y"]).assess(Dataset.of(frame, key="a"))
    with pytest.raises(EngineError, match=r"Hint: .*row="):
        IntervalDisclosure().assess(Dataset.of(frame.lazy(), sensitive="x"))


def test_columns_in_which_all_is_missing_are_refused() -> None:
    with pytest.raises(InputError, match=r"known both before and after.*Hint"):
        IntervalDisclosure().assess(beside([None, 1.0], [1.0, None]))


@pytest.mark.parametrize(
    "values",
    [
        {"width": 0},
        {"width": -1},
        {"width": 1.5, "kind": "rank"},
        {"kind": "range"},
        {"most": 2},
        {"columns": []},
    ],
)
def test_absurd_parameters_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        IntervalDisclosure(**values)


# ---------------------------------------------------------------- words


@KIND
@pytest.mark.parametrize("moved", [0, 1])
def test_sentences_speak_both_languages_and_show_no_value(kind: str, moved: int) -> None:
    data = beside([918273.0 + moved, 918275.0, 918276.0], [918273.0, 918275.0, 918276.0])
    finding = IntervalDisclosure(kind=kind, most=0.1).assess(data)
    speaks_both_languages(finding)
    shows_no("9182", finding)
