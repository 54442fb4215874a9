"""Which parts a folder has: those that have a line in its ``__init__``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from types import ModuleType
from typing import Any

from discret.loading.nouns import homes


class Registered(Mapping[str, Any]):
    """The parts of a folder by name, in the order of their lines.

    A part is loaded when it is asked for by its name, which is that of its module; all of them are
    where they are gone through, or a name is that of no module.
    """

    def __init__(self, folder: ModuleType) -> None:
        self._folder, self._homes = folder, homes(folder.__name__)
        self._nouns = {home.rpartition(".")[2]: noun for noun, home in self._homes.items()}

    def __getitem__(self, name: str) -> Any:
        part = getattr(self._folder, self._nouns[name]) if name in self._nouns else None
        return part if part is not None and part.name == name else self._all[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._homes)

    @cached_property
    def _all(self) -> dict[str, Any]:
        parts = [getattr(self._folder, noun) for noun in self._homes]
        return {part.name: part for part in parts}


@cache
def registered(folder: ModuleType) -> Registered:
    """Return the parts of a folder.

    Examples
    --------
    >>> from discret import quantify
    >>> registered(quantify)["square_loss"].title
    'published squares lost'
    """
    return Registered(folder)
