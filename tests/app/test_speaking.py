"""Hints in the words of forms: labels and choices, and nothing that only Python or plans know."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import discret
from discret.app.forms.fields import fields
from discret.app.forms.refusals import refusal
from discret.app.forms.speaking import VERBS, in_forms, of_whom
from discret.catalogue import parts
from discret.errors import DiscretError, ParameterError
from discret.reduce import Generalise, Noise, Subsample
from discret.words import LANGUAGES, Words

SOURCE = Path(discret.__file__).parent
ROOMS = ("assess", "reduce", "quantify", "maths", "data", "model.py", "plan")
PYTHON = (  # what is handed over in Python, or on the command line: no page can come to say it
    "data/entering/handed.py",
    "data/entering/stated.py",
    "data/files/how_to_read.py",
    "data/ledger",
    "plan/draws.py",
    "plan/kinds.py",
    "plan/settings.py",
    "plan/sweeping.py",
)
RAW = re.compile(
    r"(?<![\w'\"])[a-z]\w*=(?!=)|(?<!\w)--[a-z]|\b[A-Z]\w*\.\w+\(|\b[A-Z][a-z]+[A-Z]\w*\(|DISCRET_|\bPython\b"
)
PARTS = [own for verb in VERBS for own in parts(verb).values()]


def sentences() -> Iterator[tuple[str, Words]]:
    """Yield every sentence that the library has in both languages, with its place."""
    for room in ROOMS:
        for path in [SOURCE / room] if room.endswith(".py") else (SOURCE / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if (words := _words(node)) is not None:
                    yield f"{path.relative_to(SOURCE)}:{node.lineno}", words  # type: ignore[attr-defined]


def _words(node: ast.AST) -> Words | None:
    """Return the words that a call makes: both languages, blanks as they are."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return None
    if node.func.id not in ("Words", "say"):
        return None
    given = [*node.args[:2], *(word.value for word in node.keywords if word.arg == "fr")]
    texts = [own.value for own in given if isinstance(own, ast.Constant)]
    return Words(texts[0], fr=texts[1]) if len(texts) == 2 else None


def near(place: str) -> tuple[type[Any], ...]:
    """The parts that are declared in a module, or in its folder."""
    module = "discret." + place.partition(".py")[0].replace("/", ".").removesuffix(".__init__")
    room = module.rpartition(".")[0]
    own = [part for part in PARTS if part.__module__ == module]
    return tuple(own or [part for part in PARTS if part.__module__ == room])


def test_no_sentence_names_a_parameter_as_python_does() -> None:
    """Every message and hint of the library, as a page would say it, in both languages."""
    raw = [
        (place, in_forms(words, *near(place)))
        for place, words in sentences()
        if _raw(words) and not place.startswith(PYTHON) and "Dataset.of(table" not in words
    ]
    assert len(raw) > 60
    assert [(place, said, said.fr) for place, said in raw if _raw(said)] == []


def _raw(words: Words) -> bool:
    return any(RAW.search(words.within(tongue)) for tongue in LANGUAGES)


@pytest.mark.parametrize("part", PARTS, ids=lambda own: own.name)
def test_no_form_names_a_parameter_as_python_does(part: Any) -> None:
    """Labels and helps of every form; an example is written as its control takes it."""
    for own in fields(part):
        for tongue in LANGUAGES:
            for text in (own["label"][tongue], own["help"][tongue]):
                assert not RAW.search(text), (own["name"], text)
                assert f"`{own['name']} = " not in text
                others = {name for name in part.model_fields if "_" in name}
                assert not others & {*re.findall(r"\w+", text)}, (own["name"], text)


@pytest.mark.parametrize("part", PARTS, ids=lambda own: own.name)
def test_faults_begin_with_labels(part: Any) -> None:
    """A fault of any field of any form begins with what the form calls it, and knows the field."""
    faults = [Words(f"{name}: no", fr=f"{name} : non") for name in part.model_fields]
    told = refusal(ParameterError(part.name, faults))["faults"]
    for name, own, fault in zip(part.model_fields, fields(part), told, strict=True):
        assert fault["place"] == name
        for tongue in LANGUAGES:
            assert fault[tongue].startswith(own["label"][tongue]), fault


def test_a_hint_is_said_with_labels_and_choices() -> None:
    hint = Words("raise drop= or stop", fr="relever drop= ou arrêter")
    said = in_forms(hint, Generalise)
    assert said == "raise “largest share dropped” or stop"
    kind = in_forms(Words("say kind='multiplicative'", fr="écrire kind='multiplicative'"), Noise)
    assert "multiplied" in kind
    assert "« " in kind.fr.replace("\u202f", " ")
    assert "multiplicatif" in kind.fr


def test_what_is_quoted_stays() -> None:
    """Columns may be called as parameters are written."""
    words = Words("no column 'drop=' or \"k=3\"", fr="aucune colonne 'drop=' ni \"k=3\"")
    assert in_forms(words, Generalise) == words


def test_whoever_refuses_is_called_by_its_title() -> None:
    words = Words("subsample: no record is left", fr="subsample : il ne reste rien")
    told = refusal(DiscretError(words))["message"]
    assert told["en"].startswith(str(Subsample.title))
    assert told["fr"].startswith(Subsample.title.fr)
    assert of_whom("subsample") == (Subsample,)
