"""What differencing tells, in words."""

from __future__ import annotations

from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import ZONED

TELLS: Facts = {
    **ZONED,
    "observations_at_risk": Fact.count("observations at risk", "observations à risque"),
    "intersections": Fact.count("intersections", "intersections"),
    "intersections_at_risk": Fact.count("intersections at risk", "intersections à risque"),
    "by_size": Fact.count(
        "observations by size of group", "observations selon la taille du groupe", by="size"
    ),
    "groups": Fact.count("groups that come out", "groupes qui ressortent"),
    "largest_group": Fact.count("zones of the widest group", "zones du groupe le plus large"),
    "verified": Fact.count("groups counted again", "groupes recomptés"),
    "observations_below": Fact.count(
        "observations in a total below", "observations dans un total sous le seuil"
    ),
    "observations_not_safe": Fact.count("observations not safe", "observations non sûres"),
    "zones_withheld": Fact.count("zones withheld", "zones retirées de la diffusion"),
    "squares_withheld": Fact.count("squares withheld", "carreaux retirés de la diffusion"),
    "observations_withheld": Fact.count(
        "observations in a withheld total", "observations dans un total retiré"
    ),
    "components": Fact.count("components", "composantes"),
    "simplification": Fact.table("simplification of the graph", "simplification du graphe"),
    "squares_by_side": Fact.table(
        "squares by side, with shares", "carreaux selon leur côté, en parts"
    ),
    "squares_by_zones": Fact.table(
        "squares by zones they reach into", "carreaux selon les zones où ils s’étendent"
    ),
    "at_risk_by_size": Fact.table(
        "at risk by size of group, with shares", "à risque selon la taille du groupe, en parts"
    ),
    "groups_by_zones": Fact.table("groups by number of zones", "groupes selon le nombre de zones"),
    "component_sizes": Fact.table("components by vertices", "composantes selon leurs sommets"),
    "star": Fact.table("star of the graph", "étoile du graphe"),
    "merged_zones": Fact.table("zones merged", "zones fusionnées"),
}
