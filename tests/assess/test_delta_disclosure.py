"""δ-disclosure: the definition applied by hand, the two readings, the three bases."""

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
from discret.assess import DeltaDisclosure
from discret.data.examples import footballers
from discret.errors import ParameterError
from strategies import RULES, datasets, examples, rules

FEW = examples(40)
LOGS = {"e": math.log, "2": math.log2, "10": math.log10}
BASE = pytest.mark.parametrize("base", LOGS)


def shares(values: Sequence[Any]) -> dict[Any, float]:
    counts = Counter(value for value in values if value is not None)
    return {value: n / sum(counts.values()) for value, n in counts.items()}


def level(group: Sequence[Any], table: Sequence[Any], base: str, absent: str) -> float:
    """The largest |log(q/p)|, from the definition."""
    q, p = shares(group), shares(table)
    if not q:
        return 0.0
    if absent == "all" and len(q) < len(p):
        return math.inf
    return max(abs(LOGS[base](q[value] / p[value])) for value in q)


def levels(data: Dataset, rule: str, base: str, absent: str) -> list[float]:
    rows = rows_of(data)
    return [
        max(
            level([row[n] for row in others], [row[n] for row in rows], base, absent)
            for n in ("s", "t")
        )
        for others in company(rows, data.columns(Role.KEY), rule)
    ]


def known(data: Dataset) -> bool:
    return not any(data.to_polars()[name].is_null().all() for name in ("s", "t"))


def of(keys: list[Any], values: list[Any]) -> Dataset:
    return Dataset.of(pl.DataFrame({"a": keys, "s": values}), key="a", sensitive="s")


def halves() -> Dataset:
    """A value that half of the file has and all of a group: example 13 of the paper."""
    return of(["x", "x", "y", "y"], ["1", "1", "2", "2"])


# ---------------------------------------------------------------- against the definition


@pytest.mark.parametrize("absent", ["all", "present"])
@FEW
@given(datasets(missing_sensitive=True).filter(known), rules, st.sampled_from(sorted(LOGS)))
def test_groups_have_the_level_that_the_definition_gives(absent, data, rule, base) -> None:
    finding = DeltaDisclosure(base=base, absent=absent, missing=rule).assess(data)
    wanted = levels(data, rule, base, absent)
    assert by_record(finding, data, "level") == pytest.approx(wanted, rel=1e-12, abs=1e-13)
    if math.isinf(max(wanted)):
        assert finding.value is None
    else:
        assert finding.value == pytest.approx(max(wanted), rel=1e-12, abs=1e-13)


@FEW
@given(datasets(missing_sensitive=True).filter(known), rules)
def test_both_readings_are_told_in_all_bases(data, rule) -> None:
    details = DeltaDisclosure(missing=rule).assess(data).details
    for base in LOGS:
        present, every = (max(levels(data, rule, base, absent)) for absent in ("present", "all"))
        told = details["levels"]
        assert told["present"][base] == pytest.approx(present, rel=1e-12, abs=1e-13)
        wanted = None if math.isinf(every) else pytest.approx(every, rel=1e-12, abs=1e-13)
        assert told["all"][base] == wanted
    lost = [math.isinf(level) for level in levels(data, rule, "e", "all")]
    assert details["records_lacking"] == sum(lost)


# ---------------------------------------------------------------- example 13


@pytest.mark.parametrize(("base", "holds"), [("e", False), ("2", False), ("10", True)])
def test_the_base_decides_where_only_present_values_count(base: str, holds: bool) -> None:
    # Nguyen & Castelluccia (2020), example 13: log 2 = 0.3 < 0.5, though the value is certain.
    finding = DeltaDisclosure(delta=0.5, base=base, absent="present").assess(halves())
    assert finding.value == pytest.approx(LOGS[base](2))
    assert finding.met is holds


@BASE
def test_a_value_that_is_certain_is_never_private_under_the_definition(base: str) -> None:
    finding = DeltaDisclosure(delta=1000, base=base).assess(halves())
    assert (finding.value, finding.met) == (None, False)
    assert finding.details["records_failing"] == finding.details["records_lacking"] == 4
    assert finding.details["by_column"] == {"s": None}
    assert "No δ holds for 2 of 2 groups" in finding.reads
    assert "Aucun δ ne vaut pour 2 groupes sur 2 :" in finding.reads.fr


def test_the_sentence_says_nothing_of_absent_values_where_they_do_not_count() -> None:
    finding = DeltaDisclosure(absent="present").assess(halves())
    assert "No δ" not in finding.reads
    assert "2 times" in finding.reads
    assert finding.details["groups_lacking"] == 2


def test_the_two_players_of_marseille() -> None:
    data = Dataset.of(footballers(), key="Club", sensitive="Salaire")
    finding = DeltaDisclosure(absent="present").assess(data)
    wanted = [math.log(1.5)] * 4 + [math.log(3)] * 2
    assert by_record(finding, data, "level") == pytest.approx(wanted)


# ---------------------------------------------------------------- the edge


def test_the_target_itself_is_not_allowed() -> None:
    # Definition 7: strictly below. 3/4 in the group, 1/2 in the file: log2 1.5; 1/4: log2 2 = 1.
    data = of(["x"] * 4 + ["y"] * 4, ["1", "1", "1", "2", "2", "2", "2", "1"])
    assert DeltaDisclosure(base="2").assess(data).value == 1
    assert DeltaDisclosure(delta=1, base="2").assess(data).met is False
    assert DeltaDisclosure(delta=1.000001, base="2").assess(data).met is True


@BASE
def test_rounding_does_not_let_the_target_through(base: str) -> None:
    data = of(["x"] * 4 + ["y"] * 4, ["1", "1", "1", "2", "2", "2", "2", "1"])
    for delta in (LOGS[base](2), math.nextafter(LOGS[base](2), 9)):
        assert DeltaDisclosure(delta=delta, base=base).assess(data).met is False


@BASE
def test_the_same_spread_has_level_nought(base: str) -> None:
    same = of(["x"] * 3 + ["y"] * 6, ["1", "2", "3"] * 3)
    finding = DeltaDisclosure(delta=1e-9, base=base).assess(same)
    assert (finding.value, finding.met) == (0, True)


def test_a_value_that_becomes_rarer_counts_too() -> None:
    # 1 of 10 in the group, half in the file.
    data = of(["x"] * 10 + ["y"] * 10, ["1"] + ["2"] * 9 + ["1"] * 9 + ["2"])
    assert DeltaDisclosure().assess(data).value == pytest.approx(math.log(5))


def test_missing_keys_follow_the_rule() -> None:
    data = of(["x", "x", None], ["1", "1", "2"])
    found = [
        by_record(DeltaDisclosure(missing=rule, absent="present").assess(data), data, "level")
        for rule in RULES
    ]
    first, last = math.log(1.5), math.log(3)
    assert found == [
        pytest.approx([first, first, 0]),
        pytest.approx([0, 0, 0]),
        pytest.approx([first, first, last]),
    ]


@pytest.mark.parametrize("given_", [{"delta": 0}, {"base": "3"}, {"base": 2}, {"absent": "none"}])
def test_absurd_parameters_are_refused(given_: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(given_))):
        DeltaDisclosure(**given_)
