"""What a release says of values: labels after each kind of step, read by another reader."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from discret import Dataset, Hierarchy, Plan
from discret.assess import KAnonymity
from discret.data.files.labels import Labels
from discret.data.files.tables import Format, read
from discret.document.folder import Place
from discret.parts import Method
from discret.plan.release import Release
from discret.plan.terms import Terms
from discret.reduce import (
    Generalise,
    LocalRecoding,
    Mondrian,
    Recode,
    Round,
    SuppressCells,
    SuppressRecords,
)

pyreadstat = pytest.importorskip("pyreadstat")

K = [KAnonymity(k=2)]
BOOK: dict[str, dict[Any, str]] = {
    "region": {7: "Vienna", 8: "Vorarlberg", 2: "Lower Austria", 9: "Abroad"},
    "sex": {1: "man", 2: "woman"},
    "income": {999: "refused"},
}
FRAME = pl.DataFrame(
    {
        "region": [7, 7, 7, 8, 8, 8, 2, 2, 2],
        "sex": [1, 1, 2, 2, 2, 1, 1, 1, 2],
        "income": [500, 999, 700, 650, 720, 999, 810, 900, 910],
    }
)
PARTS = Hierarchy.from_groups({"West": ["Vorarlberg"], "East": [7, 2]})


def released(
    folder: Path, kind: str, method: Method, **terms: Any
) -> tuple[pl.DataFrame, dict[str, dict[Any, str]]]:
    """Run one step on the labelled table; read the release as any other program would."""
    data = Dataset.of(
        FRAME,
        key=["region", "sex"],
        labels=Labels(values=BOOK),
        hierarchies={"region": PARTS},
        unexamined=["income"],
    )
    release = Plan(reduce=[method], release=Terms(**terms)).run(data, seed=1)
    place = Place.of(folder / "out", Format(kind))
    place.write(release, Labels(values=BOOK))
    reader = pyreadstat.read_dta if kind == "stata" else pyreadstat.read_sav
    frame, meta = reader(place.files[0], output_format="polars")
    labels = meta.variable_value_labels
    return frame, {
        name: {int(code): one for code, one in of.items()} for name, of in labels.items()
    }


@pytest.mark.parametrize("kind", ["stata", "spss"])
def test_labels_are_kept_where_cells_are_blanked(tmp_path: Path, kind: str) -> None:
    frame, labels = released(tmp_path, kind, SuppressCells(models=K))
    assert frame.select("region", "sex").null_count().row(0) != (0, 0)
    for name in ("region", "sex"):
        here = {int(code) for code in frame[name].drop_nulls().to_list()}
        assert labels[name] == {code: BOOK[name][code] for code in here}
    assert labels["income"] == BOOK["income"]


@pytest.mark.parametrize("kind", ["stata", "spss"])
def test_labels_are_kept_where_records_are_dropped(tmp_path: Path, kind: str) -> None:
    frame, labels = released(tmp_path, kind, SuppressRecords(models=K, drop=1))
    assert {int(one) for one in frame["region"].to_list()} == {*labels["region"]}
    assert "Abroad" not in labels["region"].values()


@pytest.mark.parametrize("kind", ["stata", "spss"])
@pytest.mark.parametrize(
    "method",
    [
        Recode(column="region", level=1),
        Generalise(models=K, maximum={"sex": 0}),
        LocalRecoding(models=K),
        Mondrian(models=K),
    ],
    ids=lambda one: one.name,
)
def test_groups_are_made_of_labels(tmp_path: Path, kind: str, method: Method) -> None:
    frame, labels = released(tmp_path, kind, method)
    known = {"Vienna", "Vorarlberg", "Lower Austria", "West", "East", "*"}
    assert {*frame["region"].drop_nulls().to_list()} <= known
    assert "region" not in labels


def test_special_codes_lose_their_labels_where_numbers_change(tmp_path: Path) -> None:
    _, labels = released(tmp_path, "stata", Round(columns=["income"], base=9))
    assert "income" not in labels  # 999 may be any income that was rounded


@pytest.mark.parametrize("kind", ["csv", "parquet", "excel", "xpt"])
def test_labels_stand_for_codes_where_a_format_has_none(tmp_path: Path, kind: str) -> None:
    data = Dataset.of(FRAME, key=["region", "sex"], labels=Labels(values=BOOK))
    place = Place.of(tmp_path / "out", Format("stata"), kind)
    place.write(Plan(release=Terms(unexamined=["income"])).run(data, seed=1), Labels(values=BOOK))
    assert read(place.files[0]).frame["region"].to_list()[0] == "Vienna"


def test_codes_that_stata_cannot_label_leave_as_labels(tmp_path: Path) -> None:
    labels = Labels(
        values={"size": {1.5: "small", 2.5: "large"}, "sex": {"m": "man", "f": "woman"}}
    )
    frame = pl.DataFrame({"size": [1.5, 2.5] * 3, "sex": ["m", "f"] * 3})
    data = Dataset.of(frame, key=["size", "sex"], labels=labels)
    release = Plan(assess=K).run(data, seed=1)
    for kind, expected in (("stata", ("small", "man")), ("spss", (1.5, "m"))):
        place = Place.of(tmp_path / kind, Format(kind))
        assert place.write(release, labels).met
        assert read(place.files[0]).frame.row(0) == expected


def test_long_labels_are_cut_between_letters(tmp_path: Path) -> None:
    labels = Labels(values={"sex": {1: "x" + "é" * 100, 2: "woman"}})
    release = Plan(assess=K).run(Dataset.of(FRAME.select("sex"), key="sex", labels=labels), seed=1)
    place = Place.of(tmp_path / "out", Format("spss"))
    place.write(release, labels)
    assert read(place.files[0]).labels.values["sex"][1] == "x" + "é" * 59


def test_the_report_shows_labels_and_no_code(tmp_path: Path) -> None:
    released(tmp_path, "stata", Recode(column="region", level=1))
    record = (tmp_path / "out" / "record.json").read_text(encoding="utf-8")
    assert "East" in record
    assert '"7' not in re.sub(r'"[0-9a-f]{64}"', "", record)  # digests may begin with any digit


def _linked() -> Release:
    """Return a release in CSV in which a column tells what another one hides."""
    table = pl.DataFrame({"town": ["a", "b", "c", "d"] * 40, "code": ["1x", "2x", "3x", "4x"] * 40})
    data = Dataset.of(table, key=["town"], unexamined=["code"])
    merge = Recode(column="town", mapping=dict.fromkeys("abcd", "town"))
    return Plan(assess=[KAnonymity(k=3)], reduce=[merge]).run(data, seed=1)


def test_the_gate_searches_the_same_while_the_file_is_written(tmp_path: Path) -> None:
    alone = _linked()
    assert not alone.gate.open
    beside = _linked()
    written = beside.write(tmp_path / "out", format="csv")
    assert "gate" in vars(beside)  # it was searched before anybody asked for it here
    assert written.gate is beside.gate
    assert written.gate.to_dict() == alone.gate.to_dict()
    assert written.met is False


def test_nothing_is_written_where_the_search_fails_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    release = _linked()
    monkeypatch.setattr("discret.plan.gate.Redundancy.assess", fail)
    with pytest.raises(ZeroDivisionError):
        release.write(tmp_path / "out", format="csv")
    assert not list(tmp_path.rglob("*.csv"))
