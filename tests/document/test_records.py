"""The record is plain data, holds no record of the data, and is read again or refused."""

from __future__ import annotations

import hashlib
import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from discret.data.examples import dishes
from discret.document.pages.render import read_record
from discret.document.records import SCHEMA
from discret.document.records import record as tell
from discret.errors import FileError


def test_a_record_is_plain_data(release: Any) -> None:
    told = tell(release)
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert told["schema"] == SCHEMA
    assert told["released"] is None


def test_findings_stand_in_the_order_of_the_measures(record: dict[str, Any]) -> None:
    names = [measure["name"] for measure in record["measures"]]
    losses = [loss["name"] for loss in record["losses"]]
    assert [one["name"] for one in record["risk_before"]] == names
    for step in record["steps"]:
        assert [finding["name"] for finding in step["risk"]] == names
        assert [finding["name"] for finding in step["loss"]] == losses


def test_each_step_starts_where_the_one_before_ended(record: dict[str, Any]) -> None:
    changes = [step["difference"] for step in record["steps"]]
    assert changes[0]["records_before"] == record["data"]["before"]["records"] == 9
    assert changes[-1]["records_after"] == record["data"]["after"]["records"]
    for one, other in itertools.pairwise(changes):
        assert one["records_after"] == other["records_before"]


def test_no_identifier_of_the_data_is_in_a_record(told: str) -> None:
    text = json.dumps(json.loads(told), ensure_ascii=False)
    assert "Nom complet" in text  # the name of the column is
    assert not [name for name in dishes()["Nom complet"] if name in text]


def test_a_record_names_the_released_file(record: dict[str, Any]) -> None:
    content = b"Sexe,Age\n"
    assert record["released"] == {
        "name": "dishes.csv",
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def test_a_record_is_read_as_it_was_written(record_file: Path, record: dict[str, Any]) -> None:
    assert read_record(record_file) == record
    assert read_record(str(record_file)) == record


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("not json", "it is not JSON"),
        ("[1, 2]", "is not a record"),
        ('{"title": "a plan"}', "is not a record"),
        ('{"schema": "other.record/1"}', "is not a record"),
        ('{"schema": "discret.record/3"}', "is of version 3, this discret reads versions up to 2"),
        (b"\xff\xfe\x00", "not UTF-8"),
    ],
)
def test_what_is_not_a_record_is_refused(tmp_path: Path, content: str | bytes, words: str) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(FileError, match=words) as caught:
        read_record(path)
    assert caught.value.hint


def test_a_missing_record_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"'nowhere.json': cannot be read.*Hint: "):
        read_record(tmp_path / "nowhere.json")
