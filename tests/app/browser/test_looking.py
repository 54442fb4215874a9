"""Hierarchies, recodings, groups, variants and what must not be seen, in a real browser.

Checks 9 and 20 to 24 of the design.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from browsing import needs_chromium, served
from command import Call, caller
from discret import Hierarchy, Plan
from discret.app.pages import PAGES
from discret.app.rendering import Tongue
from discret.assess import KAnonymity
from discret.data.hierarchies.hierarchy import FORMS
from discret.plan.variants import slugs
from discret.reduce import Generalise
from french import THEIRS, english, left
from marked import TEXT, shown
from sitting import Sitting, near, seated, survey

pytestmark = [pytest.mark.browser, needs_chromium]
call_the_command_line = pytest.fixture(name="call")(caller)
MODELS = {"models.measure": "k_anonymity", "models.aim": "2"}
TOWNS = ("42218", "42300", "75014", "75020")
VOICE = Tongue("en")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("looking")


@pytest.fixture(scope="module")
def sitting() -> Iterator[Sitting]:
    """An app for all checks here."""
    with near() as own:
        yield own
        assert own.heard.afar == []


@pytest.fixture
def app(sitting: Sitting, folder: Path) -> Sitting:
    """The app with a file just opened, and roles given."""
    born = pl.Series("born", [f"20{n % 20:02}-0{1 + n % 9}-11" for n in range(240)])
    file = folder / "people.csv"
    survey().with_columns(born).write_csv(file)
    sitting.open(file)
    sitting.roles(("identifier", "key", "key", "key", "sensitive", "ignored"))
    return sitting


# -- hierarchies -----------------------------------------------------------------------------------

THESAURUS = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <http://example.org/> .
:all a skos:Concept ; skos:prefLabel "*"@en .
:f a skos:Concept ; skos:prefLabel "f"@en ; skos:broader :all .
:m a skos:Concept ; skos:prefLabel "m"@en ; skos:broader :all .
"""


def built(folder: Path) -> dict[str, tuple[str, dict[str, str], dict[str, Any]]]:
    """What is typed for every builder, on which column, and what a plan then says."""
    (folder / "towns.csv").write_text("".join(f"{t};{t[:2]};*\n" for t in TOWNS))
    (folder / "sexes.ttl").write_text(THESAURUS)
    links = ", ".join(f'"{town}" = "{town[:2]}"' for town in TOWNS)
    linked = {town: town[:2] for town in TOWNS}
    named = {"42": ["42218", "42300"], "75": ["75014", "75020"]}
    path, other = str(folder / "towns.csv"), str(folder / "sexes.ttl")
    return {
        "cuts": ("age", {"cuts": "30, 50\n50"}, {"cuts": [[30, 50], [50]]}),
        "prefixes": ("town", {"lengths": "2"}, {"lengths": [2]}),
        "dates": ("born", {"units": "month\nyear"}, {"units": ["month", "year"]}),
        "order": ("sex", {"order": "f\nm", "steps": "2"}, {"order": ["f", "m"], "steps": [2]}),
        "groups": ("town", {"groupings": json_toml(named)}, {"groupings": [named]}),
        "parents": ("town", {"links": f"[{{{links}}}]"}, {"links": [linked]}),
        "table": ("sex", {"rows": "f\tall\nm\tall"}, {"rows": [["f", "all"], ["m", "all"]]}),
        "csv": ("town", {"path": path}, {"path": path}),
        "skos": ("sex", {"path": other, "language": "en"}, {"path": other, "language": "en"}),
        "automatic": ("age", {"sizes": "6, 2"}, {"sizes": [6, 2]}),
        "top": ("sex", {}, {}),
    }


def json_toml(named: dict[str, list[str]]) -> str:
    """Write groups as a plan has them."""
    inside = ", ".join(f'"{name}" = {json.dumps(values)}' for name, values in named.items())
    return f"[{{{inside}}}]"


def test_each_builder_is_made_exported_and_read_back(app: Sitting, folder: Path) -> None:
    """Check 20: in the editor, on the page, in the plan, and equal when it is read again."""
    app.roles(("identifier", "key", "key", "key", "sensitive", "key"))
    wanted = built(folder)
    assert {*wanted} == {*FORMS, "automatic"}
    for builder, (column, typed, said) in wanted.items():
        app.to(f"hierarchies?column={column}&builder={builder}")
        app.fill(typed)
        app.press("form.part button[value=use]")
        assert app.faults == [], builder
        made = app.plan.hierarchies[column]
        told = made.to_dict()
        assert {"from": builder, **said}.items() <= told.items(), builder
        assert Plan.from_toml(app.plan.to_toml()).hierarchies[column].to_dict() == told
        rows = app.texts("table.narrow tbody tr")
        depth = made.depth if isinstance(made, Hierarchy) else len(rows)
        assert len(rows) == depth > 1, builder


def test_values_without_a_label_are_told_and_thousands_are_pasted(
    app: Sitting, folder: Path
) -> None:
    """Check 20: how many have no label, never which; five thousand rows from a spreadsheet."""
    app.to("hierarchies?column=town&builder=table")
    app.fill({"rows": "42300\t42"})
    app.press("form.part button[value=preview]")
    assert "42300" not in app.page.url
    app.press("form.part button[value=use]")
    assert "3" in app.faults[0]
    assert not any(town in app.faults[0] for town in TOWNS)
    assert app.page.locator("form.part textarea[name=rows]").input_value() == "42300\t42"
    many = folder / "codes.csv"
    pl.DataFrame({"code": [f"c{n}" for n in range(5000)] * 2}).write_csv(many)
    app.open(many)
    app.roles(("key",))
    app.to("hierarchies?column=code")
    app.page.locator("details:has(#pasted) summary").click()
    rows = "\n".join(f"c{n}\tg{n % 9}\t*" for n in range(5000))
    app.page.locator("#pasted").evaluate("(own, rows) => { own.value = rows; }", rows)
    app.press("form:has(#pasted) button[value=table]")
    assert app.faults == []
    assert app.texts("table.narrow tbody td")[::3] == ["5,000", "9", "1"]
    made = app.plan.hierarchies["code"]
    assert isinstance(made, Hierarchy)
    assert made.levels(pl.Series(["c10"])).row(0) == ("c10", "g1", "*")


# -- recodings and groups --------------------------------------------------------------------------


def laddered(app: Sitting, aim: str = "4") -> None:
    """Give the keys hierarchies, and k-anonymity alone a target."""
    for column, builder, typed in (
        ("age", "cuts", {"cuts": "30, 50\n50"}),
        ("town", "prefixes", {"lengths": "2"}),
        ("sex", "top", {}),
    ):
        app.to(f"hierarchies?column={column}&builder={builder}")
        app.fill(typed)
        app.press("form.part button[value=use]")
    app.target("k-anonymity", aim)
    assert app.faults == []


def slid(app: Sitting, levels: dict[str, int]) -> str:
    """Move the sliders; return what the page says of the recoding."""
    for name, level in levels.items():
        app.page.locator(f"input[name='level.{name}'][type=range]").fill(str(level))
        there = f"form.foot input[name='level.{name}'][value='{level}']"
        app.page.locator(there).wait_for(state="attached")
    return str(app.page.locator("main .banner[role=status] p").first.inner_text())


def test_sliders_show_what_a_recoding_comes_to(app: Sitting) -> None:
    """Check 21: ten at random as they are applied; the optimum is that of the search."""
    laddered(app)
    plan = app.plan
    data = plan.dataset(plan.table())
    models = [KAnonymity(k=4)]
    rng, held = np.random.default_rng(1), 0
    lattice = Generalise(models=models, drop=1.0).lattice(data)
    app.to("recodings?drop=100")
    for _ in range(10):
        levels = {n: int(rng.integers(low, high + 1)) for n, (low, high) in lattice.levels.items()}
        text = slid(app, levels)
        facts = Generalise(models=models, drop=1.0, levels=levels).apply(data).facts
        many = "record" if facts["suppressed"] == 1 else "records"
        lost = VOICE.level(facts["loss"], share=True)
        said = f"Loss {lost}; {VOICE.number(facts['suppressed'])} {many} "
        assert text.startswith(said), (levels, text, said)
        held += facts["suppressed"] < len(data)
    assert held > 3
    best = Generalise(models=models, drop=0.05).apply(data).facts
    app.to("recodings?drop=5")
    assert app.page.locator("form.foot .chip.met").count() == 1
    app.press("button[value=apply]")
    assert dict(app.plan.reduce[0].levels) == best["levels"]  # type: ignore[attr-defined]


def test_groups_are_those_that_fail_and_their_records(app: Sitting) -> None:
    """Check 22: the groups of the page are those of the measure; one opened has its records."""
    laddered(app)
    plan = app.plan
    data = plan.dataset(plan.table())
    keys = data.keys
    bad = np.flatnonzero(KAnonymity(k=4).failing(keys))
    expected = sorted(
        (int(keys.count[n]), *map(str, keys.groups.row(int(n), named=False))) for n in bad
    )
    found: list[tuple[Any, ...]] = []
    app.to("groups")
    assert app.texts("table.cells thead th")[2:] == list(keys.columns)
    for start in range(0, len(bad), 100):
        app.to(f"groups?start={start}")
        width = 2 + len(keys.columns)
        cells = app.texts("table.cells tbody td")
        rows = [cells[place : place + width] for place in range(0, len(cells), width)]
        found += [(int(row[0]), *row[2:]) for row in rows]
    assert [row[0] for row in found] == sorted(row[0] for row in found)
    assert sorted(found) == expected
    app.to("groups")
    row = dict(zip(keys.columns, app.texts("table.cells tbody tr:first-child td")[2:], strict=True))
    with app.page.expect_navigation():
        app.page.locator("table.cells tbody tr:first-child a").click()
    same = survey().filter(*(pl.col(name).cast(str) == value for name, value in row.items()))
    names = app.texts("section.part table.cells thead th")[1:]
    cells = app.texts("section.part table.cells tbody td")
    assert cells[names.index("name") :: len(names)] == same["name"].to_list()


# -- variants --------------------------------------------------------------------------------------


def test_variants_stand_side_by_side_as_the_command_tells_them(
    app: Sitting, tmp_path: Path, call: Call
) -> None:
    """Check 23: the numbers of `discret compare`; the plan has the variants, and runs."""
    app.add("drop_identifiers")
    app.export(tmp_path / "A")
    app.to("compare")
    app.page.locator("#title").fill("half")
    app.press("button[value=copy]")
    app.add("subsample", share="50")
    app.export(tmp_path / "half")
    told = call("compare", tmp_path / "A", tmp_path / "half", "--json").json
    app.to("compare")
    for verb in ("risk", "loss"):
        rows = [
            [" ".join(text.split()) for text in row.locator("td").all_inner_texts()]
            for row in app.page.locator(f"section:has(#head-{verb}_head) tbody tr").all()
        ]
        assert len(rows) == len(told[verb]) > 0
        for row, own in zip(rows, told[verb], strict=True):
            share, target = own["unit"] == "share", own["target"]
            for cell, release in zip(row[1:-1], own["releases"], strict=True):
                assert cell.startswith(VOICE.level(release["value"], share=share, target=target))
    plan = Plan.read(tmp_path / "half" / "plan.toml")
    assert [variant.title for variant in plan.variants] == ["A", "half"]
    assert "[[variant]]" in (tmp_path / "half" / "plan.toml").read_text()
    seed = json.loads((tmp_path / "half" / "record.json").read_text())["seed"]
    again = tmp_path / "again"
    ran = call("run", tmp_path / "half" / "plan.toml", "--out", again, "--seed", seed)
    assert ran.code in (0, 1), ran.err
    for title, name in zip(("A", "half"), slugs(["A", "half"]), strict=True):
        files = [own / "release.csv" for own in (tmp_path / title, again / name)]
        assert files[0].read_bytes() == files[1].read_bytes()


# -- languages, and what must never be -------------------------------------------------------------


def test_a_french_page_has_no_english(app: Sitting, folder: Path) -> None:
    """Check 24: all pages against the list of all English texts; numbers; the language itself."""
    many = folder / "personnes.csv"
    third = [None if n % 3 == 0 else "x" for n in range(12901)]
    pl.DataFrame({"sexe": ["f", "h"] * 6450 + ["f"], "avis": third}).write_csv(many)
    app.press("form[action='do/language'] button")
    try:
        app.add("subsample", share="50")
        known = english() - THEIRS - {*survey().columns, "born"}
        for place in (*(page.name for page in PAGES), "groups?group=0", "protect?edit=0"):
            app.to(place)
            assert app.page.locator("html").get_attribute("lang") == "fr"
            assert left(app.page.content(), known) == [], place
        app.open(many)
        text = app.page.locator("body").inner_text()
        assert "12\u202f901 enregistrements" in text
        assert "33,3\u202f%" in text
    finally:
        app.press("form[action='do/language'] button")


def test_marked_values_are_on_the_pages_that_say_so_alone(sitting: Sitting, tmp_path: Path) -> None:
    """Check 9: in no address, title, message, console or log; on three pages, which say it."""
    rng = np.random.default_rng(1)
    names = ("first", "second", "third")
    many = {"first": 4, "second": 9, "third": 80}
    marked = {name: [f"{TEXT} {n}" for n in rng.integers(0, many[name], 80)] for name in names}
    path = tmp_path / "marked.csv"
    pl.DataFrame(marked).write_csv(path)
    with served(str(path)) as (process, address):
        with seated(address, sitting.page.context.browser) as app:
            app.page.locator(".chip").first.wait_for()
            app.roles(("key", "key", "identifier"))
            app.add("suppress_cells", **MODELS)
            app.to("hierarchies?column=first&builder=table")
            app.fill({"rows": f"{TEXT} 1\tone\n{TEXT} 1\ttwo"})
            app.press("form.part button[value=preview]")
            app.press("form.part button[value=use]")
            assert len(app.faults) == 1
            assert not shown(*app.faults)
            app.add("generalise", **{**MODELS, "models.aim": "9000"})
            assert len(app.faults) == 1
            showing, saying = set(), set()
            for page in PAGES:
                app.to(page.name)
                assert not shown(app.page.title(), app.page.url)
                if shown(app.page.content()):
                    showing.add(page.name)
                if app.page.locator(".internal-only").count():
                    saying.add(page.name)
            assert showing == saying == {"hierarchies", "groups", "records"}
            assert not shown(*app.heard.addresses, *app.heard.console)
        process.terminate()
        assert not shown(*process.communicate(timeout=60))
