"""Every part by name, of this package and, by entry points (`parts.others`), of other packages."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from typing import Any, Literal, TypeVar

from discret import assess, quantify, reduce
from discret.errors import ParameterError, PlanError
from discret.parts import LossMeasure, Method, Part, RiskMeasure
from discret.parts.others import clash, others
from discret.parts.registry import registered
from discret.words import Words, say

Verb = Literal["assess", "reduce", "quantify"]
AnyPart = TypeVar("AnyPart", bound=Part)

MEASURES: Mapping[str, type[RiskMeasure]] = registered(assess)
METHODS: Mapping[str, type[Method]] = registered(reduce)
LOSSES: Mapping[str, type[LossMeasure]] = registered(quantify)


def parts(verb: Verb) -> dict[str, type[Part]]:
    """Return the parts of a verb, by name.

    Examples
    --------
    >>> sorted(parts("quantify"))[:3]
    ['cells_changed', 'classification', 'clusters']
    """
    return dict(_known(verb))


def _known(verb: Verb) -> Mapping[str, type[Part]]:
    """Return the parts of a verb, by name; those of this package are loaded once asked for."""
    own: dict[Verb, tuple[type[Part], Any]] = {
        "assess": (RiskMeasure, MEASURES),
        "reduce": (Method, METHODS),
        "quantify": (LossMeasure, LOSSES),
    }
    shape, known = own[verb]
    for name, foreign in others().items():
        if any(name in ours for ours in (MEASURES, METHODS, LOSSES)):
            raise clash(f"{foreign.__module__}:{foreign.__name__}", name)
    foreign_ones = {name: part for name, part in others().items() if issubclass(part, shape)}
    return ChainMap(foreign_ones, known)


def check_known(verb: Verb, one: Part) -> None:
    """Refuse to write down a part that no plan that is read could name.

    Examples
    --------
    >>> from discret.assess import KAnonymity
    >>> check_known("assess", KAnonymity(k=2))
    """
    if _known(verb).get(one.name) is not type(one):
        raise PlanError("plan", [_UNKNOWN.filled(verb=verb, name=one.name)], hint=_REGISTER)


def known_as(verb: Verb, name: str) -> type[Part] | None:
    """Return the part that has a name, or had it.

    Examples
    --------
    >>> known_as("reduce", "merge_cells").name
    'merge_squares'
    """
    known = _known(verb)
    found = known.get(name)
    return found or next((part for part in known.values() if part.was == name != ""), None)


def part(verb: Verb, name: str) -> type[Part]:
    """Return one part, or refuse with the nearest names.

    Examples
    --------
    >>> part("assess", "k_anonymity").title
    'k-anonymity'
    """
    found = known_as(verb, name)
    if found is None:
        from difflib import get_close_matches

        known = parts(verb)
        near = get_close_matches(name, known, 1)
        raise ParameterError(
            verb,
            [say("there is no part {name!r}", "il n’y a pas de partie {name!r}", name=name)],
            hint=say(
                "{guess}It has: {known}",
                "{guess}Il y a : {known}",
                known=", ".join(known),
                guess=say("did you mean {near!r}? ", "vouliez-vous dire {near!r} ? ", near=near[0])
                if near
                else "",
            ),
        )
    return found


_UNKNOWN = Words(
    "[[{verb}]] {name}: it is not in the catalogue, the plan could not be read back",
    fr="[[{verb}]] {name} : elle n’est pas au catalogue, le plan ne pourrait pas être relu",
)
_REGISTER = Words(
    "keep the plan in Python, or register the part: entry points of the group discret.parts",
    fr="garder le plan en Python, ou déclarer la partie : points d’entrée du groupe discret.parts",
)
