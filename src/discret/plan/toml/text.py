"""Plain values as TOML text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

LONG = 90  # characters of a list that stays on its line
_NESTED = (Mapping, list, tuple)


def table_text(head: str, values: Mapping[str, Any]) -> str:
    r"""Write a table, what is None left out; a table of nothing is no text.

    Examples
    --------
    >>> table_text("[roles]", {"key": ["age"], "weight": None})
    '[roles]\nkey = ["age"]\n'
    """
    kept = {name: value for name, value in values.items() if value is not None}
    if not kept:
        return ""
    lines = [head] if head else []
    return "\n".join([*lines, *(f"{name_text(n)} = {_broken(v)}" for n, v in kept.items())]) + "\n"


def _broken(value: Any) -> str:
    """Write a value; a long list has a line for each of its lists or tables."""
    whole = value_text(value)
    nested = isinstance(value, Sequence) and not isinstance(value, str)
    if len(whole) <= LONG or not nested or not all(isinstance(item, _NESTED) for item in value):
        return whole
    return "[\n" + "".join(f"  {value_text(entry)},\n" for entry in value) + "]"


def name_text(name: str) -> str:
    """Write the name of a key or of a table, in quotes where it needs them."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _text(name)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def value_text(value: Any) -> str:
    """Write a value.

    Examples
    --------
    >>> value_text([True, 2.0, "a"])
    '[true, 2, "a"]'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return (
            "{"
            + ", ".join(f"{name_text(str(n))} = {value_text(v)}" for n, v in value.items())
            + "}"
        )
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(value_text(item) for item in value) + "]"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return repr(value) if isinstance(value, int | float) else _text(str(value))
