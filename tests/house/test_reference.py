"""Pages written from the declarations are those of today, and no declaration lacks its words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field

from discret import Hierarchy, Plan
from discret.arguments.docstrings import sections, sentence
from discret.catalogue import parts
from discret.cli.pages import pages
from discret.cli.pages.examples import unbound
from discret.cli.pages.plan_samples import HIERARCHIES, PLAN, TABLE
from discret.data.files.how_to_read import HowToRead
from discret.data.hierarchies.given import BUILDERS
from discret.errors import HierarchyError
from discret.parts import Part
from discret.plan.check import checked
from discret.plan.terms import Terms
from discret.plan.toml import WORD, keys
from discret.plan.variants import Variant
from discret.words import Words
from listed import for_each
from sources import spelt, trees
from where import ROOT

DOCS = ROOT / "docs"
written_today = cache(pages)
PARTS = {
    f"parts/{verb}/{name}.md": one
    for verb in ("assess", "reduce", "quantify")
    for name, one in parts(verb).items()  # type: ignore[arg-type]
}


def test_the_pages_are_those_of_today() -> None:
    today = written_today()
    written = {path: (DOCS / path).read_text(encoding="utf-8") for path in today}
    assert [path for path in today if written[path] != today[path]] == [], "run scripts/reference"
    found = {str(path.relative_to(DOCS)) for path in (DOCS / "parts").rglob("*.md")}
    assert found == {path for path in today if path.startswith("parts/")}


@pytest.mark.parametrize("declared", [HowToRead, Terms, *BUILDERS.values()])
def test_every_key_of_a_plan_has_words_in_both_languages(declared: type) -> None:
    silent = [
        name
        for name, field in declared.model_fields.items()
        if not isinstance(field.description, Words) or field.description.fr == field.description
    ]
    assert silent == []


@pytest.mark.parametrize("declared", [HowToRead, Terms])
def test_a_docstring_has_what_the_fields_declare(declared: type[BaseModel]) -> None:
    told = sections(declared.__doc__ or "")["Parameters"]
    assert re.findall(r"(?m)^(\S.*)$", told) == list(declared.model_fields)
    for name, field in declared.model_fields.items():
        assert sentence(field.description or "") in " ".join(told.split()), name


def declarations() -> Iterator[tuple[type[BaseModel], str]]:
    """Yield every class of the package that pydantic reads, and its docstring as written."""
    kinds = [
        (file, node, {spelt(base).split(".")[-1] for base in node.bases})
        for file, tree in trees().items()
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    ]
    models, before = {"BaseModel"}, 0
    while len(models) > before:
        before = len(models)
        models |= {node.name for _, node, bases in kinds if bases & models}
    for file, node, bases in kinds:
        if bases & models:
            module = ".".join(("discret", *Path(file).with_suffix("").parts))
            kind = getattr(import_module(module.removesuffix(".__init__")), node.name)
            yield kind, ast.get_docstring(node) or ""


def twice(kind: type[BaseModel], written: str) -> list[str]:
    """Return the fields that say what they are, and that a docstring explains as well."""
    told = re.findall(r"(?m)^\w+(?:, \w+)*", sections(written).get("Parameters", ""))
    names = {name for line in told for name in line.split(", ")}
    return [
        name for name, field in kind.model_fields.items() if field.description and name in names
    ]


@for_each(declarations(), lambda case: case[0].__name__)
def test_a_parameter_is_explained_once(kind: type[BaseModel], written: str) -> None:
    """Where it is declared: docstrings get it from there."""
    assert twice(kind, written) == []


def test_a_parameter_that_is_explained_twice_would_be_seen() -> None:
    class Box(BaseModel):
        least: int
        most: int = Field(default=1, description="how many")

    written = "Hold some.\n\nParameters\n----------\nleast, most\n    From where, how many.\n"
    assert twice(Box, written) == ["most"]
    assert {Terms, HowToRead, *BUILDERS.values(), *PARTS.values()} <= {
        kind for kind, _ in declarations()
    }


def test_every_section_and_kind_has_words() -> None:
    assert set(keys.KINDS) == set(BUILDERS) == set(HIERARCHIES)
    assert set(keys.STEP) == {*WORD.values(), "label"}
    told = {*keys.SECTIONS, *keys.FILES, *keys.SEVERAL, *keys.COUNT}
    named = {"data": "how_to_read", "variant": "variants", "labels": "labels"}
    assert {field.name for field in fields(Plan)} == (told | set(named.values()) | {"notes"}) - {
        "data",
        "variant",
    }
    assert {field.name for field in fields(Variant)} == {*keys.VARIANT, "labels"}


@pytest.mark.parametrize("path", ["plan_file.md", "plan_file.fr.md"])
def test_the_page_has_every_key(path: str) -> None:
    models = (HowToRead, Terms, *BUILDERS.values())
    declared = {name for model in models for name in model.model_fields}
    page = written_today()[path]
    assert {f"| `{name}` |" for name in declared if f"| `{name}` |" not in page} == set()
    assert [name for name in keys.KINDS if f'from = "{name}"' not in page] == []


def test_the_whole_plan_of_the_page_ends_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(TABLE, names)  # noqa: S102 (the table that the page hides)
    plan = Plan.from_toml(PLAN)
    assert plan.run(checked(plan, names["table"]), seed=1).met


def test_a_kind_that_does_not_exist_is_answered_with_those_that_do() -> None:
    with pytest.raises(HierarchyError) as refused:
        Hierarchy.from_dict({"from": "groupes"})
    assert all(f"'{name}'" in str(refused.value) for name in keys.KINDS)


@for_each(PARTS)
def test_a_page_explains_every_parameter(path: str) -> None:
    part: type[Part] = PARTS[path]
    (told,) = re.findall(r"(?ms)^## Parameters\n(.*?)^## ", written_today()[path]) or [""]
    named = {one for line in re.findall(r"(?m)^- ([^(]*) \(", told) for one in line.split(", ")}
    assert named == {f"`{name}`" for name in part.model_fields}


@for_each(PARTS)
def test_an_example_can_be_typed_in_as_it_stands(path: str) -> None:
    (example,) = re.findall(r"(?ms)^```python\n(.*?)```", written_today()[path])
    assert unbound(example) == set()
    for line in re.findall(r"(?m)^>>> ((?:from|import) [^(\n]*)$", example):
        exec(line, {})  # noqa: S102 (what is imported exists)
