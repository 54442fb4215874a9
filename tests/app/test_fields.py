"""Forms from declarations: every part has one, and what it shows comes back as it was."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.app.forms.choices import CHOICES
from discret.app.forms.fields import as_sent, fields, filled, kind_of, read, typed
from discret.catalogue import parts
from discret.data.hierarchies.hierarchy import FORMS
from discret.errors import ParameterError
from discret.parts import Part
from discret.parts.naming import names_columns
from every_part import EXAMPLES
from listed import for_each

VERBS = ("assess", "reduce", "quantify")
EVERY = {name: part for verb in VERBS for name, part in parts(verb).items()}  # type: ignore[arg-type]


def sent_back(shown: list[dict[str, Any]]) -> dict[str, list[str]]:
    """What a browser sends of a form that nobody touched."""
    sent: dict[str, list[str]] = {}
    for field in shown:
        name, own = field["name"], field["typed"]
        if field["kind"] == "models":
            for part in ("measure", "aim", "more"):
                sent[f"{name}.{part}"] = [*(row[part] for row in own), ""]
        elif field["kind"] == "by_name":
            sent[f"{name}.name"] = [pair[0] for pair in own] + ["age"]
            sent[f"{name}.value"] = [pair[1] for pair in own] + [""]
        elif field["kind"] == "lines":
            sent[name] = ["\n".join(own)]
        else:
            sent[name] = own if isinstance(own, list) else [own]
    return sent


@for_each(EXAMPLES, lambda part: part.name)
def test_a_form_sent_back_gives_the_part_it_was_made_of(part: Part) -> None:
    """Check 11: whatever the parameters are."""
    shown = fields(type(part), part.parameters())
    values = filled(type(part), sent_back(shown))
    assert type(part)(**values).parameters() == part.parameters()


@for_each([*EVERY], str)
def test_the_form_of_every_part_opens_with_its_defaults(name: str) -> None:
    part = EVERY[name]
    shown = fields(part)
    assert [field["name"] for field in shown] == [*part.model_fields]
    required = {own for own, info in part.model_fields.items() if info.is_required()}
    values = filled(part, sent_back(shown))
    assert {*values} & required == set()
    known = next(one for one in EXAMPLES if one.name == name).parameters()
    made = part(**{**values, **known})
    left = [own for own in values if own not in known]
    assert {own: getattr(made, own) for own in left} == {
        own: part.model_fields[own].default for own in left
    }


BOUNDED = [
    (name, own, end)
    for name, part in EVERY.items()
    for own, info in part.model_fields.items()
    if kind_of(info) in ("whole", "number", "share")
    for end in ("ge", "gt", "le", "lt")
    if any(getattr(mark, end, None) is not None for mark in info.metadata)
]


@for_each(BOUNDED, "-".join)
def test_each_bound_that_is_broken_is_told_at_its_field(name: str, own: str, end: str) -> None:
    part = EVERY[name]
    info = part.model_fields[own]
    bound = next(getattr(mark, end) for mark in info.metadata if hasattr(mark, end))
    beyond = bound + {"ge": -1, "gt": -1, "le": 1, "lt": 1}[end]
    text = typed(kind_of(info), beyond)
    known = next(one for one in EXAMPLES if one.name == name)
    others = sent_back(fields(part, known.parameters()))
    with pytest.raises(ParameterError) as refused:
        part(**filled(part, {**others, own: [text]}))
    places = [str(fault).partition(":")[0].split(".")[0] for fault in refused.value.faults]
    assert own in places


def test_nearly_all_parameters_have_a_control_of_their_own() -> None:
    kinds = Counter(kind_of(info) for part in EVERY.values() for info in part.model_fields.values())
    assert kinds["plan"] / kinds.total() < 0.09
    assert {*kinds} == {
        "yes", "whole", "number", "share", "choice", "column", "columns", "models", "by_name",
        "lines", "numbers", "number_rows", "text", "plan",
    }  # fmt: skip


def test_builders_of_hierarchies_have_forms_too() -> None:
    shown = {name: {f["name"]: f["kind"] for f in fields(form)} for name, form in FORMS.items()}
    assert shown["cuts"]["cuts"] == "number_rows"
    assert shown["prefixes"]["lengths"] == "numbers"
    assert shown["dates"]["units"] == "lines"
    assert shown["table"]["rows"] == "table"


def test_columns_are_offered_where_columns_are_named() -> None:
    marked = {
        f"{name}.{own}"
        for name, part in EVERY.items()
        for own, info in part.model_fields.items()
        if names_columns(info)
    }
    assert {"recode.column", "grid.x", "calibrate.q", "subsample.by", "inference.target"} <= marked
    assert not {"grid.into", "regression.formula", "rules.file", "calibrate.margins"} & marked
    named = {
        own for part in EVERY.values() for own in ("column", "columns") if own in part.model_fields
    }
    for part in EVERY.values():
        assert all(
            names_columns(part.model_fields[own]) for own in named if own in part.model_fields
        )


@given(st.floats(0, 1))
def test_a_share_is_typed_in_percent_and_comes_back(share: float) -> None:
    assert read("share", "x", {"x": [typed("share", share)]}) == share


@given(st.one_of(st.integers(-(10**9), 10**9), st.floats(-1e9, 1e9)))
def test_a_number_comes_back(number: float) -> None:
    assert read("number", "x", {"x": [typed("number", number)]}) == number


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("share", "7,5 %", 0.075),
        ("number", "12\u202f901,5", 12901.5),
        ("whole", "5", 5),
        ("numbers", "1; 2,5", [1, 2.5]),
        ("numbers", "1, 2", [1, 2]),
        ("table", "a\tb\nc\td", [["a", "b"], ["c", "d"]]),
        ("number_rows", "10, 20\n20", [[10, 20], [20]]),
        ("plan", "{a = [1]}", {"a": [1]}),
        ("yes", "true", True),
        ("column", "", None),
    ],
)
def test_what_is_typed_is_read(kind: Any, text: str, value: Any) -> None:
    assert read(kind, "x", {"x": [text]}) == value


@pytest.mark.parametrize("text", ["much", "1e999999999", "NaN", "--1", "∞"])
def test_what_cannot_be_read_is_told_and_shown_again(text: str) -> None:
    part = EVERY["subsample"]
    with pytest.raises(ParameterError, match="share"):
        part(**filled(part, {"share": [text]}))
    assert as_sent(fields(part), {"share": [text]})[0]["typed"] == text


def test_every_choice_has_words_in_both_languages() -> None:
    """Check 24, of the choices: none is offered by its name in a plan alone."""
    shown = [
        f"{field['name']}.{option['value']}"
        for form in (*EVERY.values(), *FORMS.values())
        for field in fields(form)
        for option in field["choices"]
    ]
    assert sorted({name for name in shown if name not in CHOICES}) == []
