"""The twenty-five checks of the design: each is a test that drives the app in Chromium.

Whoever looks for one finds its number in the docstring of its test, in `browser/`.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

BROWSER = Path(__file__).parent / "browser"


def checks(folder: Path) -> dict[int, list[str]]:
    """The tests that say which checks they are, by number."""
    found: dict[int, list[str]] = {}
    for path in sorted(folder.glob("test_*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named = re.match(r"Checks? ([\d, and]+)", ast.get_docstring(node) or "")
                for number in re.findall(r"\d+", named.group(1) if named else ""):
                    found.setdefault(int(number), []).append(f"{path.name}::{node.name}")
    return found


def test_every_check_is_a_test_in_a_browser() -> None:
    assert sorted(checks(BROWSER)) == list(range(1, 26))
