"""Records of the first schema, which had no words: those of the parts that this discret knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discret.catalogue import Verb, known_as
from discret.document.reading import mapping, sequence
from discret.document.records import words_of
from discret.parts import Part

FIRST = "discret.record/1"


def with_words(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a record with the words that one of the first schema lacks; any other as it is.

    What a part told then and no longer tells is shown under its own name, as is all that a part
    tells that is not installed.

    Examples
    --------
    >>> older = {"schema": FIRST, "measures": [{"name": "k_anonymity"}, {"name": "gone"}]}
    >>> [measure.get("shows") for measure in with_words(older)["measures"]]
    ['smallest_group', None]
    """
    if record.get("schema") != FIRST:
        return record
    return {
        **record,
        "measures": [_part("assess", measure) for measure in sequence(record.get("measures"))],
        "losses": [_part("quantify", loss) for loss in sequence(record.get("losses"))],
        "steps": [_step(mapping(step)) for step in sequence(record.get("steps"))],
    }


def _part(verb: Verb, told: Any) -> dict[str, Any]:
    part, models = mapping(told), sequence(mapping(mapping(told).get("parameters")).get("models"))
    known = _known(verb, part)
    if known is None:
        return dict(part)
    asked = [_known("assess", {"name": mapping(model).get("measure")}) for model in models]
    named = [model for model in asked if model is not None]
    words = words_of(known, named)
    return {**words, "takes": {**words["takes"], **_former(words["takes"], known, named)}, **part}


def _former(takes: Mapping[str, Any], part: type[Part], models: Sequence[type[Part]]) -> Any:
    """Return the words of parameters under the names that they had then."""
    heads = [("", part), *((f"{model.name}.", model) for model in models)]
    pairs = [
        (head + old, head + new) for head, owner in heads for old, new in owner.formerly.items()
    ]
    return {old: takes[new] for old, new in pairs if new in takes}


def _step(step: Mapping[str, Any]) -> dict[str, Any]:
    method, facts = mapping(step.get("method")), mapping(step.get("facts"))
    known: Any = _known("reduce", method)
    said = [] if known is None else [words.to_dict() for words in known.said(facts)]
    return {"said": said, **step, "method": _part("reduce", method)}


def _known(verb: Verb, part: Mapping[str, Any]) -> type[Part] | None:
    return known_as(verb, str(part.get("name")))
