"""Records carry the words of their parts; those that had none yet are still told."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, ClassVar

import polars as pl
import pytest

from discret import Dataset, Plan, Role
from discret.document.comparison import compare
from discret.document.older_records import with_words
from discret.document.pages.comparison import render_comparison
from discret.document.pages.render import read_record, render
from discret.document.records import SCHEMA, record
from discret.finding import Finding
from discret.parts import Change, Context, LossMeasure, Method, RiskMeasure
from discret.parts.facts import Fact, Facts, filled
from discret.words import Language, Words

FIRST = Path(__file__).with_name("first_schema.json")  # as it was written before words were in it


@pytest.fixture
def older() -> dict[str, Any]:
    return read_record(FIRST)


def text(page: str) -> str:
    plain = re.sub(r"<(style|svg).*?</\1>|<[^>]+>", " ", page, flags=re.DOTALL)
    return re.sub(r"\s+", " ", plain.replace("\u202f", " "))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_record_of_the_first_schema_is_told_as_ever(
    older: dict[str, Any], language: Language
) -> None:
    page = text(render(older, audience="internal", language=language))
    told = {
        "en": ("records alone with their keys", "global risk", "what is known counts"),
        "fr": ("enregistrements seuls avec leurs clés", "risque global", "seul compte"),
    }[language]
    assert [words for words in told if words not in page] == []
    assert {"en": "average risk (threshold = 90%)", "fr": "(threshold = 90 %)"}[language] in page
    assert "Detail of the keys lost" in page or "Détail perdu sur les clés" in page
    assert not re.search(r"\b(records|cells|groups)_\w+", page)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_stands_beside_one_of_today(older: dict[str, Any], language: Language) -> None:
    both = [older, {**with_words(older), "schema": SCHEMA, "variant": "today"}]
    page = text(render_comparison(both, language=language))
    assert compare(both)["loss"][0]["name"] == "detail_lost"
    said = {"en": "Scaled ratios of weights from", "fr": "Rapports de poids normés de"}[language]
    assert page.count(said) == 2


def test_parameters_are_explained(older: dict[str, Any]) -> None:
    page = render(older, audience="internal", language="fr")
    assert '<code title="plus grande part qui peut être retirée">most</code> = 100' in page


def test_the_public_note_needs_no_words_of_facts(older: dict[str, Any]) -> None:
    for language in ("en", "fr"):
        page = render(older, audience="public", language=language)
        assert page == render(with_words(older), audience="public", language=language)


def test_facts_that_are_damaged_are_left_out_of_sentences(older: dict[str, Any]) -> None:
    for step in older["steps"]:
        step["facts"] = {}
    assert [step["said"] for step in with_words(older)["steps"]] == [[]] * len(older["steps"])


# -- parts of other packages, which may not be there when the report is made ---------------------


class Hush(Method):
    """Does nothing, and says so."""

    name = "hush"
    title = Words("hush", fr="chut")
    purpose = Words("keeps still", fr="se tait")
    tells: ClassVar[Facts] = {
        "kept_back": Fact.share("kept back", "retenu"),
        "moods": Fact.label("mood", "humeur", {"calm": Words("calm", fr="calme")}),
        "by_key": Fact.share("by key", "par clé", by="column"),
        "rows": Fact.table("rows", "lignes"),
    }

    def apply(self, data: Dataset, context: Context = Context()) -> Change:  # noqa: B008
        facts = {"kept_back": 0.25, "moods": "calm", "by_key": {"share": 0.5}, "rows": [1]}
        return Change(data=data, facts=facts)

    @classmethod
    def said(cls, facts: Any) -> list[Words]:
        return filled("Kept back: {kept_back:%}.", "Retenu : {kept_back:%}.", facts)


class Crowd(RiskMeasure):
    """Counts the crowd."""

    name = "crowd"
    title = Words("crowd", fr="foule")
    purpose = Words("counts", fr="compte")
    attacker = Words("anybody who counts", fr="quiconque compte")
    criteria = ("singling_out",)
    needs = (Role.KEY,)
    tells: ClassVar[Facts] = {"loudest": Fact.share("the loudest", "les plus bruyants")}

    def assess(self, data: Dataset) -> Finding:
        reads = Words("a crowd", fr="une foule")
        details = {"loudest": 0.125}
        return Finding(
            name=self.name, value=len(data), reads=reads, better="higher", details=details
        )


class Noise(LossMeasure):
    """Says nothing of what it tells."""

    name = "noise"
    title = Words("noise", fr="bruit")
    purpose = Words("listens", fr="écoute")

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        reads = Words("quiet", fr="calme")
        return Finding(name=self.name, value=0.0, reads=reads, better="lower")


@pytest.fixture
def foreign() -> dict[str, Any]:
    """A record of parts that no catalogue has, as it is read."""
    plan = Plan(assess=[Crowd()], reduce=[Hush()], quantify=[Noise()])
    data = Dataset.of(pl.DataFrame({"share": ["f", "m"] * 4}), key="share")
    return dict(json.loads(json.dumps(record(plan.run(data, seed=1)))))


def test_a_part_that_is_not_installed_is_told_in_its_own_words(foreign: dict[str, Any]) -> None:
    english, french = (
        text(render(foreign, audience="internal", language=language))  # type: ignore[arg-type]
        for language in ("en", "fr")
    )
    assert "kept back 25%" in english
    assert "mood calm" in english
    assert "by key share: 50%" in english
    assert "the loudest 12.5% 12.5%" in english
    assert "retenu 25 %" in french
    assert "humeur calme" in french
    assert "par clé share : 50 %" in french
    assert "les plus bruyants 12,5 %" in french
    assert " rows " not in english
    assert "Retenu : 25 %." in text(render_comparison([foreign, foreign], language="fr"))


def test_without_words_it_is_told_under_its_own_names(foreign: dict[str, Any]) -> None:
    for part in (*foreign["measures"], *foreign["losses"], foreign["steps"][0]["method"]):
        del part["tells"], part["takes"], part["shows"]
    for schema in (SCHEMA, "discret.record/1"):
        page = text(render({**foreign, "schema": schema}, audience="internal", language="fr"))
        assert "kept back 0,25" in page
        assert "loudest 0,125" in page
