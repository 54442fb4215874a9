"""Distributions before and after: by hand, weighted or not, at the level that is released."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import narwhals as nw
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import Row, rows_of, shows_no, speaks_both_languages
from discret import Context, Dataset, Hierarchy
from discret.assess import KAnonymity
from discret.data.examples import dishes, illnesses
from discret.errors import ColumnError, InputError, ParameterError
from discret.quantify import Marginals
from discret.reduce import Recode, SuppressRecords
from small import CLOSE, kept, of, recoded
from strategies import datasets, examples

FEW = examples(30)


def shares(rows: list[Row], column: str, weight: str | None) -> dict[Any, float]:
    sums: dict[Any, float] = defaultdict(float)
    for row in rows:
        sums[row[column]] += row[weight] if weight else 1
    return {value: total / sum(sums.values()) for value, total in sums.items()}


def gaps(old: dict[Any, float], new: dict[Any, float]) -> list[float]:
    return [abs(new.get(value, 0) - old.get(value, 0)) for value in {**old, **new}]


def margins(finding: Any, column: str) -> dict[str | None, tuple[float, float]]:
    rows = [row for row in finding.details["margins"] if row["column"] == column]
    return {row["category"]: (row["before"], row["after"]) for row in rows}


def about(pairs: dict[str | None, tuple[float, float]]) -> dict[str | None, Any]:
    return {category: pytest.approx(pair) for category, pair in pairs.items()}


# ---------------------------------------------------------------- by hand


def test_nothing_moves_where_nothing_changes() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], sensitive="Plat préféré", weight="Poids")
    finding = Marginals(most=0).compare(data, data)
    assert finding.value == pytest.approx(0, abs=1e-12)
    assert finding.met is True
    assert list(finding.details["by_column"]) == ["Sexe", "Âge", "Plat préféré"]


def test_dropping_records_moves_shares() -> None:
    # 5 women and 4 men; the fourth man leaves: 4/9 of men become 3/8.
    data = Dataset.of(dishes(), key="Sexe")
    finding = Marginals().compare(data, kept(data, *range(8)))
    assert finding.value == pytest.approx(4 / 9 - 3 / 8, abs=CLOSE)
    assert finding.details["by_column"]["Sexe"]["distance"] == pytest.approx(5 / 72, abs=CLOSE)
    assert finding.details["weighted"] is False


def test_weights_count_people() -> None:
    # Figure 1.1 without its three lone records: women 7000 of 12000 before, 5000 of 8000 after;
    # 25-50: 5000 of 12000, then 3000 of 8000.
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    after = SuppressRecords(models=[KAnonymity(k=2)], drop=1).apply(data, Context()).data
    finding = Marginals().compare(data, after)
    assert margins(finding, "Sexe")["Femme"] == pytest.approx((7 / 12, 5 / 8))
    assert margins(finding, "Âge")["25-50"] == pytest.approx((5 / 12, 3 / 8))
    assert finding.value == pytest.approx(5 / 8 - 7 / 12, abs=CLOSE)
    assert finding.details["weighted"] is True


def test_the_distance_is_half_the_sum_of_the_gaps() -> None:
    data = of(a=["x", "x", "y", "z"])
    finding = Marginals().compare(data, kept(data, 0, 1))
    assert finding.details["by_column"]["a"]["distance"] == pytest.approx(0.5, abs=CLOSE)
    assert finding.details["by_column"]["a"]["largest_gap"] == pytest.approx(0.5, abs=CLOSE)


def test_missing_is_a_category() -> None:
    data = of(a=["x", "x", None, None])
    finding = Marginals().compare(data, kept(data, 0, 1, 2))
    assert margins(finding, "a")[None] == pytest.approx((1 / 2, 1 / 3))
    assert finding.value == pytest.approx(1 / 6, abs=CLOSE)


def test_a_blanked_value_moves_to_missing() -> None:
    data = of(a=["x", "x", "y", "y"])
    column = nw.when(nw.col("a") != "y").then(nw.col("a")).alias("a")
    finding = Marginals().compare(data, data.with_frame(data.frame.with_columns(column)))
    assert margins(finding, "a") == {None: (0, 0.5), "x": (0.5, 0.5), "y": (0.5, 0)}


@FEW
@given(datasets(weight=True, missing_sensitive=True), st.booleans(), st.data())
def test_gaps_are_those_of_the_shares(data, weighted, draw) -> None:
    places = draw.draw(st.sets(st.integers(0, len(data) - 1), min_size=1))
    if not weighted:
        data = Dataset.of(data.to_polars(), key=["a"], sensitive=["s", "t"])
    after = kept(data, *sorted(places))
    finding = Marginals(columns=["a", "s"]).compare(data, after)
    weight = "w" if weighted else None
    found = {
        name: gaps(shares(rows_of(data), name, weight), shares(rows_of(after), name, weight))
        for name in ("a", "s")
    }
    for name, wanted in found.items():
        gap = finding.details["by_column"][name]
        assert gap["largest_gap"] == pytest.approx(max(wanted), abs=CLOSE)
        assert gap["distance"] == pytest.approx(sum(wanted) / 2, abs=CLOSE)
    assert finding.value == pytest.approx(max(map(max, found.values())), abs=CLOSE)


# ---------------------------------------------------------------- recoded columns


def test_a_recoded_column_is_compared_at_the_level_released() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    after = recoded(data, "Âge", {"-25": "-50", "25-50": "-50"})
    finding = Marginals().compare(data, after)
    assert finding.value == 0
    assert margins(finding, "Âge") == about(
        {"+50": (3700 / 12000, 3700 / 12000), "-50": (8300 / 12000, 8300 / 12000)}
    )
    found = finding.details["by_column"]["Âge"]
    assert (found["categories_before"], found["categories_after"]) == (3, 2)


def test_columns_recoded_twice_are_followed_from_any_step() -> None:
    first = Dataset.of(illnesses(), key=["CP"])
    second = recoded(first, "CP", {"42300": "42", "73270": "73", "75014": "75", "93120": "93"})
    third = recoded(second, "CP", {"42": "Sud", "73": "Sud", "75": "Nord", "93": "Nord"})
    for before in (first, second, third):
        finding = Marginals().compare(before, third)
        assert finding.value == 0
        assert margins(finding, "CP") == about({"Nord": (3 / 7, 3 / 7), "Sud": (4 / 7, 4 / 7)})


def test_a_number_cut_in_classes_is_compared_class_by_class() -> None:
    data = Dataset.of(illnesses(), key="Âge")
    after = Recode(column="Âge", cuts=[45], labels=["-45", "+45"]).apply(data, Context()).data
    finding = Marginals().compare(data, kept(after, 0, 1, 2, 3, 4))
    assert margins(finding, "Âge") == about({"-45": (3 / 7, 1 / 5), "+45": (4 / 7, 4 / 5)})


def test_values_dropped_before_a_recoding_are_not_taken_for_missing() -> None:
    # "c" is dropped, then a and b are merged: before, a quarter each for c and for missing.
    data = of(a=["a", "b", "c", None])
    after = recoded(kept(data, 0, 1, 3), "a", {"a": "x", "b": "x"})
    finding = Marginals().compare(data, after)
    assert margins(finding, "a") == about(
        {None: (1 / 4, 1 / 3), "c": (1 / 4, 0), "x": (1 / 2, 2 / 3)}
    )
    assert finding.value == pytest.approx(1 / 4, abs=CLOSE)


@pytest.mark.parametrize(
    "recode",
    [
        Recode(column="a", cuts=[15], labels=["low", "high"]),
        Recode(column="a", level=1),
        Recode(column="a", mapping={str(n): "low" if n < 15 else "high" for n in range(11, 19)}),
    ],
    ids=["cuts", "level", "mapping"],
)
def test_values_dropped_before_a_recoding_are_counted_in_their_class(recode: Recode) -> None:
    # Of 11 to 18 only the even numbers are left, then both halves become a class: half and half
    # before, half and half after.
    halves = Hierarchy.from_cuts([15], labels=[["low", "high"]])
    numbers = pl.DataFrame({"a": list(range(11, 19))})
    data = Dataset.of(numbers, key="a", hierarchies={"a": halves})
    after = recode.apply(kept(data, 1, 3, 5, 7), Context()).data
    finding = Marginals().compare(data, after)
    assert margins(finding, "a") == about({"low": (1 / 2, 1 / 2), "high": (1 / 2, 1 / 2)})
    assert finding.value == pytest.approx(0, abs=CLOSE)


# ---------------------------------------------------------------- numbers with many values


def test_a_number_with_many_values_is_compared_on_its_tenths() -> None:
    # 1 to 100, ten to a tenth; keeping 1 to 50 doubles the first five and empties the others.
    data = of(a=list(range(1, 101)))
    finding = Marginals().compare(data, kept(data, *range(50)))
    assert finding.value == pytest.approx(0.1, abs=CLOSE)
    assert finding.details["by_column"]["a"]["distance"] == pytest.approx(0.5, abs=CLOSE)
    assert len(margins(finding, "a")) == 10
    assert finding.details["by_column"]["a"]["categories_before"] == 100


def test_tenths_are_tenths_of_the_people() -> None:
    # One value in thirty holds most of the weight: it fills several tenths by itself.
    data = of(a=list(range(30)), w=[70.0] + [1.0] * 29)
    found = margins(Marginals(columns=["a"]).compare(data, data), "a")
    assert max(before for before, _ in found.values()) == pytest.approx(70 / 99)
    assert sum(before for before, _ in found.values()) == pytest.approx(1)


def test_few_values_of_a_number_are_compared_one_by_one() -> None:
    data = of(a=list(range(20)))
    finding = Marginals().compare(data, kept(data, *range(10)))
    assert finding.value == pytest.approx(1 / 20, abs=CLOSE)
    assert len(margins(finding, "a")) == 20


def test_missing_numbers_stay_apart_from_the_tenths() -> None:
    data = of(a=[*range(1, 101), *[None] * 100])
    finding = Marginals().compare(data, kept(data, *range(100)))
    assert margins(finding, "a")[None] == pytest.approx((0.5, 0))
    assert finding.value == pytest.approx(0.5, abs=CLOSE)


def test_numbers_beyond_those_seen_before_fall_in_the_outer_tenths() -> None:
    data = of(a=[float(n) for n in range(1, 101)])
    moved = data.with_frame(data.frame.with_columns((nw.col("a") + 1000).alias("a")))
    finding = Marginals().compare(data, moved)
    assert finding.value == pytest.approx(0.9, abs=CLOSE)


# ---------------------------------------------------------------- columns, targets, refusals


def test_columns_may_be_chosen() -> None:
    data = Dataset.of(dishes(), key="Sexe", sensitive="Plat préféré")
    after = kept(data, 0, 1, 2, 3, 4)
    finding = Marginals(columns=["Âge"]).compare(data, after)
    assert list(finding.details["by_column"]) == ["Âge"]
    assert finding.value == pytest.approx(3 / 9 - 1 / 5, abs=CLOSE)  # 25-50


def test_a_column_that_was_dropped_is_wholly_lost() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    after = data.without_columns(["Âge"])
    for part in (Marginals(most=0.1), Marginals(columns=["Âge"], most=0.1)):
        finding = part.compare(data, after)
        assert (finding.value, finding.met) == (1.0, False)
        assert finding.details["by_column"]["Âge"]["categories_after"] == 0
        assert "'Âge'" in finding.reads
    with pytest.raises(ColumnError, match="no column 'Taille'"):
        Marginals(columns=["Taille"]).compare(data, after)


def test_the_gap_allowed_is_judged() -> None:
    data = of(a=["x", "x", "y", "y"])
    after = kept(data, 0, 1, 2)
    assert Marginals(most=0.2).compare(data, after).met is True
    assert Marginals(most=0.16).compare(data, after).met is False
    assert Marginals().compare(data, after).met is None


@pytest.mark.parametrize(
    "values", [{"most": -0.1}, {"most": 2}, {"most": "x"}, {"columns": []}, {"column": "a"}]
)
def test_bad_parameters_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        Marginals(**values)


@pytest.mark.parametrize("bad", [None, 0.0, -31.0])
def test_weights_that_count_nobody_are_refused_with_their_number(bad: float | None) -> None:
    data = of(a=["x", "y", "z"], w=[70.0, bad, bad])
    with pytest.raises(InputError, match="2 records") as raised:
        Marginals().compare(data, data)
    assert "70" not in str(raised.value)
    assert "31" not in str(raised.value)


@pytest.mark.parametrize("name", ["before", "after", "column", "category", "value", "label"])
def test_a_column_may_be_called_as_one_of_the_result(name: str) -> None:
    data = of(**{name: ["x", "x", "y", "y"]})
    finding = Marginals().compare(data, kept(data, 0, 1, 2))
    assert finding.value == pytest.approx(1 / 6, abs=CLOSE)
    merged = recoded(data, name, {"x": "z", "y": "z"})
    assert Marginals().compare(data, merged).value == 0


def test_an_empty_release_has_lost_everybody() -> None:
    data = of(a=["x", "y", "y"])
    assert Marginals().compare(data, kept(data)).value == 1


# ---------------------------------------------------------------- words


def test_sentences_speak_both_languages() -> None:
    data = of(a=["x", "y", "y"])
    finding = Marginals(most=0.1).compare(data, kept(data, 0, 1))
    speaks_both_languages(finding)
    assert finding.reads == "No share of a category moved by more than 16.7% of the file."
    assert finding.better == "lower"


def test_no_value_shows_in_the_sentence_or_in_the_repr() -> None:
    data = of(a=["SECRET1", "SECRET2", "SECRET2"])
    shows_no("SECRET", Marginals().compare(data, kept(data, 0, 1)))
