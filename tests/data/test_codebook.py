"""Codes and their labels: when they are categories, how they are named, and back again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Dataset, Hierarchy
from discret.data.codebook import Names, are_categories
from discret.data.files.labels import Labels
from discret.data.files.tables import HowToRead, read, write
from discret.data.hierarchies.automatic import Automatic
from discret.errors import ColumnError, DiscretError, HierarchyError, ParameterError
from discret.plan.plan import Plan
from discret.reduce import Recode
from every_part import context

REGIONS = {1: "Vienna", 2: "Tyrol", 3: "Styria", 4: "Carinthia"}
FRAME = pl.DataFrame({"region": [1, 2, 3, 1, None], "income": [500, 999, 700, 650, 720]})
LABELS = Labels(values={"region": REGIONS, "income": {999: "refused"}})

texts = st.text(st.sampled_from("ab1 2()′*"), max_size=4)


@given(st.dictionaries(st.integers(-2, 9), texts), st.lists(st.integers(-2, 9), max_size=8))
def test_two_codes_have_two_texts_and_each_finds_its_way_back(
    labels: dict[int, str], values: list[int]
) -> None:
    names = Names.of(pl.Series(values, dtype=pl.Int64).unique(), labels)
    assert names.texts.n_unique() == len(names.texts)
    assert {*names.codes.to_list()} == {*labels, *values}
    back = names.back(names.texts)
    assert back is not None
    assert back.to_list() == names.codes.to_list()
    assert all(text.strip() for text in names.texts.to_list())


def test_no_category_is_taken_for_all_of_them() -> None:
    names = Names.of(pl.Series([1, 2]), {1: "*", 2: "man"})
    assert names.texts.to_list() == ["* (1)", "man"]
    assert names.back(pl.Series(["*", "*"])) is None


@pytest.mark.parametrize(
    ("values", "labels", "expected"),
    [
        ([1, 2], {1: "man", 2: "woman"}, True),
        ([1, 2], {1: "man", 2: "woman", 9: "other"}, True),
        ([1, 2, 3, 4, 5], {1: "a", 2: "b", 3: "c", 4: "d"}, True),  # one that nobody documented
        ([1, 2, 3, 4], {1: "a", 2: "b", 3: "c"}, False),
        ([500, 700, 999], {998: "unknown", 999: "refused"}, False),
        (list(range(11)), {0: "not at all", 10: "wholly"}, False),
        ([17, 18, 19], {17: "17", 18: "18", 19: "19"}, False),  # labels that say nothing
        ([], {1: "man"}, False),
        (["m", "f"], {"m": "man", "f": "woman"}, True),
    ],
)
def test_codes_are_categories_where_nearly_all_have_a_label(
    values: list[Any], labels: dict[Any, str], expected: bool
) -> None:
    assert are_categories("a", pl.Series(values), Labels(values={"a": labels})) is expected


def test_whoever_reads_the_file_may_say_otherwise() -> None:
    number = Labels(values={"region": REGIONS}, numbers=("region",), categories=("income",))
    data = Dataset.of(FRAME, key=["region", "income"], labels=number)
    assert data.kind("region").is_numeric()
    assert data.values("income").to_list() == ["500", "650", "700", "720", "999"]


def test_labels_stand_for_codes_in_every_engine(engine: Any) -> None:
    numbered = FRAME.with_row_index("n").with_columns(pl.col("n").cast(pl.Int64))
    data = Dataset.of(engine(numbered), key=["region"], row="n", labels=LABELS)
    assert data.values("region").to_list() == ["Styria", "Tyrol", "Vienna"]
    assert data.kind("income").is_numeric()


@pytest.mark.parametrize("role", ["identifier", "household", "individual", "row", "weight"])
def test_what_names_numbers_or_weighs_people_keeps_its_codes(role: str) -> None:
    labels = Labels(values={"who": {1: "Jane Doe", 2: "John Doe"}})
    data = Dataset.of(pl.DataFrame({"who": [1, 2]}), labels=labels, **{role: "who"})
    assert data.to_polars()["who"].to_list() == [1, 2]
    assert "who" not in data.codebook.columns


GIVEN = {
    "groups of labels": Hierarchy.from_groups({"West": ["Tyrol"], "East": ["Vienna", "Styria"]}),
    "groups of codes": Hierarchy.from_groups({"West": [2], "East": [1, 3]}),
    "groups of both": Hierarchy.from_groups({"West": ["Tyrol"], "East": [1, "Styria"]}),
    "parents": Hierarchy.from_parents({"1": "East", "2": "West", "3": "East", "4": "South"}),
    "table": {
        "from": "table",
        "rows": [["1", "East", "*"], ["Tyrol", "West", "*"], ["3", "East", "*"]],
    },
}


@pytest.mark.parametrize("name", GIVEN)
def test_hierarchies_name_labels_or_codes(name: str) -> None:
    data = Dataset.of(FRAME, key="region", labels=LABELS, hierarchies={"region": GIVEN[name]})
    found = Recode(column="region", level=1).apply(data, context()).data.to_polars()["region"]
    assert found.to_list() == ["East", "West", "East", "East", None]


def test_groups_of_an_order_are_named_by_labels() -> None:
    order = Hierarchy.from_order([3, 1, 2, 4], steps=[2])
    data = Dataset.of(FRAME, key="region", labels=LABELS, hierarchies={"region": order})
    found = data.hierarchies["region"].levels(pl.Series(["Vienna", "Tyrol"]))
    assert found["1"].to_list() == ["Styria – Vienna", "Tyrol – Carinthia"]


def test_a_code_left_alone_in_a_table_has_its_label() -> None:
    rows = {"from": "table", "rows": [["1", "1"], ["2", "West"], ["3", "West"]]}
    data = Dataset.of(FRAME, key="region", labels=LABELS, hierarchies={"region": rows})
    assert data.hierarchies["region"].table.rows()[0] == ("Vienna", "Vienna")


def test_a_value_named_twice_by_code_and_by_label_is_refused() -> None:
    rows = {"from": "table", "rows": [["1", "East"], ["Vienna", "West"]]}
    with pytest.raises(HierarchyError):
        Dataset.of(FRAME, key="region", labels=LABELS, hierarchies={"region": rows})


def test_intervals_and_first_characters_are_those_of_codes() -> None:
    cut = {"region": Hierarchy.from_cuts([2])}
    data = Dataset.of(FRAME, key="region", labels=LABELS, hierarchies=cut)
    levels = data.hierarchies["region"].levels(pl.Series(["Vienna", "Styria"]))
    assert levels["1"].to_list() == ["<2", ">=2"]


def test_an_automatic_hierarchy_takes_labelled_codes_for_names_without_order() -> None:
    frame = pl.DataFrame({"region": [1, 2, 3, 4] * 3, "sex": ["f", "m"] * 6})
    wish = Automatic.of(sizes=[2], apart=[[1, "Tyrol"]])
    data = Dataset.of(frame, key=["region", "sex"], labels=LABELS, hierarchies={"region": wish})
    table = data.hierarchies["region"].table
    assert table is not None
    assert sorted(table["0"].to_list()) == sorted(REGIONS.values())
    first = dict(table.select("0", "1").rows())
    assert first["Vienna"] != first["Tyrol"]
    assert not any(mark in text for text in first.values() for mark in "<>–-1234")


def test_steps_may_name_codes() -> None:
    data = Dataset.of(FRAME, key="region", labels=LABELS)
    step = Recode(column="region", mapping={"2": "Mountains", "Styria": "Mountains"})
    found = step.apply(data, context()).data.to_polars()["region"]
    assert found.to_list() == ["Vienna", "Mountains", "Mountains", "Vienna", None]


@pytest.mark.parametrize("codes", ["codes", "texts"])
def test_a_population_may_have_codes_or_labels(codes: str) -> None:
    people = FRAME.select("region").drop_nulls()
    if codes == "texts":
        people = people.select(pl.col("region").replace_strict(REGIONS, return_dtype=pl.String))
    data = Dataset.of(FRAME.head(4), key="region", labels=LABELS, population=people)
    assert data.population is not None
    assert data.population.values("region").to_list() == ["Styria", "Tyrol", "Vienna"]


def test_a_file_beside_coded_data_is_brought_to_its_codes(tmp_path: Path) -> None:
    pytest.importorskip("pyreadstat")
    file = write(FRAME, tmp_path / "before.sav", labels=LABELS)
    plain = Dataset.of(FRAME, key="region", original=read(file))
    assert plain.original.values("region").to_list() == [1, 2, 3]
    named = FRAME.with_columns(pl.col("region").replace_strict(REGIONS, return_dtype=pl.String))
    told = Dataset.of(named, key="region", original=read(file))
    assert told.original.values("region").to_list() == ["Styria", "Tyrol", "Vienna"]


def test_numbers_some_of_which_have_labels_are_told_of(tmp_path: Path) -> None:
    pytest.importorskip("pyreadstat")
    file = write(FRAME, tmp_path / "a.dta", labels=LABELS)
    (note,) = read(file).notes
    assert "'income'" in note
    assert "'region'" not in note
    assert not read(file, how=HowToRead(numbers=["income"])).notes


def test_what_is_said_of_columns_is_checked(tmp_path: Path) -> None:
    file = write(FRAME, tmp_path / "a.csv")
    with pytest.raises(ColumnError, match="'regoin'"):
        read(file, how=HowToRead(categories=["regoin"]))
    with pytest.raises(ParameterError, match="not both"):
        HowToRead(numbers=["region"], categories=["region"])


def test_codes_without_labels_are_categories_if_a_plan_says_so(tmp_path: Path) -> None:
    file = write(FRAME, tmp_path / "a.csv")
    plan = Plan(file=file, roles={"key": ["region"]}, how_to_read=HowToRead(categories=["region"]))
    data = plan.dataset(plan.table())
    assert data.values("region").to_list() == ["1", "2", "3"]
    with pytest.raises(DiscretError, match=r"numbers are needed, 'region'"):
        data.check_numeric("round", ["region"])
