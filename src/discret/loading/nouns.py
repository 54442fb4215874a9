"""The nouns of a room: imported when they are asked for, so that nothing heavy is loaded before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def exported(
    room: str, homes: Mapping[str, str], *rooms: str
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
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
