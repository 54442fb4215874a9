"""Figures with several releases: every number is told, looks differ, nothing endless is drawn."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from markupsafe import Markup

from discret.document.figures.forest import Estimates, Interval, forest
from discret.document.figures.plane import Move, limits_of, plane
from discret.document.figures.ratio_lines import Ratios, ratio_lines
from discret.document.figures.styles import LOOKS, ORIGINAL, look, swatch
from discret.document.words.voice import Voice

EN, FR = Voice("en"), Voice("fr")


def read(svg: Markup) -> ET.Element:
    """A figure is well-formed XML, and names nothing outside."""
    assert "http://" not in re.sub(r"xmlns(:\w+)?=\"[^\"]*\"", "", svg)
    return ET.fromstring(svg)  # noqa: S314 (ours)


def test_looks_differ_in_colour_line_and_mark() -> None:
    every = [ORIGINAL, *LOOKS]
    assert len({one.colour for one in every}) == len({one.mark for one in every}) == len(every)
    assert len({str(one.line) for one in LOOKS}) == len(LOOKS)
    assert {str(swatch(place)) for place in range(-1, 4)} == {
        str(swatch(place)) for place in (-1, 4, 5, 6, 7)
    }
    for place in range(-1, 4):
        assert look(place).colour in swatch(place)
        read(swatch(place))


def test_ratios_are_drawn_each_in_its_look() -> None:
    series = [Ratios("A", [0.5, 1, 1.5], [1, 3]), Ratios("C", [1, 1], [5]), Ratios("D", [], [])]
    drawn = ratio_lines(series, voice=FR, title="r", places=[0, 2, 3])
    read(drawn)
    assert "A\u202f: 0,5 – 1,5\u202f; C\u202f: 1 – 1" in drawn
    drawn_in = [place for place in range(4) if look(place).colour in drawn]
    assert drawn_in == [0, 2]
    assert ratio_lines([Ratios("A", [], [])], voice=EN, title="r") == ""


def test_a_forest_tells_every_interval() -> None:
    rows = [
        Estimates("age", "25-34", [Interval(2.0, 1.0, 4.0), None, Interval(1.5, None, None)]),
        Estimates("age", "65+ & more", [Interval(0.5, 0.2, 1e300), Interval(0.4, 0.1, 0.9), None]),
        Estimates("income", "", [None, None, None]),
    ]
    drawn = forest(rows, ["before", "A", "B"], voice=EN, title="model", ratios=True)
    read(drawn)
    assert "age 25-34: before 2 [1; 4], B 1.5 [—; —]" in drawn
    assert "65+ &amp; more" in drawn
    assert "income" not in drawn
    assert forest(rows[2:], ["before", "A", "B"], voice=EN, title="model", ratios=True) == ""


def test_coefficients_may_be_negative_where_they_are_no_ratios() -> None:
    rows = [Estimates("income", "", [Interval(-2.0, -3.0, -1.0)])]
    read(forest(rows, ["before"], voice=EN, title="model", ratios=False))
    read(forest(rows, ["before"], voice=EN, title="model", ratios=True))


def test_a_plane_names_what_moved_most() -> None:
    moves = [Move(f"c{n}", (n / 10, 0.0), (n / 10, n / 20), n / 20) for n in range(9)]
    drawn = plane(moves, voice=EN, title="plane", place=1)
    read(drawn)
    assert "c8: 0.4; c7: 0.35" in drawn
    assert "c2" not in drawn
    assert plane([], voice=EN, title="plane") == ""


@pytest.mark.parametrize("moves", [[Move("a", (0, 0), (0, 0), 0)], [Move("a", (1, 2), (1, 3), 1)]])
def test_limits_have_a_width_and_a_height(moves: list[Move]) -> None:
    left, right, bottom, top = limits_of(moves)
    assert left < right
    assert bottom < top
    read(plane(moves, voice=EN, title="plane"))
