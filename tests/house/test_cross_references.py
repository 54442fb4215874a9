"""What one part says of another is what the other is called, in both languages."""

from __future__ import annotations

import re

import pytest

from discret.catalogue import parts
from discret.parts import Part
from discret.words import LANGUAGES, Language

SEE = {"en": re.compile(r"\bsee ([\w ’'-]+)"), "fr": re.compile(r"\bvoir ([\w ’'-]+)")}
EVERY = [part for kind in ("assess", "reduce", "quantify") for part in parts(kind).values()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", EVERY, ids=lambda part: part.name)
def test_a_purpose_sends_to_a_part_by_its_title(part: type[Part], language: Language) -> None:
    titles = {other.title.within(language) for other in EVERY}
    named = SEE[language].findall(part.purpose.within(language))
    assert {name.strip() for name in named} <= titles


def test_some_purpose_does() -> None:
    assert [part for part in EVERY if SEE["fr"].search(part.purpose.fr)]
