"""Codes with labels are the categories that the labels name: every part, whatever the codes."""

from __future__ import annotations

from functools import cache
from typing import Any

import polars as pl
import pytest

from discret import Dataset, Finding
from discret.data.files.labels import Labels
from discret.errors import DiscretError
from discret.parts import Part
from every_part import EXAMPLES, ROLES, hierarchies, label, people, population, used

CATEGORIES = ("sex", "town", "illness", "zone", "remark")


def coded(columns: tuple[str, ...], *, backwards: bool) -> tuple[pl.DataFrame, Labels]:
    """The people, with numbers in place of some values, and what these numbers stand for."""
    frame, labels = people(), {}
    for name in columns:
        values = frame[name].drop_nulls().unique().cast(pl.String).sort(descending=backwards)
        labels[name] = dict(enumerate(values.to_list(), 7))
        turned = {text: code for code, text in labels[name].items()}
        codes = frame[name].cast(pl.String).replace_strict(turned, return_dtype=pl.Int64)
        frame = frame.with_columns(codes.alias(name))
    return frame, Labels(values=labels)


@cache
def data_of(*, labelled: bool) -> Dataset:
    """The people, or codes that stand for what is said of them."""
    frame, labels = coded(CATEGORIES, backwards=True) if labelled else (people(), None)
    whom = population(people(), ROLES["key"])
    beside: dict[str, Any] = {"hierarchies": hierarchies(), "population": whom}
    return Dataset.of(frame, labels=labels, unexamined=["zone"], **beside, **ROLES)


def outcome(part: Part, data: Dataset) -> tuple[Any, Any]:
    """What a part finds or does, or why it refuses to."""
    try:
        result = used(part, data)
    except DiscretError as error:
        return type(error).__name__, error.message
    if isinstance(result, Finding):
        return result.to_dict(), None
    return dict(result.facts), result.data.to_polars().rows()


def in_any_order(told: Any) -> str:
    """What was told, whatever order it lists categories in: labels are in that of their codes."""
    if isinstance(told, dict):
        return repr(sorted((str(name), in_any_order(one)) for name, one in told.items()))
    return repr(sorted(map(in_any_order, told))) if isinstance(told, list | tuple) else repr(told)


@pytest.mark.parametrize("part", EXAMPLES, ids=label)
def test_labelled_codes_are_what_their_labels_are(part: Part) -> None:
    one, other = (outcome(part, data_of(labelled=labelled)) for labelled in (True, False))
    assert in_any_order(one) == in_any_order(other)


@pytest.mark.parametrize("part", EXAMPLES, ids=label)
def test_no_part_takes_labelled_codes_for_numbers(part: Part) -> None:
    """Other codes with the same labels change nothing, so nothing was computed with codes."""
    assert told(part, numbers_as_codes(backwards=False)) == told(
        part, numbers_as_codes(backwards=True)
    )


@cache
def numbers_as_codes(*, backwards: bool) -> Dataset:
    """The people, their ages and incomes as codes that stand for them."""
    frame, labels = coded(("income", "age"), backwards=backwards)
    cut: dict[str, Any] = {"hierarchies": {"town": hierarchies()["town"]}}
    return Dataset.of(frame, labels=labels, unexamined=["zone"], **cut, **ROLES)


def told(part: Part, data: Dataset) -> str:
    """Write what a part finds or does, or why it refuses to."""
    if part.name == "recode" and part.column == "age":
        return ""  # whoever states classes of codes means the codes
    try:
        result = used(part, data)
    except DiscretError as error:
        return str(error)
    if isinstance(result, Finding):
        return in_any_order(result.to_dict())
    return in_any_order((dict(result.facts), result.data.to_polars().rows()))


NUMBERS = [part for part in EXAMPLES if "income" in part.numeric]


@pytest.mark.parametrize("part", NUMBERS, ids=label)
def test_who_needs_numbers_refuses_codes_by_name_and_says_what_to_do(part: Part) -> None:
    frame, labels = coded(("income",), backwards=False)
    data = Dataset.of(frame, labels=labels, **{**ROLES, "hierarchies": hierarchies()})
    with pytest.raises(DiscretError, match=r"'income'.*Hint: .*\[data\] numbers = \[\"income\"\]"):
        used(part, data)
