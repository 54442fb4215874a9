"""What a step made of a database, kept beside it: asked once, dropped in time, left nowhere."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from itertools import repeat
from pathlib import Path

import polars as pl
import pytest

import stars
from discret import Dataset, Plan, Release
from discret.assess import KAnonymity
from discret.data import Star, aside
from discret.reduce import ClimbAreas
from where import needs_system

duckdb = pytest.importorskip("duckdb")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    stars.stored(tmp_path / "w.duckdb")
    return tmp_path


def star(folder: Path) -> Star:
    tables = {name: name for name in stars.TABLES}
    return Star(**stars.declared(tables=tables, database="w.duckdb", folder=folder))


def released(own: Star, **asked: object) -> Release:
    data = own.dataset(key="conduite", sensitive="abondance", identifier="parcelle")
    return Plan(star=own, assess=[KAnonymity(k=3)], reduce=[ClimbAreas(**asked)]).run(data, seed=1)


def tables(own: Star) -> set[str]:
    asked = "SELECT database_name, table_name FROM duckdb_tables()"
    rows = own.places._connection.sql(asked).fetchall()
    return {name for place, name in rows if place == aside.PLACE}


def asks(data: Dataset) -> str:
    return str(data.frame.to_native().sql_query())


def test_what_a_step_made_is_asked_of_its_own_table(folder: Path) -> None:
    before = (folder / "w.duckdb").read_bytes()
    own = star(folder)
    release = released(own, unique=2)
    assert aside.PLACE in asks(release.inside)
    assert "faits" not in asks(release.inside)
    assert aside.PLACE not in asks(release.original)
    at_hand = Plan(assess=[KAnonymity(k=3)], reduce=[ClimbAreas(unique=2)]).run(
        Star(**stars.declared()).dataset(
            key="conduite", sensitive="abondance", identifier="parcelle"
        ),
        seed=1,
    )
    columns = sorted(at_hand.data.roles)
    one, other = (found.data.to_polars().select(columns) for found in (release, at_hand))
    assert one.sort(columns).equals(other.sort(columns))
    assert release.risk[0].value == at_hand.risk[0].value
    assert (folder / "w.duckdb").read_bytes() == before
    assert {path.name for path in folder.iterdir()} == {"w.duckdb"}


def test_tables_are_dropped_once_nobody_has_their_dataset(folder: Path) -> None:
    own = star(folder)
    kept = released(own, unique=2)
    first = tables(own)
    assert len(first) == 1
    for k in (1, 2, 3):
        released(own, unique=2, k=k)
        gc.collect()
    assert first < tables(own)
    assert len(tables(own)) <= 3
    assert kept.data.to_polars().height == 10


def test_one_that_was_handed_out_stays(folder: Path) -> None:
    own = star(folder)
    relation = released(own, unique=2).data.to_native()
    for k in (1, 2, 3):
        gc.collect()
        released(own, unique=2, k=k)
    assert relation.count("*").fetchall() == [(10,)]


def test_where_there_is_no_room_questions_ask_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = star(folder)
    monkeypatch.setattr(aside, "_NUMBERS", repeat(7))
    first, second = released(own, unique=2), released(own, unique=2)  # both would have one name
    assert aside.PLACE in asks(first.inside)
    assert aside.PLACE not in asks(second.inside)
    assert second.data.to_polars().height == 10


def test_a_database_of_somebody_else_is_not_written_into() -> None:
    connection = duckdb.connect()
    connection.execute("CREATE TABLE facts AS SELECT i % 3 AS a, i AS n FROM range(9) t(i)")
    data = Dataset.of(connection.sql("SELECT * FROM facts"), key="a", row="n")
    assert aside.set_aside(data) is data
    assert connection.sql("SELECT count(*) FROM duckdb_tables()").fetchall() == [(1,)]
    eager = Dataset.of(pl.DataFrame({"a": [1]}), key="a")
    assert aside.set_aside(eager) is eager


END = """
import os, signal, sys
sys.path.insert(0, {tests!r})
from pathlib import Path
from data.test_aside import released, star
release = released(star(Path({folder!r})), unique=2)
spilled = [*Path({spill!r}).glob("discret-*/aside*")]
assert spilled and oct(spilled[0].parent.stat().st_mode)[-3:] == "700"
print("there", flush=True)
{end}
"""


@pytest.fixture
def spill(folder: Path) -> Path:
    path = folder / "spill"
    path.mkdir()
    return path


@needs_system(os.name == "posix", "a shell waits for the end of the process")
@pytest.mark.parametrize(
    "end", ["os.kill(os.getpid(), signal.SIGKILL)", "os._exit(1)", "raise RuntimeError", ""]
)
def test_nothing_of_it_is_left_however_the_process_ends(
    end: str, folder: Path, spill: Path
) -> None:
    told = {"tests": str(Path(__file__).parents[1]), "folder": str(folder), "spill": str(spill)}
    done = subprocess.run(
        [sys.executable, "-c", END.format(end=end, **told)], capture_output=True, text=True,
        check=False, env={**os.environ, "TMPDIR": str(spill)},
    )  # fmt: skip
    assert done.stdout == "there\n"
    for _ in range(100):
        left = [path for path in spill.iterdir() if [*path.glob("*duckdb*")]]
        if not left:
            break
        time.sleep(0.05)
    assert not left
