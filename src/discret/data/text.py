"""Values as text: the one form by which hierarchies, joins and messages know them."""

from __future__ import annotations

from datetime import date, time
from decimal import Decimal
from numbers import Integral, Real

import polars as pl

from discret.errors import HierarchyError
from discret.words import Words, say

MIDNIGHT = "T00:00:00"  # is left out
WHOLE = 2.0**63  # below which floats may be written as whole numbers


def moment_form(*, zoned: bool) -> str:
    """Return how moments are written; an hour that comes twice in a night differs by its offset."""
    return "%Y-%m-%dT%H:%M:%S%.f" + ("%:z" if zoned else "")


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
    if kind == pl.Datetime:
        iso = values.dt.to_string(moment_form(zoned=bool(getattr(kind, "time_zone", None))))
        return iso.str.strip_suffix(MIDNIGHT)
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
    whole = (number == number.round()) & (number.abs() < WHOLE)
    integers = number.cast(pl.Int64, strict=False).cast(pl.String)
    written = values.cast(pl.String).zip_with(
        number.is_not_null(), pl.Series([None], dtype=pl.String)
    )
    return integers.zip_with(whole, written)


def from_text(texts: pl.Series, kind: pl.DataType) -> pl.Series:
    """Read what `as_text` wrote as values of a type, missing where a text is none of it.

    Examples
    --------
    >>> from_text(pl.Series(["2025-03-01", "spring"]), pl.Date()).to_list()
    [datetime.date(2025, 3, 1), None]
    >>> from_text(pl.Series(["true", "7"]), pl.Boolean()).to_list()
    [True, None]
    """
    if is_text(kind):
        return texts
    if kind == pl.Boolean:
        known = {"true": True, "false": False}
        return texts.replace_strict(known, default=None, return_dtype=pl.Boolean)
    if isinstance(kind, pl.Datetime):
        whole = texts + pl.Series([MIDNIGHT])
        day = pl.Series(texts.str.contains("T").fill_null(True))
        form = moment_form(zoned=bool(kind.time_zone))
        moments = texts.zip_with(day, whole).str.to_datetime(
            form, strict=False, time_unit=kind.time_unit
        )
        return moments.cast(kind)
    if kind == pl.Time:
        return texts.str.to_time("%H:%M:%S%.f", strict=False)
    if kind == pl.Date:
        return texts.str.to_date("%Y-%m-%d", strict=False)
    return texts.cast(kind, strict=False)


def distinct(values: pl.Series) -> pl.Series:
    """Return each value once, in the order met, without the missing ones (null, NaN).

    Examples
    --------
    >>> distinct(pl.Series([2.0, None, 1.0, float("nan"), 2.0])).to_list()
    [2.0, 1.0]
    """
    if values.dtype != pl.String:
        as_text(values.clear())  # refuses the types that have no levels
    known = values.fill_nan(None) if values.dtype.is_float() else values
    known = known.drop_nulls() if known.null_count() else known
    return known if known.n_unique() == len(known) else known.unique(maintain_order=True)


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
