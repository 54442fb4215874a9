"""Parameters that name columns: marked where they are declared, so that forms can offer columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, get_args

from pydantic.fields import FieldInfo


@dataclass(frozen=True)
class Naming:
    """The mark of a parameter whose value is the name of a column, or several."""


NAMES = Naming()
Column = Annotated[str, NAMES]
MaybeColumn = Annotated[str | None, NAMES]


def names_columns(field: FieldInfo) -> bool:
    """Whether a parameter names columns of the data.

    Examples
    --------
    >>> from discret.reduce import Recode
    >>> [names_columns(Recode.model_fields[name]) for name in ("column", "level")]
    [True, False]
    """
    return any(isinstance(mark, Naming) for mark in (*field.metadata, *_marks(field.annotation)))


def _marks(kind: Any) -> list[Any]:
    """Return all that stands in an annotation, however deep."""
    inner = get_args(kind)
    return [*inner, *(mark for deeper in inner for mark in _marks(deeper))]
