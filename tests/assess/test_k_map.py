"""k-map: people counted one by one, the negative binomial law summed, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import (
    adds_up,
    alike,
    by_record,
    company,
    mean_weight,
    rows_of,
    shows_no,
    sizes,
    speaks_both_languages,
)
from discret import Context, Dataset, Role
from discret.assess import Attackers, KAnonymity, KMap
from discret.data.examples import dishes
from discret.errors import InputError, ParameterError
from discret.reduce import Recode, SuppressRecords
from strategies import KEYS, datasets, examples, rules

FEW = examples(40)


def summed(k: int, f: int, p: float) -> float:
    """P(F < k) from the law P(F = j) = C(j-1, f-1) p^f (1-p)^(j-f)."""
    return sum(math.comb(j - 1, f - 1) * p**f * (1 - p) ** (j - f) for j in range(f, k))


@st.composite
def drawn(draw: st.DrawFn) -> tuple[pl.DataFrame, Dataset]:
    """A population, and a file drawn from it with some values blanked."""
    keys = list(KEYS[: draw(st.integers(1, 3))])
    size = draw(st.integers(1, 14))
    values = st.lists(st.sampled_from(["x", "y"]), min_size=size, max_size=size)
    people = pl.DataFrame({name: draw(values) for name in keys})
    part = people.head(draw(st.integers(1, size)))
    hidden = st.lists(st.sampled_from([False, False, True]), min_size=len(part), max_size=len(part))
    part = part.with_columns(
        pl.when(pl.Series(draw(hidden))).then(None).otherwise(pl.col(name)).alias(name)
        for name in keys
    )
    return people, Dataset.of(part, key=keys, population=people)


# ---------------------------------------------------------------- a population at hand


@FEW
@given(drawn(), st.integers(2, 6))
def test_every_record_is_shared_by_as_many_people_as_carry_its_values(tables, k) -> None:
    people, data = tables
    finding = KMap(k=k).assess(data)
    keys = data.columns(Role.KEY)
    wanted = [
        sum(alike(row, person, keys, "known") for person in people.to_dicts())
        for row in rows_of(data)
    ]
    assert by_record(finding, data, "people") == wanted
    assert finding.value == min(wanted)
    assert finding.met is (min(wanted) >= k)
    assert finding.details["records_failing"] == sum(number < k for number in wanted)
    assert finding.details["uniques"] == sum(number == 1 for number in wanted)
    adds_up(finding, data)
    assert KMap(k=k).failing(data.keys).tolist() == finding.per_key["failing"].to_list()


@FEW
@given(drawn())
def test_k_anonymity_asks_more(tables) -> None:
    # Whoever is among k in the file is among k in the population.
    data = tables[1]
    assert KMap().assess(data).value >= KAnonymity().assess(data).value


@FEW
@given(drawn())
def test_a_file_that_is_its_own_population_is_as_anonymous_as_it_is_mapped(tables) -> None:
    people, data = tables
    own = Dataset.of(people, key=data.columns(Role.KEY), population=people)
    assert KMap().assess(own).value == KAnonymity().assess(own).value


@FEW
@given(drawn(), st.integers(2, 4))
def test_records_at_risk_can_be_dropped(tables, k) -> None:
    data = tables[1]
    finding = KMap(k=k).assess(data)
    if finding.met or finding.details["records_failing"] == len(data):
        return
    left = SuppressRecords(models=[KMap(k=k)], drop=1).apply(data, Context()).data
    assert len(left) == len(data) - finding.details["records_failing"]
    assert KMap(k=k).assess(left).met is True


def test_recoding_brings_more_people_together() -> None:
    people = pl.DataFrame({"age": [20, 21, 22, 30, 31, 40]})
    data = Dataset.of(people[[0, 3]], key="age", population=people)
    assert KMap(k=3).assess(data).value == 1
    coarser = Recode(column="age", cuts=[25]).apply(data, Context()).data
    assert KMap(k=3).assess(coarser).met is True


def test_the_population_is_preferred_to_the_weights() -> None:
    frame = pl.DataFrame({"age": ["a", "b"], "w": [100.0, 100.0]})
    people = pl.DataFrame({"age": ["a", "a", "b"]})
    data = Dataset.of(frame, key="age", weight="w", population=people)
    assert KMap(k=2).assess(data).value == 1
    assert KMap(k=2).assess(data).details["estimate"] == "population"
    assert KMap(k=2, confidence=0.9).assess(data).met is False  # counted: nothing is uncertain
    assert KMap(k=2, estimate="weights").assess(data).value == 100


def test_the_verdict_needs_no_more_than_the_key_table() -> None:
    people = pl.DataFrame({"age": ["a", "a", "b"], "sex": ["f", "m", "f"]})
    keys = Dataset.of(people.head(2), key=["age", "sex"], population=people).keys
    assert KMap(k=2).failing(keys).tolist() == [True, True]
    assert KMap(k=2).failing(keys.over(["age"])[0]).tolist() == [False]


# ---------------------------------------------------------------- weights


@FEW
@given(datasets(weight=True, individual=None), rules, st.integers(2, 400))
def test_the_number_of_people_is_the_sum_of_the_weights(data, rule, k) -> None:
    rows, keys = rows_of(data), data.columns(Role.KEY)
    person = data.column(Role.INDIVIDUAL)
    others = company(rows, keys, rule)
    seen = sizes(rows, keys, rule, person)
    weight = [mean_weight(group, keys, person) for group in others]
    wanted = [max(mean * f, f) for mean, f in zip(weight, seen, strict=True)]
    finding = KMap(k=k, missing=rule).assess(data)
    assert by_record(finding, data, "people") == pytest.approx(wanted, rel=1e-12)
    assert finding.value == pytest.approx(min(wanted), rel=1e-12)
    chances = [summed(k, f, f / total) for f, total in zip(seen, wanted, strict=True)]
    assert by_record(finding, data, "chance_below") == pytest.approx(chances, rel=1e-7, abs=1e-12)
    expected = finding.details["expected_records_below"]
    assert expected == pytest.approx(sum(chances), rel=1e-7, abs=1e-12)
    adds_up(finding, data)
    assert KMap(k=k, missing=rule).failing(data.keys).tolist() == [
        number < k * (1 - 1e-12) for number in finding.per_key["people"]
    ]


@FEW
@given(datasets(weight=True), st.integers(2, 30), st.floats(0.05, 0.99))
def test_with_a_confidence_the_chance_decides(data, k, confidence) -> None:
    measure = KMap(k=k, confidence=confidence)
    finding = measure.assess(data)
    chances = finding.per_key["chance_below"].to_list()
    assert finding.per_key["failing"].to_list() == [c > 1 - confidence for c in chances]
    assert measure.failing(data.keys).tolist() == finding.per_key["failing"].to_list()
    assert finding.met is (finding.value >= k)
    assert type(finding.value) is int
    # The level is reached by all, the next is not.
    reached = KMap(k=max(finding.value, 2), confidence=confidence).assess(data)
    assert reached.met is (finding.value >= 2)
    assert KMap(k=finding.value + 1, confidence=confidence).assess(data).met is False


@FEW
@given(datasets(weight=True), rules)
def test_the_journalist_has_one_chance_in_k(data, rule) -> None:
    # El Emam & Dankar (2008): without knowing who is in the file, the risk is 1/F at most.
    level = KMap(missing=rule).assess(data).value
    risk = Attackers(missing=rule).assess(data).details["journalist_max"]
    assert risk == pytest.approx(1 / level, rel=1e-12)


def test_a_weight_of_79_lets_one_record_be_five_with_95_percent() -> None:
    # (1 - 1/w)^4 >= 0.95 from w = 79 on (78.5): the record needs four others.
    for weight, met in ((78.0, False), (79.0, True)):
        data = Dataset.of(pl.DataFrame({"a": ["x"], "w": [weight]}), key="a", weight="w")
        finding = KMap(k=5, confidence=0.95).assess(data)
        assert finding.met is met
        assert finding.details["expected_records_below"] == pytest.approx(
            1 - (1 - 1 / weight) ** 4, rel=1e-12
        )


def test_weights_that_sum_to_less_than_the_records_count_the_records() -> None:
    data = Dataset.of(pl.DataFrame({"a": ["x"] * 3, "w": [0.1] * 3}), key="a", weight="w")
    assert KMap(k=3).assess(data).value == 3.0
    assert KMap(k=3, confidence=0.99).assess(data).value == 3
    assert KMap(k=4).assess(data).details["expected_records_below"] == 3


def test_a_sum_of_weights_is_not_missed_by_its_rounding() -> None:
    data = Dataset.of(pl.DataFrame({"a": ["x"] * 10, "w": [1.1] * 10}), key="a", weight="w")
    assert np.cumsum([1.1] * 10)[-1] < 11
    assert KMap(k=11).assess(data).met is True


def test_several_records_of_one_person_are_one_person() -> None:
    frame = pl.DataFrame({"a": ["x"] * 4, "w": [5.0] * 4, "p": ["me"] * 4})
    assert KMap().assess(Dataset.of(frame, key="a", weight="w")).value == 20
    assert KMap().assess(Dataset.of(frame, key="a", weight="w", individual="p")).value == 5


def test_the_expected_number_below_is_the_one_met_in_samples() -> None:
    # The law of F given f is exact where sizes F occur in proportion to 1/F (the prior behind it):
    # 200,000 groups of such sizes, each person seen once in five and weighted by 5.
    rng = np.random.default_rng(7)
    possible = np.arange(1, 400)
    sizes_ = rng.choice(possible, 200_000, p=(1 / possible) / (1 / possible).sum())
    seen = rng.binomial(sizes_, 0.2)
    frame = pl.DataFrame({"g": np.repeat(np.arange(len(seen)), seen)}).with_columns(w=5.0)
    finding = KMap(k=5).assess(Dataset.of(frame, key="g", weight="w"))
    below = int((seen * (sizes_ < 5)).sum())
    assert below > 20_000
    assert finding.details["expected_records_below"] == pytest.approx(below, rel=0.02)
    assert finding.details["expected_groups_below"] == pytest.approx(
        int(((seen > 0) & (sizes_ < 5)).sum()), rel=0.02
    )


# ---------------------------------------------------------------- what is refused


def test_without_population_and_weights_there_is_a_hint() -> None:
    data = Dataset.of(dishes(), key="Sexe")
    with pytest.raises(InputError, match=r"is not known.*Hint: .*population=.*weight="):
        KMap(k=2).assess(data)
    with pytest.raises(InputError, match=r"needs the population"):
        KMap(k=2, estimate="population").assess(data)
    with pytest.raises(InputError, match=r"is not known"):
        SuppressRecords(models=[KMap(k=2)], drop=1).apply(data, Context())


@pytest.mark.parametrize("weight", [0.0, -1.0, None, float("inf")])
def test_bad_weights_are_refused(weight: float | None) -> None:
    frame = pl.DataFrame({"a": ["x", "y"], "w": [1.0, weight]}, schema_overrides={"w": pl.Float64})
    with pytest.raises(InputError, match="above zero; 1"):
        KMap(k=2).assess(Dataset.of(frame, key="a", weight="w"))


@pytest.mark.parametrize(
    "values",
    [
        {"k": 1},
        {"k": 2.5},
        {"k": "x"},
        {"confidence": 0},
        {"confidence": 1},
        {"estimate": "census"},
        {"missing": "drop"},
        {"l": 2},
    ],
)
def test_absurd_parameters_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        KMap(**values)


def test_a_counted_population_takes_no_confidence() -> None:
    with pytest.raises(ParameterError, match="confidence: it goes with weights"):
        KMap(estimate="population", confidence=0.9)


def test_nobody_of_the_population_is_missing_by_category() -> None:
    people = pl.DataFrame({"a": ["x", "y"]})
    blank = Dataset.of(pl.DataFrame({"a": ["x", None]}), key="a", population=people)
    with pytest.raises(ParameterError, match='Hint: use missing="known"'):
        KMap(missing="category").assess(blank)
    assert KMap(missing="wildcard").assess(blank).value == 1
    assert (
        KMap(missing="category").assess(Dataset.of(people, key="a", population=people)).value == 1
    )


def test_a_verdict_on_groups_needs_a_target() -> None:
    with pytest.raises(ParameterError, match="k: a target is needed"):
        KMap().failing(dishes_data().keys)
    assert not KMap().judges


def test_data_without_keys_or_records_are_refused() -> None:
    with pytest.raises(InputError, match="no column has the role key"):
        KMap().assess(Dataset.of(dishes(), weight="Poids"))
    with pytest.raises(InputError, match="no records"):
        KMap().assess(Dataset.of(dishes().clear(), key="Sexe", weight="Poids"))


# ---------------------------------------------------------------- words


def dishes_data() -> Dataset:
    return Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")


def test_one_record_is_enough() -> None:
    assert KMap(k=2).assess(Dataset.of(dishes().head(1), key="Sexe", weight="Poids")).met is True


@pytest.mark.parametrize("values", [{}, {"k": 2}, {"k": 900}, {"k": 2, "confidence": 0.95}])
def test_sentences_speak_both_languages_and_show_no_value(values: dict[str, Any]) -> None:
    frame = pl.DataFrame({"a": ["SECRET1", "SECRET2"], "w": [5.0, 9.0]})
    for beside in ({"weight": "w"}, {"population": pl.concat([frame, frame])}):
        finding = KMap(**values).assess(Dataset.of(frame, key="a", **beside))
        speaks_both_languages(finding)
        shows_no("SECRET", finding)
        assert finding.better == "higher"


def test_the_sentence_says_how_far_to_trust_an_estimate() -> None:
    finding = KMap(k=50).assess(dishes_data())
    assert "estimated by the weights" in finding.reads
    assert "0.1276 records can be expected below 50" in finding.reads
    assert "0,1276 enregistrement est attendu sous 50" in finding.reads.fr
