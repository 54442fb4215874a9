"""Hierarchies made from the data: neighbours, like categories, constraints."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import combinations, pairwise
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset, Hierarchy, Plan
from discret.data.examples import illnesses, survey
from discret.data.hierarchies import grouping as constraints
from discret.data.hierarchies.class_sizes import halves
from discret.data.hierarchies.from_data import automatic_hierarchy
from discret.errors import ColumnError, HierarchyError, InputError, ParameterError
from discret.reduce import Recode
from strategies import datasets, examples

MARK = "Zyx"  # begins every text value of the tables below: no message may hold it


def of(values: Any, dtype: Any = None, **more: Any) -> Dataset:
    return Dataset.of(pl.DataFrame({"c": pl.Series(values, dtype=dtype)}), key="c", **more)


def classes(hierarchy: Hierarchy, values: pl.Series) -> list[list[set[Any]]]:
    """Return the classes of each level, as sets of values, the values themselves left out."""
    levels = hierarchy.levels(values)
    return [
        [set(members) for members in levels.group_by(name, maintain_order=True).agg("0")["0"]]
        for name in levels.columns[1:]
    ]


def check_hierarchy(hierarchy: Hierarchy, values: pl.Series, sizes: list[int]) -> None:
    """Levels nest, have the sizes, end with one class, and can be written down."""
    levels = hierarchy.levels(values)
    assert [levels[name].n_unique() for name in levels.columns[1:]] == [*sizes, 1]
    assert all(levels.schema[name] == pl.String for name in levels.columns[1:])
    for fine, coarse in pairwise(levels.columns):
        assert levels.group_by(fine).agg(pl.col(coarse).n_unique())[coarse].max() == 1
    again = Hierarchy.from_dict(json.loads(json.dumps(hierarchy.to_dict())))
    assert again.levels(values).equals(levels)


# -- Bergeat (2014) --------------------------------------------------------------------------


def test_the_recoding_of_bergeat_2014_comes_out_by_itself() -> None:
    """He cuts ages at 45, and groups postcodes by region: Rhône-Alpes and Île-de-France."""
    data = Dataset.of(illnesses(), key=["Âge", "Sexe", "CP"], sensitive="Maladie")
    ages, towns = (automatic_hierarchy(data, name) for name in ("Âge", "CP"))
    assert ages.to_dict()["cuts"][-1] == [45]
    found = classes(towns, illnesses()["CP"])
    assert found[0] == [{"42300", "73270"}, {"75014", "93120"}]
    data = replace(data, hierarchies={"Âge": ages, "CP": towns})
    for name in ("Âge", "CP"):
        data = Recode(column=name, level=-2).apply(data, Context()).data
    assert sorted(data.keys.count.tolist()) == [3, 4]


def test_the_survey_gets_hierarchies_for_all_its_keys() -> None:
    table = survey(3000)
    keys = ["sexe", "revenu", "age", "unite_urbaine", "diplome", "couple", "personnes"]
    data = Dataset.of(table, key=keys, weight="poids")
    for name in keys:
        hierarchy = automatic_hierarchy(data, name)
        number = table[name].drop_nulls().n_unique()
        first = -(-number // 2)
        check_hierarchy(hierarchy, table[name], halves(first, number - 1, 2))
    income = automatic_hierarchy(data, "revenu_annuel", sizes=[20, 5])
    check_hierarchy(income, table["revenu_annuel"], [20, 5])
    labels = income.levels(table["revenu_annuel"]).rename({"0": "revenu_annuel"})
    heavy = table.join(labels, on="revenu_annuel").group_by("2").agg(pl.col("poids").sum())
    assert heavy["poids"].max() < 1.05 * heavy["poids"].min()


# -- orders ----------------------------------------------------------------------------------


def entropy(counts: list[float]) -> float:
    return -sum(c / sum(counts) * log(c / sum(counts)) for c in counts)


@given(st.lists(st.integers(-20, 60), min_size=2, max_size=25), st.data())
@examples(60)
def test_classes_of_numbers_are_the_best_of_all(values: list[int], data: st.DataObject) -> None:
    distinct = sorted(set(values))
    if len(distinct) < 3:
        return
    size = data.draw(st.integers(2, min(len(distinct) - 1, 5)))
    hierarchy = automatic_hierarchy(of(values), "c", sizes=[size])
    check_hierarchy(hierarchy, pl.Series(values), [size])
    found = hierarchy.levels(pl.Series(values)).rename({"0": "v", "1": "label"})
    full = pl.DataFrame({"v": values}).join(found, on="v")
    reached = entropy(full["label"].value_counts()["count"].to_list())
    best = max(
        entropy([sum(low <= v < high for v in values) for low, high in pairwise(edges)])
        for cuts in combinations(distinct[1:], size - 1)
        for edges in [(-np.inf, *cuts, np.inf)]
    )
    assert reached == pytest.approx(best, abs=1e-9)


@given(st.lists(st.integers(0, 9), min_size=2, max_size=30), st.booleans(), st.booleans())
@examples(60)
def test_no_level_only_renames(values: list[int], text: bool, ordered: bool) -> None:
    """Every level has fewer classes than the one below it, whatever the column."""
    if len(set(values)) < 2:
        return
    column = pl.Series([f"v{n}" for n in values] if text else values)
    levels = automatic_hierarchy(of(column), "c", ordered=ordered).levels(column)
    classes = [levels[name].n_unique() for name in levels.columns]
    assert all(low > high for low, high in pairwise(classes))


@pytest.mark.parametrize("codes", [[1, 2], [0, 1], [1.0, 2.0], [-1, 7]])
def test_two_codes_are_categories(codes: list[float]) -> None:
    hierarchy = automatic_hierarchy(of([*codes, *codes]), "c")
    assert hierarchy.levels(pl.Series(codes)).drop("0").rows() == [("*",), ("*",)]


def test_three_codes_are_listed() -> None:
    labels = automatic_hierarchy(of([1, 2, 3, 3, 3]), "c").levels(pl.Series([1, 2, 3]))
    assert labels["1"].to_list() == ["1 – 2", "1 – 2", "3"]


@pytest.mark.parametrize("kind", [pl.Int8, pl.Float32, pl.Float64, pl.Decimal(10, 2), pl.String])
def test_numbers_of_any_kind_are_cut(kind: Any) -> None:
    data = of([str(n) for n in (9, 10, 11, 100)], dtype=pl.String)
    values = data.to_polars()["c"].cast(kind)
    hierarchy = automatic_hierarchy(of(values), "c", ordered=True)
    assert hierarchy.to_dict() == {"from": "cuts", "cuts": [[11]]}


def test_labels_of_whole_numbers_are_intervals() -> None:
    hierarchy = automatic_hierarchy(of(list(range(1, 41))), "c", sizes=[4, 2])
    labels = hierarchy.levels(pl.Series(range(1, 41)))
    assert labels["1"].unique(maintain_order=True).to_list() == ["<11", "11-20", "21-30", ">=31"]
    assert labels["2"].unique(maintain_order=True).to_list() == ["<21", ">=21"]


def test_large_numbers_are_told_apart() -> None:
    values = [2**62 + n for n in range(4)]
    hierarchy = automatic_hierarchy(of(values), "c", apart=[[values[0], values[1]]])
    assert classes(hierarchy, pl.Series(values))[-2] == [set(values[:1]), set(values[1:])]


@pytest.mark.parametrize("moment", [date(2024, 1, 30), datetime(2024, 1, 30, 12)])
def test_dates_are_in_classes_of_neighbours(moment: Any) -> None:
    values = [moment + timedelta(days=n) for n in range(8)]
    hierarchy = automatic_hierarchy(of(values), "c")
    check_hierarchy(hierarchy, pl.Series(values), [4, 2])
    assert classes(hierarchy, pl.Series(values))[1] == [set(values[:4]), set(values[4:])]
    assert hierarchy.levels(pl.Series(values))["2"][0].startswith("2024-01-30")
    assert " – 2024-02-02" in hierarchy.levels(pl.Series(values))["2"][0]


def test_an_enumeration_is_in_its_own_order() -> None:
    order = ["S", "M", "L", "XL"]
    values = pl.Series(["XL", "L", "S", "M"], dtype=pl.Enum(order))
    hierarchy = automatic_hierarchy(of(values), "c", ordered=True)
    assert hierarchy.table is not None
    assert hierarchy.table["1"].to_list() == ["S – M", "S – M", "L – XL", "L – XL"]
    text = automatic_hierarchy(of(values.cast(pl.String)), "c", ordered=True)
    assert text.table is not None
    assert text.table["1"].to_list() == ["L – M", "L – M", "S – XL", "S – XL"]


def test_many_numbers_are_first_put_in_classes_of_the_same_weight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = pl.Series(np.random.default_rng(0).lognormal(size=5000))
    hierarchy = automatic_hierarchy(of(values), "c")
    assert [len(cuts) for cuts in hierarchy.to_dict()["cuts"]] == [31, 15, 7, 3, 1]
    labels = hierarchy.levels(values)["1"].value_counts()["count"]
    assert labels.max() - labels.min() <= 5  # ideal ones would differ by 1
    monkeypatch.setattr(constraints, "MOST_VALUES", 4)
    numbers = list(range(40))
    parted = automatic_hierarchy(
        of(numbers), "c", sizes=[5, 4], apart=[[3, 6]], together=[[1, 2, 3], [4, 6]]
    )
    check_hierarchy(parted, pl.Series(numbers), [5, 4])
    for level in classes(parted, pl.Series(numbers))[:-1]:
        assert any({1, 2, 3} <= one and not {4, 5, 6} & one for one in level)
        assert any({4, 5, 6} <= one for one in level)


@pytest.mark.parametrize(
    "settings",
    [{"apart": [[3, 6]]}, {"apart": [[0, 9]], "together": [[0, 2], [5, 9]]}],
)
def test_no_constraint_is_lost_where_values_are_many(
    settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(constraints, "MOST_VALUES", 1)
    values = pl.Series(range(12))
    found = classes(automatic_hierarchy(of(values), "c", sizes=[2], **settings), values)[0]
    assert all(len(one & set(settings["apart"][0])) == 1 for one in found)


def test_an_enumeration_of_numbers_keeps_its_order() -> None:
    values = pl.Series(["1", "2", "3", "0"], dtype=pl.Enum(["1", "2", "3", "0"]))
    hierarchy = automatic_hierarchy(of(values), "c", ordered=True)
    assert classes(hierarchy, values)[0] == [{"1", "2"}, {"3", "0"}]


def test_weights_count() -> None:
    table = pl.DataFrame({"c": [1, 2, 3, 4], "w": [10.0, 1, 1, 1]})
    cuts = [
        automatic_hierarchy(Dataset.of(table, key="c", weight=weight), "c", sizes=[2]).to_dict()
        for weight in (None, "w")
    ]
    assert [cut["cuts"] for cut in cuts] == [[[3]], [[2]]]


# -- no order --------------------------------------------------------------------------------


def information(table: pl.DataFrame, one: str, two: str, weight: str) -> float:
    """Return the weighted mutual information of two columns over the records that show both."""
    known = table.drop_nulls([one, two])
    total = known[weight].sum()
    cells = known.group_by(one, two).agg(pl.col(weight).sum() / total)
    margins = [
        dict(known.group_by(name).agg(pl.col(weight).sum() / total).rows()) for name in (one, two)
    ]
    return sum(p * log(p / (margins[0][x] * margins[1][y])) for x, y, p in cells.rows())


@given(datasets(weight=True, least_keys=2, most_records=14))
@examples(60)
def test_the_first_merger_is_the_best_of_all_pairs(data: Dataset) -> None:
    table = data.to_polars()
    names = table["a"].drop_nulls().unique().sort().to_list()
    others = [name for name in ("b", "c") if name in table.columns]
    if len(names) != 3 or any(table.drop_nulls(["a", o]).is_empty() for o in others):
        return
    found = classes(automatic_hierarchy(data, "a"), table["a"])[0]
    kept = {}
    for pair in combinations(names, 2):
        joined = table.with_columns(pl.col("a").replace({pair[1]: pair[0]}))
        kept[frozenset(pair)] = sum(information(joined, "a", other, "w") for other in others)
    (pair,) = [frozenset(one) for one in found if len(one) == 2]
    assert kept[pair] == pytest.approx(max(kept.values()), abs=1e-9)


def test_several_keys_are_weighed_at_once() -> None:
    """By x alone p goes with q, by y alone with r; both together say q."""
    table = pl.DataFrame({
        "c": ["p"] * 10 + ["q"] * 10 + ["r"] * 10,
        "x": ["0"] * 5 + ["1"] * 5 + ["0"] * 5 + ["1"] * 5 + ["0"] * 10,
        "y": ["0"] * 5 + ["1"] * 5 + ["0"] * 4 + ["1"] * 6 + ["0"] * 5 + ["1"] * 5,
    })  # fmt: skip
    data = Dataset.of(table, key=["c", "x", "y"])
    found = {
        against: classes(automatic_hierarchy(data, "c", against=against), table["c"])[0]
        for against in (("x",), ("y",), None)
    }
    assert {"p", "q"} in found["x",]
    assert {"p", "r"} in found["y",]
    assert {"p", "q"} in found[None]
    other = automatic_hierarchy(Dataset.of(table, key="c"), "c", against="y")
    assert classes(other, table["c"])[0] == found["y",]


def test_without_other_keys_the_rarest_are_merged() -> None:
    values = ["a"] * 8 + ["b"] * 4 + ["c"] * 2 + ["d"]
    hierarchy = automatic_hierarchy(of(values), "c", sizes=[3, 2])
    assert classes(hierarchy, pl.Series(values)) == [
        [{"a"}, {"b"}, {"c", "d"}],
        [{"a"}, {"b", "c", "d"}],
        [{"a", "b", "c", "d"}],
    ]
    assert hierarchy.table is not None
    assert hierarchy.table["1"].to_list() == ["a", "b", "c | d", "c | d"]
    assert hierarchy.table["2"].to_list() == ["a", *["b | c | d"] * 3]


def test_long_labels_tell_how_many() -> None:
    values = [f"{letter}" * 30 for letter in "abcd"] * 2 + ["c" * 30]
    hierarchy = automatic_hierarchy(of(values), "c", together=[["a" * 30, "b" * 30, "c" * 30]])
    assert hierarchy.table is not None
    assert hierarchy.table["1"].to_list() == [*[f"{'c' * 30} +2"] * 3, "d" * 30]


def test_labels_that_would_be_the_same_are_told_apart() -> None:
    values = ["a", "b", "a | b", "c", "c"]
    hierarchy = automatic_hierarchy(of(values), "c", together=[["a", "b"]], sizes=[3])
    found = classes(hierarchy, pl.Series(values).unique(maintain_order=True))[0]
    assert sorted(map(sorted, found)) == [["a", "b"], ["a | b"], ["c"]]


def test_numbers_may_be_taken_as_mere_codes() -> None:
    table = pl.DataFrame({"c": [1, 2, 3, 4], "x": ["u", "v", "u", "v"]})
    hierarchy = automatic_hierarchy(Dataset.of(table, key=["c", "x"]), "c", ordered=False)
    assert classes(hierarchy, table["c"])[0] == [{1, 3}, {2, 4}]


def test_blanks_around_text_make_another_category() -> None:
    values = ["a", " a", "b", "c"]
    hierarchy = automatic_hierarchy(of(values), "c")
    assert hierarchy.size == 4
    assert hierarchy.lacking(pl.Series(values)) == 0


def test_other_columns_with_many_values_are_grouped() -> None:
    rng = np.random.default_rng(5)
    numbers = rng.uniform(0, 1, 4000)
    table = pl.DataFrame({
        "c": np.where(numbers < 0.5, rng.choice(["p", "q"], 4000), rng.choice(["r", "s"], 4000)),
        "x": numbers,
    })  # fmt: skip
    hierarchy = automatic_hierarchy(Dataset.of(table, key=["c", "x"]), "c")
    assert classes(hierarchy, table["c"].unique().sort())[0] == [{"p", "q"}, {"r", "s"}]


# -- constraints -----------------------------------------------------------------------------


@given(st.lists(st.sampled_from("abcdefgh"), min_size=6, max_size=30), st.booleans(), st.data())
@examples(80)
def test_constraints_hold_or_are_refused(
    values: list[str], ordered: bool, data: st.DataObject
) -> None:
    names = sorted(set(values))
    if len(names) < 3:
        return
    lists = st.lists(
        st.lists(st.sampled_from(names), min_size=2, max_size=3, unique=True), max_size=2
    )
    apart, together = data.draw(lists), data.draw(lists)
    settings: Any = {"ordered": ordered, "apart": apart, "together": together}
    if conflict(names, apart, together, ordered):
        with pytest.raises(ParameterError, match="apart, together"):
            automatic_hierarchy(of(values), "c", **settings)
        return
    hierarchy = automatic_hierarchy(of(values), "c", **settings)
    levels = classes(hierarchy, pl.Series(values))
    assert len(levels[-1]) == 1
    for level in levels[:-1]:
        assert all(len(one & set(some)) <= 1 for one in level for some in apart)
        assert all(any(set(some) <= one for one in level) for some in together)
        if ordered:
            places = [sorted(names.index(name) for name in one) for one in level]
            assert all(p == list(range(p[0], p[-1] + 1)) for p in places)


def conflict(
    names: list[str], apart: list[list[str]], together: list[list[str]], ordered: bool
) -> bool:
    """Say whether what goes together, lists that meet united, holds two that are apart."""
    blocks = [set(some) for some in together]
    if ordered:
        blocks = [{name for name in names if min(some) <= name <= max(some)} for some in blocks]
    for _ in blocks:
        blocks = [set().union(*(b for b in blocks if b & one)) for one in blocks]
    return any(len(block & set(some)) > 1 for block in blocks for some in apart)


def test_apart_holds_down_to_the_level_below_the_top() -> None:
    hierarchy = automatic_hierarchy(of(list("abcdef")), "c", apart=[["a", "b", "c"]])
    levels = classes(hierarchy, pl.Series(list("abcdef")))
    assert [len(level) for level in levels] == [3, 1]
    parted = automatic_hierarchy(of(list("abc")), "c", apart=[["a", "b", "c"]])
    assert parted.depth == 2


def test_together_is_the_first_level() -> None:
    hierarchy = automatic_hierarchy(of(list("abcdef")), "c", together=[["a", "f"]])
    levels = classes(hierarchy, pl.Series(list("abcdef")))
    assert levels[0] == [{"a", "f"}, {"b"}, {"c"}, {"d"}, {"e"}]
    whole = automatic_hierarchy(of([1, 2, 3]), "c", together=[[1, 3]])
    assert classes(whole, pl.Series([1, 2, 3])) == [[{1, 2, 3}]]


def test_the_result_is_the_same_in_any_order_of_the_records() -> None:
    table = survey(800, seed=4)
    keys = ["revenu", "age", "diplome"]
    found = [
        [automatic_hierarchy(Dataset.of(one, key=keys, weight="poids"), name) for name in keys]
        for one in (table, table.sample(fraction=1, shuffle=True, seed=1))
    ]
    assert found[0] == found[1]


# -- what is refused -------------------------------------------------------------------------

TEXT = pl.DataFrame({
    "c": [MARK + one for one in "abcd"], "x": list("uvuv"), "n": [1, 2, 3, 4],
    "same": [MARK] * 4, "none": pl.Series([None] * 4, dtype=pl.String),
    "blank": ["", " ", "a", "b"], "inf": [1.0, 2.0, float("inf"), None],
    "w": [1.0, 0.0, 1.0, None],
})  # fmt: skip


@pytest.mark.parametrize(
    ("column", "settings", "error", "told"),
    [
        ("lost", {}, ColumnError, "no column 'lost'"),
        ("c", {"against": ["lost"]}, ColumnError, "no column 'lost'"),
        ("c", {"against": ["c"]}, ParameterError, "leave the column itself out"),
        ("n", {"against": ["c"]}, ParameterError, "columns without order"),
        ("same", {}, HierarchyError, "the column has 1"),
        ("same", {"ordered": True}, HierarchyError, "the column has 1"),
        ("none", {}, HierarchyError, "the column has 0"),
        ("none", {"ordered": True}, HierarchyError, "the column has 0"),
        ("blank", {}, HierarchyError, "blank"),
        ("inf", {}, HierarchyError, "finite"),
        ("c", {"sizes": 2}, ParameterError, "must be a list"),
        ("c", {"sizes": "42"}, ParameterError, "must be a list"),
        ("c", {"sizes": [2.5]}, ParameterError, "whole numbers"),
        ("c", {"sizes": [True]}, ParameterError, "whole numbers"),
        ("c", {"sizes": [2, 3]}, ParameterError, "decrease"),
        ("c", {"sizes": [3, 1]}, ParameterError, "at least 2"),
        ("c", {"sizes": [4]}, ParameterError, "at most 3 classes can be made, 4 asked"),
        ("n", {"sizes": [5]}, ParameterError, "at most 3 classes can be made, 5 asked"),
        ("n", {"sizes": [3, 2], "apart": [[1, 2, 3]]}, ParameterError, "at least 3 .* 2 asked"),
        ("c", {"sizes": [2], "apart": [[MARK + one for one in "abc"]]}, ParameterError, "least 3"),
        ("c", {"apart": [[MARK + "a", MARK + "z"]]}, ParameterError, "list 1: the column lacks 1"),
        ("c", {"apart": [[MARK + "a", None]]}, ParameterError, "list 1: the column lacks 1"),
        ("c", {"together": [[MARK + "a"]]}, ParameterError, "list 1: names only 1"),
        ("c", {"together": [MARK + "a"]}, ParameterError, "list 1: must be a list"),
        ("c", {"together": MARK}, ParameterError, "together: must be a list of lists"),
        ("n", {"apart": [[1, MARK]]}, ParameterError, "lacks 1 of 2"),
        ("n", {"apart": [[2, 3]], "together": [[1, 4]]}, ParameterError, "apart, together"),
        ("c", {"apart": [[MARK + "a", MARK + "b"]],
               "together": [[MARK + "a", MARK + "c"], [MARK + "c", MARK + "b"]]},
         ParameterError, "1 pair"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused(
    column: str, settings: dict[str, Any], error: type[InputError], told: str
) -> None:
    data = Dataset.of(TEXT, key=["c", "x"])
    with pytest.raises(error, match=told) as caught:
        automatic_hierarchy(data, column, **settings)
    assert MARK not in str(caught.value)
    assert "Hint" in str(caught.value)


def test_bad_weights_and_empty_tables_are_refused() -> None:
    with pytest.raises(InputError, match="2 records"):
        automatic_hierarchy(Dataset.of(TEXT, key=["c", "x"], weight="w"), "c")
    with pytest.raises(InputError, match="no records"):
        automatic_hierarchy(Dataset.of(TEXT.clear(), key=["c", "x"]), "c")


def test_too_many_categories_without_order_are_refused() -> None:
    values = [f"{MARK}{n}" for n in range(1001)]
    with pytest.raises(HierarchyError, match="the column has 1,001") as caught:
        automatic_hierarchy(of(values), "c")
    assert "from_prefixes" in str(caught.value)
    assert automatic_hierarchy(of(values), "c", ordered=True).depth == 7


def test_it_may_be_written_in_a_plan(tmp_path: Path) -> None:
    data = Dataset.of(TEXT, key=["c", "n"])
    made = {name: automatic_hierarchy(data, name) for name in ("c", "n")}
    plan = Plan(roles={"key": ["c", "n"]}, hierarchies=made, reduce=[Recode(column="c", level=1)])
    path = tmp_path / "plan.toml"
    path.write_text(plan.to_toml(), encoding="utf-8")
    assert Plan.read(path).hierarchies == made


@pytest.mark.parametrize("blank", [" ", "\t\n", "\u00a0", "\x1c"])
def test_values_of_blanks_alone_are_refused_as_what_they_are(blank: str) -> None:
    """Not as arguments of a table that nobody gave."""
    data = Dataset.of(pl.DataFrame({"c": ["a", "b", blank], "d": ["x", "y", "x"]}), key=["c", "d"])
    with pytest.raises(HierarchyError, match="blank text, the column has some") as refused:
        automatic_hierarchy(data, "c")
    assert "make them missing" in str(refused.value)
