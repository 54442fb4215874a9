"""Nouns that are made of parameters: each is declared once, with its words in two languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Any, ClassVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError

from discret.arguments.docstrings import explain
from discret.arguments.faults import faults
from discret.arguments.fitting import by_name
from discret.errors import ParameterError
from discret.words import Words, say


class Declared(BaseModel):
    """What holds nothing but its parameters: given by name, checked, never changed.

    A parameter is explained where it is declared, and the docstring gets it from there.

    Examples
    --------
    >>> from pydantic import Field
    >>> from discret.arguments.docstrings import sections
    >>> class Box(Declared):
    ...     '''Hold some.'''
    ...     name = "box"
    ...     most: int = Field(default=1, description=Words("how many", fr="combien"))
    >>> sections(Box.__doc__)["Parameters"].splitlines()
    ['most', '    How many.']
    >>> Box(least=2)
    Traceback (most recent call last):
    ...
    discret.errors.ParameterError: box: 1 fault
      - least: there is no such parameter
    Hint: known are most.
    >>> Box(most=True)
    Traceback (most recent call last):
    ...
    discret.errors.ParameterError: box: 1 fault
      - most: must be a number, got true
    Hint: known are most.
    """

    # of the many that are declared a run makes few: each is made ready when it is first made
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)
    name: ClassVar[str]

    @classmethod
    def __pydantic_init_subclass__(cls, **rest: Any) -> None:
        """Say in the docstring what the fields declare, which are known now."""
        super().__pydantic_init_subclass__(**rest)
        explain(cls)

    def __init__(self, *given: Any, **values: Any) -> None:
        noun = type(self)
        by_name(noun.name, noun.__name__, given, noun.model_fields)
        odd = _truths(noun, values)
        found = [*odd.values()]
        try:
            super().__init__(**values)
        except ValidationError as error:
            found += [fault for fault in faults(error) if fault.partition(":")[0] not in odd]
        if found:
            raise ParameterError(noun.name, found, hint=self._there_are()) from None

    @classmethod
    def _there_are(cls) -> Words:
        """Name the parameters, to whoever gave what is none or what they do not take."""
        names = ", ".join(cls.model_fields)
        return say("known are {names}", "il y a {names}", names=names)

    def parameters(self) -> dict[str, Any]:
        """Return the parameters as plain data, those left at their default left out."""
        return self.model_dump(mode="json", exclude_defaults=True)


def _truths(noun: type[BaseModel], values: Mapping[str, Any]) -> dict[str, str]:
    """Return what to say of numbers that came as true or false, which Python counts as 1 and 0."""
    known = noun.model_fields
    return {
        name: _NUMBER.filled(name=name, given=str(given).lower())
        for name, given in values.items()
        if isinstance(given, bool) and name in known and _counts(known[name].annotation)
    }


def _counts(kind: Any) -> bool:
    """Whether a type takes numbers, and neither truths nor anything else."""
    kinds = get_args(kind) if isinstance(kind, UnionType) or get_origin(kind) is Union else (kind,)
    numbers = {own for own in kinds if own in (int, float)}
    return bool(numbers) and {*kinds} <= {*numbers, type(None)}


_NUMBER = Words(
    "{name}: must be a number, got {given}", fr="{name} : il faut un nombre, reçu {given}"
)
