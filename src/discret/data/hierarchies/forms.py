"""How a hierarchy is written down: its builder's arguments, checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isfinite
from numbers import Integral, Real
from typing import Annotated, Any, ClassVar, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from discret.arguments.faults import discreet_faults
from discret.data.text import text_of
from discret.errors import HierarchyError, listed
from discret.words import Words, say
from discret.words.sentences import joined, plural


def _number(value: object) -> int | float:
    if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
        raise ValueError(Words("must be a finite number", fr="il faut un nombre fini"))
    return int(value) if isinstance(value, Integral) else float(value)


def many(values: object) -> object:
    """Make a list of any iterable (range, array, series...) but text and mappings.

    Examples
    --------
    >>> many(range(3)), many("abc"), many(45)
    ([0, 1, 2], 'abc', 45)
    """
    plain = isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable)
    return values if plain else list(values)  # type: ignore[call-overload]


def _keyed(mapping: object) -> object:
    if not isinstance(mapping, Mapping):
        return mapping
    texts = {text_of(key): value for key, value in mapping.items()}
    if len(texts) < len(mapping):
        twice = counted(len(mapping) - len(texts), "key")
        raise ValueError(say("{twice} listed twice", "{twice} en double", twice=twice))
    return texts


def _top(label: object) -> str | None:
    return None if label is None or label is False else text_of(label)


Text = Annotated[str, BeforeValidator(text_of)]
Texts = Annotated[tuple[Text, ...], BeforeValidator(many)]
Number = Annotated[int | float, BeforeValidator(_number)]
Numbers = Annotated[tuple[Number, ...], BeforeValidator(many)]
Link = Annotated[dict[str, Text], BeforeValidator(_keyed)]
Grouping = Annotated[dict[str, Texts], BeforeValidator(_keyed)]
Top = Annotated[
    str | None,
    BeforeValidator(_top),
    Field(
        description=Words(
            "the label of a last level where all values are one; false for no such level",
            fr="le libellé d’un dernier niveau où toutes les valeurs n’en font qu’une ; false pour"
            " s’en passer",
        )
    ),
]


class Form(BaseModel):
    """The arguments of a builder of `Hierarchy`, checked: what plans and records hold.

    TOML has no null, so "no top level" is written ``top = false``.

    Examples
    --------
    >>> class Half(Form):
    ...     builder = "half"
    ...     share: int
    >>> Half.of(share=2, top=None).to_dict()
    {'from': 'half', 'share': 2, 'top': False}
    >>> Half.of(shape=2)
    Traceback (most recent call last):
    ...
    discret.errors.HierarchyError: hierarchy from half: 2 faults
      - share: is missing
      - shape: there is no such parameter
    Hint: the arguments are 'share', 'top'.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    builder: ClassVar[str] = ""
    advice: ClassVar[str] = Words("", fr="")
    top: Top = "*"

    @classmethod
    def of(cls, **arguments: object) -> Self:
        """Check the arguments; list all their faults at once."""
        return cls(**arguments)

    def __init__(self, *given: Any, **arguments: Any) -> None:
        try:
            if not given:
                super().__init__(**arguments)
                return
            faults = [BY_NAME]
        except ValidationError as error:
            faults = discreet_faults(error)
        cls = type(self)
        known = sorted(cls.model_fields, key=lambda name: name == "top")
        hint = say("the arguments are {known}", "les arguments sont {known}", known=listed(known))
        advised = joined([hint, *([cls.advice] if cls.advice else [])], Words("; ", fr=" ; "))
        raise HierarchyError(cls.who(), faults, hint=advised)

    @classmethod
    def who(cls) -> Words:
        """Name the builder in a message."""
        return say("hierarchy from {name}", "hiérarchie d’après {name}", name=cls.builder)

    def faults(self) -> Iterator[str]:
        """Say what is wrong between arguments that are each well formed."""
        yield from ()

    @model_validator(mode="after")
    def _sound(self) -> Self:
        if faults := list(self.faults()):
            raise HierarchyError(self.who(), faults, hint=self.advice)
        return self

    def to_dict(self) -> dict[str, Any]:
        """Return the builder's name and the arguments that are not the default ones."""
        plain = self.model_dump(mode="json", exclude_defaults=True)
        top = {"top": plain.pop("top") or False} if "top" in plain else {}
        return {"from": self.builder, **plain, **top}


def counted(count: int, noun: str) -> Words:
    """Write a count with its noun.

    Examples
    --------
    >>> counted(1, "row"), counted(3, "row"), counted(3, "row").fr
    ('1 row', '3 rows', '3 lignes')
    """
    return plural(count, *_NOUNS[noun])


def in_a_line(builder: str | None, depth: int, size: int | None) -> Words:
    """Say what a hierarchy is made of, for who looks at it.

    Examples
    --------
    >>> in_a_line(None, 2, 12).to_dict()
    {'en': 'tabled, 2 levels, 12 values', 'fr': 'en table, 2 niveaux, 12 valeurs'}
    """
    nature = _TABLED if builder is None else _RULED.filled(builder=builder)
    values = [] if size is None else [counted(size, "value")]
    return joined([nature, counted(depth, "level"), *values])


_TABLED = Words("tabled", fr="en table")
_RULED = Words("ruled by {builder}", fr="par la règle {builder}")
_NOUNS = {
    noun: (Words(noun, fr=single), Words(f"{noun}s", fr=several))
    for noun, single, several in (
        ("cell", "cellule", "cellules"),
        ("cut", "borne", "bornes"),
        ("empty cell", "cellule vide", "cellules vides"),
        ("key", "clé", "clés"),
        ("label", "libellé", "libellés"),
        ("level", "niveau", "niveaux"),
        ("list", "liste", "listes"),
        ("member", "membre", "membres"),
        ("other", "autre", "autres"),
        ("row", "ligne", "lignes"),
        ("value", "valeur", "valeurs"),
    )
}
ROWS = _NOUNS["row"]


def no_builder(named: str, known: Sequence[str]) -> HierarchyError:
    """Say that a description names no kind of hierarchy: which there are, and the nearest.

    Examples
    --------
    >>> no_builder("groupes", ["cuts", "groups"]).faults
    ("'from' names no builder (did you mean 'groups'?); known are 'cuts', 'groups'",)
    """
    from difflib import get_close_matches

    close = get_close_matches(named, known, 1)
    fault = say(
        "{fault}{guess}; known are {known}",
        "{fault}{guess} ; connus : {known}",
        fault=_NAMES_NONE if named else _NO_FROM,
        guess=say(" (did you mean {near}?)", " (vouliez-vous dire {near} ?)", near=listed(close))
        if close
        else "",
        known=listed(known),
    )
    return HierarchyError(Words("hierarchy", fr="hiérarchie"), [fault], hint=_CHOOSE)


_NAMES_NONE = Words("'from' names no builder", fr="'from' ne nomme aucun constructeur")
_NO_FROM = Words("'from' is missing", fr="'from' manque")
_CHOOSE = Words("choose one of them", fr="en choisir un")


BY_NAME = Words("arguments are given by name", fr="les arguments se donnent par leur nom")
