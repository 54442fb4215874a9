"""Examples of docstrings made whole: with the imports that their module spares them."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator
from doctest import DocTestParser
from importlib import import_module
from types import ModuleType

from discret.parts import Part

VERBS = ("discret.assess", "discret.reduce", "discret.quantify")
ROOMS = ("discret", *VERBS, "discret.data", "discret.plan", "discret.document")


def whole(one: type[Part], example: str) -> str:
    """Return the example of a part with all that it imports.

    Examples
    --------
    >>> from discret.reduce import Subsample
    >>> whole(Subsample, ">>> Subsample(share=0.5)").splitlines()
    ['>>> from discret.reduce import Subsample', '>>> Subsample(share=0.5)']
    """
    home = vars(sys.modules[one.__module__])
    spared = [_imported(name, home[name]) for name in sorted(unbound(example)) if name in home]
    return "\n".join([*(f">>> {line}" for line in sorted(spared)), example.strip()])


def unbound(example: str) -> set[str]:
    r"""Return the names that an example uses and neither makes nor imports.

    Examples
    --------
    >>> unbound(">>> import polars as pl\n>>> n = len(pl.Series(given))")
    {'given'}
    """
    tree = ast.parse("".join(shown.source for shown in DocTestParser().get_examples(example)))
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return used - {*_bound(tree)} - {*vars(builtins)}


def _bound(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg


def _imported(name: str, value: object) -> str:
    """Write the import of a name from where a reader would take it."""
    if isinstance(value, ModuleType):
        return f"import {value.__name__}" + (f" as {name}" if name != value.__name__ else "")
    homes = [room for room in map(import_module, ROOMS) if getattr(room, name, None) is value]
    return f"from {homes[0].__name__ if homes else value.__module__} import {name}"
