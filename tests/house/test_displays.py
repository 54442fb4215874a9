"""What objects show of themselves, in a terminal or a notebook: one line, and no value."""

from __future__ import annotations

import re
from typing import Any

import pytest

from discret import Dataset, Hierarchy, Plan, Release, Role
from discret.assess import KAnonymity
from discret.data import Automatic, profile
from discret.errors import ParameterError
from discret.finding import Finding
from discret.plan import Variant
from discret.quantify import Marginals
from discret.reduce import Recode, SuppressRecords
from every_part import EXAMPLES, ROLES, dataset, used
from marked import NUMBER, TEXT, marked, shown, with_marked_past

MAPPED = Recode(column="sex", mapping={f"{TEXT} woman": f"{TEXT} *", f"{TEXT} man": f"{TEXT} *"})
COARSER = {
    "age": Hierarchy.from_cuts([NUMBER + 35, NUMBER + 45], [NUMBER + 45]),
    "town": Hierarchy.from_groups({f"{TEXT} north": [f"{TEXT} Lille", f"{TEXT} Laon"]}),
}
NOUNS = (Dataset, Plan, Release)


def secret_data() -> Dataset:
    return dataset(marked(), hierarchies=COARSER)


def objects() -> list[Any]:
    """Everything that a person is handed, made of marked values."""
    data = secret_data()
    plan = Plan(
        roles={role: names for role, names in ROLES.items() if role != "row"},
        hierarchies={**COARSER, "sex": Automatic.of(ordered=[f"{TEXT} woman", f"{TEXT} man"])},
        assess=[KAnonymity(k=2)],
        reduce=[MAPPED, SuppressRecords(models=[KAnonymity(k=2)], drop=1)],
        quantify=[Marginals()],
        variants=[Variant(title="another", reduce=[MAPPED])],
    )
    release = Plan(assess=plan.assess, reduce=plan.reduce, quantify=plan.quantify).run(data, seed=1)
    return [
        data, plan, release, release.undo(), release.table(), release.table("fr"), *plan.variants,
        *release.steps, release.gate, *release.gate.columns.values(), *release.risk, *release.loss,
        *plan.hierarchies.values(), data.keys, release.plan.release, *profile(marked()),
        release.steps[0].difference,
    ]  # fmt: skip


@pytest.fixture(scope="module")
def every() -> list[Any]:
    return objects()


def test_nothing_that_is_shown_shows_a_value(every: list[Any]) -> None:
    for one in every:
        html = one._repr_html_() if hasattr(one, "_repr_html_") else ""
        assert shown(repr(one), str(one), f"{one}", repr([one]), html) == [], type(one).__name__


def test_a_noun_says_itself_in_one_line_and_more_in_a_notebook(every: list[Any]) -> None:
    met = {type(one) for one in every}
    assert {*NOUNS} <= met
    for one in every:
        if isinstance(one, NOUNS):
            assert "\n" not in repr(one)
            assert len(repr(one)) < 160
            assert "<table>" in one._repr_html_()


ENGLISH = re.compile(
    r"\b(records?|met|missed|targets?|steps?|gate|lazy|column|type|role|tabled|ruled|levels?)\b",
    re.IGNORECASE,
)


def test_what_python_shows_is_in_the_language_of_who_works_there(
    every: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")  # of the system: programs read English
    assert "records" in repr(every[0])
    monkeypatch.setenv("DISCRET_LANGUAGE", "fr")
    nouns = [one for one in every if isinstance(one, (*NOUNS, Finding, Hierarchy))]
    assert {type(noun) for noun in nouns} == {*NOUNS, Finding, Hierarchy}
    for noun in nouns:
        html = noun._repr_html_() if hasattr(noun, "_repr_html_") else ""
        seen = re.sub(r"style=.*?>|<.?t.*?>", " ", html)
        said = re.sub(r"\btype\b", "", seen) if isinstance(noun, Dataset) else seen  # French too
        assert not ENGLISH.search(f"{noun!r} {said}"), type(noun).__name__
    with pytest.raises(ParameterError, match="il faut le nom d’un rôle"):
        Role()


@pytest.mark.parametrize("part", EXAMPLES[::3], ids=lambda part: part.name)
def test_a_finding_shows_no_value(part: Any) -> None:
    if part.name in {"recode", "top_code", "generalise"} or any(
        getattr(part, name, None) for name in ("matrix", "pairs")
    ):
        return  # whose parameters name values, and fit the unmarked data
    found = used(with_marked_past(part), secret_data())
    html = found._repr_html_() if hasattr(found, "_repr_html_") else ""
    assert shown(repr(found), html) == []


def test_a_name_of_a_column_is_escaped_in_a_notebook() -> None:
    frame = marked().rename({"town": "<script>alert(1)</script>"})
    data = Dataset.of(frame, key=["sex", "<script>alert(1)</script>"])
    assert "<script>" not in data._repr_html_()
    plan = Plan(title="<script>")
    assert "<script>" not in plan._repr_html_()
