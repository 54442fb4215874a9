"""Figures are self-contained SVG, their text is text, and values lie where axes say."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from discret.document.figures.bar_rows import Bar, class_bars, class_label, fewer, folded
from discret.document.figures.bars import bars
from discret.document.figures.colours import BEFORE, TARGET
from discret.document.figures.sheet import Scale
from discret.document.figures.trajectory import trajectory
from discret.document.words.voice import Voice

EN, FR = Voice("en"), Voice("fr")
SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 (our own figure)


def texts(svg: str) -> list[str]:
    return ["".join(one.itertext()) for one in parsed(svg).iter(f"{SVG}text")]


def path(**values: Any) -> str:
    given = {"voice": EN, "title": "k-anonymity", "target": 3, "met": [False, False, True]}
    return str(trajectory([1, 1, 3], **{**given, **values}))


def test_text_stays_text_and_is_told_to_those_who_hear_it() -> None:
    svg = path()
    root = parsed(svg)
    assert root.get("role") == "img"
    assert root.get("aria-label") == "k-anonymity. before: 1; 1: 1; 2: 3; target: 3"
    assert root.findtext(f"{SVG}title") == "k-anonymity"
    assert {"before", "1", "2", "target 3"} <= set(texts(svg))


def test_a_missed_target_is_hollow_and_the_target_is_a_line() -> None:
    svg = path()
    assert svg.count("fill: #ffffff") == 2
    assert TARGET in svg
    assert path(met=[]).count("fill: #ffffff") == 0
    assert TARGET not in path(target=None)


@pytest.mark.parametrize("values", [[], [None], [None, None], [float("nan")], [True]])
def test_nothing_is_drawn_without_numbers(values: list[Any]) -> None:
    assert trajectory(values, voice=EN, title="t") == ""
    assert bars([], voice=EN, title="t") == ""


@pytest.mark.parametrize(
    "values", [[0.0], [0, 0], [None, 2, None], [-1.5, 2.0], [5] * 40, [1e-300, 1.0], [2e-16, 0.3]]
)
def test_odd_paths_are_drawn(values: list[Any]) -> None:
    for target in (None, 0.1):
        assert (
            parsed(trajectory(values, voice=FR, title="t", target=target, share=True)) is not None
        )


def test_many_steps_are_numbered_sparsely() -> None:
    shown = texts(trajectory([5] * 60, voice=EN, title="t"))
    assert "before" in shown
    assert len([one for one in shown if one.isdigit()]) < 20


def test_wide_ranges_are_drawn_on_a_logarithmic_axis_and_rounding_noise_is_zero() -> None:
    wide = texts(trajectory([0.2, 0.0001], voice=EN, title="t", share=True))
    assert {"10%", "1%", "0.1%"} <= set(wide)
    noise = texts(trajectory([2e-16, 0.07], voice=EN, title="t", share=True))
    assert {"0%", "2%", "4%"} <= set(noise)


def test_a_share_has_no_tick_beyond_one() -> None:
    shown = texts(trajectory([1.0, 0.5], voice=EN, title="t", share=True))
    assert not [one for one in shown if float(one.strip("%").replace("before", "0")) > 100]


def test_bars_show_before_and_after_with_numbers_in_the_language() -> None:
    rows = [Bar("femme", 0.52, 0.5225), Bar("homme", 0.48, None)]
    assert texts(bars(rows, voice=FR, title="sexe")) == [
        "femme", "homme", "52\u202f%", "48\u202f%", "52,2\u202f%",
    ]  # fmt: skip
    svg = bars(rows, voice=EN, title="sexe")
    assert svg.count(f"fill: {BEFORE}") == 2  # the labels are of a darker grey
    assert "femme: before 52%, after 52.2%; homme: before 48%" in svg


def test_labels_are_escaped_and_never_read_as_mathematics() -> None:
    label = '<b>$x_1$ & "y"'
    svg = bars([Bar(label, 0.1, 0.2)], voice=EN, title=label)
    assert label in texts(svg)
    assert "<b>" not in svg
    assert parsed(svg).findtext(f"{SVG}title") == label


@pytest.mark.parametrize("label", ["", "東京都", "a\x00b\x07", "a\nb", "x" * 500, "$", "\\frac{"])
def test_any_label_can_be_drawn(label: str) -> None:
    assert bars([Bar(label, 0.1, 0.2)], voice=EN, title="t")


def test_figures_of_one_page_share_no_identifier() -> None:
    svgs = [path(), path(title="other"), bars([Bar("a", 0.1, 0.2)], voice=EN, title="t")]
    found = [one for svg in svgs for one in re.findall(r'\bid="([^"]*)"', svg)]
    assert len(found) == len(set(found))
    assert not re.search(r"<style|<metadata|<\?xml|<!DOCTYPE", "".join(svgs))


def test_a_figure_is_the_same_each_time() -> None:
    with ThreadPoolExecutor(4) as pool:
        drawn = set(pool.map(lambda _: path(), range(8)))
    assert len(drawn) == 1


@pytest.mark.parametrize("log", [False, True])
def test_round_values_lie_within_an_axis_and_are_few(log: bool) -> None:
    rng = np.random.default_rng(1)
    for _ in range(300):
        low, wide = 10 ** rng.uniform(-6, 6), 10 ** rng.uniform(2.2, 5)
        axis = Scale(low, low * wide, 300, 20, log=log)
        ticks = axis.ticks(5)
        assert 2 <= len(ticks) <= 7
        assert all(axis.low * (1 - 1e-9) <= tick <= axis.high * (1 + 1e-9) for tick in ticks)
        places = [axis.at(tick) for tick in ticks]
        assert places == sorted(places, reverse=True)
        assert all(19 <= place <= 301 for place in places)


def test_whole_numbers_have_whole_steps() -> None:
    for most in range(1, 400):
        assert all(tick == int(tick) for tick in Scale(0, 1.28 * most, 0, 1).ticks(5, whole=True))


def test_classes_become_shares_of_their_total() -> None:
    rows = class_bars({"1": 3, "2-3": 1}, {"2-3": 4, ">=4": 0, "odd": "text"}, EN)
    assert rows == [
        Bar("1", 0.75, None), Bar("2–3", 0.25, 1.0), Bar("≥ 4", None, 0.0), Bar("odd", None, None),
    ]  # fmt: skip
    assert class_bars({"1": 0}, {"1": 0}, EN) == [Bar("1", 0.0, 0.0)]
    assert (
        class_label("<0.1%", FR) == "<\u00a00,1\u202f%"
        or class_label("<0.1%", FR) == "< 0,1\u202f%"
    )


def test_many_categories_become_the_largest_and_the_others() -> None:
    rows = [Bar(str(i), i / 45, None) for i in range(10)]
    kept = fewer(rows, EN, most=4)
    assert [row.label for row in kept] == ["7", "8", "9", "others (7)"]
    assert sum(row.before or 0 for row in kept) == pytest.approx(1)


def test_long_labels_are_folded_on_two_lines() -> None:
    assert folded("x" * 100)[-1].endswith("…")
    assert len(folded("one two three four five six seven eight nine ten eleven twelve")) == 2


@pytest.mark.parametrize(("value", "below"), [(0.09, True), (0.05, False)])
def test_a_label_does_not_lie_on_the_line_of_the_target(value: float, below: bool) -> None:
    drawn = str(trajectory([0.0, value], voice=EN, title="t", target=0.1, share=True))
    (label,) = re.findall(rf'700;[^>]* y="([\d.]+)"[^>]*>{value:.0%}<', drawn)
    ticks = dict(re.findall(r'y="([\d.]+)"[^>]*>(\d+%)<', drawn))
    heights = {text: float(height) for height, text in ticks.items() if height != label}
    place = heights["10%"] + (1 - value / 0.1) * (heights["5%"] - heights["10%"]) * 2
    assert (float(label) > place) is below
