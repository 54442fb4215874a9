"""Errors of the library as plain data for pages: in the words of forms, fault by fault."""

from __future__ import annotations

from typing import Any

from discret.app.forms.speaking import in_forms, of_whom, place_in_forms
from discret.errors import DiscretError, FaultsError, ParameterError, PlanError
from discret.words import LANGUAGES, Words


def refusal(error: DiscretError, *known: type[Any]) -> dict[str, Any]:
    """Tell an error of discret as plain data: in both languages, fault by fault where it has some.

    Parts whose forms are spoken of may be given; otherwise it is the one that the error names.

    Examples
    --------
    >>> refusal(DiscretError(Words("plan: no step", fr="plan : aucune étape")))["message"]["fr"]
    'plan\u202f: aucune étape.'
    """
    who = str(error.message).partition(":")[0]
    own = known or of_whom(who)
    said = DiscretError(_headed(error.message, who, own), hint=in_forms(error.hint, *own))
    told: dict[str, Any] = {"message": _both(said)}
    if isinstance(error, FaultsError):
        plain = isinstance(error, PlanError) and not own  # of a plan file, in the words of plans
        told["faults"] = [
            {**_words(fault), "place": ""} if plain else fault_told(fault, *own)
            for fault in error.faults
        ]
        if error.hint and not isinstance(error, ParameterError):  # of which the form says more
            told["hint"] = in_forms(error.hint, *own).to_dict()
    return {"kind": "refused", **told}


def fault_told(fault: str, *known: type[Any]) -> dict[str, Any]:
    """Tell a fault, with the field that it is about, whose label it begins with.

    Examples
    --------
    >>> from discret.assess import KAnonymity
    >>> fault = Words("k: must be at least 2", fr="k : il faut au moins 2")
    >>> told = fault_told(fault, KAnonymity)
    >>> told["place"], told["rule"]["fr"]
    ('k', 'il faut au moins 2')
    """
    words = fault if isinstance(fault, Words) else Words(fault, fr=fault)
    place, _, rule = str(words).partition(":")
    french = words.fr.partition(":")[2]
    if not rule or " " in place.strip():
        said = in_forms(words, *known)
        return {"en": str(said), "fr": said.fr, "place": ""}
    named = place_in_forms(place.split(".")[0], *known)
    said = in_forms(Words(rule.strip(), fr=french.strip()), *known)
    whole = {"en": f"{named}: {said}", "fr": f"{named.fr}\u202f: {said.fr}"}
    return {**whole, "place": place.split(".")[0], "rule": said.to_dict()}


def _headed(message: str, who: str, known: tuple[type[Any], ...]) -> Words:
    """Return a message that begins with the title of the part that it is about."""
    words = message if isinstance(message, Words) else Words(message, fr=message)
    named = of_whom(who)
    if not named:
        return in_forms(words, *known)
    said = in_forms(
        Words(str(words).partition(":")[2].strip(), fr=words.fr.partition(":")[2].strip()), *known
    )
    return Words(f"{named[0].title}: {said}", fr=f"{named[0].title.fr} : {said.fr}")


def _words(text: str) -> dict[str, str]:
    french = text.fr if isinstance(text, Words) else text
    return {"en": str(text), "fr": french}


def _both(error: DiscretError) -> dict[str, str]:
    return {language: error.within(language) for language in LANGUAGES}
