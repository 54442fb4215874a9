"""Which levels keep to constraints: against the classes of every level, written plainly."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Hierarchy
from discret.data.hierarchies.level_limits import Constraints, Span
from discret.errors import DiscretError, HierarchyError, ParameterError
from strategies import examples

LETTERS = list("abcdef")
LISTS = st.lists(
    st.lists(st.sampled_from(LETTERS), min_size=2, max_size=3, unique=True), max_size=2
)


@st.composite
def ladders(draw: st.DrawFn) -> Hierarchy:
    """Classes of letters, then classes of these, then one."""
    first = draw(st.lists(st.integers(0, 3), min_size=6, max_size=6))
    second = draw(st.lists(st.integers(0, 1), min_size=4, max_size=4))
    rows = [[a, f"f{c}", f"s{second[c]}", "*"] for a, c in zip(LETTERS, first, strict=True)]
    return Hierarchy.from_dict({"from": "table", "rows": rows})


def classes(hierarchy: Hierarchy, level: int) -> list[set[str]]:
    rows = hierarchy.table.rows()
    labels = dict.fromkeys(row[level] for row in rows)
    return [{row[0] for row in rows if row[level] == label} for label in labels]


def keeps(hierarchy: Hierarchy, level: int, apart: Any, together: Any, order: Any) -> bool:
    found = classes(hierarchy, level)
    pairs = [set(pair) for members in apart for pair in combinations(members, 2)]
    torn = [pair <= one for one in found for pair in pairs]
    whole = [any(set(members) <= one for one in found) for members in together]
    places = [sorted(order.index(member) for member in one) for one in found] if order else []
    runs = [place[-1] - place[0] + 1 == len(place) for place in places]
    return not any(torn) and all(whole) and all(runs)


@examples(150)
@given(ladders(), LISTS, LISTS, st.none() | st.permutations(LETTERS))
def test_the_span_is_that_of_the_levels_that_keep_to_all(hierarchy, apart, together, order) -> None:
    rules = Constraints(apart, together, False if order is None else order)
    values = pl.Series("c", LETTERS)
    levels = [level for level in range(4) if keeps(hierarchy, level, apart, together, order)]
    span = None
    with suppress(HierarchyError):
        span = rules.span("test", values, hierarchy)
    span = span or Span(1, 0)
    allowed = list(range(span.low, span.high + 1))
    assert set(allowed) <= set(levels)
    if order is None:
        assert allowed == levels
    elif levels:  # what an order forbids once it forbids for good
        broken = [n for n in range(4) if not keeps(hierarchy, n, [], [], order)]
        assert allowed == [n for n in levels if n < min(broken, default=4)]


def test_numbers_dates_and_the_alphabet_have_an_order_of_their_own() -> None:
    cuts = Hierarchy.from_cuts([20, 40], [40])
    ages = Constraints(apart=[["5", "65"]], ordered=True)
    assert ages.span("test", pl.Series("age", [5, 25, 45, 65]), cuts) == Span(0, 2)
    assert ages.span("test", pl.Series("age", ["5", "25", "45", "65"]), cuts) == Span(0, 2)
    ends = Hierarchy.from_groups({"ends": ["a", "c"]})
    assert Constraints(ordered=True).span("test", pl.Series("c", ["a", "b", "c"]), ends).high == 0
    days = Hierarchy.from_dates("month", "year")
    born = pl.Series("born", ["2024-01-05", "2024-02-03", "2025-01-01"]).str.to_date()
    months = Constraints(apart=[["2024-01-05", "2025-01-01"]], ordered=True)
    assert months.span("test", born, days) == Span(0, 2)


def test_text_that_looks_like_numbers_keeps_its_own_names() -> None:
    codes = Hierarchy.from_parents({"01": "x", "2": "x", "10": "y"})
    assert Constraints(ordered=True).span("t", pl.Series("c", ["01", "10", "2"]), codes).high == 2


def test_a_category_that_the_hierarchy_alone_knows_counts() -> None:
    towns = Hierarchy.from_parents({"a": "north", "b": "north", "c": "south"})
    few = pl.Series("town", ["a", "c"])
    assert Constraints(apart=[["a", "b"]]).span("test", few, towns) == Span(0, 0)


def test_without_a_hierarchy_there_is_one_level() -> None:
    values = pl.Series("c", ["a", "b"])
    assert Constraints(apart=[["a", "b"]], ordered=True).span("test", values, None) == Span(0, 0)
    with pytest.raises(HierarchyError, match="none keeps to all"):
        Constraints(together=[["a", "b"]]).span("test", values, None)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (Constraints(apart=[["Zyx", "a"]]), "apart of 'c', list 1: 1 of 2 is no value of it"),
        (Constraints(together=[["a", "a"]]), "together of 'c', list 1: names only 1"),
        (Constraints(ordered=["a"]), "ordered of 'c': the list lacks 1 of 2 values"),
        (Constraints(ordered=["a", "Zyx", "a"]), "ordered of 'c': a value is listed twice"),
    ],
)
def test_a_slip_is_told_without_the_values(rules: Constraints, said: str) -> None:
    values = pl.Series("c", ["a", "Zyx b"])
    prefixes = Hierarchy.from_prefixes(1)
    with pytest.raises(ParameterError) as raised:
        rules.span("test", values, prefixes)
    assert said in str(raised.value)
    assert raised.value.hint
    assert "Zyx" not in str(raised.value)
    assert isinstance(raised.value, DiscretError)
    assert "Zyx" not in repr(rules)
