"""Words and numbers stay within their figure and off one another, whatever they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from discret.document.figures.bar_rows import Bar, folded
from discret.document.figures.bars import bars
from discret.document.figures.forest import Estimates, Interval, forest
from discret.document.figures.lattice import trade
from discret.document.figures.plane import Move, limits_of, plane
from discret.document.figures.protection_bars import loss_bars
from discret.document.figures.trajectory import trajectory
from discret.document.words.voice import Voice
from discret.words import LANGUAGES, Language

SVG = "{http://www.w3.org/2000/svg}"
EMS = {
    " ": 0.32, ",": 0.32, ".": 0.32, "\u202f": 0.2, "’": 0.32, "W": 0.99, "漢": 1.0, "i": 0.28,
    "j": 0.28, "l": 0.28, "f": 0.35, "t": 0.39, "r": 0.41, "(": 0.39, ")": 0.39, "m": 0.97,
}  # fmt: skip
DIGIT, SMALL, CAPITAL = 0.636, 0.6, 0.7  # of their height, in DejaVu Sans
LABELS = ["W" * 22, "SECTEUR DES TRANSPORTS", "漢" * 22, "a" * 200, "a word " * 9, "", "é" * 30]
EVERY = (1e-12, 0.5, 999.5, 1234567.0, 1e9, 1e15)


def spans(svg: str) -> Iterator[tuple[str, float, float, float]]:
    """Yield each text with its left and right end, and how low it lies."""
    for one in ET.fromstring(svg).iter(f"{SVG}text"):  # noqa: S314 (our own figure)
        words, style = "".join(one.itertext()), one.get("style") or ""
        size = float(re.findall(r"font-size: ([\d.]+)px", style)[0])
        long = float(one.get("textLength") or size * sum(map(_em, words)))
        x, y = float(one.get("x") or 0), float(one.get("y") or 0)
        before = {"start": 0.0, "middle": 0.5, "end": 1.0}[re.findall(r"anchor: (\w+)", style)[0]]
        yield words, x - before * long, x + (1 - before) * long, y


def _em(sign: str) -> float:
    kind = DIGIT if sign.isdigit() else CAPITAL if sign.isupper() else SMALL
    return EMS.get(sign, kind)


def within(svg: str) -> None:
    """Every text is within the sheet, and none lies on another of its line."""
    box = re.findall(r'viewBox="0 0 ([\d.e+]+) ([\d.e+]+)"', svg)[0]
    every = sorted(spans(svg), key=lambda one: (one[3], one[1]))
    assert every
    assert all(left > -1 and right < float(box[0]) + 1 for _, left, right, _ in every)
    for (_, _, right, y), (_, left, _, below) in pairwise(every):
        assert y != below or right <= left + 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("most", EVERY)
def test_numbers_of_any_size_are_whole(most: float, language: Language) -> None:
    voice = Voice(language)
    within(trajectory([most, most / 40, most], voice=voice, title="t", target=most / 3))
    within(trade([(0, most), (round(most), 1.0)], voice=voice, title="t"))
    ways = {"squares_lost": round(most), "squares_lost_share": 0.25}
    for _, svg in loss_bars([{"way": "fewest_observations", **ways}], language):
        within(svg)


@pytest.mark.parametrize("most", [3.0, 40.0, 2000.0, 1e7, 1e12, 1e40])
@pytest.mark.parametrize("ratios", [True, False])
def test_ratios_that_differ_widely_are_told_apart(most: float, ratios: bool) -> None:
    row = Estimates("age", "", [Interval(1 / most, None, None), Interval(most, None, None)])
    within(forest([row], ["before", "A"], voice=Voice("en"), title="t", ratios=ratios))


def test_labels_of_wide_letters_are_cut_where_their_room_ends() -> None:
    within(bars([Bar(label, 0.5, 0.5) for label in LABELS], voice=Voice("en"), title="t"))
    within(bars([Bar(label, None, 0.5) for label in LABELS], voice=Voice("en"), title="t"))
    assert folded("W" * 22, lines=1)[0].endswith("W…")
    assert folded("i" * 30, lines=1) == ["i" * 30]


@pytest.mark.parametrize("high", [1.0, 100.0, 1e6])
def test_a_plane_is_not_much_higher_than_wide(high: float) -> None:
    left, right, bottom, top = limits_of([Move("a", (0.0, 0.0), (0.001, high), high)])
    assert left <= 0 < right
    assert bottom <= 0 < high <= top
    assert top - bottom < right - left


def test_what_rounding_alone_sets_apart_is_drawn_as_one_place() -> None:
    moves = [Move("a", (1e-17, 0.0), (0.0, 3e-17), 0.0), Move("b", (0.0, 0.0), (0.0, 0.0), 0.0)]
    assert "<svg" in plane(moves, voice=Voice("en"), title="t")
