"""What can be imported is what is meant to be: the nouns, and the registry of parts."""

from __future__ import annotations

import ast
import builtins
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import discret
from discret import assess, catalogue, data, document, plan, quantify, reduce
from discret.assess.compared import ComparedModel
from discret.assess.sensitive import AttributeModel
from discret.data import files, zonings
from discret.loading.nouns import homes
from discret.model import Model
from discret.parts import LossMeasure, Method, Part, RiskMeasure
from discret.parts.registry import registered
from listed import for_each

SHAPES: dict[ModuleType, type[Part]] = {
    assess: RiskMeasure,
    reduce: Method,
    quantify: LossMeasure,
}
FILES = [
    (folder, path.stem)
    for folder in SHAPES
    for path in sorted(Path(str(folder.__file__)).parent.iterdir())
    if (path.suffix == ".py" or path.joinpath("__init__.py").exists()) and path.stem != "__init__"
]
each_room = pytest.mark.parametrize(
    "room", [discret, data, files, zonings, document, plan], ids=lambda room: room.__name__
)


def parts_in(folder: ModuleType, file: str) -> list[type[Part]]:
    """Return the parts that a file defines; what has no name is a shape that parts share."""
    module = import_module(f"{folder.__name__}.{file}")
    own = [kind for kind in vars(module).values() if isinstance(kind, type)]
    parts = [kind for kind in own if issubclass(kind, Part) and hasattr(kind, "name")]
    return [part for part in parts if part.__module__ == module.__name__]


@each_room
def test_the_nouns_are_those_that_are_exported_lazily(room: Any) -> None:
    assert sorted(room.__all__) == sorted(room._HOMES)
    assert room.__all__ == sorted(room.__all__)


@each_room
def test_a_noun_is_the_one_of_its_home(room: Any) -> None:
    for name in room.__all__:
        noun = getattr(room, name)
        assert noun is getattr(import_module(room._HOMES[name]), name)
        assert noun.__module__ == room._HOMES[name]
        assert name in dir(room)


@each_room
def test_no_noun_has_the_name_of_a_module(room: Any) -> None:
    """Whichever is loaded last would be found under that name."""
    folder = Path(str(room.__file__)).parent
    assert {*room.__all__} & {path.stem for path in folder.iterdir()} == set()


@each_room
def test_type_checkers_see_the_same_homes(room: Any) -> None:
    tree = ast.parse(Path(str(room.__file__)).read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    told = {
        name.name: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    assert told == room._HOMES


def test_looking_shows_nouns_and_rooms_alone() -> None:
    assert dir(discret) == sorted([*discret.__all__, *discret._ROOMS])
    assert dir(data) == data.__all__


@each_room
def test_a_room_is_entered_without_heavy_libraries(room: Any) -> None:
    heavy = "polars numpy pydantic narwhals matplotlib jinja2"
    tail = f"print([n for n in {heavy.split()} if n in sys.modules])"
    code = f"import sys, {room.__name__}; {tail}"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_another_name_is_refused_as_by_any_module() -> None:
    with pytest.raises(AttributeError, match="'Nonsense'"):
        discret.Nonsense  # noqa: B018 (to look is the test)


@pytest.mark.parametrize("folder", SHAPES, ids=lambda folder: folder.__name__)
def test_a_folder_registers_every_part_that_it_has(folder: ModuleType) -> None:
    defined = [part for home, file in FILES if home is folder for part in parts_in(folder, file)]
    known = list(registered(folder).values())
    assert sorted(part.__name__ for part in defined) == [part.__name__ for part in known]
    assert set(defined) == set(known)
    assert all(issubclass(part, SHAPES[folder]) for part in known)


@pytest.mark.parametrize("folder", SHAPES, ids=lambda folder: folder.__name__)
def test_a_folder_has_nothing_but_one_line_for_each_part(folder: ModuleType) -> None:
    """The line says twice what is imported: that is how type checkers know it is handed on."""
    tree = ast.parse(Path(str(folder.__file__)).read_text(encoding="utf-8"))
    kinds = registered(folder).values()
    lines = [f"from {kind.__module__} import {kind.__name__} as {kind.__name__}" for kind in kinds]
    *_, block, last = tree.body
    assert isinstance(block, ast.If)
    assert [ast.unparse(node) for node in block.body] == lines
    assert ast.unparse(last) == "__getattr__, __dir__ = waiting(__name__)"
    assert dir(folder) == sorted(kind.__name__ for kind in kinds)
    assert {kind.__name__: kind for kind in kinds} == {n: getattr(folder, n) for n in dir(folder)}


def test_a_part_is_loaded_alone_when_it_is_asked_for() -> None:
    """Of the others, those that it is made of; all of them where a name is that of none."""
    asked = "from discret import catalogue; catalogue.part('quantify', 'marginals')"
    wrong = f"{asked}\ntry: catalogue.part('quantify', 'marginal')\nexcept Exception: pass"
    for code, others in ((asked, "[]"), (wrong, "['discret.quantify.query']")):
        tail = "print([n for n in ['discret.quantify.query'] if n in sys.modules])"
        ran = subprocess.run(
            [sys.executable, "-c", f"import sys\n{code}\n{tail}"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert ran.stdout.strip() == others


def test_a_folder_whose_lines_cannot_be_read_is_not_empty_but_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert assess.__spec__ is not None
    monkeypatch.setattr(assess.__spec__, "loader", None)
    with pytest.raises(ImportError, match=r"the source of discret\.assess is needed"):
        homes("discret.assess")


@pytest.mark.parametrize("folder", SHAPES, ids=lambda folder: folder.__name__)
def test_the_catalogue_has_the_whole_registry(folder: ModuleType) -> None:
    verb: catalogue.Verb = folder.__name__.rpartition(".")[2]
    known = registered(folder)
    assert catalogue.parts(verb) == known
    assert all(name == part.name for name, part in known.items())


def test_no_two_parts_have_the_same_name() -> None:
    names = [name for folder in SHAPES for name in registered(folder)]
    assert sorted(set(names)) == sorted(names)


@for_each(FILES)
def test_a_file_has_one_part_and_its_name(folder: ModuleType, file: str) -> None:
    """The file is named as the part; where that word is Python's own, words are added to it."""
    names = [part.name for part in parts_in(folder, file)]
    assert len(names) <= 1
    for name in names:
        longer = hasattr(builtins, name) and file.startswith(f"{name}_")
        assert file == name or longer


@for_each(FILES)
def test_a_class_is_the_name_in_camel_case(folder: ModuleType, file: str) -> None:
    for part in parts_in(folder, file):
        assert part.__name__ == "".join(word.capitalize() for word in part.name.split("_"))
        assert not re.search("(Method|Measure|Manager|Helper|Part)$", part.__name__)


@for_each(FILES)
def test_a_part_inherits_from_its_shape_and_nothing_else(folder: ModuleType, file: str) -> None:
    for part in parts_in(folder, file):
        assert part.__bases__ in ((SHAPES[folder],), (Model,), (AttributeModel,), (ComparedModel,))
        assert issubclass(part, SHAPES[folder])
