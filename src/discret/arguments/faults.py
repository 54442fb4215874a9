"""The faults that pydantic finds, written as the house writes faults: the one place for it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from discret.arguments.rules import EMPTY, rule
from discret.words import Words, say


class _Broken(NamedTuple):
    """A rule that was broken, and the field; the numbers of the items that broke it are apart."""

    field: str
    rule: Words
    came: str = ""


def faults(error: ValidationError) -> list[Words]:
    """Write what pydantic refused: place, rule, and for numbers what came.

    What is empty because all of it was refused is no fault of its own.

    Examples
    --------
    >>> from pydantic import BaseModel, Field
    >>> class K(BaseModel):
    ...     k: int = Field(ge=2)
    >>> try:
    ...     K(k=1)
    ... except ValidationError as error:
    ...     faults(error)
    ['k: must be greater than or equal to 2, got 1']
    """
    found = dict.fromkeys(_broken(entry) for entry in error.errors(include_url=False))
    hurt = {broken.field.split(".")[0] for broken in found if broken.rule != EMPTY}
    return [
        _written(broken) for broken in found if broken.rule != EMPTY or broken.field not in hurt
    ]


def discreet_faults(error: ValidationError) -> list[Words]:
    """Write what pydantic refused where it may be values of the data: fields and numbers alone.

    Examples
    --------
    >>> from pydantic import BaseModel
    >>> class Cuts(BaseModel):
    ...     cuts: list[int]
    >>> try:
    ...     Cuts(cuts=[1, "secret", "secret"])
    ... except ValidationError as error:
    ...     discreet_faults(error)
    ['cuts: must be a valid integer, unable to parse string as an integer (numbers 2, 3)']
    """
    places: dict[_Broken, list[int]] = {}
    for entry in error.errors(include_url=False, include_input=False):
        where = places.setdefault(_Broken(str(entry["loc"][0]), rule(entry)), [])
        where += [step + 1 for step in entry["loc"][1:2] if isinstance(step, int)]
    hurt = {place.field for place in places if place.rule != EMPTY}
    return [
        _written(broken, numbers_at(NUMBERS, sorted(set(where))))
        for broken, where in places.items()
        if broken.rule != EMPTY or broken.field not in hurt
    ]


def numbers_at(nouns: tuple[Words, Words], numbers: Sequence[int], most: int = 8) -> Words:
    """Say where: the numbers of rows or of items, if any, cut after `most` of them.

    Examples
    --------
    >>> numbers_at(NUMBERS, [3, 7, 9], most=2)
    ' (numbers 3, 7 and 1 more)'
    """
    if not numbers:
        return Words("", fr="")
    shown = ", ".join(str(number) for number in numbers[:most])
    rest = say(" and {n} more", " et {n} de plus", n=len(numbers) - most)
    return say(
        " ({noun} {shown}{rest})", " ({noun} {shown}{rest})",
        noun=nouns[len(numbers) > 1], shown=shown, rest=rest if len(numbers) > most else "",
    )  # fmt: skip


def _broken(entry: Mapping[str, Any]) -> _Broken:
    place = ".".join(str(step) for step in entry["loc"] if not _KIND.match(str(step)))
    came = entry.get("input")
    plain = len(entry["loc"]) == 1 and isinstance(came, int | float)  # deeper may be data
    got = plain and entry["type"] not in ("missing", "extra_forbidden")
    return _Broken(place, rule(entry), repr(came) if got else "")


def _written(broken: _Broken, where: str = "") -> Words:
    place, got = broken.field, broken.came
    return say(
        ("{place}: " if place else "") + "{rule}" + (", got {came}" if got else "") + "{where}",
        ("{place} : " if place else "") + "{rule}" + (", et non {came}" if got else "") + "{where}",
        place=place, rule=broken.rule, came=got, where=where,
    )  # fmt: skip


_KIND = re.compile(r"(int|float|str|bool)$|.*[-\[]")  # what pydantic adds: which of several types
NUMBERS = Words("number", fr="numéro"), Words("numbers", fr="numéros")
