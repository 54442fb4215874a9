"""Which parts a folder has: those that it imports."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from discret.parts import Part


def registered(folder: ModuleType) -> dict[str, Any]:
    """Return the parts that the ``__init__`` of a folder imports, by name and in that order.

    Examples
    --------
    >>> from discret import quantify
    >>> registered(quantify)["square_loss"].title
    'published squares lost'
    """
    found = [kind for kind in vars(folder).values() if isinstance(kind, type)]
    return {part.name: part for part in found if issubclass(part, Part)}
