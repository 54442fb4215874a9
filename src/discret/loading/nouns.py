"""The nouns of a room: imported when they are asked for, so that nothing heavy is loaded before."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

Finders = tuple[Callable[[str], Any], Callable[[], list[str]]]

_LINE = re.compile(r"^ *from (\S+) import (\w+) as \2$", re.MULTILINE)


def exported(room: str, homes: Mapping[str, str], *rooms: str) -> Finders:
    """Return what finds the nouns of a package by name (PEP 562), and what lists them.

    Parameters
    ----------
    room
        The name of the package.
    homes
        The module of each noun.
    rooms
        Packages and modules inside it that can be reached by their name alone.

    Examples
    --------
    >>> find, names = exported("here", {"Role": "discret.data.roles"})
    >>> find("Role").KEY.value, names()
    ('key', ['Role'])
    >>> find("Rule")
    Traceback (most recent call last):
    ...
    AttributeError: module 'here' has no attribute 'Rule': it has Role
    """

    def found(name: str) -> Any:
        if name in homes:
            return getattr(import_module(homes[name]), name)
        if name in rooms:
            return import_module(f"{room}.{name}")
        known = "" if name.startswith("_") else f": it has {', '.join([*homes, *rooms])}"
        as_python = f"module {room!r} has no attribute {name!r}{known}"
        raise AttributeError(as_python)

    def names() -> list[str]:
        return sorted([*homes, *rooms])

    return found, names


def waiting(room: str) -> Finders:
    """Return what `exported` does, for the nouns that a package names to those who check types."""
    return exported(room, homes(room))


def homes(room: str) -> dict[str, str]:
    """Return the nouns of a package, in the order of their lines, each with its module.

    The lines are read, not run: so each is written once, and nothing is loaded for it.

    Examples
    --------
    >>> import discret.quantify
    >>> homes("discret.quantify")["Marginals"]
    'discret.quantify.marginals'
    """
    spec = sys.modules[room].__spec__
    text = spec and spec.loader and getattr(spec.loader, "get_source", lambda _: None)(room)
    if not text:
        as_python = f"the source of {room} is needed to tell what is in it"
        raise ImportError(as_python)
    return {noun: home for home, noun in _LINE.findall(text)}
