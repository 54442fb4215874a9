"""The package as text, for rules about how it is written: parsed once, however many look at it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import discret

SOURCE = Path(str(discret.__file__)).parent
FILES = {str(path.relative_to(SOURCE)): path for path in sorted(SOURCE.rglob("*.py"))}


@cache
def parsed(text: str) -> ast.Module:
    """Return the tree of a text; nobody changes it."""
    return ast.parse(text)


@cache
def said() -> dict[str, str]:
    """Return what every module of the package says."""
    return {name: path.read_text(encoding="utf-8") for name, path in FILES.items()}


def trees() -> dict[str, ast.Module]:
    """Return the tree of every module of the package."""
    return {name: parsed(text) for name, text in said().items()}


def spelt(node: ast.AST) -> str:
    """Write a name, with dots or without, as `ast.unparse` does, which takes its time.

    Examples
    --------
    >>> spelt(ast.parse("a.b.c", mode="eval").body), spelt(ast.parse("f(1).g", mode="eval").body)
    ('a.b.c', 'f(1).g')
    """
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{spelt(node.value)}.{node.attr}"
    return ast.unparse(node)
