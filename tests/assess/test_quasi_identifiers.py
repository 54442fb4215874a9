"""Quasi-identifiers: worked examples, every subset counted by hand, and what is refused."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import rows_of, shows_no, speaks_both_languages
from discret import Dataset, Role
from discret.assess import KAnonymity, QuasiIdentifiers, quasi_identifiers
from discret.data.examples import dishes, footballers, illnesses
from discret.errors import ColumnError, InputError, ParameterError
from strategies import datasets, examples

FEW = examples(50)
MISSING = st.sampled_from(["known", "category"])


def combinations_of(
    rows: list[dict[str, Any]], columns: tuple[str, ...], rule: str
) -> list[tuple[Any, ...]]:
    """What each record shows; with a missing value it shows nothing, unless that is a category."""
    values = [tuple(row[name] for name in columns) for row in rows]
    return [value for value in values if rule == "category" or None not in value]


def held_by_one(
    rows: list[dict[str, Any]], columns: tuple[str, ...], rule: str, person: str | None
) -> int:
    """Number of combinations that one person alone carries."""
    shown = set(combinations_of(rows, columns, rule))
    holders = {
        one: [row for row in rows if tuple(row[name] for name in columns) == one] for one in shown
    }
    if person is None:
        return sum(len(held) == 1 for held in holders.values())
    return sum(len({row[person] for row in held} - {None}) <= 1 for held in holders.values())


def every(columns: tuple[str, ...], size: int) -> list[tuple[str, ...]]:
    return [
        combination
        for number in range(1, size + 1)
        for combination in combinations(columns, number)
    ]


def of(**columns: list[object]) -> Dataset:
    return Dataset.of(pl.DataFrame(columns), key=list(columns))


# ---------------------------------------------------------------- against the definitions


@FEW
@given(datasets(individual=None), MISSING, st.integers(1, 3))
def test_every_subset_is_counted_as_the_definitions_say(data, rule, size) -> None:
    rows, keys, person = rows_of(data), data.columns(Role.KEY), data.column(Role.INDIVIDUAL)
    finding = QuasiIdentifiers(missing=rule, size=size).assess(data)
    wanted = every(keys, min(size, len(keys)))
    found = finding.details["subsets"]
    assert [tuple(row["columns"]) for row in found] == wanted
    for row, columns in zip(found, wanted, strict=True):
        shown = combinations_of(rows, columns, rule)
        pairs = [one != other for one, other in combinations(shown, 2)]
        assert row["records"] == len(shown)
        assert row["groups"] == len(set(shown))
        assert row["uniques"] == held_by_one(rows, columns, rule, person)
        assert row["distinction"] == (len(set(shown)) / len(shown) if shown else None)
        separated = pytest.approx(sum(pairs) / len(pairs), abs=1e-15) if pairs else None
        assert row["separation"] == separated


@FEW
@given(datasets(individual=None, least_keys=3), MISSING)
def test_minimal_sets_contain_no_other_quasi_identifier(data, rule) -> None:
    rows, keys, person = rows_of(data), data.columns(Role.KEY), data.column(Role.INDIVIDUAL)
    qids = [one for one in every(keys, len(keys)) if held_by_one(rows, one, rule, person)]
    wanted = [qid for qid in qids if not any(set(other) < set(qid) for other in qids)]
    finding = QuasiIdentifiers(missing=rule).assess(data)
    assert finding.details["minimal"] == [list(one) for one in wanted]
    assert finding.details["minimal_sets"] == len(wanted)
    assert finding.details["subsets_with_uniques"] == len(qids)
    assert finding.value == min(map(len, wanted), default=None)
    json.dumps(finding.to_dict(), allow_nan=False)


@FEW
@given(datasets(missing=False), st.integers(1, 3))
def test_a_set_has_uniques_where_k_anonymity_is_one(data, size) -> None:
    found = QuasiIdentifiers(size=size).assess(data)
    keys = data.columns(Role.KEY)
    level = KAnonymity(combinations=min(size, len(keys))).assess(data)
    assert (found.value is not None) == (level.value == 1)


@FEW
@given(datasets(individual=None), MISSING)
def test_the_table_has_what_details_have(data, rule) -> None:
    measure = QuasiIdentifiers(missing=rule)
    assert measure.table(data).to_dicts() == measure.assess(data).details["subsets"]


# ---------------------------------------------------------------- worked examples


def test_everyone_who_is_ill_is_singled_out() -> None:
    # Bergeat (2014): the ages 68, 111, 17, 31 and 42 are met once each, the postcodes 42300 and
    # 93120 too; sex alone singles nobody out.
    data = Dataset.of(illnesses(), key=["Âge", "Sexe", "CP"])
    finding = QuasiIdentifiers().assess(data)
    assert finding.details["minimal"] == [["Âge"], ["CP"]]
    uniques = {tuple(row["columns"]): row["uniques"] for row in finding.details["subsets"]}
    assert (uniques["Âge",], uniques["Sexe",], uniques["CP",]) == (5, 0, 2)
    assert uniques["Âge", "Sexe", "CP"] == 7


def test_the_dishes_need_sex_and_age_together() -> None:
    finding = QuasiIdentifiers().assess(Dataset.of(dishes(), key=["Sexe", "Âge"]))
    assert (finding.value, finding.details["minimal"]) == (2, [["Sexe", "Âge"]])


def test_with_missing_values_what_contains_a_quasi_identifier_need_not_be_one() -> None:
    # Alone on a; on a and b only those who show both are seen, and they are two.
    data = of(a=["x", "y", "y"], b=[None, "u", "u"])
    finding = QuasiIdentifiers().assess(data)
    assert [row["uniques"] for row in finding.details["subsets"]] == [1, 0, 0]
    assert finding.details["minimal"] == [["a"]]


def test_where_nobody_is_alone_there_is_no_smallest_set() -> None:
    finding = QuasiIdentifiers().assess(of(a=["x", "x"], b=["y", "y"]))
    assert (finding.value, finding.details["minimal"]) == (None, [])
    assert "No set of at most 2 columns" in finding.reads
    speaks_both_languages(finding)


def test_one_record_is_singled_out_by_any_column() -> None:
    finding = QuasiIdentifiers().assess(of(a=["x"], b=["y"]))
    assert finding.details["minimal"] == [["a"], ["b"]]
    assert [row["separation"] for row in finding.details["subsets"]] == [None] * 3


def test_a_column_that_is_missing_everywhere_tells_nobody_apart() -> None:
    row = QuasiIdentifiers().assess(of(a=pl.Series([None, None], dtype=pl.String)))
    assert row.details["subsets"][0] | {"columns": 0} == {
        "columns": 0,
        "records": 0,
        "groups": 0,
        "uniques": 0,
        "distinction": None,
        "separation": None,
    }


def test_two_records_of_one_person_are_alone() -> None:
    frame = pl.DataFrame({"a": ["x", "x", "y", "y"], "p": ["1", "1", "2", "3"]})
    data = Dataset.of(frame, key="a", individual="p")
    for columns in (None, ["a"]):
        row = QuasiIdentifiers(columns=columns).assess(data).details["subsets"][0]
        assert (row["uniques"], row["distinction"]) == (1, 0.5)


# ---------------------------------------------------------------- columns


def test_any_column_may_be_looked_at_whatever_its_role() -> None:
    data = Dataset.of(footballers(), key="Âge", sensitive="Salaire")
    finding = QuasiIdentifiers(columns=["Salaire", "Club"]).assess(data)
    assert finding.details["minimal"] == [["Salaire"]]
    assert QuasiIdentifiers(columns=["Club"]).assess(data).value is None


@pytest.mark.parametrize("role", ["sensitive", "weight", "identifier", "household", "individual"])
def test_a_column_with_another_role_may_be_named(role: str) -> None:
    frame = pl.DataFrame({"a": ["x", "x", "y"], "b": [1.0, 2.0, 2.0]})
    data = Dataset.of(frame, key="a", **{role: "b"})
    finding = QuasiIdentifiers(columns=["b", "a"]).assess(data)
    uniques = {tuple(row["columns"]): row["uniques"] for row in finding.details["subsets"]}
    assert uniques == {("b",): 1, ("a",): 1, ("b", "a"): 3}


def test_columns_may_be_named_where_no_column_is_a_key() -> None:
    data = Dataset.of(footballers())
    assert QuasiIdentifiers(columns=["Âge"]).assess(data).value == 1


@pytest.mark.parametrize("engine", ["eager", "lazy", "pandas"])
def test_engines_agree(engine: str) -> None:
    frame = dishes()
    table = {"eager": frame, "lazy": frame.lazy(), "pandas": frame.to_pandas()}[engine]
    data = Dataset.of(table, key=["Sexe", "Âge"])
    finding = QuasiIdentifiers(columns=["Âge", "Plat préféré"]).assess(data)
    assert finding.details["minimal"] == [["Plat préféré"]]


def test_many_subsets_are_left_to_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    data = Dataset.of(illnesses(), key=["Âge", "Sexe", "CP"])
    monkeypatch.setattr(quasi_identifiers, "SHOWN", 6)
    finding = QuasiIdentifiers().assess(data)
    assert finding.details["subsets"] == []
    assert finding.details["subsets_counted"] == len(QuasiIdentifiers().table(data)) == 7
    assert finding.details["minimal"] == [["Âge"], ["CP"]]


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    "values",
    [
        {"size": 0},
        {"columns": []},
        {"columns": ["a", "a"]},
        {"missing": "wildcard"},
        {"k": 2},
    ],
)
def test_absurd_parameters_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))) as raised:
        QuasiIdentifiers(**values)
    assert raised.value.hint


def test_unknown_columns_are_refused() -> None:
    with pytest.raises(ColumnError, match="no column 'Clubs'"):
        QuasiIdentifiers(columns=["Clubs"]).assess(Dataset.of(footballers(), key="Club"))


def test_too_many_subsets_are_refused_with_a_size_that_fits() -> None:
    names = [f"key{number}" for number in range(25)]
    data = Dataset.of(pl.DataFrame({name: ["SECRET1", "SECRET2"] for name in names}), key=names)
    with pytest.raises(ParameterError, match="25 columns have 33,554,431 subsets") as raised:
        QuasiIdentifiers().assess(data)
    assert "say size=4" in raised.value.hint
    assert "SECRET" not in str(raised.value)
    assert QuasiIdentifiers(size=2).assess(data).details["subsets_counted"] == 325


def test_data_without_keys_or_records_are_refused() -> None:
    with pytest.raises(InputError, match="no column has the role key"):
        QuasiIdentifiers().assess(Dataset.of(dishes()))
    for columns in (None, ["Sexe"]):
        with pytest.raises(InputError, match="no records"):
            QuasiIdentifiers(columns=columns).assess(Dataset.of(dishes().clear(), key="Sexe"))


def test_it_judges_nothing() -> None:
    finding = QuasiIdentifiers().assess(Dataset.of(dishes(), key="Sexe"))
    assert (finding.met, finding.target, QuasiIdentifiers().judges) == (None, None, False)


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("values", [["1", "2"], ["1", "1"], ["1", "2", "2", "3", "3"]])
def test_sentences_speak_both_languages_and_show_no_value(values: list[str]) -> None:
    marked = [f"SECRET{value}" for value in values]
    finding = QuasiIdentifiers().assess(of(a=marked, b=list(reversed(marked))))
    speaks_both_languages(finding)
    shows_no("SECRET", finding)
    assert "SECRET" not in str(finding.to_dict())


def test_larger_is_better() -> None:
    assert QuasiIdentifiers().assess(Dataset.of(dishes(), key="Sexe")).better == "higher"


def test_uniques_are_counted_once_for_each_combination() -> None:
    counted = Counter(dishes()["Plat préféré"].to_list())
    finding = QuasiIdentifiers(columns=["Plat préféré"]).assess(Dataset.of(dishes(), key="Sexe"))
    assert finding.details["subsets"][0]["uniques"] == sum(n == 1 for n in counted.values())
