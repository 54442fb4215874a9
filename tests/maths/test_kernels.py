"""Kernels say what they take: arrays by what they hold, and tuples by name."""

from __future__ import annotations

import ast
from pathlib import Path

import discret
from sources import parsed, spelt

MATHS = Path(discret.__file__).parent / "maths"


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


def _is_kernel(node: ast.FunctionDef) -> bool:
    return any(spelt(mark) in ("kernel", "inner") for mark in node.decorator_list)
