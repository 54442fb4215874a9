"""Labels come back in the order in which a person expects them, however they were shuffled."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise
from random import Random

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.data.hierarchies.rules import UNITS, Closed, Unit, date_labels, interval_labels
from discret.data.hierarchies.sources import step_labels
from discret.data.reading_order import in_order, order_of

CHANCE = st.randoms(use_true_random=False)
WHOLE = st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=12, unique=True).map(sorted)
DECIMAL = st.lists(
    st.decimals(-(10**4), 10**4, places=2).map(float), min_size=1, max_size=12, unique=True
).map(sorted)


def shuffled(labels: list[str], chance: Random) -> list[str]:
    return chance.sample(labels, len(labels))


@given(cuts=WHOLE, closed=st.sampled_from(["left", "right"]), chance=CHANCE)
def test_intervals_of_whole_numbers(cuts: list[float], closed: Closed, chance: Random) -> None:
    labels = list(dict.fromkeys(interval_labels(cuts, closed, whole=True)))
    assert in_order(shuffled(labels, chance)) == labels


@given(cuts=DECIMAL, closed=st.sampled_from(["left", "right"]), chance=CHANCE)
def test_intervals_of_decimals(cuts: list[float], closed: Closed, chance: Random) -> None:
    labels = interval_labels(cuts, closed, whole=False)
    assert in_order(shuffled(labels, chance)) == labels


def written(value: int, language: str) -> str:
    return f"{value:,}" if language == "en" else f"{value:,}".replace(",", "\u202f")


@given(
    cuts=st.lists(st.integers(1, 10**7), min_size=2, max_size=9, unique=True).map(sorted),
    language=st.sampled_from(["en", "fr"]),
    unit=st.sampled_from(["", " €", " ans", " years"]),
    chance=CHANCE,
)
def test_intervals_in_words(cuts: list[int], language: str, unit: str, chance: Random) -> None:
    first, *_ = ends = [written(cut, language) + unit for cut in cuts]
    last = ends[-1]
    to = " à " if language == "fr" else " to "
    labels = [
        f"moins de {first}" if language == "fr" else f"under {first}",
        *(f"{low}{to}{high}" for low, high in pairwise(ends)),
        f"{last} et plus" if language == "fr" else f"{last} and over",
    ]
    assert in_order(shuffled(labels, chance)) == labels


@given(
    start=st.dates(date(1850, 1, 1), date(2100, 1, 1)),
    days=st.integers(1, 40),
    many=st.integers(2, 60),
    unit=st.sampled_from(UNITS),
    chance=CHANCE,
)
def test_dates_and_their_levels(
    start: date, days: int, many: int, unit: Unit, chance: Random
) -> None:
    dates = pl.Series([start + timedelta(days=days * n) for n in range(many)])
    labels = date_labels(dates, unit).unique(maintain_order=True).to_list()
    assert in_order(shuffled(labels, chance)) == labels


@given(many=st.integers(2, 30), step=st.integers(2, 8), chance=CHANCE)
def test_a_declared_order_goes_before_all_others(many: int, step: int, chance: Random) -> None:
    order = shuffled([f"{number} {'abc'[number % 3]}" for number in range(many)], chance)
    assert in_order(shuffled(order, chance), known=order) == order
    labels = step_labels(order, step)
    assert in_order(shuffled(labels, chance), known=order) == labels


@pytest.mark.parametrize(
    "labels",
    [
        ["<15", "15-29", "30-44", "45-59", "60-74", ">=75"],
        ["<3", "3-4", ">=5"],
        ["1", "2", "10", "unknown", "*"],
        ["moins de 25 – 25-34", "35-44 – 45-54", "55-64 – 65 et plus"],
        ["1 enfant", "2 enfants", "10 enfants ou plus"],
        ["≤ 0,5 %", "0,5 % à 1 %", "> 1 %"],
        ["]0 ; 2,5]", "]2,5 ; 10]", "]10 ; 20]"],
        ["up to 99", "100-199", "200+"],
        ["31/12/1999", "01/01/2000"],
        ["écharpe", "Étude", "zèbre", "Zoo"],
        ["classe 2", "classe 10"],
    ],
)
@given(chance=CHANCE)
def test_labels_as_people_write_them(labels: list[str], chance: Random) -> None:
    assert in_order(shuffled(labels, chance)) == labels


def test_codes_of_one_length_go_by_letter() -> None:
    assert in_order(["2B", "30", "19", "2A", "01"]) == ["01", "19", "2A", "2B", "30"]


def test_missing_comes_last() -> None:
    assert in_order([None, "*", "b", "5"]) == ["5", "b", "*", None]


@given(st.lists(st.one_of(st.none(), st.text(max_size=8), st.just("9" * 5000)), max_size=8))
def test_any_text_has_a_place(labels: list[str | None]) -> None:
    places = order_of(labels)
    assert sorted(places) == list(range(len(labels)))
    again = [labels[place] for place in places]
    assert in_order(again[::-1]) == again
