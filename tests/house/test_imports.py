"""Imports go one way, heavy libraries wait until they are used, and names say what they hold."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import discret
from sources import FILES, SOURCE, parsed, spelt

MODULES = {
    ".".join(("discret", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(
        ".__init__"
    ): path
    for path in FILES.values()
}
FLOOR = ["arguments", "errors", "loading", "words"]
DATA = ["data", "maths", *FLOOR]
SHAPES = ["parts", "model", "finding", *DATA]
VERBS = ["assess", "reduce", "quantify", "catalogue", *SHAPES]
MAY_IMPORT = {
    "words": ["words"],
    "loading": [],
    "errors": ["words"],
    "arguments": FLOOR,
    "maths": ["maths", "errors", "loading", "words"],
    "data": DATA,
    "finding": DATA,
    "parts": ["parts", "finding", *DATA],
    "model": SHAPES,
    "assess": ["assess", *SHAPES],
    "reduce": ["reduce", "assess", "private", *SHAPES],
    "quantify": ["quantify", "assess", *SHAPES],
    "private": ["private", *SHAPES],
    "catalogue": VERBS,
    "plan": ["plan", "private", *VERBS],
    "document": ["document", "plan.release", "catalogue", *SHAPES],
    "app": ["app", "document", "plan", *VERBS],
    "cli": ["cli", "app", "document", "plan", "private", *VERBS],
    "__main__": ["cli"],
}

# Who may import own modules in functions, beside the command line, which has to start at once.
LATE = {
    "discret.__main__",  # an interruption is met from the first import on
    "discret.app.worker",  # its jobs load what is heavy, which wait for whoever looks at a page
    "discret.data.files.how_to_read",  # options are read without polars
    "discret.plan.release",  # see below
}

# What a noun hands itself on to when it is asked, inside a method: never when it is loaded.
ASKED = {"discret.plan.release": "discret.document"}


@cache
def imports(text: str, module: str, *, asked: bool = True, typing: bool = True) -> tuple[str, ...]:
    """Return the modules that a text imports, anywhere in it.

    Without `asked`, those are left out that stand in functions; without `typing`, those that are
    for type checkers alone.
    """
    return tuple(_imports(parsed(text), module, asked, typing))


def _imports(tree: ast.Module, module: str, asked: bool, typing: bool) -> Iterator[str]:
    left = {
        id(inner)
        for node in ast.walk(tree)
        if (isinstance(node, ast.FunctionDef) and not asked)
        or (isinstance(node, ast.If) and not typing and ast.unparse(node.test) == "TYPE_CHECKING")
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in left:
            continue
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = MODULES.get(module, Path()).name == "__init__.py"
            up = module.split(".")[: -(node.level - package) or None] if node.level else []
            home = ".".join([*up, *([node.module] if node.module else [])])
            yield from (_home(home, name.name) for name in node.names)
        elif isinstance(node, ast.Call) and spelt(node.func).endswith("import_module"):
            yield from (str(arg.value) for arg in node.args if isinstance(arg, ast.Constant))


def out_of_rooms(text: str) -> Iterator[str]:
    """Yield the modules that a text reaches by their names in rooms that it imports."""
    tree, rooms = parsed(text), {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not node.level:
            rooms |= {name.asname or name.name: f"{node.module}.{name.name}" for name in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            inner = f"{rooms.get(node.value.id)}.{node.attr}"
            yield from [inner] if inner in MODULES else []


def _home(module: str, name: str) -> str:
    if module == "discret" and name in discret._HOMES:
        return discret._HOMES[name]
    return f"{module}.{name}" if f"{module}.{name}" in MODULES else module


def upward(text: str, module: str) -> list[str]:
    """List the imports of a module that go against the order."""
    place = module.split(".")[1]
    allowed = [f"discret.{name}" for name in MAY_IMPORT.get(place, [])]
    now = {*imports(text, module, asked=False)}
    later = [one for one in imports(text, module) if one not in now]
    door = ASKED.get(module, "discret. nothing")
    return [
        f"{module} imports {target}"
        for target in (*now, *(one for one in later if not one.startswith(door)))
        if target.startswith("discret.")
        and not any(target == one or target.startswith(f"{one}.") for one in allowed)
    ]


def test_every_module_has_a_place_in_the_order_of_imports() -> None:
    places = {module: module.split(".")[1] for module in MODULES if module != "discret"}
    assert [module for module, place in places.items() if place not in MAY_IMPORT] == []


def test_imports_go_one_way() -> None:
    texts = {one: path.read_text(encoding="utf-8") for one, path in MODULES.items()}
    del texts["discret"]
    assert [fault for module, text in texts.items() for fault in upward(text, module)] == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("discret.assess.new", "from discret.plan.release import Release"),
        ("discret.assess.new", "from discret import reduce"),
        ("discret.quantify.new", "from discret.reduce import Recode"),
        ("discret.data.new", "from discret import Finding"),
        ("discret.maths.new", "def late():\n    import discret.finding"),
        ("discret.document.new", "from discret.plan.plan import Plan"),
        ("discret.plan.new", "from ..cli import app"),
        ("discret.assess", "from .reduce import Recode\nfrom ..reduce import Recode"),
        ("discret.errors", "from .parts import Part"),
        ("discret.words", "from ..errors import listed"),
        ("discret.reduce.new", "import_module('discret.catalogue')"),
        ("discret.plan.release", "from discret.document.pages.render import render"),
        ("discret.plan.release", "def late():\n    from discret.cli import app"),
        ("discret.plan.run", "def late():\n    from discret.document.pages.render import render"),
    ],
)
def test_an_import_that_goes_up_would_be_seen(module: str, line: str) -> None:
    assert len(upward(line, module)) == 1


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("discret.reduce.new", "from discret.assess.models import GivenModel"),
        ("discret.document.new", "from discret.plan.release import Release"),
        ("discret.assess.new", "from discret import __version__"),
        ("discret.plan.new", "from .plan import Plan"),
        (
            "discret.plan.release",
            "def late():\n    from discret.document.pages.render import render",
        ),
        ("discret.assess", "from .k_anonymity import KAnonymity"),
    ],
)
def test_an_import_that_goes_down_is_let_through(module: str, line: str) -> None:
    assert upward(line, module) == []


HEAVY = "polars numpy scipy matplotlib pandas pyarrow duckdb pyspark jinja2 rich narwhals pydantic"
UNUSED = HEAVY.removesuffix(" rich narwhals pydantic") + " narwhals"  # typer uses the others


def loaded_by(code: str, names: str) -> list[str]:
    """Say which of the libraries a fresh Python has loaded after running some code."""
    tail = f"import json, sys; print(json.dumps([n for n in {names.split()} if n in sys.modules]))"
    ran = subprocess.run(
        [sys.executable, "-c", f"{code}\n{tail}"], capture_output=True, text=True, check=True
    )
    return list(json.loads(ran.stdout.splitlines()[-1]))


def test_importing_discret_loads_no_heavy_library() -> None:
    assert loaded_by("import discret", HEAVY) == []


def test_using_a_noun_loads_what_it_needs() -> None:
    assert "polars" in loaded_by("import discret; discret.Dataset", HEAVY)


@pytest.mark.parametrize("words", ["['--help']", "['run', '--help']", "['--version']"])
def test_help_loads_no_library_that_it_does_not_use(words: str) -> None:
    code = (
        f"import sys\nsys.argv = ['discret', *{words}]\nfrom discret.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code"
    )
    assert loaded_by(code, UNUSED) == []


def test_reading_a_plan_needs_no_figures_and_no_reports() -> None:
    code = "from discret import Plan; Plan().to_toml()"
    assert loaded_by(code, "matplotlib jinja2 pandas duckdb pyspark rich typer") == []


def test_parts_are_had_without_what_they_need_to_run() -> None:
    code = "import discret.catalogue, discret.assess.models, discret.plan.run"
    assert loaded_by(code, "numba scipy matplotlib") == []


def cycles(graph: dict[str, set[str]]) -> list[str]:
    """Return the modules that can be reached from themselves."""
    reached = {module: set(targets) for module, targets in graph.items()}
    for middle in graph:
        for targets in reached.values():
            if middle in targets:
                targets.update(reached[middle])
    return sorted(module for module, targets in reached.items() if module in targets)


def test_nothing_imports_itself_by_a_detour() -> None:
    """Whatever is imported when a module is loaded or later, in a function, or in a room."""
    texts = {module: path.read_text(encoding="utf-8") for module, path in MODULES.items()}
    graph = {
        module: {
            target
            for target in (*imports(text, module, typing=False), *out_of_rooms(text))
            if target in MODULES
            and target != module
            and not target.startswith(ASKED.get(module, "discret. nothing"))
        }
        for module, text in texts.items()
    }
    assert len(graph) > 400
    assert cycles(graph) == []


def test_a_detour_would_be_seen() -> None:
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == ["b", "c"]
    late = "def f():\n    from discret.plan.run import run"
    assert "discret.plan.run" in {*imports(late, "discret.plan.plan", typing=False)}
    room = "from discret.maths import zonings\nzonings.cut_flows.cuts(1)"
    assert [*out_of_rooms(room)] == ["discret.maths.zonings.cut_flows"]
    hint = "if TYPE_CHECKING:\n    from discret.plan.plan import Plan"
    assert [*imports(hint, "discret.plan.run", typing=False)] == []
    assert [*imports(hint, "discret.plan.run")] == ["discret.plan.plan"]


def test_own_modules_are_imported_at_the_top() -> None:
    """What is heavy waits in its room (PEP 562), not in the functions that use it."""
    late = {
        module: later
        for module, path in MODULES.items()
        if (later := _in_functions(path.read_text(encoding="utf-8"), module))
        and not module.startswith("discret.cli.")
    }
    assert {module: later for module, later in late.items() if module not in LATE} == {}
    assert {*LATE} <= {*late}


def _in_functions(text: str, module: str) -> list[str]:
    now = {*imports(text, module, asked=False)}
    return [
        target
        for target in imports(text, module)
        if target not in now and target.startswith("discret.")
    ]


def test_all_kernels_are_declared_in_one_place() -> None:
    users = [
        module
        for module, path in MODULES.items()
        for target in imports(path.read_text(encoding="utf-8"), module)
        if target.split(".")[0] == "numba"
    ]
    allowed = {"discret.maths", "discret.maths.kernels", "discret.maths.compiling"}
    assert set(users) <= allowed


def test_no_module_is_a_drawer_for_odds_and_ends() -> None:
    drawers = {"utils", "util", "helpers", "helper", "common", "misc", "tools"}
    assert [module for module in MODULES if drawers & set(module.split("."))] == []


def prints(text: str) -> list[int]:
    """Return the lines on which a text prints."""
    calls = [node for node in ast.walk(parsed(text)) if isinstance(node, ast.Call)]
    return [node.lineno for node in calls if spelt(node.func) in {"print", "pprint", "pp"}]


def test_the_library_never_prints() -> None:
    found = {module: prints(path.read_text(encoding="utf-8")) for module, path in MODULES.items()}
    assert {module: lines for module, lines in found.items() if lines} == {}
    assert prints("x = 1\nif x:\n    print(x)") == [3]
