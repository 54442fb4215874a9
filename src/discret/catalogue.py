"""Every part by name: read by plans, the command line, reports, docs and tests."""

from __future__ import annotations

from typing import Literal, TypeVar

from discret import assess, quantify, reduce
from discret.errors import ParameterError
from discret.parts import LossMeasure, Method, Part, RiskMeasure
from discret.words import say

Verb = Literal["assess", "reduce", "quantify"]
AnyPart = TypeVar("AnyPart", bound=Part)

MEASURES: dict[str, type[RiskMeasure]] = {
    part.name: part for part in (getattr(assess, name) for name in assess.__all__)
}
METHODS: dict[str, type[Method]] = {
    part.name: part for part in (getattr(reduce, name) for name in reduce.__all__)
}
LOSSES: dict[str, type[LossMeasure]] = {
    part.name: part for part in (getattr(quantify, name) for name in quantify.__all__)
}


def parts(verb: Verb) -> dict[str, type[Part]]:
    """Return the parts of a verb, by name.

    Examples
    --------
    >>> sorted(parts("quantify"))[:3]
    ['cell_loss', 'cells_changed', 'clusters']
    """
    found: dict[Verb, dict[str, type[Part]]] = {
        "assess": {**MEASURES},
        "reduce": {**METHODS},
        "quantify": {**LOSSES},
    }
    return found[verb]


def part(verb: Verb, name: str) -> type[Part]:
    """Return one part, or refuse with the nearest names.

    Examples
    --------
    >>> part("assess", "k_anonymity").title
    'k-anonymity'
    """
    known = parts(verb)
    if name not in known:
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
    return known[name]
