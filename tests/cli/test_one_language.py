"""What every command answers, and every page it writes, is in one language, names apart."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from command import Call, caller
from discret.catalogue import parts
from discret.words import LANGUAGES, Language
from tongues import foreign

call_the_command_line = pytest.fixture(name="call")(caller)
SCRIPTS = re.compile(r"(?s)<(style|script|code|pre|title)\b.*?</\1>")
SOURCES = re.compile(r"\([12]\d\d\d[a-z]?\)| al\.|^ *(\.\. )?\[\d\]|\bdoi\b")  # titles of papers
OWN = re.compile(r"^ *(?:[│*] +)*([a-z_]+)  +", re.MULTILINE)  # names of parameters, in a table
CALLS = [
    ["profile", "demo/survey.csv", "--plan", "guess.toml"],
    ["check", "demo/plan.toml"],
    ["assess", "--plan", "demo/plan.toml"],
    ["assess", "demo/survey.csv", "-k", "sexe", "-k", "age", "-s", "revenu"],
    ["values", "demo/survey.csv", "sexe"],
    ["difference", "demo/survey.csv", "--zone", "sexe", "--square", "age", "--out", "zones"],
    ["difference", "demo/survey.csv", "--zone", "age", "--square", "sexe", "--protect"],
    ["run", "demo/plan.toml", "--out", "again"],
    ["report", "demo", "--out", "report.html"],
    ["report", "demo", "--public", "--out", "public.html"],
    ["compare", "demo", "again", "--out", "compare.html"],
    ["parts"],
]


def told(text: str, language: Language, names: set[str]) -> list[str]:
    """Return the lines with words of the other language; names and titles do not count."""
    prose = (line for line in OWN.sub(" ", text).splitlines() if not SOURCES.search(line))
    return [line for line in prose if foreign(line, language) - names]


def page(path: Path) -> str:
    """Return what a reader sees of a page, a line for each piece."""
    return html.unescape(re.sub(r"<[^>]+>", "\n", SCRIPTS.sub(" ", path.read_text("utf-8"))))


def names_of(folder: Path) -> set[str]:
    """Return the words of the data and of what its plan says in the words of its author."""
    said = [(folder / name).read_text("utf-8") for name in ("survey.csv", "plan.toml")]
    return {word for text in said for word in re.findall(r"[^\W\d_]+(?:’[^\W\d_]+)?", text.lower())}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_and_pages_are_in_one_language(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    monkeypatch.setenv("DISCRET_LANGUAGE", language)
    first = call("demo", "--out", "demo")
    names = names_of(tmp_path / "demo")
    outcomes = [first, *(call(*words) for words in CALLS)]
    assert [outcome.code for outcome in outcomes if outcome.code not in (0, 1)] == []
    answers = [outcome.out + outcome.err for outcome in outcomes]
    pages = [page(path) for path in tmp_path.rglob("*.html")]
    assert len(pages) >= 8
    comments = re.findall(r"# (.*)", (tmp_path / "guess.toml").read_text("utf-8"))
    texts = [*answers, *pages, "\n".join(comments)]
    assert [line for text in texts for line in told(text, language, names)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_are_explained_in_one_language(
    call: Call, monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    monkeypatch.setenv("DISCRET_LANGUAGE", language)
    names = [name for verb in ("assess", "reduce", "quantify") for name in parts(verb)]  # type: ignore[arg-type]
    texts = {
        name: re.split(r"\n(?: *References|Références)\b", _plain(call("parts", name).out))[0]
        for name in names
    }
    assert {
        name: lines for name, text in texts.items() if (lines := told(text, language, set()))
    } == {}


def _plain(text: str) -> str:
    """Leave out what is neither language, and may be cut between two lines."""
    return re.sub(r"\bet\s+al\.", "", text)


def test_what_is_looked_for_would_be_seen() -> None:
    assert told("la table\nthe table is not là\n  most   nombre", "fr", set()) == [
        "the table is not là"
    ]
    assert told("Sweeney (1998), La table qui n’est pas", "en", set()) == []
    assert told("une table", "en", set()) == ["une table"]
