"""Parameters that a docstring explains together, told one by one, each with its type."""

from __future__ import annotations

import re
from typing import Any

from griffe import Docstring, Extension, Object

TOGETHER = re.compile(r"(?m)^(\w+(?:, \w+)+)\n((?:(?: {4}.*)?\n)*(?: {4}.*))")


class Apart(Extension):
    """Writes ``low, high`` as two entries with the same text."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite the docstring of one object."""
        if isinstance(obj.docstring, Docstring):
            obj.docstring.value = TOGETHER.sub(_apart, obj.docstring.value)


def _apart(match: re.Match[str]) -> str:
    return "\n".join(f"{name}\n{match[2]}" for name in match[1].split(", "))
