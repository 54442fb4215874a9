"""Roles and types of columns, and months, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

ROLES: Mapping[str, Words] = {
    "identifier": Words("identifier", fr="identifiant"),
    "key": Words("key", fr="clé"),
    "number": Words("number", fr="nombre"),
    "sensitive": Words("sensitive", fr="sensible"),
    "weight": Words("weight", fr="poids"),
    "household": Words("household", fr="ménage"),
    "individual": Words("individual", fr="individu"),
    "area": Words("area", fr="lieu"),
    "row": Words("row", fr="numéro"),
    "ignored": Words("no role", fr="sans rôle"),
}

_WHOLE, _NUMBER, _TEXT = (
    Words("whole number", fr="nombre entier"),
    Words("number", fr="nombre"),
    Words("text", fr="texte"),
)
TYPES: Mapping[str, Words] = {
    **{f"{sign}{bits}": _WHOLE for sign in ("Int", "UInt") for bits in (8, 16, 32, 64, 128)},
    **dict.fromkeys(("Float32", "Float64", "Decimal"), _NUMBER),
    **dict.fromkeys(("String", "Categorical", "Enum"), _TEXT),
    "Boolean": Words("yes or no", fr="oui ou non"),
    "Date": Words("date", fr="date"),
    "Datetime": Words("date and time", fr="date et heure"),
    "Time": Words("time", fr="heure"),
    "Duration": Words("duration", fr="durée"),
}

MONTHS: tuple[Words, ...] = (
    Words("January", fr="janvier"),
    Words("February", fr="février"),
    Words("March", fr="mars"),
    Words("April", fr="avril"),
    Words("May", fr="mai"),
    Words("June", fr="juin"),
    Words("July", fr="juillet"),
    Words("August", fr="août"),
    Words("September", fr="septembre"),
    Words("October", fr="octobre"),
    Words("November", fr="novembre"),
    Words("December", fr="décembre"),
)
