"""Every room says what lives in it, and the page that draws the house has every room."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from listed import for_each
from sources import SOURCE, parsed
from where import ROOT

ROOMS = sorted(path.parent for path in SOURCE.rglob("__init__.py") if path.parent != SOURCE)
VERBS = ("assess", "reduce", "quantify")  # a folder in them is a part, drawn by no page
NAMED = re.compile(r"(?<![`\w])`([a-z_]+(?:\.[a-z_]+)*)`")


def names(room: Path) -> set[str]:
    """Return what may be asked of a room: its modules, and what its ``__init__`` has."""
    tree = parsed((room / "__init__.py").read_text(encoding="utf-8"))
    own = {node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    own |= {name.name for node in imports for name in node.names}
    return own | {path.stem for path in room.iterdir()}


def strangers(room: Path, said: str) -> list[str]:
    """Return the names in what a room says of itself that are found neither there nor from here."""
    found = [name.removeprefix(f"{room.name}.") for name in NAMED.findall(said)]
    return [n for n in found if n not in names(room) and not (SOURCE.parent / as_path(n)).exists()]


def as_path(name: str) -> str:
    return name.replace(".", "/")


@for_each(ROOMS, lambda room: str(room.relative_to(SOURCE)))
def test_a_room_names_what_it_has(room: Path) -> None:
    said = ast.get_docstring(parsed((room / "__init__.py").read_text(encoding="utf-8"))) or ""
    assert strangers(room, said) == []


def test_a_room_that_names_what_is_gone_would_be_seen() -> None:
    maths = SOURCE / "maths"
    assert strangers(maths, "`matching` and `maths.kernels`, as `discret.cli`") == []
    assert strangers(maths, "`guesses` were here, and `maths.dis`") == ["guesses", "dis"]


def drawn(page: str) -> Iterator[str]:
    """Yield the folders and files of the drawing, each below the folder that it is indented to."""
    _, _, rest = page.partition("## Where things are")
    block = rest.split("```")[1]
    room = ""
    for line in block.splitlines():
        found = re.findall(r"(?:^|(?<=\s))([a-z_]+(?:/|\.py))(?=\s|$)", line)
        deep = line.startswith(" " * 5)
        room = room if deep else next((name for name in found if name.endswith("/")), "")
        yield from (f"{room}{name}" if deep else name for name in found)


def standing() -> Iterator[str]:
    """Yield the folders of the house, two deep, and the files that stand in none."""
    inner = [path for path in SOURCE.glob("*/*") if path.parent.name not in VERBS]
    for path in (*SOURCE.iterdir(), *(path for path in inner if path.is_dir())):
        if path.is_dir() and path.name != "__pycache__":
            yield f"{path.relative_to(SOURCE).as_posix()}/"
        elif path.suffix == ".py" and not path.name.startswith("__"):
            yield path.name


def test_the_page_that_draws_the_house_has_every_room() -> None:
    page = (ROOT / "docs" / "how_it_works.md").read_text(encoding="utf-8")
    assert sorted(set(drawn(page)) - {"discret/"}) == sorted(standing())
