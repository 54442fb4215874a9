"""What zones are called, and what is told of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from discret.data.places.neighbouring import Land
from discret.maths.arrays import Bools, Ints
from discret.maths.places.held import Held, people_in
from discret.maths.places.smallest import Smallest
from discret.parts.facts import Fact, Facts, filled
from discret.words import Words

BETWEEN = " + "
TELLS: Facts = {
    "kept": Fact.count("records kept", "enregistrements conservés"),
    "dropped": Fact.count("records dropped", "enregistrements retirés"),
    "bound": Fact.count("most that can be kept", "le plus qu’on puisse conserver"),
    "individuals": Fact.count("individuals kept", "individus conservés"),
    "zones": Fact.count("zones", "zones"),
    "zones_bound": Fact.count(
        "zones that there may be at most", "zones qu’il peut y avoir au plus"
    ),
    "areas": Fact.count("areas in these zones", "lieux dans ces zones"),
    "alone": Fact.count("areas that are a zone alone", "lieux formant une zone à eux seuls"),
    "without_neighbours": Fact.count("areas without neighbours", "lieux sans voisins"),
    "largest": Fact.count("records of the largest zone", "enregistrements de la plus grande zone"),
    "fewest": Fact.count(
        "individuals of the zone that has fewest", "individus de la zone qui en a le moins"
    ),
    "squares": Fact.number(
        "sum of squares of records by zone", "somme des carrés des enregistrements par zone"
    ),
    "squares_bound": Fact.number(
        "least that this sum can be", "le moins que puisse valoir cette somme"
    ),
    "exact": Fact.yes("proven that no zones are smaller", "minimum prouvé"),
    "account": Fact.table("zones and their areas", "zones et leurs lieux", holds=True),
}  # fmt: skip


def labels_of(land: Land, zone: Ints, called: str) -> list[str]:
    """Return what each zone is called: by a number, or by all areas in it.

    All: those without records too. Otherwise who reads the label learns who has records.

    Examples
    --------
    >>> land = Land.of_pairs("test", ["a", "b", "c"], [("a", "b"), ("b", "c")])
    >>> [labels_of(land, np.array([0, 0, 1]), called)[0] for called in ("numbers", "members")]
    ['zone 1', 'a + b']
    """
    zones = int(zone.max(initial=-1)) + 1
    if called == "members":
        return [BETWEEN.join(own) for own in members(land.names, zone)]
    wide = len(str(zones))
    return [f"zone {number:0{wide}}" for number in range(1, zones + 1)]


def members(names: Sequence[str], zone: Ints) -> list[list[str]]:
    """Return the areas of each zone, in their order."""
    found: list[list[str]] = [[] for _ in range(int(zone.max(initial=-1)) + 1)]
    for name, own in zip(names, zone.tolist(), strict=True):
        if own >= 0:
            found[own].append(name)
    return found


def facts_of(
    own: Held, land: Land, found: Smallest, labels: Sequence[str], kept: Bools
) -> dict[str, Any]:
    """Return what is told of zones; `kept` marks the rows that are left."""
    zone = found.zone
    where = np.where(kept, zone[own.area], -1)
    zones = len(labels)
    size = np.bincount(where[kept], own.facts[kept], zones).astype(np.int64)
    people = people_in(where, own, zones)
    inside = np.bincount(zone[zone >= 0], minlength=zones)
    return {
        "kept": int(size.sum()),
        "dropped": int(own.facts.sum() - size.sum()),
        "bound": found.bound,
        "individuals": len(np.unique(own.person[kept])),
        "zones": zones,
        "zones_bound": found.zones_bound,
        "areas": int(inside.sum()),
        "alone": int((inside == 1).sum()),
        "without_neighbours": int((np.diff(land.graph.begins) == 0).sum()),
        "largest": int(size.max(initial=0)),
        "fewest": int(people.min(initial=int(people.max(initial=0)))),
        "squares": int((size**2).sum()),
        "squares_bound": found.squares_bound,
        "exact": found.exact,
        "account": _account(own, land, zone, labels, kept),
    }


def _account(
    own: Held, land: Land, zone: Ints, labels: Sequence[str], kept: Bools
) -> list[dict[str, Any]]:
    """Return for each area its zone, its records and those of them that are kept."""
    had = own.totals()
    left = np.bincount(own.area[kept], own.facts[kept], own.areas).astype(np.int64)
    people = people_in(own.area, own, own.areas)
    return [
        {
            "area": name,
            "zone": labels[int(zone[place])] if zone[place] >= 0 else None,
            "facts": int(had[place]),
            "individuals": int(people[place]),
            "kept": int(left[place]),
        }
        for place, name in enumerate(land.names)
    ]


def said(facts: Mapping[str, Any]) -> list[Words]:
    """Say how many zones there are, and what was lost."""
    told = filled(
        "{areas} {areas:area|areas} in {zones} {zones:zone|zones} (at most {zones_bound} there may"
        " be); records kept: {kept}, of {bound} that can be; dropped: {dropped}.",
        "{areas} {areas:lieu|lieux} en {zones} {zones:zone|zones} (au plus {zones_bound}"
        " possibles) ; enregistrements conservés : {kept}, sur {bound} qui peuvent l’être ;"
        " retirés : {dropped}.",
        facts,
    )
    if facts.get("exact"):
        told.append(Words("No smaller zones are possible.", fr="Les zones sont minimales."))
    return told
