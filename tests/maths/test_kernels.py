"""Kernels say what they take: arrays by what they hold, tuples by name, numbers of one type."""

from __future__ import annotations

import ast
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Thread
from typing import TypeGuard

import numpy as np

import discret
from discret.maths.arrays import Ints
from discret.maths.kernels import kernel
from sources import parsed, spelt

MATHS = Path(discret.__file__).parent / "maths"


@kernel
def _long(turns: int, found: Ints) -> None:
    for turn in range(turns):
        found[0] = (found[0] * 31 + turn) % 1_000_003


def test_python_goes_on_while_a_kernel_runs() -> None:
    """Pages of the app are answered beside a job, whatever it computes."""
    found = np.zeros(1, dtype=np.int64)
    _long(np.int64(1), found)  # which is compiled
    beside = Thread(target=_long, args=(np.int64(100_000_000), found))
    beside.start()
    counted = 0
    while beside.is_alive():
        time.sleep(0.01)
        counted += 1
    assert counted > 5


def test_no_kernel_takes_just_anything() -> None:
    vague, kernels = [], 0
    for path in sorted(MATHS.rglob("*.py")):
        for node in ast.walk(parsed(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and _is_kernel(node):
                kernels += 1
                said = [*(given.annotation for given in node.args.args), node.returns]
                if any(kind is None or "Any" in ast.unparse(kind) for kind in said):
                    vague.append(f"{path.relative_to(MATHS)}: {node.name}")
    assert kernels > 60
    assert vague == []


def test_no_kernel_hands_on_a_literal() -> None:
    """A literal is a type of its own to numba: what it is handed to is compiled once more for it.

    So is a name that begins as one. In local recoding that was a third of the time of compiling.
    """
    trees = {path: parsed(path.read_text(encoding="utf-8")) for path in MATHS.rglob("*.py")}
    functions = [node for tree in trees.values() for node in ast.walk(tree) if _is_function(node)]
    called = {node.name for node in functions if _is_kernel(node, "inner")}
    assert len(called) > 40
    handed = [
        f"{path.relative_to(MATHS)}: {node.name} hands {name} to {call.func.id}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if _is_function(node) and _is_kernel(node)
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in called
        for name in map(ast.unparse, call.args)
        if name in {*_literals(tree.body), *_literals(ast.walk(node))} or _is_whole(name)
    ]
    assert handed == []


def _literals(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the names that whole numbers are given to."""
    for node in nodes:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            paired = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
            names = target.elts if paired else [target]
            values = node.value.elts if paired else [node.value]
            for name, value in zip(names, values, strict=True):
                if isinstance(name, ast.Name) and _is_whole(ast.unparse(value)):
                    yield name.id


def _is_whole(text: str) -> bool:
    return text.removeprefix("-").isdigit()


def _is_function(node: ast.AST) -> TypeGuard[ast.FunctionDef]:
    return isinstance(node, ast.FunctionDef)


def _is_kernel(node: ast.FunctionDef, *marks: str) -> bool:
    names = marks or ("kernel", "kernel_or", "inner")
    calls = [mark.func if isinstance(mark, ast.Call) else mark for mark in node.decorator_list]
    return any(spelt(mark) in names for mark in calls)
