"""Homogeneity: worked examples, the attack carried out by hand, people and lone records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import by_record, company, heads, mean, rows_of, sizes
from discret import Dataset, Role
from discret.assess import Homogeneity, LDiversity
from discret.data.examples import dishes, footballers
from discret.errors import ParameterError
from discret.finding import ROUNDING
from discret.parts import Context
from discret.reduce import SuppressRecords
from strategies import RULES, datasets, examples, rules

FEW = examples(40)
SHARES = st.sampled_from([0.25, 0.5, 2 / 3, 0.75, 1.0])


def largest(values: Sequence[Any]) -> float:
    """The share of the commonest known value."""
    counts = Counter(value for value in values if value is not None)
    return max(counts.values()) / sum(counts.values()) if counts else 0.0


def given_away(data: Dataset, rule: str, share: float, columns: Sequence[str]) -> list[bool]:
    """For each record, whether those it is counted with give one of its values away.

    Those of one person do, whatever they are; records of unknown people may all be of one.
    """
    rows, keys, person = rows_of(data), data.columns(Role.KEY), data.column(Role.INDIVIDUAL)
    return [
        any(largest(_told(others, name, person)) >= _least(others, name, person, share)
            for name in columns)
        for others in company(rows, keys, rule)
    ]  # fmt: skip


def _least(others: Sequence[Any], name: str, person: str | None, share: float) -> float:
    """The share that is too much: any, where all who show a value may be one."""
    whose = {row[person] for row in others if person and row[name] is not None} - {None}
    return 1e-9 if person and len(whose) <= 1 else share


def _told(others: Sequence[Any], name: str, person: str | None) -> list[Any]:
    """The values of those counted together: each person has each of theirs once."""
    if person is None:
        return [row[name] for row in others]
    pairs = {(row[name], row[person]) for row in others}
    named = {value for value, who in pairs if who is not None}
    return [value for value, who in pairs if who is not None or value not in named]


def known(data: Dataset) -> bool:
    return not any(data.to_polars()[name].is_null().all() for name in ("s", "t"))


def of(keys: list[Any], values: list[Any], **more: Any) -> Dataset:
    frame = pl.DataFrame({"a": keys, "s": values, "p": list(range(len(keys)))})
    return Dataset.of(frame, key="a", sensitive="s", **more)


# ---------------------------------------------------------------- worked examples


def test_the_women_over_50_and_those_who_are_alone() -> None:
    # Bergeat (2015), figure 1.1: two women share a dish; three people are alone with their keys.
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], sensitive="Plat préféré")
    finding = Homogeneity().assess(data)
    assert by_record(finding, data, "given_away") == [
        False, False, True, True, True, True, False, False, True,
    ]  # fmt: skip
    assert finding.value == pytest.approx(5 / 9)
    details = finding.details
    assert (details["records_given_away"], details["groups_given_away"]) == (5, 4)
    assert details["uniques_given_away"] == 3
    assert "people_given_away" not in details


def test_the_two_players_of_marseille() -> None:
    data = Dataset.of(footballers(), key="Club", sensitive="Salaire")
    finding = Homogeneity(most=0.3).assess(data)
    assert by_record(finding, data, "given_away") == [False] * 4 + [True] * 2
    assert (finding.value, finding.met) == (pytest.approx(1 / 3), False)
    assert finding.details["uniques_given_away"] == 0
    assert "2 of 6 records (33.3%)" in finding.reads


# ---------------------------------------------------------------- against the definition


@FEW
@given(datasets(missing_sensitive=True, individual=None).filter(known), rules, SHARES)
def test_records_are_given_away_as_the_definition_says(data, rule, share) -> None:
    finding = Homogeneity(share=share, missing=rule).assess(data)
    wanted = given_away(data, rule, share, ["s", "t"])
    assert by_record(finding, data, "given_away") == wanted
    assert finding.value == pytest.approx(mean(wanted, heads(data)))
    for name in ("s", "t"):
        part = mean(given_away(data, rule, share, [name]), heads(data))
        assert finding.details["by_column"][name] == pytest.approx(part)


@FEW
@given(datasets(missing_sensitive=True, individual=True).filter(known), rules, SHARES)
def test_people_and_lone_records_are_counted(data, rule, share) -> None:
    details = Homogeneity(share=share, missing=rule).assess(data).details
    rows, given_ = rows_of(data), given_away(data, rule, share, ["s", "t"])
    people = {row["p"] for row, bad in zip(rows, given_, strict=True) if bad} - {None}
    assert details["people_given_away"] == max(len(people), int(any(given_)))
    size = sizes(rows, data.columns(Role.KEY), rule, "p")
    alone = [bad and number == 1 for bad, number in zip(given_, size, strict=True)]
    parts = zip(alone, heads(data), strict=True)
    assert details["uniques_given_away"] == pytest.approx(sum(part for bad, part in parts if bad))


@FEW
@given(datasets().filter(known), rules)
def test_without_missing_values_it_is_what_distinct_diversity_finds(data, rule) -> None:
    poor = LDiversity(l=2, missing=rule).assess(data).details["records_failing"]
    assert Homogeneity(missing=rule).assess(data).details["records_given_away"] == poor


@FEW
@given(datasets(missing_sensitive=True).filter(known), rules, st.floats(0, 1))
def test_groups_fail_where_too_many_records_are_given_away(data, rule, most) -> None:
    finding = Homogeneity(most=most, missing=rule).assess(data)
    bad = finding.per_key["given_away"].to_list()
    if finding.value > most * (1 + ROUNDING):
        assert (finding.met, finding.per_key["failing"].to_list()) == (False, bad)
    else:
        assert (finding.met, any(finding.per_key["failing"])) == (True, False)


# ---------------------------------------------------------------- edges


def test_a_group_of_any_size_can_give_itself_away() -> None:
    data = of(["x"] * 1000 + ["y"] * 2, ["1"] * 1000 + ["1", "2"])
    finding = Homogeneity(most=0).assess(data)
    assert finding.details["records_given_away"] == finding.details["records_failing"] == 1000
    assert finding.details["uniques_given_away"] == 0


@pytest.mark.parametrize(("share", "wanted"), [(0.3, True), (0.30001, False)])
def test_the_share_itself_is_enough_in_spite_of_rounding(share: float, wanted: bool) -> None:
    data = of(["x"] * 10, ["1"] * 3 + ["2"] * 3 + ["3"] * 3 + ["4"])
    assert (Homogeneity(share=share).assess(data).value == 1) is wanted


@pytest.mark.parametrize(("most", "met"), [(1 / 3, True), (0.3333, False), (0, False)])
def test_the_share_of_records_itself_is_allowed(most: float, met: bool) -> None:
    data = Dataset.of(footballers(), key="Club", sensitive="Salaire")
    assert Homogeneity(most=most).assess(data).met is met


def test_the_sentence_says_which_share_is_meant() -> None:
    data = of(["x"] * 4, ["1", "1", "1", "2"])
    assert "at least 75% of those" in Homogeneity(share=0.75).assess(data).reads
    assert "au moins 75\u202f% de ceux" in Homogeneity(share=0.75).assess(data).reads.fr
    assert "all those" in Homogeneity().assess(data).reads


def test_missing_values_do_not_protect_the_others() -> None:
    data = of(["x", "x", "x", "y", "y"], ["1", None, None, None, None])
    finding = Homogeneity().assess(data)
    assert by_record(finding, data, "given_away") == [True, True, True, False, False]
    assert finding.details["groups_without_value"] == {"s": 1}


def test_records_of_one_person_are_alone() -> None:
    frame = pl.DataFrame({"a": ["x", "x", "y", "y"], "s": list("1123"), "p": [1, 1, 2, 3]})
    data = Dataset.of(frame, key="a", sensitive="s", individual="p")
    details = Homogeneity().assess(data).details
    assert (details["records_given_away"], details["people_given_away"]) == (2, 1)
    assert details["uniques_given_away"] == 1


def test_missing_keys_follow_the_rule() -> None:
    data = of(["x", "x", None], ["1", "1", "2"])
    found = [
        by_record(Homogeneity(missing=rule).assess(data), data, "given_away") for rule in RULES
    ]
    assert found == [[True, True, False], [False] * 3, [True, True, True]]


def test_dropping_what_is_given_away_leaves_nothing_to_give() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], sensitive="Plat préféré")
    after = SuppressRecords(models=[Homogeneity(most=0)], drop=1).apply(data, Context()).data
    assert len(after) == 4
    assert Homogeneity(most=0).assess(after).met is True


@pytest.mark.parametrize("given_", [{"share": 0}, {"share": 1.1}, {"most": -0.1}, {"most": 2}])
def test_absurd_parameters_are_refused(given_: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(given_))):
        Homogeneity(**given_)
