"""The tables of the papers, by a newcomer: `discret profile`, then `discret run` as proposed."""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path

import polars as pl
import pytest

from discret.cli import main
from discret.data.examples import communes, dishes, footballers, illnesses, parcels
from discret.data.files.tables import FORMATS, Format, read, write

FIRST = ["Anna", "Boris", "Chloé", "Denis", "Éva", "Farid", "Greta", "Hugo", "Inès", "Jules"]
LAST = ["Abel", "Braun", "Costa", "Dubois", "Étienne", "Ferrari", "Garnier", "Haddad", "Ivanov"]
PEOPLE = [f"{first} {last}" for first, last in product(FIRST, LAST)]
FARMERS = [f"{first[0]}. {last}" for first, last in product(FIRST, LAST)]


def grown(table: pl.DataFrame, who: str, names: list[str], told: str) -> pl.DataFrame:
    """Repeat a table, each time about other people who tell other things: it can be released."""
    values = table[told]
    turns = [table.with_columns(values.gather(_turned(turn, table.height))) for turn in range(12)]
    many = pl.concat(turns)
    people = [names[number % len(names)] for number in range(many.height)]
    return many.with_columns(pl.Series(who, people))


def _turned(turn: int, size: int) -> list[int]:
    return [(place + turn) % size for place in range(size)]


def stays(patients: int = 60) -> pl.DataFrame:
    """Stays in hospital: two for each patient, who is known by number."""
    rows = range(2 * patients)
    return pl.DataFrame(
        {
            "id_patient": [f"P{90_000 + row // 2}" for row in rows],
            "sexe": ["F" if row % 4 < 2 else "H" for row in rows],
            "commune": ["Bourg" if row % 8 < 4 else "Vienne" for row in rows],
            "Maladie": ["Grippe" if row % 3 else "Asthme" for row in rows],
        }
    )


def neighbours() -> pl.DataFrame:
    """Four people, each alone in a commune, and forty others."""
    places = [f"Village {number}" for number in range(4)] + ["Lyon"] * 40
    illness = ["Grippe", "Asthme"] * 22
    return pl.DataFrame({"sexe": ["F", "F", "H", "H"] * 11, "commune": places, "Maladie": illness})


TABLES = {
    "dishes": (dishes(), ["Nom complet"]),
    "illnesses": (illnesses(), ["Nom"]),
    "footballers": (footballers(), ["ID"]),
    "parcels": (parcels(), ["exploitant"]),
    "communes": (communes(), []),
    "many dishes": (grown(dishes(), "Nom complet", PEOPLE, "Plat préféré"), ["Nom complet"]),
    "many illnesses": (grown(illnesses(), "Nom", PEOPLE, "Maladie"), ["Nom"]),
    "many footballers": (grown(footballers(), "ID", PEOPLE, "Salaire"), ["ID"]),
    "many parcels": (
        grown(parcels(), "exploitant", FARMERS, "exploitant").drop("id"),
        ["exploitant"],
    ),
    "stays": (stays(), ["id_patient"]),
    "neighbours": (neighbours(), []),
}

TOO_SMALL = {"dishes", "illnesses", "footballers", "parcels", "communes"}


def discret(monkeypatch: pytest.MonkeyPatch, *words: object) -> int:
    monkeypatch.setattr(sys, "argv", ["discret", *map(str, words)])
    with pytest.raises(SystemExit) as end:
        main()
    return int(end.value.code or 0)


@pytest.mark.parametrize("name", TABLES)
def test_no_name_and_no_unexamined_place_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    table, people = TABLES[name]
    write(table, tmp_path / "table.csv")
    monkeypatch.chdir(tmp_path)
    discret(monkeypatch, "profile", "table.csv")
    code = discret(monkeypatch, "run", "table.plan.toml", "--out", "out", "--seed", 1)
    if name in TOO_SMALL:
        assert code == 1
    if not (tmp_path / "out").exists():
        return
    told = json.loads((tmp_path / "out" / "record.json").read_text(encoding="utf-8"))
    release = read(tmp_path / "out" / "release.csv").frame
    columns = release.columns
    assert code == 1 or release.height >= 0.9 * table.height
    states = {column: one["state"] for column, one in told["gate"]["columns"].items()}
    assert set(columns).isdisjoint(people)
    assert all(states[column] == "dropped" for column in people)
    assert {"key", "judged", "examined"} >= {states[column] for column in columns} or code == 1
    published = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "out").iterdir())
    names = {value for column in people for value in table[column].to_list()}
    assert not [value for value in names if str(value) in published]


def test_the_newcomer_gets_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing above would fail if nothing were ever released."""
    write(stays(), tmp_path / "table.csv")
    monkeypatch.chdir(tmp_path)
    discret(monkeypatch, "profile", "table.csv")
    assert discret(monkeypatch, "run", "table.plan.toml", "--out", "out", "--seed", 1) == 0
    assert read(tmp_path / "out" / "release.csv").frame.columns == ["sexe", "commune", "Maladie"]


def test_places_where_somebody_is_alone_do_not_leave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(neighbours(), tmp_path / "table.csv")
    monkeypatch.chdir(tmp_path)
    discret(monkeypatch, "profile", "table.csv")
    assert discret(monkeypatch, "run", "table.plan.toml", "--out", "out", "--seed", 1) == 0
    release = read(tmp_path / "out" / "release.csv").frame
    assert release.height >= 0.9 * neighbours().height
    assert not [one for one in release["commune"].to_list() if "Village" in str(one)]


SUFFIXES = [end for end in FORMATS if Format(FORMATS[end].kind, end).writable.suffix == end]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_met_is_met_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    """Two values that formats, people or programs take for one: the run says so."""
    odd = {"text": ["flu", "flu "], "number": [0.3, 0.1 + 0.2], "code": ["7", "NA"]}
    for column, values in odd.items():
        frame = pl.DataFrame({"k": ["a"] * 20, "s": values * 10})
        frame.write_parquet(tmp_path / "in.parquet")
        (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
        out, kind = tmp_path / f"{column}{suffix}", suffix.removeprefix(".")
        call = ("run", tmp_path / "plan.toml", "--out", out, "--seed", 1, "--format", kind)
        code = discret(monkeypatch, *call)
        assert code == 1
        told = json.loads((out / "record.json").read_text("utf-8"))
        assert told["passage"]["missed"]
    frame = pl.DataFrame({"k": ["a"] * 20, "s": ["flu", "cold"] * 10})
    frame.write_parquet(tmp_path / "in.parquet")
    call = ("run", tmp_path / "plan.toml", "--out", tmp_path / f"plain{suffix}", "--format", kind)
    assert discret(monkeypatch, *call, "--seed", 1) == 0
    assert read(tmp_path / f"plain{suffix}" / f"release{suffix}").frame["s"].n_unique() == 2


PLAN = """title = "t"
[data]
file = "in.parquet"
[roles]
key = ["k"]
sensitive = ["s"]
[[assess]]
measure = "l_diversity"
l = 2
[[reduce]]
method = "drop_identifiers"
"""
