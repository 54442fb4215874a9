"""β-likeness: the definition applied by hand, and the bound that no β lifts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import by_record, company, rows_of
from discret import Dataset, Role
from discret.assess import BetaLikeness, DeltaDisclosure
from discret.data.examples import footballers
from discret.errors import ParameterError
from strategies import RULES, datasets, examples, rules

FEW = examples(40)


def shares(values: Sequence[Any]) -> dict[Any, float]:
    counts = Counter(value for value in values if value is not None)
    return {value: n / sum(counts.values()) for value, n in counts.items()}


def gains(group: Sequence[Any], table: Sequence[Any]) -> list[tuple[float, float]]:
    """For each value that gains, by how much, and its share in the table."""
    q, p = shares(group), shares(table)
    return [((q[v] - p[v]) / p[v], p[v]) for v in q if q[v] > p[v] * (1 + 1e-12)]


def by_group(data: Dataset, rule: str) -> list[list[tuple[float, float]]]:
    """For each record, the gains in both columns among those it is counted with."""
    rows = rows_of(data)
    return [
        [
            gain
            for name in ("s", "t")
            for gain in gains([row[name] for row in others], [row[name] for row in rows])
        ]
        for others in company(rows, data.columns(Role.KEY), rule)
    ]


def known(data: Dataset) -> bool:
    return not any(data.to_polars()[name].is_null().all() for name in ("s", "t"))


def of(keys: list[Any], values: list[Any]) -> Dataset:
    return Dataset.of(pl.DataFrame({"a": keys, "s": values}), key="a", sensitive="s")


# ---------------------------------------------------------------- against the definition


@FEW
@given(datasets(missing_sensitive=True).filter(known), rules)
def test_the_basic_level_is_the_largest_gain(data, rule) -> None:
    finding = BetaLikeness(missing=rule).assess(data)
    wanted = [max((gain for gain, _ in group), default=0) for group in by_group(data, rule)]
    assert by_record(finding, data, "level") == pytest.approx(wanted, rel=1e-11, abs=1e-12)
    assert finding.value == pytest.approx(max(wanted), rel=1e-11, abs=1e-12)
    assert finding.details["largest_gain"] == finding.value


@pytest.mark.parametrize("kind", ["basic", "enhanced"])
@FEW
@given(datasets(missing_sensitive=True).filter(known), rules, st.floats(0.05, 5))
def test_groups_fail_where_the_definition_says(kind, data, rule, beta) -> None:
    # Enhanced: a gain is at most min(β, -ln p) (Cao & Karras 2012).
    found = by_record(
        BetaLikeness(beta=beta, kind=kind, missing=rule).assess(data), data, "failing"
    )
    for failing, group in zip(found, by_group(data, rule), strict=True):
        bounds = [min(beta, -math.log(p)) if kind == "enhanced" else beta for _, p in group]
        slack = [gain - bound for (gain, _), bound in zip(group, bounds, strict=True)]
        if all(abs(one) > 1e-9 for one in slack):
            assert failing is any(one > 0 for one in slack)


@FEW
@given(datasets(missing_sensitive=True).filter(known), rules)
def test_no_beta_lifts_the_bound(data, rule) -> None:
    finding = BetaLikeness(beta=1e9, kind="enhanced", missing=rule).assess(data)
    beyond = [any(gain > -math.log(p) for gain, p in group) for group in by_group(data, rule)]
    assert by_record(finding, data, "failing") == beyond
    assert finding.details["records_beyond"] == sum(beyond)
    assert (finding.value is None) is any(beyond)
    basic = BetaLikeness(missing=rule).assess(data)
    assert finding.details["largest_gain"] == basic.value


@FEW
@given(datasets(missing_sensitive=True).filter(known), rules)
def test_a_gain_bounds_the_ratio_that_disclosure_looks_at(data, rule) -> None:
    gain = BetaLikeness(missing=rule).assess(data).value
    delta = DeltaDisclosure(missing=rule, absent="present").assess(data).value
    assert math.log1p(gain) <= delta + 1e-12


# ---------------------------------------------------------------- worked examples


def test_the_two_players_of_marseille() -> None:
    # 500 is a third of the pays, and all of those at Marseille: a gain of 2.
    data = Dataset.of(footballers(), key="Club", sensitive="Salaire")
    finding = BetaLikeness(beta=2).assess(data)
    assert by_record(finding, data, "level") == pytest.approx([0.5] * 4 + [2] * 2)
    assert finding.met is True
    assert "3 times as frequent" in finding.reads


def test_a_frequent_value_cannot_become_certain() -> None:
    # Half of the file, all of a group: a gain of 1, allowed by β = 1, above ln 2 = 0.69.
    data = of(["x", "x", "y", "y"], ["1", "1", "2", "2"])
    assert BetaLikeness(beta=1).assess(data).met is True
    finding = BetaLikeness(beta=1, kind="enhanced").assess(data)
    assert (finding.value, finding.met) == (None, False)
    assert finding.details["largest_gain"] == 1
    assert finding.details["groups_beyond"] == 2
    assert "No β holds for 2 of 2 groups" in finding.reads
    assert "Aucun β ne vaut pour 2 groupes sur 2 :" in finding.reads.fr


def test_a_frequent_value_may_gain_a_little() -> None:
    # From 1/2 to 3/4: a gain of 0.5, below ln 2.
    data = of(["x"] * 4 + ["y"] * 4, ["1", "1", "1", "2", "2", "2", "2", "1"])
    finding = BetaLikeness(beta=0.5, kind="enhanced").assess(data)
    assert (finding.value, finding.met) == (0.5, True)
    assert "No β" not in finding.reads
    assert BetaLikeness(beta=0.49, kind="enhanced").assess(data).met is False


def test_what_becomes_rarer_does_not_count() -> None:
    # 1 of 10 in the group, half of the file: only the other value gains.
    data = of(["x"] * 10 + ["y"] * 10, ["1"] + ["2"] * 9 + ["1"] * 9 + ["2"])
    assert BetaLikeness().assess(data).value == pytest.approx(0.8)


@pytest.mark.parametrize("kind", ["basic", "enhanced"])
def test_the_same_spread_gains_nothing(kind: str) -> None:
    same = of(["x"] * 3 + ["y"] * 6, ["1", "2", "3"] * 3)
    finding = BetaLikeness(beta=1e-9, kind=kind).assess(same)
    assert (finding.value, finding.met) == (0, True)


def test_the_target_itself_is_allowed_in_spite_of_rounding() -> None:
    data = of(["x"] * 10 + ["y"] * 10, ["1"] + ["2"] * 9 + ["1"] * 9 + ["2"])
    assert BetaLikeness(beta=0.8).assess(data).met is True
    assert BetaLikeness(beta=0.7999999).assess(data).met is False


def test_missing_keys_follow_the_rule() -> None:
    data = of(["x", "x", None], ["1", "1", "2"])
    found = [by_record(BetaLikeness(missing=rule).assess(data), data, "level") for rule in RULES]
    assert found == [
        pytest.approx([0.5, 0.5, 0]),
        pytest.approx([0, 0, 0]),
        pytest.approx([0.5, 0.5, 2]),
    ]


@pytest.mark.parametrize("given_", [{"beta": 0}, {"beta": -1}, {"kind": "strict"}])
def test_absurd_parameters_are_refused(given_: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(given_))):
        BetaLikeness(**given_)
