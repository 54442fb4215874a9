"""Examples of docstrings made whole: with the imports that their module spares them."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator
from doctest import DocTestParser
from types import ModuleType

import discret
from discret.parts import Part


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
    tree = ast.parse("".join(one.source for one in DocTestParser().get_examples(example)))
    used = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}
    return used - {*_bound(tree)} - {*vars(builtins)}


def _bound(tree: ast.AST) -> Iterator[str]:
    for one in ast.walk(tree):
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
            yield one.id
        elif isinstance(one, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name.split(".")[0] for alias in one.names)
        elif isinstance(one, ast.FunctionDef | ast.ClassDef):
            yield one.name
        elif isinstance(one, ast.arg):
            yield one.arg


def _imported(name: str, value: object) -> str:
    """Write the import of a name from where a reader would take it."""
    if isinstance(value, ModuleType):
        return f"import {value.__name__}" + (f" as {name}" if name != value.__name__ else "")
    if name in discret.__all__:
        return f"from discret import {name}"
    home = str(value.__module__)
    rooms = ("discret.assess.", "discret.reduce.", "discret.quantify.")
    public = home.rpartition(".")[0] if home.startswith(rooms) and _is_part(value) else home
    return f"from {public} import {name}"


def _is_part(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Part)
