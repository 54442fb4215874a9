"""Several zonings as a measure: figures, words, bad input, and the engines."""

from __future__ import annotations

import json
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest

from by_hand import speaks_both_languages
from discret import Dataset, Plan
from discret.assess import Differencing, SeveralZonings
from discret.data.examples import communes
from discret.errors import ColumnError, DiscretError, InputError, ParameterError
from discret.maths.zonings.several import Verdict, Verdicts
from every_deduction import random_zonings, smallest_deduced
from exhaustive_differencing import random_table

NAMES = ["one", "two", "three"]
HALVES = pl.DataFrame({
    "one": ["a", "a", "b", "b"], "two": ["p", "q", "p", "q"], "three": ["s", "t", "t", "s"],
    "n": [1, 9, 9, 9],
})  # fmt: skip


def crossed(codes: Any, count: Any) -> Dataset:
    columns = {name: codes[:, at] for at, name in enumerate(NAMES[: codes.shape[1]])}
    return Dataset.of(pl.DataFrame({**columns, "n": count}))


def test_the_figures_are_those_of_looking_at_every_set() -> None:
    for seed in range(10):
        codes, count = random_zonings(seed)
        finding = SeveralZonings(columns=NAMES, least=5, count="n").assess(crossed(codes, count))
        details, small = finding.details, smallest_deduced(codes, count) < 5
        parts = [details[f"observations_{one.name.lower()}"] for one in Verdict]
        assert sum(parts) == details["observations"] == count.sum()
        assert sum(details[f"combinations_{one.name.lower()}"] for one in Verdict) == len(codes)
        assert finding.value == details["observations_at_risk"]
        assert finding.value + details["observations_below"] == count[small].sum()
        assert sum(details["by_size"].values()) == finding.value
        assert details["verified"] == details["groups"]
        assert finding.per_key is not None
        at_risk = finding.per_key.filter(verdict="at_risk")
        assert at_risk["observations"].sum() == finding.value
        assert at_risk["group"].null_count() == 0
        assert (at_risk["group_size"] < 5).all()
        json.dumps(finding.to_dict(), allow_nan=False)
        speaks_both_languages(finding)


def test_with_two_columns_it_is_differencing() -> None:
    for seed in range(10):
        zone, square, count = random_table(seed)
        data = crossed(np.stack([zone, square], axis=1), count)
        two = Differencing(zone="one", square="two", count="n", least=5).assess(data)
        found = SeveralZonings(columns=NAMES[:2], count="n", least=5).assess(data)
        assert found.value == two.value
        assert list(found.details["zones_below"].values()) == [
            two.details["zones_below"],
            two.details["squares_below"],
        ]
    rows = Dataset.of(communes())
    assert SeveralZonings(columns=["commune", "carreau"], least=3).assess(rows).value == 7


def test_by_hand_what_three_columns_give_away_and_no_two() -> None:
    data = Dataset.of(HALVES)
    for one, other in (("one", "two"), ("one", "three"), ("two", "three")):
        assert Differencing(zone=one, square=other, count="n", least=5).assess(data).value == 0
    finding = SeveralZonings(columns=NAMES, count="n", least=5).assess(data)
    assert (finding.value, finding.details["by_pairs"], finding.details["pairs"]) == (1, 0, 3)
    assert finding.per_key is not None
    assert finding.per_key.rows() == [("a", "p", "s", 1, "at_risk", 1, 1)]
    assert finding.reads.startswith("1 of 28 observations (3.57%) comes out in a group of fewer")


def test_what_time_does_not_allow_is_said_to_be_undecided() -> None:
    measure = SeveralZonings(columns=NAMES, count="n", least=5, seconds=1e-9)
    finding = measure.assess(Dataset.of(HALVES))
    assert (finding.value, finding.details["observations_undecided"]) == (0, 1)
    assert "Undecided within the limits of the search: 1 more" in finding.reads
    speaks_both_languages(finding)


def test_individual_rows_in_any_engine() -> None:
    rows = HALVES.select(pl.col(*NAMES).repeat_by("n").explode())
    wanted = SeveralZonings(columns=NAMES, least=5).assess(Dataset.of(rows))
    assert wanted.value == 1
    for table in (rows.lazy(), rows.to_pandas(), duckdb.connect().from_arrow(rows.to_arrow())):
        found = SeveralZonings(columns=NAMES, least=5).assess(Dataset.of(table))
        assert found == wanted
        assert found.per_key is not None
        assert found.per_key.equals(wanted.per_key)


def test_columns_with_the_names_of_its_own_are_kept() -> None:
    frame = HALVES.rename({"one": "group", "two": "verdict", "three": "observations"})
    names = ["group", "verdict", "observations"]
    finding = SeveralZonings(columns=names, least=5, count="n").assess(Dataset.of(frame))
    assert finding.per_key is not None
    assert finding.per_key.columns == [*names, "observations_", "verdict_", "group_size", "group_"]


def test_a_plan_holds_it() -> None:
    measure = SeveralZonings(columns=NAMES, least=7, seconds=5)
    assert list(Plan.from_toml(Plan(assess=[measure]).to_toml()).assess) == [measure]


@pytest.mark.parametrize(
    "wrong",
    [{"least": 1}, {"least": 2.5}, {"columns": ["one"]}, {"columns": ["one", "one"]},
     {"seconds": 0}],
)  # fmt: skip
def test_an_absurd_parameter_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(wrong))) as caught:
        SeveralZonings(**{"columns": NAMES} | wrong)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("n", "told"),
    [
        ([1, -2, 9, 9], "1 negative"),
        ([1, 2.5, 0.5, 9], "2 not whole"),
        ([1, None, 9, 9], "1 missing"),
        ([1.0, float("nan"), 9.0, 9.0], "1 missing"),
        (["x", "y", "z", "t"], "numbers are needed"),
        ([0, 0, 0, 0], "no row has an observation"),
        ([2**52, 2**52, 2**52, 1], "more than can be counted"),
    ],
)
def test_bad_counts_are_refused(n: list[Any], told: str) -> None:
    data = Dataset.of(HALVES.with_columns(pl.Series("n", n, strict=False)))
    with pytest.raises(InputError, match=told) as caught:
        SeveralZonings(columns=NAMES, count="n").assess(data)
    assert caught.value.hint


def test_bad_tables_are_refused() -> None:
    holes = HALVES.with_columns(two=pl.Series(["p", None, None, "q"]))
    double = pl.concat([HALVES, HALVES.head(1)])
    measure = SeveralZonings(columns=NAMES, count="n")
    rows = SeveralZonings(columns=NAMES)
    many = pl.concat([holes, holes.slice(1, 1)])
    cases = [
        (measure, holes, "2 rows without 'two'"),
        (rows, many, "3 observations without 'two'"),
        (measure, double, "1 more repeat a combination"),
        (measure, HALVES.clear(), "no records"),
        (SeveralZonings(columns=NAMES, count="one"), HALVES, "'one' was named twice"),
        (SeveralZonings(columns=[*NAMES, "nowhere"]), HALVES, "nowhere"),
        (SeveralZonings(columns=NAMES, count="nowhere"), HALVES, "nowhere"),
    ]
    for case, frame, told in cases:
        with pytest.raises(InputError, match=told) as caught:
            case.assess(Dataset.of(frame))
        assert caught.value.hint
        assert isinstance(caught.value, ColumnError) or "no records" in told


def test_one_row() -> None:
    finding = SeveralZonings(columns=NAMES, count="n").assess(Dataset.of(HALVES.head(1)))
    assert (finding.value, finding.details["observations_below"]) == (0, 1)
    assert finding.reads.startswith("No combination of the totals of 3 zonings")


def test_a_group_that_does_not_hold_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Verdicts, "verified", lambda *_: 0)
    with pytest.raises(DiscretError, match="1 of 1 groups") as caught:
        SeveralZonings(columns=NAMES, count="n", least=5).assess(Dataset.of(HALVES))
    assert "report" in caught.value.hint


# -- the target ----------------------------------------------------------------------------


def test_what_is_undecided_is_not_taken_for_safe() -> None:
    """Out of time nothing is at risk, one is undecided: none allowed, so the target is missed."""
    common = {"columns": NAMES, "count": "n", "least": 5, "seconds": 1e-9}
    missed = SeveralZonings(**common, most=0).assess(Dataset.of(HALVES))
    assert (missed.value, missed.met, missed.details["observations_not_safe"]) == (0, False, 1)
    assert missed.reads.endswith("that are not safe: 1; allowed at most: 0.")
    speaks_both_languages(missed)
    assert SeveralZonings(**common, most=1).assess(Dataset.of(HALVES)).met


def test_a_target_is_met_only_by_what_is_safe_in_every_way() -> None:
    for seed in range(10):
        codes, count = random_zonings(seed)
        lost = int(count[smallest_deduced(codes, count) < 5].sum())
        for most in {0, max(lost - 1, 0), lost}:
            measure = SeveralZonings(columns=NAMES, least=5, count="n", most=most)
            finding = measure.assess(crossed(codes, count))
            assert finding.details["observations_not_safe"] == lost
            assert (finding.met, finding.target) == (lost <= most, most)


def test_with_two_columns_the_verdict_is_that_of_differencing() -> None:
    for seed in range(20):
        zone, square, count = random_table(seed)
        data = crossed(np.stack([zone, square], axis=1), count)
        two = Differencing(zone="one", square="two", count="n", least=5, most=20).assess(data)
        found = SeveralZonings(columns=NAMES[:2], count="n", least=5, most=20).assess(data)
        assert found.met is two.met
        name = "observations_not_safe"
        assert found.details[name] == two.details[name]


@pytest.mark.parametrize("most", [-1, 0.5])
def test_a_target_is_a_number_of_observations(most: Any) -> None:
    with pytest.raises(ParameterError, match="most"):
        SeveralZonings(columns=NAMES, most=most)
