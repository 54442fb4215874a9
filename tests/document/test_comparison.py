"""Several releases side by side: what is compared, what is refused, and what the page shows."""

from __future__ import annotations

import copy
import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from discret import Dataset, Plan
from discret.assess import Attackers, KAnonymity
from discret.data.examples import survey
from discret.data.examples.generated_survey import FLAGS
from discret.data.files.tables import Format
from discret.document.comparison import LETTERS, SCHEMA, aligned, compare, names_of, record_path
from discret.document.folder import Place
from discret.document.folders import Places
from discret.document.pages.comparison import ACROSS, render_comparison
from discret.document.pages.render import read_record, render
from discret.document.reading import orders_of
from discret.errors import FileError, InputError
from discret.plan.release import Release
from discret.plan.variants import Variant, slugs
from discret.quantify import (
    Clusters,
    Correspondence,
    EffectiveSize,
    Regression,
    RowPercentages,
    WeightRatios,
)
from discret.reduce import (
    Calibrate,
    DropIdentifiers,
    ShuffleRecords,
    SuppressCells,
    SuppressRecords,
)
from discret.words import Language

KEYS = ["sexe", "age", "unite_urbaine", "couple", "personnes"]
K3 = [KAnonymity(k=3)]
TITLES = ["blanks", "drops <b>& bounds 0.25</b>"]
MARGINS = ["sexe * victimation", "personnes * victimation"]


@pytest.fixture(scope="module")
def releases() -> dict[str, Release]:
    return Plan(
        title="Survey",
        assess=[*K3, Attackers(most=0.2)],
        reduce=[DropIdentifiers(columns=["revenu_annuel"])],
        quantify=[
            EffectiveSize(),
            RowPercentages(rows=["personnes", "couple"], columns=["victimation"]),
            WeightRatios(start="poids_initial"),
            Regression(formula="vol_logement | menaces | vol_vehicule ~ unite_urbaine + sexe"),
            Correspondence(active=FLAGS),
            Clusters(columns=FLAGS, classes=3),
        ],
        variants=[
            Variant(title=TITLES[0], reduce=[SuppressCells(models=K3, importance={"age": 5})]),
            Variant(
                title=TITLES[1],
                reduce=[
                    SuppressRecords(models=K3, drop=1),
                    Calibrate(margins=MARGINS, start="poids_initial", target="poids"),
                    ShuffleRecords(),
                ],
            ),
        ],
    ).run_variants(
        Dataset.of(
            survey(900), key=KEYS, sensitive="victimation", weight="poids", row="numero",
            identifier="menage",
        ),
        seed=1,
    )  # fmt: skip


@pytest.fixture(scope="module")
def folder(releases: dict[str, Release], tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("variants")
    Places(out, Format("csv"), slugs(TITLES)).write(releases)
    return out


@pytest.fixture
def records(folder: Path) -> list[dict[str, Any]]:
    return [read_record(folder / slug / "record.json") for slug in slugs(TITLES)]


class Text(HTMLParser):
    """The words of a page, without its styles; and the tags it opens."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open = tag
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.open != "style" and data.strip():
            self.words.append(data.strip())


# -- plain data ------------------------------------------------------------------------------


def test_a_comparison_has_what_the_releases_found(
    records: list[dict[str, Any]], releases: dict[str, Release]
) -> None:
    told = compare(records)
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert told["schema"] == SCHEMA
    assert told["records"] == 900
    assert [one["letter"] for one in told["releases"]] == ["A", "B"]
    assert [one["name"] for one in told["releases"]] == TITLES
    for verb in ("risk", "loss"):
        for place, release in enumerate(releases.values()):
            found = {f.name: (f.value, f.met) for f in getattr(release, verb)}
            shown = {
                row["name"]: (row["releases"][place]["value"], row["releases"][place]["met"])
                for row in told[verb]
            }
            assert shown == found
    first = next(iter(releases.values()))
    before = {finding.name: finding.value for finding in first.risk_before}
    assert {row["name"]: row["original"] for row in told["risk"]} == before
    assert all(row["original"] is None for row in told["loss"])


def test_measures_with_other_parameters_are_other_rows(records: list[dict[str, Any]]) -> None:
    records[1]["measures"][0]["parameters"]["k"] = 4
    rows = aligned(records, "measures")
    ours = [row.found for row in rows if row.part["name"] == "k_anonymity"]
    assert [[one is not None for one in found] for found in ours] == [[True, False], [False, True]]
    page = render_comparison(records)
    assert "not measured" in page


def test_releases_of_different_files_are_refused(records: list[dict[str, Any]]) -> None:
    for one, digest in zip(records, "ab", strict=True):
        one["source_file"] = {"sha256": digest}
    with pytest.raises(InputError, match="releases 'A', 'B' were made from different files"):
        compare(records)
    other = copy.deepcopy(records)
    other[1]["source_file"] = None
    compare(other)  # nothing says that they differ
    other[1]["data"]["before"]["records"] = 901
    with pytest.raises(InputError, match="different files"):
        render_comparison(other)
    with pytest.raises(InputError, match="no release"):
        compare([])


def test_other_keys_and_unknown_sources_are_told(records: list[dict[str, Any]]) -> None:
    said = [notice["en"] for notice in compare(records)["notices"]]
    assert len(said) == 1  # the table was in memory: it has no checksum
    assert "taken on trust" in said[0]
    for record in records:
        record["source_file"] = {"sha256": "same"}
    assert compare(records)["notices"] == []
    records[1]["data"]["before"]["roles"]["key"].pop()
    assert "other key columns" in compare(records)["notices"][0]["en"]


def test_names_are_all_different() -> None:
    same = [{"title": "Survey"}, {"title": "Survey"}, {}]
    assert names_of(same) == ["Survey A", "Survey B", "C"]
    assert names_of(same, ["out", "other", "third"]) == ["out", "other", "third"]
    assert names_of([{"title": "T", "variant": "x"}], ["folder"]) == ["x"]


def test_a_record_is_found_in_its_folder(folder: Path, tmp_path: Path) -> None:
    inside = folder / slugs(TITLES)[0]
    assert record_path(inside) == record_path(inside / "record.json")
    with pytest.raises(FileError, match="holds no record"):
        record_path(tmp_path)


# -- the page --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_stands_alone_and_is_escaped(records: list[dict[str, Any]], language: Any) -> None:
    page = render_comparison(records, language=language)
    text = Text(page)
    assert f'<html lang="{language}">' in page
    assert "<b>" not in page
    assert not [tag for tag, _ in text.tags if tag in ("script", "link", "img", "iframe")]
    assert not re.findall(r"(?:src|href)=\"(?!#)", page)
    ids = {one["id"] for _, one in text.tags if "id" in one}
    links = {str(one["href"])[1:] for tag, one in text.tags if tag == "a" and "href" in one}
    assert links <= ids
    drawn = [one for tag, one in text.tags if tag == "svg" and one.get("role") == "img"]
    assert len(drawn) == 7  # three of risk and loss, ratios, forest, two planes
    assert all(one.get("aria-label") for one in drawn)


def test_row_percentages_are_those_of_the_findings(
    records: list[dict[str, Any]], releases: dict[str, Release]
) -> None:
    text = Text(render_comparison(records)).words
    for release in releases.values():
        found = next(f for f in release.loss if f.name == "row_percentages")
        for table in found.details["tables"]:
            for row in table["table"]:
                for share in (*row["before"], *row["after"]):
                    assert f"{100 * share:.1f}%" in text


def test_calibrated_tables_are_exact_and_the_others_are_not(
    records: list[dict[str, Any]],
) -> None:
    """Figure 4.3 of Bergeat (2015): a margin of the calibration is the original's, to a digit."""
    gaps = {}
    for name, record in zip("AB", records, strict=True):
        parts = [loss["name"] for loss in record["losses"]]
        found = record["steps"][-1]["loss"][parts.index("row_percentages")]
        for table in found["details"]["tables"]:
            gaps[name, table["rows"]] = table["largest_gap"]
    assert gaps["B", "personnes"] < 1e-9
    assert gaps["A", "personnes"] > 0.001
    assert gaps["B", "couple"] > 0.001  # as in figure 4.4: couple is no margin


def test_what_was_done_is_told_in_words(records: list[dict[str, Any]]) -> None:
    page = " ".join(Text(render_comparison(records)).words)
    blanks = records[0]["steps"][1]["facts"]
    assert f"Values blanked: {blanks['cells_blanked']};" in page
    assert f"records touched: {blanks['records_touched']}." in page
    drops = records[1]["steps"][1]["facts"]
    assert f"Records dropped: {drops['dropped']}" in page
    totals = records[1]["steps"][2]["facts"]
    assert f"Totals that hold: {totals['totals']};" in page
    assert "Can the blanks be unpicked?" in page
    assert "there is nothing to unpick" in page


def test_categories_stand_in_their_order(records: list[dict[str, Any]]) -> None:
    order = ["aucun", "un", "plusieurs"]
    for record in records:
        record["hierarchies"] = {"victimation": {"from": "order", "order": order}}
    assert orders_of(records[0]) == {"victimation": order}
    words = Text(render_comparison(records)).words
    first = words.index("aucun")
    assert words[first : first + 9] == order * 3


SPOILT: list[dict[str, Any]] = [
    {},
    {"steps": 3, "measures": "x", "losses": None, "risk_before": {}},
    {"steps": [{"facts": {"cells": {"a": 1}, "costs": {"a": None}}, "loss": [{}]}], "losses": [{}]},
    {
        "losses": [{"name": name} for name in ("row_percentages", "regression", "weight_ratios")],
        "steps": [{"loss": [{"details": {"tables": [{}], "coefficients": [{}]}}] * 3}],
    },
    {
        "losses": [{"name": "correspondence"}, {"name": "regression"}],
        "steps": [{"loss": [{"details": {"categories": [{"active": False, "before": [1]}]}}] * 2}],
    },
]  # fmt: skip


@pytest.mark.parametrize("spoilt", SPOILT)
def test_records_of_another_shape_make_no_one_stumble(spoilt: dict[str, Any]) -> None:
    assert "<html" in render_comparison([spoilt, spoilt])
    assert "<html" in render(spoilt, audience="internal")


def test_the_report_of_one_release_shows_its_analyses(records: list[dict[str, Any]]) -> None:
    page = render(records[1], audience="internal")
    text = Text(page).words
    for words in ("Row percentages", "Ratios of weights", "Regression model"):
        assert words in text
    assert "Variant: drops" in page


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_public_report_shows_neither_variant_nor_analyses(
    records: list[dict[str, Any]], language: Any
) -> None:
    for record in records:
        page = render(record, audience="public", language=language)
        assert "Survey" in page
        for hidden in ("0.25", "drops", "vol_logement |", "plusieurs", "aucun"):
            assert hidden not in page


# -- where it is written ---------------------------------------------------------------------


def test_each_release_has_its_folder_and_the_comparison_stands_beside(folder: Path) -> None:
    found = sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
    four = ["public.html", "record.json", "release.csv", "report.html"]
    each = [name for slug in slugs(TITLES) for name in (slug, *(f"{slug}/{one}" for one in four))]
    assert found == sorted([*each, "comparison.html", "comparison.json"])
    told = json.loads((folder / "comparison.json").read_text(encoding="utf-8"))
    assert [release["name"] for release in told["releases"]] == TITLES


@pytest.fixture
def plain_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that are written at once: what they show is no matter here."""
    monkeypatch.setattr("discret.document.folder.render", lambda *_, **__: "page")
    monkeypatch.setattr("discret.document.folders.render_comparison", lambda *_, **__: "page")


@pytest.mark.usefixtures("plain_pages")
def test_all_is_written_or_nothing(
    releases: dict[str, Release], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    places = Places(out, Format("csv"), slugs(TITLES))
    places.write(releases)
    note = out / slugs(TITLES)[0] / "note.txt"
    note.write_text("mine", encoding="utf-8")
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}

    moved = os.replace

    def fails(source: Path, target: Path) -> None:
        if source.name == "comparison.json" and source.parent.name == "new":
            raise OSError(28, "No space left on device")
        moved(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fails)
        with pytest.raises(FileError, match="cannot write"):
            places.write(releases, language="fr")
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    places.write(releases)
    assert note.read_text(encoding="utf-8") == "mine"


@pytest.mark.usefixtures("plain_pages")
def test_nothing_is_left_where_it_could_not_be_written(
    releases: dict[str, Release], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    moved = os.replace

    def fails(source: Path, target: Path) -> None:
        if source.name == "comparison.json":
            raise OSError(28, "No space left on device")
        moved(source, target)

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(FileError, match="cannot write"):
        Places(out, Format("csv"), slugs(TITLES)).write(releases)
    assert not out.exists()


def test_a_place_that_is_taken_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "people.csv"
    places = Places(tmp_path / "out", Format("csv"), ["1-a", "2-b"])
    places.check(source)
    (tmp_path / "out" / "comparison.html").mkdir(parents=True)
    with pytest.raises(FileError, match=r"comparison\.html: is a folder"):
        places.check(source)
    with pytest.raises(FileError, match="is a file"):
        Places(Path(__file__), Format("csv"), ["1-a"]).check(source)
    (tmp_path / "out2").mkdir()
    (tmp_path / "out2" / "1-a").write_text("x", encoding="utf-8")
    with pytest.raises(FileError, match="is a file"):
        Places(tmp_path / "out2", Format("csv"), ["1-a"]).check(source)
    own = Place(tmp_path / "out" / "2-b", Format("csv")).files[0]
    (tmp_path / "out" / "comparison.html").rmdir()
    own.parent.mkdir()
    own.write_text("x", encoding="utf-8")
    with pytest.raises(FileError, match="overwrite a file that was read"):
        places.check(own, force=True)


@pytest.mark.parametrize("many", [1, 2, 5, 7, 14, 26])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_release_is_in_every_table_and_none_is_too_wide(
    many: int, language: Language
) -> None:
    record = {
        "title": "Survey",
        "data": {when: {"records": 9} for when in ("before", "after")},
        "measures": [{"name": "k", "title": {"en": "smallest"}}],
        "risk_before": [{"value": 1}],
        "losses": [],
        "notices": [{"en": "Mind the order.", "fr": "Attention à l’ordre."}],
        "steps": [{"risk": [{"value": 3, "reads": {"en": "At least 3.", "fr": "Au moins 3."}}]}],
    }
    names = [f"a release of some length, number {n}" for n in range(many)]
    page = render_comparison([record] * many, names, language=language)
    tables = re.findall(r'<table class="matrix">.*?</table>', page, re.DOTALL)
    heads = [re.findall(r'<th scope="col" class="n">([A-Z])<span', table) for table in tables]
    assert [letter for head in heads for letter in head] == list(LETTERS[:many])
    assert all(len(head) <= ACROSS for head in heads)
    assert all(one.count('<strong class="value">3</strong>') == len(head)
               for one, head in zip(tables, heads, strict=True))  # fmt: skip
    assert page.count("At least 3." if language == "en" else "Au moins 3.") == 1
    assert page.count("Mind the order." if language == "en" else "Attention à l’ordre.") == 1
