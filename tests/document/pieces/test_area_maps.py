"""Maps of areas: what they show is what the account says, on one scale, and nothing leaves."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from command import Call, caller
from data_of_places import as_geojson, as_geoparquet, board
from discret import Dataset, Hierarchy, Plan
from discret.document.figures.area_map import (
    BESIDE,
    EMPTY,
    LEGEND,
    NOTHING,
    RAMPS,
    TICK,
    WIDTH,
    area_map,
    colour,
    schematic,
)
from discret.document.figures.treemap import Room, treemap
from discret.document.figures.widths import width
from discret.document.outlines import with_outlines
from discret.document.pages.comparison import render_comparison
from discret.document.pages.render import read_record, render
from discret.document.pieces.area_accounts import Account, Area, account_of
from discret.document.records import record
from discret.document.words.voice import Voice
from discret.errors import ColumnError, FileError, PlanError
from discret.reduce import ClimbAreas, SmallestAreas

SIDE = 4
VOICE = Voice("en")
NAMES = [f"{row}{column}" for row in range(SIDE) for column in range(SIDE)]
PAIRS = [
    (f"{row}{column}", f"{row + down}{column + across}")
    for row in range(SIDE)
    for column in range(SIDE)
    for down, across in ((0, 1), (1, 0))
    if row + down < SIDE and column + across < SIDE
]


def facts() -> pl.DataFrame:
    """Five farmers in 00, two in 01 and 10, one in 33 whose crop is rare, none elsewhere."""
    rows = [("00", f"a{n}", "wheat") for n in range(5)]
    rows += [
        ("01", "b0", "wheat"),
        ("01", "b1", "wheat"),
        ("10", "c0", "wheat"),
        ("10", "c1", "wheat"),
    ]
    rows += [("33", "d0", "flax")]
    return pl.DataFrame(rows, schema=["area", "farmer", "crop"], orient="row")


def dataset() -> Dataset:
    rows = [[name, f"row {name[0]}"] for name in NAMES]
    levels = Hierarchy.from_dict({"from": "table", "rows": rows, "names": ["cell", "row"]})
    crops = Hierarchy.from_groups({"all": ["wheat", "flax"]}, top=None)
    return Dataset.of(
        facts(), individual="farmer", area="area", key="crop",
        hierarchies={"area": levels, "crop": crops},
    )  # fmt: skip


def told(method: Any, **plan: Any) -> dict[str, Any]:
    return record(Plan(reduce=[method], **plan).run(dataset(), seed=1))


@pytest.fixture(scope="module")
def climbed() -> dict[str, Any]:
    return told(ClimbAreas(k=2, individuals=3))


@pytest.fixture(scope="module")
def zoned() -> dict[str, Any]:
    return told(SmallestAreas(k=2, individuals=3, pairs=PAIRS))


def account(told: dict[str, Any], drawn: list[str] | None = None) -> Account:
    found = account_of(told["steps"][0], told, VOICE, drawn or [])
    assert found is not None
    return found


def test_areas_that_climb_are_told_by_the_level_they_are_shown_at(climbed: dict[str, Any]) -> None:
    found = account(climbed)
    level = {area.name: (area.level, area.unit, area.kept, area.facts) for area in found.areas}
    assert found.levels[:2] == ("cell", "row")
    shown = {row["area"]: row for row in climbed["steps"][0]["facts"]["account"]}
    for name, (at, unit, kept, facts) in level.items():
        assert (kept, facts) == (shown[name]["kept"], shown[name]["facts"])
        assert at == (0 if shown[name]["shown"] else 1 if kept else -1)
        assert unit == (name if at == 0 else f"row {name[0]}" if at == 1 else "")
    assert {area.around for area in found.areas} == {"row 0", "row 1", "row 3"}


def test_areas_in_zones_are_alone_or_not(zoned: dict[str, Any]) -> None:
    found = account(zoned)
    zones = {row["area"]: row["zone"] for row in zoned["steps"][0]["facts"]["account"]}
    many = list(zones.values())
    for area in found.areas:
        expected = 0 if many.count(zones[area.name]) == 1 else 1
        assert area.level == (expected if area.kept else -1)
        assert area.unit == (zones[area.name] or "")
    assert [area.level for area in found.areas if area.name == "33"] == [-1]


def test_what_kept_no_account_has_no_map() -> None:
    assert account_of({"facts": {"kept": 3}}, {}, VOICE) is None
    assert account_of({"facts": {"account": [{"zone": "a"}, 3]}}, {}, VOICE) is None


def test_colours_are_those_of_the_level_and_the_share() -> None:
    for level, ramp in enumerate(RAMPS):
        shares = [
            colour(Area("a", 100, kept, 9, level, "a", "")) for kept in (1, 25, 26, 50, 75, 76, 100)
        ]
        assert shares == [ramp[n] for n in (0, 0, 1, 1, 2, 3, 3)]
    assert colour(Area("a", 100, 0, 9, -1, "", "")) == NOTHING


def fills(svg: str) -> dict[str, str]:
    """The colour of each shape, by the name that it tells."""
    found = re.findall(r'<path d="[^"]*" fill="(#\w+)"><title>([^<]*?)(?: |:|\u202f)', svg)
    return {name: fill for fill, name in found}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("write", [as_geojson, as_geoparquet])
def test_a_map_has_every_outline_in_its_colour(
    zoned: dict[str, Any], tmp_path: Path, write: Any, language: Any
) -> None:
    path = write(
        tmp_path / f"board.{'parquet' if write is as_geoparquet else 'geojson'}", board(SIDE)
    )
    voice = Voice(language)
    whole = with_outlines(zoned, path)
    own = account(whole, list(whole["outlines"]["shapes"]))
    drawn = fills(area_map(own, whole["outlines"], voice, "Areas"))
    assert list(drawn) == NAMES
    known = {area.name: area for area in own.areas}
    assert drawn == {name: colour(known[name]) if known[name].facts else EMPTY for name in NAMES}
    assert drawn["33"] == NOTHING
    assert (whole["outlines"]["areas"], whole["outlines"]["lacking"]) == (16, 0)


def test_north_is_up_and_neighbours_share_their_corners(
    zoned: dict[str, Any], tmp_path: Path
) -> None:
    whole = with_outlines(zoned, as_geojson(tmp_path / "b.geojson", board(SIDE)))
    shapes = whole["outlines"]["shapes"]
    middle = {
        name: [sum(side) / 5 for side in zip(*rings[0], strict=True)]
        for name, rings in shapes.items()
    }
    assert middle["30"][1] < middle["00"][1]  # rows go north
    assert middle["00"][0] < middle["03"][0]
    assert {tuple(point) for point in shapes["00"][0]} & {tuple(point) for point in shapes["11"][0]}
    assert (whole["outlines"]["width"], whole["outlines"]["height"]) == (640.0, 640.0)


def test_degrees_are_as_wide_as_they_are_there(zoned: dict[str, Any], tmp_path: Path) -> None:
    squares = {
        name: [(2 + x / 1000, 60 + y / 1000) for x, y in ring] for name, ring in board(SIDE).items()
    }
    told = with_outlines(zoned, as_geojson(tmp_path / "b.geojson", squares))["outlines"]
    assert told["width"] / told["height"] == pytest.approx(0.5, abs=0.01)  # cos 60°


def test_zones_are_surrounded_with_those_without_records(
    zoned: dict[str, Any], tmp_path: Path
) -> None:
    """The line around a zone has no side inside it."""
    whole = with_outlines(zoned, as_geojson(tmp_path / "b.geojson", board(SIDE)))
    own = account(whole, NAMES)
    svg = area_map(own, whole["outlines"], VOICE, "Areas")
    lines = re.findall(r'<path d="([^"]*)" fill="none"', svg)
    units = {area.unit for area in own.areas if area.level > 0}
    assert len(lines) == len(units)
    zone = next(unit for unit in units)
    members = [area.name for area in own.areas if area.unit == zone]
    near = sum((one in members) != (other in members) for one, other in PAIRS)
    edge = sum(4 - sum(name in pair for pair in PAIRS) for name in members)
    assert lines[0].count("M") == near + edge


def test_a_coarser_level_may_have_the_outlines(climbed: dict[str, Any], tmp_path: Path) -> None:
    rows = {f"row {row}": [(0.0, row), (9.0, row), (9.0, row + 1.0), (0.0, row + 1.0), (0.0, row)]
            for row in range(SIDE)}  # fmt: skip
    whole = with_outlines(climbed, as_geojson(tmp_path / "rows.geojson", rows))
    own = account(whole, list(rows))
    assert [area.name for area in own.areas] == ["row 0", "row 1", "row 3"]
    drawn = fills(area_map(own, whole["outlines"], VOICE, "Areas"))
    assert len(drawn) in (1, 4)  # names with a space are cut at it by the reading above


def test_boxes_are_as_large_as_the_records(climbed: dict[str, Any]) -> None:
    own = account(climbed)
    picture = schematic(own)
    assert {*picture.shapes} == {area.name for area in own.areas}

    def size(name: str) -> float:
        (x1, y1), _, (x2, y2), _ = picture.shapes[name][0]
        return (x2 - x1) * (y2 - y1)

    assert size("00") / size("01") == pytest.approx(5 / 2, rel=0.03)  # in one block
    svg = area_map(own, {}, VOICE, "Areas")
    assert fills(svg) == {area.name: colour(area) for area in own.areas}


def test_parts_of_a_treemap_fill_it_and_do_not_overlap() -> None:
    sizes = sorted((float(n * n % 17 + 1) for n in range(40)), reverse=True)
    parts = treemap(sizes, Room(3, 5, 90, 60))
    assert sum(part.wide * part.high for part in parts) == pytest.approx(90 * 60)
    for size, part in zip(sizes, parts, strict=True):
        assert part.wide * part.high == pytest.approx(size / sum(sizes) * 90 * 60)
        assert min(part.x - 3, part.y - 5, 93 - part.x - part.wide, 65 - part.y - part.high) > -1e-6
    for one in parts:
        for other in parts:
            across = min(one.x + one.wide, other.x + other.wide) - max(one.x, other.x)
            down = min(one.y + one.high, other.y + other.high) - max(one.y, other.y)
            assert one is other or across < 1e-6 or down < 1e-6


def test_very_many_areas_are_drawn_within_bounds() -> None:
    areas = tuple(
        Area(f"a{n}", n % 50 + 1, n % 50, 3, 0, f"a{n}", f"g{n % 12}") for n in range(40_000)
    )
    svg = area_map(Account(areas, ("commune",)), {}, VOICE, "Areas")
    assert len(svg) < 1_000_000


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_internal_report_has_the_map_and_the_public_one_nothing_of_it(
    zoned: dict[str, Any], tmp_path: Path, language: Any
) -> None:
    whole = with_outlines(zoned, as_geojson(tmp_path / "b.geojson", board(SIDE)))
    inside = render(whole, audience="internal", language=language)
    assert inside.count('<svg class="areas"') == 1
    voice = Voice(language)
    assert voice("areas_map") in inside
    assert voice("areas_line") in inside
    outside = render(whole, audience="public", language=language)
    assert 'class="areas"' not in outside.replace("figure.areas", "")
    assert "zone 1" not in outside
    without = render(zoned, audience="internal", language=language)
    assert voice("areas_schematic") in without
    assert voice("areas_line") not in without


def test_two_settings_stand_side_by_side_on_one_scale(tmp_path: Path) -> None:
    both = [told(ClimbAreas(k=k, individuals=3)) for k in (2, 3)]
    path = as_geojson(tmp_path / "b.geojson", board(SIDE))
    page = render_comparison([with_outlines(one, path) for one in both], ["A2", "A3"])
    figures = re.findall(r'<svg class="areas".*?</svg>', page, re.DOTALL)
    assert len(figures) == 2
    boxes = [re.search(r'viewBox="([^"]*)"', figure)[1].split()[:3] for figure in figures]  # type: ignore[index]
    assert boxes[0] == boxes[1]
    shapes = [re.findall(r'<path d="([^"]*)" fill="#', figure) for figure in figures]
    assert shapes[0] == shapes[1]


def test_outlines_that_do_not_match_are_told(zoned: dict[str, Any], tmp_path: Path) -> None:
    others = as_geojson(tmp_path / "b.geojson", {f"x{name}": own for name, own in board(2).items()})
    with pytest.raises(ColumnError, match="none of the 16 areas of the record has an outline"):
        with_outlines(zoned, others)
    some = as_geojson(tmp_path / "c.geojson", board(3))
    whole = with_outlines(zoned, some)
    assert (whole["outlines"]["areas"], whole["outlines"]["lacking"]) == (16, 7)
    page = render(whole, audience="internal", language="fr")
    assert "7 lieux sur 16 n’ont pas de contour dans c.geojson" in page
    with pytest.raises(FileError, match="no outline has a property 'insee'"):
        with_outlines(zoned, some, "insee")
    assert "outlines" not in with_outlines({"steps": []}, some)


discret = pytest.fixture(caller)


def written(folder: Path, code: str = "area", name: str = "area") -> Path:
    as_geojson(folder / "board.geojson", board(SIDE), name=name)
    facts().write_csv(folder / "facts.csv")
    plan = folder / "plan.toml"
    plan.write_text(
        f'[data]\nfile = "facts.csv"\noutlines = "board.geojson"\ncode = "{code}"\n'
        '[roles]\nindividual = "farmer"\narea = "area"\nkey = ["crop"]\n'
        '[[assess]]\nmeasure = "k_anonymity"\nk = 2\n[[reduce]]\nmethod = "smallest_areas"\n'
        'individuals = 3\nk = 2\nfile = "board.geojson"\n',
        encoding="utf-8",
    )
    return plan


def test_a_plan_names_its_outlines_and_reports_are_made_again(
    tmp_path: Path, discret: Call
) -> None:
    plan = written(tmp_path)
    out = tmp_path / "out"
    discret("run", str(plan), "--out", str(out), "--seed", "1")
    found = read_record(out / "record.json")
    assert len(found["outlines"]["shapes"]) == 16
    assert '<svg class="areas"' in (out / "report.html").read_text("utf-8")
    assert '<svg class="areas"' not in (out / "public.html").read_text("utf-8")
    (tmp_path / "board.geojson").unlink()  # the record alone is enough
    discret("report", str(out), "--language", "fr")
    assert "Lieux, et part conservée" in (out / "report.fr.html").read_text("utf-8")
    told = json.loads((out / "record.json").read_text("utf-8"))
    told["outlines"]["shapes"]["00"] = [[["<script>", 0]]]
    (out / "record.json").write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(FileError, match="its 'outlines' is not as discret writes it"):
        read_record(out / "record.json")


def test_commands_take_outlines_where_the_plan_has_none(tmp_path: Path, discret: Call) -> None:
    plan = written(tmp_path)
    text = plan.read_text("utf-8").replace('outlines = "board.geojson"\ncode = "area"\n', "")
    plan.write_text(text, encoding="utf-8")
    for out in ("one", "two"):
        discret("run", str(plan), "--out", str(tmp_path / out), "--seed", "1")
    other = as_geoparquet(tmp_path / "other.parquet", board(SIDE), name="insee")
    outlines = ("--outlines", str(other), "--name", "insee")
    discret("report", str(tmp_path / "one"), *outlines)
    page = (tmp_path / "one" / "report.html").read_text("utf-8")
    assert Voice("en")("areas_line") in page
    both = [str(tmp_path / name) for name in ("one", "two")]
    discret("compare", *both, "--out", str(tmp_path / "both.html"), *outlines)
    assert (tmp_path / "both.html").read_text("utf-8").count('<svg class="areas"') == 2


@pytest.mark.parametrize(
    ("code", "name", "words"),
    [("insee", "area", "no outline has a property 'insee'"), ("area", "code", "'code'")],
)
def test_outlines_are_looked_at_before_a_run(
    tmp_path: Path, code: str, name: str, words: str
) -> None:
    plan = Plan.read(written(tmp_path, code, name))
    with pytest.raises(PlanError, match=words):
        plan.check(dataset())


def test_outlines_of_other_areas_are_refused_before_a_run(tmp_path: Path) -> None:
    plan = Plan.read(written(tmp_path))
    as_geojson(tmp_path / "board.geojson", {f"x{name}": own for name, own in board(2).items()})
    with pytest.raises(PlanError, match="none of 4 areas is among the 4 outlines of board"):
        plan.check(dataset())
    as_geojson(
        tmp_path / "board.geojson", {f"row {n}": own for n, own in enumerate(board(2).values())}
    )
    replace(plan, reduce=[], labels=[]).check(dataset())  # for a map, a wider level will do


def test_the_plan_writes_its_outlines_again() -> None:
    plan = Plan(outlines=Path("areas.geojson"), code="insee")
    assert Plan.from_toml(plan.to_toml()).outlines == Path("areas.geojson")
    assert Plan.from_toml(plan.to_toml()).code == "insee"


def test_maps_of_two_settings_have_the_same_legend() -> None:
    """One that shows nothing at a level is as high as one that does, so that both lie alike."""
    levels = ("département", "région")
    drawn = [
        area_map(Account((Area("01", 9, 9, 4, level, "01", "84"),), levels), {}, Voice("en"), "")
        for level in (0, 1)
    ]
    assert len({page.split("viewBox=")[1].split(">")[0].split('"')[1] for page in drawn}) == 1
    assert all(name in page for page in drawn for name in levels)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_words_of_the_legend_leave_room_for_its_shares(language: Any) -> None:
    voice = Voice(language)
    ends = width(voice("area_legend")) * LEGEND / 100
    begins = BESIDE + WIDTH / 2 - 2 - width(voice("area_quarter_1")) * TICK / 200
    assert ends < begins
