"""A star in a DuckDB file: queried where it is, read only, nothing copied that a query can give."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

import stars
from discret import Dataset, Plan, Role
from discret.assess import KAnonymity
from discret.data import Star, fetching
from discret.errors import DiscretError, ExtraError, InputError
from discret.reduce import ClimbAreas

duckdb = pytest.importorskip("duckdb")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    stars.stored(tmp_path / "w.duckdb")
    return tmp_path


def star(folder: Path, **tables: str) -> Star:
    named = {name: name for name in stars.TABLES}
    return Star(**stars.declared(tables={**named, **tables}, database="w.duckdb", folder=folder))


def data(folder: Path) -> Dataset:
    return star(folder).dataset(key="conduite", sensitive="abondance", identifier="parcelle")


def test_it_stays_in_the_database(folder: Path) -> None:
    before = (folder / "w.duckdb").read_bytes()
    found = data(folder)
    assert not found.origin.eager
    assert isinstance(found.to_native(), duckdb.DuckDBPyRelation)
    at_hand = Star(**stars.declared()).dataset(key="conduite", sensitive="abondance")
    assert KAnonymity(k=2).assess(found).value == KAnonymity(k=2).assess(at_hand).value
    assert found.keys.groups.sort(pl.all()).equals(at_hand.keys.groups.sort(pl.all()))
    assert (folder / "w.duckdb").read_bytes() == before
    assert {path.name for path in folder.iterdir()} == {"w.duckdb"}


def test_its_rows_are_numbered_by_the_database(folder: Path) -> None:
    found = data(folder)
    assert found.column(Role.ROW) == "fact_row"
    assert found.row_numbers("test").tolist() == list(range(11))
    own = star(folder).dataset(row="parcelle")
    assert own.column(Role.ROW) == "parcelle"
    assert "fact_row" not in own.roles


def test_a_view_has_no_numbers(folder: Path) -> None:
    with duckdb.connect(str(folder / "w.duckdb")) as connection:
        connection.execute("CREATE VIEW recent AS SELECT * FROM faits WHERE parcelle > 3")
    found = star(folder, faits="recent").dataset(key="conduite")
    assert len(found) == 8
    assert found.column(Role.ROW) is None


def test_a_table_of_a_schema(folder: Path) -> None:
    with duckdb.connect(str(folder / "w.duckdb")) as connection:
        connection.execute('CREATE SCHEMA "oab"; CREATE TABLE oab.f AS SELECT * FROM faits')
    assert len(star(folder, faits="oab.f").dataset()) == 11


def test_facts_in_the_database_and_a_dimension_in_a_file(folder: Path) -> None:
    stars.ZONES.write_csv(folder / "zones.csv")
    found = star(folder, zones="zones.csv").dataset()
    assert not found.origin.eager
    assert found.values("zone").to_list() == ["Allier", "Isère"]


def test_facts_in_a_file_and_a_dimension_in_the_database(folder: Path) -> None:
    stars.FACTS.write_csv(folder / "faits.csv")
    found = star(folder, faits="faits.csv").dataset()
    assert found.origin.eager
    assert found.to_polars()["parcelle"].to_list() == list(range(1, 12))


def test_a_table_that_is_not_there(folder: Path) -> None:
    with pytest.raises(InputError) as caught:
        star(folder, zones="zone").dataset()
    assert "the database 'w.duckdb' has no table 'zone'" in caught.value.within("en")
    assert "did you mean 'zones'?" in caught.value.within("en")
    assert "la base 'w.duckdb' n’a pas de table 'zone'" in caught.value.within("fr")


@pytest.mark.parametrize("name", ["faits; DROP TABLE faits", 'faits" --', "main.faits.x", ""])
def test_a_name_is_no_query(folder: Path, name: str) -> None:
    with pytest.raises(DiscretError):
        star(folder, faits=name).dataset()
    assert len(star(folder).dataset()) == 11


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "w.duckdb").write_text("SECRETVALUE " * 1000)
    with pytest.raises(DiscretError) as caught:
        star(tmp_path).dataset()
    assert "cannot be opened as a DuckDB database" in str(caught.value)
    assert "SECRET" not in str(caught.value)


def test_a_database_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DiscretError, match=r"w\.duckdb: cannot be read"):
        star(tmp_path).dataset()
    assert not list(tmp_path.iterdir())


def test_without_the_library_the_extra_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(ExtraError, match=r"discret\[duckdb\]"):
        star(folder).dataset()


def test_memory_is_capped(folder: Path) -> None:
    own = star(folder).model_copy(update={"memory": "77MB"})
    limit = own.places._connection.sql("SELECT current_setting('memory_limit')").fetchall()[0][0]
    assert limit == "73.4 MiB"
    with pytest.raises(DiscretError, match="memory is written as 3GB"):
        star(folder).model_copy(update={"memory": "a lot"}).dataset()


def test_its_engine_draws_no_bar_where_results_go(folder: Path) -> None:
    code = (
        "from pathlib import Path; from discret.data.star.places import Places;"
        " own = Places(Path(), Path('w.duckdb'))._connection;"
        " print(own.sql(\"SELECT current_setting('enable_progress_bar')\").fetchall()[0][0])"
    )  # a program without a file is a person at the keyboard to DuckDB
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


def test_a_large_table_is_joined_within_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(
            "CREATE TABLE facts AS SELECT i AS id, i % 200000 AS parcel, i % 7 AS crop"
            " FROM range(1000000) t(i)"
        )
        connection.execute(
            "CREATE TABLE parcels AS SELECT i AS parcel, i % 40000 AS farmer,"
            " i % 997 AS commune, i % 997 % 13 AS region FROM range(200000) t(i)"
        )
    own = Star(
        facts="facts", individual="farmer", area="place", database="w.duckdb", folder=tmp_path,
        memory="200MB",
        dimensions={"place": {"table": "parcels", "column": "parcel",
                              "levels": ["commune", "region"]}},
    )  # fmt: skip
    found = own.dataset(key="crop", identifier="id")
    assert len(found) == 1_000_000
    assert found.hierarchies["place"].size == 997
    regions = found.keys_over(["place"])
    assert int(regions.count.sum()) == 1_000_000


@pytest.mark.parametrize("tall", [2, 1000])
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_its_release_is_written_in_either_format_however_tall(
    kind: str, tall: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "TALL", tall)
    own, found = star(folder), data(folder)
    plan = Plan(star=own, assess=[KAnonymity(k=3)], reduce=[ClimbAreas(unique=2)])
    release = plan.run(found, seed=1).write(folder / "out", format=kind)
    path = folder / "out" / f"release.{kind}"
    back = pl.read_csv(path) if kind == "csv" else pl.read_parquet(path)
    assert back.schema["culture"] == pl.String
    assert back.sort("abondance").equals(release.data.to_polars().sort("abondance"))
    assert release.risk[0].met


PLAN = """
[star]
database = "w.duckdb"
memory = "500MB"
facts = "faits"
individual = "exploitant"
area = "zone"
[star.dimensions.zone]
table = "zones"
column = "dept"
member = "code"
levels = ["departement", "region"]
[star.dimensions.culture]
table = "cultures"
levels = ["culture", "sous_groupe", "groupe"]
[star.measures.abondance]
adds = "mean"
weight = "facts"
[roles]
identifier = ["parcelle"]
key = ["conduite"]
[release]
unexamined = ["abondance", "zone_level"]
[[reduce]]
method = "climb_areas"
unique = 2
"""


def test_a_command_on_a_database_ends_without_a_word_of_its_engine(folder: Path) -> None:
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    spill = folder / "spill"
    spill.mkdir()
    command = "import sys; from discret.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", command, "run", "plan.toml", "--out", "out", "--json"],
        cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "TMPDIR": str(spill)},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert pl.read_parquet(folder / "out" / "release.parquet").height == 10
    facts = pl.read_parquet(folder / "out" / "warehouse" / "facts.parquet")
    assert (
        facts["abondance"]
        .sort()
        .equals(pl.read_parquet(folder / "out" / "release.parquet")["abondance"].sort())
    )
    left = [path for path in spill.iterdir() if not path.name.startswith(f"discret-{os.getuid()}")]
    assert left == []
