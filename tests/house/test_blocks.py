"""What does not run does not stand in the docs: every block of every page is tried.

Python is run, plans are read, made whole and checked against a table, commands are parsed. What a
page needs for that and does not show stands in a comment ``<!-- run first ... -->``: Python, run in
an empty folder, that makes `table` where the page has plans. A fragment of a plan takes what it
lacks from the blocks before it, and from the text `plan` where the comment makes one. Pages of
parts are left out: their examples are those of the docstrings.
"""

from __future__ import annotations

import doctest
import re
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer

from discret import Plan
from discret.cli import app
from discret.plan.check import checked
from where import ROOT

PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
    if (ROOT / "docs" / "parts") not in path.parents
}
BLOCK = re.compile(
    r"(?ms)^<!-- (?P<hidden>run first)\n(?P<code>.*?)-->"
    r"|^(?P<indent> *)```(?P<kind>[a-z]*)\n(?P<text>.*?)^ *```"
)
FIELDS = {  # what a section of a plan file sets in a plan
    "data": (
        "file",
        "original",
        "population",
        "count",
        "previous",
        "outlines",
        "code",
        "how_to_read",
    ),
    "reduce": ("reduce", "labels"),
    "variant": ("variants",),
}
SECRET = b"the secret of the pages, long enough"
SHOWN = {"", "text"}  # output and drawings, which nothing could run


class Block(NamedTuple):
    """A block of a page, with its line."""

    line: int
    kind: str
    text: str


def blocks(page: str) -> Iterator[Block]:
    """Yield the blocks of a page in their order."""
    for found in BLOCK.finditer(page):
        line = page.count("\n", 0, found.start()) + 1
        kind = "hidden" if found["hidden"] else str(found["kind"])
        yield Block(line, kind, str(found["code"] if found["hidden"] else found["text"]))


class Reader:
    """Someone who types in everything that a page shows."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.names: dict[str, Any] = {"__name__": "page"}
        self.plan = Plan()

    def hidden(self, block: Block) -> None:
        exec(compile("\n" * block.line + block.text, self.name, "exec"), self.names)  # noqa: S102
        if isinstance(self.names.get("plan"), str):
            self.plan = Plan.from_toml(self.names.pop("plan"))

    def python(self, block: Block) -> None:
        if ">>>" not in block.text:
            return self.hidden(block)
        test = doctest.DocTestParser().get_doctest(
            block.text, self.names, self.name, self.name, block.line
        )
        told: list[str] = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(test, out=told.append, clear_globs=False)
        self.names.update(test.globs)
        assert not told, "".join(told)
        return None

    def toml(self, block: Block) -> None:
        given = Plan.from_toml(block.text, folder=Path.cwd())
        sections = tomllib.loads(block.text)
        fields = [one for name in sections for one in FIELDS.get(name, (name,))]
        values = {name: getattr(given, name) for name in fields}
        if "hierarchies" in values:
            values["hierarchies"] = {**self.plan.hierarchies, **given.hierarchies}
        self.plan = replace(self.plan, **values)
        assert "table" in self.names, "a hidden comment must make the table of the plan"
        checked(self.plan, self.names["table"], SECRET)

    def sh(self, block: Block) -> None:
        for line in block.text.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            if words:
                typed(words)


def read(page: str, reader: Reader) -> None:
    """Let a reader go through a page; what goes wrong is told with its line."""
    for block in blocks(page):
        try:
            if block.kind not in SHOWN:
                getattr(reader, block.kind)(block)
        except Exception as error:
            error.add_note(f"{reader.name}:{block.line}")
            raise


def typed(words: list[str]) -> None:
    """Try a command as far as it can be without its files."""
    first, rest = words[0], words[1:]
    if first == "discret":
        parsed(rest)
    elif first == "python":
        text = (ROOT / rest[0]).read_text(encoding="utf-8")
        assert all(f'"{one}"' in text for one in rest if one.startswith("--")), rest
    elif first == "pip":
        assert rest[0] == "install"
        assert {*re.findall(r"[a-z]+", "".join(re.findall(r"\[(.*?)\]", rest[1])))} <= extras()
    else:
        assert first.startswith("scripts/"), first
        assert (ROOT / first).is_file(), first


def parsed(words: list[str]) -> None:
    """Let the command line read its options: those that do not exist are refused."""
    group = typer.main.get_command(app)
    name, *rest = words
    context = group.make_context("discret", [name], resilient_parsing=True)
    command = group.get_command(context, name)  # type: ignore[attr-defined]
    assert command is not None, name
    own = command.context_class(command)
    command.make_parser(own).parse_args(list(rest))


def extras() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return set(project["project"]["optional-dependencies"])


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if BLOCK.search(page)])
def test_every_block_of_a_page_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    read(PAGES[name], Reader(name))


def test_commands_within_sentences_exist() -> None:
    for page in PAGES.values():
        for words in re.findall(r"`(discret [a-z][^`\n]*)`", BLOCK.sub("", page)):
            typed(shlex.split(words))


def test_no_code_hides_from_the_tests_by_its_indentation() -> None:
    """Blocks are fenced: one that is only indented would be shown, and not run."""
    for name, page in PAGES.items():
        bare = BLOCK.sub("", page)
        lines = [line for line in re.findall(r"(?m)(?<=\n\n) {4}\S.*", bare) if line.strip()]
        assert [line for line in lines if not re.match(r" +([-*]|\d+\.) ", line)] == [], name


TABLE = "<!-- run first\nfrom discret.data.examples import dishes\ntable = dishes()\n-->\n\n"


@pytest.mark.parametrize(
    ("stale", "why"),
    [
        ("```python\nx = 1 / 0\n```", "division by zero"),
        ("```python\n>>> 1 + 1\n3\n\n```", "Failed example"),
        (f'{TABLE}```toml\n[[reduce]]\nmethod = "calibrate"\nbase = 100\n```', "base"),
        (f'{TABLE}```toml\n[roles]\nkey = ["Nom"]\n```', "no column 'Nom'"),
        ("```toml\n[roles]\n```", "must make the table"),
        ("```sh\ndiscret run plan.toml --nonsense\n```", "--nonsense"),
        ("```sh\ndiscret nonsense\n```", "nonsense"),
        ("```sh\npip install 'discret[nonsense]'\n```", "nonsense"),
        ("```sh\nscripts/nonsense\n```", "nonsense"),
        ("```yaml\nkey: value\n```", "yaml"),
    ],
)
def test_what_is_stale_would_be_found(stale: str, why: str) -> None:
    with pytest.raises(Exception, match=re.escape(why)):
        read(stale, Reader("stale.md"))
