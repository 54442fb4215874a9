"""Which kind of value a parameter takes, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discret.words import Language, Words


def kind(field: Mapping[str, Any], language: Language) -> str:
    """Say what a field of a JSON schema takes.

    Examples
    --------
    >>> kind({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "fr")
    'nombre entier'
    >>> kind({"enum": ["drop", "renumber"]}, "en")
    'drop | renumber'
    """
    if "enum" in field:
        return " | ".join(map(str, field["enum"]))
    if "anyOf" in field:
        kinds = [item for item in field["anyOf"] if item.get("type") != "null"]
        return " | ".join(dict.fromkeys(kind(entry, language) for entry in kinds))
    if "const" in field:
        return str(field["const"])
    pairs = "prefixItems" in field.get("items", {})  # a mapping, held as pairs
    return _KINDS["object" if pairs else str(field.get("type", "object"))].within(language)


def choices(field: Mapping[str, Any]) -> list[str]:
    """Return the values that a field may have, where they are few and known.

    Examples
    --------
    >>> choices({"anyOf": [{"enum": [".", ","]}, {"type": "null"}]})
    ['.', ',']
    """
    options = field.get("anyOf", [field])
    return [str(item) for some in options for item in some.get("enum", ())]


_KINDS = {
    "array": Words("list", fr="liste"),
    "boolean": Words("true or false", fr="true ou false"),
    "integer": Words("whole number", fr="nombre entier"),
    "number": Words("number", fr="nombre"),
    "object": Words("table", fr="table"),
    "string": Words("text", fr="texte"),
}
