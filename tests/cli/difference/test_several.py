"""discret difference --also: three publications and more, on the command line."""

from __future__ import annotations

import os
import re
from pathlib import Path

import polars as pl
import pytest

from command import Call, caller
from discret import Dataset
from discret.assess import SeveralZonings
from discret.data.examples import villages
from marked import NUMBER, TEXT, everything_in, shown

call_the_command_line = pytest.fixture(name="discret")(caller)
HALVES = pl.DataFrame({
    "town": ["a", "a", "b", "b"], "square": ["p", "q", "p", "q"], "school": ["s", "t", "t", "s"],
    "n": [1, 9, 9, 9],
})  # fmt: skip
WORDS = ("--zone", "town", "--square", "square", "--also", "school", "--count", "n")
FIVE = (*WORDS, "--threshold", 5)


@pytest.fixture(name="table")
def write_the_table(tmp_path: Path) -> str:
    HALVES.write_csv(tmp_path / "t.csv")
    return "t.csv"


def test_plain_data_is_that_of_the_measure(discret: Call, table: str) -> None:
    """By hand: town a, square p and school s without everybody are the one person, twice."""
    told = discret("difference", table, *FIVE, "--json")
    assert (told.code, told.err) == (0, "")
    found = told.json
    names = ["town", "square", "school"]
    finding = SeveralZonings(columns=names, least=5, count="n").assess(Dataset.of(HALVES))
    assert found["details"] == finding.details
    assert found["observations_at_risk"] == found["intersections_at_risk"] == 1
    assert found["by_size"] == {"1": 1}
    assert found["files"] == []
    (group,) = found["groups"]
    assert (group["group"], group["observations"]) == (1, 1)
    counts = {
        (name, zone): sum(n for own, n in HALVES.select(name, "n").rows() if own == zone)
        for name in names
        for zone in HALVES[name].unique()
    }
    left = sum(total["times"] * counts[total["zoning"], total["zone"]] for total in group["totals"])
    assert left == group["divisor"] * 1


def test_the_names_of_the_command_for_two_publications(discret: Call, tmp_path: Path) -> None:
    villages().with_columns(half=pl.lit("all")).write_csv(tmp_path / "v.csv")
    words = ("difference", "v.csv", "--zone", "commune", "--square", "carreau", "--json")
    two, three = discret(*words).json, discret(*words, "--also", "half").json
    assert set(two) >= set(three)
    for name in ("observations_at_risk", "intersections_at_risk", "by_size", "files"):
        assert three[name] == two[name]
    assert len(three["groups"]) == len(two["groups"]) == 3
    assert {group["observations"] for group in three["groups"]} == {1, 10}


def test_several_more_columns(discret: Call, tmp_path: Path) -> None:
    HALVES.with_columns(sex=pl.Series(list("fmfm"))).write_csv(tmp_path / "t.csv")
    told = discret("difference", "t.csv", *FIVE, "--also", "sex", "--json").json
    assert list(told["details"]["zones"]) == ["town", "square", "school", "sex"]


def test_tables_in_both_languages(discret: Call, table: str) -> None:
    told = discret("difference", table, *FIVE)
    assert told.code == 0
    assert "1 of 28 observations" in told.out
    for row in (r"safe +3 +27\b", r"at risk +1 +1\b", r"undecided +0 +0\b", r"below .* 0 +0\b"):
        assert re.search(row, told.out), row
    french = discret("difference", table, *FIVE, "--language", "fr")
    for text in ("1 observation sur 28", "sûres", "à risque", "indécises", "sous le seuil"):
        assert text in french.out
    assert "groupe de" in french.out
    assert told.err == french.err == ""


def test_nothing_at_risk(discret: Call, tmp_path: Path) -> None:
    HALVES.with_columns(n=pl.lit(30)).write_csv(tmp_path / "t.csv")
    told = discret("difference", "t.csv", *WORDS, "--out", "out")
    assert told.code == 0
    assert "No combination of the totals of 3 zonings" in told.out
    assert "group of" not in told.out
    rows = pl.read_csv(tmp_path / "out" / "at_risk.csv")
    assert (len(rows), rows.columns[:4]) == (0, ["town", "square", "school", "observations"])
    assert len(pl.read_csv(tmp_path / "out" / "groups.csv")) == 0


def test_a_folder_gets_what_is_not_safe_and_the_groups(
    discret: Call, table: str, tmp_path: Path
) -> None:
    told = discret("difference", table, *FIVE, "--out", "new/out", "--json")
    out = tmp_path / "new" / "out"
    assert [Path(name).name for name in told.json["files"]] == ["at_risk.csv", "groups.csv"]
    assert sorted(path.name for path in out.iterdir()) == ["at_risk.csv", "groups.csv"]
    rows = pl.read_csv(out / "at_risk.csv")
    assert rows.rows() == [("a", "p", "s", 1, "at_risk", 1, 1)]
    groups = pl.read_csv(out / "groups.csv")
    assert groups.columns == ["group", "observations", "zoning", "zone", "times", "divisor"]
    shown_too = discret("difference", table, *FIVE, "--out", "new/out", "--force")
    assert "Written: new/out/at_risk.csv" in shown_too.out


def test_what_is_below_by_itself_is_written_with_its_verdict(discret: Call, tmp_path: Path) -> None:
    HALVES.with_columns(n=pl.Series([2, 30, 30, 30]), school=pl.Series(list("stuv"))).write_csv(
        tmp_path / "t.csv"
    )
    discret("difference", "t.csv", *WORDS, "--out", "out")
    rows = pl.read_csv(tmp_path / "out" / "at_risk.csv")
    assert set(rows["verdict"]) <= {"below", "at_risk"}
    assert rows["observations"].to_list() == [2]


def test_what_is_not_safe_decides_the_exit_code(discret: Call, tmp_path: Path) -> None:
    """One is at risk by three columns; of town c four are below by themselves."""
    more = pl.DataFrame({"town": ["c"], "square": ["r"], "school": ["u"], "n": [4]})
    pl.concat([HALVES, more]).write_csv(tmp_path / "t.csv")
    details = discret("difference", "t.csv", *FIVE, "--json").json["details"]
    assert (details["observations_at_risk"], details["observations_not_safe"]) == (1, 5)
    assert discret("difference", "t.csv", *FIVE).code == 0
    missed = discret("difference", "t.csv", *FIVE, "--most", 4)
    assert missed.code == 1
    assert "not safe: 5; allowed at most: 4" in missed.out
    assert discret("difference", "t.csv", *FIVE, "--most", 5, "--json").code == 0
    assert discret("difference", "t.csv", *FIVE, "--most", 0, "--json").code == 1


def test_out_of_time_some_are_undecided(discret: Call, table: str, tmp_path: Path) -> None:
    words = ("difference", table, *FIVE, "--seconds", "0.000000001", "--most", 0)
    told = discret(*words, "--out", "out")
    assert told.code == 1
    assert re.search(r"undecided +1 +1\b", told.out)
    assert pl.read_csv(tmp_path / "out" / "at_risk.csv")["verdict"].to_list() == ["undecided"]


# -- bad input -----------------------------------------------------------------------------

BAD = {
    "coarser": (["--coarser", "n"], "--coarser"),
    "withheld": (["--withheld", "square=n"], "--withheld"),
    "blanks": (["--blanks", "withheld"], "--blanks"),
    "repeats": (["--repeats", "added"], "--repeats"),
    "outlines": (["--outlines", "t.csv"], "--outlines"),
    "protect": (["--protect"], "--protect"),
    "no time": (["--seconds", "0"], "seconds"),
    "x and y": (["--x", "n", "--y", "n"], "--x, --y"),
    "no such column": (["--also", "nowhere"], "nowhere"),
    "a column twice": (["--also", "town"], "named twice"),
    "a column with gaps": (["--also", "hole"], "without 'hole'"),
    "a least of 1": (["--least", "1"], "least"),
    "a target below 0": (["--most", "-1"], "most"),
    "a file in the way": (["--out", "t.csv"], "difference: t.csv is a file"),
    "a folder in the way": (["--out", "taken"], "at_risk.csv: is a folder"),
    "its own file": (["--out", "own"], "at_risk.csv: it would overwrite"),
    "no place to write": (["--out", "t.csv/out"], "difference: cannot write into out"),
    "a language": (["--language", "xx"], "language"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_message(discret: Call, tmp_path: Path, name: str) -> None:
    words, wanted = BAD[name]
    table = pl.DataFrame({
        "town": [f"{TEXT} a", f"{TEXT} a", f"{TEXT} b"], "square": [NUMBER, NUMBER, NUMBER + 1],
        "school": [f"{TEXT} s", f"{TEXT} t", f"{TEXT} t"], "n": [NUMBER, 2, 3],
        "hole": [None, TEXT, TEXT],
    })  # fmt: skip
    table.write_csv(tmp_path / "t.csv")
    (tmp_path / "taken" / "at_risk.csv").mkdir(parents=True)
    (tmp_path / "own").mkdir()
    table.write_csv(tmp_path / "own" / "at_risk.csv")
    file = "own/at_risk.csv" if name == "its own file" else "t.csv"
    before = everything_in(tmp_path)
    told = discret("difference", file, *WORDS, *words)
    assert told.code == 2
    assert re.search(wanted, told.err), told.err
    assert "Hint: " in told.err
    assert told.out == ""
    assert shown(told.err) == []
    assert everything_in(tmp_path) == before


def test_all_is_written_or_nothing(
    discret: Call, table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    discret("difference", table, *FIVE, "--out", "out")
    before = everything_in(tmp_path)
    moved = os.replace

    def refuse(path: Path, target: Path) -> None:
        if Path(target) == Path("out", "groups.csv") and path.parent.name == "new":
            raise PermissionError(13, "Permission denied")
        moved(path, target)

    monkeypatch.setattr(os, "replace", refuse)
    told = discret("difference", table, *FIVE, "--out", "out", "--threshold", 20, "--force")
    assert told.code == 2
    assert told.err.startswith("discret: difference: cannot write into out (Permission denied)")
    assert everything_in(tmp_path) == before
