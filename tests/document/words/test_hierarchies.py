"""Hierarchies and what was supposed are told in words, in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from discret.data.hierarchies.automatic import Automatic
from discret.data.hierarchies.hierarchy import FORMS
from discret.document.pages.render import render
from discret.document.words.hierarchies import HIERARCHY

ARGUMENTS = [
    (form.builder, name) for form in (*FORMS.values(), Automatic) for name in form.model_fields
]


def test_reports_tell_no_bare_option(record: dict[str, Any]) -> None:
    page = render(record, audience="internal", language="fr")
    supposed = re.findall(r"Hypothèses.*?</span>", page)
    assert supposed
    assert not [one for one in supposed if "<code>" in one or "known" in one]
    assert "seul compte ce qui est connu" in page
    assert "tirée de\u202f: les poids" in page


@pytest.mark.parametrize("builder", sorted({*FORMS, "automatic"}))
def test_every_form_of_a_hierarchy_has_words(builder: str) -> None:
    assert builder in HIERARCHY["from"]["options"]


@pytest.mark.parametrize(("builder", "name"), ARGUMENTS)
def test_every_argument_of_a_hierarchy_has_words(builder: str, name: str) -> None:
    assert HIERARCHY[name]["en"]
    assert HIERARCHY[name]["fr"]
