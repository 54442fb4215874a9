"""A file that is opened: records may stay in Parquet, and nobody can tell the difference."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset, Plan
from discret.assess import KAnonymity
from discret.data import engine
from discret.data.compare import difference
from discret.data.engine import Scan, collected
from discret.data.entering.column_names import LINK
from discret.data.files.tables import Format, opened, read, write
from discret.errors import ColumnError, FileError, PlanError
from discret.plan.check import checked
from discret.reduce import Recode, ShuffleRecords, Subsample
from every_part import people

ROLES: Any = {"key": ["sex", "town"], "sensitive": "illness", "weight": "weight"}


def seeded() -> Context:
    return Context(rng=np.random.default_rng(7))


def test_parquet_stays_in_its_file_others_are_read(tmp_path: Path) -> None:
    scanned = opened(write(people(), tmp_path / "people.parquet"))
    assert isinstance(scanned.frame, Scan)
    assert (scanned.records, scanned.format.kind) == (people().height, "parquet")
    held = opened(write(people(), tmp_path / "people.csv", format=Format("csv", separator=";")))
    assert isinstance(held.frame, pl.DataFrame)
    assert (held.records, held.format.separator) == (people().height, ";")


def test_a_scanned_table_is_worked_on_like_one_at_hand(tmp_path: Path) -> None:
    path = write(people(), tmp_path / "people.parquet")
    one, other = (Dataset.of(frame, **ROLES) for frame in (opened(path).frame, read(path).frame))
    assert repr(one) == repr(other)
    assert one.to_native().equals(other.to_native())
    assert one.keys.groups.equals(other.keys.groups)
    for method in (
        Recode(column="sex", mapping={"f": "x", "m": "x"}),
        Subsample(share=0.5),
        ShuffleRecords(),
    ):
        made = [method.apply(data, seeded()).data for data in (one, other)]
        assert made[0].to_polars().equals(made[1].to_polars())
        assert difference(one, made[0]) == difference(other, made[1])


def test_what_is_made_of_it_is_held_and_keeps_its_order(tmp_path: Path) -> None:
    path = write(people(), tmp_path / "people.parquet")
    data = Dataset.of(opened(path).frame, **ROLES)
    after = Recode(column="sex", mapping={"f": "x", "m": "x"}).apply(data, Context()).data
    path.unlink()
    assert after.to_polars().drop("sex").equals(people().drop("sex"))


def test_every_query_reads_it_in_the_order_of_the_file(tmp_path: Path) -> None:
    """Numbers of its columns stand side by side with what is read of it later."""
    rows, path = np.random.default_rng(1).permutation(200_000), tmp_path / "a.parquet"
    drawn = pl.DataFrame({"n": rows, "s": (rows % 97).astype(str), "half": rows % 2})
    drawn.write_parquet(path, row_group_size=1000)
    data = Dataset.of(opened(path).frame, key=["s", "half"])
    assert data.numbers is not None
    coded = data.numbers.all_of(["s", "half"])
    assert coded is not None
    for name, own in zip(["s", "half"], coded, strict=True):
        assert own.values[own.codes.astype(int) - 1].equals(drawn[name])
    assert collected(data.frame.select(nw.col("n")))["n"].equals(drawn["n"])
    assert collected(data.frame.select(LINK))[LINK].to_list() == list(range(200_000))


def test_a_huge_one_gets_no_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(people(), tmp_path / "people.parquet")
    known = Dataset.of(opened(path).frame, **ROLES)
    monkeypatch.setattr(engine, "HUGE", 5)
    huge = Dataset.of(opened(path).frame, **ROLES)
    assert (known.numbers is None, huge.numbers is None) == (False, True)
    assert huge.keys.groups.equals(known.keys.groups)
    assert huge.to_polars().equals(known.to_polars())


def test_not_a_number_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pl.DataFrame({"a": [1.0, float("nan"), None]}).write_parquet(path)
    assert Dataset.of(opened(path).frame).to_polars()["a"].to_list() == [1.0, None, None]
    assert read(path).frame["a"].to_list() == [1.0, None, None]


@pytest.mark.parametrize("name", ["part[1].parquet", "all*.parquet", "k=3/a.parquet"])
def test_a_name_is_no_pattern(tmp_path: Path, name: str) -> None:
    (tmp_path / "k=3").mkdir()
    write(people(), tmp_path / "part1.parquet")
    path = write(people().head(3), tmp_path / name)
    data = Dataset.of(opened(path).frame)
    assert (len(data), list(data.roles)) == (3, people().columns)


def test_a_damaged_page_is_found_at_once(tmp_path: Path) -> None:
    """The last pages are whole, and so is what the file says of itself at its end."""
    path = tmp_path / "people.parquet"
    pl.concat([people()] * 2000).write_parquet(path, compression="zstd")
    raw = bytearray(path.read_bytes())
    for place in range(100, 160):
        raw[place] ^= 0x5A
    path.write_bytes(raw)
    for look in (opened, read):
        with pytest.raises(FileError, match=r"people\.parquet: cannot be read as parquet"):
            look(path)


@pytest.mark.parametrize("names", [["a", "A"], [" ", "b"]])
def test_names_that_engines_confuse_are_refused(tmp_path: Path, names: list[str]) -> None:
    path = tmp_path / "a.parquet"
    pl.DataFrame({name: [1] for name in names}).write_parquet(path)
    for look in (opened, read):
        with pytest.raises(ColumnError, match=r"a\.parquet"):
            look(path)


def test_a_file_that_is_none_is_refused_as_ever(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_text("no Parquet", encoding="utf-8")
    with pytest.raises(FileError, match="cannot be read as parquet"):
        opened(path)
    with pytest.raises(FileError, match="cannot be read"):
        opened(tmp_path / "nowhere.parquet")


def test_the_index_of_a_pandas_table_is_a_column_like_others(tmp_path: Path) -> None:
    """Parquet keeps it under a name that nobody gave, and that we keep for ourselves."""
    frame = pl.DataFrame({"age": [30, 40]}).to_pandas().set_axis(["Ann", "Bob"])
    frame.to_parquet(tmp_path / "people.parquet")
    for table in (opened(tmp_path / "people.parquet"), read(tmp_path / "people.parquet")):
        held = Dataset.of(table.frame, identifier="index_0")
        assert {*held.roles} == {"age", "index_0"}


def test_faults_of_a_plan_on_a_scanned_table_are_told(tmp_path: Path) -> None:
    path = write(pl.DataFrame({"age": [30, 40]}), tmp_path / "people.parquet")
    plan = Plan(roles={"key": ["agee", "sexx"]}, assess=[KAnonymity(k=2)])
    with pytest.raises(PlanError, match="'agee', 'sexx'"):
        checked(plan, opened(path).frame)
