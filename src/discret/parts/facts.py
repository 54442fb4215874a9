"""What a part tells and takes: names, with their words in two languages and their units.

A part declares what it tells (the facts of its change, the details of its finding) beside its
parameters, in its own file. Records carry these words, so that a report can be made from a record
alone, whatever part of whatever package made it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import isfinite
from string import Formatter
from typing import Any, Literal, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from discret.arguments.docstrings import label
from discret.words import Words, say

FactUnit = Literal["count", "number", "ratio", "share", "label", "yes", "names", "table"]
Layout = Literal[
    "",
    "blanks",
    "squares",
    "detail",
    "models",
    "plane",
    "ratios",
    "row_tables",
    "smallest_group",
    "truth",
]
Options = Mapping[str, Words]


@dataclass(frozen=True)
class Fact:
    """How something that a part tells is called, and how it is written.

    Parameters
    ----------
    words
        What it is called.
    unit
        A share is written as a percentage, a label in the words of its options; a table is not
        listed among the facts of a step: a page lays it out, or the record alone has it.
    options
        The words of each value of a label.
    by
        What the keys of a mapping are, columns for example: they are written as they are.
    holds
        Whether it names values of the data, as the internal report alone may.

    Examples
    --------
    >>> Fact.share("part of the weight", "part du poids").to_dict()
    {'en': 'part of the weight', 'fr': 'part du poids', 'unit': 'share'}
    """

    words: Words
    unit: FactUnit
    options: Options = field(default_factory=dict)
    by: str = ""
    holds: bool = False

    @classmethod
    def count(cls, en: str, fr: str, by: str = "") -> Fact:
        """How many."""
        return cls(Words(en, fr=fr), "count", by=by)

    @classmethod
    def number(cls, en: str, fr: str, by: str = "") -> Fact:
        """Any other number."""
        return cls(Words(en, fr=fr), "number", by=by)

    @classmethod
    def ratio(cls, en: str, fr: str, by: str = "") -> Fact:
        """How many times as much."""
        return cls(Words(en, fr=fr), "ratio", by=by)

    @classmethod
    def share(cls, en: str, fr: str, by: str = "") -> Fact:
        """How large a part of a whole."""
        return cls(Words(en, fr=fr), "share", by=by)

    @classmethod
    def label(cls, en: str, fr: str, options: Options | None = None, by: str = "") -> Fact:
        """One of a few options, or a sentence in both languages."""
        return cls(Words(en, fr=fr), "label", options or {}, by)

    @classmethod
    def yes(cls, en: str, fr: str) -> Fact:
        """Whether something is so."""
        return cls(Words(en, fr=fr), "yes")

    @classmethod
    def names(cls, en: str, fr: str, by: str = "") -> Fact:
        """Columns, or other names that are written as they are."""
        return cls(Words(en, fr=fr), "names", by=by)

    @classmethod
    def table(cls, en: str, fr: str, *, holds: bool = False) -> Fact:
        """Rows, or a mapping of mappings."""
        return cls(Words(en, fr=fr), "table", holds=holds)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for a record."""
        told = {"en": str(self.words), "fr": self.words.fr, "unit": self.unit}
        options = {value: words.to_dict() for value, words in self.options.items()}
        more = {"options": options, "by": self.by}
        return {**told, **{name: value for name, value in more.items() if value}}


Facts = Mapping[str, Fact]

RULES: Options = {
    "known": Words("what is known counts", fr="seul compte ce qui est connu"),
    "wildcard": Words("match anything", fr="s’accordent avec tout"),
    "category": Words("a category of their own", fr="une modalité à part"),
}
SOURCES: Options = {
    "file": Words("the file", fr="le fichier"),
    "given": Words("the plan", fr="le plan"),
    "population": Words("the population", fr="la population"),
    "weights": Words("the weights", fr="les poids"),
}


def told_by(part: type) -> dict[str, Fact]:
    """Return what a part tells: what its class declares, and the classes that it is made of.

    Examples
    --------
    >>> class Half:
    ...     tells = {"kept": Fact.count("kept", "conservés")}
    >>> class Third(Half):
    ...     tells = {"gone": Fact.count("gone", "partis")}
    >>> list(told_by(Third))
    ['kept', 'gone']
    """
    layers = [vars(kind).get("tells", {}) for kind in reversed(part.__mro__)]
    return {name: fact for layer in layers for name, fact in layer.items()}


def filled(en: str, fr: str, facts: Mapping[str, Any]) -> list[Words]:
    """Return a sentence filled with facts; none where one of them is no number.

    Examples
    --------
    >>> filled("{n} squares withheld.", "{n} carreaux retirés.", {"n": 3})
    ['3 squares withheld.']
    >>> filled("{n} squares withheld.", "{n} carreaux retirés.", {"n": None})
    []
    """
    names = {name for _, name, _, _ in Formatter().parse(en) if name}
    numbers = {name: facts[name] for name in names if _is_number(facts.get(name))}
    return [say(en, fr, **numbers)] if len(numbers) == len(names) else []


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def taken_by(part: type[BaseModel], models: Iterable[Any] = ()) -> dict[str, Fact]:
    """Return the parameters of a part, and those of its models after the name of each model."""
    own = dict(_own_parameters(part))
    for model in models:
        own[model.name] = Fact(getattr(model, "title", _same(model.name)), "table")
        own |= {f"{model.name}.{name}": fact for name, fact in taken_by(model).items()}
    return own


@cache
def _own_parameters(part: type[BaseModel]) -> Facts:
    """Return the parameters of a part as its class declares them: once, as records ask often."""
    own = {name: _taken(part, name, field) for name, field in part.model_fields.items()}
    for name, taken in part.model_fields.items():
        for kind in within(taken.annotation):
            own |= {f"{name}.{inner}": fact for inner, fact in taken_by(kind).items()}
    return own


def _taken(part: Any, name: str, field: FieldInfo) -> Fact:
    unit = _unit(part, name, field)
    as_they_are = unit == "table" and not within(field.annotation)
    return Fact(label(field.description or name), unit, by="name" if as_they_are else "")


def within(kind: Any) -> list[type[BaseModel]]:
    """Return the declarations that the values of a parameter are made of; parts are none.

    Examples
    --------
    >>> from discret.assess.k_anonymity import Combinations
    >>> [kind.__name__ for kind in within(Combinations)]
    ['Combination']
    """
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [] if hasattr(kind, "tells") else [kind]
    return [found for inner in get_args(kind) for found in within(inner)]


def _same(text: str) -> Words:
    return Words(text, fr=text)


def _unit(part: Any, name: str, field: FieldInfo) -> FactUnit:
    """Tell the unit of a parameter by its kind and bounds; a target has that of the value.

    A number between 0 and 1 is a share.
    """
    kinds = {*(get_args(field.annotation) or [field.annotation])} - {type(None)}
    if not kinds <= {int, float}:
        return "yes" if kinds == {bool} else "label" if kinds <= {str} else "table"
    if not hasattr(part, "apply") and name in (getattr(part, "target", ""), "most"):
        return "share" if part.unit == "share" else "number"
    bounds = {getattr(item, end, None) for item in field.metadata for end in ("le", "lt")}
    return "count" if kinds == {int} else "share" if 1 in bounds else "number"
