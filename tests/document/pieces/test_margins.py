"""The bars of the distributions stand in the order of readers, and none is torn out of it."""

from __future__ import annotations

import polars as pl
import pytest

from discret import Dataset
from discret.document.figures.bar_rows import Bar
from discret.document.pieces.margins import margin_bars, runs, tenth_label
from discret.document.words.voice import Voice
from discret.quantify import Marginals

EN, FR = Voice("en"), Voice("fr")


def rows(*categories: str | None, column: str = "a") -> list[dict[str, object]]:
    share = 1 / len(categories)
    return [
        {"column": column, "category": category, "before": share, "after": share}
        for category in categories
    ]


def test_margins_are_sorted_by_column_and_null_is_missing() -> None:
    found = margin_bars(
        [
            {"column": "a", "category": None, "before": 0.2, "after": 0.1},
            {"column": "b", "category": "x", "before": 1, "after": 1},
            {"column": "a", "category": "y", "before": 0.8},
            "odd",
            {"category": "lost"},
        ],
        {},
        FR,
    )
    assert found == {
        "a": [Bar("y", 0.8, None), Bar("(manquant)", 0.2, 0.1)],
        "b": [Bar("x", 1.0, 1.0)],
    }


def test_intervals_stand_in_their_order() -> None:
    found = margin_bars(rows("15-29", "30-44", "60-74", "<15", ">=75"), {}, EN)
    assert [bar.label for bar in found["a"]] == ["<15", "15-29", "30-44", "60-74", ">=75"]


def test_a_declared_order_is_kept() -> None:
    found = margin_bars(rows("high", "low", "middle"), {"a": ["low", "middle", "high"]}, EN)
    assert [bar.label for bar in found["a"]] == ["low", "middle", "high"]


def test_of_many_words_the_largest_are_kept_and_of_many_numbers_all_are_told() -> None:
    words = margin_bars(rows(*(chr(97 + n) for n in range(26))), {}, EN)["a"]
    assert [bar.label for bar in words][-1] == "others (17)"
    numbers = margin_bars(rows(*map(str, range(40))), {}, EN)["a"]
    assert [bar.label for bar in numbers] == [f"{n} – {n + 1}" for n in range(0, 40, 2)]
    assert sum(bar.before or 0 for bar in numbers) == pytest.approx(1)


def test_runs_of_nothing_are_nothing() -> None:
    assert runs([], 5) == []


def income(records: int) -> list[Bar]:
    frame = pl.DataFrame({"income": [1_000.37 + 113.1 * n for n in range(records)]})
    data = Dataset.of(frame, sensitive="income")
    return margin_bars(Marginals().compare(data, data).details["margins"], {}, FR)["income"]


def test_tenths_are_all_there_with_their_rounded_bounds() -> None:
    labels = [bar.label for bar in income(500)]
    assert len(labels) == 10
    assert labels[0] == "≤ 6\u202f500"  # the 50th is 6,542.27: no amount of the file is told
    assert labels[1] == "6\u202f500 – 12\u202f000"
    assert labels[-1] == "> 52\u202f000"


def test_tenths_of_few_people_tell_no_amount() -> None:
    assert [bar.label for bar in income(100)] == [f"tranche {n} sur 10" for n in range(1, 11)]


def test_a_number_with_endless_decimals_is_written_for_readers() -> None:
    labels = [bar.label for bar in margin_bars(rows("30", "1.10", "47.974137931"), {}, FR)["a"]]
    assert sorted(labels) == ["1.10", "30", "47,97"]  # 1.10 may be a code


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("<=25", "≤ 25"),
        ("26-30", "26 – 30"),
        (">90", "> 90"),
        ("7", "7"),
        ("(-5, 2.5]", "-5 – 2.5"),
    ],
)
def test_a_tenth_is_written_as_one_reads_it(name: str, label: str) -> None:
    assert tenth_label(name, EN) == label
