"""discret difference --protect: ways side by side, their files, and what they are worth."""

from __future__ import annotations

import csv
import os
import re
from pathlib import Path

import polars as pl
import pytest

from command import Call, caller
from discret.cli.terminal import output as show
from discret.data.examples import villages
from marked import NUMBER, TEXT, everything_in, shown

call_the_command_line = pytest.fixture(name="discret")(caller)
WORDS = ("--zone", "commune", "--square", "carreau")
WAYS = ["fewest_squares", "fewest_observations", "merge"]
FILES = [
    "at_risk.csv", "difference.html", "difference.json", "groups.csv", "merged.csv",
    "unprotected.csv",
]  # fmt: skip


@pytest.fixture(name="table")
def villages_in_a_file(tmp_path: Path) -> str:
    villages().write_csv(tmp_path / "villages.csv")
    return "villages.csv"


def test_the_ways_are_in_the_answer(discret: Call, table: str) -> None:
    plain = discret("difference", table, *WORDS, "--json").json
    assert "protections" not in plain
    told = discret("difference", table, *WORDS, "--protect", "--seconds", 9, "--json")
    assert told.code == 0
    assert {**told.json, "protections": None} == {**plain, "protections": None}
    ways = told.json["protections"]
    assert [way["way"] for way in ways] == WAYS
    assert [way["cheaper"] for way in ways].count(True) == 1
    for way in ways:
        assert way["at_risk_before"] == plain["observations_at_risk"] == 12
        assert way["at_risk_after"] == way["zones_unprotected"] == 0
        assert way["observations_lost_share"] == way["observations_lost"] / 2412
        assert way["squares_lost_share"] == way["squares_lost"] / way["squares_published"]
    assert [way["gap"] for way in ways] == [0, 0, None]
    assert [way["seconds"] for way in ways] == [9, 9, None]
    assert [way["optimal"] for way in ways] == [True, True, None]


def test_files_protect_what_they_say(discret: Call, table: str, tmp_path: Path) -> None:
    """The files are applied to the table, and the table is differenced again."""
    words = ("difference", table, *WORDS)
    ways = discret(*words, "--protect", "--out", "out", "--json").json["protections"]
    written = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert written == sorted([*FILES, "withheld.csv"])
    best = next(way for way in ways if way["cheaper"])
    gone = pl.read_csv(tmp_path / "out" / "withheld.csv")
    assert gone["observations"].sum() == best["observations_lost"]
    assert gone.columns == ["carreau", "observations", "below"]
    flagged = villages().with_columns(
        masque=pl.col("carreau").is_in(gone["carreau"].implode()).cast(int)
    )
    flagged.write_csv(tmp_path / "withheld.csv")
    left = discret(
        "difference", "withheld.csv", *WORDS, "--withheld", "carreau=masque", "--json"
    ).json
    assert left["observations_at_risk"] == best["at_risk_after"] == 0
    assert left["details"]["squares_withheld"] == best["squares_lost"]
    merged = pl.read_csv(tmp_path / "out" / "merged.csv")
    onto = dict(merged.select("carreau", "merged").iter_rows())
    villages().with_columns(pl.col("carreau").replace(onto)).write_csv(tmp_path / "merged.csv")
    left = discret("difference", "merged.csv", *WORDS, "--json").json
    assert left["observations_at_risk"] == ways[-1]["at_risk_after"] == 0
    assert left["details"]["squares"] == ways[-1]["squares_after"]
    with (tmp_path / "out" / "unprotected.csv").open(encoding="utf-8") as lines:
        assert list(csv.reader(lines)) == [
            ["commune", "carreau", "observations", "smallest_group", "protection"]
        ]


@pytest.mark.parametrize(("language", "title"), [("en", "Protecting"), ("fr", "Protéger")])
def test_the_ways_fit_on_a_narrow_terminal(
    discret: Call, table: str, monkeypatch: pytest.MonkeyPatch, language: str, title: str
) -> None:
    monkeypatch.setattr(show.console, "width", 80)
    told = discret("difference", table, *WORDS, "--protect", "--language", language)
    assert told.err == ""
    lines = told.out[told.out.index(title) :].splitlines()[:17]
    assert not [line for line in lines if "…" in line]
    assert max(map(len, lines)) <= 80
    lost = [line for line in lines if re.search("observations (lost|perdues)", line)]
    assert re.search(r"\d+ +\d+ +\d+ *$", lost[0])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_has_a_table_and_bars(
    discret: Call, table: str, tmp_path: Path, language: str
) -> None:
    words = ("difference", table, *WORDS, "--out", "out", "--language", language)
    discret(*words)
    plain = (tmp_path / "out" / "difference.html").read_text(encoding="utf-8")
    ways = discret(*words, "--protect", "--force", "--json").json["protections"]
    page = (tmp_path / "out" / "difference.html").read_text(encoding="utf-8")
    named = re.sub(r'xmlns(:\w+)?="[^"]*"', "", page)
    assert not re.search(r"<(script|link|iframe|img)|https?://|@import|url\((?!#)", named)
    assert page.count("<svg") == plain.count("<svg") + 2
    for way in ways:
        assert re.search(rf"\b{way['observations_lost']} \(\d", page)


def test_squares_withheld_already_are_kept_back_and_nothing_is_merged(
    discret: Call, tmp_path: Path
) -> None:
    pl.DataFrame({
        "commune": list("aabbb"), "carreau": [0, 1, 1, 2, 3], "n": [20, 2, 15, 30, 40],
        "masque": [1, 0, 0, 0, 0],
    }).write_csv(tmp_path / "t.csv")  # fmt: skip
    words = ("difference", "t.csv", *WORDS, "--count", "n", "--withheld", "carreau=masque")
    found = discret(*words, "--protect", "--out", "out", "--json").json
    merge = found["protections"][-1]
    assert merge["way"] == "merge"
    assert merge["why"]["fr"] != merge["why"]["en"]
    assert "squares_lost" not in merge
    assert found["protections"][0]["squares_lost"] == 1
    assert not (tmp_path / "out" / "merged.csv").exists()
    assert pl.read_csv(tmp_path / "out" / "withheld.csv")["carreau"].to_list() == [1]
    text = discret(*words, "--protect").out
    assert "not computed" in text
    page = (tmp_path / "out" / "difference.html").read_text(encoding="utf-8")
    assert "not computed" in page


def test_nothing_at_risk_costs_nothing(discret: Call, tmp_path: Path) -> None:
    pl.DataFrame({"commune": ["a"] * 30, "carreau": ["x"] * 30}).write_csv(tmp_path / "t.csv")
    ways = discret("difference", "t.csv", *WORDS, "--protect", "--out", "o", "--json").json
    assert [protection["squares_lost"] for protection in ways["protections"]] == [0, 0, 0]
    assert len(pl.read_csv(tmp_path / "o" / "withheld.csv")) == 0


def test_a_square_that_nothing_protects_is_named_in_a_file(discret: Call, tmp_path: Path) -> None:
    pl.DataFrame({"commune": list("aab"), "carreau": list("xyy"), "n": [1, 1, 50]}).write_csv(
        tmp_path / "t.csv"
    )
    words = ("difference", "t.csv", *WORDS, "--count", "n", "--protect", "--out", "o", "--json")
    ways = discret(*words).json["protections"]
    assert [way["zones_unprotected"] for way in ways] == [1, 1, 1]
    rows = pl.read_csv(tmp_path / "o" / "unprotected.csv")
    assert set(rows["commune"]) == {"a"}
    assert set(rows["protection"]) == {next(o["way"] for o in ways if o["cheaper"]), "merge"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_levels_of_a_grid_are_protected_together(
    discret: Call, tmp_path: Path, language: str
) -> None:
    """What is written is applied, level by level, and differenced again."""
    table = villages().with_columns(
        km=pl.col("carreau").str.extract(r"N(\d\d\d\d)") + pl.col("commune").str.slice(0, 1)
    )
    table.write_csv(tmp_path / "t.csv")
    words = ("difference", "t.csv", *WORDS, "--coarser", "km", "--language", language)
    told = discret(*words, "--protect", "--seconds", 20, "--out", "o", "--json")
    ways = told.json["protections"]
    assert [way["way"] for way in ways] == WAYS
    assert [way["at_risk_before"] for way in ways] == [12, 12, 12]
    assert [way["at_risk_after"] for way in ways] == [0, 0, 0]
    gone = pl.read_csv(tmp_path / "o" / "withheld.csv")
    best = next(way for way in ways if way["cheaper"])
    assert len(gone) == best["squares_lost"] > 0
    flags = []
    for level in ("km", "carreau"):
        own = gone.filter(pl.col("level") == level)["square"].implode()
        flags.append(pl.col(level).is_in(own).cast(int).alias(f"no_{level}"))
    table.with_columns(flags).write_csv(tmp_path / "w.csv")
    asked = [word for one in ("km", "carreau") for word in ("--withheld", f"{one}=no_{one}")]
    left = discret("difference", "w.csv", *WORDS, "--coarser", "km", *asked, "--json").json
    assert left["observations_at_risk"] == left["details"]["observations_not_safe"] == 0
    merged = pl.read_csv(tmp_path / "o" / "merged.csv")
    for level in ("km", "carreau"):
        own = merged.filter(pl.col("level") == level)
        onto = dict(own.select("square", "merged").iter_rows())
        table = table.with_columns(pl.col(level).replace(onto))
    table.write_csv(tmp_path / "m.csv")
    left = discret("difference", "m.csv", *WORDS, "--coarser", "km", "--json").json
    assert left["observations_at_risk"] == left["details"]["observations_not_safe"] == 0
    page = (tmp_path / "o" / "difference.html").read_text(encoding="utf-8")
    assert ("several levels" if language == "en" else "plusieurs niveaux") in page


# -- bad input -----------------------------------------------------------------------------

BAD = {
    "a level that is not nested": (["--coarser", "flag"], "next coarser"),
    "zones withheld": (["--withheld", "commune=flag"], "withheld"),
    "no time": (["--seconds", "0"], "--seconds"),
    "endless time": (["--seconds", "inf"], "--seconds"),
    "a folder in the way": (["--out", "blocked"], "withheld.csv"),
    "a further zoning": (["--also", "km"], "--protect"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_message(discret: Call, tmp_path: Path, name: str) -> None:
    words, wanted = BAD[name]
    pl.DataFrame({
        "commune": [f"{TEXT} a", f"{TEXT} a", f"{TEXT} b"], "km": [0, 0, 0],
        "carreau": [NUMBER, NUMBER + 1, NUMBER + 1], "flag": [1, 1, 0],
    }).write_csv(tmp_path / "t.csv")  # fmt: skip
    (tmp_path / "blocked" / "withheld.csv").mkdir(parents=True)
    before = everything_in(tmp_path)
    told = discret("difference", "t.csv", *WORDS, "--protect", *words)
    assert told.code == 2
    assert re.search(wanted, told.err)
    assert "Hint: " in told.err
    assert told.out == ""
    assert shown(told.err) == []
    assert everything_in(tmp_path) == before


def test_one_of_the_files_cannot_be_written_then_none_is(
    discret: Call, table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "groups.csv").write_text("as it was", encoding="utf-8")
    real = os.replace

    def broken(path: Path, target: Path) -> None:
        if Path(target) == Path("out", "withheld.csv"):
            raise OSError(28, "no space left")
        real(path, target)

    monkeypatch.setattr(os, "replace", broken)
    told = discret("difference", table, *WORDS, "--protect", "--out", "out", "--force")
    assert told.code == 2
    assert told.err.startswith("discret: difference: cannot write into out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["groups.csv"]
    assert (tmp_path / "out" / "groups.csv").read_text(encoding="utf-8") == "as it was"
    assert told.out == ""
