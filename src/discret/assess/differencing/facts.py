"""What differencing tells, in words."""

from __future__ import annotations

from collections.abc import Mapping

from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import ZONED
from discret.words import Words

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
    "observations_not_safe": Fact.count("observations not safe", "observations non protégées"),
    "zones_withheld": Fact.count("zones withheld", "zones masquées"),
    "squares_withheld": Fact.count("squares withheld", "carreaux masqués"),
    "observations_withheld": Fact.count(
        "observations in a withheld total", "observations dans un total masqué"
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
TABLES: Mapping[str, Words] = {  # names of tables, and what stands inside them
    "squares_by_side": Words("Squares, by their side", fr="Carreaux selon leur côté"),
    "squares_by_zones": Words(
        "Squares, by the number of zones they reach into",
        fr="Carreaux selon le nombre de zones où ils s’étendent",
    ),
    "at_risk_by_size": Words(
        "Observations at risk, by the smallest group they are in",
        fr="Observations à risque, selon le plus petit groupe où elles sont",
    ),
    "groups_by_zones": Words(
        "Groups, by the number of zones combined", fr="Groupes selon le nombre de zones combinées"
    ),
    "component_sizes": Words(
        "Components of the graph once zones are merged, by their vertices",
        fr="Composantes du graphe après fusion des zones, selon leurs sommets",
    ),
    "side": Words("side (m)", fr="côté (m)"),
    "reach": Words("zones", fr="zones"),
    "size": Words("size of the group", fr="taille du groupe"),
    "width": Words("zones", fr="zones"),
    "vertices": Words("vertices", fr="sommets"),
    "total": Words("total", fr="total"),
    "share": Words("share", fr="part"),
    "share_below": Words("share below", fr="part sous le seuil"),
    "intersections_below": Words("below the threshold", fr="sous le seuil"),
    "largest": Words("largest", fr="le plus grand"),
    "zones": Words("zones", fr="zones"),
    "squares": Words("squares", fr="carreaux"),
    "groups": Words("groups", fr="groupes"),
    "observations": Words("observations", fr="observations"),
    "intersections": Words("intersections", fr="intersections"),
    "observations_below": Words("observations in these", fr="leurs observations"),
    "components": Words("components", fr="composantes"),
    "mean_component": Words("mean size", fr="taille moyenne"),
    "largest_component": Words("largest", fr="la plus grande"),
    "initial": Words("start", fr="départ"),
    "border_squares": Words("border", fr="bords"),
    "fused_squares": Words("fused", fr="fusion"),
    "first_merge": Words("rule 1", fr="règle 1"),
    "exact_merge": Words("exact", fr="exact"),
    "simplification.initial": Words("as it came", fr="au départ"),
    "simplification.border_squares": Words(
        "without inner squares", fr="sans les carreaux internes"
    ),
    "simplification.fused_squares": Words(
        "squares of equal zones fused", fr="carreaux de mêmes zones fusionnés"
    ),
    "simplification.first_merge": Words(
        "zones merged, first rule", fr="zones fusionnées, première règle"
    ),
    "simplification.exact_merge": Words("zones merged exactly", fr="zones fusionnées exactement"),
}
