"""How a hierarchy is written down: its builder's arguments, checked; values as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, time
from decimal import Decimal
from math import isfinite
from numbers import Integral, Real
from typing import Annotated, Any, ClassVar, Self

import polars as pl
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from discret.arguments.faults import discreet_faults
from discret.errors import HierarchyError, listed
from discret.words import Words, say
from discret.words.sentences import joined, plural


def as_text(values: pl.Series) -> pl.Series:
    """Write values in the text form by which hierarchies know them: two values, two texts.

    Whole numbers have no decimals whatever their type, dates are ISO (midnight is left out),
    booleans are "true" and "false", text stays as it is, blanks too; NaN is a missing value.

    Examples
    --------
    >>> as_text(pl.Series([39.0, 0.5, None])).to_list()
    ['39', '0.5', None]
    >>> as_text(pl.Series([True, False])).to_list()
    ['true', 'false']
    >>> as_text(pl.Series([" Male", "Female"])).to_list()
    [' Male', 'Female']
    """
    kind = values.dtype
    if kind.is_decimal():
        return values.cast(pl.String).str.replace(r"(\.\d*?)0+$", "$1").str.strip_suffix(".")
    if kind.is_float():
        return _number_text(values)
    if kind == pl.Datetime:  # an hour that comes twice when clocks go back differs by its offset
        offset = "%:z" if getattr(kind, "time_zone", None) else ""
        iso = values.dt.to_string(f"%Y-%m-%dT%H:%M:%S%.f{offset}")
        return iso.str.strip_suffix("T00:00:00")
    if kind == pl.Time:
        return values.dt.to_string("%H:%M:%S%.f")
    if is_text(kind):
        return values.cast(pl.String)
    if kind.is_integer() or kind in _WRITTEN:
        return values.cast(pl.String)
    fault = say(
        "a column of type {base_type} has no levels",
        "une colonne de type {base_type} n’a pas de niveaux",
        base_type=kind.base_type(),
    )
    raise HierarchyError(
        who(values),
        [fault],
        hint=Words(
            "use text, numbers, booleans or dates",
            fr="prendre du texte, des nombres, des booléens ou des dates",
        ),
    )


_WRITTEN = (pl.Boolean, pl.Date, pl.Null)


def _number_text(values: pl.Series) -> pl.Series:
    number = values.cast(pl.Float64).fill_nan(None)
    whole = (number == number.round()) & (number.abs() < 2.0**63)
    integers = number.cast(pl.Int64, strict=False).cast(pl.String)
    written = values.cast(pl.String).zip_with(
        number.is_not_null(), pl.Series([None], dtype=pl.String)
    )
    return integers.zip_with(whole, written)


def distinct(values: pl.Series) -> pl.Series:
    """Return each value once, in the order met, without the missing ones (null, NaN).

    Examples
    --------
    >>> distinct(pl.Series([2.0, None, 1.0, float("nan"), 2.0])).to_list()
    [2.0, 1.0]
    """
    as_text(values.clear())  # refuses the types that have no levels
    known = values.fill_nan(None) if values.dtype.is_float() else values
    return known.drop_nulls().unique(maintain_order=True)


def is_text(kind: pl.DataType) -> bool:
    """Whether a column of this type holds text.

    Examples
    --------
    >>> is_text(pl.String()), is_text(pl.Enum(["a"])), is_text(pl.Int8())
    (True, True, False)
    """
    return kind in (pl.String, pl.Categorical, pl.Enum)


def who(values: pl.Series) -> Words:
    """Name the hierarchy in a message: by its column where the column has a name.

    Examples
    --------
    >>> who(pl.Series("age", [39])), who(pl.Series([39]))
    ("hierarchy of 'age'", 'hierarchy')
    """
    if not values.name:
        return Words("hierarchy", fr="hiérarchie")
    return say("hierarchy of {name!r}", "hiérarchie de {name!r}", name=values.name)


def text_of(value: object) -> str:
    """Write one value in the form of `as_text`; refuse what is missing or blank.

    Examples
    --------
    >>> text_of(42300), text_of(39.0), text_of(True), text_of("Ain ")
    ('42300', '39', 'true', 'Ain ')
    """
    if value is None:
        raise ValueError(Words("must not be missing", fr="ne doit pas manquer"))
    if isinstance(value, bool | Integral):
        text = str(value).lower()
    elif isinstance(value, Real | Decimal | date | time):
        text = as_text(pl.Series([value])).item() or ""
    elif isinstance(value, str):
        text = value
    else:
        fault = say(
            "must be text, a number or a date, not {kind}",
            "il faut un texte, un nombre ou une date, et non {kind}",
            kind=type(value).__name__,
        )
        raise ValueError(fault)  # noqa: TRY004 (pydantic gathers ValueErrors)
    if not text.strip():
        raise ValueError(Words("must not be blank", fr="ne doit pas être vide"))
    return text


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
    nature = _TABLED if builder is None else say(*_RULED, builder=builder)
    values = [] if size is None else [counted(size, "value")]
    return joined([nature, counted(depth, "level"), *values])


_TABLED = Words("tabled", fr="en table")
_RULED = ("ruled by {builder}", "par la règle {builder}")
_NOUNS = {
    noun: (Words(noun, fr=one), Words(f"{noun}s", fr=more))
    for noun, one, more in (
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


def comparable(one: pl.Series, other: pl.Series) -> tuple[pl.Series, pl.Series]:
    """Return two columns in a type in which equal values are equal.

    Examples
    --------
    >>> [values.to_list() for values in comparable(pl.Series([1]), pl.Series(["1"]))]
    [['1'], ['1']]
    """
    if is_text(one.dtype) and is_text(other.dtype):
        return one.cast(pl.String), other.cast(pl.String)
    return (one, other) if one.dtype == other.dtype else (as_text(one), as_text(other))


BY_NAME = Words("arguments are given by name", fr="les arguments se donnent par leur nom")
