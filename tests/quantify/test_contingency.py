"""Cross tables before and after: by hand, against scipy, at the level that is released."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import Any

import narwhals as nw
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats.contingency import association

from by_hand import Row, rows_of, shows_no, speaks_both_languages
from discret import Context, Dataset
from discret.assess import KAnonymity
from discret.data.examples import dishes
from discret.errors import ColumnError, InputError, ParameterError
from discret.quantify import Contingency
from discret.quantify.contingency import _numbered, cramers_v
from discret.reduce import Recode, SuppressRecords
from small import CLOSE, kept, of, recoded
from strategies import datasets, examples

FEW = examples(30)

counts_tables = st.integers(2, 4).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(0, 20), min_size=width, max_size=width), min_size=2, max_size=4
    )
)


def cells(rows: list[Row], some: tuple[str, ...], weight: str | None) -> dict[Any, float]:
    sums: dict[Any, float] = defaultdict(float)
    for row in rows:
        sums[tuple(row[name] for name in some)] += row[weight] if weight else 1
    return {cell: total / sum(sums.values()) for cell, total in sums.items()}


def gaps(old: dict[Any, float], new: dict[Any, float]) -> list[float]:
    return [abs(new.get(cell, 0) - old.get(cell, 0)) for cell in {**old, **new}]


# ---------------------------------------------------------------- by hand


def test_nothing_moves_where_nothing_changes() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], sensitive="Plat préféré", weight="Poids")
    finding = Contingency(most=0).compare(data, data)
    assert finding.value == pytest.approx(0, abs=1e-12)
    assert finding.met is True
    for pair in finding.details["pairs"]:
        assert pair["cramers_v_before"] == pair["cramers_v_after"]


def test_margins_may_hold_while_the_link_between_columns_changes() -> None:
    # Before: a perfect link; after swapping b between records 1 and 2: none.
    data = of(a=["x", "x", "y", "y"], b=["u", "u", "v", "v"])
    after = of(a=["x", "x", "y", "y"], b=["u", "v", "u", "v"])
    finding = Contingency().compare(data, after)
    assert finding.value == pytest.approx(0.5, abs=CLOSE)
    assert finding.details["pairs"] == [
        {
            "columns": ["a", "b"],
            "distance": pytest.approx(0.5, abs=CLOSE),
            "hellinger": pytest.approx(np.sqrt(1 - 2 * np.sqrt(0.5 * 0.25)), abs=CLOSE),
            "largest_gap": pytest.approx(0.25, abs=CLOSE),
            "cramers_v_before": pytest.approx(1, abs=CLOSE),
            "cramers_v_after": pytest.approx(0, abs=1e-6),
        }
    ]


def test_weights_count_people() -> None:
    # Figure 1.1 without its three lone records, 4000 of 12000 people: what is left grows from
    # 8000/12000 to all, the cells of the lone records lose 4000/12000.
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    after = SuppressRecords(models=[KAnonymity(k=2)], drop=1).apply(data, Context()).data
    finding = Contingency().compare(data, after)
    assert finding.value == pytest.approx(1 / 3, abs=CLOSE)
    # Men of 25-50: 3000 of 12000, then 3000 of 8000; women of 25-50: 2000 of 12000, then none.
    assert finding.details["pairs"][0]["largest_gap"] == pytest.approx(1 / 6, abs=CLOSE)
    unweighted = Dataset.of(dishes(), key=["Sexe", "Âge"])
    after = SuppressRecords(models=[KAnonymity(k=2)], drop=1).apply(unweighted, Context()).data
    assert Contingency().compare(unweighted, after).value == pytest.approx(3 / 9, abs=CLOSE)


def test_missing_is_a_category() -> None:
    data = of(a=["x", "x", None, None], b=["u", None, "u", None])
    finding = Contingency().compare(data, kept(data, 0, 1, 2))
    assert finding.value == pytest.approx(1 / 4, abs=CLOSE)
    assert finding.details["pairs"][0]["cramers_v_before"] == pytest.approx(0, abs=1e-6)


def test_a_blanked_value_changes_cell() -> None:
    data = of(a=["x", "x", "y", "y"], b=["u", "v", "u", "v"])
    column = nw.when(nw.col("a") != "y").then(nw.col("a")).alias("a")
    finding = Contingency().compare(data, data.with_frame(data.frame.with_columns(column)))
    assert finding.value == pytest.approx(0.5, abs=CLOSE)


@FEW
@given(datasets(weight=True, missing_sensitive=True), st.booleans(), st.data())
def test_distances_are_those_of_the_cross_tables(data, weighted, draw) -> None:
    places = draw.draw(st.sets(st.integers(0, len(data) - 1), min_size=1))
    if not weighted:
        data = Dataset.of(data.to_polars(), key=["a"], sensitive=["s", "t"])
    after = kept(data, *sorted(places))
    finding = Contingency(columns=["a", "s", "t"]).compare(data, after)
    weight = "w" if weighted else None
    wanted = {
        pair: gaps(cells(rows_of(data), pair, weight), cells(rows_of(after), pair, weight))
        for pair in combinations(["a", "s", "t"], 2)
    }
    assert [tuple(pair["columns"]) for pair in finding.details["pairs"]] == list(wanted)
    for pair, moved in zip(finding.details["pairs"], wanted.values(), strict=True):
        assert pair["distance"] == pytest.approx(sum(moved) / 2, abs=CLOSE)
        assert pair["largest_gap"] == pytest.approx(max(moved), abs=CLOSE)
    assert finding.value == pytest.approx(max(sum(m) for m in wanted.values()) / 2, abs=CLOSE)


# ---------------------------------------------------------------- Cramér's V


@examples(60)
@given(counts_tables)
def test_cramers_v_is_that_of_scipy(counts) -> None:
    table = np.array(counts)
    assume((table.sum(axis=0) > 0).all() and (table.sum(axis=1) > 0).all())
    rows, columns = np.indices(table.shape)
    found = cramers_v(rows.ravel(), columns.ravel(), (table / table.sum()).ravel())
    assert found == pytest.approx(association(table, method="cramer"), abs=1e-7)


def test_cramers_v_before_and_after_is_that_of_scipy() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Plat préféré"], weight="Poids")
    after = kept(data, 0, 1, 2, 3, 5, 7)
    pair = Contingency().compare(data, after).details["pairs"][0]
    for name, table in (("before", data), ("after", after)):
        crossed = table.to_polars().pivot("Sexe", index="Plat préféré", values="Poids",
                                          aggregate_function="sum")  # fmt: skip
        counts = crossed.select("Femme", "Homme").fill_null(0).to_numpy()
        wanted = association(counts, method="cramer")
        assert pair[f"cramers_v_{name}"] == pytest.approx(wanted, abs=CLOSE)


def test_categories_that_are_gone_do_not_weaken_the_link() -> None:
    # After, two of three categories are left, still perfectly linked.
    data = of(a=["x", "y", "z"], b=["u", "v", "w"])
    pair = Contingency().compare(data, kept(data, 0, 1)).details["pairs"][0]
    assert pair["cramers_v_after"] == pytest.approx(1, abs=CLOSE)


def test_a_column_with_one_category_is_linked_to_nothing() -> None:
    data = of(a=["x", "x"], b=["u", "v"])
    assert Contingency().compare(data, data).details["pairs"][0]["cramers_v_before"] == 0


# ---------------------------------------------------------------- recoded columns


def test_a_recoded_column_is_compared_at_the_level_released() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    after = recoded(data, "Âge", {"-25": "-50", "25-50": "-50"})
    assert Contingency().compare(data, after).value == 0
    dropped = kept(after, *range(8))  # without the last man, over 50: 1200 of 12000
    assert Contingency().compare(data, dropped).value == pytest.approx(0.1, abs=CLOSE)


def test_values_dropped_before_a_recoding_are_not_taken_for_missing() -> None:
    # "c" is dropped, then a and b are merged; what was missing stays. Distance: c's quarter.
    data = of(a=["a", "b", "c", None], b=["u", "u", "u", "u"])
    after = recoded(kept(data, 0, 1, 3), "a", {"a": "x", "b": "x"})
    assert Contingency().compare(data, after).value == pytest.approx(1 / 4, abs=CLOSE)


def test_values_dropped_before_a_recoding_are_counted_in_their_class() -> None:
    data = of(a=list(range(11, 19)), b=["u", "u", "v", "v"] * 2)
    after = Recode(column="a", cuts=[15]).apply(kept(data, 1, 3, 5, 7), Context()).data
    assert Contingency().compare(data, after).value == pytest.approx(0, abs=CLOSE)


# ---------------------------------------------------------------- columns, targets, refusals


def test_columns_with_many_categories_are_left_out_unless_named() -> None:
    values = [str(n) for n in range(51)]
    data = of(a=values, b=["u"] * 51, c=["v"] * 51)
    assert Contingency().compare(data, data).details["columns"] == ["b", "c"]
    fifty = kept(data, *range(50))
    assert Contingency().compare(fifty, fifty).details["columns"] == ["a", "b", "c"]
    named = Contingency(columns=["a", "b"]).compare(data, kept(data, *range(50)))
    assert named.value == pytest.approx(1 / 51, abs=CLOSE)


def test_many_categories_merged_into_few_are_compared() -> None:
    data = of(a=[str(n) for n in range(60)], b=["u", "v"] * 30)
    after = recoded(data, "a", {str(n): str(n % 2) for n in range(60)})
    finding = Contingency().compare(data, after)
    assert finding.details["columns"] == ["a", "b"]
    assert finding.details["pairs"][0]["cramers_v_after"] == pytest.approx(1, abs=CLOSE)


@FEW
@given(datasets(weight=True, missing_sensitive=True), st.integers(2, 4), st.data())
def test_tables_of_several_columns(data, size, draw) -> None:
    """Total variation and Hellinger's distance of tables of any size, from plain shares."""
    names = ["a", "s", "t", "p"]
    frame = data.to_polars()
    data = Dataset.of(frame, key=["a", "p"], sensitive=["s", "t"], weight="w")
    places = draw.draw(st.sets(st.integers(0, len(data) - 1), min_size=1))
    after = kept(data, *sorted(places))
    finding = Contingency(columns=names, size=size).compare(data, after)
    tables = list(combinations(names, size))
    assert [tuple(one["columns"]) for one in finding.details["pairs"]] == tables
    largest = []
    for told, some in zip(finding.details["pairs"], tables, strict=True):
        old, new = (cells(rows_of(own), some, "w") for own in (data, after))
        every = {*old, *new}
        root = [(np.sqrt(old.get(c, 0)) - np.sqrt(new.get(c, 0))) ** 2 for c in every]
        assert told["distance"] == pytest.approx(sum(gaps(old, new)) / 2, abs=CLOSE)
        assert told["hellinger"] == pytest.approx(np.sqrt(sum(root) / 2), abs=1e-7)
        assert (told["cramers_v_before"] is None) == (size > 2)
        largest.append(told["hellinger"])
    assert finding.value == max(one["distance"] for one in finding.details["pairs"])
    assert finding.details["largest_hellinger"] == max(largest)


def test_pairs_may_hold_while_the_table_of_three_changes() -> None:
    """The sum of three coins is even: each pair is as if by chance, all three are not."""
    even = of(a=list("0011"), b=list("0101"), c=list("0110"))
    odd = of(a=list("0011"), b=list("0101"), c=list("1001"))
    assert Contingency().compare(even, odd).value == 0
    finding = Contingency(size=3).compare(even, odd)
    assert (finding.value, finding.details["largest_hellinger"]) == (1.0, 1.0)
    assert finding.details["largest_cramers_v_change"] is None
    assert Contingency(size=9).compare(even, odd).value == 1.0
    assert Contingency(size=3).compare(even, even.without_columns(["c"])).value == 1.0


def test_the_change_of_cramers_v_is_told() -> None:
    data = of(a=["x", "x", "y", "y"], b=["u", "u", "v", "v"])
    after = of(a=["x", "x", "y", "y"], b=["u", "v", "u", "v"])
    found = Contingency().compare(data, after).details["largest_cramers_v_change"]
    assert found == pytest.approx(1, abs=1e-6)


def test_three_columns_make_three_pairs() -> None:
    data = of(a=["x", "y"], b=["u", "v"], c=["p", "q"])
    pairs = Contingency().compare(data, data).details["pairs"]
    assert [pair["columns"] for pair in pairs] == [["a", "b"], ["a", "c"], ["b", "c"]]


def test_the_distance_allowed_is_judged() -> None:
    data = of(a=["x", "x", "y", "y"], b=["u", "v", "u", "v"])
    after = kept(data, 0, 1, 2)
    assert Contingency(most=0.25).compare(data, after).met is True
    assert Contingency(most=0.24).compare(data, after).met is False
    assert Contingency().compare(data, after).met is None


@pytest.mark.parametrize(
    "values",
    [
        {"most": -0.1},
        {"most": 2},
        {"columns": ["a"]},
        {"columns": []},
        {"column": "a"},
        {"size": 1},
    ],
)
def test_bad_parameters_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        Contingency(**values)


def test_a_column_is_not_crossed_with_itself() -> None:
    data = of(a=["x", "y"], b=["u", "v"])
    with pytest.raises(InputError):
        Contingency(columns=["a", "a"]).compare(data, data)


def test_an_unknown_column_is_refused() -> None:
    data = of(a=["x", "y"], b=["u", "v"])
    with pytest.raises(ColumnError, match="no column 'z'"):
        Contingency(columns=["a", "z"]).compare(data, data)


def test_one_column_alone_proves_nothing() -> None:
    # Nothing was compared: there is no number, and no target can be said to hold.
    data = of(a=["x", "y"])
    finding = Contingency(most=0.1).compare(data, data)
    assert (finding.value, finding.met) == (None, False)


def test_weights_that_count_nobody_are_refused_with_their_number() -> None:
    data = of(a=["x", "y", "z"], b=["u", "u", "v"], w=[70.0, None, -31.0])
    with pytest.raises(InputError, match="2 records") as raised:
        Contingency().compare(data, data)
    assert "70" not in str(raised.value)
    assert "31" not in str(raised.value)


@pytest.mark.parametrize("name", ["before", "after", "columns", "value", "label"])
def test_a_column_may_be_called_as_one_of_the_result(name: str) -> None:
    data = of(**{name: ["x", "x", "y", "y"]}, b=["u", "v", "u", "v"])
    assert Contingency().compare(data, kept(data, 0, 1, 2)).value == pytest.approx(0.25, abs=CLOSE)


def test_sentences_speak_both_languages_and_show_no_value() -> None:
    data = of(a=["SECRET1", "SECRET2", "SECRET2"], b=["SECRET3"] * 3)
    finding = Contingency(most=0.1).compare(data, kept(data, 0, 1))
    speaks_both_languages(finding)
    shows_no("SECRET", finding)
    assert finding.better == "lower"


@given(codes=st.lists(st.integers(-2, 60), max_size=40))
def test_cells_are_numbered_as_by_sorting(codes: list[int]) -> None:
    own = np.array(codes, dtype=np.int64)
    first, cell = _numbered(own)
    sorted_first, sorted_cell = np.unique(own, return_index=True, return_inverse=True)[1:]
    assert first.tolist() == sorted_first.tolist()
    assert cell.tolist() == sorted_cell.tolist()
