"""Parameters of docstrings as the site shows them: all of them, one by one, each with its type."""

from __future__ import annotations

import re
from inspect import getdoc
from pydoc import locate
from typing import Any

from griffe import Class, Docstring, Extension, Object

TOGETHER = re.compile(r"(?m)^(\w+(?:, \w+)+)\n((?:(?: {4}.*)?\n)*(?: {4}.*))")


class Whole(Extension):
    """Adds the parameters that fields declare, and writes ``low, high`` as two entries."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite the docstring of one object."""
        if isinstance(obj.docstring, Docstring):
            if isinstance(obj, Class) and "Declared" in map(str, obj.bases):
                obj.docstring.value = getdoc(locate(obj.path)) or ""
            obj.docstring.value = TOGETHER.sub(_apart, obj.docstring.value)


def _apart(match: re.Match[str]) -> str:
    return "\n".join(f"{name}\n{match[2]}" for name in match[1].split(", "))
