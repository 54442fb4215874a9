"""SUDA: worked examples, minimal sample uniques found by hand, and what is refused."""

from __future__ import annotations

from itertools import combinations
from math import comb, prod
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import adds_up, by_record, heads, rows_of, shows_no, sizes, speaks_both_languages
from discret import Dataset, Role
from discret.assess import KAnonymity, Suda
from discret.data.examples import dishes
from discret.errors import DiscretError, InputError, ParameterError
from discret.parts import Context
from discret.reduce import SuppressRecords
from strategies import examples

FEW = examples(50)
KEYS = ("a", "b", "c", "d")
MISSING = st.sampled_from(["known", "category"])
FORMULAS = st.sampled_from(["elliot", "ihsn"])


@st.composite
def tables(draw: st.DrawFn) -> Dataset:
    """Draw 1 to 12 records over 1 to 4 keys, with holes, weights and people or without."""
    keys = KEYS[: draw(st.integers(1, 4))]
    number = draw(st.integers(1, 12))
    values = ["x", "y", "z", None] if draw(st.booleans()) else ["x", "y", "z"]
    columns: dict[str, Any] = {
        name: draw(st.lists(st.sampled_from(values), min_size=number, max_size=number))
        for name in keys
    }
    kinds: dict[str, Any] = dict.fromkeys(keys, pl.String)
    roles: dict[str, Any] = {"key": keys}
    if draw(st.booleans()):
        weights = st.floats(0.5, 50)
        columns["w"] = draw(st.lists(weights, min_size=number, max_size=number))
        roles["weight"], kinds["w"] = "w", pl.Float64
    if draw(st.booleans()):
        people = st.sampled_from(["p", "q", "r", None])
        columns["p"] = draw(st.lists(people, min_size=number, max_size=number))
        roles["individual"], kinds["p"] = "p", pl.String
    return Dataset.of(pl.DataFrame(columns, schema=kinds), **roles)


def msus(data: Dataset, rule: str, size: int) -> list[list[tuple[str, ...]]]:
    """For each record, the sets of keys on which it is alone and is so on no part of them."""
    rows, keys, person = rows_of(data), data.columns(Role.KEY), data.column(Role.INDIVIDUAL)

    def alone(row: dict[str, Any], columns: tuple[str, ...]) -> bool:
        if rule == "known" and any(row[name] is None for name in columns):
            return False
        same = [other for other in rows if all(other[name] == row[name] for name in columns)]
        return len({other[person] for other in same} - {None}) <= 1 if person else len(same) == 1

    subsets = [
        combination for number in range(1, size + 1) for combination in combinations(keys, number)
    ]
    found = [[subset for subset in subsets if alone(row, subset)] for row in rows]
    return [
        [one for one in sets if not any(set(other) < set(one) for other in sets)] for sets in found
    ]


def weight(k: int, keys: int, size: int, formula: str) -> float:
    if formula == "ihsn":
        return (2 ** (keys - k) - 1) / comb(keys, k)
    return prod(keys - i for i in range(k, min(size, keys - 1) + 1))


def of(**columns: list[object]) -> Dataset:
    return Dataset.of(pl.DataFrame(columns), key=list(columns))


def odds(first: int) -> Dataset:
    return of(a=["x"] * first + ["y"], b=["u"] * first + ["v"], c=["1"] * (first + 1))


# ---------------------------------------------------------------- against the definitions


@FEW
@given(tables(), st.integers(1, 4), FORMULAS, MISSING)
def test_scores_are_as_the_definition_says(data, size, formula, rule) -> None:
    keys = data.columns(Role.KEY)
    size = min(size, len(keys))
    measure = Suda(size=size, formula=formula, missing=rule, fraction=0.1, most=0.3)
    finding = measure.assess(data)
    sets = msus(data, rule, size)
    scores = [sum(weight(len(o), len(keys), size, formula) for o in each) for each in sets]
    assert by_record(finding, data, "score") == pytest.approx(scores, rel=1e-12)
    assert by_record(finding, data, "smallest") == [min(map(len, o), default=0) for o in sets]
    assert by_record(finding, data, "msus") == [len(each) for each in sets]
    whole = sum(score * part for score, part in zip(scores, heads(data), strict=True))
    assert finding.details["score_sum"] == pytest.approx(whole, rel=1e-12)
    assert finding.details["score_max"] == pytest.approx(max(scores), rel=1e-12)
    assert finding.details["records_with_msu"] == sum(map(bool, sets))
    special = sum(bool(o) and min(map(len, o)) < len(keys) for o in sets)
    assert finding.details["special_uniques"] == special
    adds_up(finding, data)
    assert measure.failing(data.keys).tolist() == finding.per_key["failing"].to_list()


@FEW
@given(tables(), FORMULAS, MISSING)
def test_dis_scores_spread_the_risk_of_the_file(data, formula, rule) -> None:
    keys, person = data.columns(Role.KEY), data.column(Role.INDIVIDUAL)
    finding = Suda(formula=formula, missing=rule, fraction=0.1).assess(data)
    scores = [
        sum(weight(len(o), len(keys), len(keys), formula) for o in each)
        for each in msus(data, rule, len(keys))
    ]
    number = sizes(rows_of(data), keys, rule, person)
    part = heads(data)
    alone, pairs = (sum(p for p, n in zip(part, number, strict=True) if n == k) for k in (1, 2))
    q = 1 + (8 - len(keys)) / 20
    total = sum(p * score**-q for score, p in zip(scores, part, strict=True) if score)
    wanted = [s and 1 / (1 + pairs * 0.9 / 0.1 / (s**q * total)) for s in scores]
    assert by_record(finding, data, "dis") == pytest.approx(wanted, rel=1e-9)
    assert finding.value == pytest.approx(max(wanted), rel=1e-9)
    assert finding.details["uniques"] == pytest.approx(alone)
    file = 0.1 * alone / (0.1 * alone + 0.9 * pairs) if alone else None
    assert finding.details["dis"] == (file and pytest.approx(file))


@FEW
@given(tables(), FORMULAS, MISSING)
def test_contributions_are_shares_of_the_scores(data, formula, rule) -> None:
    keys = data.columns(Role.KEY)
    measure = Suda(formula=formula, missing=rule)
    finding, table = measure.assess(data), measure.category_contributions(data)
    sets = msus(data, rule, len(keys))
    for name in keys:
        parts = [
            sum(weight(len(o), len(keys), len(keys), formula) for o in each if name in o)
            for each in sets
        ]
        parts = [own * part for own, part in zip(parts, heads(data), strict=True)]
        whole = finding.details["score_sum"]
        share = sum(parts) / whole if whole else 0
        assert finding.details["contributions"][name] == pytest.approx(share, rel=1e-12)
        mine = table.filter(column=name)
        by_value: dict[str | None, float] = {}
        for row, part in zip(rows_of(data), parts, strict=True):
            by_value[row[name]] = by_value.get(row[name], 0) + part
        found = dict(zip(mine["category"], mine["score"], strict=True))
        assert found == pytest.approx(by_value)
        assert mine["share"].sum() == pytest.approx(1 if sum(parts) else 0)


@FEW
@given(tables(), MISSING)
def test_who_is_alone_on_all_keys_and_only_they_have_a_minimal_unique(data, rule) -> None:
    # The one person of a file may be alone without showing anything: then no key singles out.
    found = by_record(Suda(missing=rule).assess(data), data, "smallest")
    alone = by_record(KAnonymity(missing=rule).assess(data), data, "size")
    for row, few, size in zip(rows_of(data), found, alone, strict=True):
        shows = rule == "category" or any(row[name] for name in data.columns(Role.KEY))
        assert (few > 0) == (size == 1 and shows)


@FEW
@given(tables(), st.integers(1, 3))
def test_a_smaller_search_finds_the_smaller_sets_alone(data, size) -> None:
    whole, part = Suda().assess(data).details, Suda(size=size).assess(data).details
    for number, found in part["msus_by_size"].items():
        assert found == whole["msus_by_size"][number]
    assert len(part["msus_by_size"]) == min(size, len(data.columns(Role.KEY)))


# ---------------------------------------------------------------- worked examples


def test_the_dishes_need_both_keys() -> None:
    # Bergeat (2015), figure 1.1: Mélina, Léo and Jacques are alone, each on sex and age together.
    data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    finding = Suda(fraction=0.01).assess(data)
    assert by_record(finding, data, "smallest") == [0, 0, 2, 0, 0, 2, 0, 0, 2]
    assert finding.details["msus_by_size"] == {"1": 0, "2": 3}
    assert finding.details["special_uniques"] == 0
    assert finding.details["dis"] == pytest.approx(0.03 / (0.03 + 0.99 * 6))
    assert finding.value == pytest.approx(finding.details["dis"])


def test_one_key_is_enough_of_two() -> None:
    details = Suda().assess(odds(3)).details
    assert details["msus_by_size"] == {"1": 2, "2": 0, "3": 0}
    assert (details["score_sum"], details["special_uniques"]) == (4.0, 1)
    assert details["contributions"] == {"a": 0.5, "b": 0.5, "c": 0.0}


def test_classes_of_scores_hold_all_records() -> None:
    classes = Suda(fraction=0.01).assess(Dataset.of(dishes(), key=["Sexe", "Âge"])).details
    assert classes["dis_classes"]["0"] == 6
    assert classes["dis_classes"]["<=10%"] == 3
    assert sum(classes["dis_classes"].values()) == 9


# ---------------------------------------------------------------- the sampling fraction


def test_the_fraction_comes_from_the_weights() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    details = Suda().assess(data).details
    assert (details["fraction"], details["fraction_from"]) == (9 / 12000, "weights")
    assert Suda(fraction=0.5).assess(data).details["fraction_from"] == "given"


def test_without_weights_the_file_is_the_population() -> None:
    finding = Suda(most=0.9).assess(Dataset.of(dishes(), key=["Sexe", "Âge"]))
    assert (finding.value, finding.met, finding.details["fraction_from"]) == (1.0, False, "file")
    assert finding.details["records_failing"] == 3
    assert "100%" in finding.reads


def test_weights_below_one_do_not_make_a_fraction_above_one() -> None:
    frame = dishes().with_columns(pl.lit(0.25).alias("Poids"))
    data = Dataset.of(frame, key=["Sexe", "Âge"], weight="Poids")
    assert Suda().assess(data).details["fraction"] == 1.0


@pytest.mark.parametrize("bad", [0.0, -1.0, None, float("inf")])
def test_bad_weights_are_refused_unless_the_fraction_is_given(bad: float | None) -> None:
    frame = pl.DataFrame({"a": ["x", "y"], "w": [1.0, bad]})
    data = Dataset.of(frame, key="a", weight="w")
    with pytest.raises(InputError, match="weights: must be above zero; 1 record"):
        Suda().assess(data)
    assert Suda(fraction=0.5).assess(data).details["fraction"] == 0.5


# ---------------------------------------------------------------- targets


def test_without_a_target_nothing_is_judged() -> None:
    finding = Suda().assess(odds(3))
    assert (finding.value, finding.target, finding.met) == (1.0, None, None)
    assert finding.details["records_failing"] == 0
    with pytest.raises(ParameterError, match="most: a target is needed"):
        Suda().failing(odds(3).keys)


def test_the_records_above_the_threshold_can_be_dropped() -> None:
    measure = Suda(fraction=0.01, most=0.004)
    data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    assert measure.assess(data).details["records_failing"] == 3
    left = SuppressRecords(models=[measure], drop=1).apply(data, Context()).data
    assert len(left) == 6
    assert measure.assess(left).met is True


def test_where_nobody_is_alone_the_risk_is_nil() -> None:
    finding = Suda(most=0.1).assess(of(a=["x", "x"], b=["y", "y"]))
    assert (finding.value, finding.met, finding.details["dis"]) == (0.0, True, None)
    assert finding.details["contributions"] == {"a": 0.0, "b": 0.0}
    assert "singles anyone out" in finding.reads
    speaks_both_languages(finding)


# ---------------------------------------------------------------- people, missing values


def test_two_records_of_one_person_are_alone() -> None:
    frame = pl.DataFrame({"a": ["x", "x", "y", "y"], "p": ["1", "1", "2", "3"]})
    data = Dataset.of(frame, key="a", individual="p")
    assert by_record(Suda().assess(data), data, "smallest") == [1, 1, 0, 0]
    assert Suda().assess(data).details["records_with_msu"] == 2


def test_a_missing_value_singles_nobody_out_unless_it_is_a_category() -> None:
    data = of(a=["x", "x", None], b=["u", "u", "u"])
    known, category = (Suda(missing=rule).assess(data) for rule in ("known", "category"))
    assert by_record(known, data, "smallest") == [0, 0, 0]
    assert by_record(category, data, "smallest") == [0, 0, 1]


def test_a_key_that_is_missing_everywhere_singles_nobody_out() -> None:
    assert Suda().assess(of(a=pl.Series([None, None], dtype=pl.String))).value == 0.0


def test_one_record_is_singled_out_by_every_key() -> None:
    details = Suda().assess(of(a=["x"], b=["y"])).details
    assert details["msus_by_size"] == {"1": 2, "2": 0}


@pytest.mark.parametrize("name", ["score", "dis", "msus", "smallest", "failing", "count"])
def test_a_key_may_be_called_as_a_column_of_the_result(name: str) -> None:
    data = of(**{name: ["x", "y", "y"]})
    table = Suda().assess(data).per_key
    assert sorted(table[name].cast(pl.String).to_list()) == ["x", "y"]
    assert Suda().category_contributions(data)["column"].to_list() == [name, name]


def test_categories_of_any_type_are_listed() -> None:
    data = of(a=[1, 2, 2], b=[True, True, False], c=["x", "x", "x"])
    table = Suda().category_contributions(data)
    assert table.filter(column="a")["category"].to_list() == ["1", "2"]
    assert table.columns == ["column", "category", "score", "share"]


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    "values",
    [
        {"size": 0},
        {"size": 1.5},
        {"fraction": 0},
        {"fraction": 1.1},
        {"most": 0},
        {"most": 1.5},
        {"formula": "other"},
        {"missing": "wildcard"},
        {"k": 2},
    ],
)
def test_absurd_parameters_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))) as raised:
        Suda(**values)
    assert raised.value.hint


def test_too_many_subsets_are_refused_with_a_size_that_fits() -> None:
    data = of(**{f"key{number}": ["SECRET1", "SECRET2"] for number in range(25)})
    with pytest.raises(ParameterError, match="25 columns have 33,554,431 subsets") as raised:
        Suda().assess(data)
    assert "say size=4" in raised.value.hint
    assert "SECRET" not in str(raised.value)
    assert Suda(size=2).assess(data).details["msus"] == 50


def test_data_without_keys_or_records_are_refused() -> None:
    with pytest.raises(InputError, match="no column has the role key"):
        Suda().assess(Dataset.of(dishes()))
    with pytest.raises(InputError, match="no records"):
        Suda().assess(Dataset.of(dishes().clear(), key="Sexe"))


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("threshold", [None, 0.001, 1.0])
def test_sentences_speak_both_languages_and_show_no_value(threshold: float | None) -> None:
    data = of(a=["SECRET1", "SECRET1", "SECRET2"], b=["SECRET3", "SECRET4", "SECRET3"])
    finding = Suda(most=threshold).assess(data)
    speaks_both_languages(finding)
    shows_no("SECRET", finding)
    assert "SECRET" not in str(finding.to_dict())


def test_errors_show_no_value() -> None:
    data = Dataset.of(pl.DataFrame({"a": ["SECRET1"], "w": [-1.0]}), key="a", weight="w")
    with pytest.raises(DiscretError) as raised:
        Suda().assess(data)
    assert "SECRET" not in str(raised.value)


def test_smaller_is_better() -> None:
    assert Suda().assess(odds(3)).better == "lower"
