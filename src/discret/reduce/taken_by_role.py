"""The columns that methods for numbers take where a plan names none: those of role number."""

from __future__ import annotations

from typing import Any, TypeVar

from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.parts import Method
from discret.parts.depending import Depending

Perturbing = TypeVar("Perturbing", bound=Method)

# what a method needs and touches, where it may be told to take columns by their role
NUMBERS: Any = Depending((), lambda part: () if part.columns else (Role.NUMBER,))


def with_numbers(method: Perturbing, data: Dataset) -> Perturbing:
    """Return a method that names its columns: all those with the role number.

    Examples
    --------
    >>> import polars as pl
    >>> from discret.reduce import Noise
    >>> data = Dataset.of(pl.DataFrame({"pay": [3.0, 4.0], "age": [30, 41]}), number="pay")
    >>> with_numbers(Noise(alpha=0.2), data).columns
    ('pay',)
    """
    return method.model_copy(update={"columns": data.need(method.name, Role.NUMBER)})
