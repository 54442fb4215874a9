"""Three attackers: worked examples, chances counted record by record, and what is refused."""

from __future__ import annotations

from itertools import permutations, product

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import (
    adds_up,
    by_record,
    company,
    heads,
    mean,
    mean_weight,
    rows_of,
    shows_no,
    sizes,
    speaks_both_languages,
)
from discret import Dataset, Role
from discret.assess import Attackers, KAnonymity
from discret.data.examples import dishes
from discret.errors import InputError, ParameterError
from strategies import RULES, datasets, examples, rules

FEW = examples(30)

# Nguyen & Castelluccia (2020), table 5: four players of Paris, ages by tens.
PLAYERS = {"Âge": ["[30;39]", "[30;39]", "[20;29]", "[20;29]"], "Club": ["PSG"] * 4}


def of(**columns: list[object]) -> Dataset:
    return Dataset.of(pl.DataFrame(columns), key=list(columns))


def person(data: Dataset) -> str | None:
    return data.column(Role.INDIVIDUAL)


# ---------------------------------------------------------------- worked examples


def test_the_three_attackers_of_seed_002() -> None:
    # Examples 4 to 6: journalist 1 - (1/2)^2, prosecutor 1/2, marketer 2 groups of 4 records;
    # El Emam's journalist (max 1/F, no population known) is 1/2.
    finding = Attackers(most=0.5).assess(of(**PLAYERS))
    assert (finding.value, finding.target, finding.met) == (0.5, 0.5, True)
    found = finding.details
    assert found["journalist_any_match"] == 0.75
    assert found["prosecutor_max"] == found["prosecutor_mean"] == found["marketer"] == 0.5
    assert found["journalist_max"] == found["marketer_population"] == 0.5
    assert (found["uniques_share"], found["population"]) == (0.0, "file")


def test_weights_stand_for_the_population() -> None:
    # Figure 1.1: the smallest group of the population is that of the 800 young men.
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    found = Attackers().assess(data).details
    assert found["population"] == "weights"
    assert found["journalist_max"] == pytest.approx(1 / 800)
    shares = [2 / 2500, 1 / 2000, 2 / 2500, 1 / 800, 2 / 3000, 1 / 1200]
    assert found["marketer_population"] == pytest.approx(sum(shares) / 9)
    assert found["marketer"] == pytest.approx(6 / 9)
    assert found["uniques_share"] == pytest.approx(3 / 9)


def test_a_third_is_not_above_a_third() -> None:
    finding = Attackers(most=1 / 3).assess(of(a=["x"] * 3 + ["y"] * 4))
    assert finding.met is True
    assert Attackers(most=0.33).assess(of(a=["x"] * 3 + ["y"] * 4)).met is False


def test_without_a_threshold_nothing_is_judged() -> None:
    finding = Attackers().assess(of(a=["x", "y"]))
    assert (finding.value, finding.target, finding.met) == (1.0, None, None)
    assert finding.details["records_failing"] == 0


# ---------------------------------------------------------------- against the definitions


@FEW
@given(datasets(individual=None), rules)
def test_chances_are_one_over_the_number_of_people(data, rule) -> None:
    finding = Attackers(missing=rule).assess(data)
    people = sizes(rows_of(data), data.columns(Role.KEY), rule, person(data))
    chances = [1 / size for size in people]
    assert by_record(finding, data, "risk") == pytest.approx(chances)
    assert finding.value == finding.details["prosecutor_max"] == pytest.approx(max(chances))
    for name in ("prosecutor_mean", "marketer", "marketer_population"):
        assert finding.details[name] == pytest.approx(mean(chances, heads(data)))
    assert finding.details["journalist_max"] == pytest.approx(max(chances))
    assert finding.details["uniques_share"] == pytest.approx(
        mean([size == 1 for size in people], heads(data))
    )


@FEW
@given(datasets(missing=False))
def test_a_marketer_matches_as_many_records_as_there_are_groups(data) -> None:
    # (1/n) sum of f * 1/f: seed 002, example 6.
    found = Attackers().assess(data).details
    assert found["marketer"] == pytest.approx(found["groups"] / found["records"])


@FEW
@given(datasets(weight=True, individual=None), rules)
def test_a_population_is_never_smaller_than_the_file(data, rule) -> None:
    found = Attackers(missing=rule).assess(data).details
    people = sizes(rows_of(data), data.columns(Role.KEY), rule, person(data))
    keys = data.columns(Role.KEY)
    means = [mean_weight(one, keys, person(data)) for one in company(rows_of(data), keys, rule)]
    chances = [1 / max(f, mean * f) for f, mean in zip(people, means, strict=True)]
    assert found["journalist_max"] == pytest.approx(max(chances))
    assert found["marketer_population"] == pytest.approx(mean(chances, heads(data)))


@FEW
@given(datasets(missing=False, most_records=7))
def test_a_journalist_is_right_as_often_as_enumeration_says(data) -> None:
    sizes_ = Attackers().assess(data).per_key["count"].to_list()
    ways = list(product(*(permutations(range(size)) for size in sizes_)))
    hits = sum(any(group[n] == n for group in way for n in range(len(group))) for way in ways)
    found = Attackers().assess(data).details["journalist_any_match"]
    assert found == pytest.approx(hits / len(ways))


@FEW
@given(datasets(individual=None), rules, st.sampled_from([0.1, 0.2, 1 / 3, 0.5, 1.0]))
def test_counts_agree_and_groups_that_fail_are_marked_alike(data, rule, threshold) -> None:
    measure = Attackers(missing=rule, most=threshold)
    finding = measure.assess(data)
    adds_up(finding, data)
    people = sizes(rows_of(data), data.columns(Role.KEY), rule, person(data))
    assert by_record(finding, data, "failing") == [size * threshold < 1 - 1e-9 for size in people]
    assert measure.failing(data.keys).tolist() == finding.per_key["failing"].to_list()
    assert finding.met is (finding.details["groups_failing"] == 0)


@FEW
@given(datasets(individual=None), rules)
def test_the_prosecutor_is_the_other_face_of_k_anonymity(data, rule) -> None:
    # Seed 002: the chance of the right record is 1/k.
    k = KAnonymity(missing=rule).assess(data).value
    assert Attackers(missing=rule).assess(data).value == 1 / k


def test_missing_keys_follow_the_rule() -> None:
    data = of(a=["x", "x", None])
    found = [by_record(Attackers(missing=rule).assess(data), data, "risk") for rule in RULES]
    assert found == [[1 / 2, 1 / 2, 1 / 3], [1 / 3] * 3, [1 / 2, 1 / 2, 1]]


def test_the_fields_of_one_farmer_are_no_crowd() -> None:
    # Two fields in the group, one farmer: whoever looks for anybody there finds the farmer.
    frame = pl.DataFrame({"a": ["x", "x", "y", "y"], "who": ["p", "p", "q", "r"]})
    data = Dataset.of(frame, key="a", individual="who")
    found = Attackers().assess(data).details
    assert found["prosecutor_max"] == found["journalist_max"] == 1.0
    assert found["uniques_share"] == pytest.approx(1 / 3)
    assert found["journalist_any_match"] == 1.0


def test_a_record_about_nobody_in_particular_is_still_somebody() -> None:
    # A missing individual: the record is about one person at least, so no chance is above 1.
    frame = pl.DataFrame({"a": ["x", "x", "y"], "who": ["p", "q", None]})
    finding = Attackers().assess(Dataset.of(frame, key="a", individual="who"))
    assert finding.value == 1.0


def test_one_record_is_found_for_sure() -> None:
    found = Attackers().assess(of(a=["x"])).details
    names = ("prosecutor_max", "journalist_any_match", "marketer", "uniques_share")
    assert [found[name] for name in names] == [1.0] * 4


def test_a_file_whose_keys_are_all_missing_is_one_group() -> None:
    assert Attackers().assess(of(a=[None, None])).value == 0.5


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize("threshold", [0, -1, 1.5, "x", float("nan")])
def test_a_threshold_that_is_no_chance_is_refused(threshold: object) -> None:
    with pytest.raises(ParameterError, match="most: "):
        Attackers(most=threshold)


@pytest.mark.parametrize("values", [{"missing": "drop"}, {"k": 2}])
def test_unknown_words_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        Attackers(**values)


def test_a_verdict_on_groups_needs_a_threshold() -> None:
    with pytest.raises(ParameterError, match="most: a target is needed"):
        Attackers().failing(of(a=["x"]).keys)


def test_weights_that_count_nobody_are_refused_with_their_number() -> None:
    frame = pl.DataFrame({"a": ["x", "x", "y", "z"], "w": [70.0, None, 0.0, -31.0]})
    with pytest.raises(InputError, match=r"3 records.*missing, zero or negative") as raised:
        Attackers().assess(Dataset.of(frame, key="a", weight="w"))
    assert "70" not in str(raised.value)
    assert "31" not in str(raised.value)


def test_data_without_keys_or_records_are_refused() -> None:
    with pytest.raises(InputError, match=r"no column has the role key.*Hint: .*key="):
        Attackers().assess(Dataset.of(dishes()))
    with pytest.raises(InputError, match=r"no records.*Hint:"):
        Attackers().assess(Dataset.of(dishes().clear(), key="Sexe"))


@pytest.mark.parametrize("name", ["risk", "count", "failing"])
def test_a_key_may_be_called_as_a_column_of_the_result(name: str) -> None:
    table = Attackers().assess(of(**{name: ["x", "x", "y"]})).per_key
    assert table is not None
    assert sorted(table[name].cast(pl.String).to_list()) == ["x", "y"]


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("threshold", [None, 0.1, 1.0])
def test_sentences_speak_both_languages_and_show_no_value(threshold: float | None) -> None:
    finding = Attackers(most=threshold).assess(of(a=["SECRET1", "SECRET1", "SECRET2"]))
    speaks_both_languages(finding)
    shows_no("SECRET", finding)


def test_smaller_is_better() -> None:
    assert Attackers().assess(of(a=["x"])).better == "lower"
