"""Tables held in narrow columns: they show what they hold, whatever is asked of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import polars.testing as plt
import pytest

from discret import Dataset
from discret.data import held
from discret.data.counting import in_memory
from discret.data.engine import collected
from discret.data.entering.column_names import PLACE
from discret.data.files import csv_cells, tables
from discret.data.files.csv_dialect import SAMPLE, Dialect, parse
from discret.data.files.passage import passage
from discret.data.held import Held, enumerated, listed, narrow, numbers_from_one, with_texts
from discret.data.roles import Role
from discret.document import stored

ODD = ["*", "^a$", "b c", 'q"', "é", "＝1", "x, y", "-", "NA"]
RECORDS = 3_000


def _texts(rng: np.random.Generator, values: list[str | None], size: int = RECORDS) -> pl.Series:
    return pl.Series(values, dtype=pl.String).gather(rng.integers(0, len(values), size))


def _people(seed: int, *, size: int = RECORDS) -> pl.DataFrame:
    """Draw columns of every kind, some of texts that mean something to others."""
    rng = np.random.default_rng(seed)
    return pl.DataFrame(
        {
            "odd": _texts(rng, [None, *ODD], size),
            "code": _texts(rng, ["10", "9", "9a"], size),
            "n": rng.integers(-(10 ** rng.integers(1, 18)), 10**6, size),
            "few": rng.integers(0, 5, size),
            "gaps": pl.Series(rng.integers(0, 9, size)).replace(0, None),
            "x": np.round(rng.normal(0, 9, size), 2) + 0.0,
        }
    )


def _unquoted(people: pl.DataFrame) -> pl.DataFrame:
    """Leave out what is written between quotes."""
    return people.with_columns(pl.col("odd").str.replace_all('[",]', ""))


@pytest.mark.parametrize("kind", [pl.Categorical, pl.Enum([*ODD, "gone"])])
def test_enumerations_have_the_texts_that_are_there_sorted(kind: pl.DataType) -> None:
    texts = _texts(np.random.default_rng(1), [None, *ODD])
    found = enumerated(texts.cast(kind))
    assert found.dtype == pl.Enum(sorted(ODD))
    plt.assert_series_equal(held.texts_of(found), texts)
    again = listed(pl.Series("", sorted(ODD)), numbers_from_one(found))
    plt.assert_series_equal(again, found, check_names=False)


def test_columns_of_nothing_or_of_too_many_texts_are_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = pl.Series([None, None], dtype=pl.Categorical)
    assert enumerated(nothing).to_list() == [None, None]
    monkeypatch.setattr(held, "FEW", 2)
    many = pl.Series(["a", "b", "c", "a"])
    plt.assert_series_equal(enumerated(many.cast(pl.Categorical)), many)


@pytest.mark.parametrize("most", [2**7 - 1, 2**7, 2**31, 2**62])
def test_whole_numbers_keep_their_values(most: int) -> None:
    column = pl.Series([-most, None, 0, most])
    found = narrow(column)
    assert found.to_list() == column.to_list()
    assert found.dtype != pl.Int64 or most > 2**31 - 1


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_a_held_table_shows_what_came(engine: str) -> None:
    people = _people(2)
    columns = [enumerated(people[n].cast(pl.Categorical)) for n in ("odd", "code")]
    whole = Held.of(people.with_columns(columns))
    assert whole.table.estimated_size() < people.estimated_size() / 2
    plt.assert_frame_equal(whole.frame.collect(engine=engine), people)  # type: ignore[call-overload]
    assert {*whole.texts} == {"odd", "code"}
    some = whole.frame.filter(pl.Series(np.arange(RECORDS) % 3 == 0)).select("x", "odd").collect()
    plt.assert_frame_equal(some, people.select(pl.nth(5), pl.nth(0)).gather_every(3))


@pytest.fixture
def tall(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small tables be tall, and short texts long."""
    for module in (in_memory, tables):
        monkeypatch.setattr(module, "TALL", 10)
    monkeypatch.setattr(csv_cells, "SAMPLE", 2_000)


def _steps(data: Dataset) -> list[Dataset]:
    """Do all that may be done to records whose columns have numbers."""
    rng = np.random.default_rng(5)
    labels = data.values("code")
    named = data.with_values(
        {"code": pl.DataFrame({"from": labels, "to": "g" + labels.str.head(1)})}
    )
    kept = named.with_groups(rng.random(len(named.keys)) < 0.8)
    blank = kept.with_blanks(
        {"odd": rng.random(len(kept)) < 0.3, "few": rng.random(len(kept)) < 0.3}
    )
    rows = blank.row_numbers("test")
    mixed = blank.with_rows(rows, **{PLACE: rng.permutation(len(rows))})
    return [data, named, kept, blank, mixed, mixed.without_columns(["n"])]


@pytest.mark.usefixtures("tall")
def test_steps_on_a_held_table_are_those_on_the_same_table_in_texts(tmp_path: Path) -> None:
    people = _people(3)
    path = tables.write(
        people.with_columns(pl.col("odd").str.replace_all('[",]', "")), tmp_path / "p.csv"
    )
    source = tables.opened(path)
    assert isinstance(source.frame, Held)
    assert {*source.frame.texts} == {"odd", "code"}
    plain = tables.read(path).frame
    ways = [Dataset.of(own, key=["odd", "code", "few"]) for own in (source.frame, plain)]
    for one, other in zip(*map(_steps, ways), strict=True):
        assert one.frame.collect_schema() == other.frame.collect_schema()
        plt.assert_frame_equal(collected(one.frame), collected(other.frame))
        plt.assert_frame_equal(one.to_polars(), other.to_polars())
        assert one.keys.groups.equals(other.keys.groups)
        assert one.keys.count.tolist() == other.keys.count.tolist()
        for name in one.columns(Role.KEY):
            assert one.values(name).equals(other.values(name))


@pytest.mark.usefixtures("tall")
@pytest.mark.parametrize("seed", range(5))
def test_a_written_release_goes_the_same_way_in_narrow_columns(seed: int, tmp_path: Path) -> None:
    people = _people(seed)
    data = Dataset.of(people if seed % 2 else _unquoted(people), key=["odd", "code"])
    mixed = _steps(data)[-1]
    frame = mixed.to_polars()
    arrange = stored.narrowly_arranged(mixed.frame, mixed.origin)
    assert arrange is not None
    found = arrange()
    files = [tables.write(own, tmp_path / f"{n}.csv") for n, own in enumerate((frame, found))]
    assert files[0].read_bytes() == files[1].read_bytes()
    one, other = passage(frame, files[0]), passage(found, files[1])
    assert (one.columns, one.records_after) == (other.columns, other.records_after)
    assert one.formulas == other.formulas
    plt.assert_frame_equal(one.frame, other.frame)


@pytest.mark.parametrize("odd", ["7", "2,5", "true", "1990-01-01", "NA", "", "é"])
def test_texts_read_as_enumerations_are_those_read_as_texts(odd: str) -> None:
    """One value that is like nothing makes a column text; a column that may be more is left."""
    lines = SAMPLE // 4
    for usual in ("x", odd):
        column = [usual if place % 5 else odd for place in range(lines)]
        text = "a;b;c\n" + "".join(f"{place};{own};1\n" for place, own in enumerate(column))
        how = Dialect(separator=";")
        found = csv_cells.cells(text.encode(), ["a", "b", "c"], how)
        plain = parse(text.encode(), ["a", "b", "c"], how)
        assert (found.schema["b"] == pl.Enum) == ("x" in (usual, odd) or odd == "é")
        plt.assert_series_equal(with_texts(found)["b"].cast(pl.String), plain["b"])


def test_texts_that_no_step_changes_are_held_once() -> None:
    """A column that keeps its numbers keeps its enumeration: no table has one of its own."""
    data = Dataset.of(
        Held.of(_listed({"sex": ["f", "m"] * 40_000, "town": ["x", "y", "z", "x"] * 20_000}))
    )
    fewer = data.without_columns(["town"])
    mixed = fewer.with_rows(data.row_numbers("test"), **{PLACE: np.arange(80_000)[::-1]})
    own = [each.numbers.known["sex"] for each in (data, fewer, mixed) if each.numbers is not None]
    assert own[0] is not None
    assert own[0] is own[1] is own[2]
    arrange = stored.narrowly_arranged(data.frame, data.origin)
    assert arrange is not None
    assert arrange().table["sex"].to_physical().to_numpy().ctypes.data == (
        own[0].listing.to_physical().to_numpy().ctypes.data
    )
    assert mixed.to_polars()["sex"].to_list() == ["m", "f"] * 40_000


def _listed(columns: dict[str, list[str]]) -> pl.DataFrame:
    kinds = {name: pl.Enum(sorted({*texts})) for name, texts in columns.items()}
    return pl.DataFrame(columns, schema=kinds)
