"""Mappings as parameters: held as pairs, so that a part stays frozen; written as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, SerializerFunctionWrapHandler, WrapSerializer

from discret.words import Words

Value = TypeVar("Value")


def _as_pairs(given: Any) -> Any:
    """Turn a mapping into pairs, which cannot be changed; say nothing of what it holds."""
    pairs = tuple(given.items()) if isinstance(given, Mapping) else given
    if not isinstance(pairs, list | tuple) or not all(_is_pair(pair) for pair in pairs):
        raise ValueError(
            Words(
                "a table of names and values is needed",
                fr="il faut une table de noms et de valeurs",
            )
        )
    names = [str(name) for name, _ in pairs]
    if len(set(names)) < len(names):
        raise ValueError(Words("a name is given twice", fr="un nom est donné deux fois"))
    return pairs


def _is_pair(one: Any) -> bool:
    return isinstance(one, list | tuple) and len(one) == 2  # noqa: PLR2004 (a pair is two)


def _as_table(pairs: Any, written: SerializerFunctionWrapHandler) -> Any:
    return dict(written(pairs))


Pairs = Annotated[
    tuple[tuple[str, Value], ...], BeforeValidator(_as_pairs), WrapSerializer(_as_table)
]
