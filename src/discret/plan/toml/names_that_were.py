"""Parts and parameters that a plan calls by the names they had: they are read, and it is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from discret.parts import Part
from discret.words import Words


def renamed(place: str, name: str, found: Part, values: Mapping[str, Any]) -> Iterator[Words]:
    """Tell of names that were, of a part and of its parameters: where, and what they are now.

    Examples
    --------
    >>> from discret.reduce import MergeSquares
    >>> next(renamed("[[reduce]] 1", "merge_cells", MergeSquares(square="b"), {"cell": "b"}))
    '[[reduce]] 1: merge_cells is now called merge_squares'
    """
    if name != found.name:
        yield _PART.filled(place=place, old=name, new=found.name)
    yield from _parameters(place, found, values)


def _parameters(place: str, found: Part, values: Mapping[str, Any]) -> Iterator[Words]:
    """Tell of the parameters of a part, and of its models."""
    for old, new in found.formerly.items():
        if old in values:
            yield _PARAMETER.filled(place=place, part=found.name, old=old, new=new)
    told = values.get("models", ())
    given = [told] if isinstance(told, Mapping) else told
    for model, own in zip(getattr(found, "models", ()), given, strict=False):
        yield from _parameters(place, model, own)


_PART = Words("{place}: {old} is now called {new}", fr="{place} : {old} s’appelle désormais {new}")
_PARAMETER = Words(
    "{place}, {part}: {old} is now called {new}",
    fr="{place}, {part} : {old} s’appelle désormais {new}",
)
