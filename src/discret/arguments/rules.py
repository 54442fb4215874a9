"""What pydantic refuses, said as the house says it, in English and in French."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discret.words import Words, say


def rule(entry: Mapping[str, Any]) -> Words:
    """Write the rule that one of pydantic's errors broke, without its place and what came.

    Examples
    --------
    >>> from pydantic import BaseModel, Field, ValidationError
    >>> class K(BaseModel):
    ...     k: int = Field(ge=2)
    >>> try:
    ...     K(k=1)
    ... except ValidationError as error:
    ...     rule(error.errors()[0]).to_dict()
    {'en': 'must be greater than or equal to 2', 'fr': 'il faut au moins 2'}
    """
    context = entry.get("ctx") or {}
    own = getattr(context.get("error"), "args", ())[:1]
    if own and isinstance(own[0], Words):
        return own[0]
    if entry["type"] == "too_short" and context.get("min_length") == 1:
        return EMPTY
    kind, told = str(entry["type"]), str(entry["msg"]).removeprefix("Value error, ")
    english = ENGLISH.get(kind) or told.replace("Input should", "must", 1)
    values = {name: _spoken(value) for name, value in context.items()}
    french = say("", RULES.get(kind, UNKNOWN), **values).fr
    return Words(english[:1].lower() + english[1:], fr=french)


def _spoken(value: Any) -> Any:
    """Turn pydantic's list of choices (``'a', 'b' or 'c'``) into words of both languages."""
    return Words(value, fr=value.replace(" or ", " ou ")) if isinstance(value, str) else value


EMPTY = Words("must not be empty", fr="ne doit pas être vide")
ENGLISH = {  # where pydantic has words of its own kitchen
    "dict_type": "must be a table of names and values",
    "extra_forbidden": "there is no such parameter",
    "list_type": "must be a list",
    "mapping_type": "must be a table of names and values",
    "missing": "is missing",
    "model_attributes_type": "must be a table of parameters",
    "model_type": "must be a table of parameters",
    "set_type": "must be a list",
    "tuple_type": "must be a list",
}
UNKNOWN = "cette valeur n’est pas acceptée"
RULES = {
    "bool_parsing": "il faut true ou false",
    "bool_type": "il faut true ou false",
    "date_from_datetime_parsing": "il faut une date",
    "date_type": "il faut une date",
    "dict_type": "il faut une table de noms et de valeurs",
    "enum": "il faut {expected}",
    "extra_forbidden": "ce paramètre n’existe pas",
    "finite_number": "il faut un nombre fini",
    "float_parsing": "il faut un nombre",
    "float_type": "il faut un nombre",
    "frozen_field": "ce paramètre ne se change pas",
    "frozen_instance": "rien ne se change après coup",
    "greater_than": "il faut plus de {gt}",
    "greater_than_equal": "il faut au moins {ge}",
    "int_from_float": "il faut un nombre entier",
    "int_parsing": "il faut un nombre entier",
    "int_parsing_size": "ce nombre est trop grand",
    "int_type": "il faut un nombre entier",
    "is_instance_of": "il faut un objet de la classe {class}",
    "less_than": "il faut moins de {lt}",
    "less_than_equal": "il faut au plus {le}",
    "list_type": "il faut une liste",
    "literal_error": "il faut {expected}",
    "mapping_type": "il faut une table de noms et de valeurs",
    "missing": "il est nécessaire",
    "model_attributes_type": "il faut une table de paramètres",
    "model_type": "il faut une table de paramètres",
    "multiple_of": "il faut un multiple de {multiple_of}",
    "none_required": "il ne faut rien",
    "path_type": "il faut un chemin",
    "set_type": "il faut une liste",
    "string_pattern_mismatch": "ce texte n’a pas la forme voulue",
    "string_sub_type": "il faut un texte",
    "string_too_long": "il faut un texte d’au plus {max_length} caractères",
    "string_too_short": "il faut un texte d’au moins {min_length} caractères",
    "string_type": "il faut un texte",
    "string_unicode": "il faut un texte",
    "too_long": "il en faut au plus {max_length}",
    "too_short": "il en faut au moins {min_length}",
    "tuple_type": "il faut une liste",
}
