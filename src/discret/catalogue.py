"""Every part by name, of this package and, by entry points (`parts.others`), of other packages."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

from discret import assess, quantify, reduce
from discret.errors import ParameterError, PlanError
from discret.parts import LossMeasure, Method, Part, RiskMeasure
from discret.parts.others import clash, others
from discret.parts.registry import registered
from discret.words import Words, say

Verb = Literal["assess", "reduce", "quantify"]
AnyPart = TypeVar("AnyPart", bound=Part)

MEASURES: dict[str, type[RiskMeasure]] = registered(assess)
METHODS: dict[str, type[Method]] = registered(reduce)
LOSSES: dict[str, type[LossMeasure]] = registered(quantify)


def parts(verb: Verb) -> dict[str, type[Part]]:
    """Return the parts of a verb, by name.

    Examples
    --------
    >>> sorted(parts("quantify"))[:3]
    ['cells_changed', 'classification', 'clusters']
    """
    own: dict[Verb, tuple[type[Part], dict[str, Any]]] = {
        "assess": (RiskMeasure, MEASURES),
        "reduce": (Method, METHODS),
        "quantify": (LossMeasure, LOSSES),
    }
    shape, known = own[verb]
    ours = {*MEASURES, *METHODS, *LOSSES}
    for name, foreign in others().items():
        if name in ours:
            raise clash(f"{foreign.__module__}:{foreign.__name__}", name)
    return {
        **known,
        **{name: other for name, other in others().items() if issubclass(other, shape)},
    }


def check_known(verb: Verb, one: Part) -> None:
    """Refuse to write down a part that no plan that is read could name.

    Examples
    --------
    >>> from discret.assess import KAnonymity
    >>> check_known("assess", KAnonymity(k=2))
    """
    if parts(verb).get(one.name) is not type(one):
        raise PlanError("plan", [_UNKNOWN.filled(verb=verb, name=one.name)], hint=_REGISTER)


def known_as(verb: Verb, name: str) -> type[Part] | None:
    """Return the part that has a name, or had it.

    Examples
    --------
    >>> known_as("reduce", "merge_cells").name
    'merge_squares'
    """
    known = parts(verb)
    was = {part.was: part for part in known.values() if part.was}
    return known.get(name) or was.get(name)


def part(verb: Verb, name: str) -> type[Part]:
    """Return one part, or refuse with the nearest names.

    Examples
    --------
    >>> part("assess", "k_anonymity").title
    'k-anonymity'
    """
    known = parts(verb)
    found = known_as(verb, name)
    if found is None:
        from difflib import get_close_matches

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
