"""discret difference: its figures, its files, its map, and what it says of bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polars as pl
import pytest

from command import Call, caller
from discret.data.examples import communes, villages
from discret.data.examples.generated_villages import village_outlines
from discret.data.files.labels import Labels
from discret.data.files.tables import write
from marked import NUMBER, TEXT, everything_in, shown
from where import SHARED, needs_tables

call_the_command_line = pytest.fixture(name="discret")(caller)
EXAMPLE = SHARED / "data/differencing_example.csv"
WORDS = ("--zone", "commune", "--square", "carreau")


@needs_tables
@pytest.mark.parametrize(("threshold", "observations"), [(2, 12), (3, 25), (5, 109)])
def test_the_example_of_the_reference_implementation(
    discret: Call, threshold: int, observations: int
) -> None:
    words = ("--zone", "zone", "--square", "cell", "--count", "count", "--threshold", threshold)
    told = discret("difference", EXAMPLE, *words, "--json")
    assert told.code == 0
    found = told.json
    assert found["observations_at_risk"] == observations
    assert sum(found["by_size"].values()) == observations
    assert all(int(size) < threshold for size in found["by_size"])
    assert found["intersections_at_risk"] == found["details"]["intersections_at_risk"]
    assert len(found["groups"]) == found["details"]["verified"]
    assert all(0 < group["observations"] < threshold for group in found["groups"])


def test_tables_in_both_languages(discret: Call, tmp_path: Path) -> None:
    villages().write_csv(tmp_path / "villages.csv")
    told = discret("difference", "villages.csv", *WORDS)
    assert told.code == 0
    assert "12 of 2,412 observations" in told.out
    assert "c1, c2, c3" in told.out
    french = discret("difference", "villages.csv", *WORDS, "--language", "fr")
    assert "observations à risque" in french.out
    assert told.err == french.err == ""


def test_what_may_be_at_risk_decides_the_exit_code(discret: Call, tmp_path: Path) -> None:
    villages().write_csv(tmp_path / "villages.csv")
    assert discret("difference", "villages.csv", *WORDS, "--most", 11).code == 1
    assert discret("difference", "villages.csv", *WORDS, "--most", 12).code == 0


def test_a_square_below_by_itself_counts_for_the_exit_code(discret: Call, tmp_path: Path) -> None:
    """Nothing is at risk by subtraction, and four are in a square that is too small."""
    table = pl.DataFrame({"commune": ["a", "a"], "carreau": [0, 1], "n": [30, 4]})
    table.write_csv(tmp_path / "t.csv")
    words = ("difference", "t.csv", *WORDS, "--count", "n", "--json")
    missed = discret(*words, "--most", 3)
    assert (missed.code, missed.json["observations_at_risk"]) == (1, 0)
    assert missed.json["details"]["observations_not_safe"] == 4
    assert [discret(*words, "--most", 4).code, discret(*words).code] == [0, 0]


def test_blanks_are_refused_or_withheld(discret: Call, tmp_path: Path) -> None:
    pl.DataFrame({
        "commune": list("aabbb"), "carreau": [0, None, 0, None, None], "n": [2, 30, 40, 30, 20],
    }).write_csv(tmp_path / "t.csv")  # fmt: skip
    words = ("difference", "t.csv", *WORDS, "--count", "n")
    refused = discret(*words)
    assert refused.code == 2
    assert "blanks = 'withheld'" in refused.err
    found = discret(*words, "--blanks", "withheld", "--most", 0, "--json")
    assert (found.code, found.json["observations_at_risk"]) == (0, 0)
    written = discret(*words, "--blanks", "withheld", "--threshold", 45, "--out", "out")
    assert written.code == 0
    rows = pl.read_csv(tmp_path / "out" / "at_risk.csv")
    assert None in rows["carreau"].to_list()
    groups = pl.read_csv(tmp_path / "out" / "groups.csv")
    assert any("—" in squares for squares in groups["left_in"])
    assert "None" not in (tmp_path / "out" / "difference.html").read_text(encoding="utf-8")


def prepared(folder: Path) -> None:
    villages().write_csv(folder / "villages.csv")
    text = json.dumps(village_outlines())
    (folder / "villages.geojson").write_text(text, encoding="utf-8")


def test_a_folder_gets_rows_groups_and_a_map(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path)
    told = discret(
        *("difference", "villages.csv", *WORDS, "--out", "out", "--x", "x", "--y", "y"),
        *("--outlines", "villages.geojson"),
    )
    assert told.code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "at_risk.csv",
        "difference.html",
        "difference.json",
        "groups.csv",
    ]
    rows = pl.read_csv(tmp_path / "out" / "at_risk.csv")
    assert rows.columns == ["commune", "carreau", "observations", "smallest_group", "group"]
    assert rows["observations"].sum() == 12
    groups = pl.read_csv(tmp_path / "out" / "groups.csv")
    assert groups["zones"].to_list() == ["a1", "b1 | b2", "c1 | c2 | c3"]
    page = (tmp_path / "out" / "difference.html").read_text(encoding="utf-8")
    assert page.count('<svg class="map"') == 5  # where groups are, three close up, zones merged
    assert page.count("clip-path=") == 10  # five intersections, on the map and close up
    assert_offline(page)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Squares, by their side", "3 or more", "100.0%", "Zones that are as one", "start"]),
        ("fr", ["Carreaux selon leur côté", "3 ou plus", "Les zones qui n’en font", "départ"]),
    ],
)
def test_tables_with_shares_and_totals(
    discret: Call, tmp_path: Path, language: str, words: list[str]
) -> None:
    prepared(tmp_path)
    asked = ("difference", "villages.csv", *WORDS, "--language", language)
    told = discret(*asked, "--out", "out", "--outlines", "villages.geojson")
    page = (tmp_path / "out" / "difference.html").read_text(encoding="utf-8")
    for word in words:
        assert word in page + told.out, word
    assert page.count("83.3%" if language == "en" else "83,3\u202f%") == 1  # ten of twelve
    assert "83" in told.out
    found = discret(*asked, "--json").json["details"]
    assert found["squares_by_zones"]["2"] == {
        "squares": 17, "intersections": 34, "intersections_below": 5,
        "share": 17 / 79, "share_below": 5 / 34,
    }  # fmt: skip
    assert found["at_risk_by_size"]["total"] == {"observations": 12, "share": 1.0}
    assert found["merged_zones"] == {"sets": 4, "zones": 12, "largest": 4}


def test_zones_merged_have_one_colour(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path)
    discret("difference", "villages.csv", *WORDS, "--out", "o", "--outlines", "villages.geojson")
    page = (tmp_path / "o" / "difference.html").read_text(encoding="utf-8")
    drawn = page[page.rindex('<svg class="map"') :]
    paths = {
        name: body.count("<path")
        for name, body in re.findall(r'<g class="(set\d|alone)">(.*?)</g>', drawn)
    }
    assert paths == {"alone": 2, "set0": 4, "set1": 6, "set2": 2}


def assert_offline(page: str) -> None:
    """Nothing is fetched, and nothing is run."""
    assert not re.search(r"<(script|link|iframe|img)|https?://|@import|url\((?!#)", page)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("drawn", [[], ["--x", "x", "--y", "y"]])
def test_without_outlines_there_is_still_something_to_see(
    discret: Call, tmp_path: Path, drawn: list[str], language: str
) -> None:
    prepared(tmp_path)
    discret("difference", "villages.csv", *WORDS, "--out", "out", *drawn, "--language", language)
    page = (tmp_path / "out" / "difference.html").read_text(encoding="utf-8")
    assert page.count('<svg class="graph"') == (0 if drawn else 3)
    assert page.count('<svg class="map"') == (4 if drawn else 0)
    assert f'<html lang="{language}">' in page
    assert_offline(page)


def test_names_are_escaped(discret: Call, tmp_path: Path) -> None:
    communes().with_columns(commune="<b>" + pl.col("commune")).write_csv(tmp_path / "t.csv")
    discret("difference", "t.csv", *WORDS, "--threshold", 3, "--out", "out")
    page = (tmp_path / "out" / "difference.html").read_text(encoding="utf-8")
    assert "&lt;b&gt;A2" in page
    assert "<b>" not in page


def test_nothing_at_risk_is_told_and_written(discret: Call, tmp_path: Path) -> None:
    pl.DataFrame({"commune": ["a"] * 30, "carreau": ["x"] * 30}).write_csv(tmp_path / "t.csv")
    told = discret("difference", "t.csv", *WORDS, "--out", "out")
    assert told.code == 0
    assert "No subtraction" in told.out
    assert len(pl.read_csv(tmp_path / "out" / "at_risk.csv")) == 0


def test_withheld_squares_and_levels(discret: Call, tmp_path: Path) -> None:
    pl.DataFrame({
        "commune": list("aabb"), "carreau": [0, 1, 0, 2], "n": [2, 30, 40, 50],
        "masque": [0, 1, 0, 1], "km": [0, 1, 0, 1],
    }).write_csv(tmp_path / "t.csv")  # fmt: skip
    words = ("difference", "t.csv", *WORDS, "--count", "n", "--json")
    assert discret(*words).json["observations_at_risk"] == 2
    assert discret(*words, "--withheld", "carreau=masque").json["observations_at_risk"] == 0
    nested = discret(*words, "--coarser", "km", "--withheld", "carreau=masque").json
    assert nested["observations_at_risk"] == 0


# -- bad input -----------------------------------------------------------------------------

BAD = {
    "no such column": (["--zone", "nowhere", "--square", "carreau"], "nowhere"),
    "negative counts": ([*WORDS, "--count", "minus"], "negative"),
    "fractions": ([*WORDS, "--count", "half"], "not whole"),
    "a pair twice": ([*WORDS, "--count", "n"], "repeat a pair"),
    "a zone is missing": (["--zone", "hole", "--square", "carreau"], "without 'hole'"),
    "a least of 1": ([*WORDS, "--least", "1"], "least"),
    "x without y": ([*WORDS, "--x", "n"], "two columns"),
    "a flag without column": ([*WORDS, "--withheld", "masque"], "--withheld"),
    "no outlines": ([*WORDS, "--out", "o", "--outlines", "no.json"], "no.json"),
    "outlines of nothing": ([*WORDS, "--out", "o", "--outlines", "other.json"], "no feature"),
    "outlines that are none": ([*WORDS, "--out", "o", "--outlines", "t.csv"], "not JSON"),
    "a list": ([*WORDS, "--out", "o", "--outlines", "list.json"], "no features"),
    "points that are none": ([*WORDS, "--out", "o", "--outlines", "odd.json"], "points"),
    "coordinates of text": ([*WORDS, "--out", "o", "--x", "hole", "--y", "n"], "numbers"),
    "a file in the way": ([*WORDS, "--out", "t.csv"], "is a file"),
    "a language": ([*WORDS, "--language", "xx"], "language"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_message(discret: Call, tmp_path: Path, name: str) -> None:
    words, wanted = BAD[name]
    zone = [f"{TEXT} a", f"{TEXT} a", f"{TEXT} b"]
    pl.DataFrame({
        "commune": zone, "carreau": [NUMBER, NUMBER, NUMBER + 1], "n": [NUMBER, 2, 3],
        "minus": [-NUMBER, 2, 3], "half": [0.5, NUMBER, 1], "hole": [None, *zone[1:]],
    }, strict=False).write_csv(tmp_path / "t.csv")  # fmt: skip
    feature = {"type": "Feature", "properties": {"x": TEXT}, "geometry": None}
    odd = {
        "properties": {"commune": zone[0]},
        "geometry": {"type": "Polygon", "coordinates": [TEXT]},
    }
    for file, content in {
        "other.json": {"features": [feature, None, 3]},
        "list.json": [TEXT],
        "odd.json": {"features": [odd]},
    }.items():
        (tmp_path / file).write_text(json.dumps(content), encoding="utf-8")
    before = everything_in(tmp_path)
    told = discret("difference", "t.csv", *words)
    assert told.code == 2
    assert re.search(wanted, told.err)
    assert "Hint: " in told.err
    assert told.out == ""
    assert shown(told.err) == []
    assert everything_in(tmp_path) == before


def test_zones_are_named_by_their_labels_and_outlines_by_codes(
    discret: Call, tmp_path: Path
) -> None:
    """A labelled flag of 0 and 1 stays one."""
    table, outlines = villages(), village_outlines()
    codes = {name: 10 + place for place, name in enumerate(sorted({*table["commune"]}))}
    coded = table.with_columns(
        pl.col("commune").replace_strict(codes, return_dtype=pl.Int32),
        pl.lit(0, dtype=pl.Int32).alias("masque"),
    )
    named = {code: f"Village {name}" for name, code in codes.items()}
    labels = Labels(values={"commune": named, "masque": {0: "non", 1: "oui"}})
    write(coded, tmp_path / "villages.sav", labels=labels)
    for feature in outlines["features"]:
        own = feature["properties"]
        own.update({"commune": codes[own["commune"]]} if "commune" in own else {})
    (tmp_path / "zones.geojson").write_text(json.dumps(outlines), encoding="utf-8")
    more = ("--withheld", "commune=masque", "--outlines", "zones.geojson", "--out", "out")
    told = discret("difference", "villages.sav", *WORDS, *more)
    assert "Village c1, Village c2, Village c3" in told.out
    page = (tmp_path / "out" / "difference.html").read_text(encoding="utf-8")
    assert page.count("Village c1") > 2
    several = discret("difference", "villages.sav", *WORDS, "--also", "x")
    assert several.code == 0
