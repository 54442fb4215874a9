"""What a hostile or a hurried user does: odd files, forms of any content, files that change."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import polars as pl
import pytest

from discret.app.pages import PAGES
from offices import Client, client

ODD = (
    "", "0", "-1", "99999999999999999999", "NaN", "1e999", "<b>", "'\"", "\x00", "../../etc/passwd",
    "a" * 5000, "[[]]", "{", "= 1", "k_anonymity", "generalise", "sex", "100", "2", "\u202e", "%00",
    "\r\nX: y", "\U0001f4a5",
)  # fmt: skip
FIELDS = (
    "name", "verb", "place", "by", "k", "drop", "share", "column", "columns", "builder", "value",
    "levels", "label.1", "pasted", "cuts", "measure", "key", "start", "from", "group", "version",
    "models.measure", "models.aim", "models.more", "accepted", "audience", "purpose", "title",
    "variant", "folder", "format", "language", "sentence", "path", "header_row", "encoding",
    "secret", "level.sex", "role.1", "target.0", "page",
)  # fmt: skip
FAULT = "fault of discret"
ROLES = ("identifier", "key", "key", "sensitive")
NAMES = ("a/b", 'q"x', "d'e", "\U0001f4a5", "a=b&c", "?#", "..", "%41", " lead")


def people(path: Path, records: int = 60) -> Path:
    rng = np.random.default_rng(1)
    pl.DataFrame(
        {
            "name": [f"person {n}" for n in range(records)],
            "sex": rng.choice(["f", "m"], records),
            "town": rng.choice(["a/b", 'c"d', "<i>"], records),
            "illness": rng.choice(["flu", "gout"], records),
        }
    ).write_csv(path)
    return path


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Client]:
    with client() as own:
        seated(own, people(tmp_path / "people.csv"))
        yield own


def seated(app: Client, path: Path) -> None:
    app.open(path)
    app.post("columns", do="roles", **{f"role.{n}": role for n, role in enumerate(ROLES)})
    assert app.faults == []


def walked(app: Client) -> None:
    for page in PAGES:
        assert FAULT not in app.get(page.name), page.name


def test_forms_and_addresses_of_any_content_are_answered_or_refused(
    app: Client, tmp_path: Path
) -> None:
    """Every deed of every page, and every address, with what no page would send."""
    draw = random.Random(7)  # noqa: S311 (no secret)
    for page in PAGES:
        for deed in [own for own in page.actions if own != "suggest"] * 4:
            form: dict[str, Any] = {
                draw.choice(FIELDS): draw.choice(ODD) for _ in range(draw.randint(0, 9))
            }
            if deed == "export":
                form["folder"] = draw.choice((str(tmp_path / "out"), "\x00", "a" * 300, "/proc/x"))
            app.post(page.name, **{**form, "do": deed})
            assert not [own for own in app.faults if FAULT in own], (page.name, form)
        for _ in range(6):
            pairs = [f"{draw.choice(FIELDS)}={quote(draw.choice(ODD))}" for _ in range(3)]
            if app.now is not None:
                assert FAULT not in app.get(f"{page.name}?{'&'.join(pairs)}"), (page.name, pairs)


@pytest.mark.parametrize("change", ["rows", "gone"])
def test_a_file_that_changed_meanwhile_is_not_taken_for_the_one_that_was_opened(
    app: Client, tmp_path: Path, change: str
) -> None:
    """Numbers on pages are about the file as it was: nothing goes on from another one."""
    path, out = tmp_path / "people.csv", tmp_path / "out"
    plan = app.now.plan
    if change == "rows":
        people(path, 30)
    else:
        path.unlink()
    assert "has changed" in app.get("records")
    app.post("protect", do="add", name="shuffle_records")
    assert "has changed" in app.faults[0]
    app.post("export", do="export", folder=str(out), sentence="write it all the same")
    assert not out.exists()
    assert app.now.plan == plan
    assert "shuffle_records" not in app.get("plan.toml")
    people(path)
    seated(app, path)
    app.post("protect", do="add", name="shuffle_records")
    assert app.faults == []


def test_the_worker_judges_what_it_writes(app: Client, tmp_path: Path) -> None:
    """Whatever a page showed: a release that misses its targets is written on request alone."""
    app.post("risk", do="targets", **{"target.0": "50"})
    assert app.now.told["met"] is False
    rosy = replace(app.now, told={**app.now.told, "met": True})  # as if of another file
    app.office.desk = app.office.desk.did(rosy)
    app.post("export", do="export", folder=str(tmp_path / "out"))
    assert "not every target is met" in app.faults[0]
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["one", "odd", "wide"])
def test_odd_files(tmp_path: Path, name: str) -> None:
    """One record; names of columns that want to be addresses or markup; four hundred columns."""
    rng = np.random.default_rng(1)
    tables = {
        "one": pl.DataFrame({"age": [3], "sex": ["f"]}),
        "odd": pl.DataFrame({own: rng.choice(["a", "b", "<b>"], 80) for own in NAMES}),
        "wide": pl.DataFrame({f"c{n}": rng.integers(0, 4, 60) for n in range(400)}),
    }
    tables[name].write_csv(tmp_path / "file.csv")
    with client("fr") as app:
        app.open(tmp_path / "file.csv")
        many = min(len(tables[name].columns), 9)
        app.post("columns", do="roles", **{f"role.{n}": "key" for n in range(many)})
        assert app.faults == []
        walked(app)
        for column in tables[name].columns[:many]:
            assert FAULT not in app.get(f"hierarchies?column={quote(column, safe='')}")
        app.post("protect", do="add", name="shuffle_records")
        app.post("export", do="export", folder=str(tmp_path / "out"), sentence="écrire malgré tout")
        assert (tmp_path / "out" / "plan.toml").is_file(), app.faults


def test_what_is_not_there_is_refused(app: Client, tmp_path: Path) -> None:
    app.post("hierarchies", do="use", column="illness", builder="top")
    assert "no column" in app.faults[0]
    app.post("protect", do="remove", place="7")
    assert "no step" in app.faults[0]
    app.post("export", do="export", folder="\x00", sentence="write it all the same")
    assert "No folder" in app.faults[0]
    app.post("file", do="open", path="/" + "a" * 300)
    assert FAULT not in app.faults[0]
    (tmp_path / "empty.csv").write_text("age,sex\n")
    app.post("file", do="open", path=str(tmp_path / "empty.csv"))
    assert "no records" in app.faults[0]


def test_faults_of_a_plan_file_are_told_as_plans_are_written(tmp_path: Path) -> None:
    people(tmp_path / "people.csv")
    plan = tmp_path / "plan.toml"
    plan.write_text('[data]\nfile = "people.csv"\n[[reduce]]\nmethod = "nope"\n')
    with client() as app:
        app.post("file", do="open", path=str(plan))
        assert "suppress_cells" in " ".join(app.faults)
