"""What the page about differencing says, in English and in French."""

from __future__ import annotations

from discret.words import Words

INTERNAL = Words("internal", fr="interne")
EXTERNAL = Words("external", fr="externe")
TEXTS = {
    "title": Words("Differencing", fr="Différenciation"),
    "kicker": Words("For internal use", fr="À usage interne"),
    "secret": Words(
        "This page shows where small groups can be found out: keep it from the public.",
        fr="Cette page montre où de petits groupes peuvent être mis au jour : elle n’est pas à"
        " diffuser.",
    ),
    "observations_at_risk": Words("observations at risk", fr="observations à risque"),
    "intersections_at_risk": Words("intersections at risk", fr="intersections à risque"),
    "groups": Words("groups", fr="groupes"),
    "threshold": Words("threshold", fr="seuil"),
    "observations": Words("observations", fr="observations en tout"),
    "zones_below": Words("zones below by themselves", fr="zones seules sous le seuil"),
    "cells_below": Words("cells below by themselves", fr="carreaux seuls sous le seuil"),
    "verified": Words("groups counted again", fr="groupes recomptés"),
    "map": Words("Where they are", fr="Où ils sont"),
    "drawings": Words("Group by group", fr="Groupe par groupe"),
    "graphs": Words("The graph of zones", fr="Le graphe des zones"),
    "graphs_lead": Words(
        "Zones that share a cell are linked. Each number, near the zone it belongs to, counts its"
        " observations in the cells that the two share; those below the threshold are in red. Zones"
        " that no small group separates are drawn as one (+ how many more).",
        fr="Les zones qui partagent un carreau sont liées. Chaque nombre, près de la zone qu’il"
        " concerne, compte ses observations dans les carreaux que les deux partagent ; ceux sous le"
        " seuil sont en rouge. Les zones qu’aucun petit groupe ne sépare n’en font qu’une (+ leur"
        " nombre).",
    ),
    "legend_zone": Words("zones of the group", fr="zones du groupe"),
    "legend_cell": Words("cells subtracted or added up", fr="carreaux soustraits ou additionnés"),
    "legend_over": Words("cells where something is left", fr="carreaux où il reste quelque chose"),
    "legend_left": Words("what is left", fr="ce qui reste"),
    "by_size": Words(
        "Observations at risk, by the smallest group they are in",
        fr="Observations à risque, selon le plus petit groupe où elles sont",
    ),
    "size": Words("size of the group", fr="taille du groupe"),
    "stages": Words(
        "How the problem shrinks, with no answer changed",
        fr="Comment le problème se réduit, sans rien changer à la réponse",
    ),
    "stage": Words("stage", fr="étape"),
    "zones": Words("zones", fr="zones"),
    "cells": Words("cells", fr="carreaux"),
    "intersections": Words("intersections", fr="intersections"),
    "below": Words("below the threshold", fr="sous le seuil"),
    "observations_below": Words("observations in these", fr="leurs observations"),
    "components": Words("components", fr="composantes"),
    "mean": Words("mean size", fr="taille moyenne"),
    "initial": Words("as it came", fr="au départ"),
    "border_cells": Words("without inner cells", fr="sans les carreaux internes"),
    "fused_cells": Words("cells of equal zones fused", fr="carreaux de mêmes zones fusionnés"),
    "first_merge": Words("zones merged, first rule", fr="zones fusionnées, première règle"),
    "exact_merge": Words("zones merged exactly", fr="zones fusionnées exactement"),
    "group": Words("group", fr="groupe"),
    "left": Words("left", fr="reste"),
    "side": Words("how", fr="comment"),
    "left_in": Words("left in the cells", fr="restant dans les carreaux"),
    "none": Words("No group is given away.", fr="Aucun groupe n’est mis au jour."),
    "more": Words("more are in groups.csv.", fr="de plus sont dans groups.csv."),
    "internal_how": Words(
        "Internal: add up the zones, subtract the cells inside them; what the zones have in other"
        " cells is left. External: add up all cells that the zones touch, subtract the zones; what"
        " the cells have in other zones is left.",
        fr="Interne : additionner les zones, soustraire les carreaux qui y sont inclus ; il reste"
        " ce que les zones ont dans d’autres carreaux. Externe : additionner tous les carreaux que"
        " touchent les zones, soustraire les zones ; il reste ce que les carreaux ont dans d’autres"
        " zones.",
    ),
}
