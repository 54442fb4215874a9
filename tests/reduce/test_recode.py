"""Recoding: by level, by cuts and by mapping; twice; and what it refuses."""

from __future__ import annotations

import traceback
from datetime import date
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset, Hierarchy, Plan
from discret.assess import KAnonymity, LDiversity
from discret.data.examples import dishes, footballers, illnesses
from discret.data.history.lineage import relabelled
from discret.errors import ColumnError, HierarchyError, ParameterError
from discret.reduce import Recode
from strategies import examples

CONTEXT = Context()
SECRET = "SECRET" + "VALUE"

REGIONS = {
    "42300": "Rhône-Alpes",
    "73270": "Rhône-Alpes",
    "75014": "Île-de-France",
    "93120": "Île-de-France",
}
POSTCODES = Hierarchy.from_parents(
    {"42300": "42", "73270": "73", "75014": "75", "93120": "93"},
    {"42": "Rhône-Alpes", "73": "Rhône-Alpes", "75": "Île-de-France", "93": "Île-de-France"},
    names=["code", "département", "région"],
)


def recoded(data: Dataset, column: str, **how: Any) -> Dataset:
    return Recode(column=column, **how).apply(data, CONTEXT).data


def column(data: Dataset, name: str) -> list[Any]:
    found: list[Any] = data.to_native()[name].to_list()
    return found


def ill(**more: Any) -> Dataset:
    return Dataset.of(illnesses(), key=["Âge", "Sexe", "CP"], sensitive="Maladie", **more)


# --- worked examples -----------------------------------------------------------------------


def test_figure_2_1_of_bergeat_2015() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], sensitive="Plat préféré", weight="Poids")
    both = "Femme ou Homme"
    change = Recode(column="Sexe", mapping={"Femme": both, "Homme": both}).apply(data, CONTEXT)
    assert change.data.to_native().equals(dishes().with_columns(Sexe=pl.lit(both)))
    # the figure says 2-anonymous; the file is 3-anonymous, and 2-diverse
    assert KAnonymity(k=2).assess(change.data).value == 3
    assert LDiversity(l=2).assess(change.data).value == 2
    assert (change.facts["values_before"], change.facts["values_after"]) == (2, 1)


def test_ages_and_regions_of_bergeat_2014() -> None:
    data = ill(hierarchies={"CP": POSTCODES})
    data = recoded(data, "Âge", cuts=[45], labels=["-45", "+45"])
    data = recoded(data, "CP", level="région")
    assert data.to_native().select("Âge", "Sexe", "CP").rows() == [
        *[("+45", "Femme", "Rhône-Alpes")] * 4,
        *[("-45", "Homme", "Île-de-France")] * 3,
    ]
    assert data.keys.count.tolist() == [4, 3]
    assert LDiversity().assess(data).value == 3


def test_the_same_by_mapping() -> None:
    assert column(recoded(ill(), "CP", mapping=REGIONS), "CP") == [
        REGIONS[code] for code in illnesses()["CP"]
    ]


def test_the_players_of_nguyen_and_castelluccia_2020() -> None:
    data = Dataset.of(footballers().head(4), key=["Âge", "Club"], sensitive="Salaire")
    data = recoded(data, "Âge", cuts=[30], labels=["[20;29]", "[30;39]"])
    assert column(data, "Âge") == ["[30;39]", "[30;39]", "[20;29]", "[20;29]"]
    assert KAnonymity().assess(data).value == 2


@pytest.mark.parametrize(
    ("sex", "cuts", "k", "l"),
    [
        (False, ["-25", "25-50", "+50"], 1, 1),
        (False, ["-25/25-50", "-25/25-50", "+50"], 1, 1),
        (False, ["-25", "25-50/+50", "25-50/+50"], 1, 1),
        (False, ["*", "*", "*"], 4, 4),
        (True, ["-25", "25-50", "+50"], 3, 2),
        (True, ["-25/25-50", "-25/25-50", "+50"], 3, 2),
        (True, ["-25", "25-50/+50", "25-50/+50"], 3, 2),
        (True, ["*", "*", "*"], 9, 5),
    ],
)
def test_all_recodings_of_the_dishes(sex: bool, cuts: list[str], k: int, l: int) -> None:  # noqa: E741
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], sensitive="Plat préféré")
    mapping = dict(zip(["-25", "25-50", "+50"], cuts, strict=True))
    data = recoded(data, "Âge", mapping=mapping)
    data = recoded(data, "Sexe", mapping={"Femme": "*", "Homme": "*"}) if sex else data
    assert KAnonymity().assess(data).value == k
    assert LDiversity().assess(data).value == l


# --- levels --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "first"),
    [(1, "42"), ("département", "42"), (2, "Rhône-Alpes"), ("2", "Rhône-Alpes"), (-1, "*")],
)
def test_a_level_is_given_by_number_or_by_name(level: Any, first: str) -> None:
    assert column(recoded(ill(hierarchies={"CP": POSTCODES}), "CP", level=level), "CP")[0] == first


def test_recoding_twice_climbs_the_hierarchy() -> None:
    data = ill(hierarchies={"CP": POSTCODES})
    once = recoded(data, "CP", level="département")
    assert column(once, "CP") == [code[:2] for code in illnesses()["CP"]]
    twice = recoded(once, "CP", level="région")
    assert column(twice, "CP") == column(recoded(data, "CP", level="région"), "CP")
    assert column(recoded(once, "CP", level=1), "CP") == column(twice, "CP")
    assert column(recoded(twice, "CP", level=-1), "CP") == ["*"] * 7


def test_lineage_composes() -> None:
    data = ill(hierarchies={"CP": POSTCODES})
    once = recoded(data, "CP", level="département")
    twice = recoded(once, "CP", level="région")
    codes = data.values("CP")
    assert dict(relabelled(codes, twice.lineage["CP"]).rows()) == REGIONS
    thrice = recoded(twice, "CP", mapping={"Rhône-Alpes": "sud"})
    found = dict(relabelled(codes, thrice.lineage["CP"]).rows())
    assert found == {code: region.replace("Rhône-Alpes", "sud") for code, region in REGIONS.items()}
    assert data.lineage == {}


def test_once_at_the_top_there_is_nothing_left_to_climb() -> None:
    data = recoded(ill(hierarchies={"CP": POSTCODES}), "CP", level=-1)
    with pytest.raises(HierarchyError):
        recoded(data, "CP", level=1)


def test_numbers_climb_too() -> None:
    data = ill(hierarchies={"Âge": Hierarchy.from_cuts([18, 45, 65], [65])})
    once = recoded(data, "Âge", level=1)
    assert column(once, "Âge") == ["45-64", "45-64", ">=65", ">=65", "<18", "18-44", "18-44"]
    assert set(column(recoded(once, "Âge", level=1), "Âge")) == {"<65", ">=65"}


def test_dates_climb() -> None:
    frame = pl.DataFrame({"born": [date(1990, 5, 17), None, date(1991, 2, 1)]})
    data = Dataset.of(
        frame, key="born", hierarchies={"born": Hierarchy.from_dates("month", "year")}
    )
    assert column(recoded(data, "born", level="month"), "born") == ["1990-05", None, "1991-02"]


# --- cuts and mappings ---------------------------------------------------------------------


@examples(60)
@given(
    st.lists(st.one_of(st.none(), st.integers(-50, 50)), min_size=1, max_size=20),
    st.lists(st.integers(-40, 40), min_size=1, max_size=4, unique=True).map(sorted),
)
def test_cuts_put_every_number_in_its_class(values: list[int | None], cuts: list[int]) -> None:
    names = [str(n) for n in range(len(cuts) + 1)]
    data = Dataset.of(pl.DataFrame({"a": values}, schema={"a": pl.Int64}), key="a")
    found = column(recoded(data, "a", cuts=cuts, labels=names), "a")
    assert found == [None if v is None else str(sum(v >= cut for cut in cuts)) for v in values]


def test_cuts_name_their_classes() -> None:
    assert set(column(recoded(ill(), "Âge", cuts=[25, 50]), "Âge")) == {"<25", "25-49", ">=50"}


def test_what_a_mapping_does_not_name_stays() -> None:
    found = column(recoded(ill(), "Maladie", mapping={"Bronchite": "?", "Peste": "?"}), "Maladie")
    assert found == [v.replace("Bronchite", "?") for v in illnesses()["Maladie"]]


@examples(60)
@given(
    st.lists(st.sampled_from(["a", "b", "c", None]), min_size=1, max_size=12),
    st.dictionaries(st.sampled_from("abc"), st.sampled_from("xyz"), min_size=1),
)
def test_a_mapping_maps_and_missing_stays_missing(
    values: list[str | None], mapping: dict[str, str]
) -> None:
    frame = pl.DataFrame(
        {"v": values, "other": range(len(values))}, schema_overrides={"v": pl.String}
    )
    result = recoded(Dataset.of(frame, key="v"), "v", mapping=mapping).to_native()
    assert result["v"].to_list() == [None if v is None else mapping.get(v, v) for v in values]
    assert result["other"].to_list() == list(range(len(values)))


def test_a_column_of_missing_values_only_can_be_recoded() -> None:
    frame = pl.DataFrame({"a": [None, None], "b": [1, 2]}, schema_overrides={"a": pl.String})
    assert column(recoded(Dataset.of(frame, key="a"), "a", mapping={"x": "y"}), "a") == [None, None]


# --- its limits ----------------------------------------------------------------------------


def test_a_value_that_the_hierarchy_lacks_is_an_error_that_does_not_show_it() -> None:
    frame = pl.DataFrame({"CP": ["42300", SECRET]})
    data = Dataset.of(frame, key="CP", hierarchies={"CP": POSTCODES})
    with pytest.raises(HierarchyError, match="1 of 2 distinct values") as bad:
        recoded(data, "CP", level=1)
    assert "'CP'" in str(bad.value)
    assert SECRET not in "".join(traceback.format_exception(bad.value))


def test_text_cannot_be_cut() -> None:
    with pytest.raises(HierarchyError, match="are not numbers"):
        recoded(ill(), "Maladie", cuts=[3])


def test_a_column_without_hierarchy_has_no_level() -> None:
    with pytest.raises(HierarchyError, match="column 'CP' has no hierarchy") as bad:
        recoded(ill(), "CP", level=1)
    assert "cuts or mapping" in bad.value.hint


@pytest.mark.parametrize("level", [9, -9, "commune"])
def test_a_level_must_exist(level: Any) -> None:
    with pytest.raises(HierarchyError, match="no such level") as bad:
        recoded(ill(hierarchies={"CP": POSTCODES}), "CP", level=level)
    assert "'région'" in bad.value.hint


def test_a_column_must_exist() -> None:
    with pytest.raises(ColumnError, match="recode: the table has no column 'CPP'"):
        recoded(ill(), "CPP", level=1)


def test_the_data_is_left_as_it_was() -> None:
    data = ill(hierarchies={"CP": POSTCODES})
    recoded(data, "CP", level=1)
    assert data.to_native().equals(illnesses())
    assert data.hierarchies == {"CP": POSTCODES}


def test_facts_tell_counts_and_no_value() -> None:
    change = Recode(column="CP", level="région").apply(ill(hierarchies={"CP": POSTCODES}), CONTEXT)
    assert change.facts == {
        "column": "CP",
        "level": 2,
        "levels": 4,
        "values_before": 4,
        "values_after": 2,
    }


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"level": 1}, "column"),
        ({"column": "a"}, "level, cuts, mapping"),
        ({"column": "a", "level": 1, "cuts": [3]}, "level, cuts, mapping"),
        ({"column": "a", "cuts": []}, "cuts"),
        ({"column": "a", "cuts": ["old"]}, "cuts"),
        ({"column": "a", "cuts": [50, 25]}, "cuts"),
        ({"column": "a", "cuts": [25, 25]}, "cuts"),
        ({"column": "a", "cuts": [float("nan")]}, "cuts"),
        ({"column": "a", "cuts": [float("inf")]}, "cuts"),
        ({"column": "a", "mapping": {}}, "mapping"),
        ({"column": "a", "mapping": {"x": 3.5}}, "mapping"),
        ({"column": "a", "cuts": [3], "labels": ["x"]}, "labels"),
        ({"column": "a", "cuts": [3], "labels": ["x", "x"]}, "labels"),
        ({"column": "a", "level": 1, "labels": ["x"]}, "labels"),
        ({"column": "a", "level": [1]}, "level"),
        ({"column": "a", "level": True}, "level"),
        ({"column": "a", "level": 1, "levels": 2}, "levels"),
    ],
)
def test_bad_parameters_are_named(given: dict[str, Any], name: str) -> None:
    with pytest.raises(ParameterError, match="recode") as bad:
        Recode(**given)
    assert any(fault.startswith(name) for fault in bad.value.faults)


def test_nothing_is_above_the_top() -> None:
    data = Dataset.of(
        pl.DataFrame({"k": ["a", "b", "c"]}),
        key="k",
        hierarchies={"k": Hierarchy.from_groups({"some": ["a", "b"]})},
    )
    steps = [Recode(column="k", level=2), Recode(column="k", level=1)]
    release = Plan(reduce=steps).run(data, seed=1)
    assert release.data.to_polars()["k"].to_list() == ["*"] * 3
    assert release.loss[0].value == 1
