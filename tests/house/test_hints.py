"""What a message shows to be pasted into a plan can be pasted into a plan."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from discret import errors
from sources import FILES, parsed, spelt

SOURCES = list(FILES.values())
SHOWN = re.compile(r"[a-z_]+ = (?:\{[^{}]*\}|\[[^\[\]]*\]|\"[^\"]*\")")
FAMILY = {
    name
    for name, var in vars(errors).items()
    if isinstance(var, type) and issubclass(var, errors.DiscretError) and name != "ExtraError"
}  # ExtraError has its own
PYTHON_TABLE = re.compile(r"= ?\{ ?\"[^\"]*\" ?: ")


@cache
def sentences(source: Path) -> list[tuple[int, str]]:
    """Return the texts of a module that people read: neither docstrings nor code shown in them."""
    return list(_sentences(parsed(source.read_text(encoding="utf-8"))))


def _sentences(tree: ast.AST) -> Iterator[tuple[int, str]]:
    inside = {
        id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)
        for part in node.values
    }  # fmt: skip
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            if id(node) not in inside:
                yield node.lineno, node.value
        elif isinstance(node, ast.JoinedStr):
            parts = [
                value.value if isinstance(value, ast.Constant) else "x" for value in node.values
            ]
            yield node.lineno, "".join(map(str, parts))


def shown(text: str) -> list[str]:
    """Return what a sentence shows as TOML, its holes filled."""
    braces = re.sub(r"\}\}(?!\})", "»", text.replace("{{", "«"))
    filled = re.sub(r"\{\w+\}", '"x"', braces.replace("{table}", "x = 0"))
    plain = filled.replace("«", "{").replace("»", "}")
    return SHOWN.findall(plain.replace("[...]", '["x"]'))


def is_toml(text: str) -> bool:
    """Whether a line can be pasted into a plan."""
    try:
        return bool(tomllib.loads(text))
    except tomllib.TOMLDecodeError:
        return False


def test_what_messages_show_is_toml() -> None:
    wrong = [
        f"{source.name}:{line} {text}"
        for source in SOURCES
        for line, text in sentences(source)
        if PYTHON_TABLE.search(text) or not all(map(is_toml, shown(text)))
    ]
    assert not wrong


def test_the_rule_sees_what_it_is_about() -> None:
    seen = [one for source in SOURCES for _, text in sentences(source) for one in shown(text)]
    assert {'from = "automatic"', "maximum = {x = 0}"} <= set(seen)
    assert PYTHON_TABLE.search('leave it with maximum = {"column": 0}')


def test_every_error_shows_a_way_out() -> None:
    silent = [
        f"{source.name}:{call.lineno}"
        for source in SOURCES
        for call in ast.walk(parsed(source.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and spelt(call.func) in FAMILY
        if not {"hint", None} & {word.arg for word in call.keywords}
    ]
    assert silent == []
