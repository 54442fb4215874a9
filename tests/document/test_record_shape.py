"""Records that were changed by hand: refused when they are read, or told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from discret.document.pages.render import read_record
from discret.document.record_shape import check_shape, tellable
from discret.errors import FileError
from marked import TEXT, shown, told

WRONG: list[dict[str, Any]] = [
    {"data": {"before": {"columns": {"age": {"role": []}}}}},
    {"met": "yes"},
    {"met": 1},
    {"title": {"en": 3}},
    {"steps": [3]},
    {"steps": [{"risk": [{"value": "3"}]}]},
    {"steps": [{"risk": [{"value": 10**400}]}]},
    {"steps": [{"difference": {"cells": {"age": -1}}}]},
    {"steps": [{"method": {"title": {"de": TEXT}}}]},
    {"measures": [{"parameters": [TEXT]}]},
    {"measures": [{"recounted": [TEXT]}]},
    {"risk_before": {TEXT: TEXT}},
    {"gate": {"columns": {TEXT: {"by": TEXT}}}},
    {"data": {"after": {"records": 1.5}}},
    {"data": {"after": {"roles": {"key": TEXT}}}},
    {"released": {"bytes": "many"}},
    {"notices": [[TEXT]]},
    {"hierarchies": {"age": TEXT}},
]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_record_of_another_shape_is_refused(wrong: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps({"schema": "discret.record/1", **wrong}), encoding="utf-8")
    with pytest.raises(FileError, match="not as discret writes it") as caught:
        read_record(path)
    assert shown(told(caught.value), caught.value.within("fr")) == []


def test_what_may_be_missing_is_no_fault() -> None:
    check_shape("record", {"met": None, "steps": [{}], "data": {"before": None}, "later": 3})


def test_what_cannot_be_told_is_refused_without_its_message() -> None:
    with pytest.raises(FileError, match="does not hold together") as caught, tellable("record"):
        {}[TEXT]
    assert shown(told(caught.value)) == []


@pytest.mark.parametrize(
    "notice", [None, "text", 3, {}, {"en": "text"}, {"en": "text", "fr": None}]
)
def test_what_is_said_is_said_in_both_languages(notice: object) -> None:
    for section in ({"notices": [notice]}, {"steps": [{"said": [notice]}]}):
        with pytest.raises(FileError, match="not as discret writes it"):
            check_shape("record", section)
    check_shape("record", {"notices": [{"en": "text", "fr": "texte"}]})
