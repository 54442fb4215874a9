"""Files stay small, names are explained, and the repository names no machine and no registry."""

from __future__ import annotations

import ast
import io
import os
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import discret
from sources import parsed, said, trees
from where import ROOT

MOST_LINES_OF_A_MODULE = 400
MOST_LINES_OF_A_FUNCTION = 40
QUIET = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
    tokenize.ENDMARKER, tokenize.ENCODING,
}  # fmt: skip

Documented = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def code_lines(text: str) -> set[int]:
    """Number the lines of a text that hold code: neither blank, nor comment, nor docstring."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in QUIET:
            lines |= set(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(parsed(text)):
        if isinstance(node, Documented | ast.Module) and ast.get_docstring(node):
            said = node.body[0]
            lines -= set(range(said.lineno, (said.end_lineno or said.lineno) + 1))
    return lines


def long_functions(text: str, most: int = MOST_LINES_OF_A_FUNCTION) -> dict[str, int]:
    """Return the functions with too many lines of code, by name."""
    functions = [node for node in ast.walk(parsed(text)) if isinstance(node, ast.FunctionDef)]
    spans = [(node.name, range(node.lineno, (node.end_lineno or 0) + 1)) for node in functions]
    long = [(name, span) for name, span in spans if len(span) > most]
    lines = code_lines(text) if long else set()
    sizes = [(name, len(lines.intersection(span))) for name, span in long]
    return {name: size for name, size in sizes if size > most}


def public(tree: ast.Module | ast.ClassDef, before: str = "") -> Iterator[tuple[str, Documented]]:
    """Yield the public classes, functions and methods; what is inside a function is its own."""
    for node in tree.body:
        if isinstance(node, Documented) and not node.name.startswith("_"):
            yield before + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from public(node, f"{before}{node.name}.")


def test_no_module_is_too_long() -> None:
    sizes = {name: len(text.splitlines()) for name, text in said().items()}
    assert {one: size for one, size in sizes.items() if size > MOST_LINES_OF_A_MODULE} == {}


def test_no_function_is_too_long() -> None:
    found = {name: long_functions(text) for name, text in said().items()}
    assert {name: functions for name, functions in found.items() if functions} == {}


def test_lines_of_code_are_counted_without_docstring_comments_and_blanks() -> None:
    text = 'def f():\n    """Say.\n\n    More.\n    """\n    # why\n\n    x = """\n    two"""\n'
    assert code_lines(text) == {1, 8, 9}
    assert long_functions(text, most=2) == {"f": 3}


def test_modules_are_short_on_the_whole() -> None:
    sizes = sorted(len(text.splitlines()) for text in said().values())
    assert sizes[len(sizes) // 2] <= 150


def wrongly_begun(name: str, tree: ast.Module) -> bool:
    """Whether a module does not say in one line, a sentence, what it is for."""
    said = (ast.get_docstring(tree) or "").splitlines()
    if not said or not said[0].endswith(".") or (len(said) > 1 and said[1]):
        return True
    # what there is to say of a part is said by its class
    verb, *inside = Path(name).parts
    return len(said) > 1 and verb in {"assess", "reduce", "quantify"} and inside != ["__init__.py"]


def test_modules_say_in_one_line_what_they_are_for() -> None:
    assert [name for name, tree in trees().items() if wrongly_begun(name, tree)] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("data/new.py", "x = 1"),
        ("data/new.py", '"""What it is for"""'),
        ("data/new.py", '"""It is.\nFor."""'),
        (f"assess{os.sep}new.py", '"""It is.\n\nMore."""'),
    ],
)
def test_a_module_that_does_not_would_be_seen(name: str, text: str) -> None:
    assert wrongly_begun(name, ast.parse(text))
    assert not wrongly_begun("data/new.py", ast.parse('"""It is.\n\nMore."""'))


def test_every_public_name_is_explained() -> None:
    silent = [
        f"{name}: {one}"
        for name, tree in trees().items()
        for one, node in public(tree)
        if not ast.get_docstring(node)
    ]
    assert silent == []


def test_a_public_name_without_explanation_would_be_seen() -> None:
    tree = ast.parse(
        "class A:\n    def b(self): ...\n    def _c(self): ...\ndef _d():\n  def e(): ..."
    )
    assert [name for name, _ in public(tree)] == ["A", "A.b"]


def nameless(tree: ast.Module) -> list[int]:
    """Number the lines whose loops go over *one*, which says nothing; beside another it does."""
    loops = (ast.For, ast.comprehension)
    targets = [node.target for node in ast.walk(tree) if isinstance(node, loops)]
    names = [[own for own in ast.walk(target) if isinstance(own, ast.Name)] for target in targets]
    return [
        own[0].lineno
        for own in names
        if (said := {name.id for name in own}) >= {"one"} and not said & {"other", "two"}
    ]


def test_what_a_loop_goes_over_has_a_name() -> None:
    lines = {name: nameless(tree) for name, tree in trees().items()}
    assert {name: found for name, found in lines.items() if found} == {}


def test_a_loop_over_what_has_none_would_be_seen() -> None:
    tree = ast.parse("for one in a: ...\n[one for n, one in b]\n{one + other for one, other in c}")
    assert nameless(tree) == [1, 2]


# -- the whole repository ------------------------------------------------------------------

FOLDERS = ["src", "docs", "tests", "scripts", "benchmarks", ".ci"]
ENDINGS = {
    ".py",
    ".md",
    ".toml",
    ".txt",
    ".j2",
    ".html",
    ".css",
    ".yml",
    ".yaml",
    ".cfg",
    ".sh",
    "",
}
TEXTS = [
    path
    for folder in FOLDERS
    for path in sorted((ROOT / folder).rglob("*"))
    if path.is_file() and path.suffix in ENDINGS and "__pycache__" not in path.parts
] + [path for path in sorted(ROOT.glob("*")) if path.is_file() and path.suffix in ENDINGS]
MACHINES = r"/(home|root|Users)/|[A-Z]:\\+Users\\"
REGISTRIES = (
    r"index-url|trusted-host|pypi[.]org|python[h]osted|npm[j]s\.(org|com)|artifactory"
    r"|\bnexus[.-]|docker\.io|ghcr\.io|\bregistry\.[a-z]|conda\.anaconda\.org"
)


def lines_with(pattern: str) -> list[str]:
    """List the places of the repository where a pattern is found, this file left out."""
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for path in TEXTS
        if path != Path(__file__).resolve()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(pattern, line)
    ]


def test_the_repository_is_all_looked_at() -> None:
    seen = {str(path.relative_to(ROOT)) for path in TEXTS}
    assert {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "scripts/test",
        "src/discret/parts/__init__.py",
    } <= seen


def test_no_file_names_a_place_of_one_machine() -> None:
    assert lines_with(MACHINES) == []
    assert re.search(MACHINES, "see /home/" + "someone/discret")


def test_no_file_names_a_registry() -> None:
    assert lines_with(REGISTRIES) == []
    assert re.search(REGISTRIES, "pip install --index" + "-url https://mirror.example/simple")


@pytest.mark.parametrize("script", ["scripts/demo", "scripts/test"])
def test_a_newcomer_is_told_which_scripts_to_run(script: str) -> None:
    assert script in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_changes_of_this_version_are_told() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"(?m)^## {re.escape(discret.__version__)}\b", changes)


@pytest.mark.parametrize(
    "name", ["check", "demo", "docs", "install", "reference", "test", "test-unprivileged"]
)
def test_a_script_can_be_run(name: str) -> None:
    script = ROOT / "scripts" / name
    assert os.access(script, os.X_OK)
    assert script.read_text(encoding="utf-8").startswith("#!/bin/sh\n")
