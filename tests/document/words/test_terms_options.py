"""What a report supposes is said in words: every option of every measure, in both languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

import pytest

from discret.catalogue import MEASURES
from discret.data.hierarchies.hierarchy import FORMS
from discret.document.pages.render import render
from discret.document.words import roles_and_months as terms
from discret.document.words.terms_options import OPTIONS
from discret.document.words.terms_reduce import REDUCE_FIELDS
from discret.document.words.terms_risk import RISK_FIELDS
from discret.document.words.terms_zonings import ZONING_FIELDS
from discret.document.words.voice import Voice
from every_part import COSTS, REDUCTIONS, RISKS, context, dataset, label, used

TOLD = ("absent", "base", "distance", "estimate", "formula", "kind", "missing", "model")


def choices() -> list[tuple[str, str]]:
    """The values of every parameter that a report tells as what was supposed."""
    found = {
        (name, str(value))
        for measure in MEASURES.values()
        for name, field in measure.model_fields.items()
        if name in TOLD and get_origin(field.annotation) is Literal
        for value in get_args(field.annotation)
    }
    return sorted(found)


@pytest.mark.parametrize(("name", "value"), choices())
def test_every_choice_has_words(name: str, value: str) -> None:
    words = OPTIONS[name][value]
    assert words
    assert words.fr


@pytest.mark.parametrize("part", RISKS, ids=label)
def test_what_a_measure_supposes_has_words(part: Any) -> None:
    result = used(part, dataset())
    assert not isinstance(result, tuple)
    told = {k: v for k, v in result.details.items() if isinstance(v, str)}
    assert [(k, v) for k, v in told.items() if v not in OPTIONS.get(k, {})] == []


def test_reports_tell_no_bare_option(record: dict[str, Any]) -> None:
    page = render(record, audience="internal", language="fr")
    supposed = re.findall(r"Hypothèses.*?</span>", page)
    assert supposed
    assert not [one for one in supposed if "<code>" in one or "known" in one]
    assert Voice("fr").option("rule", "known") in page
    assert "tirée de\u202f: les poids" in page


def test_no_name_stands_for_two_things() -> None:
    """What one table calls a name, another does not call otherwise."""
    tables = (terms._OWN, REDUCE_FIELDS, RISK_FIELDS, ZONING_FIELDS)
    assert len(terms.FIELDS) == sum(map(len, tables))


@pytest.mark.parametrize("builder", sorted(FORMS))
def test_every_form_of_a_hierarchy_has_words(builder: str) -> None:
    assert builder in OPTIONS["from"]


def scalars(found: Mapping[str, Any]) -> set[str]:
    return {name for name, one in found.items() if one is None or isinstance(one, int | float)}


def test_every_number_that_a_part_tells_has_words() -> None:
    """One that has none is shown under its English name, in French reports too."""
    data = dataset()
    told = {name for one in REDUCTIONS for name in scalars(one.apply(data, context()).facts)}
    told |= {name for one in RISKS for name in scalars(one.assess(data).details)}
    told |= {name for one in COSTS for name in scalars(one.compare(data, data).details)}
    assert told - {*terms.FIELDS} <= {"k"}
