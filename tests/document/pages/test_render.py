"""Reports stand alone, are escaped, speak two languages, and never stumble over a record."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest

from discret.document.pages.environment import environment
from discret.document.pages.internal import internal_view
from discret.document.pages.render import render
from discret.document.words.voice import Voice
from discret.errors import InputError

PAGES = [(audience, language) for audience in ("internal", "public") for language in ("en", "fr")]
VOID = {"meta", "br", "img", "link", "hr", "input"}


class Checker(HTMLParser):
    """Collects the text of a page and its identifiers, and checks that tags are closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.text: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.ids += [value or "" for name, value in attrs if name == "id"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text.append(data)


@pytest.mark.parametrize(("audience", "language"), PAGES)
def test_pages_are_well_formed_and_stand_alone(
    record: dict[str, Any], audience: Any, language: Any
) -> None:
    page = render(record, audience=audience, language=language)
    read = Checker(page)
    assert len(read.ids) == len(set(read.ids))
    assert f'<html lang="{language}">' in page
    assert not re.search(r"<script|<link|<img|@import|@font-face|\bon\w+=", page)
    addresses = set(re.findall(r"https?://[^\s\"')<]+", page))
    assert addresses <= {"http://www.w3.org/1999/xlink", "http://www.w3.org/2000/svg"}
    assert "None" not in page
    assert "Undefined" not in page


def test_every_page_forbids_scripts_and_what_would_be_fetched() -> None:
    loader = environment().loader
    assert loader is not None
    pages = [name for name in loader.list_templates() if "<head>" in source(name)]
    assert len(pages) == 2
    assert all('<head>\n{% include "head.html.j2" %}\n' in source(name) for name in pages)
    assert "default-src 'none'; style-src 'unsafe-inline'; base-uri" in source("head.html.j2")


def source(name: str) -> str:
    reader = environment()
    assert reader.loader is not None
    return reader.loader.get_source(reader, name)[0]


@pytest.mark.parametrize(("audience", "language"), PAGES)
def test_pages_are_accessible(record: dict[str, Any], audience: Any, language: Any) -> None:
    tags = Checker(render(record, audience=audience, language=language)).tags
    tables = [tag for tag, _ in tags].count("table")
    assert tables == [tag for tag, _ in tags].count("caption") > 1
    assert all(attrs.get("scope") in {"row", "col"} for tag, attrs in tags if tag == "th")
    figures = [attrs for tag, attrs in tags if tag == "svg"]
    assert bool(figures) == (audience == "internal")
    assert all(attrs.get("aria-label") or attrs.get("aria-hidden") for attrs in figures)
    levels = [int(tag[1]) for tag, _ in tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1


@pytest.mark.parametrize("audience", ["internal", "public"])
def test_french_has_its_spaces_and_numbers(record: dict[str, Any], audience: Any) -> None:
    record["data"]["after"]["records"] = 1234567
    page = render(record, audience=audience, language="fr")
    text = "".join(Checker(page).text)
    assert not re.search(r"[ \u00a0][;:!?»%]|« ", text)
    assert "1\u202f234\u202f567" in text
    assert not re.search(r"\d\.\d+\u202f?%", text)


def test_the_two_languages_share_no_sentence(record: dict[str, Any]) -> None:
    for audience in ("internal", "public"):
        said = [
            {part.strip() for part in Checker(render(record, audience=audience, language=one)).text}
            for one in ("en", "fr")
        ]
        shared = {one for one in said[0] & said[1] if len(one.split()) > 4}
        assert not {one for one in shared if not re.search(r"\(\d{4}\)", one)}  # references


@pytest.mark.parametrize(("audience", "language"), PAGES)
def test_everything_is_escaped(record: dict[str, Any], audience: Any, language: Any) -> None:
    evil = '<script>alert("&")</script>'
    spoilt = renamed(record, evil)
    spoilt |= {"title": evil, "source": evil, "notices": [{"en": evil, "fr": evil}]}
    spoilt["steps"][0]["label"] = evil
    spoilt["released"]["name"] = evil
    page = render(spoilt, audience=audience, language=language)
    Checker(page)
    assert "<script" not in page
    assert "&amp;lt;" not in page
    assert page.count("&lt;script&gt;") > 5


def renamed(value: Any, evil: str) -> Any:
    """Give the columns of a record, and a category, names that would break a page."""
    names = {"Sexe": evil, "Âge": f"{evil}2", "Femme": f"{evil}3", "Poids": f"{evil}4"}
    if isinstance(value, dict):
        return {names.get(key, key): renamed(one, evil) for key, one in value.items()}
    if isinstance(value, list):
        return [renamed(one, evil) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize(
    ("met", "language", "words"),
    [
        (True, "en", "All targets hold"),
        (False, "en", "Not all targets hold"),
        (None, "en", "No target was set"),
        (True, "fr", "Tous les objectifs sont atteints"),
        (False, "fr", "Des objectifs ne sont pas atteints"),
        (None, "fr", "Aucun objectif n’a été fixé"),
    ],
)
def test_the_verdict_comes_first(
    record: dict[str, Any], met: Any, language: Any, words: str
) -> None:
    record["met"] = met
    text = "".join(Checker(render(record, audience="internal", language=language)).text)
    assert words in text[:900]


def test_missed_targets_are_named(record: dict[str, Any]) -> None:
    record["met"] = False
    record["steps"][-1]["risk"][0]["met"] = False
    text = "".join(Checker(render(record, audience="internal")).text)
    assert "Missed: k-anonymity." in text
    assert "Targets missed: k-anonymity." in text


def test_the_internal_report_has_what_a_colleague_needs(record: dict[str, Any]) -> None:
    text = unescape(render(record, audience="internal"))
    for needed in (
        "20261115", record["released"]["sha256"], "discret.record/2", "Nom complet", "subsample",
        "mapping", "match anything", "Degenerate", "Singling out", "Linkability", "Inference",
        "Cramér’s V", "Expected re-identifications", "uses chance",
        "Samarati P., Sweeney L. (1998)",
    ):  # fmt: skip
        assert needed in text
    for finding in (*record["steps"][-1]["risk"], *record["steps"][-1]["loss"]):
        assert finding["reads"]["en"] in text


def test_all_charts_are_drawn(record: dict[str, Any]) -> None:
    labels = re.findall(
        r'<svg role="img"[^>]*aria-label="([^"]*)"', render(record, audience="internal")
    )
    starts = {label.split(".")[0] for label in labels}
    assert {
        "k-anonymity", "individual risk", "three attackers", "Records by size of group",
        "Records by class of risk", "detail lost", "cells changed", "Detail lost, by column",
        "Sexe", "Âge", "Plat préféré",
    } <= starts  # fmt: skip


def test_the_columns_that_single_people_out_are_told(record: dict[str, Any]) -> None:
    names = [f"c{number}" for number in range(25)]
    part = {"name": "quasi_identifiers", "title": {"en": "quasi"}, "criteria": ["singling_out"]}
    found = {"value": 2, "details": {"minimal": [["Sexe", name] for name in names]}}
    gone = {"value": None, "details": {"minimal": [], "contributions": {"Sexe": 0.25}}}
    record["measures"].append(part)
    record["risk_before"].append(found)
    for step in record["steps"]:
        step["risk"].append(gone)
    page = render(record, audience="internal", language="en")
    assert "Columns that single people out" in page
    assert "Other sets, in the record: 5." in page
    assert page.count('<code class="name">c1</code>') == 1
    assert "Part of each key in special uniques" in page
    assert "single people out" not in render(record, audience="public", language="en")


def test_open_points_of_the_criteria(record: dict[str, Any]) -> None:
    text = render(record, audience="internal")
    assert "No measure compares the file with other releases" in text
    assert "No sensitive column was declared" not in text
    del record["data"]["after"]["roles"]["sensitive"]
    del record["measures"][1]
    for found in (record["risk_before"], *(step["risk"] for step in record["steps"])):
        del found[1]
    text = render(record, audience="internal")
    assert "No sensitive column was declared" in text
    assert "No measure of the plan speaks to this criterion" in text


def test_measures_without_a_target_that_expose_records_remain_open(
    record: dict[str, Any],
) -> None:
    """One target that holds does not speak for the measures beside it."""
    for found in record["steps"][-1]["risk"]:
        found |= {"met": None, "target": None}
    record["steps"][-1]["risk"][0] |= {"met": True, "target": 2, "value": 2}
    record["steps"][-1]["risk"][2] |= {"value": 1.0, "better": "lower"}
    record["steps"][-1]["risk"][3] |= {"value": 0.0, "better": "lower"}
    singling_out = internal_view(record, Voice("en"))["criteria"][0]
    assert singling_out["open"][:2] == [
        "Not judged, for want of a target, though records are exposed: individual risk (100%).",
        "Measured, but not judged, for want of a target: three attackers.",
    ]
    assert singling_out["open"][-1] == (
        "The day on which the risk is to be looked at again has still to be set."
    )


def test_a_criterion_that_targets_settle_calls_for_no_analysis(record: dict[str, Any]) -> None:
    for found in record["steps"][-1]["risk"]:
        found |= {"met": True, "target": 2}
    singling_out, linkability, _ = internal_view(record, Voice("en"))["criteria"]
    assert not [text for text in singling_out["open"] if "detailed analysis" in text]
    assert [text for text in linkability["open"] if "detailed analysis" in text]
    assert [text for text in linkability["open"] if "table 6" in text]


def drop(*names: str) -> Callable[[dict[str, Any]], None]:
    def spoil(record: dict[str, Any]) -> None:
        for name in names:
            del record[name]

    return spoil


def no_steps(record: dict[str, Any]) -> None:
    record["steps"] = []


def no_measures(record: dict[str, Any]) -> None:
    record |= {"measures": [], "risk_before": [], "losses": [], "met": None}
    for step in record["steps"]:
        step |= {"risk": [], "loss": []}


def no_values(record: dict[str, Any]) -> None:
    for step in record["steps"]:
        for found in (*step["risk"], *step["loss"]):
            found |= {"value": None, "met": None, "target": None}


def no_details(record: dict[str, Any]) -> None:
    for found in (
        *record["risk_before"],
        *(f for s in record["steps"] for f in s["risk"] + s["loss"]),
    ):
        del found["details"]


def untracked(record: dict[str, Any]) -> None:
    for step in record["steps"]:
        step["difference"]["cells"] = None


def future(record: dict[str, Any]) -> None:
    """A measure, a loss and a method that this version has never heard of."""
    words = {"en": "new thing", "fr": "chose nouvelle"}
    part = {"name": "new", "title": words, "purpose": words}
    finding = {
        "name": "new",
        "value": 2.5,
        "reads": words,
        "details": {"odd": {"a": [1, {}]}, "n": 3},
    }
    record["measures"].append(part)
    record["losses"].append(part)
    record["risk_before"].append(finding)
    for step in record["steps"]:
        step["risk"].append(finding)
        step["loss"].append(finding)
    record["steps"].append(
        {**record["steps"][-1], "method": part, "facts": {"matrix": [[1, 2], [3]]}}
    )


SPOILS: list[Callable[[dict[str, Any]], None]] = [
    no_steps, no_measures, no_values, no_details, untracked, future,
    drop("released", "hierarchies", "notices", "seed", "source", "title", "created"),
    drop("losses"), drop("measures"), drop("risk_before"), drop("data"), drop("steps"),
    lambda record: record.clear(),
    lambda record: record.update(steps=[{}], measures=[{}], risk_before=[{}], losses=[{}]),
    lambda record: record.update(steps=None, data=None, notices=None, created="yesterday"),
]  # fmt: skip


@pytest.mark.parametrize("spoil", SPOILS)
@pytest.mark.parametrize(("audience", "language"), PAGES[1:3])
def test_no_record_makes_a_report_stumble(
    record: dict[str, Any], spoil: Any, audience: Any, language: Any
) -> None:
    spoilt = copy.deepcopy(record)
    spoil(spoilt)
    read = Checker(render(spoilt, audience=audience, language=language))
    assert "None" not in "".join(read.text)


def test_parts_of_the_future_are_told_by_their_words(record: dict[str, Any]) -> None:
    future(record)
    assert render(record, audience="internal").count("New thing") >= 5
    assert "Chose nouvelle" in render(record, audience="public", language="fr")


def test_a_report_needs_only_the_record(record: dict[str, Any]) -> None:
    kept = copy.deepcopy(record)
    assert render(record, audience="internal") == render(record, audience="internal")
    assert record == kept


def test_unknown_audiences_and_languages_are_refused(record: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="audience is not known"):
        render(record, audience="press")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="language is not known"):
        render(record, audience="public", language="de")  # type: ignore[arg-type]


def test_columns_tell_the_cells_that_the_runner_counted(record: dict[str, Any]) -> None:
    """They are those of the measure, which need not be in the plan; twice changed is at most."""
    counted = {column["name"]: column for column in internal_view(record, Voice("en"))["columns"]}
    place = [loss["name"] for loss in record["losses"]].index("cells_changed")
    known = record["steps"][-1]["loss"][place]["details"]["by_column"]
    assert known
    for name, share in known.items():
        if name in record["data"]["after"]["columns"]:
            assert counted[name]["changed"] == pytest.approx(share), name
            assert counted[name]["at_most"] is False
    record["steps"].insert(2, copy.deepcopy(record["steps"][1]))
    twice = {column["name"]: column for column in internal_view(record, Voice("en"))["columns"]}
    assert twice["Âge"]["at_most"] is True
    assert twice["Âge"]["changed"] <= 1
    assert "≤ " in render(record, audience="internal", language="en")
