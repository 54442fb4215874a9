"""What keys generalised tells, in words."""

from __future__ import annotations

from collections.abc import Mapping

from discret.data.hierarchies.hierarchy import Hierarchy
from discret.parts.facts import Fact, Facts
from discret.words import Words

TELLS: Facts = {
    "levels": Fact.count("levels", "niveaux", by="column"),
    "level_names": Fact.label("names of the levels", "noms des niveaux", by="column"),
    "loss": Fact.number("loss", "perte"),
    "suppressed": Fact.count("records dropped", "enregistrements retirés"),
    "share": Fact.share("share", "part"),
    "least": Fact.yes(
        "proven that with these levels no fewer will do",
        "minimum prouvé des retraits à ces niveaux",
    ),
    "optimal": Fact.yes("proven best", "optimum prouvé"),
    "bound": Fact.number("no recoding loses less than", "aucun recodage ne perd moins de"),
    "nodes": Fact.count("recodings possible", "recodages possibles"),
    "checked": Fact.count("recodings looked at", "recodages examinés"),
    "pruned": Fact.count("recodings ruled out unseen", "recodages écartés sans examen"),
    "frontier": Fact.table("frontier", "frontière"),
    "frontier_complete": Fact.yes(
        "all minimal recodings found", "tous les recodages minimaux trouvés"
    ),
    "lattice": Fact.table("all recodings", "tous les recodages"),
}

LOOKED_AT = Words(
    "{checks} {checks:recoding|recodings} looked at",
    fr="{checks} {checks:recodage examiné|recodages examinés}",
)


def level_names(levels: Mapping[str, int], hierarchies: Mapping[str, Hierarchy]) -> dict[str, str]:
    """Return the names of the levels that keys climbed to, where these have names."""
    names = {name: hierarchies[name].names[level] for name, level in levels.items() if level}
    return {column: name for column, name in names.items() if not name.isdecimal()}
