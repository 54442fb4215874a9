"""Every text exists in both languages, with the same blanks, and serves somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import discret.document
from discret.assess import KAnonymity
from discret.data.roles import Role
from discret.document.records import words_of
from discret.document.words.roles_and_months import MONTHS, ROLES, TYPES
from discret.document.words.texts import TEXTS
from discret.document.words.voice import Voice
from discret.words import Words
from discret.words.sentences import typeset
from listed import for_each

FOLDER = Path(discret.document.__file__).parent
WRITTEN = {
    path: path.read_text(encoding="utf-8")
    for path in [*FOLDER.rglob("*.py"), *FOLDER.rglob("*.j2")]
    if not path.name.startswith(("texts", "terms"))
}
# Names that are put together where they are used.
BUILT = re.compile(
    r"rule_|condition_|open_|state_|public_|check_|account_|why_|area_quarter_|.*_asks$|.*_note$|singling_out|linkability|inference"
)


@for_each([*TEXTS.values(), *TYPES.values(), *ROLES.values(), *MONTHS])
def test_both_languages_say_the_same(words: Words) -> None:
    assert words
    assert words.fr
    assert sorted(re.findall(r"{\w*}", words)) == sorted(re.findall(r"{\w*}", words.fr))
    assert words.endswith((".", "?", ":")) == words.fr.endswith((".", "?", ":"))
    assert "'" not in words.fr


def test_no_text_is_idle() -> None:
    source = "\n".join(WRITTEN.values())
    idle = [n for n in TEXTS if f'"{n}"' not in source and f"'{n}'" not in source]
    assert not [name for name in idle if not BUILT.fullmatch(name) and not BUILT.match(name)]


def test_all_texts_that_templates_ask_for_exist() -> None:
    asked = {name for text in WRITTEN.values() for name in re.findall(r"\bv\('(\w+)'[,)]", text)}
    assert asked
    assert asked <= set(TEXTS)


def test_roles_are_all_named() -> None:
    assert {str(role) for role in Role} == set(ROLES)
    assert {f"public_{role}" for role in Role} <= set(TEXTS)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (
            "Quoi ? Rien ; si : « tout » !",
            "Quoi\u202f? Rien\u202f; si\u202f: «\u202ftout\u202f»\u202f!",
        ),
        ("https://example.org", "https://example.org"),
        ("5\u00a0%", "5\u202f%"),
    ],
)
def test_french_spaces(given: str, wanted: str) -> None:
    assert typeset(given, "fr") == wanted
    assert typeset(given, "en") == given


def test_plain_data_is_told_in_a_few_words() -> None:
    voice = Voice("en")
    assert voice.plain(None) == voice.plain([]) == voice.plain({}) == "—"
    assert voice.plain(True) == "yes"
    assert voice.plain(0.9, "share", {"share": {"unit": "share"}}) == "90%"
    assert voice.plain(0.9, "share") == "0.9"
    assert voice.plain([[1, 2], [3]]) == "1, 2; 3"
    assert voice.plain(list(range(20))).endswith("11, … and 8 more")
    told = {"gap": {"en": "gap", "fr": "écart", "unit": "share"}}
    assert Voice("fr").plain({"k": 3, "gap": 0.05}, "", told) == "k\u202f: 3, écart\u202f: 5\u202f%"


def test_dates_are_written_in_words() -> None:
    assert Voice("fr").day("2026-08-01T00:00:00+00:00") == "1er août 2026"
    assert Voice("en").day("2026-08-01") == "1 August 2026"
    assert Voice("en").moment("yesterday") == "yesterday"
    assert Voice("en").moment(None) == "—"


def test_columns_keep_their_names_whatever_these_mean_elsewhere() -> None:
    words = {"en": "share", "fr": "part", "unit": "share"}
    told = {"share": words, "cells": {"en": "cells", "fr": "cellules", "by": "column"}}
    assert Voice("fr").plain({"share": 2, "k": 3}, "cells", told) == "share\u202f: 2, k\u202f: 3"
    assert Voice("fr").plain({"share": 0.5}, "", told) == "part\u202f: 50\u202f%"


def test_models_are_told_by_their_titles() -> None:
    told = {
        "average_risk": {"en": "average risk", "fr": "risque moyen"},
        "average_risk.most": {"en": "highest", "unit": "share"},
    }
    model = {"measure": "average_risk", "most": 0.2}
    assert Voice("fr").plain([model, model], "models", told).startswith("risque moyen (most = 20")
    assert Voice("en").plain({"measure": "odd_one"}) == "odd one"


def test_what_stands_inside_a_parameter_is_said_in_the_language_of_the_page() -> None:
    part = KAnonymity(combinations={("age", "sex"): 5})
    told, given = words_of(KAnonymity)["takes"], part.parameters()["combinations"]
    said = [Voice(tongue).plain(given, "combinations", told) for tongue in ("en", "fr")]
    assert said == ["keys: age, sex; threshold: 5", "clés\u202f: age, sex\u202f; seuil\u202f: 5"]
