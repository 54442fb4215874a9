"""For whom a release is, and the targets that are proposed for it, each with its source.

Proposals, not rules: whoever knows the file changes them on the page Risk. What is very sensitive
is proposed as for the next wider circle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from discret.words import Words


class Proposal(NamedTuple):
    """Targets for a circle of recipients: people who share their keys, and sensitive values.

    With the rules of Statistics Netherlands for such a file, if there are some.
    """

    audience: Words
    k: int
    l: int  # noqa: E741 (its name in the literature)
    source: Words
    rules: str = ""


_HOSPITAL = Words(
    "10-anonymous and 3-diverse, as the French project on hospital stays asked for (Bergeat 2014,"
    " Un panorama de la protection des fichiers de données individuelles)",
    fr="10-anonyme et 3-diversifié, comme le demandait le projet français sur les séjours"
    " hospitaliers (Bergeat 2014, Un panorama de la protection des fichiers de données"
    " individuelles)",
)
_USUAL = Words(
    "usual values of k go from 3 to 15 (El Emam and Dankar 2008, Protecting privacy using"
    " k-anonymity); two sensitive values are the least that l-diversity can ask for"
    " (Machanavajjhala et al. 2007)",
    fr="les valeurs usuelles de k vont de 3 à 15 (El Emam et Dankar 2008, Protecting privacy using"
    " k-anonymity) ; deux valeurs sensibles sont le minimum de la l-diversité (Machanavajjhala et"
    " al. 2007)",
)
_LOW = Words(
    "the lower end of the usual values of k, 3 to 15 (El Emam and Dankar 2008)",
    fr="le bas des valeurs usuelles de k, 3 à 15 (El Emam et Dankar 2008)",
)
PROPOSALS: Mapping[str, Proposal] = {
    "public": Proposal(Words("the public", fr="le public"), 10, 3, _HOSPITAL, "dutch_public_use"),
    "researchers": Proposal(
        Words("researchers under contract", fr="des chercheurs sous contrat"),
        5,
        2,
        _USUAL,
        "dutch_research",
    ),
    "inside": Proposal(Words("colleagues inside", fr="des collègues en interne"), 3, 2, _LOW),
}


def proposed(audience: str, *, sensitive: bool) -> Proposal:
    """Return the targets for a circle of recipients: of the next wider one for sensitive files.

    Examples
    --------
    >>> [proposed(name, sensitive=False).k for name in PROPOSALS]
    [10, 5, 3]
    >>> proposed("inside", sensitive=True).k, proposed("public", sensitive=True).k
    (5, 10)
    >>> proposed("researchers", sensitive=False).rules
    'dutch_research'
    """
    circles = list(PROPOSALS)
    place = circles.index(audience) if audience in circles else 0
    return PROPOSALS[circles[max(place - sensitive, 0)]]
