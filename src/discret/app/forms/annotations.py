"""What a declaration says of a parameter: its type without what surrounds it, marks, options."""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin


def bare(kind: Any) -> Any:
    """Return a type without what is annotated, and without None.

    Examples
    --------
    >>> bare(Annotated[int, "k"] | None)
    <class 'int'>
    """
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) in (Union, UnionType):
        inner = [own for own in get_args(kind) if own is not NoneType]
        return bare(inner[0]) if len(inner) == 1 else kind
    return kind


def marks(kind: Any) -> list[Any]:
    """Return all that a type is annotated with, however deep."""
    inner = get_args(kind)
    return [*inner, *(mark for deeper in inner[:1] for mark in marks(deeper))]


def bound(among: Sequence[Any], *ends: str) -> Any:
    """Return the first bound of a name that there is among marks."""
    found = [getattr(mark, end, None) for mark in among for end in ends]
    return next((value for value in found if value is not None), None)


def options(kind: Any) -> list[Any]:
    """Return what can be chosen, where a type says so.

    Examples
    --------
    >>> options(Literal["a", "b"] | None)
    ['a', 'b']
    """
    own = bare(kind)
    return list(get_args(own)) if get_origin(own) is Literal else []
